"""The chart design: sums recounted one situation at a time, chunks, the card and who follows it."""

from collections import defaultdict
from dataclasses import replace

import pytest

from rummysim.backends.local import Threads
from rummysim.experiments import charting
from rummysim.experiments.charting_sums import FOLLOWED, CellSums, cell_key
from rummysim.experiments.combining import heads, plays_alike
from rummysim.experiments.designs import GAMES, Done, Ended, Goal, add_sums
from rummysim.experiments.findings import chart_cells, follows
from rummysim.experiments.grid import cases_of
from rummysim.experiments.paired_sums import by_name
from rummysim.experiments.read import parse_experiment
from rummysim.experiments.runner import run_experiment
from rummysim.experiments.store import open_store
from rummysim.kernels.features import NAMES
from rummysim.simulation import forks
from rummysim.simulation.run import prepare

DEALS = 24
TEXT = """
question = "Buy or pass?"
design = "chart"
[table]
players = [3]
baselines = ["greedy"]
[chart]
decision = "buy"
acts = ["buy", "pass"]
sample = 0.5
follow = 12
[[chart.views]]
name = "nearer"
where = { progress = [1, 20] }
panels = { feature = "round", edges = [3, 7] }
rows = { feature = "distance", edges = [2, 4] }
[[chart.views]]
name = "any"
rows = { feature = "buys_left", edges = [2] }
columns = { feature = "smallest_hand", edges = [4, 8] }
[stop]
max_deals = 24
[run]
chunk = 7
seed = 3
"""


@pytest.fixture(scope="module")
def asked():
    return parse_experiment(TEXT)


@pytest.fixture(scope="module")
def case(asked):
    return cases_of(asked)[0]


@pytest.fixture(scope="module")
def explored(asked, case):
    return charting.play(asked, case, ("",), "explore", 0, DEALS)


def bin_of(value, edges):
    return sum(edge <= value for edge in edges)


def places(chart, told):
    """The cells that a situation belongs to, one view after the other."""
    for number, view in enumerate(chart.views):
        if all(bound.least <= told[bound.feature] <= bound.most for bound in view.where):
            axes = (view.panels, view.rows, view.columns)
            yield (
                number,
                tuple(bin_of(told[axis.feature], axis.edges) if axis else 0 for axis in axes),
            )


def test_sums_are_those_of_single_situations(asked, explored):
    setup = prepare("shanghai", "greedy", players=3, seed=3)
    rows = forks.fork_rows(setup, "buy", 0.5, 0, DEALS)
    seen = defaultdict(lambda: defaultdict(list))
    for row in rows:
        told = dict(zip(NAMES, row["feature"].tolist(), strict=True))
        saved = int(row["points"][1] - row["points"][0])
        mean = [(row["others"][act]) / 2 - row["points"][act] for act in (0, 1)]
        numbers = saved, round(2 * (mean[0] - mean[1])), int(row["chosen"])
        for number, place in places(asked.chart, told):
            seen[cell_key(number, place)][int(row["deal"])].append(numbers)
    assert set(seen) == set(explored) - {GAMES}
    for key, deals in seen.items():
        cell = CellSums(*explored[key])
        counts = [len(deal) for deal in deals.values()]
        saved = [sum(s for s, _, _ in deal) for deal in deals.values()]
        ahead = [sum(a for _, a, _ in deal) for deal in deals.values()]
        assert (cell.clusters, cell.n) == (len(counts), sum(counts))
        assert cell.nn == sum(n * n for n in counts)
        assert (cell.saved, cell.ahead) == (sum(saved), sum(ahead))
        assert cell.saved_squared == sum(s * s for s in saved)
        assert cell.ahead_squared == sum(a * a for a in ahead)
        assert cell.saved_crossed == sum(s * n for s, n in zip(saved, counts, strict=True))
        assert cell.ahead_crossed == sum(a * n for a, n in zip(ahead, counts, strict=True))
        chosen = [c for deal in deals.values() for _, _, c in deal]
        assert (cell.first, cell.second) == (chosen.count(0), chosen.count(1))


def test_chunks_add_up(asked, case, explored):
    sums = {}
    for first in range(0, DEALS, 5):
        count = min(5, DEALS - first)
        add_sums(sums, charting.play(asked, case, ("",), "explore", first, count))
    assert sums == explored


def test_the_card_is_made_of_clear_cells(asked):
    places = charting.places_of(asked.chart.views[0])
    assert len(places) == 9
    helps = [40, 40, 40, 400, 4100, 400, 0, 0, 0, 40, 0]
    hurts = [40, 40, 40, -400, 4100, -400, 0, 0, 0, 0, 40]
    unclear = [40, 40, 40, 4, 4100, 4, 0, 0, 0, 0, 40]
    few = [29, 29, 29, 290, 2950, 290, 0, 0, 0, 29, 0]
    cells = zip(places, (helps, hurts, unclear, few), strict=False)
    sums = {cell_key(0, place): cell for place, cell in cells}
    assert charting.card_of(asked, Done(DEALS, sums)) == "01-------"
    done = {"explore": Done(DEALS, sums), "confirm": Done()}
    assert charting.next_goal(asked, None, "", done) == Goal("confirm", 12, "01-------")
    none = {"explore": Done(DEALS, {}), "confirm": Done()}
    assert "no cell" in charting.next_goal(asked, None, "", none).reason
    early = {"explore": Done(), "confirm": Done()}
    assert charting.next_goal(asked, None, "", early) == Goal("explore", DEALS)
    done["confirm"] = Done(12)
    assert charting.next_goal(asked, None, "", done) == Ended("all deals played")


def test_a_card_is_followed_in_every_place(asked, case):
    sums = charting.play(asked, case, ("",), "confirm", 0, 10, extra="1" * 9)
    never = forks.Guide("buy", (forks.Axis("round", ()),), (forks.Bound("progress", 1, 20),), (1,))
    silent = replace(never, acts=(-1,))
    setup = replace(prepare("shanghai", "greedy", players=3, seed=3), domain="confirm")
    saved = 0
    for place in range(3):
        card, usual = (
            forks.follow(setup, place, guide, 0, 10)["points"].reshape(10, 7, 3)
            for guide in (never, silent)
        )
        saved += int((usual - card)[:, :, place].sum())
    total = by_name(sums[FOLLOWED])
    assert saved != 0
    assert (total["saved"], total["deals"], sums[GAMES]) == (saved, 10, [10 + 3 * 10])


def test_a_run_follows_its_card_and_can_be_verified(asked, tmp_path, monkeypatch):
    monkeypatch.setattr(charting, "ENOUGH", 5)
    with Threads(1) as backend:
        run_experiment(asked, tmp_path / "run", backend)
    store = open_store(tmp_path / "run")
    assert store.finished
    cells = chart_cells(store)
    assert len(cells) == 9 + 6
    assert {cell.act for cell in cells} > {None}
    assert all(cell.act is None for cell in cells if cell.empty)
    found = follows(store)[0]
    assert (found.view, found.deals) == ("nearer", 12)
    assert {row.stage for row in heads(store)} == {"explore", "confirm"}
    assert all(plays_alike(store, row) for row in heads(store))
