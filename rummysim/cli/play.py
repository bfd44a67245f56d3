"""``rummysim play``: one match, told turn by turn."""

import dataclasses
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rummysim.cli.console import has_colour, has_suit_symbols, remark, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import parse_seed, print_json
from rummysim.cli.match import Match, match_of, policy_inputs, round_of, said_policies
from rummysim.cli.options import (
    MOST_DEALS,
    GameOptions,
    PlainOutputOptions,
    SeatOptions,
    SeedOptions,
    in_folder,
)

if TYPE_CHECKING:
    from rummysim.trace.events import Trace


def play(
    game: GameOptions,
    seats: SeatOptions = SeatOptions(),
    seed: SeedOptions = SeedOptions(),
    deal: Annotated[
        int, typer.Option("--deal", min=0, max=MOST_DEALS, help="Which deal of the seed.")
    ] = 0,
    round: Annotated[
        str | None,
        typer.Option("--round", "-r", help="Play this round only; else the whole match."),
    ] = None,
    seat: Annotated[
        int, typer.Option("--seat", "-s", min=0, help="Whose cards you see (0: nobody's).")
    ] = 1,
    open: Annotated[bool, typer.Option("--open", help="See the cards of all players.")] = False,
    pace: Annotated[
        float,
        typer.Option("--pace", min=0, max=3600, help="Seconds to wait after each turn."),
    ] = 0.0,
    trace: Annotated[
        Path | None,
        typer.Option(
            "--trace",
            metavar="FILE",
            callback=in_folder,
            help="Also write the match as a trace.",
        ),
    ] = None,
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Watch one match unfold, card by card, as at the table.

    For example:  rummysim play shanghai --players 4 --round 1
    """
    match = match_of(game, seats)
    number = parse_seed(seed.seed)
    only = round_of(match.rules, round) + 1 if round is not None else None
    if seat > match.players:
        raise typer.BadParameter(
            f"there is no seat {seat}; {match.players} play", param_hint="--seat"
        )
    announce_compiling(output)
    from rummysim.simulation.run import prepare, trace_setup
    from rummysim.trace.text import save

    setup = prepare(match.rules, match.policies, players=match.players, seed=number, round=only)
    story = trace_setup(setup, deal)
    if trace is not None:
        save(story, trace)
        remark(f"The trace is in {trace}; `rummysim replay {trace}` judges it.", output)
    if output.json:
        inputs = match.inputs() | policy_inputs(setup.policies)
        _print_events(inputs | {"seed": number, "deal": deal}, story)
        return
    watch = frozenset(range(match.players)) if open else frozenset({seat - 1} if seat else ())
    names = tuple(policy.name for policy in setup.policies)
    heading = f"{match.rules.title}: {match.players} players, {said_policies(names)}"
    say(textwrap.fill(heading, width(), break_long_words=False, break_on_hyphens=False))
    say(f"Seed {number}, deal {deal}. [n] is the number of cards a player holds.")
    _tell(dataclasses.replace(story, policies=names), match, watch, pace)


def _tell(story: "Trace", match: Match, watch: frozenset[int], pace: float) -> None:
    """Nothing; the match has been told on stdout."""
    from rummysim.referee.replay import judge
    from rummysim.reports.cards import CardArt
    from rummysim.reports.playthrough import Playthrough
    from rummysim.reports.verdicts import verdict_sentence, winners

    art = CardArt(symbols=has_suit_symbols(sys.stdout), colour=has_colour(sys.stdout))
    for block in Playthrough(story, match.rules, art, watch, width()).blocks():
        say(block)
        if pace:
            sys.stdout.flush()
            time.sleep(pace)
    verdict = judge(story.events, match.rules, match.players)
    if verdict.rounds == match.rules.rounds:
        say("\n" + textwrap.fill(winners(story.policies, verdict.shares), width()))
    say(textwrap.fill(f"The referee: {verdict_sentence(verdict)}", width()))


def _print_events(inputs: dict[str, object], story: "Trace") -> None:
    """Nothing; the acts are on stdout as JSON, in the words of a trace file."""
    from rummysim.cards import cards_text
    from rummysim.trace.events import RoundBegan
    from rummysim.trace.sentences import act_text

    rounds: list[dict[str, object]] = []
    acts: list[str] = []
    for event in story.events:
        if isinstance(event, RoundBegan):
            acts = []
            rounds.append(
                {
                    "round": event.round + 1,
                    "dealer": event.dealer + 1,
                    "starter": event.starter + 1,
                    "shoe": cards_text(event.shoe),
                    "acts": acts,
                }
            )
        else:
            acts.append(act_text(event))
    print_json("play", inputs, {"rounds": rounds})
