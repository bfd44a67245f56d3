"""Tables for hand-written games: chosen hands, upcard and stock, acts as lines of text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from rummysim.cards import JOKER, KINDS, parse_cards
from rummysim.errors import IllegalMove
from rummysim.referee.table import Table
from rummysim.rules import RuleSet, load_rules
from rummysim.rules.spec import Deal
from rummysim.trace.events import Discarded, Drew, RoundBegan
from rummysim.trace.sentences import parse_act


def deck_of(rules: RuleSet, players: int) -> list[int]:
    """The kinds of the shoe, in order."""
    packs = rules.shoe.packs.at(players)
    jokers = rules.shoe.jokers.at(players)
    return sorted([*range(KINDS - 1)] * packs + [JOKER] * jokers)


def shoe_of(
    rules: RuleSet, players: int, round_number: int, hands: Mapping[int, str], piles: str
) -> tuple[int, ...]:
    """A shoe that deals these hands (by seat from 1, seat 1 first), this upcard and this stock.

    Hands may be named in part; ``piles`` is the upcard and as much of the stock as matters.
    What is not named is filled up with the rest of the deck, spread far apart in rank.
    """
    each = rules.deal.cards[round_number - 1]
    named = {seat: parse_cards(text) for seat, text in hands.items()}
    front = parse_cards(piles)
    rest = deck_of(rules, players)
    for card in [*front, *(card for hand in named.values() for card in hand)]:
        rest.remove(card)
    rest = [card for step in range(5) for card in rest[step::5]]
    shoe: list[int] = []
    for seat in range(1, players + 1):
        hand = named.get(seat, [])
        missing = each - len(hand)
        shoe += [*hand, *rest[:missing]]
        del rest[:missing]
    return (*shoe, *front, *rest)


class Game:
    """A round at a table, played by lines of text; seat 1 starts."""

    def __init__(
        self,
        game: str = "shanghai",
        overrides: Sequence[str] = (),
        players: int = 4,
        round_number: int = 1,
        hands: Mapping[int, str] | None = None,
        piles: str = "",
        dealt: int | None = None,
    ) -> None:
        """``dealt`` changes the cards of a hand, past the checks of the rules."""
        self.rules = load_rules(game, list(overrides))
        if dealt is not None:
            deal = Deal((dealt,) * self.rules.rounds)
            self.rules = replace(self.rules, deal=deal)
        self.table = Table(self.rules, players)
        shoe = shoe_of(self.rules, players, round_number, hands or {}, piles)
        self.table.play(RoundBegan(round_number - 1, players - 1, 0, shoe))

    def play(self, *lines: str) -> None:
        """Legal acts."""
        for line in lines:
            self.table.play(parse_act(line))

    def refuse(self, line: str, because: str) -> None:
        """An illegal act, and part of the reason."""
        with pytest.raises(IllegalMove) as caught:
            self.table.verify(parse_act(line))
        assert because in str(caught.value)
        assert str(caught.value).startswith(line)

    def allow(self, line: str) -> None:
        """An act that would be legal."""
        self.table.verify(parse_act(line))

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, counted from 1, in order."""
        return sorted(self.table.hands[seat - 1])

    def pass_round(self, *seats: int) -> None:
        """Each seat draws from the stock and throws a natural card that it may throw."""
        for seat in seats:
            assert self.table.on_turn == seat - 1
            top = self.table.stock[-1]
            self.table.play(Drew(seat - 1, top))
            self.table.play(Discarded(seat - 1, self.table.legal_discards()[0]))
