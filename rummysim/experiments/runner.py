"""The runner: an experiment played wave by wave, every chunk kept as soon as it is played.

Before each wave the design is asked how far each group of each case should play. The chunks of
a wave have one order, in which they are handed out, taken back and written. So the file does not
depend on who plays them, nor on how often the run was killed: what is kept is taken from there
instead of being played again.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rummysim.backends.base import Backend
from rummysim.backends.order import answers
from rummysim.errors import ExperimentError, StoreError
from rummysim.experiments.designs import STAGES, Ended, Goal, Sums, design_of
from rummysim.experiments.grid import cases_of
from rummysim.experiments.identity import EXTENDS, identity_of
from rummysim.experiments.manifest import MANIFEST
from rummysim.experiments.payload import payload_of
from rummysim.experiments.policies import check_sources
from rummysim.experiments.rows import Pieces, Place, Row
from rummysim.experiments.spec import Case, Experiment, Stage
from rummysim.experiments.store import FINISHED, Store, open_store
from rummysim.experiments.unit import timed_unit
from rummysim.experiments.waves import Chunk, Totals, chunks_of, take_kept
from rummysim.experiments.writing import BEGUN, STOPPED, UNFINISHED, Writer
from rummysim.rules.fields import show

EVERYTHING = "*"


class RunStopped(KeyboardInterrupt):
    """Ctrl-C during a run; its store is valid and can be continued."""

    def __init__(self, folder: Path, deals: int | None) -> None:
        super().__init__()
        self.folder = folder
        self.deals = deals  # that it has kept; None when it came before they were counted


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; deals that several groups share count once."""

    done: int
    most: int  # a bound: runs end when they know enough
    likely: int | None  # how many there will be, where that can be guessed
    case: Case
    group: str
    said: Callable[[], str]  # the current estimate and its interval, in a few words


Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Told:
    """What a run tells while it goes on, and what it is told; all are optional."""

    progress: Watch | None = None
    remark: Callable[[str], None] | None = None
    stopped: Callable[[], bool] = bool  # whether a signal came that code on the way swallowed


def run_experiment(
    experiment: Experiment,
    folder: Path,
    backend: Backend,
    told: Told = Told(),
    only: str = EVERYTHING,
    command: str = "",
) -> Store:
    """The store of the experiment once nothing is left to play.

    folder : of this run; what it holds of it already is not played again
    only : a pattern for the keys of cases, as in ``usual/4/*``
    command : how the run was asked for, for the manifest

    Raises ForeignStore when the folder belongs to another experiment; RunStopped after Ctrl-C.
    """
    check_sources(experiment)
    cases = matching(experiment, only)
    ended = _finished(experiment, folder)
    if ended is not None:
        return ended
    facts = {"backend": backend.name} | ({"command": command} if command else {})
    try:
        with Writer(folder, experiment, facts) as writer:
            _tell_opened(folder, writer, told)
            _Run(experiment, cases, writer, backend, told).play()
    except RunStopped:
        raise
    except KeyboardInterrupt:  # while the store was opened
        if not (folder / MANIFEST).is_file():
            raise
        raise RunStopped(folder, None) from None
    return open_store(folder)


def _tell_opened(folder: Path, writer: Writer, told: Told) -> None:
    """Nothing; it is told what was cut off, and what another limit of exploring does."""
    if told.remark is None:
        return
    if writer.torn:
        told.remark(
            f"{folder}: the last line was torn when the run was killed; its {writer.torn} "
            f"{'byte was' if writer.torn == 1 else 'bytes were'} cut off, and its deals are "
            "played again."
        )
    if writer.limits is not None:
        said = limit_words(*writer.limits, any(row.stage == "confirm" for row in writer.rows))
        told.remark(f"{folder}: {said}")


def limit_words(before: int, now: int, confirming: bool) -> str:
    """What another limit of exploring does to a run that has deals.

    >>> limit_words(500, 300, False)
    '--max-deals is 300 and was 500; what was played beyond it stays and counts.'
    """
    if now < before:
        less = f"--max-deals is {now:,} and was {before:,}"
        return f"{less}; what was played beyond it stays and counts."
    also = (
        " Verdicts that are confirmed rest on the fresh deals of their confirmation and not on the "
        "deals that are explored now."
    )
    return (
        f"exploring goes on where it has no verdict, to {now:,} deals.{also if confirming else ''}"
    )


def _finished(experiment: Experiment, folder: Path) -> Store | None:
    """The store of a run that is finished, which may lie where nothing can be written."""
    if not (folder / MANIFEST).is_file():
        return None
    try:
        store = open_store(folder)
    except StoreError:  # which is told when it is opened for writing
        return None
    same = store.identity == identity_of(experiment) and is_limited_alike(store, experiment)
    untidy = store.torn or any(folder.glob(UNFINISHED))
    return store if same and store.finished and not untidy else None


def is_limited_alike(store: Store, experiment: Experiment) -> bool:
    """Whether a run was asked for as many deals at most as this experiment."""
    one, other = store.experiment.stop, experiment.stop
    return all(getattr(one, key) == getattr(other, key) for key in EXTENDS)


def matching(experiment: Experiment, only: str) -> tuple[Case, ...]:
    """The cases whose keys match a pattern.

    Raises ExperimentError when there are none.
    """
    cases = cases_of(experiment)
    found = tuple(case for case in cases if fnmatchcase(case.key, only))
    if not found:
        raise ExperimentError(
            f"no case of {experiment.name} matches {show(only)}; its first case is {cases[0].key}"
        )
    return found


class _Run:
    """One run: its totals, what is kept, and what is under way."""

    def __init__(
        self,
        experiment: Experiment,
        cases: tuple[Case, ...],
        writer: Writer,
        backend: Backend,
        told: Told,
    ) -> None:
        self.experiment = experiment
        self.cases = cases
        self.writer = writer
        self.backend = backend
        self.told = told
        self.design = design_of(experiment)
        self.payload = payload_of(experiment)
        self.groups = {case: self.design.groups(experiment, case) for case in cases_of(experiment)}
        self.kept = Pieces(writer.rows)
        self.totals = Totals()
        self.goals: dict[Case, dict[str, Goal]] = {}
        self.reasons: dict[tuple[Case, str], str] = {}
        self.prepared = False
        self.games: dict[str, int] = {}
        for row in writer.rows:
            self.games[row.case] = self.games.get(row.case, 0) + row.games
        writer.rows.clear()

    def play(self) -> None:
        """Nothing; all groups have ended, and the manifest says so."""
        played = False
        try:
            while goals := self.ask(self.cases):
                self.goals = goals
                chunks = self.wave()
                self.plan(chunks)
                for chunk, (sums, seconds) in self.answers(chunks):
                    self.keep(chunk, sums, seconds)
                    played = True
                    if self.told.stopped():
                        raise KeyboardInterrupt
                if chunks:
                    self.writer.note(BEGUN, self.progress())
        except KeyboardInterrupt:
            self.writer.note(STOPPED, self.progress())
            raise RunStopped(self.writer.folder, self.deals()) from None
        if played or not self.writer.finished:
            self.writer.note(FINISHED if self.complete() else STOPPED, self.progress())

    def ask(self, cases: Iterable[Case]) -> dict[Case, dict[str, Goal]]:
        """The goals of all groups that have not ended."""
        goals: dict[Case, dict[str, Goal]] = {}
        for case in cases:
            for group in self.groups[case]:
                if (case, group) in self.reasons:
                    continue
                done = self.totals.done(case.key, group)
                goal = self.design.next_goal(self.experiment, case, group, done)
                if isinstance(goal, Ended):
                    self.reasons[case, group] = goal.reason
                    continue
                if goal.deals <= done[goal.stage].deals:
                    raise AssertionError(f"{case.key}: {goal} asks for what has been played")
                goals.setdefault(case, {})[group] = goal
        return goals

    def wave(self) -> list[Chunk]:
        """What has to be played until all goals are reached; what is kept has been added."""
        chunks: list[Chunk] = []
        for case, wanted in self.goals.items():
            for group, goal in wanted.items():
                take_kept(self.totals, self.kept, (case.key, group, goal.stage), goal.deals)
            size = self.experiment.chunk
            chunks += chunks_of(case, wanted, self.totals, self.kept, size)
        return chunks

    def plan(self, chunks: Iterable[Chunk]) -> None:
        """Nothing; before deals of a confirmation are played, the manifest says how many."""
        cases = {case.key: case for case in self.goals}
        wanted = {
            (chunk.case, group): self.goals[cases[chunk.case]][group].deals
            for chunk in chunks
            if chunk.stage == "confirm"
            for group in chunk.groups
        }
        self.writer.plan(wanted, self.progress())

    def answers(self, chunks: list[Chunk]) -> Iterator[tuple[Chunk, tuple[Sums, float]]]:
        """Each chunk with what it gave, in order; only few are under way at any time."""
        self.prepare(chunks)
        calls = ((self.payload, chunk) for chunk in chunks)
        yield from zip(chunks, answers(self.backend, timed_unit, calls), strict=True)

    def prepare(self, chunks: list[Chunk]) -> None:
        """Nothing; before the first chunk all workers have played a deal, which compiles there."""
        if chunks and not self.prepared:
            self.backend.prepare(timed_unit, self.payload, replace(chunks[0], first=0, count=1))
            self.prepared = True

    def keep(self, chunk: Chunk, sums: Sums, seconds: float) -> None:
        """Nothing; the chunk is on the disk and in the totals."""
        row = Row(chunk.case, chunk.groups, chunk.stage, chunk.first, chunk.count, sums)
        self.writer.add(row, seconds)
        self.games[row.case] = self.games.get(row.case, 0) + row.games
        case = next(each for each in self.cases if each.key == row.case)
        for group in row.groups:
            place: Place = (row.case, group, row.stage)
            self.totals.add(place, row.count, row.part(group))
            take_kept(self.totals, self.kept, place, self.goals[case][group].deals)
        if self.told.progress is not None:
            self.told.progress(self.told_of(case, row.groups[-1]))

    def told_of(self, case: Case, group: str) -> Progress:
        """How far the run is, with the group that was played last."""

        def said() -> str:
            done = self.totals.done(case.key, group)
            planned = self.writer.manifest["planned"].get(case.key, {}).get(group)
            beyond = planned is not None and done["confirm"].deals > planned
            return self.design.status(self.experiment, case, group, done, extended=beyond)

        likely = [self.likely(case) for case in self.cases]
        known = [deals for deals in likely if deals is not None]
        guess = sum(known) if len(known) == len(likely) else None
        most = sum(map(self.bound, self.cases))
        return Progress(self.deals(), most, guess, case, group, said)

    def likely(self, case: Case) -> int | None:
        """Deals that a case may have in the end; None while nothing hints at it.

        What is still explored may take as long again as it has taken so far, and is then
        confirmed on the fewest deals.
        """
        stop, chart = self.experiment.stop, self.experiment.chart
        fewest = stop.confirm_min if chart is None else chart.follow
        likely = {stage: self.most_deals(case, stage) for stage in STAGES}
        for group, goal in self.goals.get(case, {}).items():
            if (case, group) in self.reasons:
                continue
            deals = goal.deals
            if goal.stage == "explore":
                done = self.totals.deals((case.key, group, "explore"))
                if not done and deals < stop.max_deals:
                    return None
                deals = min(stop.max_deals, max(deals, 2 * done))
                likely["confirm"] = max(likely["confirm"], fewest)
            likely[goal.stage] = max(likely[goal.stage], deals)
        return sum(likely.values())

    def bound(self, case: Case) -> int:
        """The most deals that a case can have in the end; those that groups share count once."""
        stop, chart = self.experiment.stop, self.experiment.chart
        confirm_max = stop.confirm_max if chart is None else chart.follow
        most = {stage: self.most_deals(case, stage) for stage in STAGES}
        for group in self.groups[case]:
            if (case, group) in self.reasons:
                continue
            goal = self.goals.get(case, {}).get(group)
            if goal is not None and goal.stage == "confirm":
                most["confirm"] = max(most["confirm"], goal.deals)
            else:
                most["explore"] = max(most["explore"], stop.max_deals)
                most["confirm"] = max(most["confirm"], confirm_max)
        return sum(most.values())

    def most_deals(self, case: Case, stage: Stage) -> int:
        """Deals of the group of a case that has most of them."""
        return max(self.totals.deals((case.key, group, stage)) for group in self.groups[case])

    def deals(self) -> int:
        """Deals that have been added; groups of a case share theirs."""
        return sum(self.most_deals(case, stage) for case in self.cases for stage in STAGES)

    def complete(self) -> bool:
        """Whether all groups of all cases have ended, those that were not asked for included."""
        others = [case for case in self.groups if case not in self.cases]
        for case in others:
            for group in self.groups[case]:
                for stage in STAGES:
                    done = self.kept.done((case.key, group, stage))
                    if done.deals:
                        self.totals.add((case.key, group, stage), done.deals, done.sums)
        return not self.ask(others)

    def progress(self) -> dict[str, Any]:
        """Deals, games and the reason of the end, by case and group."""
        return {
            case.key: {
                "games": self.games.get(case.key, 0),
                "groups": {group: self.group_progress(case, group) for group in groups},
            }
            for case, groups in self.groups.items()
        }

    def group_progress(self, case: Case, group: str) -> dict[str, Any]:
        """Deals of both stages, and why no more are played; empty while there are."""
        found: dict[str, Any] = {
            stage: self.totals.deals((case.key, group, stage)) for stage in STAGES
        }
        return found | {"stop": self.reasons.get((case, group), "")}
