"""The chart design: a decision played both ways, and a player who then does what the card says.

Exploring plays a fixed number of deals at a table of equal players. Of the first view's cells those
that are clear make a card, and a confirmation on fresh deals seats one player in every place who
plays by it.
"""

from collections.abc import Mapping
from itertools import product

from rummysim.experiments.charting_sums import (
    FOLLOWED,
    CellSums,
    axes_of,
    bounds_of,
    cell_key,
    chart_sums,
)
from rummysim.experiments.designs import GAMES, Done, Ended, Goal, Sums
from rummysim.experiments.grid import USUAL
from rummysim.experiments.paired_estimates import Measured
from rummysim.experiments.paired_sums import are_sums, contrast_sums
from rummysim.experiments.seating import Game, Games, game_of, setup_of
from rummysim.experiments.spec import Case, Chart, Experiment, Stage, View
from rummysim.simulation.forks import Guide, follow, fork_rows
from rummysim.simulation.job import Setup
from rummysim.stats.estimate import Estimate
from rummysim.stats.ratio import ratio_estimate
from rummysim.stats.rounding import gain

ENOUGH = 30  # deals that a cell must come from to say anything
FIRST, SECOND, NEITHER = "0", "1", "-"  # of a card as text: the act of each cell
ACTS = {FIRST: 0, SECOND: 1, NEITHER: -1}


def groups(experiment: Experiment, case: Case) -> tuple[str, ...]:  # noqa: ARG001 - as all designs
    """One group: a case stops as a whole."""
    return ("",)


def chart_of(experiment: Experiment) -> Chart:
    """The chart of an experiment of this design."""
    assert experiment.chart is not None
    return experiment.chart


def play(
    experiment: Experiment,
    case: Case,
    groups: tuple[str, ...],  # noqa: ARG001 - as all designs
    stage: Stage,
    first: int,
    count: int,
    *,
    extra: str = "",
) -> Sums:
    """The sums of all cells; of fresh deals those of playing by the card ``extra``.

    Raises RulesError or PolicyError.
    """
    setup = setup_of(experiment, case, USUAL, USUAL, stage)
    chart = chart_of(experiment)
    if stage == "explore":
        rows = fork_rows(setup, chart.decision, chart.sample, first, count)
        sums = chart_sums(chart.views, case.players, rows)
        sums[GAMES] = [count]
        return sums
    games = Games(first, count)
    usual = games.in_places(setup)
    card = [_followed(setup, place, guide_of(chart, extra), games) for place in range(case.players)]
    return {FOLLOWED: contrast_sums(card, usual), GAMES: [games.played + len(card) * count]}


def sound(experiment: Experiment, key: str, numbers: list[int], count: int) -> bool:
    """Whether numbers can be the sums of a cell, or of following the card, over so many deals."""
    if key == FOLLOWED:
        rounds = 1 if experiment.round is not None else experiment.rules.rounds
        return are_sums(numbers, rounds, count)
    return len(numbers) == len(CellSums._fields) and 0 < CellSums(*numbers).clusters <= count


def _followed(setup: Setup, place: int, guide: Guide, games: Games) -> Game:
    """The game of some deals in which the player in ``place`` plays by a card."""
    rows = follow(setup, place, guide, games.first, games.count)
    return game_of(setup, ("by the card", place), rows)


def guide_of(chart: Chart, acts: str) -> Guide:
    """The first view as a card to play by.

    acts : the act of each cell, as `card_of` writes it
    """
    view = chart.views[0]
    return Guide(
        chart.decision, axes_of(view), bounds_of(view), tuple(ACTS[letter] for letter in acts)
    )


def places_of(view: View) -> list[tuple[int, ...]]:
    """Panel, row and column of every cell of a view, in the order of a card's acts."""
    return list(product(*(range(axis.bins) for axis in axes_of(view))))


def card_of(experiment: Experiment, done: Done) -> str:
    """The first view as text, one letter for each cell: its better act, where that is clear."""
    view = chart_of(experiment).views[0]
    return "".join(
        letter_of(points_of(experiment, done.sums.get(cell_key(0, place))))
        for place in places_of(view)
    )


def letter_of(points: Estimate | None) -> str:
    """Which act is better where the first saves so many points; NEITHER when that is not clear.

    >>> letter_of(Estimate(2.0, 1.0, 3.0, 40, "cluster-t")), letter_of(None)
    ('0', '-')
    """
    if points is None or points.low <= 0 <= points.high:
        return NEITHER
    return FIRST if points.low > 0 else SECOND


def points_of(experiment: Experiment, cell: list[int] | None) -> Estimate | None:
    """Points of the round that the first act saves; None where too few deals show the cell."""
    if cell is None or CellSums(*cell).clusters < ENOUGH:
        return None
    return ratio_estimate(CellSums(*cell).points, alpha=experiment.stop.alpha)


def next_goal(
    experiment: Experiment,
    case: Case,  # noqa: ARG001 - as all designs
    group: str,  # noqa: ARG001
    done: Mapping[Stage, Done],
) -> Goal | Ended:
    """All deals of exploring, then those on which the card is followed."""
    most, fresh = experiment.stop.max_deals, chart_of(experiment).follow
    if done["explore"].deals < most:
        return Goal("explore", most)
    card = card_of(experiment, done["explore"])
    if set(card) == {NEITHER}:
        return Ended("all deals played; no cell of the first view is clear")
    if done["confirm"].deals < fresh:
        return Goal("confirm", fresh, card)
    return Ended("all deals played")


def status(
    experiment: Experiment,
    case: Case,
    group: str,  # noqa: ARG001 - as all designs
    done: Mapping[Stage, Done],
    *,
    extended: bool = False,  # noqa: ARG001 - its deals are fixed from the start
) -> str:
    """How many situations and clear cells there are, or what following the card has gained."""
    if done["confirm"].deals:
        points = Measured(experiment, case, "confirm", done["confirm"].sums[FOLLOWED]).points
        return f"playing by the card saves {gain(points)} points per round"
    if not done["explore"].deals:
        return "nothing played yet"
    sums = done["explore"].sums
    cells = [sums.get(cell_key(0, place)) for place in places_of(chart_of(experiment).views[0])]
    situations = sum(CellSums(*cell).n for cell in cells if cell is not None)
    clear = sum(letter_of(points_of(experiment, cell)) != NEITHER for cell in cells)
    seen = f"{situations:,} situation" + "s" * (situations != 1)
    return f"{seen}, {clear} of {len(cells)} cell{'s' * (len(cells) != 1)} clear"
