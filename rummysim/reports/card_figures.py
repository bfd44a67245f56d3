"""The strategy cards of a chart experiment, and what playing by them gains."""

from collections.abc import Iterator

from rummysim.experiments.findings import ChartCell, Follow
from rummysim.experiments.spec import Case
from rummysim.reports.blocks import StrategyCard
from rummysim.reports.charts import Words
from rummysim.reports.finding_words import (
    IN_SENTENCES,
    deal_words,
    disagree,
    saved,
    span,
    upper,
)
from rummysim.reports.frames import Told, picture
from rummysim.reports.runs import Run
from rummysim.reports.strategy_chart import UNSURE, strategy_chart
from rummysim.reports.strategy_words import Card, card_rows, cards_of, remembered
from rummysim.reports.tables import level
from rummysim.stats.estimate import excludes


def strategy_cards(run: Run) -> Iterator[StrategyCard]:
    """Every view at every table as a card with its picture."""
    cases: dict[Case, list[ChartCell]] = {}
    for cell in run.cells:
        cases.setdefault(cell.case, []).append(cell)
    for case, cells in cases.items():
        for number, card in enumerate(cards_of(cells), start=1):
            at = "" if len(cases) == 1 else f"-{case.players}-{case.baseline}"
            stem = f"{run.name}-{number}{at}"
            yield _drawn(run, card, case, stem)


def _drawn(run: Run, card: Card, case: Case, stem: str) -> StrategyCard:
    title = f"{run.question} {upper(card.view.name)}"
    words = Words(title, card_caption(run, card, case))
    said = remembered(card)
    told = Told(upper(card.view.name), f"Strategy card: {title}. {said}", said)
    chart = strategy_chart(card, words)
    return StrategyCard(card, picture(chart, stem, words, told, card_rows(card)))


def card_caption(run: Run, card: Card, case: Case) -> str:
    """What the cells show, and how they were found."""
    first, second = card.chart.acts
    deals = max((cell.deals for cell in card.cells.values()), default=0)
    forked = sum(cell.situations for cell in card.cells.values())
    rules = f" House rules: {case.variant}." if case.variant else ""
    return (
        f"In a cell: the better act, points of the round that it saves, n situations. "
        f"Blue: {first}, orange: {second}. {UNSURE}: the interval holds zero; the number is then "
        f"what {first} gains. Empty: too little data. ±: half of a "
        f"{level(run.experiment.stop.alpha)} interval with the deal as cluster, each cell for "
        f"itself, so about one in {round(1 / run.experiment.stop.alpha)} misses. {forked:,} "
        f"situations of up to {deals:,} deals, played out both ways by {case.players} "
        f"{case.baseline} players.{rules} {run.source()}"
    )


def follow_sentence(follow: Follow) -> str:
    """What a player gains who does what the card says, on fresh deals."""
    experiment = follow.experiment
    table = f"{follow.case.players} {follow.case.baseline} players"
    points, won = follow.points, follow.wins
    if not follow.changed:
        return (
            f"Who plays by the card “{follow.view}” plays just as {follow.case.baseline} does: "
            f"none of {follow.deals:,} fresh {deal_words(experiment)} came out differently."
        )
    gains = saved(points) if excludes(points) else f"gains {span(points)} points a round"
    test = (
        f"on {follow.deals:,} fresh {deal_words(experiment)} at a table of {table}, against doing "
        f"as {follow.case.baseline} does"
    )
    wins = f"won of a hundred: {span(won, 100)}" if won.low < won.high else "won: unchanged"
    verdict = f"The verdict: it {IN_SENTENCES[follow.verdict]}."
    if points.low <= 0:
        verdict += " The card is not shown to be better than the player it was made from."
    if disagree(points, won):
        verdict += f" But {deal_words(experiment)} won go the other way."
    start = f"Playing by the card “{follow.view}” {gains} {test}"
    return f"{start}; {deal_words(experiment)} {wins}. {verdict}"
