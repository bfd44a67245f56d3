"""Lay-downs and new melds: the dearest that brute force finds, and none that breaks a rule."""

import random

import numpy as np
import pytest

from rummysim.cards import parse_cards
from rummysim.kernels import layout
from rummysim.kernels import plan_check as plan
from rummysim.kernels.plan import best_new_meld, best_plan
from rummysim.kernels.plan_check import check_plan
from tests.oracle import Goal, all_melds
from tests.property.solver_hands import JOKER, goal_record, hand_record, some_hand

VALUES = np.array([15, *[5] * 8, *[10] * 4] * 4 + [50], np.int64)
UNEVEN = np.array([(7 * kind) % 23 + 1 for kind in range(52)] + [12], np.int64)


def planned(text: str, *melds: tuple[str, int]) -> np.record:
    """A PLAN: each meld as its cards and, for a run, the place of the first card (sets: -1)."""
    record = layout.new_records(layout.PLAN, 1)[0]
    record["melds"] = len(melds)
    for meld, (cards, first) in zip(record["meld"], melds, strict=False):
        kinds = parse_cards(cards)
        natural = next((kind for kind in kinds if kind != JOKER), 0)
        meld["is_run"], meld["first"] = int(first >= 0), max(first, 0)
        meld["suit"], meld["rank"] = natural // 13, natural % 13
        meld["size"] = len(kinds)
        meld["card"][: len(kinds)] = kinds
    return record


HAND = "8S 8H 8D 8C 5H 6H 7H 9H X X 2S KD QC QH 4C"
SET = ("8S 8H 8D", -1)
RUN = ("5H 6H 7H X", 4)
JUDGED = {
    "fine": ("S R4", {}, [SET, RUN], plan.PLAN_FINE),
    "order does not matter": ("S R4", {}, [RUN, SET], plan.PLAN_FINE),
    "one meld": ("S R4", {}, [SET], plan.PLAN_WRONG_NUMBER),
    "three melds": ("S R4", {}, [SET, RUN, SET], plan.PLAN_WRONG_NUMBER),
    "set for a run": ("S R4", {}, [SET, ("8C X 8H", -1)], plan.PLAN_NOT_HELD),
    "two sets": ("S R4", {}, [("8S 8H X", -1), ("8C 8D X", -1)], plan.PLAN_WRONG_SIZE),
    "long set": ("S R4", {}, [("8S 8H 8D 8C", -1), RUN], plan.PLAN_WRONG_SIZE),
    "long set allowed": ("S R4", {"longer": 1}, [("8S 8H 8D 8C", -1), RUN], plan.PLAN_FINE),
    "short run": ("S R4", {"longer": 1}, [SET, ("5H 6H 7H", 4)], plan.PLAN_WRONG_SIZE),
    "not held": ("S R4", {}, [("8S 8S 8D", -1), RUN], plan.PLAN_NOT_HELD),
    "third joker": ("S R4", {"wild_max_run": 3}, [("8S 8H X", -1), ("5H X X 8H", 4)], None),
    "mixed ranks": ("S R4", {}, [("8S 8H KD", -1), RUN], plan.PLAN_NOT_A_SET),
    "mixed suits": ("S R4", {}, [("QC QH X", -1), ("5H 6H 7H 8S", 4)], plan.PLAN_NOT_A_RUN),
    "wrong place": ("S R4", {}, [SET, ("5H 6H 7H X", 3)], plan.PLAN_NOT_A_RUN),
    "behind the ace": ("S R4", {}, [SET, ("QC X X X", 11)], plan.PLAN_NOT_A_RUN),
    "two jokers": ("S R4", {}, [SET, ("5H 6H X X", 4)], plan.PLAN_TOO_MANY_WILDS),
    "two jokers allowed": ("S R4", {"wild_max_run": 2}, [SET, ("5H 6H X X", 4)], plan.PLAN_FINE),
    "only jokers": ("S3 S3", {"wild_max_set": 9}, [SET, ("X X", -1)], plan.PLAN_NO_NATURAL),
    "touching runs": ("R4 R4", {"gap": 1}, [("5H 6H X 8H", 4), ("9H X X X", 8)], None),
    "one rank twice": (
        "S S",
        {"distinct_ranks": 1},
        [("8S 8H X", -1), ("8D 8C X", -1)],
        plan.PLAN_SAME_RANK,
    ),
    "one rank twice allowed": ("S S", {}, [("8S 8H X", -1), ("8D 8C X", -1)], plan.PLAN_FINE),
    "cards left": ("S R4", {"whole_hand": 1}, [SET, RUN], plan.PLAN_CARDS_LEFT),
}


@pytest.mark.parametrize("case", JUDGED)
def test_plans_are_judged(case):
    contract, switches, melds, verdict = JUDGED[case]
    found = check_plan(
        hand_record(parse_cards(HAND)), goal_record(contract, **switches), planned(case, *melds)
    )
    if verdict is None:
        assert found != plan.PLAN_FINE
    else:
        assert found == verdict


def test_runs_without_a_gap_are_refused():
    hand = hand_record(parse_cards("2H 3H 4H 5H 6H 7H 8H 9H 10H KD"))
    close = planned("", ("2H 3H 4H 5H", 1), ("6H 7H 8H 9H", 5))
    apart = planned("", ("2H 3H 4H 5H", 1), ("7H 8H 9H 10H", 6))
    assert check_plan(hand, goal_record("R4 R4"), close) == plan.PLAN_FINE
    assert check_plan(hand, goal_record("R4 R4", gap=1), close) == plan.PLAN_RUNS_TOUCH
    assert check_plan(hand, goal_record("R4 R4", gap=1), apart) == plan.PLAN_FINE


def test_a_card_is_kept_where_one_must_be_thrown():
    hand = hand_record(parse_cards("8S 8H 8D 5H 6H 7H X"))
    both = planned("", SET, RUN)
    assert check_plan(hand, goal_record("S R4"), both) == plan.PLAN_FINE
    assert check_plan(hand, goal_record("S R4", keep_one=1), both) == plan.PLAN_NOTHING_LEFT
    assert best_plan(hand, goal_record("S R4", keep_one=1), VALUES, both) == 0


def test_nonsense_in_a_plan_is_refused():
    hand = hand_record(parse_cards(HAND))
    chance = random.Random(4)
    for _ in range(400):
        wrong = planned("", SET, RUN)
        meld = wrong["meld"][chance.randrange(2)]
        field = chance.choice(("is_run", "rank", "suit", "first", "size"))
        before = int(meld[field])
        meld[field] = chance.choice((-(2**40), -1, 13, 14, 25, 2**40, 7))
        if field in ("rank",) and meld["is_run"] == 1:
            continue  # not read
        if field in ("suit", "first") and meld["is_run"] == 0:
            continue
        if int(meld[field]) != before:
            assert check_plan(hand, goal_record("S R4"), wrong) != plan.PLAN_FINE
    wrong = planned("", SET, RUN)
    for card in (-1, 53, 127, -128):
        wrong["meld"][0]["card"][1] = card
        assert check_plan(hand, goal_record("S R4"), wrong) == plan.PLAN_NOT_A_SET


def dearest(cards: list[int], goal: Goal, values: np.ndarray, kinds: tuple[bool, ...]) -> int:
    """Points of the dearest meld of at least three or four cards, -1 when there is none."""
    most = -1
    for is_run in kinds:
        for size in range(4 if is_run else 3, 15 if is_run else len(cards) + 1):
            for meld in all_melds(goal, is_run, size):
                if all(meld.cards.count(kind) <= cards.count(kind) for kind in meld.cards):
                    most = max(most, int(sum(values[kind] for kind in meld.cards)))
    return most


@pytest.mark.parametrize("values", [VALUES, UNEVEN], ids=["points", "uneven"])
def test_new_meld_is_the_dearest(values):
    chance = random.Random(9)
    goal = Goal(wild_max_set=1, wild_max_run=1)
    rules = layout.new_records(layout.RULES, 1)[0]
    rules["set_min"], rules["run_min"] = 3, 4
    rules["wild_max_set"] = rules["wild_max_run"] = rules["wild_max_run7"] = 1
    rules["wild_adjacent"] = rules["set_min_naturals"] = 1
    rules["value"] = values
    record = layout.new_records(layout.PLAN, 1)[0]
    found = 0
    for _ in range(25):
        cards = some_hand(chance, (3, 8))
        kinds = chance.choice(((False,), (True,), (False, True)))
        said = best_new_meld(
            hand_record(cards), rules, int(False in kinds), int(True in kinds), record
        )
        most = dearest(cards, goal, values, kinds)
        assert said == int(most >= 0), cards
        if said:
            meld = record["meld"][0]
            laid = meld["card"][: meld["size"]].tolist()
            assert sum(values[kind] for kind in laid) == most, (cards, laid)
            assert all(laid.count(kind) <= cards.count(kind) for kind in laid)
            assert record["penalty"] == sum(values[kind] for kind in cards) - most
            found += 1
    assert found > 5
