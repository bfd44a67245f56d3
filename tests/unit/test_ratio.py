"""Ratios of clusters against written-out definitions, equal clusters, and degenerate cells."""

import math

import numpy as np
import pytest
from scipy import stats

from rummysim.stats.estimate import cluster_estimate, mean_estimate
from rummysim.stats.ratio import (
    checked,
    ratio_difference,
    ratio_estimate,
    ratio_share,
    stratified_mean,
)

Numbers = np.ndarray


def cell(sizes: Numbers, totals: Numbers) -> list[int]:
    """The six sums of deals of such sizes and totals; deals of size 0 do not show the cell."""
    sizes, totals = np.asarray(sizes), np.asarray(totals)
    products = sizes, sizes * sizes, totals, totals * totals, totals * sizes
    return [int((sizes > 0).sum()), *(int(product.sum()) for product in products)]


def some_deals(seed: int, deals: int = 60) -> tuple[Numbers, Numbers]:
    chance = np.random.default_rng(seed)
    sizes = chance.integers(0, 7, deals)
    return sizes, sizes * chance.integers(-5, 9, deals) + (sizes > 0) * chance.integers(0, 9, deals)


def written_out(sizes: Numbers, totals: Numbers) -> tuple[float, float, float]:
    """The mean, its linearised variance and the degrees of freedom, deal by deal."""
    mean = totals.sum() / sizes.sum()
    effective = sizes.sum() ** 2 / (sizes**2).sum()
    residuals = (totals - mean * sizes) / sizes.sum()
    return mean, (residuals**2).sum() * effective / (effective - 1), effective - 1


@pytest.mark.parametrize("scale", [1, 60])
def test_interval_is_the_definition_written_out(scale: int) -> None:
    sizes, totals = some_deals(1)
    found = ratio_estimate(cell(sizes, totals), scale=scale, alpha=0.1)
    mean, variance, freedom = written_out(sizes, totals / scale)
    half = stats.t.ppf(0.95, freedom) * math.sqrt(variance)
    assert (found.low, found.high) == pytest.approx((mean - half, mean + half))
    assert (found.estimate, found.kind) == (pytest.approx(mean), "cluster-t")
    assert found.n == (sizes > 0).sum()


def test_cells_add_up_over_chunks() -> None:
    sizes, totals = some_deals(2)
    halves = cell(sizes[:30], totals[:30]), cell(sizes[30:], totals[30:])
    assert np.add(*halves).tolist() == cell(sizes, totals)


def test_deals_of_one_size_are_plain_numbers() -> None:
    totals = np.random.default_rng(3).integers(-20, 90, 80)
    found = ratio_estimate(cell(np.full(80, 4), totals))
    plain = mean_estimate(80, int(totals.sum()), int((totals**2).sum()), scale=4)
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (plain.estimate, plain.low, plain.high)
    )


def test_a_large_deal_among_small_ones_counts_for_few() -> None:
    sizes = np.array([100] + [1] * 20)
    assert checked(cell(sizes, sizes)).effective == pytest.approx(120**2 / 10_020)
    uneven = ratio_estimate(cell(sizes, sizes * ([7] + [0, 9] * 10)))
    even = ratio_estimate(cell(np.full(21, 5), 5 * np.array([7] + [0, 9] * 10)))
    assert uneven.high - uneven.low > 10 * (even.high - even.low)


def test_sums_beyond_64_bits_keep_every_digit() -> None:
    base, deals = 10**12, 1000
    totals = [base + (-1) ** i for i in range(deals)]
    sums = [deals, deals, deals, sum(totals), sum(t * t for t in totals), sum(totals)]
    found = ratio_estimate(sums)
    half = stats.t.ppf(0.975, deals - 1) / math.sqrt(deals - 1)
    assert found.high - base == pytest.approx(half, abs=1e-3)
    assert ratio_estimate([np.int64(number) for number in sums[:4]] + sums[4:]) == found


@pytest.mark.parametrize(
    ("sizes", "means", "length"),
    [
        ([5], [3], math.inf),  # one deal
        ([4, 4], [3, 3], math.inf),  # too few to say that all are the same
        ([1] * 9, [3] * 9, math.inf),
        ([1] * 10, [3] * 10, 0.0),
        ([1, 2, 3, 4] * 3, [0] * 12, 0.0),
    ],
)
def test_intervals_without_spread(sizes: list[int], means: list[int], length: float) -> None:
    found = ratio_estimate(cell(sizes, np.multiply(sizes, means)))
    assert found.estimate == means[0]
    assert found.high - found.low == length


@pytest.mark.parametrize(
    "bad",
    [
        [0, 0, 0, 0, 0, 0],  # no deal
        [3, 2, 4, 0, 0, 0],  # more deals than situations
        [2, 6, 17, 0, 0, 0],  # sum of n squared too small
        [2, 6, 18, 10, 49, 30],  # sum of S squared too small
        [2, 6, 18, 10, 50, 31],  # S and n together too much
    ],
)
@pytest.mark.parametrize("read", [ratio_estimate, ratio_share])
def test_impossible_sums_are_refused(read, bad: list[int]) -> None:
    with pytest.raises(ValueError, match="no situations have the sums"):
        read(bad)


@pytest.mark.parametrize("p", [0.0, 0.001, 0.05, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("seats", [1, 4])
def test_shares_of_deals_of_one_size_are_those_of_clusters(seats: int, p: float) -> None:
    hits = np.random.default_rng(5).binomial(seats, p, 900)
    plain = cluster_estimate(900, int(hits.sum()), int((hits**2).sum()), seats=seats)
    found = ratio_share(cell(np.full(900, seats), hits))
    assert (found.kind, found.n) == (plain.kind, plain.n)
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (plain.estimate, plain.low, plain.high)
    )
    parts = ratio_share(cell(np.full(900, seats), 60 * hits), scale=60)
    assert (parts.low, parts.high) == pytest.approx((found.low, found.high))


@pytest.mark.parametrize("sizes", [[3], [1, 1], [5, 1, 1], [1, 2, 3] * 20])
@pytest.mark.parametrize("always", [0, 1])
def test_a_share_of_all_or_none_has_a_length(sizes: list[int], always: int) -> None:
    found = ratio_share(cell(sizes, np.multiply(sizes, always)))
    assert found.estimate == always
    assert 0 <= found.low < found.high <= 1
    effective = sum(sizes) ** 2 / sum(n * n for n in sizes)
    assert found.high - found.low == pytest.approx(1 - 0.025 ** (1 / effective))


def test_shares_stay_within_0_and_1() -> None:
    chance = np.random.default_rng(6)
    kinds = set()
    for _ in range(300):
        sizes = chance.geometric(0.2, int(chance.integers(1, 40)))
        hits = chance.binomial(sizes, chance.random(len(sizes)) ** 3)
        found = ratio_share(cell(sizes, hits))
        assert 0 <= found.low <= found.estimate <= found.high <= 1
        assert found.low < found.high
        kinds.add(found.kind)
    assert kinds == {"cluster-score", "cluster-exact"}
    vast = ratio_share(cell([10**6, 30, 30], [10**6 - 40, 0, 30]))  # worth 1.0001 deals
    assert (vast.low, vast.high) == (0, 1)


def test_more_successes_than_situations_are_refused() -> None:
    with pytest.raises(ValueError, match=r"5\.0 successes among 4 situations is impossible"):
        ratio_share([2, 4, 8, 5, 13, 10])


def test_difference_is_welch_s() -> None:
    chance = np.random.default_rng(7)
    a, b = chance.integers(0, 50, 30), chance.integers(0, 400, 9)
    found = ratio_difference(cell(np.ones(30, int), a), cell(np.ones(9, int), b), alpha=0.1)
    expected = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.9)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert (found.estimate, found.n) == (pytest.approx(a.mean() - b.mean()), 39)


def test_difference_of_what_is_hardly_known_has_no_ends() -> None:
    known, alone = cell(*some_deals(8)), cell([3], [9])
    found = ratio_difference(known, alone, scale=2)
    assert found.estimate == ratio_estimate(known).estimate / 2 - 1.5
    assert (found.low, found.high) == (-math.inf, math.inf)
    same = cell([1] * 20, [4] * 20)
    assert ratio_difference(same, same).high == 0


def test_strata_are_added_by_their_weights() -> None:
    deals, weights = [some_deals(9), some_deals(10, 40), some_deals(11, 90)], [0.5, 0.2, 0.3]
    found = stratified_mean([cell(*pair) for pair in deals], weights)
    parts = [written_out(*pair) for pair in deals]
    mean = sum(w * m for w, (m, _, _) in zip(weights, parts, strict=True))
    variances = [w * w * v for w, (_, v, _) in zip(weights, parts, strict=True)]
    freedom = sum(variances) ** 2 / sum(
        v * v / f for v, (_, _, f) in zip(variances, parts, strict=True)
    )
    half = stats.t.ppf(0.975, freedom) * math.sqrt(sum(variances))
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (mean, mean - half, mean + half)
    )
    assert (found.n, found.kind) == (sum((sizes > 0).sum() for sizes, _ in deals), "strata")


def test_one_stratum_of_all_is_the_ratio() -> None:
    sums = cell(*some_deals(12))
    plain = ratio_estimate(sums, scale=3)
    for same in (True, False):
        found = stratified_mean([sums, sums], [1, 0], scale=3, same_deals=same)
        assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


def test_strata_of_the_same_deals_may_vary_together() -> None:
    """One cell twice, half each, is that cell: the bound that is reached."""
    sums = cell(*some_deals(13))
    plain = ratio_estimate(sums)
    found = stratified_mean([sums, sums], [0.5, 0.5], same_deals=True)
    assert (found.low, found.high, found.n) == pytest.approx((plain.low, plain.high, plain.n))
    apart = stratified_mean([sums, sums], [0.5, 0.5])
    assert apart.high - apart.low < 0.75 * (plain.high - plain.low)


@pytest.mark.parametrize("weights", [[0.5, 0.4], [1.0], [1.5, -0.5]])
def test_weights_that_are_no_shares_are_refused(weights: list[float]) -> None:
    sums = cell(*some_deals(14))
    with pytest.raises(ValueError, match="2 strata need as many weights"):
        stratified_mean([sums, sums], weights)


def test_a_stratum_that_was_never_seen_is_refused() -> None:
    with pytest.raises(ValueError, match="no situations"):
        stratified_mean([cell(*some_deals(15)), [0] * 6], [0.9, 0.1])
