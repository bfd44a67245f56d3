"""Penalty points of a hand, and of a player at the end of a round (rules.md 1.5)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import KINDS


@kernel()
def hand_points(hand, rules):
    """The points of all cards of a HAND."""
    points = 0
    if hand.size > 0:
        for kind in range(KINDS):
            points += np.int64(hand.count[kind]) * rules.value[kind]
    return points


@kernel()
def round_points(state, rules, seat):
    """What one player scores in the round that is over."""
    if state.dead != 0 and rules.dead_round_void == 1:
        return 0
    return hand_points(state.views[seat].hand, rules)
