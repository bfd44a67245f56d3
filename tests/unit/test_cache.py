"""Where compiled code goes when the cache folder cannot be used, and what it calls by name."""

import os
import subprocess
import sys

import pytest


def test_an_unusable_cache_folder_leaves_nothing_behind(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    program = (
        "from rummysim.kernels import _jit\n"
        "import os\n"
        "assert _jit.CACHE_IS_TEMPORARY and os.path.isdir(_jit.CACHE_FOLDER)\n"
        "print(_jit.CACHE_FOLDER)"
    )
    environment = {**os.environ, "RUMMYSIM_CACHE_DIR": str(blocked / "below")}
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert not os.path.exists(ran.stdout.strip())


PIECES = """
from rummysim.kernels._jit import kernel
from rummysim.kernels.linked import linked
from rummysim.kernels.types import INT

@linked
@kernel(INT(INT))
def doubled(number):
    return 2 * number

@kernel(INT(INT))
def doubled_and_one(number):
    return doubled(number) + 1

@kernel()
def tripled(number):
    return 3 * number

@kernel(INT(INT))
def twice_tripled(number):
    return 2 * tripled(number)
"""


@pytest.fixture
def folder(tmp_path):
    """With kernels in a module ``pieces``."""
    (tmp_path / "pieces.py").write_text(PIECES)
    return tmp_path


def run_in(folder, text):
    """A process of its own, whose compiled code is kept in the folder."""
    environment = {
        **os.environ,
        "RUMMYSIM_CACHE_DIR": str(folder / "cache"),
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
    }
    ran = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr


def test_a_linked_kernel_is_called_and_not_compiled_in(folder):
    program = (
        "import pieces\n"
        "(code,) = pieces.doubled_and_one.inspect_llvm().values()\n"
        "assert 'declare i32 @pieces.doubled(' in code, code\n"
        "assert pieces.doubled_and_one(4) == 9"
    )
    from_the_cache = (
        "import pieces\n"
        "assert sum(pieces.doubled_and_one.stats.cache_hits.values()) == 1\n"
        "assert pieces.doubled_and_one(4) == 9"
    )
    for text in (program, from_the_cache):
        run_in(folder, text)


def test_a_kernel_for_kernels_has_no_wrapper_until_python_calls_it(folder):
    within = (
        "import pieces\n"
        "assert pieces.twice_tripled(4) == 24\n"
        "(code,) = pieces.tripled.inspect_llvm().values()\n"
        "assert 'cpython' not in code and 'cfunc' not in code, code\n"
        "(code,) = pieces.twice_tripled.inspect_llvm().values()\n"
        "assert 'cpython' in code, code"
    )
    from_python = (
        "import pieces\n"
        "assert pieces.tripled(4) == 12\n"
        "assert sum(pieces.tripled.from_python.stats.cache_misses.values()) == {misses}\n"
        "assert sum(pieces.twice_tripled.stats.cache_hits.values()) == 1\n"
        "assert pieces.twice_tripled(4) == 24"
    )
    for text in (within, from_python.format(misses=1), from_python.format(misses=0)):
        run_in(folder, text)
