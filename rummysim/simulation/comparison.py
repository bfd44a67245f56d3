"""Several policies compared with one: each alone among its players, and it alone among theirs."""

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from rummysim.errors import PolicyError
from rummysim.policies.call import Settings
from rummysim.policies.registry import PolicyLike, load_policies
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation.ladders import check_distinct
from rummysim.simulation.lone_result import Lone, Versus
from rummysim.simulation.pairs import Pair, Pairs, play_pairs
from rummysim.simulation.threads import Progress
from rummysim.stats.estimate import Estimate, cluster_estimate

REFERENCE = 0  # index of the policy that the others are compared with


class Comparison(Pairs):
    """What each policy is better than one of them, the reference, which is the first.

    Besides the pairs ``lones`` has (0, 0), a table of reference players only: what the deals
    would have been without anybody else.
    """

    @property
    def reference(self) -> str:
        """The name of the policy that the others are compared with."""
        return self.policies[REFERENCE].name

    @property
    def base(self) -> Lone:
        """The table where all play as the reference."""
        return self.lones[REFERENCE, REFERENCE]

    @cached_property
    def ranking(self) -> list[int]:
        """The policies compared, the best first: by points per round better, both ways."""
        others = range(1, len(self.policies))
        totals = {index: int(self.step_ahead(index, REFERENCE).sum()) for index in others}
        return sorted(others, key=lambda index: -totals[index])

    @property
    def steps(self) -> list[Pair]:
        """Each policy over the reference, the best first."""
        return [(index, REFERENCE) for index in self.ranking]

    def alone(self, index: int) -> Estimate:
        """Points per round that one such player is better than reference players around him."""
        return self.better(index, REFERENCE)

    def together(self, index: int) -> Estimate:
        """Points per round that such players around one reference player are better than he."""
        found = self.better(REFERENCE, index)
        return Estimate(-found.estimate, -found.high, -found.low, found.n, found.kind)

    def saved(self, index: int) -> Estimate:
        """Penalty points per round that one such player collects less in the reference's seat."""
        return Versus(self.lones[index, REFERENCE], self.base).points_saved()

    def changed(self, index: int) -> Estimate:
        """Share of matches that end with other scores because one plays so."""
        alone = self.lones[index, REFERENCE]
        other = (alone.own != self.base.own) | (alone.others != self.base.others)
        per_deal = other.any(axis=2).sum(axis=1)
        total, squares = int(per_deal.sum()), int((per_deal * per_deal).sum())
        return cluster_estimate(self.deals, total, squares, seats=self.players)

    def matches_like_luck(self, index: int) -> float:
        """How many matches it takes until the gain is as large as luck's standard deviation.

        The gain grows with the matches and luck with their square root: (sd / gain) ** 2, sd
        that of one reference player's points better than his like in a match.
        """
        others = self.base.others.sum(axis=2)
        ahead = others - (self.players - 1) * self.base.own.sum(axis=2)
        luck = math.sqrt(float(np.square(ahead, dtype=np.float64).mean())) / (self.players - 1)
        gain = self.step(index, REFERENCE).estimate * self.rounds
        return (luck / gain) ** 2 if gain else math.inf


def compare(
    rules: str | Path | RuleSet,
    reference: PolicyLike,
    policies: Sequence[PolicyLike],
    *,
    players: int | None = None,
    deals: int = 1000,
    progress: Progress | None = None,
    **options: Any,
) -> Comparison:
    """Each policy alone among ``reference`` players and the other way round, on the same deals.

    players : how many play; by default the preset's best number
    deals : each is played in n places both ways by each policy, and once by reference players
    progress : called as progress(done, deals) in the calling thread
    options : ``seed``, ``first_deal``, ``round``, ``workers``, ``chunk``, as ``simulate`` has them

    >>> found = compare("shanghai", "greedy", ["random", "novice"], players=3, deals=4)
    >>> [found.policies[index].name for index in found.ranking]
    ['novice', 'random']

    Raises RulesError or PolicyError; Ctrl-C raises PairsStopped.
    """
    ruleset = load_rules(rules)
    loaded = tuple(load_policies([reference, *policies]))
    check_distinct(loaded)
    pairs = [(REFERENCE, REFERENCE)]
    for index in range(1, len(loaded)):
        pairs += [(REFERENCE, index), (index, REFERENCE)]
    options |= {"players": players, "deals": deals, "progress": progress}
    return play_pairs(Comparison, ruleset, loaded, pairs, **options)


def ideas_of(policy: Settings) -> list[str]:
    """The policy with one of its parameters at a time at the default, as texts.

    The defaults are those of the script (or of a user's module), which play plainly: what a
    policy sets otherwise are its ideas, and without one of them it shows what this one is worth.

    >>> from rummysim.policies.registry import policy_settings
    >>> ideas_of(policy_settings("greedy(buy=never, weigh=3)"))
    ['greedy(weigh=3)', 'greedy(buy=never)']

    Raises PolicyError when all parameters have their defaults.
    """
    pairs = zip(policy.parameters, policy.values, strict=True)
    found = [
        policy.changed({parameter.name: parameter.default}).text
        for parameter, value in pairs
        if value != parameter.default
    ]
    if not found:
        raise PolicyError(
            f"policy {policy.text!r} has no parameter away from its default: there is no idea "
            "to leave out"
        )
    return found
