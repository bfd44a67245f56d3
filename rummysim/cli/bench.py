"""``rummysim bench``: how fast the engine is on this machine."""

from typing import Annotated, Any

import typer

from rummysim.cli.complete import complete_games
from rummysim.cli.console import remark, say
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import parse_seed, print_json
from rummysim.cli.options import PlainOutputOptions, SeedOptions

POLICIES = ("greedy", "steady", "sharp", "random")  # the first is what others are compared with
BY_ROUND = ("steady", "sharp")  # timed in each round by itself, too


def bench(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="The game to play.", autocompletion=complete_games),
    ] = "shanghai",
    players: Annotated[int, typer.Option("--players", "-n", help="How many play.")] = 4,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            min=0.01,
            max=86400,
            help="About how long each policy is timed.",
        ),
    ] = 3.0,
    cold: Annotated[
        bool, typer.Option("--cold/--no-cold", help="Also time compiling from nothing.")
    ] = True,
    seed: SeedOptions = SeedOptions(),
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Measure the speed of the engine on this machine.

    Times whole matches of several policies in turn on one thread, each round by itself, the
    distance of hands to each contract, and the floor (the same cards shuffled, dealt and drawn
    without playing) by processor time; two threads against one, and compiling from nothing, by
    the clock. The goals beside them are the same on every machine: for whole matches those of the
    game, and for each round by itself 2,000 ns per turn of steady, whatever the contract.

    For example:  rummysim bench --seconds 5
    """
    from rummysim.rules.load import for_players, load_rules

    number = parse_seed(seed.seed)
    rules = load_rules(game)
    for_players(rules, players)
    announce_compiling(output)
    from rummysim.simulation import bench as measure

    inputs = {"game": rules.name, "players": players, "seed": number, "seconds": seconds}
    inputs |= measure.machine()
    remark(f"Playing {', '.join(POLICIES)} ...", output)
    results, greedy = measure.time_policies(rules, POLICIES, players, number, seconds)
    remark("Each round by itself ...", output)
    share = seconds / rules.rounds
    rounds = measure.time_rounds(rules, BY_ROUND, players, number, share)
    remark("Dealing only, distances, threads ...", output)
    floor = measure.time_floor(greedy)
    found: dict[str, Any] = {
        "results": results,
        "rounds": rounds,
        "floor_ns_per_turn": floor,
        "ratio_to_floor": results[0]["ns_per_turn"] / floor,
        "distance": measure.time_distance(rules, players, number),
        "thread_speedup": measure.time_threads(rules, players, number, 3 * results[0]["matches"]),
        "cold_compile_seconds": None,
        "cold_compile_processor_seconds": None,
    }
    if cold:
        remark("Compiling everything from nothing ...", output)
        clock, processor = measure.time_cold_compile()
        found |= {"cold_compile_seconds": clock, "cold_compile_processor_seconds": processor}
    if output.json:
        print_json("bench", inputs, found)
    else:
        from rummysim.reports.speed import speed_page

        say(speed_page(inputs, found))
