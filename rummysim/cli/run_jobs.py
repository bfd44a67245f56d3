"""Runs as the command line plays them: one after the other, with progress, and what they say."""

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from rummysim.cli import streams
from rummysim.cli.console import remark, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import print_json
from rummysim.cli.options import EXIT_STOPPED
from rummysim.cli.run_options import PlayOptions, RunOutputOptions
from rummysim.cli.run_progress import run_progress
from rummysim.errors import ExperimentError

if TYPE_CHECKING:
    from rummysim.backends.base import Backend
    from rummysim.experiments.spec import Experiment
    from rummysim.experiments.store import Store

EXIT_UNDECIDED = 3


@dataclass(frozen=True)
class Job:
    """One experiment, and the folder of its run."""

    experiment: "Experiment"
    folder: Path
    command: str  # that plays it from the start


def play_jobs(
    jobs: Sequence[Job], play: PlayOptions, again: str, output: RunOutputOptions
) -> Iterator["Store"]:
    """The store of each job, as soon as nothing is left to play in it.

    again : the command that goes on where Ctrl-C stops this one
    """
    from rummysim.experiments.identity import identical_contrasts
    from rummysim.experiments.runner import RunStopped, Told, matching, run_experiment

    for job in jobs:
        matching(job.experiment, play.only)
        for name in identical_contrasts(job.experiment):
            remark(
                f"{job.experiment.name}: the two arms of {name} are the same player under the same "
                "rules, so no deal can tell them apart; do its parameters or rules differ?",
                output,
            )
    if play.scheduler is None:
        announce_compiling(output)
    with backend_of(play, partial(remark, output=output)) as backend:
        for number, job in enumerate(jobs, 1):
            what = job.experiment.name
            if len(jobs) > 1:
                what = f"{what} ({number} of {len(jobs)})"
            try:
                with run_progress(what, output) as show:
                    told = Told(show, partial(remark, output=output), streams.was_stopped)
                    where = (job.folder, backend, told, play.only, job.command)
                    store = run_experiment(job.experiment, *where)
            except RunStopped as stop:
                streams.end_at_once()
                remark("Chunks under way are waited for; Ctrl-C again ends at once.", output)
                kept = f"{stop.folder} keeps {_deals(stop.deals)}"
                remark(f"Stopped: {kept}. To go on:  {again}", output)
                raise typer.Exit(EXIT_STOPPED) from None
            yield store


def _deals(kept: int | None) -> str:
    """What a stopped run has.

    >>> _deals(1), _deals(1200), _deals(None)
    ('1 deal', '1,200 deals', 'what was played')
    """
    return "what was played" if kept is None else f"{kept:,} deal{'s' * (kept != 1)}"


def backend_of(play: PlayOptions, waiting: Callable[[str], None]) -> "Backend":
    """Who plays.

    waiting : is told what a cluster waits for

    Raises typer.BadParameter for what is no address, ClusterError when a cluster is asked for and
    cannot be had.
    """
    if play.scheduler is not None:
        from rummysim.backends.cluster import Cluster, is_address

        if not is_address(play.scheduler):
            raise typer.BadParameter(
                f"{play.scheduler!r} is no address of a Dask scheduler, as in tcp://10.0.0.7:8786",
                param_hint="--scheduler",
            )
        return Cluster(play.scheduler, waiting=waiting)
    from rummysim.backends.local import Threads
    from rummysim.simulation.run import default_workers

    return Threads(play.workers or default_workers())


def finish(
    stores: Iterable["Store"],
    command: str,
    output: RunOutputOptions,
    silent: Collection[Path] = (),
) -> None:
    """Nothing; what each run found is on stdout as soon as it is known.

    silent : folders of runs whose tables are not printed

    Raises typer.Exit when a verdict was required and there is none.
    """
    found = []
    shown = 0
    for store in stores:
        if not output.json and store.folder not in silent:
            _show(store, shown > 0, output)
            shown += 1
        found.append(store)
    if output.json:
        inputs = {"runs": [str(store.folder) for store in found]}
        print_json(command, inputs, {"runs": [results(store) for store in found]})
    if output.require_verdict and any(map(is_undecided, found)):
        raise typer.Exit(EXIT_UNDECIDED)


def _show(store: "Store", gap: bool, output: RunOutputOptions) -> None:
    """Nothing; what a run found is on stdout, and where it is kept on stderr."""
    from rummysim.reports.experiments import experiment_page

    say("\n" * gap + experiment_page(store, width()))
    if store.finished:
        remark(f"Kept in {store.folder}", output)
    else:
        again = shlex.join(["rummysim", "resume", str(store.folder)])
        remark(f"Kept in {store.folder}, which is not finished. To go on:  {again}", output)


def results(store: "Store") -> dict[str, Any]:
    """What a run found, for programs."""
    from rummysim.reports.experiments import experiment_rows
    from rummysim.reports.standing import standing_rows

    return {
        "name": store.experiment.name,
        "folder": str(store.folder),
        "id": store.identity,
        "finished": store.finished,
        "seed": store.experiment.seed,
        "games": store.games(),
        "groups": standing_rows(store),
        "results": experiment_rows(store),
    }


def is_undecided(store: "Store") -> bool:
    """Whether a comparison of a run has no verdict."""
    from rummysim.experiments.findings import findings

    last = {(each.case, each.contrast.name): each.verdict for each in findings(store)}
    return any(verdict == "UNDECIDED" for verdict in last.values())


def run_folders(names: Iterable[str]) -> list[Path]:
    """The folders of runs that are named, or that lie below those that are.

    Raises ExperimentError when a folder has none.
    """
    from rummysim.experiments.store import find_stores

    found: list[Path] = []
    for name in names:
        folders = find_stores(Path(name))
        if not folders:
            raise ExperimentError(
                f"{name} holds no run: there is no manifest.json in it or below it"
            )
        found += folders
    return list(dict.fromkeys(found))
