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
    from matplotlib.patches import Rectangle

    x, y = place
    colour = FAINT if cell is None else shade(cell.value / most)
    text = INK if brightness(colour) >= DARK else "#ffffff"
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


def shade(value: float) -> str:
    """White for 0, the full colours for -1 and 1.

    >>> shade(0.0), shade(1.0) == COLOURS[0].lower(), shade(-1.0) == COLOURS[1].lower()
    ('#ffffff', True, True)
    """
    full = COLOURS[0] if value > 0 else COLOURS[1]
    strength = math.sqrt(abs(value))
    parts = [round(255 - strength * (255 - part)) for part in _parts(full)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _parts(colour: str) -> list[int]:
    """Red, green and blue of a colour written as #rrggbb, 0 to 255."""
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def brightness(colour: str) -> float:
    """How bright a colour looks, 0 to 1 (the weights of ITU-R BT.601)."""
    weights = (0.299, 0.587, 0.114)
    pairs = zip(weights, _parts(colour), strict=True)
    return sum(weight * part for weight, part in pairs) / 255
