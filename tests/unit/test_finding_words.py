"""What is said about a finding, and that it says no more than its interval."""

import math

import pytest

from rummysim.experiments.spec import Case
from rummysim.reports import finding_words as words
from rummysim.stats.estimate import Estimate
from rummysim.stats.rounding import gain
from tests.made_up import around, finding


def at(players, baseline, points):
    return finding(points, Case("", players, baseline, "baseline"))


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({(3, "steady"): 1, (4, "steady"): 1}, "helps with three and four players among steady"),
        (
            {(3, "steady"): 1, (3, "sharp"): 1},
            "helps with three players, among steady and sharp players alike",
        ),
        (
            {(3, "steady"): 1, (4, "steady"): 0.3, (5, "steady"): -1},
            "helps with three players, is undecided with four and hurts with five among steady",
        ),
        (
            {(4, "steady"): 1, (4, "sharp"): 0},
            "helps with four players among steady players; it makes no difference that matters "
            "with four players among sharp players",
        ),
    ],
)
def test_verdicts_are_told_by_table(points, said):
    assert words.where([at(*table, value) for table, value in points.items()]).startswith(said)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (around(1.25, 0.25), "+1.2 ±0.3"),
        (around(-1.25, 0.25), "-1.2 ±0.3"),
        (around(0.04, 0.3), "0.0 ±0.3"),
        (around(0.04, 0.03), "+0.04 ±0.03"),
        (Estimate(5.68, 0.11, 11.25, 9, "t"), "+5.7 ±5.6"),
        (Estimate(4.732, 0.004, 9.46, 9, "t"), "+4.7 ±4.7"),
        (Estimate(0.78, 0.02, 1.54, 9, "t"), "+0.78 ±0.76"),
        (Estimate(1234.0, 1090.0, 1378.0, 9, "t"), "+1,230 ±150"),
        (Estimate(0.0, 0.0, 0.0, 9, "exact"), "0"),
        (Estimate(7.0, -math.inf, math.inf, 1, "t"), "+7.0"),
    ],
)
def test_a_gain_shows_whether_its_interval_holds_zero(value, text):
    assert gain(value) == text


@pytest.mark.parametrize("middle", [0.31, 0.3001, -0.3001, 0.29, 5.05])
@pytest.mark.parametrize("half", [0.3, 0.2999, 5.04])
def test_no_rounding_moves_an_interval_across_zero(middle, half):
    value = around(middle, half)
    shown, _, arm = gain(value).partition(" ±")
    beyond = abs(middle) > half
    assert abs(float(shown)) >= float(arm) if beyond else abs(float(shown)) <= float(arm)
    low, high = (float(end) for end in words.span(value).split(" to "))
    assert (low > 0, high < 0) == (value.low > 0, value.high < 0)


def test_points_are_saved_or_lost_only_when_the_interval_says_so():
    assert words.saved(around(1.2)) == "saves 1.2 points a round (+0.9 to +1.5)"
    assert words.saved(around(-1.2)) == "costs 1.2 points a round (-1.5 to -0.9)"
    assert words.saved(around(0.1)) == "is between -0.2 and +0.4 points a round"
    assert words.saved(Estimate(0.0, 0.0, 0.0, 9, "exact")) == "changes no deal at all"
    assert "not known" in words.saved(Estimate(3.0, -math.inf, math.inf, 1, "t"))


def test_a_verdict_may_weigh_more_than_its_own_interval():
    alone = finding(1.0, verdict=words.OPEN)
    assert words.is_outvoted(alone)
    assert not words.is_outvoted(finding(1.0))
    assert not words.is_outvoted(finding(0.2))


def test_only_fresh_deals_confirm_also_what_cannot_differ():
    assert words.is_confirmed(finding(1.0))
    assert not words.is_confirmed(finding(1.0, stage="explore"))
    same = Estimate(0.0, 0.0, 0.0, 200, "exact")
    assert not words.is_confirmed(finding(same, stage="explore", alike=True))


def test_two_that_play_the_same_change_no_deal():
    same = finding(Estimate(0.0, 0.0, 0.0, 200, "exact"), stage="explore", alike=True)
    assert words.verb_of(same) == "changes no deal at all"
    assert words.sign(same) == "= the same"
    assert words.where([same]).startswith("changes no deal at all with four players")
    assert words.verb_of(finding(0.0)) == "makes no difference that matters"
