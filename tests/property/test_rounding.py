"""Numbers behind ±: two figures of the half-width at most, and nothing that it does not carry."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummysim.reports.counted_numbers import around, share
from rummysim.reports.tables import percent_with_error
from rummysim.stats.estimate import Estimate
from rummysim.stats.rounding import gain, with_error

MIDDLE = st.floats(-2000, 2000)
HALF = st.floats(1e-4, 1000)
SHARE = st.floats(0.001, 0.999)


def figures(arm):
    """Figures of a number as it is shown; noughts that only fill up tens do not count."""
    digits = arm.replace(",", "").replace(".", "").lstrip("0")
    return len(digits if "." in arm else digits.rstrip("0"))


def places(text):
    """Decimals of a number as it is shown."""
    return len(text.partition(".")[2])


def parts(text):
    """What stands before ± or the first arm, and the arms."""
    middle, *arms = re.findall(r"-?[\d.,]+", text.replace("/-", "/ ").replace(" -", " "))
    return middle, arms


@given(MIDDLE, HALF)
def test_a_number_has_the_decimals_of_its_half_width(middle, half):
    value = Estimate(middle, middle - half, middle + half, 9, "t")
    ends = (value.estimate, value.low, value.high)
    for text in (with_error(*ends), gain(value), around(value)):
        shown, (arm,) = parts(text)
        assert 1 <= figures(arm) <= 2, text
        assert places(shown) == places(arm), text
    arm = float(parts(with_error(*ends))[1][0].replace(",", ""))
    assert arm >= half - 1e-6  # rounded up
    nearest = float(parts(gain(value))[1][0].replace(",", ""))
    assert nearest >= 0.95 * half - 1e-6  # or to the nearest of two figures


@given(MIDDLE, HALF)
def test_a_gain_never_says_the_opposite_of_its_interval(middle, half):
    value = Estimate(middle, middle - half, middle + half, 9, "t")
    shown, (arm,) = parts(gain(value))
    sizes = [abs(float(each.replace(",", ""))) for each in (shown, arm)]
    if value.low > 0 or value.high < 0:
        assert sizes[0] >= sizes[1]
    else:
        assert sizes[0] <= sizes[1]


@given(SHARE, st.floats(1e-6, 0.5), st.floats(1e-6, 0.5))
def test_a_share_has_the_decimals_of_its_larger_arm(middle, below, above):
    low, high = max(0.0, middle - below), min(1.0, middle + above)
    for text in (
        percent_with_error(middle, low, high),
        share(Estimate(middle, low, high, 9, "t")),
        percent_with_error(middle, low, high, even=True),
    ):
        shown, arms = parts(text)
        assert all(figures(arm) <= 2 for arm in arms), text
        assert {places(shown)} == {places(arm) for arm in arms}, text


@pytest.mark.parametrize("half", [4.728, 0.3001])
def test_an_interval_that_all_but_touches_zero_needs_no_more_figures(half):
    """A strategy card once said +4.732 ±4.728."""
    value = Estimate(half + 0.004, 0.004, 2 * half + 0.004, 9, "t")
    assert figures(parts(gain(value))[1][0]) == 2
