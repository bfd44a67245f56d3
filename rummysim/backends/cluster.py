"""The machines of a Dask cluster, by the address of its scheduler.

Dask is an extra (``pip install 'rummysim[dask]'``) that only this module loads. When a worker
dies, the scheduler hands its calls to another one; a call that kills worker after worker is given
up after as many as the scheduler allows (``distributed.scheduler.allowed-failures``).
"""

import logging
import re
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rummysim import __version__
from rummysim.backends.sources import source_digest
from rummysim.errors import ClusterError

Answer = TypeVar("Answer")

CONNECT = 10.0  # seconds that a scheduler has to answer
PATIENCE = 60.0  # seconds that may pass without any worker
NOISY = ("asyncio", "distributed", "tornado")  # whose logs are not for the user
EVERY = 2.0  # seconds between two looks whether there are any


class Cluster:
    """The workers of one scheduler as a context manager.

    address : of the scheduler, as in ``tcp://192.168.0.7:8786``
    patience : seconds that may pass without any worker
    waiting : is told once what is waited for

    Raises ClusterError when Dask is not installed, nobody answers at the address, no worker comes,
    or one of them has another rummysim than this process.
    """

    def __init__(
        self,
        address: str,
        patience: float = PATIENCE,
        waiting: Callable[[str], None] | None = None,
    ) -> None:
        self.address = address
        self.patience = patience
        self._waiting = waiting
        self._dask = load_dask()
        self._client: Any = None

    def __enter__(self) -> "Cluster":
        """The cluster with its workers checked."""
        _be_silent()
        try:
            self._client = self._dask.Client(
                self.address, timeout=CONNECT, set_as_default=False, name="rummysim"
            )
        except (OSError, ValueError, self._dask.TimeoutError) as error:
            raise ClusterError(
                f"no Dask scheduler answers at {self.address}; start one with `dask scheduler`, "
                "and workers with `dask worker ADDRESS`"
            ) from error
        try:
            self._check_workers()
        except BaseException:
            self._client.close()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        """Leaves the cluster; calls that have not ended are dropped."""
        self._client.close()

    @property
    def workers(self) -> int:
        """Calls that can be under way at once."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    @property
    def name(self) -> str:
        """What it is, in a few words."""
        return f"Dask, {self.workers} threads of {len(self._client.nthreads())} workers"

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Nothing; the call has been made once by each worker, so that it is compiled there."""
        self._client.run(function, *arguments)

    def submit(self, function: Callable[..., Answer], *arguments: Any) -> "_Call[Answer]":
        """The call, begun as soon as a worker is free."""
        future = self._client.submit(_same, source_digest(), function, *arguments, pure=False)
        return _Call(self, future)

    def has_workers(self) -> bool:
        """Whether any worker is there now."""
        return bool(self._client.nthreads())

    def wait(self) -> None:
        """Nothing; that there is no worker has been told, if it was not before."""
        if self._waiting is not None:
            self._waiting(
                f"Waiting for workers of {self.address}, {self.patience:.0f} seconds at most; "
                f"start some with:  dask worker {self.address}"
            )
            self._waiting = None

    def _check_workers(self) -> None:
        if not self.has_workers():
            self.wait()
        try:
            self._client.wait_for_workers(1, timeout=self.patience)
        except self._dask.TimeoutError as error:
            raise self.empty() from error
        try:
            found = self._client.run(source_digest)
        except Exception as error:  # of any kind: it is the worker's
            raise ClusterError(
                f"a worker of {self.address} cannot load rummysim {__version__} "
                f"({type(error).__name__}: {error}); install the same version there"
            ) from error
        for worker, digest in found.items():
            _refuse_other(worker, digest)

    def empty(self) -> ClusterError:
        """The sentence for a scheduler that nobody works for."""
        return ClusterError(
            f"the scheduler at {self.address} had no worker for {self.patience:.0f} seconds; "
            f"start some with `dask worker {self.address}`"
        )

    def lost(self, error: Exception) -> ClusterError:
        """The sentence for calls that will not be answered."""
        said = str(error).strip().partition("\n")[0].rstrip(".")
        return ClusterError(
            f"the cluster at {self.address} gave up ({type(error).__name__}: {said}); see the logs "
            "of its scheduler and workers, and run the same again: what was played is kept"
        )

    @property
    def gone(self) -> tuple[type[Exception], ...]:
        """What Dask raises when workers or the scheduler are lost for good."""
        return (self._dask.KilledWorker, self._dask.CancelledError, OSError)

    @property
    def late(self) -> type[Exception]:
        """What Dask raises when there is no answer yet."""
        error: type[Exception] = self._dask.TimeoutError
        return error


class _Call(Generic[Answer]):
    """One call under way on a cluster."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        self._cluster = cluster
        self._future = future

    def result(self) -> Answer:
        """What the call gave; raises ClusterError when nobody will answer it any more."""
        seen = time.monotonic()
        while True:
            try:
                answer: Answer = self._future.result(timeout=EVERY)
                return answer
            except self._cluster.late:
                if self._cluster.has_workers():
                    seen = time.monotonic()
                    continue
                self._cluster.wait()
                if time.monotonic() - seen > self._cluster.patience:
                    raise self._cluster.empty() from None
            except self._cluster.gone as error:
                raise self._cluster.lost(error) from error

    def cancel(self) -> object:
        """Nothing; the call is dropped."""
        return self._future.cancel()


def is_address(text: str) -> bool:
    """Whether a text looks like the address of a scheduler.

    >>> is_address("tcp://10.0.0.7:8786"), is_address("[::1]:8786"), is_address("nonsense")
    (True, True, False)
    """
    return (
        re.fullmatch(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):\d{1,5}/?", text) is not None
    )


def _be_silent() -> None:
    """Nothing; Dask writes no traces of what is told here in a sentence."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in NOISY:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def load_dask() -> Any:
    """The module ``distributed``.

    Raises ClusterError when it is not installed.
    """
    try:
        import distributed
    except ImportError as error:
        raise ClusterError(
            "a cluster needs Dask, which is not installed; install it with "
            "pip install 'rummysim[dask]'"
        ) from error
    return distributed


def _same(digest: str, function: Callable[..., Answer], *arguments: Any) -> Answer:
    """What the function gives, on a worker whose rummysim is the one that asks."""
    _refuse_other("a worker that came later", source_digest(), digest)
    return function(*arguments)


def _refuse_other(worker: str, digest: str, here: str = "") -> None:
    if digest != (here or source_digest()):
        raise ClusterError(
            f"{worker} has another rummysim than the one that asks (sources {digest} instead of "
            f"{here or source_digest()}); install the same version there and start it anew"
        )
