"""Counts as tables by their labels, and as rows."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rummysim.reports.steps import in_blocks
from rummysim.reports.summary import named
from rummysim.reports.tables import level, percent_with_error
from rummysim.stats.rounding import NOT_AVAILABLE, with_error

if TYPE_CHECKING:
    from rummysim.experiments.findings import Count

Row = dict[str, Any]

TURN = "turn"
TURNS = (5, 10, 15, 20, 30)  # of a curve that are shown
MANY = {"jokers_dealt": "3 or more", "buys": "3 or more"}
TITLES = {
    "round": "round",
    "jokers_dealt": "jokers dealt",
    "place": "place",
    "policy": "",
    "buys": "bought",
}
LEGEND = (
    "± is half of a {level} interval, a deal being one observation. Points are penalty points: "
    "fewer is better."
)


def counting_tables(found: Sequence["Count"], width: int) -> list[str]:
    """For each case a table of the measures with the same labels, and one for each curve."""
    if not found:
        return []
    parts = []
    by_case: dict[str, list[Count]] = {}
    for count in sorted(found, key=_place):
        by_case.setdefault(count.case.key, []).append(count)
    for each in by_case.values():
        tables = [*_tables(each, width), *_curves(each, width)]
        parts += [f"{_head(each[0])}:\n{tables[0]}", *tables[1:]]
    alpha = found[0].experiment.stop.alpha
    words = LEGEND.format(level=level(alpha))
    return [*parts, textwrap.fill(f"{words} {_meanings(found)}", width)]


def _place(count: "Count") -> tuple[int, list[int]]:
    """Where a line stands among those of its case; policies stay as they come."""
    numbers = [value if isinstance(value, int) else 0 for value in count.labels.values()]
    return list(count.experiment.arms).index(count.arm), numbers


def _head(count: "Count") -> str:
    case = count.case
    words = f"{case.players} players, {case.baseline}"
    if not case.variant:
        return words
    why = next(each.why for each in count.experiment.variants if each.name == case.variant)
    return f"{words}; house rules {case.variant}{f', {why}' if why else ''}"


def _meanings(found: Sequence["Count"]) -> str:
    from rummysim.experiments.words import MEASURES

    names = dict.fromkeys(count.measure for count in found)
    return " ".join(f"{name}: {MEASURES[name]}." for name in names)


def _tables(found: Sequence["Count"], width: int) -> list[str]:
    """One table for each set of labels: rows are arms and labels, columns are measures."""
    sets: dict[tuple[str, ...], list[Count]] = {}
    for count in found:
        if TURN not in count.labels:
            sets.setdefault(tuple(count.labels), []).append(count)
    return [_table(each, width) for each in sets.values()]


def _table(found: Sequence["Count"], width: int) -> str:
    asked = {count.measure for count in found}
    measures = [name for name in found[0].experiment.measures if name in asked]
    cells = {(_name(count), count.measure): value_text(count) for count in found}
    names = list(dict.fromkeys(_name(count) for count in found))
    columns = [[cells.get((name, each), NOT_AVAILABLE) for name in names] for each in measures]
    titles = [each.replace("_", " ").replace(" ", "\n", 1) for each in measures]
    return in_blocks("", names, titles, columns, width)


def _curves(found: Sequence["Count"], width: int) -> list[str]:
    """One table for each curve: rows are arms and labels, columns are turns."""
    curves: dict[str, list[Count]] = {}
    for count in found:
        if TURN in count.labels:
            curves.setdefault(count.measure, []).append(count)
    return [
        f"{measure.replace('_', ' ')}:\n{_curve(each, width)}" for measure, each in curves.items()
    ]


def _curve(found: Sequence["Count"], width: int) -> str:
    cells = {(_name(count), count.labels[TURN]): value_text(count) for count in found}
    names = list(dict.fromkeys(_name(count) for count in found))
    shown = [turn for turn in TURNS if any((name, turn) in cells for name in names)]
    columns = [[cells.get((name, turn), NOT_AVAILABLE) for name in names] for turn in shown]
    return in_blocks("", names, [f"turn {turn}" for turn in shown], columns, width)


def _name(count: "Count") -> str:
    """What a line is about: the arm, where there are several, and the labels."""
    labels = [
        f"{TITLES[label]} {label_text(label, value)}".strip()
        for label, value in count.labels.items()
        if label != TURN
    ]
    if len(count.experiment.arms) == 1 and labels:
        return ", ".join(labels)
    return ", ".join([count.arm, *labels])


def label_text(label: str, value: int | str) -> str:
    """The value of a label for people.

    >>> label_text("jokers_dealt", 3), label_text("place", 1)
    ('3 or more', '1')
    """
    return MANY.get(label, str(value)) if value == 3 else str(value)


def value_text(count: "Count") -> str:
    """A mean or a share with the half-width of its interval."""
    value = count.value
    ends = (value.estimate, value.low, value.high)
    if is_share(count.measure):
        return percent_with_error(*ends, most=2).replace(" ", "")
    return with_error(*ends).replace(" ±", "±")


def is_share(measure: str) -> bool:
    """Whether a measure is a probability.

    >>> is_share("won"), is_share("points")
    (True, False)
    """
    from rummysim.experiments.counting_measures import MEASURES

    return MEASURES[measure].share


def count_rows(found: Sequence["Count"]) -> list[Row]:
    """One entry for each count, with every label that there is, for programs.

    >>> count_rows([])
    []
    """
    from rummysim.experiments.words import LABELS

    return [
        {
            "experiment": count.experiment.name,
            "claim": count.experiment.claim,
            "variant": count.case.variant,
            "players": count.case.players,
            "baseline": count.case.baseline,
            "arm": count.arm,
            "measure": count.measure,
        }
        | {label: count.labels.get(label) for label in (*LABELS, TURN)}
        | named("value", count.value)
        | {
            "interval": count.value.kind,
            "observations": count.observations,
            "deals": count.value.n,
        }
        for count in found
    ]
