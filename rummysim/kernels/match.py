"""Matches: dealer rotation, scores of the rounds, totals, and the sums over deals."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.ask import FAULTY
from rummysim.kernels.branch import settle_round
from rummysim.kernels.deal import play_round
from rummysim.kernels.layout import HISTOGRAM, JOKER, KINDS, NO_CARDS, T_SCORE, TURN_CAP
from rummysim.kernels.philox import STREAM_DEALER, bounded
from rummysim.kernels.points import round_points
from rummysim.kernels.record import write_row

WIN_UNITS = 60  # a shared win splits into halves, thirds, ..., sixths without a remainder


@kernel()
def play_match(game, job, tally, rows, situations):
    """Plays the deal that the state is set to; 0, or FAULTY.

    tally : TALLY record that the outcome is added to
    rows : RESULT[:] of one row per round and seat, or of length 0
    situations : SITUATION[:] with room for what is forked
    """
    state, rules = game[:2]
    fork = game[8]
    table = state.table
    players = table.players
    first_dealer = bounded(state.key, state.deal, STREAM_DEALER, 0, players)
    first_dealer = (first_dealer - job.shift) % players
    first = 0 if job.round < 0 else job.round
    last = rules.rounds if job.round < 0 else job.round + 1
    for seat in range(players):
        table.total[seat] = 0
        state.rounds_won[seat] = 0
    row = 0
    for number in range(first, last):
        dealer = (first_dealer + number) % players
        if play_round(game, situations, number, dealer) == FAULTY:
            return FAULTY
        score_round(game)
        if fork.branching:
            settle_round(state, fork, situations)
        add_round(state, tally.round[number])
        tally.turns += table.turn
        if rows.shape[0] > 0:
            for seat in range(players):
                fill_row(state, seat, rows[row])
                row += 1
    add_match(state, rules, tally)
    return 0


@kernel()
def score_round(game):
    """Counts the hands, adds the points to the totals and writes the score rows."""
    state, rules, trace = game[:3]
    table = state.table
    for seat in range(table.players):
        points = round_points(state, rules, seat)
        state.points[seat] = points
        table.total[seat] += points
        if state.winner == seat:
            state.rounds_won[seat] += 1
        write_row(trace, T_SCORE, seat, 0, 0, table.total[seat], points)


@kernel()
def fill_row(state, seat, row):
    """Writes how one player fared in the round just scored into a RESULT record."""
    table = state.table
    hand = state.views[seat].hand
    row.deal = np.int64(state.deal)
    row.round = table.round
    row.seat = seat
    row.place = (seat - table.dealer - 1) % table.players
    row.points = state.points[seat]
    row.went_out = 1 if state.winner == seat else 0
    row.down_turn = table.down[seat]
    row.buys = table.buys[seat]
    row.jokers_left = hand.count[JOKER]
    row.cards_left = hand.size
    row.dealt_ready = state.dealt_ready[seat]
    row.jokers_dealt = state.jokers_dealt[seat]
    row.laid_off_own = state.laid_off_own[seat]
    row.laid_off_others = state.laid_off_others[seat]
    row.turns = table.turn
    row.dead = state.dead
    row.recycles = table.recycles
    for kind in range(KINDS):
        row.hand[kind] = hand.count[kind]


@kernel()
def add_round(state, tally):
    """Adds the round just scored to its ROUND_TALLY."""
    table = state.table
    ready = 0
    down = 0
    points = 0
    for seat in range(table.players):
        ready += state.dealt_ready[seat]
        down += 1 if table.down[seat] > 0 else 0
        points += state.points[seat]
        add_seat(state, seat, tally.seat[seat])
    tally.played += 1
    tally.turns += table.turn
    tally.turns_squared += table.turn * table.turn
    tally.no_cards += 1 if state.dead == NO_CARDS else 0
    tally.capped += 1 if state.dead == TURN_CAP else 0
    tally.recycles += table.recycles
    tally.dealt_ready += ready
    tally.dealt_ready_squared += ready * ready
    tally.down_players[down] += 1
    tally.points += points
    tally.points_squared += points * points


@kernel()
def add_seat(state, seat, tally):
    """Adds one player's round to his SEAT_TALLY."""
    table = state.table
    points = state.points[seat]
    turn = table.down[seat]
    buys = table.buys[seat]
    jokers = np.int64(state.views[seat].hand.count[JOKER])
    tally.points += points
    tally.points_squared += points * points
    tally.went_out += 1 if state.winner == seat else 0
    tally.down += 1 if turn > 0 else 0
    tally.down_turn += turn
    tally.down_turn_squared += turn * turn
    tally.buys += buys
    tally.buys_squared += buys * buys
    tally.jokers_left += jokers
    tally.jokers_left_squared += jokers * jokers
    tally.histogram[min(turn, HISTOGRAM - 1)] += 1


@kernel()
def add_match(state, rules, tally):
    """Adds totals and the shared win of a finished deal to the TALLY."""
    table = state.table
    best = table.total[0]
    for seat in range(1, table.players):
        best = min(best, table.total[seat])
    most_won = -1
    for seat in range(table.players):
        if table.total[seat] == best:
            most_won = max(most_won, state.rounds_won[seat])
    winners = 0
    for seat in range(table.players):
        winners += is_winner(state, rules, seat, best, most_won)
    share = WIN_UNITS // winners
    for seat in range(table.players):
        total = table.total[seat]
        won = share * is_winner(state, rules, seat, best, most_won)
        tally.match[seat].total += total
        tally.match[seat].total_squared += total * total
        tally.match[seat].wins += won
        tally.match[seat].wins_squared += won * won
    tally.deals += 1


@kernel()
def is_winner(state, rules, seat, best, most_won):
    """1 if this seat is among the winners of the match (rules.md 1.5, `tie`)."""
    if state.table.total[seat] != best:
        return 0
    return 0 if rules.tie_rounds_won and state.rounds_won[seat] < most_won else 1
