"""Pairs of policies on the same duplicate deals: one player of one among players of another."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from rummysim.kernels.match import WIN_UNITS
from rummysim.policies.registry import Policy
from rummysim.rules import RuleSet
from rummysim.simulation.duplicate import DuplicateStopped, games_per_deal, lones, mirrored
from rummysim.simulation.lone_result import Lone, Numbers, estimate_mean
from rummysim.stats.estimate import Estimate

EXACT = "cluster-exact"  # the kind of interval of a share that nearly always or never happens

Pair = tuple[int, int]  # (row, column): one ``row`` player among ``column`` players


@dataclass(frozen=True, repr=False)
class Pairs(ABC):
    """What some policies did alone among others; policies are named by their index."""

    policies: tuple[Policy, ...]
    lones: Mapping[Pair, Lone]
    asked: int  # deals that were asked for
    seconds: float

    def __repr__(self) -> str:
        """The inputs in one line."""
        names = ", ".join(policy.name for policy in self.policies)
        kind = type(self).__name__
        return f"<{kind} {self.any_lone.setup.rules.name}: {names}, {self.deals} deals>"

    @cached_property
    def any_lone(self) -> Lone:
        """One of the tables: rules, players, seed and deals are the same for all."""
        return next(iter(self.lones.values()))

    @property
    @abstractmethod
    def steps(self) -> list[Pair]:
        """Which pairs are compared, (upper, lower)."""

    @property
    def deals(self) -> int:
        """Deals that were played, each by every pair in every place."""
        return self.any_lone.deals

    @property
    def complete(self) -> bool:
        """Whether all deals that were asked for are in it."""
        return self.deals == self.asked

    @property
    def games(self) -> int:
        """Games that were played: with two players, those of a pair count for both."""
        played = played_pairs(self.lones, self.players)
        return self.deals * sum(games_per_deal(self.lones[pair].setup) for pair in played)

    @property
    def turns(self) -> int:
        """Turns of all players in all games."""
        return sum(self.lones[pair].turns for pair in played_pairs(self.lones, self.players))

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.any_lone.players

    @property
    def rounds(self) -> int:
        """Rounds of each game."""
        return self.any_lone.rounds

    def better(self, row: int, column: int, *, alpha: float = 0.05) -> Estimate:
        """Points per round that one ``row`` is better than the ``column`` players around it."""
        return self.lones[row, column].points_better(alpha=alpha)

    def win_rate(self, row: int, column: int, *, alpha: float = 0.05) -> Estimate:
        """Share of matches that one ``row`` wins among ``column`` players; 1 / n is fair."""
        return self.lones[row, column].win_rate(alpha=alpha)

    def step(self, upper: int, lower: int, *, alpha: float = 0.05) -> Estimate:
        """Points per round from ``lower`` to ``upper``, the mean of both ways on the same deals.

        One way is ``upper`` alone among ``lower`` players, the other is the reverse, negated.
        """
        total = self.step_ahead(upper, lower).sum(axis=1)
        return estimate_mean(total, self._step_units * self.rounds, alpha)

    def step_by_round(self, upper: int, lower: int, *, alpha: float = 0.05) -> list[Estimate]:
        """The same for each round, in points of that round."""
        ahead = self.step_ahead(upper, lower)
        return [
            estimate_mean(ahead[:, number], self._step_units, alpha)
            for number in range(self.rounds)
        ]

    def step_wins(self, upper: int, lower: int, *, alpha: float = 0.05) -> Estimate:
        """Share of matches from ``lower`` to ``upper``, the mean of both ways.

        One way is what ``upper`` alone wins above its fair share, the other what ``lower``
        alone wins below it. Where one of them nearly always or never wins, the spread of the
        deals says nothing, and the ends come from both exact intervals (at half of ``alpha``).
        """
        gained = self.wins(upper, lower) - self.wins(lower, upper)
        found = estimate_mean(gained, 2 * WIN_UNITS * self.players, alpha)
        up = self.win_rate(upper, lower, alpha=alpha / 2)
        down = self.win_rate(lower, upper, alpha=alpha / 2)
        if EXACT not in (up.kind, down.kind):
            return found
        low, high = (up.low - down.high) / 2, (up.high - down.low) / 2
        return Estimate(found.estimate, low, high, self.deals, EXACT)

    def deals_that_differ(self, upper: int, lower: int) -> tuple[int, int]:
        """How many deals make a difference in a step: in points, and in wins."""
        points = self.step_ahead(upper, lower).sum(axis=1)
        gained = self.wins(upper, lower) - self.wins(lower, upper)
        return int(np.count_nonzero(points)), int(np.count_nonzero(gained))

    def wins(self, row: int, column: int) -> Numbers:
        """Matches that one ``row`` won in all places, int64[deals], in sixtieths."""
        won: Numbers = self.lones[row, column].wins.sum(axis=1)
        return won

    def step_ahead(self, upper: int, lower: int) -> Numbers:
        """Both ways of a step added, int64[deals, rounds], in units of ``Lone.ahead`` twice."""
        total: Numbers = self.lones[upper, lower].ahead - self.lones[lower, upper].ahead
        return total

    @property
    def _step_units(self) -> int:
        return 2 * self.any_lone.ahead_units


AnyPairs = TypeVar("AnyPairs", bound=Pairs)
Made = Callable[[tuple[Policy, ...], Mapping[Pair, Lone], int, float], AnyPairs]


class PairsStopped(KeyboardInterrupt):
    """Ctrl-C during duplicate deals; ``found`` holds the deals that every pair has played."""

    def __init__(self, found: Pairs) -> None:
        super().__init__()
        self.found = found


def played_pairs(pairs: Iterable[Pair], players: int) -> list[Pair]:
    """The pairs whose games are played: at a table of two, a game shows both ways of a pair.

    >>> played_pairs([(0, 1), (1, 0), (0, 0)], 2), played_pairs([(0, 1), (1, 0)], 3)
    ([(0, 1), (0, 0)], [(0, 1), (1, 0)])
    """
    return [(row, column) for row, column in pairs if players != 2 or row <= column]


def play_pairs(
    make: "Made[AnyPairs]",
    rules: RuleSet,
    policies: tuple[Policy, ...],
    pairs: Sequence[Pair],
    *,
    players: int | None,
    deals: int,
    **options: Any,
) -> AnyPairs:
    """What ``make`` makes of the pairs when all have played the same deals.

    options : those of ``lones``

    Raises RulesError or PolicyError; Ctrl-C raises PairsStopped.
    """
    started = time.perf_counter()
    table = players or rules.table.best_players[0]
    played = played_pairs(pairs, table)
    tables = [(policies[row], policies[column]) for row, column in played]

    def finished(found: Sequence[Lone]) -> AnyPairs:
        lone_of = dict(zip(played, found, strict=True))
        both = {
            (row, column): lone_of.get((row, column)) or mirrored(lone_of[column, row])
            for row, column in pairs
        }
        return make(policies, both, deals, time.perf_counter() - started)

    try:
        found = lones(rules, tables, players=table, deals=deals, **options)
    except DuplicateStopped as stop:
        raise PairsStopped(finished(stop.lones)) from None
    return finished(found)
