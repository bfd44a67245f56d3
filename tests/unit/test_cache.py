"""Where compiled code goes when the cache folder cannot be used, and what it calls by name."""

import os
import subprocess
import sys


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
"""


def test_a_linked_kernel_is_called_and_not_compiled_in(tmp_path):
    (tmp_path / "pieces.py").write_text(PIECES)
    program = (
        "import pieces\n"
        "(code,) = pieces.doubled_and_one.inspect_llvm().values()\n"
        "assert 'declare i32 @pieces.doubled(ptr, ptr, i64)' in code, code\n"
        "assert pieces.doubled_and_one(4) == 9"
    )
    from_the_cache = (
        "import pieces\n"
        "assert sum(pieces.doubled_and_one.stats.cache_hits.values()) == 1\n"
        "assert pieces.doubled_and_one(4) == 9"
    )
    environment = {**os.environ, "RUMMYSIM_CACHE_DIR": str(tmp_path / "cache")}
    for text in (program, from_the_cache):
        ran = subprocess.run(
            [sys.executable, "-c", text],
            cwd=tmp_path,
            env={**environment, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr
