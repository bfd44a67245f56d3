"""Every wrong input ends in one sentence on stderr, the right exit code and nothing on stdout."""

import os
import resource
import signal
import subprocess

import pytest

from rummysim.cli import app as application
from rummysim.reports.files import ready_folder
from tests.e2e.program import PROGRAM, environment

USAGE = 2

WRONG = {
    "command": (["simulte"], "did you mean 'simulate'"),
    "option": (["list", "--jsn"], "--json"),
    "game": (["simulate", "shanghi"], "did you mean 'shanghai'"),
    "page": (["show", "gredy"], "did you mean 'greedy'"),
    "no page": (["show", ""], "give a name"),
    "policy": (["simulate", "shanghai", "--policy", "gredy"], "did you mean 'greedy'"),
    "policy file": (["simulate", "shanghai", "--policy", "no.py:decide"], "no.py"),
    "players": (["simulate", "shanghai", "--players", "7"], "7"),
    "players of two": (["play", "shanghai", "--players", "2"], "shanghai-2p"),
    "policies": (
        ["play", "shanghai", "-n", "4", "-p", "greedy,random"],
        "2 policies for 4 players",
    ),
    "deals": (["simulate", "shanghai", "--deals", "0"], "--deals"),
    "deals in words": (["simulate", "shanghai", "--deals", "many"], "--deals"),
    "seed": (["simulate", "shanghai", "--seed", "1.5"], "whole number"),
    "large seed": (["odds", "shanghai", "--seed", str(2**63)], "whole number"),
    "round": (["odds", "shanghai", "--round", "8"], "rounds 1 to 7"),
    "round in words": (["odds", "shanghai", "--round", "last"], "rounds 1 to 7"),
    "page of a round": (["show", "shanghai:9"], "rounds 1 to 7"),
    "seat": (["play", "shanghai", "--seat", "5"], "no seat 5"),
    "card": (["hand", "shanghai", "8S 8Q"], "'8Q' is no card"),
    "copies": (["hand", "shanghai", "8S 8S 8S"], "8S"),
    "rule key": (["simulate", "shanghai", "--set", "buy.limt=1"], "did you mean 'limit'"),
    "rule value": (["simulate", "shanghai", "--set", "buy.limit=x"], "whole number"),
    "rule form": (["show", "shanghai", "--rules", "--set", "buy"], "--set"),
    "trace": (["replay", "none.toml"], "none.toml"),
    "endless trace": (["replay", "/dev/zero"], "pipe or device"),
    "large deal": (["play", "shanghai", "--deal", "9" * 20], "--deal"),
    "large first deal": (["simulate", "shanghai", "--first-deal", str(2**63 - 1)], "--first-deal"),
    "many digits": (["simulate", "shanghai", "--seed", "9" * 5000], "whole number"),
    "endless pace": (["play", "shanghai", "--pace", "inf"], "--pace"),
    "pace of no number": (["play", "shanghai", "--pace", "nan"], "--pace"),
    "no players": (["simulate", "shanghai", "-n", "0"], "--players"),
    "empty round": (["simulate", "shanghai", "-r", ""], "rounds 1 to 7"),
    "two forms": (["simulate", "shanghai", "--json", "--csv"], "one of --json and --csv"),
    "folder of rows": (["simulate", "shanghai", "--rows", "no/a.csv"], "no folder no"),
    "folder of a trace": (["play", "shanghai", "--trace", "no/a.toml"], "no folder no"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_one_sentence(run, case):
    words, said = WRONG[case]
    ended = run(*words)
    assert ended.returncode == USAGE
    assert ended.stdout == ""
    assert said.lower() in ended.stderr.lower()
    assert ended.stderr.startswith("Error: ")
    assert len(ended.stderr.strip().splitlines()) <= 2  # the sentence, and where to read more
    assert "Traceback" not in ended.stderr


def test_verbose_shows_where_an_error_came_from(run):
    ended = run("simulate", "shanghi", "-v")
    assert ended.returncode == USAGE
    assert "Traceback" in ended.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("base = ", "mine.toml is not valid TOML"),
        ('base = "shanghai"\n[buy]\nlimit = -1\n', "buy.limit"),
        (
            'base = "shanghai"\n[shoe]\npacks = 1\njokers = 0\n[deal]\ncards = 20\n',
            "the shoe has 52",
        ),
        ('base = "self.toml"\n', "self.toml"),
    ],
)
def test_unreadable_or_impossible_rule_files(run, tmp_path, text, said):
    (tmp_path / "mine.toml").write_text(text)
    ended = run("show", "mine.toml", "--rules")
    assert ended.returncode == USAGE
    assert ended.stdout == ""
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


POLICY = """
from rummysim.kernels.layout import DISCARD
from rummysim.policies import baselines

def illegal(view, table, rules, params):
    if view.phase == DISCARD:
        return 77
    return baselines.greedy(view, table, rules, params)

def peeks(view, table, rules, params):
    return view.stock

def short(view, table):
    return 0
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("illegal", "answered 77"),
        ("peeks", "reads 'stock', which a player cannot see"),
        ("short", "it must take (view, table, rules, params)"),
        ("missing", "no function 'missing'"),
    ],
)
def test_policies_that_break_their_contract(run, tmp_path, name, said):
    (tmp_path / "mine.py").write_text(POLICY)
    ended = run(
        "simulate", "shanghai", "--round", "1", "--deals", "5", "-p", f"mine.py:{name}", "-q"
    )
    assert ended.returncode == USAGE
    assert ended.stdout == ""
    assert said in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_damaged_trace_is_refused_and_a_forged_one_is_found_out(run, tmp_path):
    assert run("play", "shanghai", "--round", "1", "--trace", "match.toml", "-q").returncode == 0
    file = tmp_path / "match.toml"
    text = file.read_text()
    assert run("replay", "match.toml").returncode == 0
    thrown = next(line for line in text.splitlines() if "throws" in line)
    act, _, card = thrown.rpartition(" ")
    file.write_text(text.replace(thrown, f'{act} 1Z",', 1))
    assert run("replay", "match.toml").returncode == USAGE
    forged = f'{act} {"KC" if "KC" not in card else "KD"}",'
    file.write_text(text.replace(thrown, forged, 1))
    ended = run("replay", "match.toml")
    assert ended.returncode == 4
    assert ended.stdout.startswith("FAULT in round 1, turn ")


def test_a_reader_who_goes_away_ends_it_quietly():
    command = [*PROGRAM, "show", "shanghai", "--rules"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        process.wait(60)
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_a_full_disk_at_stdout_is_told():
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*PROGRAM, "list"],
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 1
    assert "No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_file_that_does_not_fit_is_not_left_half_written(run, tmp_path):
    words = ["simulate", "shanghai", "--round", "1", "--deals", "3000", "-q", "--rows"]
    assert run(*words, "whole.csv").returncode == 0
    ended = subprocess.run(
        [*PROGRAM, *words, "cut.csv"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert ended.returncode == 1
    assert "cut.csv could not be written" in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["whole.csv"]


def test_rows_go_into_a_pipe(run):
    ended = run("simulate", "shanghai", "-r", "1", "-d", "3", "-q", "--rows", "/dev/stderr")
    assert ended.returncode == 0
    assert len(ended.stderr.splitlines()) == 1 + 3 * 4
    assert ended.stderr.startswith("deal,")


def test_a_place_where_no_file_can_be(run, tmp_path):
    (tmp_path / "file").write_text("in the way")
    ended = run("play", "shanghai", "--round", "1", "--trace", "file/match.toml", "-q")
    assert ended.returncode == USAGE
    assert "there is no folder file for match.toml" in ended.stderr
    assert ended.stdout == ""
    (tmp_path / "folder").mkdir()
    ended = run("play", "shanghai", "--round", "1", "--trace", "folder", "-q")
    assert ended.returncode == 1
    assert "cannot write the trace to folder: Is a directory" in ended.stderr
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_cache_folder_that_cannot_be_made_is_replaced_for_the_run(run, tmp_path):
    (tmp_path / "file").write_text("in the way")
    ended = run("cache", "info", RUMMYSIM_CACHE_DIR=str(tmp_path / "file"))
    assert ended.returncode == 0
    assert "temporary" in ended.stdout


@pytest.mark.parametrize("words", [["list"], ["--help"], ["hand", "--help"]])
def test_a_closed_stdout_is_told(words):
    ended = subprocess.run(
        [*PROGRAM, *words],
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        preexec_fn=lambda: os.close(1),
    )
    assert ended.returncode == 1
    assert ended.stderr == "Error: stdout is closed; there is nowhere to write the output.\n"


@pytest.mark.parametrize(("words", "code"), [(["list"], 0), (["replay", "none.toml"], USAGE)])
def test_a_closed_stderr_changes_nothing(words, code):
    ended = subprocess.run(
        [*PROGRAM, *words],
        env=environment(),
        stdout=subprocess.PIPE,
        check=False,
        preexec_fn=lambda: os.close(2),
    )
    assert ended.returncode == code
    assert bool(ended.stdout) == (code == 0)


def test_an_encoding_without_our_signs_gets_plain_ones(run):
    words = ["simulate", "shanghai", "--round", "1", "--deals", "50", "-q"]
    ended = run(*words, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert ended.returncode == 0
    assert ended.stderr == ""
    assert "+-" in ended.stdout


def test_sigterm_keeps_what_was_played():
    words = ["simulate", "shanghai", "--deals", "1000000000"]
    with subprocess.Popen(
        [*PROGRAM, *words],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert "of 1,000,000,000 matches" in _line_of_progress(process.stderr)
        process.send_signal(signal.SIGTERM)
        said, remarks = process.communicate(timeout=60)
    assert process.returncode == 143
    assert "Stopped: this is of the first " in remarks
    assert said.startswith("Shanghai Rummy: ")


def _line_of_progress(lines):
    """The first line that counts matches; before it there may be remarks on compiling."""
    return next(line for line in lines if "matches" in line)


@pytest.mark.parametrize("command", ["ladder", "simulate", "odds"])
@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("file", "file is no folder; give --out a folder that can be written"),
        ("file/x", "file/x is no folder; give --out a folder"),
        ("/dev/full", "/dev/full is no folder; give --out a folder"),
        ("", "give the name of a folder"),
    ],
)
def test_a_folder_that_cannot_be_is_refused_before_anything_is_played(
    command, out, words, tmp_path, monkeypatch, capsys
):
    def too_late(*_):
        raise AssertionError("played before the folder was looked at")

    monkeypatch.chdir(tmp_path)
    for module in ("ladder", "simulate"):
        monkeypatch.setattr(f"rummysim.cli.{module}.announce_compiling", too_late)
    (tmp_path / "file").write_text("kept")
    assert application.run([command, "shanghai", "--out", out]) == (1 if out else 2)
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert "bug" not in said.err
    assert (tmp_path / "file").read_text() == "kept"


def test_a_folder_is_made_and_left_empty_by_its_check(tmp_path):
    ready_folder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []
