"""A comparison of policies with one of them, as charts and files."""

from pathlib import Path
from typing import TYPE_CHECKING

from rummysim.reports.charts import WIDTH, Words, chart_files, dot_chart, new_panels
from rummysim.reports.comparison import comparison_round_rows, comparison_rows, wrapped_name
from rummysim.reports.data import csv_text
from rummysim.reports.ladder_charts import EACH, dot
from rummysim.reports.matrix_chart import Cell, matrix_chart
from rummysim.reports.steps import Row, signed

if TYPE_CHECKING:
    from rummysim.simulation.comparison import Comparison

NAME = 30  # characters of a line of a policy's name
LINE = 0.17  # inches of such a line
BOTH = (
    "Mean of both ways: one such player among {others} of {reference}, and {others} around one of "
    "{reference}. "
)
STEM = "ladder_against"


def comparison_tables(found: "Comparison", folder: Path) -> dict[Path, bytes]:
    """The numbers as CSV, by file."""
    tables = {STEM: comparison_rows(found), f"{STEM}_rounds": comparison_round_rows(found)}
    return {folder / f"{stem}.csv": csv_text(rows).encode() for stem, rows in tables.items()}


def comparison_charts(found: "Comparison", played_by: str, folder: Path) -> dict[Path, bytes]:
    """The charts, by file: points and wins around zero, and a matrix of policies by rounds."""
    caption = BOTH.format(others=found.players - 1, reference=found.reference) + EACH
    files = _gains(found, caption + played_by, folder / STEM)
    caption += "Hatched: the interval holds zero; 0 alone: no deal differs. "
    return files | _rounds(found, caption + played_by, folder / f"{STEM}_rounds")


def _gains(found: "Comparison", caption: str, stem: Path) -> dict[Path, bytes]:
    """The files of the chart of points and wins."""
    rows = comparison_rows(found)
    labels = [wrapped_name(row["policy"], NAME) for row in rows]
    left, right = new_panels(2, (1.3 * WIDTH, 1.7 + (0.25 + LINE * _lines(labels)) * len(rows)))
    title = f"Better or worse than {found.reference}"
    words = Words(title, caption, "points per round better")
    points = [dot(row, "points_better", signed(row, "points_better")) for row in rows]
    dot_chart(labels, points, words, ax=left)
    wins = [dot(_percent(row), "wins_gained", signed(row, "wins_gained", 100)) for row in rows]
    what = "matches" if found.rounds > 1 else "rounds"
    words = Words("", "", f"{what} won more of a hundred")
    dot_chart([""] * len(labels), wins, words, ax=right)
    return chart_files(left, stem, rows)


def _rounds(found: "Comparison", caption: str, stem: Path) -> dict[Path, bytes]:
    """The files of the matrix of policies by rounds."""
    rows = comparison_round_rows(found)
    rounds = len(found.any_lone.setup.rounds)
    cells = {}
    for index, row in enumerate(rows):
        lines = signed(row, "points_better").replace("±", "\n±").split("\n")
        same = lines == ["0"]
        cells[divmod(index, rounds)] = Cell(
            row["points_better"], tuple(lines), row["clear"] or same
        )
    names = [wrapped_name(row["policy"], NAME) for row in rows[::rounds]]
    contracts = [f"{row['round']}\n{row['contract']}" for row in rows[:rounds]]
    title = f"Better or worse than {found.reference}, in points of each round"
    return chart_files(matrix_chart((names, contracts), cells, Words(title, caption)), stem, rows)


def _percent(row: Row) -> Row:
    """The shares of matches of a row, times a hundred."""
    return {key: 100 * row[key] for key in ("wins_gained", "wins_gained_low", "wins_gained_high")}


def _lines(labels: list[str]) -> int:
    return max(label.count("\n") + 1 for label in labels)
