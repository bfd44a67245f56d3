"""Duplicate deals: one player among others, in every place of the same deals.

A deal fixes the cards, the dealer and the noise of every place at the table. The player under
test sits in each place of each deal once, so that no player's cards are better than another's,
and deals are the independent observations (the n games of a deal share its cards).

Places are seats: rotation r seats the player in seat r and the others, in their order, behind
him. ``simulate(shift=r)`` turns the cards instead of the players and gives the same games,
unless a policy uses noise or its own seat number; here both stay with the place, so that equal
players play one and the same game n times.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from rummysim.errors import PolicyError
from rummysim.kernels import layout
from rummysim.kernels.match import WIN_UNITS
from rummysim.policies.registry import Policy, PolicyLike, load_policies
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation.job import Setup, play
from rummysim.simulation.lone_result import Lone, Numbers, Versus
from rummysim.simulation.run import (
    check_amounts,
    check_whole,
    default_workers,
    listed_policies,
    prepare,
)
from rummysim.simulation.threads import Pace, Progress, in_chunks

__all__ = [
    "DuplicateStopped",
    "Lone",
    "Versus",
    "lone",
    "lones",
    "mirrored",
    "versus",
    "win_shares",
]

MOST_BYTES = 1 << 32  # of memory: every deal keeps its numbers

Field: TypeAlias = PolicyLike | Sequence[PolicyLike]


class DuplicateStopped(KeyboardInterrupt):
    """Ctrl-C on duplicate deals; ``lones`` hold the deals from the first on that were done."""

    def __init__(self, lones: list[Lone]) -> None:
        super().__init__()
        self.lones = lones


def lone(
    rules: str | Path | RuleSet,
    one: PolicyLike,
    field: Field,
    *,
    players: int | None = None,
    deals: int = 1000,
    seed: int = 0,
    first_deal: int = 0,
    round: int | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> Lone:
    """``one`` among ``field`` in all n places of each deal.

    field : one policy for all other seats, or a list of n - 1 in the order of play behind him
    players : how many play; by default as many as policies, or the preset's best number
    deals : each is played n times; the other arguments are those of ``simulate``

    >>> found = lone("shanghai", "greedy", "random", players=3, deals=2)
    >>> found.own.shape, found.wins.shape
    ((2, 3, 7), (2, 3))

    Raises RulesError or PolicyError; Ctrl-C raises DuplicateStopped.
    """
    return lones(
        rules,
        [(one, field)],
        players=players,
        deals=deals,
        seed=seed,
        first_deal=first_deal,
        round=round,
        workers=workers,
        chunk=chunk,
        progress=progress,
    )[0]


def versus(
    rules: str | Path | RuleSet,
    a: PolicyLike,
    b: PolicyLike,
    field: Field,
    *,
    players: int | None = None,
    deals: int = 1000,
    seed: int = 0,
    first_deal: int = 0,
    round: int | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> Versus:
    """``a`` and ``b``, one after the other in the same places among ``field``.

    The arguments are those of ``lone``. With ``field`` equal to ``b`` the games of ``b`` are
    one game per deal, which is played once.

    >>> versus("shanghai", "greedy", "greedy", "random", deals=2).points_better().estimate
    0.0

    Raises RulesError or PolicyError; Ctrl-C raises DuplicateStopped.
    """
    found = lones(
        rules,
        [(a, field), (b, field)],
        players=players,
        deals=deals,
        seed=seed,
        first_deal=first_deal,
        round=round,
        workers=workers,
        chunk=chunk,
        progress=progress,
    )
    return Versus(found[0], found[1])


def lones(
    rules: str | Path | RuleSet,
    tables: Sequence[tuple[PolicyLike, Field]],
    *,
    players: int | None = None,
    deals: int = 1000,
    seed: int = 0,
    first_deal: int = 0,
    round: int | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> list[Lone]:
    """Several tables ``(one, field)`` on the same deals, which go forward together.

    The arguments are those of ``lone``. A stopped run leaves the same deals for every table.

    >>> pair = [("greedy", "random"), ("random", "greedy")]
    >>> [found.deals for found in lones("shanghai", pair, players=3, deals=3)]
    [3, 3]

    Raises RulesError or PolicyError; Ctrl-C raises DuplicateStopped.
    """
    check_amounts(deals, first_deal, workers, chunk)
    ruleset = load_rules(rules)
    seatings = [_seated(ruleset, one, field, players) for one, field in tables]
    loaded = iter(load_policies([policy for seating in seatings for policy in seating]))
    setups = [
        prepare(ruleset, [next(loaded) for _ in seating], players=None, seed=seed, round=round)
        for seating in seatings
    ]
    check_whole("deals", deals, 1, MOST_BYTES // max(1, sum(map(_bytes_per_deal, setups))))
    kept = _Kept(setups, first_deal, deals)
    games = sum(map(games_per_deal, setups))
    pace = Pace(workers or default_workers(), chunk, progress, max(1, games))
    try:
        in_chunks(kept.play, kept.take, (first_deal, deals), pace)
    except KeyboardInterrupt:
        raise DuplicateStopped(kept.lones()) from None
    return kept.lones()


def _seated(rules: RuleSet, one: PolicyLike, field: Field, players: int | None) -> list[PolicyLike]:
    """The policies by seat, ``one`` first."""
    if players is not None:
        check_whole("players", players, 2, layout.MAX_SEATS)
    first, others = listed_policies(one), listed_policies(field)
    if len(first) != 1:
        raise PolicyError(f"{one!r} are {len(first)} policies; one sits alone among the others")
    if len(others) == 1:
        others *= (players or rules.table.best_players[0]) - 1
    if players is not None and len(others) != players - 1:
        raise PolicyError(
            f"{len(others)} policies for the {players - 1} others at a table of {players} "
            "players; give one for all of them or one for each"
        )
    return first + others


def turned(setup: Setup, turn: int) -> Setup:
    """The same players, each ``turn`` seats further on.

    >>> from rummysim.simulation.run import prepare
    >>> setup = prepare("shanghai", "greedy,random,random", players=3, seed=0)
    >>> [policy.name for policy in turned(setup, 1).policies]
    ['random', 'greedy', 'random']
    """
    turn %= setup.players
    seats = setup.policies[-turn:] + setup.policies[:-turn] if turn else setup.policies
    return replace(setup, policies=seats)


def mirrored(found: Lone) -> Lone:
    """At a table of two, the same games with the other player as the one under test.

    >>> found = lone("shanghai-2p", "greedy", "random", deals=2)
    >>> bool((mirrored(found).own == found.others[:, ::-1]).all())
    True
    """
    return replace(
        found,
        setup=turned(found.setup, 1),
        own=found.others[:, ::-1],
        others=found.own[:, ::-1],
        wins=WIN_UNITS - found.wins[:, ::-1],
    )


def games_per_deal(setup: Setup) -> int:
    """Different games of a deal: one when all players are the same, else one per place."""
    first = setup.policies[0]
    return 1 if all(_same(first, policy) for policy in setup.policies) else setup.players


def _bytes_per_deal(setup: Setup) -> int:
    """What one deal of a table keeps: three arrays of int64."""
    return 8 * setup.players * (2 * len(setup.rounds) + 1)


def _same(a: Policy, b: Policy) -> bool:
    return a.function is b.function and a.values == b.values


@dataclass(slots=True)
class _Part:
    """What one table's games of some deals gave; the arrays are those of Lone."""

    own: Numbers
    others: Numbers
    wins: Numbers
    turns: int


class _Kept:
    """The numbers of all tables, filled part by part from the first deal on."""

    def __init__(self, setups: Sequence[Setup], first_deal: int, deals: int) -> None:
        self.setups = setups
        self.first_deal = first_deal
        self.started = time.perf_counter()
        self.done = 0
        self.seconds = [0.0] * len(setups)
        self.whole = [_room(setup, deals) for setup in setups]

    def play(self, first: int, count: int) -> list[_Part]:
        """The parts of all tables over some deals."""
        return [_play_places(setup, first, count) for setup in self.setups]

    def take(self, parts: list[_Part]) -> None:
        """Nothing; the parts are kept behind those before."""
        count = len(parts[0].own) if parts else 0
        place = slice(self.done, self.done + count)
        for whole, part in zip(self.whole, parts, strict=True):
            whole.own[place], whole.others[place] = part.own, part.others
            whole.wins[place] = part.wins
            whole.turns += part.turns
        self.done += count

    def lones(self) -> list[Lone]:
        """The results over the deals that were taken."""
        seconds = time.perf_counter() - self.started
        return [
            Lone(
                setup,
                self.first_deal,
                whole.own[: self.done],
                whole.others[: self.done],
                whole.wins[: self.done],
                whole.turns,
                seconds,
            )
            for setup, whole in zip(self.setups, self.whole, strict=True)
        ]


def _room(setup: Setup, deals: int) -> _Part:
    """Arrays of the right sizes for so many deals."""
    shape = (deals, setup.players, len(setup.rounds))
    own, others = np.empty(shape, np.int64), np.empty(shape, np.int64)
    return _Part(own, others, np.empty(shape[:2], np.int64), 0)


def _play_places(setup: Setup, first: int, count: int) -> _Part:
    """One table over some deals, its first player in each place."""
    part = _room(setup, count)
    rounds, players, games = len(setup.rounds), setup.players, games_per_deal(setup)
    rows = layout.new_records(layout.RESULT, count * rounds * players)
    for turn in range(games):
        tally = play(turned(setup, turn), first, count, rows=rows)
        part.turns += int(tally[0]["turns"])
        points = rows["points"].reshape(count, rounds, players)
        went_out = rows["went_out"].reshape(count, rounds, players)
        shares = win_shares(points.sum(axis=1), went_out.sum(axis=1), setup.rules)
        for place in [turn] if games > 1 else range(players):
            part.own[:, place] = points[:, :, place]
            part.others[:, place] = points.sum(axis=2) - points[:, :, place]
            part.wins[:, place] = shares[:, place]
    return part


def win_shares(totals: Numbers, rounds_won: Numbers, rules: RuleSet) -> Numbers:
    """What each seat has of the win, int64[deals, n], in sixtieths (rules.md 1.5, `tie`).

    totals, rounds_won : int64[deals, n], penalty points and rounds won by seat

    >>> from rummysim.rules import load_rules
    >>> win_shares(np.array([[5, 9, 5]]), np.zeros((1, 3), int), load_rules("shanghai")).tolist()
    [[30, 0, 30]]
    """
    best = totals == totals.min(axis=1, keepdims=True)
    if rules.match.tie == "rounds_won":
        won = np.where(best, rounds_won, -1)
        best = won == won.max(axis=1, keepdims=True)
    shares: Numbers = best * (WIN_UNITS // best.sum(axis=1, keepdims=True))
    return shares
