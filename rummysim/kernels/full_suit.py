"""A whole suit that counts as three of the contract's runs of four (rules.md 5).

It makes a second contract beside the one of the round: a run of thirteen and what is left.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.copying import copy_record
from rummysim.kernels.layout import CHOICES, EVALUATION, GOAL, MAX_SHAPES, PLAN, Record
from rummysim.kernels.one_run import LOW_PLACES, run_classes

ZERO = np.uint64(0)
SUIT_PLACES = np.uint64(0xFFFF)
ANY_SUIT = np.uint64(0xFFFFFFFFFFFFFFFF)
WHOLE_SUIT = 13
# Room for the second contract and what is found for it: one array, because a record lives no
# longer than its array is in use.
SECOND = np.dtype(
    (Record, np.dtype([("goal", GOAL), ("known", EVALUATION), ("choices", CHOICES)], align=True))
)
SECOND_PLAN = np.dtype((Record, np.dtype([("goal", GOAL), ("plan", PLAN)], align=True)))


@kernel()
def least_of_four(classes, kinds):
    """Cards that the best run of four lacks at the least; ``kinds`` are the suits it may be of."""
    for missing in range(4):
        if classes[missing] & kinds != ZERO:
            return missing
    return 4


@kernel()
def may_be_full(hand, goal, distance):
    """1 if a whole suit may count and might lack no more than ``distance`` cards."""
    if goal.full_suit == 0:
        return 0
    fours = goal.full_runs - 1
    if goal.wrap == 1 or goal.full_run_size[fours] < 4:
        fours = 0  # one that is left may lack less
    classes = run_classes(hand.board[0])
    for suit in range(4):
        own = SUIT_PLACES << np.uint64(16 * suit)
        lacks = WHOLE_SUIT - popcount(hand.board[0] & own & LOW_PLACES)
        if fours > 0:
            lacks += fours * least_of_four(classes, ~own if goal.distinct_suits else ANY_SUIT)
        if lacks - hand.wilds <= distance:
            return 1
    return 0


@kernel()
def put_full_suit(goal, other):
    """0; ``other`` (GOAL) is ``goal`` with the whole suit in place of three runs of four."""
    copy_record(goal, other)
    other.full_suit = 0
    other.runs = goal.full_runs
    other.cards = goal.cards + WHOLE_SUIT - 12
    for run in range(MAX_SHAPES):
        other.run_size[run] = goal.full_run_size[run]
    return 0
