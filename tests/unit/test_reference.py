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
EVERY_CASE = ("t1_task", "t2_jokers", "t4_lay_down")
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


def sample(store):
    """The first chunk of each case of the tips that are played under every house rule.

    Of other runs, the first under each house rule: a fault in play under one of them shows in no
    chunk of the others.
    """
    found = {}
    for row in heads(store):
        place = row.case if store.experiment.name in EVERY_CASE else row.case.partition("/")[0]
        found.setdefault(place, row)
    return list(found.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_first_chunks_come_out_again(path):
    """About a minute of processor time together; `make check-results` plays all first chunks."""
    store = open_store(KEPT / path.stem)
    chosen = sample(store)
    played, every = {row.case for row in chosen}, {case.key for case in store.cases}
    assert {key.partition("/")[0] for key in played} == {key.partition("/")[0] for key in every}
    assert played == every or path.stem not in EVERY_CASE
    assert [row.case for row in chosen if not plays_alike(store, row)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_compares_no_player_with_himself(path):
    """A parameter that has no effect under some house rules asks nothing there."""
    found = findings(open_store(KEPT / path.stem))
    assert [(each.case.key, each.contrast.name) for each in found if each.alike] == []
