"""The referee's verdict as people read it."""

from collections.abc import Sequence

from rummysim.referee.replay import Verdict
from rummysim.reports.results import NAME_WIDTH, short_name
from rummysim.reports.tables import text_table
from rummysim.trace.events import Trace


def verdict_page(trace: Trace, verdict: Verdict) -> str:
    """What the referee says, and the scores as far as they were judged right."""
    lines = [verdict_sentence(verdict)]
    if verdict.scores:
        lines += ["", score_table(trace.policies, verdict.scores, verdict.totals)]
        if verdict.ok:
            lines.append(winners(trace.policies, verdict.shares))
    return "\n".join(lines)


def verdict_sentence(verdict: Verdict) -> str:
    """One sentence: all is right, or the first fault."""
    if not verdict.ok:
        return f"FAULT in {verdict.fault}"
    dead = f", {verdict.dead_rounds} of them dead" if verdict.dead_rounds else ""
    rounds = f"{verdict.rounds} round{'s' if verdict.rounds != 1 else ''}"
    return (
        f"No fault: {rounds}{dead}, {verdict.turns:,} turns, {verdict.acts:,} acts, "
        "every act legal and every score right."
    )


def score_table(
    policies: Sequence[str], scores: Sequence[Sequence[int]], totals: Sequence[int]
) -> str:
    """Points by round and seat, with the totals below.

    >>> print(score_table(["greedy", "random"], [[0, 55], [20, 0]], [20, 55]))
    round  1 greedy  2 random
    ----- --------- ---------
    1             0        55
    2            20         0
    total        20        55
    """
    names = [short_name(name, NAME_WIDTH) for name in policies]
    titles = ["round", *(f" {seat} {name}" for seat, name in enumerate(names, start=1))]
    rows = [[str(number), *map(str, row)] for number, row in enumerate(scores, start=1)]
    return text_table(titles, [*rows, ["total", *map(str, totals)]])


def winners(policies: Sequence[str], shares: Sequence[float]) -> str:
    """Who won, or who share the win.

    >>> winners(["greedy", "random"], [0.5, 0.5])
    'Shared win: seat 1 (greedy), seat 2 (random).'
    """
    names = [
        f"seat {seat} ({policies[seat - 1]})" for seat, share in enumerate(shares, 1) if share > 0
    ]
    return f"{'Winner' if len(names) == 1 else 'Shared win'}: {', '.join(names)}."
