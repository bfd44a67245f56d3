"""What the README shows works as shown."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rummysim.experiments.store import open_store
from rummysim.policies.registry import policy_names
from rummysim.reports.runs import read_run
from rummysim.stats.rounding import gain
from tests.e2e.program import run_program

REFERENCE = Path(__file__).parents[2] / "results" / "reference" / "runs"
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_python_answers_as_it_says(tmp_path):
    program = next(block for block in blocks("python") if "import rummysim\n" in block)
    program = program.replace("deals=1000", "deals=5")
    lines = program.rstrip().splitlines()
    lines[-1] = f"print(repr({lines[-1].split('  #')[0]}))"
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, cwd=tmp_path
    )
    assert ran.returncode == 0, ran.stderr
    expected = re.search(r"array\(\[\d+\]\)", program)
    assert expected is not None
    assert ran.stdout.strip() == expected.group()


FOUND = {  # rows of the table of tips, by their experiment and comparison
    "collect for the contract only": ("t1_task", 0),
    "keep every joker": ("t2_jokers", 0),
    "until an opponent is down": ("t2_jokers", 1),
    "buy only what the contract lacks": ("t3_buying", 0),
    "nothing": ("t3_buying", 2),
    "lay down at once": ("t4_lay_down", 0),
    "of equal cards throw the dear one": ("t5_high_cards", 1),
    "throw it at the price of useful cards": ("t5_high_cards", 2),
    "keep from others what they collect": ("t6_watch", 0),
}


def test_what_it_found_are_the_numbers_of_the_report():
    runs = {
        name: read_run(open_store(REFERENCE / name))
        for name in dict.fromkeys(name for name, _ in FOUND.values())
    }
    for said, (name, place) in FOUND.items():
        cells = next(line for line in README.splitlines() if f"| {said} |" in line).split("|")
        shown = [cell.strip(" *").replace(" ± ", " ±") for cell in cells[3:7]]
        row = runs[name].rows[place]
        numbers = [text for f in row.shown for text in (gain(f.points), gain(f.wins, 100))]
        assert shown[::2] == numbers[::2]
        wins = [100 * f.wins.estimate for f in row.shown]
        assert [float(text) for text in shown[1::2]] == [round(each, 1) for each in wins]


def test_every_player_is_told():
    assert re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE) == policy_names()


def saved_as(name: str) -> str:
    """The text that the reader is told to save as ``name``."""
    found = re.search(rf"Save\sthis as `{name}`:\n\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kitchen.toml", ["kitchen.toml"]),
        ("my_policy.py", ["shanghai", "--policy", "my_policy.py:decide,greedy,greedy"]),
    ],
)
def test_files_of_the_reader_are_taken(tmp_path, name, words):
    (tmp_path / name).write_text(saved_as(name), encoding="utf-8")
    ran = run_program(tmp_path, "simulate", *words, "--deals", "3", "--round", "1", "-q")
    assert ran.returncode == 0, ran.stderr
    assert "3 rounds" in ran.stdout or "3 matches" in ran.stdout


def test_a_house_rule_is_put_to_the_test_as_the_reader_is_told(tmp_path):
    (tmp_path / "one_buy.toml").write_text(saved_as("one_buy.toml"), encoding="utf-8")
    few = ["stop.max_deals=20", "stop.confirm_min=0", "stop.confirm_max=0"]
    options = [word for each in few for word in ("--set", each)]
    ran = run_program(tmp_path, "run", "one_buy.toml", "-q", *options)
    assert ran.returncode == 0, ran.stderr
    said = " ".join(ran.stdout.split())
    assert "Buying once a round at most, instead of playing as usual" in said


def test_the_question_of_the_reader_is_answered_as_shown(tmp_path):
    (tmp_path / "wait.toml").write_text(saved_as("wait.toml"), encoding="utf-8")
    ran = run_program(tmp_path, "run", "wait.toml", "-q")
    assert ran.returncode == 0, ran.stderr
    shown = re.search(r"```\n(\s+points a.*?)\n```", README, re.DOTALL)
    assert shown is not None
    assert shown.group(1) in ran.stdout
