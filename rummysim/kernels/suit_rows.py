"""The best one, two or three runs of four that one suit can give, for every number of jokers.

An *entry* says, for so many runs of one suit with so many jokers at most (one in each run):
cards still missing (``cost``), ranks of which one card less costs more (``core``) and one more
costs less (``outs``; a card may be an out although it is held, when two runs want it), whether
one more joker costs less (``BETTER``) and one less costs the same (``IDLE``), packed as
``cost << 28 | IDLE | BETTER | core << 13 | outs``. A *row* has the entries of one suit;
``all_rows`` has the rows of all suits with no card twice, 512 kilobytes that mostly stay in the
second-level cache, and behind them those for runs that go round the corner.

Where runs may lie is said by a *line*: (1 if they go round the corner, places that their first
cards are apart at least).
"""

import functools

import numpy as np
from numba.extending import overload

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros

# Column of the entry for k runs and j jokers in a row, without and with a gap between runs.
ONE_RUN, TWO_RUNS, THREE_RUNS = 0, 2, 5
TWO_APART, THREE_APART = 9, 12
ROW = 16
CIRCLE = 13
STARTS = (11, CIRCLE)  # on a line and round the corner
RANKS = (1 << CIRCLE) - 1
ROUND_ROWS = ROW * (RANKS + 1)  # where the rows of runs round the corner begin
COST, CORE = 28, 13
BETTER, IDLE = 1 << 26, 1 << 27
WORST = 15 << COST
TOUCH = 4  # runs with a gap between them begin at least this far apart, and one more

# Ranks of the run of four that begins at each place; on a line the eleventh ends with the ace.
WINDOWS = np.array([(15 << s | (15 << s) >> 13) & RANKS for s in range(CIRCLE)], dtype=np.int64)

# First places of two windows that share a card: on a line, where the last pair shares the ace,
# and behind them what there is more round the corner.
NEAR_LINE = [(i, k) for i in range(11) for k in range(i, min(i + 4, 11))] + [(0, 10)]
NEAR = np.array(
    NEAR_LINE
    + [
        (i, k)
        for i in range(CIRCLE)
        for k in range(i, CIRCLE)
        if min(k - i, CIRCLE - k + i) < 4 and (i, k) not in NEAR_LINE
    ],
    dtype=np.int64,
)
SHARED = np.array([WINDOWS[i] & WINDOWS[k] for i, k in NEAR], dtype=np.int64)
PAIRS_LINE, PAIRS_ROUND = len(NEAR_LINE), len(NEAR)
# Ranks of all windows that have a rank: on a line, and behind them round the corner.
AROUND = np.array(
    [
        np.bitwise_or.reduce([w for w in WINDOWS[:starts] if w >> rank & 1])
        for starts in STARTS
        for rank in range(CIRCLE)
    ],
    dtype=np.int64,
)


@kernel()
def cost_of(entry):
    """Cards still missing of an entry."""
    return entry >> COST


@kernel()
def count_bits(mask):
    """Bits set in an int64 that is not negative."""
    return popcount(np.uint64(mask))


@kernel()
def merge_entry(row, column, cost, outs, core):
    """0; the entry includes one more choice: fewest cards, outs united, core intersected."""
    entry = row[column]
    known = entry >> COST
    if cost < known:
        row[column] = cost << COST | core << CORE | outs
    elif cost == known:
        row[column] = (entry | outs) & (core << CORE | ~(RANKS << CORE))
    return 0


@kernel()
def note_runs(row, columns, windows, filled, held):
    """0; entries of ``row`` include runs at ``windows`` with the cards ``filled``.

    columns : (column of the entry without jokers, fewest jokers, most jokers looked at)
    windows, filled : three masks of ranks each, 0 for runs that are not there
    held : masks of ranks held at least once, twice, three times
    """
    column, fewest, most = columns
    missing, incomplete = 0, 0
    used, used_twice, used_thrice, spare = 0, 0, 0, 0
    for i in range(3):
        if windows[i] == 0:
            continue
        short = count_bits(windows[i]) - count_bits(filled[i])
        missing += short
        incomplete += int(short > 0)
        spare |= 0 if short > 0 else filled[i]
        used_thrice |= used_twice & filled[i]
        used_twice |= used & filled[i]
        used |= filled[i]
    core = (used & ~held[1]) | (used_twice & ~held[2]) | used_thrice
    for jokers in range(fewest, most + 1):
        cost = missing - min(jokers, incomplete)
        outs = 0
        for i in range(3):
            gap = windows[i] & ~filled[i]
            if jokers < incomplete or count_bits(gap) > 1:
                outs |= gap
        needed = core & ~spare if jokers > incomplete else core
        merge_entry(row, column + jokers, cost, outs, needed)
    return 0


@kernel()
def previous_submask(mask, full):
    """The next smaller submask of ``full``, -1 after 0."""
    return (mask - 1) & full if mask > 0 else -1


@kernel()
def note_windows(row, columns, windows, held):
    """0; entries of ``row`` include every way to fill windows (0 for none).

    ``columns`` as in `note_runs`.
    """
    first, second, third = windows
    once, twice, thrice = held
    for_two = first & second & once & ~twice | (first & third & once & ~twice)
    for_three = first & second & third & twice & ~thrice
    choice = for_two | for_three
    kept = choice
    while kept >= 0:
        filled = (first & once & ~choice) | kept
        once_left = (once & ~filled) | (twice & filled)
        twice_left = (twice & ~filled) | (thrice & filled)
        contested = second & third & once_left & ~twice_left
        mine = contested
        while mine >= 0:
            filled2 = (second & once_left & ~contested) | mine
            filled3 = third & ((once_left & ~filled2) | (twice_left & filled2))
            note_runs(row, columns, windows, (filled, filled2, filled3), held)
            mine = previous_submask(mine, contested)
        kept = previous_submask(kept, choice)
    return 0


@kernel()
def most_used(windows, held):
    """Cards that runs at three windows (0 for none) can use together."""
    first, second, third = windows
    twice = (first & second) | (first & third) | (second & third)
    used = count_bits((first | second | third) & held[0]) + count_bits(twice & held[1])
    return used + count_bits(first & second & third & held[2])


@kernel()
def fill_entries(row, column, runs, line, held):
    """0; the ``runs + 1`` entries from ``column`` on, for runs that lie on a line.

    ``held`` are the masks of ranks held at least once, twice, three times.
    """
    for jokers in range(runs + 1):
        row[column + jokers] = WORST
    starts = STARTS[line[0]]
    for first in range(starts):
        for second in range(first + line[1], starts) if runs > 1 else range(1):
            for third in range(second + line[1], starts) if runs > 2 else range(1):
                places = (first, second, third)
                if runs > 1 and line[0] == 1 and are_apart(places, runs, line) == 0:
                    continue
                windows = (
                    WINDOWS[first],
                    WINDOWS[second] if runs > 1 else 0,
                    WINDOWS[third] if runs > 2 else 0,
                )
                missing = 4 * runs - most_used(windows, held)
                if missing - runs <= row[column + runs] >> COST:
                    note_windows(row, (column, 0, runs), windows, held)
    return 0


@kernel()
def are_far(first, second, line):
    """1 if runs of four may begin at two places of one suit."""
    away = abs(first - second)
    if line[0] == 1:
        away = min(away, CIRCLE - away)
    return 1 if away >= line[1] else 0


@kernel()
def are_apart(places, runs, line):
    """1 if runs of four may begin at the first two or three ``places``."""
    first, second, third = places
    if are_far(first, second, line) == 0:
        return 0
    return 1 if runs < 3 else are_far(first, third, line) & are_far(second, third, line)


@kernel()
def windows_at(places, runs):
    """Masks of ranks of two or three runs of four."""
    return WINDOWS[places[0]], WINDOWS[places[1]], WINDOWS[places[2]] if runs > 2 else 0


@kernel()
def most_doubles(line, held):
    """No fewer cards of a suit than any two runs can use that use both copies of one, at most 8."""
    most = 0
    left = held[1]
    while left:
        rank = trailing_zeros(np.uint64(left))
        left &= left - 1
        near = AROUND[CIRCLE * line[0] + rank]
        most = max(most, count_bits(near & held[0]) + count_bits(near & held[1]))
    return min(most, 8)


@kernel()
def fewest_doubles(runs, line, held):
    """Fewest missing cards of two or three runs of which two use both copies of a card."""
    least = 4 * runs
    for pair in range(PAIRS_ROUND if line[0] == 1 else PAIRS_LINE):
        if SHARED[pair] & held[1] == 0:
            continue
        first, second = NEAR[pair, 0], NEAR[pair, 1]
        for third in range(STARTS[line[0]] if runs > 2 else 1):
            places = (first, second, third)
            if are_apart(places, runs, line) == 1:
                least = min(least, 4 * runs - most_used(windows_at(places, runs), held))
    return least


@kernel()
def note_doubles(row, columns, runs, line, held, limit):
    """0; entries of ``row`` include choices that `fewest_doubles` looks at.

    Those that lack more than ``limit`` cards are left out; ``columns`` as in `note_runs`.
    """
    column, _, most = columns
    for pair in range(PAIRS_ROUND if line[0] == 1 else PAIRS_LINE):
        if SHARED[pair] & held[1] == 0:
            continue
        first, second = NEAR[pair, 0], NEAR[pair, 1]
        for third in range(STARTS[line[0]] if runs > 2 else 1):
            places = (first, second, third)
            windows = windows_at(places, runs)
            missing = 4 * runs - most_used(windows, held)
            if missing <= limit and missing - most <= row[column + most] >> COST:
                if are_apart(places, runs, line) == 1:
                    note_windows(row, columns, windows, held)
    return 0


@kernel()
def mark_jokers(row, column, runs):
    """0; the entries from ``column`` on say whether one joker more or less changes the cost."""
    for jokers in range(runs + 1):
        cost = cost_of(row[column + jokers])
        if jokers < runs and cost_of(row[column + jokers + 1]) < cost:
            row[column + jokers] |= BETTER
        if jokers > 0 and cost_of(row[column + jokers - 1]) == cost:
            row[column + jokers] |= IDLE
    return 0


@kernel()
def exact_entry(held, column, runs, jokers, line, limit):
    """The entry of a suit with cards held twice (``held`` as in `fill_entries`).

    ``column`` is that of the entry without jokers. Exact if it costs no more than ``limit``;
    whether one more joker helps is told of one joker only.
    """
    row = np.zeros(ROW, dtype=np.int64)
    unmarked = ~(BETTER | IDLE | held[1] << CORE)
    at = row_of(held[0], line[0]) + column
    for count in range(runs + 1):
        row[column + count] = single_entry(at + count) & unmarked
    columns = (column, max(0, jokers - 1), runs if jokers == 1 else jokers)
    note_doubles(row, columns, runs, line, held, limit + jokers)
    mark_jokers(row, column, runs)
    return row[column + jokers]


@kernel()
def fill_case(row, case, wrap, ranks):
    """First column of the entries of a case (0..4); they are written to ``row`` (int64[ROW]).

    ``ranks`` are those that the suit holds; ``wrap`` as in a GOAL.
    """
    runs = case + 1 if case < 3 else case - 1
    column = (ONE_RUN, TWO_RUNS, THREE_RUNS, TWO_APART, THREE_APART)[case]
    line = (wrap, TOUCH + 1 if case > 2 else 0)
    fill_entries(row, column, runs, line, (ranks, 0, 0))
    mark_jokers(row, column, runs)
    return column


@kernel()
def row_of(ranks, wrap):
    """Where the row of a suit that holds no card twice begins in `all_rows`.

    Rows round the corner (``wrap`` 1) know no gaps between runs and end before TWO_APART.
    """
    return ranks * ROW if wrap == 0 else ROUND_ROWS + ranks * TWO_APART


@kernel()
def all_rows():
    """uint32[]: the rows of all suits, those of runs on a line first (`row_of`)."""
    rows = np.zeros(ROUND_ROWS + (RANKS + 1) * TWO_APART, dtype=np.uint32)
    row = np.zeros(ROW, dtype=np.int64)
    for wrap in range(2):
        for ranks in range(RANKS + 1):
            for case in range(5 if wrap == 0 else 3):
                fill_case(row, case, wrap, ranks)
            at = row_of(ranks, wrap)
            for column in range(ROW if wrap == 0 else TWO_APART):
                rows[at + column] = row[column]
    return rows


@functools.cache
def case_of(wrap, ranks, case):
    """The row of a suit with the entries of one case, as a tuple."""
    row = np.zeros(ROW, dtype=np.int64)
    fill_case(row, case, wrap, ranks)
    return tuple(int(entry) for entry in row)


def single_entry(at):
    """The entry that `all_rows` has at a place."""
    wrap = int(at >= ROUND_ROWS)
    ranks, column = divmod(int(at) - wrap * ROUND_ROWS, TWO_APART if wrap else ROW)
    bounds = (TWO_RUNS, THREE_RUNS, TWO_APART, THREE_APART)
    return case_of(wrap, ranks, sum(column >= bound for bound in bounds))[column]


@overload(single_entry)
def _single_entry(at):  # noqa: ARG001
    """Looks the entry up; the table is computed only when something is being compiled.

    It has less than a megabyte, for numba keeps no function with a larger one.
    """
    rows = all_rows()
    return lambda at: np.int64(rows[at])
