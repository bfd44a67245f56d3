"""Means over situations that come in deals: a deal is one cluster, however many it shows.

What is kept of each cell are six sums over the deals that show it, n_c times with the sum S_c
(``RatioSums``). The mean S / n is a ratio of two sums, both by luck, with the linearised variance
of the residuals S_c - (S / n) n_c. Deals of very unequal size count as n^2 / sum n_c^2 deals of
equal size (Kish 1965), for the correction of small samples and for the degrees of freedom
(after Carter, Schnepel and Steigerwald 2017).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rummysim.stats.estimate import (
    FEW,
    Estimate,
    exact_interval,
    same_interval,
    score_interval,
    t_quantile,
)


class RatioSums(NamedTuple):
    """The sums of one cell; they add up over deals and chunks."""

    clusters: int  # deals that show it
    n: int  # times that it was seen: sum of n_c
    nn: int  # sum of n_c^2
    total: int  # sum of S_c
    squares: int  # sum of S_c^2
    crossed: int  # sum of S_c n_c

    @property
    def effective(self) -> float:
        """How many deals of equal size the deals are worth.

        >>> RatioSums(3, 12, 48, 0, 0, 0).effective, RatioSums(3, 12, 102, 0, 0, 0).effective
        (3.0, 1.411764705882353)
        """
        return self.n * self.n / self.nn

    @property
    def residual(self) -> int:
        """n^2 times the sum of the squared residuals, which is whole.

        >>> RatioSums(2, 4, 10, 8, 34, 18).residual  # 3 times 5 points altogether, once 3
        32
        """
        n, total = self.n, self.total
        return n * n * self.squares - 2 * n * total * self.crossed + total * total * self.nn


class _Mean(NamedTuple):
    """A mean, its variance (inf where nothing is known of it), degrees of freedom, clusters."""

    mean: float
    variance: float
    freedom: float
    clusters: int


def checked(cell: Sequence[int]) -> RatioSums:
    """The six sums by their names.

    >>> checked([1, 2, 4, 6, 36, 12]).total
    6

    Raises ValueError when they are not those of any numbers.
    """
    sums = RatioSums(*(int(number) for number in cell))
    possible = (
        1 <= sums.clusters <= sums.n
        and sums.n**2 <= sums.clusters * sums.nn
        and sums.total**2 <= sums.clusters * sums.squares
        and sums.crossed**2 <= sums.nn * sums.squares
    )
    if not possible:
        raise ValueError(f"no situations have the sums {list(cell)}")
    return sums


def ratio_estimate(cell: Sequence[int], *, scale: int = 1, alpha: float = 0.05) -> Estimate:
    """The mean over all situations of a cell and its interval, from the six sums.

    The numbers summed are whole; their mean is divided by ``scale``. One deal alone has an
    interval without ends. So do few deals that all show the same mean, whose spread says
    nothing; ten of them or more have that mean for both ends.

    >>> found = ratio_estimate([100, 400, 1600, 800, 8000, 3200])
    >>> found.estimate, round(found.low, 3), round(found.high, 3), found.kind
    (2.0, 1.801, 2.199, 'cluster-t')
    >>> ratio_estimate([9, 9, 9, 0, 0, 0]).high, ratio_estimate([10, 10, 10, 0, 0, 0]).high
    (inf, 0.0)

    Raises ValueError when the sums are impossible.
    """
    return _interval(_mean(checked(cell), scale), alpha, "cluster-t")


def ratio_share(cell: Sequence[int], *, scale: int = 1, alpha: float = 0.05) -> Estimate:
    """The share of situations that are successes, 0 or 1 each, and its interval.

    As ``cluster_estimate``, which it equals when all deals are of one size: Wilson's interval
    with the effective number of trials, the exact one with a trial for each effective deal when
    successes or failures are few, and never one of no length.

    >>> found = ratio_share([1000, 4000, 16_000, 2000, 5000, 8000])
    >>> found.kind, round(found.low, 4), round(found.high, 4)
    ('cluster-score', 0.4845, 0.5155)
    >>> round(ratio_share([50, 120, 320, 0, 0, 0]).high, 3)
    0.079

    Raises ValueError when the sums are impossible.
    """
    sums = checked(cell)
    n, total = sums.n * scale, sums.total
    if not 0 <= total <= n:
        raise ValueError(f"{total / scale} successes among {sums.n} situations is impossible")
    share = total / n
    if not sums.residual:
        low, high = same_interval(share, sums.effective, alpha)
        return Estimate(share, low, high, sums.clusters, "cluster-exact")
    if min(total, n - total) < FEW * scale:
        low, high = exact_interval(share * sums.effective, sums.effective, alpha)
        return Estimate(share, low, high, sums.clusters, "cluster-exact")
    found = _mean(sums, scale)
    effective = share * (1 - share) / found.variance
    low, high = score_interval(share, effective, t_quantile(found.freedom, alpha))
    return Estimate(share, low, high, sums.clusters, "cluster-score")


def ratio_difference(
    cell: Sequence[int], other: Sequence[int], *, scale: int = 1, alpha: float = 0.05
) -> Estimate:
    """The mean of one cell less that of another, which saw other deals, and its interval.

    Welch's, with his degrees of freedom. Cells that share deals vary less than this states when
    good deals are good for both.

    >>> found = ratio_difference([50, 50, 50, 100, 400, 100], [50, 50, 50, 50, 100, 50])
    >>> found.estimate, round(found.low, 3), round(found.high, 3), found.n
    (1.0, 0.363, 1.637, 100)

    Raises ValueError when the sums are impossible.
    """
    first, second = _mean(checked(cell), scale), _mean(checked(other), scale)
    parts = [first, second._replace(mean=-second.mean)]
    return _interval(_added(parts), alpha, "welch")


def stratified_mean(
    cells: Sequence[Sequence[int]],
    weights: Sequence[float],
    *,
    scale: int = 1,
    alpha: float = 0.05,
    same_deals: bool = False,
) -> Estimate:
    """The mean over all strata when their shares ``weights`` are known exactly, and its interval.

    One cell for each stratum: hands with 0, 1, 2, ... jokers, whose odds are known. With
    ``same_deals`` a deal shows hands of several strata; they may then vary together, and the
    deviations are added instead of the variances, which is as wide as they can make it.

    >>> low, high = [60, 60, 60, 60, 120, 60], [40, 40, 40, 120, 440, 120]
    >>> found = stratified_mean([low, high], [0.5, 0.5])
    >>> found.estimate, round(found.low, 3), round(found.high, 3)
    (2.0, 1.739, 2.261)

    Raises ValueError for weights that do not add up to 1, and for a stratum that was never seen.
    """
    if len(cells) != len(weights) or not math.isclose(sum(weights), 1) or min(weights) < 0:
        raise ValueError(f"{len(cells)} strata need as many weights with the sum 1, not {weights}")
    parts = []
    for cell, weight in zip(cells, weights, strict=True):
        mean, variance, freedom, clusters = _mean(checked(cell), scale)
        if weight:
            weight = float(weight)
            parts.append(_Mean(weight * mean, weight**2 * variance, freedom, clusters))
    found = _added(parts)
    if same_deals:
        together = sum(math.sqrt(part.variance) for part in parts) ** 2
        narrowest = min(part.freedom for part in parts)
        most = max(part.clusters for part in parts)
        found = _Mean(found.mean, together, narrowest, most)
    return _interval(found, alpha, "strata")


def _mean(sums: RatioSums, scale: int) -> _Mean:
    mean = sums.total / (sums.n * scale)
    square = sums.n * sums.n
    if square == sums.nn or (not sums.residual and sums.clusters < FEW):
        return _Mean(mean, math.inf, 1.0, sums.clusters)
    # the correction c / (c - 1) for c effective deals makes the one n^2 an n^2 - nn
    variance = sums.residual / (square * (square - sums.nn) * scale * scale)
    return _Mean(mean, variance, sums.effective - 1, sums.clusters)


def _added(parts: Sequence[_Mean]) -> _Mean:
    """The sum of independent means, with Satterthwaite's degrees of freedom."""
    variance = sum(part.variance for part in parts)
    freedom = min(part.freedom for part in parts)
    if 0 < variance < math.inf:
        freedom = variance**2 / sum(part.variance**2 / part.freedom for part in parts)
    clusters = sum(part.clusters for part in parts)
    return _Mean(math.fsum(part.mean for part in parts), variance, freedom, clusters)


def _interval(found: _Mean, alpha: float, kind: str) -> Estimate:
    if found.variance == math.inf:
        return Estimate(found.mean, -math.inf, math.inf, found.clusters, kind)
    half = 0.0
    if found.variance:
        half = t_quantile(found.freedom, alpha) * math.sqrt(found.variance)
    return Estimate(found.mean, found.mean - half, found.mean + half, found.clusters, kind)
