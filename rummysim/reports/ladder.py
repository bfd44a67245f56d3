"""A ladder of policies: as data, as tables."""

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from rummysim.reports.results import NAME_WIDTH, short_name
from rummysim.reports.steps import (
    CLEAR_MEANS,
    INTERVAL_MEANS,
    POINTS_MEAN,
    Row,
    clear_entries,
    clear_word,
    filled,
    in_blocks,
    points_entries,
    round_entries,
    signed,
    together_sentence,
    wins,
    won,
)
from rummysim.reports.summary import named
from rummysim.reports.tables import text_table

if TYPE_CHECKING:
    from rummysim.simulation.ladders import Ladder

LEGEND = (
    f"{POINTS_MEAN} A step is the mean of both ways: one of the upper among the lower, and one "
    f"of the lower among the upper, on the same deals. {INTERVAL_MEANS} {CLEAR_MEANS} The order "
    "is found on these deals, too: a step that is not clear may be the other way round."
)
COLUMN_WIDTH = 9  # of a policy's name above a column
RANKING_NUMBERS = 46  # columns of the ranking behind the names
STEP_NUMBERS = 54  # columns of the table of steps behind two names
SHORTEST = 6  # a name of fewer characters says nothing


def matrix_rows(found: "Ladder") -> list[Row]:
    """One entry per ordered pair, in the order of the ranking: one ``row`` among ``column``."""
    return [
        {"row": _name(found, row), "column": _name(found, column)}
        | points_entries(found, found.better(row, column))
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
        | points_entries(found, found.mean_better(index))
        | named("win_rate", found.mean_win_rate(index))
        | {"deals": found.deals}
        for rank, index in enumerate(found.ranking, start=1)
    ]


def step_rows(found: "Ladder") -> list[Row]:
    """One entry per pair of neighbours in the ranking, with what its intervals exclude."""
    return [
        {"upper": _name(found, upper), "lower": _name(found, lower)}
        | points_entries(found, found.step(upper, lower))
        | named("wins_gained", found.step_wins(upper, lower))
        | clear_entries(found, upper, lower)
        | {"deals": found.deals}
        for upper, lower in found.steps
    ]


def round_rows(found: "Ladder") -> list[Row]:
    """One entry per step and round: points of that round."""
    return [
        {"upper": _name(found, upper), "lower": _name(found, lower)} | entries
        for upper, lower in found.steps
        for entries in round_entries(found, upper, lower)
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
        filled(f"Points better per round, {company}:", width) + _matrix(found, width, points_cell),
        filled(f"{won(found)}, {company} ({fair}):", width) + _matrix(found, width, wins_cell),
        textwrap.fill(LEGEND + " " + together_sentence(step_rows(found)), width),
    ]
    if any(short_name(name, room) != name for name in _ranked_names(found)):
        parts.insert(1, _full_names(found, width))
    return "\n\n".join(parts)


def label(found: "Ladder", index: int, most: int = NAME_WIDTH) -> str:
    """Rank and short name of a policy, as tables and charts show it."""
    rank = found.ranking.index(index) + 1
    return f"{rank} {short_name(_name(found, index), most)}"


def _name(found: "Ladder", index: int) -> str:
    return found.policies[index].name


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


def _ranking_table(found: "Ladder", fair: str, room: int) -> str:
    titles = ["policy", "points better\nper round", "points better\nper match"]
    titles.append(f"{won(found).lower()}\n({fair})")
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
                clear_word(row),
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
    table = in_blocks("round", heads, titles, cells, width)
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
    return in_blocks("policy", [label(found, row) for row in order], titles, cells, width)


def points_cell(found: "Ladder", row: int, column: int) -> str:
    """What the matrix says about points: one ``row`` among ``column`` players."""
    return signed(named("points", found.better(row, column)), "points")


def wins_cell(found: "Ladder", row: int, column: int) -> str:
    """What the matrix says about wins: one ``row`` among ``column`` players."""
    return wins(named("win_rate", found.win_rate(row, column)))
