"""What goes to which stream: results to stdout, progress and remarks to stderr."""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Protocol, TextIO

BAR_CELLS = 24
FEWEST_CELLS = 4  # a shorter bar says nothing
LINE_EVERY = 10.0  # seconds between two lines of progress when nobody watches a terminal
DRAW_EVERY = 0.1  # seconds between two pictures of the bar


class ReaderGone(Exception):
    """Whoever read the output has gone; no OSError, because typer would answer that itself."""


class Verbosity(Protocol):
    """The switches of a command's output that concern remarks and progress."""

    @property
    def quiet(self) -> bool:
        """No remarks and no progress."""

    @property
    def verbose(self) -> bool:
        """More remarks."""


def has_colour(stream: TextIO) -> bool:
    """Whether colour may be used: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def has_suit_symbols(stream: TextIO) -> bool:
    """Whether suits may be drawn as symbols: a terminal that speaks UTF-8, no NO_COLOR."""
    encoding = (stream.encoding or "").lower().replace("-", "")
    return has_colour(stream) and encoding == "utf8"


def width() -> int:
    """Columns to fill: those of the terminal, between 60 and 100; 80 where there is none."""
    return max(60, min(100, shutil.get_terminal_size((80, 24)).columns))


def say(text: str = "") -> None:
    """Nothing; ``text`` and a line end are on stdout.

    Raises ReaderGone when nobody reads any more.
    """
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError as error:
        raise ReaderGone from error


def remark(text: str, output: Verbosity) -> None:
    """Nothing; ``text`` is on stderr unless the user asked for quiet."""
    if not output.quiet:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def duration(seconds: float) -> str:
    """Seconds as people say them.

    >>> duration(4.2), duration(75), duration(7300)
    ('4 s', '1 min 15 s', '2 h 1 min')
    """
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Progress:
    """A bar with the time left on a terminal, one line about every ten seconds elsewhere."""

    def __init__(self, what: str, stream: TextIO) -> None:
        self.what = what
        self.stream = stream
        self.watched = stream.isatty() and os.environ.get("TERM") != "dumb"
        self.shown = 0.0 if self.watched else time.monotonic()
        self.first: tuple[float, int] | None = None  # time and count of the first report

    def __call__(self, done: int, total: int) -> None:
        """Nothing; the bar or a line is drawn when it is time for one."""
        now = time.monotonic()
        if self.first is None:
            self.first = now, done
        if now - self.shown < (DRAW_EVERY if self.watched else LINE_EVERY):
            return
        self.shown = now
        text = self.text(done, total, self.pace(now, done))
        if self.watched:
            columns = self.columns()
            self.stream.write("\r" + text[: columns - 1].ljust(columns - 1))
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def pace(self, now: float, done: int) -> float:
        """Seconds for one, from the first report on: what came before it was starting up."""
        if self.first is None or done <= self.first[1]:
            return 0.0
        return (now - self.first[0]) / (done - self.first[1])

    def text(self, done: int, total: int, pace: float) -> str:
        """How far it is and, at so many seconds for one, how long it will still take."""
        share = done / total if total else 1.0
        left = f", {duration(pace * (total - done))} left" if pace > 0 else ""
        counts = f"{done:,} of {total:,} {self.what}{left}"
        if not self.watched:
            return f"{share:4.0%}  {counts}"
        tail = f" {share:4.0%}  {counts}"
        cells = min(BAR_CELLS, self.columns() - 1 - len(tail) - len("[]"))
        if cells < FEWEST_CELLS:
            return tail.strip()
        filled = round(share * cells)
        return f"[{'#' * filled}{'.' * (cells - filled)}]{tail}"

    def columns(self) -> int:
        """Width of the terminal."""
        return shutil.get_terminal_size((80, 24)).columns

    def clear(self) -> None:
        """Nothing; the bar is gone from the terminal."""
        if self.watched and self.shown:
            columns = self.columns()
            self.stream.write("\r" + " " * (columns - 1) + "\r")
            self.stream.flush()


@contextlib.contextmanager
def progress(what: str, output: Verbosity) -> Iterator[Progress | None]:
    """A function ``(done, total)`` that shows progress on stderr, or None when it is unwanted."""
    if output.quiet or getattr(output, "no_progress", False):
        yield None
        return
    bar = Progress(what, sys.stderr)
    try:
        yield bar
    finally:
        bar.clear()
