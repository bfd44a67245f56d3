"""A plain Python player of whole matches at the referee's table: legal traces without the engine.

It knows the hidden cards only to say what the stock gives; what it does it chooses at random,
with a little sense: it keeps cards that go together, and lays down and off what it can.
"""

import random
from itertools import combinations

from rummysim.cards import rank_of, suit_of
from rummysim.referee.melds import CIRCLE, TableMeld, card_at, is_wild_kind, wilds_of
from rummysim.referee.scoring import round_points
from rummysim.referee.state import BETWEEN, DRAWING, EMPTY, PLAYING, SCORING
from rummysim.referee.table import Table
from rummysim.rules import RuleSet
from rummysim.rules.check_melds import line_of
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
            points = round_points(table.hands, table.out, table.rules, table.out_at_once())
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
                self.take_more(seat)
                return
        if table.claims:
            self.buy()
        if table.phase == DRAWING and not table.died_of:
            if table.must_take or (
                table.pile and table.bought and table.can(Took(seat, table.pile[-1]))
            ):
                self.do(Took(seat, table.pile[-1]))
                self.take_more(seat)
                return
            if not table.stock:
                self.restock(0)
            self.do(Drew(seat, table.stock[-1]))

    def take_more(self, seat: int) -> None:
        """Cards below the one just taken, as far as luck and the rules go."""
        table = self.table
        while table.pile and table.can(Took(seat, table.pile[-1])) and self.chance.random() < 0.5:
            self.do(Took(seat, table.pile[-1]))

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
        """Lay-offs, swaps, moves and new melds that may be legal."""
        table = self.table
        found = additions(table, seat)
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
        return min(legal, key=lambda card: (_company(self.table, hand, card), self.chance.random()))


def additions(table: Table, seat: int) -> list[Event]:
    """Lay-offs, swaps and moves of cards of the hand that may be legal."""
    found: list[Event] = []
    for card in sorted(set(table.hands[seat])):
        for number, meld in enumerate(table.melds):
            wilds = wilds_of(meld, table.rules)
            if not meld.is_run:
                found.append(LaidOff(seat, card, number, -1))
                kinds = sorted({meld.cards[at] for at in wilds})
                found += [Swapped(seat, card, number, -1, kind) for kind in kinds]
                continue
            ends = open_ends(table, meld)
            found += [LaidOff(seat, card, number, place) for place in ends]
            for at in wilds:
                place = _place(table, meld.first + at)
                if card == card_at(meld.of, place):
                    found.append(Swapped(seat, card, number, place, meld.cards[at]))
                    found += [Moved(seat, card, number, place, end) for end in ends]
    return found


def open_ends(table: Table, meld: TableMeld) -> list[int]:
    """The places before and behind a run, whether or not a card may lie there."""
    return [_place(table, place) for place in (meld.first - 1, meld.first + len(meld.cards))]


def _place(table: Table, place: int) -> int:
    return place % CIRCLE if table.rules.melds.wrap else place


def _company(table: Table, hand: list[int], card: int) -> int:
    """How many cards of the hand go together with this one; wilds with all."""
    if is_wild_kind(card, table.rules):
        return len(hand)
    return sum(
        rank_of(card) == rank_of(other)
        or (suit_of(card) == suit_of(other) and 0 < abs(card - other) < 4)
        for other in hand
        if not is_wild_kind(other, table.rules)
    )


def possible_melds(table: Table, seat: int, kind: str, size: int) -> list[LaidMeld]:
    """Melds of a size that the hand holds, each with as few wilds as it needs."""
    hand = sorted(table.hands[seat])
    rules = table.rules
    itself = [c for c in hand if not is_wild_kind(c, rules) or rules.melds.wild_natural]
    if kind == "set":
        found = []
        for rank in range(13):
            cards = [card for card in itself if card < 52 and rank_of(card) == rank]
            for chosen in sorted(set(combinations(cards, min(size, len(cards))))):
                wilds = _wilds_besides(table, hand, chosen, size - len(chosen))
                if chosen and wilds is not None:
                    found.append(LaidMeld(False, (*chosen, *wilds), -1))
        return found
    if kind == "dirty":
        return _dirty(table, hand, itself)
    firsts = range(CIRCLE if rules.melds.wrap else 15 - size)
    runs = [
        _run(table, hand, itself, suit, range(at, at + size)) for suit in range(4) for at in firsts
    ]
    return [run for run in runs if run is not None]


def _wilds_besides(table, hand: list[int], naturals, count: int) -> list[int] | None:
    """So many wilds of the hand that are not among the naturals chosen, dearest first."""
    rest = list(hand)
    for card in naturals:
        rest.remove(card)
    wilds = [card for card in rest if is_wild_kind(card, table.rules)]
    wilds.sort(key=lambda card: -table.rules.scoring.values[card])
    return wilds[:count] if len(wilds) >= count else None


def _run(
    table: Table, hand: list[int], itself: list[int], suit: int, places: range
) -> LaidMeld | None:
    """The run at these places, if the hand has its cards or wilds for them."""
    due = [card_at(suit, place) for place in places]
    naturals = [card for at, card in enumerate(due) if card in itself and card not in due[:at]]
    wilds = _wilds_besides(table, hand, naturals, len(due) - len(naturals))
    if not naturals or wilds is None:
        return None
    spare, left = list(naturals), iter(wilds)
    cards = []
    for card in due:
        if card in spare:
            spare.remove(card)
            cards.append(card)
        else:
            cards.append(next(left))
    return LaidMeld(True, tuple(cards), places[0])


def _dirty(table: Table, hand: list[int], itself: list[int]) -> list[LaidMeld]:
    """The dirty run, if the hand has a card or a wild for each rank."""
    own = [[card for card in itself if card < 52 and rank_of(card) == rank] for rank in range(13)]
    naturals = [cards[0] for cards in own if cards]
    wilds = _wilds_besides(table, hand, naturals, 13 - len(naturals))
    if wilds is None:
        return []
    left = iter(wilds)
    return [LaidMeld(True, tuple(cards[0] if cards else next(left) for cards in own), 0)]


def find_contract(table: Table, seat: int, chance: random.Random) -> tuple[LaidMeld, ...] | None:
    """Melds for the round's contract, if a short search finds some in the hand."""
    shapes = table.rules.opening.contracts[table.round].shapes
    spare = len(table.hands[seat]) - sum(shape.size for shape in shapes)
    whole = table.is_last_round() and table.rules.close.last_round == "all_cards_long_runs"
    longer = table.rules.opening.laydown == "min" and chance.random() < 0.5
    spreads = _spread(len(shapes), spare if whole else min(2, spare) if longer else 0)
    for grown in chance.sample(spreads, min(4, len(spreads))):
        candidates = []
        for shape, more in zip(shapes, grown, strict=True):
            size = min(line_of(table.rules), shape.size + more)
            found = possible_melds(table, seat, shape.kind, size)
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
