"""``rummysim tune`` on a player whose best values are known."""

import json
import signal
import subprocess
import sys
import time

import pytest

from tests.e2e.program import PROGRAM, environment, run_program

CARELESS = '''
from rummysim.kernels.look import pick
from rummysim.policies import baselines
from rummysim.policies.parameters import Parameter

PARAMETERS = (
    Parameter("careless", "share of decisions that are left to chance", 0.5, 0, 1),
    Parameter("steady", "plays with care at all: 0 or 1", 0, 0, 1, True),
)


def decide(view, table, rules, params):
    """Greedy, but for the decisions that it leaves to chance."""
    if params.value[1] == 0 or pick(view, table, 7, 1000) < 1000 * params.value[0]:
        return baselines.random(view, table, rules, params)
    return baselines.greedy(view, table, rules, params)
'''
COMMAND = (
    "tune careless.py:decide --game shanghai --players 3 --field greedy --deals 10 "
    "--generations 10 --population 6 --spread 0.25 --seed 1 --out run.toml"
)
WORDS = COMMAND.split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the policy, and a finished run in it."""
    folder = tmp_path_factory.mktemp("tune")
    (folder / "careless.py").write_text(CARELESS)
    ran = run_program(folder, *WORDS, "--json", "-v")
    assert ran.returncode == 0, ran.stderr
    (folder / "run.json").write_text(ran.stdout)
    (folder / "run.err").write_text(ran.stderr)
    return folder


def test_the_best_values_are_found_and_the_gain_is_measured_elsewhere(folder):
    found = json.loads((folder / "run.json").read_text())
    assert found["values"]["steady"] == 1
    assert found["values"]["careless"] < 0.1
    assert found["policy"].startswith("careless.py:decide(careless=0")
    (gain,) = found["gains"]
    assert gain["points"]["low"] > 20
    assert gain["wins"]["low"] > 0
    assert len(set(found["inputs"]["seeds"].values())) == 3
    assert found["inputs"]["sources"]["careless.py"]


def test_its_files_lie_together_and_are_told(folder):
    for kind in ("jsonl", "svg", "png", "csv"):
        assert (folder / f"run.{kind}").stat().st_size > 1000
        assert f"Wrote run.{kind}\n" in (folder / "run.err").read_text()
    assert not (folder / "run.toml").exists()  # it could not hold a player of one's own
    assert "Generation 10: best " in (folder / "run.err").read_text()
    lines = [json.loads(text) for text in (folder / "run.jsonl").read_text().splitlines()]
    assert [line["line"] for line in lines[:3]] == ["tune", "budget", "search"]


def test_stopped_and_resumed_it_ends_with_the_same_bytes(folder, tmp_path):
    (tmp_path / "careless.py").write_text(CARELESS)
    history = tmp_path / "run.jsonl"
    with subprocess.Popen(
        [*PROGRAM, *WORDS],
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        # A shell that starts jobs in the background has them ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        deadline = time.monotonic() + 300
        while not history.exists() or history.read_bytes().count(b"\n") < 8:
            assert running.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.005)
        running.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
        said = running.communicate()[1]
    assert running.returncode == 130, said
    assert "evaluations, which run.jsonl keeps; the same command with --resume" in said
    with history.open("ab") as file:
        file.write(b'{"line": "search", "generation": 1, "candid')  # and the power fails
    refused = run_program(tmp_path, *WORDS)
    assert refused.returncode == 1
    assert refused.stderr == (
        "Error: run.jsonl holds a run already; add --resume to go on with it, or give another "
        "--out\n"
    )
    resumed = run_program(tmp_path, *WORDS, "--resume", "-q")
    assert resumed.returncode == 0, resumed.stderr
    assert "Play it with --policy 'careless.py:decide(" in resumed.stdout
    for kind in ("jsonl", "svg", "png", "csv"):
        assert (tmp_path / f"run.{kind}").read_bytes() == (folder / f"run.{kind}").read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["random"], 2, "declares no parameter that is a number, so there is nothing to tune"),
        (["nobody"], 2, "unknown policy 'nobody'"),
        (["random", "--population", "3"], 2, "nothing to tune"),
        (["random", "--field", "greedy,greedy"], 2, "2 policies for the 3 others at a table of 4"),
        (["random", "--out", "nowhere/a.toml"], 2, "there is no folder nowhere"),
        (["random", "--round", "8"], 2, "'8' is no round of shanghai"),
        (["random", "--players", "9"], 2, "9 players"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(capsys, words, code, said):
    from rummysim.cli import app as application

    assert application.run(["tune", *words, "-q"]) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_run_of_one_way_does_not_go_on_both_ways(folder, capsys, monkeypatch):
    from rummysim.cli import app as application

    monkeypatch.chdir(folder)
    before = (folder / "run.jsonl").read_bytes()
    assert application.run([*WORDS, "--resume", "--both-ways", "-q"]) == 1
    said = "run.jsonl was begun with both_ways = false, and this command has true"
    assert said in capsys.readouterr().err
    assert (folder / "run.jsonl").read_bytes() == before
    mixed = ["--both-ways", "--field", "greedy,random", "--out", "mixed.toml", "-q"]
    assert application.run([*WORDS, *mixed]) == 2
    assert "'greedy,random' has different players; both ways, a" in capsys.readouterr().err
    assert not (folder / "mixed.jsonl").exists()


def test_a_policy_file_of_that_name_is_not_overwritten(tmp_path, capsys, monkeypatch):
    from rummysim.cli import app as application

    (tmp_path / "careless.py").write_text(CARELESS)
    (tmp_path / "mine.toml").write_text("summary = 'mine'\n")
    monkeypatch.chdir(tmp_path)
    words = ["tune", "careless.py:decide", "--out", "mine.toml", "--deals", "2"]
    assert application.run([*words, "--generations", "1", "-q"]) == 1
    assert "mine.toml is there already; give another --out" in capsys.readouterr().err
    assert not (tmp_path / "mine.jsonl").exists()


def test_a_field_written_twice_counts_once():
    from rummysim.cli.tune import SearchOptions, TableOptions, contest_of

    fields = ["greedy", "greedy()", "random", "greedy,greedy,greedy", "greedy,random,random"]
    table = TableOptions(players=4, fields=fields)
    contest = contest_of("steady", table, SearchOptions(), None)
    assert contest.field_names == ["greedy", "random", "greedy,random,random"]
    assert contest.tables == 3
