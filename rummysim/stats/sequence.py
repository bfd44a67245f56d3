"""Intervals that hold at every look: what exploring may stop by whenever it likes.

An ordinary interval that is looked at again and again excludes the truth at some look far more
often than it states. These are *confidence sequences*: with probability 1 - alpha they hold the
truth at all looks together. The one of means is a normal mixture (Robbins 1970; asymptotic for
numbers of any law: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021), so it needs a burn-in;
the one of shares mixes binomials with a beta law and is exact from the first deal on.
"""

import math

from rummysim.stats.estimate import Estimate
from rummysim.stats.moments import spread

CHANGED_ENOUGH = 100  # numbers other than 0 before the normal law is trusted


def sequence_rate(planned: int, alpha: float) -> float:
    """The tuning constant r with which the interval is narrowest after ``planned`` deals.

    >>> round(20_000 * sequence_rate(20_000, 0.05), 2)
    7.94
    """
    level = -2 * math.log(alpha)
    return (level + math.log(1 + level)) / planned


def burnt_in(n: int, changed: int, *, burn_in: int) -> bool:
    """Whether a look may decide: ``burn_in`` deals, and 100 whose number is not 0.

    >>> burnt_in(1000, 100, burn_in=1000), burnt_in(5000, 99, burn_in=1000)
    (True, False)
    """
    return n >= burn_in and changed >= CHANGED_ENOUGH


def mean_sequence(
    n: int, total: int, squares: int, *, scale: int = 1, planned: int, alpha: float = 0.05
) -> Estimate:
    """The mean of n numbers so far and its interval, which holds at all looks together.

    The numbers summed are whole; their mean is divided by ``scale``. One number alone has an
    interval without ends.

    >>> found = mean_sequence(20_000, 2000, 2_000_200, planned=20_000)
    >>> found.estimate, round(found.low, 3), round(found.high, 3), found.kind
    (0.1, -0.115, 0.315, 'sequence')

    Raises ValueError when the sums are impossible.
    """
    n, total, squares = int(n), int(total), int(squares)
    apart = spread(n, total, squares)
    mean = total / (n * scale)
    if n == 1:
        return Estimate(mean, -math.inf, math.inf, n, "sequence")
    looked = n * sequence_rate(planned, alpha) + 1
    width = 2 * looked / (n * (looked - 1)) * math.log(math.sqrt(looked) / alpha)
    half = math.sqrt(apart / (n * (n - 1) * scale * scale) * width)
    return Estimate(mean, mean - half, mean + half, n, "sequence")


def mean_log_evidence(
    n: int, total: int, squares: int, *, planned: int, alpha: float = 0.05
) -> float:
    """The logarithm of the evidence so far against a mean of 0, for ``p_always``.

    ``mean_sequence`` excludes 0 exactly when this is above ln(1 / alpha). Numbers that are all
    the same and not 0 have no spread to doubt them by: inf, which is what the burn-in is for.

    >>> mean_log_evidence(1000, 0, 5000, planned=1000) < 0
    True
    >>> mean_log_evidence(1000, 1000, 5000, planned=1000) > math.log(1 / 0.05)
    True
    """
    n, total, squares = int(n), int(total), int(squares)
    apart = spread(n, total, squares)
    if n == 1:
        return 0.0
    looked = n * sequence_rate(planned, alpha) + 1
    if not apart:
        return math.inf if total else -math.log(looked) / 2
    student = total * total * (n - 1) / apart  # the square of Student's t
    return student * (looked - 1) / (2 * looked) - math.log(looked) / 2


def p_always(log_evidence: float) -> float:
    """The p-value at this look that may be compared with alpha at every look.

    The smallest one of all looks so far is valid as well.

    >>> p_always(-1.0), round(p_always(math.log(20)), 6)
    (1.0, 0.05)
    """
    return min(1.0, math.exp(-log_evidence))


def share_log_evidence(successes: int, n: int, share: float = 0.5) -> float:
    """The logarithm of the evidence so far against a chance of ``share`` for each success.

    With the deals won and lost by one of two arms only, ``successes`` of n, 1/2 is "no effect".

    >>> round(p_always(share_log_evidence(70, 100)), 4), p_always(share_log_evidence(5, 10))
    (0.0034, 1.0)

    Raises ValueError unless 0 <= successes <= n and 0 < share < 1.
    """
    successes, n = int(successes), int(n)
    if not 0 <= successes <= n or not 0 < share < 1:
        raise ValueError(f"{successes} successes of {n} at a chance of {share} is impossible")
    mixed = _log_beta(0.5 + successes, 0.5 + n - successes) - _log_beta(0.5, 0.5)
    return mixed - successes * math.log(share) - (n - successes) * math.log1p(-share)


def share_sequence(successes: int, n: int, *, alpha: float = 0.05) -> Estimate:
    """The share of successes so far and its interval, which holds at all looks together.

    >>> found = share_sequence(50, 100)
    >>> round(found.low, 4), round(found.high, 4), found.kind
    (0.3383, 0.6617, 'share-sequence')

    Raises ValueError unless 0 <= successes <= n and n >= 1.
    """
    successes, n = int(successes), int(n)
    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"{successes} successes among {n} deals is impossible")
    low, high = _lowest_share(successes, n, alpha), 1 - _lowest_share(n - successes, n, alpha)
    return Estimate(successes / n, low, high, n, "share-sequence")


def _lowest_share(successes: int, n: int, alpha: float) -> float:
    """The share below the one seen that the evidence just does not exclude."""
    from scipy.optimize import brentq

    if not successes:
        return 0.0
    middle = successes / n if successes < n else 1 - 1e-16
    limit = math.log(1 / alpha)

    def excess(logarithm: float) -> float:  # which gives small shares all their digits
        return share_log_evidence(successes, n, math.exp(logarithm)) - limit

    return math.exp(brentq(excess, -690.0, math.log(middle)))


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
