"""Distance, outs and core of sets of three beside any runs, by trying the places of the runs.

Windows are listed by the cards that they lack and tried in that order, one run after the other;
each run takes its cards out of the hand, and the sets follow in closed form (``rank_counts``).
A choice that lacks ``missing`` cards, of which ``excess`` cannot be wilds, costs
``max(missing - wilds, excess)``.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.layout import MAX_SHAPES
from rummysim.kernels.linked import linked
from rummysim.kernels.one_run import LOW_PLACES, clear_evaluation, joker_effect, note_choice
from rummysim.kernels.rank_counts import (
    add_planes,
    count_levels,
    count_ranks,
    in_all_suits,
    is_below,
    rank_planes,
    set_core,
    set_outs,
    sets_excess,
    sets_missing,
)
from rummysim.kernels.types import LIMIT_SIGNATURE
from rummysim.kernels.wild_places import (
    CIRCLE,
    longest_run,
    places_of_rank,
    runs_clash,
    set_jokers,
    starts_of_run,
    wilds_of_run,
)

ZERO = np.uint64(0)
ONE = np.uint64(1)
SUIT_RANKS = (1 << CIRCLE) - 1
MOST_WINDOWS = 4 * CIRCLE

# Columns of a window: cards it lacks, suit, first place, its kinds as a mask.
SHORT, SUIT, FIRST, KINDS = 0, 1, 2, 3


@kernel()
def has_closed_sets(goal):
    """1 if the sets of the goal are of three cards, each with one wild at most; else 0."""
    if goal.sets > 0 and (goal.set_size[0] != 3 or goal.set_size[goal.sets - 1] != 3):
        return 0
    return 1 if goal.sets == 0 or set_jokers(goal) <= 1 else 0


@kernel()
def has_free_runs(goal):
    """1 if no run uses an ace twice and the places left to wild ranks are told by their number."""
    if goal.wild_kinds != ZERO and (goal.wild_natural == 1 or goal.wild_adjacent == 0):
        return 0
    if goal.runs > 0 and goal.run_size[0] >= longest_run(goal.wrap):
        return 0
    return 1


@kernel()
def window_kinds(suit, first, size):
    """Mask of the kinds of a run (places 0..12), as an int64."""
    line = ((1 << size) - 1) << first
    return ((line | line >> CIRCLE) & SUIT_RANKS) << 16 * suit


@kernel()
def list_windows(hand, goal, run, windows):
    """How many lawful windows run number ``run`` has; they are written to ``windows`` in order."""
    size = goal.run_size[run]
    limit = wilds_of_run(goal, size)
    wild_ranks = np.int64(goal.wild_kinds) & SUIT_RANKS
    count = 0
    for suit in range(4):
        for first in range(starts_of_run(goal.wrap, size)):
            if wild_ranks:
                forced = places_of_rank(wild_ranks, first, size)
                if popcount(np.uint64(forced)) > limit:
                    continue
            kinds = window_kinds(suit, first, size)
            short = size - popcount(np.uint64(kinds) & hand.board[0])
            at = count
            while at > 0 and windows[at - 1, SHORT] > short:
                for column in range(4):
                    windows[at, column] = windows[at - 1, column]
                at -= 1
            windows[at, SHORT] = short
            windows[at, SUIT] = suit
            windows[at, FIRST] = first
            windows[at, KINDS] = kinds
            count += 1
    return count


@kernel()
def wild_room(goal, window, size, gap):
    """How many of the kinds ``gap`` of a window wilds may stand for.

    window : (its kinds, suit, first place)
    """
    short = popcount(gap)
    limit = wilds_of_run(goal, size)
    if goal.wild_adjacent == 1 or short < 2:
        return min(limit, short)
    _, suit, first = window
    lane = np.int64(gap >> np.uint64(16 * suit)) & SUIT_RANKS
    places = ((lane | lane << CIRCLE) >> first) & ((1 << size) - 1)
    room = 0
    while places:
        lowest = places & -places
        places &= ~(3 * lowest)
        room += 1
    return min(limit, room)


@kernel()
def run_outs(goal, window, size, filled, state):
    """Kinds of a window of which one more lowers the cost; ``state`` as in `set_outs`."""
    gap = window[0] & ~filled
    room = wild_room(goal, window, size, gap)
    if goal.wild_adjacent == 1:
        fewer = int(popcount(gap) > room)
        return gap if is_below(-1, -fewer, state) == 1 else ZERO
    if is_below(-1, 0, state) == is_below(-1, -1, state):  # whatever wilds may not be
        return gap if is_below(-1, 0, state) == 1 else ZERO
    outs = ZERO
    left = gap
    while left != ZERO:
        kind = left & (~left + ONE)
        left ^= kind
        fewer = 1 - room + wild_room(goal, window, size, gap ^ kind)
        if is_below(-1, -fewer, state) == 1:
            outs |= kind
    return outs


@kernel()
def run_core(goal, window, size, filled, state):
    """Kinds that fill a window of which one less raises the cost; ``state`` as in `set_outs`."""
    gap = window[0] & ~filled
    room = wild_room(goal, window, size, gap)
    limit = (state[0], state[1], state[2] + 1)
    if goal.wild_adjacent == 1:
        more = int(room == wilds_of_run(goal, size))
        return filled if is_below(1, more, limit) == 0 else ZERO
    if is_below(1, 0, limit) == is_below(1, 1, limit):
        return filled if is_below(1, 0, limit) == 0 else ZERO
    core = ZERO
    left = filled
    while left != ZERO:
        kind = left & (~left + ONE)
        left ^= kind
        more = 1 + room - wild_room(goal, window, size, gap | kind)
        if is_below(1, more, limit) == 0:
            core |= kind
    return core


@kernel()
def place_of(row):
    """(kinds, suit, first place) of a window (row of `list_windows`)."""
    return np.uint64(row[KINDS]), row[SUIT], row[FIRST]


@kernel()
def planes_of(boards):
    """Four planes of the number of cards of each rank on three boards."""
    n0, n1, n2 = rank_planes(boards[0])
    planes = (n0, n1, n2, ZERO)
    if boards[1] != ZERO:
        planes = add_planes(planes, rank_planes(boards[1]))
        if boards[2] != ZERO:
            planes = add_planes(planes, rank_planes(boards[2]))
    return planes


@kernel()
def take_filled(boards, level):
    """0; ``boards[level + 1]`` are the boards without the cards of run ``level``, column 3."""
    filled = boards[level, 3]
    once, twice, thrice = boards[level, 0], boards[level, 1], boards[level, 2]
    boards[level + 1, 0] = (once & ~filled) | (twice & filled)
    boards[level + 1, 1] = (twice & ~filled) | (thrice & filled)
    boards[level + 1, 2] = thrice & ~filled
    return 0


@kernel()
def note_places(hand, goal, chosen, boards, lacks, out):
    """0; ``out`` includes the choice with the runs at ``chosen`` (windows, one row each).

    boards : as `take_filled` leaves them
    lacks : (missing cards, excess) of the runs
    """
    rest = boards[goal.runs]
    planes = planes_of(rest)
    levels = count_levels(planes, goal.distinct_ranks)
    spare = lacks[0] + sets_missing(levels, goal.sets) - hand.wilds
    excess = lacks[1] + sets_excess(levels, goal)
    cost = max(spare, excess, 0)
    if cost > out.distance:
        return 0
    state = (spare, excess, cost)
    outs, core = ZERO, ZERO
    if goal.sets > 0:
        outs = in_all_suits(set_outs(planes, levels, goal, state))
        core = in_all_suits(set_core(planes, levels, goal, state))
    used, free = ZERO, ZERO
    for run in range(goal.runs):
        filled = boards[run, 3]
        size = goal.run_size[run]
        window = place_of(chosen[run])
        outs |= run_outs(goal, window, size, filled, state)
        used |= filled
        free |= filled & ~run_core(goal, window, size, filled, state)
    core = (rest[0] & ~used & core) | (used & ~free & (~rest[0] | core))
    note_choice(out, cost, outs, core & LOW_PLACES, joker_effect(hand.wilds, state))
    return 0


@kernel()
def clashes(goal, chosen, level):
    """1 if the run of ``level`` may not lie beside one placed before it."""
    if goal.distinct_suits == 0 and goal.gap == 0:
        return 0
    for run in range(level):
        if chosen[run, SUIT] != chosen[level, SUIT]:
            continue
        if goal.distinct_suits == 1:
            return 1
        places = (chosen[run, FIRST], chosen[level, FIRST])
        sizes = (goal.run_size[run], goal.run_size[level])
        if runs_clash(goal.wrap, places, sizes) == 1:
            return 1
    return 0


@kernel()
def is_rich(hand, goal, windows, counts, levels):
    """1 if some best choice may have all the wilds that it can use.

    Only then can it pay, now or with one wild more, to leave a card of a run to another meld.
    """
    wanting = goal.runs + (goal.sets - min(goal.sets, levels[0]) if set_jokers(goal) > 0 else 0)
    complete = 0
    for run in range(goal.runs):
        if wilds_of_run(goal, goal.run_size[run]) == 0:
            wanting -= 1
        elif counts[run] > 0 and windows[run, 0, SHORT] == 0:
            complete += 1
    return 1 if hand.wilds >= wanting - complete else 0


@kernel()
def list_all(hand, goal, windows, counts, least):
    """0; ``windows[i]`` are the ``counts[i]`` windows of run i.

    ``least[i]`` is what runs i.. lack at the least.
    """
    for run in range(goal.runs):
        if run > 0 and goal.run_size[run] == goal.run_size[run - 1]:
            counts[run] = counts[run - 1]
            for row in range(counts[run]):
                for column in range(4):
                    windows[run, row, column] = windows[run - 1, row, column]
        else:
            counts[run] = list_windows(hand, goal, run, windows[run])
    least[goal.runs] = 0
    for run in range(goal.runs - 1, -1, -1):
        least[run] = least[run + 1] + (windows[run, 0, SHORT] if counts[run] > 0 else CIRCLE)
    return 0


@kernel()
def next_place(goal, room, chosen, at, rich, level):
    """Row of the window that run ``level`` takes next, -1 after the last, -2 where it may not lie.

    Where wilds are ``rich`` every filling of a window is taken before the next window, in
    ``boards[level, 3]``; ``chosen[level]`` is the window.
    """
    windows, counts, _, boards = room
    filled = boards[level, 3]
    if rich == 1 and at[level] >= 0 and filled != ZERO:
        held = np.uint64(chosen[level, KINDS]) & boards[level, 0]
        boards[level, 3] = (filled - ONE) & held
        return at[level]
    at[level] += 1
    boards[level, 3] = ZERO
    if at[level] >= counts[level]:
        return -1
    for column in range(4):
        chosen[level, column] = windows[level, at[level], column]
    if clashes(goal, chosen, level) == 1:
        return -2
    boards[level, 3] = np.uint64(chosen[level, KINDS]) & boards[level, 0]
    return at[level]


@kernel()
def try_places(hand, goal, room, limits, out):
    """0; ``out`` includes every choice of windows that can be a best one.

    room : (windows, counts, least, boards)
    limits : ((cards that the sets lack at the least, of which no wilds), 1 to try every filling)
    """
    windows, _, least, boards = room
    bounds, rich = limits
    chosen = np.empty((MAX_SHAPES, 4), dtype=np.int64)
    at = np.full(MAX_SHAPES + 1, -1, dtype=np.int64)
    lacks = np.zeros((MAX_SHAPES + 1, 2), dtype=np.int64)
    level = 0
    while level >= 0:
        if level == goal.runs:
            note_places(hand, goal, chosen, boards, (lacks[level, 0], lacks[level, 1]), out)
            level -= 1
            continue
        row = next_place(goal, room, chosen, at, rich, level)
        if row == -2:
            continue
        to_come = lacks[level, 0] + least[level + 1] + bounds[0] - hand.wilds
        if row < 0 or to_come + windows[level, row, SHORT] > out.distance:
            boards[level, 3] = ZERO
            level -= 1  # the windows that follow lack as many
            continue
        gap = np.uint64(chosen[level, KINDS]) & ~boards[level, 3]
        short = popcount(gap)
        room_left = wild_room(goal, place_of(chosen[level]), goal.run_size[level], gap)
        excess = lacks[level, 1] + short - room_left
        if to_come + short > out.distance or excess + bounds[1] > out.distance:
            continue
        take_filled(boards, level)
        lacks[level + 1, 0], lacks[level + 1, 1] = lacks[level, 0] + short, excess
        level += 1
        if level < goal.runs:
            same = goal.run_size[level] == goal.run_size[level - 1]
            at[level] = at[level - 1] - 1 if same else -1
            boards[level, 3] = ZERO
    return 0


@linked
@kernel(LIMIT_SIGNATURE)
def evaluate_any_runs(hand, goal, limit, out):
    """0; ``out`` (EVALUATION) for sets of three and runs of any size below a whole suit."""
    clear_evaluation(limit, out)
    windows = np.empty((MAX_SHAPES, MOST_WINDOWS, 4), dtype=np.int64)
    counts = np.zeros(MAX_SHAPES, dtype=np.int64)
    least = np.zeros(MAX_SHAPES + 1, dtype=np.int64)
    list_all(hand, goal, windows, counts, least)
    boards = np.zeros((MAX_SHAPES + 1, 4), dtype=np.uint64)
    for copy in range(3):
        boards[0, copy] = hand.board[copy] & LOW_PLACES
    levels = count_levels(count_ranks(hand), goal.distinct_ranks)
    bounds = (sets_missing(levels, goal.sets), sets_excess(levels, goal))
    rich = is_rich(hand, goal, windows, counts, levels)
    try_places(hand, goal, (windows, counts, least, boards), (bounds, rich), out)
    return 0
