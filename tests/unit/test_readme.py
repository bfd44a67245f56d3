"""What the README shows works as shown."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rummysim.policies.registry import policy_names

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


def test_every_player_is_told():
    assert re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE) == policy_names()


@pytest.mark.parametrize(
    ("name", "language", "words"),
    [
        ("kitchen.toml", "toml", ["kitchen.toml"]),
        ("my_policy.py", "python", ["shanghai", "--policy", "my_policy.py:decide,greedy,greedy"]),
    ],
)
def test_files_of_the_reader_are_taken(tmp_path, name, language, words):
    (tmp_path / name).write_text(blocks(language)[0], encoding="utf-8")
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "rummysim",
            "simulate",
            *words,
            "--deals",
            "3",
            "--round",
            "1",
            "-q",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stderr
    assert "3 rounds" in ran.stdout or "3 matches" in ran.stdout
