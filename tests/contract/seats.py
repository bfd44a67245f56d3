"""Who plays under the contract: every built-in policy, and the script with drawn parameters."""

import random
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from rummysim.policies.parameters import Parameter
from rummysim.policies.registry import Policy, load_policy, policy_names
from rummysim.policies.script_parameters import SCRIPT
from rummysim.rules import RuleSet
from tests.house_rules import RARE, draw_house

FIRST_HOUSE = 5000  # house rules of their own, not those of the other tests
BUILT_IN_SHARE = 0.25  # of the seats; the script sits in the others
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


def script_function() -> Any:
    """The compiled script."""
    if find_spec("rummysim.policies.scripted") is None:
        return load_policy("greedy").function
    from rummysim.policies.scripted import scripted

    return scripted


def draw_value(parameter: Parameter, source: random.Random) -> float:
    """A value of the parameter; either end of a range comes up in a quarter of the draws."""
    low, high = parameter.low, parameter.high
    where = source.random()
    if where < 0.5 and not parameter.choices:
        return float(low if where < 0.25 else high)
    if parameter.whole:
        return float(source.randint(int(low), int(high)))
    return source.uniform(low, high)


def draw_values(number: int) -> tuple[float, ...]:
    """The parameters number ``number`` of the script, always the same."""
    source = random.Random(f"script {number}")
    return tuple(draw_value(parameter, source) for parameter in SCRIPT)


def drawn_script(number: int) -> Policy:
    """The script with the parameters number ``number``; its name tells them all."""
    values = draw_values(number)
    words = [p.text(value) for p, value in zip(SCRIPT, values, strict=True)]
    named = ", ".join(f"{p.name}={word}" for p, word in zip(SCRIPT, words, strict=True))
    return Policy(f"script({named})", script_function(), values)


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
    return Seats(house.rules, tuple(policies), round_number, is_slow, text)
