"""How the end-to-end tests start the program."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "rummysim"]


def environment(**changes: str) -> dict[str, str]:
    """This process's environment without rummysim's own settings, the cache folder apart."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("RUMMYSIM_") or key == "RUMMYSIM_CACHE_DIR"
    }
    kept.pop("NO_COLOR", None)
    return kept | {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "LANG": "C.UTF-8"} | changes


def run_program(folder: Path, *words: str, **changes: str) -> "subprocess.CompletedProcess[str]":
    """Exit code, stdout and stderr of ``rummysim words...`` in a folder."""
    return subprocess.run(
        [*PROGRAM, *words],
        cwd=folder,
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
