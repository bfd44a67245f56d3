"""The only place that touches numba's decorator: flags, and a cache that cannot go stale.

Numba notices an edit of the decorated file but not of the functions it calls, so the cache
folder is named after the sources of all kernels and policies and the versions that compile
them (numba documentation, "Notes on caching"). Modules beside the policies that only find and
read them are left out: an edit there changes no compiled code.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import config, types
from numba.core.registry import CPUDispatcher
from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
NOT_COMPILED = tuple(
    PACKAGE / "policies" / name
    for name in (
        "__init__.py",
        "call.py",
        "parameters.py",
        "presets.py",
        "registry.py",
        "source.py",
    )
)


def source_fingerprint() -> str:
    """Hash of every compiled source file and of the compiler's versions."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, sys.version)
    digest.update(repr(versions).encode())
    files = [PACKAGE / "trace" / "codes.py"]  # compiled in as constants by way of `layout`
    for folder in ("kernels", "policies"):
        files += sorted((PACKAGE / folder).glob("*.py"))
    for file in files:
        if file in NOT_COMPILED:
            continue
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds all compiled code; ``RUMMYSIM_CACHE_DIR`` overrides it."""
    override = os.environ.get("RUMMYSIM_CACHE_DIR")
    return Path(override) if override else user_cache_path("rummysim") / "numba"


def _writable_folder() -> tuple[str, bool]:
    """The cache folder of these sources, and whether it is a temporary stand-in."""
    folder = cache_root() / source_fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        stand_in = tempfile.mkdtemp(prefix="rummysim-")
        atexit.register(shutil.rmtree, stand_in, ignore_errors=True)
        return stand_in, True
    return str(folder), False


CACHE_FOLDER, CACHE_IS_TEMPORARY = _writable_folder()


# ``nogil`` lets threads run side by side; ``error_model="numpy"`` leaves out checks for division by
# zero. No ``parallel``, ``fastmath`` or ``inline``: measured, none pays here.
OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(*signature: Any) -> Callable[..., Any]:
    """Compile a function with the project's flags; ``@kernel()`` is lazy, for other kernels."""

    def decorate(function: Callable[..., Any]) -> Any:
        if config.DISABLE_JIT:
            return numba.njit(function)
        compiled = _compiled(function, *signature) if signature else _Inner(function)
        return _without_literals(compiled)

    return decorate


def _compiled(function: Callable[..., Any], *signature: Any, below: str = "") -> Any:
    """A dispatcher that Python calls; its code is kept ``below`` the cache folder."""
    with _cached(below):
        return numba.njit(*signature, cache=True, **OPTIONS)(function)


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """A kernel that kernels call: compiled without the two wrappers for Python and C.

    They took a fifth of a cold start, most of all for arguments of many arrays. Where Python calls
    it all the same (tests do), it is compiled once more, with a cache of its own.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions={"nopython": True, **bare, **OPTIONS})
        with _cached():
            self.enable_caching()

    def add_overload(self, result: Any) -> None:
        """Known to kernels; not to Python, which has no way in."""
        self.overloads[tuple(result.signature.args)] = result

    @cached_property
    def from_python(self) -> Any:
        """The same function with a way in."""
        return _compiled(self.py_func, below="from_python")

    def __call__(self, *arguments: Any) -> Any:
        return self.from_python(*arguments)


@contextmanager
def _cached(below: str = "") -> Iterator[None]:
    """Numba reads its cache folder when a function is decorated."""
    before = config.CACHE_DIR
    config.CACHE_DIR = before or os.path.join(CACHE_FOLDER, below)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _without_literals(compiled: Any) -> Any:
    """The same dispatcher, compiled once for ``f(0)``, ``f(1)`` and ``f(n)`` within kernels.

    Numba types a constant argument as a literal and compiles the function for each of them
    and again for an int64, which took most of the time of a cold start.
    """
    find = compiled.get_call_template

    def find_without_literals(arguments: Any, keywords: dict[str, Any]) -> Any:
        plain = {name: types.unliteral(value) for name, value in keywords.items()}
        return find(tuple(types.unliteral(argument) for argument in arguments), plain)

    compiled.get_call_template = find_without_literals
    return compiled


def compile_user_function(signature: Any, function: Callable[..., Any]) -> Any:
    """A user's policy, with bounds and divisors checked; not cached, for it may import others."""
    return numba.njit(signature, nogil=True, error_model="python", boundscheck=True)(function)
