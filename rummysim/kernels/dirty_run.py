"""Runs of all thirteen ranks: of any suits (the dirty run) and of one suit (rules.md 4).

What such a run lacks depends only on the ranks that naturals fill. The dirty run is laid with
every card of the hand.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.any_runs import wild_room
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT
from rummysim.kernels.layout import JOKER, UNREACHABLE
from rummysim.kernels.meld_list import give_wilds
from rummysim.kernels.one_run import LOW_PLACES, clear_evaluation, note_choice
from rummysim.kernels.ways import RANK_BITS, SUIT_RANKS
from rummysim.kernels.wild_places import CIRCLE

ZERO = np.uint64(0)
ONE = np.uint64(1)


@kernel()
def natural_kinds(hand, goal):
    """Mask of the kinds held that may lie as themselves."""
    kinds = hand.board[0] & LOW_PLACES
    if goal.wild_natural == 1:
        left = goal.wild_kinds
        while left != ZERO:
            bit = left & (~left + ONE)
            left ^= bit
            if hand.count[KIND_AT[trailing_zeros(bit)]] > 0:
                kinds |= bit
    return kinds


@kernel()
def count_naturals(hand, goal, counts):
    """Wilds left; ``counts`` (int64[13]) are the cards of each rank that may lie as themselves.

    One card of a wild rank lies as itself where it may, which lacks no more than elsewhere.
    """
    wilds = hand.wilds
    for rank in range(13):
        counts[rank] = 0
        wild = goal.wild_kinds & RANK_BITS[rank] != ZERO
        if wild and goal.wild_natural == 0:
            continue
        for suit in range(4):
            counts[rank] += int(hand.count[rank + 13 * suit])
        wilds -= int(wild and counts[rank] > 0)
    return wilds


@kernel()
def lacking(goal, ranks, wilds, first):
    """Cards that a run lacks with naturals of ``ranks`` (a mask) and so many wilds.

    It begins at the place ``first``, which does not matter on a circle.
    """
    gap = SUIT_RANKS & ~ranks
    if goal.wrap == 1 and ranks != 0:
        first = trailing_zeros(np.uint64(ranks))  # its ends are neighbours
    window = (np.uint64(SUIT_RANKS), 0, first)
    room = wild_room(goal, window, CIRCLE, np.uint64(gap))
    if goal.wrap == 1 and goal.wild_adjacent == 0:
        room = min(room, CIRCLE // 2)
    short = popcount(np.uint64(gap))
    return max(short - wilds, short - room)


@kernel()
def evaluate_dirty_run(hand, goal, out):
    """0; ``out`` (EVALUATION) for the dirty run."""
    counts = np.empty(13, dtype=np.int64)
    wilds = count_naturals(hand, goal, counts)
    ranks = 0
    for rank in range(13):
        ranks |= int(counts[rank] > 0) << rank
    cost = lacking(goal, ranks, wilds, 0)
    more = int(lacking(goal, ranks, wilds + 1, 0) < cost)
    less = int(lacking(goal, ranks, wilds - 1, 0) > cost)
    outs, core = ZERO, ZERO
    for rank in range(13):
        own, bit = RANK_BITS[rank], 1 << rank
        wild = goal.wild_kinds & own != ZERO
        if counts[rank] == 0:
            helps = lacking(goal, ranks | bit, wilds, 0) < cost
        else:
            helps = wild and more == 1
        if counts[rank] == 1:
            needed = lacking(goal, ranks & ~bit, wilds, 0) > cost
        else:
            needed = wild and less == 1
        outs |= own if helps else ZERO
        core |= own if needed else ZERO
    jokers = int(hand.count[JOKER]) if goal.wild_natural == 1 else hand.wilds
    out.distance = cost
    out.outs, out.core = outs, core & natural_kinds(hand, goal)
    out.joker_out, out.joker_core = more, int(jokers > 0) & less
    return 0


@kernel()
def plan_dirty_run(hand, goal, value, plan):
    """1 if the hand can lay the dirty run, with the run in ``plan``; else 0."""
    counts = np.empty(13, dtype=np.int64)
    wilds = count_naturals(hand, goal, counts)
    kinds = natural_kinds(hand, goal)
    ranks = 0
    meld = plan.meld[0]
    for rank in range(13):
        own = kinds & RANK_BITS[rank]
        ranks |= int(own != ZERO) << rank
        meld.card[rank] = JOKER if own == ZERO else KIND_AT[trailing_zeros(own)]
    if hand.size != CIRCLE or lacking(goal, ranks, wilds, 0) > 0:
        return 0
    plan.melds, plan.penalty = 1, 0
    meld.is_run, meld.rank, meld.suit = 1, 0, 0
    meld.first, meld.size = 0, CIRCLE
    give_wilds(hand, goal.wild_kinds, value, plan)
    return 1


@kernel()
def is_whole_suit(goal):
    """1 if the goal is a lone run of thirteen whose naturals lie in their own places."""
    if goal.sets > 0 or goal.runs != 1 or goal.run_size[0] != CIRCLE:
        return 0
    return 1 if goal.wild_kinds == ZERO or goal.wild_natural == 0 else 0


@kernel()
def note_suit(hand, goal, suit, first, out):
    """0; ``out`` includes the run of a suit that begins at the place ``first``."""
    shift, wilds = np.uint64(16 * suit), hand.wilds
    ranks = np.int64(hand.board[0] >> shift) & SUIT_RANKS
    cost = lacking(goal, ranks, wilds, first)
    if cost > out.distance:
        return 0
    lower, higher = 0, 0
    for rank in range(13):
        changed = lacking(goal, ranks ^ 1 << rank, wilds, first)
        lower |= int(changed < cost) << rank
        higher |= int(changed > cost) << rank
    jokers = (
        int(lacking(goal, ranks, wilds + 1, first) < cost),
        int(wilds > 0 and lacking(goal, ranks, wilds - 1, first) > cost),
    )
    core = np.uint64(higher) << shift & ~hand.board[1]
    note_choice(out, cost, np.uint64(lower) << shift, core, jokers)
    return 0


@kernel()
def evaluate_whole_suit(hand, goal, out):
    """0; ``out`` (EVALUATION) for a lone run of thirteen cards."""
    clear_evaluation(UNREACHABLE, out)
    for suit in range(4):
        for first in range(2 - goal.wrap):
            note_suit(hand, goal, suit, first, out)
    return 0
