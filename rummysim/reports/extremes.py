"""Which of several numbers is largest and which smallest, as far as their intervals carry it.

All pairs are compared at once: whichever of them turns out to be the extreme was looked for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rummysim.reports.counted_numbers import difference
from rummysim.stats.estimate import Estimate
from rummysim.stats.multiple import widened

Point: TypeAlias = tuple[Estimate, str]  # a number, and the words for where it was found


@dataclass(frozen=True)
class Extremes:
    """The largest and the smallest of some numbers, each with those that cannot be told from it."""

    top: tuple[Point, ...]  # from the largest on
    bottom: tuple[Point, ...]  # from the smallest on
    apart: Estimate  # the largest less the smallest

    @property
    def differ(self) -> bool:
        """Whether the largest is surely above the smallest."""
        return self.apart.low > 0

    @property
    def clear(self) -> bool:
        """Whether nothing is both among the largest and among the smallest."""
        return self.differ and not set(self.top) & set(self.bottom)


def extremes(points: Sequence[Point], alpha: float, *, shared_out: bool = False) -> Extremes | None:
    """The largest and the smallest of several numbers; None when there are not two to compare.

    shared_out : whether they are of players of the same rounds, of whom one gains what another
        loses; intervals of differences are then as wide as both together

    >>> sure = Estimate(9, 8, 10, 50, "t"), Estimate(5, 4, 6, 50, "t"), Estimate(0, -1, 1, 50, "t")
    >>> found = extremes(list(zip(sure, "abc")), 0.05)
    >>> [words for _, words in found.top], [words for _, words in found.bottom], found.clear
    (['a'], ['c'], True)
    """
    known = [point for point in points if math.isfinite(point[0].low)]
    if len(known) < 2:
        return None
    pairs = len(known) * (len(known) - 1) // 2
    falling = sorted(known, key=lambda point: -point[0].estimate)
    wide = {id(point): widened(point[0], alpha, pairs) for point in falling}

    def apart(one: Point, other: Point) -> Estimate:
        return _difference(wide[id(one)], wide[id(other)], shared_out)

    first, last = falling[0], falling[-1]
    return Extremes(
        (first, *(each for each in falling[1:] if apart(first, each).low <= 0)),
        (last, *(each for each in falling[-2::-1] if apart(each, last).low <= 0)),
        apart(first, last),
    )


def _difference(one: Estimate, other: Estimate, shared_out: bool) -> Estimate:
    one, other = _as_wide(one, other), _as_wide(other, one)
    if not shared_out:
        return difference(one, other)
    middle = one.estimate - other.estimate
    low, high = one.low - other.high, one.high - other.low
    return replace(one, estimate=middle, low=low, high=high, kind="difference")


def _as_wide(value: Estimate, other: Estimate) -> Estimate:
    """A number that no deal has changed yet, as little known as the one it is compared with."""
    if value.low < value.high:
        return value
    arm = max(other.high - other.estimate, other.estimate - other.low)
    return replace(value, low=value.estimate - arm, high=value.estimate + arm)
