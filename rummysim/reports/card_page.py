"""Strategy cards in the terminal and for programs."""

import textwrap
from collections.abc import Iterator, Sequence

from rummysim.experiments.findings import ChartCell, Follow
from rummysim.experiments.spec import Case
from rummysim.reports.card_figures import follow_sentence
from rummysim.reports.finding_words import upper
from rummysim.reports.strategy_chart import UNSURE
from rummysim.reports.strategy_words import Card, axis_name, better, card_rows, cards_of, remembered
from rummysim.reports.tables import text_table
from rummysim.stats.rounding import number

NOTE = (
    "A cell: the better act, and the points of the round that it saves over the other. "
    f"{UNSURE}: the 95% interval holds zero, and the number is what the first act gains. Empty: "
    "too little data."
)


def card_tables(
    cells: Sequence[ChartCell], followed: Sequence[Follow], width: int = 80
) -> list[str]:
    """Every card as tables of its panels, what to remember of it, and what it gains.

    >>> card_tables([], [])
    []
    """
    parts: list[str] = []
    for case, card in cards_by_case(cells):
        heading = f"{upper(card.view.name)} ({case.players} {case.baseline} players). {axes(card)}"
        parts.append(textwrap.fill(heading, width))
        parts += panel_tables(card)
        parts.append(textwrap.fill(remembered(card), width))
    parts += [textwrap.fill(follow_sentence(follow), width) for follow in followed]
    return [*parts, textwrap.fill(NOTE, width)] if parts else []


def cards_by_case(cells: Sequence[ChartCell]) -> Iterator[tuple[Case, Card]]:
    """The cards of a chart experiment, each with its table of players."""
    for case in dict.fromkeys(cell.case for cell in cells):
        for card in cards_of([cell for cell in cells if cell.case == case]):
            yield case, card


def axes(card: Card) -> str:
    """What the rows and the columns of a card are."""
    return f"Down: {axis_name(card.view.rows)}. Across: {axis_name(card.view.columns)}."


def panel_tables(card: Card) -> Iterator[str]:
    """The panels of a card that have a cell with enough data."""
    columns = card.columns()
    for panel, title in enumerate(card.panels()):
        rows = []
        for row, label in enumerate(card.rows()):
            cells = [card.cells.get((panel, row, column)) for column in range(len(columns))]
            if any(cell is not None and not cell.empty for cell in cells):
                rows.append([label, *(cell_text(card, cell) for cell in cells)])
        if rows:
            yield (f"{title}\n" if title else "") + text_table(["", *columns], rows)


def cell_text(card: Card, cell: ChartCell | None) -> str:
    """The better act of a cell and what it saves; nothing where there is too little data."""
    if cell is None or cell.empty:
        return ""
    return f"{cell.act or UNSURE} {number(better(card.chart, cell).estimate)}"


def chart_rows(cells: Sequence[ChartCell]) -> list[dict[str, object]]:
    """One entry for each cell of every card."""
    return [
        {"players": case.players, "baseline": case.baseline, "variant": case.variant} | row
        for case, card in cards_by_case(cells)
        for row in card_rows(card)
    ]
