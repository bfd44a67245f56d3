"""The unit of work: one chunk of one case, from a text that any machine can read."""

import time
from functools import lru_cache

from rummysim.experiments.designs import Sums, design_of
from rummysim.experiments.grid import cases_of
from rummysim.experiments.payload import experiment_of
from rummysim.experiments.policies import check_sources
from rummysim.experiments.spec import Case, Experiment
from rummysim.experiments.waves import Chunk


def play_unit(payload: str, chunk: Chunk) -> Sums:
    """The sums of a chunk.

    payload : the experiment, as `payload_of` writes it

    Raises RulesError or PolicyError when it cannot be played, ExperimentError when a policy in
    Python is not the one that the experiment was made with.
    """
    experiment, cases = _known(payload)
    case, deals = cases[chunk.case], (chunk.stage, chunk.first, chunk.count)
    return design_of(experiment).play(experiment, case, chunk.groups, *deals, extra=chunk.extra)


def timed_unit(payload: str, chunk: Chunk) -> tuple[Sums, float]:
    """The same, and the seconds of processor time that it took."""
    began = time.thread_time()
    sums = play_unit(payload, chunk)
    return sums, time.thread_time() - began


@lru_cache(maxsize=8)
def _known(payload: str) -> tuple[Experiment, dict[str, Case]]:
    """The experiment and its cases, read once in each process."""
    experiment = experiment_of(payload)
    check_sources(experiment)
    return experiment, {case.key: case for case in cases_of(experiment)}
