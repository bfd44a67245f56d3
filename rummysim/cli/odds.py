"""``rummysim odds``: how often and how soon the contract of a round is laid down."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummysim.cli.console import remark, say, width
from rummysim.cli.envelope import print_csv, print_json, version
from rummysim.cli.match import Match, match_of, round_of, said_policies
from rummysim.cli.options import (
    GameOptions,
    OutputOptions,
    RunOptions,
    SeatOptions,
    SeedOptions,
    folder_of,
)
from rummysim.cli.simulate import (
    counted,
    deal_numbers,
    end,
    heading,
    inputs_of,
    played,
    run_facts,
    tell_more,
)
from rummysim.reports.files import ready_folder

if TYPE_CHECKING:
    from rummysim.simulation import Result

ALL = "all"


def odds(
    game: GameOptions,
    round: Annotated[
        str, typer.Option("--round", "-r", help="A round's number, or all of them.")
    ] = ALL,
    seats: SeatOptions = SeatOptions(),
    seed: SeedOptions = SeedOptions(),
    run: RunOptions = RunOptions(),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            parser=folder_of,
            envvar="RUMMYSIM_OUT",
            help="Also draw charts there (SVG, PNG, and CSV with their numbers).",
        ),
    ] = None,
    output: OutputOptions = OutputOptions(),
) -> None:
    """Count how often and how soon a contract is laid down.

    Tells the chance to hold the contract as dealt, and to have laid it down by each turn.

    For example:  rummysim odds shanghai --round 3 --policy sharp --out charts
    """
    match = match_of(game, seats)
    only = None if round.strip().lower() == ALL else round_of(match.rules, round) + 1
    if out is not None:
        ready_folder(out)
    result = played(match, seed, run, only, output)
    tell_more(result, output)
    from rummysim.reports.odds import odds_of, odds_page, odds_rows

    found = [odds_of(result, number - 1) for number in _rounds(result)]
    if output.json:
        results: dict[str, Any] = found[0] if only else {"rounds": found}
        print_json("odds", inputs_of(match, result), results | run_facts(result))
    elif output.csv:
        print_csv(odds_rows(found))
    else:
        say(heading(match, result) + "\n\n" + odds_page(found, width()))
    if out is not None and result.deals == run.deals:
        _draw(match, result, found, out, output)
    end(result, run)


def _rounds(result: "Result") -> list[int]:
    """The rounds that were played, from 1."""
    return [table["round"] for table in result.tables]


def _draw(
    match: Match, result: "Result", found: list[dict[str, Any]], out: Path, output: OutputOptions
) -> None:
    """Nothing; the charts lie in the folder."""
    from rummysim.reports.odds import draw_odds

    played_by = (
        f"{counted(result)} of {match.players} players, {said_policies(result.policies)}, "
        f"rules {match.rules.title}, seed {result.setup.seed}, {deal_numbers(result)}, "
        f"rummysim {version()}"
    )
    for path in draw_odds(found, played_by, out):
        remark(f"Wrote {path}", output)
