"""The preset ``greedy`` of the script plays like the short kernel of that name, act for act."""

import pytest

from rummysim.policies import baselines
from rummysim.policies.presets import preset_names as script_names
from rummysim.policies.registry import Policy, load_policy
from rummysim.rules import load_rules, preset_names
from rummysim.simulation import simulate, trace_deal
from rummysim.trace.text import dumps
from tests.house_rules import draw_house

MATCHES = 40  # of each table: some five hundred in all
FIRST_HOUSE = 9000  # house rules of their own, not those of the other tests
HOUSES = 60
SHORT = Policy("greedy", baselines.greedy)  # called as the preset is, so that traces agree


def tables():
    """Every preset game with each number of players that it allows, and two at the large one."""
    for game in preset_names():
        fewest, most = load_rules(game).table.players
        for players in range(fewest, most + 1):
            yield game, players, ()
    yield "shanghai", 2, ("table.players=[2, 6]",)


def both(rules, seats, **options):
    """What the two play: one run with the preset wherever ``seats`` says greedy, one without."""
    policies = [seats, [SHORT if name == "greedy" else name for name in seats]]
    return [simulate(rules, each, **options) for each in policies]


@pytest.mark.parametrize(("game", "players", "overrides"), list(tables()))
@pytest.mark.parametrize("other", ["greedy", "random"])
def test_whole_matches_are_the_same(game, players, overrides, other):
    """Among its like, and where random players lead into positions that it never reaches."""
    seats = [("greedy", other)[seat % 2] for seat in range(players)]
    rules = load_rules(game, list(overrides))
    script, short = both(rules, seats, players=players, deals=MATCHES, seed=11)
    assert script.digest == short.digest
    assert script.to_frame().equals(short.to_frame())


def test_matches_under_drawn_house_rules_are_the_same():
    for number in range(FIRST_HOUSE, FIRST_HOUSE + HOUSES):
        house = draw_house(number)
        seats = ["greedy"] * house.players
        script, short = both(house.rules, seats, players=house.players, deals=2, seed=number)
        assert script.digest == short.digest, (house.preset, house.overrides)


@pytest.mark.parametrize("game", preset_names())
def test_acts_are_the_same(game):
    for deal in range(3):
        script, short = (
            trace_deal(game, policy, seed=5, deal=deal) for policy in ("greedy", SHORT)
        )
        assert dumps(script) == dumps(short)


def test_another_preset_would_show():
    """The comparison notices other parameters of the same compiled function."""
    options = {"players": 4, "deals": MATCHES, "seed": 11}
    presets = [load_policy(name) for name in script_names()]
    digests = {policy.name: simulate("shanghai", policy, **options).digest for policy in presets}
    assert len(set(digests.values())) == len(presets) > 1
    assert len({policy.function for policy in presets} | {SHORT.function}) == 2
    assert digests["greedy"] == simulate("shanghai", SHORT, **options).digest
