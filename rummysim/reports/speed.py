"""Measured speed as people read it, beside the goals that were set."""

from collections.abc import Mapping
from typing import Any

from rummysim.reports.speed_goals import (
    COMPILE_SECONDS,
    EACH_ROUND,
    HANDS_PER_SECOND,
    TWO_THREADS,
    match_goals,
)
from rummysim.reports.tables import text_table
from rummysim.stats.rounding import number


def speed_page(inputs: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """The measurements of ``rummysim bench`` with the goals, and what they were made with."""
    cold, processor = found["cold_compile_seconds"], found["cold_compile_processor_seconds"]
    lines = [
        f"{inputs['game']}, {inputs['players']} players, whole matches, one thread, "
        f"seed {inputs['seed']}; processor time",
        "",
        _policy_table(found["results"]),
        "",
        f"Dealing only (same cards shuffled, dealt, drawn)  {found['floor_ns_per_turn']:.0f} "
        "ns per turn",
        f"Greedy, times that floor                          {found['ratio_to_floor']:.1f}",
        f"Two threads against one                           {found['thread_speedup']:.2f}   "
        f"(goal {TWO_THREADS} or more)",
        "Compiling everything from nothing                 "
        + (f"{cold:.0f} s, {processor:.0f} of the processor" if cold else "not timed")
        + f"   (goal below {COMPILE_SECONDS:.0f} s)",
        "",
        _round_table(found["rounds"]),
        "",
        _distance_table(found["distance"]),
        "",
        f"{inputs['cpu']}, {inputs['processors']} processors; {inputs['system']}",
        f"rummysim {inputs['rummysim']}, Python {inputs['python']}, numpy {inputs['numpy']}, "
        f"numba {inputs['numba']}, llvmlite {inputs['llvmlite']}",
    ]
    return "\n".join(lines)


def _policy_table(results: list[dict[str, Any]]) -> str:
    titles = [
        "policy",
        "ns per\nturn",
        f"times\n{results[0]['policy']}",
        "goal",
        "times\ngoal",
        "turns\nper s",
        "matches\nper s",
        "matches",
    ]
    rows = []
    for row in results:
        goal = match_goals(row["game"]).get(row["policy"])
        rows.append(
            [
                row["policy"],
                number(row["ns_per_turn"], 0),
                number(row["ratio_to_first"], 2),
                number(goal, 0),
                number(row["ns_per_turn"] / goal if goal else None, 2),
                number(row["turns_per_second"], 0),
                number(row["matches_per_second"], 0),
                number(row["matches"], 0),
            ]
        )
    return text_table(titles, rows)


def _round_table(rows: list[dict[str, Any]]) -> str:
    """Nanoseconds per turn: a line for each round, a column for each policy."""
    policies = list(dict.fromkeys(row["policy"] for row in rows))
    speeds = {(row["policy"], row["round"]): row["ns_per_turn"] for row in rows}
    lines = []
    for row in rows[: len(rows) // len(policies)]:
        line = [f"{row['round']} {row['contract']}"]
        for policy in policies:
            line.append(number(speeds[policy, row["round"]], 0))
        for policy, goal in EACH_ROUND.items():
            line.append(number(speeds[policy, row["round"]] / goal, 2))
        lines.append(line)
    titles = ["round by\nitself", *(f"{policy}, ns\nper turn" for policy in policies)]
    titles += [f"{policy}, times\ngoal {goal:,.0f}" for policy, goal in EACH_ROUND.items()]
    return text_table(titles, lines)


def _distance_table(rows: list[dict[str, Any]]) -> str:
    titles = ["distance to", "hands\nper s", "times\ngoal", "ns per\nhand", "cards", "hands"]
    return text_table(
        titles,
        [
            [
                f"{row['round']} {row['contract']}",
                number(row["hands_per_second"], 0),
                number(row["hands_per_second"] / HANDS_PER_SECOND, 2),
                number(row["ns_per_hand"], 0),
                str(row["cards"]),
                number(row["hands"], 0),
            ]
            for row in rows
        ],
    )
