"""Runs of the real program, as a user starts it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(**changes: str) -> dict[str, str]:
    """This process's environment without rummysim's own settings except the cache."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("RUMMYSIM_") or key == "RUMMYSIM_CACHE_DIR"
    }
    return kept | {"PYTHONPATH": str(ROOT), "COLUMNS": "80"} | changes


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A function that runs ``rummysim`` in an empty folder and gives code, stdout, stderr."""

    def start(*words: str, **changes: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "rummysim", *words],
            cwd=tmp_path,
            env=environment(**changes),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return start
