"""Runs as reports read them: what was found, and the manifest that says how."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rummysim.errors import StoreError
from rummysim.experiments.findings import (
    ChartCell,
    Count,
    Finding,
    Follow,
    adjust,
    chart_cells,
    counts,
    declared,
    findings,
    follows,
)
from rummysim.experiments.spec import Experiment
from rummysim.experiments.store import Store, open_store
from rummysim.reports.finding_words import listed, room_words
from rummysim.reports.paired_page import published
from rummysim.reports.tables import level
from rummysim.reports.tips_table import TipRow, claim_order, rows_of
from rummysim.stats.estimate import Estimate

ENOUGH = 10_000  # paired rounds of a confirmation
MOST_NAMED = 3  # commands in a sentence


@dataclass(frozen=True)
class Run:
    """One experiment that was played, and everything that it found."""

    experiment: Experiment
    manifest: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()
    counts: tuple[Count, ...] = ()
    cells: tuple[ChartCell, ...] = ()
    follows: tuple[Follow, ...] = ()
    folder: Path | None = None

    @property
    def name(self) -> str:
        """What the experiment is called."""
        return self.experiment.name

    @property
    def question(self) -> str:
        """What was asked."""
        return self.experiment.question or self.name

    @property
    def command(self) -> str:
        """What gives the numbers again, as typed."""
        return str(self.manifest.get("command") or f"rummysim run {self.name}")

    @property
    def quick(self) -> bool:
        """Whether it was run in its quick form, on a small sample."""
        return "--quick" in self.command.split()

    @property
    def small(self) -> bool:
        """Whether a comparison rests on fewer paired rounds than the specification asks for."""
        rounds = [
            finding.deals * len(finding.points_by_round) * finding.case.players
            for finding in self.findings
            if finding.points.kind != "exact"
        ]
        return min(rounds, default=ENOUGH) < ENOUGH

    @property
    def finished(self) -> bool:
        """Whether nothing was left to play."""
        return self.manifest.get("state") == "finished"

    @property
    def going_on(self) -> str:
        """The command that plays what is left."""
        return f"rummysim resume {shlex.quote(str(self.folder or self.name))}"

    @cached_property
    def rows(self) -> list[TipRow]:
        """The comparisons of a paired experiment."""
        return rows_of(self.findings)

    def source(self) -> str:
        """The inputs of all numbers, for captions."""
        version = self.manifest.get("rummysim", "")
        engine = self.manifest.get("engine", "")
        rules = self.experiment.rules
        return f"{rules.title}; seed {self.experiment.seed}; rummysim {version}, engine {engine}."


def read_runs(folders: Iterable[Path]) -> list[Run]:
    """The runs in some folders, tips first.

    Raises StoreError when a folder holds no run, or one that cannot be read, or when two of them
    are of one experiment.
    """
    stores = [open_store(folder) for folder in folders]
    refuse_twice(stores)
    runs = [read_run(store) for store in stores]
    tips = [run for own in by_game(runs).values() for run in adjusted_together(own)]
    others = [run for run in runs if not run.experiment.claim]
    return sorted(tips, key=_place) + sorted(others, key=_place)


def by_game(runs: Iterable[Run]) -> dict[str, list[Run]]:
    """The tips of each game, by what their names begin with.

    >>> by_game([])
    {}
    """
    found: dict[str, list[Run]] = {}
    for run in runs:
        if claim := run.experiment.claim:
            found.setdefault(claim.partition("-")[0], []).append(run)
    return found


def refuse_twice(stores: Sequence[Store]) -> None:
    """Nothing; what was found about one question is never put together by a report.

    >>> refuse_twice([])

    Raises StoreError when two stores are of the same experiment.
    """
    known: dict[str, Store] = {}
    for store in stores:
        other = known.setdefault(store.experiment.name, store)
        if other is store:
            continue
        first, second = other.folder, store.folder
        seeds = (other.experiment.seed, store.experiment.seed)
        advice = f"see them side by side with `rummysim compare {first} {second}`"
        if other.identity == store.identity:
            advice = f"put them together with `rummysim combine {first} {second} --out FOLDER`"
        apart = "" if seeds[0] == seeds[1] else f", with the seeds {seeds[0]} and {seeds[1]}"
        raise StoreError(
            f"{first} and {second} are both runs of {store.experiment.name}{apart}; name one of "
            f"them, or {advice}"
        )


def adjusted_together(runs: Sequence[Run]) -> list[Run]:
    """The same runs, with the p-values of all their confirmations adjusted as one list.

    The tips of a game are one list of hypotheses (rules.md 11), those that have not been confirmed
    yet among them.

    >>> adjusted_together([])
    []
    """
    confirmed = [each for run in runs for each in run.findings if each.stage == "confirm"]
    again = iter(adjust(confirmed, declared(run.experiment for run in runs)))
    return [
        replace(
            run,
            findings=tuple(
                next(again) if each.stage == "confirm" else each for each in run.findings
            ),
        )
        for run in runs
    ]


def unfinished_sentence(runs: Sequence[Run]) -> str:
    """Which runs have more to play, and how they go on; "" when none has.

    >>> unfinished_sentence([])
    ''
    """
    left = [run for run in runs if not run.finished]
    if not left:
        return ""
    names = listed(run.name for run in left)
    commands = listed(f"`{run.going_on}`" for run in left[:MOST_NAMED])
    verb = "has" if len(left) == 1 else "have"
    return (
        f"{names} {verb} not ended: there is more to play, and verdicts may change. To go on: "
        f"{commands}{'' if len(left) <= MOST_NAMED else ', and so on'}."
    )


def _place(run: Run) -> tuple[object, ...]:
    """Where an experiment stands among the others: tips by name, then designs, then names."""
    experiment = run.experiment
    designs = ("paired", "counting", "chart").index(experiment.design)
    return claim_order(experiment.claim), designs, experiment.name


def read_run(store: Store) -> Run:
    """Everything that a store holds, in the terms of a report."""
    return Run(
        store.experiment,
        store.manifest,
        tuple(published(findings(store))),
        tuple(counts(store)),
        tuple(chart_cells(store)),
        tuple(follows(store)),
        store.folder,
    )


def interval_words(experiment: Experiment, values: Iterable[Estimate]) -> str:
    """Which intervals these are, and at which level; a deal is one observation."""
    values = tuple(values)
    kinds = list(dict.fromkeys(_kind(value.kind) for value in values))
    many = len(experiment.contrasts)
    words = {
        "sequence": f"that may be read at any time and hold for all {many} comparisons at once"
        if many > 1
        else "that may be read at any time",
        "t": "by Student's t",
        "cluster": "with the deal as cluster",
        "exact": "exact",
    }
    said = listed(words.get(kind, f"({kind})") for kind in kinds)
    unit = "" if kinds == ["cluster"] else ", a deal being one observation"
    return f"{level(experiment.stop.alpha)} intervals {said}{unit}.{room_words(values)}"


def _kind(kind: str) -> str:
    """The family of an interval.

    >>> _kind("sequence, few differ"), _kind("cluster-score")
    ('sequence', 'cluster')
    """
    return kind.partition(",")[0].partition("-")[0]


def deals_words(deals: Iterable[int], what: str = "deals") -> str:
    """How many deals are behind numbers.

    >>> deals_words([1000, 3000, 1000]), deals_words([500], "matches")
    ('1,000 to 3,000 deals', '500 matches')
    """
    low, high = min(every := list(deals)), max(every)
    return f"{low:,} {what}" if low == high else f"{low:,} to {high:,} {what}"
