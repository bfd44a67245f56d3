"""What a run plays next: the chunks of one wave, in the order in which they are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rummysim.experiments.designs import STAGES, Done, Goal, Sums, add_sums
from rummysim.experiments.rows import Pieces, Place
from rummysim.experiments.spec import Case, Stage


@dataclass(frozen=True, slots=True)
class Chunk:
    """Deals of some groups of a case that are to be played together."""

    case: str
    groups: tuple[str, ...]
    stage: Stage
    first: int
    count: int
    extra: str = ""  # of the goal


@dataclass(slots=True)
class Totals:
    """The sums so far of every group of every case, by stage."""

    _deals: dict[Place, int] = field(default_factory=dict)
    _sums: dict[Place, Sums] = field(default_factory=dict)

    def deals(self, place: Place) -> int:
        """Deals from 0 on that have been added."""
        return self._deals.get(place, 0)

    def add(self, place: Place, count: int, sums: Sums) -> None:
        """Nothing; the next ``count`` deals are added."""
        self._deals[place] = self.deals(place) + count
        add_sums(self._sums.setdefault(place, {}), sums)

    def done(self, case: str, group: str) -> Mapping[Stage, Done]:
        """Both stages of a group, as designs are asked with."""
        return {
            stage: Done(self.deals((case, group, stage)), self._sums.get((case, group, stage), {}))
            for stage in STAGES
        }


def take_kept(totals: Totals, kept: Pieces, place: Place, goal: int) -> None:
    """Nothing; what a store has kept of a group is added, up to a goal or the first gap."""
    while (first := totals.deals(place)) < goal:
        piece = kept.take(place, first)
        if piece is None:
            return
        totals.add(place, piece.count, piece.sums)


def chunks_of(
    case: Case, goals: Mapping[str, Goal], totals: Totals, kept: Pieces, size: int
) -> list[Chunk]:
    """What the groups of a case lack to their goals and no store has kept, in order.

    Groups that lack the same deals share a chunk, and so the games that they have in common.

    size : deals of a chunk; the last one before a goal may be smaller

    >>> chunks = chunks_of(
    ...     Case("", 4, "steady", "table"),
    ...     {"a": Goal("explore", 30), "b": Goal("explore", 20)}, Totals(), Pieces(), 20
    ... )
    >>> [(chunk.groups, chunk.first, chunk.count) for chunk in chunks]
    [(('a', 'b'), 0, 20), (('a',), 20, 10)]
    """
    lacking: dict[tuple[int, int, int, str], list[str]] = {}
    for group, goal in goals.items():
        place = (case.key, group, goal.stage)
        first = totals.deals(place)
        while first < goal.deals:
            piece = kept.at(place, first)
            count = piece.count if piece is not None else min(size, goal.deals - first)
            if piece is None:
                deals = (STAGES.index(goal.stage), first, count, goal.extra)
                lacking.setdefault(deals, []).append(group)
            first += count
    return [
        Chunk(case.key, tuple(groups), STAGES[stage], first, count, extra)
        for (stage, first, count, extra), groups in sorted(lacking.items())
    ]
