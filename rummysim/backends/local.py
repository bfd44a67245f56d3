"""Threads of this process: the compiled engine lets them run side by side."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Threads:
    """So many threads as a context manager; what has not begun at its end is dropped.

    >>> with Threads(2) as backend:
    ...     backend.submit(pow, 2, 5).result()
    32
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.name = f"{workers} thread" + "s" * (workers != 1)
        self._pool = ThreadPoolExecutor(workers)

    def __enter__(self) -> "Threads":
        """Itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Waits for the calls under way and for no others."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Nothing: the first call compiles for all threads."""

    def submit(self, function: Callable[..., Answer], *arguments: Any) -> "Future[Answer]":
        """The call, begun as soon as a thread is free."""
        return self._pool.submit(function, *arguments)
