"""Charts of a report: narrow enough for a phone, framed by title and caption, small as SVG.

A chart is drawn once. Its files hold title and caption; a page that writes both itself shows the
part between them.
"""

import contextlib
import io
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummysim.reports.charts import INK, Words, make_plain, new_panels, sound_svg, styled
from rummysim.reports.data import csv_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

NARROW = 4.7  # inches: at the width of a phone its letters keep their size
POINTS = 72  # of an inch
AXES = 0.775  # of the width of a new figure that its Axes take
GAP = 10  # points between the chart, its title and its caption
PAD = 0.08  # inches around the page's part
LETTERS = 11.0  # of the title in an inch of width
SMALL_LETTERS = 17.5  # of the caption
DPI = 110
TITLE, CAPTION = "chart-title", "chart-caption"  # how the SVG names them


@dataclass(frozen=True)
class Told:
    """What a page says about a chart."""

    heading: str  # above it, below the question that it belongs to
    alt: str  # what it shows, for those who cannot see it
    sentence: str = ""  # what to read off it, in lines


@dataclass(frozen=True)
class Picture:
    """A chart that has been drawn, and what a page says about it."""

    stem: str  # of its files
    words: Words  # title and caption within its files
    told: Told
    svg: bytes
    png: bytes
    box: tuple[float, float, float, float]  # x, y, width, height of the page's part, in points
    rows: Sequence[Mapping[str, object]]

    def files(self, folder: Path) -> dict[Path, bytes]:
        """SVG, PNG and CSV, by file."""
        return {
            folder / f"{self.stem}.svg": self.svg,
            folder / f"{self.stem}.png": self.png,
            folder / f"{self.stem}.csv": csv_text(self.rows).encode(),
        }


@contextlib.contextmanager
def drawn(ax: "Axes | None", size: tuple[float, float]) -> "Iterator[Axes]":
    """The given Axes, or those of a new figure, with the style of all charts while it is drawn."""
    with styled():
        yield new_panels(1, size)[0] if ax is None else ax


def framed(ax: "Axes", words: Words) -> "Axes":
    """The Axes with the title above and the caption below everything that is drawn."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    with styled():
        scale = POINTS / figure.dpi
        area = ax.get_window_extent()
        whole = ax.get_tightbbox()
        assert whole is not None
        width = whole.width * scale / POINTS
        left = (whole.x0 - area.x0) * scale
        above, below = (whole.y1 - area.y1) * scale + GAP, (whole.y0 - area.y0) * scale - GAP
        title = _beside(ax, _filled(words.title, LETTERS * width), (left, above), 1)
        title.set(gid=TITLE, fontsize=12, fontweight="bold", va="bottom")
        caption = _beside(ax, _filled(words.caption, SMALL_LETTERS * width), (left, below), 0)
        caption.set(gid=CAPTION, fontsize=8, color="#555555", va="top")
    return ax


def _beside(ax: "Axes", text: str, place: tuple[float, float], height: float) -> "Text":
    return ax.annotate(
        text,
        (0, height),
        xycoords="axes fraction",
        xytext=place,
        textcoords="offset points",
        color=INK,
        annotation_clip=False,
    )


def _filled(text: str, letters: float) -> str:
    """Every line of a text, broken to so many letters."""
    lines = text.split("\n")
    return "\n".join(textwrap.fill(line, max(20, round(letters))) for line in lines)


def picture(
    ax: "Axes", stem: str, words: Words, told: Told, rows: Sequence[Mapping[str, object]]
) -> Picture:
    """The chart as files and as the part of it that a page shows."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    with styled():
        make_plain(figure)
        whole = figure.get_tightbbox().padded(PAD)
        texts = [text for text in ax.texts if text.get_gid() in (TITLE, CAPTION)]
        for text in texts:
            text.set_in_layout(False)
        part = figure.get_tightbbox().padded(PAD)
        for text in texts:
            text.set_in_layout(True)
        drawing = _saved(figure, "svg", {"bbox_inches": whole, "metadata": {"Date": None}})
        png = _saved(
            figure, "png", {"bbox_inches": whole, "dpi": DPI, "pil_kwargs": {"optimize": True}}
        )
    box = (part.x0 - whole.x0, whole.y1 - part.y1, part.width, part.height)
    x, y, width, height = (round(POINTS * float(value), 1) for value in box)
    return Picture(stem, words, told, sound_svg(drawing), png, (x, y, width, height), rows)


def _saved(figure: "Figure", kind: str, options: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, **options)
    return buffer.getvalue()
