"""The best way to lay down, and whether a way that a policy wrote is lawful (rules.md 2.2)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.lay_sets import choose_runs_and_sets
from rummysim.kernels.layout import JOKER, KINDS, MAX_MELD_SIZE, MAX_SHAPES
from rummysim.kernels.meld_list import (
    COLUMNS,
    RUN_LINE,
    SIZE,
    VALUE,
    is_refused,
    list_runs,
    list_sets,
    take_row,
    write_meld,
)
from rummysim.kernels.types import NEW_MELD_SIGNATURE, PLAN_SIGNATURE

# What `check_plan` finds.
PLAN_FINE = 0
PLAN_WRONG_NUMBER = 1  # not as many melds as the contract has
PLAN_WRONG_SIZE = 2  # the melds are not those of the contract
PLAN_NOT_HELD = 3  # a card is not in the hand
PLAN_NOT_A_SET = 4
PLAN_NOT_A_RUN = 5
PLAN_TOO_MANY_WILDS = 6
PLAN_NO_NATURAL = 7
PLAN_RUNS_TOUCH = 8  # two runs of one suit without a gap
PLAN_SAME_RANK = 9  # two sets of one rank
PLAN_NOTHING_LEFT = 10  # a card must be left to throw
PLAN_CARDS_LEFT = 11  # every card must be in the melds


@kernel()
def list_shape(hand, goal, shape, value, found, at):
    """Index behind the last meld that can serve as ``shape`` (runs count first) of the goal."""
    is_run = shape < goal.runs
    least = goal.run_size[shape] if is_run else goal.set_size[shape - goal.runs]
    longest = least
    if goal.longer == 1:
        spare = hand.size - goal.cards - goal.keep_one
        longest = min(least + spare, RUN_LINE if is_run else MAX_MELD_SIZE)
    for size in range(least, longest + 1):
        if is_run:
            at = list_runs(hand, size, goal.wild_max_run, value, found, at)
        else:
            at = list_sets(hand, size, goal.wild_max_set, value, found, at)
    return at


@kernel()
def is_same_shape(goal, shape):
    """1 if the shape before ``shape`` is of the same kind and size."""
    if shape == 0 or shape == goal.runs:
        return 0
    if shape < goal.runs:
        return 1 if goal.run_size[shape] == goal.run_size[shape - 1] else 0
    shape -= goal.runs
    return 1 if goal.set_size[shape] == goal.set_size[shape - 1] else 0


@kernel()
def list_shapes(hand, goal, shapes, value, found, begin):
    """Number of melds; shape s < ``shapes`` can be those in ``found[begin[s, 0]:begin[s, 1]]``.

    ``begin[s, 2]`` is the most points that the shapes from s on can carry; -1 if one has none.
    """
    at = 0
    for shape in range(shapes):
        if is_same_shape(goal, shape) == 1:
            begin[shape, 0] = begin[shape - 1, 0]
        else:
            begin[shape, 0] = at
            at = list_shape(hand, goal, shape, value, found, at)
        begin[shape, 1] = at
        if begin[shape, 0] == at:
            return -1
    return at


@kernel()
def bound_shapes(found, begin, shapes):
    """0; ``begin[s, 2]`` is the most points that shapes s.. can carry."""
    begin[shapes, 2] = 0
    for shape in range(shapes - 1, -1, -1):
        most = 0
        for index in range(begin[shape, 0], begin[shape, 1]):
            most = max(most, found[index, VALUE])
        begin[shape, 2] = begin[shape + 1, 2] + most
    return 0


@kernel()
def cards_fit(hand, goal, laid):
    """1 if as many cards as ``laid`` may leave the hand at the lay-down."""
    if goal.whole_hand == 1:
        return 1 if laid == hand.size else 0
    return 1 if laid + goal.keep_one <= hand.size else 0


@kernel()
def choose_melds(hand, goal, found, begin, rows):
    """The most points that can be laid down, -1 if nothing can; ``rows`` are the melds.

    Depth first; a branch is left when the dearest melds to come cannot beat what was found.
    Ways to lay the whole hand carry the same points, so the first will do.
    """
    shapes = goal.runs + goal.sets
    left = hand.count.astype(np.int64)
    chosen = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    most, points, laid, shape = -1, 0, 0, 0
    chosen[0] = begin[0, 0] - 1
    while shape >= 0:
        chosen[shape] += 1
        if chosen[shape] >= begin[shape, 1]:
            shape -= 1
            if shape >= 0:
                row = found[chosen[shape]]
                take_row(left, row, 1)
                points -= row[VALUE]
                laid -= row[SIZE]
            continue
        row = found[chosen[shape]]
        if points + row[VALUE] + begin[shape + 1, 2] <= most:
            continue
        if is_refused(goal, found, chosen, shape) == 1:
            continue
        fine = take_row(left, row, -1)
        if fine == 1 and shape < shapes - 1:
            points += row[VALUE]
            laid += row[SIZE]
            shape += 1
            chosen[shape] = begin[shape, 0] - 1
            if is_same_shape(goal, shape) == 1:
                chosen[shape] = chosen[shape - 1] - 1
            continue
        take_row(left, row, 1)
        if fine == 1 and cards_fit(hand, goal, laid + row[SIZE]) == 1:
            most = points + row[VALUE]
            for index in range(shapes):
                rows[index] = found[chosen[index]]
            if goal.whole_hand == 1:
                return most
    return most


@kernel()
def has_plain_sets(goal):
    """1 if the sets of the goal are there, of one size and to be laid exactly."""
    if goal.sets == 0 or goal.longer == 1:
        return 0
    return 1 if goal.set_size[0] == goal.set_size[goal.sets - 1] else 0


@kernel()
def best_plan(hand, goal, value, plan):
    """1 if ``hand`` (HAND) can lay ``goal`` (GOAL) down now, with the best way in ``plan``.

    ``value`` (int64[53]) are the points of each kind. Best is what leaves the fewest points in
    hand; of several the first in a fixed order. Sets come first. 0 if nothing can be laid.
    """
    plan.melds = 0
    if goal.longer == 0 and cards_fit(hand, goal, goal.cards) == 0:
        return 0
    shapes = goal.runs + goal.sets
    plain_sets = has_plain_sets(goal)
    listed = goal.runs if plain_sets == 1 else shapes
    begin = np.zeros((MAX_SHAPES + 1, 3), dtype=np.int64)
    found = np.empty((32, COLUMNS), dtype=np.int64)
    melds = list_shapes(hand, goal, listed, value, found, begin)
    if melds < 0:
        return 0
    if melds > found.shape[0]:
        found = np.empty((melds, COLUMNS), dtype=np.int64)
        list_shapes(hand, goal, listed, value, found, begin)
    rows = np.empty((MAX_SHAPES, COLUMNS), dtype=np.int64)
    if plain_sets == 1:
        points = choose_runs_and_sets(hand, goal, value, found, begin, rows)
    else:
        bound_shapes(found, begin, shapes)
        points = choose_melds(hand, goal, found, begin, rows)
    if points < 0:
        return 0
    plan.melds = shapes
    for shape in range(shapes):
        at = shape + goal.sets if shape < goal.runs else shape - goal.runs
        write_meld(rows[shape], plan.meld[at])
    plan.penalty = -points
    for kind in range(KINDS):
        plan.penalty += int(hand.count[kind]) * value[kind]
    return 1


@kernel()
def list_new_melds(hand, rules, allow_sets, allow_runs, found):
    """Number of melds that can be laid beside the contract; they are written to ``found``."""
    at = 0
    if allow_sets == 1:
        for size in range(rules.set_min, min(hand.size, MAX_MELD_SIZE) + 1):
            at = list_sets(hand, size, rules.wild_max_set, rules.value, found, at)
    if allow_runs == 1:
        for size in range(rules.run_min, min(hand.size, RUN_LINE) + 1):
            at = list_runs(hand, size, rules.wild_max_run, rules.value, found, at)
    return at


@kernel(NEW_MELD_SIGNATURE)
def best_new_meld(hand, rules, allow_sets, allow_runs, plan):
    """1 and the dearest meld that can be laid beside the contract in ``plan.meld[0]``, or 0.

    Sizes and wild limits are those of ``rules`` (RULES) for melds after the contract; the two
    flags say which kinds of melds the round allows.
    """
    plan.melds = 0
    found = np.zeros((32, COLUMNS), dtype=np.int64)
    melds = list_new_melds(hand, rules, allow_sets, allow_runs, found)
    if melds == 0:
        return 0
    if melds > found.shape[0]:
        found = np.zeros((melds, COLUMNS), dtype=np.int64)
        list_new_melds(hand, rules, allow_sets, allow_runs, found)
    best = 0
    for index in range(1, melds):
        if found[index, VALUE] > found[best, VALUE]:
            best = index
    plan.melds = 1
    write_meld(found[best], plan.meld[0])
    plan.penalty = -found[best, VALUE]
    for kind in range(KINDS):
        plan.penalty += int(hand.count[kind]) * rules.value[kind]
    return 1


@kernel(PLAN_SIGNATURE)
def plan_lay_down(hand, goal, rules, plan):
    """As `best_plan`, with the points of ``rules`` (RULES)."""
    return best_plan(hand, goal, rules.value, plan)


@kernel()
def check_meld(goal, meld):
    """PLAN_FINE if a planned meld (PLANNED_MELD) is a set or a run, else what is wrong."""
    wrong = PLAN_NOT_A_RUN if meld.is_run == 1 else PLAN_NOT_A_SET
    if meld.size < 1 or meld.size > MAX_MELD_SIZE:
        return wrong
    if meld.is_run == 1:
        if meld.suit < 0 or meld.suit > 3 or meld.first < 0 or meld.first + meld.size > RUN_LINE:
            return wrong
    elif meld.is_run != 0 or meld.rank < 0 or meld.rank > 12:
        return wrong
    wilds = 0
    for i in range(meld.size):
        card = int(meld.card[i])
        if card == JOKER:
            wilds += 1
        elif card < 0 or card > JOKER:
            return wrong
        elif meld.is_run == 1:
            if card != meld.suit * 13 + (meld.first + i) % 13:
                return wrong
        elif card % 13 != meld.rank:
            return wrong
    if wilds == meld.size:
        return PLAN_NO_NATURAL
    limit = goal.wild_max_run if meld.is_run == 1 else goal.wild_max_set
    return PLAN_TOO_MANY_WILDS if wilds > limit else PLAN_FINE


@kernel()
def check_sizes(goal, plan):
    """1 if the melds of the plan can be dealt out to the shapes of the goal, else 0.

    Largest shape first takes the largest meld, which succeeds whenever anything does.
    """
    used = 0
    for shape in range(goal.runs + goal.sets):
        is_run = 1 if shape < goal.runs else 0
        stated = goal.run_size[shape] if is_run == 1 else goal.set_size[shape - goal.runs]
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
            elif goal.gap == 1 and first.suit == second.suit:
                if first.first <= second.first + second.size:
                    if second.first <= first.first + first.size:
                        return PLAN_RUNS_TOUCH
    return PLAN_FINE


@kernel()
def check_plan(hand, goal, plan):
    """PLAN_FINE if ``hand`` may lay ``plan`` (PLAN) down for ``goal``, else a PLAN_ code."""
    if plan.melds != goal.sets + goal.runs:
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
    if check_sizes(goal, plan) == 0:
        return PLAN_WRONG_SIZE
    problem = check_pairs(goal, plan)
    if problem != PLAN_FINE:
        return problem
    if goal.whole_hand == 1:
        return PLAN_FINE if laid == hand.size else PLAN_CARDS_LEFT
    return PLAN_NOTHING_LEFT if laid + goal.keep_one > hand.size else PLAN_FINE
