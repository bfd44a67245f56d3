"""What candidates of a tuning run are worth: the policy on duplicate deals among its fields."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from rummysim.kernels.match import WIN_UNITS
from rummysim.policies.call import read_call
from rummysim.policies.registry import Policy
from rummysim.rules import RuleSet
from rummysim.rules.write import rules_id
from rummysim.simulation.duplicate import lones
from rummysim.simulation.lone_result import Lone, estimate_mean
from rummysim.simulation.tuning_axes import Axis, Point, named_values
from rummysim.stats.estimate import Estimate

ALL_FIELDS = "all"

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Gain:
    """What the chosen values gain over the start in one field, on the same deals."""

    field: str
    deals: int
    points: Estimate  # per round better than the others, more than the start
    wins: Estimate  # share of the matches won, more than the start
    ahead: Estimate  # points per round better than the others
    won: Estimate  # share of the matches won

    def entries(self) -> dict[str, Any]:
        """The gain as a line of the history holds it."""
        return {"field": self.field, "deals": self.deals} | {
            name: {"mean": found.estimate, "low": found.low, "high": found.high}
            for name, found in self.estimates().items()
        }

    def estimates(self) -> dict[str, Estimate]:
        """The four numbers by their names."""
        return {"points": self.points, "wins": self.wins, "ahead": self.ahead, "won": self.won}

    @classmethod
    def of(cls, line: dict[str, Any]) -> "Gain":
        """The gain that a line of the history holds.

        >>> found = Estimate(1.0, 0.5, 1.5, 9, "t")
        >>> gain = Gain("greedy", 9, found, found, found, found)
        >>> Gain.of(gain.entries()) == gain
        True
        """
        numbers = [
            Estimate(line[name]["mean"], line[name]["low"], line[name]["high"], line["deals"], "t")
            for name in ("points", "wins", "ahead", "won")
        ]
        return cls(line["field"], line["deals"], *numbers)


@dataclass(frozen=True, slots=True)
class Contest:
    """Who is tuned at which game, and against whom."""

    rules: RuleSet
    players: int
    policy: Policy  # with the values of the start
    axes: tuple[Axis, ...]
    fields: tuple[tuple[Policy, ...], ...]  # each holds the others at the table, in order
    round: int | None = None  # from 1; None plays whole matches
    workers: int | None = None
    overrides: tuple[str, ...] = ()  # how the rules were changed, for the record

    def inputs(self) -> dict[str, Any]:
        """What has to be given again to get the same contest, in plain data."""
        players = [self.policy, *(other for field in self.fields for other in field)]
        found = {
            "game": self.rules.name,
            "set": list(self.overrides),
            "rules_id": rules_id(self.rules),
            "players": self.players,
            "round": self.round,
            "policy": self.policy.name,
            "fields": self.field_names,
            "values": {player.name: _values(player) for player in players},
        }
        return found | {"sources": {k: v for p in players for k, v in _source(p).items()}}

    @property
    def field_names(self) -> list[str]:
        """Each field as it is written."""
        return [field_name([policy.name for policy in field]) for field in self.fields]

    def candidate(self, values: Sequence[float]) -> Policy:
        """The policy with other values of what is tuned."""
        return self.policy.changed(**named_values(self.axes, values))

    def worth(self, values: Point, seed: int, deals: tuple[int, int], report: Report) -> Estimate:
        """Points per round better than the others, averaged over the fields.

        deals : the first one, and how many
        """
        return worth_of(self._played([values], seed, deals, report)[0])

    def gains(self, values: Point, seed: int, deals: int, report: Report) -> list[Gain]:
        """What values gain over the start in each field, and over all when there are several."""
        start = tuple(axis.start for axis in self.axes)
        both = [values, start] if values != start else [values]
        found = self._played(both, seed, (0, deals), report)
        ours, theirs = found[0], found[-1]
        pairs = zip(self.field_names, ours, theirs, strict=True)
        gains = [gain_of(name, [one], [other]) for name, one, other in pairs]
        return gains if len(gains) == 1 else [*gains, gain_of(ALL_FIELDS, ours, theirs)]

    def _played(
        self, points: Sequence[Point], seed: int, deals: tuple[int, int], report: Report
    ) -> list[list[Lone]]:
        """One list per point, with one Lone per field; all on the same deals."""
        players = [self.candidate(values) for values in points]
        tables = [(player, list(field)) for player in players for field in self.fields]
        found = lones(
            self.rules,
            tables,
            players=self.players,
            first_deal=deals[0],
            deals=deals[1],
            seed=seed,
            round=self.round,
            workers=self.workers,
            progress=report,
        )
        size = len(self.fields)
        return [found[begin : begin + size] for begin in range(0, len(found), size)]


def _values(player: Policy) -> dict[str, Any]:
    """The values of all parameters of a policy, which a preset's name alone does not tell."""
    return dict(player.settings.named) if player.settings else {}


def _source(player: Policy) -> dict[str, str]:
    """The file of a user's policy with the SHA-256 of what it holds."""
    place = read_call(player.name)[0].rpartition(":")[0]
    if not place.endswith(".py"):
        return {}
    return {place: hashlib.sha256(Path(place).read_bytes()).hexdigest()}


def field_name(names: Sequence[str]) -> str:
    """A field in few words: one name when all are the same player.

    >>> field_name(["greedy", "greedy"]), field_name(["greedy", "random"])
    ('greedy', 'greedy,random')
    """
    return names[0] if len(set(names)) == 1 else ",".join(names)


def worth_of(found: Sequence[Lone]) -> Estimate:
    """Points per round better than the others, averaged over fields on the same deals."""
    total = _sum([each.ahead.sum(axis=1) for each in found])
    return estimate_mean(total, _units(found))


def gain_of(name: str, ours: Sequence[Lone], theirs: Sequence[Lone]) -> Gain:
    """What one player gains over another in the same fields, both on the same deals."""
    ahead = _sum([each.ahead.sum(axis=1) for each in ours])
    less = _sum([each.ahead.sum(axis=1) for each in theirs])
    won = _sum([each.wins.sum(axis=1) for each in ours])
    lost = _sum([each.wins.sum(axis=1) for each in theirs])
    wins = WIN_UNITS * ours[0].players * len(ours)
    return Gain(
        name,
        ours[0].deals,
        estimate_mean(ahead - less, _units(ours)),
        estimate_mean(won - lost, wins),
        estimate_mean(ahead, _units(ours)),
        estimate_mean(won, wins),
    )


def _units(found: Sequence[Lone]) -> int:
    """What the sums of ``ahead`` over rounds and fields are to be divided by."""
    return found[0].ahead_units * found[0].rounds * len(found)


def _sum(arrays: Sequence[Any]) -> Any:
    return reduce(lambda one, other: one + other, arrays)
