"""The highest and the lowest of several numbers are named only as far as all intervals carry it."""

import numpy as np
import pytest

from rummysim.reports.counting_words import ends_said
from rummysim.reports.extremes import extremes
from rummysim.stats.estimate import Estimate
from rummysim.stats.multiple import widened
from tests.made_up import around

SHARE = "cluster-score"


def said(values, half=1.0, measure="points", **options):
    points = [(around(value, half), f"round {n}") for n, value in enumerate(values, start=1)]
    return ends_said(measure, points, False, 0.05, **options)


def test_an_extreme_that_stands_alone_is_named_with_its_distance():
    assert said([1, 20, 30]) == (
        "Most points a round: round 3 (30.0); fewest: round 1 (1.0), 29.0 ±1.8 less."
    )


def test_the_distance_of_two_extremes_allows_for_all_pairs():
    found = extremes([(around(value), str(value)) for value in (1, 20, 30)], 0.05)
    assert found.apart.high - 29 > 1.2 * 2**0.5 * 0.3


def test_extremes_that_cannot_be_told_apart_are_named_together():
    assert said([10, 40.5, 40, 0.5, 0]) == (
        "Most points a round: round 2 (40.5) and round 3 (40.0), which cannot be told apart; "
        "fewest: round 5 (0.0) and round 4 (0.5), which cannot be told apart."
    )


def test_many_that_cannot_be_told_apart_are_counted():
    assert said([50, 1, 1.1, 1.2, 1.3]).endswith(
        "fewest: one of four that cannot be told apart (1.0 to 1.3)."
    )


def test_a_middle_that_belongs_to_both_ends_leaves_no_superlative():
    assert said([0, 1.5, 3]) == (
        "Surely apart are round 3 (3.0) and round 1 (0.0), by 3.0 ±1.8; which value is the highest "
        "and which the lowest is not sure."
    )


def test_two_intervals_that_do_not_meet_may_be_too_little_among_many():
    pair = [(around(value, 1.0), f"round {value}") for value in (0, 2.1)]
    assert "round 2.1 (2.1)" in ends_said("points", pair, False, 0.05)
    assert said([0, 1, 1, 1, 1, 1, 2.1]) == (
        "The highest and the lowest value are not surely different."
    )


def test_players_of_the_same_rounds_need_more():
    """One gains what the other loses: their difference varies more than of independent numbers."""
    assert "Most points" in said([0, 1.8])
    assert "not surely" in said([0, 1.8], shared_out=True)


def test_a_number_without_spread_is_no_better_known_than_its_neighbour():
    none, few = Estimate(0.0, 0.0, 0.0, 50, "t"), Estimate(0.02, 0.001, 0.04, 50, "t")
    assert extremes([(none, "a"), (few, "b")], 0.05).differ is False


def test_unknown_intervals_are_left_out():
    nothing = Estimate(99.0, -np.inf, np.inf, 1, "t")
    points = [(nothing, "a"), (around(1), "b"), (around(9), "c")]
    assert [words for _, words in extremes(points, 0.05).top] == ["c"]
    assert extremes(points[:2], 0.05) is None


@pytest.mark.parametrize("questions", [1, 3, 21])
def test_wider_intervals_are_those_of_a_smaller_alpha(questions):
    from rummysim.stats.estimate import exact_interval, t_quantile

    half = t_quantile(99, 0.05)
    wide = widened(Estimate(0.0, -half, half, 100, "t"), 0.05, questions)
    assert wide.high == pytest.approx(t_quantile(99, 0.05 / questions))
    high = exact_interval(0, 500, 0.05)[1]
    rare = widened(Estimate(0.0, 0.0, high, 500, "cluster-exact"), 0.05, questions)
    assert rare.low == 0.0
    assert rare.high >= 0.99 * exact_interval(0, 500, 0.05 / questions)[1]


def test_shares_stay_between_0_and_1():
    wide = widened(Estimate(0.99, 0.97, 0.998, 300, SHARE), 0.05, 100)
    assert (wide.high, wide.low > 0.94) == (1.0, True)


def test_equal_numbers_get_a_superlative_in_less_than_one_of_twenty_cases():
    chance = np.random.default_rng(5)
    wrong = 0
    for means in chance.normal(0, 1, (1000, 7)):
        points = [(around(mean, 1.96, n=10_000), str(n)) for n, mean in enumerate(means)]
        wrong += extremes(points, 0.05).differ
    assert wrong < 50 + 3 * 7  # of 1,000; without all pairs in mind 300 and more
