"""The integer sums of strategy cards: what two acts differ by, cell by cell.

A situation counts once in every view whose bounds it is within. Those of one deal share its
cards, so what is kept of a cell are the sums of a mean over situations that come in deals
(`stats.ratio`), and with them how often the player chooses each act himself.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rummysim.experiments import spec
from rummysim.experiments.designs import Sums
from rummysim.simulation import forks
from rummysim.simulation.lone_result import Numbers

FOLLOWED = "|follow"  # the key of what playing by a card gains


class CellSums(NamedTuple):
    """The sums of one cell; they add up over chunks.

    The first six are those of the points of the round that the first act saves, `RatioSums`.
    ``ahead`` are points by which it gets further ahead of the others' mean, times their number.
    """

    clusters: int  # deals that show it
    n: int  # situations
    nn: int  # squares of a deal's situations
    saved: int
    saved_squared: int  # squares of a deal's sum
    saved_crossed: int  # a deal's sum times its situations
    ahead: int
    ahead_squared: int
    ahead_crossed: int
    first: int  # situations in which the player chooses the first act himself
    second: int  # the second; else he does something else again

    @property
    def points(self) -> tuple[int, ...]:
        """The sums of a mean: points that the first act saves.

        >>> CellSums(*range(11)).points
        (0, 1, 2, 3, 4, 5)
        """
        return self[:6]

    @property
    def further(self) -> tuple[int, ...]:
        """The sums of a mean: how much further ahead the first act gets.

        >>> CellSums(*range(11)).further
        (0, 1, 2, 6, 7, 8)
        """
        return (*self[:3], *self[6:9])


def axes_of(view: spec.View) -> tuple[forks.Axis, ...]:
    """The axes of a view, panels first; one bin where it has none.

    >>> axes_of(spec.View("", spec.Axis("distance", (2,)), spec.Axis("turn", ()), None))[1:]
    (Axis(feature='distance', edges=(2,)), Axis(feature='turn', edges=()))
    """
    panels = view.panels or spec.Axis("round", ())
    axes = (panels, view.rows, view.columns)
    return tuple(forks.Axis(axis.feature, axis.edges) for axis in axes)


def bounds_of(view: spec.View) -> tuple[forks.Bound, ...]:
    """The bounds of a view as forking knows them.

    >>> axis = spec.Axis("turn", ())
    >>> bounds_of(spec.View("", axis, axis, None, (spec.Bound("own_down", 0, 0),)))
    (Bound(feature='own_down', least=0, most=0),)
    """
    return tuple(forks.Bound(each.feature, each.least, each.most) for each in view.where)


def cell_key(view: int, place: Sequence[int]) -> str:
    """The key of a cell of the view number ``view``, by panel, row and column.

    >>> cell_key(0, (6, 2, 1))
    '|0|6/2/1'
    """
    return f"|{view}|{'/'.join(map(str, place))}"


def chart_sums(views: Sequence[spec.View], players: int, rows: Any) -> Sums:
    """The sums of all cells with situations, by `cell_key`.

    rows : SITUATION[:]
    """
    sums: Sums = {}
    numbers = situation_numbers(players, rows)
    deals = np.unique(rows["deal"], return_inverse=True)[1]
    for number, view in enumerate(views):
        axes = axes_of(view)
        cells = forks.cells_of(axes, bounds_of(view), rows)
        shape = [axis.bins for axis in axes]
        for cell in np.unique(cells[cells >= 0]):
            place = [int(index) for index in np.unravel_index(cell, shape)]
            here = cells == cell
            sums[cell_key(number, place)] = cell_sums(deals[here], numbers[:, here])
    return sums


def situation_numbers(players: int, rows: Any) -> Numbers:
    """int64[4, n] of each situation: points saved, points further ahead, which act was chosen."""
    saved = rows["points"][:, 1] - rows["points"][:, 0]
    others = rows["others"][:, 1] - rows["others"][:, 0]
    ahead = (players - 1) * saved - others
    return np.stack([saved, ahead, rows["chosen"] == 0, rows["chosen"] == 1])


def cell_sums(deals: Numbers, numbers: Numbers) -> list[int]:
    """The numbers of a CellSums.

    deals : int64[n], which deal each situation is of
    numbers : int64[4, n], as `situation_numbers`

    >>> deals = np.array([0, 0, 3])
    >>> cell_sums(deals, np.array([[5, -1, 2], [6, 0, 0], [1, 1, 0], [0, 0, 0]]))
    [2, 3, 5, 6, 20, 10, 6, 36, 12, 2, 0]
    """
    found, place, seen = np.unique(deals, return_inverse=True, return_counts=True)
    by_deal = np.zeros((len(numbers), len(found)), np.int64)
    for total, number in zip(by_deal, numbers, strict=True):
        np.add.at(total, place, number)
    saved, ahead, first, second = by_deal
    sums = [len(found), seen.sum(), (seen * seen).sum()]
    for total in (saved, ahead):
        sums += [total.sum(), (total * total).sum(), (total * seen).sum()]
    return [int(number) for number in (*sums, first.sum(), second.sum())]
