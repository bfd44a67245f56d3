"""A simulation summed up for tables, charts and JSON: per seat, per round, by turn.

The players of one deal share its cards, so a deal is one observation however many sit at the
table: per-deal sums give the intervals where the tallies keep their squares. Where only the
squares of single seats or rounds are kept, the half-width of an average is taken as the average
of the half-widths, which is never too small.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rummysim.stats.estimate import (
    Estimate,
    cluster_estimate,
    curve_estimates,
    mean_estimate,
)

if TYPE_CHECKING:
    from rummysim.simulation import Result

AVERAGED = ("lay_down_turn", "buys", "jokers_left")

Row = dict[str, Any]


def seat_rows(result: "Result") -> list[Row]:
    """One entry per seat: the whole deal's points and wins, and the averages of its rounds."""
    by_seat: dict[int, list[Row]] = {}
    for row in result.rounds:
        by_seat.setdefault(row["seat"], []).append(row)
    rows = []
    for seat in result.seats:
        own = by_seat[seat["seat"]]
        rounds_won = average(own, "win_rate", "rounds_won")
        means = [average(own, key) for key in AVERAGED]
        rows.append(
            seat | rounds_won | {key: value for mean in means for key, value in mean.items()}
        )
    return rows


def round_rows(result: "Result") -> list[Row]:
    """One entry per round over all seats: points per player, lay-downs, length, dead rounds."""
    players = result.setup.players
    rows = []
    for table in result.tables:
        index = table["round"] - 1
        tally = result.tally[0]["round"][index]
        seats = [row for row in result.rounds if row["round"] == table["round"]]
        points = mean_estimate(
            table["played"], int(tally["points"]), int(tally["points_squared"]), scale=players
        )
        row = {"round": table["round"], "contract": table["contract"]}
        row |= named("points", points)
        row |= named("laid_down", laid_down(result, index))
        for key in AVERAGED:
            row |= average(seats, key)
        rows.append(row | {key: value for key, value in table.items() if key not in row})
    return rows


def dealt(result: "Result", index: int) -> Estimate:
    """Probability that a player holds the contract of round ``index`` (from 0) as dealt."""
    tally = result.tally[0]["round"][index]
    hits, squares = int(tally["dealt_ready"]), int(tally["dealt_ready_squared"])
    return share_of_players(result, hits, squares)


def laid_down(result: "Result", index: int) -> Estimate:
    """Probability that a player lays down in round ``index`` (from 0) before it ends."""
    tally = result.tally[0]["round"][index]
    hits = sum(int(seat["down"]) for seat in tally["seat"][: result.setup.players])
    squares = sum(down * down * int(rounds) for down, rounds in enumerate(tally["down_players"]))
    return share_of_players(result, hits, squares)


def share_of_players(result: "Result", hits: int, squares: int) -> Estimate:
    """``hits`` players in all deals as a probability; ``squares`` sums their squares per deal."""
    return cluster_estimate(result.deals, hits, squares, seats=result.setup.players)


def by_turn(result: "Result", index: int) -> list[Row]:
    """Probability of having laid down by each own turn of round ``index`` (from 0), with band.

    The band holds for the whole curve at once. The list ends with the last turn in which
    somebody laid down.
    """
    counts = [int(count) for count in result.lay_down_counts(index)]
    last = max((turn for turn, count in enumerate(counts) if turn and count), default=1)
    totals = list(itertools.accumulate(counts[1 : last + 1]))
    points = curve_estimates(totals, result.deals, seats=result.setup.players)
    return [
        {"turn": turn, "estimate": point.estimate, "low": point.low, "high": point.high}
        | {"deals": result.deals}
        for turn, point in enumerate(points, start=1)
    ]


def at_turn(rows: Sequence[Row], turn: int) -> Row:
    """The entry of ``by_turn`` for a turn; the last one for all turns after it.

    >>> at_turn([{"turn": 1, "estimate": 0.2}, {"turn": 2, "estimate": 0.4}], 15)["estimate"]
    0.4
    """
    return rows[min(turn, len(rows)) - 1]


def average(rows: Iterable[Mapping[str, Any]], key: str, name: str = "") -> Row:
    """The mean of ``key`` over rows, with an interval that is never too narrow.

    >>> average([{"buys": 1.0, "buys_low": 0.8, "buys_high": 1.2},
    ...          {"buys": 2.0, "buys_low": 1.6, "buys_high": 2.4}], "buys")
    {'buys': 1.5, 'buys_low': 1.2000000000000002, 'buys_high': 1.7999999999999998}
    """
    name = name or key
    ends = ("", "_low", "_high")
    known = [row for row in rows if all(row[f"{key}{end}"] is not None for end in ends)]
    if not known:  # nobody laid down, say
        return dict.fromkeys((f"{name}{end}" for end in ends), None)
    return {f"{name}{end}": sum(row[f"{key}{end}"] for row in known) / len(known) for end in ends}


def named(name: str, estimate: Estimate) -> Row:
    """An estimate as three entries of a row."""
    return {
        name: estimate.estimate,
        f"{name}_low": estimate.low,
        f"{name}_high": estimate.high,
    }


def plain_estimate(estimate: Estimate, deals: int) -> Row:
    """An estimate as JSON shows it."""
    return {
        "estimate": estimate.estimate,
        "low": estimate.low,
        "high": estimate.high,
        "deals": deals,
        "interval": estimate.kind,
    }
