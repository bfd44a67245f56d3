"""A plain Python player of whole matches at the referee's table: legal traces without the engine.

It knows the hidden cards only to say what the stock gives; what it does it chooses at random,
with a little sense: it keeps cards that go together, and lays down and off what it can.
"""

import random
from itertools import combinations

from rummysim.cards import JOKER, rank_of, suit_of
from rummysim.referee.melds import card_at
from rummysim.referee.scoring import round_points
from rummysim.referee.state import BETWEEN, DRAWING, EMPTY, PLAYING, SCORING
from rummysim.referee.table import Table
from rummysim.rules import RuleSet
from rummysim.trace.events import (
    Bought,
    Claimed,
    Died,
    Discarded,
    Drew,
    Event,
    LaidDown,
    LaidMeld,
    LaidOff,
    NewMeld,
    Passed,
    Restocked,
    RoundBegan,
    Scored,
    Swapped,
    Took,
    WentOut,
)

SEARCHED = 6  # melds that are tried for each shape of a contract


def play_match(
    rules: RuleSet, players: int, seed: int, rounds: tuple[int, ...] | None = None
) -> tuple[Event, ...]:
    """The events of one match, or of the single round in ``rounds`` (from 0)."""
    return _Players(rules, players, seed).match(rounds or tuple(range(rules.rounds)))


class _Players:
    def __init__(self, rules: RuleSet, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.table = Table(rules, players)
        self.events: list[Event] = []

    def match(self, rounds: tuple[int, ...]) -> tuple[Event, ...]:
        table = self.table
        dealer = self.chance.randrange(table.players)
        for number in rounds:
            shoe = list(table.deck)
            self.chance.shuffle(shoe)
            starter = (dealer + 1) % table.players
            self.do(RoundBegan(number, dealer, starter, tuple(shoe)))
            while table.phase != BETWEEN:
                self.step()
            dealer = starter
        return tuple(self.events)

    def do(self, event: Event) -> None:
        self.table.play(event)
        self.events.append(event)

    def step(self) -> None:
        table = self.table
        if table.phase == DRAWING:
            self.draw()
        elif table.phase == PLAYING:
            self.act()
        elif table.phase == EMPTY:
            self.do(WentOut(table.on_turn))
        elif table.phase == SCORING:
            points = round_points(table.hands, table.out, table.rules)
            totals = tuple(a + b for a, b in zip(table.totals, points, strict=True))
            self.do(Scored(points, totals))

    def draw(self) -> None:
        table = self.table
        if table.died_of:
            self.do(Died(table.died_of))
            return
        seat = table.on_turn
        if table.pile:
            for step in range(1, table.players):
                claim = Claimed((seat + step) % table.players, table.pile[-1])
                if self.chance.random() < 0.3 and table.can(claim):
                    self.do(claim)
            take = Took(seat, table.pile[-1])
            if table.must_take or (self.chance.random() < 0.4 and table.can(take)):
                self.do(take)
                return
        if table.claims:
            self.buy()
        if table.phase == DRAWING and not table.died_of:
            if table.must_take or (
                table.pile and table.bought and table.can(Took(seat, table.pile[-1]))
            ):
                self.do(Took(seat, table.pile[-1]))
                return
            if not table.stock:
                self.restock(0)
            self.do(Drew(seat, table.stock[-1]))

    def buy(self) -> None:
        table = self.table
        count = table.rules.buy.penalty_cards
        if len(table.stock) < count:
            self.restock(1)
        turn_order = table.rules.buy.priority == "turn_order"
        buyer = table.claims[0] if turn_order else self.chance.choice(table.claims)
        penalty = tuple(table.stock[len(table.stock) - count :][::-1])
        self.do(Bought(buyer, table.pile[-1], penalty))

    def restock(self, bought: int) -> None:
        table = self.table
        kept = bought + (1 if table.rules.match.restock_keep_top else 0)
        cards = table.pile[: len(table.pile) - kept]
        self.chance.shuffle(cards)
        self.do(Restocked(tuple(cards)))

    def act(self) -> None:
        table = self.table
        seat = table.on_turn
        if not table.is_down(seat) and self.chance.random() < 0.95:
            melds = find_contract(table, seat, self.chance)
            if melds is not None and table.can(LaidDown(seat, melds)):
                self.do(LaidDown(seat, melds))
        while table.phase == PLAYING and table.is_down(seat):
            options = [option for option in self.options(seat) if table.can(option)]
            if not options or self.chance.random() < 0.1:
                break
            self.do(self.chance.choice(options))
        if table.phase == PLAYING:
            legal = table.legal_discards()
            self.do(Discarded(seat, self.least_wanted(seat, legal)) if legal else Passed(seat))

    def options(self, seat: int) -> list[Event]:
        """Lay-offs, swaps and new melds that may be legal."""
        table = self.table
        found: list[Event] = []
        for card in sorted(set(table.hands[seat])):
            for number, meld in enumerate(table.melds):
                if not meld.is_run:
                    found += [LaidOff(seat, card, number, -1), Swapped(seat, card, number, -1)]
                    continue
                ends = (meld.first - 1, meld.first + len(meld.cards))
                found += [LaidOff(seat, card, number, place) for place in ends]
                if JOKER in meld.cards:
                    place = meld.first + meld.cards.index(JOKER)
                    found.append(Swapped(seat, card, number, place))
        if table.rules.lay_off.new_melds != "off":
            sizes = (("set", table.rules.melds.set_min), ("run", table.rules.melds.run_min))
            for kind, size in sizes:
                found += [
                    NewMeld(seat, meld) for meld in possible_melds(table, seat, kind, size)[:20]
                ]
        return found

    def least_wanted(self, seat: int, legal: list[int]) -> int:
        if self.chance.random() < 0.1:
            return self.chance.choice(legal)
        hand = self.table.hands[seat]
        return min(legal, key=lambda card: (_company(hand, card), self.chance.random()))


def _company(hand: list[int], card: int) -> int:
    """How many cards of the hand go together with this one; jokers with all."""
    if card == JOKER:
        return len(hand)
    return sum(
        rank_of(card) == rank_of(other)
        or (suit_of(card) == suit_of(other) and 0 < abs(card - other) < 4)
        for other in hand
        if other != JOKER
    )


def possible_melds(table: Table, seat: int, kind: str, size: int) -> list[LaidMeld]:
    """Melds of a size that the hand holds, each with as few jokers as it needs."""
    hand = table.hands[seat]
    melds = table.rules.melds
    found = []
    if kind == "set":
        for rank in range(13):
            cards = [card for card in sorted(hand) if card != JOKER and rank_of(card) == rank]
            jokers = max(0, size - len(cards))
            if cards and jokers <= min(melds.wild_max_set, hand.count(JOKER)):
                for chosen in set(combinations(cards, size - jokers)):
                    found.append(LaidMeld(False, (*chosen, *[JOKER] * jokers), -1))
        return found
    for suit in range(4):
        for first in range(15 - size):
            due = [card_at(suit, place) for place in range(first, first + size)]
            cards = [card if card in hand else JOKER for card in due]
            jokers = cards.count(JOKER)
            if jokers < size and jokers <= min(melds.wild_max_run, hand.count(JOKER)):
                found.append(LaidMeld(True, tuple(cards), first))
    return found


def find_contract(table: Table, seat: int, chance: random.Random) -> tuple[LaidMeld, ...] | None:
    """Melds for the round's contract, if a short search finds some in the hand."""
    shapes = table.rules.opening.contracts[table.round].shapes
    spare = len(table.hands[seat]) - sum(shape.size for shape in shapes)
    whole = table.is_last_round() and table.rules.close.last_round == "all_cards_long_runs"
    spreads = _spread(len(shapes), spare if whole else 0)
    for grown in chance.sample(spreads, min(4, len(spreads))):
        candidates = []
        for shape, more in zip(shapes, grown, strict=True):
            found = possible_melds(table, seat, shape.kind, min(14, shape.size + more))
            candidates.append(chance.sample(found, min(SEARCHED, len(found))))
        melds = _choose(table, seat, candidates, []) if all(candidates) else None
        if melds is not None:
            return melds
    return None


def _spread(parts: int, extra: int) -> list[tuple[int, ...]]:
    """Every way to spread ``extra`` over the parts; none when it is negative."""
    if extra < 0:
        return []
    if parts == 1:
        return [(extra,)]
    return [(n, *rest) for n in range(extra + 1) for rest in _spread(parts - 1, extra - n)]


def _choose(
    table: Table, seat: int, candidates: list[list[LaidMeld]], chosen: list[LaidMeld]
) -> tuple[LaidMeld, ...] | None:
    if not candidates:
        melds = tuple(chosen)
        return melds if table.can(LaidDown(seat, melds)) else None
    for meld in candidates[0]:
        cards = [card for part in [*chosen, meld] for card in part.cards]
        hand = table.hands[seat]
        if all(cards.count(card) <= hand.count(card) for card in set(cards)):
            found = _choose(table, seat, candidates[1:], [*chosen, meld])
            if found is not None:
                return found
    return None
