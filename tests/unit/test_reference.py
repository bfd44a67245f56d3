"""The kept reference run belongs to the experiments of today, and comes out again bit for bit."""

from pathlib import Path

import pytest

from rummysim.experiments.combining import heads, plays_alike
from rummysim.experiments.findings import findings
from rummysim.experiments.identity import identity_of
from rummysim.experiments.read import read_experiment
from rummysim.experiments.store import open_store

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "results" / "reference" / "runs"
FILES = sorted(
    path for path in (ROOT / "experiments").rglob("*.toml") if not path.name.startswith("_")
)


def test_nothing_else_is_kept():
    assert {path.name for path in KEPT.iterdir()} == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_kept_run_is_of_this_experiment(path):
    """After a change of its numbers: make report-full."""
    store = open_store(KEPT / path.stem)
    assert store.identity == identity_of(read_experiment(path))
    assert store.finished


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_first_chunk_comes_out_again(path):
    store = open_store(KEPT / path.stem)
    assert plays_alike(store, heads(store)[0])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_compares_no_player_with_himself(path):
    """A parameter that has no effect under some house rules asks nothing there."""
    found = findings(open_store(KEPT / path.stem))
    assert [(each.case.key, each.contrast.name) for each in found if each.alike] == []
