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
    for arm, name, combination in _in_order(experiment, sums):
        cell = sums[f"|{arm}|{name}|{combination}"]
        measure = MEASURES[name]
        labels = _labels(experiment, case, arm, combination)
        estimate = ratio_share if measure.share else ratio_estimate
        for turn in range((len(cell) - 3) // 3):
            part = [*cell[:3], *cell[3 + 3 * turn : 6 + 3 * turn]]
            more: Labels = {"turn": turn + 1} if measure.curve else {}
            value = estimate(part, scale=measure.scale, alpha=alpha)
            yield arm, name, labels | more, value, int(cell[1])


def _in_order(experiment: Experiment, sums: Mapping[str, list[int]]) -> list[tuple[str, str, str]]:
    """Arm, measure and labels of every key, as the experiment lists them and codes count."""
    arms, measures = list(experiment.arms), list(experiment.measures)
    keys = [key.split("|")[1:] for key in sums if key.startswith("|")]

    def place(key: list[str]) -> tuple[int, int, list[int]]:
        codes = [int(pair.partition("=")[2]) for pair in key[2].split(",") if pair]
        return arms.index(key[0]), measures.index(key[1]), codes

    return [(arm, name, labels) for arm, name, labels in sorted(keys, key=place)]


def _labels(experiment: Experiment, case: Case, arm: str, combination: str) -> Labels:
    """The labels of a key with what people see for their codes."""
    if not combination:
        return {}
    one = experiment.round
    rounds = range(experiment.rules.rounds) if one is None else range(one - 1, one)
    known = (rounds, case.players, policies_of(experiment, case, arm))
    pairs = (pair.split("=") for pair in combination.split(","))
    return {label: label_values(label, *known)[int(code)] for label, code in pairs}
