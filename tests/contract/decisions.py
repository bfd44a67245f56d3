"""The contract at single decisions of real games: lawful, pure, blind to hidden cards."""

from typing import Any

import numpy as np

from rummysim.kernels import layout
from rummysim.kernels.contract import evaluate
from rummysim.kernels.hand import hand_from_counts
from tests.contract.bytes_of import differing, lasting, may_change, seen_by
from tests.contract.game import Board, Game

PHASES = ("", "CLAIM", "DRAW", "LAY_DOWN", "PLAY", "DISCARD")
EVERYWHERE = np.ones(layout.STATE.itemsize, np.bool_)


class Broken(AssertionError):
    """A policy broke the contract."""


class Watch:
    """Plays a game with its own policies and checks each of their answers.

    Raises Broken, or Refused for an answer outside the rules.
    """

    def __init__(self, game: Game, every: int = 1) -> None:
        """Plays the game; only one decision in ``every`` is checked."""
        self.game, self.every = game, every
        self.copy = Board()
        self.source = np.random.default_rng(game.deal)
        self.asked = 0
        self.by_phase = [0] * 6  # decisions checked
        game.play(self.answer)

    @property
    def decisions(self) -> int:
        """Decisions that were checked."""
        return sum(self.by_phase)

    def answer(self, seat: int) -> int:
        """The answer of the policy in ``seat``, after asking for it in four more ways."""
        board = self.game.board
        self.asked += 1
        if self.asked % self.every != 0:
            return board.ask(self.game.setup.policies[seat], seat)
        before, rules = board.bytes.copy(), board.rule_bytes.copy()
        answer = board.ask(self.game.setup.policies[seat], seat)
        after = board.bytes.copy()
        where = self.where(seat)
        changed = differing(before, after, ~may_change(seat))
        if changed or (board.rule_bytes != rules).any():
            raise Broken(f"{where} changed {', '.join(changed) or 'the rules'}")
        self.ask_again(seat, before, (answer, after), where)
        self.ask_without_memo(seat, before, (answer, after), where)
        self.ask_with_other_cards(seat, before, (answer, after), where)
        self.by_phase[int(board.views[seat].phase)] += 1
        return answer

    def where(self, seat: int) -> str:
        """Whose decision it is, and which, in words."""
        view, table = self.game.board.views[seat], self.game.board.table
        when = f"deal {self.game.deal}, round {int(table.round) + 1}, turn {int(table.turn)}"
        who = f"{self.game.setup.policies[seat].name} in seat {seat + 1}"
        return f"{who}: {when}, {PHASES[int(view.phase)]}"

    def asked_copy(self, seat: int) -> int:
        return self.copy.ask(self.game.setup.policies[seat], seat)

    def ask_again(self, seat: int, before: Any, first: tuple[int, Any], where: str) -> None:
        """The same bytes elsewhere in memory, asked twice: the same answer and the same traces."""
        for _ in range(2):
            self.copy.load(before, self.game.board.rule_bytes)
            again = self.asked_copy(seat)
            if again != first[0]:
                raise Broken(f"{where}: answered {first[0]}, and {again} to the same view")
            changed = differing(self.copy.bytes, first[1], EVERYWHERE)
            if changed:
                raise Broken(f"{where}: wrote something else the second time: {changed}")

    def ask_without_memo(self, seat: int, before: Any, first: tuple[int, Any], where: str) -> None:
        """An empty memo where it was filled, a filled one where it was empty; nothing tried."""
        self.copy.load(before, self.game.board.rule_bytes)
        view = self.copy.views[seat]
        fill_with_nonsense(view.trial)
        if view.known_valid:
            view.known_valid = view.floor = 0
            fill_with_nonsense(view.known)
        else:
            goal = self.copy.rules[0].goal[self.copy.table.round]
            evaluate(view.hand, goal, view.known)
            view.known_valid = 1
            view.floor = view.known.distance
        again = self.asked_copy(seat)
        changed = differing(self.copy.bytes, first[1], lasting(seat))
        if again != first[0] or changed:
            raise Broken(
                f"{where}: the memo of `look` decides: {first[0]}, or {again} {', '.join(changed)}"
            )

    def ask_with_other_cards(
        self, seat: int, before: Any, first: tuple[int, Any], where: str
    ) -> None:
        """All cards shuffled that the player does not see."""
        self.copy.load(before, self.game.board.rule_bytes)
        shuffle_hidden(self.copy, seat, self.game.players, self.source)
        again = self.asked_copy(seat)
        changed = differing(self.copy.bytes, first[1], seen_by(seat))
        if again != first[0] or changed:
            raise Broken(
                f"{where}: hidden cards decide: {first[0]}, or {again} {', '.join(changed)}"
            )


def fill_with_nonsense(evaluation: Any) -> None:
    """An EVALUATION that says of any hand that one card is missing, and every card at once."""
    evaluation.distance = evaluation.joker_out = evaluation.joker_core = 1
    evaluation.outs = evaluation.core = 0x1FFF_1FFF_1FFF_1FFF


def shuffle_hidden(board: Board, seat: int, players: int, source: np.random.Generator) -> None:
    """Shuffles stock and other hands together; all else that ``seat`` does not see is noise.

    That is more than cards: the others' memories and parameters, the keys of the shuffle.
    """
    state = board.state
    others = [other for other in range(players) if other != seat]
    first, end = int(state.next), int(state.end)
    counts = [np.array(board.views[other].hand.count) for other in others]
    hands = [np.repeat(np.arange(layout.KINDS, dtype=np.int8), count) for count in counts]
    unseen = source.permutation(np.concatenate([*hands, state.shoe[first:end]]))
    hidden = ~seen_by(seat)
    board.bytes[hidden] = source.integers(0, 256, int(hidden.sum()), np.uint8)
    at = 0
    for other, hand in zip(others, hands, strict=True):
        new = np.bincount(unseen[at : at + len(hand)], minlength=layout.KINDS).astype(np.int8)
        board.views[other].hand.wild_kinds = board.rules[0].wild_kinds
        hand_from_counts(new, board.views[other].hand)
        at += len(hand)
    state.next, state.end = first, end
    state.shoe[first:end] = unseen[at:]
