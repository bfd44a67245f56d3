"""The ways to lay one meld of a choice, and how many slots of several melds naturals can fill.

A *row* of ``cover`` says which cards some melds can use: kinds that their runs use once, twice and
thrice, ranks of their sets, and the first three once more for the slots that wilds may not take.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.layout import MAX_PACKS
from rummysim.kernels.wild_places import (
    CIRCLE,
    list_patterns,
    places_of_rank,
    runs_clash,
    starts_of_run,
    wilds_of_run,
    wilds_of_set,
)

ZERO = np.uint64(0)
LOW_PLACES = np.uint64(0x1FFF1FFF1FFF1FFF)  # places 0..12, without the second ace
SUIT_RANKS = (1 << CIRCLE) - 1
RANK_BITS = np.array([0x0001000100010001 << r for r in range(13)], dtype=np.uint64)
MOST_PATTERNS = 512  # of one run: C(11, 4) = 330 for four wilds in fourteen places

# Columns of the melds of a choice; NEED counts the slots that wilds may not take.
IS_RUN, SLOTS, NEED, WAYS, SAME, STARTS, PATTERNS, WILDS = 0, 1, 2, 3, 4, 5, 6, 7
MELD_COLUMNS = 8
# First columns of a row of ``cover``.
ALL_SLOTS, SET_RANKS, NEEDED_SLOTS = 0, 3, 4
COVER_COLUMNS = 7


@kernel()
def add_cover(cover, subset, column, word):
    """0; row ``subset`` of ``cover`` counts each kind of ``word`` once more (up to MAX_PACKS)."""
    cover[subset, column + 2] |= cover[subset, column + 1] & word
    cover[subset, column + 1] |= cover[subset, column] & word
    cover[subset, column] |= word
    return 0


@kernel()
def add_places(cover, subset, column, places, start):
    """0; as `add_cover` for places (a mask) of a run; ``start`` is (suit, first place)."""
    suit, first = start
    shift = np.uint64(16 * suit)
    line = places << first
    add_cover(cover, subset, column, np.uint64(line & SUIT_RANKS) << shift)
    if line >> CIRCLE:
        add_cover(cover, subset, column, np.uint64(line >> CIRCLE) << shift)
    return 0


@kernel()
def where_of(meld, way):
    """(suit, first place) of a run that is laid the given way."""
    start = way // meld[PATTERNS]
    return start // meld[STARTS], start % meld[STARTS]


@kernel()
def needed_places(meld, patterns, way):
    """Mask of the places of a run that count for what wilds may not take."""
    return ((1 << meld[SLOTS]) - 1) & ~patterns[way % meld[PATTERNS]]


@kernel()
def fill_row(cover, subset, meld, patterns, way):
    """0; row ``subset`` of ``cover`` includes a meld (row of ``describe``) laid the given way."""
    if meld[IS_RUN] == 0:
        cover[subset, SET_RANKS] |= RANK_BITS[way]
        return 0
    start = where_of(meld, way)
    add_places(cover, subset, ALL_SLOTS, (1 << meld[SLOTS]) - 1, start)
    add_places(cover, subset, NEEDED_SLOTS, needed_places(meld, patterns, way), start)
    return 0


@kernel()
def usable(board, row, column):
    """Cards of ``board`` that some melds (a row of cover) can use, when sets have no limit."""
    cards = 0
    for copy in range(MAX_PACKS):
        kinds = row[column + copy] | row[SET_RANKS]
        cards += popcount(board[copy] & LOW_PLACES & kinds)
    return cards


@kernel()
def describe(goal, length, melds, patterns):
    """Number of melds; row i of ``melds`` says what meld i of the goal needs.

    ``length`` (int64[MAX_SHAPES]) holds the slots of each meld, runs first; ``patterns[i]`` are
    the places that wilds may take of run i.
    """
    for i in range(goal.runs + goal.sets):
        size = length[i]
        is_run = 1 if i < goal.runs else 0
        wilds = wilds_of_run(goal, size) if is_run == 1 else wilds_of_set(goal, size)
        melds[i, IS_RUN] = is_run
        melds[i, SLOTS] = size
        melds[i, WILDS] = wilds
        melds[i, NEED] = size - wilds
        melds[i, STARTS] = starts_of_run(goal.wrap, size) if is_run == 1 else 0
        melds[i, PATTERNS] = 1
        melds[i, SAME] = 0
        if is_run == 1:
            melds[i, PATTERNS] = list_patterns(goal, size, wilds, patterns[i])
        melds[i, WAYS] = 4 * melds[i, STARTS] * melds[i, PATTERNS] if is_run == 1 else 13
        if i > 0 and melds[i - 1, IS_RUN] == is_run and melds[i - 1, SLOTS] == size:
            if melds[i - 1, WILDS] == wilds:
                melds[i, SAME] = 1
    return goal.runs + goal.sets


@kernel()
def need_of(goal, meld, patterns, way):
    """Slots that only naturals may take of a meld that is laid the given way."""
    if meld[IS_RUN] == 0 or goal.wild_adjacent == 1:
        return meld[NEED]
    return popcount(np.uint64(needed_places(meld, patterns, way)))


@kernel()
def is_lawful(goal, meld, patterns, way):
    """0 if a place is left to a wild rank where no wild may lie, or a set has such a rank."""
    if goal.wild_kinds == ZERO or goal.wild_natural == 1:
        return 1
    ranks = np.int64(goal.wild_kinds) & SUIT_RANKS
    if meld[IS_RUN] == 0:
        return 1 - (ranks >> way & 1)
    first = where_of(meld, way)[1]
    wilds = places_of_rank(ranks, first, meld[SLOTS])
    if goal.wild_adjacent == 0:
        return 1 if wilds & needed_places(meld, patterns, way) == 0 else 0
    return 1 if popcount(np.uint64(wilds)) <= meld[WILDS] else 0


@kernel()
def list_ways(hand, goal, meld, patterns, ways):
    """How many lawful ways there are to lay a meld; row k of ``ways`` (int64[n, 4]) is one.

    (way, slots that it lacks alone, needed slots that it lacks alone, needed slots), those that
    lack fewest slots first.
    """
    cover = np.zeros((1, COVER_COLUMNS), dtype=np.uint64)
    lacking = np.full((meld[WAYS], 3), -1, dtype=np.int64)
    for way in range(meld[WAYS]):
        if is_lawful(goal, meld, patterns, way) == 0:
            continue
        for column in range(COVER_COLUMNS):
            cover[0, column] = ZERO
        fill_row(cover, 0, meld, patterns, way)
        need = need_of(goal, meld, patterns, way)
        lacking[way, 0] = max(0, meld[SLOTS] - usable(hand.board, cover[0], ALL_SLOTS))
        lacking[way, 1] = max(0, need - usable(hand.board, cover[0], NEEDED_SLOTS))
        lacking[way, 2] = need
    count = 0
    for slots in range(meld[SLOTS] + 1):
        for way in range(meld[WAYS]):
            if lacking[way, 0] == slots:
                ways[count, 0] = way
                for column in range(3):
                    ways[count, column + 1] = lacking[way, column]
                count += 1
    return count


@kernel()
def is_barred(goal, melds, way, level):
    """1 if the meld of ``level`` may not lie there because of a meld placed before it."""
    for i in range(level):
        if melds[i, IS_RUN] != melds[level, IS_RUN]:
            continue
        if melds[i, IS_RUN] == 1:
            suit, first = where_of(melds[level], way[level])
            other_suit, other = where_of(melds[i], way[i])
            if suit != other_suit:
                continue
            if goal.distinct_suits == 1:
                return 1
            sizes = (melds[level, SLOTS], melds[i, SLOTS])
            if goal.gap == 1 and runs_clash(goal.wrap, (first, other), sizes) == 1:
                return 1
        elif goal.distinct_ranks == 1 and way[i] == way[level]:
            return 1
    return 0


@kernel()
def extend_flow(board, cover, melds, needs, flow, level):
    """0; ``flow[level + 1]`` are the slots that naturals fill of melds 0..level.

    Column 0 counts all slots, column 1 only those that wilds may not take, of which meld i has
    ``needs[i]``. Rows of ``cover`` below ``1 << level`` describe the subsets of the melds before.
    """
    bit = 1 << level
    best_slots = flow[level, 0] + melds[level, SLOTS]
    best_need = flow[level, 1] + needs[level]
    for subset in range(bit):
        outside_slots, outside_need = 0, 0
        for i in range(level):
            if subset >> i & 1 == 0:
                outside_slots += melds[i, SLOTS]
                outside_need += needs[i]
        row = cover[subset + bit]
        best_slots = min(best_slots, outside_slots + usable(board, row, ALL_SLOTS))
        best_need = min(best_need, outside_need + usable(board, row, NEEDED_SLOTS))
    flow[level + 1, 0] = best_slots
    flow[level + 1, 1] = best_need
    return 0


@kernel()
def lay_way(cover, meld, patterns, way, level):
    """0; ``cover`` has the subsets with meld ``level`` laid the given way."""
    bit = 1 << level
    for subset in range(bit):
        for column in range(COVER_COLUMNS):
            cover[subset + bit, column] = cover[subset, column]
        fill_row(cover, subset + bit, meld, patterns, way)
    return 0
