"""Where compiled code goes when the cache folder cannot be used."""

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
