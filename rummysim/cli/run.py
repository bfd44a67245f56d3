"""``rummysim run`` and ``resume``: experiments from files, played until their answer is known."""

import dataclasses
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rummysim.cli.complete import RUNS, complete_experiments, complete_runs
from rummysim.cli.console import remark, say
from rummysim.cli.envelope import parse_seed
from rummysim.cli.options import MOST_DEALS, folder_of
from rummysim.cli.run_jobs import Job, finish, play_jobs, run_folders
from rummysim.cli.run_options import ChangeOptions, PlayOptions, RunOutputOptions
from rummysim.errors import ExperimentError

if TYPE_CHECKING:
    from rummysim.experiments.store import Store

QUICK = "quick"  # where runs of the quick form go: other numbers than those of the full one


def run(
    experiments: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Experiments of `rummysim list experiments`, files of your own, or folders.",
            autocompletion=complete_experiments,
            show_default=False,
        ),
    ],
    change: ChangeOptions = ChangeOptions(),
    play: PlayOptions = PlayOptions(),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            parser=folder_of,
            envvar="RUMMYSIM_RUNS",
            help="Where runs are kept, each in a folder of its own. Default: runs, or runs/quick "
            "with --quick.",
            show_default=False,
        ),
    ] = None,
    print_config: Annotated[
        bool,
        typer.Option("--print-config", help="Print the whole experiment as a file, and stop."),
    ] = False,
    output: RunOutputOptions = RunOutputOptions(),
) -> None:
    """Play experiments until their questions are answered.

    Everything is kept while it is played. The same command goes on with what is there: after
    Ctrl-C or a power cut with the next deals, and when nothing is left to play it only prints the
    answers.

    For example:  rummysim run cost_of_buying --quick
    """
    from rummysim.experiments.find import find
    from rummysim.experiments.read import full_tree, read_experiment

    paths = find(experiments)
    if change.seed is not None and change.seed.strip().lower() == "random":
        change = dataclasses.replace(change, seed=str(parse_seed(change.seed)))
        remark(f"Seed {change.seed}.", output)
    if print_config:
        from rummysim.experiments.config import config_text

        trees = [full_tree(path, change.quick, change.options) for path in paths]
        for path in paths:
            read_experiment(path, change.quick, change.options)
        say("\n".join(map(config_text, trees)).rstrip("\n"))
        return
    folder = out or (RUNS / QUICK if change.quick else RUNS)
    jobs = []
    for path in paths:
        experiment = read_experiment(path, change.quick, change.options)
        command = shlex.join(["rummysim", "run", str(path), *change.words])
        jobs.append(Job(experiment, folder / experiment.name, command))
    _refuse_same_folders(jobs)
    place = ["--out", str(out)] if out is not None else []
    again = ["run", *experiments, *change.words, *place, *play.words]
    finish(play_jobs(jobs, play, shlex.join(["rummysim", *again]), output), "run", output)


def resume(
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs, as in runs/cost_of_buying, or a folder with several of them.",
            autocompletion=complete_runs,
            show_default=False,
        ),
    ],
    max_deals: Annotated[
        int | None,
        typer.Option(
            "--max-deals",
            min=1,
            max=MOST_DEALS,
            help="Deals of each comparison at most, if other than before. Not of charts: their "
            "cards are made from a number of deals that was fixed at the start.",
            show_default=False,
        ),
    ] = None,
    play: PlayOptions = PlayOptions(),
    output: RunOutputOptions = RunOutputOptions(),
) -> None:
    """Go on with runs that were stopped, wherever their experiment files are.

    Of several runs only those are shown in which something was left to play.

    For example:  rummysim resume runs/cost_of_buying
    """
    from rummysim.experiments.store import open_store

    jobs, ended = [], []
    before: dict[Path, int] = {}  # games of runs that are asked for another number of deals
    for folder in run_folders(folders):
        store = open_store(folder)
        if max_deals in (None, store.experiment.stop.max_deals):
            jobs.append(Job(store.experiment, folder, ""))
            ended += [folder] if store.finished else []
        else:
            jobs.append(_extended(store, max_deals))
            before[folder] = store.games() if store.finished else -1
    if len(jobs) > 1 and ended:
        runs = "1 run is" if len(ended) == 1 else f"{len(ended):,} runs are"
        remark(f"{runs} finished already and not shown again.", output)
    most = ["--max-deals", str(max_deals)] if max_deals is not None else []
    again = shlex.join(["rummysim", "resume", *folders, *most, *play.words])
    silent = ended if len(jobs) > 1 else ()
    stores = play_jobs(jobs, play, again, output)
    finish(_explained(stores, before, max_deals, output), "resume", output, silent)


def _explained(
    stores: Iterable["Store"],
    before: Mapping[Path, int],
    max_deals: int | None,
    output: RunOutputOptions,
) -> Iterator["Store"]:
    """The same stores; why a finished run has no more games for its new limit is told.

    before : games of the runs that have got a new limit
    """
    for store in stores:
        if before.get(store.folder) == store.games():
            reasons = dict.fromkeys(store.stop(case, group) for case, group, _ in store.parts())
            remark(
                f"{store.folder}: nothing is left to play with --max-deals {max_deals}, for all of "
                f"it has ended: {'; '.join(filter(None, reasons))}.",
                output,
            )
        yield store


def _extended(store: "Store", max_deals: int) -> Job:
    """A run with other most deals than before; raises ExperimentError for charts."""
    experiment = store.experiment
    if experiment.chart is not None:
        raise ExperimentError(
            f"{store.folder} is a chart, whose cards are made from a number of deals that was "
            f"fixed at the start, here {experiment.stop.max_deals:,}; for another number run "
            f"{experiment.name} anew with --max-deals {max_deals} and another --out"
        )
    stop = dataclasses.replace(experiment.stop, max_deals=max_deals)
    command = ["rummysim", "resume", str(store.folder), "--max-deals", str(max_deals)]
    return Job(dataclasses.replace(experiment, stop=stop), store.folder, shlex.join(command))


def _refuse_same_folders(jobs: Sequence[Job]) -> None:
    """Nothing; raises typer.BadParameter when two experiments would share a folder."""
    folders = [job.folder for job in jobs]
    for folder in folders:
        if folders.count(folder) > 1:
            raise typer.BadParameter(
                f"two files are called {folder.name}; run them one at a time, with different --out"
            )
