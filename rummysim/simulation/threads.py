"""Deals in chunks over threads: taken in order, so that a stopped run leaves a whole prefix."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

FIRST_CHUNK = 16  # games; chunks double until one costs about TARGET_SECONDS
TARGET_SECONDS = 0.3
LOOK_AHEAD = 2  # chunks under way per worker

Progress = Callable[[int, int], None]
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Pace:
    """How a run is cut into chunks; none of this changes its result."""

    workers: int
    chunk: int | None = None  # deals of each chunk; None finds a good number
    progress: Progress | None = None  # called as progress(done, deals) in the calling thread
    games: int = 1  # played for each deal

    @property
    def smallest(self) -> int:
        """Deals of the first chunk."""
        return max(1, FIRST_CHUNK // self.games)


def in_chunks(
    play: Callable[[int, int], Part],
    take: Callable[[Part], None],
    deals: tuple[int, int],
    pace: Pace,
) -> None:
    """Nothing; every part ``play(first, count)`` has been given to ``take``, in order.

    deals : the first one, and how many

    >>> parts = []
    >>> in_chunks(lambda first, count: (first, count), parts.append, (5, 7), Pace(2, chunk=4))
    >>> parts
    [(5, 4), (9, 3)]
    """
    first, count_all = deals
    size = pace.chunk or pace.smallest
    begun = done = 0
    waiting: list[tuple[int, Future[tuple[Part, float]]]] = []
    with ThreadPoolExecutor(pace.workers) as pool:
        try:
            while done < count_all:
                while begun < count_all and len(waiting) < pace.workers * LOOK_AHEAD:
                    count = _share(size, count_all - begun, pace)
                    waiting.append((count, pool.submit(_timed, play, first + begun, count)))
                    begun += count
                count, task = waiting.pop(0)
                part, seconds = task.result()
                take(part)
                done += count
                if pace.chunk is None and seconds < TARGET_SECONDS / 2 and count == size:
                    size *= 2
                if pace.progress is not None:
                    pace.progress(done, count_all)
        finally:
            for _, task in waiting:
                task.cancel()


def _share(size: int, left: int, pace: Pace) -> int:
    """Deals of the next chunk: smaller towards the end, so that all workers finish together."""
    if pace.chunk:
        return min(pace.chunk, left)
    fair = -(-left // (2 * pace.workers))
    return min(left, size, max(pace.smallest, fair))


def _timed(play: Callable[[int, int], Part], first: int, count: int) -> tuple[Part, float]:
    started = time.perf_counter()
    return play(first, count), time.perf_counter() - started
