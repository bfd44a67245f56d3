"""A comparison with one policy: planted differences, its parts, its pages."""

import math

import numpy as np
import pytest

from rummysim.errors import PolicyError
from rummysim.policies.call import Settings
from rummysim.policies.parameters import Parameter, choice
from rummysim.policies.registry import Policy, policy_settings
from rummysim.reports import comparison as report
from rummysim.reports.comparison_charts import comparison_charts
from rummysim.rules import load_rules
from rummysim.simulation.comparison import Comparison, compare, ideas_of
from rummysim.simulation.duplicate import lone
from rummysim.simulation.job import Setup
from rummysim.simulation.lone_result import Lone
from rummysim.simulation.pairs import PairsStopped

RULES = load_rules("shanghai")
PLAYERS = 3
ROUNDS = 7
GAINS = {"base": 0, "worse": -5, "same": 0, "better": 8}  # points per round better than the base


def planted(deals: int, names=tuple(GAINS)) -> Comparison:
    """Players who collect their gain less than the base would, more or less, in its cards."""
    chance = np.random.default_rng(1)
    luck = chance.integers(20, 90, (deals, PLAYERS, ROUNDS))
    others = luck.sum(axis=1, keepdims=True) - luck
    policies = tuple(Policy(name, None) for name in names)
    fair = np.full((deals, PLAYERS), 20)
    found = {(0, 0): _lone(policies[0], policies[0], luck, others, fair)}
    for index in range(1, len(names)):
        gain = GAINS.get(names[index], 0)
        noise = chance.integers(-6, 7, (2, deals, 1, ROUNDS)) * (gain != 0)
        lost = 20 * np.sign(gain) * (chance.random((2, deals, PLAYERS)) < 0.3)
        up, down = luck - gain + noise[0], luck + gain + noise[1]
        found[index, 0] = _lone(policies[index], policies[0], up, others, fair + lost[0])
        found[0, index] = _lone(policies[0], policies[index], down, others, fair - lost[1])
    return Comparison(policies, found, deals, 1.0)


def _lone(one, other, own, others, wins):
    setup = Setup(RULES, (one,) + (other,) * (PLAYERS - 1), 0)
    return Lone(setup, 0, own, others, wins, 100, 1.0)


def test_planted_differences_are_found_and_sorted():
    rows = report.comparison_rows(planted(400))
    assert [row["policy"] for row in rows] == ["better", "same", "worse"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    for row in rows:
        gain = GAINS[row["policy"]]
        for key in ("points_better", "points_alone", "points_around_one", "points_saved"):
            half = row[f"{key}_high"] - row[key]
            assert abs(row[key] - gain) <= 2.5 * half < 1  # five standard errors
        assert row["points_better_match"] == pytest.approx(ROUNDS * row["points_better"])
        half = row["wins_gained_high"] - row["wins_gained"]
        assert abs(row["wins_gained"] - 0.1 * np.sign(gain)) <= 2.5 * half < 0.03
        assert row["points_clear"] == row["points_clear_together"] == bool(gain)
        assert row["matches_changed"] == (gain != 0)
    assert rows[1]["matches_like_luck"] == math.inf


def test_every_number_is_what_it_says():
    found = planted(60)
    alone, around, base = found.lones[3, 0], found.lones[0, 3], found.base
    assert found.step(3, 0).estimate == pytest.approx(
        (alone.advantage - around.advantage).mean() / 2
    )
    assert found.alone(3).estimate == pytest.approx(alone.advantage.mean())
    together = found.together(3)
    assert together.estimate == pytest.approx(-around.advantage.mean())
    assert together.low < together.estimate < together.high
    assert found.saved(3).estimate == pytest.approx((base.own - alone.own).mean())
    base.own[5:20], base.others[5:20] = alone.own[5:20], alone.others[5:20]
    base.own[20, 1:], base.others[20, 1:] = alone.own[20, 1:], alone.others[20, 1:]
    assert found.changed(3).estimate == pytest.approx((44 * 3 + 1) / 180)
    ahead = (base.others / (PLAYERS - 1) - base.own).sum(axis=2)
    luck = np.sqrt((ahead**2).mean())
    gain = ROUNDS * found.step(3, 0).estimate
    assert found.matches_like_luck(3) == pytest.approx((luck / gain) ** 2)


def test_luck_is_as_large_as_the_gain_after_as_many_matches_as_it_says():
    """The mean of so many matches among equals spreads as far as the gain is from zero."""
    found = planted(4000)
    ahead = (found.base.others / (PLAYERS - 1) - found.base.own).sum(axis=2)[:, 0]
    means = ahead.reshape(-1, 10).mean(axis=1)
    expected = ROUNDS * 5 * math.sqrt(found.matches_like_luck(1) / 10)
    assert means.std() == pytest.approx(expected, rel=5 / math.sqrt(2 * len(means)))


def same(a, b):
    return all(np.array_equal(getattr(a, n), getattr(b, n)) for n in ("own", "others", "wins"))


def test_a_comparison_is_its_pairs():
    options = {"players": 3, "deals": 5, "seed": 9, "first_deal": 3}
    found = compare("shanghai", "greedy", ["novice", "random"], **options)
    assert (found.reference, found.deals, found.complete) == ("greedy", 5, True)
    assert set(found.lones) == {(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)}
    names = [policy.name for policy in found.policies]
    for (row, column), made in found.lones.items():
        assert same(made, lone("shanghai", names[row], names[column], **options))
    assert found.games == 5 * (1 + 4 * 3)
    assert found.turns == sum(made.turns for made in found.lones.values())


def test_two_players_show_both_ways_in_one_game():
    found = compare("shanghai-2p", "greedy", ["random"], deals=6)
    assert same(found.lones[1, 0], lone("shanghai-2p", "random", "greedy", deals=6))
    assert found.games == 6 * (1 + 2)
    assert found.alone(1) == found.step(1, 0)
    page = report.comparison_page(found, 80)
    assert "alone" in page
    assert "around" not in page.split("Points:")[0]


def test_equal_players_differ_in_nothing(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('base = "greedy"\n')
    found = compare("shanghai", "greedy", [str(own), "random"], players=3, deals=12)
    equal = report.comparison_rows(found)[0]
    assert equal["policy"] == str(own)
    zero = ("points_better", "points_alone", "points_around_one", "points_saved", "wins_gained")
    assert [equal[key] for key in zero] == [0] * 5
    assert [equal[f"{key}_high"] for key in zero[:4]] == [0] * 4
    assert (equal["matches_changed"], equal["points_deals_that_differ"]) == (0, 0)
    assert (equal["points_clear"], equal["wins_clear"]) == (False, False)


def test_a_stopped_comparison_keeps_the_deals_that_all_pairs_played():
    def stop(done: int, deals: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    options = {"players": 3, "seed": 2}
    with pytest.raises(PairsStopped) as stopped:
        compare("shanghai", "greedy", ["random"], deals=50, chunk=2, progress=stop, **options)
    found = stopped.value.found
    assert isinstance(found, Comparison)
    assert (found.deals, found.asked, found.complete) == (4, 50, False)
    whole = compare("shanghai", "greedy", ["random"], deals=4, workers=1, **options)
    assert report.comparison_rows(found) == report.comparison_rows(whole)


@pytest.mark.parametrize(("others", "said"), [([], "two policies"), (["greedy"], "listed twice")])
def test_who_is_compared_is_checked(others, said):
    with pytest.raises(PolicyError, match=said):
        compare("shanghai", "greedy", others, deals=1)


PATIENCE = (
    Parameter("patience", "turns to wait", 2, 0, 9, True),
    choice("watch", "looks at others", "off", "off on"),
    Parameter("boldness", "how bold", 0.5, 0, 1),
)


def test_ideas_are_what_is_away_from_its_default():
    mine = Settings("mine", "", PATIENCE, (2, 1, 0.7), (2, 1, 0.7))
    assert ideas_of(mine) == ["mine(watch=off)", "mine(boldness=0.5)"]
    changed = mine.changed({"watch": "off", "patience": 4})
    assert ideas_of(changed) == ["mine(watch=off)", "mine(patience=4, watch=off, boldness=0.5)"]
    with pytest.raises(PolicyError, match="no idea to leave out"):
        ideas_of(mine.changed({"watch": "off", "boldness": 0.5}))
    for name in ("steady", "sharp"):
        for text in ideas_of(policy_settings(name)):
            assert policy_settings(text).text == text != name


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("count", [1, 3])
def test_the_page_fits_its_width_and_names_all_in_full(width, count):
    long = "a_folder/with_my_policies.py:my_best_number_{}(patience={}, watch=off)"
    found = planted(30)
    names = ["base", *(long.format(number, number / 7) for number in range(count))]
    lones = {pair: made for pair, made in found.lones.items() if max(pair) <= count}
    found = Comparison(tuple(Policy(name, None) for name in names), lones, 30, 1.0)
    page = report.comparison_page(found, width, by_round=True)
    assert max(map(len, page.splitlines())) <= width
    first = page.split("Points:")[0].split("\n\n")[0].splitlines()
    rule = next(number for number, line in enumerate(first) if line.startswith("---"))
    room = len(first[rule].split()[0])
    told = "".join(line[:room] for line in first[rule + 1 :])
    for name in names[1:]:
        assert name.replace(" ", "") in told.replace(" ", "")
    assert ("comparisons at once" in page) == (count > 1)


@pytest.mark.parametrize("most", [13, 14, 18, 25])
def test_names_are_broken_behind_signs_and_not_within_words(most):
    name = "steady(keep_jokers=no, buy_below=2, aim=any)"
    lines = report.wrapped_name(name, most).split("\n")
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert max(map(len, lines)) <= most
    assert all(line[-1] in "(,=" for line in lines[:-1])
    assert all(line.startswith(" ") for line in lines[1:])


def test_words_longer_than_a_line_are_cut():
    assert report.wrapped_name("a" * 9 + "(b=1)", 6).split("\n") == ["a" * 6, " aaa(", " b=1)"]


def test_one_round_and_one_deal_have_pages_and_charts_too(tmp_path):
    found = compare("shanghai", "greedy", ["novice"], players=3, deals=1, round=2)
    page = report.comparison_page(found, 80, by_round=True)
    assert "per match" not in page
    assert "inf" not in page
    assert "nan" not in page
    files = comparison_charts(found, "one deal", tmp_path)
    kinds = sorted(path.suffix for path in files)
    assert kinds == [".csv", ".csv", ".png", ".png", ".svg", ".svg"]


def test_rounds_add_up_to_the_whole():
    found = planted(40)
    rows = report.comparison_round_rows(found)
    assert len(rows) == 3 * ROUNDS
    whole = {row["policy"]: row["points_better_match"] for row in report.comparison_rows(found)}
    for name, total in whole.items():
        own = [row for row in rows if row["policy"] == name]
        assert [row["round"] for row in own] == list(range(1, ROUNDS + 1))
        assert sum(row["points_better"] for row in own) == pytest.approx(total)
    assert all(not row["clear"] for row in rows if row["policy"] == "same")
    assert list(whole) == ["better", "same", "worse"]
