"""The engine offers all that is legal: eager players leave nothing that the referee would allow.

A replay shows that no act was illegal; here it is the other way round. After every claim
round, every play phase and every discard of players who do all they can, the referee names
what else would have been legal: nothing.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rummysim.cards import count_kinds
from rummysim.referee.state import DRAWING
from rummysim.referee.table import Table
from rummysim.rules import RuleSet
from rummysim.simulation import distance, trace_deal
from rummysim.trace.events import (
    Bought,
    Claimed,
    Discarded,
    Drew,
    Event,
    NewMeld,
    Passed,
    Restocked,
    Took,
)
from tests.house_rules import draw_house
from tests.rulebook.eager import eager_high, eager_low
from tests.rulebook.players import additions, possible_melds

SEEDS = range(8)
SLOW_SEEDS = range(8, 80)
TURN_CAP = 30


def _deal(seed: int) -> tuple[RuleSet, tuple[Event, ...], int]:
    """One match of eager players under drawn house rules."""
    house = draw_house(1000 + seed)
    cap = min(TURN_CAP, house.rules.match.turn_cap)
    rules = replace(house.rules, match=replace(house.rules.match, turn_cap=cap))
    policies = ([eager_low, eager_high] * house.players)[: house.players]
    trace = trace_deal(rules, policies, players=house.players, seed=seed, deal=seed)
    return rules, trace.events, house.players


def _additions(table: Table, seat: int) -> list[Event]:
    """Lay-offs, swaps and moves that the referee would allow."""
    return [act for act in additions(table, seat) if table.can(act)]


def _new_melds(table: Table, seat: int) -> Iterator[Event]:
    """New melds of the least size that the referee would allow.

    Where a card must be left to throw, the engine offers only the dearest meld or none.
    """
    if table.rules.lay_off.new_melds == "off" or table.final_discard() == "required":
        return
    for kind, size in (("set", table.rules.melds.set_min), ("run", table.rules.melds.run_min)):
        for meld in possible_melds(table, seat, kind, size):
            if table.can(NewMeld(seat, meld)):
                yield NewMeld(seat, meld)


def _claimants(table: Table) -> list[int]:
    """Seats that the referee would let claim now, in turn order."""
    if not table.pile:
        return []
    order = [(table.on_turn + step) % table.players for step in range(1, table.players)]
    return [seat for seat in order if table.can(Claimed(seat, table.pile[-1]))]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_legal_is_withheld(seed: int):
    _check(*_deal(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW_SEEDS)
def test_nothing_legal_is_withheld_in_many_houses(seed: int):
    _check(*_deal(seed))


def _check(rules: RuleSet, events: tuple[Event, ...], players: int) -> None:
    """The referee finds nothing legal that was left undone."""
    table = Table(rules, players)
    waiting: dict[int, list[list[int]]] = {number: [] for number in range(rules.rounds)}
    asked_in, due = (-1, -1), []
    for event in events:
        if table.phase == DRAWING and asked_in != (table.round, table.turn):
            asked_in, due = (table.round, table.turn), _claimants(table)
        if isinstance(event, Took | Drew | Bought | Restocked):
            if not table.bought and not table.restocked:
                assert table.claims == due
        if isinstance(event, Discarded | Passed):
            seat = event.seat
            assert not _additions(table, seat)
            assert not list(_new_melds(table, seat))
            if not table.is_down(seat):
                waiting[table.round].append(count_kinds(table.hands[seat]))
        if isinstance(event, Discarded):
            legal = table.legal_discards()
            assert event.card == legal[-1 if event.seat % 2 else 0]
        table.play(event)
    for number, hands in waiting.items():
        assert not hands or distance(hands, rules, number + 1).min() > 0
