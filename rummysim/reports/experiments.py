"""What a store found, in the terminal and for programs."""

import textwrap
from typing import TYPE_CHECKING, Any

from rummysim.reports.claim_words import quoted
from rummysim.reports.counting_page import count_rows, counting_tables
from rummysim.reports.markup import printable
from rummysim.reports.paired_page import finding_rows, finding_tables

if TYPE_CHECKING:
    from rummysim.experiments.store import Store

Row = dict[str, Any]

WIDTH = 80


def experiment_page(store: "Store", width: int = WIDTH) -> str:
    """The question of a store's experiment and what was found, as tables and sentences."""
    from rummysim.experiments.findings import chart_cells, counts, findings, follows
    from rummysim.reports.card_page import card_tables

    experiment = store.experiment
    parts = [textwrap.fill(experiment.question or experiment.name, width)]
    if experiment.quote:
        claim = f" ({experiment.claim})" if experiment.claim else ""
        parts.append(textwrap.fill(quoted(experiment.claim, experiment.quote) + claim, width))
    parts += finding_tables(findings(store), width)
    parts += counting_tables(counts(store), width)
    parts += card_tables(chart_cells(store), follows(store), width)
    if not store.rows:
        parts.append("Nothing has been played yet.")
    return printable("\n\n".join(parts))


def experiment_rows(store: "Store") -> list[Row]:
    """One entry for each finding, count or cell of a card; each kind has its keys."""
    from rummysim.experiments.findings import chart_cells, counts, findings
    from rummysim.reports.card_page import chart_rows

    found = [*finding_rows(findings(store)), *count_rows(counts(store))]
    return [*found, *chart_rows(chart_cells(store))]
