"""Differences with their intervals around zero: one line each, in groups under headings."""

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummysim.reports.charts import COLOURS, FAINT, INK, Words
from rummysim.reports.finding_words import upper
from rummysim.reports.frames import AXES, POINTS, drawn, framed
from rummysim.stats.estimate import Estimate, excludes
from rummysim.stats.rounding import gain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

MARKERS = "osD^vP"
WIDTH = 365  # points, labels and numbers on both sides included
NUMBERS = 62  # points for the numbers
FEWEST = 150  # points for what is drawn
HEADING = 56  # letters of a line of a heading
LETTER = 5.6  # points of a letter of a label, about
LABEL = 24  # letters of a line of a label
LINE = 0.19  # inches of a line of text
BETWEEN = 0.15  # inches between two points of one line


@dataclass(frozen=True)
class Line:
    """One line of a forest: a point per series, or none. No points at all: a heading."""

    label: str
    points: tuple[Estimate | None, ...] = ()


def forest_chart(
    lines: Sequence[Line],
    series: Sequence[str],
    words: Words,
    smallest: float = 0.0,
    ax: "Axes | None" = None,
) -> "Axes":
    """Axes with every difference as a point with its interval; hollow where it holds zero.

    series : what the points of a line are, told in a legend when they are several
    smallest : half of the grey band around zero: what is too small to matter
    """
    heights = [_height(line) for line in lines]
    width = max(FEWEST, WIDTH - NUMBERS - _indent(lines)) / POINTS / AXES
    with drawn(ax, (width, 0.5 + sum(heights))) as ax:
        places = [sum(heights[:n]) + height / 2 for n, height in enumerate(heights)]
        ax.set_ylim(sum(heights), 0)
        ax.set_xlim(*_reach(lines, smallest))
        if smallest:
            ax.axvspan(-smallest, smallest, color=FAINT, alpha=0.6, linewidth=0, zorder=0)
        ax.axvline(0, color=INK, linewidth=0.9, zorder=1)
        _draw_headings(ax, lines, places)
        for number in range(len(series)):
            _draw_series(ax, number, _placed(lines, places, number))
        labelled = [(place, line) for place, line in zip(places, lines, strict=True) if line.points]
        ax.set_yticks([place for place, _ in labelled], [_wrapped(line) for _, line in labelled])
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.grid(axis="x", color=FAINT, linewidth=0.6)
        ax.set_axisbelow(True)
        ax.set_xlabel(words.value)
        if len(series) > 1:
            _legend(ax, series, _indent(lines))
    return framed(ax, words)


def _height(line: Line) -> float:
    """Inches of a line."""
    if not line.points:
        return 0.1 + LINE * (_heading(line.label).count("\n") + 1)
    rows = _wrapped(line).count("\n") + 1
    return max(0.08 + LINE * rows, 0.1 + BETWEEN * len(line.points))


def _wrapped(line: Line) -> str:
    return textwrap.fill(line.label, LABEL)


def _heading(text: str) -> str:
    return textwrap.fill(upper(text), HEADING)


def _placed(lines: Sequence[Line], places: Sequence[float], number: int) -> dict[float, Estimate]:
    """The points of a series by their height; those of a line stand around its middle."""
    found = {}
    for line, place in zip(lines, places, strict=True):
        point = line.points[number] if line.points else None
        if point is not None and math.isfinite(point.low):
            found[place + BETWEEN * (number - (len(line.points) - 1) / 2)] = point
    return found


def _reach(lines: Sequence[Line], smallest: float) -> tuple[float, float]:
    """The ends of the axis: all intervals, and room beside them."""
    ends = [smallest, -smallest]
    for line in lines:
        for point in line.points:
            if point is not None:
                inside = (point.low, point.estimate, point.high)
                ends += [end for end in inside if math.isfinite(end)]
    room = 0.06 * (max(ends) - min(ends)) or 1.0
    return min(ends) - room, max(ends) + room


def _draw_headings(ax: "Axes", lines: Sequence[Line], places: Sequence[float]) -> None:
    """Nothing; the lines without points stand above the others, from where the labels begin."""
    indent = _indent(lines)
    for line, place in zip(lines, places, strict=True):
        if not line.points:
            note = _note(ax, _heading(line.label), (0, place), (-indent, -2))
            note.set(fontweight="bold", zorder=4)
            note.set_bbox({"facecolor": "#ffffff", "edgecolor": "none", "pad": 1})


def _indent(lines: Sequence[Line]) -> float:
    """Points that the labels take to the left of what is drawn."""
    labels = [text for line in lines if line.points for text in _wrapped(line).split("\n")]
    return LETTER * max(map(len, labels), default=0) + 8


def _draw_series(ax: "Axes", number: int, points: Mapping[float, Estimate]) -> None:
    """Nothing; the points of a series and their numbers stand at their places."""
    for place, point in points.items():
        _note(ax, gain(point), (1, place), (6, 0))
    for sure in (True, False):
        own = {place: point for place, point in points.items() if excludes(point) == sure}
        if not own:
            continue
        colour = COLOURS[number % len(COLOURS)]
        ax.errorbar(
            [point.estimate for point in own.values()],
            list(own),
            xerr=arms(own.values()),
            fmt=MARKERS[number % len(MARKERS)],
            color=colour,
            markerfacecolor=colour if sure else "#ffffff",
            markersize=5,
            capsize=2.5,
            elinewidth=1.4,
            zorder=3,
        )


def arms(points: Iterable[Estimate]) -> tuple[list[float], list[float]]:
    """How far the intervals reach to both sides of their points.

    >>> arms([Estimate(1.0, 0.5, 2.0, 9, "t")])
    ([0.5], [1.0])
    """
    every = list(points)
    return (
        [point.estimate - point.low for point in every],
        [point.high - point.estimate for point in every],
    )


def _note(
    ax: "Axes", text: str, place: tuple[float, float], shift: tuple[float, float]
) -> "Annotation":
    """A text beside the Axes, at the height of a line."""
    return ax.annotate(
        text,
        place,
        xycoords=("axes fraction", "data"),
        xytext=shift,
        textcoords="offset points",
        va="center",
        fontsize=8.5,
        color=INK,
        annotation_clip=False,
    )


def _legend(ax: "Axes", series: Sequence[str], indent: float) -> None:
    """Nothing; above the Axes and the labels each series is named beside its mark."""
    from matplotlib.lines import Line2D

    marks = [
        Line2D(
            [], [], color=COLOURS[n % len(COLOURS)], marker=MARKERS[n % len(MARKERS)], label=name
        )
        for n, name in enumerate(series)
    ]
    ax.legend(
        handles=marks,
        loc="lower left",
        bbox_to_anchor=(-indent / max(FEWEST, WIDTH - NUMBERS - indent), 1.0),
        frameon=False,
        fontsize=9,
        ncols=len(series) if sum(len(name) + 7 for name in series) < HEADING else 1,
        borderaxespad=0.2,
        handlelength=1.8,
    )
