"""What a report is made of, before it becomes a page or Markdown.

Texts are plain; what stands between backticks is something to type.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rummysim.reports.frames import Picture
from rummysim.reports.strategy_words import Card
from rummysim.reports.tips_table import Tip


@dataclass(frozen=True)
class Heading:
    """A title; level 1 is that of the page."""

    level: int
    text: str
    anchor: str  # unique in the page


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    kind: str = ""  # "lead", "compared", "soft": large, bold, small; "remember", "warning": a box


@dataclass(frozen=True)
class Bullets:
    """A list of short texts."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Code:
    """Commands to type."""

    text: str


@dataclass(frozen=True)
class Table:
    """Rows under their titles; the first column names the row."""

    caption: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = (0,)  # columns of text; the others hold numbers


@dataclass(frozen=True)
class Figures:
    """Charts side by side, where the page is wide enough."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class StrategyCard:
    """A strategy card: cells that a page can draw itself, and the same as a picture."""

    card: Card
    picture: Picture


@dataclass(frozen=True)
class Verdicts:
    """All tips with their verdicts at a glance."""

    tips: tuple[Tip, ...]
    quick: bool = False


@dataclass(frozen=True)
class Fold:
    """Blocks that are shown when asked for."""

    summary: str
    blocks: "tuple[Block, ...]"
    printed: bool = True  # also on paper; wide tables are not


@dataclass(frozen=True)
class Data:
    """Exact inputs for programs."""

    anchor: str
    document: Mapping[str, object]


Block: TypeAlias = (
    Heading | Text | Bullets | Code | Table | Figures | StrategyCard | Verdicts | Fold | Data
)
Blocks: TypeAlias = Sequence[Block]
