"""Any two runs of one experiment, stopped, ended or extended, put together in any order."""

import random

import pytest

from rummysim.experiments.combining import combine, compact, heads, plays_alike
from rummysim.experiments.runner import RunStopped, Told
from rummysim.experiments.store import open_store
from tests.toy import Stops, coins, lines, played, toy

__all__ = ["coins"]
pytestmark = pytest.mark.usefixtures("coins")


def some_run(folder, drawn):
    """The store of a run with up to two parts, each with its own limits and perhaps stopped."""
    for _ in range(drawn.choice((1, 1, 2))):
        experiment = toy(
            max_deals=drawn.choice((40, 80, 95, 170, 230)),
            confirm_max=drawn.choice((30, 50)),
        )
        only = drawn.choice(("*", "*", "usual/3/*"))
        try:
            stop = Stops(drawn.choice((0, 0, 5, 17, 30)))
            played(folder, experiment, told=Told(stop), only=only)
        except RunStopped:
            pass
    return open_store(folder)


def everything(store):
    return {(case.key, group): done for case, group, done in store.parts()}


@pytest.mark.parametrize("seed", range(12))
def test_the_order_does_not_matter_and_all_games_are_games(tmp_path, seed):
    drawn = random.Random(seed)
    one, two = (some_run(tmp_path / name, drawn) for name in "ab")
    both = combine([one, two], tmp_path / "both")
    turned = combine([two, one], tmp_path / "turned")
    assert lines(both.folder) == lines(turned.folder)
    same = ("experiment", "progress", "planned", "extensions", "chunks", "state", "combined")
    assert {key: both.manifest[key] for key in same} == {key: turned.manifest[key] for key in same}
    for row in both.rows:  # its games among them
        assert plays_alike(both, row)
        assert row in (*one.rows, *two.rows)
    for case in both.cases:
        explored = [
            sum(store.done(case, group)["explore"].deals for group in store.groups(case))
            for store in (both, one, two)
        ]
        assert explored[0] == max(explored)
    small = compact(both, tmp_path / "small")
    assert everything(small) == everything(both)
    assert small.games() == both.games()
    assert all(plays_alike(small, row) for row in heads(small))


def test_a_run_that_ended_early_does_not_double_the_games_of_a_longer_one(tmp_path):
    short = played(tmp_path / "short", toy(max_deals=80))
    long = played(tmp_path / "long")
    for order in ([short, long], [long, short]):
        found = combine(order, tmp_path / f"{order[0].folder.name}-first")
        assert found.games() == long.games()
        assert everything(found) == everything(long)
