"""The parameters that are tuned, each an axis of a cube whose edges have length one."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from rummysim.errors import PolicyError
from rummysim.policies.parameters import Parameter

FIGURES = 4  # decimals of a continuous parameter whose range is 1: finer differences are noise
FEW_VALUES = 20  # steps of a whole number up to which the optimiser knows of them
INSIDE = 0.1  # a start at the end of its range is moved that far inside, so that all ways are open
TOWARDS = 0.4  # of a step: a whole start is moved towards its neighbour and stays what it is
MOST_BENT = 6.0
BENT_AT_END = 3.0  # a wide range that is searched from its end

Point = tuple[float, ...]
Ranges = Mapping[str, tuple[str, str] | None]


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter that is tuned: the range that is searched, and where the search starts.

    The scale of a wide range is bent (a power of the place) so that the start lies in its middle:
    ranges say what is possible and not what is likely, and from 200 in 0 to 5000 it is as far
    down as up. From an end of it, 0 or no limit, small values are what matters: of five parameters
    of a noisy bowl three began at an end of 0 to 99 or 0 to 5000, one of them where no change was
    felt until far below; the mean of the search lost 1.2 to 1.7 to the optimum on straight scales
    in 20 generations, and 0.1 to 0.5 on bent ones (24 runs of each).
    """

    parameter: Parameter  # its range may be narrower than what the policy declares
    start: float

    @property
    def length(self) -> float:
        """The range of the parameter."""
        return self.parameter.high - self.parameter.low

    @property
    def is_stepped(self) -> bool:
        """Whether it is a whole number of few values."""
        return self.parameter.whole and self.length <= FEW_VALUES

    @property
    def step(self) -> float:
        """The distance of two values in the unit cube; 0 for what is as good as continuous."""
        return 1 / self.length if self.is_stepped else 0.0

    @property
    def bend(self) -> float:
        """The power that has the start at place 0.5, negative when it is seen from the high end.

        A start at an end keeps that place, whatever the power.

        >>> Axis(Parameter("weight", "a weight", 25, 0, 100), 25.0).bend
        2.0
        """
        share = self.share(self.start)
        if self.is_stepped:
            return 1.0
        if share in (0, 1):
            return BENT_AT_END if self.parameter.low >= 0 and self.length > FEW_VALUES else 1.0
        power = min(MOST_BENT, math.log(min(share, 1 - share)) / math.log(0.5))
        return power if share <= 0.5 else -power

    def share(self, value: float) -> float:
        """The part of the range that lies below a value, from 0 to 1."""
        return min(1.0, max(0.0, (value - self.parameter.low) / self.length))

    def value(self, place: float) -> float:
        """The parameter's value at a place from 0 to 1, rounded to what is written down.

        >>> Axis(Parameter("weight", "a weight", 0, 0, 1), 0).value(0.123456)
        0.1235
        >>> Axis(Parameter("weight", "a weight", 25, 0, 100), 25).value(0.1)
        1.0
        """
        bend = self.bend
        share = place**bend if bend > 0 else 1 - (1 - place) ** -bend
        found = self.parameter.low + share * self.length
        found = float(round(found)) if self.parameter.whole else round(found, self.decimals)
        return min(float(self.parameter.high), max(float(self.parameter.low), found)) + 0.0

    @property
    def decimals(self) -> int:
        """Decimals worth writing for a range of this length."""
        return max(0, FIGURES - math.floor(math.log10(self.length) + 1e-9))

    def place(self, value: float) -> float:
        """Where a value lies in the cube, from 0 to 1.

        >>> Axis(Parameter("weight", "a weight", 25, 0, 100), 25.0).place(1.0)
        0.1
        """
        bend, share = self.bend, self.share(value)
        return float(share ** (1 / bend) if bend > 0 else 1 - (1 - share) ** (-1 / bend))

    def first_place(self) -> float:
        """Where the search starts.

        From the middle of a whole number with few values the next one is rarely seen: with six
        switches, half of them wrong, 10 generations came to a distance of 1.10 from the optimum
        so, and to 0.38 when they began near the edge to the middle of the range.

        >>> round(Axis(Parameter("switch", "off or on", 0, 0, 1, True), 0.0).first_place(), 2)
        0.4
        """
        place = self.place(self.start)
        if not self.is_stepped:
            return min(1 - INSIDE, max(INSIDE, place))
        reach = TOWARDS * self.step
        return place + min(reach, max(-reach, 0.5 - place))

    def entries(self) -> dict[str, Any]:
        """The axis as a history holds it.

        >>> Axis(Parameter("bold", "how bold", 2, 0, 8), 2.0).entries()
        {'name': 'bold', 'low': 0, 'high': 8, 'whole': False, 'start': 2.0, 'bend': 2.0}
        """
        known = self.parameter
        found = {"name": known.name, "low": known.low, "high": known.high, "whole": known.whole}
        words = {"choices": list(known.choices)} if known.choices else {}
        return found | words | {"start": self.start, "bend": self.bend}


def read_ranges(text: str) -> dict[str, tuple[str, str] | None]:
    """What is to be tuned, as it was typed: names, each with its range or with None.

    >>> read_ranges("calm, bold=0.5..3")
    {'calm': None, 'bold': ('0.5', '3')}

    Raises PolicyError when a part is neither.
    """
    found: dict[str, tuple[str, str] | None] = {}
    for part in (piece.strip() for piece in text.split(",")):
        name, equals, span = (piece.strip() for piece in part.partition("="))
        low, dots, high = (piece.strip() for piece in span.partition(".."))
        if equals and not (name and dots and low and high):
            raise PolicyError(f"{part!r} is no parameter with a range; write name=low..high")
        if name in found:
            raise PolicyError(f"the parameter {name} is named twice")
        if name:
            found[name] = (low, high) if equals else None
    if text and not found:
        raise PolicyError(f"{text!r} names no parameter; leave it out to tune every number")
    return found


def axes_of(
    declared: Sequence[Parameter], start: Sequence[float], wanted: Ranges, policy: str
) -> tuple[Axis, ...]:
    """The wanted parameters with their start values, in the order in which they are declared.

    wanted : a range, or None, by name; nothing means every parameter that is a number, for one
        whose values are words is tuned only when it is named: their order need not mean anything

    >>> known = [Parameter("calm", "how calm", 1, 0, 5), Parameter("bold", "how bold", 2, 0, 9)]
    >>> [axis.parameter.high for axis in axes_of(known, [1.5, 2.0], {"bold": ("0", "4")}, "mine")]
    [4.0]

    Raises PolicyError for a name that is unknown, or when there is nothing to tune.
    """
    known = [parameter.name for parameter in declared]
    for name in wanted:
        if name not in known:
            raise PolicyError(_unknown(name, known, policy))
    chosen = [
        Axis(narrowed(parameter, wanted.get(parameter.name), policy), float(value))
        for parameter, value in zip(declared, start, strict=True)
        if (parameter.name in wanted if wanted else not parameter.choices)
    ]
    stuck = [axis.parameter.name for axis in chosen if axis.length == 0]
    if wanted and stuck:
        raise PolicyError(f"policy {policy!r}: {stuck[0]} has one value only; nothing to tune")
    found = tuple(axis for axis in chosen if axis.length > 0)
    if not found:
        raise PolicyError(
            f"policy {policy!r} declares no parameter that is a number, so there is nothing to "
            "tune; name others with --parameters, or take a policy with parameters (sharp)"
        )
    return found


def narrowed(parameter: Parameter, ends: tuple[str, str] | None, policy: str) -> Parameter:
    """The parameter with the range that is to be searched.

    >>> narrowed(Parameter("bold", "how bold", 5, 0, 9), ("1", "4"), "mine").allowed
    'a number from 1 to 4'

    Raises PolicyError when the range does not lie within what the policy allows.
    """
    if ends is None:
        return parameter
    low, high = (parameter.parse(end, policy) for end in ends)
    if parameter.choices:
        raise PolicyError(
            f"policy {policy!r}: the values of {parameter.name} are words; name it without a range"
        )
    if low > high:
        raise PolicyError(
            f"policy {policy!r}: the range of {parameter.name} goes from {ends[0]} down to "
            f"{ends[1]}; turn it round"
        )
    default = min(high, max(low, parameter.default))
    return replace(parameter, low=low, high=high, default=default)


def _unknown(name: str, known: Sequence[str], policy: str) -> str:
    near = get_close_matches(name, known, 1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    have = f" (it has: {', '.join(known)})" if known else "; it declares none"
    return f"policy {policy!r} has no parameter {name!r}{guess}{have}"


def named_values(axes: Sequence[Axis], values: Sequence[float]) -> Mapping[str, float]:
    """The values by the names of their parameters.

    >>> named_values([Axis(Parameter("bold", "how bold", 2, 0, 9), 2)], [3.5])
    {'bold': 3.5}
    """
    return {axis.parameter.name: value for axis, value in zip(axes, values, strict=True)}


def plain_value(parameter: Parameter, value: float) -> str | float:
    """A value as programs are told it: a word, or a number.

    >>> plain_value(Parameter("bold", "how bold", 2, 0, 9), 3.5)
    3.5
    """
    return parameter.text(value) if parameter.choices else value
