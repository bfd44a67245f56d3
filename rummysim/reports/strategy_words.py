"""What a strategy card says, in words: its axes, its cells, and what to remember of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rummysim.experiments.findings import ChartCell
from rummysim.experiments.spec import Axis, Chart, Experiment, View
from rummysim.experiments.words import FEATURES
from rummysim.reports.finding_words import counted, listed, span, upper
from rummysim.stats.estimate import Estimate
from rummysim.stats.multiple import widened
from rummysim.stats.rounding import number

# The axis of a card, a situation with such a number, and the smallest number there is.
NAMES: Mapping[str, tuple[str, str, int]] = {
    "round": ("round", "in round {}", 1),
    "turn": ("own turn", "in turn {}", 1),
    "distance": ("cards that the contract lacks", "with {} missing", 0),
    "progress": ("gaps that the card fills", "with a card that fills {} gaps", 0),
    "hand_size": ("cards in hand", "with {} in hand", 1),
    "buys_left": ("buys left", "with {} left to buy", 0),
    "smallest_hand": ("cards in the smallest other hand", "with {} in the smallest other hand", 1),
    "opponents_down": ("opponents down", "with {} of the others down", 0),
    "own_down": ("down oneself (1: yes)", "with {} down oneself", 0),
    "value_a": ("points of the card", "with {} points on the card", 0),
}


IN_TIME = ("round", "turn")
FEWEST = 2  # cells that have to support a side of a rule
MOSTLY = 2 / 3  # of the decided cells that have to say so
NAMED = 3  # exceptions to a rule that are named one by one
ENOUGH, SHARE = 4, 0.9  # decided cells, and the part of them that must agree, for a rule


@dataclass(frozen=True)
class Card:
    """One view of a chart with its cells, by panel, row and column."""

    experiment: Experiment
    chart: Chart
    view: View
    cells: Mapping[tuple[int, int, int], ChartCell]

    @property
    def filled(self) -> list[ChartCell]:
        """The cells with enough data to say something."""
        return [cell for cell in self.cells.values() if not cell.empty]

    @property
    def decided(self) -> list[ChartCell]:
        """The cells whose interval does not hold zero."""
        return [cell for cell in self.filled if cell.act is not None]

    def panels(self) -> list[str]:
        """The title of each panel; one without text when the view has no such axis."""
        axis = self.view.panels
        if axis is None:
            return [""]
        labels = bins(axis, len(self.experiment.rules.opening.contracts))
        if axis.feature == "round":
            contracts = [str(contract) for contract in self.experiment.rules.opening.contracts]
            rounds = zip(labels, contracts, strict=False)
            same = len(labels) == len(contracts)
            return [f"round {label}: {name}" for label, name in rounds] if same else labels
        return [f"{axis_name(axis)}: {label}" for label in labels]

    def rows(self) -> list[str]:
        """The bins of the rows."""
        return self._labels(self.view.rows)

    def columns(self) -> list[str]:
        """The bins of the columns."""
        return self._labels(self.view.columns)

    def _labels(self, axis: Axis | None) -> list[str]:
        contracts = len(self.experiment.rules.opening.contracts)
        return [""] if axis is None else bins(axis, contracts)


def cards_of(cells: Sequence[ChartCell]) -> Iterator[Card]:
    """The cards of one experiment at one table, in the order of its views."""
    if not cells:
        return
    experiment = cells[0].experiment
    chart = experiment.chart
    assert chart is not None
    for view in chart.views:
        own = {(c.panel, c.row, c.column): c for c in cells if c.view == view.name}
        if own:
            yield Card(experiment, chart, view, own)


def axis_name(axis: Axis | None) -> str:
    """What an axis is called.

    >>> axis_name(Axis("buys_left", (1,)))
    'buys left'
    """
    if axis is None:
        return ""
    usual = FEATURES.get(axis.feature, axis.feature.replace("_", " ")), "", 0
    return NAMES.get(axis.feature, usual)[0]


def bins(axis: Axis, contracts: int = 7) -> list[str]:
    """The numbers that each bin of an axis holds.

    >>> bins(Axis("smallest_hand", (2, 4, 5)))
    ['1', '2-3', '4', '5+']
    >>> bins(Axis("distance", (2, 3))), bins(Axis("round", (2, 7)))
    (['0-1', '2', '3+'], ['1', '2-6', '7'])
    """
    least = NAMES.get(axis.feature, ("", "", 0))[2]
    most = contracts if axis.feature == "round" else None
    if not axis.edges:
        return ["all"]
    starts = [least, *axis.edges]
    ends = [edge - 1 for edge in axis.edges]
    labels = [_range(start, end) for start, end in zip(starts, ends, strict=False)]
    last = axis.edges[-1]
    return [*labels, str(last) if last == most else f"{last}+"]


def _range(start: int, end: int) -> str:
    return f"{end}" if start >= end else f"{start}-{end}"


def situation(axis: Axis | None, label: str) -> str:
    """A bin as a sentence names it.

    >>> situation(Axis("distance", (2, 3)), "3+"), situation(Axis("turn", (2,)), "1")
    ('with 3 or more missing', 'in turn 1')
    """
    if axis is None:
        return ""
    usual = f"with {axis.feature.replace('_', ' ')} {{}}"
    text = NAMES.get(axis.feature, ("", usual, 0))[1]
    return text.format(spoken_bin(label))


def spoken_bin(label: str) -> str:
    """The numbers of a bin as one says them.

    >>> spoken_bin("3+"), spoken_bin("2-3"), spoken_bin("1")
    ('3 or more', '2 to 3', '1')
    """
    return f"{label[:-1]} or more" if label.endswith("+") else label.replace("-", " to ")


def place_words(card: Card, cell: ChartCell) -> str:
    """The situation of a cell."""
    axes = (card.view.panels, card.view.rows, card.view.columns)
    contracts = len(card.experiment.rules.opening.contracts)
    numbers = (cell.panel, cell.row, cell.column)
    parts = [
        situation(axis, bins(axis, contracts)[number])
        for axis, number in zip(axes, numbers, strict=True)
        if axis is not None and axis.edges
    ]
    return ", ".join(parts)


def remembered(card: Card) -> str:
    """What a player should keep of a card; every part rests on cells that are decided."""
    decided, filled = card.decided, card.filled
    if not filled:
        return "There are too few situations to say anything yet."
    if not decided:
        return f"Nothing is decided: the intervals of all {len(filled)} cells hold zero."
    open_cells = len(filled) - len(decided)
    rest = f" In {counted(open_cells, 'other cell')} neither act is better for sure."
    return f"{_rule(card)} {_most(card)}{rest if open_cells else ''}"


def _rule(card: Card) -> str:
    """The simplest rule that most of the decided cells follow."""
    decided = card.decided
    acts = card.chart.acts
    votes = {act: sum(cell.act == act for cell in decided) for act in acts}
    major = max(acts, key=lambda act: votes[act])
    cells = counted(len(decided), "decided cell")
    if votes[major] == len(decided):
        share = f"{len(decided)} of {len(card.filled)} cells"
        if 2 * len(decided) < len(card.filled):
            return f"Where anything is decided, it is “{major}” ({share})."
        return f"{upper(major)}: so say all cells that are decided ({share})."
    found = max(_cuts(card), key=lambda cut: cut.right, default=None)
    if found is None or found.right <= votes[major]:
        text, wrong = f"{major}, as a rule", [cell for cell in decided if cell.act != major]
    else:
        text, wrong = found.text, list(found.wrong)
    right = len(decided) - len(wrong)
    if len(decided) < ENOUGH or right < SHARE * len(decided):
        return _majority(card, major)
    said = "all" if not wrong else f"{right} of"
    return f"{upper(text)}: so say {said} {cells}{_exceptions(card, wrong)}."


def _exceptions(card: Card, wrong: Sequence[ChartCell]) -> str:
    """Where the cells are that say otherwise: each with all its features, or what they share."""
    if not wrong:
        return ""
    if len(wrong) <= NAMED:
        return f"; not so {'; nor '.join(place_words(card, cell) for cell in wrong)}"
    common = [
        situation(axis, labels[bin_])
        for name, axis, labels in _axes(card)
        if len(bins_ := {getattr(cell, name) for cell in wrong}) == 1
        for bin_ in bins_
    ]
    where = f", all of them {', '.join(common)}" if common else ""
    return f"; not so in {counted(len(wrong), 'cell')}{where}"


def _axes(card: Card) -> Iterator[tuple[str, Axis, list[str]]]:
    """The axes of a card that have several bins, by what a cell calls them, with their bins."""
    contracts = len(card.experiment.rules.opening.contracts)
    axes = (("row", card.view.rows), ("column", card.view.columns), ("panel", card.view.panels))
    for name, axis in axes:
        if axis is not None and axis.edges:
            yield name, axis, bins(axis, contracts)


def _majority(card: Card, major: str) -> str:
    """How often which act is better, and where the rarer one is, when no simple rule holds."""
    decided = card.decided
    minor = next(act for act in card.chart.acts if act != major)
    votes = _votes(decided, major)
    start = f"Mostly {major}: it" if votes >= MOSTLY * len(decided) else f"No simple rule: {major}"
    said = (
        f"{start} is better in {votes} of {counted(len(decided), 'decided cell')}, {minor} in the "
        f"other {len(decided) - votes}"
    )
    found = [_strongholds(card, name, axis, minor) for name, axis, _ in _axes(card)]
    margin, where = max(found, default=(0, ""), key=lambda each: each[0])
    return f"{said}, among them {where}." if margin else f"{said}."


def _strongholds(card: Card, name: str, axis: Axis, minor: str) -> tuple[int, str]:
    """The bins of an axis in which the rarer act is better more often than not.

    With how many cells more it is right there than wrong.
    """
    places: list[str] = []
    right = every = 0
    labels = bins(axis, len(card.experiment.rules.opening.contracts))
    for bin_, label in enumerate(labels):
        own = [cell for cell in card.decided if getattr(cell, name) == bin_]
        votes = _votes(own, minor)
        if 2 * votes > len(own):
            places.append(situation(axis, label))
            right, every = right + votes, every + len(own)
    cells = counted(every, "decided cell")
    share = "all" if right == every else f"{right} of the"
    return 2 * right - every, f"{share} {cells} {listed(places)}".replace("all one", "the one")


@dataclass(frozen=True)
class Cut:
    """One act below a bin of an axis and the other one from there on."""

    text: str
    right: int  # decided cells that say so, too
    wrong: tuple[ChartCell, ...]  # those that do not


def _cuts(card: Card) -> Iterator[Cut]:
    """All rules with one axis and one bin that two cells or more support on either side.

    Rows come first, then columns, then panels.
    """
    contracts = len(card.experiment.rules.opening.contracts)
    axes = (("row", card.view.rows), ("column", card.view.columns), ("panel", card.view.panels))
    for name, axis in axes:
        if axis is None:
            continue
        starts = bins(axis, contracts)
        for first in range(1, len(starts)):
            for below, above in (card.chart.acts, card.chart.acts[::-1]):
                under = [cell for cell in card.decided if getattr(cell, name) < first]
                over = [cell for cell in card.decided if getattr(cell, name) >= first]
                right = [_votes(under, below), _votes(over, above)]
                sides = ((under, below), (over, above))
                if min(right) < FEWEST or (name != "panel" and _one_panel(card, sides)):
                    continue
                wrong = tuple(c for cells, act in sides for c in cells if c.act != act)
                low, high = _to(axis, first), _from(axis, first, starts)
                yield Cut(
                    f"{below} {_said(axis, low)}, {above} {_said(axis, high)}", sum(right), wrong
                )


def _one_panel(card: Card, sides: Sequence[tuple[Sequence[ChartCell], str]]) -> bool:
    """Whether a side of a rule for all panels rests on one of several panels alone."""
    if len(card.panels()) == 1:
        return False
    agreed = [{cell.panel for cell in cells if cell.act == act} for cells, act in sides]
    return min(map(len, agreed)) == 1


def _votes(cells: Sequence[ChartCell], act: str) -> int:
    return sum(cell.act == act for cell in cells)


def _to(axis: Axis, first: int) -> str:
    """The numbers below a bin, as one says them."""
    last = axis.edges[first - 1] - 1
    if last == NAMES.get(axis.feature, ("", "", 0))[2]:
        return f"{last}"
    return f"{last} or {'before' if axis.feature in IN_TIME else 'fewer'}"


def _from(axis: Axis, first: int, labels: Sequence[str]) -> str:
    last = first == len(labels) - 1 and not labels[first].endswith("+")
    later = "later" if axis.feature in IN_TIME else "more"
    return f"{axis.edges[first - 1]}" if last else f"{axis.edges[first - 1]} or {later}"


def _said(axis: Axis, amount: str) -> str:
    usual = f"with {axis.feature.replace('_', ' ')} {{}}"
    return NAMES.get(axis.feature, ("", usual, 0))[1].format(amount)


def _most(card: Card) -> str:
    """The decided cell with most at stake; all cells are judged together for that.

    That it is most of all is said if its interval is beyond those of all other cells.
    """
    alpha, many = card.experiment.stop.alpha, len(card.filled)
    wide = {id(cell): widened(cell.gain, alpha, many) for cell in card.filled}
    cell = max(card.decided, key=lambda each: _least(wide[id(each)]))
    least = _least(wide[id(cell)])
    if least <= 0:
        return f"No cell stands by itself when all {many} are judged together."
    others = [_greatest(wide[id(each)]) for each in card.filled if each is not cell]
    start = "Most is" if least > max(others, default=0.0) else "Much is"
    value = better(card.chart, replace(cell, gain=wide[id(cell)]))
    together = f"; all {many} cells judged together" if many > 1 else ""
    return (
        f"{start} at stake {place_words(card, cell)}: {cell.act} saves "
        f"{number(value.estimate)} points there ({span(value)}{together})."
    )


def _least(gain: Estimate) -> float:
    """How far an interval is from zero; below zero while it holds it."""
    return max(gain.low, -gain.high)


def _greatest(gain: Estimate) -> float:
    """How far from zero the true value may be."""
    return max(abs(gain.low), abs(gain.high))


def better(chart: Chart, cell: ChartCell) -> Estimate:
    """What the better act of a cell saves over the other; the first act's gain while undecided."""
    value = cell.gain
    if cell.act != chart.acts[1]:
        return value
    return Estimate(-value.estimate, -value.high, -value.low, value.n, value.kind)


def card_rows(card: Card) -> list[dict[str, object]]:
    """Every cell of a card with all its numbers, for the CSV beside it."""
    panels, rows, columns = card.panels(), card.rows(), card.columns()
    view = card.view
    first = card.chart.acts[0]
    return [
        {
            "view": view.name,
            "panel": panels[cell.panel],
            axis_name(view.rows) or "row": rows[cell.row],
            axis_name(view.columns) or "column": columns[cell.column],
            "better": "too little data" if cell.empty else cell.act or "undecided",
            f"gain_of_{first}": cell.gain.estimate,
            "low": cell.gain.low,
            "high": cell.gain.high,
            f"ahead_by_{first}": cell.ahead.estimate,
            "ahead_low": cell.ahead.low,
            "ahead_high": cell.ahead.high,
            f"usual_share_of_{first}": cell.usual,
            "situations": cell.situations,
            "deals": cell.deals,
        }
        for _, cell in sorted(card.cells.items())
    ]
