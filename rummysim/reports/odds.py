"""The odds of contracts: as data, as a table, as charts."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummysim.reports.charts import Curve, Words, chart_files, curve_chart, dot_chart, mark_dealt
from rummysim.reports.contracts import contract_words
from rummysim.reports.files import write_together
from rummysim.reports.results import interval
from rummysim.reports.summary import (
    at_turn,
    by_turn,
    dealt,
    laid_down,
    plain_estimate,
    round_rows,
)
from rummysim.reports.tables import exact_percent, percent, percent_with_error, text_table
from rummysim.stats.dealt_odds import known_odds, why_not_counted

if TYPE_CHECKING:
    from rummysim.simulation import Result

MILESTONES = (5, 10, 15)  # own turns shown in the table of all rounds
DECIMALS = (5, 2, 1)  # at most, there; the first with which its lines fit
BAR = 50  # characters of a certain event
SHOWN_TURNS = 20  # of one round's table
NEARLY_ALL = 0.995  # of a curve's height: where charts and tables may end
LEGEND = (
    "± is half of a 95% interval. A turn is a player's own turn (his 1st, 2nd, ...). "
    "Exact odds of the deal are counted, not played."
)
LATER = "counting takes up to minutes; `rummysim show` with the game and the round does it"
DOWN = "players who have laid down"
CURVE_CAPTION = "Bands: 95%, for a whole curve at once (Dvoretzky-Kiefer-Wolfowitz). "
POINTS_CAPTION = "Bars: 95% intervals of the mean. "

Odds = dict[str, Any]


def odds_of(result: "Result", index: int) -> Odds:
    """Everything about the contract of one round (from 0).

    Keys: ``round``, ``contract``, ``dealt`` (with ``exact``, and ``not_counted``, the reason where
    that is None), ``by_turn`` (a list), ``ever`` laid down, ``lay_down_turn`` and ``points`` with
    their ends.
    """
    rules, players = result.setup.rules, result.setup.players
    row = next(row for row in round_rows(result) if row["round"] == index + 1)
    contract = rules.opening.contracts[index]
    keys = ("lay_down_turn", "points")
    means = {f"{key}{end}": row[f"{key}{end}"] for key in keys for end in ("", "_low", "_high")}
    cards = rules.deal.cards[index]
    exact = known_odds(rules, contract, players, cards)
    missing = (why_not_counted(rules, contract, cards) or LATER) if exact is None else None
    return {
        "round": index + 1,
        "contract": str(contract),
        "words": contract_words(contract),
        "dealt": plain_estimate(dealt(result, index), result.deals)
        | {"exact": None if exact is None else float(exact), "not_counted": missing},
        "by_turn": by_turn(result, index),
        "ever": plain_estimate(laid_down(result, index), result.deals),
        **means,
    }


def odds_page(found: Sequence[Odds], width: int) -> str:
    """The table of one round by turn, or of several rounds at a glance."""
    table = _round_page(found[0]) if len(found) == 1 else _rounds_table(found, width)
    lines = [LEGEND, *_not_counted(found)]
    return table + "\n" + "\n".join(textwrap.fill(line, width) for line in lines)


def _not_counted(found: Sequence[Odds]) -> list[str]:
    """A sentence for each reason why some rounds have no exact odds."""
    rounds: dict[str, list[str]] = {}
    for odds in found:
        if odds["dealt"]["not_counted"]:
            rounds.setdefault(odds["dealt"]["not_counted"], []).append(str(odds["round"]))
    return [
        f"No exact odds in round{'s' * (len(numbers) > 1)} {', '.join(numbers)}: {why}."
        for why, numbers in rounds.items()
    ]


def odds_rows(found: Sequence[Odds]) -> list[dict[str, object]]:
    """One row per round and turn, for CSV; turn 0 is the hand as dealt."""
    rows: list[dict[str, object]] = []
    for odds in found:
        head = {"round": odds["round"], "contract": odds["contract"]}
        keys = ("estimate", "low", "high", "deals")
        rows.append(head | {"what": "dealt", "turn": 0} | {k: odds["dealt"][k] for k in keys})
        for row in odds["by_turn"]:
            rows.append(head | {"what": "laid_down", **row})
    return rows


def draw_odds(found: Sequence[Odds], played_by: str, folder: Path) -> list[Path]:
    """The files written: the curves, and for several rounds also what each costs.

    Raises StoreError when one of them cannot be written; then none of them is.
    """
    turns = max(_flat_from(odds["by_turn"]) for odds in found)
    curves = [
        Curve(f"{o['round']}  {o['contract']}", _chart_rows(o["by_turn"], turns)) for o in found
    ]
    if len(found) > 1:
        words = Words("How soon each contract is laid down", CURVE_CAPTION + played_by, DOWN)
        contents = chart_files(curve_chart(curves, words), folder / "odds", odds_rows(found))
        return write_together(contents | _draw_points(found, played_by, folder))
    words = Words(f"Laid down by turn: {found[0]['words']}", CURVE_CAPTION + played_by, DOWN)
    chart = mark_dealt(curve_chart(curves, words), found[0]["dealt"])
    stem = folder / f"odds-round-{found[0]['round']}"
    return write_together(chart_files(chart, stem, odds_rows(found)))


def _draw_points(found: Sequence[Odds], played_by: str, folder: Path) -> dict[Path, bytes]:
    """The files of the chart of what each round costs."""
    rows = [
        {"estimate": o["points"], "low": o["points_low"], "high": o["points_high"]} for o in found
    ]
    labels = [f"{o['round']}  {o['contract']}" for o in found]
    words = Words(
        "What each round costs", POINTS_CAPTION + played_by, "penalty points per player and round"
    )
    data = [
        {"round": o["round"], "contract": o["contract"]} | row
        for o, row in zip(found, rows, strict=True)
    ]
    return chart_files(dot_chart(labels, rows, words), folder / "points", data)


def _chart_rows(rows: Sequence[Odds], turns: int) -> list[Odds]:
    """Turn 0, where nobody can be down, and every turn up to ``turns``."""
    start = {"turn": 0, "estimate": 0.0, "low": 0.0, "high": 0.0}
    return [start, *(at_turn(rows, turn) | {"turn": turn} for turn in range(1, turns + 1))]


def _flat_from(rows: Sequence[Odds]) -> int:
    """How many turns it takes until the curve has nearly reached its height."""
    top = rows[-1]["estimate"]
    return next(int(row["turn"]) for row in rows if row["estimate"] >= NEARLY_ALL * top)


def _rounds_table(found: Sequence[Odds], width: int) -> str:
    """One line per round, with as many decimals as there is room for.

    Where there is none for both arms of an interval, the larger one is given.
    """
    tables = [_rounds_lines(found, most, even) for even in (False, True) for most in DECIMALS]
    fitting = (table for table in tables if max(map(len, table.split("\n"))) <= width)
    table = next(fitting, tables[-1])
    return table + "\n\n" + band_sentence(found[0])


def _rounds_lines(found: Sequence[Odds], most: int, even: bool) -> str:
    titles = [
        "contract",
        "dealt\nexact",
        "dealt\nplayed",
        *(f"down by\nturn {turn}" for turn in MILESTONES[:1]),
        *(f"turn\n{turn}" for turn in MILESTONES[1:]),
        "ever",
        "in turn",
        "points",
    ]
    rows = [
        [
            f"{o['round']} {o['contract']}",
            percent(o["dealt"]["exact"]),
            _share(o["dealt"], even=even),
            *(percent(at_turn(o["by_turn"], turn)["estimate"]) for turn in MILESTONES),
            _share(o["ever"], most, even=even),
            interval(o, "lay_down_turn", min(most, 2)),
            interval(o, "points", min(most, 2)),
        ]
        for o in found
    ]
    return text_table(titles, rows)


def _round_page(odds: Odds) -> str:
    exact = odds["dealt"]["exact"]
    lines = [
        f"Round {odds['round']}: {odds['contract']} ({odds['words']})",
        f"Held as dealt        {_share(odds['dealt'])}"
        + ("" if exact is None else f"   (exactly {exact_percent(exact, 4)})"),
        f"Ever laid down       {_share(odds['ever'])}",
        f"Turn of the lay-down {interval(odds, 'lay_down_turn')}, if it comes to one",
        f"Points in the round  {interval(odds, 'points')} per player",
        "",
    ]
    shown = odds["by_turn"][: min(SHOWN_TURNS, _flat_from(odds["by_turn"]))]
    rows = [[str(row["turn"]), _share(row)] for row in shown]
    table = text_table(["by turn", "laid down"], rows).split("\n")
    bars = ["", "", *("#" * round(BAR * row["estimate"]) for row in shown)]
    drawn = [f"{line}  {bar}".rstrip() for line, bar in zip(table, bars, strict=True)]
    return "\n".join([*lines, *drawn, "", band_sentence(odds)])


def band_sentence(odds: Odds) -> str:
    """How far the values by turn may be off, for the whole curve at once."""
    arm = max(row["high"] - row["estimate"] for row in odds["by_turn"])
    return f"By turn: ±{100 * arm:.1f} percentage points for the whole curve at once (95%)."


def _share(row: Odds, most: int = 5, *, even: bool = False) -> str:
    ends = (row["estimate"], row["low"], row["high"])
    return percent_with_error(*ends, most, even=even).replace(" ", "")
