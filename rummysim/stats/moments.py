"""What the sums of whole numbers say about them, without rounding on the way.

Only sums are kept of what was played: how many numbers, their sum, the sum of their squares. Such
sums are exact, add up in any order, and may grow beyond 64 bits here.
"""

import math


def spread(n: int, total: int, squares: int) -> int:
    """The squared deviations of n whole numbers from their mean, added up and times n.

    >>> spread(4, 20, 120)  # 2, 4, 6 and 8
    80

    Raises ValueError when there is no number, or the sums cannot belong to n numbers.
    """
    n, total, squares = int(n), int(total), int(squares)
    found = n * squares - total * total
    if n < 1 or found < 0:
        raise ValueError(f"no {n} numbers have the sum {total} and the sum of squares {squares}")
    return found


def variance(n: int, total: int, squares: int, *, scale: int = 1) -> float:
    """The variance of the population that n numbers came from, each divided by ``scale``.

    One number alone leaves it open how far others may lie: inf.

    >>> round(variance(4, 20, 120), 4), variance(1, 5, 25)
    (6.6667, inf)

    Raises ValueError when the sums are impossible.
    """
    found = spread(n, total, squares)
    if n == 1:
        return math.inf
    return found / (int(n) * (int(n) - 1) * scale * scale)


def deviation(n: int, total: int, squares: int, *, scale: int = 1) -> float:
    """The standard deviation that belongs to ``variance``.

    >>> deviation(3, 6, 14, scale=2)
    0.5
    """
    return math.sqrt(variance(n, total, squares, scale=scale))
