"""The options of ``rummysim run``, in groups that ``resume`` and ``combine`` share."""

from dataclasses import dataclass, field
from typing import Annotated

import typer

from rummysim.cli.envelope import parse_seed
from rummysim.cli.options import MOST_DEALS, NoProgressOption, PlainOutputOptions, WorkersOption


@dataclass(frozen=True, kw_only=True)
class ChangeOptions:
    """What is played otherwise than the file says."""

    quick: Annotated[
        bool,
        typer.Option("--quick", help="Play the small form: what the file's table [quick] says."),
    ] = False
    max_deals: Annotated[
        int | None,
        typer.Option(
            "--max-deals",
            min=1,
            max=MOST_DEALS,
            help="Deals of each comparison at most; more of them extend a run that has ended, "
            "unless it is a chart.",
            show_default=False,
        ),
    ] = None
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            help="Other deals than those of the file: a whole number, or `random`.",
            show_default=False,
        ),
    ] = None
    overrides: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change one value of the file, for example stop.look=500 or table.players=[4]. "
            "May be repeated.",
        ),
    ] = field(default_factory=list)

    @property
    def options(self) -> list[str]:
        """All changes as ``--set`` takes them."""
        more = [f"stop.max_deals={self.max_deals}"] if self.max_deals is not None else []
        more += [f"run.seed={parse_seed(self.seed)}"] if self.seed is not None else []
        return [*self.overrides, *more]

    @property
    def words(self) -> list[str]:
        """The changes as they are typed."""
        words = ["--quick"] if self.quick else []
        words += ["--max-deals", str(self.max_deals)] if self.max_deals is not None else []
        words += ["--seed", self.seed] if self.seed is not None else []
        return words + [word for each in self.overrides for word in ("--set", each)]


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """Which part is played, and by whom."""

    only: Annotated[
        str,
        typer.Option(
            "--only",
            metavar="CASES",
            help="Play only tables that match, as in 'usual/4/steady/*': rules, players, "
            "baseline, field.",
        ),
    ] = "*"
    workers: WorkersOption = None
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            envvar="RUMMYSIM_SCHEDULER",
            help="Play on the workers of this Dask scheduler instead, as in tcp://10.0.0.7:8786.",
            show_default=False,
        ),
    ] = None

    @property
    def words(self) -> list[str]:
        """The options as they are typed."""
        words = ["--only", self.only] if self.only != "*" else []
        words += ["--workers", str(self.workers)] if self.workers is not None else []
        return words + (["--scheduler", self.scheduler] if self.scheduler is not None else [])


@dataclass(frozen=True, kw_only=True)
class RunOutputOptions(PlainOutputOptions):
    """What is printed, and how the command ends."""

    no_progress: NoProgressOption = False
    require_verdict: Annotated[
        bool,
        typer.Option(
            "--require-verdict", help="End with exit code 3 when a comparison is undecided."
        ),
    ] = False
