"""What a player sees at a decision, as the numbers of `features`."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.features import BUY, THROW_JOKER, feature
from rummysim.kernels.fork_acts import unseen_outs
from rummysim.kernels.layout import CLAIM, JOKER
from rummysim.kernels.points import hand_points

ROUND, TURN = feature("round"), feature("turn")
DISTANCE, DISTANCE_AFTER = feature("distance"), feature("distance_after")
PROGRESS = feature("progress")
BUYS_LEFT = feature("buys_left")
SMALLEST_HAND, OPPONENTS_DOWN = feature("smallest_hand"), feature("opponents_down")
OWN_DOWN, HAND_SIZE = feature("own_down"), feature("hand_size")
JOKERS, POINTS = feature("jokers"), feature("points")
OUTS_A, OUTS_B = feature("outs_a"), feature("outs_b")
STOCK, BEFORE, BEHIND = feature("stock"), feature("before"), feature("behind")

LARGE = 1 << 40


@kernel()
def note_sight(state, rules, fork, found):
    """0; where and when a SITUATION is, and its features, but for the values of the acts."""
    table = state.table
    seat = found.seat
    view = state.views[seat]
    found.deal = np.int64(state.deal)
    found.round = table.round
    found.turn = table.turn
    found.asked = view.asked
    sight = found.feature
    sight[ROUND] = table.round + 1
    sight[TURN] = table.turns[seat] + (1 if view.phase == CLAIM else 0)
    sight[BUYS_LEFT] = view.buys_left
    sight[OWN_DOWN] = 1 if table.down[seat] > 0 else 0
    sight[HAND_SIZE] = view.hand.size
    sight[JOKERS] = view.hand.count[JOKER]
    sight[POINTS] = hand_points(view.hand, rules)
    sight[STOCK] = table.stock_size
    sight[BEFORE] = (seat - table.on_turn) % table.players if fork.decision == BUY else 0
    note_contract(state, rules, fork, found)
    note_opponents(table, seat, sight)
    return 0


@kernel()
def note_contract(state, rules, fork, found):
    """0; how far the player is from the contract, before and after the acts."""
    sight = found.feature
    after = fork.after[1] if fork.decision == THROW_JOKER else fork.after[0]
    sight[DISTANCE] = fork.known.distance
    sight[DISTANCE_AFTER] = after.distance
    sight[PROGRESS] = fork.known.distance - after.distance
    sight[OUTS_A] = unseen_outs(state, rules, found.seat, fork.after[0])
    sight[OUTS_B] = unseen_outs(state, rules, found.seat, fork.after[1])
    return 0


@kernel()
def note_opponents(table, seat, sight):
    """0; what the player sees of the others."""
    smallest = LARGE
    best = LARGE
    down = 0
    for other in range(table.players):
        if other != seat:
            smallest = min(smallest, table.size[other])
            best = min(best, table.total[other])
            down += 1 if table.down[other] > 0 else 0
    sight[SMALLEST_HAND] = smallest
    sight[OPPONENTS_DOWN] = down
    sight[BEHIND] = table.total[seat] - best
    return 0
