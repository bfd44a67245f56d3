"""``rummysim tips``: the verdicts of all tips that have been put to the test."""

from typing import Annotated

import typer

from rummysim.cli.complete import complete_runs
from rummysim.cli.console import say, width
from rummysim.cli.envelope import print_csv, print_json
from rummysim.cli.options import OutputOptions
from rummysim.cli.report import chosen_folders
from rummysim.errors import StoreError


def tips(
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="FOLDER",
            help="Where the runs are; may be repeated. Default: runs.",
            autocompletion=complete_runs,
            show_default=False,
        ),
    ] = None,
    output: OutputOptions = OutputOptions(),
) -> None:
    """Show which tips hold: a verdict for each way to test them, by table, with its interval.

    Reads what `rummysim run` has kept. A verdict is of fresh deals where the run got so far.

    For example:  rummysim tips --from runs
    """
    folders = chosen_folders(source or [])
    from rummysim.reports.runs import read_runs
    from rummysim.reports.tips_page import tip_rows, tips_page
    from rummysim.reports.tips_table import tips as tested

    runs = read_runs(folders)
    found = tested(
        [finding for run in runs for finding in run.findings],
        [count for run in runs for count in run.counts],
    )
    if not found:
        raise StoreError(
            "none of these runs is about a tip; `rummysim run experiments/tips` makes such runs"
        )
    if output.json:
        inputs = {"runs": [str(folder) for folder in folders]}
        print_json("tips", inputs, {"tips": tip_rows(found)})
    elif output.csv:
        print_csv(tip_rows(found))
    else:
        say(tips_page(found, width()))
