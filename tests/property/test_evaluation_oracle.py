"""Outs, core and the best lay-down of the compiled code equal brute force."""

from dataclasses import replace

import numpy as np
import pytest

from rummysim.kernels import layout
from rummysim.kernels.contract import evaluate
from rummysim.kernels.hand import hand_from_counts
from rummysim.kernels.plan import best_plan
from rummysim.kernels.plan_check import PLAN_FINE, check_plan
from tests.goals import ALL, DEAR, SHOES, goal_record, hands_for, share
from tests.literal import literal_lay_down
from tests.oracle import (
    JOKER,
    Goal,
    core,
    distance,
    least_penalty,
    outs,
)

VALUES = [15, *[5] * 8, *[10] * 4] * 4 + [50]
UNEVEN = [(7 * kind) % 23 + 1 for kind in range(52)] + [31]  # hardly any ties


def hand_record(counts: list[int], goal: Goal) -> np.ndarray:
    hand = layout.new_records(layout.HAND, 1)
    hand[0]["wild_kinds"] = goal_record(goal)[0]["wild_kinds"]
    hand_from_counts(np.array(counts, np.int8), hand[0])
    return hand


def kinds_in(mask: int, joker: int) -> set[int]:
    kinds = {kind for kind in range(52) if mask >> (kind // 13 * 16 + kind % 13) & 1}
    return kinds | ({JOKER} if joker else set())


def assert_outs_and_core(goal: Goal, hands: list[list[int]]) -> None:
    out, record = layout.new_records(layout.EVALUATION, 1), goal_record(goal)
    for counts in hands:
        hand = hand_record(counts, goal)
        evaluate(hand[0], record[0], out[0])
        assert hand[0]["count"].tolist() == counts
        assert out[0]["distance"] == distance(counts, goal), counts
        helpful = kinds_in(int(out[0]["outs"]), int(out[0]["joker_out"]))
        # the kernel does not know how many copies the shoe has
        in_shoe = {kind for kind in helpful if counts[kind] < goal.supply(kind)}
        assert in_shoe == outs(counts, goal), counts
        # without a joker in the hand it says what one wild less does
        joker = int(out[0]["joker_core"]) if counts[JOKER] else 0
        assert kinds_in(int(out[0]["core"]), joker) == core(counts, goal), counts


@pytest.mark.parametrize("name", [name for name in ALL if name not in DEAR])
def test_outs_and_core_equal_one_card_more_or_less(name: str) -> None:
    goal = replace(ALL[name], packs=2, jokers=SHOES[2])
    assert_outs_and_core(goal, hands_for(goal, 2, share(goal, 8), seed=31))


@pytest.mark.slow
@pytest.mark.parametrize("packs", SHOES)
@pytest.mark.parametrize("name", ALL)
def test_outs_and_core_of_many_hands(name: str, packs: int) -> None:
    goal = replace(ALL[name], packs=packs, jokers=SHOES[packs])
    assert_outs_and_core(goal, hands_for(goal, packs, share(goal, 200), seed=310 + packs))


def laid_cards(plan: np.void) -> list[list[int]]:
    return [meld["card"][: meld["size"]].tolist() for meld in plan["meld"][: plan["melds"]]]


def assert_best_plan(counts: list[int], goal: Goal, values: list[int]) -> bool:
    """The kernel's plan is lawful and leaves as few points as brute force; whether there is one."""
    plan, hand = layout.new_records(layout.PLAN, 1), hand_record(counts, goal)
    can = best_plan(hand[0], goal_record(goal)[0], np.array(values, np.int64), plan[0])
    expected = least_penalty(counts, goal, values)
    assert bool(can) == (expected is not None), (counts, goal)
    if not can:
        return False
    assert plan[0]["penalty"] == expected, (counts, goal)
    assert check_plan(hand[0], goal_record(goal)[0], plan[0]) == PLAN_FINE
    melds = laid_cards(plan[0])
    left = list(counts)
    for kind in (kind for meld in melds for kind in meld):
        left[kind] -= 1
    assert min(left) >= 0
    assert sum(n * value for n, value in zip(left, values, strict=True)) == expected
    for index, meld in enumerate(melds):
        is_run = bool(plan[0]["meld"][index]["is_run"])
        alone = replace(
            goal,
            sets=() if is_run else (len(meld),),
            runs=(len(meld),) if is_run else (),
            whole_hand=False,
            longer=False,
            keep_one=False,
        )
        assert literal_lay_down(meld, alone)
    return True


PLAN_GOALS = ALL | {
    f"{name}, at least": replace(goal, longer=True)
    for name, goal in ALL.items()
    if not goal.whole_hand
}
PLAN_GOALS |= {
    f"{name}, keeping one": replace(PLAN_GOALS[name], keep_one=True)
    for name in ("r1 S S", "r6 S R4 R4", "r2 S R4, at least", "r7 normal")
}


@pytest.mark.parametrize("name", PLAN_GOALS)
def test_best_plan_equals_brute_force(name: str) -> None:
    goal = PLAN_GOALS[name]
    dear = goal.whole_hand and goal.wild_max_run > 1
    hands = hands_for(goal, 2, 6 if dear else 40, seed=47)
    able = [assert_best_plan(counts, goal, VALUES) for counts in hands]
    able += [assert_best_plan(counts, goal, UNEVEN) for counts in hands[::2]]
    assert any(able)
    assert not all(able)
