"""``rummysim replay``: the referee's verdict on a trace file."""

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from rummysim.cli.console import say
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions

EXIT_MISMATCH = 4


def replay(
    file: Annotated[
        Path,
        typer.Argument(help="A trace written by `rummysim play --trace FILE`.", metavar="FILE"),
    ],
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Let the referee judge a match from its trace.

    Every act is judged and every score counted, by a second program that shares no code with
    the engine. Ends with code 4 when there is a fault.

    For example:  rummysim replay match.toml
    """
    from rummysim.referee.replay import replay as judge
    from rummysim.reports.verdicts import verdict_page
    from rummysim.trace.text import load

    trace = load(file)
    verdict = judge(trace)
    if output.json:
        results = dataclasses.asdict(verdict)
        inputs = {"file": file, "seed": trace.seed, "deal": trace.deal}
        print_json("replay", inputs | {"policies": trace.policies}, results)
    else:
        say(verdict_page(trace, verdict))
    if not verdict.ok:
        raise typer.Exit(EXIT_MISMATCH)
