"""Dealing without playing: what any engine must do at least, for `bench`; and random hands."""

import numpy as np
from numba import from_dtype, types

from rummysim.kernels import layout
from rummysim.kernels._jit import kernel
from rummysim.kernels.shoe import next_card, open_shoe, start_shuffle
from rummysim.kernels.types import RULES_TYPE

STATES = types.Array(from_dtype(layout.STATE), 1, "C")
RULES = types.Array(RULES_TYPE, 1, "C")
JOBS = types.Array(from_dtype(layout.JOB), 1, "C")


@kernel()
def hand_out(state, rules, number, draws):
    """Cards that went into the hands of one round: the deal, then ``draws`` in turn."""
    dealt = rules.deal_cards[number] * rules.players + 1
    for seat in range(rules.players):
        state.views[seat].hand.count[:] = 0
    seat = 0
    shuffles = 0
    for _ in range(dealt + draws):
        if state.next == state.end:
            shuffles += 1
            start_shuffle(state, rules.deck_size, number, shuffles)
        card = next_card(state)
        state.views[seat].hand.count[card] += 1
        seat = seat + 1 if seat + 1 < rules.players else 0
    return dealt + draws


@kernel(types.int64(STATES, RULES, JOBS, types.int64[::1]))
def deal_and_draw(states, rules, jobs, draws):
    """Cards handed out by shuffling, dealing and drawing as in whole matches, nothing decided.

    states : STATE[1], scratch space
    jobs : JOB[1], which deals
    draws : int64[rounds], cards drawn from the stock in each round after the deal
    """
    state = states[0]
    rule = rules[0]
    job = jobs[0]
    state.key = job.deal_key
    handed = 0
    for played in range(job.count):
        state.deal = np.uint64(job.first + played)
        for number in range(rule.rounds):
            open_shoe(state, rule, number)
            handed += hand_out(state, rule, number, draws[number])
    return handed


@kernel(types.int64(STATES, RULES, JOBS, types.int64, types.int8[:, ::1]))
def deal_hands(states, rules, jobs, cards, hands):
    """Number of hands dealt: one of ``cards`` cards from each deal's fresh shoe.

    hands : int8[count, 53], copies held of each kind; filled
    """
    state = states[0]
    job = jobs[0]
    state.key = job.deal_key
    for index in range(job.count):
        state.deal = np.uint64(job.first + index)
        open_shoe(state, rules[0], 0)
        hands[index, :] = 0
        for _ in range(cards):
            hands[index, next_card(state)] += 1
    return job.count
