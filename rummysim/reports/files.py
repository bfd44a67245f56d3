"""Result files: each whole or not there, a group of them together."""

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from rummysim.errors import StoreError
from rummysim.trace import files


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file that gets its name only when everything has been written.

    After an error an older file of that name stays as it was; a pipe or device is written into.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with whole_file(folder / "a.txt") as file:
    ...     _ = file.write(b"kept")
    >>> (folder / "a.txt").read_bytes(), len(list(folder.iterdir()))
    (b'kept', 1)

    Raises StoreError, with the reason, when the file cannot be written.
    """
    try:
        with files.whole_file(path) as file:
            yield file
    except OSError as error:
        raise cannot_write(path, error) from error


def write_together(contents: Mapping[Path, bytes]) -> list[Path]:
    """The files, once all of them hold their bytes; their folders are made where missing.

    None gets its name before the bytes of all are on the disk.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "new"
    >>> [file.name for file in write_together({folder / "a": b"1", folder / "b": b"2"})]
    ['a', 'b']

    Raises StoreError, with the reason, when one of them cannot be written.
    """
    with contextlib.ExitStack() as opened:
        for path, data in contents.items():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise cannot_write(path, error) from error
            file = opened.enter_context(whole_file(path))
            file.write(data)
            file.flush()
    return list(contents)


def remove(path: Path) -> None:
    """Nothing; a file that is there is not there any more.

    >>> remove(Path("nowhere") / "a.txt")

    Raises StoreError when it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path} is of an older report and could not be removed") from error


def ready_folder(path: Path) -> None:
    """Nothing; the folder is there and takes files, before anybody waits for what goes into it.

    >>> ready_folder(Path(tempfile.mkdtemp()) / "new" / "charts")

    Raises StoreError otherwise.
    """
    wanted = "give --out a folder that can be written"
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path, prefix=".rummysim-"):
            pass
    except OSError as error:
        if not path.is_dir():
            raise StoreError(f"{path} is no folder; {wanted}") from error
        raise StoreError(f"{cannot_write(path, error)}; {wanted}") from error


def cannot_write(path: Path | str, error: OSError) -> StoreError:
    """The sentence for a file that the system would not let us write.

    >>> str(cannot_write("odds.csv", OSError(28, "No space left on device")))
    'odds.csv could not be written: no space left on device'
    """
    reason = (error.strerror or str(error)).strip()
    return StoreError(f"{path} could not be written: {reason[:1].lower()}{reason[1:]}")
