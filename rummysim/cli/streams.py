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
AGAIN = 0.02  # seconds until a stop that had to wait is tried once more
CALLED_BY_C = ("__del__", "_raw_object_cache_notify", "_raw_object_cache_getbuffer")
_stopped = False
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


def catch_signals() -> None:
    """Nothing; from now on Ctrl-C and a first SIGTERM stop the program wherever that is heard.

    They raise KeyboardInterrupt in the main thread. An exception that is raised in a function
    which C code has called, as when the compiled engine is loaded, goes nowhere: there the stop
    waits, and where it got lost in spite of that, it is raised once more. A second SIGTERM ends at
    once.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)
    sys.unraisablehook = _not_raised


def end_at_once() -> None:
    """Nothing; from now on Ctrl-C ends the process at once, as a second SIGTERM does."""
    if signal.getsignal(signal.SIGINT) in (_interrupt, signal.default_int_handler):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    # Python would end by SIGINT for any KeyboardInterrupt that once left code made from text, as
    # that of named tuples is while modules are loaded; the next such code makes it forget.
    exec("")


def was_stopped() -> bool:
    """Whether Ctrl-C or SIGTERM came."""
    return _stopped


def was_terminated() -> bool:
    """Whether SIGTERM came."""
    return _terminated


def _interrupt(_number: int, frame: FrameType | None) -> None:
    global _stopped
    _stopped = True
    _stop_or_wait(frame)


def _terminate(_number: int, frame: FrameType | None) -> None:
    global _stopped, _terminated
    _stopped = _terminated = True
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _stop_or_wait(frame)


def _try_again(_number: int, frame: FrameType | None) -> None:
    _stop_or_wait(frame)


def _stop_or_wait(frame: FrameType | None) -> None:
    """Raises KeyboardInterrupt, or sees to it that this is tried again a little later."""
    while frame is not None:
        if frame.f_code.co_name in CALLED_BY_C:
            _wait()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _wait() -> None:
    if hasattr(signal, "setitimer"):  # elsewhere only what asks `was_stopped` hears of it
        signal.signal(signal.SIGALRM, _try_again)
        signal.setitimer(signal.ITIMER_REAL, AGAIN)


def _not_raised(lost: "sys.UnraisableHookArgs") -> None:
    """Nothing; a stop that got lost in a callback comes again, anything else is told as ever."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _wait()
    else:
        sys.__unraisablehook__(lost)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that the encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end].translate(PLAIN)
    return "".join(c if c.isascii() else "?" for c in missing), error.end
