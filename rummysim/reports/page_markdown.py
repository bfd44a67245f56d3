"""Blocks as Markdown, with the charts as pictures in the folder beside it."""

from collections.abc import Callable
from typing import Any

from rummysim.reports.blocks import (
    Block,
    Blocks,
    Bullets,
    Code,
    Data,
    Figures,
    Fold,
    Heading,
    StrategyCard,
    Table,
    Text,
    Verdicts,
)
from rummysim.reports.finding_words import gain, is_confirmed, sign
from rummysim.reports.frames import Picture
from rummysim.reports.strength import markdown_table
from rummysim.reports.tips_table import Tip, TipRow

NOT_CONFIRMED = "°"


def markdown_page(blocks: Blocks) -> str:
    """The whole page."""
    texts = [_block(block) for block in blocks]
    return "\n\n".join(text for text in texts if text) + "\n"


def _block(block: Block) -> str:
    return RENDERERS[type(block)](block)


def _heading(block: Heading) -> str:
    return f"{'#' * block.level} {block.text}"


def _text(block: Text) -> str:
    return f"> {block.text}" if block.kind in ("warning", "remember") else escaped(block.text)


def escaped(text: str) -> str:
    r"""A text whose first letters do not make it a list or a heading.

    >>> print(escaped("+1.2 points"), escaped("a * b"))
    \+1.2 points a \* b
    """
    text = text.replace("*", "\\*")
    return f"\\{text}" if text[:1] in "+-#>" else text


def _bullets(block: Bullets) -> str:
    return "\n".join(f"- {item}" for item in block.items)


def _code(block: Code) -> str:
    return f"```\n{block.text}\n```"


def _table(block: Table) -> str:
    rows = [[cell.replace("|", "\\|") for cell in row] for row in block.rows]
    return f"**{block.caption}**\n\n{markdown_table(block.titles, rows, block.left)}"


def _figures(block: Figures) -> str:
    return "\n\n".join(map(_figure, block.pictures))


def _figure(picture: Picture) -> str:
    alt = picture.told.alt.replace("[", "(").replace("]", ")")
    image = f"![{alt}](figures/{picture.stem}.png)"
    lines = [escaped(line) for line in picture.told.sentence.splitlines()]
    return "\n\n".join([image, *lines])


def _strategy_card(block: StrategyCard) -> str:
    return _figure(block.picture)


def _verdicts(block: Verdicts) -> str:
    return "\n\n".join(map(_tip, block.tips))


def _tip(tip: Tip) -> str:
    parts = [f"#### {tip.claim}: “{tip.quote}”"]
    if tip.summary:
        parts.append(tip.summary)
    if tip.rows:
        parts.append(_tip_table(tip))
        parts.append("\n".join(f"- **{row.text}.** {_said(row)}" for row in tip.rows))
    if tip.counted is not None:
        parts.append(f"**{tip.counted.answer.capitalize()}.** {' '.join(tip.counted.sentences)}")
    return "\n\n".join(parts)


def _said(row: TipRow) -> str:
    return f"{row.where} {row.sensitivity()}".strip()


def _tip_table(tip: Tip) -> str:
    """Verdicts by baseline and number of players, with points and wins beside them."""
    tables = [(f.case.baseline, f.case.players) for f in tip.rows[0].usual]
    titles = ["comparison", *(f"{name} {players}" for name, players in tables)]
    titles += ["points saved per round", "wins of 100"]
    return markdown_table(titles, [_tip_cells(row, tables) for row in tip.rows], (0,))


def _tip_cells(row: TipRow, tables: list[tuple[str, int]]) -> list[str]:
    found = {(f.case.baseline, f.case.players): f for f in row.usual}
    cells = [row.text]
    for table in tables:
        finding = found.get(table)
        mark = "" if finding is None or is_confirmed(finding) else NOT_CONFIRMED
        cells.append("" if finding is None else f"{sign(finding)}{mark}")
    for amount in ("points", "wins"):
        times = 100 if amount == "wins" else 1
        cells.append(
            "<br>".join(
                f"{gain(getattr(f, amount), times)} ({f.case.baseline}, {f.case.players})"
                for f in row.shown
            )
        )
    return cells


def _fold(block: Fold) -> str:
    inside = "\n\n".join(map(_block, block.blocks))
    return f"<details><summary>{block.summary}</summary>\n\n{inside}\n\n</details>"


def _data(block: Data) -> str:  # noqa: ARG001 - the stores beside the report hold it
    return ""


RENDERERS: dict[type, Callable[[Any], str]] = {
    Heading: _heading,
    Text: _text,
    Bullets: _bullets,
    Code: _code,
    Table: _table,
    Figures: _figures,
    StrategyCard: _strategy_card,
    Verdicts: _verdicts,
    Fold: _fold,
    Data: _data,
}
