"""How many deals a confirmation was to have, before any of them was seen.

A confirmation is one look at a number of deals that was fixed beforehand. The manifest keeps that
number from the moment at which the first of these deals is about to be played; whoever changes the
limits of a run later changes the goal, not the plan.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rummysim.experiments.designs import Done, Goal, design_of
from rummysim.experiments.spec import Case, Experiment, Stage

Plans = dict[str, dict[str, int]]  # deals by case and group


def planned_before(
    experiment: Experiment,
    case: Case,
    group: str,
    done: Mapping[Stage, Done],
    manifest: Mapping[str, Any],
) -> int | None:
    """Deals that the confirmation of a group was planned with; None when it has not begun.

    manifest : with the experiment as it was then; older ones do not keep the plan, but follow it
    """
    kept: int | None = manifest.get("planned", {}).get(case.key, {}).get(group)
    if kept is not None or not done["confirm"].deals:
        return kept
    unseen: dict[Stage, Done] = {"explore": done["explore"], "confirm": Done()}
    goal = design_of(experiment).next_goal(experiment, case, group, unseen)
    planned = goal.deals if isinstance(goal, Goal) and goal.stage == "confirm" else 0
    return max(planned, done["confirm"].deals)


def smallest_plans(plans: Iterable[Plans]) -> Plans:
    """The smallest plan of each group: what was seen first when several runs were looked at.

    >>> smallest_plans([{"a": {"g": 9}}, {"a": {"g": 7, "h": 5}}])
    {'a': {'g': 7, 'h': 5}}
    """
    found: Plans = {}
    for each in plans:
        for case, groups in each.items():
            here = found.setdefault(case, {})
            for group, deals in groups.items():
                here[group] = min(deals, here.get(group, deals))
    return found
