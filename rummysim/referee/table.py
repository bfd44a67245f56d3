"""The table: judges and plays one act after the other.

Acts are the events of ``trace.events``. For each there is a triad: ``verify`` raises
IllegalMove with a sentence, ``can`` answers yes or no, ``play`` verifies and applies.
"""

from collections.abc import Callable
from typing import Any

from rummysim.errors import IllegalMove, TraceError
from rummysim.referee import drawing, playing, rounds
from rummysim.referee.state import BETWEEN, EMPTY, SCORING, State
from rummysim.trace.events import (
    Bought,
    Claimed,
    Died,
    Discarded,
    Drew,
    Event,
    LaidDown,
    LaidOff,
    Moved,
    NewMeld,
    Passed,
    Restocked,
    RoundBegan,
    Scored,
    Swapped,
    Took,
    WentOut,
)
from rummysim.trace.sentences import act_text

Judge = Callable[[State, Any], None]

_ACTS: dict[type, tuple[Judge, Judge]] = {
    RoundBegan: (rounds.verify_begin, rounds.begin),
    Claimed: (drawing.verify_claim, drawing.claim),
    Took: (drawing.verify_take, drawing.take),
    Restocked: (drawing.verify_restock, drawing.restock),
    Bought: (drawing.verify_buy, drawing.buy),
    Drew: (drawing.verify_draw, drawing.draw),
    LaidDown: (playing.verify_down, playing.down),
    NewMeld: (playing.verify_new, playing.new),
    LaidOff: (playing.verify_off, playing.off),
    Swapped: (playing.verify_wild_swap, playing.wild_swap),
    Moved: (playing.verify_wild_move, playing.wild_move),
    Discarded: (playing.verify_discard, playing.discard),
    Passed: (playing.verify_pass, playing.end_without_discard),
    WentOut: (playing.verify_out, playing.out),
    Died: (drawing.verify_death, drawing.death),
    Scored: (rounds.verify_scores, rounds.scores),
}
_WITHOUT_SEAT = (RoundBegan, Restocked, Died, Scored)
_AT_THE_END = {
    BETWEEN: (RoundBegan, "a new round must begin"),
    SCORING: (Scored, "the round is over and must be scored"),
    EMPTY: (WentOut, "the seat has no card left and must go out"),
}


class Table(State):
    """A whole match as it is played.

    >>> from rummysim.rules import load_rules
    >>> table = Table(load_rules("shanghai"), players=4)
    >>> table.can(WentOut(0))
    False
    """

    def verify(self, act: Event) -> None:
        """Nothing when the act is legal now; IllegalMove with one sentence otherwise."""
        try:
            self._judge(act)
        except IllegalMove as error:
            raise IllegalMove(f"{describe(act)}: {error}") from None

    def can(self, act: Event) -> bool:
        """True when the act is legal now."""
        try:
            self._judge(act)
        except IllegalMove:
            return False
        return True

    def play(self, act: Event) -> None:
        """Verify the act, apply it and count the cards; IllegalMove when it is not legal."""
        try:
            self._judge(act)
            turn = self.turn
            self.taking = self.taking and isinstance(act, Took)
            _ACTS[type(act)][1](self, act)
            self.check_card_count()
            if turn != self.turn:
                self.check_every_card()
        except IllegalMove as error:
            raise IllegalMove(f"{describe(act)}: {error}") from None

    def legal_discards(self) -> list[int]:
        """The kinds that the player on turn may throw, in order."""
        return playing.legal_discards(self, self.on_turn)

    def _judge(self, act: Event) -> None:
        kind = type(act)
        due = _AT_THE_END.get(self.phase)
        if due is not None and kind is not due[0]:
            raise IllegalMove(due[1])
        if kind not in _WITHOUT_SEAT:
            self.require_seat(act.seat)  # type: ignore[union-attr]
        _ACTS[kind][0](self, act)


def describe(act: Event) -> str:
    """The act in words, for the beginning of a fault.

    >>> describe(RoundBegan(2, 0, 1, ()))
    'round 3 begins'
    """
    if isinstance(act, RoundBegan):
        return f"round {act.round + 1} begins"
    try:
        return act_text(act)
    except TraceError:
        return repr(act)
