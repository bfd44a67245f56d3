"""Estimates by level: rounds, limits, jokers in hand; points with their intervals, and curves."""

import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummysim.reports.charts import COLOURS, DASHES, FAINT, INK, Words
from rummysim.reports.forest_chart import MARKERS, arms
from rummysim.reports.frames import NARROW, drawn, framed
from rummysim.stats.estimate import Estimate, excludes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEGEND = 56  # letters of a line of the legend
SPREAD = 0.6  # of the distance between two levels, for the points at one of them
HEIGHT = 2.5  # inches of the Axes


@dataclass(frozen=True)
class Series:
    """Estimates by level, the first level being 0."""

    label: str
    points: Mapping[int, Estimate]


@dataclass(frozen=True)
class Scale:
    """How the values of a chart are shown."""

    share: bool = False  # as percentages
    gain: bool = False  # differences: a line at zero, signs at the numbers
    smallest: float = 0.0  # half of the grey band around zero
    joined: bool = False  # lines from point to point: the levels are amounts
    levels: str = ""  # what the levels are, below the axis


def level_chart(
    levels: Sequence[str],
    series: Sequence[Series],
    words: Words,
    scale: Scale = Scale(),
    ax: "Axes | None" = None,
) -> "Axes":
    """Axes with a point and its error bar for each level of each series, side by side.

    Gains whose interval holds zero are hollow; a number without an interval is left out.

    levels : their names, on the axis below
    """
    with drawn(ax, (NARROW, HEIGHT + 0.2)) as ax:
        for number, each in enumerate(series):
            shift = SPREAD * (number - (len(series) - 1) / 2) / max(len(series), 3)
            _draw_points(ax, each, (number, shift), scale)
        ax.set_xticks(range(len(levels)), list(levels), fontsize=9)
        ax.set_xlim(-0.5, len(levels) - 0.5)
        _finish(ax, series, words, scale)
    return framed(ax, words)


def turn_chart(series: Sequence[Series], words: Words, ax: "Axes | None" = None) -> "Axes":
    """Axes with a curve and its band for each series: the share that is done by each turn."""
    with drawn(ax, (NARROW, HEIGHT + 0.4)) as ax:
        for number, each in enumerate(series):
            turns = sorted(each.points)
            points = [each.points[turn] for turn in turns]
            colour = COLOURS[number % len(COLOURS)]
            low, high = [p.low for p in points], [p.high for p in points]
            ax.fill_between(turns, low, high, color=colour, alpha=0.22, linewidth=0)
            values = [point.estimate for point in points]
            dashes = DASHES[number % len(DASHES)]
            ax.plot(turns, values, color=colour, linewidth=1.8, linestyle=dashes)
        ax.set_xlim(0, max(turn for each in series for turn in each.points))
        ax.set_ylim(0, _up_to(series))
        below = "the player's own turn in the round"
        _finish(ax, series, words, Scale(share=True, joined=True, levels=below))
    return framed(ax, words)


def _up_to(series: Sequence[Series]) -> float:
    """The top of an axis of shares: all bands, at most 1."""
    highest = max(point.high for each in series for point in each.points.values())
    return min(1.0, 1.05 * highest) or 1.0


def _draw_points(ax: "Axes", each: Series, place: tuple[int, float], scale: Scale) -> None:
    """Nothing; the points of a series are drawn, moved aside by the second number."""
    number, shift = place
    points = {level: each.points[level] for level in sorted(each.points)}
    points = {level: point for level, point in points.items() if math.isfinite(point.low)}
    colour = COLOURS[number % len(COLOURS)]
    if scale.joined:
        ax.plot(
            [level + shift for level in points],
            [point.estimate for point in points.values()],
            color=colour,
            linestyle=DASHES[number % len(DASHES)],
            linewidth=1.1,
        )
    for sure in (True, False):
        own = {a: p for a, p in points.items() if (excludes(p) or not scale.gain) == sure}
        ax.errorbar(
            [level + shift for level in own],
            [point.estimate for point in own.values()],
            yerr=arms(own.values()),
            fmt=MARKERS[number % len(MARKERS)],
            color=colour,
            markerfacecolor=colour if sure else "#ffffff",
            markersize=4.5,
            capsize=2.5,
            elinewidth=1.3,
            zorder=3,
        )


def _finish(ax: "Axes", series: Sequence[Series], words: Words, scale: Scale) -> None:
    """Nothing; grid, zero, band, numbers and legend are drawn."""
    from matplotlib.ticker import MaxNLocator

    if scale.gain:
        ax.axhline(0, color=INK, linewidth=0.9, zorder=1)
    if scale.smallest:
        reach = scale.smallest
        ax.axhspan(-reach, reach, color=FAINT, alpha=0.6, linewidth=0, zorder=0)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=6))
    ax.yaxis.set_major_formatter(lambda value, _: _number(value, scale))
    ax.grid(axis="y", color=FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.set_xlabel(scale.levels)
    ax.set_ylabel(words.value)
    if len(series) > 1:
        _legend(ax, series, scale)


def _number(value: float, scale: Scale) -> str:
    """A number on the axis.

    >>> _number(0.25, Scale(share=True)), _number(0.5, Scale(gain=True)), _number(20.0, Scale())
    ('25%', '+0.5', '20')
    """
    value = 0.0 if math.isclose(value, 0, abs_tol=1e-9) else value
    sign = "+" if scale.gain and value > 0 else ""
    return f"{sign}{100 * value:g}%" if scale.share else f"{sign}{value:,.6g}"


def _legend(ax: "Axes", series: Sequence[Series], scale: Scale) -> None:
    """Nothing; above the Axes each series is named beside its mark."""
    from matplotlib.lines import Line2D

    curves = not any(line.get_marker() in MARKERS for line in ax.lines if line.get_marker())
    marks = [
        Line2D(
            [],
            [],
            color=COLOURS[number % len(COLOURS)],
            linestyle=DASHES[number % len(DASHES)] if scale.joined else "-",
            marker="" if curves else MARKERS[number % len(MARKERS)],
            markersize=4.5,
            label=textwrap.fill(each.label, LEGEND),
        )
        for number, each in enumerate(series)
    ]
    ax.legend(
        handles=marks,
        loc="lower left",
        bbox_to_anchor=(-0.1, 1.0),
        frameon=False,
        fontsize=9,
        ncols=len(series) if sum(len(each.label) + 6 for each in series) < 52 else 1,
        borderaxespad=0.2,
        labelspacing=0.3,
        handlelength=2.2,
    )
