"""Who plays under the contract: every built-in policy, and the script with drawn parameters."""

import random
from dataclasses import dataclass, replace
from functools import cache

from rummysim.policies.parameters import Parameter
from rummysim.policies.presets import DEFAULTS, load_settings
from rummysim.policies.registry import Policy, load_policy, policy_names
from rummysim.policies.script_parameters import SCRIPT
from rummysim.policies.scripted import scripted
from rummysim.rules import RuleSet
from tests.house_rules import RARE, draw_house

FIRST_HOUSE = 5000  # house rules of their own, not those of the other tests
BUILT_IN_SHARE = 0.25  # of the seats; the script sits in the others
TURNS = 40  # own turns after which a round ends at the latest, also for whoever never lays down
SLOW_TURNS = 10  # where the solver is slow
SEATS = 6  # the script's parameters have the number SEATS * table + seat


@dataclass(frozen=True)
class Seats:
    """A table of drawn house rules with a policy in each seat."""

    rules: RuleSet
    policies: tuple[Policy, ...]
    round: int  # from 1: the one that is played where a whole match would take too long
    is_slow: bool  # rules outside the solver's quick ways
    text: str  # for the failure message

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.policies)


@cache
def built_in() -> tuple[Policy, ...]:
    """The built-in policies, and greedy as the short kernel that users fall back on."""
    names = [*policy_names(), "rummysim.policies.baselines:greedy"]
    return tuple(load_policy(name) for name in names)


def draw_value(parameter: Parameter, source: random.Random) -> float:
    """A value of the parameter: any word; an end of a range, one near its low end, or any."""
    low, high = parameter.low, parameter.high
    where = 1.0 if parameter.choices else source.random()
    if where < 0.5:
        return float(low if where < 0.25 else high)
    if where < 0.75:
        high = min(high, low + 4)
    return (
        float(source.randint(int(low), int(high))) if parameter.whole else source.uniform(low, high)
    )


def draw_values(number: int) -> tuple[float, ...]:
    """The parameters number ``number`` of the script, always the same."""
    source = random.Random(f"script {number}")
    return tuple(draw_value(parameter, source) for parameter in SCRIPT)


def drawn_script(number: int) -> Policy:
    """The script with the parameters number ``number``; its name tells them all."""
    names = [parameter.name for parameter in SCRIPT]
    changes = dict(zip(names, draw_values(number), strict=True))
    settings = load_settings(DEFAULTS).changed(changes)
    return Policy(settings.text, scripted, settings.values, settings)


def script_numbers(tables: range) -> list[int]:
    """The numbers of the parameters that are played at these tables."""
    seated = [_numbers(table)[: draw_house(FIRST_HOUSE + table).players] for table in tables]
    return [number for numbers in seated for number in numbers if number >= 0]


def _numbers(table: int) -> list[int]:
    """For each seat the number of the script's parameters, or of a built-in policy below 0."""
    source = random.Random(f"table {table}")
    numbers = []
    for seat in range(SEATS):
        below_zero = -1 - source.randrange(len(built_in()))
        is_built_in = source.random() < BUILT_IN_SHARE
        numbers.append(below_zero if is_built_in else SEATS * table + seat)
    return numbers


def draw_seats(table: int) -> Seats:
    """The table number ``table``, always the same."""
    house = draw_house(FIRST_HOUSE + table)
    policies = [
        drawn_script(number) if number >= 0 else built_in()[-1 - number]
        for number in _numbers(table)[: house.players]
    ]
    round_number = random.Random(f"round {table}").randint(1, house.rules.rounds)
    is_slow = any(text.split("=")[0] in RARE for text in house.overrides)
    names = ", ".join(policy.name for policy in policies)
    text = f"table {table}: {house.preset} {' '.join(house.overrides)}; {names}"
    cap = min(house.rules.match.turn_cap, SLOW_TURNS if is_slow else TURNS)
    rules = replace(house.rules, match=replace(house.rules.match, turn_cap=cap))
    return Seats(rules, tuple(policies), round_number, is_slow, text)
