"""In which order the melds of a plan are tried, and how much those to come can carry at most."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import BOARD_BITS, KIND_AT
from rummysim.kernels.layout import JOKER, MAX_MELD_SIZE
from rummysim.kernels.plan_room import HIGH_ACE, LOW_ACES, MOST_WILDS, kinds_picked, place_bit

ZERO = np.uint64(0)
ONE = np.uint64(1)
PLACES = 13  # ranks of sets, or suits of runs
NUMBER = 24  # bits for the number of a row


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
def note_ranks(found, order, melds):
    """0; ``order`` (int64[melds]) are the ranks of the rows.

    A rank stands above the number of the row: dearest naturals first, of equals most wilds first.
    """
    for index in range(melds):
        row = found[index]
        order[index] = (row.naturals * MAX_MELD_SIZE + row.wild_cards) << NUMBER | index
    return 0


@kernel()
def order_rows(order, first, last):
    """0; ``order[first:last]`` are in the order of trial, those of higher rank first."""
    step = (last - first) // 2
    while step > 0:  # Shell's sort
        for at in range(first + step, last):
            one = order[at]
            to = at
            while to - step >= first and order[to - step] >> NUMBER < one >> NUMBER:
                order[to] = order[to - step]
                to -= step
            order[to] = one
        step //= 2
    return 0


@kernel()
def note_tried(found, order, tried, first, last):
    """0; ``tried[first:last]`` (TRIED) are the rows in their order."""
    reach, lean = 0, -1
    for index in range(last - 1, first - 1, -1):
        one = tried[index]
        one.row = order[index] & ((1 << NUMBER) - 1)
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
    return 0


@kernel()
def note_places(found, first, last, apart, room):
    """(most points of a row, most of its naturals); ``room`` knows what rows of each place carry.

    With ``apart`` 0 all rows count as lying in one place.
    """
    for where in range(PLACES):
        room.dearest[where], room.leanest[where] = 0, MOST_WILDS
    most, naturals = 0, 0
    for index in range(first, last):
        row = found[index]
        at = row.where if apart == 1 else 0
        most, naturals = max(most, row.value), max(naturals, row.naturals)
        room.dearest[at] = max(room.dearest[at], row.naturals)
        room.leanest[at] = min(room.leanest[at], row.wild_cards + row.own)
    return most, naturals


@kernel()
def take_dearest(room):
    """Points of the naturals of the dearest place, which counts no more."""
    best = 0
    for where in range(1, PLACES):
        if room.dearest[where] > room.dearest[best]:
            best = where
    points = room.dearest[best]
    room.dearest[best] = 0
    return points


@kernel()
def take_leanest(room):
    """The fewest wilds that a place takes, which counts no more."""
    best = 0
    for where in range(1, PLACES):
        if room.leanest[where] < room.leanest[best]:
            best = where
    wilds = room.leanest[best]
    room.leanest[best] = MOST_WILDS
    return wilds


@kernel()
def bound_equal(goal, room, found, shapes):
    """0; ``room`` knows what equal shapes, from the first to the last of ``shapes``, carry."""
    first, last = shapes
    apart = goal.distinct_suits if first < goal.runs else goal.distinct_ranks
    most, naturals = note_places(found, room.first[first], room.last[first], apart, room)
    beyond, behind, needed = room.naturals[last + 1], 0, room.needed[last + 1]
    for shape in range(last, first - 1, -1):
        room.most[shape] = room.most[shape + 1] + most
        room.equal[shape] = last + 1 - shape
        room.behind[shape] = behind
        room.beyond[shape] = beyond
        behind += take_dearest(room) if apart == 1 else naturals
        needed += take_leanest(room) if apart == 1 else room.leanest[0]
        room.naturals[shape] = beyond + behind
        room.needed[shape] = needed
    return 0


@kernel()
def bound_shapes(goal, room, found, order, tried):
    """0; ``room`` knows the most points that the shapes from each on can carry.

    ``tried`` are the rows, in order where `is_ordered` says so.
    """
    last = goal.runs + goal.sets - 1
    room.most[last + 1], room.naturals[last + 1], room.needed[last + 1] = 0, 0, 0
    while last >= 0:
        first = last
        while is_same_shape(goal, first) == 1:
            first -= 1
        begin, end = room.first[first], room.last[first]
        if is_ordered(goal) == 1:
            order_rows(order, begin, end)
        note_tried(found, order, tried, begin, end)
        bound_equal(goal, room, found, (first, last))
        last = first - 1
    return 0


@kernel()
def most_to_come(room, row, shape):
    """Most points of the naturals of ``row`` (TRIED) and those to come, if rows are ordered.

    Equal shapes take their rows in order, so those that follow carry no more than this one.
    """
    equal = (room.equal[shape] - 1) * row.naturals
    return row.naturals + min(equal, room.behind[shape]) + room.beyond[shape]


@kernel()
def next_fit(goal, room, tried, shape):
    """Number of the next row that may be tried for a shape; ``room.last[shape]`` if none is left.

    Its naturals are there, and wilds enough for the shapes that follow, too; and where equal shapes
    must lie in different places, there are enough of those from it on.
    """
    apart = goal.distinct_suits if shape < goal.runs else goal.distinct_ranks
    taken = room.taken[shape] if apart == 1 else 0
    wilds = room.wilds[shape] - room.needed[shape + 1]
    gone, gone_twice, gone_thrice = ~room.once[shape], ~room.twice[shape], ~room.thrice[shape]
    last = room.last[shape]
    for at in range(room.chosen[shape] + 1, last):
        one = tried[at]
        if one.place & taken or one.wilds > wilds:
            continue
        if one.once & gone | one.twice & gone_twice | one.thrice & gone_thrice:
            continue
        if apart == 0:
            return at
        left = one.reach & ~taken
        count = popcount(np.uint64(left))
        if count < room.equal[shape]:
            return last
        if count == room.equal[shape]:
            left &= ~one.place
            needed = one.wilds
            while left:
                needed += one.lean >> 4 * (trailing_zeros(np.uint64(left)) & 15) & 15
                left &= left - 1
            if needed > room.wilds[shape] - room.needed[shape + count]:
                continue
        return at
    return last


@kernel()
def begin_choice(hand, room):
    """0; nothing is chosen and all cards of the hand, wild ranks included, are left."""
    room.once[0], room.twice[0], room.thrice[0] = hand.board[0], hand.board[1], hand.board[2]
    kinds = hand.wild_kinds
    while kinds != ZERO:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        held = int(hand.count[kind])
        room.once[0] |= BOARD_BITS[kind] if held > 0 else ZERO
        room.twice[0] |= BOARD_BITS[kind] if held > 1 else ZERO
        room.thrice[0] |= BOARD_BITS[kind] if held > 2 else ZERO
    room.wilds[0], room.taken[0], room.laid[0], room.worth[0] = hand.wilds, 0, 0, 0
    room.carried[0] = room.price[JOKER] * hand.wilds
    room.chosen[0] = room.first[0] - 1
    return 0


@kernel()
def choose_row(room, one, shape):
    """0; the shapes behind ``shape`` find what ``one`` (TRIED) leaves."""
    once, twice, thrice = room.once[shape], room.twice[shape], room.thrice[shape]
    for kinds in (one.once, one.twice, one.thrice):
        once, twice = (once & ~kinds) | (twice & kinds), (twice & ~kinds) | (thrice & kinds)
        thrice &= ~kinds
    behind = shape + 1
    room.once[behind], room.twice[behind], room.thrice[behind] = once, twice, thrice
    room.wilds[behind] = room.wilds[shape] - one.wilds
    room.taken[behind] = room.taken[shape] | one.place
    room.laid[behind] = room.laid[shape] + one.size
    room.worth[behind] = room.worth[shape] + one.value
    room.carried[behind] = room.carried[shape] + one.naturals
    return 0
