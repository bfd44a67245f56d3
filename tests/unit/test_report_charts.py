"""Charts of reports: every point has its interval, files are the same every time."""

import dataclasses
import math

import pytest

from rummysim.experiments.findings import Count
from rummysim.experiments.spec import Contrast
from rummysim.reports.charts import Words
from rummysim.reports.counting_answers import answers
from rummysim.reports.counting_figures import counting_pictures
from rummysim.reports.doses import axis_words, dose_name, doses, turning_point
from rummysim.reports.forest_chart import Line, forest_chart
from rummysim.reports.frames import Told, picture
from rummysim.reports.inline_svg import inline_svg
from rummysim.reports.level_chart import Scale, Series, level_chart, turn_chart
from rummysim.reports.paired_figures import dose_pictures, paired_pictures, round_pictures
from rummysim.reports.runs import Run
from rummysim.stats.estimate import Estimate
from tests.made_up import (
    ARMS,
    AT,
    arm,
    around,
    counting_run,
    dose_run,
    experiment,
    findings_of,
    manifest,
    tip_run,
)

WORDS = Words("A title", "A caption with seed 0", "points saved")
ALONE = Estimate(3.0, -math.inf, math.inf, 1, "t")


def points_drawn(ax):
    """Places of all points, and how many of them are hollow; those with error bars only."""
    bars = [container.lines for container in ax.containers]
    lines = [line for line, caps, _ in bars if caps]
    hollow = [line for line in lines if line.get_markerfacecolor() == "#ffffff"]
    return [len(line.get_xdata()) for line in lines], sum(len(h.get_xdata()) for h in hollow)


def test_a_forest_has_an_interval_for_every_point_and_a_zero_line():
    lines = [
        Line("a heading"),
        Line("three", (around(1.0), around(0.1))),
        Line("four", (around(-1.0), None)),
        Line("five", (ALONE, around(0.2))),
    ]
    ax = forest_chart(lines, ["steady", "sharp"], WORDS, smallest=0.5)
    counts, hollow = points_drawn(ax)
    assert (sum(counts), hollow) == (4, 2)
    assert any(list(line.get_xdata()) == [0, 0] for line in ax.lines)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["three", "four", "five"]
    texts = [text.get_text() for text in ax.texts]
    assert "A heading" in texts
    assert "+1.0 ±0.3" in texts
    band = ax.patches[0]
    assert (band.get_x(), band.get_width()) == (-0.5, 1.0)
    low, high = ax.get_xlim()
    assert low < -1.3
    assert high > 1.3
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["steady", "sharp"]


def test_levels_are_points_with_bars_and_hollow_where_a_gain_is_open():
    series = [Series("a", {0: around(1.0), 1: around(0.1), 2: ALONE}), Series("b", {1: around(2)})]
    ax = level_chart(["1", "2", "3"], series, WORDS, Scale(gain=True, smallest=0.5))
    counts, hollow = points_drawn(ax)
    assert (sum(counts), hollow) == (3, 1)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3"]
    amounts = level_chart(["1", "2"], series[:1], WORDS)
    assert points_drawn(amounts) == ([2], 0)
    assert level_chart(["1", "2"], series[:1], WORDS, ax=amounts) is amounts


def test_shares_are_shown_in_percent_and_doses_are_joined():
    series = [Series("a", {0: around(0.4, 0.1), 1: around(0.2, 0.1)})]
    ax = level_chart(["0", "1"], series, WORDS, Scale(share=True, joined=True, levels="buys"))
    formatter = ax.yaxis.get_major_formatter()
    assert formatter(0.25, 0) == "25%"
    assert ax.get_xlabel() == "buys"
    joined = [
        line for line in ax.lines if line.get_linestyle() == "-" and len(line.get_xdata()) > 1
    ]
    assert len(joined) == 1


def test_curves_have_bands():
    curve = {turn: around(turn / 20, 0.02) for turn in range(1, 11)}
    ax = turn_chart([Series("a", curve), Series("b", curve)], WORDS)
    assert len(ax.collections) == 2
    assert ax.get_ylim()[1] == pytest.approx(1.05 * 0.52)


def test_charts_are_the_same_bytes_every_time():
    def drawn():
        ax = forest_chart([Line("three", (around(1.0),))], ["steady"], WORDS, 0.5)
        return picture(ax, "forest", WORDS, Told("Forest", "A forest."), [{"points": 1.0}])

    one, other = drawn(), drawn()
    assert (one.svg, one.png, one.box) == (other.svg, other.png, other.box)
    assert one.png.startswith(b"\x89PNG")


def test_a_page_shows_the_chart_without_title_and_caption():
    ax = level_chart(["1"], [Series("", {0: around(1.0)})], WORDS, Scale(gain=True))
    made = picture(ax, "levels", WORDS, Told("Levels", "Points <by> level."), [])
    whole = made.svg.decode()
    assert "A title" in whole
    assert "A caption with seed 0" in whole
    inline = inline_svg(made)
    assert "A title" not in inline
    assert "A caption" not in inline
    assert "Points &lt;by&gt; level." in inline
    assert "points saved" in inline
    assert "xmlns" not in inline
    assert "metadata" not in inline
    assert "var(--c0)" in inline
    assert "#0072b2" not in inline.lower()
    assert len(inline) < len(whole)
    x, y, width, height = made.box
    assert x >= 0
    assert y > 20  # points: the title is above
    assert width > 200
    assert height > 150


def test_doses_are_found_by_the_number_that_differs():
    of = dose_run().experiment
    (dose,) = doses(of)
    assert (dose.key, dose.fixed, dose.is_tip) == ("joker_few", "keep", False)
    assert list(dose.contrasts) == [1, 3, 4, 6]
    assert dose_name(of, dose) == "throwing jokers at"
    arms = {f"limit-{n}": arm(f"limit-{n}", "so", rules=[f"buy.limit={n}"]) for n in range(3)}
    contrasts = tuple(Contrast(name, name, "usual") for name in arms)
    (dose,) = doses(experiment(arms=arms | ARMS, contrasts=contrasts))
    assert (dose.key, dose.is_tip, list(dose.contrasts)) == ("buy.limit", True, [0, 1, 2])
    assert doses(tip_run().experiment) == []
    assert doses(experiment(arms=arms | ARMS, contrasts=contrasts[:2])) == []


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ({1: 1, 2: 0, 3: -1}, "open at 2: the break-even lies between 1 and 3."),
        ({1: -1, 2: 1}, "costs points at 1: the break-even lies between 1 and 2."),
        ({1: 1, 2: -1, 3: 1}, "Saves points at 1 and 3, costs points at 2."),
        ({1: 1, 2: 1}, "Saves points at 1 and 2."),
        ({1: 0}, "Open at 1."),
    ],
)
def test_a_break_even_is_told_where_the_intervals_show_one(gains, said):
    assert turning_point({at: around(gain) for at, gain in gains.items()}).endswith(said)


def test_dose_and_response():
    (made,) = dose_pictures(dose_run())
    assert made.told.sentence == (
        "Four steady players: saves points at 1 and 3, costs points at 6, open at 4: the "
        "break-even lies between 3 and 6."
    )
    assert made.told.heading == "Gain of keeping jokers; the others play as usual"
    assert [row["points"] for row in made.rows] == [2.0, 1.0, 0.1, -1.0]


def lone_run():
    """One table that is not the usual one."""
    lone = {"players": (3,), "baselines": ("novice",), "fields": ("followers",), "variants": ()}
    of = experiment(**lone)
    return Run(of, manifest(of), findings_of(of, lambda *_: 1.0))


def test_the_charts_of_a_tip():
    made = {each.stem: each for each in paired_pictures(tip_run())}
    assert list(made) == [
        "t3_buying-verdicts",
        "t3_buying-rounds-steady",
        "t3_buying-rounds-sharp",
        "t3_buying-others",
        "t3_buying-house-rules",
    ]
    assert len(made["t3_buying-verdicts"].rows) == 12
    assert len(made["t3_buying-others"].rows) == 12
    assert {row["house_rules"] for row in made["t3_buying-house-rules"].rows} == {
        "usual",
        "strict",
        "mild",
    }
    caption = made["t3_buying-verdicts"].words.caption
    for words in (
        "95% intervals by Student's t",
        "1,000 fresh matches",
        "seed 7",
        "0.5 points a round",
    ):
        assert words in caption
    others = next(each for each in paired_pictures(lone_run()) if each.stem == "t3_buying-verdicts")
    assert "Among 3 novice players; all the others do it as well." in others.words.caption


def test_rounds_are_told_only_where_they_are_decided():
    made = next(round_pictures(tip_run()))
    first = made.told.sentence.splitlines()[0]
    assert first.endswith("saves points in rounds 5 to 7 and costs points in round 1.")
    assert len(made.rows) == 14
    assert made.rows[6]["contract"] == "R4 R4 R4"


def test_counting_is_shown_by_its_labels():
    made = {each.stem: each for each in counting_pictures(counting_run())}
    assert list(made) == [
        "rounds-points",
        "rounds-down",
        "rounds-down_by_turn-by-jokers_dealt",
        "rounds-down_by_turn-by-arm",
    ]
    points = made["rounds-points"]
    assert points.told.sentence == (
        "Buying only what is missing: most points a round: round 7 (70.0); fewest: round 1 "
        "(10.0), 60.0 ±2.2 less.\n"
        "Never buying: most points a round: round 7 (80.0); fewest: round 1 (20.0), 60.0 ±2.2 less."
    )
    assert len(points.rows) == 14
    assert (
        "round 7 (70.0%); least often: round 1 (10.0%), 60.0 ±4.4 %-points less."
        in made["rounds-down"].told.sentence
    )
    assert "intervals with the deal as cluster" in points.words.caption


def test_what_is_not_surely_different_is_said_so():
    run = counting_run()
    wide = tuple(
        type(count)(
            count.experiment,
            count.case,
            count.arm,
            count.measure,
            count.labels,
            around(count.value.estimate, 99.0, kind="cluster-t"),
            count.observations,
        )
        for count in run.counts
        if count.measure == "points"
    )
    (made,) = counting_pictures(type(run)(run.experiment, run.manifest, counts=wide))
    assert made.told.sentence.splitlines()[1] == (
        "Never buying: the highest and the lowest value are not surely different."
    )


def test_who_plays_first_is_told_as_one_says_it():
    of = experiment("seats", design="counting", contrasts=(), measures=("points",), by=("place",))
    case = dataclasses.replace(AT, field="table")
    found = [
        Count(of, case, "usual", "points", {"place": n}, around(28.0 + 2 * n, 0.4), 4000)
        for n in range(1, 5)
    ]
    (made,) = counting_pictures(Run(of, manifest(of), counts=tuple(found)))
    assert made.told.sentence == (
        "Most points a round: who plays fourth (36.0); fewest: who plays first (30.0), 6.0 ±1.1 "
        "less."
    )
    assert "Here: 4 players and steady players." in made.words.caption


def test_each_joker_more_has_its_worth():
    """Two rounds: the first joker saves 10 and 6 points, the second 3 and 5."""
    of = experiment("jokers", design="counting", contrasts=(), measures=("points",))
    case = dataclasses.replace(AT, field="table")
    points = {1: (40.0, 30.0, 27.0), 2: (30.0, 24.0, 19.0)}
    found = [
        Count(of, case, "usual", "points", {"round": n, "jokers_dealt": j}, around(value, 0.3), 99)
        for n, values in points.items()
        for j, value in enumerate(values)
    ]
    said, table = answers(found)
    assert "the first 8.0 ±0.5 and the second and further 4.0 ±0.5." in said.text
    assert [row[:2] for row in table.rows] == [
        ("1", "10.0 ±0.5"),
        ("2", "6.0 ±0.5"),
        ("all", "8.0 ±0.5"),
    ]


def test_the_round_that_decides_is_the_one_of_the_widest_spread():
    """Variances 100, 400 and 300: the dearest round is not the one that decides."""
    of = experiment("rounds", design="counting", contrasts=(), measures=("points",))
    case = dataclasses.replace(AT, field="table")
    found = []
    for n, (mean, variance) in enumerate([(10.0, 100.0), (20.0, 400.0), (30.0, 300.0)], start=1):
        for measure, value in (("points", mean), ("points_squared", mean**2 + variance)):
            one = around(value, 0.01)
            found.append(Count(of, case, "usual", measure, {"round": n}, one, 4000))
    said, table = answers(found)
    assert "of all points most are collected in round 3 (50%)." in said.text
    assert "most comes from round 2 (50%)." in said.text
    assert [row[4] for row in table.rows] == ["12%", "50%", "38%"]
    wide = [dataclasses.replace(each, value=around(each.value.estimate, 2.0)) for each in found]
    assert (
        "most comes from one of the rounds 2 (50%) or 3 (38%), which cannot be told apart."
        in next(iter(answers(wide))).text
    )


def test_the_numbers_of_a_curve_are_called_as_its_arms_are():
    assert axis_words(dose_run().experiment, doses(dose_run().experiment)) == (
        "throwing jokers at … cards (joker_few)"
    )
