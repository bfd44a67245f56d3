"""One round from the shuffle to the scores."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.ask import DEAD, FAULTY, GOES_ON, OUT
from rummysim.kernels.branch import after_turn, before_turn
from rummysim.kernels.buying import NOBODY, next_seat
from rummysim.kernels.cards_move import gain_card, put_on_pile
from rummysim.kernels.hand import clear_hand
from rummysim.kernels.layout import (
    JOKER,
    KINDS,
    MEMORY_SIZE,
    NO_CARDS,
    T_DEAD,
    T_ROUND,
    T_SHOE,
    TURN_CAP,
)
from rummysim.kernels.record import write_act, write_row
from rummysim.kernels.shoe import next_card, open_shoe, shuffle_to
from rummysim.kernels.turn import is_ready, take_turn


@kernel()
def play_round(game, situations, round_number, dealer):
    """Plays one round; 0, or FAULTY when a policy's answer was refused.

    situations : SITUATION[:] with room for what is forked

    The outcome stands in the state: `winner`, `dead`, and the hands that are left.
    """
    state, rules, trace = game[:3]
    table = state.table
    starter = dealer + 1 if dealer + 1 < table.players else 0
    clear_table(state, round_number, dealer)
    for seat in range(table.players):
        clear_view(state.views[seat], rules)
    open_shoe(state, rules, round_number)
    deal_cards(state, rules, starter, trace)
    for seat in range(table.players):
        state.dealt_ready[seat] = is_ready(game, seat)
        state.jokers_dealt[seat] = state.views[seat].hand.count[JOKER]
        state.laid_off_own[seat] = 0
        state.laid_off_others[seat] = 0
    return play_on(game, situations, starter)


@kernel()
def play_on(game, situations, seat):
    """Plays turns from that of ``seat`` on until the round is over; 0, or FAULTY."""
    table = game[0].table
    fork = game[8]
    while True:
        if fork.branching:
            before_turn(game)
        outcome = turn_or_end(game, seat)
        if outcome == FAULTY:
            return FAULTY
        if fork.branching:
            seat = after_turn(game, situations, seat, outcome)
            if seat == NOBODY:
                return 0
        elif outcome != GOES_ON:
            return 0
        else:
            seat = next_seat(table, seat)


@kernel()
def turn_or_end(game, seat):
    """GOES_ON after a turn, OUT or DEAD when the round is over, or FAULTY."""
    state, rules, trace = game[:3]
    if state.table.turns[seat] >= rules.turn_cap:
        return end_dead(state, TURN_CAP, trace)
    outcome = take_turn(game, seat)
    if outcome == OUT:
        state.winner = seat
    return outcome if outcome != DEAD else end_dead(state, NO_CARDS, trace)


@kernel()
def end_dead(state, reason, trace):
    """DEAD; the round is over with nobody out."""
    state.dead = reason
    write_row(trace, T_DEAD, 0, 0, 0, 0, reason)
    return DEAD


@kernel()
def clear_table(state, round_number, dealer):
    """Takes everything off the table and out of the hands before a round."""
    table = state.table
    state.winner = NOBODY
    state.dead = 0
    table.round = round_number
    table.dealer = dealer
    table.turn = 0
    table.recycles = 0
    table.pile_size = 0
    table.top = -1
    table.claims = 0
    table.melds = 0
    table.lay_off_kinds = np.uint64(0)
    table.joker_room = 0
    table.covered = np.uint64(0)
    table.log_size = 0
    for kind in range(KINDS):
        table.open_count[kind] = 0
    for seat in range(table.players):
        table.size[seat] = 0
        table.buys[seat] = 0
        table.down[seat] = 0
        table.turns[seat] = 0
        table.picked[seat] = np.uint64(0)
        table.thrown[seat] = np.uint64(0)


@kernel()
def clear_view(view, rules):
    """Empties what one player holds and remembers."""
    view.hand.wild_kinds = rules.wild_kinds
    clear_hand(view.hand)
    view.drawn = -1
    view.drew_discard = 0
    view.known_valid = 0
    view.choices.number = 0
    view.kept_for = 0
    view.undone_for = 0
    view.floor = 0
    view.plan.melds = 0
    for word in range(MEMORY_SIZE):
        view.memory[word] = 0


@kernel()
def deal_cards(state, rules, starter, trace):
    """Deals the hands in blocks from the starter on and turns up the first discard."""
    table = state.table
    cards = rules.deal_cards[table.round]
    table.stock_size = rules.deck_size
    if trace.on:
        shuffle_to(state, rules.deck_size)
        write_row(trace, T_ROUND, table.dealer, table.round, starter, 0, rules.deck_size)
        for index in range(rules.deck_size):
            write_act(trace, T_SHOE, 0, state.shoe[index])
    else:
        shuffle_to(state, cards * table.players + 1)
    seat = starter
    for _ in range(table.players):
        state.views[seat].buys_left = rules.buy_limit
        for _ in range(cards):
            gain_card(state, seat, next_card(state))
        seat = seat + 1 if seat + 1 < table.players else 0
    put_on_pile(table, next_card(state), NOBODY)
