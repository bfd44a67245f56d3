"""A strategy card as a chart: which act is better in which situation, as in blackjack.

The colour only repeats what the words of a cell say: blue for the first act, orange for the
second, stronger the more is at stake. Cells whose interval holds zero are hatched and marked "~",
cells with too little data are empty.
"""

import math
from typing import TYPE_CHECKING

from rummysim.experiments.findings import ChartCell
from rummysim.reports.charts import FAINT, INK, Words
from rummysim.reports.frames import AXES, drawn, framed
from rummysim.reports.matrix_chart import DARK, brightness, shade
from rummysim.reports.strategy_words import Card, axis_name, better
from rummysim.stats.rounding import gain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANELS = 3  # side by side
ROOM = (0.9, 1.6)  # cells between two panels, to the right and below
CELL = (0.64, 0.44)  # inches of a cell
SIZES = (8.5, 7.5, 6)  # of the letters of its lines
LONGEST = 8  # letters of an act that fit a cell
UNSURE = "~"
EMPTY = "#f4f4f4"


def strategy_chart(card: Card, words: Words, ax: "Axes | None" = None) -> "Axes":
    """Axes with one coloured cell for each situation of each panel, the act and its gain on it."""
    panels, rows, columns = card.panels(), card.rows(), card.columns()
    beside = min(PANELS, len(panels))
    below = math.ceil(len(panels) / beside)
    width = beside * (len(columns) + ROOM[0]) - ROOM[0]
    height = below * (len(rows) + ROOM[1]) - ROOM[1] + 1
    size = (CELL[0] * width / AXES, CELL[1] * height / AXES)
    with drawn(ax, size) as ax:
        for number_, title in enumerate(panels):
            row, column = divmod(number_, beside)
            corner = (column * (len(columns) + ROOM[0]), row * (len(rows) + ROOM[1]))
            _draw_panel(ax, card, (number_, title), corner)
        ax.set_xlim(0, width)
        ax.set_ylim(height, -1)
        ax.set_xticks([])
        ax.set_yticks([])
        for side in ax.spines.values():
            side.set_visible(False)
        ax.set_ylabel(axis_name(card.view.rows), labelpad=30)
        ax.set_xlabel(axis_name(card.view.columns))
    return framed(ax, words)


def _draw_panel(
    ax: "Axes", card: Card, panel: tuple[int, str], corner: tuple[float, float]
) -> None:
    """Nothing; one panel stands with its title and its labels at a corner."""
    number_, title = panel
    x, y = corner
    rows, columns = card.rows(), card.columns()
    ax.text(x, y - 0.3, title, fontsize=9.5, fontweight="bold", color=INK)
    for row, label in enumerate(rows):
        ax.text(x - 0.12, y + row + 0.5, label, fontsize=8.5, ha="right", va="center")
    for column, label in enumerate(columns):
        place = (x + column + 0.5, y + len(rows) + 0.12)
        ax.text(*place, label, fontsize=8.5, ha="center", va="top")
    most = largest(card)
    for row in range(len(rows)):
        for column in range(len(columns)):
            cell = card.cells.get((number_, row, column))
            _draw_cell(ax, card, cell, (x + column, y + row), most)


def largest(card: Card) -> float:
    """The largest gain of a decided cell, which has the strongest colour."""
    return max((abs(cell.gain.estimate) for cell in card.decided), default=0.0) or 1.0


def _draw_cell(
    ax: "Axes", card: Card, cell: ChartCell | None, place: tuple[float, float], most: float
) -> None:
    from matplotlib.patches import Rectangle

    colour, text, lines = face(card, cell, most)
    ax.add_patch(Rectangle(place, 1, 1, facecolor=colour, edgecolor="#ffffff", linewidth=1))
    if lines and cell is not None and cell.act is None:
        ax.add_patch(Rectangle(place, 1, 1, fill=False, edgecolor=FAINT, linewidth=0, hatch="////"))
    x, y = place
    for line, (words, size) in enumerate(zip(lines, SIZES, strict=False)):
        middle = (x + 0.5, y + 0.24 + 0.31 * line)
        ax.text(
            *middle, words.replace(" ±", "±"), fontsize=size, color=text, ha="center", va="center"
        )


def face(card: Card, cell: ChartCell | None, most: float) -> tuple[str, str, tuple[str, ...]]:
    """Colour of a cell, colour of its text, and its lines: the better act, its gain, situations.

    Of an undecided cell the gain is that of the first act.
    """
    if cell is None or cell.empty:
        return EMPTY, INK, ()
    value = gain(better(card.chart, cell))
    small = f"n {cell.situations:,}"
    if cell.act is None:
        return "#ffffff", INK, (UNSURE, value, small)
    colour = shade(cell.gain.estimate / most)
    text = INK if brightness(colour) >= DARK else "#ffffff"
    return colour, text, (short_act(card, cell.act), value, small)


def short_act(card: Card, act: str) -> str:
    """An act as a cell has room for it: the word, or its first letters."""
    if max(map(len, card.chart.acts)) <= LONGEST:
        return act
    return act[:1].upper() if len({name[:1] for name in card.chart.acts}) > 1 else act[:LONGEST]
