"""A ladder of policies: each alone among each other one, on the same duplicate deals."""

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from rummysim.errors import PolicyError
from rummysim.kernels.match import WIN_UNITS
from rummysim.policies.registry import Policy, PolicyLike, load_policies
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation.lone_result import Numbers, estimate_mean
from rummysim.simulation.pairs import Pair, Pairs, play_pairs
from rummysim.simulation.threads import Progress
from rummysim.stats.estimate import Estimate, cluster_estimate


class Ladder(Pairs):
    """What every policy did alone among every other one; policies are named by their index."""

    @cached_property
    def ranking(self) -> list[int]:
        """The policies, the best first: by points better than all others on average."""
        totals = [int(self._row_ahead(row).sum()) for row in range(len(self.policies))]
        return sorted(range(len(totals)), key=lambda row: -totals[row])

    @property
    def steps(self) -> list[Pair]:
        """Neighbours in the ranking, (upper, lower)."""
        return list(zip(self.ranking, self.ranking[1:], strict=False))

    def mean_better(self, row: int, *, alpha: float = 0.05) -> Estimate:
        """Points per round that ``row`` is better, on average over all others around it."""
        units = self.any_lone.ahead_units * self.rounds * self._others
        return estimate_mean(self._row_ahead(row), units, alpha)

    def mean_win_rate(self, row: int, *, alpha: float = 0.05) -> Estimate:
        """Share of matches that ``row`` wins, on average over all others around it."""
        won: Numbers = np.sum([self.wins(row, column) for column in self._columns(row)], axis=0)
        squares = int((won * won).sum())
        units = WIN_UNITS * self.players * self._others
        return cluster_estimate(self.deals, int(won.sum()), squares, seats=units, alpha=alpha)

    @property
    def _others(self) -> int:
        return len(self.policies) - 1

    def _columns(self, row: int) -> list[int]:
        return [column for column in range(len(self.policies)) if column != row]

    def _row_ahead(self, row: int) -> Numbers:
        """Points ahead by deal over all columns and rounds, int64[deals]."""
        parts = [self.lones[row, column].ahead.sum(axis=1) for column in self._columns(row)]
        total: Numbers = np.sum(parts, axis=0)
        return total


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

    Raises RulesError or PolicyError; Ctrl-C raises PairsStopped.
    """
    ruleset = load_rules(rules)
    loaded = tuple(load_policies(policies))
    check_distinct(loaded)
    pairs = list(permutations(range(len(loaded)), 2))
    options |= {"players": players, "deals": deals, "progress": progress}
    return play_pairs(Ladder, ruleset, loaded, pairs, **options)


def check_distinct(policies: Sequence[Policy]) -> None:
    """Nothing, when there are two policies at least and none of them twice.

    >>> check_distinct(load_policies(["greedy", "random"]))

    Raises PolicyError.
    """
    names = [policy.name for policy in policies]
    if len(names) < 2:
        raise PolicyError(f"a ladder needs two policies or more, not {', '.join(names) or 'none'}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PolicyError(f"policy {twice!r} is listed twice; a ladder has each policy once")
