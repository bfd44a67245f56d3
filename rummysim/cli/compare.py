"""``rummysim compare``: two runs side by side."""

from pathlib import Path
from typing import Annotated

import typer

from rummysim.cli.complete import complete_runs
from rummysim.cli.console import say, width
from rummysim.cli.envelope import print_csv, print_json
from rummysim.cli.options import OutputOptions

FOLDER = "The folder of a run, as in runs/cost_of_buying."


def compare(
    first: Annotated[
        Path,
        typer.Argument(metavar="A", help=FOLDER, autocompletion=complete_runs, show_default=False),
    ],
    second: Annotated[
        Path,
        typer.Argument(metavar="B", help=FOLDER, autocompletion=complete_runs, show_default=False),
    ],
    output: OutputOptions = OutputOptions(),
) -> None:
    """Put two runs side by side: what both measured, and the difference.

    For runs with another seed, by another version, or of an experiment that was changed. The
    interval of a difference is one of independent runs.

    For example:  rummysim compare runs/t3_buying old/t3_buying
    """
    from rummysim.experiments.store import open_store
    from rummysim.reports.compared import compared, compared_page, compared_rows
    from rummysim.reports.runs import read_run

    runs = read_run(open_store(first)), read_run(open_store(second))
    found = compared(*runs)
    if output.json:
        inputs = {"first": str(first), "second": str(second)}
        print_json("compare", inputs, {"compared": compared_rows(found)})
    elif output.csv:
        print_csv(compared_rows(found))
    else:
        say(compared_page(runs, found, width()))
