"""What a tuning run leaves for people: a preset, a page, a chart."""

import tomllib
from dataclasses import replace

import pytest

from rummysim.policies.parameters import Parameter, choice
from rummysim.policies.presets import MAX_SUMMARY, load_settings
from rummysim.policies.registry import Policy
from rummysim.policies.script_parameters import SCRIPT
from rummysim.reports import tuning as reports
from rummysim.simulation.tuning import Finalist, Generation, Tuned
from rummysim.simulation.tuning_axes import Axis
from rummysim.simulation.tuning_match import Gain
from rummysim.stats.estimate import Estimate

INPUTS = {
    "rummysim": "0.1.0",
    "engine": "1",
    "optimiser": "cmaes 0.13.1, CMAwM",
    "game": "shanghai",
    "players": 4,
    "round": None,
    "policy": "steady",
    "fields": ["steady", "greedy,random,random"],
    "both_ways": False,
    "deals": 500,
    "population": 2,
    "seed": 7,
    "seeds": {"check": 123456789},
    "history": "steady-tuned.jsonl",
    "choose_deals": 2000,
    "check_deals": 5000,
}


def around(value, deals):
    return Estimate(value, value - 0.5, value + 0.5, deals, "t")


def line(number, mean, values):
    found = {"generation": number, "candidate": 1, "first_deal": 500 * (number - 1)}
    return found | {"values": values, "mean": mean, "low": mean - 1, "high": mean + 1}


def tuned_of(axes, best):
    names = [axis.parameter.name for axis in axes]
    values = dict(zip(names, best, strict=True))
    generations = [Generation(n, [line(n, n / 2, values), line(n, n, values)]) for n in (1, 2, 3)]
    start = Finalist(tuple(axis.start for axis in axes), "start", around(0.5, 2000))
    found = Finalist(best, "candidate 2 of generation 3", around(1.25, 2000))
    gain = Gain("all", 5000, around(1.25, 5000), around(0.02, 5000), *[around(0.3, 5000)] * 2)
    return Tuned(axes, generations, [found, start], found, [gain])


@pytest.fixture
def tuned():
    axes = (
        Axis(Parameter("calm", "how calm", 1, 0, 5), 1.0),
        Axis(choice("throw", "what goes first", "high", "high low random"), 0.0),
    )
    return tuned_of(axes, (2.5, 2.0))


def test_the_preset_is_loaded_with_the_values_found(tmp_path):
    """Every parameter of the script is moved to the other end of its range, and comes back."""
    base = load_settings("steady")
    pairs = list(zip(SCRIPT, base.values, strict=True))
    axes = tuple(Axis(parameter, value) for parameter, value in pairs)
    best = tuple(
        float(parameter.low if value == parameter.high else parameter.high)
        for parameter, value in pairs
    )
    policy = Policy(base.text, None, base.values, base)
    text = reports.preset_text(INPUTS, tuned_of(axes, best), policy)
    path = tmp_path / "steady-tuned.toml"
    path.write_text(text, encoding="utf-8")
    found = load_settings(str(path))
    assert found.values == best
    assert found.summary == "steady, tuned among steady; greedy,random,random"
    assert tomllib.loads(text)["base"] == "steady"
    assert max(map(len, text.splitlines())) < 160


def test_the_preset_says_where_its_numbers_come_from(tuned):
    policy = Policy("steady", None)
    text = reports.preset_text(INPUTS, tuned, policy)
    assert "calm = 2.5  # tuned from 1; searched: a number from 0 to 5\n" in text
    assert 'throw = "random"  # tuned from high; searched: high, low or random\n' in text
    said = " ".join(line.removeprefix("# ") for line in text.splitlines() if line[0:1] == "#")
    for words in (
        "3 generations of 2 candidates, 500 deals each, seed 7",
        "Every evaluation is in steady-tuned.jsonl",
        "candidate 2 of generation 3",
        "On 5,000 other deals (seed 123456789) it is 1.25 points per round (0.75 to 1.75)",
        "wins 2.0 (-48.0 to 52.0) more matches of a hundred",
    ):
        assert words in said
    many = INPUTS | {"fields": [f"steady(buy_below={n})" for n in range(20)]}
    summary = tomllib.loads(reports.preset_text(many, tuned, policy))["summary"]
    assert len(summary) == MAX_SUMMARY
    assert summary.endswith(" ...")


def test_the_page_shows_values_finalists_and_gains(tuned):
    page = reports.tuning_page(INPUTS, tuned, "steady(calm=2.5)", 80)
    assert "calm          1    2.5" in page
    assert "throw      high random" in page
    assert "candidate 2 of generation 3      1.2 ±0.5    yes" in page
    assert "--policy 'steady(calm=2.5)'" in page
    kept = Tuned(tuned.axes, tuned.generations, tuned.finalists, tuned.finalists[-1], tuned.gains)
    assert "Nothing that was tried is better than steady as it was." in reports.tuning_page(
        INPUTS, kept, "steady", 80
    )


def test_both_ways_every_text_says_so_and_shows_each_way(tuned):
    inputs = INPUTS | {"fields": ["greedy"], "both_ways": True}
    gain = replace(tuned.gains[0], alone=around(12.9, 5000), reverse=around(56.7, 5000))
    tuned = replace(tuned, gains=[gain])
    page = reports.tuning_page(inputs, tuned, "steady(calm=2.5)", 80)
    for words in (
        "steady tuned both ways among greedy: shanghai",
        "one such player one of them among",
        "12.9 ±0.5         56.7 ±0.5",
        "with its sign\nturned",
    ):
        assert words in page
    one_way = reports.tuning_page(INPUTS, tuned, "steady(calm=2.5)", 80)
    assert "such player" not in one_way
    assert "oth ways" not in one_way
    text = reports.preset_text(inputs, tuned, Policy("steady", None))
    said = " ".join(line.removeprefix("# ") for line in text.splitlines() if line[0:1] == "#")
    for words in (
        "4 players, both ways among greedy.",
        "more matches of a hundred, as means of both ways; 95% intervals. Alone among the others "
        "it is 12.90 points per round (12.40 to 13.40) better than they are, and one of them "
        "alone among such players 56.70 points per round (56.20 to 57.20).",
    ):
        assert words in said
    assert tomllib.loads(text)["summary"] == "steady, tuned both ways among greedy"
    found = reports.results_of(tuned)["gains"][0]
    assert found["reverse"] == {"mean": 56.7, "low": 56.2, "high": 57.2}
    axes = reports.history_chart(inputs, tuned)
    assert axes.get_ylabel() == "points per round better, mean of both ways"


def test_results_for_programs_name_words_as_words(tuned):
    found = reports.results_of(tuned)
    assert found["values"] == {"calm": 2.5, "throw": "random"}
    assert found["start"] == {"calm": 1.0, "throw": "high"}
    assert [row["mean"] for row in found["generations"]] == [0.75, 1.5, 2.25]
    assert found["gains"][0]["points"] == {"mean": 1.25, "low": 0.75, "high": 1.75}
    assert found["finalists"][0]["deals"] == 2000


def test_files_are_the_same_bytes_every_time(tuned, tmp_path):
    written = []
    for folder in ("one", "two"):
        stem = tmp_path / folder / "steady.v2"
        files = reports.write_results(INPUTS, tuned, stem, "summary = 'x'\n")
        assert [file.name for file in files] == [
            f"steady.v2.{kind}" for kind in ("toml", "svg", "png", "csv")
        ]
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]
    assert b"average of the generation" in written[0][1]
    rows = written[0][3].decode().splitlines()
    assert rows[0].startswith("generation,first_deal,best,best_low,best_high,mean,")
    assert len(rows) == 4


def test_a_run_of_one_round_speaks_of_rounds(tuned):
    inputs = INPUTS | {"round": 7}
    page = reports.tuning_page(inputs, tuned, "steady", 80)
    assert "rounds gained" in page
    assert "rounds won" in page
    assert "match" not in page
    ways = replace(tuned.gains[0], alone=around(1.0, 5000), reverse=around(2.0, 5000))
    both = reports.tuning_page(
        inputs | {"both_ways": True}, replace(tuned, gains=[ways]), "steady", 80
    )
    assert "shares of\nrounds" in both or "shares of rounds" in both
    assert "match" not in both
    text = reports.preset_text(inputs, tuned, Policy("steady", None))
    assert "rounds of a hundred" in text.replace("\n# ", " ")
    assert "match" not in text


def test_no_line_of_the_page_is_wider_than_asked(tuned):
    many = INPUTS | {"fields": [f"steady(buy_below={n})" for n in range(9)]}
    page = reports.tuning_page(many, tuned, "steady(calm=2.5)", 80)
    assert max(map(len, page.splitlines())) <= 80
    assert "rummysim 0.1.0" in page


def test_when_nothing_is_better_it_is_said_plainly(tuned):
    kept = replace(tuned, best=tuned.finalists[-1])
    text = reports.preset_text(INPUTS, kept, Policy("steady", None))
    assert "Nothing better was found: these are the values of the start." in text.replace(
        "\n# ", " "
    )
    assert "further ahead" not in text
    unclear = replace(tuned.gains[0], points=around(0.1, 5000))
    page = reports.tuning_page(INPUTS, replace(tuned, gains=[unclear]), "steady", 80)
    assert "The gain in points is not clear" in page
    assert "not clear" not in reports.tuning_page(INPUTS, tuned, "steady", 80)


def test_a_share_with_an_uneven_interval_has_both_ends(tuned):
    few = replace(tuned.gains[0], wins=Estimate(0.17, -1.0, 1.0, 2, "t"))
    page = reports.tuning_page(INPUTS, replace(tuned, gains=[few]), "steady", 80)
    assert "17% (-100 to 100)" in page
    assert "2% ±50" in reports.tuning_page(INPUTS, tuned, "steady", 80)


def test_the_legend_of_the_chart_hides_no_point(tuned):
    axes = reports.history_chart(INPUTS, tuned)
    axes.figure.canvas.draw()
    top = axes.get_legend().get_window_extent().y1
    rows = reports.generation_rows(tuned.generations)
    lowest = min(row[key] for row in rows for key in ("best_low", "mean_low"))
    assert axes.transData.transform((1, lowest))[1] > top
