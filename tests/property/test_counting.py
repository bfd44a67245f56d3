"""The counting design against the tallies of simulations, and against hands judged one by one."""

from collections import Counter

import numpy as np
import pytest

from rummysim.experiments import counting
from rummysim.experiments.counting_estimates import counted
from rummysim.experiments.counting_measures import (
    LABELS,
    MEASURES,
    Seen,
    Values,
    one_meld_missing,
)
from rummysim.experiments.designs import GAMES, Done, Ended, Goal, add_sums
from rummysim.experiments.grid import cases_of
from rummysim.experiments.read import parse_experiment
from rummysim.experiments.words import LABELS as LABEL_WORDS
from rummysim.experiments.words import MEASURES as MEASURE_WORDS
from rummysim.kernels import layout
from rummysim.rules import load_rules
from rummysim.simulation import distance, simulate
from rummysim.simulation.job import play
from rummysim.simulation.run import prepare

DEALS = 20
SEED = 4
PLAYERS = 3


def experiment(measures, by=(), arms="", round=None):
    game = f"[game]\nround = {round}\n" if round else ""
    return parse_experiment(
        f"""design = "counting"
        {game}
        [table]
        players = [{PLAYERS}]
        baselines = ["steady"]
        {arms}
        [count]
        measures = {list(measures)}
        by = {list(by)}
        [run]
        seed = {SEED}
        """
    )


def played(asked, chunk=DEALS):
    (case,) = cases_of(asked)
    sums = {}
    for first in range(0, DEALS, chunk):
        count = min(chunk, DEALS - first)
        add_sums(sums, counting.play(asked, case, ("",), "explore", first, count))
    return sums


def means(asked):
    """(measure, labels) -> (mean, situations) of the only arm."""
    (case,) = cases_of(asked)
    return {
        (name, tuple(labels.values())): (value.estimate, seen)
        for _, name, labels, value, seen in counted(asked, case, played(asked))
    }


@pytest.fixture(scope="module")
def tally():
    return simulate("shanghai", "steady", players=PLAYERS, deals=DEALS, seed=SEED).tally[0]


def test_every_measure_and_label_is_explained():
    assert set(MEASURES) == set(MEASURE_WORDS)
    assert {label for labels in LABELS.values() for label in labels} == set(LABEL_WORDS)


def test_the_swing_of_a_match_is_what_other_seats_change_with_the_same_cards():
    seats = '[arms.two]\nseats = ["greedy", "random", "steady"]'
    asked = experiment(["match_swing", "match_points"], [], seats)
    rows = layout.new_records(layout.RESULT, DEALS * 7 * PLAYERS)
    points = []
    for names in ("greedy,random,steady", "steady,greedy,random", "random,steady,greedy"):
        play(prepare("shanghai", names, players=PLAYERS, seed=SEED), 0, DEALS, rows=rows)
        points.append(rows["points"].reshape(DEALS, 7, PLAYERS).sum(axis=1))
    found = means(asked)
    assert found["match_points", ()][0] == pytest.approx(np.mean(points))
    assert found["match_swing", ()][0] == pytest.approx(np.var(points, axis=0).mean())
    assert means(experiment(["match_swing"]))["match_swing", ()][0] == 0


def test_rounds_that_are_broken_off_are_counted_apart():
    """Two turns each are too few for anybody; by the usual cap nobody is stopped."""
    for rules, share in ((["match.turn_cap=2"], 1), ([], 0)):
        asked = parse_experiment(
            f"[game]\nround = 7\nset = {rules}\n[table]\nplayers = [{PLAYERS}]\n"
            '[count]\nmeasures = ["capped", "dead"]\n'
        )
        assert {value for value, _ in means(asked).values()} == {share}


def test_rounds_are_counted_as_simulate_does(tally):
    names = ["points", "points_squared", "down", "down_turn", "won", "buys", "jokers_left"]
    found = means(experiment([*names, "turns", "dead", "recycles", "dealt_ready"], ["round"]))
    for number in range(7):
        of_round = tally["round"][number]
        seats = of_round["seat"][:PLAYERS]
        everybody = DEALS * PLAYERS
        expected = {
            "points": (seats["points"].sum(), everybody),
            "points_squared": (seats["points_squared"].sum(), everybody),
            "down": (seats["down"].sum(), everybody),
            "down_turn": (seats["down_turn"].sum(), seats["down"].sum()),
            "won": (seats["went_out"].sum(), everybody),
            "buys": (seats["buys"].sum(), everybody),
            "jokers_left": (seats["jokers_left"].sum(), everybody),
            "turns": (of_round["turns"], DEALS),
            "dead": (of_round["no_cards"] + of_round["capped"], DEALS),
            "recycles": (of_round["recycles"], DEALS),
            "dealt_ready": (of_round["dealt_ready"], everybody),
        }
        for name, (total, seen) in expected.items():
            mean, situations = found[name, (number + 1,)]
            assert situations == seen
            assert mean == pytest.approx(total / seen)


def test_matches_are_counted_as_simulate_does(tally):
    found = means(experiment(["match_points", "match_points_squared", "match_won"]))
    match = tally["match"][:PLAYERS]
    seen = DEALS * PLAYERS
    assert found["match_points", ()] == (pytest.approx(match["total"].sum() / seen), seen)
    assert found["match_points_squared", ()][0] == pytest.approx(
        match["total_squared"].sum() / seen
    )
    assert found["match_won", ()][0] == pytest.approx(1 / PLAYERS)


def test_the_curve_is_the_histogram_added_up(tally):
    found = means(experiment(["down_by_turn"], ["round"]))
    for number in (0, 6):
        histogram = tally["round"][number]["seat"]["histogram"][:PLAYERS].sum(axis=0)
        for turn in (1, 2, 5, 10, 30):
            share, seen = found["down_by_turn", (number + 1, turn)]
            assert seen == DEALS * PLAYERS
            assert share == pytest.approx(histogram[1 : turn + 1].sum() / seen)
    assert ("down_by_turn", (1, 31)) not in found


def rows_of(rules, policies, deals=DEALS, round=None):
    setup = prepare(rules, policies, players=PLAYERS, seed=SEED, round=round)
    rows = layout.new_records(layout.RESULT, deals * len(setup.rounds) * PLAYERS)
    play(setup, 0, deals, rows=rows)
    return setup, rows


def test_labels_divide_what_they_break_down():
    """Each player's round lands in the cell of his jokers, his place and his buys."""
    _, rows = rows_of("shanghai", "steady")
    for label, code in (
        ("jokers_dealt", lambda row: min(int(row["jokers_dealt"]), 3)),
        ("buys", lambda row: min(int(row["buys"]), 3)),
        ("place", lambda row: int(row["place"]) + 1),
        ("round", lambda row: int(row["round"]) + 1),
    ):
        totals, seen = Counter(), Counter()
        for row in rows:
            totals[code(row)] += int(row["points"])
            seen[code(row)] += 1
        found = means(experiment(["points"], [label]))
        assert {labels[0] for _, labels in found} == set(seen)
        for value, count in seen.items():
            assert found["points", (value,)] == (pytest.approx(totals[value] / count), count)


def test_labels_that_a_measure_has_not_are_left_out():
    found = means(experiment(["turns", "match_won", "points"], ["round", "buys"]))
    assert ("turns", (7,)) in found
    assert ("match_won", ()) in found
    assert {len(labels) for name, labels in found if name == "points"} == {2}


def test_points_lost_are_those_of_who_did_not_go_out(tally):
    found = means(experiment(["points_lost"]))
    seats = tally["round"]["seat"][:, :PLAYERS]
    left = DEALS * 7 * PLAYERS - seats["went_out"].sum()
    assert found["points_lost", ()] == (pytest.approx(seats["points"].sum() / left), left)


def test_seats_are_turned_through_all_places():
    names = ["sharp", "greedy", "random"]
    asked = experiment(
        ["points", "match_won", "down"], ["policy"], f"[arms.differing]\nseats = {names}"
    )
    found = means(asked)
    points, won = Counter(), Counter()
    for turn in range(PLAYERS):
        seats = [names[(seat - turn) % PLAYERS] for seat in range(PLAYERS)]
        match = simulate("shanghai", seats, deals=DEALS, seed=SEED).tally[0]["match"]
        for seat, name in enumerate(seats):
            points[name] += int(match[seat]["total"])
            won[name] += int(match[seat]["wins"])
    for name in names:
        seen = DEALS * PLAYERS
        assert found["match_won", (name,)] == (pytest.approx(won[name] / 60 / seen), seen)
        assert found["points", (name,)] == (pytest.approx(points[name] / seen / 7), seen * 7)
    assert played(asked)[GAMES] == [DEALS * PLAYERS]


def test_the_same_policy_in_two_seats_is_one_policy():
    asked = experiment(
        ["points"], ["policy"], '[arms.mixed]\nseats = ["greedy", "random", "greedy"]'
    )
    found = means(asked)
    assert found["points", ("greedy",)][1] == 2 * found["points", ("random",)][1]


def test_an_arm_with_rules_plays_by_them():
    asked = experiment(["buys", "points"], arms='[arms.quiet]\nrules = ["buy.allowed=false"]')
    found = means(asked)
    result = simulate(
        load_rules("shanghai", ["buy.allowed=false"]),
        "steady",
        players=PLAYERS,
        deals=DEALS,
        seed=SEED,
    )
    assert found["buys", ()][0] == 0
    total = result.tally[0]["match"]["total"].sum()
    assert found["points", ()][0] == pytest.approx(total / (DEALS * 7 * PLAYERS))


@pytest.mark.parametrize("chunk", [1, 7])
def test_chunks_do_not_matter(chunk):
    asked = experiment(tuple(MEASURES), ["round", "jokers_dealt", "policy"])
    assert played(asked, chunk) == played(asked)


def test_deals_are_the_clusters():
    """Sums of squares over the deals, one by one."""
    asked = experiment(["points"], ["buys"])
    _, rows = rows_of("shanghai", "steady")
    deals = {}
    for row in rows:
        if row["buys"] == 1:
            deals.setdefault(int(row["deal"]), []).append(int(row["points"]))
    assert played(asked)["|usual|points|buys=1"] == [
        len(deals),
        sum(len(each) for each in deals.values()),
        sum(len(each) ** 2 for each in deals.values()),
        sum(sum(each) for each in deals.values()),
        sum(sum(each) ** 2 for each in deals.values()),
        sum(sum(each) * len(each) for each in deals.values()),
    ]


def test_sums_stay_exact_where_they_leave_64_bits():
    large = 3_000_000_000
    numbers = np.full((4, 1, 1), large, np.int64)
    (cell,) = counting.cell_sums(Values(numbers), np.zeros_like(numbers), 1)
    assert cell == [4, 4, 4, 4 * large, 4 * large**2, 4 * large]


# "S R4" without its set or its run; "R4 R4 R4" without one of its runs.
@pytest.mark.parametrize(("number", "fewer"), [(2, ["R4", "S"]), (7, ["R4 R4"]), (4, ["S S"])])
def test_one_meld_short_is_what_shorter_contracts_say(number, fewer):
    changes = ["close.last_round=normal"]
    rules = load_rules("shanghai", changes)
    contracts = [str(contract) for contract in rules.opening.contracts]
    setup, rows = rows_of("shanghai", "steady", 40, number)
    shape = (40, 1, PLAYERS)
    found = one_meld_missing(Seen(setup, [rows.reshape(shape)], ["steady"], np.zeros(3, int)))
    hands = rows["hand"]
    short = np.zeros(len(rows), bool)
    for contract in fewer:
        contracts[number - 1] = contract
        listed = "[" + ",".join(f'"{each}"' for each in contracts) + "]"
        less = load_rules("shanghai", [*changes, f"opening.contracts={listed}"])
        short |= distance(hands, less, number) == 0
    whole = distance(hands, rules, number) == 0
    expected = short & ~whole & (rows["down_turn"] == 0)
    assert found.ravel().tolist() == expected.tolist()
    assert 0 < expected.sum() < len(rows)


def test_one_meld_short_points_are_the_points_of_those(tally):
    found = means(experiment(["one_short", "one_short_points"]))
    share, everybody = found["one_short", ()]
    assert found["one_short_points", ()][1] == round(share * everybody) > 0


def test_it_ends_with_all_deals():
    asked = experiment(["points"])
    (case,) = cases_of(asked)
    most = asked.stop.max_deals
    assert counting.next_goal(asked, case, "", {"explore": Done()}) == Goal("explore", most)
    assert counting.next_goal(asked, case, "", {"explore": Done(most)}) == Ended("all deals played")


def test_status_tells_the_first_measure():
    asked = experiment(["points"])
    (case,) = cases_of(asked)
    assert counting.status(asked, case, "", {"explore": Done()}) == "nothing played yet"
    done = Done(DEALS, played(asked))
    assert counting.status(asked, case, "", {"explore": done}).startswith("usual: points ")
