"""The tips put to the test: one row for each comparison, its verdicts by table, and sentences.

Findings come with one entry for each comparison and table, that of the confirmation where there
is one (`paired_page.published`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rummysim.experiments.findings import Count, Finding
from rummysim.experiments.spec import Case, Contrast, Experiment
from rummysim.reports.claims import Claim, claims
from rummysim.reports.finding_words import (
    FIELDS,
    HELPS,
    HURTS,
    IN_SENTENCES,
    NUMBERS,
    OPEN,
    SAME,
    between,
    counted,
    disagree,
    gain,
    instead,
    is_confirmed,
    is_outvoted,
    listed,
    saved,
    span,
    upper,
    where,
)
from rummysim.reports.tables import text_table
from rummysim.stats.estimate import excludes

USUAL_PLAYERS = 4
FOR_ALL: Mapping[str, str] = {
    HELPS: "saves points",
    HURTS: "costs points",
    SAME: "makes no difference that matters",
    OPEN: "is undecided",
}


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

    @property
    def field(self) -> str:
        """Who sits around in the main verdicts."""
        fields = self.experiment.fields
        return "baseline" if "baseline" in fields else fields[0]

    @cached_property
    def usual(self) -> tuple[Finding, ...]:
        """The main verdicts: usual rules, one player at the table does it."""
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
    def where(self) -> str:
        """The verdicts by table, in a sentence."""
        return f"It {where(self.usual, FOR_ALL if self.field == 'table' else IN_SENTENCES)}."

    def sensitivity(self) -> str:
        """Where the verdict differs: among other players, under other house rules, in wins."""
        fields = [field for field in self.experiment.fields if field not in (self.field, "table")]
        tried = [field for field in fields if self.at(field)]
        differ = [f"when {FIELDS[field]}" for field in tried if not _agrees(self, field)]
        rules = _beside_usual(self)
        differ += [f"if {why}" for why, pairs in rules.items() if _differs(pairs)]
        parts = ["among other players"] * bool(tried)
        parts += [f"under {counted(len(rules), 'other house rule')}"] * bool(rules)
        said = f"The same {listed(parts)}." if parts else ""
        if differ:
            said = f"Not the same everywhere: other verdicts {listed(differ)}."
        return f"{said} {self.disagreement()}".strip()

    def disagreement(self) -> str:
        """At which tables points go one way and wins the other."""
        found = [f for f in self.usual if disagree(f.points, f.wins) and f.case.field != "table"]
        if not found:
            return ""
        what = deal_words(self.experiment)
        ways = [
            f"{words} {what} are won with {listed(table_of(f) for f in own)}"
            for words, own in (
                ("points are saved, but fewer", [f for f in found if f.points.estimate > 0]),
                ("points are lost, but more", [f for f in found if f.points.estimate < 0]),
            )
            if own
        ]
        return f"Points and wins disagree: {'; '.join(ways)}."

    def sentences(self) -> list[str]:
        """What was found, in words: the tables, the amounts, other players, other house rules."""
        if not self.usual:
            return []
        return [
            self.where,
            *(_amount(finding) for finding in self.shown),
            *_outvoted(self.usual),
            *_other_fields(self),
            *_house_rules(self),
            *_unconfirmed(self.findings),
        ]


@dataclass(frozen=True)
class Tip:
    """A tip or claim: everything that was measured about it."""

    claim: str
    quote: str
    rows: tuple[TipRow, ...]
    counted: Claim | None

    @property
    def summary(self) -> str:
        """One sentence about all comparisons together."""
        found = [finding for row in self.rows for finding in row.usual]
        if not found:
            return ""
        comparisons = counted(len(self.rows), "comparison")
        tables = len({(f.case.players, f.case.baseline) for f in found})
        at = f"{comparisons}, {counted(tables, 'table')}"
        by_verdict = {word: [f for f in found if f.verdict == word] for word in IN_SENTENCES}
        said = [(word, own) for word, own in by_verdict.items() if own]
        if len(found) == 1:
            return f"It {IN_SENTENCES[found[0].verdict]}, in the one comparison that was made."
        if len(said) == 1:
            return f"It {IN_SENTENCES[said[0][0]]} in every one of {len(found)} verdicts ({at})."
        parts = [f"{IN_SENTENCES[word]} in {len(own)}" for word, own in said]
        return f"Of {len(found)} verdicts ({at}) it {listed(parts)}."


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
    quotes = {row.experiment.claim: row.experiment.quote for row in rows}
    quotes = {claim.claim: claim.quote for claim in answers.values()} | quotes
    return [
        Tip(
            name,
            quotes[name],
            tuple(row for row in rows if row.experiment.claim == name),
            answers.get(name),
        )
        for name in sorted(quotes, key=claim_order)
    ]


def claim_order(name: str) -> tuple[str, int, int]:
    """Where a tip stands: tips, mistakes, claims, each by number.

    >>> sorted(["SH-C1", "SH-M1", "SH-T10", "SH-T2"], key=claim_order)
    ['SH-T2', 'SH-T10', 'SH-M1', 'SH-C1']
    """
    game, _, own = name.rpartition("-")
    kind = "TMC".find(own[:1])
    digits = re.search(r"\d+", own)
    return game, kind if kind >= 0 else 3, int(digits[0]) if digits else 0


def table_of(finding: Finding) -> str:
    """Who sits at a table."""
    return f"{NUMBERS[finding.case.players]} {finding.case.baseline} players"


def deal_words(experiment: Experiment) -> str:
    """What is won or lost by one deal."""
    return "matches" if experiment.round is None else "rounds"


def _amount(finding: Finding) -> str:
    """What is gained at one table, in points and in matches won."""
    said = between(finding.points) if is_outvoted(finding) else saved(finding.points)
    text = f"With {table_of(finding)} it {said}"
    if finding.case.field == "table":
        return f"{text} for each."
    won = finding.wins
    what = deal_words(finding.experiment)
    if not excludes(won):
        return f"{text}; {what} won of a hundred: {span(won, 100)}."
    more = "more" if won.estimate > 0 else "fewer"
    amount = abs(100 * won.estimate)
    join = "but" if disagree(finding.points, won) else "and"
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


def _other_fields(row: TipRow) -> list[str]:
    """Whether the verdicts stay when the others play otherwise."""
    same, texts = [], []
    for field in row.experiment.fields:
        found = row.at(field)
        if field == row.field or not found:
            continue
        if field == "table":
            texts.append(f"When everybody does it, it {where(found, FOR_ALL)}, for the table.")
        elif _agrees(row, field):
            same.append(field)
        else:
            texts.append(f"When {FIELDS[field]}, it {where(found)}.")
    if same:
        others = listed([FIELDS[field] for field in same], "or")
        return [f"The verdict is the same when {others}.", *texts]
    return texts


def _agrees(row: TipRow, field: str) -> bool:
    """Whether all verdicts among such others are those among the usual ones."""
    usual = {(f.case.players, f.case.baseline): f.verdict for f in row.usual}
    return all(usual.get((f.case.players, f.case.baseline)) == f.verdict for f in row.at(field))


def _beside_usual(row: TipRow) -> dict[str, list[tuple[Finding, Finding]]]:
    """The findings under each other house rule, each beside that of its table by usual rules."""
    usual = {f.case: f for f in row.findings if not f.case.variant}
    found: dict[str, list[tuple[Finding, Finding]]] = {}
    for variant in row.experiment.variants:
        for finding in (f for f in row.findings if f.case.variant == variant.name):
            case = finding.case
            beside = usual.get(Case("", case.players, case.baseline, case.field))
            if beside is not None:
                found.setdefault(variant.why, []).append((beside, finding))
    return found


def _differs(pairs: Sequence[tuple[Finding, Finding]]) -> bool:
    return any(usual.verdict != other.verdict for usual, other in pairs)


def _house_rules(row: TipRow) -> list[str]:
    """Whether the verdicts stay under other house rules, each beside its own table."""
    rules = _beside_usual(row)
    stays = sum(not _differs(pairs) for pairs in rules.values())
    texts = [
        f"it {IN_SENTENCES[finding.verdict]} ({gain(finding.points)}) if {why}"
        for why, pairs in rules.items()
        for usual, finding in pairs
        if usual.verdict != finding.verdict
    ]
    if not texts:
        same = f"The verdict is the same under {counted(stays, 'other house rule')}."
        return [same] if rules else []
    start = f"same under {counted(stays, 'other house rule')}; but " if stays else ""
    return [f"House rules: {start}{'; '.join(texts)}."]


def _unconfirmed(findings: Sequence[Finding]) -> list[str]:
    exploring = [finding for finding in findings if not is_confirmed(finding)]
    if not exploring:
        return []
    return [
        f"Not confirmed on fresh deals: {len(exploring)} of these {len(findings)} verdicts, which "
        "are from exploring."
    ]


def finding_row(finding: Finding) -> dict[str, Any]:
    """All numbers of a finding, for CSV and JSON."""
    experiment, case = finding.experiment, finding.case
    row: dict[str, Any] = {
        "claim": experiment.claim,
        "quote": experiment.quote,
        "experiment": experiment.name,
        "contrast": finding.contrast.name,
        "tip": experiment.arms[finding.contrast.tip].doing,
        "other": experiment.arms[finding.contrast.other].doing,
        "house_rules": case.variant or "usual",
        "players": case.players,
        "baseline": case.baseline,
        "others": case.field,
        "stage": finding.stage,
        "verdict": str(finding.verdict),
        "clearly": finding.clearly,
    }
    for name in ("points", "match", "ahead", "wins", "turns"):
        value = getattr(finding, name)
        row |= {name: value.estimate, f"{name}_low": value.low, f"{name}_high": value.high}
    row |= {"interval": finding.points.kind, "p": finding.p, "p_adjusted": finding.adjusted}
    for name in ("changed", "luck", "rounds_to_equal", "variance_ratio", "cost_ratio"):
        row[name] = getattr(finding, name)
    return row | {"deals": finding.deals, "games": finding.games, "stop": finding.stop}


def tip_rows(found: Sequence[Tip]) -> list[dict[str, Any]]:
    """All verdicts of tips, one entry for each comparison and table, for programs.

    Claims that were counted have their answer in words and no numbers.
    """
    rows = [finding_row(f) for tip in found for row in tip.rows for f in row.findings]
    titles = list(rows[0]) if rows else ["claim", "quote", "verdict"]
    for tip in found:
        if tip.counted is not None:
            known = {"claim": tip.claim, "quote": tip.quote, "verdict": tip.counted.answer}
            rows.append({title: known.get(title) for title in titles})
    return rows


def tips_page(found: Sequence[Tip], width: int = 80) -> str:
    """The verdicts of all tips as text: a table for each, and what it says in sentences."""
    return "\n\n\n".join(_tip_text(tip, width) for tip in found)


def _tip_text(tip: Tip, width: int) -> str:
    import textwrap

    blocks = [textwrap.fill(f"{tip.claim}  {tip.quote}", width, subsequent_indent=" " * 7)]
    if tip.summary:
        blocks.append(textwrap.fill(tip.summary, width))
    for row in tip.rows:
        blocks += [textwrap.fill(row.text, width), _verdict_table(row)]
        blocks.append(textwrap.fill(" ".join(row.sentences()), width))
    if tip.counted is not None:
        blocks.append(textwrap.fill(" ".join(_answer(tip.counted)), width))
    return "\n\n".join(blocks)


def _answer(claim: Claim) -> list[str]:
    return [f"{claim.answer}:", *claim.sentences]


def _verdict_table(row: TipRow) -> str:
    """Verdicts and points by baseline and number of players."""
    by_table = {(f.case.baseline, f.case.players): f for f in row.usual}
    sizes = sorted({players for _, players in by_table})
    titles = ["points per round", *(f"{players} players" for players in sizes)]
    lines = []
    for baseline in dict.fromkeys(name for name, _ in by_table):
        own = [by_table.get((baseline, players)) for players in sizes]
        lines.append(
            [baseline, *("" if f is None else f"{gain(f.points)}\n{f.verdict}" for f in own)]
        )
    return text_table(titles, lines)


def _verdict_cell(finding: Finding) -> str:
    return f"{gain(finding.points)}\n{finding.verdict}"
