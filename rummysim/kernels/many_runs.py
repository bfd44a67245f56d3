"""Distance, outs and core of two or three runs of four, alone or beside one set of three.

The set is tried at every rank with every choice of cards that can be part of a best way; the
cards are taken out of the hand and ``merge_runs`` finds the best runs of the rest.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.merge_runs import LARGE, merge_exactly, merge_one_joker, merge_simple
from rummysim.kernels.one_run import STARTS, cover

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
WINDOW = np.uint64(0xF)
LOW_PLACES = np.uint64(0x1FFF1FFF1FFF1FFF)
LOW_THREE = np.uint64(0x0007000700070007)  # places that runs reach from above the king
CIRCLE = np.uint64(13)
# How jokers are shared out: fewer than can be used, as many as can be used, or in between.
SCARCE, PLENTY, BETWEEN = 0, 1, 2


@kernel()
def round_board(board):
    """A board whose lanes go on above the king with the ace, the 2 and the 3."""
    board &= LOW_PLACES
    return board | ((board & LOW_THREE) << CIRCLE)


@kernel()
def kind_boards(hand):
    """Kinds held at least once, twice, three times (places 0..12)."""
    return hand.board[0] & LOW_PLACES, hand.board[1] & LOW_PLACES, hand.board[2] & LOW_PLACES


@kernel()
def complete_runs(hand, goal):
    """Runs of four that the hand holds side by side without jokers, at most those of the goal.

    May be too large when cards are held twice or runs go round the corner.
    """
    runs = goal.runs
    board = hand.board[0]
    if goal.wrap == 1:
        board = round_board(board)
    pairs = board & (board >> ONE)
    starts = pairs & (pairs >> TWO) & (LOW_PLACES if goal.wrap == 1 else STARTS)
    kinds = cover(starts)
    if kinds & hand.board[1] != ZERO:
        cards = popcount(kinds & hand.board[0]) + popcount(kinds & hand.board[1])
        return min(runs, (cards + popcount(kinds & hand.board[2])) // 4)
    count = 0
    while starts != ZERO and count < runs:
        starts &= ~(WINDOW << np.uint64(trailing_zeros(starts)))
        count += 1
    return count


@kernel()
def joker_case(hand, goal, complete_sets):
    """SCARCE, PLENTY or BETWEEN.

    SCARCE: every best choice can use more jokers than are held, or none is held or allowed, so it
    lacks the fewest naturals and jokers stand for any of them. PLENTY: each meld can have one.
    """
    run_jokers = goal.runs * goal.wild_max_run
    usable = run_jokers + goal.sets * goal.wild_max_set
    if hand.wilds == 0 or usable == 0:
        return SCARCE
    if hand.wilds >= usable:
        return PLENTY
    complete = complete_runs(hand, goal) + min(complete_sets, goal.sets)
    return SCARCE if hand.wilds < usable - complete else BETWEEN


@kernel()
def best_runs(boards, goal, jokers, limit):
    """Best runs with so many jokers to share out among them, as `merge_simple`."""
    if jokers == 0 or jokers == goal.runs:
        return merge_simple(boards, goal, int(jokers > 0), limit)
    if goal.runs == 2:
        return merge_one_joker(boards, goal)
    return merge_exactly(boards, goal, jokers)


@kernel()
def evaluate_runs(hand, goal, out):
    """0; ``out`` (EVALUATION) for two or three runs of four, at most one joker in each."""
    usable = goal.runs * goal.wild_max_run
    used = min(hand.wilds, usable)
    scarce = joker_case(hand, goal, 0) == SCARCE
    share = 0 if scarce else used
    cost, outs, core, better, idle = best_runs(kind_boards(hand), goal, share, LARGE)
    out.distance = cost - used if scarce else cost
    out.outs = outs
    out.core = core
    out.joker_out = int(used < usable and (better == 1 or (scarce and hand.wilds > 0)))
    out.joker_core = int(hand.wilds > 0 and hand.wilds == used and (scarce or idle == 0))
    return 0
