"""What the lines of a store must be like, so that damage is found where it is and said so."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from rummysim.errors import StoreError
from rummysim.experiments.designs import GAMES, design_of, group_of
from rummysim.experiments.grid import cases_of
from rummysim.experiments.rows import Place, Row, row_of
from rummysim.experiments.spec import Experiment
from rummysim.simulation.journal import whole_lines


def rows_in(data: bytes, path: Path, experiment: Experiment) -> tuple[list[Row], int]:
    """The rows of a file's bytes, and how many bytes they take; what is torn behind is left out.

    Raises StoreError naming the first line that is none of a run of the experiment, or that has
    deals for the second time.
    """
    lines, size = whole_lines(data)
    reader = _Reader(experiment)
    rows = []
    for number, line in enumerate(lines, 1):
        row = row_of(line)
        wrong = "is no line of a store" if row is None else reader.fault(row)
        if row is None or wrong:
            raise StoreError(f"{path} is damaged: its line {number} {wrong}")
        rows.append(row)
    return rows, size


class _Reader:
    """What has been read so far, and what the experiment allows."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.design = design_of(experiment)
        self.seen: dict[Place, _Spans] = {}

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """The groups of each case, by its key."""
        return {
            case.key: self.design.groups(self.experiment, case)
            for case in cases_of(self.experiment)
        }

    def fault(self, row: Row) -> str:
        """What is wrong with a row, to be said of its line; nothing when all is right."""
        return self._stranger(row) or self._unsound(row) or self._twice(row)

    def _stranger(self, row: Row) -> str:
        if row.case not in self.groups:
            return f"is about {row.case!r}, which is no table of the experiment"
        known = self.groups[row.case]
        for group in row.groups:
            if group not in known or row.groups.count(group) > 1:
                return f"is about {group!r}, which is no comparison of the experiment"
        return ""

    def _unsound(self, row: Row) -> str:
        if len(row.sums.get(GAMES, ())) != 1 or row.games < 0:
            return "does not say how many games were played"
        deals = f"{row.count:,} deal" + "s" * (row.count != 1)
        having = {group_of(key) for key in row.sums if key != GAMES}
        for group in row.groups:
            if group not in having and (group or row.stage == "confirm"):
                return f"has no numbers for {group or 'playing by the card'!r}"
        for key, numbers in row.sums.items():
            if key != GAMES and not (
                group_of(key) in row.groups
                and self.design.sound(self.experiment, key, numbers, row.count)
            ):
                return f"has numbers for {key!r} that {deals} cannot give"
        return ""

    def _twice(self, row: Row) -> str:
        for group in row.groups:
            spans = self.seen.setdefault((row.case, group, row.stage), _Spans())
            if not spans.add(row.first, row.end):
                return "has deals that an earlier line has"
        return ""


class _Spans:
    """Spans of deals that do not overlap; most come in order, one behind the other."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def add(self, first: int, end: int) -> bool:
        """Whether nothing of the span was there; it is now."""
        if self._spans and self._spans[-1][1] == first:
            self._spans[-1] = self._spans[-1][0], end
            return self._apart(*self._spans[-1], self._spans[:-1])
        if not self._apart(first, end, self._spans):
            return False
        self._spans.append((first, end))
        return True

    @staticmethod
    def _apart(first: int, end: int, spans: list[tuple[int, int]]) -> bool:
        return all(end <= begin or last <= first for begin, last in spans)
