"""What games are compared by: length, points, lay-downs, and how much of a match is luck.

Read off counting experiments that seat two kinds of players in turn. Let V be the variance of the
points of one player in a match at such a table. What better play makes of it is the variance
between the means of the two kinds of players, B = ((m1 - m2) / 2)^2, and the rest, V - B, is luck
(the law of total variance, each kind sitting in every place of every deal as often). Of the luck,
V - W is what the cards decide alone: W is the mean over all places of all deals of the variance
that is left there when the players change places and the cards stay. So W - B is what play and
cards decide together, in ways that cancel out over many matches.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummysim.experiments.findings import Count
from rummysim.experiments.spec import Case, Experiment
from rummysim.reports.counted_numbers import (
    average,
    difference,
    mean_of_rounds,
    variance_of,
)
from rummysim.reports.runs import Run
from rummysim.rules import RuleSet
from rummysim.stats.estimate import Estimate

SHARES = "shares"  # the kind of intervals that those of luck have
SWING = "match_swing"
NEEDED = (
    "turns",
    "points",
    "down",
    "dead",
    "capped",
    "match_points",
    "match_points_squared",
    SWING,
)
Rounds = Mapping[int, Estimate]


@dataclass(frozen=True)
class Luck:
    """What decides a match between two kinds of players, as shares of the variance V."""

    luck: Estimate  # (V - B) / V
    cards: Estimate  # (V - W) / V
    better: Estimate  # points of a match that the first kind has fewer
    kinds: tuple[str, str]


@dataclass(frozen=True)
class Game:
    """One game at one table of equal players, and what decides its matches."""

    run: Run
    case: Case
    turns: Rounds  # of all players in a round
    points: Rounds  # of a player in a round
    down: Rounds  # share of the players who lay down
    dead: Rounds  # share of the rounds that nobody goes out of
    capped: Rounds  # those among them that were broken off
    match: Estimate  # points of a player in a match
    spread: Estimate  # their variance
    luck: Luck | None

    @property
    def rules(self) -> RuleSet:
        """What is played."""
        return self.run.experiment.rules

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.rules.title


def is_game(run: Run) -> bool:
    """Whether a run is about a game as a whole, to be set beside others.

    >>> from rummysim.experiments.read import parse_experiment
    >>> is_game(Run(parse_experiment('count = { measures = ["points"] }'), {}))
    False
    """
    experiment = run.experiment
    equal, mixed = arms_of(experiment)
    return bool(equal and mixed) and set(NEEDED) <= set(experiment.measures)


def arms_of(experiment: Experiment) -> tuple[str, str]:
    """The first arm of equal players and the first of players in turn; "" where there is none."""
    equal = [name for name, arm in experiment.arms.items() if not arm.seats]
    mixed = [name for name, arm in experiment.arms.items() if arm.seats]
    return next(iter(equal), ""), next(iter(mixed), "")


def games_of(runs: Sequence[Run]) -> list[Game]:
    """Every game at every table where it was counted, those of few rounds first.

    >>> games_of([])
    []
    """
    found = []
    for run in sorted(filter(is_game, runs), key=lambda run: run.experiment.rules.rounds):
        tables: dict[Case, list[Count]] = {}
        for count in run.counts:
            if not count.case.variant:
                tables.setdefault(count.case, []).append(count)
        found += [_game(run, case, own) for case, own in tables.items()]
    return found


def _game(run: Run, case: Case, counts: Sequence[Count]) -> Game:
    equal, mixed = arms_of(run.experiment)
    own = [count for count in counts if count.arm == equal]
    rounds = {
        name: {
            int(count.labels.get("round", run.experiment.round or 1)): count.value
            for count in own
            if count.measure == name
        }
        for name in ("turns", "points", "down", "dead", "capped")
    }
    match, square = (_only(own, name) for name in ("match_points", "match_points_squared"))
    luck = luck_of([count for count in counts if count.arm == mixed])
    return Game(run, case, **rounds, match=match, spread=variance_of(match, square), luck=luck)


def _only(counts: Sequence[Count], measure: str) -> Estimate:
    return next(count.value for count in counts if count.measure == measure)


def whole(rounds: Rounds) -> Estimate:
    """The mean over all rounds."""
    return mean_of_rounds(list(rounds.values()))


def luck_of(counts: Sequence[Count]) -> Luck | None:
    """How much is luck at a table of two kinds of players; None where there are not two."""
    by_kind: dict[str, dict[str, Estimate]] = {}
    for count in counts:
        if count.measure.startswith("match") and "policy" in count.labels:
            by_kind.setdefault(str(count.labels["policy"]), {})[count.measure] = count.value
    if len(by_kind) != 2:
        return None
    first, second = by_kind.values()
    better = difference(second["match_points"], first["match_points"])
    swing = average([first[SWING], second[SWING]])
    inside = average(
        [
            variance_of(each["match_points"], each["match_points_squared"])
            for each in (first, second)
        ]
    )
    one, other = by_kind
    return shares(better, swing, inside, (one, other))


def _half(value: Estimate) -> float:
    return (value.high - value.low) / 2


def shares(better: Estimate, swing: Estimate, inside: Estimate, kinds: tuple[str, str]) -> Luck:
    """Luck and cards as shares of the variance, with intervals that are rather too wide.

    better : how far the means of the two kinds lie apart
    swing : W, the variance over who sits where, the cards being the same
    inside : the variance of each kind's points, V - B

    >>> def known(value):
    ...     return Estimate(value, value, value, 9, "t")
    >>> found = shares(known(20), known(2500), known(9900), ("sharp", "steady"))
    >>> found.luck.estimate, found.cards.estimate
    (0.99, 0.75)
    """
    low, high = sorted((abs(better.low), abs(better.high)))
    near = 0.0 if better.low <= 0 <= better.high else low
    between = [(apart / 2) ** 2 for apart in (better.estimate, near, high)]
    luck = [inside.estimate / (inside.estimate + each or 1.0) for each in between]
    total = inside.estimate + between[0] or 1.0
    moved = swing.estimate / total
    arms = (_half(swing) / (swing.estimate or 1.0), _half(inside) / total)
    half = moved * math.hypot(*arms)
    ends = (1 - moved, 1 - moved - half, 1 - moved + half)
    middle, low, high = (min(1.0, max(0.0, share)) for share in ends)
    return Luck(
        Estimate(luck[0], luck[2], luck[1], better.n, SHARES),
        Estimate(middle, low, high, swing.n, SHARES),
        better,
        kinds,
    )
