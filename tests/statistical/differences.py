"""Differences as paired deals give them: whole points, many of them 0, some with long tails.

A law is a table of 65,536 whole numbers of which one is drawn for each deal, so its mean and its
deviation are known exactly and drawing is fast. Whole matches differ nearly always, by a law that
is close to normal; the two others are much harder on everything that trusts the normal law.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from scipy.special import ndtri

ENTRIES = 1 << 16
SIGMA = 0.95  # of the logarithm of the points that the others change
SCALE = 20  # a typical change, in points

Shape = Literal["matches", "symmetric", "skewed"]

UNCHANGED: dict[Shape, float] = {"matches": 0.05, "symmetric": 0.6, "skewed": 0.6}


@dataclass(frozen=True, eq=False)
class Law:
    """One law of differences."""

    table: np.ndarray

    @property
    def mean(self) -> float:
        return float(self.table.mean())

    @property
    def deviation(self) -> float:
        return float(self.table.std())

    def moment(self, power: int) -> float:
        """The mean of a power of the standardised numbers: 3 for the skewness, 4 the kurtosis."""
        return float((((self.table - self.mean) / self.deviation) ** power).mean())

    def draw(self, chance: np.random.Generator, *size: int) -> np.ndarray:
        return self.table[chance.integers(0, ENTRIES, size, dtype=np.uint16)]


@cache
def law(shape: Shape, deviations: float = 0.0) -> Law:
    """A law whose mean is so many of its deviations; exactly 0 for 0.

    matches: as the differences of whole matches. symmetric: as often lost as won. skewed: four of
    five changes win a little, one loses much.
    """
    table = np.zeros(ENTRIES, np.int64)
    changes = round(ENTRIES * (1 - UNCHANGED[shape])) // 2 * 2
    wins = changes * 4 // 5 if shape == "skewed" else changes // 2
    gains, losses = _sizes(wins, shape), _sizes(changes - wins, shape)
    if shape == "skewed":
        losses *= 4
    table[:changes] = np.rint(np.concatenate([gains, -losses]))
    wanted = round(deviations * table.std() * ENTRIES)
    each, rest = divmod(wanted - int(table.sum()), changes)
    table[:changes] += each
    table[:rest] += 1
    return Law(table)


def _sizes(entries: int, shape: Shape) -> np.ndarray:
    """Evenly spaced quantiles of the points that a change is worth."""
    share = (np.arange(entries) + 0.5) / entries
    if shape == "matches":
        return SCALE * ndtri((1 + share) / 2)  # half a normal law
    return SCALE * np.exp(SIGMA * ndtri(share))


def sums_at_looks(numbers: np.ndarray, look: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sums, sums of squares and counts of non-zeros up to each look, three int64[runs, looks]."""
    runs, deals = numbers.shape
    parts = numbers.reshape(runs, deals // look, look)
    totals = parts.sum(axis=2).cumsum(axis=1)
    squares = np.einsum("rlk,rlk->rl", parts, parts).cumsum(axis=1)
    return totals, squares, np.count_nonzero(parts, axis=2).cumsum(axis=1)
