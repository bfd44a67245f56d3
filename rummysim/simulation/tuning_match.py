"""What candidates of a tuning run are worth: the policy on duplicate deals and its fields.

One way, a candidate sits alone among the players of a field. Both ways, one player of the field
also sits alone among candidates, and the worth is the mean of both, as in a step of a ladder.
Where the whole hand must be melded, one way misleads: who only keeps his penalty points low does
well alone among players who try to go out, and a table of such players is at the mercy of one who
tries. In the last round of ``shanghai``, one was 13 points better among three ``greedy``, and one
``greedy`` 57 points better than three of them (standard errors 1.3 and 0.3).
"""

import hashlib
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from rummysim.errors import PolicyError
from rummysim.kernels.match import WIN_UNITS
from rummysim.policies.call import read_call
from rummysim.policies.registry import Policy
from rummysim.rules import RuleSet
from rummysim.rules.write import rules_id
from rummysim.simulation.duplicate import Field, lones, mirrored
from rummysim.simulation.lone_result import Lone, Numbers, estimate_mean
from rummysim.simulation.tuning_axes import Axis, Point, named_values
from rummysim.stats.estimate import Estimate

ALL_FIELDS = "all"
MEASURES = ("points", "wins", "ahead", "won", "alone", "reverse")  # of a Gain

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Meeting:
    """One player and a field on the same deals, one way or both ways."""

    alone: Lone  # the player alone among the field
    reverse: Lone | None = None  # the field's player alone among such players

    @property
    def ways(self) -> int:
        """How many ways it was played."""
        return 2 if self.reverse else 1

    @property
    def ahead(self) -> Numbers:
        """Points by deal that the player is better, int64[deals], all ways and rounds together."""
        found: Numbers = self.alone.ahead.sum(axis=1)
        return found - self.reverse.ahead.sum(axis=1) if self.reverse else found

    @property
    def wins(self) -> Numbers:
        """Wins by deal in sixtieths, int64[deals]; less those of the reverse when it was played."""
        found: Numbers = self.alone.wins.sum(axis=1)
        return found - self.reverse.wins.sum(axis=1) if self.reverse else found


@dataclass(frozen=True, slots=True)
class Gain:
    """What the chosen values gain over the start in one field, on the same deals.

    Both ways, ``points``, ``wins`` and ``ahead`` are means of both ways, ``won`` is the mean
    share of matches above what is fair, and ``alone`` and ``reverse`` are the ways one by one.
    """

    field: str
    deals: int
    points: Estimate  # per round better than the others, more than the start
    wins: Estimate  # share of the matches won, more than the start
    ahead: Estimate  # points per round better than the others
    won: Estimate  # share of the matches won
    alone: Estimate | None = None  # points better, alone among the field
    reverse: Estimate | None = None  # points the field's player is better alone among candidates

    def entries(self) -> dict[str, Any]:
        """The gain as a line of the history holds it."""
        return {"field": self.field, "deals": self.deals} | {
            name: {"mean": found.estimate, "low": found.low, "high": found.high}
            for name, found in self.estimates().items()
        }

    def estimates(self) -> dict[str, Estimate]:
        """The numbers by their names; six of them both ways, else four."""
        found = ((name, getattr(self, name)) for name in MEASURES)
        return {name: estimate for name, estimate in found if estimate}

    @classmethod
    def of(cls, line: dict[str, Any]) -> "Gain":
        """The gain that a line of the history holds.

        >>> found = Estimate(1.0, 0.5, 1.5, 9, "t")
        >>> gain = Gain("greedy", 9, found, found, found, found)
        >>> Gain.of(gain.entries()) == gain
        True
        """
        deals = line["deals"]
        numbers = {
            name: Estimate(line[name]["mean"], line[name]["low"], line[name]["high"], deals, "t")
            for name in MEASURES
            if name in line
        }
        return cls(line["field"], deals, **numbers)


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
    both_ways: bool = False  # the field's player alone among candidates counts as much

    def __post_init__(self) -> None:
        """Raises PolicyError for a mixed field both ways: nobody could stand for it alone."""
        if not self.both_ways:
            return
        for name, field in zip(self.field_names, self.fields, strict=True):
            if len({policy.name for policy in field}) > 1:
                raise PolicyError(
                    f"field {name!r} has different players; both ways, a field is one player for "
                    "all other seats"
                )

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
            "both_ways": self.both_ways,
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
        """Points per round better than the others, averaged over the fields and the ways.

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

    @property
    def tables(self) -> int:
        """How many tables play each deal for one candidate."""
        return len(self.fields) * (2 if self._reversed else 1)

    @property
    def _reversed(self) -> bool:
        """Whether the reverse has tables of its own; a game of two shows both ways."""
        return self.both_ways and self.players > 2

    def _played(
        self, points: Sequence[Point], seed: int, deals: tuple[int, int], report: Report
    ) -> list[list[Meeting]]:
        """One list per point, with one Meeting per field; all on the same deals."""
        tables: list[tuple[Policy, Field]] = []
        for player in map(self.candidate, points):
            for field in self.fields:
                tables.append((player, list(field)))
                if self._reversed:
                    tables.append((field[0], player))
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
        meetings = self._meetings(found)
        size = len(self.fields)
        return [meetings[begin : begin + size] for begin in range(0, len(meetings), size)]

    def _meetings(self, found: Sequence[Lone]) -> list[Meeting]:
        """The tables, those of both ways together."""
        if self._reversed:
            return [Meeting(*pair) for pair in zip(found[::2], found[1::2], strict=True)]
        return [Meeting(one, mirrored(one) if self.both_ways else None) for one in found]


def _values(player: Policy) -> dict[str, Any]:
    """The values of all parameters of a policy, which a preset's name alone does not tell."""
    return dict(player.settings.named) if player.settings else {}


def _source(player: Policy) -> dict[str, str]:
    """The file or module of a user's policy with the SHA-256 of what its file holds.

    >>> list(_source(Policy("rummysim.policies.call:read_call", None))), _source(Policy("a", None))
    (['rummysim.policies.call'], {})
    """
    place = read_call(player.name)[0].rpartition(":")[0]
    if not place:
        return {}
    file = place if place.endswith(".py") else _module_file(place)
    return {place: hashlib.sha256(Path(file).read_bytes()).hexdigest()} if file else {}


def _module_file(name: str) -> str | None:
    """The file of a module that is loaded already; None for one that has no source."""
    module = sys.modules.get(name)
    try:
        return inspect.getsourcefile(module) if module else None
    except TypeError:  # built into the interpreter
        return None


def field_name(names: Sequence[str]) -> str:
    """A field in few words: one name when all are the same player.

    >>> field_name(["greedy", "greedy"]), field_name(["greedy", "random"])
    ('greedy', 'greedy,random')
    """
    return names[0] if len(set(names)) == 1 else ",".join(names)


def worth_of(found: Sequence[Meeting]) -> Estimate:
    """Points per round better than the others, averaged over fields on the same deals."""
    return estimate_mean(_sum([each.ahead for each in found]), _units(found))


def gain_of(name: str, ours: Sequence[Meeting], theirs: Sequence[Meeting]) -> Gain:
    """What one player gains over another in the same fields, both on the same deals."""
    ahead = _sum([each.ahead for each in ours])
    won = _sum([each.wins for each in ours])
    wins = WIN_UNITS * ours[0].alone.players * len(ours) * ours[0].ways
    backs = [each.reverse for each in ours if each.reverse]
    return Gain(
        name,
        ours[0].alone.deals,
        estimate_mean(ahead - _sum([each.ahead for each in theirs]), _units(ours)),
        within(estimate_mean(won - _sum([each.wins for each in theirs]), wins), -1.0, 1.0),
        estimate_mean(ahead, _units(ours)),
        within(estimate_mean(won, wins), -0.5 if backs else 0.0, 0.5 if backs else 1.0),
        worth_of([Meeting(each.alone) for each in ours]) if backs else None,
        worth_of([Meeting(each) for each in backs]) if backs else None,
    )


def within(found: Estimate, low: float, high: float) -> Estimate:
    """The estimate with an interval that holds nothing impossible.

    >>> found = within(Estimate(0.17, -1.95, 2.29, 2, "t"), -1.0, 1.0)
    >>> found.low, found.high
    (-1.0, 1.0)
    """
    return replace(found, low=max(low, found.low), high=min(high, found.high))


def _units(found: Sequence[Meeting]) -> int:
    """What the sums of ``ahead`` over rounds, fields and ways are to be divided by."""
    alone = found[0].alone
    return alone.ahead_units * alone.rounds * len(found) * found[0].ways


def _sum(arrays: Sequence[Any]) -> Any:
    return reduce(lambda one, other: one + other, arrays)
