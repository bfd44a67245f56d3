"""The designs of experiments: what each must offer, and where it is found.

A design plays deals of a case and says after each wave how far to play on. All five functions
are pure: the same arguments give the same answer on every machine, which is what makes a whole
run the same whoever plays it, in one go or in many.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, TypeAlias, cast

from rummysim.experiments.spec import Case, Experiment, Stage

Sums: TypeAlias = dict[str, list[int]]  # integer sums that add up element by element

STAGES: tuple[Stage, ...] = ("explore", "confirm")
GAMES = "#games"  # the key of a chunk's sums that says [how many games were played for it]

MODULES = {
    "paired": "rummysim.experiments.paired",
    "counting": "rummysim.experiments.counting",
    "chart": "rummysim.experiments.charting",
}


@dataclass(frozen=True, slots=True)
class Done:
    """What one group of a case has in one stage: the deals 0 .. deals - 1, and their sums."""

    deals: int = 0
    sums: Sums = field(default_factory=dict)  # "group" or "group|cell"


@dataclass(frozen=True, slots=True)
class Goal:
    """Play until so many deals are done in this stage."""

    stage: Stage
    deals: int
    extra: str = field(default="", repr=False)  # what `play` has to know of the stage before


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is left to play."""

    reason: str  # a few words: "clear", "most deals played"


class DesignModule(Protocol):
    """The functions of the module of a design."""

    def groups(self, experiment: Experiment, case: Case) -> tuple[str, ...]:
        """What stops on its own within a case; ("",) when that is the whole case."""

    def play(
        self,
        experiment: Experiment,
        case: Case,
        groups: tuple[str, ...],
        stage: Stage,
        first: int,
        count: int,
        *,
        extra: str = "",
    ) -> Sums:
        """The sums of the deals ``first`` .. ``first + count - 1``, by "group" or "group|cell".

        Under `GAMES` stands how many games were played. ``extra`` is what the goal says.
        """

    def next_goal(
        self, experiment: Experiment, case: Case, group: str, done: Mapping[Stage, Done]
    ) -> Goal | Ended:
        """How far to play on; ``done`` has both stages, and may hold more than was asked for."""

    def sound(self, experiment: Experiment, key: str, numbers: list[int], count: int) -> bool:
        """Whether numbers can be what `play` gives under a key for so many deals."""

    def status(
        self,
        experiment: Experiment,
        case: Case,
        group: str,
        done: Mapping[Stage, Done],
        *,
        extended: bool = False,
    ) -> str:
        """A few words for progress: the current estimate and its interval.

        extended : whether its confirmation did not end as planned, so that it was looked at before
        """


def design_of(experiment: Experiment) -> DesignModule:
    """The module of an experiment's design, loaded when first asked for."""
    return cast(DesignModule, cast(Any, import_module(MODULES[experiment.design])))


def group_of(key: str) -> str:
    """The group that a key of sums belongs to.

    >>> group_of("tip-other|round 7"), group_of("tip-other"), group_of("|round 7")
    ('tip-other', 'tip-other', '')
    """
    return key.partition("|")[0]


def add_sums(total: Sums, part: Mapping[str, list[int]]) -> None:
    """Nothing; ``part`` is added to ``total`` element by element.

    >>> total = {"a": [1, 2]}
    >>> add_sums(total, {"a": [10, 20], "b": [5]})
    >>> total
    {'a': [11, 22], 'b': [5]}

    Raises ValueError when two lists differ in length.
    """
    for key, numbers in part.items():
        before = total.get(key)
        if before is None:
            total[key] = list(numbers)
        else:
            total[key] = [a + b for a, b in zip(before, numbers, strict=True)]
