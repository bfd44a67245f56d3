"""How far a hand is from the contract of a round (rules.md 2.1 and 2.4)."""

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import UNREACHABLE
from rummysim.kernels.search import search_distance, search_evaluation, whole_size


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
