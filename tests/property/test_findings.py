"""Findings of a store against the deals that they are about, one by one."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rummysim.experiments import counting, paired
from rummysim.experiments.findings import adjust, counts, declared, findings
from rummysim.experiments.grid import cases_of
from rummysim.experiments.read import parse_experiment
from rummysim.experiments.rows import Pieces, Row
from rummysim.experiments.store import Store
from rummysim.simulation import simulate, versus
from rummysim.stats.multiple import holm
from rummysim.stats.sequence import mean_sequence
from rummysim.stats.verdict import Verdict

DEALS = 120
PLAYERS = 3
TEXT = """
[table]
players = [3]
fields = ["baseline", "table"]
[arms.never]
parameters = { buy = "never" }
[arms.always]
parameters = { buy = "always" }
[arms.same]
[[contrasts]]
tip = "never"
other = "always"
[[contrasts]]
tip = "same"
other = "usual"
[stop]
burn_in = 120
look = 120
max_deals = 120
confirm_min = 120
confirm_max = 120
[run]
seed = 7
"""


def store_of(asked, design, stages):
    """A store as a run would leave it, with the deals of one stage taken for another's."""
    rows = []
    for case in cases_of(asked):
        names = design.groups(asked, case)
        sums = design.play(asked, case, names, "explore", 0, DEALS)
        rows += [Row(case.key, names, stage, 0, DEALS, sums) for stage in stages]
    return Store(Path(), {}, asked, tuple(rows), Pieces(rows), 0)


@pytest.fixture(scope="module")
def found():
    """Both stages on the same deals, so that the confirmation's can be compared."""
    store = store_of(parse_experiment(TEXT), paired, ("explore", "confirm"))
    return {(each.case.field, each.contrast.name, each.stage): each for each in findings(store)}


@pytest.fixture(scope="module")
def direct():
    never, always = "steady(buy=never)", "steady(buy=always)"
    return versus("shanghai", never, always, "steady", players=PLAYERS, deals=DEALS, seed=7)


def close(a, b):
    assert (a.estimate, a.low, a.high, a.n) == pytest.approx((b.estimate, b.low, b.high, b.n))


def test_every_contrast_at_every_table_in_every_stage(found):
    assert list(found) == [
        (field, contrast, stage)
        for field in ("baseline", "table")
        for contrast in ("never-always", "same-usual")
        for stage in ("explore", "confirm")
    ]


def test_a_confirmation_says_what_versus_says_of_the_same_deals(found, direct):
    one = found["baseline", "never-always", "confirm"]
    close(one.points, direct.points_saved())
    close(one.ahead, direct.points_better())
    room = math.log(2 / 0.05) / DEALS  # fewer than 100 of the matches are won or lost by it
    won = direct.wins_gained()
    close(one.wins, replace(won, low=won.low - room, high=won.high + room))
    close(one.match, replace_scaled(direct.points_saved(), 7))
    for number, each in enumerate(one.points_by_round):
        saved = (direct.b.own - direct.a.own)[:, :, number].sum(axis=1) / PLAYERS
        luck = direct.b.own[:, :, number].std(ddof=1)
        half = t_half(saved) + (0 if saved.any() else 3 * luck * room)
        assert (each.estimate, each.high - each.estimate) == pytest.approx((saved.mean(), half))
    assert one.deals == DEALS
    assert one.games == DEALS * 2 * PLAYERS


def replace_scaled(estimate, factor):
    ends = {name: getattr(estimate, name) * factor for name in ("estimate", "low", "high")}
    return replace(estimate, **ends)


def t_half(values):
    from scipy.stats import t

    return t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / math.sqrt(len(values))


def test_exploring_has_the_same_estimate_and_a_sequence_at_its_share_of_alpha(found, direct):
    one = found["baseline", "never-always", "explore"]
    saved = (direct.b.own - direct.a.own).sum(axis=(1, 2))
    close(
        one.points,
        mean_sequence(
            DEALS,
            int(saved.sum()),
            int((saved**2).sum()),
            scale=7 * PLAYERS,
            planned=1500,
            alpha=0.05 / 2,
        ),
    )
    confirmed = found["baseline", "never-always", "confirm"].points
    assert one.points.high - one.points.low > confirmed.high - confirmed.low


def test_p_is_that_of_the_t_test(found, direct):
    from scipy.stats import ttest_1samp

    saved = (direct.b.own - direct.a.own).sum(axis=(1, 2))
    confirmed = found["baseline", "never-always", "confirm"]
    assert confirmed.p == pytest.approx(ttest_1samp(saved, 0).pvalue)
    assert found["baseline", "never-always", "explore"].p > confirmed.p


def test_luck_is_the_deviation_of_one_players_round(found, direct):
    one = found["baseline", "never-always", "confirm"]
    of_rounds = [direct.b.own[:, :, number].var(ddof=1) for number in range(7)]
    assert one.luck == pytest.approx(math.sqrt(np.mean(of_rounds)))
    assert one.rounds_to_equal == pytest.approx((one.luck / one.points.estimate) ** 2)


def test_what_pairing_is_worth_and_costs(found, direct):
    one = found["baseline", "never-always", "confirm"]
    matches = [arm.own.sum(axis=2).ravel().var(ddof=1) for arm in (direct.a, direct.b)]
    paired_deals = (direct.b.own - direct.a.own).sum(axis=(1, 2)) / PLAYERS
    assert one.variance_ratio == pytest.approx(sum(matches) / paired_deals.var(ddof=1))
    assert one.cost_ratio == pytest.approx(PLAYERS)  # n games of each arm beside one of each
    together = found["table", "never-always", "confirm"]
    assert together.cost_ratio == pytest.approx(1)
    assert together.games == 2 * DEALS


def test_changed_is_the_share_of_matches_that_change(found, direct):
    one = found["baseline", "never-always", "confirm"]
    other = (direct.a.own != direct.b.own) | (direct.a.others != direct.b.others)
    share = other.any(axis=2).mean()
    assert share <= one.changed <= 1
    assert one.changed == pytest.approx(share, abs=0.02)


def test_turns_of_the_table_are_those_of_whole_simulations(found):
    never, always = (
        simulate("shanghai", f"steady(buy={word})", players=PLAYERS, deals=DEALS, seed=7).turns
        for word in ("never", "always")
    )
    one = found["table", "never-always", "confirm"]
    assert one.turns.estimate == pytest.approx((never - always) / (DEALS * 7))


def test_the_same_player_twice_has_exactly_no_effect(found):
    for field in ("baseline", "table"):
        for stage in ("explore", "confirm"):
            one = found[field, "same-usual", stage]
            assert (one.points.low, one.points.high, one.points.kind) == (0, 0, "exact")
            assert one.verdict is Verdict.NO_MATERIAL_EFFECT
            assert (one.p, one.changed, one.rounds_to_equal) == (1, 0, math.inf)
            assert (one.alike, one.wins_p) == (True, 1)
            for each in (one.match, one.ahead, one.wins, one.turns, *one.points_by_round):
                assert (each.low, each.high, each.kind) == (0, 0, "exact")
        assert found[field, "same-usual", "explore"].stop == paired.ALIKE
    assert not found["baseline", "never-always", "confirm"].alike


def test_verdicts_follow_the_points(found):
    one = found["baseline", "never-always", "confirm"]
    assert -0.5 < one.points.high < 0
    assert one.verdict is Verdict.HURTS
    assert not one.clearly
    assert one.adjusted is None


def test_adjusting_is_holm_over_the_whole_list(found):
    base = found["baseline", "never-always", "confirm"]
    ps = [0.04, 0.001, 0.03, 1.0]
    adjusted = adjust([replace(base, p=p) for p in ps])
    assert [each.adjusted for each in adjusted] == holm(ps)
    assert [each.verdict for each in adjusted] == [
        Verdict.UNDECIDED,
        Verdict.HURTS,
        Verdict.UNDECIDED,
        Verdict.UNDECIDED,
    ]


def test_what_was_declared_and_not_played_yet_counts_when_adjusting(found):
    """Two contrasts at two tables: one p-value alone is one of four."""
    base = found["baseline", "never-always", "confirm"]
    assert declared([base.experiment]) == 4
    (alone,) = adjust([replace(base, p=0.02, wins_p=0.002)])
    assert (alone.adjusted, alone.wins_adjusted) == (pytest.approx(0.08), pytest.approx(0.008))
    assert alone.verdict is Verdict.UNDECIDED
    (of_many,) = adjust([replace(base, p=0.001)], asked=20)
    assert of_many.adjusted == pytest.approx(0.02)


def test_wins_are_adjusted_as_a_list_of_their_own(found):
    base = found["baseline", "never-always", "confirm"]
    more = replace(base.wins, estimate=0.02, low=0.01, high=0.03)
    ps = [0.03, 0.001, 0.5, 0.04]
    adjusted = adjust([replace(base, wins=more, p=0.9, wins_p=p) for p in ps])
    assert [each.wins_adjusted for each in adjusted] == holm(ps)
    assert [each.wins_sure for each in adjusted] == [False, True, False, False]
    assert replace(base, wins=more, wins_p=0.03).wins_sure
    assert not replace(base, wins=replace(more, low=-0.01), wins_p=0.03).wins_sure


def test_the_p_value_of_wins_is_that_of_the_t_test(found, direct):
    from scipy.stats import ttest_1samp

    won = (direct.a.wins - direct.b.wins).sum(axis=1)
    confirmed = found["baseline", "never-always", "confirm"]
    assert confirmed.wins_p == pytest.approx(ttest_1samp(won, 0).pvalue)
    assert found["baseline", "never-always", "explore"].wins_p == 1  # too few to say so early


def test_adjusting_leaves_the_verdicts_of_exploring(found):
    explored = found["baseline", "never-always", "explore"]
    (alone,) = adjust([replace(explored, p=0.5)], asked=1)
    assert (alone.adjusted, alone.verdict) == (0.5, explored.verdict)


def test_an_effect_within_half_a_point_that_is_not_significant_is_immaterial(found):
    base = found["baseline", "never-always", "confirm"]
    small = replace(base.points, estimate=0.2, low=0.1, high=0.3)
    sure, unsure = (adjust([replace(base, points=small, p=p)])[0] for p in (0.01, 0.2))
    assert (sure.verdict, unsure.verdict) == (Verdict.HELPS, Verdict.NO_MATERIAL_EFFECT)


def test_counts_of_a_store_come_in_the_order_of_the_experiment():
    asked = parse_experiment(
        """[table]
        players = [3]
        [arms.usual]
        [arms.greedy]
        policy = "greedy"
        [count]
        measures = ["won", "points"]
        by = ["place"]
        """
    )
    store = store_of(asked, counting, ("explore",))
    found = counts(store)
    assert [(each.arm, each.measure, each.labels) for each in found] == [
        (arm, measure, {"place": place})
        for arm in ("usual", "greedy")
        for measure in ("won", "points")
        for place in (1, 2, 3)
    ]
    assert all(each.observations == DEALS * 7 for each in found)
    assert all(each.value.low <= each.value.estimate <= each.value.high for each in found)
    shares = [each.value.estimate for each in found if (each.arm, each.measure) == ("usual", "won")]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    assert findings(store) == []


def test_paired_stores_have_no_counts():
    asked = parse_experiment(TEXT)
    assert counts(Store(Path(), {}, asked, (), Pieces(), 0)) == []
