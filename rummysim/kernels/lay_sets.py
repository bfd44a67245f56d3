"""The dearest sets that a hand can lay when all are of one size: a table over the ranks.

``room.price`` counts each wild as the dearest that is held; ``room.left[JOKER]`` are all wilds.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.hand import KIND_BITS
from rummysim.kernels.layout import JOKER
from rummysim.kernels.meld_list import overpaid
from rummysim.kernels.plan_order import first_row
from rummysim.kernels.plan_room import (
    MOST_WILDS,
    is_refused,
    lacks_cards,
    leave_cards,
    place_bit,
    take_row,
)
from rummysim.kernels.wild_places import wilds_of_set

ZERO = np.uint64(0)
IMPOSSIBLE = -1
# A choice is packed as 16 * sets + wilds, five bits of wilds being more than enough.
WILD_BASE = 16


@kernel()
def dearest_of_rank(room, rank, wanted):
    """Points of the ``wanted`` dearest cards of a rank in ``room.left``; IMPOSSIBLE if too few."""
    points = 0
    taken = 0
    ceiling = np.int64(1) << 40
    while taken < wanted:
        dearest = np.int64(-1)
        for suit in range(4):
            kind = suit * 13 + rank
            if room.left[kind] > 0 and dearest < room.price[kind] < ceiling:
                dearest = room.price[kind]
        if dearest < 0:
            return IMPOSSIBLE
        for suit in range(4):
            kind = suit * 13 + rank
            if room.price[kind] == dearest:
                here = min(room.left[kind], wanted - taken)
                points += here * dearest
                taken += here
        ceiling = dearest
    return points


@kernel()
def usable_wilds(room, goal):
    """Wilds in ``room.left`` that the sets of the goal can hold."""
    return min(min(room.left[JOKER], MOST_WILDS), goal.sets * wilds_per_set(goal))


@kernel()
def wilds_per_set(goal):
    """Wilds that one set may hold."""
    return wilds_of_set(goal, goal.set_size[0])


@kernel()
def fill_table(goal, room):
    """0; ``room.points[row + 1, sets, wilds]`` are the most points of the ranks up to a row.

    IMPOSSIBLE where there is no way; ``room.choice`` is what the rank itself gives, packed as
    WILD_BASE * sets + wilds. There are rows for the ranks that can give a set.
    """
    size = goal.set_size[0]
    per_set = wilds_per_set(goal)
    wilds = usable_wilds(room, goal)
    for s in range(goal.sets + 1):
        for w in range(wilds + 1):
            room.points[0, s, w] = IMPOSSIBLE
    room.points[0, 0, 0] = 0
    row = 0
    for rank in range(13):
        held = 0
        for suit in range(4):
            held += room.left[rank + 13 * suit]
        if held == 0 or held + min(wilds, per_set) < size:
            continue
        most = (held + wilds) // size
        if goal.distinct_ranks == 1:
            most = min(most, 1)
        for s in range(goal.sets + 1):
            for w in range(wilds + 1):
                room.points[row + 1, s, w] = room.points[row, s, w]
                room.choice[row + 1, s, w] = 0
        for own in range(1, min(most, goal.sets) + 1):
            for own_wilds in range(min(wilds, own * per_set) + 1):
                points = dearest_of_rank(room, rank, own * size - own_wilds)
                if points < 0:
                    continue
                points += own_wilds * room.price[JOKER]
                for s in range(own, goal.sets + 1):
                    for w in range(own_wilds, wilds + 1):
                        before = room.points[row, s - own, w - own_wilds]
                        if before >= 0 and before + points > room.points[row + 1, s, w]:
                            room.points[row + 1, s, w] = before + points
                            room.choice[row + 1, s, w] = WILD_BASE * own + own_wilds
        room.rank[row] = rank
        row += 1
    room.ranks = row
    return 0


@kernel()
def points_too_many(hand, goal, room, wilds):
    """Points by which so many wilds, counted as the dearest each, are more than the dearest."""
    if goal.wild_kinds == ZERO:
        return 0
    held = hand.count.astype(np.int64)
    return overpaid(held, goal.wild_kinds, room.value, room.price[JOKER], wilds)


@kernel()
def dearest_sets(hand, goal, room):
    """(wilds of the dearest sets, their points), -1 wilds if the sets cannot be laid.

    What the runs count too much for their wilds is taken off.
    """
    most, wilds = 0, -1
    laid = hand.wilds - room.left[JOKER]
    for w in range(usable_wilds(room, goal) + 1):
        points = room.points[room.ranks, goal.sets, w]
        if points >= 0:
            points -= points_too_many(hand, goal, room, laid + w)
            if wilds < 0 or points > most:
                most, wilds = points, w
    return wilds, most


@kernel()
def spell_sets(goal, room, wilds):
    """0; ``room.best[goal.runs:]`` are the sets with ``wilds`` wilds."""
    sets = goal.sets
    at = goal.runs
    for row in range(room.ranks - 1, -1, -1):
        rank = room.rank[row]
        taken = room.choice[row + 1, sets, wilds]
        own, own_wilds = taken // WILD_BASE, taken % WILD_BASE
        sets -= own
        wilds -= own_wilds
        for _ in range(own):
            here = min(own_wilds, wilds_per_set(goal))
            own_wilds -= here
            spell_set(goal, room, rank, here, room.best[at])
            take_row(room, room.best[at], -1)
            at += 1
    for index in range(goal.runs, at):
        take_row(room, room.best[index], 1)
    return 0


@kernel()
def spell_set(goal, room, rank, wilds, row):
    """0; ``row`` is one set of the dearest cards of a rank in ``room.left``."""
    size = goal.set_size[0]
    row.is_run = 0
    row.where = rank
    row.first = 0
    row.size = size
    row.wilds = wilds
    row.value = wilds * room.price[JOKER]
    row.pick = 0
    row.wild_cards = wilds
    row.own = 0
    row.board = ZERO
    for _ in range(size - wilds):
        pick = -1
        for suit in range(4):
            kind = suit * 13 + rank
            if room.left[kind] > row.pick >> 2 * suit & 3:
                if pick < 0 or room.price[kind] > room.price[pick * 13 + rank]:
                    pick = suit
        row.value += room.price[pick * 13 + rank]
        row.pick += 1 << 2 * pick
        row.board |= KIND_BITS[pick * 13 + rank]
    return 0


@kernel()
def keep_melds(room, shapes):
    """0; the melds chosen for the first ``shapes`` shapes are the dearest so far."""
    for shape in range(shapes):
        room.best[shape] = room.row[shape]
    return 0


@kernel()
def choose_runs_and_sets(hand, goal, room, found):
    """The most points that can be laid down, -1 if nothing can; ``room.best`` are the melds.

    Depth first over the runs of the goal (``found`` and ``room`` as `plan.list_shapes` makes
    them for the runs), the table over the ranks for the sets of each choice.
    """
    leave_cards(hand, goal.wild_kinds, room)
    most, points, depth = -1, 0, 0
    room.chosen[0] = room.first[0] - 1
    while depth >= 0:
        if depth == goal.runs:
            fill_table(goal, room)
            wilds, sets = dearest_sets(hand, goal, room)
            if wilds >= 0 and points + sets > most:
                most = points + sets
                keep_melds(room, goal.runs)
                spell_sets(goal, room, wilds)
        elif room.chosen[depth] + 1 < room.last[depth]:
            room.chosen[depth] += 1
            row = found[room.chosen[depth]]
            if lacks_cards(room, row) == 1 or is_refused(goal, room, row, depth) == 1:
                continue
            if take_row(room, row, -1) == 0:
                take_row(room, row, 1)
                continue
            room.row[depth] = row
            room.taken[depth + 1] = room.taken[depth] | place_bit(row)
            points += row.value
            depth += 1
            if depth < goal.runs:
                room.chosen[depth] = first_row(goal, room, depth) - 1
            continue
        depth -= 1
        if depth >= 0:
            row = room.row[depth]
            take_row(room, row, 1)
            points -= row.value
    return most
