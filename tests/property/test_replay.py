"""Every simulated match, under whatever house rules, satisfies the independent referee."""

import pytest

from rummysim.referee.replay import replay
from rummysim.rules import load_rules
from rummysim.simulation import simulate, trace_deal
from tests.house_rules import POLICIES, PRESETS, House, draw_house

HOUSES = 60  # house rules in the always-run part
MATCHES = 2  # deals of each
SLOW_HOUSES = 2000
SLOW_MATCHES = 10


def check_house(house: House, first: int, matches: int) -> None:
    """Replays some matches and compares the referee's scores with those of the fast run."""
    rules, players, policies = house.rules, house.players, house.policies
    for deal in range(first, first + matches):
        where = f"{house.preset} {house.overrides} {policies} deal {deal}"
        verdict = replay(trace_deal(rules, policies, players=players, seed=7, deal=deal))
        assert verdict.ok, f"{where}: {verdict.fault}"
        fast = simulate(
            rules, policies, players=players, deals=1, first_deal=deal, seed=7, workers=1
        )
        frame = fast.to_frame()
        by_round = frame.pivot_table("points", "round", "seat").astype(int)
        assert by_round.to_numpy().tolist() == [list(s) for s in verdict.scores], where
        assert [int(p["points"]) for p in fast.seats] == list(verdict.totals), where
        assert [p["win_rate"] for p in fast.seats] == pytest.approx(list(verdict.shares)), where


@pytest.mark.parametrize("seed", range(HOUSES))
def test_referee_accepts_random_house_rules(seed: int) -> None:
    check_house(draw_house(seed), first=0, matches=MATCHES)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("policy", POLICIES)
def test_referee_accepts_presets(preset: str, policy: str) -> None:
    rules = load_rules(preset)
    lowest, highest = rules.table.players
    for players in range(lowest, highest + 1):
        check_house(House(preset, (), rules, players, (policy,) * players), 100, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(HOUSES, HOUSES + SLOW_HOUSES))
def test_referee_accepts_twenty_thousand_matches(seed: int) -> None:
    check_house(draw_house(seed), first=1000, matches=SLOW_MATCHES)
