"""What a simulation found: sums over deals, shown with their intervals."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rummysim.kernels import layout
from rummysim.kernels.match import WIN_UNITS
from rummysim.simulation.job import Setup, play
from rummysim.stats.estimate import (
    Estimate,
    cluster_estimate,
    mean_estimate,
    proportion_estimate,
)

if TYPE_CHECKING:
    from pandas import DataFrame

FRAME_CHUNK = 4096  # deals replayed at a time for data frames
# What a row tells in one number each; the cards left in hand are 53.
NUMBERS = tuple(name for name in layout.RESULT.names or () if layout.RESULT[name].shape == ())


@dataclass(frozen=True, repr=False)
class Result:
    """Sums over the deals played, and everything that is needed to play them again."""

    setup: Setup
    first_deal: int
    tally: Any  # TALLY array of length 1
    seconds: float

    def __repr__(self) -> str:
        """The inputs in one line; the sums would fill pages."""
        deals = f"{self.first_deal}-{self.first_deal + self.deals - 1}"
        names = ", ".join(self.policies)
        return f"<Result {self.setup.rules.name}: deals {deals}, seed {self.setup.seed}, {names}>"

    @property
    def deals(self) -> int:
        """Deals played: matches, or single rounds."""
        return int(self.tally[0]["deals"])

    @property
    def policies(self) -> tuple[str, ...]:
        """Names of the policies by seat."""
        return tuple(policy.name for policy in self.setup.policies)

    @property
    def turns(self) -> int:
        """Turns of all rounds of all deals."""
        return int(self.tally[0]["turns"])

    @property
    def decisions(self) -> int:
        """Answers that policies gave."""
        return int(self.tally[0]["decisions"])

    @property
    def digest(self) -> str:
        """Hash of all sums: equal for equal inputs, whatever the workers and chunks."""
        return hashlib.sha256(self.tally.tobytes()).hexdigest()

    @property
    def seats(self) -> list[dict[str, Any]]:
        """One entry per seat over whole deals: points and share of matches won."""
        return [self._seat(seat) for seat in range(self.setup.players)]

    @property
    def rounds(self) -> list[dict[str, Any]]:
        """One entry per round and seat: points, rounds won, lay-down, buys, jokers left."""
        players = range(self.setup.players)
        return [self._round(number, seat) for number in self.setup.rounds for seat in players]

    @property
    def tables(self) -> list[dict[str, Any]]:
        """One entry per round over the whole table: length, dead rounds, recycling."""
        return [self._table(number) for number in self.setup.rounds]

    def _seat(self, seat: int) -> dict[str, Any]:
        match = self.tally[0]["match"][seat]
        # a score interval: a player who never won may still win the next match
        won = cluster_estimate(self.deals, match["wins"], match["wins_squared"], seats=WIN_UNITS)
        points = mean_estimate(self.deals, match["total"], match["total_squared"])
        row: dict[str, Any] = {"seat": seat + 1, "policy": self.policies[seat]}
        row |= _named("points", points)
        return row | _named("win_rate", won)

    def _round(self, number: int, seat: int) -> dict[str, Any]:
        tally = self.tally[0]["round"][number]["seat"][seat]
        played = int(self.tally[0]["round"][number]["played"])
        down = int(tally["down"])
        row: dict[str, Any] = {
            "round": number + 1,
            "contract": str(self.setup.rules.opening.contracts[number]),
            "seat": seat + 1,
            "policy": self.policies[seat],
        }
        row |= _named("points", _mean(tally, "points", played))
        row |= _named("win_rate", proportion_estimate(tally["went_out"], played))
        row |= _named("laid_down", proportion_estimate(down, played))
        row |= _named("lay_down_turn", _mean(tally, "down_turn", down))
        row |= _named("buys", _mean(tally, "buys", played))
        return row | _named("jokers_left", _mean(tally, "jokers_left", played))

    def _table(self, number: int) -> dict[str, Any]:
        tally = self.tally[0]["round"][number]
        played = int(tally["played"])
        row: dict[str, Any] = {
            "round": number + 1,
            "contract": str(self.setup.rules.opening.contracts[number]),
        }
        row |= _named("turns", _mean(tally, "turns", played))
        dead = int(tally["no_cards"]) + int(tally["capped"])
        row |= _named("dead_rounds", proportion_estimate(dead, played))
        down = tally["down_players"]
        some = int(down[1 : self.setup.players].sum())
        row |= _named("all_down", proportion_estimate(int(down[self.setup.players]), played))
        row |= _named("some_down", proportion_estimate(some, played))
        row |= _named("none_down", proportion_estimate(int(down[0]), played))
        return row | {
            "dead": int(tally["no_cards"]),
            "capped": int(tally["capped"]),
            "recycles": int(tally["recycles"]),
            "played": played,
        }

    def lay_down_counts(self, number: int) -> np.ndarray[Any, Any]:
        """Lay-downs of all players by own turn in round ``number`` (from 0), int64[152].

        Index 0 counts the players who never laid down, the last index every later turn.
        """
        seats = self.tally[0]["round"][number]["seat"][: self.setup.players]
        counts: np.ndarray[Any, Any] = np.asarray(seats["histogram"]).sum(axis=0)
        return counts

    def to_frame(self) -> "DataFrame":
        """Tidy pandas frame, one row per deal, round and seat.

        The sums keep no single deals, so they are played again: the same deals give the same
        rows. Rows are 17 columns of int64 and one of text; ``frames`` yields them in parts.
        """
        import pandas as pd

        return pd.concat(self.frames(), ignore_index=True)

    def frames(self, deals: int = FRAME_CHUNK) -> Iterator["DataFrame"]:
        """The rows of ``to_frame`` in parts of that many deals."""
        import pandas as pd

        per_deal = len(self.setup.rounds) * self.setup.players
        end = self.first_deal + self.deals
        for first in range(self.first_deal, end, deals):
            count = min(deals, end - first)
            rows = layout.new_records(layout.RESULT, count * per_deal)
            play(self.setup, first, count, rows=rows)
            frame = pd.DataFrame({name: np.asarray(rows[name]) for name in NUMBERS})
            frame["round"] += 1
            frame["seat"] += 1
            frame["place"] += 1
            names = pd.Series(self.policies, index=range(1, self.setup.players + 1))
            frame.insert(3, "policy", frame["seat"].map(names))
            yield frame


def _mean(tally: Any, field: str, count: int) -> Estimate | None:
    """The mean of a field over ``count`` rounds, none of them negative; None without rounds."""
    if count == 0:
        return None
    found = mean_estimate(count, tally[field], tally[f"{field}_squared"])
    return replace(found, low=max(0.0, found.low))


def _named(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {
        name: estimate.estimate,
        f"{name}_low": estimate.low,
        f"{name}_high": estimate.high,
    }
