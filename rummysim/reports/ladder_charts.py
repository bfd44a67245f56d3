"""A ladder of policies as charts and files."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummysim.reports.charts import INK, WIDTH, Words, chart_files, dot_chart, new_panels
from rummysim.reports.data import csv_text
from rummysim.reports.ladder import (
    COLUMN_WIDTH,
    label,
    matrix_rows,
    points_cell,
    ranking_rows,
    round_rows,
    step_rows,
    wins_cell,
)
from rummysim.reports.matrix_chart import Cell, matrix_chart
from rummysim.reports.results import NAME_WIDTH, short_name
from rummysim.reports.steps import signed, wins, won
from rummysim.stats.estimate import Estimate, excludes

if TYPE_CHECKING:
    from rummysim.simulation.ladders import Ladder

EACH = "±: half of a 95% interval, each for itself, a deal being one observation. "
MATRIX = (
    "Each cell: one of the row among {others} of the column, in all places of the same deals. "
    + EACH
    + "Hatched: the interval holds {even}. "
)


def ladder_tables(found: "Ladder", folder: Path) -> dict[Path, bytes]:
    """The numbers as CSV, by file."""
    tables = {
        "ladder_points": matrix_rows(found),
        "ladder_ranking": ranking_rows(found),
        "ladder_steps": step_rows(found),
        "ladder_rounds": round_rows(found),
    }
    return {folder / f"{stem}.csv": csv_text(rows).encode() for stem, rows in tables.items()}


def ladder_charts(found: "Ladder", played_by: str, folder: Path) -> dict[Path, bytes]:
    """Both matrices and the ranking as charts, each with its CSV, by file."""
    played_by = _names(found) + played_by
    points = Words(
        "Points per round better than the others at the table",
        MATRIX.format(others=found.players - 1, even="zero") + played_by,
    )
    shares = Words(
        f"Share of {won(found).lower()} (fair: {100 / found.players:.1f}%)",
        MATRIX.format(others=found.players - 1, even="the fair share") + played_by,
    )
    fair = 1 / found.players
    files = _matrix(found, points, folder / "ladder_points", (found.better, points_cell, 0.0))
    files |= _matrix(found, shares, folder / "ladder_wins", (found.win_rate, wins_cell, fair))
    return files | _ranking(found, played_by, folder / "ladder_ranking")


Measure = tuple[
    Callable[[int, int], Estimate],  # the estimate of a cell
    Callable[["Ladder", int, int], str],  # its text
    float,  # what an equal player would have
]


def _matrix(found: "Ladder", words: Words, stem: Path, measure: Measure) -> dict[Path, bytes]:
    """The files of one matrix."""
    estimate, text, even = measure
    cells = {}
    for place, row in enumerate(found.ranking):
        for beside, column in enumerate(found.ranking):
            if row != column:
                value = estimate(row, column)
                lines = text(found, row, column).replace("±", "\n±").split("\n")
                sure = excludes(value, even)
                cells[place, beside] = Cell(value.estimate - even, tuple(lines), sure)
    labels = [
        [label(found, index, most) for index in found.ranking]
        for most in (NAME_WIDTH, COLUMN_WIDTH)
    ]
    ax = matrix_chart((labels[0], labels[1]), cells, words)
    ax.set_ylabel("one of these")
    ax.set_xlabel(f"among {found.players - 1} of these", labelpad=8)
    return chart_files(ax, stem, matrix_rows(found))


def _ranking(found: "Ladder", played_by: str, stem: Path) -> dict[Path, bytes]:
    """The files of the ranking: points and wins side by side."""
    rows = ranking_rows(found)
    labels = [label(found, index) for index in found.ranking]
    left, right = new_panels(2, (1.3 * WIDTH, 1.7 + 0.42 * len(labels)))
    words = Words(
        "Ranking: one player among the others in turn",
        EACH + played_by,
        "points per round better than the others",
    )
    points = [dot(row, "points_better", signed(row, "points_better")) for row in rows]
    dot_chart(labels, points, words, ax=left)
    shares = [dot(row, "win_rate", wins(row)) for row in rows]
    dot_chart([""] * len(labels), shares, Words("", "", won(found).lower()), ax=right)
    right.axvline(1 / found.players, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    right.set_xticks([tick for tick in right.get_xticks() if tick <= 1], minor=False)
    right.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
    return chart_files(left, stem, rows)


def dot(row: Mapping[str, Any], key: str, text: str) -> dict[str, Any]:
    """A row of ``dot_chart``: a number with its ends, and what stands beside it.

    A single deal has no interval; its point stands without a bar.
    """
    value = row[key]
    low, high = (
        end if math.isfinite(end) else value for end in (row[f"{key}_low"], row[f"{key}_high"])
    )
    return {"estimate": value, "low": low, "high": high, "text": text.replace("±", " ±")}


def _names(found: "Ladder") -> str:
    """The full names of policies that the chart shows in short, as the caption tells them."""
    names = [found.policies[index].name for index in found.ranking]
    told = [
        f"{rank} = {name}"
        for rank, name in enumerate(names, start=1)
        if short_name(name, NAME_WIDTH) != name
    ]
    return f"{', '.join(told)}. " if told else ""
