"""Sizes of confirmations and p-values, against definitions and scipy; effects beside luck."""

import math

import numpy as np
import pytest
from scipy import stats

from rummysim.stats.effect import in_deviations, rounds_to_equal_luck, variance_ratio
from rummysim.stats.estimate import Estimate, excludes, mean_estimate
from rummysim.stats.planning import confirm_deals, deals_for_verdict, deals_needed, mean_p_value
from rummysim.stats.verdict import Verdict, verdict


def sums(values: np.ndarray) -> tuple[int, int, int]:
    return len(values), int(values.sum()), int((values * values).sum())


@pytest.mark.parametrize(("alpha", "power"), [(0.05, 0.9), (0.01, 0.8), (0.005, 0.95)])
def test_planned_deals_have_the_power(alpha: float, power: float) -> None:
    """The power of the normal test at the deals planned, and one deal fewer has less."""
    effect, variance = 0.7, 120.0

    def normal_power(n: float) -> float:
        shift, limit = effect * math.sqrt(n / variance), stats.norm.ppf(1 - alpha / 2)
        return float(stats.norm.sf(limit - shift))

    n = deals_needed(effect, variance, alpha=alpha, power=power)
    assert normal_power(n - 1) < power <= normal_power(n)
    assert deals_needed(-effect, variance, alpha=alpha, power=power) == n


def test_planning_at_the_ends() -> None:
    assert deals_needed(0.0, 1.0) == deals_needed(1.0, math.inf) == math.inf
    assert deals_needed(0.0, 0.0) == deals_needed(9.0, 1e-6) == 2
    assert deals_for_verdict(0.5, math.inf) == math.inf
    assert deals_for_verdict(0.5, 0.0) == deals_for_verdict(0.5, 1e-6) == 2


@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_after_the_deals_for_a_verdict_there_is_one_wherever_the_interval_lies(
    alpha: float,
) -> None:
    n = deals_for_verdict(0.5, 64.0, alpha=alpha)
    half = stats.norm.ppf(1 - alpha / 2) * 8 / math.sqrt(n)
    for middle in np.linspace(-1, 1, 401):
        found = Estimate(middle, middle - half, middle + half, int(n), "t")
        assert verdict(found, 0.5) is not Verdict.UNDECIDED
    shorter = stats.norm.ppf(1 - alpha / 2) * 8 / math.sqrt(n - 200)
    gap = Estimate(0.25, 0.2505 - shorter, 0.2505 + shorter, int(n), "t")
    assert verdict(gap, 0.5) is Verdict.UNDECIDED


def test_confirmation_is_planned_at_half_the_explored_effect() -> None:
    values = np.random.default_rng(3).integers(-100, 109, 1500)
    effect, variance = values.mean() / 8 / 2, (values / 8).var(ddof=1)
    expected = deals_needed(effect, variance, alpha=0.01, power=0.8)
    limits = 10, 10**9
    found = confirm_deals(sums(values), scale=8, alpha=0.01, power=0.8, limits=limits)
    assert found == expected
    assert confirm_deals(sums(-values), scale=8, alpha=0.01, power=0.8, limits=limits) == expected
    sure = deals_for_verdict(0.5, variance, alpha=0.01)
    assert sure < expected
    assert confirm_deals(sums(values), scale=8, alpha=0.01, smallest=0.5, limits=limits) == sure


def test_confirmation_stays_within_its_limits() -> None:
    strong, none = (1000, 5000, 30_000), (1000, 0, 30_000)
    assert confirm_deals(strong, limits=(700, 900)) == 700
    assert confirm_deals(none, limits=(700, 900)) == 900
    assert confirm_deals((1000, 0, 0), limits=(700, 900)) == 700  # nothing ever changed
    assert confirm_deals((1, 3, 9), limits=(700, 900)) == 900  # nothing is known
    assert isinstance(confirm_deals(strong, limits=(1, 900)), int)


@pytest.mark.parametrize("shift", [0, 1, -3])
@pytest.mark.parametrize("n", [2, 7, 400])
def test_p_value_is_student_s(n: int, shift: int) -> None:
    values = np.random.default_rng(n).integers(-9, 10, n) + shift
    expected = stats.ttest_1samp(values, 0).pvalue
    assert mean_p_value(*sums(values)) == pytest.approx(expected)
    assert mean_p_value(*sums(values), changed=n + 60) == pytest.approx(expected)


def test_p_value_and_interval_agree_about_zero() -> None:
    chance = np.random.default_rng(12)
    outcomes = set()
    for _ in range(300):
        numbers = sums(chance.integers(-10, 13, int(chance.integers(2, 200))))
        outside = excludes(mean_estimate(*numbers))
        assert outside == (mean_p_value(*numbers) < 0.05)
        outcomes.add(outside)
    assert outcomes == {True, False}


def test_p_value_without_spread_counts_the_signs() -> None:
    assert mean_p_value(500, 0, 0) == mean_p_value(1, 4, 16) == 1
    assert mean_p_value(2, 8, 32) == 1 / 2
    assert mean_p_value(5, -20, 80) == 1 / 16
    assert mean_p_value(100_000, 100_000, 100_000) == 0


def test_few_changes_prove_nothing_however_many_deals() -> None:
    """Five gains and no loss among 10,000 deals: as rare as five equal faces of a coin."""
    lucky = 10_000, 5 * 40, 5 * 1600
    assert mean_p_value(*lucky) < 0.03
    assert mean_p_value(*lucky, changed=5) == 1 / 16
    assert mean_p_value(*lucky, changed=0) == 1


def test_p_value_of_huge_sums_and_of_impossible_ones() -> None:
    base, n = 10**15, 100
    squares = sum((base + (-1) ** i) ** 2 for i in range(n))
    assert mean_p_value(n, n * base, squares) < 1e-300
    near = [base, -base, base, -base, 3]
    assert mean_p_value(5, 3, sum(v * v for v in near)) == pytest.approx(1)
    with pytest.raises(ValueError, match="sum"):
        mean_p_value(2, 10, 1)


def test_gain_equals_luck_after_so_many_rounds() -> None:
    """Where the gain of N rounds is the deviation of their sum."""
    rounds = rounds_to_equal_luck(-2.5, 40.0)
    assert rounds * 2.5 == pytest.approx(40 * math.sqrt(rounds))
    assert in_deviations(-2.5, 40.0) == pytest.approx(-1 / math.sqrt(rounds))
    assert rounds_to_equal_luck(0.0, 0.0) == math.inf
    assert in_deviations(2.0, 0.0) == math.inf


def test_variance_ratio_is_a_quotient_of_variances() -> None:
    assert variance_ratio(50.0, 200.0) == 0.25
    assert variance_ratio(50.0, 0.0) == math.inf
    assert variance_ratio(0.0, 0.0) == 1
