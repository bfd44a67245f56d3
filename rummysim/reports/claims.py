"""What counting says about the claims of a description of the game, in words.

Tips are contrasts and get their verdicts by `verdict`; a claim such as "a round takes five to ten
minutes" is compared with what was counted. No sentence says more than its intervals carry.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rummysim.experiments.findings import Count
from rummysim.stats.estimate import Estimate

HOLDS = "HOLDS"
FAILS = "DOES NOT HOLD"
PARTLY = "HOLDS IN PART"
OPEN = "UNDECIDED"
COUNTED = "COUNTED"  # nothing to be right or wrong about: a description

TURN_SECONDS = (10, 15)  # of a quick and of a slow turn (rules.md 11.1, SH-C2)
ROUND_OVERHEAD = 60  # seconds for shuffling, dealing and scoring
ROUND_MINUTES = (5, 10)
MATCH_MINUTES = (45, 75)
ROUNDS = 7
FEWEST = 50  # observations of a number of buys that are compared


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim or a mistake, and what counting has to say about it."""

    claim: str  # SH-C2
    quote: str
    answer: str  # HOLDS, DOES NOT HOLD, HOLDS IN PART, UNDECIDED or COUNTED
    sentences: tuple[str, ...]


class Counts:
    """The counts of one claim, to be asked by table, arm, measure and labels."""

    def __init__(self, counts: Iterable[Count]) -> None:
        self.counts = list(counts)

    def tables(self) -> list[tuple[int, str]]:
        """Players and baseline of each table under the usual rules, in the order of the file."""
        found = [(c.case.players, c.case.baseline) for c in self.counts if not c.case.variant]
        return list(dict.fromkeys(found))

    def arms(self) -> list[str]:
        """The arms, in the order of the file."""
        return list(dict.fromkeys(count.arm for count in self.counts))

    def doing(self, arm: str) -> str:
        """What the players of an arm do."""
        return self.counts[0].experiment.arms[arm].doing

    def all(self, table: tuple[int, str], arm: str, measure: str) -> list[Count]:
        """Every count of one measure of one arm at one table."""
        return [
            count
            for count in self.counts
            if (count.case.players, count.case.baseline) == table
            and not count.case.variant
            and (count.arm, count.measure) == (arm, measure)
        ]

    def one(self, table: tuple[int, str], arm: str, measure: str, **labels: int | str) -> Estimate:
        """The count with just these labels.

        Raises KeyError when there is none.
        """
        for count in self.all(table, arm, measure):
            if dict(count.labels) == labels:
                return count.value
        raise KeyError((table, arm, measure, labels))


def claims(counts: Sequence[Count]) -> list[Claim]:
    """The answers to all claims that were counted, in the order of their names.

    >>> claims([])
    []
    """
    found = []
    for name, answer in ANSWERS.items():
        own = [count for count in counts if count.experiment.claim == name]
        if own:
            word, sentences = answer(Counts(own))
            found.append(Claim(name, own[0].experiment.quote, word, tuple(sentences)))
    return found


def difference(a: Estimate, b: Estimate) -> Estimate:
    """``a`` less ``b`` as of independent samples; on the same deals it is rather too wide.

    >>> difference(Estimate(5, 2, 8, 10, "t"), Estimate(1, -3, 5, 10, "t")).low
    -1.0
    """
    middle = a.estimate - b.estimate
    low = middle - math.hypot(a.estimate - a.low, b.high - b.estimate)
    high = middle + math.hypot(a.high - a.estimate, b.estimate - b.low)
    return Estimate(middle, low, high, min(a.n, b.n), "difference")


def around(value: Estimate, digits: int = 1, factor: float = 1, unit: str = "") -> str:
    """A number with half of its interval.

    >>> around(Estimate(5, 4, 6.5, 10, "t"), unit=" %")
    '5.0 ± 1.2 %'
    """
    half = (value.high - value.low) / 2 * factor
    return f"{value.estimate * factor:,.{digits}f} ± {half:,.{digits}f}{unit}"


def table_words(table: tuple[int, str]) -> str:
    """Who sits at a table.

    >>> table_words((4, "steady"))
    '4 steady players'
    """
    return f"{table[0]} {table[1]} players"


Answer = tuple[str, list[str]]


def within(low: float, high: float, limits: tuple[float, float]) -> str:
    """Whether a range lies within limits, outside of them, or across one.

    >>> within(6, 9, (5, 10)), within(3, 4, (5, 10)), within(4, 6, (5, 10))
    ('HOLDS', 'DOES NOT HOLD', 'HOLDS IN PART')
    """
    if limits[0] <= low and high <= limits[1]:
        return HOLDS
    return FAILS if high < limits[0] or low > limits[1] else PARTLY


def one_meld_short(counts: Counts) -> Answer:
    """SH-M1: how often a round ends for somebody with one meld missing."""
    sentences = []
    for table in counts.tables():
        shares = counts.all(table, "usual", "one_short")
        worst = max(shares, key=lambda count: count.value.estimate)
        mean = sum(count.value.estimate for count in shares) / len(shares)
        points = counts.one(table, "usual", "one_short_points", round=worst.labels["round"])
        sentences.append(
            f"Among {table_words(table)} a player ends {mean:.1%} of the rounds exactly one meld "
            f"short; most often round {worst.labels['round']} "
            f"({around(worst.value, factor=100, unit=' %')}), with {around(points)} points in hand."
        )
    rule = "Laying only a part is against the rules, so there is nothing to gain or lose by it."
    return COUNTED, [rule, *sentences]


def points_by_buys(counts: Counts) -> Answer:
    """SH-M2: points of those who did not go out, by how often they bought, round by round."""
    sentences, words = [], []
    for table in counts.tables():
        for arm in counts.arms():
            steps = steps_by_round(counts.all(table, arm, "points_lost"))
            more = sum(step.low > 0 for step in steps)
            fewer = sum(step.high < 0 for step in steps)
            words.append(HOLDS if more and not fewer else FAILS if fewer and not more else PARTLY)
            sentences.append(
                f"Among {table_words(table)}, {counts.doing(arm)}, of those who did not go out: "
                f"whoever bought once more held clearly more points in {more} and clearly fewer "
                f"in {fewer} of {len(steps)} comparisons within a round."
            )
    sentences.append("These compare different hands: who buys more has had the worse cards, too.")
    return words[0] if len(set(words)) == 1 else PARTLY, sentences


def steps_by_round(lost: Sequence[Count]) -> list[Estimate]:
    """What one buy more makes in points, for each round and each number of buys that occurred."""
    steps = []
    for number in sorted({int(count.labels["round"]) for count in lost}):
        by_buys = {
            int(count.labels["buys"]): count.value
            for count in lost
            if count.labels["round"] == number and count.observations >= FEWEST
        }
        steps += [difference(by_buys[b], by_buys[b - 1]) for b in by_buys if b - 1 in by_buys]
    return steps


def number_of_players(counts: Counts) -> Answer:
    """SH-C1: what changes with the number of players."""
    sentences = []
    for table in counts.tables():
        dead = counts.one(table, "usual", "dead")
        shuffles = counts.one(table, "usual", "recycles")
        share = skill_share(counts, table)
        sentences.append(
            f"At {table[0]}: {around(dead, 2, 100, ' %')} of the rounds end with nobody out, the "
            f"discard pile is shuffled {around(shuffles, 2)} times a round, and the difference of "
            f"sharp and greedy makes {share:.0%} of the variance of a player's score in a match."
        )
    return COUNTED, [*sentences, "What is best is a matter of taste; this is what differs."]


def skill_share(counts: Counts, table: tuple[int, str]) -> float:
    """The part of the variance of a match score that is between sharp and greedy players."""
    means, within_players = [], []
    for policy in ("sharp", "greedy"):
        mean = counts.one(table, "differing", "match_points", policy=policy).estimate
        square = counts.one(table, "differing", "match_points_squared", policy=policy).estimate
        means.append(mean)
        within_players.append(square - mean * mean)
    between = ((means[0] - means[1]) / 2) ** 2
    return between / (between + sum(within_players) / 2)


def length(counts: Counts) -> Answer:
    """SH-C2: minutes of a round and of a match at 10 to 15 seconds a turn."""
    sentences, words = [], []
    for table in counts.tables():
        turns = [count.value for count in counts.all(table, "usual", "turns")]
        mean = sum(value.estimate for value in turns) / len(turns)
        rounds = [(mean * pace + ROUND_OVERHEAD) / 60 for pace in TURN_SECONDS]
        matches = [minutes * ROUNDS for minutes in rounds]
        words.append(within(rounds[0], rounds[1], ROUND_MINUTES))
        words.append(within(matches[0], matches[1], MATCH_MINUTES))
        longest = max(turns, key=lambda value: value.estimate)
        sentences.append(
            f"{table_words(table)} take {mean:.1f} turns a round, all together, and "
            f"{around(longest)} in the longest one: {rounds[0]:.0f} to {rounds[1]:.0f} minutes a "
            f"round, {matches[0]:.0f} to {matches[1]:.0f} a match."
        )
    word = words[0] if len(set(words)) == 1 else PARTLY
    return word, [*sentences, "At 10 to 15 seconds a turn, and a minute for dealing and scoring."]


def without_buying(counts: Counts) -> Answer:
    """SH-C3: whether the game is quieter without buying."""
    sentences, words = [], []
    for table in counts.tables():
        quiet: dict[str, Estimate] = {}
        for measure in ("turns", "cards_left", "points", "points_squared"):
            values = [counts.one(table, arm, measure) for arm in ("no-buying", "buying")]
            quiet[measure] = difference(*values)
        spreads = [_spread(counts, table, arm) for arm in ("buying", "no-buying")]
        fewer_cards = quiet["cards_left"].high < 0
        calmer = spreads[1] < spreads[0]
        words.append(
            HOLDS if fewer_cards and calmer else PARTLY if fewer_cards or calmer else FAILS
        )
        sentences.append(
            f"Among {table_words(table)} a round without buying takes {around(quiet['turns'])} "
            f"turns more, leaves {around(quiet['cards_left'])} cards more in a hand, and costs "
            f"{around(quiet['points'])} points more; the points of a round spread by "
            f"{spreads[1]:.1f} instead of {spreads[0]:.1f} (standard deviation)."
        )
    return words[0] if len(set(words)) == 1 else PARTLY, sentences


def _spread(counts: Counts, table: tuple[int, str], arm: str) -> float:
    """Standard deviation of one player's points in a round."""
    mean = counts.one(table, arm, "points").estimate
    return math.sqrt(max(0.0, counts.one(table, arm, "points_squared").estimate - mean * mean))


def buy_limit(counts: Counts) -> Answer:
    """SH-C5: what the limit of buys changes."""
    sentences = []
    for table in counts.tables():
        parts = []
        for arm in counts.arms():
            turns, points = (counts.one(table, arm, name) for name in ("turns", "points"))
            bought = counts.one(table, arm, "buys")
            parts.append(
                f"{counts.doing(arm)}: {around(turns)} turns a round, {around(points)} points, "
                f"{around(bought, 2)} buys each"
            )
        sentences.append(f"{table_words(table)}. " + "; ".join(parts) + ".")
    return COUNTED, sentences


def lay_off(counts: Counts) -> Answer:
    """SH-C6: how many cards go to others' melds, and what it changes."""
    sentences, words = [], []
    for table in counts.tables():
        pairs = zip(
            counts.all(table, "all", "laid_off_own"),
            counts.all(table, "all", "laid_off_others"),
            strict=True,
        )
        own, others = (sum(values) for values in zip(*_estimates(pairs), strict=True))
        points = [
            [count.value for count in counts.all(table, arm, "points")] for arm in ("own", "all")
        ]
        changes = [difference(a, b) for a, b in zip(*points, strict=True)]
        dearer = sum(change.estimate for change in changes) / len(changes)
        up = sum(change.low > 0 for change in changes)
        words.append(HOLDS if up else OPEN)
        sentences.append(
            f"Among {table_words(table)}, {others / (own + others):.0%} of the cards laid off go "
            "to melds of others. If only one's own melds may be added to, a round costs "
            f"{dearer:+.1f} points on average, clearly more in {up} of {len(changes)} rounds."
        )
    return words[0] if len(set(words)) == 1 else PARTLY, sentences


def _estimates(pairs: Iterable[tuple[Count, Count]]) -> list[tuple[float, float]]:
    return [(own.value.estimate, others.value.estimate) for own, others in pairs]


ANSWERS: dict[str, Callable[[Counts], Answer]] = {
    "SH-M1": one_meld_short,
    "SH-M2": points_by_buys,
    "SH-C1": number_of_players,
    "SH-C2": length,
    "SH-C3": without_buying,
    "SH-C5": buy_limit,
    "SH-C6": lay_off,
}
