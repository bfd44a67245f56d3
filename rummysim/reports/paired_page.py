"""Findings of the paired design as tables, sentences and rows.

A sentence repeats the verdict and the interval of its finding and says no more than they do.
"""

import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rummysim.reports.finding_words import (
    instead,
    is_rule,
    room_words,
    unit_words,
    upper,
    wins_disagree,
)
from rummysim.reports.sensitivity import wins_beside
from rummysim.reports.summary import named
from rummysim.reports.tables import level, text_table
from rummysim.stats.rounding import gain, number
from rummysim.stats.verdict import Verdict

if TYPE_CHECKING:
    from rummysim.experiments.findings import Finding
    from rummysim.experiments.spec import Case

Row = dict[str, Any]

FIELDS = {
    "baseline": "the others play as usual",
    "followers": "the others do so, too",
    "mixed": "the others are of all strengths",
    "table": "everybody does so",
}
RULES = FIELDS | dict.fromkeys(("baseline", "followers", "table"), "all play alike")


def finding_tables(found: Sequence["Finding"], width: int) -> list[str]:
    """Tables of the findings, then a sentence for each contrast, then what the columns mean.

    At one table of players the lines are contrasts; at several, each contrast has a table of
    its own for each set of house rules.
    """
    best = published(found)
    if not best:
        return []
    by_contrast = _grouped(best, lambda each: each.contrast.name)
    if all(len(each) == 1 for each in by_contrast.values()):
        every = all(is_rule(each.experiment, each.contrast) for each in best)
        parts = [f"{case_words(best[0].case, every)}:\n{_table('contrast', best)}"]
        parts.append("\n".join(textwrap.fill(sentence(each), width) for each in best))
    else:
        parts = [
            f"{_title(each[0])}:\n{_table('players', each)}"
            for every in by_contrast.values()
            for each in _grouped(every, lambda one: one.case.variant).values()
        ]
        sentences = [summary(each) for each in by_contrast.values()]
        parts.append("\n".join(textwrap.fill(text, width) for text in sentences))
    return [*parts, textwrap.fill(_legend(best), width)]


def _grouped(
    found: Sequence["Finding"], key: "Callable[[Finding], str]"
) -> dict[str, list["Finding"]]:
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        groups.setdefault(key(finding), []).append(finding)
    return groups


def _title(finding: "Finding") -> str:
    name, variant = finding.contrast.name, finding.case.variant
    if not variant:
        return name
    why = next(each.why for each in finding.experiment.variants if each.name == variant)
    return f"{name}; house rules {variant}{f', {why}' if why else ''}"


def published(found: Sequence["Finding"]) -> list["Finding"]:
    """One finding for each contrast and case: the confirmation where there is one.

    p-values and verdicts of the confirmations are adjusted over all of them.

    >>> published([])
    []
    """
    from rummysim.experiments.findings import adjust

    best = {(each.case.key, each.contrast.name): each for each in found}  # the later stage wins
    confirmed = [key for key, each in best.items() if each.stage == "confirm"]
    adjusted = adjust([best[key] for key in confirmed])
    return list((best | dict(zip(confirmed, adjusted, strict=True))).values())


def case_words(case: "Case", rule: bool = False) -> str:
    """A table of players in words.

    rule : whether the comparison is one of rules, which all at the table play by

    >>> from rummysim.experiments.spec import Case
    >>> case_words(Case("", 4, "steady", "followers"))
    '4 players, steady; the others do so, too'
    """
    words = f"{case.players} players, {case.baseline}; {(RULES if rule else FIELDS)[case.field]}"
    return f"{words}; house rules {case.variant}" if case.variant else words


def verdict_words(finding: "Finding") -> str:
    """The verdict for a column: with "clearly" where the whole interval is beyond what matters."""
    clear = finding.clearly and finding.verdict in (Verdict.HELPS, Verdict.HURTS)
    return f"{'clearly ' if clear else ''}{finding.verdict}"


def _table(corner: str, found: Sequence["Finding"]) -> str:
    titles = [corner, "points a\nround saved", "wins,\n%-points", "verdict", "deals", "stage"]
    rows = [
        [
            finding.contrast.name if corner == "contrast" else _short(finding.case),
            gain(finding.points),
            "" if is_rule(finding.experiment, finding.contrast) else gain(finding.wins, 100),
            verdict_words(finding),
            f"{finding.deals:,}",
            finding.stage,
        ]
        for finding in found
    ]
    return text_table(titles, rows)


def _short(case: "Case") -> str:
    return f"{case.players} {case.baseline}, {case.field}"


def summary(found: Sequence["Finding"]) -> str:
    """At how many tables a contrast has which verdict, in one sentence."""
    counts = Counter(finding.verdict for finding in found)
    parts = [f"{word.words} at {counts[word]}" for word in Verdict if counts[word]]
    parts[0] += f" of {len(found)} tables"
    confirmed = sum(finding.stage == "confirm" for finding in found)
    share = "all" if confirmed == len(found) else f"{confirmed} of them"
    apart = sum(map(wins_disagree, found))
    wins = f" Points and wins disagree at {apart} of them." if apart else ""
    return f"{subject(found[0])}, {', '.join(parts)} ({share} confirmed on fresh deals).{wins}"


def sentence(finding: "Finding") -> str:
    """What a finding says, in one sentence with its interval, its table and its deals."""
    return f"{subject(finding)}, {said(finding)} ({_where(finding)})."


def subject(finding: "Finding") -> str:
    """Who does what instead of what, as the beginning of a sentence."""
    return upper(instead(finding.experiment, finding.contrast.tip, finding.contrast.other))


def said(finding: "Finding") -> str:
    """The verb of the sentence, with the amount that its interval carries."""
    points, unit = finding.points, unit_words(finding.experiment)
    if finding.alike:
        return f"is the same here: no deal of {finding.deals:,} changes"
    if finding.verdict in (Verdict.HELPS, Verdict.HURTS):
        verb = "saves" if finding.verdict is Verdict.HELPS else "costs"
        return f"{verb} {gain(points).lstrip('+-')} {unit}{wins_beside(finding)}"
    between = f"between {_end(points.low)} and {_end(points.high)} {unit} saved"
    if finding.verdict is Verdict.NO_MATERIAL_EFFECT:
        return f"makes no material difference: {between}"
    alone = points.low > 0 or points.high < 0
    together = " when all contrasts are judged together" if alone else ""
    return f"is undecided{together}: {between}"


def _end(value: float) -> str:
    return f"{'+' if value > 0 else ''}{number(value, 2)}"


def _where(finding: "Finding") -> str:
    rule = is_rule(finding.experiment, finding.contrast)
    return f"{case_words(finding.case, rule)}; {stage_words(finding)}"


def stage_words(finding: "Finding") -> str:
    """On which deals a finding rests."""
    one = finding.experiment.round
    what = "matches" if one is None else f"deals of round {one}"
    if finding.stage == "confirm":
        late = f", {finding.stop}" if finding.extended else ""
        return f"confirmed on {finding.deals:,} fresh {what}{late}"
    return f"explored on {finding.deals:,} {what}, not confirmed"


def _legend(found: Sequence["Finding"]) -> str:
    from rummysim.experiments.findings import declared

    experiment = found[0].experiment
    count = len(experiment.contrasts)
    every = "" if count == 1 else f" and for all {count} contrasts together"
    stages = {finding.stage for finding in found}
    parts = [
        "Points a round saved: penalty points that the first of a contrast collects less than the "
        "second, on the same deals in every seat. ± is half of a "
        f"{level(experiment.stop.alpha)} interval."
        f"{room_words(each for finding in found for each in (finding.points, finding.wins))}"
    ]
    if "confirm" in stages:
        asked = declared([experiment])
        holm = f"; HELPS and HURTS hold for all {asked} comparisons together (Holm)"
        late = [finding for finding in found if finding.extended]
        fixed = ", as many as were fixed beforehand" if len(late) < len(_confirmed(found)) else ""
        parts.append(f"confirm: fresh deals{fixed}{holm if asked > 1 else ''}.")
        parts += [_late(late)] if late else []
    if "explore" in stages:
        parts.append(f"explore: the interval holds at every look{every}.")
    smallest = number(experiment.stop.smallest, 2)
    parts.append(
        f"clearly: the whole interval is beyond {smallest}; NO MATERIAL EFFECT: it holds zero "
        f"and is within {smallest} of it. HELPS without clearly may be too little to matter."
    )
    return " ".join(parts)


def _confirmed(found: Sequence["Finding"]) -> list["Finding"]:
    return [finding for finding in found if finding.stage == "confirm"]


def _late(late: Sequence["Finding"]) -> str:
    """What is to be known of confirmations that did not end as planned."""
    named = ", ".join(f"{each.contrast.name} at {each.case.key}" for each in late[:3])
    more = f" and {len(late) - 3} more" if len(late) > 3 else ""
    return (
        f"Not ended as planned, {late[0].stop}: {named}{more}; such an interval is one that holds "
        "at every look, for the number of deals was not fixed before they were seen."
    )


def finding_rows(found: Sequence["Finding"]) -> list[Row]:
    """One entry for each finding, with both stages, for programs.

    >>> finding_rows([])
    []
    """
    adjusted = {(each.case.key, each.contrast.name): each for each in published(found)}
    rows = []
    for finding in found:
        final = adjusted[finding.case.key, finding.contrast.name]
        rows.append(_row(final if final.stage == finding.stage else finding))
    return rows


def _row(finding: "Finding") -> Row:
    case, contrast = finding.case, finding.contrast
    row: Row = {
        "experiment": finding.experiment.name,
        "claim": finding.experiment.claim,
        "variant": case.variant,
        "players": case.players,
        "baseline": case.baseline,
        "field": case.field,
        "contrast": contrast.name,
        "tip": contrast.tip,
        "other": contrast.other,
        "stage": finding.stage,
        "deals": finding.deals,
        "games": finding.games,
        "verdict": str(finding.verdict),
        "clearly": finding.clearly,
    }
    row |= named("points_saved", finding.points) | {"interval": finding.points.kind}
    row |= named("points_saved_match", finding.match)
    row |= named("points_ahead", finding.ahead)
    row |= named("wins_gained", finding.wins)
    row |= named("turns_more", finding.turns)
    row |= {"p": finding.p, "p_adjusted": finding.adjusted}
    for name in ("changed", "luck", "rounds_to_equal", "variance_ratio", "cost_ratio"):
        row[name] = getattr(finding, name)
    row |= {"stop": finding.stop, "extended": finding.extended}
    first = finding.experiment.round or 1
    for place, estimate in enumerate(finding.points_by_round):
        row |= named(f"points_saved_round_{first + place}", estimate)
    return row
