"""What a runner asks of the machines that play for it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

Answer = TypeVar("Answer", covariant=True)


class Task(Protocol[Answer]):
    """One call under way."""

    def result(self) -> Answer:
        """What the call gave, once it has; an error of the call is raised here."""

    def cancel(self) -> object:
        """Nothing; the call is not begun any more, if that can still be helped."""


class Backend(AbstractContextManager["Backend"], Protocol):
    """Workers that call functions of modules; used in a ``with`` statement."""

    @property
    def workers(self) -> int:
        """Calls that can be under way at once."""

    @property
    def name(self) -> str:
        """What it is, in a few words, for the manifest of a run."""

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Nothing; each worker has made the call once, if it needs to be compiled there."""

    def submit(self, function: Callable[..., Answer], *arguments: Any) -> Task[Answer]:
        """The call of a module's function, begun as soon as a worker is free."""
