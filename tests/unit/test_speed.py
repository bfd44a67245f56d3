"""The page of `rummysim bench`: what was measured beside the goals of the game."""

import pytest

from rummysim.reports.speed import speed_page
from rummysim.reports.speed_goals import EACH_ROUND, WHOLE_MATCHES, match_goals
from rummysim.rules.load import preset_names

POLICIES = ("greedy", "steady", "sharp", "random")


def page(game):
    """A page on which every policy takes 2,400 ns per turn."""
    inputs = {"game": game, "players": 4, "seed": 0, "cpu": "?", "processors": 2, "system": "?"}
    inputs |= dict.fromkeys(("rummysim", "python", "numpy", "numba", "llvmlite"), "1")
    speed = {"game": game, "ns_per_turn": 2400.0, "ratio_to_first": 1.0, "matches": 9}
    speed |= {"turns_per_second": 1e6, "matches_per_second": 1e3}
    rounds = [
        {"policy": policy, "round": number, "contract": "S S", "ns_per_turn": 1000.0 * number}
        for policy in ("steady", "sharp")
        for number in (1, 4)
    ]
    found = {
        "results": [speed | {"policy": policy} for policy in POLICIES],
        "rounds": rounds,
        "floor_ns_per_turn": 100.0,
        "ratio_to_floor": 24.0,
        "thread_speedup": 1.9,
        "distance": [],
        "cold_compile_seconds": None,
        "cold_compile_processor_seconds": None,
    }
    return [line.split() for line in speed_page(inputs, found).splitlines()]


@pytest.mark.parametrize(
    ("game", "goals"),
    [
        ("shanghai", {"greedy": 1000, "steady": 1200, "sharp": 5000, "random": 1000}),
        ("shanghai-2p", {"greedy": 1000, "steady": 1200, "sharp": 5000, "random": 1000}),
        ("kaluki", {"steady": 2000}),
        ("games/my.toml", {"steady": 2000}),
    ],
)
def test_whole_matches_are_judged_by_the_goals_of_their_game(game, goals):
    lines = {line[0]: line for line in page(game) if line and line[0] in POLICIES}
    for policy in POLICIES:
        goal = goals.get(policy)
        wanted = [f"{goal:,}", f"{2400 / goal:.2f}"] if goal else ["-", "-"]
        assert lines[policy][3:5] == wanted


@pytest.mark.parametrize("game", ["shanghai", "carioca"])
def test_each_round_has_the_same_goal_in_every_game(game):
    lines = [line for line in page(game) if line[1:3] == ["S", "S"]]
    assert [line[-1] for line in lines] == ["0.50", "2.00"]
    assert ["itself", "per", "turn", "per", "turn", "goal", "2,000"] in page(game)


def test_goals_are_of_games_that_there_are():
    assert set(WHOLE_MATCHES) == {name for name in preset_names() if name.startswith("shanghai")}
    assert {name: match_goals(name)["steady"] for name in preset_names()} == {
        name: 1200.0 if name.startswith("shanghai") else EACH_ROUND["steady"]
        for name in preset_names()
    }
