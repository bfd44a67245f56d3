"""How large an effect is beside the luck of the cards, and what pairing the deals was worth."""

import math


def in_deviations(points: float, luck: float) -> float:
    """The effect in standard deviations of one player's points.

    ``luck`` is the deviation of the points, not of the paired differences, which would say how
    well the deals were paired. Points that never vary make any effect infinite.

    >>> in_deviations(1.5, 30.0), in_deviations(-1.0, 0.0), in_deviations(0.0, 0.0)
    (0.05, -inf, 0.0)
    """
    if not luck:
        return math.copysign(math.inf, points) if points else 0.0
    return points / luck


def rounds_to_equal_luck(points: float, luck: float) -> float:
    """Rounds until the gain equals one standard deviation of ordinary luck; inf for no gain.

    Gains grow with the rounds and luck with their square root: (luck / points)^2, which blackjack
    calls N0.

    >>> rounds_to_equal_luck(1.5, 30.0), rounds_to_equal_luck(0.0, 30.0)
    (400.0, inf)
    """
    return (luck / points) ** 2 if points else math.inf


def variance_ratio(unpaired: float, paired: float) -> float:
    """How many unpaired deals are worth one paired deal: the quotient of their variances.

    >>> variance_ratio(900.0, 100.0), variance_ratio(900.0, 0.0), variance_ratio(0.0, 0.0)
    (9.0, inf, 1.0)
    """
    if not paired:
        return math.inf if unpaired else 1.0
    return unpaired / paired
