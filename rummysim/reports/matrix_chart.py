"""A matrix of numbers as a chart: coloured cells that can be read without their colour."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummysim.reports.charts import COLOURS, FAINT, INK, Words, dress, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DARK = 0.55  # brightness below which a cell has white text


@dataclass(frozen=True)
class Cell:
    """One cell of a matrix: its value decides the colour, its lines are what is read."""

    value: float  # above zero is good; the colour only repeats what the lines say
    lines: tuple[str, ...]
    sure: bool = True  # else the cell is hatched


def matrix_chart(
    labels: tuple[Sequence[str], Sequence[str]],
    cells: Mapping[tuple[int, int], Cell],
    words: Words,
    ax: "Axes | None" = None,
) -> "Axes":
    """Axes with one coloured cell per (row, column) and its numbers; grey where there is none.

    labels : of the rows, and of the columns
    Blue is above zero, orange below; the strength grows with the square root of the value, so
    that small differences show beside large ones.
    """
    rows, columns = map(len, labels)
    ax = new_axes(ax, (2.6 + 1.05 * columns, 1.9 + 0.62 * rows))
    most = max((abs(cell.value) for cell in cells.values()), default=0) or 1.0
    for row in range(rows):
        for column in range(columns):
            _draw_cell(ax, (column, row), cells.get((row, column)), most)
    ax.set_xlim(-0.5, columns - 0.5)
    ax.set_ylim(rows - 0.5, -0.5)
    ax.set_yticks(range(rows), list(labels[0]))
    ax.set_xticks(range(columns), list(labels[1]))
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0)
    for side in ax.spines.values():
        side.set_visible(False)
    return dress(ax, words)


def _draw_cell(ax: "Axes", place: tuple[float, float], cell: Cell | None, most: float) -> None:
    """Nothing; the rectangle and its lines are drawn around ``place``."""
    from matplotlib.colors import LinearSegmentedColormap, to_hex
    from matplotlib.patches import Rectangle

    scale = LinearSegmentedColormap.from_list("signed", [COLOURS[1], "#ffffff", COLOURS[0]])
    x, y = place
    colour, text = FAINT, INK
    if cell is not None:
        strength = math.copysign(math.sqrt(abs(cell.value) / most), cell.value)
        red, green, blue, _ = shade = scale(0.5 + 0.5 * strength)
        colour = to_hex(shade)
        text = "#ffffff" if 0.3 * red + 0.59 * green + 0.11 * blue < DARK else INK
    box = (x - 0.5, y - 0.5), 1, 1
    ax.add_patch(Rectangle(*box, facecolor=colour, edgecolor="#ffffff"))
    if cell is not None and not cell.sure:
        ax.add_patch(Rectangle(*box, fill=False, edgecolor=FAINT, linewidth=0, hatch="//"))
    for number, line in enumerate(cell.lines if cell is not None else ()):
        ax.annotate(
            line,
            place,
            xytext=(0, 6 - 13 * number),
            textcoords="offset points",
            ha="center",
            va="center",
            color=text,
            fontsize=10 if number == 0 else 8,
        )
