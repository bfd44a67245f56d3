"""What an experiment found, for people: one record for each number that a report may print.

Reports and the command line read these records and nothing of the sums behind them.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rummysim.experiments.grid import cases_of
from rummysim.experiments.spec import Case, Contrast, Experiment, Stage
from rummysim.experiments.store import Store
from rummysim.stats.estimate import Estimate, excludes
from rummysim.stats.multiple import holm
from rummysim.stats.verdict import Verdict, verdict

NOTHING_KNOWN = Estimate(math.nan, -math.inf, math.inf, 0, "none")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the tip of one contrast gains over the other arm at one table, in one stage."""

    experiment: Experiment
    case: Case
    contrast: Contrast
    stage: Stage
    deals: int  # matches, or single rounds
    games: int  # played for it, those that other contrasts use as well included
    points: Estimate  # points per round that the tip saves; anytime interval while exploring
    points_by_round: tuple[Estimate, ...]  # the same for each round
    match: Estimate  # points per deal that the tip saves
    ahead: Estimate  # points per round further ahead of the others at the table
    wins: Estimate  # share of the matches gained: 0.02 are two percentage points
    turns: Estimate  # turns of a round more (positive) or fewer than with the other arm
    p: float  # of no effect; valid at any look while exploring
    adjusted: float | None  # Holm-adjusted over the declared list, once that is known
    verdict: Verdict
    clearly: bool  # the whole interval is beyond the smallest effect of interest
    changed: float  # share of the deals in which points or wins change at all
    luck: float  # standard deviation of one player's points per round, playing the other arm
    rounds_to_equal: float  # rounds until the gain is one standard deviation of luck; inf: never
    variance_ratio: float  # deals that unpaired play would need for each paired one
    cost_ratio: float  # turns that a paired deal costs for each turn of an unpaired comparison
    stop: str  # why no more was played, in words
    alike: bool = False  # no deal changed at all: perhaps a player is compared with himself
    wins_p: float = math.nan  # of no effect on the matches won
    wins_adjusted: float | None = None  # Holm-adjusted over the same list, by itself
    extended: bool = False  # a confirmation not ended as planned: its interval allows for looking
    capped: bool = False  # a confirmation that its limit made smaller than its power asks for

    @property
    def wins_sure(self) -> bool:
        """Whether it may be said that more or fewer matches are won.

        A confirmation needs its adjusted p-value, where there is one, as points do; exploring
        allows for all contrasts in its intervals.
        """
        p = self.wins_p if self.wins_adjusted is None else self.wins_adjusted
        significant = self.stage == "explore" or p <= self.experiment.stop.alpha
        return excludes(self.wins) and significant


@dataclass(frozen=True, slots=True)
class Count:
    """One measure of one arm at one table, for one value of each label."""

    experiment: Experiment
    case: Case
    arm: str
    measure: str
    labels: Mapping[str, int | str]  # round, jokers_dealt, place, policy, buys, turn
    value: Estimate
    observations: int  # players' rounds, rounds or matches that it is the mean of


@dataclass(frozen=True, slots=True)
class ChartCell:
    """One cell of a strategy card."""

    experiment: Experiment
    case: Case
    view: str
    panel: int  # bins of the view's axes, from 0
    row: int
    column: int
    act: str | None = None  # the better act; None while the interval holds zero
    gain: Estimate = NOTHING_KNOWN  # points of the round that the first act saves over the second
    situations: int = 0
    deals: int = 0  # that these situations came from
    empty: bool = True  # too little data to say anything
    ahead: Estimate = NOTHING_KNOWN  # points further ahead of the others by the first act
    usual: float = math.nan  # share of the situations in which the player does the first act


@dataclass(frozen=True, slots=True)
class Follow:
    """What a player gains who follows a strategy card, on fresh deals."""

    experiment: Experiment
    case: Case
    view: str
    deals: int
    points: Estimate  # points per round saved against the player that the card was made from
    wins: Estimate  # share of the matches gained
    changed: float  # share of the deals in which points or wins change at all
    verdict: Verdict
    ahead: Estimate = NOTHING_KNOWN  # points per round further ahead of the others at the table


def findings(store: Store) -> list[Finding]:
    """Every contrast at every table in the stages that were played; none for other designs.

    In the order of the tables, then of the contrasts, exploring before confirming. p-values are
    not adjusted; `adjust` does so for the list that is published together.
    """
    from rummysim.experiments.paired_findings import case_findings

    if store.experiment.design != "paired":
        return []
    parts = store.parts()
    return [
        finding
        for case, group, done in parts
        for finding in case_findings(
            store.experiment, case, group, done, extended=store.extended(case, group)
        )
    ]


def counts(store: Store) -> list[Count]:
    """Every measure of every arm at every table, by its labels; none for other designs."""
    from rummysim.experiments.counting_estimates import counted

    if store.experiment.design != "counting":
        return []
    return [
        Count(store.experiment, case, *cell)
        for case, _, done in store.parts()
        for cell in counted(store.experiment, case, done["explore"].sums)
    ]


def chart_cells(store: Store) -> list[ChartCell]:
    """Every cell of every view at every table, the empty ones too; none for other designs."""
    from rummysim.experiments.charting_findings import case_cells

    if store.experiment.design != "chart":
        return []
    return [
        cell
        for case, _, done in store.parts()
        for cell in case_cells(store.experiment, case, done["explore"])
    ]


def follows(store: Store) -> list[Follow]:
    """What playing by the first view gains at every table; none where that was not tried."""
    from rummysim.experiments.charting_findings import case_follow

    if store.experiment.design != "chart":
        return []
    return [
        case_follow(store.experiment, case, done["confirm"])
        for case, _, done in store.parts()
        if done["confirm"].deals
    ]


def declared(experiments: Iterable[Experiment]) -> int:
    r"""How many contrasts some experiments are to confirm, at all their tables, played or not.

    >>> from rummysim.experiments.read import parse_experiment
    >>> declared([parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")])
    1
    """
    confirmed = [each for each in experiments if each.stop.confirm_min]
    return sum(len(each.contrasts) * len(cases_of(each)) for each in confirmed)


def adjust(findings: Sequence[Finding], asked: int | None = None) -> list[Finding]:
    """The same findings with p-values adjusted over the declared list (Holm), and the verdicts.

    Points and wins are lists of their own. A confirmation helps or hurts only if its adjusted p
    is at most alpha; the verdicts of exploring stay, whose intervals allow for all contrasts.

    asked : contrasts that were declared, those without a finding among them; else all contrasts
        of the findings' experiments, at all their tables

    >>> adjust([])
    []
    """
    if asked is None:
        asked = declared({id(each.experiment): each.experiment for each in findings}.values())
    points = holm([each.p for each in findings], asked)
    known = [each for each in findings if not math.isnan(each.wins_p)]
    wins = dict(zip(map(id, known), holm([each.wins_p for each in known], asked), strict=True))
    return [
        _adjusted(replace(each, wins_adjusted=wins.get(id(each))), p)
        for each, p in zip(findings, points, strict=True)
    ]


def _adjusted(finding: Finding, p: float) -> Finding:
    if finding.stage == "explore":
        return replace(finding, adjusted=p)
    stop = finding.experiment.stop
    word = verdict(finding.points, stop.smallest, significant=p <= stop.alpha)
    return replace(finding, adjusted=p, verdict=word)
