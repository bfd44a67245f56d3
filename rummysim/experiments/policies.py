"""The players of an experiment that its user wrote: what their files stand for."""

import hashlib
import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rummysim.errors import ExperimentError
from rummysim.experiments.spec import Experiment
from rummysim.policies.call import read_call
from rummysim.policies.registry import COMPILED, policy_settings


def policies_of(experiment: Experiment) -> Iterator[str]:
    """The names of all policies of an experiment, without values in parentheses."""
    texts = [*experiment.baselines, *experiment.mixed, *experiment.variants_at[1]]
    for arm in experiment.arms.values():
        texts += [*arm.seats, *([arm.policy] if arm.policy else [])]
    for text in dict.fromkeys(texts):
        yield read_call(text)[0]


def with_own_policies(experiment: Experiment) -> Experiment:
    """The experiment with what its policy files stand for, and digests of those in Python.

    A file of parameters is replaced by its values, so that the experiment can be played where the
    file is not. Python cannot: it has to lie in the same place, and be the same, wherever it is
    played.
    """
    meanings, sources = {}, {}
    for name in policies_of(experiment):
        if name.endswith(".toml"):
            meanings[name] = policy_settings(name).identity
        elif is_own_code(name):
            sources[name] = digest_of(name)
    return replace(experiment, meanings=meanings, sources=sources)


def is_own_code(name: str) -> bool:
    """Whether a policy is a user's function in Python.

    >>> is_own_code("my.py:decide"), is_own_code("steady")
    (True, False)
    """
    return ":" in name and name.rpartition(":")[0] not in COMPILED


def digest_of(name: str) -> str:
    """The SHA-256 of the file that holds a policy in Python.

    >>> digest_of("json:loads")[:0]
    ''

    Raises ExperimentError when the file cannot be read.
    """
    place = name.rpartition(":")[0]
    try:
        if place.endswith(".py"):
            path = Path(place)
        else:
            spec = importlib.util.find_spec(place)
            path = Path(str(spec.origin if spec else place))
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ImportError, ValueError):
        raise ExperimentError(f"the file of policy {name!r} cannot be read from here") from None


def check_sources(experiment: Experiment) -> None:
    """Nothing, when the policies in Python are those that the experiment was made with.

    Raises ExperimentError otherwise.
    """
    for name, digest in experiment.sources.items():
        if digest_of(name) != digest:
            raise ExperimentError(
                f"policy {name!r} has changed since {experiment.name} was begun; "
                "put the old file back, or run the experiment anew in another folder"
            )
