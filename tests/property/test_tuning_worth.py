"""What a candidate is worth, and what it gains, against the duplicate deals they come from."""

from dataclasses import replace

import pytest

from rummysim.errors import PolicyError
from rummysim.kernels.layout import CLAIM
from rummysim.policies import baselines
from rummysim.policies.call import Settings
from rummysim.policies.parameters import Parameter
from rummysim.policies.registry import Policy, compile_policy, load_policy
from rummysim.rules import load_rules
from rummysim.simulation.duplicate import lone, versus
from rummysim.simulation.ladders import ladder
from rummysim.simulation.tuning import Plan, Run, header, stage_seed
from rummysim.simulation.tuning_axes import axes_of
from rummysim.simulation.tuning_history import History
from rummysim.simulation.tuning_match import Contest, Gain
from rummysim.simulation.tuning_space import Start
from rummysim.stats.estimate import mean_estimate

MOST = Parameter("most", "buys while its hand has at most so many cards", 9, 0, 40, True)
DEALS = 20


def hurdle(view, table, rules, params):
    if view.phase == CLAIM and view.hand.size > params.value[0]:
        return 0
    return baselines.greedy(view, table, rules, params)


@pytest.fixture(scope="module")
def contest():
    settings = Settings("hurdle", "", (MOST,), (9.0,), (9.0,))
    policy = Policy("hurdle", compile_policy(hurdle, "hurdle"), (9.0,), settings)
    axes = axes_of((MOST,), policy.values, {}, "hurdle")
    greedy, random = load_policy("greedy"), load_policy("random")
    fields = ((greedy, greedy), (greedy, random))
    return Contest(load_rules("shanghai"), 3, policy, axes, fields)


def nothing(*_):
    pass


def test_worth_is_the_mean_over_fields_of_what_lone_measures(contest):
    at = {"players": 3, "deals": DEALS, "seed": 5, "first_deal": 40}
    player = contest.candidate((13.0,))
    assert player.values == (13.0,)
    found = [lone("shanghai", player, list(each), **at) for each in contest.fields]
    for each, measured in zip(contest.fields, found, strict=True):
        single = replace(contest, fields=(each,))
        assert single.worth((13.0,), 5, (40, DEALS), nothing) == measured.points_better()
    both = contest.worth((13.0,), 5, (40, DEALS), nothing)
    per_deal = sum(each.ahead.sum(axis=1) for each in found)
    expected = mean_estimate(
        DEALS, int(per_deal.sum()), int((per_deal**2).sum()), scale=2 * 7 * found[0].ahead_units
    )
    assert both == expected


def test_gains_are_paired_with_the_start(contest):
    gains = contest.gains((13.0,), 5, DEALS, nothing)
    assert [gain.field for gain in gains] == ["greedy", "greedy,random", "all"]
    pair = (contest.candidate((13.0,)), contest.policy)
    for gain, each in zip(gains, contest.fields, strict=False):
        measured = versus("shanghai", *pair, list(each), players=3, deals=DEALS, seed=5)
        assert gain.points == measured.points_better()
        assert gain.wins == measured.wins_gained()
        assert gain.ahead == measured.a.points_better()
        assert gain.won.estimate == pytest.approx(measured.a.win_rate().estimate)
    means = [gain.points.estimate for gain in gains]
    assert means[2] == pytest.approx((means[0] + means[1]) / 2)
    same = contest.gains((9.0,), 5, DEALS, nothing)
    assert {(gain.points.low, gain.points.high) for gain in same} == {(0, 0)}


@pytest.mark.parametrize(("game", "players"), [("shanghai", 3), ("shanghai-2p", 2)])
def test_both_ways_a_worth_is_the_step_of_a_ladder(contest, game, players):
    """And a gain is how far two such steps are apart; so it is where a game shows both ways."""
    names = ("greedy", "random")
    fields = tuple((load_policy(name),) * (players - 1) for name in names)
    both = replace(contest, rules=load_rules(game), players=players, fields=fields, both_ways=True)
    at = {"players": players, "deals": DEALS, "seed": 5}
    gains = both.gains((13.0,), 5, DEALS, nothing)
    assert [gain.field for gain in gains] == ["greedy", "random", "all"]
    for gain, field in zip(gains, fields, strict=False):
        found = ladder(game, [both.candidate((13.0,)), field[0], both.policy], **at)
        assert replace(both, fields=(field,)).worth((13.0,), 5, (0, DEALS), nothing) == gain.ahead
        assert gain.ahead == found.step(0, 1)
        assert gain.won.estimate == found.step_wins(0, 1).estimate
        assert (gain.alone, gain.reverse) == (found.better(0, 1), found.better(1, 0))
        start = found.step(2, 1).estimate
        assert gain.points.estimate == pytest.approx(gain.ahead.estimate - start)
        start = found.step_wins(2, 1).estimate
        assert gain.wins.estimate == pytest.approx(gain.won.estimate - start)
    for name, mean in gains[2].estimates().items():
        parts = [gain.estimates()[name].estimate for gain in gains[:2]]
        assert mean.estimate == pytest.approx(sum(parts) / 2)
    assert both.worth((13.0,), 5, (0, DEALS), nothing) == gains[2].ahead
    assert [Gain.of(gain.entries()) for gain in gains] == gains  # as a resumed run reads them


def test_one_player_of_a_mixed_field_could_not_stand_for_it(contest):
    with pytest.raises(PolicyError, match="'greedy,random' has different players; both ways"):
        replace(contest, both_ways=True)


def test_workers_do_not_change_a_byte(contest, tmp_path):
    plan = Plan(deals=4, generations=2, choose_deals=6, check_deals=8, finalists=1)
    start = Start(contest.axes, 0, 4, 0.3)
    for workers in (1, 3):
        here = replace(contest, workers=workers)
        path = tmp_path / f"{workers}.jsonl"
        with History(path, header(here, start, plan, 4), resume=False) as history:
            tuned = Run(here, start, plan, history).tune()
        assert len(tuned.gains) == 3
        assert tuned.gains[0].deals == 8
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "3.jsonl").read_bytes()
    first = history.lines[0]
    assert first["values"]["hurdle"] == {"most": 9}
    assert first["seeds"]["check"] == stage_seed(0, "check")
    assert first["parameters"][0]["start"] == 9.0
