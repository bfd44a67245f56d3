"""Ctrl-C and SIGTERM at moments at which an exception would go nowhere: they are heard later."""

import signal
import subprocess
import sys

import pytest

from tests.e2e.program import environment

ENGINE = """
import os, signal
from numba.core.codegen import CPUCodeLibrary

load = CPUCodeLibrary._object_getbuffer_hook
calls = []

def load_and_stop(library, module):
    calls.append(module)
    if len(calls) == 1:
        os.kill(os.getpid(), signal.{signal})
    return load(module)

CPUCodeLibrary._object_getbuffer_hook = classmethod(load_and_stop)
"""
FINALIZER = """
import os, signal, weakref
from rummysim.cli import app

class Dropped:
    pass

def stop(_):
    os.kill(os.getpid(), signal.{signal})

def begin(words, begin=app.main):
    dropped = Dropped()
    watched = weakref.ref(dropped, stop)
    del dropped
    begin(words)

app.main = begin
"""
BEGIN = """
import sys
from rummysim.cli import main
main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no timers there")
@pytest.mark.parametrize("moment", [ENGINE, FINALIZER], ids=["engine", "finalizer"])
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_stop_in_a_callback_is_heard(tmp_path, moment, number, code):
    words = ["simulate", "shanghai", "--deals", "1000000000", "--no-progress"]
    ended = subprocess.run(
        [sys.executable, "-c", moment.format(signal=number) + BEGIN, *words],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert ended.returncode == code
    assert "xception" not in ended.stderr
    assert "Traceback" not in ended.stderr
