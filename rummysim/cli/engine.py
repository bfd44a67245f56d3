"""The compiled engine as the commands meet it: announced, compiled, counted, removed."""

import re
import shutil
import time
from pathlib import Path
from typing import Any

from rummysim.cli.console import Verbosity, remark

FINGERPRINT = re.compile(r"[0-9a-f]{16}")  # names of the cache's own folders
COMPILING = "Compiling the engine once (a minute or two); later starts take about a second."


def announce_compiling(output: Verbosity) -> bool:
    """Whether compiled code is there; if not, stderr says what the wait is for."""
    from rummysim.kernels import _jit

    if _jit.CACHE_IS_TEMPORARY:
        remark(
            f"The cache folder {_jit.cache_root()} cannot be written, so the engine is compiled "
            "for this run only; RUMMYSIM_CACHE_DIR names another folder.",
            output,
        )
    ready = any(Path(_jit.CACHE_FOLDER).rglob("*.nbi"))
    if not ready:
        remark(COMPILING, output)
    return ready


def compile_everything(output: Verbosity) -> float:
    """Seconds until everything that the commands call is compiled (about 1 when it was)."""
    began = time.perf_counter()
    announce_compiling(output)
    from rummysim.policies.registry import policy_names
    from rummysim.rules.load import load_rules
    from rummysim.simulation import describe_hand, selfcheck, simulate, trace_deal

    rules = load_rules("shanghai")
    for name in policy_names():
        simulate(rules, [name], players=4, deals=1, workers=1)
    trace_deal(rules, "random", players=4, round=1)
    describe_hand(rules, 1, [0, 1, 2])
    selfcheck.check_philox()
    return time.perf_counter() - began


def cache_state() -> dict[str, Any]:
    """Where the compiled code of these sources lies, its size, and what else is there."""
    from rummysim.kernels import _jit

    folder = Path(_jit.CACHE_FOLDER)
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {
        "root": str(_jit.cache_root()),
        "folder": str(folder),
        "temporary": _jit.CACHE_IS_TEMPORARY,
        "compiled": any(file.suffix == ".nbi" for file in files),
        "files": len(files),
        "bytes": sum(file.stat().st_size for file in files),
        "versions": len(_own_folders(_jit.cache_root())),
    }


def clear_cache() -> int:
    """Bytes removed: the cache's own folders, of these and of earlier sources, nothing else."""
    from rummysim.kernels import _jit

    removed = 0
    for folder in _own_folders(_jit.cache_root()):
        removed += sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        shutil.rmtree(folder)
    return removed


def _own_folders(root: Path) -> list[Path]:
    """Folders below ``root`` that are named like a fingerprint."""
    if not root.is_dir():
        return []
    return [path for path in root.iterdir() if path.is_dir() and FINGERPRINT.fullmatch(path.name)]
