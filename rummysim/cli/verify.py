"""``rummysim verify``: a sample of runs played again and compared bit for bit."""

from typing import Annotated

import typer

from rummysim.cli.complete import complete_runs
from rummysim.cli.console import progress, say
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions
from rummysim.cli.run_jobs import run_folders
from rummysim.errors import StoreError

EXIT_MISMATCH = 4


def verify(
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs, or a folder with several of them.",
            autocompletion=complete_runs,
            show_default=False,
        ),
    ],
    every: Annotated[
        int,
        typer.Option("--every", min=1, help="Only every so many of the first chunks."),
    ] = 1,
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Play the first chunk of each table of a run again: it must give the same sums, bit for bit.

    Ends with exit code 4 when one does not.

    For example:  rummysim verify results/reference/runs
    """
    from rummysim.experiments.combining import heads, plays_alike
    from rummysim.experiments.store import open_store

    stores = [open_store(folder) for folder in run_folders(folders)]
    chunks = [(store, row) for store in stores for row in heads(store)][::every]
    if not chunks:
        raise StoreError(f"{' and '.join(folders)}: no deal was played yet, so none can be again")
    announce_compiling(output)
    wrong = []
    with progress("chunks", output) as show:
        for number, (store, row) in enumerate(chunks, 1):
            if not plays_alike(store, row):
                wrong.append(f"{store.folder}: {row.case}, {row.stage}")
            if show is not None:
                show(number, len(chunks))
    deals = sum(row.count for _, row in chunks)
    if output.json:
        print_json(
            "verify",
            {"runs": [str(store.folder) for store in stores], "every": every},
            {"chunks": len(chunks), "deals": deals, "wrong": wrong},
        )
    else:
        say("\n".join(f"Not the same: {each}" for each in wrong) or _all_right(len(chunks), deals))
    if wrong:
        raise typer.Exit(EXIT_MISMATCH)


def _all_right(chunks: int, deals: int) -> str:
    """One sentence.

    >>> _all_right(1, 50)
    'The only chunk (50 deals) came out bit for bit as it is stored.'
    """
    counted = f"{deals:,} deal{'s' * (deals != 1)}"
    if chunks == 1:
        return f"The only chunk ({counted}) came out bit for bit as it is stored."
    return f"All {chunks:,} chunks ({counted}) came out bit for bit as they are stored."
