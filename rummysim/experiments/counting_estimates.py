"""The sums of the counting design as means and shares with their intervals."""

from collections.abc import Iterator, Mapping

from rummysim.experiments.counting import policies_of
from rummysim.experiments.counting_measures import MEASURES, label_values
from rummysim.experiments.spec import Case, Experiment
from rummysim.stats.estimate import Estimate
from rummysim.stats.ratio import ratio_estimate, ratio_share

Labels = dict[str, int | str]


def counted(
    experiment: Experiment, case: Case, sums: Mapping[str, list[int]]
) -> Iterator[tuple[str, str, Labels, Estimate, int]]:
    """Arm, measure, labels, mean and situations of every cell, arm by arm.

    A curve gives one entry for each turn, with the label "turn".
    """
    alpha = experiment.stop.alpha
    for key, cell in sums.items():
        if not key.startswith("|"):
            continue
        _, arm, name, combination = key.split("|", 3)
        measure = MEASURES[name]
        labels = _labels(experiment, case, arm, combination)
        estimate = ratio_share if measure.share else ratio_estimate
        seen = cell[:3]
        for turn in range((len(cell) - 3) // 3):
            part = [*seen, *cell[3 + 3 * turn : 6 + 3 * turn]]
            more: Labels = {"turn": turn + 1} if measure.curve else {}
            value = estimate(part, scale=measure.scale, alpha=alpha)
            yield arm, name, labels | more, value, int(cell[1])


def _labels(experiment: Experiment, case: Case, arm: str, combination: str) -> Labels:
    """The labels of a key with what people see for their codes."""
    if not combination:
        return {}
    one = experiment.round
    rounds = range(experiment.rules.rounds) if one is None else range(one - 1, one)
    known = (rounds, case.players, policies_of(experiment, case, arm))
    pairs = (pair.split("=") for pair in combination.split(","))
    return {label: label_values(label, *known)[int(code)] for label, code in pairs}
