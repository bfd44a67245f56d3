"""The options that several commands share, in groups.

A command takes whole groups (``def simulate(game: GameOptions, run: RunOptions)``); the
decorator ``grouped`` turns each field of a group into one option of the command line.
"""

import dataclasses
import functools
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from rummysim.cli.complete import complete_games, complete_policies
from rummysim.policies import DEFAULT_POLICY

EXIT_STOPPED = 130
MOST_DEALS = 1 << 48  # simulation.run.MAX_DEALS, which would load numba here


WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        envvar="RUMMYSIM_WORKERS",
        min=1,
        help="Threads of this machine; the results do not depend on it. Default: all processors.",
        show_default=False,
    ),
]
OneRoundOption = Annotated[
    str | None, typer.Option("--round", "-r", help="Play this round only; else whole matches.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress and no remarks on the side.")
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="More remarks; the full story of an error.")
]
NoProgressOption = Annotated[
    bool, typer.Option("--no-progress", help="No progress, but remarks stay.")
]


def in_folder(file: Path | None) -> Path | None:
    """The file to be written; raises typer.BadParameter when its folder does not exist."""
    if file is not None and not file.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {file.parent} for {file.name}")
    return file


def folder_of(text: str) -> Path:
    """The folder that was typed.

    >>> folder_of("charts").name
    'charts'

    Raises typer.BadParameter when nothing was.
    """
    if not text.strip():
        raise typer.BadParameter("give the name of a folder")
    return Path(text)


@dataclasses.dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Which game is played, by which house rules."""

    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game of `rummysim list`, or a rule file of your own.",
            autocompletion=complete_games,
            show_default=False,
        ),
    ]
    overrides: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change one rule for this run, for example buy.limit=1. May be repeated.",
        ),
    ] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, kw_only=True)
class SeatOptions:
    """Who sits at the table."""

    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-n",
            envvar="RUMMYSIM_PLAYERS",
            min=1,
            help="How many play; else one seat per policy, or 4 where the game allows it.",
            show_default=False,
        ),
    ] = None
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            "-p",
            envvar="RUMMYSIM_POLICY",
            help="Who plays: one name for all seats, or one per seat with commas between "
            '(sharp,greedy). "steady(buy_below=2)" sets a parameter; my.toml holds your '
            "own values, my_file.py:decide a player of your own.",
            autocompletion=complete_policies,
        ),
    ] = DEFAULT_POLICY


@dataclasses.dataclass(frozen=True, kw_only=True)
class SeedOptions:
    """Which deals are played; the same numbers give the same cards again."""

    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            envvar="RUMMYSIM_SEED",
            help="A whole number that fixes every shuffle, or `random` to draw (and print) one.",
        ),
    ] = "0"


@dataclasses.dataclass(frozen=True, kw_only=True)
class RunOptions:
    """How much is played, by how many threads."""

    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            "-d",
            envvar="RUMMYSIM_DEALS",
            min=1,
            max=MOST_DEALS,
            help="Matches to play (single rounds where one round is asked for).",
        ),
    ] = 10_000
    first_deal: Annotated[
        int,
        typer.Option("--first-deal", min=0, max=MOST_DEALS, help="Number of the first deal."),
    ] = 0
    workers: WorkersOption = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """What is printed, and where."""

    json: JsonOption = False
    csv: Annotated[bool, typer.Option("--csv", help="Print the table as CSV and nothing else.")] = (
        False
    )
    quiet: QuietOption = False
    verbose: VerboseOption = False
    no_progress: NoProgressOption = False

    def __post_init__(self) -> None:
        """Refuses two forms at once."""
        if self.json and self.csv:
            raise typer.BadParameter("choose one of --json and --csv", param_hint="--csv")


@dataclasses.dataclass(frozen=True, kw_only=True)
class PlainOutputOptions:
    """What is printed by commands that have no table."""

    json: JsonOption = False
    quiet: QuietOption = False
    verbose: VerboseOption = False


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The same command with one keyword parameter for each field of its option groups.

    Typer reads a function's signature; this one lists the fields of all groups in order, and
    the call puts them back together.
    """
    hints = get_type_hints(command, include_extras=True)
    hints.pop("return", None)
    groups: dict[str, Any] = {
        name: kind for name, kind in hints.items() if dataclasses.is_dataclass(kind)
    }
    parameters = [
        parameter for name, kind in hints.items() for parameter in _parameters(name, kind, command)
    ]

    @functools.wraps(command)
    def run(**values: Any) -> None:
        arguments: dict[str, Any] = {}
        for name, kind in groups.items():
            fields = [field.name for field in dataclasses.fields(kind)]
            arguments[name] = kind(**{field: values.pop(field) for field in fields})
        try:
            command(**arguments, **values)
        except KeyboardInterrupt:  # typer would end without a word
            sys.stderr.write("Stopped.\n")
            raise typer.Exit(EXIT_STOPPED) from None

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters(name: str, kind: Any, command: Callable[..., None]) -> list[inspect.Parameter]:
    """The keyword parameters that one argument of a command stands for."""
    if not dataclasses.is_dataclass(kind):
        default = inspect.signature(command).parameters[name].default
        return [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind
            )
        ]
    hints = get_type_hints(kind, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_default(field),
            annotation=hints[field.name],
        )
        for field in dataclasses.fields(kind)
    ]


def _default(field: "dataclasses.Field[Any]") -> Any:
    """The default of a field as a signature writes it."""
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return inspect.Parameter.empty
