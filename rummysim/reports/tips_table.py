"""The tips put to the test: one row for each comparison, its verdicts by table, and sentences.

Findings come with one entry for each comparison and table, that of the confirmation where there
is one (`paired_page.published`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rummysim.experiments.findings import Count, Finding
from rummysim.experiments.spec import Contrast, Experiment
from rummysim.reports.claims import Claim, claims
from rummysim.reports.finding_words import (
    FIELDS,
    FOR_ALL,
    IN_SENTENCES,
    UNCHANGED,
    between,
    counted,
    deal_words,
    instead,
    is_confirmed,
    is_outvoted,
    is_rule,
    listed,
    others_words,
    plural,
    saved,
    span,
    table_of,
    unit_words,
    upper,
    verb_of,
    where,
    wins_disagree,
)
from rummysim.reports.sensitivity import (
    EVERYBODY,
    in_short,
    other_players,
    players_said,
    rules_said,
)
from rummysim.stats.estimate import excludes

USUAL_PLAYERS = 4
ACT, RULE = "What one player does", "A rule for the whole table"


@dataclass(frozen=True)
class TipRow:
    """One comparison at every table where it was tried."""

    experiment: Experiment
    contrast: Contrast
    findings: tuple[Finding, ...]  # one for each case, in the order of the experiment

    @property
    def text(self) -> str:
        """What is compared."""
        return upper(instead(self.experiment, self.contrast.tip, self.contrast.other))

    @cached_property
    def is_rule(self) -> bool:
        """Whether rules are compared, and not ways to play."""
        return is_rule(self.experiment, self.contrast)

    @cached_property
    def field(self) -> str:
        """Who sits around in the main verdicts: the usual others, where that was played."""
        played = {finding.case.field for finding in self.findings if not finding.case.variant}
        return next((field for field in FIELDS if field in played), self.experiment.fields[0])

    @property
    def for_all(self) -> bool:
        """Whether everybody at the table does it, so that nobody wins more by it."""
        return self.field == "table" or self.is_rule

    @cached_property
    def usual(self) -> tuple[Finding, ...]:
        """The main verdicts: usual rules, one player at the table does it where that was tried."""
        return self.at(self.field)

    def at(self, field: str) -> tuple[Finding, ...]:
        """The verdicts under usual rules with such others."""
        return tuple(f for f in self.findings if not f.case.variant and f.case.field == field)

    @property
    def shown(self) -> list[Finding]:
        """The main finding of each baseline: four players, or the first number that was tried."""
        found: dict[str, Finding] = {}
        for finding in self.usual:
            kept = found.get(finding.case.baseline)
            if kept is None or finding.case.players == USUAL_PLAYERS:
                found[finding.case.baseline] = finding
        return list(found.values())

    @property
    def shown_wins(self) -> list[Finding]:
        """The same where matches may be won by it: not where everybody does it."""
        return [] if self.for_all else self.shown

    @property
    def where(self) -> str:
        """The verdicts by table, in a sentence."""
        if not self.usual:
            return "It was played under other house rules alone."
        words = FOR_ALL if self.for_all else IN_SENTENCES
        said = f"In {self.experiment.rules.title} it {where(self.usual, words)}"
        if self.is_rule:
            return f"{said}; it is a rule for the whole table."
        return f"{said}, when {FIELDS[self.field]}." if self.field != "baseline" else f"{said}."

    def others(self, field: str) -> str:
        """What the others at the table do, as a clause."""
        return others_words(self.experiment, self.contrast, field)

    def sensitivity(self) -> str:
        """Where the verdict differs: among other players, under other house rules, in wins."""
        return in_short(self)

    def sentences(self) -> list[str]:
        """What was found, in words: the tables, the amounts, other players, other house rules."""
        if not self.usual:
            return []
        return [
            self.where,
            *(_amount(finding, self.for_all) for finding in self.shown),
            *_outvoted(self.usual),
            *players_said(self),
            *rules_said(self),
            *_unconfirmed(self.findings),
            *_special(self.findings),
        ]


@dataclass(frozen=True)
class Tip:
    """A tip or claim: everything that was measured about it."""

    claim: str
    quote: str
    rows: tuple[TipRow, ...]
    counted: Claim | None

    @property
    def headlines(self) -> list[TipRow]:
        """The first comparison of each experiment: the tip as it stands. The others read it."""
        first: dict[str, TipRow] = {}
        for row in self.rows:
            first.setdefault(row.experiment.name, row)
        return list(first.values())

    @property
    def summary(self) -> str:
        """What the headlines say, and apart from them what the further readings say.

        What one player does and what is a rule for the whole table are told apart.
        """
        rules = [row for row in self.rows if row.is_rule]
        acts = [row for row in self.rows if not row.is_rule]
        both = bool(self._main(rules)) and bool(self._main(acts))
        said = (self._summed(acts, ACT * both), self._summed(rules, RULE * both))
        return " ".join(filter(None, said))

    def _main(self, rows: Sequence[TipRow]) -> list[Finding]:
        """The main verdicts of the headlines among some comparisons."""
        return [finding for row in self.headlines if row in rows for finding in row.usual]

    def _summed(self, rows: Sequence[TipRow], start: str) -> str:
        """What some of the comparisons say; "" where none of them is a headline that was played.

        start : what kind of comparisons they are, where there are two kinds
        """
        found = self._main(rows)
        if not found:
            return ""
        own = [row for row in self.headlines if row in rows]
        others = [row for row in rows if row not in own]
        rest = [finding for row in others for finding in row.usual]
        turning = _turning(own)
        words = FOR_ALL if rows[0].is_rule else IN_SENTENCES
        if not rest:
            return f"{f'{start}: ' if start else 'It '}{_tally(found, words)}.{turning}"
        first = "first comparison"
        if len(own) > 1:
            first = f"first comparisons of {counted(len(own), 'experiment')}"
        other = upper(counted(len(others), "other"))
        first = f"{start}, {first}" if start else upper(first)
        return f"{first}: {_tally(found, words)}.{turning} {other}: {_tally(rest, words)}."


def _tally(found: Sequence[Finding], words: Mapping[str, str]) -> str:
    """How often which verdict was found, beginning with a verb."""
    verbs = Counter(verb_of(finding, words) for finding in found)
    said = [(verb, verbs[verb]) for verb in (*words.values(), UNCHANGED) if verbs[verb]]
    tables = len({(f.case.players, f.case.baseline) for f in found})
    unit = "table" if tables == len(found) else "verdict"
    if len(found) == 1:
        return f"{said[0][0]} at the one table that was tried"
    if len(said) == 1:
        every = "both" if len(found) == 2 else f"all {counted(len(found), unit)}"
        place = "at" if unit == "table" else "in"
        return f"{said[0][0]} {place} {every if len(found) > 2 else f'both {unit}s'}"
    parts = [f"{verb} {'at' if unit == 'table' else 'in'} {count}" for verb, count in said]
    return f"{listed(parts)} of {counted(len(found), unit)}"


def _turning(rows: Sequence[TipRow]) -> str:
    """Whether the headline turns round when everybody does it."""
    found = [each for row in rows for each in other_players(row) if each.field == EVERYBODY]
    turned = sum(len(each.turned) for each in found)
    every = sum(len(each.pairs) for each in found)
    if not turned:
        return ""
    all_ = {1: "", 2: "at both of them"}.get(every, "at all of them")
    places = f"at {turned} of them" if turned < every else all_
    return f"{f' When everybody does it, this turns round {places}'.rstrip()}."


def rows_of(findings: Iterable[Finding]) -> list[TipRow]:
    """The comparisons of one experiment or of several, in their order; one finding per table."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.experiment.name, finding.contrast.name), []).append(finding)
    return [TipRow(own[0].experiment, own[0].contrast, tuple(own)) for own in groups.values()]


def tips(findings: Iterable[Finding], counts: Sequence[Count] = ()) -> list[Tip]:
    """Everything that answers to a tip or claim, in the order of their names."""
    rows = [row for row in rows_of(findings) if row.experiment.claim]
    answers = {claim.claim: claim for claim in claims(counts)}
    quotes: dict[str, dict[str, None]] = {}
    for claim, quote in (
        *((row.experiment.claim, row.experiment.quote) for row in rows),
        *((claim.claim, claim.quote) for claim in answers.values()),
    ):
        quotes.setdefault(claim, {}).setdefault(quote)
    return [
        Tip(
            name,
            "” / “".join(filter(None, quotes[name])),
            tuple(row for row in rows if row.experiment.claim == name),
            answers.get(name),
        )
        for name in sorted(quotes, key=claim_order)
    ]


def claim_order(name: str) -> tuple[bool, str, int, int]:
    """Where a tip stands: tips, mistakes, claims, each by number; then questions of other kinds.

    >>> sorted(["GO-Q1", "SH-C1", "SH-M1", "SH-T10", "SH-T2"], key=claim_order)
    ['SH-T2', 'SH-T10', 'SH-M1', 'SH-C1', 'GO-Q1']
    """
    game, _, own = name.rpartition("-")
    kind = "TMC".find(own[:1])
    digits = re.search(r"\d+", own)
    return kind < 0, game, kind, int(digits[0]) if digits else 0


def amount_titles(experiments: Iterable[Experiment]) -> tuple[str, str]:
    """What stands above points and wins: those of a round of matches, or of single rounds.

    >>> amount_titles([])
    ('Points saved per round', 'Matches won of 100')
    """
    rounds = {experiment.round for experiment in experiments}
    if not rounds or None in rounds:
        both = len(rounds) > 1
        return "Points saved per round", f"Matches{' or rounds' * both} won of 100"
    return (
        f"Points saved in round {listed(map(str, sorted(filter(None, rounds))))}",
        "Rounds won of 100",
    )


def _amount(finding: Finding, for_all: bool) -> str:
    """What is gained at one table, in points and in matches won."""
    unit = unit_words(finding.experiment)
    said = between(finding.points, unit) if is_outvoted(finding) else saved(finding.points, unit)
    text = f"With {table_of(finding)} it {said}"
    if for_all:
        return f"{text} for each player."
    won = finding.wins
    what = deal_words(finding.experiment)
    if not finding.wins_sure:
        doubt = ", which is not sure among so many questions" if excludes(won) else ""
        return f"{text}; {what} won of a hundred: {span(won, 100)}{doubt}."
    more = "more" if won.estimate > 0 else "fewer"
    amount = abs(100 * won.estimate)
    join = "but" if wins_disagree(finding) else "and"
    return f"{text} {join} wins {amount:.1f} {what} {more} of a hundred ({span(won, 100)})."


def _outvoted(findings: Sequence[Finding]) -> list[str]:
    """Where an interval alone would say more than may be said of many."""
    own = [finding for finding in findings if is_outvoted(finding)]
    if not own:
        return []
    tables = listed(table_of(finding) for finding in own)
    return [
        f"At the table of {tables} the interval alone does not hold zero, but that is too little "
        "when all comparisons are judged together."
    ]


def _unconfirmed(findings: Sequence[Finding]) -> list[str]:
    exploring = [f for f in findings if not is_confirmed(f) and not f.alike]
    if not exploring:
        return []
    if len(findings) == 1:
        return ["Not confirmed on fresh deals: this verdict is from exploring."]
    return [
        f"Not confirmed on fresh deals: {len(exploring)} of these {len(findings)} verdicts, which "
        f"{'is' if len(exploring) == 1 else 'are'} from exploring."
    ]


def _special(findings: Sequence[Finding]) -> list[str]:
    """What is to be known about some verdicts: comparisons of one with himself, other intervals."""
    alike = sum(finding.alike for finding in findings)
    later = sum(finding.extended for finding in findings)
    said = []
    if alike:
        said.append(
            f"No deal came out differently in {alike} of {plural(len(findings), 'comparison')}: "
            "there the two play the same, and there was nothing to confirm."
        )
    if later:
        said.append(
            f"{later} of {plural(len(findings), 'confirmation')} did not end where it was "
            "planned; their intervals are such that may be read at any time."
        )
    return said
