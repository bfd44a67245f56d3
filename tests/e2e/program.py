"""How the end-to-end tests start the program."""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "rummysim"]
PATIENCE = 600  # seconds
STREAMS = ("stdout", "stderr")
READ_WHILE_LOADING = ("RUMMYSIM_CACHE_DIR", "PYTHON")
# A process that has loaded the program already and starts a copy of itself for each command; a
# second for each of hundreds of commands otherwise. Where there is none (Windows), a fresh one.
LOADED = "forkserver" in multiprocessing.get_all_start_methods()
COPIES = multiprocessing.get_context("forkserver" if LOADED else "spawn")
if LOADED:
    COPIES.set_forkserver_preload(["tests.e2e.loaded"])


def environment(**changes: str) -> dict[str, str]:
    """This process's environment without rummysim's own settings, the cache folder apart."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("RUMMYSIM_") or key == "RUMMYSIM_CACHE_DIR"
    }
    kept.pop("NO_COLOR", None)
    return kept | {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "LANG": "C.UTF-8"} | changes


def run_afresh(
    folder: Path, command: Sequence[str], **changes: str
) -> "subprocess.CompletedProcess[str]":
    """Exit code, stdout and stderr of a command that loads all it needs."""
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def run_program(folder: Path, *words: str, **changes: str) -> "subprocess.CompletedProcess[str]":
    """Exit code, stdout and stderr of ``rummysim words...`` in a folder."""
    if any(name.startswith(READ_WHILE_LOADING) for name in changes):
        return run_afresh(folder, [*PROGRAM, *words], **changes)
    with tempfile.TemporaryDirectory() as said:
        process = COPIES.Process(
            target=begin, args=(words, str(folder), environment(**changes), said)
        )
        process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired([*PROGRAM, *words], PATIENCE)
        texts = [Path(said, name).read_text(encoding="utf-8") for name in STREAMS]
    return subprocess.CompletedProcess([*PROGRAM, *words], process.exitcode, *texts)


def begin(words: Sequence[str], folder: str, settings: Mapping[str, str], said: str) -> None:
    """The program in a process of its own, which writes into files of the folder ``said``."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    for number, name in enumerate(STREAMS, start=1):
        file = os.open(Path(said, name), os.O_WRONLY | os.O_CREAT)
        os.dup2(file, number)
        setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
    from rummysim.cli import main

    main(list(words))
