"""The process's streams and signals, made ready before a command runs."""

import codecs
import io
import os
import signal
import sys
from types import FrameType

EXIT_TERMINATED = 143
PLAIN = str.maketrans(
    {"±": "+-", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "─": "-", "│": "|"}
    | dict.fromkeys("╭╮╯╰", "+")
)
_terminated = False


def ready_streams() -> bool:
    """Whether stdout is there; text that its encoding lacks is then written in plain letters.

    A closed stderr is replaced by one that goes nowhere: remarks are no reason to fail.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 for the whole run
    codecs.register_error("plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")
    return sys.stdout is not None


def speaks_unicode() -> bool:
    """Whether stdout can write any character."""
    return (getattr(sys.stdout, "encoding", "") or "").lower().startswith("utf")


def catch_termination() -> None:
    """Nothing; from now on a first SIGTERM stops the program like Ctrl-C, a second one at once."""
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


def end_at_once() -> None:
    """Nothing; from now on Ctrl-C ends the process at once, as a second SIGTERM does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def was_terminated() -> bool:
    """Whether SIGTERM came."""
    return _terminated


def _terminate(_number: int, _frame: FrameType | None) -> None:
    global _terminated
    _terminated = True
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise KeyboardInterrupt


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that the encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end].translate(PLAIN)
    return "".join(c if c.isascii() else "?" for c in missing), error.end
