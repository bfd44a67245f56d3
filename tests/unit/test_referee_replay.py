"""Whole games before the referee: legal ones pass, and every single corruption is named."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rummysim.cards import JOKER, KINDS
from rummysim.errors import IllegalMove, RulesError
from rummysim.referee.replay import Verdict, judge, replay
from rummysim.referee.table import Table
from rummysim.rules import load_rules
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
from tests.rulebook.games import PlayedGame, played_game

GAMES = range(8)
PER_KIND = 3  # places of each game at which one kind of corruption is tried

Corruption = tuple[str, list[Event]]
OF_WHO_IS_ON_TURN = (
    Drew, Took, Discarded, Passed, LaidDown, NewMeld, LaidOff, Swapped, Moved, WentOut,
)  # fmt: skip
NEVER_TWICE = (
    RoundBegan, Claimed, Took, Drew, Restocked, Bought, LaidDown, Discarded, Passed, WentOut, Died,
    Scored,
)  # fmt: skip
NEVER_MISSING = (
    RoundBegan, Took, Drew, Restocked, Bought, Discarded, Passed, WentOut, Died, Scored,
)  # fmt: skip


@pytest.mark.parametrize("seed", GAMES)
def test_legal_games_pass(seed: int):
    game = played_game(seed)
    verdict = replay(game.trace())
    assert verdict.ok, verdict.fault
    assert verdict == judge(game.events, game.rules, game.players)
    scored = [event for event in game.events if isinstance(event, Scored)]
    assert verdict.scores == tuple(event.points for event in scored)
    assert verdict.totals == scored[-1].totals
    assert sum(verdict.shares) == pytest.approx(1)
    counts = Counter(type(event) for event in game.events)
    assert verdict.rounds == counts[RoundBegan] == game.rules.rounds
    assert verdict.dead_rounds == counts[Died]
    ends = counts[Discarded] + counts[Passed]
    assert ends <= verdict.turns <= ends + 2 * verdict.rounds
    assert verdict.acts == len(game.events)


def test_the_games_hold_every_kind_of_act():
    kinds = {type(event) for seed in GAMES for event in played_game(seed).events}
    assert kinds >= {*OF_WHO_IS_ON_TURN, *NEVER_TWICE}


def corruptions(event: Event, table: Table) -> Iterator[Corruption]:
    """Names of corruptions and what stands in place of the event; each must be a fault."""
    if isinstance(event, OF_WHO_IS_ON_TURN):
        yield "next seat", [replace(event, seat=(event.seat + 1) % table.players)]
        yield "no seat", [replace(event, seat=table.players)]
        yield "seat below 0", [replace(event, seat=-1)]
    if isinstance(event, NEVER_TWICE):
        yield "twice", [event, event]
    if isinstance(event, NEVER_MISSING):
        yield "missing", []
    yield from _piles(event, table)
    yield from _hand(event, table)
    yield from _melds(event)
    yield from _ends(event, table)


def _other(card: int) -> int:
    return (card + 1) % KINDS


def _piles(event: Event, table: Table) -> Iterator[Corruption]:
    """Corruptions of claims, draws, buys and restocks."""
    if isinstance(event, Claimed | Took | Drew | Bought):
        yield "other card", [replace(event, card=_other(event.card))]
        yield "no card", [replace(event, card=-1)]
    if isinstance(event, Claimed):
        yield "claim of who is on turn", [replace(event, seat=table.on_turn)]
    if isinstance(event, Drew):
        yield "a discard first", [Discarded(event.seat, table.hands[event.seat][0])]
        yield "dead", [Died("no_cards")]
    if isinstance(event, Took) and table.pile[:-1] and table.pile[-2] != event.card:
        yield "covered card", [replace(event, card=table.pile[-2])]
    if isinstance(event, Bought):
        others = set(range(table.players)) - set(table.claims)
        yield "no claim", [replace(event, seat=min(others))]
        yield "penalty too many", [replace(event, penalty=(*event.penalty, 5))]
        if event.penalty:
            yield "penalty missing", [replace(event, penalty=event.penalty[1:])]
            changed = (_other(event.penalty[0]), *event.penalty[1:])
            yield "other penalty", [replace(event, penalty=changed)]
    if isinstance(event, Restocked):
        stock = event.stock
        yield "restock short", [Restocked(stock[1:])]
        yield "restock long", [Restocked((*stock, stock[0]))]
        yield "restock of other cards", [Restocked((_other(stock[0]), *stock[1:]))]
        swap = next((n for n, card in enumerate(stock) if card != stock[0]), 0)
        if swap:
            mixed = list(stock)
            mixed[0], mixed[swap] = mixed[swap], mixed[0]
            yield "restock in other order", [Restocked(tuple(mixed))]


def _hand(event: Event, table: Table) -> Iterator[Corruption]:
    """Corruptions of what is thrown."""
    if isinstance(event, Discarded):
        held = set(table.hands[event.seat])
        yield "not held", [replace(event, card=min(set(range(KINDS)) - held))]
        yield "no card", [replace(event, card=KINDS)]
        yield "passed", [Passed(event.seat)]
        yield "out too early", [WentOut(event.seat)]
    if isinstance(event, Passed):
        held = set(table.hands[event.seat])
        yield "thrown", [Discarded(event.seat, card) for card in sorted(held)[:1]]


def _melds(event: Event) -> Iterator[Corruption]:
    """Corruptions of melds laid and of cards added."""
    if isinstance(event, LaidDown):
        yield "contract in part", [replace(event, melds=event.melds[1:])]
        yield "meld twice", [replace(event, melds=(*event.melds, event.melds[0]))]
        for name, meld in _spoilt(event.melds[0]):
            yield f"contract {name}", [replace(event, melds=(meld, *event.melds[1:]))]
    if isinstance(event, NewMeld):
        for name, meld in _spoilt(event.meld):
            yield f"new meld {name}", [replace(event, meld=meld)]
    if isinstance(event, Swapped):
        yield "other wild back", [replace(event, wild=_other(event.wild))]
    if isinstance(event, Moved):
        yield "wild between others", [replace(event, wild_to=event.position)]
    if isinstance(event, LaidOff | Swapped | Moved):
        yield "no meld", [replace(event, meld=event.meld + 64)]
        yield "meld below 0", [replace(event, meld=-1)]
        yield "other place", [replace(event, position=event.position + 2)]
        if event.card != JOKER:
            yield "other card added", [replace(event, card=_other(event.card))]


def _spoilt(meld: LaidMeld) -> Iterator[tuple[str, LaidMeld]]:
    yield "of other kind", replace(meld, is_run=not meld.is_run)
    yield "in other place", replace(meld, position=meld.position + 1)
    yield "of two cards", replace(meld, cards=meld.cards[:2])
    yield "of jokers", replace(meld, cards=(JOKER,) * len(meld.cards))
    yield "without cards", replace(meld, cards=())
    at = next(n for n, card in enumerate(meld.cards) if card != JOKER)
    cards = list(meld.cards)
    cards[at] = (cards[at] + 1) % 52
    yield "with a wrong card", replace(meld, cards=tuple(cards))
    yield "with no card", replace(meld, cards=(*meld.cards[1:], 99))


def _ends(event: Event, table: Table) -> Iterator[Corruption]:
    """Corruptions of the beginning and the end of rounds."""
    if isinstance(event, Died):
        other = {"no_cards": "turn_cap", "turn_cap": "no_cards"}[event.reason]
        yield "other death", [Died(other)]
        yield "out instead of dead", [WentOut(table.on_turn)]
    if isinstance(event, WentOut):
        yield "dead instead of out", [Died("turn_cap")]
    if isinstance(event, Scored):
        for seat in range(table.players):
            points, totals = list(event.points), list(event.totals)
            points[seat] += 5
            yield "points", [Scored(tuple(points), event.totals)]
            totals[seat] -= 5
            yield "totals", [Scored(event.points, tuple(totals))]
        yield "seat too few", [Scored(event.points[1:], event.totals[1:])]
    if isinstance(event, RoundBegan):
        yield "starter", [replace(event, starter=event.dealer)]
        yield "round", [replace(event, round=event.round + 1)]
        yield "card missing", [replace(event, shoe=event.shoe[1:])]
        yield (
            "other card in the shoe",
            [replace(event, shoe=(_other(event.shoe[0]), *event.shoe[1:]))],
        )
        if table.rounds_played:
            moved = [(seat + 1) % table.players for seat in (event.dealer, event.starter)]
            yield "dealer", [replace(event, dealer=moved[0], starter=moved[1])]


def _corrupted(game: PlayedGame, chance: random.Random) -> Iterator[tuple[str, list[Event]]]:
    """Whole games with one corruption, some places for each kind."""
    table = Table(game.rules, game.players)
    places: dict[str, list[tuple[int, list[Event]]]] = {}
    for index, event in enumerate(game.events):
        for name, instead in corruptions(event, table):
            places.setdefault(f"{type(event).__name__} {name}", []).append((index, instead))
        table.play(event)
    for name, found in places.items():
        for index, instead in chance.sample(found, min(PER_KIND, len(found))):
            yield name, [*game.events[:index], *instead, *game.events[index + 1 :]]


@pytest.mark.parametrize("seed", GAMES)
def test_every_corruption_is_a_fault(seed: int):
    game = played_game(seed)
    for name, events in _corrupted(game, random.Random(seed)):
        verdict = judge(events, game.rules, game.players)
        assert not verdict.ok, name
        assert verdict.fault, name


def test_corruptions_of_every_act_are_tried():
    tried = {
        name for seed in GAMES for name, _ in _corrupted(played_game(seed), random.Random(seed))
    }
    assert {name.split()[0] for name in tried} == {
        kind.__name__ for kind in {*OF_WHO_IS_ON_TURN, *NEVER_TWICE}
    }
    assert len(tried) > 80


@pytest.mark.parametrize("seed", range(3))
def test_shortened_traces_are_faults(seed: int):
    game = played_game(seed)
    ends = [n for n, event in enumerate(game.events, 1) if isinstance(event, Scored)]
    assert _judge(game, game.events[: ends[0]]).ok  # a single round is a whole trace
    for end in ends[1:-1]:
        fault = _judge(game, game.events[:end]).fault
        assert fault is not None
        assert "a match has 7" in fault
    for cut in range(1, len(game.events), 97):
        if cut not in ends:
            verdict = _judge(game, game.events[:cut])
            assert verdict.fault
            assert "ends in the middle of round" in verdict.fault
            assert verdict.acts == cut


def _judge(game: PlayedGame, events: tuple[Event, ...]) -> Verdict:
    return judge(events, game.rules, game.players)


def test_a_single_round_may_be_any_round():
    game = played_game(0)
    starts = [n for n, event in enumerate(game.events) if isinstance(event, RoundBegan)]
    events = list(game.events[starts[3] : starts[4]])
    events[-1] = replace(events[-1], totals=events[-1].points)
    verdict = judge(events, game.rules, game.players)
    assert verdict.ok, verdict.fault
    assert verdict.rounds == 1


def test_a_fault_says_where_and_why():
    game = played_game(0)
    index = next(n for n, e in enumerate(game.events) if n > 200 and isinstance(e, Discarded))
    events = [*game.events]
    events[index] = Passed(events[index].seat)
    verdict = judge(events, game.rules, game.players)
    assert verdict.fault_act == index + 1
    seat = game.events[index].seat + 1
    where = f"round {verdict.fault_round}, turn {verdict.fault_turn}, act {index + 1}"
    assert verdict.fault.startswith(f"{where}: seat {seat} throws nothing: ")
    assert verdict.acts == index


def test_a_fault_in_the_first_act():
    verdict = judge([Drew(0, 5)], load_rules("shanghai"), 4)
    assert verdict.fault == "act 1: seat 1 draws 6S: a new round must begin"
    assert (verdict.fault_round, verdict.fault_turn, verdict.fault_act) == (None, None, 1)


def test_other_rules_than_those_of_the_trace():
    game = played_game(0)
    strict = replace(game.rules, buy=replace(game.rules.buy, allowed=False))
    verdict = replay(game.trace(), strict)
    assert verdict.fault is not None
    assert "buying is off in this round (buy.allowed)" in verdict.fault


def test_players_that_the_rules_do_not_know():
    with pytest.raises(RulesError, match="7 players"):
        judge((), load_rules("shanghai"), 7)


def _play_on(table: Table, events: tuple[Event, ...]) -> None:
    for event in events:
        table.play(event)


@pytest.mark.parametrize("place", ["stock", "pile", "melds"])
def test_a_lost_card_is_noticed(place: str):
    """The count after every act looks into the piles, not at what the act should do."""
    game = played_game(0)
    table = Table(game.rules, game.players)
    _play_on(table, game.events[:2])
    if place == "melds":
        table.cards_in_melds -= 1
    else:
        getattr(table, place).pop(0)
    with pytest.raises(IllegalMove, match="107 cards are in play, not the 108 of the deck"):
        _play_on(table, game.events[2:3])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda table: table.buys.__setitem__(2, 4), "seat 3 has bought 4 times"),
        (lambda table: table.passes.__setitem__(2, 1), "seat 3 holds 11 cards, not 12"),
        (lambda table: table.down_since.__setitem__(2, 1), "seat 3 is down before the last round"),
    ],
)
def test_impossible_seats_are_noticed(spoil, message: str):
    table = Table(load_rules("shanghai"), 4)
    table.play(RoundBegan(6, 3, 0, tuple(table.deck)))
    table.play(Drew(0, table.stock[-1]))
    spoil(table)
    with pytest.raises(IllegalMove, match=message):
        table.play(Discarded(0, table.hands[0][0]))


def test_an_exchanged_card_is_noticed():
    game = played_game(0)
    table = Table(game.rules, game.players)
    _play_on(table, game.events[:2])
    table.stock[0] = (table.stock[0] + 1) % KINDS
    with pytest.raises(IllegalMove, match="not those of the deck"):
        _play_on(table, game.events[2:8])


def test_a_spoilt_meld_is_noticed_at_the_end_of_the_round():
    game = played_game(0)
    table = Table(game.rules, game.players)
    end = next(n for n, event in enumerate(game.events) if isinstance(event, Scored))
    _play_on(table, game.events[:end])
    meld = next(meld for meld in table.melds if not meld.is_run)
    rank = next(card for card in meld.cards if card != JOKER) % 13
    at = next(n for n, card in enumerate(table.stock) if card != JOKER and card % 13 != rank)
    meld.cards[0], table.stock[at] = table.stock[at], meld.cards[0]
    with pytest.raises(IllegalMove, match="is no set: the ranks differ"):
        table.play(game.events[end])
