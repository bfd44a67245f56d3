"""The brute force proves itself: on small decks it equals drawing and splitting everything."""

import random
from dataclasses import replace

import pytest

from rummysim.cards import count_kinds, parse_cards
from tests.literal import literal_distance, literal_lay_down
from tests.oracle import (
    KINDS,
    UNREACHABLE,
    Goal,
    can_lay_down,
    core,
    distance,
    least_penalty,
    outs,
    whole_hand_size,
)

SMALL = {"packs": 2, "ranks": (0, 1, 2, 3, 4), "suits": (0, 1)}
HIGH = {"packs": 2, "ranks": (0, 9, 10, 11, 12), "suits": (0, 1)}
TINY = {"packs": 2, "ranks": (0, 1, 2), "suits": (0,)}

SMALL_GOALS = [
    Goal(sets=(3, 3), jokers=1, **SMALL),
    Goal(sets=(3, 3), jokers=2, distinct_ranks=True, **SMALL),
    Goal(sets=(3,), runs=(4,), jokers=2, **SMALL),
    Goal(runs=(4, 4), jokers=1, **SMALL),
    Goal(runs=(3, 3), jokers=2, gap=True, **HIGH),
    Goal(runs=(4,), jokers=3, wild_max_run=3, **HIGH),
    Goal(sets=(4,), jokers=3, wild_max_set=2, **SMALL),
    Goal(sets=(3, 3), packs=1, ranks=(0, 1, 2, 3, 4), suits=(0, 1, 2), jokers=2),
    Goal(runs=(3, 3, 3), jokers=3, **TINY),  # the third copy can only be a joker
    Goal(runs=(3, 3), whole_hand=True, longer=True, turn_size=6, turn_step=2, jokers=1, **SMALL),
    Goal(runs=(3, 3), whole_hand=True, longer=True, turn_size=6, turn_step=0, jokers=2, **SMALL),
    Goal(runs=(3, 3), whole_hand=True, turn_size=6, jokers=2, **SMALL),
]


def shoe(goal: Goal) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(goal.supply(kind))]


def random_hands(goal: Goal, how_many: int, seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    sizes = range(goal.cards - 2, goal.cards + (1 if goal.whole_hand else 2))
    cards = shoe(goal)
    return [
        count_kinds(chance.sample(cards, min(chance.choice(sizes), len(cards))))
        for _ in range(how_many)
    ]


@pytest.mark.parametrize("goal", SMALL_GOALS, ids=str)
def test_distance_equals_drawing_every_set_of_cards(goal: Goal) -> None:
    seen = set()
    for counts in random_hands(goal, 25, seed=1):
        expected = literal_distance(counts, goal, most=3)
        found = distance(counts, goal)
        assert (found if found <= 3 else UNREACHABLE) == expected, counts
        seen.add(found)
    assert len(seen) > 1


@pytest.mark.parametrize("goal", SMALL_GOALS, ids=str)
@pytest.mark.parametrize("longer", [False, True])
def test_lay_down_equals_splitting_every_way(goal: Goal, longer: bool) -> None:
    goal = replace(goal, longer=longer, keep_one=longer and not goal.whole_hand)
    for counts in random_hands(goal, 25, seed=2):
        hand = [kind for kind in range(KINDS) for _ in range(counts[kind])]
        assert can_lay_down(counts, goal) == literal_lay_down(hand, goal), counts


def hand(text: str) -> list[int]:
    return count_kinds(parse_cards(text))


def test_ex_sh_0_needs_one_queen_or_a_joker() -> None:
    counts = hand("5S 5H 5D QS QH 2C 9D KC 7S 8D AC")
    goal = Goal(sets=(3, 3))
    assert distance(counts, goal) == 1
    assert outs(counts, goal) == {11, 24, 37, 50, 52}
    assert core(counts, goal) == {4, 17, 30, 11, 24}


def test_ex_sh_1_lays_a_set_and_a_run_with_a_joker() -> None:
    counts = hand("8S 8H 8D 5H 6H 7H X 2S KD QC 4C 3C")
    goal = Goal(sets=(3,), runs=(4,))
    assert distance(counts, goal) == 0
    values = [15, *[5] * 8, *[10] * 4] * 4 + [50]
    assert least_penalty(counts, goal, values) == 5 + 10 + 10 + 5 + 5


def test_penalty_of_longer_melds() -> None:
    values = [15, *[5] * 8, *[10] * 4] * 4 + [50]
    counts = hand("8S 8H 8D 8C KS KH KD X 2S")
    assert least_penalty(counts, Goal(sets=(3, 3)), values) == 5 + 5 + 5
    assert least_penalty(counts, Goal(sets=(3, 3), longer=True), values) == 5
    keep = Goal(sets=(3, 3), longer=True, keep_one=True)
    assert least_penalty(hand("8S 8H 8D 8C KS KH KD"), keep, values) == 5
    assert least_penalty(hand("8S 8H 8D KS KH 2C"), keep, values) is None


def test_round_seven_uses_every_card() -> None:
    long_runs = Goal(runs=(4, 4, 4), whole_hand=True, longer=True)
    twelve = hand("AS 2S 3S 4S 5H 6H 7H 8H JD QD KD AD")
    assert distance(twelve, long_runs) == 0
    assert can_lay_down(twelve, long_runs)
    assert [whole_hand_size(held, long_runs) for held in (11, 12, 13, 14, 15)] == [
        12,
        12,
        14,
        14,
        16,
    ]
    thirteen = hand("AS 2S 3S 4S 5H 6H 7H 8H JD QD KD AD 5C")
    assert distance(thirteen, long_runs) == 2
    assert not can_lay_down(thirteen, long_runs)
    exact = Goal(runs=(4, 4, 4), whole_hand=True)
    assert distance(thirteen, exact) == UNREACHABLE
