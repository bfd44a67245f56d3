"""simulate: deals in chunks over threads, added up as integers."""

import os
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from rummysim.errors import PolicyError, RulesError, TraceError
from rummysim.kernels import layout
from rummysim.policies import DEFAULT_POLICY
from rummysim.policies.call import split_policies
from rummysim.policies.registry import Policy, PolicyLike, load_policies
from rummysim.rules import RuleSet, dump, for_players, load_rules
from rummysim.simulation.job import Setup, play
from rummysim.simulation.result import Result
from rummysim.simulation.threads import Pace, Progress, in_chunks
from rummysim.trace.codec import decode
from rummysim.trace.events import Trace

MAX_DEALS = 1 << 48
MAX_SEED = (1 << 63) - 1
MAX_WORKERS = 1024


class Stopped(KeyboardInterrupt):
    """Ctrl-C during a simulation; ``result`` holds the deals from the first on that were done."""

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result


def simulate(
    rules: str | Path | RuleSet,
    policies: str | Policy | Sequence[PolicyLike] = DEFAULT_POLICY,
    *,
    players: int | None = None,
    deals: int = 1000,
    seed: int = 0,
    first_deal: int = 0,
    round: int | None = None,
    shift: int = 0,
    workers: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Plays ``deals`` deals and sums them up.

    rules : preset name, rule file or RuleSet
    policies : one policy for every seat, or one per seat ("greedy,random" works, too); values
        of parameters follow in parentheses, as in "steady(buy_below=2)"
    players : how many play; by default as many as policies, or the preset's best number
    deals : whole matches, or single rounds when ``round`` (from 1) is given
    shift : seat s plays the cards and the place of seat s + shift (duplicate deals)
    workers : threads; all processors by default. Neither they nor ``chunk`` (deals per call
        of the engine) change the result
    progress : called as progress(done, deals) in the calling thread

    >>> simulate("shanghai", "greedy", deals=2).deals
    2

    Raises RulesError or PolicyError; Ctrl-C raises Stopped with the deals finished so far.
    """
    started = time.perf_counter()
    check_amounts(deals, first_deal, workers, chunk)
    setup = prepare(rules, policies, players=players, seed=seed, round=round, shift=shift)
    tally = layout.new_records(layout.TALLY, 1)
    pace = Pace(workers or default_workers(), chunk, progress)
    try:
        in_chunks(partial(play, setup), partial(add_tallies, tally), (first_deal, deals), pace)
    except KeyboardInterrupt:
        raise Stopped(Result(setup, first_deal, tally, time.perf_counter() - started)) from None
    return Result(setup, first_deal, tally, time.perf_counter() - started)


def check_amounts(deals: int, first_deal: int, workers: int | None, chunk: int | None) -> None:
    """Nothing, when these are whole numbers within their ranges.

    Raises RulesError naming the first that is not.
    """
    check_whole("deals", deals, 1, MAX_DEALS)
    check_whole("first_deal", first_deal, 0, MAX_DEALS)
    if workers is not None:
        check_whole("workers", workers, 1, MAX_WORKERS)
    if chunk is not None:
        check_whole("chunk", chunk, 1, MAX_DEALS)


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Nothing, when ``value`` is a whole number within its range.

    Raises RulesError naming the argument.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not least <= value <= most:  # type: ignore[operator]
        raise RulesError(f"{name} = {value!r}: a whole number from {least} to {most} is needed")


def default_workers() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prepare(
    rules: str | Path | RuleSet,
    policies: str | Policy | Sequence[PolicyLike],
    *,
    players: int | None,
    seed: int,
    round: int | None = None,
    shift: int = 0,
) -> Setup:
    """The Setup that these inputs describe, checked.

    Raises RulesError or PolicyError.
    """
    ruleset = load_rules(rules)
    listed = listed_policies(policies)
    check_whole("seed", seed, 0, MAX_SEED)
    if players is None:
        players = len(listed) if len(listed) > 1 else ruleset.table.best_players[0]
    if len(listed) not in (1, players):
        raise PolicyError(
            f"{len(listed)} policies for {players} players; give one for all or one per seat"
        )
    check_whole("players", players, 2, layout.MAX_SEATS)
    for_players(ruleset, players)
    check_whole("shift", shift, 0, players - 1)
    if round is not None:
        check_whole("round", round, 1, ruleset.rounds)
    seats = load_policies(listed if len(listed) > 1 else listed * players)
    return Setup(ruleset, seats, seed, None if round is None else round - 1, shift)


def listed_policies(policies: PolicyLike | Sequence[PolicyLike]) -> list[PolicyLike]:
    """The policies that are meant: one, several by name with commas between, or a list.

    >>> listed_policies("greedy, random")
    ['greedy', 'random']

    Raises PolicyError when there is none.
    """
    if isinstance(policies, str):
        return list(split_policies(policies))
    if isinstance(policies, Policy) or callable(policies):
        return [policies]
    if not isinstance(policies, Sequence) or not policies:
        raise PolicyError(f"policies = {policies!r}: give one for all, or a list of one per seat")
    return list(policies)


def add_tallies(total: Any, part: Any) -> None:
    """Adds ``part`` to ``total``, both TALLY arrays: every field is an int64 sum."""
    total.view(np.ndarray).view(np.int64)[...] += part.view(np.ndarray).view(np.int64)


def trace_deal(
    rules: str | Path | RuleSet,
    policies: str | Policy | Sequence[PolicyLike] = DEFAULT_POLICY,
    *,
    players: int | None = None,
    seed: int = 0,
    deal: int = 0,
    round: int | None = None,
) -> Trace:
    """One deal as it is played, act by act, with everything that a referee needs.

    >>> trace_deal("shanghai", "greedy", round=1).policies
    ('greedy', 'greedy', 'greedy', 'greedy')

    Raises RulesError or PolicyError.
    """
    check_whole("deal", deal, 0, MAX_DEALS)
    setup = prepare(rules, policies, players=players, seed=seed, round=round)
    return trace_setup(setup, deal)


def trace_setup(setup: Setup, deal: int) -> Trace:
    """The trace of one deal of a prepared Setup."""
    trace = layout.new_records(layout.TRACE, 1)
    trace[0]["on"] = 1
    play(setup, deal, 1, trace=trace)
    used = int(trace[0]["rows"])
    if used > layout.TRACE_ROWS:
        raise TraceError(
            f"deal {deal} needs {used} trace rows, {layout.TRACE_ROWS} fit; "
            "trace single rounds of it, or lower match.turn_cap"
        )
    rows = trace[0]["row"][:used]
    names = tuple(policy.identity for policy in setup.policies)
    events = decode(rows.tolist())
    return Trace(dump(setup.rules), setup.players, names, setup.seed, deal, events)
