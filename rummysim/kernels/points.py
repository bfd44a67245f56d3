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
    """What one player scores in the round that is over.

    Who goes out in the very turn of his lay-down may have points taken off, and make the others'
    points count several times (rules.md 4 and 5).
    """
    if state.dead != 0 and rules.dead_round_void == 1:
        return 0
    winner = state.winner
    at_once = winner >= 0 and state.table.down[winner] == state.table.turns[winner]
    if seat == winner:
        return -rules.out_at_once if at_once else 0
    points = hand_points(state.views[seat].hand, rules)
    return points * rules.down_and_out if at_once else points
