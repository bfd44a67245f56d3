"""Whether a verdict stays: among other players, under other house rules, in wins.

What turns round is named with its amount; where nothing could have changed, nothing is said to
have stayed the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummysim.experiments.findings import Finding
from rummysim.experiments.spec import Case
from rummysim.experiments.wording import why_of
from rummysim.reports.finding_words import (
    FOR_ALL,
    HELPS,
    HURTS,
    NUMBERS,
    counted,
    deal_words,
    listed,
    number_range,
    per_words,
    table_of,
    upper,
    verb_of,
    where,
    wins_disagree,
)
from rummysim.stats.rounding import gain

if TYPE_CHECKING:
    from rummysim.reports.tips_table import TipRow

EVERYBODY = "table"


@dataclass(frozen=True)
class Beside:
    """What was tried otherwise, each verdict beside that of the same table as usual."""

    words: str  # when all the others do it as well; if who is down may not buy
    pairs: tuple[tuple[Finding, Finding], ...]
    field: str = ""  # of other players; "" of other house rules

    @property
    def changed(self) -> bool:
        """Whether any game came out otherwise at all."""
        return not all(same_games(usual, other) for usual, other in self.pairs)

    @property
    def differs(self) -> bool:
        """Whether a verdict is another one."""
        return any(usual.verdict != other.verdict for usual, other in self.pairs)

    @property
    def turned(self) -> list[Finding]:
        """What helps where it hurts as usual, or the other way round."""
        return [o for usual, o in self.pairs if {usual.verdict, o.verdict} == {HELPS, HURTS}]


def same_games(one: Finding, other: Finding) -> bool:
    """Whether two findings rest on the same games, to the last card."""
    return _sums(one) == _sums(other)


def _sums(finding: Finding) -> tuple[object, ...]:
    numbers = (finding.points, finding.points_by_round, finding.ahead, finding.wins, finding.turns)
    return (finding.deals, finding.luck, *numbers)


def other_players(row: "TipRow") -> list[Beside]:
    """The verdicts among other players that were tried, those when everybody does it last."""
    usual = {(f.case.players, f.case.baseline): f for f in row.usual}
    found = []
    for field in row.experiment.fields:
        own = [] if field == row.field else row.at(field)
        pairs = tuple(
            (usual[place], each)
            for each in own
            if (place := (each.case.players, each.case.baseline)) in usual
        )
        if pairs:
            found.append(Beside(f"when {row.others(field)}", pairs, field))
    return sorted(found, key=lambda each: each.field == EVERYBODY)


def house_rules(row: "TipRow") -> list[Beside]:
    """The verdicts under each other house rule, each beside that of its table by usual rules."""
    usual = {f.case: f for f in row.findings if not f.case.variant}
    found = []
    for variant in row.experiment.variants:
        pairs = []
        for finding in (f for f in row.findings if f.case.variant == variant.name):
            case = finding.case
            beside = usual.get(Case("", case.players, case.baseline, case.field))
            if beside is not None:
                pairs.append((beside, finding))
        if pairs:
            found.append(Beside(f"if {variant.why or why_of(variant.rules)}", tuple(pairs)))
    return found


def in_short(row: "TipRow") -> str:
    """What turns round, what is otherwise, what stays, and where points and wins disagree."""
    players, rules = other_players(row), house_rules(row)
    tried = [each for each in (*players, *rules) if each.changed]
    turned = [_turned(each) for each in tried if each.turned]
    other = [each.words for each in tried if each.differs and not each.turned]
    parts = [f"But {text}." for text in turned]
    if other:
        parts.append(f"Not the same everywhere: other verdicts {listed(other)}.")
    parts += [_stays(players, rules), disagreement(row)]
    return " ".join(filter(None, parts))


def _stays(players: Sequence[Beside], rules: Sequence[Beside]) -> str:
    """Where the verdicts are the same, of what could have changed them."""
    same = [each for each in players if each.field != EVERYBODY and _agrees(each)]
    parts = ["among other players"] * bool(same)
    stay = [each for each in rules if _agrees(each)]
    if stay:
        parts.append(f"under {counted(len(stay), 'other house rule')}, tried with {_tables(stay)}")
    idle = _idle(rules)
    if not parts:
        return f"{idle[:1].upper()}{idle[1:]}." if idle else ""
    return f"The same {listed(parts)}{f'; {idle}' if idle else ''}."


def _agrees(each: Beside) -> bool:
    return each.changed and not each.differs


def _idle(rules: Sequence[Beside]) -> str:
    """How many house rules nothing depended on."""
    idle = [each for each in rules if not each.changed]
    if not idle:
        return ""
    more = "more" if len(idle) < len(rules) else "that were tried"
    if len(idle) == len(rules) == 1:
        return "the other house rule that was tried changes nothing here"
    verb = "changes" if len(idle) == 1 else "change"
    return f"{counted(len(idle), more, more)} {verb} nothing here"


def _tables(found: Iterable[Beside]) -> str:
    """Who sat at the tables where house rules were tried."""
    return listed(dict.fromkeys(table_of(other) for each in found for _, other in each.pairs))


def _turned(each: Beside) -> str:
    """What turns round, with its amount, as a sentence goes on behind "but"."""
    if each.field == EVERYBODY:
        return f"{each.words}, {for_everybody(each)}"
    own = each.turned
    verbs = {word: [f for f in own if f.verdict == word] for word in (HELPS, HURTS)}
    said = [
        f"{verb_of(found[0])} {places(found, each.pairs)}{_amounts(found)}"
        for found in verbs.values()
        if found
    ]
    return f"it {listed(said)} {each.words}"


def _amounts(found: Sequence[Finding]) -> str:
    """The points of one finding, and its wins where they go the other way."""
    if len(found) > 1:
        return ""
    return f" ({gain(found[0].points)}{wins_beside(found[0])})"


def wins_beside(finding: Finding) -> str:
    """What is won or lost where points go the other way, as a clause; "" elsewhere."""
    if not wins_disagree(finding):
        return ""
    more = "more" if finding.wins.estimate > 0 else "fewer"
    what = deal_words(finding.experiment)
    return f", but {abs(100 * finding.wins.estimate):.1f} {what} {more} of a hundred are won"


def for_everybody(each: Beside) -> str:
    """What everybody collects more or fewer where it turns round when everybody does it."""
    said = []
    for word, more in ((HURTS, "more"), (HELPS, "fewer")):
        own = [finding for finding in each.turned if finding.verdict == word]
        if own:
            per = per_words(own[0].experiment)
            said.append(f"{_collected(own)} points {more} {per} {places(own, each.pairs)}")
    return f"everybody collects {listed(said)}"


def _collected(found: Sequence[Finding]) -> str:
    """The amount of one finding with its interval, or those of several."""
    if len(found) == 1:
        return gain(found[0].points).lstrip("+-")
    return number_range([abs(finding.points.estimate) for finding in found])


def places(found: Sequence[Finding], pairs: Sequence[tuple[Finding, Finding]]) -> str:
    """The tables of some findings, of those that were tried."""
    if len(found) == len(pairs):
        if len(pairs) == 1:
            return f"with {table_of(found[0])}"
        return "at both tables" if len(pairs) == 2 else f"at all {counted(len(pairs), 'table')}"
    sizes: dict[str, list[int]] = {}
    for finding in found:
        sizes.setdefault(finding.case.baseline, []).append(finding.case.players)
    every = {other.case.baseline for _, other in pairs}
    if len({tuple(each) for each in sizes.values()}) == 1 and sizes.keys() == every:
        return f"with {listed(NUMBERS[n] for n in next(iter(sizes.values())))} players"
    parts = [f"{listed(NUMBERS[n] for n in own)} {name} players" for name, own in sizes.items()]
    return f"with {listed(parts)}"


def disagreement(row: "TipRow") -> str:
    """At which tables points go one way and wins the other."""
    if row.for_all:
        return ""
    found = [("", [f for f in row.usual if wins_disagree(f)])]
    for each in (*other_players(row), *house_rules(row)):
        if each.changed and each.field != EVERYBODY:
            found.append((each.words, [o for _, o in each.pairs if wins_disagree(o)]))
    what = deal_words(row.experiment)
    ways = [
        f"{words} {what} are won {at}"
        for words, up in (
            ("points are saved, but fewer", True),
            ("points are lost, but more", False),
        )
        if (at := _disagreeing(found, up))
    ]
    return f"Points and wins disagree: {'; '.join(ways)}." if ways else ""


def _disagreeing(found: Sequence[tuple[str, Sequence[Finding]]], up: bool) -> str:
    """Where points go up or down and wins the other way; the same tables are named once."""
    at: dict[str, list[str]] = {}
    for when, every in found:
        own = [finding for finding in every if (finding.points.estimate > 0) == up]
        if own:
            at.setdefault(f"with {listed(map(table_of, own))}", []).append(when)
    return listed(
        f"{tables}{', also ' if '' in whens and whens[1:] else ' ' if whens[0] else ''}"
        f"{listed(filter(None, whens), 'or')}"
        for tables, whens in at.items()
    )


def players_said(row: "TipRow") -> list[str]:
    """Whether the verdicts stay when the others play otherwise, in sentences."""
    same, texts = [], []
    for each in other_players(row):
        own = [other for _, other in each.pairs]
        if each.field == EVERYBODY:
            text = f"When everybody does it, it {where(own, FOR_ALL)}, for the table"
            turned = f"; where that turns round, {for_everybody(each)}" if each.turned else ""
            texts.append(f"{text}{turned}.")
        elif not each.differs:
            same.append(row.others(each.field))
        else:
            texts.append(f"{upper(each.words)}, it {where(own)}.")
    if same:
        return [f"The verdict is the same when {listed(dict.fromkeys(same), 'or')}.", *texts]
    return texts


def rules_said(row: "TipRow") -> list[str]:
    """Whether the verdicts stay under other house rules, each beside its own table."""
    rules = house_rules(row)
    if not rules:
        return []
    tables = _tables(rules)
    idle = _idle(rules)
    stays = sum(_agrees(each) for each in rules)
    texts = [
        f"it {verb_of(other)} ({gain(other.points)}{wins_beside(other)}) {each.words}"
        for each in rules
        for usual, other in each.pairs
        if usual.verdict != other.verdict
    ]
    end = f"; {idle}" if idle else ""
    if not texts:
        if not stays:
            return [f"House rules, tried with {tables}: {idle}."]
        same = f"The verdict is the same under {counted(stays, 'other house rule')}"
        return [f"{same}, tried with {tables}{end}."]
    start = f"the same under {counted(stays, 'other house rule')}, but " if stays else ""
    return [f"House rules, tried with {tables}: {start}{'; '.join(texts)}{end}."]
