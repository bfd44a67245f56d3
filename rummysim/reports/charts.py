"""Charts: each with its intervals, its caption of inputs and a CSV of its numbers beside it.

The figure functions take ``ax`` (a matplotlib Axes) or make their own figure, and return the
Axes. Files are the same byte for byte when the numbers are the same.
"""

import contextlib
import io
import re
import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummysim.reports.data import csv_text
from rummysim.reports.files import write_together
from rummysim.reports.tables import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours (2008), told apart by all common kinds of colour vision; yellow is left
# out because thin yellow lines vanish on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
DASHES = ("-", "--", "-.", ":")
INK = "#222222"
FAINT = "#d9d9d9"
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlepad": 12,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "text.parse_math": False,  # a "$" that somebody wrote is a dollar
    "svg.hashsalt": "rummysim",
    "svg.fonttype": "none",
}
NOT_XML = re.compile("[^\\t\\n\\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
WIDTH = 8.6  # inches of a chart
CAPTION_WIDTH = 118  # characters in that width
LABEL_GAP = 0.045  # of the height of the axes, between two labels at the right edge


@dataclass(frozen=True)
class Curve:
    """Probabilities by turn; each row has ``turn``, ``estimate``, ``low`` and ``high``."""

    label: str
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Words:
    """The texts around a chart."""

    title: str
    caption: str
    value: str = ""  # what the numbers are, on the axis


def curve_chart(curves: Sequence[Curve], words: Words, ax: "Axes | None" = None) -> "Axes":
    """Axes with one curve and its band per entry, in percent, labelled at its right end."""
    from matplotlib.ticker import MaxNLocator

    ax = new_axes(ax, (WIDTH, 5.2))
    for index, curve in enumerate(curves):
        turns = [row["turn"] for row in curve.rows]
        colour = COLOURS[index % len(COLOURS)]
        dashes = DASHES[index // len(COLOURS) % len(DASHES)]
        low = [100 * row["low"] for row in curve.rows]
        high = [100 * row["high"] for row in curve.rows]
        ax.fill_between(turns, low, high, color=colour, alpha=0.22, linewidth=0)
        values = [100 * row["estimate"] for row in curve.rows]
        ax.plot(turns, values, color=colour, linewidth=1.8, linestyle=dashes)
    ax.set_xlim(0, max(curve.rows[-1]["turn"] for curve in curves))
    ax.set_ylim(0, 100)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", color=FAINT, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    ax.set_xlabel("the player's own turn in the round")
    _label_ends(ax, curves)
    return dress(ax, words)


def mark_dealt(ax: "Axes", dealt: Mapping[str, Any]) -> "Axes":
    """The Axes of a curve with the odds of the deal as a point with its error bar at turn 0."""
    height = 100 * dealt["estimate"]
    arms = [[height - 100 * dealt["low"]], [100 * dealt["high"] - height]]
    ax.errorbar([0], [height], yerr=arms, fmt="D", color=INK, capsize=4, clip_on=False, zorder=5)
    ax.annotate(
        f"held as dealt: {percent(dealt['estimate'])}",
        (0, height),
        xytext=(12, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 2},
    )
    return ax


def dot_chart(
    labels: Sequence[str], rows: Sequence[Mapping[str, Any]], words: Words, ax: "Axes | None" = None
) -> "Axes":
    """Axes with one point and its error bar per label, first label on top.

    A row may have its ``text``; else the number stands beside its point.
    """
    ax = new_axes(ax, (WIDTH, 1.7 + 0.42 * len(labels)))
    places = range(len(labels))
    estimates = [row["estimate"] for row in rows]
    below = [row["estimate"] - row["low"] for row in rows]
    above = [row["high"] - row["estimate"] for row in rows]
    ax.errorbar(
        estimates, places, xerr=[below, above], fmt="o", color=COLOURS[0], capsize=4, markersize=5
    )
    for place, row in zip(places, rows, strict=True):
        ax.annotate(
            row.get("text", f"{row['estimate']:.1f}"),
            (row["high"], place),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )
    ax.set_yticks(list(places), list(labels))
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.set_xlim(*_span(rows))
    if ax.get_xlim()[0] < 0:
        ax.axvline(0, color=INK, linewidth=0.8, zorder=0)
    ax.grid(axis="x", color=FAINT, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    return dress(ax, words)


def _span(rows: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """From zero, or from below the lowest end, to where the numbers beside the points fit."""
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    room = 0.34 if any("text" in row for row in rows) else 0.12
    if low >= 0:
        return 0, (1 + room) * high
    reach = max(high, 0) - low
    return low - 0.06 * reach, max(high, 0) + room * reach


def save_chart(ax: "Axes", stem: Path, rows: Sequence[Mapping[str, object]]) -> list[Path]:
    """The files written: ``stem`` with .svg, .png and .csv, the last with the chart's numbers.

    Raises StoreError when one of them cannot be written; then none of them is.
    """
    return write_together(chart_files(ax, stem, rows))


def chart_files(ax: "Axes", stem: Path, rows: Sequence[Mapping[str, object]]) -> dict[Path, bytes]:
    """What ``save_chart`` writes, by file."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    contents = {}
    with styled():
        make_plain(figure)
        for kind, options in (("svg", {"metadata": {"Date": None}}), ("png", {"dpi": 150})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=kind, bbox_inches="tight", pad_inches=0.15, **options)
            data = buffer.getvalue()
            contents[stem.with_name(f"{stem.name}.{kind}")] = (
                sound_svg(data) if kind == "svg" else data
            )
    contents[stem.with_name(f"{stem.name}.csv")] = csv_text(rows).encode()
    return contents


@contextlib.contextmanager
def styled() -> Iterator[None]:
    """The style of all charts; what its letters lack is drawn as an empty box, without a word."""
    import matplotlib as mpl

    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        warnings.filterwarnings("ignore", ".*currently does not support.*")
        yield


def make_plain(figure: "Figure") -> None:
    """Nothing; no text of a figure is read as a formula."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        text.set_parse_math(False)


def sound_svg(data: bytes) -> bytes:
    r"""An SVG without the characters that no XML may hold.

    >>> sound_svg(b"<text>a\x07b</text>")
    b'<text>ab</text>'
    """
    return NOT_XML.sub("", data.decode()).encode()


def new_axes(ax: "Axes | None", size: tuple[float, float]) -> "Axes":
    """The given Axes, or those of a new figure that needs no display."""
    return new_panels(1, size)[0] if ax is None else ax


def new_panels(count: int, size: tuple[float, float]) -> "list[Axes]":
    """The Axes, side by side, of a new figure that needs no display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with styled():
        figure = Figure(figsize=size)
        FigureCanvasAgg(figure)
        return [figure.add_subplot(1, count, number + 1) for number in range(count)]


def dress(ax: "Axes", words: Words) -> "Axes":
    """The Axes with title, value label and the caption below everything."""
    figure = ax.get_figure(root=True)
    width = WIDTH if figure is None else figure.get_figwidth()
    with styled():
        ax.set_title(words.title)
        if words.value:
            _label_values(ax, words.value)
        ax.annotate(
            textwrap.fill(words.caption, round(CAPTION_WIDTH * width / WIDTH)),
            (0, 0),
            xycoords="axes fraction",
            xytext=(0, -46 if ax.xaxis.get_ticks_position() != "top" else -14),
            textcoords="offset points",
            va="top",
            fontsize=8,
            color="#555555",
        )
    return ax


def _label_values(ax: "Axes", text: str) -> None:
    """Nothing; the axis that carries the numbers has its label."""
    if ax.get_xlabel():
        ax.set_ylabel(text)
    else:
        ax.set_xlabel(text)


def _label_ends(ax: "Axes", curves: Sequence[Curve]) -> None:
    """Nothing; each curve has its name at its right end, none over another."""
    ends = [(100 * curve.rows[-1]["estimate"], index) for index, curve in enumerate(curves)]
    gap = 100 * LABEL_GAP
    place = float("-inf")
    placed: list[tuple[float, int]] = []
    for height, index in sorted(ends):
        place = max(height, place + gap)
        placed.append((place, index))
    shift = max(0.0, placed[-1][0] - 100) if placed else 0.0
    for height, index in placed:
        last = curves[index].rows[-1]
        ax.annotate(
            curves[index].label,
            (last["turn"], 100 * last["estimate"]),
            xytext=(1.015, (height - shift) / 100),
            textcoords="axes fraction",
            va="center",
            fontsize=9,
            color=COLOURS[index % len(COLOURS)],
            annotation_clip=False,
        )
