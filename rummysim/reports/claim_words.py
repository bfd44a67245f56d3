"""Parts of the sentences about claims, as far as intervals carry them."""

from collections.abc import Sequence

from rummysim.experiments.findings import Count
from rummysim.reports.counted_numbers import around
from rummysim.reports.extremes import extremes
from rummysim.reports.finding_words import listed
from rummysim.stats.estimate import Estimate

OWN_QUESTION = "-Q"  # in the names of claims that no source makes (rules.md 11)


def quoted(claim: str, quote: str) -> str:
    """What a claim says: in quotation marks, or as a question of the project's own (GO-Q1).

    >>> quoted("SH-T3", "Buy little."), quoted("GO-Q1", "It pays to dig.")
    ('“Buy little.”', 'It pays to dig. (a question of ours, not of the rules)')
    """
    if OWN_QUESTION in claim:
        return f"{quote} (a question of ours, not of the rules)"
    return f"“{quote}”"


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


QUIET = (("fewer", "interruptions"), ("fewer", "cards left"), ("less", "luck"))


def quieter(changes: Sequence[Estimate]) -> str:
    """In what a round is quieter, in what it is the opposite, and what is not sure.

    changes : of interruptions, cards left and luck; below zero where it is quieter

    >>> less, more = Estimate(-2, -3, -1, 10, "t"), Estimate(2, 1, 3, 10, "t")
    >>> quieter([less, more, more])
    'Quieter: fewer interruptions. Not quieter: more cards left and more luck.'
    >>> quieter([less, Estimate(0, -1, 1, 10, "t"), less])
    'Quieter: fewer interruptions and less luck. Not sure: cards left.'
    """
    named = list(zip(QUIET, changes, strict=True))
    groups = (
        ("Quieter", [f"{less} {name}" for (less, name), change in named if change.high < 0]),
        ("Not quieter", [f"more {name}" for (_, name), change in named if change.low > 0]),
        ("Not sure", [name for (_, name), change in named if change.low <= 0 <= change.high]),
    )
    return " ".join(f"{word}: {listed(own)}." for word, own in groups if own)


def more_of(value: Estimate, noun: str) -> str:
    """How many more or fewer.

    >>> more_of(Estimate(5, 4, 6, 10, "t"), "turns")
    '5.0 ±1.0 turns more'
    >>> more_of(Estimate(-5, -6, -4, 10, "t"), "cards")
    '5.0 ±1.0 cards fewer'
    >>> more_of(Estimate(0, -1, 1, 10, "t"), "turns")
    'about as many turns (0.0 ±1.0 more)'
    """
    if value.low <= 0 <= value.high:
        return f"about as many {noun} ({around(value)} more)"
    less = Estimate(-value.estimate, -value.high, -value.low, value.n, value.kind)
    return f"{around(value)} {noun} more" if value.low > 0 else f"{around(less)} {noun} fewer"
