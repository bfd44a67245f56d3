"""Two runs side by side, and the interval of their difference."""

import dataclasses
import math

import pytest

from rummysim.errors import StoreError
from rummysim.reports.compared import compared, compared_page, compared_rows, difference
from rummysim.reports.runs import Run
from tests.made_up import around, counting_run, experiment, finding, manifest, tip_run


def run_of(points, seed=7, name="t3_buying"):
    of = experiment(name, seed=seed)
    found = tuple(finding(value, contrast=each, of=of) for each, value in points)
    return Run(of, manifest(of), found)


@pytest.fixture
def runs():
    first, second = experiment().contrasts
    return (
        run_of([(first, 1.0), (second, 0.0)]),
        run_of([(first, 1.1), (second, 2.0)], seed=8),
    )


def test_half_widths_add_as_squares_and_those_of_sequences_as_they_are():
    fixed = difference(around(1.0, 0.3), around(0.5, 0.4))
    assert (fixed.estimate, fixed.low, fixed.high) == pytest.approx((0.5, 0.0, 1.0))
    anytime = difference(around(1.0, 0.3, kind="sequence"), around(0.5, 0.4))
    assert (anytime.low, anytime.high) == pytest.approx((-0.2, 1.2))
    few = difference(around(1.0, 0.3, kind="sequence, few differ"), around(0.5, 0.4))
    assert few.low == pytest.approx(-0.2)


def test_what_both_have_is_compared(runs):
    found = compared(*runs)
    assert [each.what for each in found] == ["choosy-eager", "choosy-never"]
    rows = compared_rows(found)
    assert [row["differs"] for row in rows] == [False, True]
    assert rows[1]["difference"] == 2.0
    assert rows[1]["difference_high"] == pytest.approx(2.0 + math.hypot(0.3, 0.3))
    assert (rows[1]["first_verdict"], rows[1]["second_verdict"]) == ("NO MATERIAL EFFECT", "HELPS")
    page = compared_page(runs, found, 80)
    assert "second: t3_buying, seed 8" in page
    assert "table: usual/4/steady/baseline" in page
    assert "1 of 2 numbers differs; about 0.1 would" in page
    assert "same seed" not in page
    assert max(map(len, page.splitlines())) <= 80


def test_a_seed_in_common_is_told(runs):
    page = compared_page((runs[0], runs[0]), compared(runs[0], runs[0]), 80)
    assert "These have the same seed, 7" in " ".join(page.split())


def test_counts_are_compared_by_their_labels():
    run = counting_run()
    more = tuple(
        dataclasses.replace(count, value=around(count.value.estimate + 5, 1.0, kind="cluster-t"))
        for count in run.counts
        if count.measure == "points"
    )
    found = compared(run, Run(run.experiment, run.manifest, counts=more))
    assert len(found) == 14
    assert found[0].what == "choosy: points, round 1"
    assert all(row["differs"] for row in compared_rows(found))


def test_tables_are_named_when_they_are_several():
    run = tip_run()
    page = compared_page((run, run), compared(run, run), 80)
    assert "choosy-eager\n  usual/3/steady/baseline" in page.replace(" " * 40, "")[:4000] or (
        "usual/3/steady/baseline" in page
    )


def test_each_interval_has_its_own_level(runs):
    first = runs[0]
    of = dataclasses.replace(
        first.experiment, stop=dataclasses.replace(first.experiment.stop, alpha=0.01)
    )
    strict = Run(of, first.manifest, first.findings)
    page = " ".join(compared_page((first, strict), compared(first, strict), 80).split())
    assert "a 95% interval in the first run and of a 99% interval in the second" in page
    assert "That of the difference, 95%," in page
    assert "about 0.1 would" in page


def test_matches_are_not_compared_with_single_rounds(runs):
    of = dataclasses.replace(runs[0].experiment, round=7)
    alone = Run(of, runs[0].manifest, runs[0].findings)
    with pytest.raises(StoreError, match="plays whole matches and t3_buying plays round 7 alone"):
        compared(runs[0], alone)


def test_runs_without_anything_in_common_are_refused(runs):
    with pytest.raises(StoreError, match="t3_buying and rounds have nothing in common"):
        compared(runs[0], counting_run())
