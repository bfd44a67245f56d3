"""Numbers that were counted on the same deals, put together: differences, means, as text."""

import math
from collections.abc import Sequence

from rummysim.stats.estimate import Estimate


def difference(a: Estimate, b: Estimate) -> Estimate:
    """``a`` less ``b`` as of independent samples; on the same deals it is rather too wide.

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
    return Estimate(ends[0], ends[1], ends[2], values[0].n, "average")


def around(value: Estimate, digits: int = 1, factor: float = 1, unit: str = "") -> str:
    """A number with half of its interval.

    >>> around(Estimate(5, 4, 6.5, 10, "t"), unit=" %")
    '5.0 ± 1.2 %'
    """
    half = (value.high - value.low) / 2 * factor
    return f"{value.estimate * factor:,.{digits}f} ± {half:,.{digits}f}{unit}"
