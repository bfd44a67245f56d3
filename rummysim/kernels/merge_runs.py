"""Two or three runs of four from the best runs of each suit (``suit_rows``).

Suits have no card in common, so the cheapest way is the smallest sum of one entry per suit, with
runs and jokers adding up. A card lowers the cost if it does so for an entry that is part of some
cheapest sum, and it is needed if it is needed by the entries of its suit in all of them.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.suit_rows import (
    BETTER,
    CORE,
    IDLE,
    ONE_RUN,
    RANKS,
    THREE_APART,
    THREE_RUNS,
    TOUCH,
    TWO_APART,
    TWO_RUNS,
    WORST,
    cost_of,
    count_bits,
    exact_entry,
    fewest_doubles,
    mark_jokers,
    most_doubles,
    note_doubles,
    row_of,
    single_entry,
)

ZERO = np.uint64(0)
SUIT_RANKS = np.uint64(0x1FFF)
LARGE = 99
STATES = 10  # (runs, jokers) with jokers <= runs <= 3
RUNS_OF = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3], dtype=np.int64)
JOKERS_OF = np.array([0, 0, 1, 0, 1, 2, 0, 1, 2, 3], dtype=np.int64)
# Pairs of states and the state of their sum, those with fewest jokers first.
SUMS = np.array(
    [
        (i, k, (RUNS_OF[i] + RUNS_OF[k]) * (RUNS_OF[i] + RUNS_OF[k] + 1) // 2 + used)
        for used in range(4)
        for i in range(STATES)
        for k in range(STATES)
        if RUNS_OF[i] + RUNS_OF[k] <= 3 and JOKERS_OF[i] + JOKERS_OF[k] == used
    ],
    dtype=np.int64,
)
SUMS_UP_TO = np.array([np.sum(JOKERS_OF[SUMS[:, 2]] <= jokers) for jokers in range(4)])
STATE_OF = np.array([[0, 0, 0, 0], [1, 2, 2, 2], [3, 4, 5, 5], [6, 7, 8, 9]], dtype=np.int64)


@kernel()
def ranks_of(board, suit):
    """Mask (int64) of the ranks that a board holds in a suit."""
    return np.int64((board >> np.uint64(16 * suit)) & SUIT_RANKS)


@kernel()
def place_in_suit(ranks, suit):
    """Mask of kinds (uint64) for a mask of ranks (int64) of a suit."""
    return np.uint64(ranks) << np.uint64(16 * suit)


@kernel()
def column_of(runs, jokers, gap):
    """Column of the entry for so many runs and jokers in a row."""
    if runs == 1:
        return ONE_RUN + jokers
    if runs == 2:
        return (TWO_APART if gap == 1 else TWO_RUNS) + jokers
    return (THREE_APART if gap == 1 else THREE_RUNS) + jokers


@kernel()
def line_of(goal):
    """Where the runs of the goal may lie in one suit, as ``suit_rows`` wants it."""
    return goal.wrap, TOUCH + 1 if goal.gap == 1 else 0


@kernel()
def held_ranks(boards, suit):
    """Masks of the ranks of a suit that are held at least once, twice, three times."""
    return ranks_of(boards[0], suit), ranks_of(boards[1], suit), ranks_of(boards[2], suit)


@kernel()
def suit_entries(boards, suit, goal, full):
    """Entries of one, two and three runs of a suit, each card taken to be used once at most.

    ``full`` 1 gives each run a joker, 0 none.
    """
    row = row_of(ranks_of(boards[0], suit), goal.wrap)
    once = ~(ranks_of(boards[1], suit) << CORE)
    one = single_entry(row + ONE_RUN + full) & once
    two = single_entry(row + column_of(2, 2 * full, goal.gap)) & once
    if goal.runs < 3:
        return one, two, WORST
    return one, two, single_entry(row + column_of(3, 3 * full, goal.gap)) & once


@kernel()
def costs_of(entries):
    """Costs of one, two and three runs of a suit."""
    return cost_of(entries[0]), cost_of(entries[1]), cost_of(entries[2])


@kernel()
def add_costs(first, second):
    """Costs of one, two and three runs of two groups of suits together."""
    a1, a2, a3 = first
    b1, b2, b3 = second
    return min(a1, b1), min(a2, b2, a1 + b1), min(a3, b3, a2 + b1, a1 + b2)


@kernel()
def heed_doubles(boards, suit, goal, entries, full, rival):
    """The entries of a suit, exact where cards held twice can be part of a cheapest sum.

    ``rival`` is (costs of the other suits, the cheapest sum when each card counts once).
    """
    held = held_ranks(boards, suit)
    if held[1] == 0:
        return entries
    one, two, three = entries
    others, cost = rival
    line = line_of(goal)
    limit = cost if goal.runs == 2 else cost - others[0]
    least = 8 - most_doubles(line, held) - 2 * full  # of two runs that use both copies of a card
    if least <= limit and fewest_doubles(2, line, held) - 2 * full <= limit:
        two = exact_entry(held, column_of(2, 0, goal.gap), 2, 2 * full, line, limit)
    cards = count_bits(held[0]) + count_bits(held[1]) + count_bits(held[2])
    if goal.runs == 3 and max(least + cost_of(one), 12 - cards - 3 * full) <= cost:
        if fewest_doubles(3, line, held) - 3 * full <= cost:
            three = exact_entry(held, column_of(3, 0, goal.gap), 3, 3 * full, line, cost)
    return one, two, three


@kernel()
def suit_share(entries, others, runs, cost):
    """(outs and marks, core) of a suit, packed like entries.

    ``others`` are the costs of the other suits, ``cost`` is the cheapest sum. Entries that are
    part of one are joined; when the suit can do without a run nothing in it is core.
    """
    a1, a2, a3 = costs_of(entries)
    b1, b2, b3 = others
    outs, core = 0, RANKS << CORE
    if (b2 if runs == 2 else b3) == cost:
        core = 0
    if a1 + (b1 if runs == 2 else b2) == cost:
        outs |= entries[0]
        core &= entries[0]
    if a2 + (0 if runs == 2 else b1) == cost:
        outs |= entries[1]
        core &= entries[1]
    if runs == 3 and a3 == cost:
        outs |= entries[2]
        core &= entries[2]
    return outs, core


@kernel()
def join_shares(a, b, c, d):
    """(outs, core, one more joker helps, a joker is idle) of four suits; kinds as masks."""
    outs = (
        place_in_suit(a[0] & RANKS, 0)
        | place_in_suit(b[0] & RANKS, 1)
        | place_in_suit(c[0] & RANKS, 2)
        | place_in_suit(d[0] & RANKS, 3)
    )
    core = (
        place_in_suit(a[1] >> CORE & RANKS, 0)
        | place_in_suit(b[1] >> CORE & RANKS, 1)
        | place_in_suit(c[1] >> CORE & RANKS, 2)
        | place_in_suit(d[1] >> CORE & RANKS, 3)
    )
    marks = a[0] | b[0] | c[0] | d[0]
    return outs, core, int(marks & BETTER != 0), int(marks & IDLE != 0)


@kernel()
def merge_simple(boards, goal, full, limit):
    """(cost, outs, core, one more joker helps, a joker is idle) of the runs of a goal.

    ``boards`` are the kinds held at least once, twice, three times. ``full`` 1 gives each run a
    joker, 0 none. Only the cost counts when it is above ``limit``.
    """
    e0, e1 = suit_entries(boards, 0, goal, full), suit_entries(boards, 1, goal, full)
    e2, e3 = suit_entries(boards, 2, goal, full), suit_entries(boards, 3, goal, full)
    doubles = boards[1] != ZERO
    while True:
        v0, v1, v2, v3 = costs_of(e0), costs_of(e1), costs_of(e2), costs_of(e3)
        left, right = add_costs(v0, v1), add_costs(v2, v3)
        w0, w1 = add_costs(v1, right), add_costs(v0, right)
        w2, w3 = add_costs(v3, left), add_costs(v2, left)
        cost = add_costs(left, right)[goal.runs - 1]
        if not doubles:
            break
        doubles = False
        e0 = heed_doubles(boards, 0, goal, e0, full, (w0, cost))
        e1 = heed_doubles(boards, 1, goal, e1, full, (w1, cost))
        e2 = heed_doubles(boards, 2, goal, e2, full, (w2, cost))
        e3 = heed_doubles(boards, 3, goal, e3, full, (w3, cost))
    if cost > limit:
        return cost, ZERO, ZERO, 0, 0
    outs, core, _, idle = join_shares(
        suit_share(e0, w0, goal.runs, cost),
        suit_share(e1, w1, goal.runs, cost),
        suit_share(e2, w2, goal.runs, cost),
        suit_share(e3, w3, goal.runs, cost),
    )
    return cost, outs, core, int(full == 0 and cost > 0), idle


@kernel()
def one_joker_entries(boards, suit, goal):
    """Entries of one run of a suit without and with a joker, and of two runs that have one."""
    row = row_of(ranks_of(boards[0], suit), goal.wrap)
    once = ~(ranks_of(boards[1], suit) << CORE)
    one, joined = single_entry(row + ONE_RUN) & once, single_entry(row + ONE_RUN + 1) & once
    return one, joined, single_entry(row + column_of(2, 1, goal.gap)) & once


@kernel()
def add_one_joker(first, second):
    """Costs, as of `one_joker_entries`, of two groups of suits together."""
    a0, a1, a2 = first
    b0, b1, b2 = second
    return min(a0, b0), min(a1, b1), min(a2, b2, a0 + b1, a1 + b0)


@kernel()
def heed_one_joker(boards, suit, goal, entries, cost):
    """Entries, exact where cards held twice can be part of a cheapest sum."""
    held = held_ranks(boards, suit)
    if held[1] == 0:
        return entries
    line = line_of(goal)
    one, joined, two = entries
    if 8 - most_doubles(line, held) - 1 <= cost and fewest_doubles(2, line, held) - 1 <= cost:
        two = exact_entry(held, column_of(2, 0, goal.gap), 2, 1, line, cost)
    return one, joined, two


@kernel()
def one_joker_share(entries, others, cost):
    """(outs and marks, core) of a suit, packed as in `suit_share`."""
    one, joined, two = entries
    outs, core = 0, RANKS << CORE
    if others[2] == cost:
        core = 0
    if cost_of(one) + others[1] == cost:
        outs |= one
        core &= one
    if cost_of(joined) + others[0] == cost:
        outs |= joined
        core &= joined
    if cost_of(two) == cost:
        outs |= two
        core &= two
    return outs, core


@kernel()
def merge_one_joker(boards, goal):
    """As `merge_simple`, for two runs and one joker between them."""
    e0, e1 = one_joker_entries(boards, 0, goal), one_joker_entries(boards, 1, goal)
    e2, e3 = one_joker_entries(boards, 2, goal), one_joker_entries(boards, 3, goal)
    doubles = boards[1] != ZERO
    while True:
        v0, v1, v2, v3 = costs_of(e0), costs_of(e1), costs_of(e2), costs_of(e3)
        left, right = add_one_joker(v0, v1), add_one_joker(v2, v3)
        cost = add_one_joker(left, right)[2]
        if not doubles:
            break
        doubles = False
        e0 = heed_one_joker(boards, 0, goal, e0, cost)
        e1 = heed_one_joker(boards, 1, goal, e1, cost)
        e2 = heed_one_joker(boards, 2, goal, e2, cost)
        e3 = heed_one_joker(boards, 3, goal, e3, cost)
    outs, core, better, idle = join_shares(
        one_joker_share(e0, add_one_joker(v1, right), cost),
        one_joker_share(e1, add_one_joker(v0, right), cost),
        one_joker_share(e2, add_one_joker(v3, left), cost),
        one_joker_share(e3, add_one_joker(v2, left), cost),
    )
    return cost, outs, core, better, idle


@kernel()
def read_states(boards, suit, goal, entries):
    """0; ``entries`` (int64[STATES]) are those of a suit, each card used once at most."""
    row = row_of(ranks_of(boards[0], suit), goal.wrap)
    keep = ~(ranks_of(boards[1], suit) << CORE)
    entries[0] = 0
    for state in range(1, STATES):
        column = column_of(RUNS_OF[state], JOKERS_OF[state], goal.gap)
        entries[state] = single_entry(row + column) & keep
    return 0


@kernel()
def heed_states(boards, suit, goal, entries, jokers, limits):
    """1 if ``entries`` changed: they are exact where cards held twice can matter, else 0.

    ``limits`` are what two and three runs of the suit may cost to be part of a cheapest sum.
    """
    held = held_ranks(boards, suit)
    if held[1] == 0:
        return 0
    line = line_of(goal)
    shared = most_doubles(line, held)
    cards = count_bits(held[0]) + count_bits(held[1]) + count_bits(held[2])
    changed = 0
    for runs in range(2, 4):
        most = limits[runs - 2] + min(jokers, runs)
        least = 8 - shared if runs == 2 else 12 - cards
        if least <= most and fewest_doubles(runs, line, held) <= most:
            row = entries[STATE_OF[runs, 0] :]
            for count in range(runs + 1):
                row[count] &= ~(BETTER | IDLE)
            note_doubles(row, (0, 0, runs), runs, line, held, most)
            mark_jokers(row, 0, runs)
            changed = 1
    return changed


@kernel()
def add_states(first, second, total, jokers):
    """0; ``total`` (int64[STATES]) are the least costs of two groups of suits together."""
    total[:] = LARGE
    for sum_ in range(SUMS_UP_TO[jokers]):
        state = SUMS[sum_, 2]
        total[state] = min(total[state], first[SUMS[sum_, 0]] + second[SUMS[sum_, 1]])
    return 0


@kernel()
def exact_share(entries, others, jokers, cost):
    """(outs and marks, core) of a suit, packed as in `suit_share`, for shared-out jokers."""
    outs, core = 0, RANKS << CORE
    for state in range(STATES):
        left_runs, left = 3 - RUNS_OF[state], jokers - JOKERS_OF[state]
        if left < 0 or left > left_runs:
            continue
        if cost_of(entries[state]) + others[STATE_OF[left_runs, left]] == cost:
            outs |= entries[state]
            core &= entries[state]
    return outs, core


@kernel()
def add_suits(entries, costs, sums, jokers):
    """Cost of the cheapest sum; ``sums[s]`` (int64[STATES]) are those of the suits beside s."""
    for suit in range(4):
        for state in range(STATES):
            costs[suit, state] = cost_of(entries[suit, state])
    add_states(costs[0], costs[1], sums[4], jokers)
    add_states(costs[2], costs[3], sums[5], jokers)
    for suit in range(4):
        add_states(costs[suit ^ 1], sums[5 - suit // 2], sums[suit], jokers)
    cost = LARGE
    for state in range(STATES):
        left_runs, left = 3 - RUNS_OF[state], jokers - JOKERS_OF[state]
        if 0 <= left <= left_runs:
            cost = min(cost, sums[4, state] + sums[5, STATE_OF[left_runs, left]])
    return cost


@kernel()
def merge_exactly(boards, goal, jokers):
    """As `merge_simple`, for three runs and a number of jokers to share out among them."""
    rows = np.empty((14, STATES), dtype=np.int64)
    entries, costs, sums = rows[:4], rows[4:8], rows[8:]
    for suit in range(4):
        read_states(boards, suit, goal, entries[suit])
    cost = add_suits(entries, costs, sums, jokers)
    if boards[1] != ZERO:
        changed = 0
        for suit in range(4):
            limits = (cost - sums[suit, STATE_OF[1, min(jokers, 1)]], cost)
            changed |= heed_states(boards, suit, goal, entries[suit], jokers, limits)
        if changed == 1:
            cost = add_suits(entries, costs, sums, jokers)
    outs, core, better, idle = join_shares(
        exact_share(entries[0], sums[0], jokers, cost),
        exact_share(entries[1], sums[1], jokers, cost),
        exact_share(entries[2], sums[2], jokers, cost),
        exact_share(entries[3], sums[3], jokers, cost),
    )
    return cost, outs, core, better, idle
