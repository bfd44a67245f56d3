"""What can be counted: each measure read from the rows of games, and what it is broken down by.

`words.MEASURES` and `words.LABELS` say in a sentence what each of them means.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rummysim.cards import KINDS
from rummysim.kernels.contract import distances
from rummysim.kernels.layout import TURN_CAP
from rummysim.kernels.match import WIN_UNITS
from rummysim.kernels.pack import pack_goal
from rummysim.rules import RuleSet
from rummysim.simulation.duplicate import win_shares
from rummysim.simulation.job import Setup
from rummysim.simulation.lone_result import Numbers

Level = Literal["player", "table", "match"]

MANY = 3  # jokers and buys: so many or more
LAST_TURN = 30  # of the curve of lay-downs


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The rows of one arm's games: those of all its games side by side, seat by seat."""

    setup: Setup
    games: Sequence[Any]  # RESULT[deals, rounds, n] of each game
    policies: Sequence[str]  # of the arm, each once
    players: Numbers  # int64[seats], which of them sits in each seat of each game

    def field(self, name: str) -> Numbers:
        """One field of the rows, int64[deals, rounds, seats of all games]."""
        return np.concatenate([rows[name] for rows in self.games], axis=2)

    def of_table(self, name: str) -> Numbers:
        """A field that the whole table shares, int64[deals, rounds, games]."""
        return np.stack([rows[name][:, :, 0] for rows in self.games], axis=2)

    def of_match(self, name: str) -> Numbers:
        """A field added up over the rounds, int64[deals, 1, seats of all games]."""
        found: Numbers = self.field(name).sum(axis=1, keepdims=True)
        return found


@dataclass(frozen=True, slots=True)
class Values:
    """What a measure reads: whole numbers, and which of them count."""

    numbers: Numbers  # of the level's shape: deals, rounds or 1, seats or games
    among: Any = None  # bool array of the same shape, None for all


@dataclass(frozen=True, slots=True)
class Measure:
    """How a measure is read, and what its mean is."""

    level: Level  # what is observed once: a player's round, a table's round, a player's match
    read: Callable[[Seen], Values]
    share: bool = False  # a probability
    scale: int = 1  # its numbers count 1 / scale
    curve: bool = False  # the numbers are turns, counted for each turn up to which they came


def _plain(name: str) -> Callable[[Seen], Values]:
    return lambda seen: Values(seen.field(name))


def _of_table(name: str) -> Callable[[Seen], Values]:
    return lambda seen: Values(seen.of_table(name))


def _squares(read: Callable[[Seen], Values]) -> Callable[[Seen], Values]:
    return lambda seen: Values(read(seen).numbers ** 2)


def _match_points(seen: Seen) -> Values:
    return Values(seen.of_match("points"))


def _match_swing(seen: Seen) -> Values:
    """The variance over all games of a deal, at each place; all players the same: none."""
    points = np.stack([rows["points"].sum(axis=1) for rows in seen.games])
    games = len(points)
    spread = games * (points**2).sum(axis=0) - points.sum(axis=0) ** 2  # times games^2
    swing = (WIN_UNITS // games) ** 2 * spread
    return Values(np.tile(swing, games)[:, None, :])


def _match_won(seen: Seen) -> Values:
    rules = seen.setup.rules
    shares = [
        win_shares(rows["points"].sum(axis=1), rows["went_out"].sum(axis=1), rules)
        for rows in seen.games
    ]
    return Values(np.concatenate(shares, axis=1)[:, None, :])


def _down(seen: Seen) -> Values:
    return Values((seen.field("down_turn") > 0).astype(np.int64))


def _down_turn(seen: Seen) -> Values:
    turns = seen.field("down_turn")
    return Values(turns, turns > 0)


def _points_lost(seen: Seen) -> Values:
    return Values(seen.field("points"), seen.field("went_out") == 0)


def _dead(seen: Seen) -> Values:
    return Values((seen.of_table("dead") != 0).astype(np.int64))


def _capped(seen: Seen) -> Values:
    return Values((seen.of_table("dead") == TURN_CAP).astype(np.int64))


def _one_short(seen: Seen) -> Values:
    return Values(one_meld_missing(seen).astype(np.int64))


def _one_short_points(seen: Seen) -> Values:
    return Values(seen.field("points"), one_meld_missing(seen))


def one_meld_missing(seen: Seen) -> Any:
    """Who ended a round with all melds of the contract but one, bool[deals, rounds, seats].

    He is not down, cannot meld the whole contract, and could if it had one of its melds fewer.
    Cards left over do not matter, also where the melds must use the whole hand.
    """
    short = seen.field("down_turn") == 0
    hands = np.concatenate([rows["hand"] for rows in seen.games], axis=2)
    for place, number in enumerate(seen.setup.rounds):
        waiting = short[:, place]
        held = np.ascontiguousarray(hands[:, place][waiting], np.int8).reshape(-1, KINDS)
        whole, *fewer = _goals(seen.setup.rules, number)
        almost = np.any([_can_meld(held, goal) for goal in fewer], axis=0)
        short[:, place][waiting] = almost & ~_can_meld(held, whole)
    return short


def _goals(rules: RuleSet, number: int) -> list[Any]:
    """The melds of a contract as a GOAL array, then those with one set or one run fewer."""
    whole = pack_goal(rules, number)
    for field in ("whole_hand", "longer", "keep_one", "turn_step"):
        whole[field] = 0
    goals = [whole]
    for kind in ("sets", "runs"):
        count = int(whole[kind][0])
        if not count:
            continue
        fewer = whole.copy()
        fewer[kind] = count - 1
        sizes = fewer[f"{kind[:-1]}_size"][0]
        fewer["cards"] -= sizes[0]  # the largest comes first, and is the one that is missing
        sizes[: count - 1] = sizes[1:count].copy()
        sizes[count - 1] = 0
        goals.append(fewer)
    return goals


def _can_meld(hands: Any, goal: Any) -> Any:
    if goal["sets"][0] + goal["runs"][0] == 0:
        return np.ones(len(hands), np.bool_)
    out = np.empty(len(hands), np.int64)
    distances(hands, goal[0], out)
    return out == 0


MEASURES: dict[str, Measure] = {
    "points": Measure("player", _plain("points")),
    "points_squared": Measure("player", _squares(_plain("points"))),
    "points_lost": Measure("player", _points_lost),
    "match_points": Measure("match", _match_points),
    "match_points_squared": Measure("match", _squares(_match_points)),
    "match_swing": Measure("match", _match_swing, scale=WIN_UNITS**2),
    "match_won": Measure("match", _match_won, share=True, scale=WIN_UNITS),
    "won": Measure("player", _plain("went_out"), share=True),
    "down": Measure("player", _down, share=True),
    "down_turn": Measure("player", _down_turn),
    "down_by_turn": Measure("player", _down_turn, share=True, curve=True),
    "turns": Measure("table", _of_table("turns")),
    "dead": Measure("table", _dead, share=True),
    "capped": Measure("table", _capped, share=True),
    "recycles": Measure("table", _of_table("recycles")),
    "buys": Measure("player", _plain("buys")),
    "cards_left": Measure("player", _plain("cards_left")),
    "jokers_left": Measure("player", _plain("jokers_left")),
    "dealt_ready": Measure("player", _plain("dealt_ready"), share=True),
    "laid_off_own": Measure("player", _plain("laid_off_own")),
    "laid_off_others": Measure("player", _plain("laid_off_others")),
    "one_short": Measure("player", _one_short, share=True),
    "one_short_points": Measure("player", _one_short_points),
}

# What each level can be broken down by.
LABELS: dict[Level, tuple[str, ...]] = {
    "player": ("round", "jokers_dealt", "place", "policy", "buys"),
    "table": ("round",),
    "match": ("policy",),
}


def label_codes(seen: Seen, label: str) -> Any:
    """The code of a label of each observation; it broadcasts to (deals, rounds or 1, seats).

    Codes count from 0: the round within those played, jokers and buys up to 3, the place in the
    order of play, the number of the policy.
    """
    if label == "round":
        return np.arange(len(seen.setup.rounds))[None, :, None]
    if label == "policy":
        return seen.players[None, None, :]
    if label == "place":
        return seen.field("place")
    return np.minimum(seen.field(label), MANY)


def label_values(
    label: str, rounds: Sequence[int], players: int, policies: Sequence[str]
) -> list[int | str]:
    """What people see for each code of a label.

    rounds : from 0
    policies : those of the arm, in the order of their seats, each once

    >>> label_values("place", range(7), 3, ["greedy"]), label_values("round", [6], 3, ["greedy"])
    ([1, 2, 3], [7])
    """
    if label == "round":
        return [number + 1 for number in rounds]
    if label == "policy":
        return list(policies)
    if label == "place":
        return list(range(1, players + 1))
    return list(range(MANY + 1))
