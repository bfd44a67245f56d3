"""What counting answers beyond its numbers: how ways to play differ, jokers, decisive rounds.

All are read off the counts of an experiment, whatever it is called, when they are there.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from rummysim.experiments.findings import Count
from rummysim.reports.arm_answers import arm_blocks
from rummysim.reports.blocks import Block, Table, Text
from rummysim.reports.counted_numbers import average, difference
from rummysim.reports.counting_words import ORDINALS, amount
from rummysim.reports.extremes import extremes
from rummysim.reports.finding_words import listed, upper
from rummysim.stats.estimate import Estimate
from rummysim.stats.rounding import with_error

JOKERS = "jokers_dealt"
FEWEST = 30  # observations behind a number that is compared
Group = tuple[str, int, str, str]  # house rules, players, baseline, arm


def answers(counts: Sequence[Count]) -> Iterator[Block]:
    """Tables and sentences that go beyond the counts themselves.

    >>> list(answers([]))
    []
    """
    groups: dict[Group, list[Count]] = {}
    for count in counts:
        case = count.case
        groups.setdefault((case.variant, case.players, case.baseline, count.arm), []).append(count)
    tables: dict[tuple[str, int, str], list[Count]] = {}
    for (variant, players, baseline, _), own in groups.items():
        tables.setdefault((variant, players, baseline), []).extend(own)
    for table, every in tables.items():
        yield from arm_blocks(_table_words(*table), every)
    for group, own in groups.items():
        who = _who(group, own[0])
        yield from joker_blocks(who, own)
        yield from round_blocks(who, own)


def _who(group: Group, count: Count) -> str:
    variant, players, baseline, arm = group
    several = len(count.experiment.arms) > 1
    doing = f", {count.experiment.arms[arm].doing}" if several else ""
    return f"{_table_words(variant, players, baseline)}{doing}"


def _table_words(variant: str, players: int, baseline: str) -> str:
    rules = f", house rules {variant}" if variant else ""
    return f"{players} {baseline} players{rules}"


def joker_blocks(who: str, counts: Sequence[Count]) -> Iterator[Block]:
    """What one joker more in the hand that is dealt saves, by round and in the mean of them."""
    by_round: dict[int, dict[int, Estimate]] = {}
    for count in counts:
        labels = count.labels
        wanted = count.measure == "points" and count.observations >= FEWEST
        if wanted and set(labels) == {"round", JOKERS}:
            at = by_round.setdefault(int(labels["round"]), {})
            at[int(labels[JOKERS])] = count.value
    worths = {at: joker_worths(values) for at, values in by_round.items()}
    most = max((len(each) for each in worths.values()), default=0)
    if not most:
        return
    whole = {
        j: average([each[j] for each in worths.values()])
        for j in range(1, most + 1)
        if all(j in each for each in worths.values())
    }
    parts = [f"the {_joker(j, most)} {amount(value, False)}" for j, value in whole.items()]
    if parts:
        yield Text(
            f"Among {who}, points that one joker more in the hand that is dealt saves in a round, "
            f"in the mean of all rounds: {listed(parts)}."
        )
    titles = ("round", *(upper(f"{_joker(j, most)} joker") for j in range(1, most + 1)))
    rows = [(str(at), *_cells(each, most)) for at, each in sorted(worths.items())]
    caption = f"Points that each joker saves: {who}"  # narrow, for phones
    yield Table(caption, titles, (*rows, ("all", *_cells(whole, most))))


def joker_worths(points: Mapping[int, Estimate]) -> dict[int, Estimate]:
    """Points saved by the j-th joker: those with j - 1 less those with j.

    >>> points = {0: Estimate(30, 29, 31, 9, "t"), 1: Estimate(20, 19, 21, 9, "t")}
    >>> joker_worths(points)[1].estimate
    10
    """
    return {j: difference(points[j - 1], points[j]) for j in sorted(points) if j - 1 in points}


def _joker(j: int, most: int) -> str:
    return f"{ORDINALS[j - 1]}{' and further' if j == most else ''}"


def _cells(worths: Mapping[int, Estimate], most: int) -> list[str]:
    return [amount(worths[j], False) if j in worths else "" for j in range(1, most + 1)]


def round_blocks(who: str, counts: Sequence[Count]) -> Iterator[Block]:
    """Which round decides a match: the one in which players' points lie farthest apart."""
    found: dict[str, dict[int, Estimate]] = {"points": {}, "points_squared": {}}
    if len({count.labels.get("policy") for count in counts if count.measure in found}) > 1:
        return  # of each kind of players there is a number of its own
    for count in counts:
        if count.measure in found and set(count.labels) - {"policy"} == {"round"}:
            found[count.measure][int(count.labels["round"])] = count.value
    means, squares = found["points"], found["points_squared"]
    if len(means) < 2 or means.keys() != squares.keys():
        return
    variances = {at: variance(means[at], squares[at]) for at in sorted(means)}
    total = sum(each.estimate for each in variances.values()) or 1.0
    cost = sum(each.estimate for each in means.values()) or 1.0
    alpha = counts[0].experiment.stop.alpha
    costs = _rounds({at: (mean, mean.estimate / cost) for at, mean in means.items()}, alpha)
    decides = _rounds({at: (v, v.estimate / total) for at, v in variances.items()}, alpha)
    seventh = "; a seventh would be 14%" if len(means) == 7 else ""
    yield Text(
        f"Among {who}, of all points most are collected in {costs}. What decides a match is how "
        f"far players lie apart: of the variance that all rounds add up to, most comes from "
        f"{decides}{seventh}."
    )
    rows = tuple(
        (
            str(at),
            amount(means[at], False),
            f"{100 * means[at].estimate / cost:.0f}%",
            _deviation(variances[at]),
            f"{100 * variances[at].estimate / total:.0f}%",
        )
        for at in variances
    )
    titles = ("round", "points", "of all points", "spread of a player's points", "of all variance")
    caption = f"What each round decides: {who}"
    yield Table(caption, titles, rows)


def _rounds(values: Mapping[int, tuple[Estimate, float]], alpha: float) -> str:
    """The round with the largest number, and its share of all; or those that may be it."""
    found = extremes([(value, str(at)) for at, (value, _) in values.items()], alpha)
    assert found is not None
    said = [f"{name} ({100 * values[int(name)][1]:.0f}%)" for _, name in found.top]
    if len(said) == 1:
        return f"round {said[0]}"
    return f"one of the rounds {listed(said, 'or')}, which cannot be told apart"


def variance(mean: Estimate, square: Estimate) -> Estimate:
    """The variance of a number from its mean and that of its squares; rather too wide.

    >>> variance(Estimate(3, 2, 4, 9, "t"), Estimate(25, 24, 26, 9, "t"))
    Estimate(estimate=16, low=8, high=22, n=9, kind='spread')
    """
    ends = (
        square.estimate - mean.estimate**2,
        square.low - max(mean.low**2, mean.high**2),
        square.high - (0.0 if mean.low < 0 < mean.high else min(mean.low**2, mean.high**2)),
    )
    middle, low, high = (max(0, end) for end in ends)
    return Estimate(middle, low, high, mean.n, "spread")


def _deviation(value: Estimate) -> str:
    middle, low, high = (math.sqrt(end) for end in (value.estimate, value.low, value.high))
    return with_error(middle, low, high)
