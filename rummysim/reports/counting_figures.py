"""The charts of counting: every measure by its labels, and curves by turn.

A chart shows what two things decide: the levels below its axis and the series in its legend.
Whatever else was varied stays at the main table: usual rules, four players, the first baseline.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rummysim.experiments.findings import Count
from rummysim.experiments.words import LABELS
from rummysim.reports.arm_answers import HANDS
from rummysim.reports.charts import Words
from rummysim.reports.counted_numbers import together
from rummysim.reports.counting_words import (
    LAST,
    ends_said,
    fixed_words,
    noun_of,
    said,
    spoken_level,
)
from rummysim.reports.finding_words import listed, upper
from rummysim.reports.frames import Picture, Told, picture
from rummysim.reports.level_chart import Scale, Series, level_chart, turn_chart
from rummysim.reports.runs import Run, deals_words, interval_words
from rummysim.reports.tips_table import USUAL_PLAYERS
from rummysim.stats.multiple import SHARES

# Labels whose last number stands for more, too; and what one of them is.
CAPPED = {"jokers_dealt": "joker dealt", "buys": "buy"}
SHARED_OUT = ("place", "policy", "jokers_dealt", "buys")  # labels of players of the same rounds
MOST_SERIES = 6
WHOLE = "All hands together; their intervals are as wide as those of the parts, rather too wide. "
SAID = (5, 10, 15)  # turns of a curve that a sentence tells
SQUARES = "_squared"  # ends the names of measures that only serve to find a spread


@dataclass(frozen=True)
class Dimension:
    """One thing that was varied, and what it was set to."""

    name: str  # a label, or arm, players, baseline, variant
    values: tuple[Any, ...]


def counting_pictures(run: Run) -> list[Picture]:
    """All charts of a counting experiment, in the order of its measures."""
    made: list[Picture] = []
    for measure in run.experiment.measures:
        own = [count for count in run.counts if count.measure == measure]
        if not own or measure.endswith(SQUARES):
            continue
        if "turn" in own[0].labels:
            made += _curves(run, own)
        else:
            made.append(_levels(run, own))
    return made


def value_of(count: Count, name: str) -> Any:
    """What one of the dimensions was for a count."""
    if name == "arm":
        return count.arm
    if name in ("players", "baseline", "variant"):
        return getattr(count.case, name)
    return count.labels.get(name)


def dimensions(counts: Sequence[Count]) -> list[Dimension]:
    """Everything that was varied: labels first, then arms, tables and house rules."""
    names = [name for name in counts[0].labels if name != "turn"]
    names += ["arm", "players", "baseline", "variant"]
    found = []
    for name in names:
        values = tuple(dict.fromkeys(value_of(count, name) for count in counts))
        if len(values) > 1:
            found.append(Dimension(name, values))
    return found


def main_value(dimension: Dimension) -> Any:
    """What a dimension is set to where a chart does not show it."""
    if dimension.name == "players" and USUAL_PLAYERS in dimension.values:
        return USUAL_PLAYERS
    if dimension.name == "variant":
        return ""
    return dimension.values[0]


def kept(counts: Iterable[Count], fixed: Mapping[str, Any]) -> list[Count]:
    """The counts at which all these dimensions are what they are set to."""
    return [
        count
        for count in counts
        if all(value_of(count, name) == value for name, value in fixed.items())
    ]


def _levels(run: Run, counts: Sequence[Count]) -> Picture:
    """A measure by the first thing that was varied, with the second one as series."""
    varied = dimensions(counts) or [Dimension("arm", (counts[0].arm,))]
    across, rest = varied[0], varied[1:]
    beside = next((d for d in rest if len(d.values) <= MOST_SERIES), None)
    fixed = {d.name: main_value(d) for d in rest if d is not beside}
    shown = kept(counts, fixed)
    series = [
        Series(name, {across.values.index(value_of(c, across.name)): c.value for c in own})
        for name, own in _by(run, shown, beside)
    ]
    measure = counts[0].measure
    title = noun_of(measure).title
    words = Words(title, _caption(run, shown, fixed), noun_of(measure).unit)
    share = counts[0].value.kind in SHARES
    scale = Scale(share=share, levels=dimension_name(across.name))
    levels = [level_name(run, across.name, value) for value in across.values]
    ax = level_chart(levels, series, words, scale)
    alt = f"{title}: by {dimension_name(across.name)}, each with its interval."
    told = Told(title, alt, _said(run, shown, across, beside))
    return picture(ax, f"{run.name}-{measure}", words, told, count_rows(counts))


def _said(run: Run, counts: Sequence[Count], across: Dimension, beside: Dimension | None) -> str:
    """Where each series is highest and lowest, in a line of its own."""
    measure, share = counts[0].measure, counts[0].value.kind in SHARES
    alpha = run.experiment.stop.alpha
    lines = []
    for name, own in _by(run, counts, beside):
        points = [(count.value, _place(run, count, across.name)) for count in own]
        text = ends_said(measure, points, share, alpha, shared_out=across.name in SHARED_OUT)
        start = f"{upper(name)}: " if name and text else ""
        lines.append(f"{start}{text[:1].lower() if start else text[:1]}{text[1:]}")
    return "\n".join(filter(None, lines))


def _place(run: Run, count: Count, name: str) -> str:
    """Where a chart shows a count, as a sentence names it."""
    if name == "arm":
        return run.experiment.arms[count.arm].doing
    return spoken_level(name, value_of(count, name))


def _curves(run: Run, counts: Sequence[Count]) -> Iterator[Picture]:
    """Curves by turn: one chart for each thing that was varied.

    All hands together, where it is not the hands that are told apart; else at the main table.
    """
    varied = dimensions(counts)
    for dimension in varied or [Dimension("arm", (counts[0].arm,))]:
        others = [d for d in varied if d is not dimension]
        hands = [d.name for d in others if d.name in HANDS]
        fixed = {d.name: main_value(d) for d in others if d.name not in hands}
        shown = all_hands(kept(counts, fixed), hands)
        curves = [(name, own) for name, own in _by(run, shown, dimension) if own][: MOST_SERIES + 1]
        if curves:
            yield _curve(run, dimension, curves, fixed, bool(hands))


def _curve(
    run: Run,
    dimension: Dimension,
    curves: Sequence[tuple[str, list[Count]]],
    fixed: Mapping[str, Any],
    whole: bool,
) -> Picture:
    shown = [count for _, own in curves for count in own]
    series = [
        Series(name, {int(count.labels["turn"]): count.value for count in own})
        for name, own in curves
    ]
    by = dimension_name(dimension.name)
    title = f"{noun_of(shown[0].measure).title}, by {by}{'; all hands together' * whole}"
    note = WHOLE if whole else ""
    words = Words(title, f"{note}{_caption(run, shown, fixed)}", "")
    alt = f"{title}: curves by {by}, each with its intervals."
    told = Told(title, alt, curves_said(run, dimension, curves))
    stem = f"{run.name}-{shown[0].measure}-by-{dimension.name}"
    return picture(turn_chart(series, words), stem, words, told, count_rows(shown))


def curves_said(run: Run, dimension: Dimension, curves: Sequence[tuple[str, list[Count]]]) -> str:
    """Where each curve is at some turns and in the end, and which end highest as far as is sure."""
    lines, ends = [], []
    for name, own in curves:
        at = {int(count.labels["turn"]): count for count in own}
        last = at[max(at)]
        parts = [f"{said(at[turn].value, True)} by turn {turn}" for turn in SAID if turn in at]
        lines.append(f"{upper(name)}: {listed([*parts, f'{said(last.value, True)} in the end'])}.")
        ends.append((last.value, _place(run, last, dimension.name)))
    opposed = dimension.name in SHARED_OUT
    alpha = run.experiment.stop.alpha
    end = ends_said(curves[0][1][0].measure, ends, True, alpha, shared_out=opposed)
    return "\n".join([*lines, *([f"In the end: {end[:1].lower()}{end[1:]}"] if end else [])])


def all_hands(counts: Sequence[Count], labels: Sequence[str]) -> list[Count]:
    """The counts of all hands together, whatever these labels say of single ones.

    >>> all_hands([], ["jokers_dealt"])
    []
    """
    groups: dict[object, list[Count]] = {}
    for count in counts:
        left = {name: value for name, value in count.labels.items() if name not in labels}
        key = (count.case, count.arm, count.measure, tuple(left.items()))
        groups.setdefault(key, []).append(replace(count, labels=left))
    return [
        replace(
            own[0],
            value=together([(count.value, count.observations) for count in own]),
            observations=sum(count.observations for count in own),
        )
        if len(own) > 1
        else own[0]
        for own in groups.values()
    ]


def _by(
    run: Run, counts: Sequence[Count], dimension: Dimension | None
) -> Iterator[tuple[str, list[Count]]]:
    """The counts of each value of a dimension, with its name."""
    if dimension is None:
        yield "", list(counts)
        return
    for value in dimension.values:
        own = kept(counts, {dimension.name: value})
        if own:
            yield series_name(run, dimension.name, value), own


def dimension_name(name: str) -> str:
    """What was varied, for an axis.

    >>> dimension_name("jokers_dealt"), dimension_name("players")
    ('jokers in the hand that was dealt', 'number of players')
    """
    own = {
        "players": "number of players",
        "baseline": "player",
        "variant": "house rules",
        "arm": "way to play",
        "round": "round",
    }
    return own.get(name, LABELS.get(name, name.replace("_", " ")))


def level_name(run: Run, name: str, value: Any) -> str:
    """A level below an axis: short, in lines."""
    if name == "round" and isinstance(value, int):
        contract = str(run.experiment.rules.opening.contracts[value - 1])
        return f"{value}\n" + "\n".join(contract.split())
    if name in CAPPED and value == LAST:
        return f"{value}+"
    if name == "variant":
        return str(value or "usual")
    return "\n".join(str(value).replace("-", " ").split())


def series_name(run: Run, name: str, value: Any) -> str:
    """A series in a legend."""
    if name == "arm":
        return run.experiment.arms[value].doing
    if name == "players":
        return f"{value} players"
    if name == "baseline":
        return f"{value} players"
    if name == "variant":
        whys = {variant.name: variant.why for variant in run.experiment.variants}
        return whys.get(value, "usual rules")
    if name in CAPPED and value == 1:
        return f"1 {CAPPED[name]}"
    more = " or more" if name in CAPPED and value == LAST else ""
    return f"{value}{more} {name.replace('_', ' ')}"


def _caption(run: Run, counts: Sequence[Count], fixed: Mapping[str, Any]) -> str:
    """Intervals, deals, what was kept fixed, and inputs."""
    values = [count.value for count in counts]
    set_to = [
        str(series_name(run, name, value)) for name, value in fixed.items() if value is not None
    ]
    case = counts[0].case
    if "players" not in fixed and len({count.case.players for count in counts}) == 1:
        set_to.append(f"{case.players} players")
    seated = any("policy" in count.labels for count in counts)  # others than the baseline as well
    if (
        not seated
        and "baseline" not in fixed
        and len({count.case.baseline for count in counts}) == 1
    ):
        set_to.append(f"{case.baseline} players")
    deals = deals_words([value.n for value in values], "deals with such a situation")
    intervals = interval_words(run.experiment, values)
    return f"{intervals} {fixed_words(set_to)}{upper(deals)}. {run.source()}"


def count_rows(counts: Sequence[Count]) -> list[dict[str, Any]]:
    """All numbers of counts, for CSV and JSON."""
    return [
        {
            "experiment": count.experiment.name,
            "house_rules": count.case.variant or "usual",
            "players": count.case.players,
            "baseline": count.case.baseline,
            "arm": count.arm,
            "measure": count.measure,
            **count.labels,
            "estimate": count.value.estimate,
            "low": count.value.low,
            "high": count.value.high,
            "interval": count.value.kind,
            "deals": count.value.n,
            "observations": count.observations,
        }
        for count in counts
    ]
