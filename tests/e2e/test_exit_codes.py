"""The one place where errors become exit codes, run inside the test process."""

import pytest

from rummysim.cli import app as application
from rummysim.cli.console import Progress, duration
from rummysim.errors import IllegalMove, StoreError
from rummysim.simulation import selfcheck


def test_a_check_that_fails_ends_with_code_4(monkeypatch, capsys):
    checks = [selfcheck.Check("one", True, "fine"), selfcheck.Check("two", False, "0.1 not 0.2")]
    monkeypatch.setattr(selfcheck, "run_checks", lambda *_: iter(checks))
    assert application.run(["selftest", "-q"]) == 4
    said = capsys.readouterr().out
    assert "FAIL  two              0.1 not 0.2" in said
    assert "All" not in said


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (StoreError("a.csv could not be written"), 1, "Error: a.csv could not be written\n"),
        (IllegalMove("seat 2 throws KD"), 2, "Error: seat 2 throws KD\n"),
        (KeyboardInterrupt(), 130, "Stopped.\n"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (ZeroDivisionError("division by zero"), 1, "This is a bug of rummysim; run it again with"),
    ],
)
def test_what_went_wrong_is_one_sentence(monkeypatch, capsys, error, code, said):
    def fail(*_):
        raise error

    monkeypatch.setattr(application, "_drop_stdout", lambda: None)
    monkeypatch.setattr(selfcheck, "run_checks", fail)
    assert application.run(["selftest", "-q"]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_a_bug_tells_its_story_with_v(monkeypatch, capsys):
    monkeypatch.setattr(selfcheck, "run_checks", lambda *_: 1 / 0)
    assert application.run(["selftest", "-q", "-v"]) == 1
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "please report it with the text above" in said


class Screen:
    """A stream that is, or is not, a terminal."""

    def __init__(self, watched):
        self.watched = watched
        self.text = ""

    def isatty(self):
        return self.watched

    def write(self, text):
        self.text += text

    def flush(self):
        return None


def test_progress_is_a_bar_on_a_terminal_and_sparse_lines_elsewhere(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("rummysim.cli.console.time.monotonic", lambda: clock[0])
    monkeypatch.setenv("TERM", "xterm")
    screens = [Screen(True), Screen(False)]
    bars = [Progress("matches", screen) for screen in screens]
    for done in range(1, 31):
        clock[0] = float(done)
        for bar in bars:
            bar(done, 100)
    for bar in bars:
        bar.clear()
    watched, piped = (screen.text for screen in screens)
    assert watched.count("\r") == 32
    assert "[#######.................]  30%  30 of 100 matches, 1 min 10 s left" in watched
    assert watched.endswith("\r")
    assert piped.splitlines() == [
        " 10%  10 of 100 matches, 1 min 30 s left",
        " 20%  20 of 100 matches, 1 min 20 s left",
        " 30%  30 of 100 matches, 1 min 10 s left",
    ]
    assert duration(0.2) == "0 s"


@pytest.mark.parametrize(("columns", "bar"), [("80", True), ("60", False), ("40", False)])
def test_progress_gives_up_its_bar_before_its_words(monkeypatch, columns, bar):
    monkeypatch.setenv("COLUMNS", columns)
    text = Progress("rounds", Screen(True)).text(1_234_567, 2_000_000_000, 1e-4)
    assert text.endswith("0%  1,234,567 of 2,000,000,000 rounds, 55 h 31 min left")
    assert text.startswith("[") == bar
    assert len(text) < max(int(columns), 56)
