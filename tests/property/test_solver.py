"""The quick ways to the distance, outs and core say the same as the general search.

The search itself is compared with brute force in ``test_distance_oracle`` and
``test_evaluation_oracle``.
"""

import hashlib
import os
import random
import subprocess
import sys

import pytest

from rummysim.kernels import layout
from rummysim.kernels.contract import distance_to, evaluate
from rummysim.kernels.hand import add_card, hand_from_counts, holds, remove_card
from rummysim.kernels.search import search_evaluation
from tests.property.solver_hands import (
    CONTRACTS,
    JOKER,
    goal_record,
    hand_record,
    some_hand,
    told,
)

SEARCHED = {"R4 R4 R4": 45, "S R4 R4": 120, "R4 R4": 120}  # the search is slow for these


def both(cards, goal):
    """What the quick way and the search say; a third copy of three packs is no out of either."""
    hand = hand_record(cards)
    quick, slow = layout.new_records(layout.EVALUATION, 2)
    evaluate(hand, goal, quick)
    quick["outs"] &= ~hand["board"][layout.MAX_PACKS - 1]
    search_evaluation(hand, goal, layout.UNREACHABLE, slow)
    return told(quick), told(slow)


@pytest.mark.parametrize("contract", ["S", "R4", *CONTRACTS])
def test_quick_ways_equal_the_search(contract):
    chance = random.Random(contract)
    distances = set()
    for _ in range(SEARCHED.get(contract, 200)):
        goal = goal_record(
            contract,
            wild_max_set=chance.choice((0, 1, 1, 1)),
            wild_max_run=chance.choice((0, 1, 1, 1)),
            gap=chance.choice((0, 0, 1)),
            distinct_ranks=chance.choice((0, 0, 1)),
        )
        cards = some_hand(chance, (6, 16))
        quick, slow = both(cards, goal)
        assert quick == slow, (cards, goal)
        distances.add(quick[0])
    assert len(distances) > 2


@pytest.mark.parametrize(
    ("contract", "sizes", "hands"), [("R4 R4", (4, 13), 120), ("R4 R4 R4", (11, 14), 12)]
)
def test_long_runs_equal_the_search(contract, sizes, hands):
    chance = random.Random(contract)
    for _ in range(hands):
        goal = goal_record(
            contract,
            whole_hand=1,
            longer=1,
            turn_size=9 if contract == "R4 R4" else 14,
            gap=chance.choice((0, 0, 1)),
            wild_max_run=chance.choice((0, 1, 1)),
        )
        cards = some_hand(chance, sizes)
        quick, slow = both(cards, goal)
        assert quick == slow, (cards, goal)


def test_long_ranks_and_many_jokers():
    chance = random.Random(3)
    for _ in range(300):
        ranks = chance.sample(range(13), 3)
        copies = [13 * suit + rank for rank in ranks for suit in range(4)] * 2
        cards = chance.sample(copies, chance.randint(3, 12)) + [JOKER] * chance.randint(0, 4)
        contract = chance.choice(("S S", "S S S", "S S R4"))
        distinct = chance.choice((0, 0, 1))
        quick, slow = both(cards, goal_record(contract, distinct_ranks=distinct))
        assert quick == slow, (cards, contract)


def test_six_of_a_rank_and_three_jokers_are_three_sets():
    rank = [5, 18, 31, 44, 5, 18]
    for jokers in range(4):
        for loose in ([], [9], [9, 22], [9, 10]):
            quick, slow = both([*rank, *loose, *[JOKER] * jokers], goal_record("S S S"))
            assert quick == slow
    assert quick[0] == 0


@pytest.mark.parametrize("contract", CONTRACTS)
def test_outs_and_core_are_what_one_card_more_or_less_does(contract):
    chance = random.Random(contract)
    out = layout.new_records(layout.EVALUATION, 1)[0]
    goal = goal_record(contract)
    for _ in range(60):
        hand = hand_record(some_hand(chance, (9, 18)))
        evaluate(hand, goal, out)
        for kind in range(JOKER + 1):
            if hand["count"][kind] < 2 or kind == JOKER:
                add_card(hand, kind)
                helps = distance_to(hand, goal) < out["distance"]
                remove_card(hand, kind)
                said = out["joker_out"] if kind == JOKER else holds(out["outs"], kind)
                assert bool(said) == helps, (hand, kind)
            if hand["count"][kind] > 0:
                remove_card(hand, kind)
                hurts = distance_to(hand, goal) > out["distance"]
                add_card(hand, kind)
                said = out["joker_core"] if kind == JOKER else holds(out["core"], kind)
                assert bool(said) == hurts, (hand, kind)


def test_hand_is_the_same_whether_filled_card_by_card_or_at_once():
    chance = random.Random(1)
    for _ in range(200):
        cards = some_hand(chance, (6, 18))
        hand = hand_record(cards)
        at_once = layout.new_records(layout.HAND, 1)[0]
        hand_from_counts(hand["count"], at_once)
        extra = chance.choice([kind for kind in range(53) if hand["count"][kind] < 3])
        add_card(hand, extra)
        assert hand["size"] == len(cards) + 1
        remove_card(hand, extra)
        for name in layout.HAND.names:
            assert (hand[name] == at_once[name]).all()


DIGEST = """
import random
from rummysim.kernels import layout
from rummysim.kernels.contract import evaluate
from tests.property.solver_hands import CONTRACTS, goal_record, hand_record, some_hand, told
chance = random.Random(5)
out = layout.new_records(layout.EVALUATION, 1)[0]
for contract in CONTRACTS:
    for gap in (0, 1, 0, 0):
        evaluate(hand_record(some_hand(chance, (10, 13))), goal_record(contract, gap=gap), out)
        print(told(out))
whole = goal_record("R4 R4 R4", whole_hand=1, longer=1)
evaluate(hand_record(some_hand(chance, (13, 13))), whole, out)
print(told(out))
"""


def test_the_same_without_the_compiler():
    lines = []
    for switch in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", DIGEST],
            env=os.environ | {"NUMBA_DISABLE_JIT": switch},
            capture_output=True,
            text=True,
            check=True,
        )
        lines.append(run.stdout)
    assert hashlib.sha256(lines[0].encode()).digest() == hashlib.sha256(lines[1].encode()).digest()
    assert lines[0].count("\n") == 4 * len(CONTRACTS) + 1
