"""From the sums of strategy cards to what people read about them."""

from collections.abc import Iterator

from rummysim.experiments.charting import chart_of, letter_of, places_of, points_of
from rummysim.experiments.charting_sums import FOLLOWED, CellSums, cell_key
from rummysim.experiments.designs import Done
from rummysim.experiments.findings import ChartCell, Follow
from rummysim.experiments.paired_estimates import Measured
from rummysim.experiments.spec import Case, Experiment, View
from rummysim.stats.ratio import ratio_estimate


def case_cells(experiment: Experiment, case: Case, done: Done) -> Iterator[ChartCell]:
    """Every cell of every view, the empty ones too, by view, panel, row and column."""
    for number, view in enumerate(chart_of(experiment).views):
        for place in places_of(view):
            sums = done.sums.get(cell_key(number, place))
            yield _cell(experiment, case, view, place, sums)


def _cell(
    experiment: Experiment, case: Case, view: View, place: tuple[int, ...], sums: list[int] | None
) -> ChartCell:
    panel, row, column = place
    cell = ChartCell(experiment, case, view.name, panel, row, column)
    if sums is None:
        return cell
    chart, alpha = chart_of(experiment), experiment.stop.alpha
    found = CellSums(*sums)
    points = points_of(experiment, sums)
    acts = {"0": chart.acts[0], "1": chart.acts[1]}
    return ChartCell(
        *(experiment, case, view.name, panel, row, column),
        act=acts.get(letter_of(points)),
        gain=ratio_estimate(found.points, alpha=alpha),
        situations=found.n,
        deals=found.clusters,
        empty=points is None,
        ahead=ratio_estimate(found.further, scale=case.players - 1, alpha=alpha),
        usual=found.first / found.n,
    )


def case_follow(experiment: Experiment, case: Case, done: Done) -> Follow:
    """What the player gains who plays by the first view on fresh deals."""
    found = Measured(experiment, case, "confirm", done.sums[FOLLOWED])
    total = found.total
    return Follow(
        experiment=experiment,
        case=case,
        view=chart_of(experiment).views[0].name,
        deals=total["deals"],
        points=found.points,
        wins=found.wins,
        changed=total["changed"] / (total["deals"] * case.players),
        verdict=found.verdict(),
        ahead=found.ahead,
    )
