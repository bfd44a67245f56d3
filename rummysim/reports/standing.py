"""How far a run is: the deals of each comparison, and what is known about it so far."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummysim.experiments.store import Store


def standing_rows(store: "Store") -> list[dict[str, Any]]:
    """One row for each group that has deals, with its estimate in a few words."""
    from rummysim.experiments.designs import design_of

    design = design_of(store.experiment)
    extended = {(case, group): store.extended(case, group) for case, group, _ in store.parts()}
    return [
        {
            "case": case.key,
            "group": group,
            "explore": done["explore"].deals,
            "confirm": done["confirm"].deals,
            "status": design.status(
                store.experiment, case, group, done, extended=extended[case, group]
            ),
            "stop": store.stop(case, group),
            "extended": extended[case, group],
        }
        for case, group, done in store.parts()
    ]
