"""One player in all places of the same deals: what must be equal, and what must be zero."""

from dataclasses import replace

import numpy as np
import pytest

from rummysim.errors import PolicyError, RulesError
from rummysim.kernels.layout import CLAIM
from rummysim.policies import baselines
from rummysim.policies.registry import Policy, compile_policy
from rummysim.rules import load_rules
from rummysim.simulation import simulate
from rummysim.simulation.duplicate import DuplicateStopped, lone, lones, versus, win_shares

DEALS = 24


def shy(view, table, rules, params):
    """Never buys: close to greedy, without noise, without a look at its seat."""
    return 0 if view.phase == CLAIM else baselines.greedy(view, table, rules, params)


def hurdle(view, table, rules, params):
    """Buys while its hand has at most so many cards, a parameter."""
    if view.phase == CLAIM and view.hand.size > params.value[0]:
        return 0
    return baselines.greedy(view, table, rules, params)


@pytest.fixture(scope="module")
def shy_policy():
    return Policy("shy", compile_policy(shy, "shy"))


@pytest.fixture(scope="module")
def hurdles():
    function = compile_policy(hurdle, "hurdle")
    return [Policy(f"hurdle {cards}", function, (float(cards),)) for cards in (11, 13)]


def same(a, b):
    return all(np.array_equal(getattr(a, n), getattr(b, n)) for n in ("own", "others", "wins"))


def test_workers_and_chunks_do_not_matter():
    expected = lone("shanghai", "greedy", "random", players=3, deals=DEALS, seed=3, workers=1)
    assert expected.own.shape == (DEALS, 3, 7)
    for workers, chunk in ((1, 7), (2, 1), (2, None), (4, 1000)):
        found = lone(
            "shanghai",
            "greedy",
            "random",
            players=3,
            deals=DEALS,
            seed=3,
            workers=workers,
            chunk=chunk,
        )
        assert same(found, expected)
        assert found.turns == expected.turns


def test_deals_are_addressed():
    whole = lone("shanghai", "greedy", "random", players=3, deals=DEALS, seed=3)
    part = lone("shanghai", "greedy", "random", players=3, deals=10, seed=3, first_deal=14)
    assert np.array_equal(whole.own[14:], part.own)
    other = lone("shanghai", "greedy", "random", players=3, deals=DEALS, seed=4)
    assert not np.array_equal(whole.own, other.own)


def test_each_place_is_a_simulation_with_the_player_there():
    """Also with noise and with different others, who keep their order behind him."""
    field = ["random", "greedy", "random"]
    found = lone("shanghai", "greedy", field, deals=DEALS, seed=5)
    turns = 0
    for place in range(4):
        seats = [(["greedy"] + field)[(seat - place) % 4] for seat in range(4)]
        result = simulate("shanghai", seats, deals=DEALS, seed=5)
        match = result.tally[0]["match"]
        assert found.own[:, place].sum() == match[place]["total"]
        assert found.others[:, place].sum() == sum(
            match[seat]["total"] for seat in range(4) if seat != place
        )
        assert found.wins[:, place].sum() == match[place]["wins"]
        assert (found.wins[:, place] ** 2).sum() == match[place]["wins_squared"]
        for number in range(7):
            points = result.tally[0]["round"][number]["seat"][place]["points"]
            assert found.own[:, place, number].sum() == points
        turns += result.turns
    assert found.turns == turns


def test_turning_the_cards_gives_the_same_games(shy_policy):
    """Without noise, ``simulate(shift=r)`` plays what the place r of a duplicate deal plays."""
    found = lone("shanghai", shy_policy, "greedy", players=4, deals=DEALS, seed=6)
    seats = [shy_policy, "greedy", "greedy", "greedy"]
    for place in range(4):
        turned = simulate("shanghai", seats, deals=DEALS, seed=6, shift=place)
        match = turned.tally[0]["match"]
        assert found.own[:, place].sum() == match[0]["total"]
        assert found.wins[:, place].sum() == match[0]["wins"]
        assert found.others[:, place].sum() == sum(match[seat]["total"] for seat in (1, 2, 3))


@pytest.mark.parametrize("policy", ["greedy", "random"])
@pytest.mark.parametrize(
    ("game", "players"), [("shanghai-2p", 2), ("shanghai", 3), ("shanghai", 6)]
)
def test_equal_players_are_exactly_even_on_every_deal(policy, game, players):
    found = lone(game, policy, policy, players=players, deals=DEALS, seed=1)
    assert not found.ahead.any()
    assert found.own.any()
    assert (found.wins.sum(axis=1) == 60).all()
    result = simulate(game, policy, players=players, deals=DEALS, seed=1)
    assert found.turns == result.turns
    totals = result.tally[0]["match"]["total"][:players]
    assert found.own.sum(axis=(0, 2)).tolist() == totals.tolist()


def test_the_game_of_equal_players_need_not_be_played_n_times():
    """The same function under another name is played in every place, with the same outcome."""
    greedy = Policy("greedy", baselines.greedy)
    short = lone("shanghai", greedy, greedy, players=3, deals=DEALS)
    other = replace(greedy, values=(1.0,))  # greedy reads no parameter
    long = lone("shanghai", other, greedy, players=3, deals=DEALS)
    assert same(short, long)
    assert long.turns == 3 * short.turns


def test_equal_players_differ_by_exactly_nothing(hurdles):
    found = versus("shanghai", hurdles[0], hurdles[0], "greedy", players=4, deals=DEALS)
    assert same(found.a, found.b)
    for estimate in (found.points_saved(), found.points_better(), found.wins_gained()):
        assert (estimate.estimate, estimate.low, estimate.high) == (0.0, 0.0, 0.0)


def test_parameters_are_told_apart(hurdles):
    low, high = hurdles
    found = versus("shanghai", low, high, high, players=4, deals=DEALS)
    assert not same(found.a, found.b)
    assert not found.b.ahead.any()
    alone = lone("shanghai", low, high, players=4, deals=DEALS)
    assert same(found.a, alone)
    assert found.points_better() == alone.points_better()
    assert found.wins_gained().estimate == pytest.approx(alone.win_rate().estimate - 1 / 4)


def test_helpers_are_means_over_deals():
    found = lone("shanghai", "greedy", "random", players=3, deals=DEALS, seed=2)
    per_round = (found.others / 2 - found.own).mean(axis=(1, 2))
    assert found.advantage == pytest.approx(per_round)
    estimate = found.points_better()
    assert estimate.estimate == pytest.approx(per_round.mean())
    assert estimate.n == DEALS
    error = per_round.std(ddof=1) / np.sqrt(DEALS)
    assert estimate.high - estimate.estimate == pytest.approx(2.0687 * error, rel=1e-4)
    rounds = found.points_better_by_round()
    assert np.mean([one.estimate for one in rounds]) == pytest.approx(estimate.estimate)
    assert found.points().estimate == pytest.approx(found.own.mean())
    assert found.win_rate().estimate == pytest.approx(found.wins.mean() / 60)


@pytest.mark.parametrize("tie", ["shared", "rounds_won"])
def test_wins_are_those_of_the_engine(tie):
    """Single rounds tie often: several players with no card that counts, or a dead round."""
    rules = load_rules("shanghai", [f"match.tie={tie}", "match.turn_cap=2"])
    found = lone(rules, "greedy", ["random", "greedy"], deals=200, round=7)
    assert {20, 60} < set(found.wins.ravel().tolist())
    for place in range(3):
        seats = [["greedy", "random", "greedy"][(seat - place) % 3] for seat in range(3)]
        match = simulate(rules, seats, deals=200, round=7).tally[0]["match"][place]
        assert found.wins[:, place].sum() == match["wins"]
        assert (found.wins[:, place] ** 2).sum() == match["wins_squared"]


def test_a_stopped_run_keeps_the_same_deals_of_every_table():
    def stop(done: int, deals: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    tables = [("greedy", "random"), ("random", "greedy")]
    with pytest.raises(DuplicateStopped) as stopped:
        lones("shanghai-2p", tables, deals=DEALS, chunk=5, workers=2, progress=stop)
    whole = lones("shanghai-2p", tables, deals=10)
    assert all(same(a, b) for a, b in zip(stopped.value.lones, whole, strict=True))


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"one": "greedy,random"}, PolicyError, "2 policies; one sits alone"),
        ({"field": ["greedy"] * 2, "players": 4}, PolicyError, "2 policies for the 3 others"),
        ({"deals": 0}, RulesError, "deals = 0"),
        ({"deals": 1 << 30}, RulesError, "deals = 1073741824"),
        ({"players": 9}, RulesError, "players = 9"),
        ({"players": 1}, RulesError, "players = 1"),
    ],
)
def test_wrong_inputs_are_named(options, kind, words):
    with pytest.raises(kind, match=words):
        lone("shanghai", **({"one": "greedy", "field": "random"} | options))


@pytest.mark.parametrize(
    ("tie", "shares"),
    [("shared", [[20, 20, 0, 20], [0, 60, 0, 0]]), ("rounds_won", [[30, 0, 0, 30], [0, 60, 0, 0]])],
)
def test_a_tie_may_go_to_who_won_most_rounds(tie, shares):
    rules = load_rules("shanghai", [f"match.tie={tie}"])
    totals = np.array([[40, 40, 55, 40], [60, 20, 30, 21]])
    rounds_won = np.array([[2, 1, 3, 2], [4, 0, 2, 1]])
    assert win_shares(totals, rounds_won, rules).tolist() == shares
