"""Every answer is the same to the same view, and changes nothing but memory and plan.

At each decision of real games the policy is asked again: with a copy of everything; with the
memo of `look` filled or emptied; and with all cards shuffled that the player does not see.
"""

import pytest

from rummysim.kernels.layout import CLAIM, DISCARD
from rummysim.policies.registry import load_policy
from rummysim.rules import load_rules
from rummysim.simulation import simulate
from tests.contract.decisions import Watch
from tests.contract.game import SEED, Game
from tests.contract.seats import built_in, draw_seats
from tests.house_rules import PRESETS

TABLES = 80
SLOW_TABLES = 300
EVERY_SLOW = 5  # where the solver is slow, one decision in so many
NAMES = [policy.name for policy in built_in()]


@pytest.mark.parametrize("table", range(TABLES))
def test_drawn_parameters_are_pure_and_see_no_hidden_card(table):
    seats = draw_seats(table)
    every = EVERY_SLOW if seats.is_slow else 1
    game = Game(seats.rules, seats.policies, table, seats.round)
    assert Watch(game, every).decisions > 0, seats.text


@pytest.mark.slow
@pytest.mark.parametrize("table", range(TABLES, TABLES + SLOW_TABLES))
def test_many_drawn_parameters_are_pure_and_see_no_hidden_card(table):
    seats = draw_seats(table)
    for number in range(1, seats.rules.rounds + 1):
        assert Watch(Game(seats.rules, seats.policies, table, number)).decisions > 0, seats.text


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", NAMES)
def test_presets_are_pure_and_see_no_hidden_card(preset, name):
    """A whole match of each policy, against another one where there is one."""
    rules = load_rules(preset)
    number = NAMES.index(name)
    lowest, highest = rules.table.players
    players = min(highest, lowest + number)
    other = built_in()[(number + 1) % len(NAMES)]
    policies = [load_policy(name) if seat % 2 == 0 else other for seat in range(players)]
    game = Game(rules, policies, number, None)
    watch = Watch(game)
    for phase in range(CLAIM, DISCARD + 1):
        if phase != CLAIM or rules.buy.allowed:
            assert watch.by_phase[phase] > 0, phase
    played = simulate(rules, policies, players=players, deals=1, first_deal=number, seed=SEED)
    assert list(game.board.table.total[:players]) == [seat["points"] for seat in played.seats]
    assert watch.decisions == int(played.tally[0]["decisions"])
