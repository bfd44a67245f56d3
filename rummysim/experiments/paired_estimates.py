"""What the sums of a contrast say: points saved with their interval, luck, p, verdict.

Exploring looks again and again, so its intervals are confidence sequences at alpha / K, K the
contrasts of the experiment. A confirmation looks once, at a number of deals that was fixed before;
one that was extended after it had been seen is read as exploring is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rummysim.experiments.paired_sums import ByName, by_name, by_round, rounds_of
from rummysim.experiments.spec import Case, Experiment, Stage
from rummysim.kernels.match import WIN_UNITS
from rummysim.stats.effect import variance_ratio
from rummysim.stats.estimate import Estimate, mean_estimate, with_unseen
from rummysim.stats.moments import variance
from rummysim.stats.planning import mean_p_value
from rummysim.stats.sequence import (
    CHANGED_ENOUGH,
    burnt_in,
    mean_log_evidence,
    mean_sequence,
    p_always,
)
from rummysim.stats.verdict import Verdict, verdict

UNSEEN = 3.0  # deviations of luck that an unseen difference may cost in each place and round


@dataclass(frozen=True)
class Measured:
    """The sums of one contrast in one stage, at one table, read as estimates."""

    experiment: Experiment
    case: Case
    stage: Stage
    sums: Sequence[int]
    extended: bool = False  # a confirmation that did not end where it was planned beforehand

    @cached_property
    def total(self) -> ByName:
        """The sums of whole deals by their names."""
        return by_name(self.sums)

    @property
    def rounds(self) -> int:
        """Rounds of each deal."""
        return rounds_of(self.sums)

    @property
    def once(self) -> bool:
        """Whether there was one look alone, at a number of deals that was fixed before."""
        return self.stage == "confirm" and not self.extended

    @property
    def level(self) -> float:
        """The alpha of the intervals."""
        return self.experiment.stop.alpha if self.once else exploring_level(self.experiment)

    @property
    def burnt_in(self) -> bool:
        """Whether enough deals differ for the normal law to hold."""
        return burnt_in(self.total["deals"], self.total["differ"], burn_in=1)

    @property
    def alike(self) -> bool:
        """Whether the two arms are one and the same player."""
        return self.total["alike"] == self.total["deals"]

    @cached_property
    def points(self) -> Estimate:
        """Points per round that the tip saves.

        An unseen difference costs at most three deviations of luck in every place and round.
        """
        found = self._mean("saved", self.case.players * self.rounds)
        return self._ready(found, UNSEEN * self.luck)

    @property
    def match(self) -> Estimate:
        """Points per deal that the tip saves."""
        found = self._mean("saved", self.case.players)
        return self._ready(found, UNSEEN * self.luck * self.rounds)

    def by_round(self) -> tuple[Estimate, ...]:
        """Points that the tip saves in each round.

        How many deals differ in a round is not known, but no more than their squares add up to.
        """
        found = []
        for each, spread in zip(by_round(self.sums), self._luck_by_round, strict=True):
            mean = self._mean_of(each["saved"], each["saved_squared"], self.case.players)
            few = not self.burnt_in or each["saved_squared"] < CHANGED_ENOUGH
            found.append(self._ready(mean, UNSEEN * math.sqrt(spread), few))
        return tuple(found)

    @property
    def ahead(self) -> Estimate:
        """Points per round further ahead of the others: one's own and theirs may differ unseen."""
        players = self.case.players
        found = self._mean("ahead", players * (players - 1) * self.rounds)  # as Lone.ahead_units
        return self._ready(found, 2 * UNSEEN * self.luck, shared=True)

    @property
    def wins(self) -> Estimate:
        """Share of the matches gained; an unseen difference is a whole match at most."""
        found = self._mean("wins", WIN_UNITS * self.case.players)
        return self._ready(found, 1.0, self.wins_changed < CHANGED_ENOUGH, shared=True)

    @property
    def wins_changed(self) -> int:
        """Deals won or lost, where a deal that changes does so by one whole match."""
        return self.total["wins_squared"] // WIN_UNITS**2

    @property
    def turns(self) -> Estimate:
        """Turns of a round more; an unseen difference is a whole round of the other arm at most."""
        found = self._mean("longer", self.case.players * self.rounds)
        usual = self.total["other_turns"] / max(1, self.total["other_games"]) / self.rounds
        return self._ready(found, usual)

    def _ready(
        self, found: Estimate, most: float, few: bool | None = None, *, shared: bool = False
    ) -> Estimate:
        """The estimate, with room for what was not seen while fewer than 100 deals differ.

        most : what an unseen difference may amount to, in the unit of ``found``
        few : whether few deals differ in this number; by itself, in points
        shared : whether the players of one table share it out, so that all alike gain nothing
        """
        if self.alike or (shared and self.case.field == "table"):
            return Estimate(0.0, 0.0, 0.0, found.n, "exact")
        few = not self.burnt_in if few is None else few
        return with_unseen(found, most, alpha=self.level) if few else found

    @cached_property
    def luck(self) -> float:
        """The standard deviation of one player's points in a round, playing the other arm.

        Of the same round again: what rounds differ by among themselves is no luck.
        """
        return math.sqrt(sum(self._luck_by_round) / len(self._luck_by_round))

    @cached_property
    def _luck_by_round(self) -> list[float]:
        """The variance of one player's points in each round, playing the other arm."""
        players = self.total["deals"] * self.case.players
        return [
            variance(players, each["other"], each["other_squared"]) for each in by_round(self.sums)
        ]

    @property
    def p(self) -> float:
        """The p-value of no effect, which exploring may read at any look."""
        return self._p("saved", self.total["differ"])

    @property
    def wins_p(self) -> float:
        """The p-value of no effect on the matches won, as `p` is that of points."""
        return self._p("wins", self.wins_changed)

    def _p(self, name: str, changed: int) -> float:
        deals = self.total["deals"]
        numbers = (deals, self.total[name], self.total[f"{name}_squared"])
        if self.once:
            return mean_p_value(*numbers, changed=changed)
        if not burnt_in(deals, changed, burn_in=1):
            return 1.0
        planned = self.experiment.stop.planned
        return p_always(mean_log_evidence(*numbers, planned=planned, alpha=self.level))

    def verdict(self, p: float | None = None) -> Verdict:
        """What the interval says; ``p`` is the adjusted one, where there is one.

        With few deals that differ nothing is said to help or to hurt while exploring.
        """
        sure = self.burnt_in
        if self.stage == "confirm":
            sure = (self.p if p is None else p) <= self.experiment.stop.alpha
        return verdict(self.points, self.experiment.stop.smallest, significant=sure)

    @property
    def variance_ratio(self) -> float:
        """Deals of unpaired play that one paired deal is worth.

        Unpaired, each game gives the points of one player, or of all when they play alike, and
        the arms play different deals.
        """
        deals = self.total["deals"]
        paired = variance(
            deals, self.total["saved"], self.total["saved_squared"], scale=self.case.players
        )
        return variance_ratio(self._of_a_game("tip") + self._of_a_game("other"), paired)

    @property
    def cost_ratio(self) -> float:
        """Turns of a paired deal for each turn of one game of either arm."""
        total = self.total
        games = sum(total[f"{arm}_turns"] / total[f"{arm}_games"] for arm in ("tip", "other"))
        return total["turns"] / total["deals"] / games

    def _of_a_game(self, arm: str) -> float:
        """The variance of a match's points per player, as one game of an arm shows them."""
        deals, players = self.total["deals"], self.case.players
        if self.total[f"{arm}_games"] == deals:
            return variance(
                deals, self.total[arm], self.total[f"{arm}_deal_squared"], scale=players
            )
        return variance(deals * players, self.total[arm], self.total[f"{arm}_match_squared"])

    def _mean(self, name: str, scale: int) -> Estimate:
        """The mean of what is summed up under ``name``, divided by ``scale``."""
        return self._mean_of(self.total[name], self.total[f"{name}_squared"], scale)

    def _mean_of(self, total: int, squares: int, scale: int) -> Estimate:
        deals = self.total["deals"]
        if self.once:
            return mean_estimate(deals, total, squares, scale=scale, alpha=self.level)
        planned = self.experiment.stop.planned
        return mean_sequence(deals, total, squares, scale=scale, planned=planned, alpha=self.level)


def exploring_level(experiment: Experiment) -> float:
    r"""The alpha of each contrast while exploring: that of the experiment over their number.

    >>> from rummysim.experiments.read import parse_experiment
    >>> exploring_level(parse_experiment("[arms.shy]\n[arms.bold]"))
    0.025
    """
    return experiment.stop.alpha / max(1, len(experiment.contrasts))
