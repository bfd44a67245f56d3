"""The tips put to the test: as text for the terminal, and all numbers for programs."""

import textwrap
from collections.abc import Sequence
from typing import Any

from rummysim.experiments.findings import Finding
from rummysim.reports.claims import Claim
from rummysim.reports.finding_words import unit_words
from rummysim.reports.markup import printable
from rummysim.reports.tables import text_table
from rummysim.reports.tips_table import Tip, TipRow
from rummysim.stats.rounding import gain


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


def tips_page(found: Sequence[Tip], width: int = 80, note: str = "") -> str:
    """The verdicts of all tips as text: a table for each, and what it says in sentences.

    note : what is to be known before
    """
    texts = [_tip_text(tip, width) for tip in found]
    first = [textwrap.fill(note, width, break_on_hyphens=False)] if note else []
    return printable("\n\n\n".join([*first, *texts]))


def _tip_text(tip: Tip, width: int) -> str:
    blocks = [textwrap.fill(f"{tip.claim}  {tip.quote}", width, subsequent_indent=" " * 7)]
    if tip.summary:
        blocks.append(textwrap.fill(tip.summary, width))
    for row in tip.rows:
        blocks += [textwrap.fill(row.text, width), _verdict_table(row)]
        blocks.append(textwrap.fill(" ".join(row.sentences()), width))
    if tip.counted is not None:
        blocks.append(_answer(tip.counted, width))
    return "\n\n".join(blocks)


def _answer(claim: Claim, width: int) -> str:
    """What counting says of a claim, sentence by sentence."""
    items = [textwrap.fill(f"- {said}", width, subsequent_indent="  ") for said in claim.sentences]
    return "\n".join([f"{claim.answer}:", *items])


def _verdict_table(row: TipRow) -> str:
    """Verdicts and points by baseline and number of players."""
    by_table = {(f.case.baseline, f.case.players): f for f in row.usual}
    sizes = sorted({players for _, players in by_table})
    titles = [unit_words(row.experiment), *(f"{players} players" for players in sizes)]
    lines = []
    for baseline in dict.fromkeys(name for name, _ in by_table):
        own = [by_table.get((baseline, players)) for players in sizes]
        lines.append(
            [baseline, *("" if f is None else f"{gain(f.points)}\n{f.verdict}" for f in own)]
        )
    return text_table(titles, lines)
