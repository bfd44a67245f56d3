"""The page about the strength of the players: made from tables, and from nothing else."""

import json
import re
from pathlib import Path

import pytest

from rummysim.cli import app as application
from rummysim.errors import StoreError
from rummysim.policies.registry import policy_settings
from rummysim.reports.data import csv_text
from rummysim.reports.strength import main, read_csv, strength_page
from rummysim.simulation.tuning import STAGES, stage_seed
from rummysim.trace.text import ENGINE_VERSION

ROOT = Path(__file__).parents[2]
MEASURED = ROOT / "results" / "strength"
FEW = ["--seed", "3", "-q"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results of some deals, as ``make strength`` lays them out."""
    place = tmp_path_factory.mktemp("strength")
    three = ["-p", "random,greedy,steady", "--deals", "12"]
    for words in (
        ["ladder", "shanghai", "-n", "4", *three, "--out", "4-players"],
        ["ladder", "shanghai-2p", *three, "--no-charts", "--out", "2-players"],
        ["ladder", "shanghai", "-a", "steady", "--ideas", "--deals", "3", "--out", "ideas"],
        ["simulate", "shanghai", "-p", "steady", "--deals", "20", "--out", "steady-only"],
    ):
        assert application.run([*words[:-1], str(place / words[-1]), *FEW]) == 0
    return place


def test_the_page_tells_what_the_tables_hold(folder, capsys):
    page = strength_page(folder)
    for name, table in (("4-players", "shanghai, 4 players"), ("2-players", "shanghai-2p, 2")):
        order = [row["policy"] for row in read_csv(folder / name / "ladder_ranking.csv")]
        assert re.search(rf"\| {table}.* \| 12 \| {' > '.join(order)} \| . of 2", page)
        for row in read_csv(folder / name / "ladder_steps.csv"):
            assert f"| {row['upper']} > {row['lower']} | " in page
    ideas = read_csv(folder / "ideas" / "ladder_against.csv")
    assert [f"| `{row['policy']}` | " in page for row in ideas] == [True] * len(ideas)
    seats = read_csv(folder / "steady-only" / "simulate_seats.csv")
    score = sum(row["points"] for row in seats) / 4
    said = re.search(r"Mean final score of a player: (\d+)±(\d+) penalty points", page)
    assert said is not None
    assert abs(int(said[1]) - score) <= 0.5
    assert page.count("| 7 R4 R4 R4 |") == 3
    for chart in re.findall(r"!\[.+?\]\((.+?)\)", page):
        assert (folder / chart).is_file()
    assert "4-players/ladder_points.svg" in page
    assert "2-players/ladder_points.svg" not in page
    command = "rummysim ladder shanghai --against steady --ideas --players 4 --deals 3 --seed 3"
    assert f"| [ideas](ideas) | `{command}` |" in page


def test_all_some_and_none_down_are_all_rounds(folder):
    for row in read_csv(folder / "steady-only" / "simulate_rounds.csv"):
        total = row["all_down"] + row["some_down"] + row["none_down"]
        assert total == pytest.approx(1)
        assert row["some_down_low"] <= row["some_down"] <= row["some_down_high"]


def test_another_number_in_a_table_is_another_page(folder, tmp_path):
    kept = strength_page(folder)
    assert strength_page(folder) == kept
    table = folder / "ideas" / "ladder_against.csv"
    before = table.read_text()
    rows = read_csv(table)
    assert csv_text(rows) == before
    rows[0] |= {"points_better": 123.4, "points_better_low": 123.0, "points_better_high": 123.8}
    table.write_text(csv_text(rows))
    try:
        assert "+123.4±0.4" in strength_page(folder)
    finally:
        table.write_text(before)


def test_the_page_lies_in_the_folder_or_a_sentence_says_why_not(folder, tmp_path):
    assert main([str(folder)]) == ""
    assert (folder / "README.md").read_text() == strength_page(folder)
    (folder / "README.md").unlink()
    assert "one folder" in main([])
    assert "has no results" in main([str(tmp_path)])
    (tmp_path / "broken").mkdir()
    inputs = tmp_path / "broken" / "ladder_inputs.json"
    for text in ("{", "[]", "{}", json.dumps({"inputs": {"game": "shanghai"}})):
        inputs.write_text(text)
        with pytest.raises(StoreError, match="is no file of inputs"):
            strength_page(tmp_path)
    inputs.write_bytes((folder / "4-players" / "ladder_inputs.json").read_bytes())
    with pytest.raises(StoreError, match="cannot be read"):
        strength_page(tmp_path)


def test_strength_is_measured_on_deals_that_no_tuning_played():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    seed = re.search(r"^SEED := (\d+)$", text, re.MULTILINE)
    assert seed is not None
    tuned = {stage_seed(number, stage) for number in range(2000) for stage in STAGES}
    assert int(seed[1]) not in tuned


def test_the_measured_page_is_that_of_its_tables_and_of_the_players_as_they_are():
    assert (MEASURED / "README.md").read_text(encoding="utf-8") == strength_page(MEASURED)
    for file in MEASURED.glob("*/*_inputs.json"):
        asked = json.loads(file.read_text(encoding="utf-8"))
        assert asked["engine"] == ENGINE_VERSION
        for name, values in asked["inputs"]["parameters"].items():
            now = policy_settings(name)
            new = {p.name: p.default for p in now.parameters if p.name not in values}
            played = now.changed(values).changed(new)
            assert played.values == now.values, f"{name} has changed; run make strength"
