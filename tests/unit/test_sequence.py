"""Confidence sequences: the formulas, and intervals and evidence that say the same."""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from rummysim.stats.estimate import excludes, mean_estimate
from rummysim.stats.moments import deviation, spread, variance
from rummysim.stats.sequence import (
    burnt_in,
    mean_log_evidence,
    mean_sequence,
    p_always,
    sequence_rate,
    share_log_evidence,
    share_sequence,
)


def sums(values: np.ndarray) -> tuple[int, int, int]:
    return len(values), int(values.sum()), int((values * values).sum())


def some_sums(cases: int) -> list[tuple[int, int, int]]:
    """Sums of data sets of which about half show an effect."""
    chance = np.random.default_rng(41)
    sizes = chance.integers(2, 3000, cases)
    shifts = chance.normal(0, 4, cases) / np.sqrt(sizes)
    return [
        sums(np.rint(chance.normal(10 * shift, 10, size)).astype(np.int64))
        for size, shift in zip(sizes, shifts, strict=True)
    ]


def test_spread_and_variance_are_those_of_the_numbers() -> None:
    values = np.array([5, -3, 0, 12, 7])
    assert spread(*sums(values)) == pytest.approx(5 * ((values - values.mean()) ** 2).sum())
    assert variance(*sums(values), scale=3) == pytest.approx((values / 3).var(ddof=1))
    assert deviation(*sums(values), scale=3) == pytest.approx((values / 3).std(ddof=1))
    with pytest.raises(ValueError, match="no 2 numbers have the sum 10"):
        spread(2, 10, 1)


def test_variance_of_huge_sums_keeps_every_digit() -> None:
    base, n = 10**15, 1000
    total, squares = n * base, sum((base + (-1) ** i) ** 2 for i in range(n))
    assert variance(n, total, squares) == n / (n - 1)
    assert variance(np.int64(4), np.int64(4 * 10**9), np.int64(4 * 10**18)) == 0


@pytest.mark.parametrize(("alpha", "rate"), [(0.05, 7.94), (0.01, 11.53), (0.0025, 14.55)])
def test_rate_has_the_published_values(alpha: float, rate: float) -> None:
    assert 5000 * sequence_rate(5000, alpha) == pytest.approx(rate, abs=0.006)


def test_interval_is_the_formula_written_out() -> None:
    values = np.random.default_rng(2).integers(-50, 60, 700)
    n, a, planned = 700, 0.02, 2500
    r = (-2 * math.log(a) + math.log(1 - 2 * math.log(a))) / planned
    mean, s = values.mean() / 4, values.std(ddof=1) / 4
    half = s * math.sqrt(2 * (n * r + 1) / (n * n * r) * math.log(math.sqrt(n * r + 1) / a))
    found = mean_sequence(*sums(values), scale=4, planned=planned, alpha=a)
    assert (found.estimate, found.n, found.kind) == (pytest.approx(mean), n, "sequence")
    assert (found.low, found.high) == pytest.approx((mean - half, mean + half))
    e = math.exp(n * n * r * mean**2 / (2 * s * s * (n * r + 1))) / math.sqrt(n * r + 1)
    evidence = mean_log_evidence(*sums(values), planned=planned, alpha=a)
    assert evidence == pytest.approx(math.log(e))
    assert p_always(evidence) == pytest.approx(min(1, 1 / e))


@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.0025])
def test_zero_is_outside_exactly_when_p_is_small(alpha: float) -> None:
    decided = []
    for numbers in some_sums(1500):
        outside = excludes(mean_sequence(*numbers, planned=1500, alpha=alpha))
        evidence = mean_log_evidence(*numbers, planned=1500, alpha=alpha)
        assert outside == (p_always(evidence) < alpha)
        decided.append(outside)
    assert 0.05 < np.mean(decided) < 0.95


@pytest.mark.parametrize(("alpha", "ratio"), [(0.05, 1.55), (0.01, 1.39), (0.0025, 1.31)])
def test_price_of_looking_is_least_at_the_planned_deals(alpha: float, ratio: float) -> None:
    """Beside the interval of one look, at most the published factor, and near its least there."""
    numbers = 20_000, 0, 2_000_000
    once = mean_estimate(*numbers, alpha=alpha).high
    assert mean_sequence(*numbers, planned=20_000, alpha=alpha).high / once == pytest.approx(
        ratio, abs=0.01
    )
    best = mean_sequence(*numbers, planned=20_000, alpha=alpha).high
    assert best < mean_sequence(*numbers, planned=4_000, alpha=alpha).high
    assert best < mean_sequence(*numbers, planned=100_000, alpha=alpha).high


def test_numbers_without_spread() -> None:
    assert mean_sequence(1, 5, 25, planned=100).high == math.inf
    assert p_always(mean_log_evidence(1, 5, 25, planned=100)) == 1
    assert p_always(mean_log_evidence(50, 0, 0, planned=100)) == 1
    assert p_always(mean_log_evidence(50, 100, 200, planned=100)) == 0
    same = mean_sequence(50, 100, 200, planned=100)
    assert (same.low, same.high) == (2, 2)
    with pytest.raises(ValueError, match="sum"):
        mean_sequence(3, 10, 1, planned=100)
    with pytest.raises(ValueError, match="sum"):
        mean_log_evidence(0, 0, 0, planned=100)


def test_burn_in_asks_for_deals_and_for_differences() -> None:
    assert burnt_in(200, 100, burn_in=200)
    assert not burnt_in(199, 150, burn_in=200)
    assert not burnt_in(10**6, 99, burn_in=200)


@pytest.mark.parametrize(("successes", "n", "share"), [(7, 20, 0.5), (0, 9, 0.2), (30, 30, 0.9)])
def test_evidence_about_a_share_is_the_mixture_of_likelihoods(
    successes: int, n: int, share: float
) -> None:
    """The likelihood averaged over chances by the arcsine law, over that of ``share``."""

    def weighed(angle: float) -> float:  # the arcsine law is uniform in this angle
        p = math.sin(angle) ** 2
        return float(stats.binom.pmf(successes, n, p)) * 2 / math.pi

    mixed = integrate.quad(weighed, 0, math.pi / 2)[0]
    expected = math.log(mixed / stats.binom.pmf(successes, n, share))
    assert share_log_evidence(successes, n, share) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("successes", "n"), [(5, 10), (1, 1000), (999, 1000), (370_000, 10**6), (1, 10**6)]
)
def test_ends_of_a_share_are_where_the_evidence_is_enough(successes: int, n: int) -> None:
    found = share_sequence(successes, n, alpha=0.01)
    assert (found.estimate, found.n, found.kind) == (successes / n, n, "share-sequence")
    for end in (found.low, found.high):
        assert share_log_evidence(successes, n, end) == pytest.approx(math.log(100), abs=1e-3)
    assert found.low < successes / n < found.high


def test_share_that_is_always_or_never_has_one_end() -> None:
    never, always = share_sequence(0, 40), share_sequence(40, 40)
    assert (never.low, always.high) == (0, 1)
    assert never.high == pytest.approx(1 - always.low)
    assert share_log_evidence(0, 40, never.high) == pytest.approx(math.log(20))
    assert share_sequence(0, 1).high < 1


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_impossible_shares_are_refused(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="impossible"):
        share_sequence(successes, n)


@pytest.mark.parametrize(("successes", "share"), [(6, 0.5), (2, 0.0), (2, 1.0)])
def test_evidence_needs_a_possible_share(successes: int, share: float) -> None:
    with pytest.raises(ValueError, match="impossible"):
        share_log_evidence(successes, 5, share)
