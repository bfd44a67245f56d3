"""Sets of three in closed form, from how many cards of each rank are held.

k sets of a rank with n cards lack ``max(0, 3k - n)`` cards, and when each may take one joker they
need ``max(0, 2k - n)`` cards that are no jokers. Both grow faster with every set, so the best T
sets take the cheapest steps of all ranks. A step is a pair, (missing, excess); sorted they form
one chain, (0, 0) (1, 0) (2, 0) (2, 1) (3, 1) (3, 2), so the same T steps are best for both. Only
the third set of a rank with six cards, (3, 0), stands outside it: `is_in_chain`.

``count_levels`` counts, over all ranks, the steps that lack at most 0, 1, 2 cards and those with
an excess of 0 and of at most 1. With each count cut off at T, T sets lack
``3T - m0 - m1 - m2`` cards, with an excess of ``2T - e0 - e1``.

The counts of the thirteen ranks are four *planes*, masks of ranks: plane i has the ranks whose
count has bit i.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount

RANKS = np.uint64(0x1FFF)
LANE = np.uint64(0xFFFF)
ALL_SUITS = np.uint64(0x0001000100010001)
ZERO = np.uint64(0)
S16 = np.uint64(16)
S32 = np.uint64(32)


@kernel()
def in_all_suits(ranks):
    """Mask of kinds with the given ranks."""
    return (ranks & RANKS) * ALL_SUITS


@kernel()
def rank_planes(board):
    """Three planes (bits 0..2) of the number of suits that hold each rank."""
    odd = board ^ (board >> S32)
    both = board & (board >> S32)
    low, high = odd & LANE, (odd >> S16) & LANE
    pairs, others = both & LANE, (both >> S16) & LANE
    carry = low & high
    ones = low ^ high
    twos = pairs ^ others ^ carry
    fours = pairs & others
    return ones & RANKS, twos & RANKS, fours & RANKS


@kernel()
def add_planes(planes, more):
    """Four planes of a sum: four planes and three."""
    a0, a1, a2, a3 = planes
    b0, b1, b2 = more
    c0 = a0 & b0
    c1 = (a1 & b1) | (c0 & (a1 ^ b1))
    c2 = (a2 & b2) | (c1 & (a2 ^ b2))
    return a0 ^ b0, a1 ^ b1 ^ c0, a2 ^ b2 ^ c1, a3 ^ c2


@kernel()
def count_ranks(hand):
    """Four planes of the number of naturals held of each rank."""
    n0, n1, n2 = rank_planes(hand.board[0])
    planes = (n0, n1, n2, ZERO)
    if hand.board[1] != ZERO:
        planes = add_planes(planes, rank_planes(hand.board[1]))
        if hand.board[2] != ZERO:
            planes = add_planes(planes, rank_planes(hand.board[2]))
    return planes


@kernel()
def take_ranks(planes, ranks):
    """Planes with one card less of each of ``ranks``."""
    n0, n1, n2, n3 = planes
    borrow = ranks & ~n0
    n0 ^= ranks
    deeper = borrow & ~n1
    n1 ^= borrow
    last = deeper & ~n2
    n2 ^= deeper
    return n0, n1, n2, n3 ^ last


@kernel()
def count_levels(planes, distinct):
    """(m0, m1, m2, e0, e1), see above; ``distinct`` 1 allows one set of each rank only."""
    n0, n1, n2, n3 = planes
    big = n2 | n3
    three, two, one = popcount((n0 & n1) | big), popcount(n1 | big), popcount(n0 | n1 | big)
    if distinct == 1:
        return three, two, one, two, one
    if big == ZERO:
        return three, two, one, two, one + three
    five, six = popcount((n2 & (n0 | n1)) | n3), popcount((n1 & n2) | n3)
    four, seven, eight = popcount(big), popcount((n0 & n1 & n2) | n3), popcount(n3)
    nine, ten = popcount(n3 & (n0 | n1 | n2)), popcount(n3 & (n1 | n2))
    eleven, twelve = popcount(n3 & ((n0 & n1) | n2)), popcount(n3 & n2)
    return (
        three + six + nine + twelve,
        two + five + eight + eleven,
        one + four + seven + ten,
        two + four + six + eight + ten + twelve,
        one + three + five + seven + nine + eleven,
    )


@kernel()
def is_in_chain(planes, sets):
    """1 unless a rank has so many cards (five) that one more could leave the chain."""
    n0, n1, n2, n3 = planes
    return 1 if sets < 3 or ((n2 & (n0 | n1)) | n3) == ZERO else 0


@kernel()
def sets_missing(levels, sets):
    """Cards that the best ``sets`` sets lack."""
    return 3 * sets - min(levels[0], sets) - min(levels[1], sets) - min(levels[2], sets)


@kernel()
def takes_no_joker(goal):
    """True if no wild may lie in a set of three."""
    return goal.wild_max_set == 0 or goal.set_min_naturals > 2


@kernel()
def sets_excess(levels, goal):
    """Cards that the sets of the goal lack and that jokers cannot be."""
    if takes_no_joker(goal):
        return sets_missing(levels, goal.sets)
    return 2 * goal.sets - min(levels[3], goal.sets) - min(levels[4], goal.sets)


@kernel()
def split_ranks(planes, distinct):
    """Ranks with 0, 1, 2, 3 6 9 12, 4 7 10, and 5 8 11 cards.

    With ``distinct`` 1 those with 3 are the fourth group, and more than 3 are in none.
    """
    n0, n1, n2, n3 = planes
    big = n2 | n3
    none = ~(n0 | n1 | big) & RANKS
    one, two, three = n0 & ~n1 & ~big, n1 & ~n0 & ~big, n0 & n1 & ~big
    if big == ZERO or distinct == 1:
        return none, one, two, three, ZERO, ZERO
    third = (n2 & n1 & ~n0 & ~n3) | (n3 & n0 & ~n1 & ~n2) | (n3 & n2)
    first = (n2 & ~n3 & ~(n0 ^ n1)) | (n3 & n1 & ~n0 & ~n2)
    return none, one, two, three | third, first, big & ~third & ~first


@kernel()
def is_below(missing, excess, state):
    """1 if a goal that lacks so many more cards than ``state`` says costs less than it says.

    ``state`` is (missing - wilds, excess, cost).
    """
    return 1 if state[0] + missing < state[2] and state[1] + excess < state[2] else 0


@kernel()
def set_outs(planes, levels, goal, state):
    """Ranks of which one more card lowers the cost.

    ``state`` is (missing cards less jokers, excess, cost) of the whole goal.
    """
    sets = goal.sets
    none, one, two, three, four, five = split_ranks(planes, goal.distinct_ranks)
    m0, m1, m2 = -int(levels[0] < sets), -int(levels[1] < sets), -int(levels[2] < sets)
    e0, e1 = -int(levels[3] < sets), -int(levels[4] < sets)
    if takes_no_joker(goal):
        return (
            (none if is_below(m2, m2, state) == 1 else ZERO)
            | (one if is_below(m1, m1, state) == 1 else ZERO)
            | ((two | five) if is_below(m0, m0, state) == 1 else ZERO)
            | (three if goal.distinct_ranks == 0 and is_below(m2, m2, state) == 1 else ZERO)
            | (four if is_below(m1, m1, state) == 1 else ZERO)
        )
    two_excess = e1 if goal.distinct_ranks == 0 else 0
    return (
        (none if is_below(m2, e1, state) == 1 else ZERO)
        | (one if is_below(m1, e0, state) == 1 else ZERO)
        | (two if is_below(m0, two_excess, state) == 1 else ZERO)
        | (three if goal.distinct_ranks == 0 and is_below(m2, e0, state) == 1 else ZERO)
        | (four if is_below(m1, e1, state) == 1 else ZERO)
        | (five if is_below(m0, 0, state) == 1 else ZERO)
    )


@kernel()
def set_core(planes, levels, goal, state):
    """Ranks of which one card less raises the cost; ``state`` as in `set_outs`."""
    sets = goal.sets
    _, one, two, three, four, five = split_ranks(planes, goal.distinct_ranks)
    m0, m1, m2 = int(levels[0] <= sets), int(levels[1] <= sets), int(levels[2] <= sets)
    e0, e1 = int(levels[3] <= sets), int(levels[4] <= sets)
    limit = (state[0], state[1], state[2] + 1)
    if takes_no_joker(goal):
        return (
            (ZERO if is_below(m2, m2, limit) == 1 else one | four)
            | (ZERO if is_below(m1, m1, limit) == 1 else two | five)
            | (ZERO if is_below(m0, m0, limit) == 1 else three)
        )
    three_excess = e1 if goal.distinct_ranks == 0 else 0
    return (
        (ZERO if is_below(m2, e1, limit) == 1 else one)
        | (ZERO if is_below(m1, e0, limit) == 1 else two)
        | (ZERO if is_below(m0, three_excess, limit) == 1 else three)
        | (ZERO if is_below(m2, e0, limit) == 1 else four)
        | (ZERO if is_below(m1, 0, limit) == 1 else five)
    )
