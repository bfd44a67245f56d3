"""Measured speed: turns, hands, the floor of dealing alone, threads, cold compilation."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import Any

import numpy as np

import rummysim
from rummysim.cards import KINDS
from rummysim.kernels import layout
from rummysim.kernels.floor import deal_and_draw, deal_hands
from rummysim.kernels.pack import pack_rules
from rummysim.rules import RuleSet
from rummysim.simulation.hands import distance
from rummysim.simulation.keys import domain_key
from rummysim.simulation.result import Result
from rummysim.simulation.run import simulate

HANDS = 100_000
REPEATS = 3  # the best of so many counts: other programs only ever slow one down
FIRST_ROUNDS = 16  # deals of a round to begin with
FIRST_GUESS = 200  # matches whose time tells how many to play


def time_policies(
    rules: RuleSet, policies: Sequence[str], players: int, seed: int, seconds: float
) -> tuple[list[dict[str, Any]], Result]:
    """Speed of each policy in every seat on one thread, and the run that showed the first one's.

    The policies take turns, so that what slows the machine down for a while slows all of them.
    Keys: ``game``, ``policy``, ``players``, ``matches``, ``turns``, ``ns_per_turn``,
    ``ratio_to_first``, ``turns_per_second``, ``matches_per_second``, ``decisions_per_turn``,
    ``wall_ns_per_turn``. Speeds are by processor time, which other programs hardly touch.
    """

    def run(policy: str, deals: int) -> tuple[float, Result]:
        return _timed(rules, policy, players=players, deals=deals, seed=seed)

    deals = {}
    for policy in policies:
        run(policy, FIRST_GUESS)
        guess, _ = run(policy, FIRST_GUESS)
        deals[policy] = max(FIRST_GUESS, round(FIRST_GUESS * seconds / REPEATS / guess))
    rounds = [[run(policy, deals[policy]) for policy in policies] for _ in range(REPEATS)]
    best = [min(runs, key=lambda timed: timed[0]) for runs in zip(*rounds, strict=True)]
    rows = [
        _row(policy, used, result) for policy, (used, result) in zip(policies, best, strict=True)
    ]
    for row in rows:
        row["ratio_to_first"] = row["ns_per_turn"] / rows[0]["ns_per_turn"]
    return rows, best[0][1]


def _timed(rules: RuleSet, policy: str, **options: Any) -> tuple[float, Result]:
    """Seconds of processor time of a run on one thread, and the run."""
    began = time.process_time()
    result = simulate(rules, policy, workers=1, **options)
    return time.process_time() - began, result


def _row(policy: str, seconds: float, result: Result) -> dict[str, Any]:
    """The speed of a policy that played these matches in so many seconds."""
    return {
        "game": result.setup.rules.name,
        "policy": policy,
        "players": result.setup.players,
        "matches": result.deals,
        "turns": result.turns,
        "ns_per_turn": seconds / result.turns * 1e9,
        "turns_per_second": result.turns / seconds,
        "matches_per_second": result.deals / seconds,
        "decisions_per_turn": result.decisions / result.turns,
        "wall_ns_per_turn": result.seconds / result.turns * 1e9,
    }


def time_rounds(
    rules: RuleSet, policies: Sequence[str], players: int, seed: int, seconds: float
) -> list[dict[str, Any]]:
    """Speed of each policy in each round by itself, so for each contract, in every seat.

    The best of several runs of equal length, as of whole matches.
    Keys: ``policy``, ``round``, ``contract``, ``deals``, ``turns``, ``ns_per_turn``.
    """

    def run(policy: str, number: int, deals: int) -> tuple[float, Result]:
        return _timed(rules, policy, players=players, deals=deals, seed=seed, round=number)

    rows = []
    for policy in policies:
        for number in range(1, rules.rounds + 1):
            deals, used = FIRST_ROUNDS, 0.0
            while used < seconds:
                deals *= 4 if used > 0 else 1
                used, result = run(policy, number, deals)
            used = min(used, *(run(policy, number, deals)[0] for _ in range(REPEATS - 1)))
            rows.append(
                {
                    "policy": policy,
                    "round": number,
                    "contract": str(rules.opening.contracts[number - 1]),
                    "deals": deals,
                    "turns": result.turns,
                    "ns_per_turn": used / result.turns * 1e9,
                }
            )
    return rows


def time_floor(result: Result) -> float:
    """Nanoseconds of processor time per turn to shuffle, deal and draw what ``result`` did.

    A turn that took the discard drew nothing, and a bought card brought penalty cards; both
    are counted as one card per turn, which the two together come close to.
    """
    rules, players = result.setup.rules, result.setup.players
    per_round = [round(table["turns"]) for table in result.tables]
    draws = np.array(per_round, np.int64)
    state, job = layout.new_records(layout.STATE, 1), layout.new_records(layout.JOB, 1)
    packed = pack_rules(rules, players)
    job[0]["deal_key"] = domain_key(result.setup.seed, "deal")
    job[0]["count"] = min(result.deals, 2000)
    seconds = best_time(lambda: deal_and_draw(state, packed, job, draws))
    turns = int(job[0]["count"]) * sum(per_round)
    return float(seconds / turns * 1e9)


def time_distance(rules: RuleSet, players: int, seed: int) -> list[dict[str, Any]]:
    """Hands per processor second of ``rummysim.distance``, hands as dealt, for each contract."""
    packed = pack_rules(rules, players)
    rows = []
    for number in range(1, rules.rounds + 1):
        hands = random_hands(packed, rules.deal.cards[number - 1], seed)
        distance(hands[:100], rules, number)
        seconds = best_time(lambda: distance(hands, rules, number))  # noqa: B023 - called at once
        rows.append(
            {
                "round": number,
                "contract": str(rules.opening.contracts[number - 1]),
                "cards": rules.deal.cards[number - 1],
                "hands": HANDS,
                "hands_per_second": HANDS / seconds,
                "ns_per_hand": seconds / HANDS * 1e9,
            }
        )
    return rows


def random_hands(packed: Any, cards: int, seed: int) -> np.ndarray[Any, Any]:
    """Hands dealt from fresh shoes, int8[HANDS, 53]."""
    hands = np.zeros((HANDS, KINDS), np.int8)
    state, job = layout.new_records(layout.STATE, 1), layout.new_records(layout.JOB, 1)
    job[0]["deal_key"], job[0]["count"] = domain_key(seed, "deal"), HANDS
    deal_hands(state, packed, job, cards, hands)
    return hands


def time_threads(rules: RuleSet, players: int, seed: int, deals: int) -> float:
    """How many times faster two threads play ``deals`` matches of greedy than one does."""

    def run(workers: int) -> float:
        return simulate(
            rules, "greedy", players=players, deals=deals, seed=seed, workers=workers
        ).seconds

    pairs = [(run(1), run(2)) for _ in range(REPEATS)]
    return min(one for one, _ in pairs) / min(two for _, two in pairs)


def time_cold_compile() -> tuple[float, float]:
    """Seconds by the clock and of the processor to compile everything with an empty cache."""
    with tempfile.TemporaryDirectory(prefix="rummysim-cold-") as folder:
        began, before = time.perf_counter(), os.times()
        subprocess.run(
            [sys.executable, "-m", "rummysim", "cache", "warm", "--quiet"],
            env=os.environ | {"RUMMYSIM_CACHE_DIR": folder},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        after = os.times()
        used = after.children_user + after.children_system
        used -= before.children_user + before.children_system
        return time.perf_counter() - began, used


def best_time(task: Callable[[], object]) -> float:
    """Processor seconds of the fastest of a few runs of ``task``."""
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        task()
        times.append(time.process_time() - began)
    return min(times)


def machine() -> dict[str, object]:
    """What the numbers were measured with."""
    return {
        "rummysim": rummysim.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": metadata.version("numba"),
        "llvmlite": metadata.version("llvmlite"),
        "cpu": _cpu_name(),
        "processors": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0,
        "system": platform.platform(),
    }


def _cpu_name() -> str:
    """The processor's own name where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
