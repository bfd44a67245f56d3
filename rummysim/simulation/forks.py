"""Forks: a decision played both ways with the same cards to come, and playing by a chart.

A *situation* is a decision of one kind with two acts A and B: buy or pass, take the discard or
draw, keep or throw the joker, lay down or wait, throw the dearest or the least useful card
(`kernels.features`). Each is played to the end of its round once under each act, with all other
decisions, the players' own later ones too, left to their policies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from rummysim.errors import RulesError
from rummysim.kernels import fork_layout, layout
from rummysim.kernels.features import BUY, DECISIONS, DRAW_CARD, LAY, NAMES, feature
from rummysim.simulation.job import Extras, Setup, run
from rummysim.simulation.keys import domain_key

__all__ = ["DECISIONS", "NAMES", "Axis", "Bound", "Guide", "feature", "follow", "fork_rows"]

FIRST_ROOM = 4096  # situations; doubled for a deal that has more
PHASES = {BUY: layout.CLAIM, DRAW_CARD: layout.DRAW, LAY: layout.LAY_DOWN}


@dataclass(frozen=True, slots=True)
class Axis:
    """One feature cut into bins: bin k holds edges[k-1] <= value < edges[k], the last is open."""

    feature: str
    edges: tuple[int, ...]

    @property
    def bins(self) -> int:
        """How many bins there are.

        >>> Axis("distance", (2, 3)).bins
        3
        """
        return len(self.edges) + 1


@dataclass(frozen=True, slots=True)
class Bound:
    """Only situations with least <= feature <= most."""

    feature: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Guide:
    """A chart to play by: which act in which cell, the policy's own answer where it says none."""

    decision: str
    axes: tuple[Axis, ...]  # up to three, the last runs fastest in `acts`
    where: tuple[Bound, ...]
    acts: tuple[int, ...]  # 0, 1 or -1 (none) for each cell

    def __post_init__(self) -> None:
        """Refuses what the engine has no room for, and acts that are not one for each cell."""
        cells = prod(axis.bins for axis in self.axes)
        if len(self.acts) != cells or not set(self.acts) <= {0, 1, fork_layout.NO_ACT}:
            raise RulesError(f"{len(self.acts)} acts for {cells} cells; give 0, 1 or -1 for each")
        if cells > fork_layout.MOST_CELLS:
            raise RulesError(f"{cells} cells; {fork_layout.MOST_CELLS} are the most")
        if len(self.axes) > fork_layout.AXES or len(self.where) > fork_layout.MOST_BOUNDS:
            raise RulesError(
                f"{len(self.axes)} axes and {len(self.where)} bounds; {fork_layout.AXES} axes "
                f"and {fork_layout.MOST_BOUNDS} bounds are the most"
            )
        for name in [part.feature for part in self.axes] + [part.feature for part in self.where]:
            _column(name)
        for axis in self.axes:
            rises = all(a < b for a, b in pairwise(axis.edges))
            if not rises or len(axis.edges) > fork_layout.MOST_EDGES:
                raise RulesError(
                    f"edges {axis.edges} of {axis.feature!r}: at most {fork_layout.MOST_EDGES} "
                    "whole numbers, each larger than the one before, are needed"
                )


def fork_rows(
    setup: Setup, decision: str, sample: float, first: int, count: int, *, every_act: bool = False
) -> Any:
    """SITUATION[:], one row for each situation of the deals that belongs to the sample.

    decision : buy, draw, joker, lay_down or discard
    sample : share of the situations that are played both ways, drawn by address
    first, count : the deals; their rounds are those of ``setup``
    every_act : plays out the act that was chosen, too, which gives the points as played

    >>> from rummysim.simulation.run import prepare
    >>> setup = prepare("shanghai", "greedy", players=3, seed=0, round=1)
    >>> rows = fork_rows(setup, "buy", 1.0, 0, 2)
    >>> sorted(set(rows["chosen"].tolist())), int(rows["feature"][:, feature("round")].max())
    ([0, 1], 1)

    Raises RulesError for another decision or share, PolicyError as ``simulate`` does.
    """
    fork = _fork(decision, fork_layout.WATCH)
    if not 0 < sample <= 1:
        raise RulesError(f"sample = {sample!r}: a share above 0 and up to 1 is needed")
    fork[0]["branching"], fork[0]["every_act"] = 1, every_act
    fork[0]["key"] = domain_key(setup.seed, f"{setup.domain} fork".strip())
    fork[0]["sample"] = round(sample * 2**fork_layout.SAMPLE_BITS)
    room = layout.new_records(fork_layout.SITUATION, FIRST_ROOM)
    parts = [room[:0].copy()]
    done = 0
    while done < count:
        extras = Extras(fork=fork, situations=room)
        played = run(setup, first + done, count - done, extras)[0]
        parts.append(room[: int(fork[0]["rows"])].copy())
        done += played
        if played == 0:
            room = layout.new_records(fork_layout.SITUATION, 2 * len(room))
    return np.concatenate(parts).view(np.ndarray)


def follow(setup: Setup, seat: int, guide: Guide, first: int, count: int) -> Any:
    """RESULT[:] by deal, round and seat, where ``seat`` (from 0) plays by the guide.

    >>> from rummysim.simulation.run import prepare
    >>> setup = prepare("shanghai", "greedy", players=3, seed=0, round=1)
    >>> never = Guide("buy", (Axis("distance", ()),), (), (1,))
    >>> rows = follow(setup, 0, never, 0, 50).reshape(50, 3)
    >>> int(rows["buys"][:, 0].sum()), bool(rows["buys"][:, 1].sum() > 0)
    (0, True)

    Raises PolicyError as ``simulate`` does.
    """
    fork = _fork(guide.decision, fork_layout.FOLLOW)
    fork[0]["seat"] = seat
    _write_guide(fork[0]["guide"], guide)
    rows = layout.new_records(layout.RESULT, count * len(setup.rounds) * setup.players)
    run(setup, first, count, Extras(rows=rows, fork=fork))
    return rows


def force(setup: Setup, decision: str, situation: Any, act: int, extras: Extras) -> None:
    """Nothing; ``extras`` hold the deal of a situation with its act 0 or 1 done there.

    A game of its own from the first deal of the cards on, not a branch: what a referee judges.

    >>> from rummysim.simulation.run import prepare
    >>> setup = prepare("shanghai", "greedy", players=3, seed=0, round=1)
    >>> found = fork_rows(setup, "buy", 1.0, 0, 1)[0]
    >>> extras = Extras(rows=layout.new_records(layout.RESULT, 3))
    >>> force(setup, "buy", found, 1, extras)
    >>> bool(extras.rows["points"][found["seat"]] == found["points"][1])
    True

    Raises PolicyError as ``simulate`` does.
    """
    fork = _fork(decision, fork_layout.FORCE)
    for name in ("seat", "round", "turn", "asked"):
        fork[0][name] = situation[name]
    fork[0]["answer"] = situation["answer"][act]
    extras.fork = fork
    run(setup, int(situation["deal"]), 1, extras)


def cells_of(axes: Sequence[Axis], where: Sequence[Bound], rows: Any) -> Any:
    """int64[n], the cell of each SITUATION row, the last axis fastest; -1 outside the bounds.

    >>> rows = np.zeros(3, fork_layout.SITUATION)
    >>> rows["feature"][:, feature("distance")] = 1, 2, 7
    >>> cells_of([Axis("distance", (2, 3))], [], rows).tolist()
    [0, 1, 2]
    """
    cells: Any = np.zeros(len(rows), np.int64)
    for axis in axes:
        values = rows["feature"][:, _column(axis.feature)]
        places = np.searchsorted(np.array(axis.edges, np.int64), values, side="right")
        cells = cells * axis.bins + places
    for bound in where:
        values = rows["feature"][:, _column(bound.feature)]
        cells[(values < bound.least) | (values > bound.most)] = -1
    return cells


def _column(name: str) -> int:
    """The column of a feature; RulesError when there is none of that name."""
    if name not in NAMES:
        raise RulesError(f"feature {name!r}: one of {', '.join(NAMES)} is needed")
    return feature(name)


def _fork(decision: str, mode: int) -> Any:
    """FORK[1] that looks at one kind of decision."""
    if decision not in DECISIONS:
        raise RulesError(f"decision = {decision!r}: one of {', '.join(DECISIONS)} is needed")
    fork = layout.new_records(fork_layout.FORK, 1)
    number = DECISIONS[decision]
    fork[0]["mode"], fork[0]["decision"] = mode, number
    fork[0]["phase"] = fork[0]["of_phase"] = PHASES.get(number, layout.DISCARD)
    return fork


def _write_guide(record: Any, guide: Guide) -> None:
    for place, axis in enumerate(guide.axes):
        row = record["axis"][place]
        row["feature"], row["edges"] = _column(axis.feature), len(axis.edges)
        row["edge"][: len(axis.edges)] = axis.edges
    for place, bound in enumerate(guide.where):
        row = record["bound"][place]
        row["feature"], row["least"], row["most"] = _column(bound.feature), bound.least, bound.most
    record["bounds"] = len(guide.where)
    record["act"][: len(guide.acts)] = guide.acts
