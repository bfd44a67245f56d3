"""The paired design against games that are simulated one by one, and what must be zero."""

from dataclasses import replace

import numpy as np
import pytest

from rummysim.experiments import paired
from rummysim.experiments.designs import GAMES, add_sums
from rummysim.experiments.grid import cases_of
from rummysim.experiments.paired_sums import by_name, by_round
from rummysim.experiments.read import parse_experiment
from rummysim.kernels import layout
from rummysim.rules import load_rules
from rummysim.simulation import lones, simulate
from rummysim.simulation.job import play
from rummysim.simulation.keys import domain_key
from rummysim.simulation.run import prepare

DEALS = 12
SEED = 9
SHORT = {"players": 3, "deals": DEALS, "seed": SEED}
NEVER, ALWAYS = "steady(buy=never)", "steady(buy=always)"
PRESETS = {2: "shanghai-2p", 3: "shanghai", 4: "shanghai"}
FIELDS = ("baseline", "followers", "mixed", "table")
TEXT = """
[game]
rules = "PRESET"
[table]
players = [PLAYERS]
baselines = ["steady"]
fields = ["FIELD"]
mixed = ["random", "greedy", "sharp"]
[arms.never]
parameters = { buy = "never" }
[arms.always]
parameters = { buy = "always" }
[arms.same]
[arms.quiet]
rules = ["buy.allowed=false"]
[run]
seed = 9
"""
PAIRS = ("never-always", "always-never", "never-usual", "same-usual", "quiet-usual")


def experiment(field="baseline", players=3):
    text = TEXT.replace("FIELD", field).replace("PLAYERS", str(players))
    text = text.replace("PRESET", PRESETS[players])
    for pair in PAIRS:
        text += '[[contrasts]]\ntip = "{}"\nother = "{}"\n'.format(*pair.split("-"))
    return parse_experiment(text)


def played(groups, field="baseline", players=3, stage="explore", chunk=DEALS):
    asked = experiment(field, players)
    (case,) = cases_of(asked)
    sums = {}
    for first in range(0, DEALS, chunk):
        count = min(chunk, DEALS - first)
        add_sums(sums, paired.play(asked, case, tuple(groups), stage, first, count))
    return sums


def behind(field, players, subject, tip):
    """Who sits behind the player under test, as the fields are meant."""
    others = {
        "baseline": ["steady"] * 3,
        "followers": [tip] * 3,
        "mixed": ["random", "greedy", "sharp"],
        "table": [subject] * 3,
    }
    return others[field][: players - 1]


def by_hand(field, players, subject, tip):
    """Points and their squares by round, sixtieths won and turns, place by place."""
    rounds = range(load_rules(PRESETS[players]).rounds)
    points, squares = np.zeros(len(rounds), int), np.zeros(len(rounds), int)
    wins = turns = 0
    for place in range(players):
        line = [subject, *behind(field, players, subject, tip)]
        seats = [line[(seat - place) % players] for seat in range(players)]
        tally = simulate(PRESETS[players], seats, deals=DEALS, seed=SEED).tally[0]
        points += [int(tally["round"][r]["seat"][place]["points"]) for r in rounds]
        squares += [int(tally["round"][r]["seat"][place]["points_squared"]) for r in rounds]
        wins += int(tally["match"][place]["wins"])
        turns += int(tally["turns"])
    return points, squares, wins, turns


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("field", FIELDS)
def test_every_field_is_what_simulations_of_its_seats_are(field, players):
    sums = played(["never-always"], field, players)["never-always"]
    tip_points, _, tip_wins, tip_turns = by_hand(field, players, NEVER, NEVER)
    points, squares, wins, turns = by_hand(field, players, ALWAYS, NEVER)
    total = by_name(sums)
    assert total["deals"] == DEALS
    assert total["tip"] == tip_points.sum()
    assert total["other"] == points.sum()
    assert total["saved"] == points.sum() - tip_points.sum()
    assert total["saved"] or (field, players) == ("mixed", 2)  # one who plays at random
    assert total["wins"] == tip_wins - wins
    assert total["longer"] == tip_turns - turns
    rounds = by_round(sums)
    assert [each["saved"] for each in rounds] == (points - tip_points).tolist()
    assert [each["other"] for each in rounds] == points.tolist()
    assert [each["other_squared"] for each in rounds] == squares.tolist()


@pytest.mark.parametrize(("field", "around"), [("baseline", "steady"), ("mixed", None)])
def test_sums_are_those_of_the_deals_one_by_one(field, around):
    """Every sum and square from the arrays that duplicate deals keep."""
    others = around or ["random", "greedy"]
    tip, other = lones(
        "shanghai", [(NEVER, others), (ALWAYS, others)], players=3, deals=DEALS, seed=SEED
    )
    total = by_name(played(["never-always"], field)["never-always"])
    saved = (other.own - tip.own).sum(axis=(1, 2))
    ahead = (tip.ahead - other.ahead).sum(axis=1)
    wins = (tip.wins - other.wins).sum(axis=1)
    for name, numbers in (("saved", saved), ("ahead", ahead), ("wins", wins)):
        assert total[name] == sum(numbers.tolist())
        assert total[f"{name}_squared"] == sum(number**2 for number in numbers.tolist())
    assert total["differ"] == sum(number != 0 for number in saved.tolist())
    for name, arm in (("tip", tip), ("other", other)):
        deals, matches = arm.own.sum(axis=(1, 2)), arm.own.sum(axis=2).ravel()
        assert total[f"{name}_deal_squared"] == sum(x**2 for x in deals.tolist())
        assert total[f"{name}_match_squared"] == sum(x**2 for x in matches.tolist())
        assert total[f"{name}_turns"] == arm.turns
        assert total[f"{name}_games"] == DEALS * 3
    changed = (tip.own != other.own) | (tip.others != other.others)
    assert total["changed"] >= changed.any(axis=2).sum() > 0


def test_a_round_of_each_deal_is_squared_by_itself():
    tip, other = lones(
        "shanghai", [(NEVER, "steady"), (ALWAYS, "steady")], players=3, deals=DEALS, seed=SEED
    )
    by_deal = (other.own - tip.own).sum(axis=1)
    found = by_round(played(["never-always"])["never-always"])
    for number in range(7):
        squares = sum(saved**2 for saved in by_deal[:, number].tolist())
        assert found[number]["saved_squared"] == squares


@pytest.mark.parametrize("field", FIELDS)
def test_equal_arms_gain_nothing_on_any_deal(field):
    """Single deals, so that nothing can cancel."""
    asked = experiment(field)
    (case,) = cases_of(asked)
    for deal in range(DEALS):
        total = by_name(paired.play(asked, case, ("same-usual",), "explore", deal, 1)["same-usual"])
        assert total["alike"] == total["deals"] == 1
        for name in ("saved", "ahead", "wins", "longer", "changed", "differ"):
            assert total[name] == total.get(f"{name}_squared", 0) == 0
        assert total["tip"] == total["other"] > 0


def test_arms_that_differ_are_not_called_alike():
    assert by_name(played(["never-usual"])["never-usual"])["alike"] == 0


def test_nobody_is_ahead_where_everybody_does_the_same():
    total = by_name(played(["never-always"], "table")["never-always"])
    assert total["ahead_squared"] == total["wins_squared"] == 0
    assert total["saved"] != 0


def test_a_contrast_the_other_way_round_has_the_other_sign():
    sums = played(["never-always", "always-never"])
    one, back = by_name(sums["never-always"]), by_name(sums["always-never"])
    for name in ("saved", "ahead", "wins", "longer"):
        assert one[name] == -back[name]
        assert one[f"{name}_squared"] == back[f"{name}_squared"]
    assert one["tip_match_squared"] == back["other_match_squared"]


@pytest.mark.parametrize("chunk", [1, 7])
def test_chunks_do_not_matter(chunk):
    assert played(PAIRS, chunk=chunk) == played(PAIRS)


def test_contrasts_that_share_a_chunk_are_what_they_are_alone():
    together = played(PAIRS)
    for pair in PAIRS:
        assert together[pair] == played([pair])[pair]


@pytest.mark.parametrize(
    ("groups", "field", "players", "per_deal"),
    [
        (["never-usual"], "baseline", 3, 3 + 1),  # a table of baselines is one game
        (["never-usual", "same-usual"], "baseline", 3, 3 + 1),
        (["never-usual", "never-always"], "baseline", 3, 3 + 1 + 3),
        (["never-always"], "followers", 3, 1 + 3),
        (["never-always"], "mixed", 3, 3 + 3),
        (["never-always", "never-usual"], "table", 3, 3),
        (["quiet-usual"], "baseline", 3, 1 + 1),  # the same players under other rules
        (["never-usual"], "baseline", 2, 2 + 1),
    ],
)
def test_no_game_is_played_twice(groups, field, players, per_deal):
    assert played(groups, field, players)[GAMES] == [per_deal * DEALS]


def test_an_arm_with_rules_plays_by_them():
    total = by_name(played(["quiet-usual"])["quiet-usual"])
    quiet = simulate(load_rules("shanghai", ["buy.allowed=false"]), "steady", **SHORT)
    usual = simulate("shanghai", "steady", **SHORT)
    for name, result in (("tip", quiet), ("other", usual)):
        assert total[name] == result.tally[0]["match"]["total"].sum()
        assert total[f"{name}_turns"] == result.turns


def test_a_confirmation_plays_fresh_deals_of_its_own_keys(monkeypatch):
    explored, confirmed = (
        by_name(played(["never-usual"], stage=stage)["never-usual"])
        for stage in ("explore", "confirm")
    )
    usual = simulate("shanghai", "steady", **SHORT).tally[0]["match"]["total"].sum()
    assert explored["other"] == usual
    keys = {
        (SEED, "deal"): domain_key(SEED, "confirm deal"),
        (SEED, "policy"): domain_key(SEED, "confirm policy"),
    }
    assert len({*keys.values(), domain_key(SEED, "deal"), domain_key(SEED, "policy")}) == 4
    monkeypatch.setattr("rummysim.simulation.keys.domain_key", lambda *words: keys[words])
    fresh = simulate("shanghai", "steady", **SHORT).tally[0]["match"]["total"].sum()
    assert confirmed["other"] == fresh != explored["other"]


def test_the_deals_of_both_stages_share_no_shoe():
    """The hands that are left after the first round, deal by deal."""
    rows = {}
    for domain in ("", "confirm"):
        setup = prepare("shanghai", "random", players=3, seed=SEED, round=1)
        rows[domain] = layout.new_records(layout.RESULT, 100 * 3)
        play(replace(setup, domain=domain), 0, 100, rows=rows[domain])
    hands = {
        domain: {found["hand"].tobytes() for found in each if found["cards_left"] > 4}
        for domain, each in rows.items()
    }
    assert len(hands[""]) > 50
    assert not hands[""] & hands["confirm"]
