"""Files that are either whole or not there."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from rummysim.errors import StoreError


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file that gets its name only when everything has been written.

    The bytes go to a temporary neighbour, which is renamed at the end; after an error it is
    removed and an older file of that name stays as it was.

    >>> folder = Path(tempfile.mkdtemp())
    >>> with whole_file(folder / "a.txt") as file:
    ...     _ = file.write(b"kept")
    >>> (folder / "a.txt").read_bytes(), len(list(folder.iterdir()))
    (b'kept', 1)

    Raises StoreError, with the reason, when the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise cannot_write(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)


def write_text(path: Path, text: str) -> None:
    """Nothing; afterwards the file holds exactly ``text`` (UTF-8), or StoreError was raised."""
    with whole_file(path) as file:
        file.write(text.encode())


def cannot_write(path: Path | str, error: OSError) -> StoreError:
    """The sentence for a file that the system would not let us write.

    >>> str(cannot_write("odds.csv", OSError(28, "No space left on device")))
    'odds.csv could not be written: no space left on device; nothing was left half-done'
    """
    reason = (error.strerror or str(error)).strip()
    reason = reason[:1].lower() + reason[1:]
    return StoreError(f"{path} could not be written: {reason}; nothing was left half-done")


def _umask() -> int:
    """The process's umask (reading it means setting it for a moment)."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
