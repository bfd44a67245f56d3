"""``rummysim report``: what runs have found, as one page for people."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from rummysim.cli.complete import RUNS, complete_runs
from rummysim.cli.console import remark, say
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions, folder_of
from rummysim.cli.run_jobs import run_folders
from rummysim.errors import ExperimentError

KEPT = Path("results/reference/runs")
QUICK = "quick"  # the folder of runs in the quick form, below that of the others


def report(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs, or folders with several of them. Default: runs.",
            autocompletion=complete_runs,
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            parser=folder_of,
            envvar="RUMMYSIM_OUT",
            help="Where it goes: report.html, report.md, and figures/ with every chart. Default: "
            "report.",
            show_default=False,
        ),
    ] = None,
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Write the report of runs: verdicts, charts, method, inputs.

    One page that needs nothing besides itself, the same as Markdown, and every chart as SVG and
    PNG with its numbers as CSV.

    For example:  rummysim report runs --out report
    """
    folders = chosen_folders(runs or [])
    from rummysim.reports.page import write_report

    target = out or Path("report")
    files = write_report(folders, target)
    page = files[0]
    if output.json:
        inputs = {"runs": [str(folder) for folder in folders]}
        print_json("report", inputs, {"page": str(page), "files": [str(file) for file in files]})
        return
    say(f"The report on {len(folders)} run{'s' if len(folders) != 1 else ''}: {page}")
    remark(f"Beside it {files[1].name} and {len(files) - 3} files of figures.", output)


def chosen_folders(names: Sequence[str]) -> list[Path]:
    """The folders of runs; without names those below ``runs``.

    Of an experiment that was also run in its quick form, the long one counts.

    Raises ExperimentError when there is none.
    """
    if not names and not RUNS.is_dir():
        kept = f", or name those that were kept: {KEPT}" if KEPT.is_dir() else ""
        raise ExperimentError(
            f"there is no folder {RUNS} with runs here; make some with `rummysim run experiments "
            f"--quick`, or name the folder where yours are{kept}"
        )
    found = run_folders(names or [str(RUNS)])
    long = {folder.name for folder in found if folder.parent.name != QUICK}
    return [each for each in found if each.parent.name != QUICK or each.name not in long]
