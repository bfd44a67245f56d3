"""Two runs side by side: what both measured, and the difference."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rummysim.errors import StoreError
from rummysim.reports.finding_words import plural
from rummysim.reports.runs import Run
from rummysim.reports.tables import level, text_table
from rummysim.stats.estimate import Estimate, excludes
from rummysim.stats.rounding import gain

ANYTIME = "sequence"  # in the kind of intervals that may be read at any time


@dataclass(frozen=True)
class Compared:
    """One number that both runs have."""

    what: str  # the contrast, or arm and measure with its labels
    table: str
    first: Estimate
    second: Estimate
    deals: tuple[int, int]
    is_gain: bool  # a difference of two arms, and not an amount
    verdicts: tuple[str, str] = ("", "")

    @property
    def difference(self) -> Estimate:
        """The second less the first, as of independent runs."""
        return difference(self.second, self.first)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """``one`` less ``other``, as if nothing were common to both.

    Half-widths add as squares; those of intervals that may be read at any time add as they are,
    which is never too narrow.

    >>> one, other = Estimate(5, 2, 8, 10, "t"), Estimate(1, -3, 5, 10, "t")
    >>> difference(one, other).low, difference(one, other).high
    (-1.0, 9.0)
    """
    together = _added if ANYTIME in one.kind or ANYTIME in other.kind else math.hypot
    middle = one.estimate - other.estimate
    low = middle - together(one.estimate - one.low, other.high - other.estimate)
    high = middle + together(one.high - one.estimate, other.estimate - other.low)
    return Estimate(middle, low, high, min(one.n, other.n), "difference")


def _added(one: float, other: float) -> float:
    return one + other


def compared(first: Run, second: Run) -> list[Compared]:
    """Everything that both runs measured at the same tables.

    Raises StoreError when that is nothing, or one of them is of whole matches and the other of
    a single round.
    """
    what = [_played(run) for run in (first, second)]
    if what[0] != what[1]:
        raise StoreError(
            f"{first.name} plays {what[0]} and {second.name} plays {what[1]}: their points per "
            "round are not of the same rounds; compare runs that play the same"
        )
    found = [*_contrasts(first, second), *_counts(first, second)]
    if not found:
        raise StoreError(
            f"{first.name} and {second.name} have nothing in common: no contrast of the same name "
            "at the same table, and nothing counted that is called the same"
        )
    return found


def _played(run: Run) -> str:
    """What a run plays."""
    one = run.experiment.round
    return "whole matches" if one is None else f"round {one} alone"


def _contrasts(first: Run, second: Run) -> Iterator[Compared]:
    there = {(f.contrast.name, f.case): f for f in second.findings}
    for one in first.findings:
        other = there.get((one.contrast.name, one.case))
        if other is not None:
            yield Compared(
                one.contrast.name,
                one.case.key,
                one.points,
                other.points,
                (one.deals, other.deals),
                True,
                (str(one.verdict), str(other.verdict)),
            )


def _counts(first: Run, second: Run) -> Iterator[Compared]:
    there = {(c.arm, c.measure, tuple(c.labels.items()), c.case): c for c in second.counts}
    for one in first.counts:
        labels = tuple(one.labels.items())
        other = there.get((one.arm, one.measure, labels, one.case))
        if other is not None:
            named = "".join(f", {label} {value}" for label, value in labels)
            yield Compared(
                f"{one.arm}: {one.measure}{named}",
                one.case.key,
                one.value,
                other.value,
                (one.value.n, other.value.n),
                False,
            )


def compared_rows(found: Sequence[Compared]) -> list[dict[str, Any]]:
    """The same for programs.

    >>> compared_rows([])
    []
    """
    rows = []
    for each in found:
        row: dict[str, Any] = {"what": each.what, "table": each.table}
        values = (("first", each.first), ("second", each.second), ("difference", each.difference))
        for name, value in values:
            row |= {name: value.estimate, f"{name}_low": value.low, f"{name}_high": value.high}
        row |= {"first_deals": each.deals[0], "second_deals": each.deals[1]}
        row |= {"first_verdict": each.verdicts[0], "second_verdict": each.verdicts[1]}
        rows.append(row | {"differs": excludes(each.difference)})
    return rows


def compared_page(runs: tuple[Run, Run], found: Sequence[Compared], width: int) -> str:
    """A table of both runs, how many numbers differ, and what the intervals are."""
    titles = ["", "first", "second", "second less\nfirst", "differs"]
    tables = list(dict.fromkeys(each.table for each in found))
    rows = [
        [
            each.what if len(tables) == 1 else f"{each.what}\n  {each.table}",
            _text(each.first, each),
            _text(each.second, each),
            gain(each.difference),
            "yes" if excludes(each.difference) else "no",
        ]
        for each in found
    ]
    parts = [
        _which(runs) + (f"\ntable: {tables[0]}" if len(tables) == 1 else ""),
        text_table(titles, rows),
        textwrap.fill(f"{_how_many(runs, found)} {_meaning(runs)}", width),
    ]
    return "\n\n".join(parts)


def _which(runs: tuple[Run, Run]) -> str:
    """Which runs these are."""
    lines = [
        f"{place}: {run.name}, seed {run.experiment.seed}, rummysim {run.manifest['rummysim']}, "
        f"engine {run.manifest['engine']}, {str(run.manifest['id'])[:12]}"
        for place, run in zip(("first", "second"), runs, strict=True)
    ]
    return "\n".join(lines)


def _text(value: Estimate, each: Compared) -> str:
    text = gain(value)
    return text if each.is_gain else text.removeprefix("+")


def _how_many(runs: tuple[Run, Run], found: Sequence[Compared]) -> str:
    differ = sum(excludes(each.difference) for each in found)
    chance = max(run.experiment.stop.alpha for run in runs) * len(found)
    said = "differs" if differ == 1 else "differ"
    return (
        f"{differ:,} of {plural(len(found), 'number')} {said}; about {chance:.1f} would if all "
        "that is measured were the same."
    )


def _meaning(runs: tuple[Run, Run]) -> str:
    """What the interval of a difference takes for granted."""
    first, second = runs
    levels = [level(run.experiment.stop.alpha) for run in runs]
    each = f"a {levels[0]} interval"
    if levels[0] != levels[1]:
        each += f" in the first run and of a {levels[1]} interval in the second"
    lower = level(max(run.experiment.stop.alpha for run in runs))
    words = f"± is half of {each}. That of the difference, {lower}, is one of independent runs."
    rules = [run.experiment.rules.title for run in runs]
    if rules[0] != rules[1]:
        words += f" The games differ: {rules[0]} and {rules[1]}."
    if first.experiment.seed == second.experiment.seed:
        words += (
            f" These have the same seed, {first.experiment.seed}, so they share deals, which it "
            "takes no account of."
        )
    return words
