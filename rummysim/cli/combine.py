"""``rummysim combine``: the deals of several runs of one experiment in one folder."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from rummysim.cli.complete import complete_runs
from rummysim.cli.options import folder_of
from rummysim.cli.run_jobs import finish, run_folders
from rummysim.cli.run_options import RunOutputOptions


def combine(
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs of the same experiment.",
            autocompletion=complete_runs,
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FOLDER",
            parser=folder_of,
            help="The new folder.",
            show_default=False,
        ),
    ],
    compact: Annotated[
        bool,
        typer.Option(
            "--compact",
            help="Keep the first chunk of each table and one row for the rest: the same sums in a "
            "small file.",
        ),
    ] = False,
    output: RunOutputOptions = RunOutputOptions(),
) -> None:
    """Put runs of the same experiment together, from several machines for example.

    Deals that more than one of them has must agree; of each table the run that is further counts.
    `rummysim resume` goes on with the result.

    For example:  rummysim combine laptop/tips desktop/tips --out runs/tips
    """
    from rummysim.experiments.combining import combine as put_together
    from rummysim.experiments.combining import compact as made_small
    from rummysim.experiments.store import open_store

    stores = [open_store(folder) for folder in run_folders(folders)]
    if not compact:
        found = put_together(stores, out)
    elif len(stores) == 1:
        found = made_small(stores[0], out)
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = made_small(put_together(stores, Path(folder) / out.name), out)
    finish([found], "combine", output)
