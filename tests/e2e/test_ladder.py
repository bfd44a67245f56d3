"""The ladder as a user asks for it: tables, numbers for programs, charts, and stopping."""

import contextlib
import csv
import io
import itertools
import json
import shlex

import pytest

from rummysim.cli import app as application
from rummysim.policies.registry import policy_names
from rummysim.reports.charts import Words, save_chart
from rummysim.reports.matrix_chart import Cell, matrix_chart

USERS = """
from rummysim.kernels.layout import CLAIM
from rummysim.policies import baselines
from rummysim.policies.parameters import Parameter

PARAMETERS = (
    Parameter("cards", "buys while the hand has at most so many", default=14, low=0, high=30),
    Parameter("jokers", "always buys jokers", default=0, low=0, high=1),
)

def buyer(view, table, rules, params):
    if view.phase == CLAIM:
        if params.value[1] > 0 and table.top == 52:
            return 1
        if view.hand.size > params.value[0]:
            return 0
    return baselines.greedy(view, table, rules, params)
"""
PAIR = ["ladder", "shanghai", "-p", "random,greedy", "--round", "1", "-q", "--deals"]


def test_a_ladder_for_programs_with_players_of_ones_own(run, tmp_path):
    (tmp_path / "my.py").write_text(USERS)
    policies = ["greedy", "my.py:buyer(cards=11, jokers=1)", "my.py:buyer(cards=0)"]
    words = ["ladder", "shanghai", "-p", f"{policies[2]},greedy", "-p", policies[1], "-d", "12"]
    ended = run(*words, "-n", "3", "--json", "-q", "--out", "charts")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert (found["command"], found["complete"], found["interval"]) == ("ladder", True, "95%")
    assert found["inputs"]["players"] == 3
    assert found["games"] == 6 * 3 * 12
    assert {row["policy"] for row in found["ranking"]} == set(policies)
    assert [row["rank"] for row in found["ranking"]] == [1, 2, 3]
    better = [row["points_better"] for row in found["ranking"]]
    assert better == sorted(better, reverse=True)
    steps = [(row["upper"], row["lower"]) for row in found["steps"]]
    order = [row["policy"] for row in found["ranking"]]
    assert steps == list(itertools.pairwise(order))
    assert len(found["steps_by_round"]) == 2 * 7
    cells = {(row["row"], row["column"]): row for row in found["matrix"]}
    assert len(cells) == 6
    for row in cells.values():
        assert row["points_better_match"] == pytest.approx(7 * row["points_better"])
        assert row["points_better_low"] < row["points_better"] < row["points_better_high"]
        assert row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"]
    for step, (upper, lower) in zip(found["steps"], steps, strict=True):
        both = cells[upper, lower]["points_better"] - cells[lower, upper]["points_better"]
        assert step["points_better"] == pytest.approx(both / 2)
    picture = (tmp_path / "charts" / "ladder_points.svg").read_text()
    assert "12 deals" in picture
    assert "my.py:buyer(cards=0)" in " ".join(picture.split())


def test_tables_and_charts_are_the_same_on_every_run(run, tmp_path):
    first = run(*PAIR, "30", "--csv", "--out", "one", "-w", "1")
    second = run(*PAIR, "30", "--csv", "--out", "two", "-w", "2")
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    names = {path.name for path in (tmp_path / "one").iterdir()}
    charts = ("ladder_points", "ladder_wins", "ladder_ranking")
    expected = {f"{stem}.{kind}" for stem in charts for kind in ("svg", "png", "csv")}
    assert names == expected | {"ladder_steps.csv", "ladder_rounds.csv", "ladder_inputs.json"}
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert (tmp_path / "one" / "ladder_points.csv").read_text() == first.stdout
    rows = list(csv.DictReader(io.StringIO(first.stdout)))
    assert [(row["row"], row["column"]) for row in rows] == [
        ("greedy", "random"),
        ("random", "greedy"),
    ]


def test_tables_fit_80_columns(run):
    for words in (["20"], ["20", "--by-round"]):
        ended = run(*PAIR, *words)
        assert ended.returncode == 0
        assert max(map(len, ended.stdout.splitlines())) <= 80
        assert ("Steps by round" in ended.stdout) == (len(words) > 1)
        assert "1 greedy > 2 random" in ended.stdout
        assert "PARTIAL" not in ended.stdout


def test_all_built_in_policies_take_part_unless_told_otherwise(run):
    found = json.loads(run("ladder", "shanghai", "-r", "1", "-d", "1", "-q", "--json").stdout)
    listed = json.loads(run("list", "policies", "--json").stdout)["policies"]
    assert set(found["inputs"]["policies"]) == {policy["name"] for policy in listed}


def test_ctrl_c_keeps_what_was_done_and_says_so(monkeypatch, capsys, tmp_path):
    def stop(done, deals):
        if done >= 8:
            raise KeyboardInterrupt

    monkeypatch.setattr("rummysim.cli.ladder.progress", lambda *_: contextlib.nullcontext(stop))
    words = ["ladder", "shanghai", "-p", "random,greedy", "--round", "1", "--deals", "5000"]
    assert application.run([*words, "--out", str(tmp_path / "charts")]) == 130
    said = capsys.readouterr()
    assert said.out.startswith("PARTIAL, stopped after ")
    assert "of 5,000 deals" in said.out
    assert "1 greedy > 2 random" in said.out
    assert "Stopped: this is of the first" in said.err
    assert "Nothing was written" in said.err
    assert list((tmp_path / "charts").iterdir()) == []
    assert application.run([*words, "--json", "-q"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["complete"], found["deals_asked"]) == (False, 5000)
    assert 8 <= found["inputs"]["deals"] < 5000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-p", "greedy"], "a ladder needs two policies or more"),
        (["-p", "greedy,greedy"], "policy 'greedy' is listed twice"),
        (["-p", "greedy,gredy"], "did you mean 'greedy'"),
        (["-n", "9"], "9 players"),
        (["--deals", "100000000000"], "deals = 100000000000"),
        (["-a", "greedy", "-p", "random,greedy"], "policy 'greedy' is listed, too"),
        (["-a", "greedy,steady"], "greedy,steady"),
        (["-a", "greedy", "--ideas"], "'greedy' has no parameter away from its default"),
        (["-a", "random", "--ideas"], "'random' has no parameter away from its default"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(capsys, words, said):
    assert application.run(["ladder", "shanghai", "-q", *words]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_ideas_of_nobody_are_refused(capsys):
    assert application.run(["ladder", "shanghai", "-q", "--ideas"]) == 2
    assert "--against POLICY" in capsys.readouterr().err


def test_all_against_one_for_programs(run, tmp_path):
    (tmp_path / "my.py").write_text(USERS)
    words = ["ladder", "shanghai", "--against", "my.py:buyer(cards=12, jokers=1)", "-d", "6"]
    ended = run(*words, "--ideas", "-p", "greedy", "--json", "-q", "-n", "3", "--out", "found")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    reference = "my.py:buyer(cards=12, jokers=1)"
    assert (found["command"], found["inputs"]["against"]) == ("ladder", reference)
    assert found["reference"]["policy"] == reference
    assert found["reference"]["points"] > 0
    ideas = {"my.py:buyer(jokers=1)", "my.py:buyer(cards=12)"}
    assert {row["policy"] for row in found["steps"]} == {"greedy"} | ideas
    better = [row["points_better"] for row in found["steps"]]
    assert better == sorted(better, reverse=True)
    assert len(found["steps_by_round"]) == 3 * 7
    assert found["games"] == 6 * (1 + 3 * 2 * 3)
    names = {path.name for path in (tmp_path / "found").iterdir()}
    stems = ("ladder_against", "ladder_against_rounds")
    charts = {f"{stem}.{kind}" for stem in stems for kind in ("svg", "png", "csv")}
    assert names == charts | {"ladder_against_inputs.json"}
    picture = " ".join((tmp_path / "found" / "ladder_against.svg").read_text().split())
    assert "6 deals" in picture
    assert "jokers=1)" in picture


def test_what_lies_beside_the_tables_gives_them_again(run, tmp_path):
    words = ["shanghai", "--set", "buy.limit=1", "-a", "steady", "-p", "greedy(buy=never, weigh=2)"]
    few = ["-n", "3", "-d", "4", "--seed", "7", "--first-deal", "5", "-r", "2", "-q", "--no-charts"]
    first = run("ladder", *words, *few, "--csv", "--out", "first")
    assert first.returncode == 0, first.stderr
    kept = json.loads((tmp_path / "first" / "ladder_against_inputs.json").read_text())
    assert kept["inputs"]["against"] == "steady"
    again = shlex.split(kept["again"])
    assert again[:2] == ["rummysim", "ladder"]
    second = run(*again[1:], "--csv", "-q", "--out", "second")
    assert second.stdout == first.stdout
    tables = {"ladder_against.csv", "ladder_against_rounds.csv", "ladder_against_inputs.json"}
    assert {path.name for path in (tmp_path / "first").iterdir()} == tables
    for name in tables - {"ladder_against_inputs.json"}:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
    assert first.stdout == (tmp_path / "first" / "ladder_against.csv").read_text()


def test_a_comparison_for_people(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    words = ["ladder", "shanghai", "-a", "greedy", "-r", "1", "-d", "12", "-q"]
    assert application.run([*words, "--by-round"]) == 0
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    others = [name for name in policy_names() if name != "greedy"]
    assert f"{len(others)} policies against greedy" in said
    assert all(f"\n{name} " in said for name in others)
    assert "By round" in said
    assert application.run(words) == 0
    assert "By round" not in capsys.readouterr().out


def test_a_matrix_shows_numbers_that_need_no_colour(tmp_path):
    cells = {
        (0, 1): Cell(90.0, ("+90", "±1")),
        (1, 0): Cell(-0.1, ("-0.1", "±0.3"), sure=False),
        (2, 0): Cell(0.0, ("0",)),
    }
    labels = ["one", "two", "three"]
    for folder in ("a", "b"):
        chart = matrix_chart((labels, labels[:2]), cells, Words("A title", "A caption"))
        save_chart(chart, tmp_path / folder / "matrix", [{"cells": 3}])
    for kind in ("svg", "png"):
        files = [(tmp_path / folder / f"matrix.{kind}").read_bytes() for folder in ("a", "b")]
        assert files[0] == files[1]
    picture = (tmp_path / "a" / "matrix.svg").read_text()
    assert all(line in picture for cell in cells.values() for line in cell.lines)
    assert sum(bool(patch.get_hatch()) for patch in chart.patches) == 1
    shades = [patch.get_facecolor() for patch in chart.patches if patch.get_fill()]
    assert len(shades) == 6
    assert shades[1][2] > shades[1][0]  # blue above zero
    assert shades[2][0] > shades[2][2]  # orange below, if only a little
    assert shades[4] == (1.0, 1.0, 1.0, 1.0)
