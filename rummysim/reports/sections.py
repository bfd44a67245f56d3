"""What a report says about each experiment: sentences, charts, tables of all numbers."""

from collections.abc import Iterator, Sequence

from rummysim.experiments.findings import Count, Finding
from rummysim.reports.blocks import (
    Block,
    Bullets,
    Figures,
    Fold,
    Heading,
    Table,
    Text,
)
from rummysim.reports.card_figures import follow_sentence, strategy_cards
from rummysim.reports.counting_answers import answers
from rummysim.reports.counting_figures import (
    CAPPED,
    SQUARES,
    counting_pictures,
    value_of,
)
from rummysim.reports.counting_words import LAST, noun_of
from rummysim.reports.finding_words import deal_words, is_confirmed, others_words, unit_words
from rummysim.reports.paired_figures import paired_pictures
from rummysim.reports.runs import Run, unfinished_sentence
from rummysim.reports.tables import percent, percent_with_error
from rummysim.stats.multiple import SHARES
from rummysim.stats.rounding import gain, number, with_error

SHOWN = 2  # charts of an experiment that stand open
SEPARATE = 3  # comparisons that are folded each for itself
EXTENDED = (
    "The limits of this run were changed once it had deals; verdicts that this touches rest on "
    "intervals that may be read at any time."
)
TURNS = (1, 3, 5, 7, 10, 15, 20, 25, 30)  # of a curve that a table shows


def experiment_blocks(run: Run) -> list[Block]:
    """The whole section of one experiment under its heading."""
    claim = f"{run.experiment.claim}: " if run.experiment.claim else ""
    blocks: list[Block] = [Heading(3, f"{claim}{run.question}", f"run-{run.name}")]
    if not run.finished:
        blocks.append(Text(unfinished_sentence([run]), "warning"))
    if run.manifest.get("extensions"):
        blocks.append(Text(EXTENDED, "soft"))
    parts = {"paired": _paired, "counting": _counting, "chart": _cards}
    blocks += parts[run.experiment.design](run)
    return [*blocks, Text(f"The same numbers again: `{run.command}`", "soft")]


def _paired(run: Run) -> Iterator[Block]:
    """Comparisons in sentences charts, numbers."""
    if not run.rows:
        yield Text("Nothing has been played yet.")
        return
    pictures = paired_pictures(run)
    yield Figures(tuple(pictures[:SHOWN]))
    if len(run.rows) <= SEPARATE:
        for row in run.rows:
            yield Fold(f"In words: {row.text}", (Bullets(tuple(row.sentences())),))
    else:
        blocks = [(Text(row.text, "compared"), Bullets(tuple(row.sentences()))) for row in run.rows]
        together = tuple(block for pair in blocks for block in pair)
        yield Fold(f"In words: all {len(run.rows)} comparisons", together)
    more = pictures[SHOWN:]
    if more:
        names = "; ".join(picture.told.heading for picture in more)
        yield Fold(f"More charts: {names}", (Figures(tuple(more)),))
    yield Fold("All numbers of these comparisons", tuple(_finding_tables(run)), False)


def _finding_tables(run: Run) -> Iterator[Table]:
    titles = (
        "table",
        "verdict",
        "points per round" if run.experiment.round is None else unit_words(run.experiment),
        "per match" if run.experiment.round is None else "per deal",
        "ahead of the others, per round",
        f"{deal_words(run.experiment)} won of 100",
        "turns of a round",
        "p, adjusted",
        "deals changed",
        "luck of a round (SD)",
        "rounds until gain = luck",
        "worth unpaired deals",
        "cost in games' turns",
        "deals",
        "games",
        "stage, why it ended",
    )
    for row in run.rows:
        rows = tuple(_finding_cells(finding) for finding in row.findings)
        yield Table(row.text, titles, rows, (0, 1, len(titles) - 1))


def _finding_cells(finding: Finding) -> tuple[str, ...]:
    case = finding.case
    table = (
        f"{case.players} {case.baseline}; "
        f"{others_words(finding.experiment, finding.contrast, case.field)}"
    )
    rules = f"; {case.variant}" if case.variant else ""
    stage = "confirmed" if is_confirmed(finding) else "explored"
    return (
        f"{table}{rules}",
        str(finding.verdict).capitalize(),
        gain(finding.points),
        gain(finding.match),
        gain(finding.ahead),
        gain(finding.wins, 100),
        gain(finding.turns),
        p_value(finding.p if finding.adjusted is None else finding.adjusted),
        percent(finding.changed),
        number(finding.luck),
        number(finding.rounds_to_equal, 0),
        number(finding.variance_ratio),
        number(finding.cost_ratio),
        f"{finding.deals:,}",
        f"{finding.games:,}",
        f"{stage}, {finding.stop}",
    )


def p_value(p: float) -> str:
    """A p-value as one reads it.

    >>> p_value(0.0312), p_value(1e-9), p_value(1.0)
    ('0.031', '< 0.0001', '1')
    """
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"


def _counting(run: Run) -> Iterator[Block]:
    """Charts of all measures, and their tables."""
    if not run.counts:
        yield Text("Nothing has been played yet.")
        return
    yield from answers(run.counts)
    yield Figures(tuple(counting_pictures(run)))
    yield Fold("All numbers that were counted", tuple(count_tables(run)), False)


def count_tables(run: Run) -> Iterator[Table]:
    """One table for each measure: a row for each way to play and table, a column for each level."""
    for measure in run.experiment.measures:
        own = [count for count in run.counts if count.measure == measure]
        if own:
            yield _count_table(run, measure, own)


def _count_table(run: Run, measure: str, counts: Sequence[Count]) -> Table:
    names = list(counts[0].labels)
    across = names[-1] if names and names[-1] == "turn" else names[0] if names else ""
    levels = list(dict.fromkeys(value_of(count, across) for count in counts))
    if across == "turn":
        levels = [turn for turn in levels if turn in TURNS]
    others = [name for name in names if name != across]
    groups: dict[tuple[str, ...], dict[object, str]] = {}
    for count in counts:
        cells = groups.setdefault(_who(run, count, others), {})
        cells[value_of(count, across)] = _value_text(count)
    titles = ("table", "way to play", *(_title(name) for name in others))
    heads = tuple(
        f"{_title(across)} {_level(across, level)}" if across else "mean" for level in levels
    )
    rows = tuple(
        (*who, *(cells.get(level, "") for level in levels)) for who, cells in groups.items()
    )
    left = tuple(range(2 + len(others)))
    return Table(_measure_words(measure), (*titles, *heads), rows, left)


def _who(run: Run, count: Count, others: Sequence[str]) -> tuple[str, ...]:
    """What a row of a table of counts is about."""
    case = count.case
    rules = f"; {case.variant}" if case.variant else ""
    doing = run.experiment.arms[count.arm].doing
    labels = (_level(name, count.labels[name]) for name in others)
    return (f"{case.players} {case.baseline}{rules}", doing, *labels)


def _level(name: str, value: object) -> str:
    return f"{value}+" if name in CAPPED and value == LAST else str(value)


def _title(name: str) -> str:
    return name.replace("_", " ")


def _measure_words(measure: str) -> str:
    title = noun_of(measure.removesuffix(SQUARES)).title
    return f"{title}, squared" if measure.endswith(SQUARES) else title


def _value_text(count: Count) -> str:
    value = count.value
    if value.kind in SHARES:
        return percent_with_error(value.estimate, value.low, value.high)
    return with_error(value.estimate, value.low, value.high)


def _cards(run: Run) -> Iterator[Block]:
    """Every card, and what playing by one gains."""
    if not run.cells:
        yield Text("Nothing has been played yet.")
        return
    for follow in run.follows:
        yield Text(follow_sentence(follow))
    cards = list(strategy_cards(run))
    if not run.follows and not cards[0].card.decided:
        yield Text(
            "Playing by the card was not tried, because nothing on the first one is decided."
        )
    yield from cards
