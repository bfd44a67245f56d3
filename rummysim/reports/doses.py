"""Dose and response: comparisons that differ in one number, found by their arms.

When several contrasts have one arm in common, and the other arms are alike but for one number (a
parameter of the player, or a house rule), the gain is a function of that number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from rummysim.experiments.spec import Arm, Contrast, Experiment
from rummysim.reports.finding_words import listed, upper
from rummysim.stats.estimate import Estimate, excludes
from rummysim.stats.rounding import number

FEWEST = 3  # numbers that make a curve
Settings: TypeAlias = dict[str, str | int | float | bool]


@dataclass(frozen=True)
class Dose:
    """Contrasts by the number in which they differ."""

    key: str  # the parameter or rule
    fixed: str  # the arm that all have in common
    is_tip: bool  # whether the number belongs to the tip's arm, and not to the other one
    alike: Settings  # what else the arms with the number have in common
    contrasts: Mapping[float, Contrast]


def doses(experiment: Experiment) -> list[Dose]:
    """The curves of an experiment, each with three numbers or more."""
    found: dict[tuple[object, ...], dict[float, Contrast]] = {}
    alike: dict[tuple[object, ...], Settings] = {}
    for contrast in experiment.contrasts:
        pairs = ((contrast.tip, contrast.other, True), (contrast.other, contrast.tip, False))
        for moving, fixed, is_tip in pairs:
            for key, value, rest in _numbers(experiment.arms[moving]):
                group = (key, fixed, is_tip, tuple(rest.items()))
                found.setdefault(group, {})[value] = contrast
                alike[group] = rest
    return [
        Dose(str(group[0]), str(group[1]), bool(group[2]), alike[group], dict(sorted(own.items())))
        for group, own in found.items()
        if len(own) >= FEWEST
    ]


def _numbers(arm: Arm) -> Iterator[tuple[str, float, Settings]]:
    """Each number of an arm, and everything else that it sets."""
    settings: Settings = dict(arm.parameters)
    for rule in arm.rules:
        key, _, text = rule.partition("=")
        settings[key] = int(text) if text.strip().isdecimal() else text
    if arm.policy is not None:
        settings["policy"] = arm.policy
    for key, value in settings.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield key, float(value), {k: v for k, v in settings.items() if k != key}


def dose_name(experiment: Experiment, dose: Dose) -> str:
    """What the arms of a curve have in common, in words: how their descriptions begin."""
    names = [each.tip if dose.is_tip else each.other for each in dose.contrasts.values()]
    words = zip(*(experiment.arms[name].doing.split() for name in names), strict=False)
    same = takewhile(lambda each: len(set(each)) == 1, words)
    return " ".join(each[0] for each in same).strip(",") or ", ".join(
        f"{key} = {value}" for key, value in dose.alike.items()
    )


def axis_words(experiment: Experiment, own: Sequence[Dose]) -> str:
    """What the numbers of curves are: what their arms do, with dots for what differs."""
    names = [
        each.tip if dose.is_tip else each.other for dose in own for each in dose.contrasts.values()
    ]
    texts = [experiment.arms[name].doing.split() for name in names]
    shortest = min(map(len, texts))
    start = sum(1 for _ in takewhile(_same, zip(*texts, strict=False)))
    backwards = zip(*(text[::-1] for text in texts), strict=False)
    end = min(sum(1 for _ in takewhile(_same, backwards)), shortest - start)
    if not start:
        return own[0].key
    first = texts[0]
    parts = [*first[:start], "…", *(first[len(first) - end :] if end else [])]
    return f"{' '.join(parts)} ({own[0].key})"


def _same(words: Sequence[str]) -> bool:
    return len(set(words)) == 1


def turning_point(values: Mapping[float, Estimate]) -> str:
    """For which numbers the gain is surely above zero, for which below, and where it turns.

    >>> above, below = Estimate(1, 0.5, 1.5, 9, "t"), Estimate(-1, -1.5, -0.5, 9, "t")
    >>> turning_point({1: above, 2: Estimate(0, -1, 1, 9, "t"), 3: below})
    'Saves points at 1, costs points at 3, open at 2: the break-even lies between 1 and 3.'
    """
    sure = {at: value.estimate > 0 for at, value in values.items() if excludes(value)}
    groups = (
        ("saves points at", [at for at, good in sure.items() if good]),
        ("costs points at", [at for at, good in sure.items() if not good]),
        ("open at", [at for at in values if at not in sure]),
    )
    parts = [f"{words} {listed(_short(at) for at in own)}" for words, own in groups if own]
    text = upper(", ".join(parts))
    good, bad = groups[0][1], groups[1][1]
    if good and bad:
        for low, high in ((max(good), min(bad)), (max(bad), min(good))):
            if low < high:
                return f"{text}: the break-even lies between {_short(low)} and {_short(high)}."
    return f"{text}."


def _short(value: float) -> str:
    return number(value, 0) if value == int(value) else f"{value:g}"
