"""Clusters that are not as they should be, each told in a sentence."""

import logging
import sys

import pytest

from rummysim.backends import cluster
from rummysim.backends.sources import source_digest
from rummysim.errors import ClusterError

ADDRESS = "tcp://10.0.0.7:8786"


class KilledWorker(Exception):
    """As Dask's: a call took too many workers with it."""


class Dask:
    """Stands for the module of Dask, and for the client of one scheduler."""

    TimeoutError = TimeoutError
    CancelledError = KeyError
    KilledWorker = KilledWorker

    def __init__(self, **found):
        self.refused = self.missing = self.error = None
        self.digests = {"tcp://10.0.0.8:1": source_digest()}
        self.threads = {"tcp://10.0.0.8:1": 3, "tcp://10.0.0.9:1": 1}
        self.answers = [7]
        self.closed = False
        self.__dict__.update(found)

    def Client(self, *_arguments, **_options):
        if self.refused:
            raise self.refused
        return self

    def wait_for_workers(self, _number, **_options):
        if self.missing:
            raise self.missing

    def run(self, function, *arguments):
        if self.error:
            raise self.error
        return self.digests if function is source_digest else function(*arguments)

    def nthreads(self):
        return self.threads

    def submit(self, function, *arguments, pure):
        assert not pure  # the same call may be wanted twice
        self.called = function(*arguments)
        return self

    def result(self, timeout):
        assert timeout > 0
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self):
        self.closed = True


@pytest.fixture
def at(monkeypatch):
    """A function that gives a cluster as found, not entered yet."""

    def found(**values):
        dask = Dask(**values)
        monkeypatch.setattr(cluster, "load_dask", lambda: dask)
        return dask, cluster.Cluster(ADDRESS, patience=0.0)

    return found


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"refused": OSError("refused")}, f"no Dask scheduler answers at {ADDRESS}; start one"),
        ({"refused": ValueError("no address")}, "no Dask scheduler answers at"),
        ({"missing": TimeoutError()}, "had no worker for 0 seconds; start some with `dask worker"),
        ({"error": ModuleNotFoundError("rummysim")}, r"a worker of .* cannot load rummysim 0\.1"),
        ({"digests": {"w1": "0123"}}, "w1 has another rummysim .*sources 0123 instead of"),
    ],
)
def test_a_cluster_that_cannot_play_is_refused(at, found, said):
    dask, wanted = at(**found)
    with pytest.raises(ClusterError, match=said):
        wanted.__enter__()
    assert dask.closed == ("refused" not in found)


def test_answers_come_back_once_they_are_there(at):
    dask, wanted = at(answers=[TimeoutError(), TimeoutError(), 7])
    with wanted as found:
        assert (found.workers, found.name) == (4, "Dask, 4 threads of 2 workers")
        assert found.submit(pow, 2, 5).result() == 7
        assert dask.called == 32
    assert dask.closed


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (KilledWorker("a chunk"), r"gave up \(KilledWorker: a chunk\); see the logs of its sch"),
        (OSError("gone"), r"gave up \(OSError: gone\)"),
    ],
)
def test_calls_that_are_lost_fail_loudly(at, answer, said):
    _, wanted = at(answers=[answer])
    with wanted as found, pytest.raises(ClusterError, match=said):
        found.submit(pow, 2, 5).result()


def test_without_workers_nobody_waits_for_ever(at):
    dask, wanted = at(answers=[TimeoutError()] * 3)
    with wanted as found:
        task = found.submit(pow, 2, 5)
        dask.threads = {}
        with pytest.raises(ClusterError, match="had no worker for 0 seconds"):
            task.result()
        assert found.workers == 1


def test_what_is_waited_for_is_told_at_once_and_once(at):
    told = []
    at(missing=TimeoutError(), threads={})
    wanted = cluster.Cluster(ADDRESS, patience=0.0, waiting=told.append)
    with pytest.raises(ClusterError, match="had no worker for 0 seconds"):
        wanted.__enter__()
    assert told == [
        f"Waiting for workers of {ADDRESS}, 0 seconds at most; start some with:  "
        f"dask worker {ADDRESS}"
    ]
    wanted.wait()
    assert len(told) == 1


def test_dask_writes_no_traces_beside_the_sentence(at):
    logger = logging.getLogger("distributed.made_up")
    _, wanted = at()
    with wanted:
        assert not logger.isEnabledFor(logging.CRITICAL)


@pytest.mark.parametrize(
    "text", ["nonsense", "tcp://", "tcp://10.0.0.7", "10.0.0.7:x", "", "a b:1"]
)
def test_what_is_no_address_is_known(text):
    assert not cluster.is_address(text)


def test_an_error_of_a_call_is_its_own(at):
    _, wanted = at(answers=[ZeroDivisionError("as the function said")])
    with wanted as found, pytest.raises(ZeroDivisionError):
        found.submit(pow, 2, 5).result()


def test_a_worker_that_comes_later_is_checked_by_each_call(monkeypatch):
    assert cluster._same(source_digest(), pow, 2, 5) == 32
    with pytest.raises(ClusterError, match="a worker that came later has another rummysim"):
        cluster._same("0123", pow, 2, 5)


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'rummysim\[dask\]'"):
        cluster.Cluster(ADDRESS)
