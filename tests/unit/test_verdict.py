"""What is said of an interval: every place that it can have beside 0 and the smallest effect."""

import math

import pytest

from rummysim.stats.estimate import Estimate
from rummysim.stats.verdict import Verdict, clearly, in_words, verdict

HELPS, HURTS = Verdict.HELPS, Verdict.HURTS
NONE, UNDECIDED = Verdict.NO_MATERIAL_EFFECT, Verdict.UNDECIDED


def interval(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 1000, "t")


CASES = [
    # ends, verdict, verdict when not significant, clearly, words of the verdict
    ((0.6, 1.0), HELPS, UNDECIDED, True, "clearly helps"),
    ((0.1, 1.0), HELPS, UNDECIDED, False, "helps"),
    ((0.1, 0.5), HELPS, NONE, False, "helps a little"),
    ((0.0, 0.5), NONE, NONE, False, "makes no material difference"),
    ((-0.5, 0.5), NONE, NONE, False, "makes no material difference"),
    ((-0.5, 0.0), NONE, NONE, False, "makes no material difference"),
    ((-0.51, 0.5), UNDECIDED, UNDECIDED, False, "is undecided"),
    ((-0.5, 0.51), UNDECIDED, UNDECIDED, False, "is undecided"),
    ((-0.5, -0.1), HURTS, NONE, False, "hurts a little"),
    ((-1.0, -0.1), HURTS, UNDECIDED, False, "hurts"),
    ((-1.0, -0.6), HURTS, UNDECIDED, True, "clearly hurts"),
    ((0.5, 1.0), HELPS, UNDECIDED, False, "helps"),
    ((-math.inf, math.inf), UNDECIDED, UNDECIDED, False, "is undecided"),
    ((0.0, 0.0), NONE, NONE, False, "makes no material difference"),
]


@pytest.mark.parametrize(("ends", "said", "unadjusted", "clear", "words"), CASES)
def test_every_place_of_an_interval(
    ends: tuple[float, float], said: Verdict, unadjusted: Verdict, clear: bool, words: str
) -> None:
    found = interval(*ends)
    assert verdict(found, 0.5) is said
    assert verdict(found, 0.5, significant=False) is unadjusted
    assert clearly(found, 0.5) is clear
    assert in_words(said, found, 0.5) == words


def test_the_other_way_round_is_the_opposite() -> None:
    opposite = {HELPS: HURTS, HURTS: HELPS, NONE: NONE, UNDECIDED: UNDECIDED}
    for (low, high), said, *_ in CASES:
        assert verdict(interval(-high, -low), 0.5) is opposite[said]


def test_an_unknown_interval_is_undecided() -> None:
    assert verdict(interval(math.nan, math.nan), 0.5) is UNDECIDED


def test_verdicts_are_the_words_of_the_tables() -> None:
    assert [str(one) for one in Verdict] == ["HELPS", "HURTS", "NO MATERIAL EFFECT", "UNDECIDED"]
