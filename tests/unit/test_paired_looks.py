"""When the paired design goes on, when it stops and why, on sums that are made up."""

import dataclasses
import math
from statistics import NormalDist

import pytest

from rummysim.experiments import paired
from rummysim.experiments.designs import Done, Ended, Goal
from rummysim.experiments.grid import cases_of
from rummysim.experiments.paired_estimates import Measured
from rummysim.experiments.paired_sums import NAMES, ROUND_NAMES
from rummysim.experiments.read import parse_experiment
from rummysim.stats.rounding import gain

NONE = Done()
PLAYERS = 4
LUCK = 30  # deviation of the made-up points


def experiment(**stop):
    values = {
        "burn_in": 200,
        "look": 100,
        "planned": 500,
        "max_deals": 1000,
        "confirm_min": 300,
        "confirm_max": 2000,
    }
    lines = "\n".join(f"{key} = {value}" for key, value in (values | stop).items())
    return parse_experiment(
        f"""[game]
        round = 7
        [arms.shy]
        parameters = {{ buy = "never" }}
        [stop]
        {lines}
        [run]
        chunk = 25
        """
    )


def sums(deals, mean, deviation, *, differ=None, alike=0):
    """A single round of four players: ``mean`` points saved, give or take."""
    scaled, apart = mean * PLAYERS, deviation * PLAYERS
    saved = round(deals * scaled)
    named = dict.fromkeys(NAMES, 0)
    named |= {
        "deals": deals,
        "alike": alike,
        "saved": saved,
        "saved_squared": math.ceil(saved * saved / deals + (deals - 1) * apart * apart),
        "differ": deals if differ is None else differ,
    }
    points = 40 * deals * PLAYERS
    squares = deals * PLAYERS * (40**2 + LUCK**2)
    rounds = dict(zip(ROUND_NAMES, (0, 0, points, squares), strict=True))
    return [*named.values(), *rounds.values()]


def done(deals, *numbers, **more):
    return Done(deals, {"shy-usual": sums(deals, *numbers, **more)})


def goal(asked, explored=NONE, confirmed=NONE):
    (case,) = cases_of(asked)
    return paired.next_goal(asked, case, "shy-usual", {"explore": explored, "confirm": confirmed})


def test_the_first_look_is_after_the_burn_in():
    assert goal(experiment()) == Goal("explore", 200)
    assert goal(experiment(max_deals=150)) == Goal("explore", 150)
    assert goal(experiment(burn_in=0)) == Goal("explore", 100)


@pytest.mark.parametrize(("deals", "look"), [(200, 300), (300, 400), (950, 1000), (900, 1000)])
def test_looks_follow_until_the_most_deals(deals, look):
    assert goal(experiment(), done(deals, 0.1, 15)) == Goal("explore", look)


@pytest.mark.parametrize("deals", [1, 199, 201, 299])
def test_nothing_is_decided_between_looks(deals):
    """A run that was cut off there goes on to the look it was on its way to."""
    look = 200 if deals < 200 else 300
    assert goal(experiment(), done(deals, 20, 1)) == Goal("explore", look)


@pytest.mark.parametrize("mean", [8.0, -8.0])
def test_a_clear_effect_ends_exploring(mean):
    found = goal(experiment(), done(200, mean, 15))
    assert found == Goal("confirm", 300)


def test_a_small_effect_goes_on_and_ends_undecided():
    explored = done(1000, 0.5, 15)
    assert goal(experiment(max_deals=2000), explored) == Goal("explore", 1100)
    found = goal(experiment(confirm_min=0), explored)
    assert found == Ended("most deals played")


def test_no_material_effect_ends_exploring():
    assert goal(experiment(confirm_min=0), done(200, 0.01, 0.5)) == Ended("no material effect")
    assert isinstance(goal(experiment(), done(200, 0.01, 5)), Goal)


def test_arms_that_play_alike_end_without_a_confirmation():
    assert goal(experiment(), done(200, 0, 0, differ=0, alike=200)) == Ended(paired.ALIKE)
    assert goal(experiment(), done(100, 0, 0, differ=0, alike=100)) == Goal("explore", 200)


def test_few_deals_that_differ_say_nothing_about_a_large_effect():
    """Two hundred deals of which 50 differ, all to the good: no verdict, however clear it looks."""
    few = done(200, 3.0, 5, differ=50)
    many = done(200, 3.0, 5)
    assert goal(experiment(), few) == Goal("explore", 300)
    assert goal(experiment(), many).stage == "confirm"


def test_deals_that_never_differ_need_many_to_say_so():
    """ln(2 / 0.05) / N times three deviations of luck: below half a point after 665 deals."""
    asked = experiment(confirm_min=0, max_deals=5000)
    limit = math.log(2 / 0.05) * 3 * LUCK / 0.5
    assert 600 < limit < 700
    assert goal(asked, done(600, 0, 0, differ=0)) == Goal("explore", 700)
    assert goal(asked, done(700, 0, 0, differ=0)) == Ended("no material effect")


def confirmation(asked, explored):
    found = goal(asked, explored)
    assert found.stage == "confirm"
    return found.deals


def test_a_confirmation_has_the_power_for_half_the_effect():
    quantiles = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.9)
    wanted = quantiles**2 * 15**2 / (4.0 / 2) ** 2
    found = confirmation(experiment(), done(400, 4.0, 15))
    assert found % 25 == 0  # whole chunks
    assert 0 <= found - wanted <= 30


def test_more_contrasts_need_more_deals():
    two = experiment()
    text = '[arms.bold]\nparameters = { buy = "always" }'
    asked = parse_experiment(
        f"""[game]
        round = 7
        [arms.shy]
        parameters = {{ buy = "never" }}
        {text}
        [stop]
        burn_in = 200
        look = 100
        planned = 500
        max_deals = 1000
        confirm_min = 300
        confirm_max = 2000
        """
    )
    assert len(asked.contrasts) == 2
    assert confirmation(asked, done(400, 4.0, 15)) > confirmation(two, done(400, 4.0, 15))


def test_a_confirmation_keeps_its_limits():
    assert confirmation(experiment(), done(200, 20.0, 15)) == 300
    assert confirmation(experiment(confirm_max=333), done(1000, 0.4, 15)) == 333


def test_without_an_effect_half_a_point_is_enough_to_plan_for():
    """Not the endless deals that half of nearly nothing would need."""
    asked = experiment(confirm_max=100_000)
    found = confirmation(asked, done(1000, 0.01, 5))
    length = 2 * NormalDist().inv_cdf(0.975) * 5 / 0.5
    assert found == pytest.approx(length**2, rel=0.03)


def test_the_confirmation_is_played_once():
    explored = done(200, 8.0, 15)
    assert goal(experiment(), explored, done(275, -1.0, 15)) == Goal("confirm", 300)
    found = goal(experiment(), explored, done(300, -1.0, 15))
    assert found == Ended("clear; confirmed on 300 fresh deals")


def test_more_deals_at_most_go_on_exploring():
    explored = done(1000, 0.5, 15)
    assert goal(experiment(confirm_min=0), explored) == Ended("most deals played")
    later = goal(experiment(confirm_min=0, max_deals=1500), explored)
    assert later == Goal("explore", 1100)


def test_what_is_said_about_the_end():
    asked = experiment(confirm_max=300)
    (case,) = cases_of(asked)

    def words(stage, explored, confirmed=NONE):
        both = {"explore": explored, "confirm": confirmed}
        return paired.stop_words(asked, case, "shy-usual", stage, both)

    clear = done(200, 8.0, 15)
    assert words("explore", done(150, 8.0, 15)) == "not finished"
    assert words("explore", clear) == "clear"
    assert words("confirm", clear, done(100, 8.0, 15)) == "not finished"
    assert words("confirm", clear, done(300, 8.0, 15)) == "most deals played"


def test_status_tells_estimate_interval_and_verdict():
    asked = experiment()
    (case,) = cases_of(asked)
    both = {"explore": done(200, 8.0, 15), "confirm": NONE}
    found = Measured(asked, case, "explore", both["explore"].sums["shy-usual"]).points
    words = paired.status(asked, case, "shy-usual", both)
    assert words == f"{gain(found)} points per round, helps"
    assert paired.status(asked, case, "shy-usual", {"explore": NONE, "confirm": NONE}) == (
        "nothing played yet"
    )


AMOUNTS = ("points", "match", "ahead", "wins", "turns")


def measured(differ, field="baseline", stage="confirm"):
    """A thousand single rounds, of which so many differ by a few points, wins and turns."""
    named = dict(zip(NAMES, sums(1000, 0, 0, differ=differ), strict=False))
    named |= {"other_turns": 40_000, "other_games": 1000}
    for name, size in (("saved", 4), ("ahead", 12), ("wins", 60), ("longer", 4)):
        named[f"{name}_squared"] = differ * size * size
    rounds = dict(zip(ROUND_NAMES, sums(1000, 0, 0)[len(NAMES) :], strict=True))
    rounds["saved_squared"] = differ * 16
    asked = experiment()
    (case,) = cases_of(asked)
    numbers = [*named.values(), *rounds.values()]
    return Measured(asked, dataclasses.replace(case, field=field), stage, numbers)


@pytest.mark.parametrize("stage", ["explore", "confirm"])
def test_no_amount_is_certain_because_no_deal_differed(stage):
    """ln(2 / 0.05) / 1000 times what an unseen difference may amount to, in every unit."""
    found = measured(0, stage=stage)
    chance = math.log(2 / 0.05) / 1000
    most = {"points": 3 * LUCK, "match": 3 * LUCK, "ahead": 6 * LUCK, "wins": 1, "turns": 40}
    for name in AMOUNTS:
        amount = getattr(found, name)
        assert amount.high == -amount.low == pytest.approx(chance * most[name], rel=1e-3), name
        assert amount.kind.endswith("few differ")
    (of_round,) = found.by_round()
    assert of_round.high == pytest.approx(found.points.high)


def test_amounts_of_many_deals_that_differ_have_no_such_room():
    few, many = measured(99), measured(101)
    for name in AMOUNTS:
        assert getattr(few, name).high > 1.05 * getattr(many, name).high, name
        assert getattr(many, name).kind == "t"
    assert many.by_round()[0].kind == "t"


def test_players_who_all_play_alike_share_the_wins_out():
    found = measured(0, field="table")
    for amount in (found.wins, found.ahead):
        assert (amount.low, amount.high, amount.kind) == (0, 0, "exact")
    assert found.turns.high > 0
