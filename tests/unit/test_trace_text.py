"""Traces as text: nothing is lost, damage is named, files are whole or untouched."""

import errno
import os
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummysim.errors import StoreError, TraceError
from rummysim.trace.events import (
    Bought,
    Claimed,
    Died,
    Discarded,
    Drew,
    LaidDown,
    LaidMeld,
    LaidOff,
    Moved,
    NewMeld,
    Passed,
    Restocked,
    RoundBegan,
    Scored,
    Swapped,
    Took,
    Trace,
    WentOut,
)
from rummysim.trace.sentences import act_text, meld_text, parse_act, parse_meld
from rummysim.trace.text import dumps, load, loads, save
from tests.rulebook.games import played_game

SEATS = st.integers(0, 5)
CARDS = st.integers(0, 52)
HANDS = st.lists(CARDS, min_size=1, max_size=6).map(tuple)
PLACES = st.integers(0, 13)
MELDS = st.one_of(
    st.builds(LaidMeld, st.just(False), HANDS, st.just(-1)),
    st.builds(LaidMeld, st.just(True), HANDS, PLACES),
)
POINTS = st.lists(st.integers(-5, 900), min_size=2, max_size=6).map(tuple)
EVENTS = st.one_of(
    st.builds(Claimed, SEATS, CARDS),
    st.builds(Took, SEATS, CARDS),
    st.builds(Bought, SEATS, CARDS, st.one_of(st.just(()), HANDS)),
    st.builds(Drew, SEATS, CARDS),
    st.builds(Restocked, HANDS),
    st.builds(LaidDown, SEATS, st.lists(MELDS, min_size=1, max_size=4).map(tuple)),
    st.builds(NewMeld, SEATS, MELDS),
    st.builds(LaidOff, SEATS, CARDS, st.integers(0, 63), st.one_of(st.just(-1), PLACES)),
    st.builds(Swapped, SEATS, CARDS, st.integers(0, 63), st.one_of(st.just(-1), PLACES), CARDS),
    st.builds(Moved, SEATS, CARDS, st.integers(0, 63), PLACES, PLACES),
    st.builds(Discarded, SEATS, CARDS),
    st.builds(Passed, SEATS),
    st.builds(WentOut, SEATS),
    st.builds(Died, st.sampled_from(["no_cards", "turn_cap"])),
    st.builds(Scored, POINTS, POINTS),
)


@given(EVENTS)
def test_every_act_is_read_back(event):
    assert parse_act(act_text(event)) == event


@given(MELDS)
def test_every_meld_is_read_back(meld):
    assert parse_meld(meld_text(meld)) == meld


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_read_back(seed: int):
    trace = played_game(seed).trace()
    assert loads(dumps(trace)) == trace


def test_strange_names_and_rules_are_read_back():
    names = ('a "quoted" \\ name', "line\nbreak \x7f \x00 é 🂡")
    rules = {
        "name": "tab\there",
        "odd key [x]": 1,
        "share": 0.5,
        "on": True,
        "list": [1, [2, "3"], {"deep": [False]}],
        "table": {"values": {"A": 15, "2": 5}, "inner": {"more": {"n": -1}}},
        "last": "plain",
    }
    trace = Trace(rules, 2, names, 2**64 - 1, 7, (RoundBegan(0, 0, 1, (1, 52)),))
    assert loads(dumps(trace)) == trace


def test_a_page_reads_like_the_game():
    meld = LaidMeld(True, (17, 18, 19, 52), 4)
    events = (
        RoundBegan(1, 3, 0, (7, 20, 52)),
        Claimed(0, 51),
        Bought(2, 51, (42,)),
        LaidDown(0, (LaidMeld(False, (7, 20, 33), -1), meld)),
        LaidOff(0, 16, 1, 3),
        Discarded(3, 47),
        WentOut(3),
    )
    text = dumps(Trace({"name": "shanghai"}, 2, ("greedy", "random"), 5, 9, events))
    assert text.splitlines()[-13:] == [
        "[[rounds]]",
        "round = 2",
        "dealer = 4",
        "starter = 1",
        'shoe = "8S 8H X"',
        "acts = [",
        '  "seat 1 claims KC",',
        '  "seat 3 buys KC and draws 4C",',
        '  "seat 1 lays down 8S 8H 8D | 5H 6H 7H X",',
        '  "seat 1 adds 4H to meld 2 at 4",',
        '  "seat 4 throws 9C",',
        '  "seat 4 is out",',
        "]",
    ]
    assert 'policies = ["greedy", "random"]' in text
    assert "schema_version = 1\nengine_version = " in text


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Drew(0, 53), "53 is no card"),
        (Drew(0, -1), "-1 is no card"),
        (Drew(-1, 5), "-1 is no seat"),
        (LaidOff(0, 5, -2, 3), "-2 is no meld"),
        (LaidOff(0, 5, 2, 14), "14 is no place"),
        (NewMeld(0, LaidMeld(False, (1, 14), 3)), "a set has no place 3"),
        (NewMeld(0, LaidMeld(True, (0, 1, 3), -4)), "-4 is no place"),
        (Restocked(()), "is not a list of cards"),
        (Died("boredom"), "no reason"),
        (RoundBegan(0, 0, 1, ()), "RoundBegan is no act"),
    ],
)
def test_values_that_mean_nothing_are_refused(event, message):
    with pytest.raises(TraceError, match=message):
        act_text(event)


def test_a_trace_begins_with_a_round():
    with pytest.raises(TraceError, match="begins with a round, not with Drew"):
        dumps(Trace({}, 2, ("a", "b"), 0, 0, (Drew(0, 1),)))
    with pytest.raises(TraceError, match="shoe of round 1"):
        dumps(Trace({}, 2, ("a", "b"), 0, 0, (RoundBegan(0, 0, 1, (60,)),)))
    with pytest.raises(TraceError, match="cannot be written as TOML"):
        dumps(Trace({"x": None}, 2, ("a", "b"), 0, 0, ()))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("seat 1 drwas 8H", "expected 'seat N' and claims"),
        ("seat 0 draws 8H", "expected"),
        ("seat 1 draws 11H", "'11H' is no card"),
        ("seat 1 draws 8h", "expected"),
        ("seat 1 draws 8H 9H", "expected"),
        ("seat 1 adds 8H to meld 0 at 8", "expected"),
        ("seat 1 adds 8H to meld 2 at 11", "expected"),
        ("seat 1 lays down 8S 8H | ", "no card|expected"),
        ("seat 1 lays down set 8S 8H at 8", "'at' and the place"),
        ("seat 1 lays run 8S 9S", "'at' and the place"),
        ("the round is dead: boredom", "expected"),
        ("points 5 x, totals 5 5", "expected"),
        ("", "expected"),
    ],
)
def test_damaged_acts_are_named(line, expected):
    with pytest.raises(TraceError, match=expected):
        parse_act(line)


GOOD = dumps(Trace({"a": 1}, 2, ("x", "y"), 3, 4, (RoundBegan(0, 0, 1, (1, 2)), Drew(1, 8))))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema_version = 1", "schema_version = 2", "has schema_version 2; this rummysim reads"),
        ("schema_version = 1", "", "has no schema_version"),
        ("players = 2", "", "the trace has no 'players'; expected a whole number"),
        ("players = 2", "players = true", "players is True; expected a whole number"),
        ("players = 2", "players = 3", "names 2 policies for 3 players"),
        ('["x", "y"]', '["x", 2]', "policies must be a list of texts"),
        ("seed = 3", 'seed = "3"', "seed is '3'"),
        ("[rules]", "[rulez]", "has no 'rules'; expected a table"),
        ("dealer = 1", "", "round table 1 of the trace has no 'dealer'"),
        ('shoe = "2S 3S"', 'shoe = "2S 3X"', "round table 1 of the trace: shoe: '3X' is no card"),
        ("seat 2 draws 9S", "seat 2 draws 9X", "act 1, 'seat 2 draws 9X': '9X' is no card"),
        ("seat 2 draws 9S", "seat two draws", "act 1, 'seat two draws': expected"),
        ('"seat 2 draws 9S"', "12", "act 1 is 12; expected a text"),
        ("[[rounds]]", "[rounds]", "rounds must be"),
        ("acts = [", "acts = ", r"not readable as TOML.*line 1\d"),
    ],
)
def test_damaged_files_are_named(old, new, message):
    assert old in GOOD
    with pytest.raises(TraceError, match=message):
        loads(GOOD.replace(old, new))


def _trace() -> Trace:
    return loads(GOOD)


def test_save_and_load(tmp_path: Path):
    file = tmp_path / "game.toml"
    save(_trace(), file)
    assert load(file) == _trace()
    save(replace(_trace(), seed=99), str(file))
    assert load(str(file)).seed == 99
    assert os.listdir(tmp_path) == ["game.toml"]


def test_a_link_stays_a_link(tmp_path: Path):
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    save(_trace(), tmp_path / "link.toml")
    assert (tmp_path / "link.toml").is_symlink()
    assert load(tmp_path / "real.toml") == _trace()


def test_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "game.toml"
    file.write_text("before")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"cannot write the trace to .*: No space left on device"):
        save(_trace(), file)
    assert os.listdir(tmp_path) == ["game.toml"]
    assert file.read_text() == "before"


def test_interrupted_writing_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save(_trace(), tmp_path / "game.toml")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("path", ["no/such/folder/game.toml", "."])
def test_paths_that_cannot_be_written(tmp_path: Path, path: str):
    with pytest.raises(StoreError, match="cannot write the trace"):
        save(_trace(), tmp_path / path)


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    save(_trace(), pipe)
    reader.join()
    assert loads(read[0]) == _trace()
    assert pipe.is_fifo()


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(TraceError, match="No such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(TraceError, match="cannot read the trace"):
        load(tmp_path)
    file = tmp_path / "bytes.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TraceError, match=r"bytes\.toml is no trace: it is not UTF-8"):
        load(file)
    file.write_text("schema_version = 7")
    with pytest.raises(TraceError, match=r"bytes\.toml: the trace has schema_version 7"):
        load(file)


def test_what_never_ends_is_not_read(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(TraceError, match="it is a pipe or device, not a file"):
        load(pipe)
    with pytest.raises(TraceError, match="it is a pipe or device, not a file"):
        load("/dev/zero")
    with pytest.raises(TraceError, match="it is a folder, not a file"):
        load(tmp_path)
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate((256 << 20) + 1)
    with pytest.raises(TraceError, match="it is larger than 256 MB"):
        load(large)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"a = {'[' * 5000}", "nested too deeply"),
        (f"a = {'{a = ' * 5000}", "nested too deeply"),
        (f"a = {'9' * 5000}", "not readable as TOML"),
    ],
)
def test_values_too_deep_or_too_long_are_refused(text: str, said: str):
    with pytest.raises(TraceError, match=said):
        loads(text)
