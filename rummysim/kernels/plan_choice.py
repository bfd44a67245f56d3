"""Which melds of a plan are tried next: masks of rows, for each shape of the contract in turn."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import BOARD_BITS, KIND_AT
from rummysim.kernels.layout import JOKER
from rummysim.kernels.plan_order import is_apart, is_same_shape
from rummysim.kernels.plan_room import MANY

ZERO = np.uint64(0)
ONE = np.uint64(1)
BLOCK = 64  # rows that one mask can tell of
ALL_ROWS = np.uint64(2**64 - 1)
FEW = 32  # rows that are looked through at once


@kernel()
def too_cheap(room, shape):
    """The most points that the naturals of a row may have and a plan with it be none to look for.

    That row and those that follow it for equal shapes carry no more than so many times its
    naturals, nor than the dearest for the others, and both are no more than ``room.bar``.
    """
    rest = room.bar - room.carried[shape] - room.beyond[shape]
    return max(rest // room.equal[shape], rest - room.behind[shape])


@kernel()
def gone_before(room, shape):
    """Boards of the kinds of which a shape finds none left, one at most, two at most."""
    return ~room.once[shape], ~room.twice[shape], ~room.thrice[shape]


@kernel()
def lacks_any(one, gone, taken):
    """1 if a row (TRIED) needs cards that are ``gone`` (`gone_before`) or lies at a place taken."""
    lacks = one.once & gone[0] | one.twice & gone[1] | one.thrice & gone[2]
    return 1 if lacks | np.uint64(one.place & taken) else 0


@kernel()
def rows_that_fit(room, tried, shape):
    """Mask of the rows whose naturals and place are left, none if those are too few places.

    ``room.behind`` knows afterwards what these rows alone can carry for the shapes that follow.
    """
    gone, taken = gone_before(room, shape), room.taken[shape]
    base, rows, places = room.base[shape], ZERO, 0
    count, behind = room.equal[shape], 0
    for at in range(room.first[shape], room.last[shape]):
        one = tried[at]
        if lacks_any(one, gone, taken) == 0:
            rows |= ONE << np.uint64(at - base)
            if one.place & places == 0:
                places |= one.place
                count -= 1
                behind += one.naturals if count > 0 else 0
    room.behind[shape] = behind
    return rows if count <= 0 else ZERO


@kernel()
def open_shape(goal, room, tried, shape):
    """0; ``room.open[shape]`` are the rows to be tried for a shape: equal ones take them in order.

    Where equal shapes lie in different places, their cards are never the same ones: the rows of a
    first shape are looked through at once, and for each that follows one place is left out.
    """
    first, last, apart = room.first[shape], room.last[shape], is_apart(goal, shape)
    if is_same_shape(goal, shape) == 1:
        chosen, base = room.chosen[shape - 1], room.base[shape - 1]
        room.base[shape], rows = base, room.open[shape - 1]
        if apart == 0:
            rows |= ONE << np.uint64(chosen - base)
        elif base + BLOCK == last:
            where = trailing_zeros(np.uint64(tried[chosen].place)) & 15
            rows &= ~room.peers[room.head[shape], where]
    else:
        base = last - (last - first + BLOCK - 1) // BLOCK * BLOCK
        room.base[shape] = base
        rows = ALL_ROWS << np.uint64(first - base) if first < last else ZERO
        if shape > 0 and apart == 1 and last - first <= FEW:
            rows = rows_that_fit(room, tried, shape)
    if room.base[shape] + BLOCK == last:
        wilds = room.wilds[shape] - room.needed[shape + 1]
        rows &= room.thin[room.head[shape], min(wilds, MANY)]
    room.open[shape] = rows
    return 0


@kernel()
def places_suffice(room, one, shape):
    """1 if the rows from ``one`` (TRIED) on have places enough for a shape and those equal to it.

    0 if there are too few wilds for them, -1 if there are too few places.
    """
    left = one.reach & ~room.taken[shape]
    count = popcount(np.uint64(left))
    if count != room.equal[shape]:
        return 1 if count > room.equal[shape] else -1
    left &= ~one.place
    needed = one.wilds
    while left:
        needed += one.lean >> 4 * (trailing_zeros(np.uint64(left)) & 15) & 15
        left &= left - 1
    return 1 if needed <= room.wilds[shape] - room.needed[shape + count] else 0


@kernel()
def next_fit(goal, room, tried, shape):
    """Number of the next row that may be tried for a shape, -1 if none is left.

    Its naturals are there, and wilds enough for the shapes that follow, too; and where equal shapes
    must lie in different places, there are enough of those from it on. It may beat the best plan.
    """
    apart = is_apart(goal, shape)
    gone, taken = gone_before(room, shape), room.taken[shape] if apart == 1 else 0
    wilds = room.wilds[shape] - room.needed[shape + 1]
    rows, bar = room.open[shape], too_cheap(room, shape)
    while True:
        while rows != ZERO:
            at = room.base[shape] + trailing_zeros(rows)
            rows &= rows - ONE
            one = tried[at]
            if one.naturals <= bar:
                return -1  # the rows that follow carry no more
            if one.wilds > wilds or lacks_any(one, gone, taken) == 1:
                continue
            enough = places_suffice(room, one, shape) if apart == 1 else 1
            if enough < 0:
                return -1
            if enough == 1:
                room.open[shape] = rows
                return at
        room.base[shape] += BLOCK
        if room.base[shape] >= room.last[shape]:
            return -1
        rows = ALL_ROWS


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
    room.bar = -1
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
