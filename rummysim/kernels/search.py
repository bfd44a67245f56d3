"""The distance to any contract by branch and bound: slow, general, and the measure of the rest.

A *choice* puts each run at a window (suit, first place) and each set at a rank. How many slots
naturals can fill is a flow from cards to melds, and by the theorem of Ford and Fulkerson (1956)
it is the smallest cut: over all subsets X of the melds, the slots of the melds outside X plus the
cards that X can use. Filling every slot leaves ``missing`` slots. Filling only the slots that
jokers may not take leaves ``excess`` ones, and one filling attains both, because augmenting a
flow never empties a meld. So a choice costs ``max(missing - jokers, excess)`` cards.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.hand import KIND_BITS, add_card, remove_card
from rummysim.kernels.layout import JOKER, MAX_PACKS, MAX_SHAPES, UNREACHABLE

ZERO = np.uint64(0)
ONE = np.uint64(1)
LOW_PLACES = np.uint64(0x1FFF1FFF1FFF1FFF)  # places 0..12, without the second ace
HIGH_ACE = np.uint64(13)
RANK_BITS = np.array([0x0001000100010001 << r for r in range(13)], dtype=np.uint64)
WINDOW_BITS = np.array([(1 << length) - 1 for length in range(16)], dtype=np.uint64)
MAX_RUN = 14
MAX_SET = 24

# Columns of the melds of a choice.
IS_RUN, SLOTS, NEED, WAYS, SAME = 0, 1, 2, 3, 4


@kernel()
def whole_size(hand, goal):
    """Cards that the melds of a whole-hand round must hold together (rules.md 2.4).

    Without buys that is the contract; else the next hand size that a player can have after
    his draw. UNREACHABLE when melds may not grow and more cards are held than they take.
    """
    if goal.longer == 0:
        return goal.cards if hand.size <= goal.cards else UNREACHABLE
    least = max(hand.size, goal.cards)
    if goal.turn_step == 0:
        return max(least, goal.turn_size)
    size = goal.turn_size
    while size < least:
        size += goal.turn_step
    return size


@kernel()
def add_cover(cover, subset, word):
    """0; row ``subset`` of ``cover`` counts each kind of ``word`` once more (up to MAX_PACKS)."""
    cover[subset, 2] |= cover[subset, 1] & word
    cover[subset, 1] |= cover[subset, 0] & word
    cover[subset, 0] |= word
    return 0


@kernel()
def fill_row(cover, subset, meld, way):
    """0; row ``subset`` of ``cover`` includes a meld (row of ``describe``) laid the given way."""
    if meld[IS_RUN] == 0:
        cover[subset, 3] |= RANK_BITS[way]
        return 0
    starts = MAX_RUN + 1 - meld[SLOTS]
    word = WINDOW_BITS[meld[SLOTS]] << np.uint64(way % starts)
    shift = np.uint64(way // starts * 16)
    add_cover(cover, subset, (word << shift) & LOW_PLACES)
    if word >> HIGH_ACE:
        add_cover(cover, subset, ONE << shift)
    return 0


@kernel()
def usable(board, cover, subset):
    """Cards of ``board`` that the melds of ``subset`` can use, when sets have no limit."""
    cards = 0
    for copy in range(MAX_PACKS):
        cards += popcount(board[copy] & LOW_PLACES & (cover[subset, copy] | cover[subset, 3]))
    return cards


@kernel()
def describe(goal, length, melds):
    """Number of melds; row i of ``melds`` says what meld i of the goal needs.

    ``length`` (int64[MAX_SHAPES]) holds the slots of each meld, runs first.
    """
    for i in range(goal.runs + goal.sets):
        is_run = 1 if i < goal.runs else 0
        limit = goal.wild_max_run if is_run == 1 else goal.wild_max_set
        melds[i, IS_RUN] = is_run
        melds[i, SLOTS] = length[i]
        melds[i, NEED] = length[i] - min(limit, length[i] - 1)  # one natural at least
        melds[i, WAYS] = 4 * (MAX_RUN + 1 - length[i]) if is_run == 1 else 13
        melds[i, SAME] = 0
        if i > 0 and melds[i - 1, IS_RUN] == is_run and melds[i - 1, SLOTS] == length[i]:
            melds[i, SAME] = 1
    return goal.runs + goal.sets


@kernel()
def runs_clash(first, second, way, other):
    """1 if two runs of one suit lie without a free place between them (rows of ``describe``)."""
    starts = MAX_RUN + 1 - first[SLOTS]
    starts_other = MAX_RUN + 1 - second[SLOTS]
    if way // starts != other // starts_other:
        return 0
    low, high = way % starts, other % starts_other
    return 1 if low <= high + second[SLOTS] and high <= low + first[SLOTS] else 0


@kernel()
def is_barred(goal, melds, way, level):
    """1 if the meld of ``level`` may not lie there because of a meld placed before it."""
    for i in range(level):
        if melds[i, IS_RUN] != melds[level, IS_RUN]:
            continue
        if melds[i, IS_RUN] == 1:
            if goal.gap == 1 and runs_clash(melds[level], melds[i], way[level], way[i]) == 1:
                return 1
        elif goal.distinct_ranks == 1 and way[i] == way[level]:
            return 1
    return 0


@kernel()
def extend_flow(board, cover, melds, flow, level):
    """0; ``flow[level + 1]`` are the slots that naturals fill of melds 0..level.

    Column 0 counts all slots, column 1 only those that jokers may not take. Rows of ``cover``
    below ``1 << level`` describe the subsets of the melds before it.
    """
    bit = 1 << level
    slots, need = melds[level, SLOTS], melds[level, NEED]
    best_slots = flow[level, 0] + slots
    best_need = flow[level, 1] + need
    for subset in range(bit):
        outside_slots, outside_need = 0, 0
        for i in range(level):
            if subset >> i & 1 == 0:
                outside_slots += melds[i, SLOTS]
                outside_need += melds[i, NEED]
        cards = usable(board, cover, subset + bit)
        best_slots = min(best_slots, outside_slots + cards)
        best_need = min(best_need, outside_need + cards)
    flow[level + 1, 0] = best_slots
    flow[level + 1, 1] = best_need
    return 0


@kernel()
def lay_way(cover, melds, way, level):
    """0; ``cover`` has the subsets with meld ``level`` laid at ``way[level]``."""
    bit = 1 << level
    for subset in range(bit):
        for column in range(4):
            cover[subset + bit, column] = cover[subset, column]
        fill_row(cover, subset + bit, melds[level], way[level])
    return 0


@kernel()
def count_alone(board, cover, melds, count, rest):
    """0; ``rest[i]`` are the slots (all, and without jokers) that melds i.. lack at the least."""
    way = np.zeros(1, dtype=np.int64)
    rest[count, 0] = 0
    rest[count, 1] = 0
    for i in range(count - 1, -1, -1):
        most = 0
        for w in range(melds[i, WAYS]):
            way[0] = w
            lay_way(cover, melds[i : i + 1], way, 0)
            most = max(most, usable(board, cover, 1))
        rest[i, 0] = rest[i + 1, 0] + max(0, melds[i, SLOTS] - most)
        rest[i, 1] = rest[i + 1, 1] + max(0, melds[i, NEED] - most)
    return 0


@kernel()
def search_lengths(hand, goal, length, limit):
    """The distance with the given slots per meld if it is below ``limit``, else ``limit``."""
    melds = np.zeros((MAX_SHAPES, 5), dtype=np.int64)
    cover = np.zeros((1 << MAX_SHAPES, 4), dtype=np.uint64)
    flow = np.zeros((MAX_SHAPES + 1, 2), dtype=np.int64)
    rest = np.zeros((MAX_SHAPES + 1, 2), dtype=np.int64)
    way = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    count = describe(goal, length, melds)
    count_alone(hand.board, cover, melds, count, rest)
    if max(rest[0, 0] - hand.wilds, rest[0, 1]) >= limit:
        return limit
    level, slots, need = 0, 0, 0
    way[0] = -1
    while level >= 0:
        way[level] += 1
        if way[level] >= melds[level, WAYS]:
            level -= 1
            slots -= melds[level, SLOTS]
            need -= melds[level, NEED]
            continue
        if is_barred(goal, melds, way, level) == 1:
            continue
        lay_way(cover, melds, way, level)
        extend_flow(hand.board, cover, melds, flow, level)
        missing = slots + melds[level, SLOTS] - flow[level + 1, 0] + rest[level + 1, 0]
        excess = need + melds[level, NEED] - flow[level + 1, 1] + rest[level + 1, 1]
        cost = max(missing - hand.wilds, excess)
        if cost >= limit:
            continue
        if level == count - 1:
            limit = cost
            continue
        slots += melds[level, SLOTS]
        need += melds[level, NEED]
        level += 1
        way[level] = way[level - 1] - 1 if melds[level, SAME] == 1 else -1
    return limit


@kernel()
def stated_lengths(goal, length):
    """0; ``length`` holds the stated size of each meld, runs first."""
    for i in range(goal.runs):
        length[i] = goal.run_size[i]
    for i in range(goal.sets):
        length[goal.runs + i] = goal.set_size[i]
    return 0


@kernel()
def next_lengths(goal, length, total):
    """1 and the next way to give ``total`` slots to melds of at least the stated sizes, or 0.

    Counts like an odometer; the last meld gets what is left.
    """
    count = goal.runs + goal.sets
    for i in range(count - 2, -1, -1):
        length[i] += 1
        for k in range(i + 1, count - 1):
            length[k] = goal.run_size[k] if k < goal.runs else goal.set_size[k - goal.runs]
        left = total
        for k in range(count - 1):
            left -= length[k]
        least = goal.set_size[goal.sets - 1] if goal.sets > 0 else goal.run_size[count - 1]
        if left >= least:
            length[count - 1] = left
            return 1
    return 0


@kernel()
def lengths_fit(goal, length):
    """1 if no meld is longer than a meld can be, and equal runs are tried in one order only."""
    for i in range(goal.runs + goal.sets):
        if length[i] > (MAX_RUN if i < goal.runs else MAX_SET):
            return 0
        if 0 < i < goal.runs and goal.run_size[i] == goal.run_size[i - 1]:
            if length[i] > length[i - 1]:
                return 0
    return 1


@kernel()
def search_distance(hand, goal, total, limit):
    """The distance if it is below ``limit``, else ``limit``.

    ``total`` is `whole_size` for whole-hand rounds; it is not looked at in others.
    """
    length = np.zeros(MAX_SHAPES, dtype=np.int64)
    stated_lengths(goal, length)
    if goal.whole_hand == 0:
        return search_lengths(hand, goal, length, limit)
    if total == UNREACHABLE:
        return limit
    length[goal.runs + goal.sets - 1] += total - goal.cards
    more = 1
    while more == 1:
        if lengths_fit(goal, length) == 1:
            limit = search_lengths(hand, goal, length, limit)
        more = next_lengths(goal, length, total)
    return limit


@kernel()
def search_evaluation(hand, goal, out):
    """The distance; ``out`` (EVALUATION) is filled by asking again for every card more or less.

    ``hand`` is changed on the way and is as before on return.
    """
    total = whole_size(hand, goal)
    distance = search_distance(hand, goal, total, UNREACHABLE)
    out.distance = distance
    out.outs = ZERO
    out.core = ZERO
    out.joker_out = 0
    out.joker_core = 0
    if distance == UNREACHABLE:
        return distance
    for kind in range(JOKER + 1):
        held = int(hand.count[kind])
        if kind == JOKER or held < MAX_PACKS:
            add_card(hand, kind)
            if search_distance(hand, goal, total, distance) < distance:
                out.outs |= KIND_BITS[kind]
                out.joker_out |= int(kind == JOKER)
            remove_card(hand, kind)
        if held > 0:
            remove_card(hand, kind)
            if search_distance(hand, goal, total, distance + 1) > distance:
                out.core |= KIND_BITS[kind]
                out.joker_core |= int(kind == JOKER)
            add_card(hand, kind)
    return distance
