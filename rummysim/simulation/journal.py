"""A file of lines that is only ever added to, and belongs to one writer at a time.

A line counts once its end is on the disk; what a killed run left of a line is for the reader to
cut off. Every line is flushed to the disk before the next is made.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from rummysim.errors import StoreError
from rummysim.trace.files import Closing

LARGEST = 1 << 30  # bytes of a file that is read


class Journal(Closing):
    r"""The file as a context manager that holds it open and locked.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "lines"
    >>> with Journal(path) as journal:
    ...     journal.add(b"one")
    ...     journal.read()
    b'one\n'

    advice : what its user may do when another run writes the file

    Raises StoreError when the file is in use or cannot be opened.
    """

    def __init__(self, path: Path, advice: str = "give another --out") -> None:
        self.path = path
        self._advice = advice
        self._file: BinaryIO | None = None

    def __enter__(self) -> "Journal":
        """The journal with its file open and locked."""
        with sentences(self.path):
            self._file = self.path.open("ab+")
            try:
                self._lock(self._file)
            except BaseException:
                self.close()
                raise
        return self

    def close(self) -> None:
        """Nothing; the file is closed, and free for others."""
        file, self._file = self._file, None
        if file is not None:
            with sentences(self.path):  # what a full disk did not take is written once more
                file.close()

    def read(self) -> bytes:
        """Everything in the file.

        Raises StoreError when that is more than a gigabyte.
        """
        assert self._file is not None
        with sentences(self.path):
            if self.path.stat().st_size > LARGEST:
                raise StoreError(f"{self.path} is larger than a gigabyte, so it is no history")
            self._file.seek(0)
            return self._file.read()

    def cut(self, size: int) -> None:
        """Nothing; only so many bytes are left in the file."""
        assert self._file is not None
        with sentences(self.path):
            self._file.truncate(size)

    def add(self, line: bytes) -> None:
        """Nothing; the line, and its end, are on the disk."""
        assert self._file is not None
        with sentences(self.path):
            self._file.write(line + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def _lock(self, file: BinaryIO) -> None:
        """Nothing; raises StoreError when another process writes this file."""
        if sys.platform == "win32":
            return  # no lock there; two runs that write one file are refused by nothing
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StoreError(
                f"{self.path} is being written by another run; wait for its end, or {self._advice}"
            ) from error


def whole_lines(data: bytes) -> tuple[list[bytes], int]:
    r"""The lines whose end is there, and how many bytes they take with their ends.

    >>> whole_lines(b"one\ntwo\ntor")
    ([b'one', b'two'], 8)
    """
    size = data.rfind(b"\n") + 1
    return data[:size].split(b"\n")[:-1], size


@contextlib.contextmanager
def sentences(path: Path) -> Iterator[None]:
    """What the system refuses becomes a StoreError that names the file."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).strip()
        raise StoreError(f"{path} cannot be read or written: {reason.lower()}") from error
