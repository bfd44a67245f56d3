"""A ladder of policies as charts and files."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummysim.reports.charts import INK, WIDTH, Words, chart_files, dot_chart, new_panels
from rummysim.reports.data import csv_text
from rummysim.reports.files import write_together
from rummysim.reports.ladder import (
    COLUMN_WIDTH,
    label,
    matrix_rows,
    points_cell,
    ranking_rows,
    round_rows,
    signed,
    step_rows,
    wins,
    wins_cell,
)
from rummysim.reports.matrix_chart import Cell, matrix_chart
from rummysim.reports.results import NAME_WIDTH, short_name
from rummysim.stats.estimate import Estimate, excludes

if TYPE_CHECKING:
    from rummysim.simulation.ladders import Ladder

EACH = "±: half of a 95% interval, each for itself, a deal being one observation. "
MATRIX = (
    "Each cell: one of the row among {others} of the column, in all places of the same deals. "
    + EACH
    + "Hatched: the interval holds {even}. "
)


def draw_ladder(found: "Ladder", played_by: str, folder: Path) -> list[Path]:
    """The files written: both matrices and the ranking as charts, and the steps as CSV.

    Raises StoreError when one of them cannot be written; then none of them is.
    """
    return write_together(ladder_files(found, played_by, folder))


def ladder_files(found: "Ladder", played_by: str, folder: Path) -> dict[Path, bytes]:
    """What ``draw_ladder`` writes, by file."""
    played_by = _names(found) + played_by
    points = Words(
        "Points per round better than the others at the table",
        MATRIX.format(others=found.players - 1, even="zero") + played_by,
    )
    shares = Words(
        f"Share of {_won(found)} won (fair: {100 / found.players:.1f}%)",
        MATRIX.format(others=found.players - 1, even="the fair share") + played_by,
    )
    fair = 1 / found.players
    files = _matrix(found, points, folder / "ladder_points", (found.better, points_cell, 0.0))
    files |= _matrix(found, shares, folder / "ladder_wins", (found.win_rate, wins_cell, fair))
    files |= _ranking(found, played_by, folder / "ladder_ranking")
    files[folder / "ladder_steps.csv"] = csv_text(step_rows(found)).encode()
    files[folder / "ladder_rounds.csv"] = csv_text(round_rows(found)).encode()
    return files


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
    points = [_dot(row, "points_better", signed(row, "points_better")) for row in rows]
    dot_chart(labels, points, words, ax=left)
    shares = [_dot(row, "win_rate", wins(row)) for row in rows]
    dot_chart([""] * len(labels), shares, Words("", "", f"{_won(found)} won"), ax=right)
    right.axvline(1 / found.players, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    right.set_xticks([tick for tick in right.get_xticks() if tick <= 1], minor=False)
    right.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
    return chart_files(left, stem, rows)


def _dot(row: Mapping[str, Any], key: str, text: str) -> dict[str, Any]:
    return {"estimate": row[key], "low": row[f"{key}_low"], "high": row[f"{key}_high"]} | {
        "text": text.replace("±", " ±")
    }


def _names(found: "Ladder") -> str:
    """The full names of policies that the chart shows in short, as the caption tells them."""
    names = [found.policies[index].name for index in found.ranking]
    told = [
        f"{rank} = {name}"
        for rank, name in enumerate(names, start=1)
        if short_name(name, NAME_WIDTH) != name
    ]
    return f"{', '.join(told)}. " if told else ""


def _won(found: "Ladder") -> str:
    return "matches" if found.rounds > 1 else "rounds"
