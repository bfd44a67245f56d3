"""The history of a tuning run: one JSON object per line, only ever added to.

The first line says what is tuned and how, so that it can be repeated; each further line is an
evaluation or a new budget. A line counts once its end is there: what a killed run left of a
line is cut off before the next is added. No line has a time or a machine in it, so the same
command writes the same bytes, in one go or in many.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from rummysim.errors import StoreError
from rummysim.simulation.tuning_lines import Line, is_sound, read_line

SCHEMA = 1
LARGEST = 1 << 30  # bytes of a history that is read


class History:
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
        self._file: BinaryIO | None = None
        self.lines: list[Line] = []

    def __enter__(self) -> "History":
        """The history with its file open, locked and checked."""
        with _sentences(self.path):
            if not self._resume:
                refuse_used(self.path)
            self._file = self.path.open("ab+")
            try:
                _lock(self._file, self.path)
                self._read()
            except BaseException:
                self._file.close()
                raise
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Closes the file; every line is on the disk already."""
        if self._file is not None:
            self._file.close()

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
        assert self._file is not None
        text = json.dumps(line, ensure_ascii=False, allow_nan=False)
        with _sentences(self.path):
            self._file.write(text.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        self.lines.append(json.loads(text))

    def _read(self) -> None:
        """Nothing; the lines are known, the torn end of the last one is gone."""
        assert self._file is not None
        if self.path.stat().st_size > LARGEST:
            raise StoreError(f"{self.path} is larger than a gigabyte, so it is no history")
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        lines = self._parsed(whole.splitlines())
        if not lines and data and not _torn_header(data):
            raise StoreError(f"{self.path} is no history of rummysim tune; give another --out")
        if len(whole) < len(data):
            self._file.truncate(len(whole))
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


@contextlib.contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """What the system refuses becomes a StoreError that names the file."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).strip()
        raise StoreError(f"{path} cannot be read or written: {reason.lower()}") from error


def _lock(file: BinaryIO, path: Path) -> None:
    """Nothing; raises StoreError when another process writes this history."""
    if sys.platform == "win32":
        return  # no lock there; two runs that write one file are refused by nothing
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StoreError(
            f"{path} is being written by another run; wait for its end, or give another --out"
        ) from error
