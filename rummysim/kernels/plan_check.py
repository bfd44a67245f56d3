"""Whether a way to lay down that a policy wrote is lawful (rules.md 2.2, 3, 4, 5)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.hand import is_wild
from rummysim.kernels.layout import JOKER, MAX_MELD_SIZE
from rummysim.kernels.wild_places import (
    CIRCLE,
    LINE,
    runs_clash,
    touching,
    wilds_of_run,
    wilds_of_set,
)

# What `check_plan` finds.
PLAN_FINE = 0
PLAN_WRONG_NUMBER = 1  # not as many melds as the contract has
PLAN_WRONG_SIZE = 2  # the melds are not those of the contract
PLAN_NOT_HELD = 3  # a card is not in the hand
PLAN_NOT_A_SET = 4
PLAN_NOT_A_RUN = 5
PLAN_TOO_MANY_WILDS = 6  # or too few naturals in a set
PLAN_NO_NATURAL = 7
PLAN_RUNS_TOUCH = 8  # two runs of one suit without a gap
PLAN_SAME_RANK = 9  # two sets of one rank
PLAN_NOTHING_LEFT = 10  # a card must be left to throw
PLAN_CARDS_LEFT = 11  # every card must be in the melds
PLAN_WILDS_TOUCH = 12  # two wilds beside each other in a run
PLAN_SAME_SUIT = 13  # two runs of one suit


@kernel()
def belongs_there(goal, meld, at):
    """1 if card number ``at`` of a planned run (PLANNED_MELD) lies in its own place, else 0."""
    card = int(meld.card[at])
    if card % 13 != (meld.first + at) % 13:
        return 0
    return 1 if goal.dirty == 1 or card // 13 == meld.suit else 0


@kernel()
def is_wild_card(goal, meld, at):
    """1 if card number ``at`` of a planned meld (PLANNED_MELD) is a wild there, else 0."""
    card = int(meld.card[at])
    if is_wild(goal.wild_kinds, card) == 0:
        return 0
    if goal.wild_natural == 0 or card == JOKER:
        return 1
    if meld.is_run == 1:
        return 1 - belongs_there(goal, meld, at)
    return 0 if card % 13 == meld.rank else 1


@kernel()
def is_placed(goal, meld):
    """1 if a planned meld has a size, and a place in a suit or a rank, that there are."""
    if meld.size < 1 or meld.size > MAX_MELD_SIZE:
        return 0
    if meld.is_run == 1:
        if meld.suit < 0 or meld.suit > 3 or meld.first < 0:
            return 0
        if goal.dirty == 1:
            return 1 if meld.first == 0 and meld.size == CIRCLE else 0
        if goal.wrap == 1:
            return 1 if meld.first < CIRCLE and meld.size <= CIRCLE else 0
        return 1 if meld.first <= LINE - meld.size else 0
    return 1 if meld.is_run == 0 and 0 <= meld.rank <= 12 else 0


@kernel()
def check_meld(goal, meld):
    """PLAN_FINE if a planned meld (PLANNED_MELD) is a set or a run, else what is wrong."""
    wrong = PLAN_NOT_A_RUN if meld.is_run == 1 else PLAN_NOT_A_SET
    if is_placed(goal, meld) == 0:
        return wrong
    wilds, count = 0, 0
    for i in range(meld.size):
        card = int(meld.card[i])
        if card < 0 or card > JOKER:
            return wrong
        if is_wild_card(goal, meld, i) == 1:
            count += 1
            wilds |= 1 << i
        elif meld.is_run == 1:
            if belongs_there(goal, meld, i) == 0:
                return wrong
        elif card % 13 != meld.rank:
            return wrong
    if count == meld.size:
        return PLAN_NO_NATURAL
    limit = wilds_of_run(goal, meld.size) if meld.is_run == 1 else wilds_of_set(goal, meld.size)
    if count > limit:
        return PLAN_TOO_MANY_WILDS
    if meld.is_run == 0:
        return PLAN_FINE if meld.size - count >= goal.set_min_naturals else PLAN_TOO_MANY_WILDS
    apart = goal.wild_adjacent == 1 or touching(goal.wrap, wilds, meld.size) == 0
    return PLAN_FINE if apart else PLAN_WILDS_TOUCH


@kernel()
def check_sizes(goal, runs, plan):
    """1 if the melds of the plan can be dealt out to the shapes of the goal, else 0.

    Largest shape first takes the largest meld, which succeeds whenever anything does. ``runs`` is
    (how many runs are wanted, the size of each).
    """
    used = 0
    for shape in range(runs[0] + goal.sets):
        is_run = 1 if shape < runs[0] else 0
        stated = runs[1][shape] if is_run == 1 else goal.set_size[shape - runs[0]]
        best = -1
        for i in range(plan.melds):
            if plan.meld[i].is_run == is_run and used >> i & 1 == 0:
                if best < 0 or plan.meld[i].size > plan.meld[best].size:
                    best = i
        if best < 0 or plan.meld[best].size < stated:
            return 0
        if goal.longer == 0 and plan.meld[best].size > stated:
            return 0
        used |= 1 << best
    return 1


@kernel()
def check_pairs(goal, plan):
    """PLAN_FINE if the melds of the plan may lie side by side, else what is wrong."""
    for i in range(plan.melds):
        first = plan.meld[i]
        for k in range(i):
            second = plan.meld[k]
            if first.is_run != second.is_run:
                continue
            if first.is_run == 0:
                if goal.distinct_ranks == 1 and first.rank == second.rank:
                    return PLAN_SAME_RANK
            elif first.suit == second.suit:
                if goal.distinct_suits == 1:
                    return PLAN_SAME_SUIT
                places, sizes = (first.first, second.first), (first.size, second.size)
                if goal.gap == 1 and runs_clash(goal.wrap, places, sizes) == 1:
                    return PLAN_RUNS_TOUCH
    return PLAN_FINE


@kernel()
def check_plan(hand, goal, plan):
    """PLAN_FINE if ``hand`` may lay ``plan`` (PLAN) down for ``goal``, else a PLAN_ code."""
    runs = (goal.runs, goal.run_size)
    if goal.full_suit == 1 and plan.melds == goal.sets + goal.full_runs:
        runs = (goal.full_runs, goal.full_run_size)
    if plan.melds != goal.sets + runs[0]:
        return PLAN_WRONG_NUMBER
    left = hand.count.astype(np.int64)
    laid = 0
    for i in range(plan.melds):
        problem = check_meld(goal, plan.meld[i])
        if problem != PLAN_FINE:
            return problem
        for slot in range(plan.meld[i].size):
            card = int(plan.meld[i].card[slot])
            left[card] -= 1
            if left[card] < 0:
                return PLAN_NOT_HELD
        laid += plan.meld[i].size
    if check_sizes(goal, runs, plan) == 0:
        return PLAN_WRONG_SIZE
    problem = check_pairs(goal, plan)
    if problem != PLAN_FINE:
        return problem
    if goal.whole_hand == 1:
        return PLAN_FINE if laid == hand.size else PLAN_CARDS_LEFT
    return PLAN_NOTHING_LEFT if laid + goal.keep_one > hand.size else PLAN_FINE
