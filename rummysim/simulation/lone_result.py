"""What one player did among others on duplicate deals, and what two such players differ by."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from rummysim.kernels.match import WIN_UNITS
from rummysim.simulation.job import Setup
from rummysim.stats.estimate import Estimate, cluster_estimate, mean_estimate

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"


@dataclass(frozen=True, repr=False, eq=False)
class Lone:
    """How one player fared among others, deal by deal, in every place of each deal."""

    setup: Setup  # the player in the first seat, the others behind
    first_deal: int
    own: Numbers  # int64[deals, n, rounds]: his penalty points, by the place he sat in
    others: Numbers  # int64[deals, n, rounds]: those of all the others together
    wins: Numbers  # int64[deals, n]: matches won, in sixtieths (three who tie get 20 each)
    turns: int  # of all players in all games
    seconds: float

    def __repr__(self) -> str:
        """The inputs in one line."""
        one, *field = (policy.name for policy in self.setup.policies)
        last = self.first_deal + self.deals - 1
        return (
            f"<Lone {self.setup.rules.name}: {one} among {', '.join(field)}, "
            f"deals {self.first_deal}-{last}, seed {self.setup.seed}>"
        )

    @property
    def deals(self) -> int:
        """Deals played, each n times."""
        return len(self.own)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.setup.players

    @property
    def rounds(self) -> int:
        """Rounds of each game."""
        return len(self.setup.rounds)

    @property
    def ahead(self) -> Numbers:
        """Points better than the others, int64[deals, rounds], in units of 1 / ``ahead_units``.

        The mean of the others' penalty points less his own, averaged over the places.
        """
        total: Numbers = (self.others - (self.players - 1) * self.own).sum(axis=1)
        return total

    @property
    def ahead_units(self) -> int:
        """What ``ahead`` is to be divided by: places times other players."""
        return self.players * (self.players - 1)

    @property
    def advantage(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Points per round better than the others, float64[deals]."""
        found: np.ndarray[Any, np.dtype[np.float64]] = self.ahead.sum(axis=1) / (
            self.ahead_units * self.rounds
        )
        return found

    def points_better(self, *, alpha: float = 0.05) -> Estimate:
        """Points per round better than the others."""
        total = self.ahead.sum(axis=1)
        return estimate_mean(total, self.ahead_units * self.rounds, alpha)

    def points_better_by_round(self, *, alpha: float = 0.05) -> list[Estimate]:
        """Points better than the others in each round."""
        ahead = self.ahead
        return [estimate_mean(ahead[:, r], self.ahead_units, alpha) for r in range(self.rounds)]

    def points(self, *, alpha: float = 0.05) -> Estimate:
        """His own penalty points per round."""
        return estimate_mean(self.own.sum(axis=(1, 2)), self.players * self.rounds, alpha)

    def win_rate(self, *, alpha: float = 0.05) -> Estimate:
        """His share of the matches; 1 / n is fair."""
        won = self.wins.sum(axis=1)
        squares = int((won * won).sum())
        units = WIN_UNITS * self.players
        return cluster_estimate(self.deals, int(won.sum()), squares, seats=units, alpha=alpha)


@dataclass(frozen=True, eq=False)
class Versus:
    """Two players who took turns in the same places among the same others."""

    a: Lone
    b: Lone

    def points_saved(self, *, alpha: float = 0.05) -> Estimate:
        """Penalty points per round that ``a`` collects less than ``b`` in the same places."""
        saved = (self.b.own - self.a.own).sum(axis=(1, 2))
        return estimate_mean(saved, self.a.players * self.a.rounds, alpha)

    def points_better(self, *, alpha: float = 0.05) -> Estimate:
        """How much further ahead of the others ``a`` is than ``b``, in points per round."""
        gained = (self.a.ahead - self.b.ahead).sum(axis=1)
        return estimate_mean(gained, self.a.ahead_units * self.a.rounds, alpha)

    def points_better_by_round(self, *, alpha: float = 0.05) -> list[Estimate]:
        """How much further ahead of the others ``a`` is than ``b`` in each round."""
        gained = self.a.ahead - self.b.ahead
        units = self.a.ahead_units
        return [estimate_mean(gained[:, r], units, alpha) for r in range(self.a.rounds)]

    def wins_gained(self, *, alpha: float = 0.05) -> Estimate:
        """The share of matches won by ``a`` less that won by ``b``."""
        gained = (self.a.wins - self.b.wins).sum(axis=1)
        return estimate_mean(gained, WIN_UNITS * self.a.players, alpha)


def estimate_mean(values: Numbers, units: int, alpha: float = 0.05) -> Estimate:
    """The mean of whole numbers, one per deal, divided by ``units``, with its t-interval.

    >>> estimate_mean(np.array([4, 8]), 2).estimate
    3.0
    """
    total, squares = int(values.sum()), int((values * values).sum())
    return mean_estimate(len(values), total, squares, scale=units, alpha=alpha)
