"""The progress of a run: deals, about how much time is left, and the current estimate."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

from rummysim.cli.console import FEWEST_CELLS, Progress, Verbosity, duration

if TYPE_CHECKING:
    from rummysim.experiments.runner import Progress as Standing

CELLS = 12


class RunProgress(Progress):
    """One line that says which comparison is played, and what is known about it."""

    def __init__(self, what: str, stream: TextIO) -> None:
        super().__init__(what, stream)
        self.standing: Standing | None = None

    def show(self, standing: "Standing") -> None:
        """Nothing; the line is drawn when it is time for one."""
        self.standing = standing
        self(standing.done, standing.likely or standing.most)

    def text(self, done: int, total: int, pace: float) -> str:
        """How far it is, about how long it takes, where that can be guessed, and the estimate."""
        share = done / total if total else 1.0
        guessed = self.standing is None or self.standing.likely is not None
        left = f", about {duration(pace * (total - done))} left" if pace > 0 and guessed else ""
        said = ""
        if self.standing is not None:
            group = f" {self.standing.group}" if self.standing.group else ""
            said = f"  {self.standing.case.key}{group}: {self.standing.said()}"
        counts = f"{self.what} {done:,} deal{'s' * (done != 1)}{left}{said}"
        cells = min(CELLS, self.columns() - 1 - len(counts) - 3)
        if not self.watched or cells < FEWEST_CELLS:
            return counts
        filled = round(share * cells)
        return f"[{'#' * filled}{'.' * (cells - filled)}] {counts}"


@contextlib.contextmanager
def run_progress(what: str, output: Verbosity) -> Iterator["Callable[[Standing], None] | None"]:
    """A function that shows the progress of one run on stderr, or None when it is unwanted."""
    if output.quiet or getattr(output, "no_progress", False):
        yield None
        return
    bar = RunProgress(what, sys.stderr)
    try:
        yield bar.show
    finally:
        bar.clear()
