"""A ladder of policies: each alone among each other one, on the same duplicate deals."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from rummysim.errors import PolicyError
from rummysim.kernels.match import WIN_UNITS
from rummysim.policies.registry import Policy, PolicyLike, load_policies
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation.duplicate import DuplicateStopped, games_per_deal, lones, mirrored
from rummysim.simulation.lone_result import Lone, Numbers, estimate_mean
from rummysim.simulation.threads import Progress
from rummysim.stats.estimate import Estimate, cluster_estimate

EXACT = "cluster-exact"  # the kind of interval of a share that nearly always or never happens


@dataclass(frozen=True, repr=False, eq=False)
class Ladder:
    """What every policy did alone among every other one; policies are named by their index."""

    policies: tuple[Policy, ...]
    lones: Mapping[tuple[int, int], Lone]  # (row, column): one row player among column players
    asked: int  # deals that were asked for
    seconds: float

    def __repr__(self) -> str:
        """The inputs in one line."""
        names = ", ".join(policy.name for policy in self.policies)
        return f"<Ladder {self.any_lone.setup.rules.name}: {names}, {self.deals} deals>"

    @cached_property
    def any_lone(self) -> Lone:
        """One of the tables: rules, players, seed and deals are the same for all."""
        return next(iter(self.lones.values()))

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
        games = sum(games_per_deal(found.setup) for found in self.lones.values())
        return self.deals * games // (2 if self.players == 2 else 1)

    @property
    def turns(self) -> int:
        """Turns of all players in all games."""
        turns = sum(found.turns for found in self.lones.values())
        return turns // 2 if self.players == 2 else turns

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.any_lone.players

    @property
    def rounds(self) -> int:
        """Rounds of each game."""
        return self.any_lone.rounds

    @cached_property
    def ranking(self) -> list[int]:
        """The policies, the best first: by points better than all others on average."""
        totals = [int(self._row_ahead(row).sum()) for row in range(len(self.policies))]
        return sorted(range(len(totals)), key=lambda row: -totals[row])

    @property
    def steps(self) -> list[tuple[int, int]]:
        """Neighbours in the ranking, (upper, lower)."""
        return list(zip(self.ranking, self.ranking[1:], strict=False))

    def better(self, row: int, column: int, *, alpha: float = 0.05) -> Estimate:
        """Points per round that one ``row`` is better than the ``column`` players around it."""
        return self.lones[row, column].points_better(alpha=alpha)

    def win_rate(self, row: int, column: int, *, alpha: float = 0.05) -> Estimate:
        """Share of matches that one ``row`` wins among ``column`` players; 1 / n is fair."""
        return self.lones[row, column].win_rate(alpha=alpha)

    def mean_better(self, row: int, *, alpha: float = 0.05) -> Estimate:
        """Points per round that ``row`` is better, on average over all others around it."""
        units = self.any_lone.ahead_units * self.rounds * self._others
        return estimate_mean(self._row_ahead(row), units, alpha)

    def mean_win_rate(self, row: int, *, alpha: float = 0.05) -> Estimate:
        """Share of matches that ``row`` wins, on average over all others around it."""
        won: Numbers = np.sum([self._wins(row, column) for column in self._columns(row)], axis=0)
        squares = int((won * won).sum())
        units = WIN_UNITS * self.players * self._others
        return cluster_estimate(self.deals, int(won.sum()), squares, seats=units, alpha=alpha)

    def step(self, upper: int, lower: int, *, alpha: float = 0.05) -> Estimate:
        """Points per round from ``lower`` to ``upper``, the mean of both ways on the same deals.

        One way is ``upper`` alone among ``lower`` players, the other is the reverse, negated.
        """
        total = self._step_ahead(upper, lower).sum(axis=1)
        return estimate_mean(total, self._step_units * self.rounds, alpha)

    def step_by_round(self, upper: int, lower: int, *, alpha: float = 0.05) -> list[Estimate]:
        """The same for each round, in points of that round."""
        ahead = self._step_ahead(upper, lower)
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
        gained = self._wins(upper, lower) - self._wins(lower, upper)
        found = estimate_mean(gained, 2 * WIN_UNITS * self.players, alpha)
        up = self.win_rate(upper, lower, alpha=alpha / 2)
        down = self.win_rate(lower, upper, alpha=alpha / 2)
        if EXACT not in (up.kind, down.kind):
            return found
        low, high = (up.low - down.high) / 2, (up.high - down.low) / 2
        return Estimate(found.estimate, low, high, self.deals, EXACT)

    def deals_that_differ(self, upper: int, lower: int) -> tuple[int, int]:
        """How many deals make a difference in a step: in points, and in wins."""
        points = self._step_ahead(upper, lower).sum(axis=1)
        gained = self._wins(upper, lower) - self._wins(lower, upper)
        return int(np.count_nonzero(points)), int(np.count_nonzero(gained))

    @property
    def _others(self) -> int:
        return len(self.policies) - 1

    @property
    def _step_units(self) -> int:
        return 2 * self.any_lone.ahead_units

    def _columns(self, row: int) -> list[int]:
        return [column for column in range(len(self.policies)) if column != row]

    def _wins(self, row: int, column: int) -> Numbers:
        won: Numbers = self.lones[row, column].wins.sum(axis=1)
        return won

    def _row_ahead(self, row: int) -> Numbers:
        """Points ahead by deal over all columns and rounds, int64[deals]."""
        parts = [self.lones[row, column].ahead.sum(axis=1) for column in self._columns(row)]
        total: Numbers = np.sum(parts, axis=0)
        return total

    def _step_ahead(self, upper: int, lower: int) -> Numbers:
        total: Numbers = self.lones[upper, lower].ahead - self.lones[lower, upper].ahead
        return total


class LadderStopped(KeyboardInterrupt):
    """Ctrl-C during a ladder; ``ladder`` holds the deals that every pair has played."""

    def __init__(self, ladder: Ladder) -> None:
        super().__init__()
        self.ladder = ladder


def ladder(
    rules: str | Path | RuleSet,
    policies: Sequence[PolicyLike],
    *,
    players: int | None = None,
    deals: int = 1000,
    progress: Progress | None = None,
    **options: Any,
) -> Ladder:
    """Every policy alone among every other one, in all places of the same deals.

    players : how many play; by default the preset's best number
    deals : each is played in n places by each of the P * (P - 1) pairs; by each of half of
        them when two play, because then a game shows both ways of a pair
    progress : called as progress(done, deals) in the calling thread
    options : ``seed``, ``first_deal``, ``round``, ``workers``, ``chunk``, as ``simulate`` has them

    >>> found = ladder("shanghai", ["random", "greedy"], players=3, deals=4)
    >>> [found.policies[index].name for index in found.ranking]
    ['greedy', 'random']

    Raises RulesError or PolicyError; Ctrl-C raises LadderStopped.
    """
    started = time.perf_counter()
    ruleset = load_rules(rules)
    loaded = tuple(load_policies(policies))
    _check_distinct(loaded)
    table = players or ruleset.table.best_players[0]
    pairs = list(permutations(range(len(loaded)), 2))
    played = [(row, column) for row, column in pairs if table != 2 or row < column]
    tables = [(loaded[row], loaded[column]) for row, column in played]

    def finished(found: Sequence[Lone]) -> Ladder:
        lone_of = dict(zip(played, found, strict=True))
        both = {
            (row, column): lone_of.get((row, column)) or mirrored(lone_of[column, row])
            for row, column in pairs
        }
        return Ladder(loaded, both, deals, time.perf_counter() - started)

    try:
        found = lones(ruleset, tables, players=table, deals=deals, progress=progress, **options)
    except DuplicateStopped as stop:
        raise LadderStopped(finished(stop.lones)) from None
    return finished(found)


def _check_distinct(policies: Sequence[Policy]) -> None:
    """Nothing, when there are two policies at least and none of them twice."""
    names = [policy.name for policy in policies]
    if len(names) < 2:
        raise PolicyError(f"a ladder needs two policies or more, not {', '.join(names) or 'none'}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PolicyError(f"policy {twice!r} is listed twice; a ladder has each policy once")
