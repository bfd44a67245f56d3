"""A whole suit in place of three runs of four: the best of both contracts, nothing else."""

import random

import pytest

from rummysim.kernels import layout
from rummysim.kernels.contract import evaluate
from rummysim.kernels.hand import KIND_BITS, add_card, remove_card
from rummysim.kernels.pack import pack_goal, pack_rules
from rummysim.kernels.plan import plan_lay_down
from rummysim.kernels.plan_check import PLAN_FINE, check_plan
from rummysim.rules import load_rules

JOKER = layout.JOKER
FULL = ("melds.full_suit=on",)
GAMES = {
    "444": ("kaluki", 4, ()),
    "3444": ("kaluki", 8, ()),
    "4444": ("kaluki", 9, ()),
    "one wild in each": (
        "shanghai",
        7,
        ("close.last_round=normal", "deal.cards=16", "melds.distinct_run_suits=on"),
    ),
    "any suits": ("kaluki", 9, ("melds.distinct_run_suits=off",)),
    "exactly, with one to throw": (
        "kaluki",
        8,
        ("opening.laydown=exact", "close.final_discard=required"),
    ),
}


def _hand(chance: random.Random, size: int, least: int = 7):
    """At ``least`` so much of a suit, up to three jokers, a run or a set, and loose cards."""
    suit, other = chance.sample(range(4), 2)
    cards = [13 * suit + rank for rank in chance.sample(range(13), chance.randint(least, 13))]
    cards += [JOKER] * chance.choice((0, 0, 1, 2, 3))
    first = 13 * other + chance.randrange(10)
    beside = [*range(first, first + 4)], [(first + 13 * turn) % 52 for turn in range(3)]
    cards += [*chance.choice(beside), *(chance.randrange(52) for _ in range(size))]
    hand = layout.new_records(layout.HAND, 1)[0]
    for kind in cards[:size]:
        if kind == JOKER or hand["count"][kind] < layout.MAX_PACKS:
            add_card(hand, kind)
    return hand


def _evaluated(hand, goal):
    known = layout.new_records(layout.EVALUATION, 1)[0]
    evaluate(hand, goal, known)
    return known


def _goals(game: str):
    """The goal in which a full suit may count, and the two that it stands for."""
    name, number, switches = GAMES[game]
    rules = load_rules(name, (*switches, *FULL))
    goal = pack_goal(rules, number - 1)[0]
    goals = [layout.new_records(layout.GOAL, 1)[0] for _ in range(2)]
    for one in goals:
        for field in layout.GOAL.names:
            one[field] = goal[field]
        one["full_suit"] = 0
    runs = [13] + [4] * (int(goal["runs"]) - 3)
    goals[1]["runs"], goals[1]["cards"] = len(runs), goal["cards"] + 1
    goals[1]["run_size"] = runs + [0] * (layout.MAX_SHAPES - len(runs))
    return rules, goal, goals


@pytest.mark.parametrize("game", GAMES)
def test_the_nearer_contract_counts(game):
    _, goal, goals = _goals(game)
    chance = random.Random(game)
    size, near = int(goal["turn_size"]), 0
    for _ in range(40):
        hand = _hand(chance, chance.choice((size, size - 1)))
        known = _evaluated(hand, goal)
        plain, full = (int(_evaluated(hand, one)["distance"]) for one in goals)
        here = min(plain, full)
        near += full <= plain
        assert known["distance"] == here
        outs, core = set(), set()
        for kind in range(JOKER + 1):
            held = int(hand["count"][kind])
            if kind == JOKER or held < layout.MAX_PACKS:
                add_card(hand, kind)
                if min(int(_evaluated(hand, one)["distance"]) for one in goals) < here:
                    outs.add(kind)
                remove_card(hand, kind)
            if held > 0:
                remove_card(hand, kind)
                if min(int(_evaluated(hand, one)["distance"]) for one in goals) > here:
                    core.add(kind)
                add_card(hand, kind)
        told = {kind for kind in range(JOKER) if known["outs"] & KIND_BITS[kind]}
        few = {kind for kind in told if hand["count"][kind] < layout.MAX_PACKS}
        assert few | ({JOKER} if known["joker_out"] else set()) == outs
        told = {kind for kind in range(JOKER) if known["core"] & KIND_BITS[kind]}
        assert told | ({JOKER} if known["joker_core"] else set()) == core
    assert near > 3


@pytest.mark.parametrize("game", GAMES)
def test_the_plan_is_the_cheaper_one(game):
    rules, goal, goals = _goals(game)
    packed = pack_rules(rules, 4)[0]
    chance = random.Random(f"{game} plan")
    laid = 0
    for _ in range(400):
        hand = _hand(chance, int(goal["turn_size"]) + chance.choice((0, 2)), least=11)
        plan = layout.new_records(layout.PLAN, 3)
        found = [plan_lay_down(hand, one, packed, plan[at]) for at, one in enumerate(goals)]
        best = min(int(plan[at]["penalty"]) for at in range(2) if found[at]) if any(found) else -1
        assert plan_lay_down(hand, goal, packed, plan[2]) == any(found)
        if any(found):
            assert plan[2]["penalty"] == best
            assert check_plan(hand, goal, plan[2]) == PLAN_FINE
            laid += found[1]
    assert laid > 3
