"""From the sums of a contrast to what people read about it."""

import math
from collections.abc import Mapping

from rummysim.experiments.designs import STAGES, Done
from rummysim.experiments.findings import Finding
from rummysim.experiments.paired import EXTENDED, contrast_of, is_capped, stop_words
from rummysim.experiments.paired_estimates import Measured
from rummysim.experiments.spec import Case, Experiment, Stage
from rummysim.stats.effect import rounds_to_equal_luck
from rummysim.stats.verdict import clearly


def case_findings(
    experiment: Experiment,
    case: Case,
    group: str,
    done: Mapping[Stage, Done],
    *,
    extended: bool = False,
) -> list[Finding]:
    """What exploring found, then what the confirmation did; nothing for what was not played.

    extended : whether the confirmation did not end where it was planned before it was seen
    """
    measured = [
        Measured(experiment, case, stage, done[stage].sums[group], extended and stage == "confirm")
        for stage in STAGES
        if done[stage].deals
    ]
    return [_finding(each, group, done) for each in measured]


def _finding(found: Measured, group: str, done: Mapping[Stage, Done]) -> Finding:
    experiment, case, stage = found.experiment, found.case, found.stage
    total = found.total
    return Finding(
        experiment=experiment,
        case=case,
        contrast=contrast_of(experiment, group),
        stage=stage,
        deals=total["deals"],
        games=total["games"],
        points=found.points,
        points_by_round=found.by_round(),
        match=found.match,
        ahead=found.ahead,
        wins=found.wins,
        turns=found.turns,
        p=found.p,
        adjusted=None,
        verdict=found.verdict(),
        clearly=clearly(found.points, experiment.stop.smallest),
        changed=total["changed"] / (total["deals"] * case.players),
        luck=found.luck,
        rounds_to_equal=rounds_to_equal_luck(found.points.estimate, found.luck),
        variance_ratio=found.variance_ratio if total["deals"] > 1 else math.nan,
        cost_ratio=found.cost_ratio,
        stop=EXTENDED if found.extended else stop_words(experiment, case, group, stage, done),
        alike=not total["changed"],
        wins_p=found.wins_p,
        extended=found.extended,
        capped=stage == "confirm" and is_capped(experiment, case, group, done["explore"]),
    )
