"""``rummysim selftest``: the installed program checked against what it shares nothing with."""

from dataclasses import asdict
from typing import Annotated

import typer

from rummysim.cli.console import say
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import parse_seed, print_json
from rummysim.cli.options import PlainOutputOptions, SeedOptions

EXIT_MISMATCH = 4


def selftest(
    matches: Annotated[
        int, typer.Option("--matches", "-m", min=1, help="Matches for the referee to replay.")
    ] = 100,
    hands: Annotated[
        int, typer.Option("--hands", min=1000, help="Hands dealt to compare with exact odds.")
    ] = 200_000,
    seed: SeedOptions = SeedOptions(),
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Check the engine against exact odds and the referee.

    Compares random words with published ones, dealt hands with exact odds, whole matches with
    the referee's judgement, and the sums of different threads and chunks. Ends with code 4 when
    anything differs.

    For example:  rummysim selftest --matches 500
    """
    number = parse_seed(seed.seed)
    announce_compiling(output)
    from rummysim.simulation.selfcheck import run_checks

    checks = []
    for check in run_checks(number, matches, hands):
        checks.append(check)
        if not output.json:
            say(f"{'ok  ' if check.ok else 'FAIL'}  {check.name:15}  {check.detail}")
    ok = all(check.ok for check in checks)
    if output.json:
        inputs = {"seed": number, "matches": matches, "hands": hands}
        print_json("selftest", inputs, {"ok": ok, "checks": [asdict(check) for check in checks]})
    elif ok:
        say(f"All {len(checks)} checks agree (seed {number}).")
    if not ok:
        raise typer.Exit(EXIT_MISMATCH)
