"""``rummysim tips``: the verdicts of all tips that have been put to the test."""

import shlex
from typing import Annotated

import typer

from rummysim.cli.complete import complete_runs
from rummysim.cli.console import remark, say, width
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
    from rummysim.reports.finding_words import listed
    from rummysim.reports.runs import read_runs, unfinished_sentence
    from rummysim.reports.tips_page import tip_rows, tips_page
    from rummysim.reports.tips_table import tips as tested

    runs = read_runs(folders)
    found = tested(
        [finding for run in runs for finding in run.findings],
        [count for run in runs for count in run.counts],
    )
    if not found:
        names = listed(run.name for run in runs)
        report = shlex.join(["rummysim", "report", *(source or [])])
        raise StoreError(
            f"no run here is about a tip, only about {names}: `{report}` tells what was found, and "
            "`rummysim run experiments/tips` plays the tips"
        )
    left = unfinished_sentence(runs)
    if output.json:
        inputs = {"runs": [str(folder) for folder in folders]}
        unfinished = [run.name for run in runs if not run.finished]
        print_json("tips", inputs, {"tips": tip_rows(found), "unfinished": unfinished})
    elif output.csv:
        print_csv(tip_rows(found))
        if left:
            remark(left, output)
    else:
        say(tips_page(found, width(), left))
