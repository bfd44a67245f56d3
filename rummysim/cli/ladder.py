"""``rummysim ladder``: every policy against every other on duplicate deals."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummysim.cli.complete import complete_policies
from rummysim.cli.console import progress, remark, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import parse_seed, print_csv, print_json, version
from rummysim.cli.match import Match, checked_policy, policy_inputs, round_of, usual_players
from rummysim.cli.options import (
    EXIT_STOPPED,
    MOST_DEALS,
    GameOptions,
    OutputOptions,
    RunOptions,
    SeedOptions,
)
from rummysim.cli.simulate import numbered

if TYPE_CHECKING:
    from rummysim.simulation.ladders import Ladder


@dataclasses.dataclass(frozen=True, kw_only=True)
class LadderRunOptions(RunOptions):
    """How much is played: fewer deals than elsewhere, because each is played many times."""

    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            "-d",
            envvar="RUMMYSIM_DEALS",
            min=1,
            max=MOST_DEALS,
            help="Deals; every pair plays each of them once in every place at the table.",
        ),
    ] = 1000


def ladder(
    game: GameOptions,
    policies: Annotated[
        list[str],
        typer.Option(
            "--policy",
            "-p",
            help="Who takes part, with commas between; may be repeated. my_file.py:decide is a "
            "player of your own. Default: all built-in policies.",
            autocompletion=complete_policies,
            show_default=False,
        ),
    ] = [],  # noqa: B006 typer copies it
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-n",
            envvar="RUMMYSIM_PLAYERS",
            min=1,
            help="How many play; else 4 where the game allows it.",
            show_default=False,
        ),
    ] = None,
    round: Annotated[
        str | None, typer.Option("--round", "-r", help="Play this round only; else whole matches.")
    ] = None,
    by_round: Annotated[
        bool, typer.Option("--by-round", help="Also show the steps round by round.")
    ] = False,
    seed: SeedOptions = SeedOptions(),
    run: LadderRunOptions = LadderRunOptions(),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            envvar="RUMMYSIM_OUT",
            help="Also write charts there (SVG, PNG) and all numbers (CSV).",
        ),
    ] = None,
    output: OutputOptions = OutputOptions(),
) -> None:
    """Rank policies: every one against every other on the same deals.

    Seats one player of a policy among players of another, in every place of each deal, and tells
    how many points and matches it is better. The games of a deal share its cards, so luck of the
    cards cancels out.

    For example:  rummysim ladder shanghai --policy greedy,random --out charts
    """
    match = _match_of(game, policies, players)
    only = round_of(match.rules, round) + 1 if round is not None else None
    found = _played(match, seed, run, only, output)
    if output.json:
        print_json("ladder", _inputs(match, found), _results(found))
    elif output.csv:
        from rummysim.reports.ladder import matrix_rows

        print_csv(matrix_rows(found))
    else:
        from rummysim.reports.ladder import ladder_page

        say(_heading(match, found) + "\n\n" + ladder_page(found, width(), by_round=by_round))
    if out is not None and found.complete:
        _draw(match, found, out, output)
    elif out is not None:
        remark(f"Nothing was written to {out}: the ladder is not complete.", output)
    if not found.complete:
        raise typer.Exit(EXIT_STOPPED)


def _match_of(game: GameOptions, policies: list[str], players: int | None) -> Match:
    """The game, how many play it, and who takes part.

    Raises RulesError or PolicyError for unknown names.
    """
    from rummysim.policies.call import split_policies
    from rummysim.policies.registry import policy_names
    from rummysim.rules.load import for_players, load_rules

    rules = load_rules(game.game, game.overrides)
    count = players or usual_players(rules)
    for_players(rules, count)
    names = [name for text in policies for name in split_policies(text)] or policy_names()
    return Match(rules, count, tuple(checked_policy(name) for name in names))


def _played(
    match: Match, seed: SeedOptions, run: RunOptions, only: int | None, output: OutputOptions
) -> "Ladder":
    """The ladder, with progress on stderr; after Ctrl-C what every pair has played."""
    number = parse_seed(seed.seed)
    if seed.seed.strip().lower() == "random":
        remark(f"Seed {number}.", output)
    announce_compiling(output)
    from rummysim.simulation.ladders import LadderStopped
    from rummysim.simulation.ladders import ladder as play_ladder

    try:
        with progress("deals", output) as show:
            return play_ladder(
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
    except LadderStopped as stop:
        if stop.ladder.deals == 0:
            raise
        remark(f"Stopped: this is of the first {_progress(stop.ladder)}.", output)
        return stop.ladder


def _progress(found: "Ladder") -> str:
    return f"{found.deals:,} of {found.asked:,} deals"


def _inputs(match: Match, found: "Ladder") -> dict[str, object]:
    """Everything that has to be given again to get the same numbers."""
    setup = found.any_lone.setup
    return (
        match.inputs()
        | policy_inputs(found.policies)
        | {
            "seed": setup.seed,
            "first_deal": found.any_lone.first_deal,
            "deals": found.deals,
            "round": None if setup.round is None else setup.round + 1,
        }
    )


def _results(found: "Ladder") -> dict[str, Any]:
    from rummysim.reports.ladder import matrix_rows, ranking_rows, round_rows, step_rows

    return {
        "complete": found.complete,
        "deals_asked": found.asked,
        "fair_win_rate": 1 / found.players,
        "ranking": ranking_rows(found),
        "steps": step_rows(found),
        "steps_by_round": round_rows(found),
        "matrix": matrix_rows(found),
        "games": found.games,
        "turns": found.turns,
        "seconds": found.seconds,
        "interval": "95%",
    }


def _heading(match: Match, found: "Ladder") -> str:
    """What was played, and what plays it again."""
    import textwrap

    setup = found.any_lone.setup
    what = "rounds" if setup.round is not None else "matches"
    partial = "" if found.complete else f"PARTIAL, stopped after {_progress(found)}. "
    played = (
        f"{partial}{match.rules.title}: ladder of {len(found.policies)} policies at tables of "
        f"{match.players}, {found.games:,} {what}"
    )
    speed = found.turns / max(found.seconds, 1e-9)
    return (
        f"{textwrap.fill(played, width())}\n"
        f"seed {setup.seed}, {numbered(found.any_lone.first_deal, found.deals)}, "
        f"rummysim {version()}; "
        f"{found.turns:,} turns in {found.seconds:.1f} s ({speed / 1e6:.1f} million/s)"
    )


def _draw(match: Match, found: "Ladder", out: Path, output: OutputOptions) -> None:
    """Nothing; charts and tables lie in the folder."""
    from rummysim.reports.ladder_charts import draw_ladder

    setup = found.any_lone.setup
    only = "" if setup.round is None else f", round {setup.round + 1} only"
    played_by = (
        f"{found.deals:,} deals{only}, {match.players} players, rules {match.rules.title}, "
        f"seed {setup.seed}, {numbered(found.any_lone.first_deal, found.deals)}, "
        f"rummysim {version()}"
    )
    for path in draw_ladder(found, played_by, out):
        remark(f"Wrote {path}", output)
