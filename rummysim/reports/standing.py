"""How far a run is: its deals, and the current estimate of each comparison, in plain text."""

from typing import Any

from rummysim.experiments.designs import design_of
from rummysim.experiments.store import Store
from rummysim.reports.tables import text_table

UNFINISHED = "not finished"


def standing_text(store: Store) -> str:
    """Each table and comparison with its deals, its estimate and why no more are played."""
    rows = standing_rows(store)
    state = "finished" if store.finished else UNFINISHED
    heading = f"{store.experiment.name}: {state}, {store.games():,} games."
    if store.experiment.question:
        heading = f"{store.experiment.question}\n{heading}"
    if not rows:
        return heading
    titles = ["table", "comparison", "deals", "fresh", "so far", "ended"]
    keys = ("case", "group", "explore", "confirm", "status", "stop")
    cells = [[_cell(row[key]) for key in keys] for row in rows]
    used = [index for index, _ in enumerate(titles) if any(row[index] != "-" for row in cells)]
    table = text_table(
        [titles[index] for index in used], [[row[index] for index in used] for row in cells], 2
    )
    return f"{heading}\n\n{table}"


def standing_rows(store: Store) -> list[dict[str, Any]]:
    """The same for programs: one row for each group that has deals."""
    design = design_of(store.experiment)
    return [
        {
            "case": case.key,
            "group": group,
            "explore": done["explore"].deals,
            "confirm": done["confirm"].deals,
            "status": design.status(store.experiment, case, group, done),
            "stop": store.stop(case, group),
        }
        for case, group, done in store.parts()
    ]


def _cell(value: object) -> str:
    if isinstance(value, int):
        return f"{value:,}" if value else "-"
    return str(value) or "-"
