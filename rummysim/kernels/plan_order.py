"""In which order the melds of a plan are tried, and how much those to come can carry at most."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.layout import MAX_MELD_SIZE
from rummysim.kernels.plan_room import HIGH_ACE, LOW_ACES, MANY, kinds_picked, place_bit

ZERO = np.uint64(0)
ONE = np.uint64(1)
PLACES = 13  # ranks of sets, or suits of runs
NUMBER = 24  # bits for the number of a row
ROW_NUMBER = (1 << NUMBER) - 1
SHORT = 8  # so many ranks are sorted without a branch
FOURS = 0x1_1111_1111_1111  # the lowest of four bits for each place
LAST_BIT = np.uint64(1 << 63)  # of a mask, for the last of the rows


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
def first_row(goal, room, shape):
    """The first row to try for a shape: equal shapes take theirs in order."""
    return room.chosen[shape - 1] if is_same_shape(goal, shape) == 1 else room.first[shape]


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
def is_apart(goal, shape):
    """1 if shapes like this one must differ in suit (runs) or rank (sets)."""
    return goal.distinct_suits if shape < goal.runs else goal.distinct_ranks


@kernel()
def note_ranks(found, order, first, last):
    """The fewest wilds of a row at each place, four bits for each; ``order`` are their ranks.

    A rank stands above the number of the row: dearest naturals first, of equals most wilds first.
    """
    lean = -1
    for index in range(first, last):
        row = found[index]
        order[index] = (row.naturals * MAX_MELD_SIZE + row.wild_cards) << NUMBER | index
        wilds, shift = row.wild_cards + row.own, 4 * row.where
        if wilds < lean >> shift & 15:
            lean = lean & ~(15 << shift) | wilds << shift
    return lean


@kernel()
def places_with(lean, wilds):
    """At how many places the fewest wilds of a row are ``wilds``."""
    other = lean ^ wilds * FOURS
    other |= other >> 2
    other |= other >> 1
    return popcount(np.uint64(~other & FOURS))


@kernel()
def note_needed(goal, room, shapes):
    """0; ``room`` knows the wilds that equal shapes, from the first to the last, need at least."""
    first, last = shapes
    apart, lean = is_apart(goal, first), room.lean[first]
    wilds, places = 0, places_with(lean, 0)
    for shape in range(last, first - 1, -1):
        while places <= 0 and wilds < 15:
            wilds += 1
            places = places_with(lean, wilds)
        room.needed[shape] = room.needed[shape + 1] + wilds
        places -= apart
    return 0


@kernel()
def pass_over(order, first, last, step):
    """0; of ``order[first:last]`` those that lie ``step`` apart are sorted, higher ranks first.

    Equal ranks stay as they are. A few are exchanged without a branch, which would be guessed
    wrong half of the time.
    """
    short = last - first <= SHORT * step
    for at in range(first + step, last):
        to = at - step
        if short:
            while to >= first:
                above, below = order[to], order[to + step]
                lower = above < below >> NUMBER << NUMBER
                order[to] = below if lower else above
                order[to + step] = above if lower else below
                to -= step
            continue
        one = order[at]
        rank = one >> NUMBER << NUMBER
        while to >= first and order[to] < rank:
            order[to + step] = order[to]
            to -= step
        order[to + step] = one
    return 0


@kernel()
def keep_rows(room, found, order, shape, spare):
    """How many rows a plan can have for a shape; ``order`` begins with them.

    Left out are those that take more than the ``spare`` wilds beyond what they or others must.
    """
    lean, other = room.lean[shape], room.needed[shape] - room.needed[shape + 1]
    begin, kept = room.first[shape], 0
    for index in range(begin, room.last[shape]):
        one = order[index]
        row = found[one & ROW_NUMBER]
        if row.wild_cards + row.own - spare <= min(other, lean >> 4 * row.where & 15):
            order[begin + kept] = one
            kept += 1
    return kept


@kernel()
def order_rows(room, found, order, shape, spare):
    """How many rows a plan can have for a shape; ``order`` begins with them in the order of trial.

    This is Shell's sort of all rows, on which the order of equal ones depends; but its last pass
    is over those that are kept.
    """
    begin, end = room.first[shape], room.last[shape]
    step = (end - begin) // 2
    while step > 1:
        pass_over(order, begin, end, step)
        step //= 2
    kept = keep_rows(room, found, order, shape, spare)
    pass_over(order, begin, begin + kept, 1)
    return kept


@kernel()
def note_tried(room, found, order, tried, shape, kept):
    """Most points of a row; ``tried`` (TRIED) are the rows of a shape, which ``order`` begins with.

    The first is ``room.first[shape]`` afterwards.
    """
    begin, end = room.first[shape], room.last[shape]
    most, reach, lean, bit = 0, 0, -1, LAST_BIT
    for where in range(PLACES):
        room.peers[shape, where] = ZERO
    for wilds in range(MANY + 1):
        room.thin[shape, wilds] = ZERO
    for index in range(kept - 1, -1, -1):
        one = tried[end - kept + index]
        one.row = order[begin + index] & ROW_NUMBER
        row = found[one.row]
        aces = (row.board | row.board >> HIGH_ACE) & LOW_ACES
        one.once = row.board | aces | aces << HIGH_ACE
        aces = row.board & (row.board >> HIGH_ACE) & LOW_ACES
        one.twice = kinds_picked(row, 1) | aces | aces << HIGH_ACE
        one.thrice = kinds_picked(row, 2)
        one.wilds = row.wild_cards + row.own
        one.place = place_bit(row)
        reach |= one.place
        one.reach = reach
        shift = 4 * row.where
        if one.wilds < lean >> shift & 15:
            lean = lean & ~(15 << shift) | one.wilds << shift
        one.lean = lean
        one.value, one.naturals, one.size = row.value, row.naturals, row.size
        most = max(most, row.value)
        room.peers[shape, row.where] |= bit
        room.thin[shape, min(one.wilds, MANY)] |= bit
        bit >>= ONE
    for wilds in range(MANY):
        room.thin[shape, wilds + 1] |= room.thin[shape, wilds]
    room.first[shape] = end - kept
    return most


@kernel()
def bound_equal(goal, room, tried, shapes, most):
    """0; ``room`` knows what equal shapes, from the first to the last of ``shapes``, carry.

    ``most`` are the points of their dearest row.
    """
    first, last = shapes
    apart = is_apart(goal, first)
    at, end, seen = room.first[first], room.last[first], 0
    beyond, behind = room.naturals[last + 1], 0
    for shape in range(last, first - 1, -1):
        room.head[shape] = first
        room.first[shape] = room.first[first]
        room.most[shape] = room.most[shape + 1] + most
        room.equal[shape] = last + 1 - shape
        room.behind[shape] = behind
        room.beyond[shape] = beyond
        while at < end and tried[at].place & seen:
            at += 1
        if at < end:
            behind += tried[at].naturals
            seen |= tried[at].place * apart
        room.naturals[shape] = beyond + behind
    return 0


@kernel()
def first_equal(goal, shape):
    """The first of the shapes that equal ``shape``."""
    while is_same_shape(goal, shape) == 1:
        shape -= 1
    return shape


@kernel()
def bound_shapes(hand, goal, room, found, order, tried):
    """1, and ``room`` knows the most points that the shapes from each on can carry.

    ``tried`` are the rows, in order where `is_ordered` says so. 0 if there are wilds too few.
    """
    shapes = goal.runs + goal.sets
    room.most[shapes], room.naturals[shapes], room.needed[shapes] = 0, 0, 0
    last = shapes - 1
    while last >= 0:
        first = first_equal(goal, last)
        room.lean[first] = note_ranks(found, order, room.first[first], room.last[first])
        note_needed(goal, room, (first, last))
        last = first - 1
    spare = hand.wilds - room.needed[0]
    if spare < 0:
        return 0
    last = shapes - 1
    while last >= 0:
        first = first_equal(goal, last)
        if is_ordered(goal) == 1:
            kept = order_rows(room, found, order, first, spare)
        else:
            kept = keep_rows(room, found, order, first, spare)
        most = note_tried(room, found, order, tried, first, kept)
        bound_equal(goal, room, tried, (first, last), most)
        last = first - 1
    return 1
