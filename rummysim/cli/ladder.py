"""``rummysim ladder``: policies against each other, or all against one, on duplicate deals."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummysim.cli.complete import complete_policies
from rummysim.cli.console import progress, remark, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import inputs_file, parse_seed, print_csv, print_json, version
from rummysim.cli.match import (
    Match,
    checked_policy,
    game_words,
    pace,
    policy_inputs,
    round_of,
    run_words,
    usual_players,
)
from rummysim.cli.options import (
    EXIT_STOPPED,
    MOST_DEALS,
    GameOptions,
    OneRoundOption,
    OutputOptions,
    RunOptions,
    SeedOptions,
    folder_of,
)
from rummysim.cli.simulate import numbered
from rummysim.errors import PolicyError
from rummysim.reports.files import ready_folder

if TYPE_CHECKING:
    from rummysim.cli.ladder_pages import Pages
    from rummysim.simulation.pairs import Pairs


@dataclass(frozen=True, kw_only=True)
class WhoOptions:
    """Who takes part, and whether all are compared with one."""

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
    ] = dataclasses.field(default_factory=list)
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            "-a",
            metavar="POLICY",
            help="Compare each policy with this one only, and not with each other.",
            autocompletion=complete_policies,
            show_default=False,
        ),
    ] = None
    ideas: Annotated[
        bool,
        typer.Option(
            "--ideas",
            help="With --against: POLICY itself takes part without one of its ideas at a time, "
            "that is, with one of its parameters back at its default.",
        ),
    ] = False

    def __post_init__(self) -> None:
        """Refuses ideas of nobody."""
        if self.ideas and self.against is None:
            raise typer.BadParameter("say whose, with --against POLICY", param_hint="--ideas")

    @property
    def words(self) -> list[str]:
        """The options as they are typed."""
        words = [word for text in self.policies for word in ("--policy", text)]
        words += ["--against", self.against] if self.against is not None else []
        return words + ["--ideas"] * self.ideas


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class FolderOptions:
    """What is written besides."""

    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            parser=folder_of,
            envvar="RUMMYSIM_OUT",
            help="Also write all numbers (CSV), charts (SVG, PNG), and the inputs there.",
        ),
    ] = None
    charts: Annotated[
        bool, typer.Option("--charts/--no-charts", help="With --out: draw charts, too.")
    ] = True


def ladder(
    game: GameOptions,
    who: WhoOptions = WhoOptions(),
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
    round: OneRoundOption = None,
    by_round: Annotated[
        bool, typer.Option("--by-round", help="Also show the steps round by round.")
    ] = False,
    seed: SeedOptions = SeedOptions(),
    run: LadderRunOptions = LadderRunOptions(),
    folder: FolderOptions = FolderOptions(),
    output: OutputOptions = OutputOptions(),
) -> None:
    """Rank policies: every one against every other on the same deals.

    Seats one player of a policy among players of another, in every place of each deal, and tells
    how many points and matches it is better. The games of a deal share its cards, so luck of the
    cards cancels out. With --against all are compared with one policy, which takes less time
    when they are many.

    For example:  rummysim ladder shanghai --policy greedy,random --out charts

    What each idea of a player is worth:  rummysim ladder shanghai --against steady --ideas
    """
    match = _match_of(game, who, players)
    only = round_of(match.rules, round) + 1 if round is not None else None
    if folder.out is not None:
        ready_folder(folder.out)
    found = _played(match, who, seed, run, only, output)
    from rummysim.cli.ladder_pages import pages_of

    inputs, pages = _inputs(match, found, who), pages_of(found)
    if output.json:
        print_json("ladder", inputs, pages.results() | _facts(found))
    elif output.csv:
        print_csv(pages.rows())
    else:
        say(_heading(match, found, pages) + "\n\n" + pages.page(width(), by_round))
    if folder.out is not None and found.complete:
        words = [*game_words(game), *who.words, *run_words(inputs)]
        kept = inputs_file("ladder", inputs, words)
        for path in _write(match, found, pages, folder, kept):
            remark(f"Wrote {path}", output)
    elif folder.out is not None:
        remark(f"Nothing was written to {folder.out}: the ladder is not complete.", output)
    if not found.complete:
        raise typer.Exit(EXIT_STOPPED)


def _match_of(game: GameOptions, who: WhoOptions, players: int | None) -> Match:
    """The game, how many play it, and who takes part; with --against the reference is first.

    Raises RulesError or PolicyError for unknown names.
    """
    from rummysim.policies.call import split_policies
    from rummysim.policies.registry import policy_names
    from rummysim.rules.load import for_players, load_rules

    rules = load_rules(game.game, game.overrides)
    count = players or usual_players(rules)
    for_players(rules, count)
    listed = [checked_policy(name) for text in who.policies for name in split_policies(text)]
    if who.against is None:
        return Match(rules, count, tuple(listed or policy_names()))
    reference = checked_policy(who.against)
    if reference in listed:
        raise PolicyError(
            f"policy {reference!r} is listed, too; it is the one that the others are compared with"
        )
    if who.ideas:
        listed += _ideas(reference)
    others = [name for name in policy_names() if name != reference]
    return Match(rules, count, (reference, *(listed or others)))


def _ideas(policy: str) -> list[str]:
    """The policy without one of its ideas at a time.

    Raises PolicyError when it has none.
    """
    from rummysim.policies.registry import policy_settings
    from rummysim.simulation.comparison import ideas_of

    return ideas_of(policy_settings(policy))


def _played(
    match: Match,
    who: WhoOptions,
    seed: SeedOptions,
    run: RunOptions,
    only: int | None,
    output: OutputOptions,
) -> "Pairs":
    """Ladder or comparison, with progress on stderr; after Ctrl-C what every pair has played."""
    number = parse_seed(seed.seed)
    if seed.seed.strip().lower() == "random":
        remark(f"Seed {number}.", output)
    announce_compiling(output)
    from rummysim.simulation.comparison import compare
    from rummysim.simulation.ladders import ladder as play_ladder
    from rummysim.simulation.pairs import PairsStopped

    options: dict[str, Any] = {"players": match.players, "deals": run.deals, "seed": number}
    options |= {"first_deal": run.first_deal, "round": only, "workers": run.workers}
    try:
        with progress("deals", output) as show:
            options["progress"] = show
            if who.against is None:
                return play_ladder(match.rules, list(match.policies), **options)
            reference, *others = match.policies
            return compare(match.rules, reference, others, **options)
    except PairsStopped as stop:
        if stop.found.deals == 0:
            raise
        remark(f"Stopped: this is of the first {_progress(stop.found)}.", output)
        return stop.found


def _progress(found: "Pairs") -> str:
    return f"{found.deals:,} of {found.asked:,} deals"


def _inputs(match: Match, found: "Pairs", who: WhoOptions) -> dict[str, object]:
    """Everything that has to be given again to get the same numbers."""
    setup = found.any_lone.setup
    against = {} if who.against is None else {"against": found.policies[0].name}
    return (
        match.inputs()
        | policy_inputs(found.policies)
        | against
        | {
            "seed": setup.seed,
            "first_deal": found.any_lone.first_deal,
            "deals": found.deals,
            "round": None if setup.round is None else setup.round + 1,
        }
    )


def _facts(found: "Pairs") -> dict[str, Any]:
    """What was played besides the results."""
    return {
        "complete": found.complete,
        "deals_asked": found.asked,
        "games": found.games,
        "turns": found.turns,
        "seconds": found.seconds,
        "interval": "95%",
    }


def _heading(match: Match, found: "Pairs", pages: "Pages") -> str:
    """What was played, and what plays it again."""
    import textwrap

    setup = found.any_lone.setup
    what = "rounds" if setup.round is not None else "matches"
    partial = "" if found.complete else f"PARTIAL, stopped after {_progress(found)}. "
    played = (
        f"{partial}{match.rules.title}: {pages.title} at tables of "
        f"{match.players}, {found.games:,} {what}"
    )
    return (
        f"{textwrap.fill(played, width(), break_long_words=False, break_on_hyphens=False)}\n"
        f"seed {setup.seed}, {numbered(found.any_lone.first_deal, found.deals)}, "
        f"rummysim {version()}; {pace(found.turns, found.seconds)}"
    )


def _write(
    match: Match, found: "Pairs", pages: "Pages", folder: FolderOptions, inputs: bytes
) -> list[Path]:
    """The files written: tables, charts and inputs; all of them or none."""
    from rummysim.reports.files import write_together

    assert folder.out is not None
    setup = found.any_lone.setup
    only = "" if setup.round is None else f", round {setup.round + 1} only"
    played_by = (
        f"{found.deals:,} deals{only}, {match.players} players, rules {match.rules.title}, "
        f"seed {setup.seed}, {numbered(found.any_lone.first_deal, found.deals)}, "
        f"rummysim {version()}"
    )
    files = pages.charts(played_by, folder.out) if folder.charts else {}
    files |= pages.tables(folder.out)
    return write_together(files | {folder.out / f"{pages.stem}_inputs.json": inputs})
