"""Collecting any melds, whatever the contract: what beginners do (rules.md 11.1, SH-T1)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, is_wild, kind_bit
from rummysim.policies.script_parameters import AIMS, place
from rummysim.policies.script_sight import NEAR, SAME_RANK

AIM = place("aim")
AIM_UNTIL = place("aim_until")
RUNS_FROM = place("runs_from")
CONTRACT, ANY = range(len(AIMS.split()))
MANY_RUNS = 3  # a round of so many runs and no set is what `runs_from` speaks of

ONE = np.uint64(1)


@kernel()
def collects_any(view, table, rules, params):
    """1 while any meld counts and not only those of the contract."""
    turn = max(1, table.turns[view.seat])  # 0 when asked to claim before the first turn
    if params.value[AIM] == ANY and turn <= params.value[AIM_UNTIL]:
        return 1
    goal = rules.goal[table.round]
    runs_only = goal.sets == 0 and goal.runs >= MANY_RUNS
    return 1 if runs_only and turn < params.value[RUNS_FROM] else 0


@kernel()
def companions(hand, kind):
    """Cards of the hand, other than one of ``kind`` itself, that a meld could join it with."""
    if is_wild(hand.wild_kinds, kind):
        return hand.size
    own = kind_bit(kind)
    rank = SAME_RANK << np.uint64(kind % 13) & ~own
    found = popcount(hand.board[0] & NEAR[kind] & ~own) + max(0, int(hand.count[kind]) - 1)
    for copy in range(hand.board.shape[0]):
        found += popcount(hand.board[copy] & rank)
    return found


@kernel()
def joins(hand, kind):
    """Cards that a further card of ``kind`` could be melded with."""
    return companions(hand, kind) + (1 if hand.count[kind] > 0 else 0)


@kernel()
def loneliest(hand, kinds):
    """Mask of those of ``kinds`` (places 0..12, held) that have the fewest companions."""
    fewest = hand.size + 1
    alone = np.uint64(0)
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        found = companions(hand, kind)
        if found < fewest:
            fewest = found
            alone = np.uint64(0)
        if found == fewest:
            alone |= kind_bit(kind)
    return alone
