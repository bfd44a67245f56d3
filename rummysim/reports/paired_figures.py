"""The charts of a paired experiment: verdicts, doses, rounds, other players, house rules."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rummysim.experiments.findings import Finding
from rummysim.experiments.spec import Contrast
from rummysim.reports.charts import Words
from rummysim.reports.doses import Dose, axis_words, dose_name, doses, turning_point
from rummysim.reports.finding_words import (
    deal_words,
    is_confirmed,
    listed,
    others_words,
    table_of,
    unit_words,
    upper,
)
from rummysim.reports.forest_chart import Line, forest_chart
from rummysim.reports.frames import Picture, Told, picture
from rummysim.reports.level_chart import Scale, Series, level_chart
from rummysim.reports.runs import Run, deals_words, interval_words
from rummysim.reports.tips_page import finding_row
from rummysim.reports.tips_table import TipRow
from rummysim.stats.estimate import Estimate, excludes

BELOW = 50  # letters of a line below an axis
HOLLOW = "Hollow: the interval holds zero."


def paired_pictures(run: Run) -> list[Picture]:
    """All charts of a paired experiment, the verdicts first."""
    if not run.rows:
        return []
    made = [verdict_picture(run), *dose_pictures(run)]
    if len(run.rows[0].findings[0].points_by_round) > 1:
        made += round_pictures(run)
    if len(run.experiment.fields) > 1:
        made.append(field_picture(run))
    if any(finding.case.variant for finding in run.findings):
        made.append(house_rules_picture(run))
    return made


def verdict_picture(run: Run) -> Picture:
    """Points saved at every table: one group for each comparison."""
    baselines = _baselines(run)
    lines, used = [], []
    for row in run.rows:
        lines.append(Line(row.text))
        for players in _sizes(row):
            own = [_find(row.usual, players, baseline) for baseline in baselines]
            lines.append(_line(f"{players} players", own))
            used += own
    words = Words(run.question, _caption(run, used), f"{_saved(run)} (right: better)")
    heading = "Points saved at every table"
    return _forest(run, ("verdicts", heading), lines, (words, _series(baselines)), used)


def field_picture(run: Run) -> Picture:
    """Points saved among other players, at the main table of each baseline."""
    baselines = _baselines(run)
    lines, used = [], []
    for row in run.rows:
        lines.append(Line(row.text))
        sizes = {finding.case.baseline: finding.case.players for finding in row.shown}
        for field in run.experiment.fields:
            own = [_find(row.at(field), sizes.get(name, 0), name) for name in baselines]
            lines.append(_line(row.others(field), own))
            used += own
    heading = "Among other players"
    words = Words(
        f"{heading}: {_lower(run.question)}",
        _caption(run, used),
        f"{_saved(run)} (right: better)",
    )
    return _forest(run, ("others", heading), lines, (words, _series(baselines)), used)


def house_rules_picture(run: Run) -> Picture:
    """Points saved under other house rules, beside the usual ones."""
    baselines = list(run.experiment.variants_at[1])
    players = run.experiment.variants_at[0][0]
    field = run.experiment.variants_at[2][0]
    names = [("", "usual rules"), *((each.name, each.why) for each in run.experiment.variants)]
    lines, used = [], []
    for row in run.rows:
        lines.append(Line(row.text))
        for variant, label in names:
            at = [f for f in row.findings if (f.case.variant, f.case.field) == (variant, field)]
            own = [_find(at, players, baseline) for baseline in baselines]
            lines.append(_line(label, own))
            used += own
    heading = "Under other house rules"
    words = Words(
        f"{heading}: {_lower(run.question)}",
        _caption(run, used),
        f"{_saved(run)} (right: better)",
    )
    return _forest(run, ("house-rules", heading), lines, (words, _series(baselines)), used)


def _forest(
    run: Run,
    part: tuple[str, str],
    lines: Sequence[Line],
    texts: tuple[Words, Sequence[str]],
    used: Iterable[Finding | None],
) -> Picture:
    """A forest as a picture, with all numbers of its findings.

    part : the end of its file's name, and its heading
    texts : its words, and the names of its series
    """
    words, series = texts
    end, heading = part
    kept = [line for line in lines if not line.points or any(line.points)]
    ax = forest_chart(kept, series, words, run.experiment.stop.smallest)
    rows = [finding_row(finding) for finding in used if finding is not None]
    unit = unit_words(run.experiment)
    alt = f"{words.title} {len(rows)} differences in {unit}, each with its interval."
    return picture(ax, f"{run.name}-{end}", words, Told(heading, alt), rows)


def round_pictures(run: Run) -> Iterator[Picture]:
    """Points saved round by round, one chart for each baseline at its main table."""
    contracts = [str(contract) for contract in run.experiment.rules.opening.contracts]
    levels = [f"{n}\n" + "\n".join(text.split()) for n, text in enumerate(contracts, start=1)]
    for baseline in _baselines(run):
        shown = [(row, f) for row in run.rows for f in row.shown if f.case.baseline == baseline]
        if not shown:
            continue
        series = [
            Series(upper(row.text), dict(enumerate(finding.points_by_round)))
            for row, finding in shown
        ]
        found = [finding for _, finding in shown]
        heading = f"Round by round, {table_of(found[0])}"
        title = f"{heading}: {_lower(run.question)}"
        words = Words(title, _caption(run, found), "points saved in the round")
        smallest = run.experiment.stop.smallest
        ax = level_chart(levels, series, words, Scale(gain=True, smallest=smallest))
        said = "\n".join(_rounds_said(row, finding) for row, finding in shown)
        alt = f"{title} Differences in each of {len(levels)} rounds, each with its interval."
        rows = [row for finding in found for row in _round_rows(finding, contracts)]
        told = Told(heading, alt, said)
        yield picture(ax, f"{run.name}-rounds-{_slug(baseline)}", words, told, rows)


def _rounds_said(row: TipRow, finding: Finding) -> str:
    """In which rounds the interval does not hold zero."""
    sure = [(n, v) for n, v in enumerate(finding.points_by_round, start=1) if excludes(v)]
    groups = (
        ("saves points in", [n for n, value in sure if value.estimate > 0]),
        ("costs points in", [n for n, value in sure if value.estimate < 0]),
    )
    many = len(finding.points_by_round)
    parts = [
        f"{words} {_rounds(own) if len(own) < many else 'every round'}"
        for words, own in groups
        if own
    ]
    return f"{row.text}: {listed(parts) or 'no single round is decided'}."


def _rounds(numbers: Sequence[int]) -> str:
    """Rounds as one says them.

    >>> _rounds([1]), _rounds([1, 4]), _rounds([1, 2, 3, 7])
    ('round 1', 'rounds 1 and 4', 'rounds 1 to 3 and 7')
    """
    groups: list[list[int]] = []
    for number in numbers:
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    parts = [
        part
        for group in groups
        for part in ([f"{group[0]} to {group[-1]}"] if len(group) > 2 else map(str, group))
    ]
    return f"round{'s' if len(numbers) > 1 else ''} {listed(parts)}"


def _round_rows(finding: Finding, contracts: Sequence[str]) -> Iterator[dict[str, Any]]:
    case = finding.case
    for number, value in enumerate(finding.points_by_round):
        yield {
            "contrast": finding.contrast.name,
            "players": case.players,
            "baseline": case.baseline,
            "others": case.field,
            "stage": finding.stage,
            "round": number + 1,
            "contract": contracts[number],
            "points": value.estimate,
            "low": value.low,
            "high": value.high,
            "deals": finding.deals,
        }


def dose_pictures(run: Run) -> Iterator[Picture]:
    """The gain as a function of a number, for each number that varies and each kind of others."""
    groups: dict[tuple[str, str, bool], list[Dose]] = {}
    for dose in doses(run.experiment):
        groups.setdefault((dose.key, dose.fixed, dose.is_tip), []).append(dose)
    for number, own in enumerate(groups.values(), start=1):
        for field in run.experiment.fields:
            made = _dose_picture(run, own, field, f"{run.name}-dose-{number}-{field}")
            if made is not None:
                yield made


def _dose_picture(run: Run, own: Sequence[Dose], field: str, stem: str) -> Picture | None:
    """One chart of curves over the same number; None where nothing was played."""
    levels = sorted({value for dose in own for value in dose.contrasts})
    series, said, used = [], [], []
    for baseline in _baselines(run):
        for dose in own:
            found = _along(run, dose, (field, baseline))
            if not found:
                continue
            table = table_of(next(iter(found.values())))
            name = f"{dose_name(run.experiment, dose)}, {table}" if len(own) > 1 else table
            points = {at: finding.points for at, finding in found.items()}
            series.append(Series(name, {levels.index(at): each for at, each in points.items()}))
            said.append(f"{upper(name)}: {_lower(turning_point(points))}")
            used += list(found.values())
    if not series:
        return None
    others = others_words(run.experiment, next(iter(own[0].contrasts.values())), field)
    heading = f"{upper(_compared(run, own[0]))}; {others}"
    words = Words(f"{run.question}\n{heading}", _caption(run, used), _saved(run))
    scale = Scale(
        gain=True,
        smallest=run.experiment.stop.smallest,
        joined=True,
        levels=textwrap.fill(axis_words(run.experiment, own), BELOW),
    )
    ax = level_chart([f"{level:g}" for level in levels], series, words, scale)
    alt = f"{run.question} Points saved by {own[0].key}, each with its interval."
    told = Told(heading, alt, "\n".join(said))
    return picture(ax, stem, words, told, [finding_row(finding) for finding in used])


def _compared(run: Run, dose: Dose) -> str:
    """Which way round the comparison goes."""
    doing = run.experiment.arms[dose.fixed].doing
    return f"gain over {doing}" if dose.is_tip else f"gain of {doing}"


def _along(run: Run, dose: Dose, where: tuple[str, str]) -> dict[float, Finding]:
    """The finding of each number at the main table of a baseline, among such others."""
    field, baseline = where
    rows = {row.contrast.name: row for row in run.rows}
    found = {}
    for value, contrast in dose.contrasts.items():
        finding = _main(rows.get(contrast.name), contrast, field, baseline)
        if finding is not None:
            found[value] = finding
    return found


def _main(row: TipRow | None, contrast: Contrast, field: str, baseline: str) -> Finding | None:
    """The finding of a contrast at the main table of a baseline."""
    if row is None or row.contrast != contrast:
        return None
    sizes = {finding.case.baseline: finding.case.players for finding in row.shown}
    return _find(row.at(field), sizes.get(baseline, 0), baseline)


def _saved(run: Run) -> str:
    """What the axis of a difference says."""
    one = run.experiment.round
    return f"points saved {'per round' if one is None else f'in round {one}'}"


def _caption(run: Run, used: Iterable[Finding | None]) -> str:
    """Intervals, deals and inputs behind a chart."""
    found = [finding for finding in used if finding is not None]
    what = deal_words(run.experiment)
    stages = (
        ("confirmed on", f"fresh {what}", [f for f in found if is_confirmed(f)]),
        ("explored on", what, [f for f in found if not is_confirmed(f)]),
    )
    played = [
        f"{words} {deals_words((finding.deals for finding in own), unit)}"
        for words, unit, own in stages
        if own
    ]
    smallest = run.experiment.stop.smallest
    return (
        f"{interval_words(run.experiment, (finding.points for finding in found))} "
        f"{_at(run, found)}{upper(listed(played))}. Grey: less than {smallest:g} points a round, "
        f"too little to matter. {HOLLOW} {run.source()}"
    )


def _at(run: Run, found: Sequence[Finding]) -> str:
    """Who plays, where a chart has no room to say it: one kind of players, others than usual."""
    baselines = dict.fromkeys(finding.case.baseline for finding in found)
    sizes = dict.fromkeys(finding.case.players for finding in found)
    fields = dict.fromkeys(finding.case.field for finding in found)
    parts = []
    if len(baselines) == 1:
        many = f"{next(iter(sizes))} " if len(sizes) == 1 else ""
        parts.append(f"among {many}{next(iter(baselines))} players")
    if len(fields) == 1 and found:
        words = {others_words(run.experiment, each.contrast, each.case.field) for each in found}
        parts.append(f"{listed(sorted(words))}")
    return f"{upper('; '.join(parts))}. " if parts else ""


def _baselines(run: Run) -> list[str]:
    return list(run.experiment.baselines)


def _series(baselines: Sequence[str]) -> list[str]:
    return [f"among {name} players" for name in baselines]


def _sizes(row: TipRow) -> list[int]:
    return sorted({finding.case.players for finding in row.usual})


def _find(findings: Iterable[Finding], players: int, baseline: str) -> Finding | None:
    for finding in findings:
        if (finding.case.players, finding.case.baseline) == (players, baseline):
            return finding
    return None


def _line(label: str, found: Sequence[Finding | None]) -> Line:
    points: list[Estimate | None] = [None if f is None else f.points for f in found]
    return Line(label, tuple(points))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _slug(text: str) -> str:
    """A name for a file.

    >>> _slug("steady(buy_below=2)")
    'steady-buy_below-2'
    """
    return "-".join("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
