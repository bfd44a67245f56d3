"""Distance, outs and core of sets of three with at most one run of four.

Every window of the run is tried with the cards it takes out of the rank counts, best windows
first; the sets follow in closed form (``rank_counts``). A choice that lacks ``missing`` cards, of
which ``excess`` cannot be jokers, costs ``max(missing - jokers, excess)``.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.layout import UNREACHABLE
from rummysim.kernels.rank_counts import (
    RANKS,
    add_planes,
    count_levels,
    count_ranks,
    in_all_suits,
    is_below,
    set_core,
    set_outs,
    sets_excess,
    sets_missing,
    take_ranks,
)

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
THREE = np.uint64(3)
STARTS = np.uint64(0x07FF07FF07FF07FF)  # first places of runs of four
LOW_PLACES = np.uint64(0x1FFF1FFF1FFF1FFF)
ACE_HIGH = np.uint64(13)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel()
def clear_evaluation(limit, out):
    """0; ``out`` (EVALUATION) holds no choice and takes none that costs more than ``limit``."""
    out.distance = limit
    out.outs = ZERO
    out.core = ALL if limit < UNREACHABLE else ZERO
    out.joker_out = 0
    out.joker_core = int(limit < UNREACHABLE)
    return 0


@kernel()
def note_choice(out, cost, outs, core, jokers):
    """0; ``out`` (EVALUATION) includes one more choice of places.

    ``jokers`` is (one more joker lowers the cost of this choice, one less raises it). Of choices
    that cost the same, outs are united and cores intersected.
    """
    if cost < out.distance:
        out.distance = cost
        out.outs = outs
        out.core = core
        out.joker_out, out.joker_core = jokers
    elif cost == out.distance:
        out.outs |= outs
        out.core &= core
        out.joker_out |= jokers[0]
        out.joker_core &= jokers[1]
    return 0


@kernel()
def joker_effect(wilds, state):
    """(one more joker lowers the cost, one less raises it); ``state`` as in `set_outs`."""
    more = 1 if state[0] - 1 < state[2] and state[1] < state[2] else 0
    less = 1 if wilds > 0 and state[0] + 1 > state[2] else 0
    return more, less


@kernel()
def evaluate_sets(hand, goal, out):
    """0; ``out`` (EVALUATION) for a goal of sets of three, jokers at most one in each."""
    planes = count_ranks(hand)
    levels = count_levels(planes, goal.distinct_ranks)
    spare = sets_missing(levels, goal.sets) - hand.wilds
    excess = sets_excess(levels, goal)
    state = (spare, excess, max(spare, excess, 0))
    out.distance = state[2]
    out.outs = in_all_suits(set_outs(planes, levels, goal, state))
    out.core = in_all_suits(set_core(planes, levels, goal, state)) & hand.board[0]
    out.joker_out, out.joker_core = joker_effect(hand.wilds, state)
    return 0


@kernel()
def three_sets_cost(planes, goal, wilds):
    """Cost of three sets, also when a rank has six cards and three jokers make them three sets.

    That third set stands outside the chain of ``rank_counts``.
    """
    n0, n1, n2, n3 = planes
    m0, m1, m2, e0, e1 = count_levels(planes, goal.distinct_ranks)
    if goal.wild_max_set == 0 or goal.distinct_ranks == 1:
        levels = (m0, m1, m2, e0, e1)
        return max(sets_missing(levels, 3) - wilds, sets_excess(levels, goal))
    six = popcount(n1 & n2 & ~n0 & ~n3)
    levels = (m0, m1, m2, e0 - six, e1 - six)
    cost = max(sets_missing(levels, 3) - wilds, sets_excess(levels, goal))
    return min(cost, max(3 - wilds, 0)) if six > 0 else cost


@kernel()
def evaluate_three_sets(hand, goal, out):
    """0; ``out`` (EVALUATION) for three sets of three, by asking for a card more or less."""
    planes = count_ranks(hand)
    cost = three_sets_cost(planes, goal, hand.wilds)
    outs, core = ZERO, ZERO
    for rank in range(13):
        bit = ONE << np.uint64(rank)
        held = (planes[0] | planes[1] | planes[2] | planes[3]) & bit
        if held != ZERO and three_sets_cost(take_ranks(planes, bit), goal, hand.wilds) > cost:
            core |= bit
        more = add_planes(planes, (bit, ZERO, ZERO))
        if three_sets_cost(more, goal, hand.wilds) < cost:
            outs |= bit
    out.distance = cost
    out.outs = in_all_suits(outs)
    out.core = in_all_suits(core) & hand.board[0]
    out.joker_out = int(three_sets_cost(planes, goal, hand.wilds + 1) < cost)
    less = three_sets_cost(planes, goal, hand.wilds - 1)
    out.joker_core = int(hand.wilds > 0 and less > cost)
    return 0


@kernel()
def run_classes(board):
    """Windows (by first place) with 0, 1, 2, 3 and 4 places missing."""
    second, third, fourth = board >> ONE, board >> TWO, board >> THREE
    odd, pair = board ^ second, board & second
    odd2, pair2 = third ^ fourth, third & fourth
    carry = odd & odd2
    ones = odd ^ odd2
    twos = pair ^ pair2 ^ carry
    fours = pair & pair2
    return (
        fours & STARTS,
        twos & ones & STARTS,
        twos & ~ones & STARTS,
        ones & ~twos & STARTS,
        ~(ones | twos | fours) & STARTS,
    )


@kernel()
def cover(starts):
    """Kinds (places 0..12) of all windows of four that begin at a bit of ``starts``."""
    bits = starts | (starts << ONE)
    bits |= bits << TWO
    return (bits & LOW_PLACES) | ((bits & ~LOW_PLACES) >> ACE_HIGH)


@kernel()
def kind_ranks(kinds):
    """Ranks of a mask of kinds of one suit."""
    folded = kinds | (kinds >> np.uint64(32))
    return (folded | (folded >> np.uint64(16))) & RANKS


@kernel()
def note_window(hand, goal, planes, slots, out):
    """Cost of the goal when its run fills ``slots``; ``out`` includes the choice.

    ``slots`` is (kinds of the window, kinds of it that cards fill).
    """
    window, filled = slots
    rest = take_ranks(planes, kind_ranks(filled))
    levels = count_levels(rest, goal.distinct_ranks)
    short = 4 - popcount(filled)
    excess = max(0, short - min(1, goal.wild_max_run)) + sets_excess(levels, goal)
    spare = short + sets_missing(levels, goal.sets) - hand.wilds
    cost = max(spare, excess)
    if cost > out.distance:
        return cost
    state = (spare, excess, cost)
    past_joker = int(short > min(1, goal.wild_max_run))
    outs = in_all_suits(set_outs(rest, levels, goal, state))
    if short > 0 and is_below(-1, -past_joker, state) == 1:
        outs |= window & ~filled
    raised = int(short >= min(1, goal.wild_max_run))
    run_core = ALL if is_below(1, raised, (spare, excess, cost + 1)) == 0 else ZERO
    core = in_all_suits(set_core(rest, levels, goal, state)) & hand.board[0]
    twice = hand.board[1]
    core = (core & ~filled) | (filled & run_core & (~twice | core))
    note_choice(out, cost, outs, core & LOW_PLACES, joker_effect(hand.wilds, state))
    return cost


@kernel()
def least_cost(short, goal, least):
    """Lower bound of the cost when the run lacks ``short`` cards.

    ``least`` is (missing less jokers, excess) of the sets when the run takes no card from them.
    """
    return max(short + least[0], max(0, short - min(1, goal.wild_max_run)) + least[1])


@kernel()
def note_fillings(hand, goal, planes, slots, least, out):
    """0; ``out`` includes every way to leave some cards of a window to the sets.

    ``slots`` is (kinds of the window, kinds of it that are held), ``least`` as in `least_cost`.
    """
    filled = slots[1]
    while filled != ZERO:
        filled = (filled - ONE) & slots[1]
        if least_cost(4 - popcount(filled), goal, least) <= out.distance:
            note_window(hand, goal, planes, (slots[0], filled), out)
    return 0


@kernel()
def note_class(hand, goal, planes, windows, out):
    """0; ``out`` includes the choices whose run lies in one of ``windows`` (first places).

    ``windows`` is (starts, 1 to try every filling of each, what `least_cost` wants).
    """
    starts, all_fillings, least = windows
    while starts != ZERO:
        window = cover(ONE << np.uint64(trailing_zeros(starts)))
        starts &= starts - ONE
        slots = (window, window & hand.board[0])
        note_window(hand, goal, planes, slots, out)
        if all_fillings == 1:
            note_fillings(hand, goal, planes, slots, least, out)
    return 0


@kernel()
def can_spare_jokers(hand, goal, complete_run, complete_sets):
    """1 if some best choice may have all the jokers that it can use.

    Only then can it pay, now or with one joker more, to leave a card of the run to a set.
    """
    usable = goal.sets * min(1, goal.wild_max_set) + goal.runs * min(1, goal.wild_max_run)
    complete = complete_run + min(goal.sets, complete_sets)
    return 1 if usable > 0 and hand.wilds >= usable - complete else 0


@kernel()
def evaluate_one_run(hand, goal, limit, out):
    """0; ``out`` (EVALUATION) for sets of three and one run of four, at most one joker in each."""
    clear_evaluation(limit, out)
    planes = count_ranks(hand)
    levels = count_levels(planes, goal.distinct_ranks)
    least = (sets_missing(levels, goal.sets) - hand.wilds, sets_excess(levels, goal))
    classes = run_classes(hand.board[0])
    spare = can_spare_jokers(hand, goal, int(classes[0] != ZERO), levels[0])
    if classes[0] != ZERO:
        note_class(hand, goal, planes, (classes[0], spare, least), out)
    if classes[1] != ZERO and least_cost(1, goal, least) <= out.distance:
        note_class(hand, goal, planes, (classes[1], spare, least), out)
    if classes[2] != ZERO and least_cost(2, goal, least) <= out.distance:
        note_class(hand, goal, planes, (classes[2], spare, least), out)
    if classes[3] != ZERO and least_cost(3, goal, least) <= out.distance:
        note_class(hand, goal, planes, (classes[3], spare, least), out)
    if classes[4] != ZERO and least_cost(4, goal, least) <= out.distance:
        note_window(hand, goal, planes, (cover(classes[4]), ZERO), out)
    return 0
