"""``rummysim tune``: better values for the parameters of a policy, found on duplicate deals."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummysim.cli.complete import complete_games, complete_policies
from rummysim.cli.console import Progress, progress, remark, say, width
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import parse_seed, print_csv, print_json, version
from rummysim.cli.match import round_of, usual_players
from rummysim.cli.options import (
    EXIT_STOPPED,
    OneRoundOption,
    OutputOptions,
    SeatOptions,
    SeedOptions,
    WorkersOption,
    in_folder,
)

if TYPE_CHECKING:
    from rummysim.policies.registry import Policy
    from rummysim.simulation.tuning import Generation, Run, Tuned
    from rummysim.simulation.tuning_match import Contest

CHOOSE_TIMES = 10  # deals of a finalist, where a candidate of the search has one
CHECK_TIMES = 25
FEWEST = 4  # candidates of a generation: half of them make the next one


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """At which table the policy is tuned."""

    game: Annotated[
        str,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="A game of `rummysim list`, or a rule file of your own.",
            autocompletion=complete_games,
        ),
    ] = "shanghai"
    overrides: Annotated[
        list[str],
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Change one rule for this run. May be repeated."
        ),
    ] = field(default_factory=list)
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-n",
            envvar="RUMMYSIM_PLAYERS",
            min=2,
            help="How many play; else 4 where the game allows it.",
            show_default=False,
        ),
    ] = None
    round: OneRoundOption = None
    fields: Annotated[
        list[str],
        typer.Option(
            "--field",
            "-f",
            metavar="POLICIES",
            help="Who the others are: one name for all, or one for each of them with commas "
            "between. May be repeated: then the average over these fields counts.",
            autocompletion=complete_policies,
        ),
    ] = field(default_factory=lambda: [SeatOptions.policy])
    both_ways: Annotated[
        bool,
        typer.Option(
            "--both-ways",
            help="A candidate's worth is the mean of two: it alone among the field's players, "
            "and one of those alone among candidates, as in a step of `rummysim ladder`. Takes "
            "twice the games where more than two play.",
        ),
    ] = False


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """What is tuned, and how much is played for it."""

    parameters: Annotated[
        str,
        typer.Option(
            "--parameters",
            metavar="NAMES",
            help="What is tuned, with commas between, each by its name alone or with the range to "
            "search, as in buy_hand=11..16; else every parameter that is a number. One whose "
            "values are words is tuned only when it is named.",
            show_default=False,
        ),
    ] = ""
    deals: Annotated[
        int,
        typer.Option("--deals", "-d", min=2, max=1 << 22, help="Deals that each candidate plays."),
    ] = 200
    generations: Annotated[
        int,
        typer.Option(
            "--generations", min=1, max=100_000, help="How often the optimiser learns and asks."
        ),
    ] = 20
    population: Annotated[
        int,
        typer.Option(
            "--population",
            min=0,
            max=10_000,
            help="Candidates of each generation, 4 or more; 0: about 16 + 12 ln(parameters). Many "
            "of them on few deals do better than few of them on many.",
        ),
    ] = 0
    spread: Annotated[
        float,
        typer.Option(
            "--spread",
            min=0.001,
            max=1.0,
            help="How far the first candidates lie apart, as a share of each range.",
        ),
    ] = 0.1
    new_deals: Annotated[
        bool,
        typer.Option(
            "--new-deals/--same-deals", help="Whether each generation plays deals of its own."
        ),
    ] = True


@dataclass(frozen=True, kw_only=True)
class EndOptions:
    """How the result is chosen, checked and kept."""

    finalists: Annotated[
        int,
        typer.Option(
            "--finalists",
            min=0,
            max=1000,
            help="Best candidates that meet the search's mean and the start once more.",
        ),
    ] = 3
    choose_deals: Annotated[
        int | None,
        typer.Option(
            "--choose-deals",
            min=2,
            max=1 << 22,
            help=f"New deals for each finalist; else {CHOOSE_TIMES} times --deals.",
            show_default=False,
        ),
    ] = None
    check_deals: Annotated[
        int | None,
        typer.Option(
            "--check-deals",
            min=2,
            max=1 << 22,
            help=f"New deals on which the gain is measured; else {CHECK_TIMES} times --deals.",
            show_default=False,
        ),
    ] = None
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE.toml",
            callback=in_folder,
            help="Where the values found go; the history (.jsonl) and a chart (.svg, .png, .csv) "
            "get the same name. Default: POLICY-tuned.toml here.",
            show_default=False,
        ),
    ] = None
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the history where it ends.")
    ] = False


def tune(
    policy: Annotated[
        str,
        typer.Argument(
            metavar="POLICY",
            help="A policy with parameters; the search starts at its values.",
            autocompletion=complete_policies,
            show_default=False,
        ),
    ],
    table: TableOptions = TableOptions(),
    search: SearchOptions = SearchOptions(),
    end: EndOptions = EndOptions(),
    seed: SeedOptions = SeedOptions(),
    workers: WorkersOption = None,
    output: OutputOptions = OutputOptions(),
) -> None:
    """Find better values for a policy's parameters.

    An optimiser (CMA-ES) tries values, generation by generation, on duplicate deals. What the
    values gain is measured on other deals. A run that was stopped goes on with --resume, and
    with more --generations a finished one, too.

    For example:  rummysim tune sharp --field steady --out my-sharp.toml
    """
    number = parse_seed(seed.seed)
    if seed.seed.strip().lower() == "random":
        remark(f"Seed {number}.", output)
    from rummysim.simulation.tuning_space import load_cmaes

    stem = stem_of(end.out, policy)
    check_files(stem, end.resume)
    load_cmaes()  # who lacks it is told before anything is compiled
    announce_compiling(output)
    contest = contest_of(policy, table, search, workers)
    run = run_of(contest, search, end, number, stem)
    # Before the search: Ctrl-C while a dataclass is being made lets Python end as if killed.
    from rummysim.reports.tuning import preset_text, write_results

    with run.history:
        tuned = _tuned(run, output)
    inputs = run.inputs
    base, best = contest.policy, contest.candidate(tuned.best.values)
    preset = preset_text(inputs, tuned, base) if is_preset(base) else None
    files = write_results(inputs, tuned, stem, preset)
    show(inputs, tuned, best, output)
    for path in (run.history.path, *files):
        remark(f"Wrote {path}", output)


def contest_of(
    policy: str, table: TableOptions, search: SearchOptions, workers: int | None
) -> "Contest":
    """Who is tuned, at which game and against whom.

    Raises RulesError or PolicyError for what is unknown or cannot be played.
    """
    from rummysim.policies.call import split_policies
    from rummysim.policies.registry import load_policies
    from rummysim.rules.load import for_players, load_rules
    from rummysim.simulation.tuning_axes import axes_of, read_ranges
    from rummysim.simulation.tuning_match import Contest

    rules = load_rules(table.game, table.overrides)
    players = table.players or usual_players(rules)
    for_players(rules, players)
    only = round_of(rules, table.round) + 1 if table.round is not None else None
    fields = [_field(split_policies(text), players) for text in dict.fromkeys(table.fields)]
    wanted = read_ranges(search.parameters)
    loaded = iter(load_policies([policy, *(name for field in fields for name in field)]))
    tuned = next(loaded)
    axes = axes_of(tuned.parameters, tuned.values, wanted, tuned.name)
    played = [tuple(next(loaded) for _ in field) for field in fields]
    others = tuple({tuple(each.name for each in field): field for field in played}.values())
    both, changed = table.both_ways, tuple(table.overrides)
    return Contest(rules, players, tuned, axes, others, only, workers, changed, both)


def _field(names: list[str], players: int) -> list[str]:
    """The policies of the others at the table."""
    if len(names) == 1:
        return names * (players - 1)
    if len(names) != players - 1:
        raise typer.BadParameter(
            f"{len(names)} policies for the {players - 1} others at a table of {players}; "
            "give one for all of them, or one for each",
            param_hint="--field",
        )
    return names


def stem_of(out: Path | None, policy: str) -> Path:
    """The common name of the files that are written, without an ending.

    >>> str(stem_of(None, "my_policy.py:decide(alpha=2)")), str(stem_of(Path("a.toml"), "sharp"))
    ('decide-tuned', 'a')
    """
    if out is None:
        name = Path(policy.partition("(")[0].rpartition(":")[2]).name.removesuffix(".toml")
        return Path(f"{name}-tuned")
    return out.with_suffix("") if out.suffix == ".toml" else out


def run_of(
    contest: "Contest", search: SearchOptions, end: EndOptions, seed: int, stem: Path
) -> "Run":
    """The run that the options describe, its history not opened yet."""
    from rummysim.simulation.tuning import Plan, Run, header
    from rummysim.simulation.tuning_history import History
    from rummysim.simulation.tuning_space import Optimiser, Start

    if 0 < search.population < FEWEST:
        raise typer.BadParameter(
            f"{search.population} candidates are too few; give {FEWEST} or more, or 0",
            param_hint="--population",
        )
    start = Start(contest.axes, seed, search.population, search.spread)
    plan = Plan(
        search.deals,
        search.generations,
        end.choose_deals or CHOOSE_TIMES * search.deals,
        end.check_deals or CHECK_TIMES * search.deals,
        end.finalists,
        search.new_deals,
    )
    begun = {"rummysim": version()} | header(contest, start, plan, Optimiser(start).population)
    return Run(contest, start, plan, History(history_of(stem), begun, end.resume))


def check_files(stem: Path, resume: bool) -> None:
    """Nothing; raises StoreError when something of that name is there that must stay."""
    from rummysim.errors import StoreError
    from rummysim.simulation.tuning_history import refuse_used

    history, preset = history_of(stem), stem.with_name(f"{stem.name}.toml")
    if not resume:
        refuse_used(history)
    if preset.exists() and not history.exists():
        raise StoreError(f"{preset} is there already; give another --out")


def history_of(stem: Path) -> Path:
    """The history file of a run."""
    return stem.with_name(f"{stem.name}.jsonl")


def _tuned(run: "Run", output: OutputOptions) -> "Tuned":
    """What the run finds, with progress on stderr; a stopped one says how it goes on."""
    with progress("deals", output) as bar:
        if bar is not None:
            run.watch.progress = bar
        run.watch.generation = lambda found: _tell(found, run.plan.generations, bar, output)
        try:
            return run.tune()
        except KeyboardInterrupt:
            known = sum(1 for _ in run.history.of("search"))
            remark(
                f"Stopped after {known:,} evaluations, which {run.history.path} keeps; the same "
                "command with --resume goes on from there.",
                output,
            )
            raise typer.Exit(EXIT_STOPPED) from None


def _tell(
    found: "Generation",
    generations: int,
    bar: Callable[[int, int], None] | None,
    output: OutputOptions,
) -> None:
    """Nothing; the bar says which generation comes next, ``-v`` what this one was like."""
    from rummysim.reports.tuning import generation_line

    if isinstance(bar, Progress):
        following = min(found.number + 1, generations)
        bar.what = f"deals, generation {following} of {generations}"
    if output.verbose:
        if isinstance(bar, Progress):
            bar.clear()
        remark(generation_line(found), output)


def is_preset(policy: "Policy") -> bool:
    """Whether a policy file can hold this policy: those of the scripted player."""
    return ":" not in policy.identity.partition("(")[0]


def show(inputs: dict[str, Any], tuned: "Tuned", best: "Policy", output: OutputOptions) -> None:
    """Nothing; the result is on stdout."""
    from rummysim.reports.tuning import generation_rows, results_of, tuning_page

    if output.json:
        print_json("tune", inputs, {"policy": best.name} | results_of(tuned))
    elif output.csv:
        print_csv(generation_rows(tuned.generations))
    else:
        say(tuning_page(inputs, tuned, best.name, width()))
