"""The beginning and the end of a round: the deal and the scores (rules.md 1.5, 2.5).

Each ``verify_`` raises IllegalMove with the reason; the function of the same name without
``verify_`` changes the state and presumes a legal act.
"""

from rummysim.errors import IllegalMove
from rummysim.referee.scoring import round_points
from rummysim.referee.state import BETWEEN, SCORING, UPCARD, State
from rummysim.trace.events import RoundBegan, Scored


def verify_begin(state: State, act: RoundBegan) -> None:
    """The round, the dealer and the starter are due, and the shoe is the whole deck."""
    if state.phase != BETWEEN:
        raise IllegalMove("the round before is not over")
    if not 0 <= act.round < state.rules.rounds:
        raise IllegalMove(f"the match has {state.rules.rounds} rounds")
    if state.rounds_played and act.round != state.round + 1:
        raise IllegalMove(f"round {state.round + 2} is due")
    state.require_seat(act.dealer)
    left = (state.dealer + 1) % state.players
    if state.rounds_played and act.dealer != left:
        raise IllegalMove(f"the deal moves on to seat {left + 1}, not to seat {act.dealer + 1}")
    starter = (act.dealer + 1) % state.players
    if act.starter != starter:
        raise IllegalMove(f"seat {starter + 1}, left of the dealer, starts")
    if sorted(act.shoe) != state.deck:
        raise IllegalMove(f"the shoe does not hold the {len(state.deck)} cards of this game")
    if state.players * state.rules.deal.cards[act.round] >= len(act.shoe):
        raise IllegalMove("there are not enough cards to deal")


def begin(state: State, act: RoundBegan) -> None:
    """Deal the hands in blocks from the starter on, turn a card up, and give him the turn."""
    state.clear(act.round, act.dealer)
    each = state.rules.deal.cards[act.round]
    for block in range(state.players):
        seat = (act.starter + block) % state.players
        state.hands[seat] = list(act.shoe[block * each : (block + 1) * each])
    dealt = state.players * each
    state.pile = [act.shoe[dealt]]
    state.throwers = [UPCARD]
    state.stock = list(act.shoe[dealt + 1 :])[::-1]
    state.rounds_played += 1
    state.start_turn(act.starter)


def verify_scores(state: State, act: Scored) -> None:
    """The points are those of the hands, the totals those so far and these."""
    if state.phase != SCORING:
        raise IllegalMove("the round is not over")
    points = round_points(state.hands, state.out, state.rules, state.out_at_once())
    if act.points != points:
        raise IllegalMove(f"the hands are worth {_list(points)}")
    totals = tuple(before + now for before, now in zip(state.totals, points, strict=True))
    if act.totals != totals:
        raise IllegalMove(f"the totals are {_list(totals)}")


def _list(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def scores(state: State, act: Scored) -> None:
    """Write the scores down; the next round may begin."""
    state.check_every_card()
    state.check_melds()
    state.totals = list(act.totals)
    state.scores.append(act.points)
    state.phase = BETWEEN
