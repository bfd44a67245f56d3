"""Ways to play, or rules, compared with each other in everything that was counted of them."""

from collections.abc import Iterator, Mapping, Sequence

from rummysim.experiments.findings import Count
from rummysim.experiments.spec import Arm, Experiment
from rummysim.reports.blocks import Block, Bullets, Fold, Table, Text
from rummysim.reports.counted_numbers import average, difference, together
from rummysim.reports.counting_words import noun_of, said
from rummysim.reports.finding_words import span, upper
from rummysim.stats.estimate import Estimate, excludes
from rummysim.stats.multiple import SHARES, widened
from rummysim.stats.rounding import gain

HANDS = ("jokers_dealt", "place", "buys")  # labels of single hands, which all together make up

Values = Mapping[str, Estimate]  # by measure


def arm_blocks(who: str, counts: Sequence[Count]) -> Iterator[Block]:
    """What each arm changes against the usual one, in words and as a table.

    who : the table of players; all counts are of it

    >>> list(arm_blocks("4 steady players", []))
    []
    """
    experiment = counts[0].experiment if counts else None
    if experiment is None or len(experiment.arms) < 2:
        return
    values = {name: whole_values(counts, name) for name in experiment.arms}
    usual = reference(experiment)
    others = [name for name in values if name != usual and values[name].keys() & values[usual]]
    changes = {name: _changes(experiment, values, name, usual) for name in others}
    asked = sum(map(len, changes.values()))
    if not asked:
        return
    alpha = experiment.stop.alpha
    sure = {
        name: {measure: widened(each, alpha, asked) for measure, each in own.items()}
        for name, own in changes.items()
    }
    doing = experiment.arms[usual].doing
    yield Text(
        f"Among {who}, {_mean_words(counts)}, against {doing}; intervals allow for "
        f"{'all ' * (asked > 1)}{asked} comparison{'s' * (asked > 1)}:"
    )
    yield Bullets(tuple(_sentence(experiment.arms[name], sure[name], values) for name in others))
    table = _table(who, experiment, values, sure)
    yield Fold(f"These comparisons as a table: {who}", (table,), False)


def reference(experiment: Experiment) -> str:
    """The arm that the others are compared with: the usual way, else the first one."""
    usual = [
        arm.name
        for arm in experiment.arms.values()
        if not arm.rules and not arm.parameters and arm.policy is None
    ]
    return (usual or list(experiment.arms))[0]


def whole_values(counts: Sequence[Count], arm: str) -> dict[str, Estimate]:
    """Each measure of an arm as one number: the mean of all rounds, or all hands together."""
    found: dict[str, list[Count]] = {}
    for count in counts:
        if count.arm == arm and not count.measure.endswith("_squared"):
            found.setdefault(count.measure, []).append(count)
    values = {}
    for measure, own in found.items():
        labels = set(own[0].labels)
        if labels <= {"round"}:
            values[measure] = average([count.value for count in own])
        elif len(labels) == 1 and labels <= set(HANDS):
            values[measure] = together([(count.value, count.observations) for count in own])
    return values


def _changes(
    experiment: Experiment, values: Mapping[str, Values], name: str, usual: str
) -> dict[str, Estimate]:
    """What an arm has more or less than the usual one, by measure."""
    own, beside = values[name], values[usual]
    both = [each for each in experiment.measures if each in own and each in beside]
    return {measure: difference(own[measure], beside[measure]) for measure in both}


def _mean_words(counts: Sequence[Count]) -> str:
    """What the numbers are means of."""
    single = counts[0].experiment.round is not None
    return "all hands together" if single else "in the mean of all rounds"


def _sentence(arm: Arm, changes: Values, values: Mapping[str, Values]) -> str:
    """What surely changes by an arm, and what does not."""
    told = []
    same = []
    for measure, change in changes.items():
        title = noun_of(measure).title.removesuffix(" in a round").removesuffix(" of a player")
        what = f"{title[:1].lower()}{title[1:]}".removesuffix(",")
        if excludes(change):
            told.append(f"{what} {_gain(change, values[arm.name][measure])}")
        else:
            same.append(what)
    alike = f"not surely different: {'; '.join(same)}" if same else ""
    if not told:
        return f"{upper(arm.doing)}: {alike}."
    return f"{upper(arm.doing)}: {'; '.join(told)}.{f' {upper(alike)}.' if same else ''}"


def _gain(change: Estimate, value: Estimate) -> str:
    share = value.kind in SHARES
    times = 100 if share else 1
    arm = max(change.high - change.estimate, change.estimate - change.low)
    lopsided = excludes(change) and arm >= abs(change.estimate)
    text = span(change, times) if lopsided else gain(change, times)
    return f"{text}{' %-points' * share}"


def _table(
    who: str, experiment: Experiment, values: Mapping[str, Values], changes: Mapping[str, Values]
) -> Table:
    measures = [each for each in experiment.measures if any(each in own for own in values.values())]
    rows = []
    for name, own in values.items():
        cells = []
        for measure in measures:
            value, change = own.get(measure), changes.get(name, {}).get(measure)
            text = "" if value is None else said(value, value.kind in SHARES)
            beside = "" if value is None or change is None else f" ({_gain(change, value)})"
            cells.append(f"{text}{beside}")
        rows.append((experiment.arms[name].doing, *cells))
    titles = ("", *(noun_of(measure).title for measure in measures))
    return Table(f"Ways to play compared: {who}", titles, tuple(rows))
