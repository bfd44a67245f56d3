"""The tables of a simulation, for people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rummysim.reports.tables import percent, percent_with_error, text_table
from rummysim.stats.rounding import with_error

NAME_WIDTH = 16  # of a policy where a line has room
Row = Mapping[str, Any]
LEGEND = (
    "± is half of a 95% interval. Points are penalty points: fewer is better. "
    "Turn: a player's own turn (his 1st, 2nd, ...) in which he laid down, if he did. "
    "All/none down: share of rounds that end with every player, with no player down."
)


def interval(row: Row, key: str, most: int = 2) -> str:
    """The value of ``key`` and its half-width, tight enough for a column.

    >>> interval({"points": 23.456, "points_low": 23.1, "points_high": 23.8}, "points")
    '23.5±0.4'
    """
    text = with_error(row.get(key), row.get(f"{key}_low"), row.get(f"{key}_high"), most)
    return text.replace(" ±", "±")


def share(row: Row, key: str) -> str:
    """The probability of ``key`` in percent, with the half-width of its interval.

    >>> share({"win_rate": 0.25, "win_rate_low": 0.24, "win_rate_high": 0.26}, "win_rate")
    '25.0%±1.0'
    """
    text = percent_with_error(row.get(key), row.get(f"{key}_low"), row.get(f"{key}_high"))
    return text.replace(" ", "")


def seat_table(seats: Sequence[Row], single_round: bool) -> str:
    """One line per seat: points and wins, then what happened in his rounds."""
    titles = [
        "seat",
        "policy",
        "points",
        "won",
        "rounds\nwon",
        "laid down\nin turn",
        "buys",
        "jokers\nleft",
    ]
    if single_round:
        del titles[3]
    rows = []
    for row in seats:
        cells = [
            str(row["seat"]),
            short_name(str(row["policy"])),
            interval(row, "points"),
            share(row, "win_rate"),
            share(row, "rounds_won"),
            interval(row, "lay_down_turn"),
            interval(row, "buys"),
            interval(row, "jokers_left", 3),
        ]
        if single_round:
            del cells[3]
        rows.append(cells)
    return text_table(titles, rows, left=2)


def round_table(rounds: Sequence[Row]) -> str:
    """One line per round, over all players: cost, how often and how soon it is laid down."""
    titles = [
        "round",
        "points",
        "laid\ndown",
        "in turn",
        "turns of\nall",
        "buys",
        "jokers\nleft",
        "all/\nnone\ndown",
        "dead\nrounds",
    ]
    rows = [
        [
            f"{row['round']} {row['contract']}",
            interval(row, "points"),
            share(row, "laid_down"),
            interval(row, "lay_down_turn"),
            interval(row, "turns"),
            interval(row, "buys"),
            f"{row['jokers_left']:.2f}",
            f"{100 * row['all_down']:.0f}/{100 * row['none_down']:.0f}%",
            percent(row["dead_rounds"]),
        ]
        for row in rounds
    ]
    return text_table(titles, rows)


def short_name(policy: str, most: int = 10) -> str:
    """A policy's name in few characters; of a file, the function's name.

    >>> short_name("greedy"), short_name("my_policy.py:decide"), short_name("steady(aim=any)")
    ('greedy', 'decide', 'steady(..)')
    """
    if len(policy) <= most:
        return policy
    name, bracket, _ = policy.partition("(")
    rest = "(..)" if bracket else ""
    return Path(name.rpartition(":")[2]).name[: most - len(rest)] + rest
