"""Distance, outs and core of runs that must hold a whole hand of more cards than stated.

After a buy all cards must still go into the runs, which grow longer (rules.md 2.4).

As in ``merge_runs`` each suit gives its best one, two or three runs, here for every number of
places beyond the stated four and every number of jokers; then the suits are added up. Several
runs of one suit are tried only where they can be part of a cheapest sum.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.linked import linked
from rummysim.kernels.many_runs import SCARCE, joker_case, kind_boards
from rummysim.kernels.merge_runs import LARGE, held_ranks, join_shares, ranks_of
from rummysim.kernels.suit_rows import (
    CORE,
    COST,
    RANKS,
    cost_of,
    count_bits,
    mark_jokers,
    most_used,
    note_windows,
)
from rummysim.kernels.types import WHOLE_SIGNATURE

# Windows of 4 to 13 places: mask of ranks, places beyond four, first place.
LONG = np.array(
    [
        ((bits | bits >> 13) & RANKS, size - 4, first)
        for size in range(4, 14)
        for first in range(15 - size)
        for bits in (((1 << size) - 1) << first,)
    ],
    dtype=np.int64,
)
MASK, EXTRA, FIRST = 0, 1, 2
MOST_EXTRA = 9  # of one run; a run of 14 places would use two aces
EXTRAS = 13  # places beyond the stated ones, of all runs together, 0 to 12
CHOICES = 4 * EXTRAS * 4  # (runs, extra places, jokers) of a suit


@kernel()
def covers_runs(hand, extra):
    """1 if runs of at most 13 places are enough for ``extra`` places beyond the stated ones.

    A run of 14 gains nothing over one of 13 and another one longer when it lacks four cards.
    """
    if extra <= MOST_EXTRA:
        return 1
    for suit in range(4):
        if count_bits(ranks_of(hand.board[0], suit)) > 8:
            return 0
    return 1 if extra < EXTRAS else 0


@kernel()
def choice_of(runs, extra, jokers):
    """Index of a suit's entry for so many runs, extra places and jokers."""
    return (runs * EXTRAS + extra) * 4 + jokers


@kernel()
def columns_of(runs, extra, jokers):
    """Entries to fill for so many runs, as `note_runs` wants them."""
    return choice_of(runs, extra, 0), 0, runs if jokers > 0 else 0


@kernel()
def count_windows(extra):
    """How many rows of LONG, from the first, have at most ``extra`` (-1..) places beyond four."""
    most = min(extra, MOST_EXTRA)
    return 11 * (most + 1) - most * (most + 1) // 2


@kernel()
def note_single(row, held, extra, jokers):
    """0; ``row`` has the best single runs of a suit with up to ``extra`` more places."""
    at = 0
    for more in range(min(extra, MOST_EXTRA) + 1):
        starts = 11 - more
        if held[0] == 0:
            for used in range(2):
                row[choice_of(1, more, used)] = (4 + more - used) << COST | RANKS
            continue
        most = 0
        for index in range(at, at + starts):
            most = max(most, count_bits(LONG[index, MASK] & held[0]))
        least = most - 1 if jokers > 0 and most == more + 4 else most
        for index in range(at, at + starts):
            window = LONG[index, MASK]
            if count_bits(window & held[0]) >= least:
                note_windows(row, columns_of(1, more, jokers), (window, 0, 0), held)
        at += starts
    return 0


@kernel()
def keep_apart(first, second, gap):
    """1 if two windows (rows of LONG) of one suit may be used together."""
    if gap == 0:
        return 1
    apart = first[FIRST] + first[EXTRA] + 4 < second[FIRST]
    return 1 if apart or second[FIRST] + second[EXTRA] + 4 < first[FIRST] else 0


@kernel()
def most_hits(held, extra, top):
    """0; ``top[e]`` is the most cards of a suit in one window with e extra places."""
    for more in range(min(extra, MOST_EXTRA) + 1):
        top[more] = 0
        for index in range(count_windows(more - 1), count_windows(more)):
            top[more] = max(top[more], count_bits(LONG[index, MASK] & held[0]))
    return 0


@kernel()
def note_two(row, held, goal, rest, need):
    """0; ``row`` includes two runs of a suit that can be part of a cheapest sum.

    rest : what the other runs cost at the least when two have e extra places
    need : (extra places in all, most that a sum may cost, jokers to share out)
    """
    extra, bound, jokers = need
    limit = bound + min(2, jokers)
    top = np.zeros(MOST_EXTRA + 1, dtype=np.int64)
    most_hits(held, extra, top)
    cards = count_bits(held[0]) + count_bits(held[1]) + count_bits(held[2])
    for i in range(count_windows(extra)):
        first = LONG[i]
        hits = count_bits(first[MASK] & held[0])
        for more in range(first[EXTRA], min(extra - first[EXTRA], MOST_EXTRA) + 1):
            both = first[EXTRA] + more
            lacking = 8 + both + rest[both] - limit
            if min(hits + top[more], cards) < lacking:
                continue
            for k in range(max(i, count_windows(more - 1)), count_windows(more)):
                second = LONG[k]
                windows = (first[MASK], second[MASK], 0)
                if most_used(windows, held) < lacking:
                    continue
                if keep_apart(first, second, goal.gap) == 1:
                    note_windows(row, columns_of(2, both, jokers), windows, held)
    return 0


@kernel()
def note_three(row, held, goal, extra, jokers, need):
    """0; ``row`` includes three runs of a suit that use at least ``need`` cards."""
    windows_tried = count_windows(extra)
    for i in range(windows_tried):
        first = LONG[i]
        hits = count_bits(first[MASK] & held[0])
        for k in range(i, windows_tried):
            second = LONG[k]
            more = extra - first[EXTRA] - second[EXTRA]
            if more < second[EXTRA] or more > MOST_EXTRA:
                continue
            if keep_apart(first, second, goal.gap) == 0:
                continue
            both = hits + count_bits(second[MASK] & held[0])
            for m in range(k, windows_tried):
                third = LONG[m]
                if third[EXTRA] != more or both + count_bits(third[MASK] & held[0]) < need:
                    continue
                windows = (first[MASK], second[MASK], third[MASK])
                if most_used(windows, held) < need or keep_apart(first, third, goal.gap) == 0:
                    continue
                if keep_apart(second, third, goal.gap) == 1:
                    note_windows(row, columns_of(3, extra, jokers), windows, held)
    return 0


@kernel()
def add_jokers(first, second, total, runs, jokers):
    """0; ``total`` includes every way to give jokers to runs of two groups of suits.

    runs : (runs of the first group, their extra places, runs of the second, their extra places)
    """
    i, k = choice_of(runs[0], runs[1], 0), choice_of(runs[2], runs[3], 0)
    at = choice_of(runs[0] + runs[2], runs[1] + runs[3], 0)
    for used in range(min(runs[0], jokers) + 1):
        for others in range(min(runs[2], jokers - used) + 1):
            both = used + others
            total[at + both] = min(total[at + both], first[i + used] + second[k + others])
    return 0


@kernel()
def add_long(first, second, total, goal, extra, jokers):
    """0; ``total`` (int64[CHOICES]) are the least costs of two groups of suits together."""
    for runs in range(goal.runs + 1):
        for more in range(extra + 1 if runs > 0 else 1):
            for used in range(min(runs, jokers) + 1):
                total[choice_of(runs, more, used)] = LARGE
    for runs in range(goal.runs + 1):
        for other_runs in range(goal.runs - runs + 1):
            for more in range(extra + 1 if runs > 0 else 1):
                for other in range(extra - more + 1 if other_runs > 0 else 1):
                    add_jokers(first, second, total, (runs, more, other_runs, other), jokers)
    return 0


@kernel()
def read_costs(rows, costs, goal, extra):
    """0; ``costs`` (int64[4, CHOICES]) are the costs of the entries ``rows``."""
    for suit in range(4):
        for runs in range(goal.runs + 1):
            for more in range(extra + 1):
                for used in range(runs + 1):
                    choice = choice_of(runs, more, used)
                    costs[suit, choice] = cost_of(rows[suit, choice])
    return 0


@kernel()
def add_suits(costs, sums, goal, extra, jokers):
    """Cost of the cheapest sum; ``sums[s]`` are the least costs of the suits other than s."""
    add_long(costs[0], costs[1], sums[4], goal, extra, jokers)
    add_long(costs[2], costs[3], sums[5], goal, extra, jokers)
    add_long(costs[1], sums[5], sums[0], goal, extra, jokers)
    add_long(costs[0], sums[5], sums[1], goal, extra, jokers)
    add_long(costs[3], sums[4], sums[2], goal, extra, jokers)
    add_long(costs[2], sums[4], sums[3], goal, extra, jokers)
    add_long(costs[0], sums[0], sums[6], goal, extra, jokers)
    return sums[6, choice_of(goal.runs, extra, jokers)]


@kernel()
def long_share(row, others, goal, extra, need):
    """(outs and marks, core) of a suit, packed as entries; ``need`` is (jokers, cheapest sum)."""
    outs, core = 0, RANKS << CORE
    jokers, cost = need
    for choice in range(CHOICES):
        runs, more, used = choice // (4 * EXTRAS), choice // 4 % EXTRAS, choice % 4
        if runs > goal.runs or more > extra or used > jokers or row[choice] >> COST >= LARGE:
            continue
        left = choice_of(goal.runs - runs, extra - more, jokers - used)
        if cost_of(row[choice]) + others[left] == cost:
            outs |= row[choice]
            core &= row[choice]
    return outs, core


@kernel()
def note_several(rows, boards, goal, extra, jokers, bound):
    """0; ``rows`` include several runs of one suit where they can cost at most ``bound``."""
    rest = np.full(EXTRAS, LARGE, dtype=np.int64)
    for two in range(extra + 1):
        rest[two] = 0 if goal.runs == 2 and two == extra else LARGE
        for suit in range(4 if goal.runs > 2 and extra - two <= MOST_EXTRA else 0):
            single = rows[suit, choice_of(1, extra - two, min(1, jokers))]
            rest[two] = min(rest[two], cost_of(single))
    need = 4 * goal.runs + extra - min(3, jokers) - bound
    for suit in range(4):
        held = held_ranks(boards, suit)
        cards = count_bits(held[0]) + count_bits(held[1]) + count_bits(held[2])
        note_two(rows[suit], held, goal, rest, (extra, bound, jokers))
        if goal.runs == 3 and cards >= need:
            note_three(rows[suit], held, goal, extra, jokers, need)
    return 0


@linked
@kernel(WHOLE_SIGNATURE)
def evaluate_long_runs(hand, goal, total, out):
    """0; ``out`` (EVALUATION) for two or three runs of ``total`` cards together.

    Each has four or more, and at most one joker.
    """
    boards = kind_boards(hand)
    extra = total - goal.cards
    usable = goal.runs * goal.wild_max_run
    used = min(hand.wilds, usable)
    scarce = joker_case(hand, goal, 0) == SCARCE
    jokers = 0 if scarce else used
    rows = np.full((4, CHOICES), LARGE << COST, dtype=np.int64)
    costs = np.zeros((4, CHOICES), dtype=np.int64)
    sums = np.full((7, CHOICES), LARGE, dtype=np.int64)
    for suit in range(4):
        rows[suit, 0] = 0
        note_single(rows[suit], held_ranks(boards, suit), extra, jokers)
    read_costs(rows, costs, goal, extra)
    bound = add_suits(costs, sums, goal, extra, jokers)
    note_several(rows, boards, goal, extra, jokers, bound)
    for suit in range(4):
        for runs in range(1, goal.runs + 1):
            for more in range(extra + 1):
                mark_jokers(rows[suit], choice_of(runs, more, 0), runs)
    read_costs(rows, costs, goal, extra)
    cost = add_suits(costs, sums, goal, extra, jokers)
    need = (jokers, cost)
    out.outs, out.core, better, idle = join_shares(
        long_share(rows[0], sums[0], goal, extra, need),
        long_share(rows[1], sums[1], goal, extra, need),
        long_share(rows[2], sums[2], goal, extra, need),
        long_share(rows[3], sums[3], goal, extra, need),
    )
    out.distance = cost - used if scarce else cost
    helps = out.distance > 0 if scarce else better == 1
    out.joker_out = int(used < usable and helps)
    out.joker_core = int(hand.wilds > 0 and hand.wilds == used and (scarce or idle == 0))
    return 0
