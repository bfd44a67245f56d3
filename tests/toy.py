"""Small experiments of coins for the tests of runs and stores."""

import pytest

from rummysim.backends.local import Threads
from rummysim.experiments import designs
from rummysim.experiments.read import parse_experiment
from rummysim.experiments.runner import Told, run_experiment

TEXT = """
question = "Which coins are fair?"
[table]
players = [3, 4]
baselines = ["steady", "greedy"]
[arms.strong]
[arms.weak]
[arms.none]
[stop]
look = 40
max_deals = 170
confirm_min = 25
confirm_max = 50
[run]
chunk = 10
seed = 3
"""
ENTRY = (  # the program with the coins in place of the paired design
    "from rummysim.experiments import designs; designs.MODULES['paired'] = 'tests.toy_design'; "
    "from rummysim.reports import experiments; experiments.experiment_rows = lambda store: []; "
    "experiments.experiment_page = lambda store, width: store.experiment.question; "
    "from rummysim.cli import main; main()"
)


def toy(**changes):
    """The experiment of the coins; ``look=9`` changes a value of its file."""
    text = TEXT
    for key, value in changes.items():
        before = next(line for line in TEXT.splitlines() if line.startswith(f"{key} ="))
        text = text.replace(before, f"{key} = {value}")
    return parse_experiment(text, "coins")


def played(folder, experiment=None, workers=2, told=None, **options):
    """The store of a run of the coins."""
    with Threads(workers) as backend:
        return run_experiment(experiment or toy(), folder, backend, told or Told(), **options)


class Stops:
    """Ctrl-C after so many chunks."""

    def __init__(self, after):
        self.left = after

    def __call__(self, _progress):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def lines(folder):
    """The bytes of the chunks of a run."""
    return (folder / "chunks.jsonl").read_bytes()


@pytest.fixture
def coins(monkeypatch):
    """The coins in place of the paired design."""
    monkeypatch.setitem(designs.MODULES, "paired", "tests.toy_design")
