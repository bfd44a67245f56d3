"""Every policy answers lawfully under whatever house rules, and the referee agrees."""

import pytest

from rummysim.policies.registry import policy_names
from rummysim.policies.script_parameters import SCRIPT
from rummysim.rules import load_rules
from rummysim.simulation import simulate
from tests.contract.seats import Seats, draw_seats, draw_values, script_numbers
from tests.house_rules import PRESETS
from tests.refereed import SEED, check_match

TABLES = 110
DEALS = 8  # matches of each, the first of which the referee replays
SLOW_TABLES = 600
SLOW_REFEREED = 3
FIRST_PRESET_DEAL = 100


def check_seats(seats: Seats, refereed: int, deals: int) -> None:
    """Some matches before the referee, more of them at full speed; single rounds where slow."""
    only, deals = (seats.round, 1) if seats.is_slow else (None, deals)
    for deal in range(refereed):
        check_match(seats.rules, seats.policies, deal, seats.text, only)
    amount = {"deals": deals, "seed": SEED, "round": only}
    assert simulate(seats.rules, seats.policies, players=seats.players, **amount).deals == deals


def test_parameters_are_drawn_from_end_to_end():
    """All words of every choice, and both ends of every range, are played."""
    drawn = [draw_values(number) for number in script_numbers(range(TABLES))]
    assert len(set(drawn)) >= 250
    for parameter, values in zip(SCRIPT, zip(*drawn, strict=True), strict=True):
        assert (min(values), max(values)) == (parameter.low, parameter.high), parameter.name
        if parameter.choices:
            assert len(set(values)) == len(parameter.choices), parameter.name


@pytest.mark.parametrize("table", range(TABLES))
def test_drawn_parameters_are_legal_under_drawn_house_rules(table):
    check_seats(draw_seats(table), refereed=1, deals=DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("table", range(TABLES, TABLES + SLOW_TABLES))
def test_many_drawn_parameters_are_legal(table):
    check_seats(draw_seats(table), refereed=SLOW_REFEREED, deals=10 * DEALS)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("policy", policy_names())
def test_presets_are_legal_in_every_game(preset, policy):
    rules = load_rules(preset)
    lowest, highest = rules.table.players
    for players in range(lowest, highest + 1):
        where = f"{preset}, {players} x {policy}"
        check_match(rules, (policy,) * players, FIRST_PRESET_DEAL, where)
