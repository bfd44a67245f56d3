"""``rummysim simulate``: many matches summed up."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummysim.cli.console import progress, remark, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import inputs_file, parse_seed, print_csv, print_json, version
from rummysim.cli.match import (
    Match,
    game_words,
    match_of,
    pace,
    policy_inputs,
    round_of,
    run_words,
    said_policies,
)
from rummysim.cli.options import (
    EXIT_STOPPED,
    GameOptions,
    OneRoundOption,
    OutputOptions,
    RunOptions,
    SeatOptions,
    SeedOptions,
    folder_of,
    in_folder,
)
from rummysim.reports.files import ready_folder

if TYPE_CHECKING:
    from rummysim.simulation import Result


def simulate(
    game: GameOptions,
    seats: SeatOptions = SeatOptions(),
    seed: SeedOptions = SeedOptions(),
    run: RunOptions = RunOptions(),
    round: OneRoundOption = None,
    rows: Annotated[
        Path | None,
        typer.Option(
            "--rows",
            metavar="FILE",
            callback=in_folder,
            help="Also write one CSV line per deal, round and seat.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            parser=folder_of,
            envvar="RUMMYSIM_OUT",
            help="Also write the tables of seats and rounds (CSV), and the inputs, there.",
        ),
    ] = None,
    output: OutputOptions = OutputOptions(),
) -> None:
    """Play many matches and sum up points, wins, turns and buys.

    For example:  rummysim simulate shanghai --policy sharp,steady,steady,steady --deals 20000
    """
    match = match_of(game, seats)
    only = round_of(match.rules, round) + 1 if round is not None else None
    if out is not None:
        ready_folder(out)
    result = played(match, seed, run, only, output)
    if rows is not None and result.deals == run.deals:
        write_rows(result, rows)
        remark(f"{rows} has one line per deal, round and seat.", output)
    tell_more(result, output)
    from rummysim.reports.summary import round_rows, seat_rows

    seat_list, round_list = seat_rows(result), round_rows(result)
    if out is not None and result.deals == run.deals:
        words = [*game_words(game), "--policy", seats.policy, *run_words(inputs_of(match, result))]
        inputs = inputs_file("simulate", inputs_of(match, result), words)
        for path in _write_tables(out, seat_list, round_list, inputs):
            remark(f"Wrote {path}", output)
    if output.json:
        results = {"seats": seat_list, "rounds": result.rounds, "tables": round_list}
        print_json("simulate", inputs_of(match, result), results | run_facts(result))
    elif output.csv:
        print_csv(result.rounds)
    else:
        say(_page(match, result, seat_list, round_list))
    end(result, run)


def played(
    match: Match, seed: SeedOptions, run: RunOptions, only: int | None, output: OutputOptions
) -> "Result":
    """The result of playing, with progress on stderr.

    only : the only round to play (from 1), or None for whole matches
    """
    number = parse_seed(seed.seed)
    if seed.seed.strip().lower() == "random":
        remark(f"Seed {number}.", output)
    announce_compiling(output)
    from rummysim.simulation import Stopped
    from rummysim.simulation import simulate as play_deals

    try:
        with progress("rounds" if only else "matches", output) as show:
            return play_deals(
                match.rules,
                list(match.policies),
                players=match.players,
                deals=run.deals,
                seed=number,
                first_deal=run.first_deal,
                round=only,
                workers=run.workers,
                progress=show,
            )
    except Stopped as stop:
        if stop.result.deals == 0:
            raise
        remark(f"Stopped: this is of the first {stop.result.deals:,} of {run.deals:,}.", output)
        return stop.result


def end(result: "Result", run: RunOptions) -> None:
    """Nothing, or the exit code of a run that Ctrl-C cut short."""
    if result.deals < run.deals:
        raise typer.Exit(EXIT_STOPPED)


def tell_more(result: "Result", output: OutputOptions) -> None:
    """Nothing; with ``-v`` stderr has what tells two runs apart."""
    if output.verbose:
        remark(f"Digest {result.digest}; {result.decisions:,} decisions.", output)


def inputs_of(match: Match, result: "Result") -> dict[str, object]:
    """Everything that has to be given again to get the same numbers."""
    only = result.setup.round
    return (
        match.inputs()
        | policy_inputs(result.setup.policies)
        | {
            "seed": result.setup.seed,
            "first_deal": result.first_deal,
            "deals": result.deals,
            "round": None if only is None else only + 1,
        }
    )


def run_facts(result: "Result") -> dict[str, object]:
    """What a run did besides its results."""
    return {
        "turns": result.turns,
        "seconds": result.seconds,
        "digest": result.digest,
        "interval": "95%",
    }


def heading(match: Match, result: "Result") -> str:
    """Two lines or more: what was played, and what plays it again."""
    import textwrap

    what = counted(result)
    who = said_policies(result.policies)
    played = f"{match.rules.title}: {what} of {match.players} players, {who}"
    return (
        f"{textwrap.fill(played, width(), break_long_words=False, break_on_hyphens=False)}\n"
        f"seed {result.setup.seed}, {deal_numbers(result)}, rummysim {version()}; "
        f"{pace(result.turns, result.seconds)}"
    )


def counted(result: "Result") -> str:
    """What was played, in words, as ``10,000 matches``."""
    one = "round" if result.setup.round is not None else "match"
    many = "rounds" if result.setup.round is not None else "matches"
    return f"{result.deals:,} {one if result.deals == 1 else many}"


def deal_numbers(result: "Result") -> str:
    """The numbers of the deals of a result."""
    return numbered(result.first_deal, result.deals)


def numbered(first: int, count: int) -> str:
    """The numbers of deals, in words.

    >>> numbered(0, 10_000), numbered(7, 1)
    ('deals 0-9999', 'deal 7')
    """
    return f"deals {first}-{first + count - 1}" if count > 1 else f"deal {first}"


def write_rows(result: "Result", path: Path) -> None:
    """Nothing; the file has one CSV line per deal, round and seat, or is as it was before."""
    from rummysim.reports.files import whole_file

    header = True
    with whole_file(path) as file:
        for frame in result.frames():
            file.write(frame.to_csv(index=False, header=header, lineterminator="\n").encode())
            header = False


def _write_tables(
    folder: Path, seats: list[dict[str, Any]], rounds: list[dict[str, Any]], inputs: bytes
) -> list[Path]:
    """The files written: both tables as CSV, and the inputs; all of them or none."""
    from rummysim.reports.data import csv_text
    from rummysim.reports.files import write_together

    files = {folder / "simulate_seats.csv": csv_text(seats).encode()}
    files[folder / "simulate_rounds.csv"] = csv_text(rounds).encode()
    return write_together(files | {folder / "simulate_inputs.json": inputs})


def _page(
    match: Match, result: "Result", seats: list[dict[str, Any]], rounds: list[dict[str, Any]]
) -> str:
    import textwrap

    from rummysim.reports.results import LEGEND, round_table, seat_table

    single = result.setup.round is not None
    parts: list[str] = [heading(match, result), seat_table(seats, single), round_table(rounds)]
    return "\n\n".join([*parts, textwrap.fill(LEGEND, width())])
