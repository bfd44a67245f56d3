"""Numbers that were counted on the same deals, put together: differences, means, as text."""

import math
from collections.abc import Sequence

from rummysim.reports.tables import percent_with_error
from rummysim.stats.estimate import Estimate
from rummysim.stats.rounding import MOST_DECIMALS, with_error


def difference(a: Estimate, b: Estimate) -> Estimate:
    """``a`` less ``b`` as of independent samples.

    That is rather too wide where both rise and fall with the cards of the same deals.

    >>> difference(Estimate(5, 2, 8, 10, "t"), Estimate(1, -3, 5, 10, "t")).low
    -1.0
    """
    middle = a.estimate - b.estimate
    low = middle - math.hypot(a.estimate - a.low, b.high - b.estimate)
    high = middle + math.hypot(a.high - a.estimate, b.estimate - b.low)
    return Estimate(middle, low, high, min(a.n, b.n), "difference")


def average(values: Sequence[Estimate]) -> Estimate:
    """The mean of several numbers of the same deals; its interval is as wide as theirs are.

    >>> average([Estimate(1, 0, 2, 10, "t"), Estimate(3, 1, 5, 10, "t")]).high
    3.5
    """
    ends = [
        sum(getattr(value, end) for value in values) / len(values)
        for end in ("estimate", "low", "high")
    ]
    kinds = {value.kind for value in values}
    return Estimate(ends[0], ends[1], ends[2], values[0].n, min(kinds))


def together(parts: Sequence[tuple[Estimate, int]]) -> Estimate:
    """The mean of all observations of several cells, of which each has its own mean and number.

    Its interval is as wide as theirs are in the mean: never too narrow, whatever the cells of one
    deal have in common.

    >>> parts = [(Estimate(0.2, 0.1, 0.3, 50, "t"), 300), (Estimate(0.6, 0.4, 0.8, 40, "t"), 100)]
    >>> whole = together(parts)
    >>> round(whole.estimate, 3), round(whole.low, 3), round(whole.high, 3), whole.n
    (0.3, 0.175, 0.425, 50)
    """
    every = sum(number for _, number in parts)
    ends = [
        sum(getattr(value, end) * number for value, number in parts) / every
        for end in ("estimate", "low", "high")
    ]
    most = max((value for value, _ in parts), key=_deals)
    return Estimate(ends[0], ends[1], ends[2], most.n, parts[0][0].kind)


def _deals(value: Estimate) -> int:
    return value.n


def mean_of_rounds(values: Sequence[Estimate]) -> Estimate:
    """The mean of numbers of different rounds, each of which has cards of its own.

    >>> mean_of_rounds([Estimate(1, 0, 2, 10, "t")] * 4).high
    1.5
    """
    count = len(values)
    middle = sum(value.estimate for value in values) / count
    below = math.hypot(*(value.estimate - value.low for value in values)) / count
    above = math.hypot(*(value.high - value.estimate for value in values)) / count
    return Estimate(middle, middle - below, middle + above, values[0].n, "average")


def variance_of(mean: Estimate, square: Estimate) -> Estimate:
    """The variance of numbers from their mean and that of their squares, with its interval.

    Mean and squares vary together; how much is taken as for numbers without a skew. Points have
    their long tail to the right, for which the interval is rather too wide.

    >>> variance_of(Estimate(3, 2, 4, 9, "t"), Estimate(25, 15, 35, 9, "t"))
    Estimate(estimate=16, low=8.0, high=24.0, n=9, kind='spread')
    """
    middle = max(0, square.estimate - mean.estimate**2)
    wide = (square.high - square.low) / 2
    shared = abs(mean.estimate) * (mean.high - mean.low)
    half = math.sqrt(wide**2 - shared**2) if wide > shared else wide
    return Estimate(middle, max(0.0, middle - half), middle + half, mean.n, "spread")


def root(value: Estimate) -> Estimate:
    """A standard deviation from a variance.

    >>> root(Estimate(16, 9, 25, 9, "spread")).high
    5.0
    """
    ends = [math.sqrt(max(0.0, end)) for end in (value.estimate, value.low, value.high)]
    return Estimate(ends[0], ends[1], ends[2], value.n, value.kind)


def around(value: Estimate) -> str:
    """A number with half of its interval; alone where it is known exactly.

    >>> around(Estimate(5, 4, 6.5, 10, "t")), around(Estimate(0, 0, 0, 10, "t"))
    ('5.0 ±1.5', '0')
    """
    if value.low == value.high:
        return f"{value.estimate:,.6g}"
    return with_error(value.estimate, value.low, value.high, MOST_DECIMALS)


def share(value: Estimate) -> str:
    """A share in percent with half of its interval in points of a hundred.

    >>> share(Estimate(0.05, 0.04, 0.065, 10, "t"))
    '5.0% ±1.5'
    """
    return percent_with_error(value.estimate, value.low, value.high)
