"""Traces replayed: is every act legal and every score right, and if not, where first."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummysim.errors import IllegalMove
from rummysim.referee.scoring import match_shares
from rummysim.referee.state import BETWEEN
from rummysim.referee.table import Table
from rummysim.rules.load import for_players, load_dict
from rummysim.rules.spec import RuleSet
from rummysim.trace.events import Event, RoundBegan, Trace


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of a trace; rounds, turns and acts count from 1."""

    ok: bool
    fault: str | None  # the first fault in one sentence, with where it is
    fault_round: int | None
    fault_turn: int | None  # turn of the round, all players' turns counted
    fault_act: int | None  # number of the event in the trace
    scores: tuple[tuple[int, ...], ...]  # points by round and seat, as far as judged right
    totals: tuple[int, ...]  # by seat
    shares: tuple[float, ...]  # of the win, by seat
    rounds: int  # rounds scored
    dead_rounds: int
    turns: int
    acts: int  # events found legal


def replay(trace: Trace, rules: RuleSet | None = None) -> Verdict:
    """The referee's verdict on a whole match or a single round.

    ``rules`` default to those in the trace.

    >>> from rummysim.rules import dump, load_rules
    >>> rules = load_rules("shanghai")
    >>> empty = Trace(dump(rules), 4, ("greedy",) * 4, seed=1, deal=0, events=())
    >>> replay(empty).fault
    'the trace ends before its first round'

    Raises RulesError when the rules cannot be read or are not for so many players.
    """
    return judge(trace.events, load_dict(trace.rules) if rules is None else rules, trace.players)


def judge(events: Sequence[Event], rules: RuleSet, players: int) -> Verdict:
    """The verdict on bare events, for many matches under the same rules.

    >>> from rummysim.rules import load_rules
    >>> judge((), load_rules("shanghai"), 4).ok
    False
    """
    for_players(rules, players)
    table = Table(rules, players)
    begun = sum(type(event) is RoundBegan for event in events)
    for number, event in enumerate(events, 1):
        try:
            table.play(event)
        except IllegalMove as error:
            return _verdict(table, number - 1, _where(table, number, str(error)), number)
    return _verdict(table, len(events), _unfinished(table, begun))


def _unfinished(table: Table, begun: int) -> str | None:
    """What is missing at the end of a trace."""
    if begun == 0:
        return "the trace ends before its first round"
    if table.phase != BETWEEN:
        return f"the trace ends in the middle of round {table.round + 1}"
    if begun not in (1, table.rules.rounds):
        return f"the trace has {begun} rounds; a match has {table.rules.rounds}"
    return None


def _where(table: Table, number: int, reason: str) -> str:
    if table.round < 0:
        return f"act {number}: {reason}"
    return f"round {table.round + 1}, turn {table.turn}, act {number}: {reason}"


def _verdict(table: Table, acts: int, fault: str | None, at: int | None = None) -> Verdict:
    located = at is not None and table.round >= 0
    return Verdict(
        ok=fault is None,
        fault=fault,
        fault_round=table.round + 1 if located else None,
        fault_turn=table.turn if located else None,
        fault_act=at,
        scores=tuple(table.scores),
        totals=tuple(table.totals),
        shares=match_shares(table.totals, table.rounds_won, table.rules),
        rounds=len(table.scores),
        dead_rounds=len(table.deaths),
        turns=table.turns_in_all,
        acts=acts,
    )
