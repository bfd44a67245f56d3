"""Estimates with their intervals: means, proportions, averages over the seats of a deal, curves.

Everything starts from integer sums, which are exact and do not depend on the order of the deals
(statistics: Student 1908; Wilson 1927; Clopper and Pearson 1934; Brown, Cai and DasGupta 2001).
Several seats of one deal share its cards, so a deal is one *cluster*: its seats are averaged and
deals are what is counted.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from rummysim.stats.moments import spread

FEW = 10  # successes or failures below which the exact interval is used


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and the interval that holds its true value with the stated confidence."""

    estimate: float
    low: float
    high: float
    n: int  # independent deals behind it
    kind: str  # which interval


def mean_estimate(
    n: int, total: int, squares: int, *, scale: int = 1, alpha: float = 0.05
) -> Estimate:
    """The mean of n numbers and its t-interval, from their sum and their sum of squares.

    The numbers summed are whole; their mean is divided by ``scale`` (seats of a deal, for sums
    over seats). One number alone has an interval without ends.

    >>> mean_estimate(4, 20, 120).estimate, mean_estimate(1, 5, 25).high
    (5.0, inf)

    Raises ValueError when there is no number, or the sums cannot belong to n numbers.
    """
    n, total, squares = int(n), int(total), int(squares)
    apart = spread(n, total, squares)
    mean = total / (n * scale)
    if n == 1:
        return Estimate(mean, -math.inf, math.inf, n, "t")
    error = math.sqrt(apart / (n * n * (n - 1) * scale * scale))
    half = t_quantile(n - 1, alpha) * error
    return Estimate(mean, mean - half, mean + half, n, "t")


def proportion_estimate(successes: int, n: int, *, alpha: float = 0.05) -> Estimate:
    """The share of successes among n independent deals: Wilson, or Clopper-Pearson for few.

    >>> found = proportion_estimate(50, 100)
    >>> found.kind, round(found.low, 4), round(found.high, 4)
    ('wilson', 0.4038, 0.5962)

    Raises ValueError unless 0 <= successes <= n and n >= 1.
    """
    successes, n = int(successes), int(n)
    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"{successes} successes among {n} deals is impossible")
    if min(successes, n - successes) < FEW:
        low, high = exact_interval(successes, n, alpha)
        return Estimate(successes / n, low, high, n, "clopper-pearson")
    low, high = score_interval(successes / n, n, NormalDist().inv_cdf(1 - alpha / 2))
    return Estimate(successes / n, low, high, n, "wilson")


def cluster_estimate(
    clusters: int, total: int, squares: int, *, seats: int, alpha: float = 0.05
) -> Estimate:
    """The share of successes when each of ``clusters`` deals shows 0 .. ``seats`` of them.

    ``total`` and ``squares`` sum the successes of a deal and their squares. Wilson's interval
    with the effective number of deals p(1-p)/v, v the variance of the deals' shares, and a t
    quantile (Korn and Graubard 1998). With few successes or failures v says nothing: then the
    exact interval with one trial per deal, which is too wide rather than too narrow because v
    never exceeds p(1-p). When all deals have the same share, another one is as rare as Clopper
    and Pearson's bound for none among ``clusters``, and at most 0 or 1.

    >>> found = cluster_estimate(1000, 2000, 5000, seats=4)
    >>> found.kind, round(found.low, 4), round(found.high, 4)
    ('cluster-score', 0.4845, 0.5155)

    Raises ValueError when the sums are impossible.
    """
    clusters, total, squares = int(clusters), int(total), int(squares)
    apart = clusters * squares - total * total
    if clusters < 1 or not 0 <= total <= clusters * seats or apart < 0:
        raise ValueError(f"{total} successes among {clusters} deals of {seats} is impossible")
    share = total / (clusters * seats)
    if not apart:
        low, high = same_interval(share, clusters, alpha)
        return Estimate(share, low, high, clusters, "cluster-exact")
    if min(total, clusters * seats - total) < FEW:
        low, high = exact_interval(total / seats, clusters, alpha)
        return Estimate(share, low, high, clusters, "cluster-exact")
    variance = apart / (clusters * (clusters - 1) * seats * seats)
    effective = clusters * share * (1 - share) / variance
    low, high = score_interval(share, effective, t_quantile(clusters - 1, alpha))
    return Estimate(share, low, high, clusters, "cluster-score")


def excludes(estimate: Estimate, value: float = 0.0) -> bool:
    """Whether the interval does not hold ``value``; one that ends there holds it.

    >>> excludes(Estimate(2.0, 1.0, 3.0, 10, "t")), excludes(Estimate(0.0, 0.0, 0.0, 10, "t"))
    (True, False)
    """
    return not estimate.low <= value <= estimate.high


FEW_DIFFER = ", few differ"  # at the end of a kind


def with_unseen(found: Estimate, most: float, *, alpha: float = 0.05) -> Estimate:
    """The mean of numbers most of which are 0, with room for what was not seen yet.

    A difference that none of n deals showed has a chance of at most ln(2 / alpha) / n, and moves
    a deal's number by at most ``most``, in either direction.

    >>> found = with_unseen(Estimate(0.0, 0.0, 0.0, 1000, "t"), 60.0)
    >>> round(found.low, 3), round(found.high, 3), found.kind
    (-0.221, 0.221, 't, few differ')
    """
    more = most * min(1.0, math.log(2 / alpha) / found.n)
    kind = f"{found.kind}{FEW_DIFFER}"
    return Estimate(found.estimate, found.low - more, found.high + more, found.n, kind)


def band_half_width(clusters: int, *, seats: int = 1, alpha: float = 0.05) -> float:
    """How far a whole curve of shares may be off at any of its points, at most.

    One seat per deal: sqrt(ln(2/a) / 2N) (Dvoretzky, Kiefer and Wolfowitz 1956; Massart 1990).

    Several seats: the average over a deal's seats is the conditional expectation of the curve
    of one seat drawn at random, so for convex f, with Y the largest error of the drawn seats'
    curve, E f(largest error) <= E f(Y) (Hoeffding 1963, section 4). With f(y) = max(y - c, 0)
    and P(Y > y) <= 2 exp(-2 N y^2) the tail at e is at most
    (integral from c of 2 exp(-2 N y^2)) / (e - c); the best c gives, with u = sqrt(ln(2/a)),
    e = (u + sqrt(pi) erfc(u) / a) / sqrt(2N). It is below sqrt((1 + ln(2/a)) / 2N), the factor
    e that Kemperman's bound allows.

    >>> round(band_half_width(10_000), 5), round(band_half_width(10_000, seats=4), 5)
    (0.01358, 0.01524)
    """
    width = math.sqrt(math.log(2 / alpha))
    if seats > 1:
        width += math.sqrt(math.pi) * math.erfc(width) / alpha
    return width / math.sqrt(2 * clusters)


def curve_estimates(
    totals: Sequence[int], clusters: int, *, seats: int = 1, alpha: float = 0.05
) -> list[Estimate]:
    """The share done by each turn, with one band that holds the whole curve.

    ``totals[t]`` counts the seats, over all deals, that were done by turn t.

    >>> [point.estimate for point in curve_estimates([10, 40], 20, seats=4)]
    [0.125, 0.5]
    """
    half = band_half_width(clusters, seats=seats, alpha=alpha)
    kind = "dkw" if seats == 1 else "dkw-cluster"
    shares = [int(total) / (clusters * seats) for total in totals]
    return [
        Estimate(share, max(0.0, share - half), min(1.0, share + half), clusters, kind)
        for share in shares
    ]


def score_interval(share: float, n: float, z: float) -> tuple[float, float]:
    """The ends of all p with (share - p)^2 <= z^2 p (1 - p) / n; 0 and 1 for endless z.

    >>> [round(end, 4) for end in score_interval(0.5, 100, 1.96)]
    [0.4038, 0.5962]
    """
    if z * z > 1e100 * n:
        return 0.0, 1.0
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def exact_interval(successes: float, n: float, alpha: float) -> tuple[float, float]:
    """The ends of Clopper and Pearson's interval; for averages both may be fractions.

    >>> [round(end, 4) for end in exact_interval(1, 10, 0.05)]
    [0.0025, 0.445]
    """
    from scipy.special import betaincinv

    low, high = 0.0, 1.0
    if successes > 0:
        low = float(betaincinv(successes, n - successes + 1, alpha / 2))
    if successes < n:
        high = float(betaincinv(successes + 1, n - successes, 1 - alpha / 2))
    return low, high


def same_interval(share: float, n: float, alpha: float) -> tuple[float, float]:
    """The ends of a mean of which n deals all showed the same ``share``.

    >>> [round(end, 3) for end in same_interval(0.25, 100, 0.05)]
    [0.241, 0.277]
    """
    other = 1 - (alpha / 2) ** (1 / n)
    return share * (1 - other), share + (1 - share) * other


def t_quantile(freedom: float, alpha: float) -> float:
    """The half-width of Student's interval in standard errors.

    >>> round(t_quantile(9, 0.05), 3)
    2.262
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 1 - alpha / 2))
