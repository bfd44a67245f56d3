"""A ladder of policies: as data, as tables."""

import math
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rummysim.reports.results import NAME_WIDTH, short_name
from rummysim.reports.summary import named
from rummysim.reports.tables import number, percent_with_error, text_table, with_error
from rummysim.stats.estimate import FEW, Estimate, excludes

if TYPE_CHECKING:
    from rummysim.simulation.ladders import Ladder

Row = dict[str, Any]

ALPHA = 0.05
LEGEND = (
    "Points: penalty points that one player collects less than the others at his table, on "
    "average. A step is the mean of both ways: one of the upper among the lower, and one of the "
    "lower among the upper, on the same deals. ± is half of a 95% interval, a deal being one "
    "observation; each is for itself, so about one in twenty misses. Clear: the interval does "
    "not hold zero, and ten deals or more differ. The order is found on these deals, too: a step "
    "that is not clear may be the other way round."
)
COLUMN_WIDTH = 9  # of a policy's name above a column
RANKING_NUMBERS = 46  # columns of the ranking behind the names
STEP_NUMBERS = 54  # columns of the table of steps behind two names
SHORTEST = 6  # a name of fewer characters says nothing
CELL_GAP = 1  # between two columns of a table


def matrix_rows(found: "Ladder") -> list[Row]:
    """One entry per ordered pair, in the order of the ranking: one ``row`` among ``column``."""
    return [
        {"row": _name(found, row), "column": _name(found, column)}
        | _points(found, found.better(row, column))
        | named("win_rate", found.win_rate(row, column))
        | {"deals": found.deals}
        for row in found.ranking
        for column in found.ranking
        if row != column
    ]


def ranking_rows(found: "Ladder") -> list[Row]:
    """One entry per policy, the best first: alone among the others, their mean."""
    return [
        {"rank": rank, "policy": _name(found, index)}
        | _points(found, found.mean_better(index))
        | named("win_rate", found.mean_win_rate(index))
        | {"deals": found.deals}
        for rank, index in enumerate(found.ranking, start=1)
    ]


def step_rows(found: "Ladder") -> list[Row]:
    """One entry per pair of neighbours in the ranking, with what its intervals exclude.

    ``..._clear``: the 95 % interval does not hold zero, and ten deals or more differ;
    ``..._clear_together``: the same for the interval that holds with 95 % for all steps at once
    (each at 1 - 0.05 / steps).
    """
    return [
        {"upper": _name(found, upper), "lower": _name(found, lower)}
        | _points(found, found.step(upper, lower))
        | named("wins_gained", found.step_wins(upper, lower))
        | _clear_entries(found, upper, lower)
        | {"deals": found.deals}
        for upper, lower in found.steps
    ]


def _clear_entries(found: "Ladder", upper: int, lower: int) -> Row:
    """Whether a step is clear, in points and in wins, alone and with all others."""
    together = ALPHA / len(found.steps)
    entries: Row = {}
    measures = (("points", found.step), ("wins", found.step_wins))
    differ = found.deals_that_differ(upper, lower)
    for (what, estimate), deals in zip(measures, differ, strict=True):
        entries |= {
            f"{what}_deals_that_differ": deals,
            f"{what}_clear": deals >= FEW and excludes(estimate(upper, lower)),
            f"{what}_clear_together": deals >= FEW
            and excludes(estimate(upper, lower, alpha=together)),
        }
    return entries


def round_rows(found: "Ladder") -> list[Row]:
    """One entry per step and round: points of that round."""
    setup = found.any_lone.setup
    return [
        {"upper": _name(found, upper), "lower": _name(found, lower), "round": index + 1}
        | {"contract": str(setup.rules.opening.contracts[index])}
        | named("points_better", estimate)
        | {"clear": excludes(estimate), "deals": found.deals}
        for upper, lower in found.steps
        for index, estimate in zip(setup.rounds, found.step_by_round(upper, lower), strict=True)
    ]


def ladder_page(found: "Ladder", width: int, *, by_round: bool = False) -> str:
    """Ranking, steps and both matrices, no line longer than ``width`` where names allow it."""
    fair = f"fair: {100 / found.players:.1f}%"
    company = f"one of the row among {found.players - 1} of the column"
    room = min(NAME_WIDTH, width - RANKING_NUMBERS)
    parts = [_ranking_table(found, fair, room), _steps_table(found, width)]
    if by_round:
        parts.append(_rounds_table(found, width))
    parts += [
        _filled(f"Points better per round, {company}:", width) + _matrix(found, width, points_cell),
        _filled(f"{_won(found)}, {company} ({fair}):", width) + _matrix(found, width, wins_cell),
        textwrap.fill(LEGEND + " " + together_sentence(found), width),
    ]
    if any(short_name(name, room) != name for name in _ranked_names(found)):
        parts.insert(1, _full_names(found, width))
    return "\n\n".join(parts)


def together_sentence(found: "Ladder") -> str:
    """How many of the steps are clear when all of them are to hold at once."""
    rows = step_rows(found)
    points = sum(row["points_clear_together"] for row in rows)
    wins = sum(row["wins_clear_together"] for row in rows)
    if len(rows) == 1:
        return ""
    each = number(100 * (1 - ALPHA / len(rows)), 2)
    return (
        f"All {len(rows)} steps at once, with 95% for the whole (each at {each}%): "
        f"{points} clear in points, {wins} in wins."
    )


def label(found: "Ladder", index: int, most: int = NAME_WIDTH) -> str:
    """Rank and short name of a policy, as tables and charts show it."""
    rank = found.ranking.index(index) + 1
    return f"{rank} {short_name(_name(found, index), most)}"


def _name(found: "Ladder", index: int) -> str:
    return found.policies[index].name


def _filled(text: str, width: int) -> str:
    return textwrap.fill(text, width) + "\n"


def _ranked_names(found: "Ladder") -> list[str]:
    return [_name(found, index) for index in found.ranking]


def _full_names(found: "Ladder", width: int) -> str:
    """Ranks and names; only the spaces in a name give way to line ends."""
    lines = [
        textwrap.fill(
            f"{rank} {name}",
            width,
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for rank, name in enumerate(_ranked_names(found), start=1)
    ]
    return "\n".join(["In full:", *lines])


def _points(found: "Ladder", per_round: Estimate) -> Row:
    """Points per round and per match; where one round is played they are the same."""
    times = found.rounds
    match = Estimate(
        per_round.estimate * times,
        per_round.low * times,
        per_round.high * times,
        per_round.n,
        per_round.kind,
    )
    return named("points_better", per_round) | named("points_better_match", match)


def _won(found: "Ladder") -> str:
    return "Matches won" if found.rounds > 1 else "Rounds won"


def signed(row: Row, key: str, times: float = 1.0) -> str:
    """A difference with its sign and the half-width of its interval.

    >>> signed({"d": 1.25, "d_low": 1.0, "d_high": 1.5}, "d")
    '+1.2±0.3'
    """
    ends = (row[key], row[f"{key}_low"], row[f"{key}_high"])
    if not any(ends):
        return "0"  # no deal differs
    text = with_error(*(times * end for end in ends)).replace(" ±", "±")
    return f"+{text}" if row[key] > 0 else text


def _ranking_table(found: "Ladder", fair: str, room: int) -> str:
    titles = ["policy", "points better\nper round", "points better\nper match"]
    titles.append(f"{_won(found).lower()}\n({fair})")
    rows = []
    for index, row in zip(found.ranking, ranking_rows(found), strict=True):
        points = [signed(row, "points_better"), signed(row, "points_better_match")]
        rows.append([label(found, index, room), *points, wins(row)])
    if found.rounds == 1:
        titles.pop(2)
        rows = [[*row[:2], row[3]] for row in rows]
    others = "the others in turn" if len(rows) > 2 else "the other"
    return f"Ranking, one player among {others}:\n" + text_table(titles, rows)


def _steps_table(found: "Ladder", width: int) -> str:
    titles = ["step", "points better\nper round", "points better\nper match"]
    titles += ["more wins,\n%-points", "clear"]
    rows = []
    for (upper, lower), row in zip(found.steps, step_rows(found), strict=True):
        rows.append(
            [
                _step_label(found, upper, lower, (width - STEP_NUMBERS) // 2),
                signed(row, "points_better"),
                signed(row, "points_better_match"),
                signed(row, "wins_gained", 100),
                _clear(row),
            ]
        )
    if found.rounds == 1:
        titles.pop(2)
        rows = [[*row[:2], *row[3:]] for row in rows]
    return "Steps:\n" + text_table(titles, rows)


def _step_label(found: "Ladder", upper: int, lower: int, room: int) -> str:
    """Who is above whom, by names where there is room for two of so many characters."""
    if room < SHORTEST:
        return " > ".join(str(found.ranking.index(index) + 1) for index in (upper, lower))
    most = min(NAME_WIDTH, room)
    return f"{label(found, upper, most)} > {label(found, lower, most)}"


def _clear(row: Row) -> str:
    if row["points_clear"] and row["wins_clear"]:
        return "yes"
    return "points" if row["points_clear"] else "wins" if row["wins_clear"] else "no"


def _rounds_table(found: "Ladder", width: int) -> str:
    rows = round_rows(found)
    per_step = len(found.any_lone.setup.rounds)
    titles, cells = [], []
    for place, (upper, lower) in enumerate(found.steps):
        ranks = [found.ranking.index(index) + 1 for index in (upper, lower)]
        titles.append(f"{ranks[0]} > {ranks[1]}")
        own = rows[place * per_step : (place + 1) * per_step]
        cells.append([signed(row, "points_better") for row in own])
    heads = [f"{row['round']} {row['contract']}" for row in rows[:per_step]]
    table = _in_blocks("round", heads, titles, cells, width)
    return "Steps by round, points better:\n" + table


def _matrix(found: "Ladder", width: int, cell: Callable[["Ladder", int, int], str]) -> str:
    order = found.ranking
    titles = [
        f"{rank}\n{short_name(_name(found, index), COLUMN_WIDTH)}"
        for rank, index in enumerate(order, start=1)
    ]
    cells = [
        [cell(found, row, column) if row != column else "." for row in order] for column in order
    ]
    return _in_blocks("policy", [label(found, row) for row in order], titles, cells, width)


def points_cell(found: "Ladder", row: int, column: int) -> str:
    """What the matrix says about points: one ``row`` among ``column`` players."""
    return signed(named("points", found.better(row, column)), "points")


def wins_cell(found: "Ladder", row: int, column: int) -> str:
    """What the matrix says about wins: one ``row`` among ``column`` players."""
    return wins(named("win_rate", found.win_rate(row, column)))


def wins(row: Row) -> str:
    """The share of matches won in percent, with the half-width of its interval.

    >>> wins({"win_rate": 0.25, "win_rate_low": 0.24, "win_rate_high": 0.26})
    '25.0%±1.0'
    """
    ends = [row[f"win_rate{end}"] for end in ("", "_low", "_high")]
    return percent_with_error(*ends).replace(" ±", "±")


def _in_blocks(
    corner: str,
    heads: Sequence[str],
    titles: Sequence[str],
    cells: Sequence[Sequence[str]],
    width: int,
) -> str:
    """A table of columns under their titles, in as many blocks as the width asks for.

    >>> print(_in_blocks("", ["a", "b"], ["1", "2"], [["x", "y"], ["z", "w"]], 4))
      1
    - -
    a x
    b y
    <BLANKLINE>
      2
    - -
    a z
    b w
    """
    first = max(map(len, [corner, *heads]))
    widest = max(len(line) for column in [titles, *cells] for t in column for line in t.split("\n"))
    fits = max(1, (width - first) // (widest + CELL_GAP))
    count = math.ceil(len(cells) / fits)
    each = math.ceil(len(cells) / count)  # blocks of about the same width
    blocks = []
    for start in range(0, len(cells), each):
        block = cells[start : start + each]
        rows = [[head, *(column[i] for column in block)] for i, head in enumerate(heads)]
        blocks.append(text_table([corner, *titles[start : start + each]], rows))
    return "\n\n".join(blocks)
