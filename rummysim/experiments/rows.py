"""The lines of a store: what one chunk of deals gave, and the sums of many of them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from rummysim.experiments.designs import GAMES, STAGES, Done, Sums, add_sums, group_of
from rummysim.experiments.spec import Stage

MOST_DEALS = 1 << 48  # simulation.run.MAX_DEALS: no deal has a higher number
LARGEST = 1 << 160  # of numbers: sums of squares over all these deals stay far below
KEYS = ("case", "groups", "stage", "first", "count", "sums")


@dataclass(frozen=True, slots=True)
class Row:
    """The sums of some groups of a case over the deals first .. first + count - 1."""

    case: str  # the key of a Case
    groups: tuple[str, ...]
    stage: Stage
    first: int
    count: int
    sums: Sums

    @property
    def end(self) -> int:
        """The deal behind the last one."""
        return self.first + self.count

    @property
    def games(self) -> int:
        """Games that were played for it."""
        return self.sums.get(GAMES, [0])[0]

    def part(self, group: str) -> Sums:
        """The sums of one group alone."""
        return {key: numbers for key, numbers in self.sums.items() if group_of(key) == group}


def line_of(row: Row) -> bytes:
    """The row as one line of JSON, without its end.

    >>> line_of(Row("usual/4/steady/baseline", ("",), "explore", 0, 25, {"": [7]}))[:44]
    b'{"case":"usual/4/steady/baseline","groups":['
    """
    values = {key: getattr(row, key) for key in KEYS}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def row_of(line: bytes) -> Row | None:
    """The row that a line holds; None when it holds none.

    >>> row = Row("usual/4/steady/baseline", ("",), "explore", 0, 25, {"": [7]})
    >>> row_of(line_of(row)) == row, row_of(b'{"case": 1}'), row_of(b"{")
    (True, None, None)
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or tuple(data) != KEYS:
        return None
    plain = isinstance(data["case"], str) and data["stage"] in STAGES
    groups, sums = data["groups"], data["sums"]
    listed = isinstance(groups, list) and all(isinstance(each, str) for each in groups)
    placed = _whole(data["first"]) and _whole(data["count"]) and data["first"] >= 0
    if not (plain and listed and groups and placed and data["count"] > 0 and _are_sums(sums)):
        return None
    stage = cast(Stage, data["stage"])
    row = Row(data["case"], tuple(groups), stage, data["first"], data["count"], sums)
    return row if row.end <= MOST_DEALS else None


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_sums(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(
        isinstance(each, list) and all(_whole(number) and abs(number) < LARGEST for number in each)
        for each in value.values()
    )


Place = tuple[str, str, Stage]  # case, group, stage


@dataclass(frozen=True, slots=True)
class Piece:
    """What one row has of one group."""

    count: int
    sums: Sums


class Pieces:
    """The pieces of all groups by where they begin.

    >>> pieces = Pieces([Row("c", ("a", "b"), "explore", 0, 5, {"a": [1], "b": [2]})])
    >>> pieces.done(("c", "b", "explore"))
    Done(deals=5, sums={'b': [2]})
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._at: dict[Place, dict[int, Piece]] = {}
        for row in rows:
            for group in row.groups:
                here = self._at.setdefault((row.case, group, row.stage), {})
                here[row.first] = Piece(row.count, row.part(group))

    def at(self, place: Place, first: int) -> Piece | None:
        """The piece that begins with this deal, or None."""
        return self._at.get(place, {}).get(first)

    def take(self, place: Place, first: int) -> Piece | None:
        """Like `at`; the piece is not kept any longer."""
        return self._at.get(place, {}).pop(first, None)

    def prefix(self, place: Place) -> Iterator[tuple[int, Piece]]:
        """The pieces from deal 0 on, as long as each begins where the one before ends."""
        first = 0
        while (piece := self.at(place, first)) is not None:
            yield first, piece
            first += piece.count

    def both(self, group: tuple[str, str]) -> dict[Stage, Done]:
        """The same of a case's group in both stages."""
        return {stage: self.done((*group, stage)) for stage in STAGES}

    def done(self, place: Place) -> Done:
        """The deals from 0 on that are there without a gap, and their sums."""
        deals, sums = 0, Sums()
        for first, piece in self.prefix(place):
            deals = first + piece.count
            add_sums(sums, piece.sums)
        return Done(deals, sums)
