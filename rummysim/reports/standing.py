"""How far a run is: the deals of each comparison, and what is known about it so far."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummysim.experiments.store import Store


def standing_rows(store: "Store") -> list[dict[str, Any]]:
    """One row for each group that has deals, with its estimate in a few words."""
    from rummysim.experiments.designs import design_of

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
