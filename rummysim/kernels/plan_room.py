"""What a plan works on, in one record, and the cards that its melds take out of the hand.

Rows are records, too: each array that one kernel hands to another costs atomic counts of who uses
it, which took half the time of a plan.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import trailing_zeros
from rummysim.kernels.hand import BOARD_BITS, KIND_AT, is_wild
from rummysim.kernels.layout import JOKER, KINDS, MAX_SHAPES, Record
from rummysim.kernels.meld_list import dearest_wild
from rummysim.kernels.picks import CODES, KINDS_OF
from rummysim.kernels.wild_places import runs_clash

ZERO = np.uint64(0)
ONE = np.uint64(1)
HIGH_ACE = np.uint64(13)
LOW_ACES = np.uint64(0x0001_0001_0001_0001)
MOST_WILDS = 12  # that the sets of a contract can hold together
MANY = 4  # wilds in a row; rows with more are not told apart in masks

ROW = np.dtype(
    [
        ("value", np.int64),  # points of its cards
        ("is_run", np.int64),
        ("where", np.int64),  # suit of a run, rank of a set
        ("first", np.int64),  # place of the lowest card of a run
        ("size", np.int64),
        ("wilds", np.int64),  # of a run: bit i set, card i is a wild; of a set: how many wilds
        ("pick", np.int64),  # of a set: naturals of suit s, at bits 2s
        ("wild_cards", np.int64),  # cards that are wilds
        ("own", np.int64),  # cards of wild ranks that stand for themselves
        ("naturals", np.int64),  # points of its naturals
        ("board", np.uint64),  # its naturals; of a run the high ace at place 13 only
    ],
    align=True,
)

# A row in the order of trial, as far as the choice of rows looks at it.
TRIED = np.dtype(
    [
        ("row", np.int64),  # its number
        ("once", np.uint64),  # board of its naturals, aces at both places
        ("twice", np.uint64),  # of those that it has twice
        ("thrice", np.uint64),  # of those that it has three times
        ("wilds", np.int64),  # and wilds that it takes
        ("place", np.int64),  # its `place_bit`
        ("reach", np.int64),  # those of this row and all that follow
        ("lean", np.int64),  # fewest wilds
        ("value", np.int64),  # points of its cards
        ("naturals", np.int64),  # points of its naturals
        ("size", np.int64),
    ],
    align=True,
)

ROOM = np.dtype(
    [
        ("value", np.int64, (KINDS,)),  # points of each kind
        ("price", np.int64, (KINDS,)),  # the same with every wild as dear as the dearest held
        ("left", np.int64, (KINDS,)),  # copies that no chosen meld uses; as jokers all wilds
        ("gone", np.uint64),  # board of the kinds of which none is left
        ("first", np.int64, (MAX_SHAPES + 1,)),  # the rows that each shape can be: from here ...
        ("last", np.int64, (MAX_SHAPES + 1,)),  # ... up to here
        ("most", np.int64, (MAX_SHAPES + 1,)),  # points that the shapes from here on can carry
        ("naturals", np.int64, (MAX_SHAPES + 1,)),  # the same without wilds
        ("equal", np.int64, (MAX_SHAPES + 1,)),  # shapes of one kind and size from here on
        ("behind", np.int64, (MAX_SHAPES + 1,)),  # naturals that those behind the first can carry
        ("beyond", np.int64, (MAX_SHAPES + 1,)),  # naturals that all other shapes can carry
        ("needed", np.int64, (MAX_SHAPES + 1,)),  # wilds that the shapes from here on need
        ("lean", np.int64, (MAX_SHAPES + 1,)),  # fewest wilds of a row at each place, in four bits
        ("head", np.int64, (MAX_SHAPES + 1,)),  # the first of the shapes that equal each
        ("peers", np.uint64, (MAX_SHAPES + 1, 13)),  # of such a first, by place: its last 64 rows
        ("thin", np.uint64, (MAX_SHAPES + 1, MANY + 1)),  # and by wilds: those with no more
        ("open", np.uint64, (MAX_SHAPES + 1,)),  # rows still to be tried for a shape, 64 at most
        ("base", np.int64, (MAX_SHAPES + 1,)),  # and the number of the first of those 64
        ("chosen", np.int64, (MAX_SHAPES + 1,)),  # number of the row chosen for each shape
        ("once", np.uint64, (MAX_SHAPES + 1,)),  # kinds left before a shape, at least once, ...
        ("twice", np.uint64, (MAX_SHAPES + 1,)),
        ("thrice", np.uint64, (MAX_SHAPES + 1,)),
        ("wilds", np.int64, (MAX_SHAPES + 1,)),  # wilds left before a shape
        ("laid", np.int64, (MAX_SHAPES + 1,)),  # cards of the shapes before
        ("worth", np.int64, (MAX_SHAPES + 1,)),  # and their points
        ("taken", np.int64, (MAX_SHAPES + 1,)),  # ranks and suits of those before (`place_bit`)
        ("carried", np.int64, (MAX_SHAPES + 1,)),  # points before a shape, with all wilds held
        ("bar", np.int64),  # points that a plan must beat, where rows are ordered
        ("row", ROW, (MAX_SHAPES,)),  # the melds chosen
        ("best", ROW, (MAX_SHAPES,)),  # the dearest melds so far
        ("points", np.int64, (14, MAX_SHAPES + 1, MOST_WILDS + 1)),  # of sets: `fill_table`
        ("choice", np.int64, (14, MAX_SHAPES + 1, MOST_WILDS + 1)),
        ("ranks", np.int64),  # ranks that can give a set, so rows of the two tables
        ("rank", np.int64, (13,)),  # which they are
    ],
    align=True,
)
ROW_RECORD = np.dtype((Record, ROW))
TRIED_RECORD = np.dtype((Record, TRIED))
ROOM_RECORD = np.dtype((Record, ROOM))


@kernel()
def open_room(hand, wild_kinds, value, room):
    """0; ``room`` knows the points of each kind, and how dear the dearest wild of the hand is."""
    for kind in range(KINDS):
        room.value[kind] = value[kind]
        room.price[kind] = value[kind]
    if wild_kinds != ZERO:
        dearest = dearest_wild(hand.count.astype(np.int64), wild_kinds, value)
        if dearest >= 0:
            room.price[JOKER] = value[dearest]
    return 0


@kernel()
def leave_cards(hand, wild_kinds, room):
    """0; ``room.left`` are the cards of a hand but for ``wild_kinds``, and as jokers all wilds."""
    room.gone = ZERO
    for kind in range(JOKER):
        left = 0 if is_wild(wild_kinds, kind) else np.int64(hand.count[kind])
        room.left[kind] = left
        if left == 0:
            room.gone |= BOARD_BITS[kind]
    room.left[JOKER] = hand.wilds
    room.taken[0] = 0
    return 0


@kernel()
def take_row(room, row, sign):
    """1 if no count of ``room.left`` is below zero afterwards, else 0.

    The cards of a meld are taken from it (``sign`` -1) or given back (1). Cards of a wild rank
    that stand for themselves are taken from the wilds, too.
    """
    room.left[JOKER] += sign * (row.wild_cards + row.own)
    fine = 1 if room.left[JOKER] >= 0 else 0
    board = row.board
    while board != ZERO:
        kind = KIND_AT[trailing_zeros(board)]
        board &= board - ONE
        copies = 1 if row.is_run == 1 else row.pick >> 2 * (kind // 13) & 3
        left = room.left[kind] + sign * copies
        room.left[kind] = left
        if left > 0:
            room.gone &= ~BOARD_BITS[kind]
        else:
            room.gone |= BOARD_BITS[kind]
            if left < 0:
                fine = 0
    return fine


@kernel()
def lacks_cards(room, row):
    """1 if a natural of a row is gone, or it has more wilds than are left."""
    if row.board & room.gone != ZERO:
        return 1
    return 1 if row.wild_cards + row.own > room.left[JOKER] else 0


@kernel()
def kinds_picked(row, copy):
    """Board (uint64) of the kinds of a set that it has more than ``copy`` times; none of a run."""
    kinds = KINDS_OF[CODES * copy + row.pick] << np.uint64(row.where)
    if row.is_run == 1:
        return ZERO
    aces = kinds & LOW_ACES
    return kinds | aces << HIGH_ACE


@kernel()
def place_bit(row):
    """The bit of the rank of a set, or of the suit of a run, in ``room.taken``."""
    return 1 << (row.where + 16 * row.is_run)


@kernel()
def is_refused(goal, room, row, shape):
    """1 if ``row`` may not lie beside one of the melds chosen for the shapes before ``shape``."""
    if room.taken[shape] & place_bit(row) == 0:
        return 0
    if row.is_run == 0:
        return goal.distinct_ranks
    if goal.distinct_suits == 1 or goal.gap == 0:
        return goal.distinct_suits
    for earlier in range(shape):
        other = room.row[earlier]
        if other.is_run == 1 and other.where == row.where:
            places, sizes = (row.first, other.first), (row.size, other.size)
            if runs_clash(goal.wrap, places, sizes) == 1:
                return 1
    return 0
