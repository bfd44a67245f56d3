"""The runner: the same bytes whoever plays and however often it was stopped."""

import io
from concurrent.futures import Future

import pytest

from rummysim.backends.local import Threads
from rummysim.backends.order import LOOK_AHEAD
from rummysim.errors import ExperimentError, ForeignStore, StoreError
from rummysim.experiments import writing
from rummysim.experiments.designs import Goal
from rummysim.experiments.rows import Pieces
from rummysim.experiments.runner import RunStopped, Told, run_experiment
from rummysim.experiments.spec import Case
from rummysim.experiments.store import open_store
from rummysim.experiments.waves import Totals, chunks_of
from rummysim.simulation import journal
from tests import toy_design
from tests.manifests import change_manifest
from tests.toy import Stops, coins, lines, played, toy

__all__ = ["coins"]
pytestmark = pytest.mark.usefixtures("coins")


@pytest.fixture
def whole(tmp_path):
    """The store of a run that nothing stopped."""
    return played(tmp_path / "whole")


class Counting:
    """A backend that plays at once and knows how much it was given beyond what was taken."""

    workers = 2
    name = "at once"

    def __init__(self):
        self.open = self.most = self.calls = 0

    def prepare(self, function, *arguments):
        pass

    def submit(self, function, *arguments):
        self.calls += 1
        self.open += 1
        self.most = max(self.most, self.open)
        future = Future()
        future.set_result(function(*arguments))
        backend = self

        class Task:
            def result(self):
                backend.open -= 1
                return future.result()

            def cancel(self):
                pass

        return Task()


def test_sums_are_those_of_the_deals(whole):
    experiment = whole.experiment
    parts = list(whole.parts())
    assert len(parts) == 4 * 3
    for case, group, done in parts:
        for stage in ("explore", "confirm"):
            deals = range(done[stage].deals)
            if deals:
                values = [toy_design.value(experiment, case, group, stage, d) for d in deals]
                assert done[stage].sums[group] == [len(values), sum(values)]
                squares = sum(v * v for v in values)
                assert done[stage].sums[f"{group}|squares"] == [squares]


def test_each_group_stops_on_its_own_and_says_why(whole):
    found = {(case.key, group): done for case, group, done in whole.parts()}
    explored = {done["explore"].deals for done in found.values()}
    assert {40, 170} < explored  # at the first look, and with all deals
    for case, group, done in whole.parts():
        reason = "clear" if done["confirm"].deals else "most deals played"
        assert whole.stop(case, group) == reason
        if done["confirm"].deals:
            explored = done["explore"].sums[group][1]
            assert done["confirm"].deals == 25 + explored % 7  # no deal more than was asked for
    assert whole.finished
    progress = whole.manifest["progress"]["usual/3/steady/baseline"]["groups"]
    assert progress["strong-usual"]["stop"] == "clear"


def test_groups_share_chunks(whole):
    first = whole.rows[0]
    assert first.groups == ("strong-usual", "weak-usual", "none-usual")
    assert (first.first, first.count, first.games) == (0, 10, 40)
    assert whole.games() == sum(row.count * (len(row.groups) + 1) for row in whole.rows)
    pieces = [(row.case, row.stage, row.first, row.count) for row in whole.rows]
    assert len(set(pieces)) == len(pieces)


def test_chunks_come_stage_by_stage_and_deal_by_deal():
    goals = {"a": Goal("confirm", 10), "b": Goal("explore", 25), "c": Goal("explore", 10)}
    totals = Totals()
    totals.add(("usual/4/steady/table", "b", "explore"), 10, {"b": [1]})
    case = Case("", 4, "steady", "table")
    chunks = chunks_of(case, goals, totals, Pieces(), 10)
    assert [(chunk.groups, chunk.stage, chunk.first, chunk.count) for chunk in chunks] == [
        (("c",), "explore", 0, 10),
        (("b",), "explore", 10, 10),
        (("b",), "explore", 20, 5),
        (("a",), "confirm", 0, 10),
    ]


@pytest.mark.parametrize("workers", [1, 3, 8])
def test_bytes_do_not_depend_on_the_workers(tmp_path, whole, workers):
    played(tmp_path / "other", workers=workers)
    assert lines(tmp_path / "other") == lines(whole.folder)


@pytest.mark.parametrize("after", [1, 3, 16, 17, 40])
def test_bytes_do_not_depend_on_stops(tmp_path, whole, after):
    with pytest.raises(RunStopped) as stopped:
        played(tmp_path / "other", told=Told(Stops(after)))
    assert stopped.value.folder == tmp_path / "other"
    assert stopped.value.deals > 0
    kept = open_store(tmp_path / "other")
    assert not kept.finished
    assert len(kept.rows) == after
    assert kept.manifest["state"] == "stopped"
    played(tmp_path / "other")
    assert lines(tmp_path / "other") == lines(whole.folder)
    assert open_store(tmp_path / "other").finished


def test_a_stop_while_the_store_is_opened_can_be_gone_on_from(tmp_path, whole, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_manifest", stop)
        with pytest.raises(KeyboardInterrupt) as stopped:
            played(tmp_path / "other")
    assert not isinstance(stopped.value, RunStopped)  # there is nothing to go on from
    written = writing.write_manifest

    def stop_after(*asked):
        written(*asked)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_manifest", stop_after)
        with pytest.raises(RunStopped) as stopped:
            played(tmp_path / "other")
    assert (stopped.value.folder, stopped.value.deals) == (tmp_path / "other", None)
    played(tmp_path / "other")
    assert lines(tmp_path / "other") == lines(whole.folder)


def test_bytes_do_not_depend_on_where_the_file_was_torn(tmp_path, whole):
    data = lines(whole.folder)
    ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
    for size in (ends[4], ends[4] - 1, ends[11] + 1, ends[-2] + 30):
        folder = tmp_path / f"torn-{size}"
        played(folder, told=Told())
        (folder / "chunks.jsonl").write_bytes(data[:size])
        change_manifest(folder, state="begun", chunks={})
        said = []
        played(folder, told=Told(remark=said.append))
        assert lines(folder) == data
        torn = size - max(end for end in [0, *ends] if end <= size)
        words = f"{torn} byte was" if torn == 1 else f"{torn} bytes were"
        assert [f"{words} cut off" in text for text in said] == [True] * bool(torn)


def test_a_gap_that_is_filled_asks_the_design_nothing_new(tmp_path, monkeypatch):
    asked = []
    next_goal = toy_design.next_goal

    def noted(experiment, case, group, done):
        asked.append((case.key, group, done["explore"].deals, done["confirm"].deals))
        return next_goal(experiment, case, group, done)

    monkeypatch.setattr(toy_design, "next_goal", noted)
    played(tmp_path / "run")
    before = asked.copy()
    path = tmp_path / "run" / "chunks.jsonl"
    every = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(every[:1] + every[2:]))
    change_manifest(tmp_path / "run", state="begun", chunks={})
    asked.clear()
    played(tmp_path / "run")
    assert asked == before


def test_a_finished_run_is_left_as_it_is(whole):
    before = {path.name: path.read_bytes() for path in whole.folder.iterdir()}
    backend = Counting()
    run_experiment(toy(), whole.folder, backend)
    assert backend.calls == 0
    assert {path.name: path.read_bytes() for path in whole.folder.iterdir()} == before


def test_a_finished_run_needs_no_disk_that_can_be_written(whole, monkeypatch):
    def refused(*_):
        raise StoreError("the disk cannot be written")

    monkeypatch.setattr(journal.Journal, "__enter__", refused)
    assert played(whole.folder).finished
    with pytest.raises(StoreError, match="cannot be written"):
        played(whole.folder, toy(max_deals=400))


def test_a_signal_that_other_code_swallowed_still_stops_a_run(tmp_path, whole):
    came = []
    told = Told(progress=came.append, stopped=lambda: len(came) == 5)
    with pytest.raises(RunStopped):
        played(tmp_path / "run", told=told)
    assert len(open_store(tmp_path / "run").rows) == 5
    played(tmp_path / "run")
    assert lines(tmp_path / "run") == lines(whole.folder)


def test_a_disk_that_is_full_until_the_end_is_told_with_its_file(tmp_path):
    class Full(io.BytesIO):
        def close(self):
            raise OSError(28, "No space left on device")

    kept = journal.Journal(tmp_path / "lines")
    kept.__enter__().close()
    kept._file = Full()
    with pytest.raises(StoreError, match=r"/lines cannot be read or written: no space left"):
        kept.close()


def test_the_deals_that_are_likely_come_to_those_that_are_played(tmp_path):
    told = []
    played(tmp_path / "run", told=Told(told.append))
    assert told[0].likely is None  # no table has been looked at
    guesses = [each for each in told if each.likely is not None]
    assert len(guesses) > len(told) / 2
    assert all(each.done <= each.likely <= each.most for each in guesses)
    assert told[-1].likely == told[-1].done


def test_more_deals_extend_a_run(tmp_path, whole):
    before = len(lines(whole.folder))
    longer = played(whole.folder, toy(max_deals=400))
    assert lines(whole.folder)[:before] == lines(tmp_path / "whole")[:before]
    assert longer.experiment.stop.max_deals == 400
    direct = played(tmp_path / "direct", toy(max_deals=400))
    assert longer.identity == direct.identity
    for case, group, done in direct.parts():
        assert longer.done(case, group) == done
    assert {done["explore"].deals for _, _, done in longer.parts()} >= {400}


def test_a_finished_run_whose_extension_was_killed_is_no_damage(whole):
    def killed(_progress):
        raise MemoryError  # as a kill, it leaves no word in the manifest

    before = len(lines(whole.folder))
    with pytest.raises(MemoryError):
        played(whole.folder, toy(max_deals=400), told=Told(killed))
    assert len(lines(whole.folder)) > before
    assert not open_store(whole.folder).finished
    assert played(whole.folder, toy(max_deals=400)).finished


def test_fewer_deals_change_nothing(whole):
    before = lines(whole.folder)
    played(whole.folder, toy(max_deals=80))
    assert lines(whole.folder) == before


def test_some_cases_first_and_the_others_later(tmp_path, whole):
    part = played(tmp_path / "part", only="usual/4/*")
    assert {row.case for row in part.rows} == {
        "usual/4/steady/baseline",
        "usual/4/greedy/baseline",
    }
    assert not part.finished
    rest = played(tmp_path / "part", only="usual/3/*")
    assert rest.finished
    for case, group, done in whole.parts():
        assert rest.done(case, group) == done
    with pytest.raises(ExperimentError, match=r"no case of coins matches 'x\*'.*usual/3/steady"):
        played(tmp_path / "part", only="x*")


def test_another_experiment_is_refused(whole):
    before = lines(whole.folder)
    with pytest.raises(
        ForeignStore,
        match=r"coins that was begun there differs in stop.look \(40 there, 50 here\);",
    ):
        played(whole.folder, toy(look=50))
    with pytest.raises(ForeignStore, match=r"in run.seed \(3 there, 4 here\);"):
        played(whole.folder, toy(seed=4))
    assert lines(whole.folder) == before


def test_only_few_chunks_are_under_way(tmp_path):
    backend = Counting()
    run_experiment(toy(), tmp_path / "run", backend)
    assert backend.calls > 50
    assert backend.most <= LOOK_AHEAD * backend.workers


def test_progress_tells_deals_and_a_bound_that_holds(tmp_path):
    told = []
    store = played(tmp_path / "run", told=Told(told.append))
    assert [each.done for each in told] == sorted(each.done for each in told)
    bounds = [each.most for each in told]
    assert bounds == sorted(bounds, reverse=True)
    pieces = {(row.case, row.stage, row.first): row.count for row in store.rows}
    assert told[-1].done == sum(pieces.values()) <= told[-1].most
    assert told[0].said().startswith("mean ")


def test_an_error_in_a_chunk_keeps_what_came_before(tmp_path, monkeypatch, whole):
    play = toy_design.play

    def failing(experiment, case, groups, stage, first, count, *, extra=""):
        if (case.players, first) == (4, 20):
            raise ExperimentError("this deal cannot be played")
        return play(experiment, case, groups, stage, first, count)

    monkeypatch.setattr(toy_design, "play", failing)
    with pytest.raises(ExperimentError, match="this deal cannot be played"):
        played(tmp_path / "run")
    kept = lines(tmp_path / "run")
    assert lines(whole.folder).startswith(kept)
    assert kept.count(b"\n") > 5
    monkeypatch.setattr(toy_design, "play", play)
    played(tmp_path / "run")
    assert lines(tmp_path / "run") == lines(whole.folder)


def test_a_folder_has_one_writer(tmp_path):
    from rummysim.experiments.writing import Writer

    with Writer(tmp_path / "run", toy()), pytest.raises(StoreError, match="written by another run"):
        played(tmp_path / "run")
    assert played(tmp_path / "run").finished


def test_a_design_that_asks_for_what_is_there_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(toy_design, "next_goal", lambda *_: Goal("explore", 10))
    with pytest.raises(AssertionError, match="asks for what has been played"):
        played(tmp_path / "run")


def test_threads_drop_what_has_not_begun():
    with Threads(1) as backend:
        tasks = [backend.submit(sum, [k]) for k in range(3)]
        assert [task.result() for task in tasks] == [0, 1, 2]
        assert backend.name == "1 thread"
