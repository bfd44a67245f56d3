"""A confirmation that was extended, cut short or combined once it had been seen says so."""

import json

import pytest

from rummysim.experiments.combining import combine, compact
from rummysim.experiments.runner import RunStopped, Told
from rummysim.experiments.store import open_store
from tests.toy import coins, played, toy

__all__ = ["coins"]
pytestmark = pytest.mark.usefixtures("coins")

TABLE = "usual/3/steady/baseline"


class StopsConfirming:
    """Ctrl-C once a confirmation has so many deals."""

    def __init__(self, folder, deals=10):
        self.chunks = folder / "chunks.jsonl"
        self.text = f'"stage":"confirm","first":{deals - 10},'.encode()

    def __call__(self, _progress):
        if self.text in self.chunks.read_bytes():
            raise KeyboardInterrupt


def extended(store):
    """The groups whose confirmation did not go as planned."""
    return {(case.key, group) for case, group, _ in store.parts() if store.extended(case, group)}


def confirmed(store):
    return {(case.key, group) for case, group, done in store.parts() if done["confirm"].deals}


@pytest.fixture
def capped(monkeypatch):
    """The coins with confirmations as large as the limit allows."""
    from tests import toy_design

    plain = toy_design.next_goal

    def next_goal(experiment, case, group, done):
        goal = plain(experiment, case, group, done | {"confirm": toy_design.Done()})
        if getattr(goal, "stage", "explore") == "explore":
            return goal
        wanted = min(goal.deals + 40, experiment.stop.confirm_max)
        if done["confirm"].deals < wanted:
            return toy_design.Goal("confirm", wanted)
        return toy_design.Ended("clear")

    monkeypatch.setattr(toy_design, "next_goal", next_goal)


def test_a_run_in_one_go_ends_as_planned(tmp_path):
    store = played(tmp_path / "run")
    assert confirmed(store)
    assert not extended(store)
    plans = store.manifest["planned"]
    for case, group, done in store.parts():
        planned = plans.get(case.key, {}).get(group)
        assert planned == (done["confirm"].deals or None) == store.planned(case, group)
    assert store.manifest["extensions"] == []
    assert not extended(compact(store, tmp_path / "small"))


def test_a_stopped_confirmation_that_goes_on_ends_as_planned(tmp_path):
    with pytest.raises(RunStopped):
        played(tmp_path / "run", told=Told(StopsConfirming(tmp_path / "run")))
    assert not extended(open_store(tmp_path / "run"))
    assert not extended(played(tmp_path / "run"))


@pytest.mark.usefixtures("capped")
def test_an_extended_confirmation_is_told_apart(tmp_path):
    before = played(tmp_path / "run")
    store = played(tmp_path / "run", toy(confirm_max=80))
    assert extended(store) == confirmed(before)
    assert store.manifest["planned"] == before.manifest["planned"]
    assert store.manifest["extensions"] == [
        {
            "from": {"max_deals": 170, "confirm_max": 50},
            "to": {"max_deals": 170, "confirm_max": 80},
        }
    ]
    assert extended(compact(store, tmp_path / "small")) == confirmed(before)
    again = played(tmp_path / "run", toy(confirm_max=80))
    assert extended(again) == confirmed(before)
    direct = played(tmp_path / "direct", toy(confirm_max=80))
    assert not extended(direct)
    for order in ([before, direct], [direct, before]):
        both = combine(order, tmp_path / f"both-{order[0].folder.name}")
        assert extended(both) == confirmed(before)


@pytest.mark.usefixtures("capped")
def test_a_confirmation_that_was_cut_short_is_told_apart(tmp_path):
    folder = tmp_path / "run"
    with pytest.raises(RunStopped):
        played(folder, told=Told(StopsConfirming(folder, 30)))
    stopped = open_store(folder)
    assert not extended(stopped)
    long = {
        (case.key, group) for case, group, done in stopped.parts() if done["confirm"].deals >= 30
    }
    assert long
    assert long <= extended(played(folder, toy(confirm_max=25)))


def test_what_was_confirmed_before_more_was_explored_stays_confirmed(tmp_path):
    played(tmp_path / "run")
    assert not extended(played(tmp_path / "run", toy(max_deals=400)))


@pytest.mark.usefixtures("capped")
def test_stores_of_before_follow_the_plan_of_their_limits(tmp_path):
    before = confirmed(played(tmp_path / "run"))
    path = tmp_path / "run" / "manifest.json"
    older = json.loads(path.read_text())
    for key in ("planned", "extensions", "experiment_id", "manifest_id"):
        del older[key]
    path.write_text(json.dumps(older))
    assert not extended(open_store(tmp_path / "run"))
    assert extended(played(tmp_path / "run", toy(confirm_max=80))) == before
