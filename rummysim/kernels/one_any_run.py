"""Distance, outs and core of sets of three beside one run of any size.

As in ``one_run``, windows are tried best first and the sets follow in closed form; how many cards
a window lacks is counted for all windows at once, in planes of bits. A run that may go round the
corner has four cards at most here: the three places above the ace are those above the king once
more, and there is no room for others.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.any_runs import run_core, run_outs, wild_room, window_kinds
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.choices import keep_choice
from rummysim.kernels.many_runs import round_board
from rummysim.kernels.one_run import (
    LOW_PLACES,
    clear_evaluation,
    joker_effect,
    kind_ranks,
    note_choice,
)
from rummysim.kernels.rank_counts import (
    count_levels,
    count_ranks,
    in_all_suits,
    set_core,
    set_outs,
    sets_excess,
    sets_missing,
    take_ranks,
)
from rummysim.kernels.wild_places import (
    CIRCLE,
    set_jokers,
    starts_of_run,
    wilds_of_run,
)

ZERO = np.uint64(0)
ONE = np.uint64(1)
LANES = np.uint64(0x0001000100010001)
SUIT_RANKS = np.uint64(0x1FFF)
ROUND_RUN = 4
BIT_BITS, MOST_BIT = 6, 63  # the bit at which a run begins, in a choice


@kernel()
def fits_one_run(goal):
    """1 if this module knows the run of the goal."""
    if goal.runs != 1 or goal.run_size[0] > CIRCLE:
        return 0
    return 1 if goal.wrap == 0 or goal.run_size[0] <= ROUND_RUN else 0


@kernel()
def count_hits(board, size):
    """Four planes of how many of the places of each window (by first place) ``board`` has."""
    p0, p1, p2, p3 = ZERO, ZERO, ZERO, ZERO
    for i in range(size):
        carry = board >> np.uint64(i)
        p0, carry = p0 ^ carry, p0 & carry
        p1, carry = p1 ^ carry, p1 & carry
        p2, carry = p2 ^ carry, p2 & carry
        p3 ^= carry
    return p0, p1, p2, p3


@kernel()
def with_hits(planes, hits):
    """Windows that have so many places, out of `count_hits`."""
    p0, p1, p2, p3 = planes
    return (
        (p0 if hits & 1 else ~p0)
        & (p1 if hits & 2 else ~p1)
        & (p2 if hits & 4 else ~p2)
        & (p3 if hits & 8 else ~p3)
    )


@kernel()
def lawful_starts(goal, size):
    """First places of windows, without those that leave too many places to wild ranks."""
    starts = (ONE << np.uint64(starts_of_run(goal.wrap, size))) - ONE
    if goal.wild_kinds != ZERO:
        ranks = goal.wild_kinds & SUIT_RANKS
        planes = count_hits(ranks | ranks << np.uint64(CIRCLE), size)
        lawful = ZERO
        for hits in range(wilds_of_run(goal, size) + 1):
            lawful |= with_hits(planes, hits)
        starts &= lawful
    return starts * LANES


@kernel()
def note_filled(hand, goal, planes, window, filled, out):
    """1 if ``out`` includes the choice with the run at ``window`` and the cards ``filled`` in it.

    0 if it costs too much.

    window : (its kinds, suit, first place)
    """
    size = goal.run_size[0]
    rest = take_ranks(planes, kind_ranks(filled))
    levels = count_levels(rest, goal.distinct_ranks)
    gap = window[0] & ~filled
    short = popcount(gap)
    excess = short - wild_room(goal, window, size, gap) + sets_excess(levels, goal)
    spare = short + sets_missing(levels, goal.sets) - hand.wilds
    cost = max(spare, excess, 0)
    if cost > out.distance:
        return 0
    state = (spare, excess, cost)
    outs = run_outs(goal, window, size, filled, state)
    core = run_core(goal, window, size, filled, state)
    if goal.sets > 0:
        outs |= in_all_suits(set_outs(rest, levels, goal, state))
        needed = in_all_suits(set_core(rest, levels, goal, state)) & hand.board[0]
        core = (needed & ~filled) | (core & (~hand.board[1] | needed))
    else:
        core &= ~hand.board[1]
    note_choice(out, cost, outs, core & LOW_PLACES, joker_effect(hand.wilds, state))
    return 1


@kernel()
def window_at(goal, bit):
    """The window that begins at a bit of a board, as `note_filled` wants it."""
    suit, first = bit // 16, bit % 16
    return np.uint64(window_kinds(suit, first, goal.run_size[0])), suit, first


@kernel()
def note_and_keep(hand, goal, planes, bit, filled, found):
    """0; ``found`` includes the choice with the run that begins at a bit (`note_filled`).

    found : (CHOICES, EVALUATION)
    """
    choices, out = found
    least = out.distance
    if note_filled(hand, goal, planes, window_at(goal, bit), filled, out) == 1:
        ranks = np.int64(filled >> np.uint64(bit // 16 * 16) & SUIT_RANKS)
        keep_choice(choices, out.distance < least, ranks << BIT_BITS | bit)
    return 0


@kernel()
def least_cost(short, least):
    """Lower bound of the cost when the run lacks ``short`` cards.

    least : (missing cards less wilds of the sets when the run takes no card from them, their
        excess, the most wilds that the run can hold)
    """
    return max(short + least[0], max(0, short - least[2]) + least[1])


@kernel()
def note_windows_at(hand, goal, planes, windows, least, found):
    """0; ``found`` includes the choices whose run begins at one of some places.

    windows : (first places, 1 to try every filling of each (`any_runs.is_rich`))
    least : as in `least_cost`
    """
    starts, rich = windows
    out = found[1]
    while starts != ZERO:
        bit = trailing_zeros(starts)
        starts &= starts - ONE
        held = window_at(goal, bit)[0] & hand.board[0]
        note_and_keep(hand, goal, planes, bit, held, found)
        if rich == 1:
            filled = held
            while filled != ZERO:
                filled = (filled - ONE) & held
                if least_cost(goal.run_size[0] - popcount(filled), least) <= out.distance:
                    note_and_keep(hand, goal, planes, bit, filled, found)
    return 0


@kernel()
def evaluate_one_any_run(hand, goal, limit, choices, out):
    """0; ``out`` (EVALUATION) for sets of three and one run, each with the wilds it may hold.

    ``choices`` are the bit at which the run begins, and above it the ranks that cards fill.
    """
    clear_evaluation(limit, out)
    planes = count_ranks(hand)
    levels = count_levels(planes, goal.distinct_ranks)
    size = goal.run_size[0]
    board = hand.board[0]
    if goal.wrap == 1:
        board = round_board(board)
    hits = count_hits(board, size)
    starts = lawful_starts(goal, size)
    allowed = wilds_of_run(goal, size)
    most_wilds = allowed if goal.wild_adjacent == 1 else min(allowed, (size + 1) // 2)
    missing = sets_missing(levels, goal.sets) - hand.wilds
    least = (missing, sets_excess(levels, goal), most_wilds)
    incomplete = int(allowed > 0 and with_hits(hits, size) & starts == ZERO)
    if set_jokers(goal) > 0:
        incomplete += goal.sets - min(goal.sets, levels[0])
    rich = int(allowed + set_jokers(goal) > 0 and hand.wilds >= incomplete)
    for short in range(size + 1):
        if least_cost(short, least) > out.distance:
            return 0
        windows = with_hits(hits, size - short) & starts
        if windows != ZERO:
            note_windows_at(hand, goal, planes, (windows, rich), least, (choices, out))
    return 0


@kernel()
def evaluate_one_any_run_again(hand, goal, limit, choices, out):
    """0; as `evaluate_one_any_run` by the ``choices`` of a card more (`contract.evaluate_again`).

    The card may have lain in the run, which then lacks it.
    """
    clear_evaluation(limit, out)
    planes = count_ranks(hand)
    for index in range(choices.number):
        bit, ranks = choices.at[index] & MOST_BIT, choices.at[index] >> BIT_BITS
        filled = np.uint64(ranks) << np.uint64(bit // 16 * 16) & hand.board[0]
        note_filled(hand, goal, planes, window_at(goal, bit), filled, out)
    return 0
