"""The distance to any contract by branch and bound: slow, general, and the measure of the rest.

A *choice* puts each run at a window (suit, first place) and each set at a rank. How many slots
naturals can fill is a flow from cards to melds, and by the theorem of Ford and Fulkerson (1956)
it is the smallest cut: over all subsets X of the melds, the slots of the melds outside X plus the
cards that X can use. Filling every slot leaves ``missing`` slots. Filling only the slots that
wilds may not take leaves ``excess`` ones, and one filling attains both, because augmenting a
flow never empties a slot. So a choice costs ``max(missing - wilds, excess)`` cards.

Which slots wilds may take is a number, or a *pattern* of places where no two wilds may be
neighbours; then every pattern that cannot be enlarged is a way of its own (``wild_patterns``).
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import trailing_zeros
from rummysim.kernels.hand import BOARD_BITS, KIND_AT, KIND_BITS, add_card, remove_card
from rummysim.kernels.layout import JOKER, MAX_PACKS, MAX_SHAPES, UNREACHABLE
from rummysim.kernels.linked import linked
from rummysim.kernels.types import LIMIT_SIGNATURE, SEARCH_SIGNATURE
from rummysim.kernels.ways import (
    COVER_COLUMNS,
    MELD_COLUMNS,
    MOST_PATTERNS,
    SAME,
    SLOTS,
    WAYS,
    describe,
    extend_flow,
    is_barred,
    lay_way,
    list_ways,
)
from rummysim.kernels.wild_places import LONG_RUN, longest_run

ZERO = np.uint64(0)
ONE = np.uint64(1)
MAX_SET = 24


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
def least_rest(ways, counts, rest):
    """0; ``rest[i]`` are the slots (all, and without wilds) that melds i.. lack at the least."""
    count = len(counts)
    rest[count, 0] = 0
    rest[count, 1] = 0
    for i in range(count - 1, -1, -1):
        least = MAX_SET
        for k in range(counts[i]):
            least = min(least, ways[i, k, 2])
        rest[i, 0] = rest[i + 1, 0] + (ways[i, 0, 1] if counts[i] > 0 else MAX_SET)
        rest[i, 1] = rest[i + 1, 1] + least
    return 0


@kernel()
def search_lengths(hand, goal, length, limit):
    """The distance with the given slots per meld if it is below ``limit``, else ``limit``."""
    melds = np.zeros((MAX_SHAPES, MELD_COLUMNS), dtype=np.int64)
    patterns = np.zeros((MAX_SHAPES, MOST_PATTERNS), dtype=np.int64)
    count = describe(goal, length, melds, patterns)
    most = 0
    for i in range(count):
        most = max(most, melds[i, WAYS])
    ways = np.empty((count, most, 4), dtype=np.int64)
    counts = np.zeros(count, dtype=np.int64)
    rest = np.zeros((MAX_SHAPES + 1, 2), dtype=np.int64)
    for i in range(count):
        if melds[i, SAME] == 1:
            counts[i] = counts[i - 1]
            for row in range(counts[i]):
                for column in range(4):
                    ways[i, row, column] = ways[i - 1, row, column]
        else:
            counts[i] = list_ways(hand, goal, melds[i], patterns[i], ways[i])
    least_rest(ways, counts, rest)
    if max(rest[0, 0] - hand.wilds, rest[0, 1]) >= limit:
        return limit
    return search_choices(hand, goal, (melds, patterns), (ways, counts, rest), limit)


@kernel()
def lay_meld_at(hand, melds, patterns, row, room, level):
    """(slots, slots without wilds) that the melds 0..level lack with the last laid as ``row``.

    room : (cover, flow, needs, lacks) of `search_choices`
    """
    cover, flow, needs, lacks = room
    needs[level] = row[3]
    lay_way(cover, melds[level], patterns[level], row[0], level)
    extend_flow(hand.board, cover, melds, needs, flow, level)
    missing = lacks[level, 0] + melds[level, SLOTS] - flow[level + 1, 0] + flow[level, 0]
    excess = lacks[level, 1] + needs[level] - flow[level + 1, 1] + flow[level, 1]
    return missing, excess


@kernel()
def search_choices(hand, goal, shapes, listed, limit):
    """The least cost of a choice if it is below ``limit``, else ``limit``.

    shapes : (melds, patterns) of `describe`
    listed : (ways, counts, rest) of `list_ways` and `least_rest`
    """
    melds, patterns = shapes
    ways, counts, rest = listed
    cover = np.zeros((1 << MAX_SHAPES, COVER_COLUMNS), dtype=np.uint64)
    flow = np.zeros((MAX_SHAPES + 1, 2), dtype=np.int64)
    lacks = np.zeros((MAX_SHAPES + 1, 2), dtype=np.int64)
    room = (cover, flow, np.zeros(MAX_SHAPES, dtype=np.int64), lacks)
    at = np.zeros(MAX_SHAPES + 1, dtype=np.int64)  # row of `ways` of each meld laid
    way = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    level = 0
    at[0] = -1
    while level >= 0:
        at[level] += 1
        row = ways[level, min(at[level], counts[level] - 1)]
        least, least_need = rest[level + 1, 0] - hand.wilds, rest[level + 1, 1]
        if at[level] >= counts[level] or lacks[level, 0] + row[1] + least >= limit:
            level -= 1  # the ways that follow lack as many
            continue
        way[level] = row[0]
        if lacks[level, 1] + row[2] + least_need >= limit:
            continue
        if is_barred(goal, melds, way, level) == 1:
            continue
        missing, excess = lay_meld_at(hand, melds, patterns, row, room, level)
        cost = max(missing + least, excess + least_need)
        if cost >= limit:
            continue
        if level == len(counts) - 1:
            limit = max(cost, 0)
            continue
        level += 1
        lacks[level, 0], lacks[level, 1] = missing, excess
        at[level] = at[level - 1] - 1 if melds[level, SAME] == 1 else -1
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
    longest = longest_run(goal.wrap)
    for i in range(goal.runs + goal.sets):
        if length[i] > (longest if i < goal.runs else MAX_SET):
            return 0
        if 0 < i < goal.runs and goal.run_size[i] == goal.run_size[i - 1]:
            if length[i] > length[i - 1]:
                return 0
    return 1


@kernel()
def grown_lengths(goal, length, grown):
    """0; the runs in the mask ``grown`` are so long that more wilds are allowed.

    Nothing else is gained by melds longer than stated: a part of them would do.
    """
    for i in range(goal.runs):
        wanted = goal.run_size[i]
        length[i] = max(wanted, LONG_RUN) if grown >> i & 1 else wanted
    return 0


@kernel()
def search_sizes(hand, goal, total, limit):
    """The distance if it is below ``limit``, else ``limit``; wild ranks are wild.

    ``total`` is `whole_size` for whole-hand rounds; it is not looked at in others.
    """
    length = np.zeros(MAX_SHAPES, dtype=np.int64)
    stated_lengths(goal, length)
    grown, most_grown = 0, 0
    if goal.whole_hand == 1:
        if total == UNREACHABLE:
            return limit
        length[goal.runs + goal.sets - 1] += total - goal.cards
    elif goal.longer == 1 and goal.wild_max_run7 > goal.wild_max_run:
        most_grown = (1 << goal.runs) - 1
    while True:
        if lengths_fit(goal, length) == 1:
            limit = search_lengths(hand, goal, length, limit)
        if goal.whole_hand == 1:
            if next_lengths(goal, length, total) == 0:
                return limit
        elif grown < most_grown:
            grown += 1
            grown_lengths(goal, length, grown)
        else:
            return limit


@kernel()
def use_as_itself(hand, kind, copies):
    """0; ``copies`` more cards of a wild kind are naturals of ``hand``; fewer if negative."""
    held = 0
    for copy in range(MAX_PACKS):
        held += int(hand.board[copy] & KIND_BITS[kind] != ZERO)
    for copy in range(MAX_PACKS):
        if held + copies > copy:
            hand.board[copy] |= BOARD_BITS[kind]
        else:
            hand.board[copy] &= ~BOARD_BITS[kind]
    hand.wilds -= copies
    return 0


@linked
@kernel(SEARCH_SIGNATURE)
def search_distance(hand, goal, total, limit):
    """The distance if it is below ``limit``, else ``limit``; ``total`` as in `search_sizes`.

    Where wild ranks may stand for themselves, every number of cards of each may do so.
    """
    if goal.wild_natural == 0 or hand.wilds == hand.count[JOKER]:
        return search_sizes(hand, goal, total, limit)
    kinds = np.zeros(JOKER, dtype=np.int64)
    used = np.zeros(JOKER, dtype=np.int64)
    count = 0
    left = goal.wild_kinds
    while left != ZERO:
        kind = KIND_AT[trailing_zeros(left)]
        left &= left - ONE
        if hand.count[kind] > 0:
            kinds[count] = kind
            count += 1
    while True:
        limit = search_sizes(hand, goal, total, limit)
        at = 0
        while at < count and used[at] == hand.count[kinds[at]]:  # counts like an odometer
            use_as_itself(hand, kinds[at], -used[at])
            used[at] = 0
            at += 1
        if at == count:
            return limit
        used[at] += 1
        use_as_itself(hand, kinds[at], 1)


@kernel()
def search_changed(hand, goal, total, kind, change):
    """1 if one card of ``kind`` more or less (``change`` 1, -1) changes the distance, else 0.

    ``total`` is (as in `search_sizes`, the distance).
    """
    if change > 0:
        add_card(hand, kind)
    else:
        remove_card(hand, kind)
    limit = total[1] if change > 0 else total[1] + 1
    found = search_distance(hand, goal, total[0], limit)
    if change > 0:
        remove_card(hand, kind)
        return int(found < total[1])
    add_card(hand, kind)
    return int(found > total[1])


@kernel()
def tell_wild_ranks(hand, goal, out):
    """The distance; where wild ranks are always wild, ``out`` says of them what it says of jokers.

    No natural of such a rank is an out or core then.
    """
    if goal.wild_kinds == ZERO or goal.wild_natural == 1:
        return out.distance
    out.outs &= ~goal.wild_kinds
    out.core &= ~goal.wild_kinds
    if out.joker_out == 1:
        out.outs |= goal.wild_kinds
    if out.joker_core == 1:
        left = goal.wild_kinds
        while left != ZERO:
            kind = KIND_AT[trailing_zeros(left)]
            left &= left - ONE
            if hand.count[kind] > 0:
                out.core |= KIND_BITS[kind]
    return out.distance


@linked
@kernel(LIMIT_SIGNATURE)
def search_evaluation(hand, goal, limit, out):
    """The distance; ``out`` (EVALUATION) is filled by asking again for every card more or less.

    A joker stands for any wild where they are all the same. ``hand`` is changed on the way and
    is as before on return.
    """
    total = whole_size(hand, goal)
    out.distance = search_distance(hand, goal, total, min(limit + 1, UNREACHABLE))
    out.outs = ZERO
    out.core = ZERO
    out.joker_out = 0
    out.joker_core = 0
    if out.distance == UNREACHABLE:
        return out.distance
    asked = (total, out.distance)
    for kind in range(JOKER + 1):
        held = int(hand.count[kind])
        if goal.wild_natural == 0:
            if kind == JOKER:
                held = hand.wilds
            elif goal.wild_kinds & KIND_BITS[kind] != ZERO:
                continue
        if kind == JOKER or held < MAX_PACKS:
            if search_changed(hand, goal, asked, kind, 1) == 1:
                out.outs |= KIND_BITS[kind]
                out.joker_out = int(kind == JOKER)
        if held > 0:
            if search_changed(hand, goal, asked, kind, -1) == 1:
                out.core |= KIND_BITS[kind]
                out.joker_core = int(kind == JOKER)
    return tell_wild_ranks(hand, goal, out)
