"""``rummysim verify``: a sample of runs played again and compared bit for bit."""

import sys
from typing import Annotated

import typer

from rummysim.cli.complete import complete_runs
from rummysim.cli.console import Progress, progress, say
from rummysim.cli.engine import announce_compiling
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions, WorkersOption
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
    workers: WorkersOption = None,
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Play the first chunk of each table of a run again: it must give the same sums, bit for bit.

    Each one that does not is told as soon as it is known, and the exit code is then 4.

    For example:  rummysim verify results/reference/runs
    """
    from rummysim.backends.local import Threads
    from rummysim.experiments.combining import heads, replayed
    from rummysim.experiments.store import open_store
    from rummysim.simulation.run import default_workers

    stores = [open_store(folder) for folder in run_folders(folders)]
    chunks = [(store, row) for store in stores for row in heads(store)][::every]
    if not chunks:
        raise StoreError(f"{' and '.join(folders)}: no deal was played yet, so none can be again")
    announce_compiling(output)
    wrong = []
    with progress("chunks", output) as show, Threads(workers or default_workers()) as backend:
        alike = replayed(backend, chunks)
        for number, ((store, row), same) in enumerate(zip(chunks, alike, strict=True), 1):
            if not same:
                wrong.append(f"{store.folder}: {row.case}, {row.stage}")
                _tell(wrong[-1], show, output)
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
        say(_wrong(len(wrong), len(chunks)) if wrong else _all_right(len(chunks), deals))
    if wrong:
        raise typer.Exit(EXIT_MISMATCH)


def _tell(chunk: str, show: Progress | None, output: PlainOutputOptions) -> None:
    """Nothing; a chunk that came out otherwise is named at once, on a line of its own."""
    if output.json:
        return
    if show is not None:
        show.clear()
    say(f"Not the same: {chunk}")
    sys.stdout.flush()


def _wrong(wrong: int, chunks: int) -> str:
    """One sentence.

    >>> _wrong(1, 668)
    '1 of 668 chunks did not come out as it is stored.'
    """
    are = "it is" if wrong == 1 else "they are"
    return f"{wrong:,} of {chunks:,} chunk{'s' * (chunks != 1)} did not come out as {are} stored."


def _all_right(chunks: int, deals: int) -> str:
    """One sentence.

    >>> _all_right(1, 50)
    'The only chunk (50 deals) came out bit for bit as it is stored.'
    """
    counted = f"{deals:,} deal{'s' * (deals != 1)}"
    if chunks == 1:
        return f"The only chunk ({counted}) came out bit for bit as it is stored."
    return f"All {chunks:,} chunks ({counted}) came out bit for bit as they are stored."
