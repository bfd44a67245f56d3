"""The parameters that are tuned, as a cube whose edges have length one, and the optimiser in it.

The optimiser is CMA-ES with margin (Hamano, Saito, Nomura and Shirakawa 2022) of the library
``cmaes``, asked for candidates and told what they were worth. The margin keeps a whole number
from freezing: each of its values stays possible with at least 1 / (dimensions * population).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np

from rummysim.errors import PolicyError, RummysimError
from rummysim.policies.parameters import Parameter
from rummysim.simulation.keys import domain_key

FIGURES = 4  # decimals of a continuous parameter whose range is 1: finer differences are noise
INSIDE = 0.1  # a continuous start is moved that far into its range, so that all ways are open
TOWARDS = 0.4  # of a step: a whole start is moved towards its neighbour and stays what it is

Point = tuple[float, ...]


class TuningMissing(RummysimError):
    """The optional library of the optimiser is not installed."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter that is tuned: its range and where the search starts."""

    parameter: Parameter
    start: float

    @property
    def length(self) -> float:
        """The range of the parameter."""
        return self.parameter.high - self.parameter.low

    @property
    def step(self) -> float:
        """The distance of two values in the unit cube; 0 for continuous parameters."""
        return 1 / self.length if self.parameter.whole else 0.0

    def value(self, place: float) -> float:
        """The parameter's value at a place from 0 to 1, rounded to what is written down.

        >>> Axis(Parameter("weight", "a weight", 0, 0, 3), 0).value(0.33333333)
        1.0
        >>> Axis(Parameter("weight", "a weight", 0, 0, 1), 0).value(0.123456)
        0.1235
        """
        low, high = self.parameter.low, self.parameter.high
        if self.parameter.whole:
            found = float(low + round(place * self.length))
        else:
            found = round(low + place * self.length, _decimals(self.length))
        return min(float(high), max(float(low), found)) + 0.0  # no -0.0

    def place(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        return (value - self.parameter.low) / self.length

    def entries(self) -> dict[str, Any]:
        """The axis as a history holds it.

        >>> Axis(Parameter("bold", "how bold", 2, 0, 9), 2).entries()
        {'name': 'bold', 'low': 0, 'high': 9, 'whole': False, 'start': 2}
        """
        known = self.parameter
        found = {"name": known.name, "low": known.low, "high": known.high, "whole": known.whole}
        words = {"choices": list(known.choices)} if known.choices else {}
        return found | words | {"start": self.start}

    def first_place(self) -> float:
        """Where the search starts.

        From the middle of a whole number with few values the next one is rarely seen: with six
        switches, half of them wrong, 10 generations came to a distance of 1.10 from the optimum
        so, and to 0.38 when they began near the edge to the middle of the range.

        >>> round(Axis(Parameter("switch", "off or on", 0, 0, 1, True), 0.0).first_place(), 2)
        0.4
        """
        place = self.place(self.start)
        if not self.parameter.whole:
            return min(1 - INSIDE, max(INSIDE, place))
        reach = TOWARDS * self.step
        return place + min(reach, max(-reach, 0.5 - place))


def _decimals(length: float) -> int:
    """Decimals worth writing for a range of that length."""
    return max(0, FIGURES - math.floor(math.log10(length) + 1e-9))


def axes_of(
    declared: Sequence[Parameter], start: Sequence[float], names: Sequence[str], policy: str
) -> tuple[Axis, ...]:
    """The named parameters with their start values, in the order in which they are declared.

    names : none means every parameter that is a number; one whose values are words is tuned
        only when it is named, because the order of the words need not mean anything

    >>> known = [Parameter("calm", "how calm", 1, 0, 5), Parameter("bold", "how bold", 2, 0, 9)]
    >>> [axis.start for axis in axes_of(known, [1.5, 2.0], ["bold"], "mine")]
    [2.0]

    Raises PolicyError for a name that is unknown, or when there is nothing to tune.
    """
    known = [parameter.name for parameter in declared]
    for name in names:
        if name not in known:
            raise PolicyError(_unknown(name, known, policy))
    chosen = [
        Axis(parameter, float(value))
        for parameter, value in zip(declared, start, strict=True)
        if (parameter.name in names if names else not parameter.choices)
    ]
    stuck = [axis.parameter.name for axis in chosen if axis.length == 0]
    if names and stuck:
        raise PolicyError(f"policy {policy!r}: {stuck[0]} has one value only; nothing to tune")
    found = tuple(axis for axis in chosen if axis.length > 0)
    if not found:
        raise PolicyError(
            f"policy {policy!r} declares no parameter that is a number, so there is nothing to "
            "tune; name others with --parameters, or take a policy with parameters (sharp)"
        )
    return found


def _unknown(name: str, known: Sequence[str], policy: str) -> str:
    near = get_close_matches(name, known, 1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    have = f" (it has: {', '.join(known)})" if known else "; it declares none"
    return f"policy {policy!r} has no parameter {name!r}{guess}{have}"


@dataclass(frozen=True, slots=True)
class Start:
    """Where and how the optimiser begins; with it and what it is told, all it asks is fixed."""

    axes: tuple[Axis, ...]
    seed: int
    population: int  # candidates of a generation; 0 takes `usual_population`
    spread: float  # first standard deviation, as a share of each parameter's range


def usual_population(parameters: int) -> int:
    """Candidates of a generation: four times what is usual without noise.

    On a noisy bowl of 12 parameters, three of them whole, with as many deals in all, the mean of
    the search lost 0.33 to the optimum with 11 candidates in 30 generations, 0.22 with 22 in 30
    on half the deals each, and 0.10 with 44 in 15 on half the deals each (30 runs of each): the
    average over many candidates removes more noise than more deals for each of a few.

    >>> usual_population(12), usual_population(1)
    (44, 16)
    """
    return 4 * (4 + math.floor(3 * math.log(parameters)))


class Optimiser:
    """Candidates generation by generation; the same start and answers give the same ones."""

    def __init__(self, start: Start) -> None:
        cmaes = load_cmaes()
        self.axes = start.axes
        self._inner = cmaes.CMAwM(
            mean=np.array([axis.first_place() for axis in self.axes]),
            sigma=start.spread,
            bounds=np.array([(0.0, 1.0)] * len(self.axes)),
            steps=np.array([axis.step for axis in self.axes]),
            seed=domain_key(start.seed, "tune optimiser") % 2**32,
            population_size=start.population or usual_population(len(self.axes)),
        )

    @property
    def population(self) -> int:
        """Candidates of each generation."""
        return int(self._inner.population_size)

    @property
    def spread(self) -> float:
        """How far the candidates lie apart: the standard deviation, averaged over the axes."""
        inner = self._inner._cma
        return float(inner._sigma * np.sqrt(np.diag(inner._C)).mean())

    def ask(self) -> list[tuple[Point, Point]]:
        """The candidates of the next generation: values to play, and the optimiser's own point."""
        found = []
        for _ in range(self.population):
            encoded, raw = self._inner.ask()
            found.append((self._values(encoded), tuple(float(place) for place in raw)))
        return found

    def tell(self, points: Sequence[Point], worth: Sequence[float]) -> None:
        """Nothing; the next generation follows what these points were worth (more is better)."""
        pairs = zip(points, worth, strict=True)
        self._inner.tell([(np.array(point), -value) for point, value in pairs])

    def centre(self) -> Point:
        """The values at the mean of the search."""
        return self._values(np.clip(self._inner.mean, 0.0, 1.0))

    def is_done(self) -> bool:
        """Whether the candidates no longer differ in anything that could matter."""
        return bool(self._inner.should_stop())

    def _values(self, places: Any) -> Point:
        return tuple(
            axis.value(float(place)) for axis, place in zip(self.axes, places, strict=True)
        )


def load_cmaes() -> Any:
    """The library of the optimiser.

    >>> load_cmaes().__name__
    'cmaes'

    Raises TuningMissing with the command that installs it.
    """
    try:
        import cmaes
    except ImportError as error:
        raise TuningMissing(
            "tuning needs the optimiser cmaes, which is not installed; "
            "install it with: pip install 'rummysim[tune]'"
        ) from error
    return cmaes


def optimiser_name() -> str:
    """Library, version and method, as the history states them.

    >>> optimiser_name().startswith("cmaes ")
    True
    """
    return f"cmaes {load_cmaes().__version__}, CMAwM"


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
