"""Blocks as Markdown, with the charts as pictures in the folder beside it."""

from collections.abc import Callable, Sequence
from typing import Any

from rummysim.experiments.findings import Finding
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
from rummysim.reports.claim_words import quoted
from rummysim.reports.finding_words import is_confirmed, sign
from rummysim.reports.frames import Picture
from rummysim.reports.markup import markdown, marked
from rummysim.reports.strength import markdown_table
from rummysim.reports.tips_table import Tip, TipRow, amount_titles
from rummysim.stats.rounding import gain

NOT_CONFIRMED = "°"
QUOTED = ("warning", "remember")  # kinds of texts that stand out


def markdown_page(blocks: Blocks) -> str:
    """The whole page."""
    texts = [_block(block) for block in blocks]
    return "\n\n".join(text for text in texts if text) + "\n"


def _block(block: Block) -> str:
    return RENDERERS[type(block)](block)


def _heading(block: Heading) -> str:
    return f"{'#' * block.level} {markdown(block.text)}"


def _text(block: Text) -> str:
    return f"{'> ' * (block.kind in QUOTED)}{markdown(block.text)}"


def _bullets(block: Bullets) -> str:
    return "\n".join(f"- {markdown(item)}" for item in block.items)


def _code(block: Code) -> str:
    return f"```\n{block.text}\n```"


def _table(block: Table) -> str:
    table = _rows(block.titles, [list(map(markdown, row)) for row in block.rows], block.left)
    return f"**{markdown(block.caption)}**\n\n{table}"


def _rows(titles: Sequence[str], rows: Sequence[Sequence[str]], left: tuple[int, ...]) -> str:
    """A table of cells that are Markdown already."""
    return markdown_table(list(map(markdown, titles)), rows, left)


def _figures(block: Figures) -> str:
    return "\n\n".join(map(_figure, block.pictures))


def _figure(picture: Picture) -> str:
    image = f"![{markdown(picture.told.alt)}](figures/{picture.stem}.png)"
    return "\n\n".join([image, *map(markdown, picture.told.sentence.splitlines())])


def _strategy_card(block: StrategyCard) -> str:
    return _figure(block.picture)


def _verdicts(block: Verdicts) -> str:
    return "\n\n".join(map(_tip, block.tips))


def _tip(tip: Tip) -> str:
    parts = [f"#### {markdown(tip.claim)}: {markdown(quoted(tip.claim, tip.quote))}"]
    if tip.summary:
        parts.append(markdown(tip.summary))
    if tip.rows:
        parts.append(_tip_table(tip))
        parts.append("\n".join(map(_said, tip.rows)))
    if tip.counted is not None:
        parts.append(f"**{markdown(tip.counted.answer.capitalize())}:**")
        parts.append("\n".join(f"- {markdown(each)}" for each in tip.counted.sentences))
    return "\n\n".join(parts)


def _said(row: TipRow) -> str:
    said = markdown(f"{row.where} {row.sensitivity()}".strip())
    return f"- **{markdown(row.text)}.** {said}"


def _tip_table(tip: Tip) -> str:
    """Verdicts by baseline and number of players, with points and wins beside them."""
    every = [(f.case.baseline, f.case.players) for row in tip.rows for f in row.usual]
    tables = list(dict.fromkeys(every))
    titles = ["comparison", *(f"{name} {players}" for name, players in tables)]
    titles += [title.lower() for title in amount_titles(row.experiment for row in tip.rows)]
    return _rows(titles, [_tip_cells(row, tables) for row in tip.rows], (0,))


def _tip_cells(row: TipRow, tables: Sequence[tuple[str, int]]) -> list[str]:
    found = {(f.case.baseline, f.case.players): f for f in row.usual}
    cells = [markdown(row.text)]
    for table in tables:
        finding = found.get(table)
        mark = "" if finding is None or is_confirmed(finding) else NOT_CONFIRMED
        cells.append("" if finding is None else markdown(f"{sign(finding)}{mark}"))
    points = [_amount(f, gain(f.points)) for f in row.shown]
    wins = [_amount(f, gain(f.wins, 100)) for f in row.shown_wins]
    return [*cells, "<br>".join(points), "<br>".join(wins)]


def _amount(finding: Finding, text: str) -> str:
    return markdown(f"{text} ({finding.case.baseline}, {finding.case.players})")


def _fold(block: Fold) -> str:
    inside = "\n\n".join(map(_block, block.blocks))
    return f"<details><summary>{marked(block.summary)}</summary>\n\n{inside}\n\n</details>"


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
