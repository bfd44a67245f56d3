"""How many wilds a meld may hold, and at which places of a run they may lie.

A *pattern* is a mask of the places of a run (bit 0 its first card) that wilds may take together
when no two of them may be neighbours. Only patterns that cannot be enlarged are listed: wilds
need not take all places of one. A run of thirteen places that goes round the corner is closed, so
its ends are neighbours, too.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount

LONG_RUN = 7  # from so many cards on a run may hold `wild_max_run7` wilds
CIRCLE = 13  # places of a suit when runs go round the corner
LINE = 14  # places otherwise, ace low to ace high


@kernel()
def wilds_of_set(goal, size):
    """Wilds that a set of ``size`` cards may hold."""
    return max(0, min(goal.wild_max_set, size - max(1, goal.set_min_naturals)))


@kernel()
def set_jokers(goal):
    """Wilds that a set of three may hold."""
    return wilds_of_set(goal, 3)


@kernel()
def wilds_of_run(goal, size):
    """Wilds that a run of ``size`` cards may hold."""
    most = goal.wild_max_run7 if size >= LONG_RUN else goal.wild_max_run
    return min(most, size - 1)


@kernel()
def longest_run(wrap):
    """The most cards of a run; ``wrap`` 1 where runs go round the corner."""
    return CIRCLE if wrap == 1 else LINE


@kernel()
def starts_of_run(wrap, size):
    """At how many places of a suit a run of ``size`` cards can begin."""
    if wrap == 1:
        return 0 if size > CIRCLE else 1 if size == CIRCLE else CIRCLE
    return max(0, LINE + 1 - size)


@kernel()
def runs_clash(wrap, places, sizes):
    """1 if two runs of a suit have no free place between them; ``places`` are their first."""
    if wrap == 1:
        above, below = (places[1] - places[0]) % CIRCLE, (places[0] - places[1]) % CIRCLE
        return 0 if above > sizes[0] and below > sizes[1] else 1
    apart = places[0] + sizes[0] < places[1] or places[1] + sizes[1] < places[0]
    return 0 if apart else 1


@kernel()
def places_of_rank(ranks, first, size):
    """Mask of the places of a run at which one of ``ranks`` belongs (bit 0: its first card)."""
    places = 0
    for i in range(size):
        places |= (ranks >> (first + i) % CIRCLE & 1) << i
    return places


@kernel()
def beside(wrap, places, size):
    """Mask of the places of a run next to one of ``places``."""
    window = (1 << size) - 1
    near = (places << 1 | places >> 1) & window
    if wrap == 1 and size == CIRCLE:
        near |= (places & 1) << (size - 1) | places >> (size - 1)
    return near


@kernel()
def touching(wrap, places, size):
    """1 if two of the ``places`` of a run are neighbours."""
    return 1 if beside(wrap, places, size) & places else 0


@kernel()
def list_patterns(goal, size, limit, patterns):
    """How many patterns of at most ``limit`` places there are; they are written to ``patterns``.

    Those beyond the end of ``patterns`` (int64[n]) are counted only. A single pattern 0 says that
    a number is enough: neighbours are allowed.
    """
    if goal.wild_adjacent == 1:
        patterns[0] = 0
        return 1
    window = (1 << size) - 1
    count, places = 0, 0
    while places <= window:
        pairs = places & places >> 1
        if pairs:
            places += pairs & -pairs  # the next mask without these two neighbours
            continue
        near = beside(goal.wrap, places, size)
        wilds = popcount(np.uint64(places))
        full = wilds == limit or (near | places) == window
        if wilds <= limit and near & places == 0 and full:
            if count < patterns.shape[0]:
                patterns[count] = places
            count += 1
        places += 1
    return count
