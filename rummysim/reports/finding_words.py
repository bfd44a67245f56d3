"""Findings in words: verdicts, amounts and the tables at which they hold.

No sentence says more than the interval behind it: a verdict is repeated as it was found, a number
comes with the ends of its interval.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from rummysim.experiments.findings import Finding
from rummysim.experiments.spec import Contrast, Experiment
from rummysim.experiments.wording import doing_of
from rummysim.stats.estimate import FEW_DIFFER, Estimate, excludes
from rummysim.stats.rounding import number
from rummysim.stats.sequence import CHANGED_ENOUGH
from rummysim.stats.verdict import Verdict

HELPS, HURTS, SAME, OPEN = Verdict
SIGNS: Mapping[str, str] = {HELPS: "▲", HURTS: "▼", SAME: "=", OPEN: "?"}
SHORT: Mapping[str, str] = {HELPS: "helps", HURTS: "hurts", SAME: "no matter", OPEN: "open"}
MEANINGS: Mapping[str, str] = {
    HELPS: "the whole interval is above zero",
    HURTS: "the whole interval is below zero",
    SAME: "neither of these, and the whole interval is so near to zero that the difference does "
    "not matter",
    OPEN: "the interval holds both zero and what would matter, or the difference does not stand "
    "when all comparisons are judged together: nothing is known for sure",
}
IN_SENTENCES: Mapping[str, str] = {
    HELPS: "helps",
    HURTS: "hurts",
    SAME: "makes no difference that matters",
    OPEN: "is undecided",
}
UNCHANGED = "changes no deal at all"  # two that play the same
FIELDS: Mapping[str, str] = {
    "baseline": "the others play as usual",
    "followers": "all the others do it as well",
    "mixed": "the others are of all strengths",
    "table": "everybody does it",
}
FIELDS_OF_RULES: Mapping[str, str] = {
    "baseline": "all play alike",
    "followers": "all play alike",
    "mixed": "the others are of all strengths",
    "table": "all play alike",
}
FOR_ALL: Mapping[str, str] = {
    HELPS: "saves points",
    HURTS: "costs points",
    SAME: "makes no difference that matters",
    OPEN: "is undecided",
}
MOST_DIGITS = 6  # of an interval that all but ends at zero
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["3"]), listed(["3", "4"]), listed(["3", "4", "5"])
    ('3', '3 and 4', '3, 4 and 5')
    """
    every = list(words)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {last} {every[-1]}"


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things; small numbers in words.

    >>> counted(1, "cell"), counted(4, "deal"), counted(12000, "deal"), counted(2, "is", "are")
    ('one cell', 'four deals', '12,000 deals', 'two are')
    """
    text = NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"
    return f"{text} {one if count == 1 else many or f'{one}s'}"


def plural(count: int, one: str, many: str = "") -> str:
    """A number of things, in digits.

    >>> plural(1, "table"), plural(1200, "table")
    ('1 table', '1,200 tables')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def upper(text: str) -> str:
    """A text that begins a sentence.

    >>> upper("keeping every joker")
    'Keeping every joker'
    """
    return text[:1].upper() + text[1:]


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign, also when it is above zero.

    >>> signed(0.25, 2), signed(-1.0), signed(0.01), signed(float("inf"))
    ('+0.25', '-1.0', '0.0', '-')
    """
    text = number(value, digits)
    return f"+{text}" if math.isfinite(value) and float(text.replace(",", "")) > 0 else text


def span(value: Estimate, times: float = 1.0) -> str:
    """The ends of an interval, with as many digits as it takes to see on which side of zero.

    >>> span(Estimate(1.25, 1.0, 1.5, 9, "t")), span(Estimate(0.3, 0.01, 0.59, 9, "t"))
    ('+1.0 to +1.5', '+0.01 to +0.59')
    """
    low, high = times * value.low, times * value.high
    if not (math.isfinite(low) and math.isfinite(high)):
        return "no interval yet"
    digits = 1 if high - low >= 0.4 else 2
    while digits < MOST_DIGITS and any(end and round(end, digits) == 0 for end in (low, high)):
        digits += 1
    return f"{signed(low, digits)} to {signed(high, digits)}"


def saved(value: Estimate, unit: str = "points a round") -> str:
    """What a difference in points means for a player, with its interval.

    >>> saved(Estimate(1.25, 1.0, 1.5, 9, "t"))
    'saves 1.2 points a round (+1.0 to +1.5)'
    >>> saved(Estimate(-0.1, -0.5, 0.3, 9, "t"))
    'is between -0.5 and +0.3 points a round'
    """
    if value.low > 0 or value.high < 0:
        verb = "saves" if value.estimate > 0 else "costs"
        digits = 1 if value.high - value.low >= 0.4 else 2
        return f"{verb} {number(abs(value.estimate), digits)} {unit} ({span(value)})"
    if not math.isfinite(value.low):
        return f"is not known yet in {unit}"
    if value.low == value.high == 0:
        return UNCHANGED
    return between(value, unit)


def between(value: Estimate, unit: str = "points a round") -> str:
    """A difference by the ends of its interval alone.

    >>> between(Estimate(-0.1, -0.5, 0.3, 9, "t"))
    'is between -0.5 and +0.3 points a round'
    """
    return f"is between {span(value).replace(' to ', ' and ')} {unit}"


def is_rule(experiment: Experiment, contrast: Contrast) -> bool:
    """Whether a comparison is one of rules, which all at the table play by, and not of players."""
    tip, other = experiment.arms[contrast.tip], experiment.arms[contrast.other]
    alike = (tip.policy, dict(tip.parameters)) == (other.policy, dict(other.parameters))
    return alike and tip.rules != other.rules


def others_words(experiment: Experiment, contrast: Contrast, field: str) -> str:
    """What the others at the table do, as a clause."""
    return (FIELDS_OF_RULES if is_rule(experiment, contrast) else FIELDS)[field]


def instead(experiment: Experiment, tip: str, other: str) -> str:
    """The two arms of a contrast, the one that is judged first."""
    arms = experiment.arms
    return f"{doing_of(arms[tip])}, instead of {doing_of(arms[other])}"


def sign(finding: Finding) -> str:
    """A verdict at a glance: a sign and a word."""
    word = "the same" if finding.alike else SHORT[finding.verdict]
    return f"{SIGNS[finding.verdict]} {word}"


def is_outvoted(finding: Finding) -> bool:
    """Whether the interval alone would say more than the verdict, which weighs all comparisons."""
    return finding.verdict in (SAME, OPEN) and excludes(finding.points)


def disagree(points: Estimate, wins: Estimate) -> bool:
    """Whether points surely go one way and wins the other.

    >>> disagree(Estimate(1.0, 0.5, 1.5, 9, "t"), Estimate(-0.02, -0.03, -0.01, 9, "t"))
    True
    """
    return (points.low > 0 > wins.high) or (wins.low > 0 > points.high)


def wins_disagree(finding: Finding) -> bool:
    """Whether points surely go one way and matches won the other."""
    return finding.wins_sure and disagree(finding.points, finding.wins)


def is_confirmed(finding: Finding) -> bool:
    """Whether the numbers come from fresh deals after exploring."""
    return finding.stage == "confirm"


def verb_of(finding: Finding, words: Mapping[str, str] = IN_SENTENCES) -> str:
    """A verdict as a sentence says it."""
    return UNCHANGED if finding.alike else words[finding.verdict]


def table_of(finding: Finding) -> str:
    """Who sits at a table."""
    return f"{NUMBERS[finding.case.players]} {finding.case.baseline} players"


def deal_words(experiment: Experiment) -> str:
    """What is won or lost by one deal."""
    return "matches" if experiment.round is None else "rounds"


def per_words(experiment: Experiment) -> str:
    """Of what points are: of a round in the mean of all, or of the one that was played."""
    return "a round" if experiment.round is None else f"in round {experiment.round}"


def unit_words(experiment: Experiment) -> str:
    """What points are counted in."""
    return f"points {per_words(experiment)}"


def number_range(values: Sequence[float], digits: int = 1) -> str:
    """The smallest and the largest of some numbers.

    >>> number_range([3.52, 2.8, 3.0]), number_range([3.5])
    ('2.8 to 3.5', '3.5')
    """
    low, high = number(min(values), digits), number(max(values), digits)
    return low if low == high else f"{low} to {high}"


def where(findings: Sequence[Finding], words: Mapping[str, str] = IN_SENTENCES) -> str:
    """What holds at which tables: verdicts by table size and by who plays.

    One finding per table is given; the sentence begins with a verb.
    """
    by_baseline: dict[str, dict[int, str]] = {}
    for finding in findings:
        sizes = by_baseline.setdefault(finding.case.baseline, {})
        sizes[finding.case.players] = verb_of(finding, words)
    groups: dict[str, list[str]] = {}
    for baseline, sizes in by_baseline.items():
        groups.setdefault(_by_size(sizes), []).append(baseline)
    if len(groups) == 1:
        (text, baselines), *_ = groups.items()
        return f"{text}{_at_tables(baselines, by_baseline)}"
    parts = [f"{text} among {listed(names)} players" for text, names in groups.items()]
    return "; it ".join(parts)


def _by_size(sizes: Mapping[int, str]) -> str:
    """Verdicts of one baseline by the number of players.

    >>> _by_size({3: "helps", 4: "helps", 5: "is undecided"})
    'helps with three and four players and is undecided with five'
    >>> _by_size({3: "helps", 4: "helps"})
    'helps with three and four players'
    """
    groups: dict[str, list[str]] = {}
    for players, word in sizes.items():
        groups.setdefault(word, []).append(NUMBERS[players])
    parts = [f"{word} with {listed(names)}" for word, names in groups.items()]
    parts[0] += " players" if max(sizes) > 1 else " player"
    return listed(parts)


def _at_tables(baselines: Sequence[str], found: Mapping[str, Mapping[int, str]]) -> str:
    """Among whom a verdict holds that is the same for all."""
    if len(baselines) > 1:
        return f", among {listed(baselines)} players alike"
    return f" among {baselines[0]} players" if found else ""


def grouped_by(
    findings: Iterable[Finding], key: Callable[[Finding], str]
) -> dict[str, list[Finding]]:
    """Findings by what ``key`` says of them, in the order of the first of each."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(key(finding), []).append(finding)
    return groups


def room_words(values: Iterable[Estimate]) -> str:
    """Why some of these intervals are longer than their method makes them; "" if none is.

    >>> room_words([Estimate(0.0, -1.0, 1.0, 9, "t")])
    ''
    >>> room_words([Estimate(0.0, -1.0, 1.0, 9, "t, few differ")]).partition(",")[0]
    ' Where fewer than 100 deals differ'
    """
    if not any(value.kind.endswith(FEW_DIFFER) for value in values):
        return ""
    return (
        f" Where fewer than {CHANGED_ENOUGH} deals differ, an interval is longer by what an unseen "
        "difference may amount to."
    )
