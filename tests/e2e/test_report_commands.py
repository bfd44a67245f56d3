"""report, tips and compare on stores of real runs."""

import csv
import hashlib
import io
import json
import re
import shutil
import threading
import time

import pytest

from rummysim.backends.local import Threads
from rummysim.cli import verify
from rummysim.cli.app import run
from rummysim.experiments import combining
from rummysim.experiments.paired_sums import NAMES
from rummysim.experiments.read import read_experiment
from rummysim.experiments.runner import run_experiment
from tests.e2e.program import run_program
from tests.manifests import change_manifest

TIP = """
question = "Is it better to keep jokers?"
claim = "SH-T2"
quote = "Keep jokers."

[arms.keep]
doing = "keeping every joker"
parameters = { keep_jokers = "always" }

[arms.throw]
doing = "throwing every joker"
parameters = { keep_jokers = "never" }

[[contrasts]]
tip = "keep"
other = "throw"

[stop]
look = 20
burn_in = 20
max_deals = 20
confirm_min = 20
confirm_max = 20
"""
COUNT = """
question = "How long is a round?"
design = "counting"

[table]
fields = ["table"]

[count]
measures = ["turns", "down"]
by = ["round"]

[stop]
max_deals = 20
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A folder with ``runs`` of a tip, of the same with another seed, and of a count."""
    folder = tmp_path_factory.mktemp("reports")
    with Threads(2) as backend:
        for name, text, options in (
            ("tip", TIP, ()),
            ("other", TIP, ("run.seed=9",)),
            ("count", COUNT, ()),
        ):
            path = folder / f"{name}.toml"
            path.write_text(text, encoding="utf-8")
            experiment = read_experiment(path, options=options)
            run_experiment(experiment, folder / "runs" / name, backend)
    shutil.move(folder / "runs" / "other", folder / "other")
    return folder


def said(capsys, *words):
    """Exit code, stdout and stderr of a command in this process, in the current folder."""
    code = run(list(words))
    found = capsys.readouterr()
    return code, found.out, found.err


def test_the_report_of_a_folder_of_runs(runs, monkeypatch, capsys):
    done = run_program(runs, "report")
    assert (done.returncode, done.stdout) == (0, "The report on 2 runs: report/report.html\n")
    page = (runs / "report" / "report.html").read_text(encoding="utf-8")
    for words in ("Keep jokers.", "Is it better to keep jokers?", "How long is a round?"):
        assert words in page
    assert "Fewer than 10,000 paired rounds are behind a comparison of tip" in page
    figures = {path.suffix for path in (runs / "report" / "figures").iterdir()}
    assert figures == {".svg", ".png", ".csv", ".txt"}
    first = {path.name: path.read_bytes() for path in (runs / "report").rglob("*.*")}
    monkeypatch.chdir(runs)
    found = json.loads(said(capsys, "report", "runs/tip", "runs/count", "--json", "-q")[1])
    assert found["page"] == "report/report.html"
    assert len(found["files"]) == len(first)
    again = {path.name: path.read_bytes() for path in (runs / "report").rglob("*.*")}
    assert again == first


def test_tips_for_people_and_for_programs(runs, monkeypatch, capsys):
    done = run_program(runs, "tips")
    assert done.returncode == 0
    assert done.stdout.startswith("SH-T2  Keep jokers.\n")
    assert "Keeping every joker, instead of throwing every joker" in done.stdout
    monkeypatch.chdir(runs)
    _, table, _ = said(capsys, "tips", "--from", "other", "--csv")
    (row,) = csv.DictReader(io.StringIO(table))
    assert (row["claim"], row["stage"], row["deals"]) == ("SH-T2", "confirm", "20")
    found = json.loads(said(capsys, "tips", "--json")[1])
    assert found["tips"][0]["verdict"] in done.stdout


def test_a_run_with_more_to_play_is_named(runs, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(runs / "runs" / "tip", tmp_path / "runs" / "tip")
    change_manifest(tmp_path / "runs" / "tip", state="stopped")
    _, page, _ = said(capsys, "tips")
    assert page.startswith("tip has not ended: there is more to play, and verdicts may change.")
    assert "`rummysim resume runs/tip`" in " ".join(page.split())
    assert json.loads(said(capsys, "tips", "--json")[1])["unfinished"] == ["tip"]
    _, table, remarks = said(capsys, "tips", "--csv")
    assert table.startswith("claim,")
    assert "tip has not ended" in remarks


def test_two_runs_are_compared(runs, monkeypatch, capsys):
    done = run_program(runs, "compare", "runs/tip", "other")
    assert done.returncode == 0
    assert "keep-throw" in done.stdout
    assert "seed 9" in done.stdout
    monkeypatch.chdir(runs)
    found = json.loads(said(capsys, "compare", "runs/tip", "other", "--json")[1])
    (row,) = found["compared"]
    assert row["difference"] == pytest.approx(row["second"] - row["first"])
    assert row["difference_low"] < row["difference"] < row["difference_high"]


def test_what_cannot_be_reported_is_said_in_a_sentence(runs, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(runs / "runs" / "tip", tmp_path / "b" / "twin")
    count, tip = str(runs / "runs" / "count"), str(runs / "runs" / "tip")
    for words, wanted, reason in (
        (("report",), 2, "there is no folder runs with runs"),
        (("tips", "--from", "nowhere"), 2, "nowhere holds no run"),
        (("tips", "--from", count), 1, "no run here is about a tip, only about count: `"),
        (("compare", tip, count), 1, "have nothing in common"),
        (("report", tip, "b"), 1, "are both runs of tip; name one of them, or put them together"),
    ):
        code, out, err = said(capsys, *words)
        assert (code, out) == (wanted, "")
        assert reason in err
    assert not (tmp_path / "report").exists()


def test_the_quick_form_gives_way_to_the_long_one(runs, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(runs / "runs" / "tip", tmp_path / "runs" / "tip")
    shutil.copytree(runs / "other", tmp_path / "runs" / "quick" / "tip")
    table = json.loads(said(capsys, "tips", "--json")[1])
    assert table["inputs"]["runs"] == ["runs/tip"]


def test_verify_plays_a_sample_again_and_finds_what_was_changed(runs, tmp_path):
    """Of a small store, in which nothing but the first chunks can be played again."""
    source = next(path for path in runs.rglob("manifest.json")).parent
    made = run_program(tmp_path, "combine", "--compact", str(source), "--out", "small")
    assert made.returncode == 0, made.stderr
    good = run_program(tmp_path, "verify", "small", "--json")
    assert good.returncode == 0, good.stderr
    assert json.loads(good.stdout)["wrong"] == []
    chunks = tmp_path / "small" / "chunks.jsonl"
    row = json.loads(chunks.read_text().splitlines()[0])
    key = next(each for each in row["sums"] if not each.startswith("#"))
    row["sums"][key][NAMES.index("turns")] += 1
    rest = chunks.read_text().splitlines(keepends=True)[1:]
    chunks.write_text(json.dumps(row, separators=(",", ":")) + "\n" + "".join(rest))
    known = json.loads((tmp_path / "small" / "manifest.json").read_text())["chunks"]
    sha256 = hashlib.sha256(chunks.read_bytes()).hexdigest()
    change_manifest(tmp_path / "small", chunks=known | {"sha256": sha256})
    bad = run_program(tmp_path, "verify", "small")
    assert bad.returncode == 4
    first, last = bad.stdout.splitlines()
    assert first.startswith("Not the same: small: usual/4/steady")
    assert last.endswith("did not come out as it is stored.")


def test_verify_tells_a_mismatch_while_others_are_still_played(runs, monkeypatch):
    """The last chunk ends only once the first one has been told."""
    told, lines = threading.Event(), []
    names = iter(range(99))

    def plays_alike(_store, _row):
        return next(names) > 0 and told.wait(60)

    def say(text=""):
        lines.append(text)
        told.set()

    monkeypatch.setattr(combining, "plays_alike", plays_alike)
    monkeypatch.setattr(verify, "say", say)
    monkeypatch.chdir(runs)
    assert run(["verify", "runs", "--workers", "2", "-q"]) == 4
    assert lines[0].startswith("Not the same: runs/")
    assert re.fullmatch(r"1 of \d+ chunks did not come out as it is stored.", lines[1])


def test_verify_says_the_same_whatever_the_workers(runs, monkeypatch, capsys):
    """In the order of the runs, although the first chunks take longest."""
    delays = iter((0.3, 0.2, 0.1, *[0] * 99))

    def plays_alike(_store, row):
        time.sleep(next(delays))
        return row.stage == "confirm"

    monkeypatch.setattr(combining, "plays_alike", plays_alike)
    monkeypatch.chdir(runs)
    found = [said(capsys, "verify", "runs", "--workers", n, "-q") for n in ("1", "2", "5")]
    assert found[0][0] == 4
    assert found[0][1].count("Not the same: runs/") > 1
    assert found == [found[0]] * 3
