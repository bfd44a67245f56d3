"""The same inputs give the same sums, whatever the workers, chunks, order, and compiler."""

import os
import subprocess
import sys

import numpy as np
import pytest

from rummysim.rules import load_rules
from rummysim.simulation import simulate, trace_deal
from rummysim.simulation.run import add_tallies
from rummysim.trace.text import dumps

SEATS = "greedy,random,greedy,greedy"
DEALS = 60


def digest(**options) -> str:
    return simulate("shanghai", SEATS, **{"deals": DEALS, "seed": 3, **options}).digest


def test_workers_and_chunks_do_not_matter():
    expected = digest(workers=1)
    for workers in (1, 2, 4):
        for chunk in (1, 7, 1000):
            assert digest(workers=workers, chunk=chunk) == expected


def test_seed_and_deals_matter():
    assert len({digest(), digest(seed=4), digest(first_deal=1), digest(deals=DEALS + 1)}) == 4


def test_parts_add_up_to_the_whole():
    first = simulate("shanghai", SEATS, deals=25, seed=3)
    second = simulate("shanghai", SEATS, deals=35, seed=3, first_deal=25)
    add_tallies(first.tally, second.tally)
    assert first.digest == digest()


@pytest.mark.parametrize("preset", ["shanghai", "shanghai-swap"])
def test_the_compiler_does_not_matter(preset):
    """Plain Python runs of the same kernels give the same sums."""
    program = (
        "from rummysim.simulation import simulate\n"
        f"print(simulate({preset!r}, {SEATS!r}, deals=4, seed=5, workers=1).digest)"
    )
    outputs = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        ran = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        outputs.append(ran.stdout)
    assert outputs[0] == outputs[1]


def test_a_single_round_is_the_round_of_the_match():
    match = simulate("shanghai", SEATS, deals=20, seed=8).to_frame()
    for number in (1, 4, 7):
        alone = simulate("shanghai", SEATS, deals=20, seed=8, round=number).to_frame()
        inside = match[match["round"] == number].reset_index(drop=True)
        assert alone.equals(inside)


def test_rows_agree_with_the_sums():
    result = simulate("shanghai", SEATS, deals=40, seed=1)
    frame = result.to_frame()
    assert len(frame) == 40 * 7 * 4
    for row in result.rounds:
        mine = frame[(frame["round"] == row["round"]) & (frame["seat"] == row["seat"])]
        assert mine["points"].mean() == pytest.approx(row["points"])
        assert mine["went_out"].mean() == pytest.approx(row["win_rate"])
        assert mine["buys"].mean() == pytest.approx(row["buys"])
        down = mine[mine["down_turn"] > 0]
        assert len(down) / len(mine) == pytest.approx(row["laid_down"])
    totals = frame.groupby(["deal", "seat"])["points"].sum().groupby("seat").mean()
    assert totals.tolist() == pytest.approx([seat["points"] for seat in result.seats])


def test_shifted_seats_see_each_others_cards():
    """With equal policies a shift only renames the seats: a duplicate deal."""
    plain = simulate("shanghai", "greedy", players=4, deals=30, seed=2)
    for shift in (1, 2, 3):
        turned = simulate("shanghai", "greedy", players=4, deals=30, seed=2, shift=shift)
        for seat in range(4):
            expected = plain.tally[0]["match"][(seat + shift) % 4]
            assert turned.tally[0]["match"][seat] == expected


def test_trace_is_the_fast_run():
    rules = load_rules("shanghai")
    first = trace_deal(rules, "greedy", players=4, seed=6, deal=12)
    again = trace_deal(rules, "greedy", players=4, seed=6, deal=12)
    assert dumps(first) == dumps(again)
    fast = simulate(rules, "greedy", players=4, seed=6, deals=1, first_deal=12)
    assert [int(seat["points"]) for seat in fast.seats] == list(first.events[-1].totals)


def test_deal_is_the_same_cards_for_every_policy():
    shoes = []
    for policy in ("greedy", "random"):
        trace = trace_deal("shanghai", policy, players=4, seed=6, deal=3, round=2)
        shoes.append((trace.events[0].shoe, trace.events[0].dealer))
    assert shoes[0] == shoes[1]


def test_sums_fit_ten_million_deals():
    """The largest field of a tally stays far from 2**63 for ten million deals."""
    result = simulate("shanghai", "random", players=6, deals=50)
    largest = int(np.abs(result.tally.view(np.ndarray).view(np.int64)).max())
    assert largest / 50 * 10_000_000 < 2**62
