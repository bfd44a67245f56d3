"""Numbers with the half-width of their interval: as many digits as the interval carries.

Everything that shows a number behind ± takes its digits from here: one or two figures of the
half-width, never more.
"""

import math

from rummysim.stats.estimate import Estimate, excludes

NOT_AVAILABLE = "-"
MOST_DECIMALS = 5
COLUMN_DECIMALS = 2  # where nothing is gained by more


def number(value: float | None, digits: int = 1) -> str:
    """A number with ``digits`` decimals and thousands separated; a dash when there is none.

    Below zero ``digits`` rounds to tens, hundreds and so on.

    >>> number(12345.678), number(None), number(float("nan")), number(-0.04), number(1234.5, -1)
    ('12,345.7', '-', '-', '0.0', '1,230')
    """
    if value is None or not math.isfinite(value):
        return NOT_AVAILABLE
    text = f"{round(value, digits) if digits < 0 else value:,.{max(0, digits)}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def half_width(estimate: float, low: float, high: float) -> float:
    """The larger arm of an interval.

    >>> half_width(0.5, 0.4, 0.7)
    0.19999999999999996
    """
    return max(high - estimate, estimate - low)


def arm_of(estimate: float | None, low: float | None, high: float | None) -> float | None:
    """The half-width of an interval with two ends, else None.

    >>> arm_of(7.0, None, None), arm_of(7.0, 6.5, 7.25)
    (None, 0.5)
    """
    if estimate is None or low is None or high is None:
        return None
    arm = half_width(estimate, low, high)
    return arm if math.isfinite(arm) else None


def decimals(arm: float, most: int = MOST_DECIMALS, figures: int = 0) -> int:
    """Decimals that show so many figures of a half-width, never more than ``most``.

    Without ``figures`` it is one, and two when it begins with a 1 or is 1 or more. From 100 on
    there are fewer than none: tens, hundreds.

    >>> decimals(0.38), decimals(0.18), decimals(4.7), decimals(36), decimals(136), decimals(9.99)
    (1, 2, 1, 0, -1, 0)
    """
    if arm <= 0 or not math.isfinite(arm):
        return 1
    exponent = math.floor(math.log10(arm))
    figures = figures or (2 if arm >= 1 or arm / 10**exponent < 2 else 1)
    digits = figures - 1 - exponent
    if raised(arm, digits) >= 10 ** (exponent + 1) and figures > 1:
        digits -= 1  # 9.99 becomes 10, which has a figure more
    return min(most, digits)


def raised(arm: float, digits: int) -> float:
    """A half-width rounded up, so that no interval looks narrower than it is.

    >>> raised(0.321, 1), raised(136, -1)
    (0.4, 140.0)
    """
    unit = 10.0**digits
    return math.ceil(arm * unit - 1e-9) / unit


def with_error(
    estimate: float | None, low: float | None, high: float | None, most: int = COLUMN_DECIMALS
) -> str:
    """An estimate and the half-width of its interval, rounded up, with ``most`` decimals.

    A single deal has no interval; its value stands alone.

    >>> with_error(23.456, 23.1, 23.8), with_error(1234.5, 1200.0, 1270.0)
    ('23.5 ±0.4', '1,234 ±36')
    >>> with_error(7.0, None, None), with_error(None, None, None)
    ('7.0', '-')
    """
    arm = arm_of(estimate, low, high)
    if estimate is None or arm is None:
        return number(estimate)
    digits = decimals(arm, most)
    return f"{number(estimate, digits)} ±{number(raised(arm, digits), digits)}"


def gain(value: Estimate, times: float = 1.0) -> str:
    """A difference with its sign and the half-width of its interval.

    Two figures of the half-width are shown where one would hide that the interval is beyond zero;
    where two still would, it is rounded to the nearest instead of up.

    >>> gain(Estimate(1.25, 1.0, 1.5, 9, "t")), gain(Estimate(0.0, 0.0, 0.0, 9, "t"))
    ('+1.2 ±0.3', '0')
    >>> gain(Estimate(0.78, 0.02, 1.54, 9, "t")), gain(Estimate(4.732, 0.004, 9.46, 9, "t"))
    ('+0.78 ±0.76', '+4.7 ±4.7')
    """
    middle, low, high = (times * end for end in (value.estimate, value.low, value.high))
    if not any((middle, low, high)):
        return "0"  # no deal differs
    arm = arm_of(middle, low, high)
    if arm is None:
        return _with_sign(number(middle))
    digits = decimals(arm)
    shown = raised(arm, digits)
    if excludes(value) and shown >= round(abs(middle), digits):
        digits = decimals(arm, figures=2)
        shown = raised(arm, digits)
        if arm < abs(middle) and shown >= round(abs(middle), digits):
            shown = round(arm, digits)
    return f"{_with_sign(number(middle, digits))} ±{number(shown, digits)}"


def _with_sign(text: str) -> str:
    """A number with its sign, also above zero.

    >>> _with_sign("1.2"), _with_sign("-1.2"), _with_sign("0.0")
    ('+1.2', '-1.2', '0.0')
    """
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"
