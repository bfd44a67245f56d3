"""The statistics of a ladder: planted strengths, coverage, what is derived from what."""

from itertools import permutations

import numpy as np
import pytest

from rummysim.errors import PolicyError
from rummysim.policies.registry import Policy
from rummysim.reports import ladder as report
from rummysim.rules import load_rules
from rummysim.simulation.duplicate import lone
from rummysim.simulation.job import Setup
from rummysim.simulation.ladders import Ladder, ladder
from rummysim.simulation.lone_result import Lone
from rummysim.simulation.pairs import PairsStopped
from rummysim.stats.estimate import cluster_estimate

RULES = load_rules("shanghai")
STRENGTH = {"weak": 0, "strong": 9, "middle": 5}  # points per round
PLAYERS = 3
ROUNDS = 7


def planted(chance: np.random.Generator, deals: int, names=tuple(STRENGTH)) -> Ladder:
    """A ladder whose players collect 40 points less their strength, more or less.

    Cards give each place of a deal its luck, the same for every pair. What a player makes of a
    deal varies by deal, not only by game, so that games are not independent.
    """
    luck = chance.integers(0, 60, (deals, PLAYERS, ROUNDS))
    policies = tuple(Policy(name, None) for name in names)
    found = {}
    for row, column in permutations(range(len(names)), 2):
        ahead = STRENGTH[names[row]] - STRENGTH[names[column]]
        own = luck - ahead + chance.integers(-12, 13, (deals, 1, 1))
        own = own + chance.integers(-5, 6, luck.shape)
        others = luck.sum(axis=1, keepdims=True) - luck
        fair = 1 / PLAYERS + ahead / 30 + chance.choice([-0.02, 0.02], (deals, 1))
        wins = 60 * (chance.random((deals, PLAYERS)) < fair).astype(np.int64)
        setup = Setup(RULES, (policies[row],) + (policies[column],) * (PLAYERS - 1), 0)
        found[row, column] = Lone(setup, 0, own, others, wins, 100, 1.0)
    return Ladder(policies, found, deals, 1.0)


def test_planted_strengths_are_found():
    found = planted(np.random.default_rng(1), 2000)
    assert [found.policies[index].name for index in found.ranking] == ["strong", "middle", "weak"]
    for (row, column), made in found.lones.items():
        gap = list(STRENGTH.values())[row] - list(STRENGTH.values())[column]
        better = found.better(row, column)
        assert better.low < gap < better.high
        assert 0.25 < better.high - better.estimate < 0.4
        assert found.win_rate(row, column).estimate == pytest.approx(made.wins.mean() / 60)
    means = [found.mean_better(index).estimate for index in found.ranking]
    assert means == pytest.approx([6.5, 0.5, -7], abs=0.4)


def test_steps_are_the_mean_of_both_ways_on_the_same_deals():
    found = planted(np.random.default_rng(2), 300)
    for upper, lower in found.steps:
        up, down = found.lones[upper, lower], found.lones[lower, upper]
        both = (up.advantage - down.advantage) / 2
        step = found.step(upper, lower)
        assert step.estimate == pytest.approx(both.mean())
        arm = 1.9679 * both.std(ddof=1) / np.sqrt(300)
        assert step.high - step.estimate == pytest.approx(arm, rel=1e-3)
        back = found.step(lower, upper)
        assert (back.estimate, back.low) == pytest.approx((-step.estimate, -step.high))
        rounds = found.step_by_round(upper, lower)
        assert len(rounds) == ROUNDS
        assert np.mean([one.estimate for one in rounds]) == pytest.approx(step.estimate)
        wins = found.step_wins(upper, lower)
        assert wins.kind == "t"
        assert wins.estimate == pytest.approx((up.wins - down.wins).mean() / 120)


def test_means_over_the_others_are_those_of_the_matrix():
    found = planted(np.random.default_rng(3), 100)
    for row in range(3):
        others = [column for column in range(3) if column != row]
        better = [found.better(row, column).estimate for column in others]
        wins = [found.win_rate(row, column).estimate for column in others]
        assert found.mean_better(row).estimate == pytest.approx(np.mean(better))
        assert found.mean_win_rate(row).estimate == pytest.approx(np.mean(wins))


@pytest.mark.statistical
def test_intervals_hold_what_was_planted_as_often_as_stated():
    """600 ladders of 40 deals: 95 % each, both steps at once at least as often, not always."""
    chance = np.random.default_rng(4)
    runs, held, together = 600, np.zeros(5), 0
    for _ in range(runs):
        found = planted(chance, 40)
        top, bottom = found.step(1, 2), found.step(2, 0)
        held[0] += top.low <= 4 <= top.high
        held[1] += bottom.low <= 5 <= bottom.high
        mean = found.mean_better(1)
        held[2] += mean.low <= 6.5 <= mean.high
        wins = found.step_wins(1, 2)
        held[3] += wins.low <= 4 / 30 <= wins.high
        rate = found.mean_win_rate(2)
        held[4] += rate.low <= 1 / 3 + (5 - 4) / 60 <= rate.high
        wide = found.step(1, 2, alpha=0.025), found.step(2, 0, alpha=0.025)
        together += all(a.low <= b <= a.high for a, b in zip(wide, (4, 5), strict=True))
    assert (held / runs >= 0.925).all()
    assert (held / runs <= 0.975).all()
    assert 0.93 <= together / runs < 0.99


@pytest.mark.statistical
@pytest.mark.parametrize(("share", "other"), [(0.25, 1.0), (0.25, 0.0), (0.0, 0.5), (1.0, 0.0)])
def test_deals_that_are_all_the_same_say_how_rare_others_are(share, other):
    """Whatever the chance of another deal: whether it showed or not, the mean is held."""
    deals, seats, runs = 60, 4, 2000
    chance = np.random.default_rng(5)
    for rare in (0.005, 0.02, 0.06):
        differ = chance.binomial(deals, rare, runs)
        unseen = cluster_estimate(
            deals, int(deals * share * seats), int(deals * (share * seats) ** 2), seats=seats
        )
        truth = share + rare * (other - share)
        covered = unseen.low <= truth <= unseen.high
        assert covered or np.mean(differ == 0) <= 0.05
    narrow = cluster_estimate(100 * deals, 100 * deals, 100 * deals, seats=4)
    assert 0.249 < narrow.low < 0.25 < narrow.high < 0.251


def test_a_share_without_spread_takes_no_false_certainty_into_a_step():
    """The stronger one wins everything: the ends come from the exact intervals."""
    found = planted(np.random.default_rng(6), 50, ("strong", "weak"))
    found.lones[0, 1].wins[:] = 60
    found.lones[1, 0].wins[:] = 0
    step = found.step_wins(0, 1)
    assert (step.kind, step.estimate) == ("cluster-exact", 0.5)
    assert step.low == pytest.approx((0.0125 ** (1 / 50) * 2 - 1) / 2)


@pytest.mark.parametrize(("differ", "clear"), [(9, False), (10, True)])
def test_few_deals_that_differ_are_not_called_clear(differ, clear):
    found = planted(np.random.default_rng(7), 500, ("strong", "weak"))
    for made in found.lones.values():
        made.own[:], made.others[:], made.wins[:] = 20, 40, 20
    found.lones[0, 1].own[:differ] = 0
    [row] = report.step_rows(found)
    assert row["points_better_low"] > 0
    assert row["points_deals_that_differ"] == differ
    assert (row["points_clear"], row["wins_clear"]) == (clear, False)
    page = report.ladder_page(found, 80)
    assert page.count(" points\n") == clear


def same(a, b):
    return all(np.array_equal(getattr(a, n), getattr(b, n)) for n in ("own", "others", "wins"))


def test_a_ladder_is_its_pairs():
    found = ladder("shanghai", ["greedy", "random"], players=3, deals=6, seed=9, round=2)
    names = [policy.name for policy in found.policies]
    assert (found.deals, found.games, found.complete) == (6, 36, True)
    for (row, column), made in found.lones.items():
        alone = lone("shanghai", names[row], names[column], players=3, deals=6, seed=9, round=2)
        assert same(made, alone)
    assert found.turns == sum(made.turns for made in found.lones.values())


def test_two_players_show_both_ways_in_one_game():
    found = ladder("shanghai-2p", ["greedy", "random"], deals=20)
    names = [policy.name for policy in found.policies]
    for (row, column), made in found.lones.items():
        assert same(made, lone("shanghai-2p", names[row], names[column], deals=20))
    assert found.games == 40
    assert found.better(1, 0).estimate == -found.better(0, 1).estimate
    assert found.step(0, 1) == found.better(0, 1)


def test_a_stopped_ladder_keeps_the_deals_that_all_pairs_played():
    def stop(done: int, deals: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(PairsStopped) as stopped:
        ladder("shanghai", ["greedy", "random"], players=3, deals=50, chunk=2, progress=stop)
    found = stopped.value.found
    whole = ladder("shanghai", ["greedy", "random"], players=3, deals=4, workers=1)
    assert (found.deals, found.asked, found.complete) == (4, 50, False)
    assert report.matrix_rows(found) == report.matrix_rows(whole)


@pytest.mark.parametrize(
    ("names", "words"),
    [(["greedy"], "two policies or more, not greedy"), (["greedy"] * 2, "listed twice")],
)
def test_who_takes_part_is_checked(names, words):
    with pytest.raises(PolicyError, match=words):
        ladder("shanghai", names, deals=1)


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("count", [2, 5, 9])
def test_the_page_fits_its_width_and_says_which_is_which(width, count):
    chance = np.random.default_rng(8)
    long = "a_folder/with_my_policies.py:my_best_number_{}(patience={})"
    found = planted(chance, 30, ("strong", "weak") * 4 + ("middle",))
    names = [long.format(number, number / 7) for number in range(count)]
    lones = {pair: made for pair, made in found.lones.items() if max(pair) < count}
    found = Ladder(tuple(Policy(name, None) for name in names), lones, 30, 1.0)
    page = report.ladder_page(found, width, by_round=True)
    assert all(name in page for name in names)
    tables = [line for line in page.splitlines() if long[:8] not in line]
    assert max(map(len, tables)) <= width
    for title in (
        "Ranking",
        "In full:",
        "Steps:",
        "Steps by round",
        "Points better",
        "Matches won",
    ):
        assert page.count(f"\n{title}") == (title != "Ranking")
