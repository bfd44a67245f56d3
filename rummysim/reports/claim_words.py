"""Parts of the sentences about claims, as far as intervals carry them."""

from collections.abc import Sequence

from rummysim.experiments.findings import Count
from rummysim.reports.counted_numbers import around
from rummysim.reports.extremes import extremes
from rummysim.reports.finding_words import listed
from rummysim.stats.estimate import Estimate


def longest(turns: Sequence[Count]) -> str:
    """The turns of the longest round, as a clause that names it; of those that may be it.

    >>> longest([])
    ''
    """
    if not turns:
        return ""
    alpha = turns[0].experiment.stop.alpha
    points = [(count.value, str(count.labels.get("round", ""))) for count in turns]
    found = extremes(points, alpha)
    if found is None or not found.clear:
        return ""
    said = [f"{around(value)} in round {number}" for value, number in found.top]
    apart = "the longest" if len(said) == 1 else "the longest, which cannot be told apart"
    return f", and {listed(said)}, {apart}"


def quieter(kept: Sequence[bool]) -> str:
    """In what a round is quieter, and in what it is not.

    >>> quieter([True, False, True])
    'So it is quieter in interruptions and luck, and not surely in cards left.'
    """
    names = ("interruptions", "cards left", "luck")
    yes = [name for name, holds in zip(names, kept, strict=True) if holds]
    no = [name for name, holds in zip(names, kept, strict=True) if not holds]
    parts = [f"quieter in {listed(yes)}"] * bool(yes) + [f"not surely in {listed(no)}"] * bool(no)
    return f"So it is {', and '.join(parts)}."


def longer(turns: Estimate) -> str:
    """How many turns more or fewer.

    >>> longer(Estimate(5, 4, 6, 10, "t")), longer(Estimate(0, -1, 1, 10, "t"))
    ('5.0 ± 1.0 turns more', 'about as many turns (0.0 ± 1.0 more)')
    """
    if turns.low <= 0 <= turns.high:
        return f"about as many turns ({around(turns)} more)"
    less = Estimate(-turns.estimate, -turns.high, -turns.low, turns.n, turns.kind)
    return f"{around(turns)} turns more" if turns.low > 0 else f"{around(less)} turns fewer"
