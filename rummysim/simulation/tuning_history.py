"""The history of a tuning run: one JSON object per line, only ever added to.

The first line says what is tuned and how, so that it can be repeated; each further line is an
evaluation or a new budget. A line counts once its end is there: what a killed run left of a
line is cut off before the next is added. No line has a time or a machine in it, so the same
command writes the same bytes, in one go or in many.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rummysim.errors import StoreError
from rummysim.simulation.journal import Journal, sentences, whole_lines
from rummysim.simulation.tuning_lines import Line, is_sound, read_line
from rummysim.trace.files import Closing

SCHEMA = 1


class History(Closing):
    """The lines of a file, and a way to add to them; a context manager that holds the file.

    >>> import tempfile
    >>> from rummysim.simulation.tuning_lines import KINDS
    >>> path = Path(tempfile.mkdtemp()) / "run.jsonl"
    >>> with History(path, {"seed": 0}, resume=False) as history:
    ...     history.add("budget", dict.fromkeys(KINDS["budget"], 9))
    >>> with History(path, {"seed": 0}, resume=True) as history:
    ...     [line["generations"] for line in history.of("budget")]
    [9]

    Raises StoreError when the file belongs to another run, is in use, or cannot be written.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], resume: bool) -> None:
        self.path = path
        self._header = {"line": "tune", "schema": SCHEMA} | json.loads(json.dumps(header))
        self._resume = resume
        self._journal = Journal(path)
        self.lines: list[Line] = []

    def __enter__(self) -> "History":
        """The history with its file open, locked and checked."""
        with sentences(self.path):
            if not self._resume:
                refuse_used(self.path)
        self._journal.__enter__()
        try:
            self._read()
        except BaseException:
            self._journal.close()
            raise
        return self

    def close(self) -> None:
        """Nothing; the file is free for others, and every line is on the disk already."""
        self._journal.close()

    @property
    def header(self) -> Line:
        """What the first line says."""
        return {key: value for key, value in self._header.items() if key not in ("line", "schema")}

    def of(self, kind: str) -> Iterator[Line]:
        """The lines of one kind, oldest first."""
        return (line for line in self.lines if line["line"] == kind)

    def add(self, kind: str, entries: Mapping[str, Any]) -> None:
        """Nothing; the line is on the disk."""
        self._write({"line": kind} | dict(entries))

    def _write(self, line: Line) -> None:
        text = json.dumps(line, ensure_ascii=False, allow_nan=False)
        self._journal.add(text.encode())
        self.lines.append(json.loads(text))

    def _read(self) -> None:
        """Nothing; the lines are known, the torn end of the last one is gone."""
        data = self._journal.read()
        texts, size = whole_lines(data)
        lines = self._parsed(texts)
        if not lines and data and not _torn_header(data):
            raise StoreError(f"{self.path} is no history of rummysim tune; give another --out")
        if size < len(data):
            self._journal.cut(size)
        self.lines = lines
        if not lines:
            self._write(self._header)

    def _parsed(self, texts: list[bytes]) -> list[Line]:
        """The lines; raises StoreError that names the first one that cannot have been written."""
        both_ways = bool(self._header.get("both_ways"))
        lines: list[Line] = []
        for number, text in enumerate(texts, 1):
            line = read_line(text)
            if line is None or (lines and not is_sound(line, both_ways)):
                raise StoreError(
                    f"{self.path} is damaged: its line {number} is no line of a history"
                )
            if not lines:
                self._compare(line)
            lines.append(line)
        return lines

    def _compare(self, found: Line) -> None:
        """Nothing; raises StoreError when the file was begun by another command."""
        if found.get("line") != "tune":
            raise StoreError(f"{self.path} is no history of rummysim tune; give another --out")
        for key in {**self._header, **found}:
            here, there = self._header.get(key), found.get(key)
            if here != there:
                raise StoreError(
                    f"{self.path} was begun with {key} = {_short(there)}, and this command has "
                    f"{_short(here)}; make them equal, or give another --out"
                )


def refuse_used(path: Path) -> None:
    """Nothing; raises StoreError when the file holds a run already."""
    if path.exists() and path.stat().st_size:
        raise StoreError(
            f"{path} holds a run already; add --resume to go on with it, or give another --out"
        )


def _torn_header(data: bytes) -> bool:
    """Whether these bytes, without a line end, may be what a killed run left of a first line."""
    begin = b'{"line": "tune"'
    return data.startswith(begin) or begin.startswith(data)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
