"""The dearest sets that a hand can lay when all are of one size: a table over the ranks.

``value`` counts each wild as the dearest that is held; ``left[JOKER]`` are all wilds.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.hand import is_wild
from rummysim.kernels.layout import JOKER, MAX_SHAPES
from rummysim.kernels.meld_list import (
    IS_RUN,
    PICK,
    SELF,
    SIZE,
    VALUE,
    WHERE,
    WILD_CARDS,
    WILDS,
    is_refused,
    overpaid,
    take_row,
)
from rummysim.kernels.wild_places import wilds_of_set

ZERO = np.uint64(0)
IMPOSSIBLE = -1
MOST_WILDS = 12
# A choice is packed as 16 * sets + wilds, five bits of wilds being more than enough.
WILD_BASE = 16


@kernel()
def dearest_of_rank(left, value, rank, wanted):
    """Points of the ``wanted`` dearest cards of a rank in ``left``; IMPOSSIBLE if too few."""
    points = 0
    taken = 0
    ceiling = np.int64(1) << 40
    while taken < wanted:
        dearest = np.int64(-1)
        for suit in range(4):
            kind = suit * 13 + rank
            if left[kind] > 0 and dearest < value[kind] < ceiling:
                dearest = value[kind]
        if dearest < 0:
            return IMPOSSIBLE
        for suit in range(4):
            kind = suit * 13 + rank
            if value[kind] == dearest:
                here = min(left[kind], wanted - taken)
                points += here * dearest
                taken += here
        ceiling = dearest
    return points


@kernel()
def usable_wilds(left, goal):
    """Wilds in ``left`` that the sets of the goal can hold."""
    return min(min(left[JOKER], MOST_WILDS), goal.sets * wilds_per_set(goal))


@kernel()
def wilds_per_set(goal):
    """Wilds that one set may hold."""
    return wilds_of_set(goal, goal.set_size[0])


@kernel()
def fill_table(left, goal, value, best, choice):
    """0; ``best[rank + 1, sets, wilds]`` are the most points of the ranks up to ``rank``.

    left : int64[53], cards that may be used
    best : int64[14, MAX_SHAPES + 1, MOST_WILDS + 1], IMPOSSIBLE where there is no way
    choice : the same shape, what the rank itself gives, packed as WILD_BASE * sets + wilds
    """
    size = goal.set_size[0]
    per_set = wilds_per_set(goal)
    wilds = usable_wilds(left, goal)
    for s in range(goal.sets + 1):
        for w in range(wilds + 1):
            best[0, s, w] = IMPOSSIBLE
    best[0, 0, 0] = 0
    for rank in range(13):
        held = left[rank] + left[rank + 13] + left[rank + 26] + left[rank + 39]
        most = (held + wilds) // size if held > 0 else 0
        if goal.distinct_ranks == 1:
            most = min(most, 1)
        for s in range(goal.sets + 1):
            for w in range(wilds + 1):
                best[rank + 1, s, w] = best[rank, s, w]
                choice[rank + 1, s, w] = 0
        for own in range(1, min(most, goal.sets) + 1):
            for own_wilds in range(min(wilds, own * per_set) + 1):
                points = dearest_of_rank(left, value, rank, own * size - own_wilds)
                if points < 0:
                    continue
                points += own_wilds * value[JOKER]
                for s in range(own, goal.sets + 1):
                    for w in range(own_wilds, wilds + 1):
                        before = best[rank, s - own, w - own_wilds]
                        if before >= 0 and before + points > best[rank + 1, s, w]:
                            best[rank + 1, s, w] = before + points
                            choice[rank + 1, s, w] = WILD_BASE * own + own_wilds
    return 0


@kernel()
def points_too_many(hand, goal, value, price, wilds):
    """Points by which so many wilds, counted at ``price`` each, are more than the dearest held."""
    if goal.wild_kinds == ZERO:
        return 0
    return overpaid(hand.count.astype(np.int64), goal.wild_kinds, value, price, wilds)


@kernel()
def dearest_sets(hand, goal, values, left, best):
    """(wilds of the dearest sets, their points), -1 wilds if the sets cannot be laid.

    What the runs count too much for their wilds is taken off. ``values`` is (points of each
    kind, the same with each wild as dear as the dearest).
    """
    most, wilds = 0, -1
    laid = hand.wilds - left[JOKER]
    for w in range(usable_wilds(left, goal) + 1):
        points = best[13, goal.sets, w]
        if points >= 0:
            points -= points_too_many(hand, goal, values[0], values[1][JOKER], laid + w)
            if wilds < 0 or points > most:
                most, wilds = points, w
    return wilds, most


@kernel()
def spell_sets(left, goal, value, wilds, choice, rows):
    """0; ``rows[goal.runs:]`` are the sets with ``wilds`` wilds, taken out of ``left``."""
    sets = goal.sets
    at = goal.runs
    for rank in range(12, -1, -1):
        taken = choice[rank + 1, sets, wilds]
        own, own_wilds = taken // WILD_BASE, taken % WILD_BASE
        sets -= own
        wilds -= own_wilds
        for _ in range(own):
            here = min(own_wilds, wilds_per_set(goal))
            own_wilds -= here
            spell_set(left, goal, value, rank, here, rows[at])
            at += 1
    return 0


@kernel()
def spell_set(left, goal, value, rank, wilds, row):
    """0; ``row`` is one set of the dearest cards of a rank, which leave ``left``."""
    size = goal.set_size[0]
    row[IS_RUN] = 0
    row[WHERE] = rank
    row[SIZE] = size
    row[WILDS] = wilds
    row[VALUE] = wilds * value[JOKER]
    row[PICK] = 0
    row[WILD_CARDS] = wilds
    row[SELF] = 0
    left[JOKER] -= wilds
    for _ in range(size - wilds):
        pick = -1
        for suit in range(4):
            kind = suit * 13 + rank
            if left[kind] > 0 and (pick < 0 or value[kind] > value[pick * 13 + rank]):
                pick = suit
        left[pick * 13 + rank] -= 1
        row[VALUE] += value[pick * 13 + rank]
        row[PICK] += 1 << 2 * pick
    return 0


@kernel()
def cards_to_lay(hand, goal):
    """int64[53]: the naturals of a hand, and all its wilds as jokers."""
    left = hand.count.astype(np.int64)
    left[JOKER] = hand.wilds
    for kind in range(JOKER):
        if is_wild(goal.wild_kinds, kind):
            left[kind] = 0
    return left


@kernel()
def keep_melds(found, chosen, shapes, rows):
    """0; the first ``shapes`` of ``rows`` are the melds chosen for them."""
    for shape in range(shapes):
        rows[shape] = found[chosen[shape]]
    return 0


@kernel()
def choose_runs_and_sets(hand, goal, values, found, begin, rows):
    """The most points that can be laid down, -1 if nothing can; ``rows`` are the melds.

    ``values`` as in `dearest_sets`.

    Depth first over the runs of the goal (``found`` and ``begin`` as `plan.list_shapes` makes
    them for the runs), the table over the ranks for the sets of each choice.
    """
    left = cards_to_lay(hand, goal)
    value = values[1]
    best = np.empty((14, MAX_SHAPES + 1, MOST_WILDS + 1), dtype=np.int64)
    choice = np.empty((14, MAX_SHAPES + 1, MOST_WILDS + 1), dtype=np.int64)
    chosen = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    most, points, depth = -1, 0, 0
    chosen[0] = begin[0, 0] - 1
    while depth >= 0:
        if depth == goal.runs:
            fill_table(left, goal, value, best, choice)
            wilds, sets = dearest_sets(hand, goal, values, left, best)
            if wilds >= 0 and points + sets > most:
                most = points + sets
                keep_melds(found, chosen, goal.runs, rows)
                spell_sets(left.copy(), goal, value, wilds, choice, rows)
        else:
            chosen[depth] += 1
            if chosen[depth] < begin[depth, 1]:
                row = found[chosen[depth]]
                if is_refused(goal, found, chosen, depth) == 0:
                    if take_row(left, row, -1) == 1:
                        points += row[VALUE]
                        depth += 1
                        if depth < goal.runs:
                            same = begin[depth, 0] == begin[depth - 1, 0]
                            chosen[depth] = chosen[depth - 1] if same else begin[depth, 0]
                            chosen[depth] -= 1
                    else:
                        take_row(left, row, 1)
                continue
        depth -= 1
        if depth >= 0:
            row = found[chosen[depth]]
            take_row(left, row, 1)
            points -= row[VALUE]
    return most
