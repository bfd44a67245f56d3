"""Whether a simulated count agrees with exact odds, and whether the sample could have shown a gap.

A check passes within the normal quantile at 1 - 1e-4 / (2M) when M checks are made together, so
that a correct program fails one run in 10,000 or less; odds too rare for the normal law are
judged by the exact binomial tail.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

FALSE_ALARM = 1e-4  # chance that any of the checks fails although all is right
POWER_QUANTILE = 1.645  # a gap as large as ``gap`` is found with 95 %
RARE = 50  # expected successes or failures below which the binomial tail decides


@dataclass(frozen=True, slots=True)
class Agreement:
    """The verdict of one comparison."""

    agrees: bool
    found: float  # share of successes
    expected: float  # exact odds
    tail: float  # chance of a count at least as far out on its side
    limit: float  # the tail below which the check fails
    gap: float  # smallest true difference that is found with 95 %


def compare_with_exact(successes: int, n: int, odds: Fraction, *, checks: int = 1) -> Agreement:
    """Whether ``successes`` among ``n`` independent hands agree with the exact ``odds``.

    ``checks`` is how many such comparisons are made together.

    >>> compare_with_exact(5030, 10_000, Fraction(1, 2)).agrees
    True
    >>> compare_with_exact(5300, 10_000, Fraction(1, 2)).agrees
    False
    """
    limit = FALSE_ALARM / (2 * checks)
    p = float(odds)
    error = math.sqrt(p * (1 - p) / n)
    gap = (NormalDist().inv_cdf(1 - limit) + POWER_QUANTILE) * error
    if p in (0.0, 1.0):
        tail = 1.0 if successes == p * n else 0.0
    elif min(p, 1 - p) * n < RARE:
        tail = binomial_tail(successes, n, p)
        gap = _rare_gap(n, p, limit)
    else:
        tail = NormalDist().cdf(-abs(successes / n - p) / error)
    return Agreement(tail >= limit, successes / n, p, tail, limit, gap)


def binomial_tail(successes: int, n: int, p: float) -> float:
    """P(X <= successes) or P(X >= successes), the smaller, for X binomial(n, p).

    >>> round(binomial_tail(0, 10, 0.5), 6), round(binomial_tail(10, 10, 0.5), 6)
    (0.000977, 0.000977)
    """
    from scipy.special import bdtr, bdtrc

    upper = float(bdtrc(successes - 1, n, p)) if successes > 0 else 1.0
    return min(float(bdtr(successes, n, p)), upper)


def _rare_gap(n: int, p: float, limit: float) -> float:
    """The smallest excess over ``p`` that is found with 95 % by the upper binomial tail."""
    from scipy.special import bdtrc, bdtri

    needed = 0
    while needed <= n and (needed == 0 or bdtrc(needed - 1, n, p) >= limit):
        needed += 1
    # the p at which fewer than ``needed`` successes have probability 5 %
    return float(bdtri(needed - 1, n, 0.05)) - p if needed <= n else 1.0
