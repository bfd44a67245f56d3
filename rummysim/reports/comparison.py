"""Several policies compared with one: as data, as tables."""

import re
import textwrap
from typing import TYPE_CHECKING

from rummysim.reports.results import interval, share
from rummysim.reports.steps import (
    CLEAR_MEANS,
    INTERVAL_MEANS,
    POINTS_MEAN,
    Row,
    clear_entries,
    clear_word,
    filled,
    in_blocks,
    points_entries,
    round_entries,
    signed,
    together_sentence,
)
from rummysim.reports.summary import named
from rummysim.reports.tables import text_table
from rummysim.stats.rounding import NOT_AVAILABLE, number

if TYPE_CHECKING:
    from rummysim.simulation.comparison import Comparison

GAINS_NUMBERS = 49  # columns of the first table behind the names
WAYS_NUMBERS = 42  # of the second
FEWEST = 9  # columns of a name, which has as many lines as it needs
ROUND_NAME = 24  # columns of a name beside the rounds
LEGEND = (
    f"{POINTS_MEAN} Both ways: the mean of {{both}}, on the same deals. Other scores: matches "
    "that end otherwise because one plays so. Alone, around one: each way by itself. Saved: "
    "penalty points fewer than {reference} collects in the same seat of the same deals. Luck: "
    "matches until the gain is as large as a standard deviation of luck, where it is clear. "
    f"{INTERVAL_MEANS} {CLEAR_MEANS}"
)


def comparison_rows(found: "Comparison") -> list[Row]:
    """One entry per policy compared, the best first."""
    return [
        {"rank": rank, "policy": found.policies[index].name, "against": found.reference}
        | points_entries(found, found.step(index, reference))
        | named("wins_gained", found.step_wins(index, reference))
        | named("points_alone", found.alone(index))
        | named("points_around_one", found.together(index))
        | named("points_saved", found.saved(index))
        | named("matches_changed", found.changed(index))
        | {"matches_like_luck": found.matches_like_luck(index)}
        | clear_entries(found, index, reference)
        | {"deals": found.deals}
        for rank, (index, reference) in enumerate(found.steps, start=1)
    ]


def comparison_round_rows(found: "Comparison") -> list[Row]:
    """One entry per policy compared and round: points of that round, both ways."""
    return [
        {"policy": found.policies[index].name, "against": found.reference} | entries
        for index, reference in found.steps
        for entries in round_entries(found, index, reference)
    ]


def comparison_page(found: "Comparison", width: int, *, by_round: bool = False) -> str:
    """What each policy is better than the reference; names have as many lines as they need."""
    rows = comparison_rows(found)
    parts = [_gains_table(found, rows, width)]
    if by_round:
        parts.append(_rounds_table(found, width))
    parts += [_ways_table(found, rows, width), _legend(found, rows, width)]
    return "\n\n".join(parts)


def wrapped_name(policy: str, most: int) -> str:
    """A policy's whole name in lines of at most so many characters.

    >>> print(wrapped_name("sharp(buy=never, watch=off)", 18))
    sharp(buy=never,
     watch=off)

    A line ends behind one of ``( , =``, and within a word only when it is longer than a line.
    """
    lines = [""]
    for piece in re.findall(r"[^(,=]+[(,=]?|[(,=]", policy):
        if len(lines[-1]) + len(piece) <= most:
            lines[-1] += piece
            continue
        rest = piece.strip()
        if lines[-1].strip():
            lines.append(" ")
        while len(lines[-1]) + len(rest) > most:  # longer than a line
            cut = most - len(lines[-1])
            lines[-1] += rest[:cut]
            rest = rest[cut:]
            lines.append(" ")
        lines[-1] += rest
    return "\n".join(lines)


def _gains_table(found: "Comparison", rows: list[Row], width: int) -> str:
    titles = ["policy", "points\nper round", "points\nper match", "wins,\n%-points"]
    titles += ["other\nscores", "clear"]
    cells = [
        [
            wrapped_name(row["policy"], max(FEWEST, width - GAINS_NUMBERS)),
            signed(row, "points_better"),
            signed(row, "points_better_match"),
            signed(row, "wins_gained", 100),
            share(row, "matches_changed"),
            clear_word(row),
        ]
        for row in rows
    ]
    if found.rounds == 1:
        titles.pop(2)
        cells = [[*row[:2], *row[3:]] for row in cells]
    points = interval(named("points", found.base.points()), "points")
    said = (
        f"Better than {found.reference}, both ways "
        f"({points} penalty points per round where all are {found.reference}):"
    )
    return filled(said, width) + text_table(titles, cells)


def _ways_table(found: "Comparison", rows: list[Row], width: int) -> str:
    titles = ["policy", "alone", "around\none", "saved\nalone", "luck,\nmatches"]
    cells = [
        [
            wrapped_name(row["policy"], max(FEWEST, width - WAYS_NUMBERS)),
            signed(row, "points_alone"),
            signed(row, "points_around_one"),
            signed(row, "points_saved"),
            number(row["matches_like_luck"], 0) if row["points_clear"] else NOT_AVAILABLE,
        ]
        for row in rows
    ]
    if found.players == 2:  # both ways are the same games
        titles.pop(2)
        cells = [[*row[:2], *row[3:]] for row in cells]
    return "Each way, points per round:\n" + text_table(titles, cells)


def _rounds_table(found: "Comparison", width: int) -> str:
    rows = comparison_round_rows(found)
    per_policy = len(found.any_lone.setup.rounds)
    titles = [f"{row['round']}\n{row['contract']}" for row in rows[:per_policy]]
    names = [wrapped_name(row["policy"], ROUND_NAME) for row in rows[::per_policy]]
    cells = [
        [signed(row, "points_better") for row in rows[k::per_policy]] for k in range(per_policy)
    ]
    table = in_blocks("policy", names, titles, cells, width)
    return "By round, points better both ways:\n" + table


def _legend(found: "Comparison", rows: list[Row], width: int) -> str:
    others, reference = found.players - 1, found.reference
    both = (
        f"one such player among {others} of {reference}, and of {others} around one of {reference}"
    )
    text = LEGEND.format(both=both, reference=reference)
    return textwrap.fill(f"{text} {together_sentence(rows, 'comparisons')}", width)
