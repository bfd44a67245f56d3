"""Many calls on all workers of a backend, and their answers in the order of the calls."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from rummysim.backends.base import Backend, Task

LOOK_AHEAD = 3  # calls under way per worker: one is played, the others wait beside it
Answer = TypeVar("Answer")


def answers(
    backend: Backend, function: Callable[..., Answer], calls: Iterable[tuple[Any, ...]]
) -> Iterator[Answer]:
    """What the function gives for each tuple of arguments, in order; few are under way at once.

    Calls that have not begun when nobody asks for more answers are dropped.

    >>> from rummysim.backends.local import Threads
    >>> with Threads(2) as backend:
    ...     list(answers(backend, pow, [(2, 3), (3, 2)]))
    [8, 9]
    """
    waiting: deque[Task[Answer]] = deque()
    try:
        for call in calls:
            waiting.append(backend.submit(function, *call))
            if len(waiting) >= LOOK_AHEAD * backend.workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for task in waiting:
            task.cancel()
