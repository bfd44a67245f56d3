"""The odds of all rounds at a glance fit their width, however exact the numbers are."""

import dataclasses

import numpy as np
import pytest

from rummysim.reports.odds import odds_of, odds_page
from rummysim.simulation import Result, simulate


@pytest.fixture(scope="module")
def few() -> Result:
    return simulate("shanghai", "greedy", players=4, deals=300, seed=4)


def as_often(result: Result, times: int) -> Result:
    """The result of so many times the deals, all of which came out like these."""
    tally = result.tally.copy()
    tally.view(np.ndarray).view(np.int64)[...] *= times
    return dataclasses.replace(result, tally=tally)


def table(result: Result, width: int) -> list[str]:
    page = odds_page([odds_of(result, index) for index in range(7)], width)
    return page.partition("\n\n")[0].splitlines()


@pytest.mark.parametrize("times", [1, 7, 30, 100, 300])
def test_it_fits_80_columns(few, times):
    """Up to ninety thousand deals; a half-width that begins with a 1 has a digit more."""
    lines = table(as_often(few, times), 80)
    assert max(map(len, lines)) <= 80
    assert len({len(line) for line in lines[2:]}) == 1


def test_decimals_are_left_out_only_where_there_is_no_room(few):
    many = as_often(few, 300)
    narrow, wide = table(many, 80), table(many, 100)
    assert len(narrow[-1]) < len(wide[-1]) <= 100
    assert narrow[-1].split()[:4] == wide[-1].split()[:4]


def test_rounds_without_exact_odds_say_why(few):
    found = [odds_of(few, index) for index in range(3)]
    assert "No exact odds" not in odds_page(found, 80)
    for odds in found[1:]:
        odds["dealt"] |= {"exact": None, "not_counted": "runs go round the corner"}
    assert odds_page(found, 80).endswith("No exact odds in rounds 2, 3: runs go round the corner.")


def test_a_missing_count_is_told_with_its_reason(few, monkeypatch):
    monkeypatch.setattr("rummysim.stats.exact.MIXED", {})
    assert odds_of(few, 0)["dealt"]["not_counted"] is None
    dealt = odds_of(few, 1)["dealt"]
    assert dealt["exact"] is None
    assert "rummysim show" in dealt["not_counted"]
