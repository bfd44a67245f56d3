"""The integer sums of one contrast: what two arms differ by on the same deals.

Each deal is played with the tip arm's player and with the other arm's in every place. Sums over
the places stand for a deal, so that dividing by the places gives its mean; deals are the
independent observations.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from rummysim.experiments.seating import Game
from rummysim.simulation.lone_result import Numbers

# Of a deal unless stated: added up over its places and rounds, then over the deals.
NAMES = (
    "deals",
    "alike",  # deals on which the two arms are one and the same player
    "games",  # different games
    "turns",  # of these games
    "tip_games",  # different games with the tip's player under test, and their turns
    "tip_turns",
    "other_games",
    "other_turns",
    "saved",  # penalty points of the other arm less those of the tip
    "saved_squared",
    "ahead",  # points further ahead of the others, in units of Lone.ahead
    "ahead_squared",
    "wins",  # sixtieths of matches gained
    "wins_squared",
    "longer",  # turns of the tip's rounds less those of the other's
    "longer_squared",
    "differ",  # deals on which something was saved or lost
    "changed",  # places whose game has any other points or winner
    "tip",  # penalty points
    "tip_deal_squared",  # the square of a deal's points
    "tip_match_squared",  # the squares of the points of each place
    "other",
    "other_deal_squared",
    "other_match_squared",
)

# Of each round, behind the others: all rounds of one name, then all of the next.
ROUND_NAMES = (
    "saved",  # of a deal, added up over its places
    "saved_squared",
    "other",  # points of the other arm
    "other_squared",  # the squares of the points of each place
)

ByName: TypeAlias = dict[str, int]


def rounds_of(sums: Sequence[int]) -> int:
    """How many rounds these sums are about."""
    return (len(sums) - len(NAMES)) // len(ROUND_NAMES)


def are_sums(numbers: Sequence[int], rounds: int, count: int) -> bool:
    """Whether numbers can be the sums of so many deals of so many rounds.

    >>> are_sums([9] * 28, 1, 9), are_sums([9] * 27, 1, 9), are_sums([8] * 28, 1, 9)
    (True, False, False)
    """
    long_enough = len(numbers) == len(NAMES) + len(ROUND_NAMES) * rounds
    named = dict(zip(NAMES, numbers, strict=False))
    squares = [number for name, number in named.items() if name.endswith("squared")]
    counts = [number for name, number in named.items() if name.endswith(("games", "turns"))]
    return (
        long_enough
        and named["deals"] == count
        and all(0 <= named[name] <= count for name in ("alike", "differ"))
        and min(counts) > 0 <= min(squares)
    )


def by_name(sums: Sequence[int]) -> ByName:
    """The sums of whole deals by their names.

    >>> by_name(range(len(NAMES)))["alike"]
    1
    """
    return dict(zip(NAMES, map(int, sums), strict=False))


def by_round(sums: Sequence[int]) -> list[ByName]:
    """The sums of each round by their names.

    >>> by_round([0] * len(NAMES) + [1, 2, 3, 4, 5, 6, 7, 8])[1]
    {'saved': 2, 'saved_squared': 4, 'other': 6, 'other_squared': 8}
    """
    rounds = rounds_of(sums)
    return [
        {
            name: int(sums[len(NAMES) + place * rounds + number])
            for place, name in enumerate(ROUND_NAMES)
        }
        for number in range(rounds)
    ]


def contrast_sums(tip: Sequence[Game], other: Sequence[Game]) -> list[int]:
    """The sums of some deals in the order of `NAMES` and then `ROUND_NAMES`.

    tip, other : the games with the arm's player in each place
    """
    own, others = _own_points(tip), _own_points(other)
    saved = (others - own).sum(axis=2)
    pairs = list(zip(tip, other, strict=True))
    numbers = {
        "deals": len(saved),
        "alike": len(saved) * all(a is b for a, b in pairs),
        "changed": sum(_changed(a, b) for a, b in pairs),
        "differ": int(np.count_nonzero(saved.sum(axis=1))),
        **_cost("", [*tip, *other]),
        **_cost("tip_", tip),
        **_cost("other_", other),
        **_squared("saved", saved.sum(axis=1)),
        **_squared("ahead", _ahead(tip, own) - _ahead(other, others)),
        **_squared("wins", _wins(tip) - _wins(other)),
        **_squared("longer", _turns(tip) - _turns(other)),
        **_points("tip", own),
        **_points("other", others),
    }
    rounds = [
        saved.sum(axis=0),
        (saved * saved).sum(axis=0),
        others.sum(axis=(0, 2)),
        (others * others).sum(axis=(0, 2)),
    ]
    return [int(numbers[name]) for name in NAMES] + [int(n) for each in rounds for n in each]


def _own_points(games: Sequence[Game]) -> Numbers:
    """Points of the player under test, int64[deals, rounds, n] with the places last."""
    return np.stack([game.points[:, :, place] for place, game in enumerate(games)], axis=2)


def _ahead(games: Sequence[Game], own: Numbers) -> Numbers:
    """What `Lone.ahead` has of each deal: the others' points less (n - 1) times one's own."""
    everybody = sum(game.points.sum(axis=(1, 2)) for game in games)
    found: Numbers = everybody - len(games) * own.sum(axis=(1, 2))
    return found


def _wins(games: Sequence[Game]) -> Numbers:
    found: Numbers = np.sum([game.wins[:, place] for place, game in enumerate(games)], axis=0)
    return found


def _turns(games: Sequence[Game]) -> Numbers:
    found: Numbers = np.sum([game.turns.sum(axis=1) for game in games], axis=0)
    return found


def _changed(a: Game, b: Game) -> int:
    """Deals on which two games have other points or winners."""
    if a is b:
        return 0
    other = (a.points != b.points).any(axis=(1, 2)) | (a.wins != b.wins).any(axis=1)
    return int(np.count_nonzero(other))


def _cost(prefix: str, games: Sequence[Game]) -> ByName:
    different = {game.key: game for game in games}.values()
    return {
        f"{prefix}games": sum(len(game.turns) for game in different),
        f"{prefix}turns": sum(int(game.turns.sum()) for game in different),
    }


def _squared(name: str, numbers: Numbers) -> ByName:
    """The sum of one number per deal, and of its squares."""
    return {name: int(numbers.sum()), f"{name}_squared": int((numbers * numbers).sum())}


def _points(arm: str, own: Numbers) -> ByName:
    deals, matches = own.sum(axis=(1, 2)), own.sum(axis=1)
    return {
        arm: int(deals.sum()),
        f"{arm}_deal_squared": int((deals * deals).sum()),
        f"{arm}_match_squared": int((matches * matches).sum()),
    }
