"""Playing a turn again for each act of its situations, and on to the end of the round.

A decision lies in the middle of a turn, on the call stack, so the state is copied when the turn
begins and the turn is played again with one answer forced. Kernels compute the same from the same
state, and random words have addresses, so everything before and behind that answer follows from
it. `play_on` of `deal` keeps turning; these functions change what it turns on.
"""

from rummysim.kernels._jit import kernel
from rummysim.kernels.ask import GOES_ON
from rummysim.kernels.buying import NOBODY, next_seat
from rummysim.kernels.copying import copy_record
from rummysim.kernels.fork_layout import FORCE, WATCH
from rummysim.kernels.points import round_points


@kernel()
def before_turn(game):
    """0; the state is kept as it is, for turns in which a situation comes up."""
    fork = game[8]
    if fork.mode == WATCH:
        fork.found = 0
        copy_record(game[0], fork.start)
    return 0


@kernel()
def after_turn(game, situations, seat, outcome):
    """The seat to play next, in the game itself or in a branch of it; NOBODY: the round is over.

    situations : SITUATION[:], as many as there is room for
    """
    state = game[0]
    fork = game[8]
    following = next_seat(state.table, seat) if outcome == GOES_ON else NOBODY
    if fork.mode == WATCH:
        if fork.found == 0:
            return following
        keep_turn(state, fork, situations)
        fork.on_turn = seat
        fork.following = following
        return next_branch(state, fork, situations)
    if following != NOBODY:
        return following
    note_points(game, situations[fork.turn_row + fork.branch // 2], fork.branch % 2)
    fork.branch += 1
    return next_branch(state, fork, situations)


@kernel()
def keep_turn(state, fork, situations):
    """0; the turn just played and its situations are kept, those that find room."""
    copy_record(state, fork.ahead)
    fork.branch = 0
    fork.turn_row = fork.rows
    for index in range(fork.found):
        if fork.rows < situations.shape[0]:
            copy_record(fork.situation[index], situations[fork.rows])
        fork.rows += 1
    return 0


@kernel()
def next_branch(state, fork, situations):
    """The seat that plays the branch from `fork.branch` on, or that goes on when there is none."""
    room = max(0, min(fork.found, situations.shape[0] - fork.turn_row))
    while fork.branch < 2 * room:
        situation = situations[fork.turn_row + fork.branch // 2]
        act = fork.branch % 2
        if situation.chosen == act and fork.every_act == 0:
            fork.branch += 1
            continue
        copy_record(fork.start, state)
        fork.mode = FORCE
        fork.phase = fork.of_phase
        fork.round = situation.round
        fork.turn = situation.turn
        fork.seat = situation.seat
        fork.asked = situation.asked
        fork.answer = situation.answer[act]
        return fork.on_turn
    copy_record(fork.ahead, state)
    fork.mode = WATCH
    fork.phase = fork.of_phase
    return fork.following


@kernel()
def note_points(game, situation, act):
    """0; what the round that is over gave is written down for one act."""
    state, rules = game[:2]
    own = 0
    others = 0
    for seat in range(state.table.players):
        points = round_points(state, rules, seat)
        if seat == situation.seat:
            own = points
        else:
            others += points
    situation.points[act] = own
    situation.others[act] = others
    return 0


@kernel()
def settle_round(state, fork, situations):
    """0; situations of the round just scored know how it was played."""
    points = 0
    for seat in range(state.table.players):
        points += state.points[seat]
    for row in range(fork.round_row, min(fork.rows, situations.shape[0])):
        situation = situations[row]
        situation.played = state.points[situation.seat]
        situation.played_others = points - situation.played
        for act in range(2):
            if situation.chosen == act and fork.every_act == 0:
                situation.points[act] = situation.played
                situation.others[act] = situation.played_others
    fork.round_row = fork.rows
    return 0
