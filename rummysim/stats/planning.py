"""How many deals a confirmation needs, and what it concludes: one look at a number fixed before."""

import math
from statistics import NormalDist

from rummysim.stats.moments import spread, variance

SHRINKAGE = 0.5  # of explored effects, which are selected for being large


def deals_needed(
    effect: float, variance: float, *, alpha: float = 0.05, power: float = 0.9
) -> float:
    """Deals after which an effect is found with the stated power; inf for no effect.

    ``variance`` is that of one deal's difference. For a list of K questions under Holm, alpha / K
    is on the safe side.

    >>> deals_needed(0.5, 100.0), deals_needed(0.0, 100.0)
    (4203, inf)
    """
    if not variance:
        return 2
    if not effect or variance == math.inf:
        return math.inf
    normal = NormalDist()
    quantiles = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    return max(2, math.ceil(quantiles**2 * variance / effect**2))


def deals_for_verdict(smallest: float, variance: float, *, alpha: float = 0.05) -> float:
    """Deals after which the interval is no longer than ``smallest`` and so has a verdict.

    Wherever it lies, it then either excludes 0 or is inside plus or minus ``smallest``.

    >>> deals_for_verdict(0.5, 100.0)
    6147
    """
    if not variance:
        return 2
    if variance == math.inf:
        return math.inf
    length = 2 * NormalDist().inv_cdf(1 - alpha / 2)
    return max(2, math.ceil(length**2 * variance / smallest**2))


def confirm_deals(
    explored: tuple[int, int, int],
    *,
    scale: int = 1,
    smallest: float | None = None,
    alpha: float = 0.05,
    power: float = 0.9,
    limits: tuple[int, int],
) -> int:
    """Deals of the confirmation: the stated power at half the explored effect, within ``limits``.

    ``explored`` is (n, sum, sum of squares) of exploring, whose estimates are too large by
    selection. With ``smallest`` no more than ``deals_for_verdict``: for what exploring did not
    find to help or to hurt, where half of nearly nothing would ask for endless deals.

    >>> confirm_deals((2000, 2000, 200_000), limits=(1000, 50_000))
    4164
    >>> confirm_deals((2000, 20, 200_000), limits=(1000, 50_000), smallest=0.5)
    6150
    """
    n, total, _ = explored
    spread_of_one = variance(*explored, scale=scale)
    effect = SHRINKAGE * int(total) / (int(n) * scale)
    wanted = deals_needed(effect, spread_of_one, alpha=alpha, power=power)
    if smallest is not None:
        wanted = min(wanted, deals_for_verdict(smallest, spread_of_one, alpha=alpha))
    fewest, most = limits
    return int(max(fewest, min(most, wanted)))


def mean_p_value(n: int, total: int, squares: int, *, changed: int | None = None) -> float:
    """The two-sided p-value of Student's t-test that the mean of n numbers is 0.

    ``changed`` is how many of them are not 0. When chance alone gives each of these its sign, all
    agree with probability 2^(1 - changed), and no p is smaller than that; without it a few lucky
    deals among thousands that change nothing would count as proof. Numbers that are all the
    same and not 0 have exactly this p, all 0 and one alone have 1.

    >>> round(mean_p_value(100, 50, 400), 4), mean_p_value(100, 0, 0), mean_p_value(6, 12, 24)
    (0.0117, 1.0, 0.03125)
    >>> round(mean_p_value(5000, 10, 20), 4), mean_p_value(5000, 10, 20, changed=5)
    (0.0253, 0.0625)

    Raises ValueError when the sums are impossible.
    """
    from scipy.special import stdtr

    n, total, squares = int(n), int(total), int(squares)
    apart = spread(n, total, squares)
    if not total:
        return 1.0
    if n == 1 or not apart:
        return _all_signs_agree(n)
    student = math.sqrt(total * total * (n - 1) / apart)
    found = 2 * float(stdtr(n - 1, -student))
    return found if changed is None else max(found, _all_signs_agree(int(changed)))


def _all_signs_agree(numbers: int) -> float:
    return min(1.0, 2.0 ** (1 - numbers))
