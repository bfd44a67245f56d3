"""The best way to lay down and the dearest new meld (rules.md 2.2 and 3)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.copying import copy_record
from rummysim.kernels.dirty_run import plan_dirty_run
from rummysim.kernels.full_suit import SECOND_PLAN, may_be_full, put_full_suit
from rummysim.kernels.hand import is_wild
from rummysim.kernels.lay_sets import choose_runs_and_sets, keep_melds
from rummysim.kernels.layout import JOKER, KINDS, MAX_MELD_SIZE, MAX_SHAPES, REQUIRED
from rummysim.kernels.meld_list import (
    COLUMNS,
    SIZE,
    VALUE,
    WILD_CARDS,
    dear_wilds,
    give_wilds,
    is_refused,
    laws_of,
    list_runs,
    list_sets,
    overpaid,
    take_row,
    write_meld,
)
from rummysim.kernels.types import NEW_MELD_SIGNATURE, PLAN_SIGNATURE
from rummysim.kernels.wild_places import longest_run, wilds_of_run, wilds_of_set

ZERO = np.uint64(0)


@kernel()
def list_shape(hand, goal, shape, value, found, at):
    """Index behind the last meld that can serve as ``shape`` (runs count first) of the goal."""
    is_run = shape < goal.runs
    least = goal.run_size[shape] if is_run else goal.set_size[shape - goal.runs]
    longest = least
    if goal.longer == 1:
        spare = hand.size - goal.cards - goal.keep_one
        longest = min(least + spare, longest_run(goal.wrap) if is_run else MAX_MELD_SIZE)
    laws = laws_of(goal)
    for size in range(least, longest + 1):
        if is_run:
            at = list_runs(hand, (size, wilds_of_run(goal, size)), value, laws, found, at)
        else:
            at = list_sets(hand, (size, wilds_of_set(goal, size)), value, laws, found, at)
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
def is_ordered(goal):
    """1 if melds are tried dearest naturals first: there are too many of them to try them all.

    Which of equal melds is laid depends on the order, so it stays where it always was for one
    wild in a meld.
    """
    if goal.whole_hand == 1:
        return 0
    own = goal.wild_natural == 1 and goal.wild_kinds != ZERO
    many = goal.longer == 1 and max(goal.wild_max_set, goal.wild_max_run) > 1
    return 1 if many or own else 0


@kernel()
def naturals_value(row, price):
    """Points of the naturals of a meld."""
    return row[VALUE] - price * row[WILD_CARDS]


@kernel()
def order_rows(found, first, last, price):
    """0; ``found[first:last]`` are ordered: dearest naturals first, of equals most wilds first."""
    spare = np.empty(COLUMNS, dtype=np.int64)
    step = (last - first) // 2
    while step > 0:  # Shell's sort
        for at in range(first + step, last):
            spare[:] = found[at]
            rank = naturals_value(spare, price) * MAX_MELD_SIZE + spare[WILD_CARDS]
            to = at
            while to - step >= first:
                before = found[to - step]
                if naturals_value(before, price) * MAX_MELD_SIZE + before[WILD_CARDS] >= rank:
                    break
                found[to] = before
                to -= step
            found[to] = spare
        step //= 2
    return 0


@kernel()
def bound_shapes(goal, found, begin, price):
    """0; ``begin[s, 2]`` is the most points that shapes s.. can carry, [s, 3] without wilds.

    Rows are put in order where `is_ordered` says so.
    """
    shapes = goal.runs + goal.sets
    begin[shapes, 2] = 0
    begin[shapes, 3] = 0
    for shape in range(shapes - 1, -1, -1):
        most, naturals = 0, 0
        for index in range(begin[shape, 0], begin[shape, 1]):
            most = max(most, found[index, VALUE])
            naturals = max(naturals, naturals_value(found[index], price))
        begin[shape, 2] = begin[shape + 1, 2] + most
        begin[shape, 3] = begin[shape + 1, 3] + naturals
        if is_ordered(goal) == 1 and is_same_shape(goal, shape) == 0:
            order_rows(found, begin[shape, 0], begin[shape, 1], price)
    return 0


@kernel()
def cards_fit(hand, goal, laid):
    """1 if as many cards as ``laid`` may leave the hand at the lay-down."""
    if goal.whole_hand == 1:
        return 1 if laid == hand.size else 0
    return 1 if laid + goal.keep_one <= hand.size else 0


@kernel()
def same_to_come(goal, shape):
    """How many shapes behind ``shape`` are of the same kind and size, and the first other one."""
    count = 0
    following = shape + 1
    while following < goal.runs + goal.sets and is_same_shape(goal, following) == 1:
        count += 1
        following += 1
    return count, following


@kernel()
def most_to_come(goal, row, begin, shape, price):
    """Most points of the naturals of ``row`` and of the shapes that follow, if rows are ordered."""
    count, following = same_to_come(goal, shape)
    return (count + 1) * naturals_value(row, price) + begin[following, 3]


@kernel()
def points_laid(hand, goal, values, left, points):
    """Points of the melds taken out of ``left``, whose wilds are counted in ``points`` as dearest.

    ``values`` is (points of each kind, the same with each wild as dear as the dearest).
    """
    if goal.wild_kinds == ZERO:
        return points
    wilds = hand.wilds - left[JOKER]
    counts = left.copy()
    counts[JOKER] = hand.count[JOKER]
    for kind in range(JOKER):
        if is_wild(goal.wild_kinds, kind):
            wilds -= hand.count[kind] - left[kind]
    return points - overpaid(counts, goal.wild_kinds, values[0], values[1][JOKER], wilds)


@kernel()
def all_as_jokers(hand):
    """int64[53]: the copies held of each kind, and of jokers as many as all wilds together."""
    left = hand.count.astype(np.int64)
    left[JOKER] = hand.wilds
    return left


@kernel()
def first_row(goal, chosen, begin, shape):
    """The first row to try for a shape: equal shapes take theirs in order."""
    return chosen[shape - 1] if is_same_shape(goal, shape) == 1 else begin[shape, 0]


@kernel()
def choose_melds(hand, goal, values, found, begin, rows):
    """The most points that can be laid down, -1 if nothing can; ``rows`` are the melds.

    Depth first; a branch is left when the dearest melds to come cannot beat what was found.
    Ways to lay the whole hand carry the same points, so the first will do.
    """
    shapes = goal.runs + goal.sets
    price, ordered = values[1][JOKER], is_ordered(goal)
    left = all_as_jokers(hand)
    chosen = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    naturals = np.full(MAX_SHAPES + 1, price * hand.wilds, dtype=np.int64)  # and all wilds
    most, points, laid, shape = -1, 0, 0, 0
    chosen[0] = begin[0, 0] - 1
    while shape >= 0:
        chosen[shape] += 1
        if chosen[shape] >= begin[shape, 1]:
            shape -= 1
            if shape >= 0:
                row = found[chosen[shape]]
                take_row(left, row, 1)
                points, laid = points - row[VALUE], laid - row[SIZE]
            continue
        row = found[chosen[shape]]
        if points + row[VALUE] + begin[shape + 1, 2] <= most:
            continue
        if ordered == 1 and naturals[shape] + most_to_come(goal, row, begin, shape, price) <= most:
            chosen[shape] = begin[shape, 1]  # the rows that follow carry no more
            continue
        if is_refused(goal, found, chosen, shape) == 1:
            continue
        fine = take_row(left, row, -1)
        if fine == 1 and shape < shapes - 1:
            points, laid = points + row[VALUE], laid + row[SIZE]
            naturals[shape + 1] = naturals[shape] + naturals_value(row, price)
            shape += 1
            chosen[shape] = first_row(goal, chosen, begin, shape) - 1
            continue
        if fine == 1 and cards_fit(hand, goal, laid + row[SIZE]) == 1:
            carried = points_laid(hand, goal, values, left, points + row[VALUE])
            if carried > most:
                keep_melds(found, chosen, shapes, rows)
            most = max(most, carried)
        take_row(left, row, 1)
        if goal.whole_hand == 1 and most >= 0:
            return most
    return most


@kernel()
def has_plain_sets(goal):
    """1 if the sets of the goal are there, of one size and to be laid exactly."""
    if goal.sets == 0 or goal.longer == 1:
        return 0
    if goal.wild_natural == 1 and goal.wild_kinds != ZERO:
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
    values = (value, dear_wilds(hand, goal.wild_kinds, value))
    begin = np.zeros((MAX_SHAPES + 1, 4), dtype=np.int64)
    found = np.empty((32, COLUMNS), dtype=np.int64)
    melds = list_shapes(hand, goal, listed, values[1], found, begin)
    if melds < 0:
        return 0
    if melds > found.shape[0]:
        found = np.empty((melds, COLUMNS), dtype=np.int64)
        list_shapes(hand, goal, listed, values[1], found, begin)
    rows = np.empty((MAX_SHAPES, COLUMNS), dtype=np.int64)
    if plain_sets == 1:
        points = choose_runs_and_sets(hand, goal, values, found, begin, rows)
    else:
        bound_shapes(goal, found, begin, values[1][JOKER])
        points = choose_melds(hand, goal, values, found, begin, rows)
    if points < 0:
        return 0
    plan.melds = shapes
    for shape in range(shapes):
        at = shape + goal.sets if shape < goal.runs else shape - goal.runs
        write_meld(rows[shape], plan.meld[at])
    give_wilds(hand, goal.wild_kinds, value, plan)
    plan.penalty = -points
    for kind in range(KINDS):
        plan.penalty += int(hand.count[kind]) * value[kind]
    return 1


@kernel()
def list_new_melds(hand, rules, allowed, value, found):
    """Number of melds that can be laid beside the contract; they are written to ``found``.

    ``allowed`` is (1 if sets are, 1 if runs are). A card is left to throw where one must be.
    """
    at = 0
    laws = laws_of(rules)
    most = hand.size - int(rules.final_discard == REQUIRED)
    if allowed[0] == 1:
        for size in range(rules.set_min, min(most, MAX_MELD_SIZE) + 1):
            at = list_sets(hand, (size, wilds_of_set(rules, size)), value, laws, found, at)
    if allowed[1] == 1:
        for size in range(rules.run_min, min(most, longest_run(rules.wrap)) + 1):
            limit = wilds_of_run(rules, size) if rules.run7_any == 1 else rules.wild_max_run
            at = list_runs(hand, (size, limit), value, laws, found, at)
    return at


@kernel()
def wilds_too_dear(row, left, rules, wilds):
    """Points by which a new meld counts its wilds too dear; ``left`` is the hand.

    ``wilds`` is (points that each counts, how many).
    """
    if rules.wild_kinds == ZERO:
        return 0
    counts = left.copy()
    wild = counts[JOKER]
    take_row(counts, row, -1)
    counts[JOKER] = wild
    return overpaid(counts, rules.wild_kinds, rules.value, wilds[0], wilds[1])


@kernel(NEW_MELD_SIGNATURE)
def best_new_meld(hand, rules, allow_sets, allow_runs, plan):
    """1 and the dearest meld that can be laid beside the contract in ``plan.meld[0]``, or 0.

    Sizes and wild limits are those of ``rules`` (RULES) for melds after the contract; the two
    flags say which kinds of melds the round allows.
    """
    plan.melds = 0
    allowed = (allow_sets, allow_runs)
    price = dear_wilds(hand, rules.wild_kinds, rules.value)
    found = np.zeros((32, COLUMNS), dtype=np.int64)
    melds = list_new_melds(hand, rules, allowed, price, found)
    if melds == 0:
        return 0
    if melds > found.shape[0]:
        found = np.zeros((melds, COLUMNS), dtype=np.int64)
        list_new_melds(hand, rules, allowed, price, found)
    best, most = -1, 0
    left = hand.count.astype(np.int64)
    for index in range(melds):
        row = found[index]
        if best >= 0 and row[VALUE] <= most:
            continue
        wilds = (price[JOKER], row[WILD_CARDS])
        points = row[VALUE] - wilds_too_dear(row, left, rules, wilds)
        if best < 0 or points > most:
            best, most = index, points
    plan.melds = 1
    write_meld(found[best], plan.meld[0])
    give_wilds(hand, rules.wild_kinds, rules.value, plan)
    plan.penalty = -most
    for kind in range(KINDS):
        plan.penalty += int(hand.count[kind]) * rules.value[kind]
    return 1


@kernel(PLAN_SIGNATURE)
def plan_lay_down(hand, goal, rules, plan):
    """As `best_plan`, with the points of ``rules`` (RULES) and every way to lay the contract."""
    if goal.dirty == 1:
        return plan_dirty_run(hand, goal, rules.value, plan)
    found = best_plan(hand, goal, rules.value, plan)
    if may_be_full(hand, goal, 0) == 1:
        second = np.zeros(1, SECOND_PLAN)
        put_full_suit(goal, second[0].goal)
        full = plan_lay_down(hand, second[0].goal, rules, second[0].plan)
        if full == 1 and (found == 0 or second[0].plan.penalty < plan.penalty):
            copy_record(second[0].plan, plan)
            found = 1
    return found
