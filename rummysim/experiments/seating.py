"""Who sits where in an experiment, and the games that this takes, each played once.

The player under test sits in every place of each deal, as in `simulation.duplicate`; the others
keep their order behind him. Games are shared between all the tables that ask for them: one
table of equal players is one game a deal, and arms that play like the baseline have its games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from rummysim.experiments.grid import arm_player, others, rules_of
from rummysim.experiments.spec import Case, Experiment, Stage
from rummysim.kernels import layout
from rummysim.policies.registry import Policy, load_policy
from rummysim.simulation.duplicate import games_per_deal, turned, win_shares
from rummysim.simulation.job import Setup, play
from rummysim.simulation.lone_result import Numbers

DOMAINS: dict[Stage, str] = {"explore": "", "confirm": "confirm"}  # of the random keys

Key: TypeAlias = tuple[Any, ...]


def setup_of(experiment: Experiment, case: Case, arm: str, tip: str, stage: Stage) -> Setup:
    r"""A player of ``arm`` in the first seat and the case's field behind him, on a stage's deals.

    tip : the arm that the field "followers" follows

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> setup = setup_of(own, Case("", 3, "steady", "followers"), "usual", "shy", "confirm")
    >>> [policy.name for policy in setup.policies], setup.domain
    (['steady', 'steady(buy=never)', 'steady(buy=never)'], 'confirm')

    Raises RulesError or PolicyError.
    """
    follow = arm if case.field == "table" else tip
    seats = (arm_player(experiment, case, arm), *others(experiment, case, follow))
    return seated(experiment, case, arm, seats, stage)


def seated(
    experiment: Experiment, case: Case, arm: str, seats: Sequence[str], stage: Stage
) -> Setup:
    """These policies by seat under the rules of ``arm``, on the deals of a stage.

    Raises RulesError or PolicyError.
    """
    rules = rules_of(experiment, case.variant, arm)
    number = None if experiment.round is None else experiment.round - 1
    policies = tuple(_loaded(text) for text in seats)
    return Setup(rules, policies, experiment.seed, number, domain=DOMAINS[stage])


@lru_cache(maxsize=1024)
def _loaded(text: str) -> Policy:
    return load_policy(text)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """What one seating gave on some deals."""

    key: Key
    points: Numbers  # int64[deals, rounds, n], penalty points
    wins: Numbers  # int64[deals, n], in sixtieths
    turns: Numbers  # int64[deals, rounds]


class Games:
    """The games of some deals, each of them played when it is first asked for."""

    def __init__(self, first: int, count: int) -> None:
        self.first = first
        self.count = count
        self._played: dict[Key, Game] = {}
        self._calls = 0
        self._rows: Any = layout.new_records(layout.RESULT, 0)

    @property
    def played(self) -> int:
        """Games played so far, over all deals."""
        return self._calls * self.count

    def in_places(self, setup: Setup) -> list[Game]:
        """The game with the first player of ``setup`` in each place; the same one for equals."""
        if games_per_deal(setup) == 1:
            return [self._game(setup)] * setup.players
        return [self._game(turned(setup, place)) for place in range(setup.players)]

    def _game(self, setup: Setup) -> Game:
        key = seating_key(setup)
        if key not in self._played:
            self._played[key] = game_of(setup, key, self.rows_of(setup))
        return self._played[key]

    def rows_of(self, setup: Setup) -> Any:
        """The RESULT rows of a setup's deals, by deal, round and seat; good until the next call."""
        size = self.count * len(setup.rounds) * setup.players
        if len(self._rows) != size:
            self._rows = layout.new_records(layout.RESULT, size)
        play(setup, self.first, self.count, rows=self._rows)
        self._calls += 1
        return self._rows


def game_of(setup: Setup, key: Key, rows: Any) -> Game:
    """The game that the RESULT rows of a setup's deals tell of."""
    shape = (-1, len(setup.rounds), setup.players)
    points = rows["points"].reshape(shape).copy()
    rounds_won = rows["went_out"].reshape(shape).sum(axis=1)
    wins = win_shares(points.sum(axis=1), rounds_won, setup.rules)
    return Game(key, points, wins, rows["turns"].reshape(shape)[:, :, 0].copy())


def seating_key(setup: Setup) -> Key:
    """What makes a setup's game what it is on given deals: rules, and who sits where.

    Equal keys mean equal games, whatever the players are called.
    """
    seats = tuple((id(policy.function), policy.values) for policy in setup.policies)
    return (setup.rules, seats, setup.seed, setup.round, setup.shift, setup.domain)
