"""Claims and buys: the discard goes to a player out of turn, with penalty cards (rules.md 1.6)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.ask import ask_yes_no
from rummysim.kernels.cards_move import draw_card, pick_discard
from rummysim.kernels.layout import CLAIM, T_BUY, T_CLAIM, T_PENALTY
from rummysim.kernels.philox import ROUND_SHIFT, STREAM_PRIORITY, bounded
from rummysim.kernels.record import log_act, write_act
from rummysim.kernels.shoe import recyclable

UPCARD = -1
NOBODY = -1
FAULT = -2


@kernel()
def next_seat(table, seat):
    """The left neighbour of ``seat``."""
    return seat + 1 if seat + 1 < table.players else 0


@kernel()
def thrower(table):
    """The seat that threw the top discard, UPCARD if it was turned up after the deal."""
    return np.int64(table.pile_by[table.pile_size - 1])


@kernel()
def buying_is_open(table, rules):
    """1 if the top discard may be claimed at all before this draw."""
    if table.top < 0 or rules.buy_limit == 0:
        return 0
    if thrower(table) == UPCARD and rules.buy_upcard == 0:
        return 0
    if rules.buy_in_last_round == 0 and table.round == rules.rounds - 1:
        return 0
    to_draw = table.stock_size + recyclable(table, rules, table.pile_size - 1)
    return 1 if to_draw >= rules.buy_penalty_cards else 0


@kernel()
def may_buy(table, rules, seat):
    """1 if ``seat``, who is not on turn, may claim the top discard."""
    if table.buys[seat] >= rules.buy_limit:
        return 0
    if seat == thrower(table) and rules.buy_discarder == 0:
        return 0
    return 1 if table.down[seat] == 0 or rules.buy_when_down else 0


@kernel()
def collect_claims(game, on_turn):
    """Asks every other player; 0 if all answers were lawful, else FAULT."""
    state, rules, trace = game[:3]
    table = state.table
    seat = next_seat(table, on_turn)
    claims = 0
    while seat != on_turn:
        if may_buy(table, rules, seat):
            state.views[seat].buys_left = rules.buy_limit - table.buys[seat]
            answer = ask_yes_no(game, seat, CLAIM, 0)
            if answer < 0:
                return FAULT
            if answer == 1:
                claims |= 1 << seat
                if rules.claims_visible:
                    log_act(table, T_CLAIM, seat, table.top)
                write_act(trace, T_CLAIM, seat, table.top)
        seat = next_seat(table, seat)
    state.claimants = claims
    table.claims = claims if rules.claims_visible else 0
    return 0


@kernel()
def choose_buyer(state, rules, on_turn):
    """The claimant who gets the card: the nearest after the player on turn, or a random one."""
    table = state.table
    if state.claimants == 0:
        return NOBODY
    skip = 0
    if rules.buy_random_priority:
        waiting = 0
        for seat in range(table.players):
            waiting += (state.claimants >> seat) & 1
        stream = STREAM_PRIORITY + (table.round << ROUND_SHIFT) + table.turn
        skip = bounded(state.key, state.deal, stream, 0, waiting)
    seat = next_seat(table, on_turn)
    while True:
        if (state.claimants >> seat) & 1:
            if skip == 0:
                return seat
            skip -= 1
        seat = next_seat(table, seat)


@kernel()
def buy(state, rules, seat, trace):
    """Gives the top discard and the penalty cards to ``seat``."""
    pick_discard(state, seat, T_BUY, trace)
    for _ in range(rules.buy_penalty_cards):
        draw_card(state, rules, seat, T_PENALTY, trace)
    state.table.buys[seat] += 1
    state.views[seat].buys_left -= 1
    view = state.views[seat]
    view.floor = max(0, view.floor - 1 - rules.buy_penalty_cards)
