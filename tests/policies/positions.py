"""Single decisions of the scripted player: cards and tables as text, answers as text."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from rummysim.cards import card_text, parse_cards
from rummysim.kernels import layout
from rummysim.kernels.acts import NEW_MELD, SWAP, act_kind, act_meld, act_place, act_type
from rummysim.kernels.hand import kind_bit
from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, LAY_DOWN, PLAY
from rummysim.kernels.meld_changes import put_meld
from rummysim.kernels.meld_room import kind_at
from rummysim.kernels.pack import pack_rules
from rummysim.kernels.plan import plan_lay_down
from rummysim.kernels.table_melds import refresh_table_masks
from rummysim.policies.presets import DEFAULTS, load_settings
from rummysim.policies.scripted import scripted
from rummysim.rules import load_rules
from tests.rulebook.records import hand_record, melds_of, plan_record

ME = 0  # the seat that is asked, from 0
TURN = 3  # own turns that everybody has begun, unless a test says otherwise
CARDS = 11  # held by each opponent, unless a test says otherwise
PUBLIC = ("size", "buys", "down", "turns")  # of the table: one number for each seat


@cache
def rules_record(game: str, overrides: tuple[str, ...], players: int) -> Any:
    """RULES of a game under house rules; shared, for nothing writes into it."""
    return pack_rules(load_rules(game, list(overrides)), players)[0]


@cache
def params_record(parameters: tuple[tuple[str, object], ...]) -> Any:
    """PARAMS with these parameters and the defaults of all others; shared as well."""
    params = layout.new_records(layout.PARAMS, 1)[0]
    values = load_settings(DEFAULTS).changed(dict(parameters)).values
    params.value[: len(values)] = values
    return params


class Position:
    """What seat 1 sees: his hand, and a table that the methods add to.

    Seats count from 1, as people see them; each method gives the position back.
    """

    def __init__(
        self,
        hand: str,
        round_number: int = 1,
        game: str = "shanghai",
        overrides: Sequence[str] = (),
        players: int = 4,
    ) -> None:
        self.rules = rules_record(game, tuple(overrides), players)
        self.view = layout.new_records(layout.VIEW, 1)[0]
        self.table = layout.new_records(layout.TABLE, 1)[0]
        self.view.seat = ME
        self.view.drawn = -1
        self.view.hand = hand_record(hand, self.rules.wild_kinds)
        self.table.players, self.table.round = players, round_number - 1
        self.table.top, self.table.stock_size, self.table.turn = -1, 60, TURN * players
        for seat in range(players):
            self.table.turns[seat], self.table.size[seat] = TURN, CARDS
        self.table.size[ME] = self.view.hand.size

    def seat(self, number: int, **public: int) -> "Position":
        """With these numbers for a seat: cards (``size``), ``buys``, ``down``, ``turns``."""
        for name, value in public.items():
            assert name in PUBLIC
            self.table[name][number - 1] = value
        return self

    def pile(self, cards: str) -> "Position":
        """With these cards on the discard pile, the top one last."""
        for kind in parse_cards(cards):
            self.table.pile[self.table.pile_size] = kind
            self.table.pile_size += 1
            self.table.open_count[kind] += 1
            self.table.top = kind
        return self

    def melds(self, text: str, seat: int = 2) -> "Position":
        """With these melds on the table, laid in his first turn by ``seat``, who is down."""
        plan = plan_record(melds_of(text))
        for index in range(int(plan.melds)):
            put_meld(self.table, self.rules, plan.meld[index], seat - 1)
        refresh_table_masks(self.table, self.rules)
        return self.seat(seat, down=1)

    def picked(self, seat: int, cards: str) -> "Position":
        """With these cards taken or bought by a seat."""
        for kind in parse_cards(cards):
            self.table.picked[seat - 1] |= kind_bit(kind)
        return self

    def thrown(self, seat: int, cards: str) -> "Position":
        """With these cards thrown by a seat."""
        for kind in parse_cards(cards):
            self.table.thrown[seat - 1] |= kind_bit(kind)
        return self

    def drawn(self, card: str, from_pile: bool = False) -> "Position":
        """With this card of the hand drawn last."""
        self.view.drawn = parse_cards(card)[0]
        self.view.drew_discard = int(from_pile)
        return self

    def ask(self, phase: int, **parameters: object) -> int:
        """The script's answer; parameters that are not named have their defaults."""
        params = params_record(tuple(parameters.items()))
        self.view.phase = phase
        self.view.known_valid = 0
        return int(scripted(self.view, self.table, self.rules, params))

    def throws(self, **parameters: object) -> str:
        """The card that goes."""
        return card_text(self.ask(DISCARD, **parameters))

    def takes(self, top: str, **parameters: object) -> bool:
        """Whether this top discard is taken."""
        self.pile(top)
        return self.ask(DRAW, **parameters) == 1

    def buys(self, top: str, **parameters: object) -> bool:
        """Whether this top discard is bought."""
        self.pile(top)
        return self.ask(CLAIM, **parameters) == 1

    def lays_down(self, **parameters: object) -> bool:
        """Whether the contract, complete in the hand, is laid down."""
        goal = self.rules.goal[self.table.round]
        plan_lay_down(self.view.hand, goal, self.rules, self.view.plan)
        return self.ask(LAY_DOWN, **parameters) == 1

    def offered(self, meld: str) -> "Position":
        """With this meld of the hand on offer as a new one."""
        self.view.plan = plan_record(melds_of(meld))
        return self

    def plays(self, **parameters: object) -> str:
        """The next act once down: ``X as 9H on 2``, ``swap 8S on 1``, ``new meld``, ``done``."""
        act = self.ask(PLAY, **parameters)
        if act_type(act) == NEW_MELD:
            return "new meld"
        if act == 0:
            return "done"
        meld = self.table.meld[act_meld(act)]
        card = ("swap " if act_type(act) == SWAP else "") + card_text(act_kind(act))
        if act_kind(act) == layout.JOKER and meld.is_run:
            card += f" as {card_text(int(kind_at(meld.suit, act_place(act))))}"
        return f"{card} on {act_meld(act) + 1}"
