"""In which order the melds of a plan are tried, and how much those to come can carry at most."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import MAX_MELD_SIZE, MAX_SHAPES

ZERO = np.uint64(0)


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
def note_naturals(found, melds, price):
    """0; every row knows the points of its naturals, and its place in the order of trial."""
    for index in range(melds):
        row = found[index]
        row.naturals = row.value - price * row.wild_cards
        row.place = index
    return 0


@kernel()
def rank_of(row):
    """The order of rows: dearest naturals first, of equals most wilds first."""
    return row.naturals * MAX_MELD_SIZE + row.wild_cards


@kernel()
def order_rows(found, first, last):
    """0; ``found[first:last]`` are tried in the order of `rank_of`; `place` says which comes."""
    step = (last - first) // 2
    while step > 0:  # Shell's sort
        for at in range(first + step, last):
            place = found[at].place
            rank = rank_of(found[place])
            to = at
            while to - step >= first and rank_of(found[found[to - step].place]) < rank:
                found[to].place = found[to - step].place
                to -= step
            found[to].place = place
        step //= 2
    return 0


@kernel()
def add_dearest(found, first, last, sums):
    """0; ``sums[k]`` are the most points of the naturals of k rows that lie in different places.

    A place is a rank or a suit; ``sums`` are int64[MAX_SHAPES + 1].
    """
    best = np.zeros(13, dtype=np.int64)
    for index in range(first, last):
        row = found[index]
        best[row.where] = max(best[row.where], row.naturals)
    sums[0] = 0
    for count in range(1, len(sums)):
        dearest = 0
        for where in range(13):
            if best[where] > best[dearest]:
                dearest = where
        sums[count] = sums[count - 1] + best[dearest]
        best[dearest] = 0
    return 0


@kernel()
def bound_shapes(goal, room, found):
    """0; ``room`` knows the most points that the shapes from each on can carry.

    Rows are put in order where `is_ordered` says so.
    """
    shapes = goal.runs + goal.sets
    ordered = is_ordered(goal)
    room.most[shapes] = 0
    room.naturals[shapes] = 0
    sums = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    equal, beyond = 0, 0
    for shape in range(shapes - 1, -1, -1):
        first, last = room.first[shape], room.last[shape]
        if equal == 0:
            beyond = room.naturals[shape + 1]
            if ordered == 1:
                order_rows(found, first, last)
                add_dearest(found, first, last, sums)
        most, naturals = 0, 0
        for index in range(first, last):
            most = max(most, found[index].value)
            naturals = max(naturals, found[index].naturals)
        equal += 1
        apart = goal.distinct_suits if shape < goal.runs else goal.distinct_ranks
        room.most[shape] = room.most[shape + 1] + most
        room.equal[shape] = equal
        room.behind[shape] = (equal - 1) * naturals if apart == 0 else sums[equal - 1]
        room.beyond[shape] = beyond
        room.naturals[shape] = beyond + (equal * naturals if apart == 0 else sums[equal])
        if is_same_shape(goal, shape) == 0:
            equal = 0
    return 0


@kernel()
def most_to_come(room, row, shape):
    """Most points of the naturals of ``row`` and of the shapes that follow, if rows are ordered.

    Equal shapes take their rows in order, so those that follow carry no more than this one.
    """
    equal = (room.equal[shape] - 1) * row.naturals
    return row.naturals + min(equal, room.behind[shape]) + room.beyond[shape]
