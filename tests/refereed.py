"""One match twice: act by act before the independent referee, and in the fast run."""

from collections.abc import Sequence

import pytest

from rummysim.policies.registry import Policy
from rummysim.referee.replay import replay
from rummysim.rules import RuleSet
from rummysim.simulation import simulate, trace_deal

SEED = 7


def check_match(
    rules: RuleSet,
    policies: Sequence[str | Policy],
    deal: int,
    where: str,
    round_number: int | None = None,
) -> None:
    """The referee finds no fault, and the same points, totals and wins as the fast run.

    where : for the failure message
    round_number : the only round to play, from 1
    """
    table = {"players": len(policies), "seed": SEED, "round": round_number}
    where = f"{where} deal {deal}"
    verdict = replay(trace_deal(rules, policies, deal=deal, **table))
    assert verdict.ok, f"{where}: {verdict.fault}"
    fast = simulate(rules, policies, deals=1, first_deal=deal, workers=1, **table)
    by_round = fast.to_frame().pivot_table("points", "round", "seat").astype(int)
    assert by_round.to_numpy().tolist() == [list(s) for s in verdict.scores], where
    assert [int(p["points"]) for p in fast.seats] == list(verdict.totals), where
    assert [p["win_rate"] for p in fast.seats] == pytest.approx(list(verdict.shares)), where
