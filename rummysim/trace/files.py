"""Files that are either whole or not there, and reading that always ends."""

import contextlib
import os
import stat
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from rummysim.errors import TraceError

LARGEST_READ = 256 << 20  # bytes; a match takes some tens of kilobytes


class Closing(ABC):
    """What ``with`` ends by closing it, whatever happened.

    >>> class Door(Closing):
    ...     def __enter__(self):
    ...         return self
    ...     def close(self):
    ...         print("closed")
    >>> with Door():
    ...     pass
    closed
    """

    @abstractmethod
    def close(self) -> None:
        """Nothing; it is closed."""

    def __exit__(self, *_error: object) -> None:
        """Closes it."""
        self.close()


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that gets its name only when everything has been written.

    The bytes go to a temporary neighbour, which is renamed at the end; after an error it is
    removed and an older file of that name stays as it was. A pipe or a device is written into,
    and a link stays a link.

    >>> folder = Path(tempfile.mkdtemp())
    >>> with whole_file(folder / "a.txt") as file:
    ...     _ = file.write(b"kept")
    >>> (folder / "a.txt").read_bytes(), len(list(folder.iterdir()))
    (b'kept', 1)

    Raises OSError when the file cannot be written.
    """
    named = Path(path)
    if named.exists() and not named.is_file():  # /dev/stdout on a pipe has no real path
        with named.open("wb") as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=".rummysim-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o666 & ~_umask())
        os.replace(part, target)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)


def read_text(path: Path) -> str:
    """The text (UTF-8) of a regular file of at most 256 MB.

    Raises TraceError for anything else, before it is read: a pipe or a device may never end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        kind = "folder" if path.is_dir() else "pipe or device"
        raise TraceError(f"cannot read the trace {path}: it is a {kind}, not a file")
    with path.open("rb") as file:
        data = file.read(LARGEST_READ + 1) if path.stat().st_size <= LARGEST_READ else None
    if data is None or len(data) > LARGEST_READ:
        raise TraceError(f"cannot read the trace {path}: it is larger than 256 MB")
    return data.decode()


def _umask() -> int:
    """The process's umask (reading it means setting it for a moment)."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
