"""Steps between policies, measured on duplicate deals: what ladders and comparisons both tell."""

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rummysim.reports.results import share
from rummysim.reports.summary import named
from rummysim.reports.tables import text_table
from rummysim.stats.estimate import FEW, Estimate, excludes
from rummysim.stats.rounding import number, with_error

if TYPE_CHECKING:
    from rummysim.simulation.pairs import Pairs

Row = dict[str, Any]

ALPHA = 0.05
CELL_GAP = 1  # between two columns of a table
POINTS_MEAN = (
    "Points: penalty points that one player collects less than the others at his table, on average."
)
INTERVAL_MEANS = (
    "± is half of a 95% interval, a deal being one observation; each is for itself, so about one "
    "in twenty misses."
)
CLEAR_MEANS = "Clear: the interval does not hold zero, and ten deals or more differ."


def points_entries(found: "Pairs", per_round: Estimate) -> Row:
    """Points per round and per match; where one round is played they are the same."""
    times = found.rounds
    match = Estimate(
        per_round.estimate * times,
        per_round.low * times,
        per_round.high * times,
        per_round.n,
        per_round.kind,
    )
    return named("points_better", per_round) | named("points_better_match", match)


def clear_entries(found: "Pairs", upper: int, lower: int) -> Row:
    """Whether a step is clear, in points and in wins, alone and with all others.

    ``..._clear``: the 95 % interval does not hold zero, and ten deals or more differ;
    ``..._clear_together``: the same for the interval that holds with 95 % for all steps at once
    (each at 1 - 0.05 / steps).
    """
    together = ALPHA / len(found.steps)
    entries: Row = {}
    measures = (("points", found.step), ("wins", found.step_wins))
    differ = found.deals_that_differ(upper, lower)
    for (what, estimate), deals in zip(measures, differ, strict=True):
        entries |= {
            f"{what}_deals_that_differ": deals,
            f"{what}_clear": deals >= FEW and excludes(estimate(upper, lower)),
            f"{what}_clear_together": deals >= FEW
            and excludes(estimate(upper, lower, alpha=together)),
        }
    return entries


def round_entries(found: "Pairs", upper: int, lower: int) -> list[Row]:
    """One entry per round of a step: points of that round."""
    setup = found.any_lone.setup
    return [
        {"round": index + 1, "contract": str(setup.rules.opening.contracts[index])}
        | named("points_better", estimate)
        | {"clear": excludes(estimate), "deals": found.deals}
        for index, estimate in zip(setup.rounds, found.step_by_round(upper, lower), strict=True)
    ]


def together_sentence(rows: Sequence[Row], what: str = "steps") -> str:
    """How many of the steps are clear when all of them are to hold at once."""
    points = sum(row["points_clear_together"] for row in rows)
    wins = sum(row["wins_clear_together"] for row in rows)
    if len(rows) == 1:
        return ""
    each = number(100 * (1 - ALPHA / len(rows)), 2)
    return (
        f"All {len(rows)} {what} at once, with 95% for the whole (each at {each}%): "
        f"{points} clear in points, {wins} in wins."
    )


def won(found: "Pairs") -> str:
    """What is won, in words."""
    return "Matches won" if found.rounds > 1 else "Rounds won"


def signed(row: Row, key: str, times: float = 1.0) -> str:
    """A difference with its sign and the half-width of its interval.

    >>> signed({"d": 1.25, "d_low": 1.0, "d_high": 1.5}, "d")
    '+1.2±0.3'
    """
    ends = [row[f"{key}{end}"] for end in ("", "_low", "_high")]
    if not any(ends):
        return "0"  # no deal differs
    value, low, high = (None if end is None else times * end for end in ends)
    text = with_error(value, low, high).replace(" ±", "±")
    return f"+{text}" if row[key] > 0 else text


def wins(row: Row) -> str:
    """The share of matches won in percent, with the half-width of its interval.

    >>> wins({"win_rate": 0.25, "win_rate_low": 0.24, "win_rate_high": 0.26})
    '25.0%±1.0'
    """
    return share(row, "win_rate")


def clear_word(row: Row) -> str:
    """In which measures a step is clear.

    >>> clear_word({"points_clear": True, "wins_clear": False})
    'points'
    """
    if row["points_clear"] and row["wins_clear"]:
        return "yes"
    return "points" if row["points_clear"] else "wins" if row["wins_clear"] else "no"


def filled(text: str, width: int) -> str:
    """A paragraph that a table follows."""
    return textwrap.fill(text, width) + "\n"


def in_blocks(
    corner: str,
    heads: Sequence[str],
    titles: Sequence[str],
    cells: Sequence[Sequence[str]],
    width: int,
) -> str:
    """A table of columns under their titles, in as many blocks as the width asks for.

    >>> print(in_blocks("", ["a", "b"], ["1", "2"], [["x", "y"], ["z", "w"]], 4))
      1
    - -
    a x
    b y
    <BLANKLINE>
      2
    - -
    a z
    b w
    """
    first = max(len(line) for head in [corner, *heads] for line in head.split("\n"))
    widest = max(len(line) for column in [titles, *cells] for t in column for line in t.split("\n"))
    fits = max(1, (width - first) // (widest + CELL_GAP))
    count = math.ceil(len(cells) / fits)
    each = math.ceil(len(cells) / count)  # blocks of about the same width
    blocks = []
    for start in range(0, len(cells), each):
        block = cells[start : start + each]
        rows = [[head, *(column[i] for column in block)] for i, head in enumerate(heads)]
        blocks.append(text_table([corner, *titles[start : start + each]], rows))
    return "\n\n".join(blocks)
