"""The search for better values: its optimum, its history, and what a killed run leaves."""

import importlib
import json
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from rummysim.errors import PolicyError, StoreError
from rummysim.policies.parameters import Parameter, choice
from rummysim.policies.registry import Policy
from rummysim.rules import load_rules
from rummysim.simulation.tuning import Plan, Run, Watch, stage_seed
from rummysim.simulation.tuning_axes import Axis, axes_of, read_ranges
from rummysim.simulation.tuning_history import History
from rummysim.simulation.tuning_match import Contest, Gain, within
from rummysim.simulation.tuning_space import Optimiser, Start, TuningMissing, load_cmaes
from rummysim.stats.estimate import Estimate

AXES = (
    Axis(Parameter("buys", "a whole number", 1, 0, 9, True), 1.0),
    Axis(Parameter("weight", "a number", 0.0, 0, 2), 0.0),
)
START = tuple(axis.start for axis in AXES)
BEST = (6.0, 1.3)
STORED = Path(__file__).parents[2] / "results" / "tuning"
HEADER = {"game": "bowl", "seed": 0}
PLAN = Plan(deals=100, generations=12, choose_deals=400, check_deals=1000)


def around(value, deals):
    return Estimate(value, value - 1, value + 1, deals, "t")


@dataclass
class Bowl:
    """Stands for the table: the worth falls with the square of the distance from ``best``.

    Its noise is that of the deals: common to all who play the same ones.
    """

    best: tuple[float, ...] = BEST
    noise: float = 1.0
    calls: list = field(default_factory=list)
    stop_at: int = 0
    tables: int = 1
    field_names: list = field(default_factory=lambda: ["plain"])

    def value(self, values):
        return -sum((a - b) ** 2 for a, b in zip(values, self.best, strict=True))

    def worth(self, values, seed, deals, report):
        self.calls.append((values, seed, deals))
        if len(self.calls) == self.stop_at:
            raise KeyboardInterrupt
        report(deals[1], deals[1])
        luck = self.noise * ((seed + deals[0]) % 7 - 3)
        return around(self.value(values) + luck, deals[1])

    def gains(self, values, seed, deals, report):
        self.calls.append((values, seed, (0, deals)))
        report(deals, deals)
        gain = around(self.value(values) - self.value(START[: len(values)]), deals)
        return [Gain("plain", deals, gain, gain, gain, gain)]


def tune(path, bowl, plan=PLAN, seed=0, watch=None, resume=True):
    start = Start(AXES, seed, 6, 0.25)
    with History(path, HEADER, resume) as history:
        return Run(bowl, start, plan, history, watch or Watch()).tune()


def searched(path):
    """The evaluations of a history file."""
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    return [line for line in lines if line["line"] == "search"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of an uninterrupted run, and what it found."""
    path = tmp_path_factory.mktemp("whole") / "run.jsonl"
    tuned = tune(path, Bowl())
    return path.read_bytes(), tuned


def test_the_optimum_is_found_among_whole_and_continuous_numbers(tmp_path):
    plan = replace(PLAN, generations=40)
    tuned = tune(tmp_path / "run.jsonl", Bowl(), plan)
    assert tuned.best.values[0] == BEST[0]
    assert abs(tuned.best.values[1] - BEST[1]) < 0.02
    assert tuned.finalists[-1].source == "start"
    assert tuned.finalists[-1].values == START
    assert tuned.gains[0].points.estimate > 26


def test_generations_share_deals_and_stages_share_none(tmp_path):
    bowl = Bowl()
    tune(tmp_path / "run.jsonl", bowl)
    search = [deals for _, seed, deals in bowl.calls if seed == stage_seed(0, "search")]
    assert set(search) == {(100 * generation, 100) for generation in range(12)}
    other = {(seed, deals) for _, seed, deals in bowl.calls if seed != stage_seed(0, "search")}
    assert other == {
        (stage_seed(0, "choose"), (0, 400)),
        (stage_seed(0, "check"), (0, 1000)),
    }
    bowl = Bowl()
    tune(tmp_path / "same.jsonl", bowl, replace(PLAN, new_deals=False))
    search = {deals for _, seed, deals in bowl.calls if seed == stage_seed(0, "search")}
    assert search == {(0, 100)}


def test_equal_inputs_give_equal_bytes_and_other_seeds_do_not(tmp_path, whole):
    tune(tmp_path / "again.jsonl", Bowl())
    assert (tmp_path / "again.jsonl").read_bytes() == whole[0]
    tune(tmp_path / "other.jsonl", Bowl(), seed=1)
    assert (tmp_path / "other.jsonl").read_bytes() != whole[0]


@pytest.mark.parametrize("share", [0.0, 0.0005, 0.002, 0.1, 0.33, 0.5, 0.77, 0.93, 0.98, 0.999])
def test_what_a_killed_run_left_is_finished_to_the_same_bytes(tmp_path, whole, share):
    data, tuned = whole
    path = tmp_path / "run.jsonl"
    path.write_bytes(data[: int(share * len(data))])
    known = path.read_bytes().count(b"\n")
    bowl = Bowl()
    assert tune(path, bowl) == tuned
    assert path.read_bytes() == data
    played = data.count(b"\n") - max(2, known)  # the first two lines are no evaluations
    assert len(bowl.calls) <= played


def test_ctrl_c_leaves_a_history_that_goes_on(tmp_path, whole):
    path = tmp_path / "run.jsonl"
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            tune(path, Bowl(stop_at=11))
    assert len(searched(path)) == 30
    tune(path, Bowl())
    assert path.read_bytes() == whole[0]


def test_a_finished_run_plays_nothing_more(tmp_path, whole):
    path = tmp_path / "run.jsonl"
    path.write_bytes(whole[0])
    bowl = Bowl()
    assert tune(path, bowl) == whole[1]
    assert bowl.calls == []
    assert path.read_bytes() == whole[0]


def test_more_generations_continue_the_same_search(tmp_path, whole):
    path, long = tmp_path / "run.jsonl", tmp_path / "long.jsonl"
    path.write_bytes(whole[0])
    more = replace(PLAN, generations=15)
    tuned = tune(path, Bowl(), more)
    assert path.read_bytes().startswith(whole[0])
    assert tuned == tune(long, Bowl(), more)
    assert searched(path) == searched(long)


def test_a_history_of_another_search_is_not_taken(tmp_path, whole):
    path = tmp_path / "run.jsonl"
    lines = whole[0].decode().splitlines()
    line = json.loads(lines[3])
    line["values"]["weight"] += 0.5
    lines[3] = json.dumps(line)
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(StoreError, match="asks for another candidate 2 in generation 1"):
        tune(path, Bowl())


def test_equal_candidates_of_a_generation_are_played_once(tmp_path):
    axes = (Axis(Parameter("switch", "one of two", 0, 0, 1, True), 0.0),)
    bowl = Bowl(best=(1.0,))
    with History(tmp_path / "run.jsonl", HEADER, False) as history:
        run = Run(bowl, Start(axes, 0, 10, 0.25), replace(PLAN, generations=2), history)
        tuned = run.tune()
    assert tuned.best.values == (1.0,)
    played = [call for call in bowl.calls if call[1] == stage_seed(0, "search")]
    assert 2 <= len(played) <= 4
    assert sum(line["line"] == "search" for line in history.lines) == 20


def test_the_start_is_kept_when_nothing_is_better(tmp_path):
    tuned = tune(tmp_path / "run.jsonl", Bowl(best=START, noise=0.0))
    assert tuned.best.source == "start"
    assert tuned.best.values == tuned.start == START


class Plain(Bowl):
    """Every player is worth the same on deals for choosing."""

    def worth(self, values, seed, deals, report):
        found = super().worth(values, seed, deals, report)
        return around(3.0, deals[1]) if seed == stage_seed(0, "choose") else found


def test_of_equal_finalists_the_start_stays(tmp_path):
    tuned = tune(tmp_path / "run.jsonl", Plain())
    assert {each.worth.estimate for each in tuned.finalists} == {3.0}
    assert len(tuned.finalists) > 1
    assert tuned.best.source == "start"


def test_no_interval_of_a_share_holds_what_is_impossible():
    share = Estimate(0.1, 0.05, 0.15, 9, "t")
    assert within(share, 0.0, 1.0) == share
    assert within(Estimate(0.1, -0.2, 1.4, 9, "t"), 0.0, 1.0) == Estimate(0.1, 0.0, 1.0, 9, "t")


def numbers(**changes):
    return {"mean": 1.0, "low": 0.5, "high": 2.0} | changes


SEARCH = {"line": "search", "generation": 1, "candidate": 1, "first_deal": 0}
SEARCH |= {"values": {"weight": 1.0}} | numbers()
CHOOSE = {"line": "choose", "source": "start", "values": {"weight": 1.0}, "deals": 9} | numbers()
CHECK = {"line": "check", "field": "plain", "values": {"weight": 1.0}, "deals": 9}
CHECK |= dict.fromkeys(("points", "wins", "ahead", "won"), numbers())
BUDGET = {"line": "budget"} | PLAN.budget
SOUND = (BUDGET, SEARCH, CHOOSE, CHECK)


def written(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_sound_lines_are_read(tmp_path):
    path = tmp_path / "run.jsonl"
    both = CHECK | dict.fromkeys(("alone", "reverse"), numbers())
    written(path, {"line": "tune", "schema": 1} | HEADER, *SOUND, both)
    with History(path, HEADER, True) as history:
        assert history.lines[1:] == [*SOUND, both]


@pytest.mark.parametrize(
    "line",
    [
        {key: value for key, value in line.items() if key != missing}
        for line in SOUND
        for missing in line
    ]
    + [SEARCH | {key: bad} for key in ("mean", "low", "high") for bad in (True, "1", None, 1e400)]
    + [
        {"line": "tune", "schema": 1} | HEADER,
        SEARCH | {"line": "other"},
        SEARCH | {"mean": float("nan")},
        SEARCH | {"mean": 2.5},
        SEARCH | {"low": 1.5},
        SEARCH | {"high": 10**400},
        SEARCH | {"generation": 1.0},
        SEARCH | {"candidate": True},
        SEARCH | {"first_deal": -1},
        SEARCH | {"values": [1.0]},
        SEARCH | {"values": {"weight": True}},
        SEARCH | {"values": {"weight": "1"}},
        CHOOSE | {"high": 0.9},
        CHOOSE | {"source": 1},
        CHECK | {"wins": 0.5},
        CHECK | {"wins": numbers(low=1.5)},
        CHECK | {"alone": numbers()},
        BUDGET | {"generations": "12"},
    ],
)
def test_a_line_with_wrong_content_is_named(tmp_path, line):
    path = tmp_path / "run.jsonl"
    written(path, {"line": "tune", "schema": 1} | HEADER, BUDGET, SEARCH, line, CHOOSE)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is damaged: its line 4 is no line of a history"):
        tune(path, Bowl())
    assert path.read_bytes() == before


def test_a_run_both_ways_has_both_of_them_in_its_checks(tmp_path):
    path, header = tmp_path / "run.jsonl", HEADER | {"both_ways": True}
    written(path, {"line": "tune", "schema": 1} | header, CHECK)
    with pytest.raises(StoreError, match="damaged: its line 2"), History(path, header, True):
        pass


@pytest.mark.parametrize("path", sorted(STORED.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_histories_that_are_kept_are_sound(path, tmp_path):
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    first = json.loads(copy.read_text().splitlines()[0])
    with History(copy, first, True) as history:
        assert len(list(history.of("search"))) > 200
    assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("ending", [".py", ""])
def test_a_run_does_not_go_on_when_the_source_of_its_player_was_edited(
    tmp_path, monkeypatch, ending
):
    file = tmp_path / "tuned_player.py"
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    file.write_text("LIMIT = 1\n")
    importlib.import_module("tuned_player")
    player = Policy(f"tuned_player{ending}:decide", None)
    contest = Contest(load_rules("shanghai"), 2, player, AXES, ((Policy("plain", None),),))
    before = contest.inputs()
    assert list(before["sources"]) == [f"tuned_player{ending}"]
    assert contest.inputs() == before
    with History(tmp_path / "run.jsonl", before, False):
        pass
    file.write_text("LIMIT = 2\n")
    del sys.modules["tuned_player"]
    importlib.invalidate_caches()
    importlib.import_module("tuned_player")
    with (
        pytest.raises(StoreError, match="was begun with sources"),
        History(tmp_path / "run.jsonl", contest.inputs(), True),
    ):
        pass
    del sys.modules["tuned_player"]


def test_progress_ends_where_it_said(tmp_path):
    told, generations = [], []
    watch = Watch(lambda done, total: told.append((done, total)), generations.append)
    tune(tmp_path / "run.jsonl", Bowl(), watch=watch)
    counts = [done for done, _ in told]
    assert counts == sorted(counts)
    assert {total for _, total in told} == {watch.total}
    assert watch.done <= watch.total
    assert [each.number for each in generations] == list(range(1, 13))
    assert generations[0].best["mean"] >= generations[0].average("mean")


@pytest.mark.parametrize(
    ("content", "resume", "words"),
    [
        ('{"line": "tune", "schema": 1, "game": "bowl", "seed": 0}\n', False, "add --resume"),
        (
            '{"line": "tune", "schema": 1, "game": "bowl", "seed": 5}\n',
            True,
            "begun with seed = 5, and this command has 0",
        ),
        ("my notes\n", True, "damaged: its line 1"),
        ("my notes", True, "no history of rummysim tune"),
        ('{"line": "search"}\n', True, "no history of rummysim tune"),
        ('{"line": "tune", "schema": 1, "game": "bowl", "seed": 0}\n[]\n', True, "its line 2"),
    ],
)
def test_a_file_that_is_something_else_is_not_touched(tmp_path, content, resume, words):
    path = tmp_path / "run.jsonl"
    path.write_text(content)
    with pytest.raises(StoreError, match=words), History(path, HEADER, resume):
        pass
    assert path.read_text() == content


@pytest.mark.skipif(sys.platform == "win32", reason="the lock is flock, which Windows has not")
def test_two_runs_do_not_write_one_history(tmp_path):
    path = tmp_path / "run.jsonl"
    second = History(path, HEADER, True)
    with History(path, HEADER, False), pytest.raises(StoreError, match="written by another run"):
        second.__enter__()
    with History(path, HEADER, True) as history:
        assert history.lines[0]["game"] == "bowl"


def test_a_folder_is_no_history(tmp_path):
    with pytest.raises(StoreError, match="cannot be read or written: is a directory"):
        History(tmp_path, HEADER, True).__enter__()


KNOWN = (
    Parameter("calm", "how calm", 1, 0, 5),
    choice("throw", "what goes first", "high", "high low random"),
    Parameter("fixed", "one value only", 2, 2, 2, True),
    Parameter("buys", "how many", 3, 0, 9, True),
)
VALUES = (1.0, 0.0, 2.0, 3.0)


def test_numbers_are_tuned_and_words_only_when_named():
    def names(*wanted):
        return [
            axis.parameter.name for axis in axes_of(KNOWN, VALUES, dict.fromkeys(wanted), "mine")
        ]

    assert names() == ["calm", "buys"]
    assert names("throw", "calm") == ["calm", "throw"]


@pytest.mark.parametrize(
    ("known", "wanted", "words"),
    [
        (KNOWN, "buy", "has no parameter 'buy'; did you mean 'buys'"),
        (KNOWN, "fixed", "fixed has one value only"),
        (KNOWN, "calm=2..2", "calm has one value only"),
        (KNOWN, "calm=4..2", "goes from 4 down to 2; turn it round"),
        (KNOWN, "calm=4..7", "calm is 7; it must be a number from 0 to 5"),
        (KNOWN, "calm=4", "'calm=4' is no parameter with a range; write name=low..high"),
        (KNOWN, "buys=1.5..4", "it must be a whole number from 0 to 9"),
        (KNOWN, "throw=high..low", "are words; name it without a range"),
        (KNOWN, "calm,buys, calm", "calm is named twice"),
        (KNOWN, ",", "',' names no parameter; leave it out to tune every number"),
        (KNOWN, " ", "' ' names no parameter"),
        (KNOWN[1:2], "", "no parameter that is a number"),
        ((), "calm", "it declares none"),
    ],
)
def test_what_cannot_be_tuned_is_told(known, wanted, words):
    with pytest.raises(PolicyError, match=words):
        axes_of(known, VALUES[: len(known)], read_ranges(wanted), "mine")


def test_candidates_keep_to_their_ranges():
    axes = axes_of(KNOWN, VALUES, read_ranges("calm=1..5, throw, buys"), "mine")
    optimiser = Optimiser(Start(axes, 3, 12, 0.9))
    for _ in range(6):
        asked = optimiser.ask()
        assert len(asked) == 12
        for values, _ in asked:
            for axis, value in zip(axes, values, strict=True):
                assert axis.parameter.parse(value, "mine") == value
        optimiser.tell([point for _, point in asked], [values[0] for values, _ in asked])
    assert optimiser.centre()[0] > 4


@pytest.mark.parametrize(
    ("low", "high", "start", "whole"),
    [
        (0, 5000, 200.0, False),
        (0, 5000, 200.0, True),
        (-20, 50, 40.0, False),
        (0, 1, 0.5, False),
        (0, 100, 0.001, False),
        (0, 9, 7.0, True),
        (0, 99, 99.0, True),
        (-3, 3, -3.0, False),
        (0, 4, 9.0, False),  # a start outside of what is searched
    ],
)
def test_places_and_values_go_into_each_other(low, high, start, whole):
    axis = Axis(Parameter("some", "any", low, low, high, whole), start)
    ends = [axis.value(0.0), axis.value(1.0)]
    assert ends == [low, high]
    values = [axis.value(n / 50) for n in range(51)]
    assert values == sorted(values)
    for value in values:
        assert axis.parameter.parse(value, "mine") == value
        assert axis.value(axis.place(value)) == value
    assert 0 < axis.first_place() < 1
    if low < start < high and not whole and abs(axis.bend) < 6:
        assert axis.first_place() == pytest.approx(0.5)
        assert axis.value(0.5) == start


@pytest.mark.parametrize("seed", [0, 1])
def test_a_limit_is_found_far_below_the_end_where_it_starts(seed):
    """From 99, no limit, nothing is felt down to 16, and 11 is best."""
    axes = (Axis(Parameter("limit", "at most", 99, 0, 99, True), 99.0), AXES[1])
    optimiser = Optimiser(Start(axes, seed, 0, 0.25))
    for _ in range(15):
        asked = optimiser.ask()
        worth = [-abs(min(limit, 16) - 11) - abs(weight - 1.3) for (limit, weight), _ in asked]
        optimiser.tell([point for _, point in asked], worth)
    assert optimiser.centre()[0] == 11


def test_who_lacks_the_optimiser_is_told_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(TuningMissing, match=r"pip install 'rummysim\[tune\]'"):
        load_cmaes()
