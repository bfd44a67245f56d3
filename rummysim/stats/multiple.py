"""Many questions at once: p-values that allow for how many were asked.

Both adjustments are over the whole declared list, the dull questions among them.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from rummysim.stats.estimate import Estimate, t_quantile

SHARES = ("cluster-score", "cluster-exact", "wilson", "clopper-pearson")  # intervals of shares


def holm(p_values: Sequence[float], declared: int = 0) -> list[float]:
    """Holm's adjusted p-values, in the order given.

    declared : questions that were asked, where some of them have no p-value yet: these count
        as if theirs was 1

    Those at most alpha are wrong in any of them with probability alpha, whatever the dependence
    between them, such as deals that are shared (Holm 1979).

    >>> holm([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]
    >>> holm([0.01], declared=3)
    [0.03]

    Raises ValueError for a number that is no p-value.
    """
    order = _ascending(p_values)
    asked = max(len(order), declared)
    adjusted, largest = [0.0] * len(order), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, (asked - rank) * p_values[index])
        adjusted[index] = min(1.0, largest)
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's q-values, in the order given.

    Among those at most q, a share of q is expected to be wrong when the questions are independent
    or depend on each other positively (Benjamini and Hochberg 1995): information, not a verdict.

    >>> benjamini_hochberg([0.03, 0.5, 0.01])
    [0.045, 0.5, 0.03]

    Raises ValueError for a number that is no p-value.
    """
    order = _ascending(p_values)
    adjusted, smallest = [0.0] * len(order), 1.0
    for rank in range(len(order), 0, -1):
        index = order[rank - 1]
        smallest = min(smallest, len(order) * p_values[index] / rank)
        adjusted[index] = smallest
    return adjusted


def widened(value: Estimate, alpha: float, questions: int) -> Estimate:
    """The same number with an interval at alpha over the number of questions (Bonferroni).

    The arms of an interval at ``alpha`` grow as Student's quantiles do; those of an exact one of
    rare events as ln(2 / alpha), which is more. Shares stay between 0 and 1.

    >>> wide = widened(Estimate(5.0, 4.0, 6.0, 1000, "t"), 0.05, 21)
    >>> round(wide.low, 2), round(wide.high, 2)
    (3.45, 6.55)
    """
    if questions <= 1 or value.n < 2 or not math.isfinite(value.high - value.low):
        return value
    part = alpha / questions
    times = t_quantile(value.n - 1, part) / t_quantile(value.n - 1, alpha)
    if value.kind.endswith("exact"):
        times = max(times, math.log(2 / part) / math.log(2 / alpha))
    low = value.estimate - times * (value.estimate - value.low)
    high = value.estimate + times * (value.high - value.estimate)
    if value.kind in SHARES:
        low, high = max(0.0, low), min(1.0, high)
    return replace(value, low=low, high=high)


def _ascending(p_values: Sequence[float]) -> list[int]:
    """The places of the p-values from the smallest to the largest one."""
    for p in p_values:
        if not 0 <= p <= 1:
            raise ValueError(f"{p} is no p-value, which lies between 0 and 1")
    return sorted(range(len(p_values)), key=lambda index: p_values[index])
