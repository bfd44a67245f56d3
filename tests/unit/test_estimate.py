"""Intervals against published values, against definitions, and by simulated coverage."""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from rummysim.stats.agreement import binomial_tail, compare_with_exact
from rummysim.stats.estimate import (
    band_half_width,
    cluster_estimate,
    curve_estimates,
    mean_estimate,
    proportion_estimate,
)


def sums(values: np.ndarray) -> tuple[int, int, int]:
    return len(values), int(values.sum()), int((values * values).sum())


def test_mean_interval_is_student_s() -> None:
    values = np.array([55, 0, 110, 25, 40, 15])
    found = mean_estimate(*sums(values))
    low, high = stats.t.interval(0.95, 5, loc=values.mean(), scale=stats.sem(values))
    assert (found.estimate, found.low, found.high) == pytest.approx((values.mean(), low, high))
    assert (found.n, found.kind) == (6, "t")


def test_mean_of_huge_sums_keeps_every_digit() -> None:
    """Deviations of 1 around 10^15 vanish in double precision but not in whole numbers."""
    base, n = 10**15, 1000
    total, squares = n * base, sum((base + (-1) ** i) ** 2 for i in range(n))
    found = mean_estimate(n, total, squares)
    half = stats.t.ppf(0.975, n - 1) * math.sqrt(n / (n - 1) / n)
    assert found.high - base == pytest.approx(half, abs=0.13)  # spacing of doubles at 10^15
    scaled = mean_estimate(n, total, squares, scale=base)
    assert scaled.high - scaled.low == pytest.approx(2 * half / base, rel=0.2)


def test_mean_accepts_numpy_integers_that_would_overflow() -> None:
    n = 4_000_000
    found = mean_estimate(np.int64(n), np.int64(n * 10**6), np.int64(n * 10**12))
    assert (found.estimate, found.low, found.high) == (10**6, 10**6, 10**6)


def test_mean_over_seats_is_scaled() -> None:
    plain, scaled = mean_estimate(10, 400, 20_000), mean_estimate(10, 400, 20_000, scale=4)
    assert scaled.estimate == plain.estimate / 4
    assert scaled.high - scaled.low == pytest.approx((plain.high - plain.low) / 4)


@pytest.mark.parametrize("bad", [(0, 0, 0), (2, 10, 1), (-1, 0, 0)])
def test_impossible_sums_are_refused(bad: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="sum"):
        mean_estimate(*bad)


@pytest.mark.parametrize(("successes", "n"), [(50, 100), (10, 100), (90, 100), (1234, 50_000)])
def test_wilson_equals_scipy(successes: int, n: int) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(method="wilson")
    found = proportion_estimate(successes, n)
    assert (found.kind, found.n) == ("wilson", n)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("successes", "n"), [(0, 50), (9, 1000), (50, 50), (991, 1000), (3, 9)])
def test_few_successes_use_clopper_pearson(successes: int, n: int) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(method="exact")
    found = proportion_estimate(successes, n)
    assert found.kind == "clopper-pearson"
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_impossible_proportions_are_refused(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="impossible"):
        proportion_estimate(successes, n)


def test_one_seat_per_deal_gives_wilson_with_t() -> None:
    """With one seat the effective number of deals is n - 1, so the two nearly coincide."""
    found, wilson = cluster_estimate(5000, 1500, 1500, seats=1), proportion_estimate(1500, 5000)
    assert found.kind == "cluster-score"
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high), abs=1e-5)


def test_seats_that_agree_count_once_and_seats_apart_count_all() -> None:
    same = cluster_estimate(1000, 4 * 300, 16 * 300, seats=4)
    one = cluster_estimate(1000, 300, 300, seats=1)
    assert (same.low, same.high) == pytest.approx((one.low, one.high))
    apart = cluster_estimate(1000, 1200, 2280, seats=4)  # squares of binomial(4, 0.3) on average
    pooled = proportion_estimate(1200, 4000)
    assert apart.high - apart.low == pytest.approx(pooled.high - pooled.low, rel=0.01)


def test_no_success_at_all_has_an_exact_upper_end() -> None:
    found = cluster_estimate(2000, 0, 0, seats=4)
    assert (found.kind, found.low) == ("cluster-exact", 0.0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 2000))


@pytest.mark.parametrize("bad", [(0, 0, 0), (10, 41, 200), (10, -1, 1), (10, 20, 1)])
def test_impossible_clusters_are_refused(bad: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="impossible"):
        cluster_estimate(*bad, seats=4)


def dependent_seats(chance: np.random.Generator, runs: int, deals: int, p: float) -> np.ndarray:
    """Successes of 4 seats per deal, in [runs, deals]; a deal's luck is shared by its seats."""
    luck = chance.beta(4 * p, 4 * (1 - p), (runs, deals))
    return chance.binomial(4, luck)


@pytest.mark.statistical
@pytest.mark.parametrize(("p", "deals"), [(0.3, 200), (0.05, 400), (0.9, 200)])
def test_cluster_interval_holds_the_truth_as_often_as_stated(p: float, deals: int) -> None:
    """2,000 data sets: 93.5 to 97 % are covered, fewer than 90 % when the seats are pooled."""
    shares = dependent_seats(np.random.default_rng(7), 2000, deals, p)
    found = [
        cluster_estimate(deals, int(row.sum()), int((row * row).sum()), seats=4) for row in shares
    ]
    covered = np.mean([one.low <= p <= one.high for one in found])
    assert 0.935 <= covered <= 0.97
    pooled = [proportion_estimate(int(row.sum()), 4 * deals) for row in shares]
    assert np.mean([one.low <= p <= one.high for one in pooled]) < 0.9


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.01, 1e-4])
def test_band_of_several_seats_lies_between_its_two_bounds(alpha: float) -> None:
    single = band_half_width(100, alpha=alpha)
    several = band_half_width(100, seats=4, alpha=alpha)
    assert single == pytest.approx(math.sqrt(math.log(2 / alpha) / 200))
    assert single < several < math.sqrt((1 + math.log(2 / alpha)) / 200)


def test_band_of_several_seats_is_the_best_constant() -> None:
    """No c gives a smaller bound: search by brute force over c."""
    n, alpha = 100, 0.05
    claimed = band_half_width(n, seats=4, alpha=alpha)
    cuts = np.linspace(0, claimed * 0.999, 4000)
    tails = math.sqrt(math.pi / (2 * n)) * np.array([math.erfc(c * math.sqrt(2 * n)) for c in cuts])
    best = np.min(tails / (claimed - cuts))
    assert best == pytest.approx(alpha, rel=1e-4)


@pytest.mark.statistical
@pytest.mark.parametrize("seats", [1, 4])
def test_band_holds_the_whole_curve(seats: int) -> None:
    """4,000 data sets of 100 deals in which all seats are done in the same turn: the strongest
    dependence. The band misses in no more than 5 % of them, and half of it in most."""
    chance = np.random.default_rng(11)
    turns, deals, runs = 20, 100, 4000
    done = chance.integers(1, turns + 1, (runs, deals))
    curves = np.stack([(done <= t).sum(axis=1) for t in range(1, turns + 1)], axis=1) / deals
    errors = np.abs(curves - np.arange(1, turns + 1) / turns).max(axis=1)
    missed = np.mean(errors > band_half_width(deals, seats=seats))
    assert missed <= 0.05
    assert np.mean(errors > band_half_width(deals, seats=seats) / 2) > 0.3


def test_curve_points_are_shares_within_0_and_1() -> None:
    points = curve_estimates([0, 120, 400], 100, seats=4)
    assert [point.estimate for point in points] == [0.0, 0.3, 1.0]
    half = band_half_width(100, seats=4)
    assert (points[0].low, points[0].high) == (0.0, half)
    assert (points[1].low, points[1].high) == pytest.approx((0.3 - half, 0.3 + half))
    assert (points[2].low, points[2].high) == (1 - half, 1.0)
    assert {point.kind for point in points} == {"dkw-cluster"}
    assert curve_estimates([1], 2)[0].kind == "dkw"


def test_agreement_finds_the_gap_that_it_states() -> None:
    odds, n = Fraction(3, 100), 200_000
    verdict = compare_with_exact(6000, n, odds, checks=12)
    assert verdict.agrees
    limit = NormalDist().inv_cdf(1 - 1e-4 / 24)
    error = math.sqrt(0.03 * 0.97 / n)
    assert verdict.gap == pytest.approx((limit + 1.645) * error)
    assert compare_with_exact(6000 + int(0.99 * limit * error * n), n, odds, checks=12).agrees
    assert not compare_with_exact(6000 + int(1.01 * limit * error * n), n, odds, checks=12).agrees
    found = stats.binom.sf(6000 + limit * error * n, n, 0.03 + verdict.gap)
    assert found == pytest.approx(0.95, abs=0.01)


def test_rare_odds_use_the_binomial_tail() -> None:
    odds, n = Fraction(1, 1_000_000), 1_000_000
    assert compare_with_exact(4, n, odds).agrees
    assert not compare_with_exact(12, n, odds).agrees
    verdict = compare_with_exact(0, n, odds)
    needed = next(k for k in range(50) if stats.binom.sf(k - 1, n, 1e-6) < 1e-4 / 2)
    assert stats.binom.sf(needed - 1, n, 1e-6 + verdict.gap) == pytest.approx(0.95, abs=1e-6)


def test_impossible_and_sure_events() -> None:
    assert compare_with_exact(0, 1000, Fraction(0)).agrees
    assert not compare_with_exact(1, 1000, Fraction(0)).agrees
    assert compare_with_exact(1000, 1000, Fraction(1)).agrees
    assert not compare_with_exact(999, 1000, Fraction(1)).agrees


def test_binomial_tail_takes_the_nearer_side() -> None:
    assert binomial_tail(3, 20, 0.4) == pytest.approx(stats.binom.cdf(3, 20, 0.4))
    assert binomial_tail(14, 20, 0.4) == pytest.approx(stats.binom.sf(13, 20, 0.4))
