"""What counting says about the claims of a description of the game, in words.

Tips are contrasts and get their verdicts by `verdict`; a claim such as "a round takes five to ten
minutes" is compared with what was counted. No sentence says more than its intervals carry.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rummysim.experiments.findings import Count
from rummysim.reports.claim_counts import Counts, spread
from rummysim.reports.claim_words import longest, more_of, quieter
from rummysim.reports.counted_numbers import (
    around,
    average,
    difference,
    mean_of_rounds,
    root,
    share,
    variance_of,
)
from rummysim.reports.extremes import extremes
from rummysim.reports.finding_words import listed, plural
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


def claims(counts: Sequence[Count]) -> list[Claim]:
    """What was counted about each claim, in the order in which they come.

    >>> claims([])
    []
    """
    groups: dict[str, dict[str, list[Count]]] = {}
    for count in counts:
        if claim := count.experiment.claim:
            groups.setdefault(claim, {}).setdefault(count.experiment.name, []).append(count)
    return [_claim(name, list(own.values())) for name, own in groups.items()]


def _claim(name: str, experiments: Sequence[Sequence[Count]]) -> Claim:
    """What all experiments about one claim have counted."""
    quotes = dict.fromkeys(own[0].experiment.quote for own in experiments)
    together = TOGETHER.get(name)
    if together is not None and len(experiments) > 1:
        # files of one's own may count other things
        with contextlib.suppress(LookupError, ValueError, ArithmeticError):
            answer, said = together([Counts(own) for own in experiments])
            return Claim(name, "” / “".join(filter(None, quotes)), answer, tuple(said))
    answers = [_answer(name, own) for own in experiments]
    words = dict.fromkeys(word for word, _ in answers)
    sentences = tuple(sentence for _, said in answers for sentence in said)
    word = next(iter(words)) if len(words) == 1 else PARTLY
    return Claim(name, "” / “".join(filter(None, quotes)), word, sentences)


def _answer(name: str, counts: Sequence[Count]) -> "Answer":
    """The answer to a claim; of what counts something else, where its numbers are."""
    answer = ANSWERS.get(name)
    if answer is not None:
        # a file of one's own may count other things
        with contextlib.suppress(LookupError, ValueError, ArithmeticError):
            return answer(Counts(counts))
    measures = listed(dict.fromkeys(count.measure.replace("_", " ") for count in counts))
    return COUNTED, [f"The numbers of {counts[0].experiment.name} stand in the report: {measures}."]


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
        mean = average([count.value for count in shares])
        sentences.append(
            f"{counts.place(table)}: a player ends {share(mean)} of the rounds exactly one meld "
            f"short{_worst_short(counts, table, shares)}."
        )
    rule = "Laying only a part is against the rules, so there is nothing to gain or lose by it."
    return COUNTED, [rule, *sentences]


def _worst_short(counts: Counts, table: tuple[int, str], shares: Sequence[Count]) -> str:
    """In which round that happens most often, as a clause; "" when no round stands out."""
    alpha = shares[0].experiment.stop.alpha
    found = extremes([(count.value, str(count.labels["round"])) for count in shares], alpha)
    if found is None or not found.clear:
        return ""
    rounds = [name for _, name in found.top]
    if len(rounds) > 1:
        return f"; most often in rounds {listed(rounds)}, which cannot be told apart"
    points = counts.one(table, "usual", "one_short_points", round=int(rounds[0]))
    often = share(found.top[0][0])
    return f"; most often in round {rounds[0]} ({often}), with {around(points)} points in hand"


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
                f"{counts.place(table)}, {counts.doing(arm)}; of those who did not go out, "
                f"whoever bought once more held clearly more points in {more} and clearly fewer "
                f"in {fewer} of {plural(len(steps), 'comparison')} within a round."
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
    tables, mixed = [], {}  # players who differ are the same ones whoever plays elsewhere
    for table in counts.tables():
        dead = counts.one(table, "usual", "dead")
        shuffles = counts.one(table, "usual", "recycles")
        tables.append(
            f"{counts.place(table)}: {share(dead)} of the rounds end with nobody out, and the "
            f"discard pile is shuffled {around(shuffles)} times a round."
        )
        mixed[f"{counts.game}, {table[0]} players, {counts.doing('differing')}"] = share(
            skill_share(counts, table)
        )
    skill = [
        f"{who}: the difference between the two kinds makes {part} of the variance of one player's "
        "score in a match."
        for who, part in mixed.items()
    ]
    end = "What is best is a matter of taste; this is what differs."
    return COUNTED, [*tables, *skill, end]


def skill_share(counts: Counts, table: tuple[int, str]) -> Estimate:
    """The part of the variance of a match score that is between sharp and greedy players.

    Its interval is that of the difference between them; the variance within is far better known.
    """
    policies = ("sharp", "greedy")
    means = [counts.one(table, "differing", "match_points", policy=each) for each in policies]
    within_players = 0.0
    for policy, mean in zip(policies, means, strict=True):
        square = counts.one(table, "differing", "match_points_squared", policy=policy).estimate
        within_players += (square - mean.estimate**2) / 2
    apart = difference(*means)
    far = max(abs(apart.low), abs(apart.high))
    near = 0.0 if apart.low <= 0 <= apart.high else min(abs(apart.low), abs(apart.high))
    shares = [
        (each / 2) ** 2 / ((each / 2) ** 2 + within_players) for each in (apart.estimate, near, far)
    ]
    return Estimate(shares[0], shares[1], shares[2], apart.n, "difference")


def length(counts: Counts) -> Answer:
    """SH-C2: minutes of a round and of a match at 10 to 15 seconds a turn."""
    sentences = []
    found: dict[str, list[tuple[str, str]]] = {"a round": [], "a match": []}
    for table in counts.tables():
        each = counts.all(table, "usual", "turns")
        mean = average([count.value for count in each])
        paces = zip((mean.low, mean.high), TURN_SECONDS, strict=True)
        exact = [(taken * pace + ROUND_OVERHEAD) / 60 for taken, pace in paces]
        # what is judged is what is shown: 10.04 minutes are 10.0 in both
        rounds = [round(minutes, 1) for minutes in exact]
        matches = [round(minutes * ROUNDS, 1) for minutes in exact]
        who = f"{table[0]} {table[1]}"
        found["a round"].append((within(rounds[0], rounds[1], ROUND_MINUTES), who))
        found["a match"].append((within(matches[0], matches[1], MATCH_MINUTES), who))
        sentences.append(
            f"{counts.place(table)}: {around(mean)} turns a round, all together{longest(each)}; "
            f"{rounds[0]:.1f} to {rounds[1]:.1f} minutes a round, {matches[0]:.1f} to "
            f"{matches[1]:.1f} a match."
        )
    limits = {"a round": ROUND_MINUTES, "a match": MATCH_MINUTES}
    parts = [
        f"{counts.game}: that {what} takes {limits[what][0]} to {limits[what][1]} minutes "
        f"{_tally(own)}."
        for what, own in found.items()
    ]
    words = {word for own in found.values() for word, _ in own}
    pace = "At 10 to 15 seconds a turn, and a minute for dealing and scoring."
    return words.pop() if len(words) == 1 else PARTLY, [*parts, *sentences, pace]


def _tally(found: Sequence[tuple[str, str]]) -> str:
    """At how many tables a claim holds, and at which.

    >>> _tally([(HOLDS, "3 steady"), (HOLDS, "4 steady"), (PARTLY, "5 steady")])
    'holds at 2 tables (3 steady, 4 steady) and holds in part at 1 table (5 steady)'
    """
    parts = []
    for word in (HOLDS, PARTLY, FAILS):
        own = [who for each, who in found if each == word]
        if own:
            parts.append(f"{word.lower()} at {plural(len(own), 'table')} ({', '.join(own)})")
    return listed(parts)


def without_buying(counts: Counts) -> Answer:
    """SH-C3: whether the game is quieter without buying."""
    sentences, words = [], []
    for table in counts.tables():
        quiet: dict[str, Estimate] = {}
        for measure in ("turns", "cards_left", "points", "points_squared"):
            values = [counts.one(table, arm, measure) for arm in ("no-buying", "buying")]
            quiet[measure] = difference(*values)
        usual, calm = (
            spread(counts.one(table, arm, "points"), counts.one(table, arm, "points_squared"))
            for arm in ("buying", "no-buying")
        )
        bought = counts.one(table, "buying", "buys")
        gone = difference(Estimate(0, 0, 0, bought.n, bought.kind), bought)
        changes = (gone, quiet["cards_left"], _beyond(calm, usual))
        words.append(_together(changes))
        sentences.append(
            f"{counts.place(table)}: nobody interrupts a round to buy, which happens "
            f"{around(bought)} times a player otherwise. "
            f"A round without buying takes {more_of(quiet['turns'], 'turns')}, leaves "
            f"{more_of(quiet['cards_left'], 'cards')} in a hand, and costs "
            f"{more_of(quiet['points'], 'points')}; the points of a round spread by "
            f"{around(calm)} instead of {around(usual)} (standard deviation). "
            f"{quieter(changes)}"
        )
    return words[0] if len(set(words)) == 1 else PARTLY, sentences


def _together(changes: Sequence[Estimate]) -> str:
    """What is to be said of a claim that each of some numbers falls.

    >>> less, more = Estimate(-2, -3, -1, 10, "t"), Estimate(2, 1, 3, 10, "t")
    >>> _together([less, less]), _together([less, more]), _together([more])
    ('HOLDS', 'HOLDS IN PART', 'DOES NOT HOLD')
    >>> _together([Estimate(0, -1, 1, 10, "t")])
    'UNDECIDED'
    """
    falls = [change.high < 0 for change in changes]
    if any(falls):
        return HOLDS if all(falls) else PARTLY
    return FAILS if any(change.low > 0 for change in changes) else OPEN


def _beyond(a: Estimate, b: Estimate) -> Estimate:
    """``a`` less ``b`` where nothing is known of what they have in common: widest of all."""
    low, high = a.low - b.high, a.high - b.low
    return Estimate(a.estimate - b.estimate, low, high, min(a.n, b.n), "difference")


def buy_limit(counts: Counts) -> Answer:
    """SH-C5: what the limit of buys changes."""
    sentences = []
    for table in counts.tables():
        parts = []
        for arm in counts.arms():
            turns, points = (counts.one(table, arm, name) for name in ("turns", "points"))
            bought = counts.one(table, arm, "buys")
            parts.append(
                f"{counts.doing(arm)}, {around(turns)} turns a round, {around(points)} points and "
                f"{around(bought)} buys each"
            )
        sentences.append(f"{counts.place(table)}: {'; '.join(parts)}.")
    return COUNTED, sentences


def lay_off(counts: Counts) -> Answer:
    """SH-C6: how many cards go to others' melds, and what it changes."""
    sentences = []
    for table in counts.tables():
        own, others = (
            average([count.value for count in counts.all(table, "all", measure)])
            for measure in ("laid_off_own", "laid_off_others")
        )
        only_own, all_melds = (
            [count.value for count in counts.all(table, arm, "points")] for arm in ("own", "all")
        )
        changes = [difference(a, b) for a, b in zip(only_own, all_melds, strict=True)]
        dearer = sum(change.low > 0 for change in changes)
        cheaper = sum(change.high < 0 for change in changes)
        turns = difference(
            *(
                average([count.value for count in counts.all(table, arm, "turns")])
                for arm in ("own", "all")
            )
        )
        sentences.append(
            f"{counts.place(table)}: a player lays {around(others)} cards a round on melds "
            f"of others and {around(own)} on his own. If only one's own melds may be added "
            f"to, that changes the points of a round by {around(average(changes))}; it is clearly "
            f"dearer in {dearer} and clearly cheaper in {cheaper} of "
            f"{plural(len(changes), 'round')}. A round then takes {more_of(turns, 'turns')}."
        )
    return COUNTED, sentences


def variety(experiments: Sequence[Counts]) -> Answer:
    """SH-C4: how long rounds are in each game, and how far players lie apart."""
    sentences = []
    for counts in experiments:
        for table in counts.tables():
            found = {
                measure: mean_of_rounds(
                    [c.value for c in counts.all(table, counts.arms()[0], measure)]
                )
                for measure in ("turns", "points", "match_points", "match_points_squared")
            }
            apart = root(variance_of(found["match_points"], found["match_points_squared"]))
            sentences.append(
                f"{counts.place(table)}: {around(found['turns'])} turns a round, "
                f"{around(found['points'])} points of a player in it, and matches that spread by "
                f"{around(apart)} points (standard deviation)."
            )
    return COUNTED, sentences


TOGETHER: dict[str, Callable[[Sequence[Counts]], Answer]] = {"SH-C4": variety}
ANSWERS: dict[str, Callable[[Counts], Answer]] = {
    "SH-M1": one_meld_short,
    "SH-M2": points_by_buys,
    "SH-C1": number_of_players,
    "SH-C2": length,
    "SH-C3": without_buying,
    "SH-C5": buy_limit,
    "SH-C6": lay_off,
}
