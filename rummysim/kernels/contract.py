"""How far a hand is from the contract of a round (rules.md 2.1 and 2.4)."""

import numpy as np
from numba import from_dtype, types

from rummysim.kernels._jit import kernel
from rummysim.kernels.hand import hand_from_counts
from rummysim.kernels.layout import GOAL, HAND, UNREACHABLE, Record
from rummysim.kernels.search import search_distance, search_evaluation, whole_size

HAND_RECORD = np.dtype((Record, HAND))


@kernel()
def evaluate(hand, goal, out):
    """The distance of ``hand`` (HAND) to ``goal`` (GOAL); ``out`` (EVALUATION) is filled.

    The distance is the number of cards still to be drawn before the goal can be laid down when
    any cards may be thrown on the way; UNREACHABLE when it never can. Copies left in the shoe
    are not looked at.

    7S 7H 7D | 4C 5C 6C | QH, goal S R4: distance 1, outs 3C 7C and a joker.
    """
    return search_evaluation(hand, goal, out)


@kernel()
def distance_to(hand, goal):
    """The distance of ``hand`` (HAND) to ``goal`` (GOAL), as `evaluate` counts it."""
    return search_distance(hand, goal, whole_size(hand, goal), UNREACHABLE)


@kernel(types.int64(types.int8[:, ::1], from_dtype(GOAL), types.int64[::1]))
def distances(counts, goal, out):
    """0; ``out`` (int64[n]) are the distances of n hands to ``goal`` (GOAL).

    counts : int8[n, 53]   copies held of each kind, jokers last
    """
    hand = np.zeros(1, HAND_RECORD)[0]
    for row in range(counts.shape[0]):
        hand_from_counts(counts[row], hand)
        out[row] = distance_to(hand, goal)
    return 0
