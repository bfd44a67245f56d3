"""The charts of counting: every measure by its labels, and curves by turn.

A chart shows what two things decide: the levels below its axis and the series in its legend.
Whatever else was varied stays at the main table: usual rules, four players, the first baseline.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rummysim.experiments.findings import Count
from rummysim.experiments.words import LABELS
from rummysim.reports.charts import Words
from rummysim.reports.counting_words import LAST, ends_said, fixed_words, noun_of, spoken_level
from rummysim.reports.finding_words import upper
from rummysim.reports.frames import Picture, Told, picture
from rummysim.reports.level_chart import Scale, Series, level_chart, turn_chart
from rummysim.reports.runs import Run, deals_words, interval_words
from rummysim.reports.tips_table import USUAL_PLAYERS

# Labels whose last number stands for more, too; and what one of them is.
CAPPED = {"jokers_dealt": "joker dealt", "buys": "buy"}
SHARED_OUT = ("place", "policy", "jokers_dealt", "buys")  # labels of players of the same rounds
MOST_SERIES = 6
SQUARES = "_squared"  # ends the names of measures that only serve to find a spread
SHARES = ("cluster-score", "cluster-exact")  # the kinds of intervals that shares have


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
    """Curves by turn: one chart for each thing that was varied, the others at the main table."""
    varied = dimensions(counts)
    measure = counts[0].measure
    for dimension in varied or [Dimension("arm", (counts[0].arm,))]:
        fixed = {d.name: main_value(d) for d in varied if d is not dimension}
        shown = kept(counts, fixed)
        series = [
            Series(name, {int(count.labels["turn"]): count.value for count in own})
            for name, own in _by(run, shown, dimension)
        ]
        series = [each for each in series if each.points][: MOST_SERIES + 1]
        if not series:
            continue
        by = dimension_name(dimension.name)
        title = noun_of(measure).title
        words = Words(f"{title}, by {by}", _caption(run, shown, fixed), "")
        alt = f"{title}: curves by {by}, each with its intervals."
        told = Told(f"{title}, by {by}", alt)
        stem = f"{run.name}-{measure}-by-{dimension.name}"
        yield picture(turn_chart(series, words), stem, words, told, count_rows(shown))


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
