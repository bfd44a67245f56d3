"""What terminals and programs get of an experiment: tables, careful sentences, rows."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from rummysim.experiments.findings import Count, Finding
from rummysim.experiments.grid import cases_of
from rummysim.experiments.read import parse_experiment
from rummysim.experiments.rows import Pieces
from rummysim.experiments.spec import Case
from rummysim.experiments.store import Store
from rummysim.reports.counting_page import count_rows, counting_tables
from rummysim.reports.data import csv_text
from rummysim.reports.experiments import experiment_page, experiment_rows
from rummysim.reports.paired_page import (
    finding_rows,
    finding_tables,
    published,
    sentence,
    summary,
    verdict_words,
)
from rummysim.stats.estimate import Estimate
from rummysim.stats.verdict import Verdict, clearly

TEXT = """
question = "Is buying worth it?"
claim = "SH-T3"
quote = "Buy wisely."
[table]
players = [3, 4]
fields = ["baseline", "table"]
[arms.choosy]
doing = "buying only what the contract lacks"
parameters = { buy = "missing" }
[arms.eager]
doing = "buying every discard"
parameters = { buy = "always" }
[[contrasts]]
tip = "choosy"
other = "eager"
[[contrasts]]
tip = "eager"
other = "usual"
[variants.quiet]
rules = ["buy.limit=1"]
why = "one buy a round"
"""
PAIRED = parse_experiment(TEXT)
DECLARED = len(cases_of(PAIRED)) * len(PAIRED.contrasts)
FOUR = Case("", 4, "steady", "baseline")
NONE = Estimate(0.0, 0.0, 0.0, 1000, "t")


def t(estimate, half):
    return Estimate(estimate, estimate - half, estimate + half, 1000, "t")


def finding(points, verdict, *, stage="confirm", p=0.001, case=FOUR, contrast=0):
    return Finding(
        experiment=PAIRED,
        case=case,
        contrast=PAIRED.contrasts[contrast],
        stage=stage,
        deals=1000,
        games=5000,
        points=points,
        points_by_round=(points,) * 7,
        match=NONE,
        ahead=NONE,
        wins=t(0.012, 0.005),
        turns=NONE,
        p=p,
        adjusted=None,
        verdict=verdict,
        clearly=clearly(points, 0.5),
        changed=0.4,
        luck=30.0,
        rounds_to_equal=100.0,
        variance_ratio=5.0,
        cost_ratio=2.5,
        stop="clear",
    )


HELPS = finding(t(3.2, 0.3), Verdict.HELPS)
TIP = "Buying only what the contract lacks, instead of buying every discard,"
AT = "(4 players, steady; the others play as usual;"


def test_a_tip_that_helps_in_one_sentence():
    assert sentence(HELPS) == (
        f"{TIP} saves 3.2 ±0.3 points a round {AT} confirmed on 1,000 fresh matches)."
    )


def test_a_tip_that_hurts_costs_points():
    text = sentence(finding(t(-1.25, 0.25), Verdict.HURTS, stage="explore"))
    assert text == (
        f"{TIP} costs 1.2 ±0.3 points a round, but 1.2 matches more of a hundred are won {AT} "
        "explored on 1,000 matches, not confirmed)."
    )


def test_where_points_and_wins_agree_the_sentence_has_points_alone():
    fewer = replace(finding(t(-1.25, 0.25), Verdict.HURTS), wins=t(-0.012, 0.005))
    assert f"{TIP} costs 1.2 ±0.3 points a round {AT}" in sentence(fewer)
    assert "Points and wins disagree" not in summary([fewer, HELPS])
    assert summary([finding(t(-1.25, 0.25), Verdict.HURTS, stage="explore"), HELPS]).endswith(
        " Points and wins disagree at 1 of them."
    )


@pytest.mark.parametrize("middle", [-0.35, 0.35])
def test_a_sentence_has_the_digits_of_the_table(middle):
    found = finding(t(middle, 0.305), Verdict.HELPS if middle > 0 else Verdict.HURTS)
    assert "0.35 ±0.31 points a round" in sentence(found)
    assert "0.35 ±0.31" in finding_tables([found], 80)[0]


def test_points_of_one_round_are_called_so():
    one = replace(HELPS, experiment=replace(PAIRED, round=7))
    assert "saves 3.2 ±0.3 points in round 7 (" in sentence(one)


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Verdict.NO_MATERIAL_EFFECT, "makes no material difference"),
        (Verdict.UNDECIDED, "is undecided"),
    ],
)
def test_without_a_verdict_for_it_nothing_is_saved_or_lost(verdict, words):
    text = sentence(finding(t(0.1, 0.3), verdict))
    assert f"{TIP} {words}: between -0.20 and +0.40 points a round saved" in text


def test_an_interval_without_zero_that_is_undecided_says_why():
    text = sentence(finding(t(0.6, 0.5), Verdict.UNDECIDED))
    assert "is undecided when all contrasts are judged together: between +0.10 and +1.10" in text


def test_players_that_are_the_same_are_said_to_be():
    same = replace(finding(t(0.0, 0.1), Verdict.NO_MATERIAL_EFFECT), alike=True)
    assert f"{TIP} is the same here: no deal of 1,000 changes" in sentence(same)


def test_a_rule_is_no_habit_of_one_player():
    text = TEXT.replace('parameters = { buy = "always" }', 'rules = ["buy.limit=1"]')
    rule = parse_experiment(text).contrasts[1]
    found = replace(HELPS, experiment=parse_experiment(text), contrast=rule)
    assert "(4 players, steady; all play alike; confirmed on" in sentence(found)
    assert "the others play as usual" not in sentence(found)


def test_a_sign_survives_rounding():
    (table, *_) = finding_tables([finding(t(-0.92, 0.91), Verdict.HURTS)], 200)
    assert "-0.92 ±0.91" in table


def test_a_level_is_never_rounded_to_certainty():
    sure = replace(PAIRED, stop=replace(PAIRED.stop, alpha=1e-9))
    *_, legend = finding_tables([replace(HELPS, experiment=sure)], 400)
    assert "half of a 99.9999999% interval" in legend


def test_single_rounds_are_no_matches():
    one = parse_experiment(TEXT + "[game]\nround = 7\n")
    assert "1,000 fresh deals of round 7" in sentence(replace(HELPS, experiment=one))


def test_clearly_needs_a_direction():
    assert verdict_words(HELPS) == "clearly HELPS"
    assert verdict_words(finding(t(0.6, 0.3), Verdict.HELPS)) == "HELPS"
    assert verdict_words(finding(t(3.2, 0.3), Verdict.UNDECIDED)) == "UNDECIDED"


def test_one_table_of_players_has_a_line_for_each_contrast():
    other = finding(t(-2.0, 0.4), Verdict.HURTS, contrast=1)
    table, sentences, legend = finding_tables([HELPS, other], 80)
    title, *_, first, second = (" ".join(line.split()) for line in table.splitlines())
    assert title == "4 players, steady; the others play as usual:"
    assert first == "choosy-eager +3.2 ±0.3 +1.2 ±0.5 clearly HELPS 1,000 confirm"
    assert second == "eager-usual -2.0 ±0.4 +1.2 ±0.5 clearly HURTS 1,000 confirm"
    assert sentences.count("instead of") == 2
    assert f"all {DECLARED} comparisons together (Holm)" in " ".join(legend.split())
    assert max(map(len, "\n".join((table, sentences, legend)).splitlines())) <= 80


def test_several_tables_have_a_line_each_for_each_contrast_and_house_rules():
    cases = [
        FOUR,
        Case("", 3, "steady", "table"),
        Case("quiet", 4, "steady", "baseline"),
    ]
    found = [replace(HELPS, case=case) for case in cases]
    found[1] = replace(found[1], verdict=Verdict.UNDECIDED, points=t(0.2, 1.0), stage="explore")
    usual, quiet, sentences, _ = finding_tables(found, 80)
    assert usual.splitlines()[0] == "choosy-eager:"
    assert usual.splitlines()[-1].startswith("3 steady, table")
    assert quiet.splitlines()[0] == "choosy-eager; house rules quiet, one buy a round:"
    assert " ".join(sentences.split()) == (
        f"{TIP} helps at 2 of 3 tables, is undecided at 1 (2 of them confirmed on fresh deals)."
    )


def test_one_confirmation_is_not_judged_together_with_others():
    one = replace(PAIRED, contrasts=PAIRED.contrasts[:1], players=(4,), variants=())
    one = replace(one, fields=("baseline",))
    *_, legend = finding_tables([replace(HELPS, experiment=one)], 80)
    assert "confirm: fresh deals, as many as were fixed beforehand. clearly" in " ".join(
        legend.split()
    )


def test_all_declared_comparisons_are_judged_together():
    *_, legend = finding_tables([HELPS], 400)
    assert f"HELPS and HURTS hold for all {DECLARED} comparisons together (Holm)" in legend


def test_a_summary_counts_verdicts():
    assert summary([HELPS, HELPS]).endswith(
        "helps at 2 of 2 tables (all confirmed on fresh deals)."
    )


def test_the_confirmation_stands_for_a_contrast_and_is_adjusted_over_all_of_them():
    explored = replace(HELPS, stage="explore", points=t(9.0, 1.0))
    shaky = replace(HELPS, p=0.04, contrast=PAIRED.contrasts[1])
    found = published([explored, replace(HELPS, p=0.03), shaky])
    assert [(each.stage, each.p, each.adjusted) for each in found] == [
        ("confirm", 0.03, pytest.approx(DECLARED * 0.03)),
        ("confirm", 0.04, pytest.approx((DECLARED - 1) * 0.04)),
    ]
    assert [each.verdict for each in found] == [Verdict.UNDECIDED] * 2


def test_exploring_alone_is_published_as_it_is():
    explored = replace(HELPS, stage="explore")
    assert published([explored]) == [explored]
    *_, legend = finding_tables([explored], 400)
    assert "the interval holds at every look and for all 2 contrasts together" in legend
    assert "Holm" not in legend


def test_rows_have_both_stages_and_the_same_keys():
    explored = replace(HELPS, stage="explore", points=t(9.0, 1.0))
    rows = finding_rows([explored, replace(HELPS, p=0.03)])
    assert [row["stage"] for row in rows] == ["explore", "confirm"]
    assert rows[0].keys() == rows[1].keys()
    assert rows[1]["p_adjusted"] == pytest.approx(DECLARED * 0.03)
    assert (rows[0]["points_saved"], rows[1]["points_saved_low"]) == (9.0, pytest.approx(2.9))
    assert rows[1]["points_saved_round_7"] == pytest.approx(3.2)
    assert csv_text(rows).count("\n") == 3


COUNTING = parse_experiment(
    """
    question = "Who wins?"
    [table]
    players = [3]
    [arms.one]
    [arms.two]
    policy = "greedy"
    [count]
    measures = ["won", "points", "down_by_turn", "turns"]
    by = ["jokers_dealt"]
    """
)
TABLE = Case("", 3, "steady", "table")


def count(arm, measure, value, **labels):
    return Count(COUNTING, TABLE, arm, measure, labels, value, 500)


COUNTS = [
    count("two", "won", Estimate(0.25, 0.2, 0.3, 90, "t"), jokers_dealt=3),
    count("one", "won", Estimate(0.5, 0.4, 0.6, 90, "t"), jokers_dealt=3),
    count("one", "won", Estimate(0.75, 0.7, 0.8, 90, "t"), jokers_dealt=0),
    count("one", "points", t(30.0, 2.0), jokers_dealt=0),
    count("one", "turns", t(35.0, 2.0)),
    *(
        count("one", "down_by_turn", Estimate(turn / 50, 0, 1, 90, "t"), jokers_dealt=0, turn=turn)
        for turn in range(1, 31)
    ),
]


def test_counts_are_tables_by_their_labels():
    whole, by_label, curve, legend = counting_tables(COUNTS, 80)
    assert whole.splitlines() == [
        "3 players, steady:",
        "       turns",
        "--- --------",
        "one 35.0±2.0",
    ]
    assert by_label.splitlines()[2:] == [
        "one, jokers dealt 0         75.0%±5.0 30.0±2.0",
        "one, jokers dealt 3 or more    50%±10        -",
        "two, jokers dealt 3 or more 25.0%±5.0        -",
    ]
    assert curve.splitlines()[0] == "down by turn:"
    turns = [int(turn) for turn in curve.splitlines()[1].replace("turn", " ").split()]
    assert turns == [5, 10, 15, 20, 30]
    assert [cell[:3] for cell in curve.splitlines()[3].split()[-5:-3]] == ["10%", "20%"]
    assert "won: 1 for going out in a round." in " ".join(legend.split())


def test_rows_of_counts_have_every_label():
    rows = count_rows(COUNTS)
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert (rows[0]["jokers_dealt"], rows[0]["turn"], rows[0]["round"]) == (3, None, None)
    assert rows[-1]["turn"] == 30
    assert (rows[1]["value"], rows[1]["observations"], rows[1]["deals"]) == (0.5, 500, 90)


def store(experiment):
    return Store(Path(), {}, experiment, (), Pieces(), 0)


def test_a_store_without_deals_says_so():
    assert experiment_page(store(PAIRED)) == (
        "Is buying worth it?\n\n“Buy wisely.” (SH-T3)\n\nNothing has been played yet."
    )
    assert experiment_rows(store(PAIRED)) == experiment_rows(store(COUNTING)) == []


def test_numbers_without_an_interval_are_shown_alone():
    lonely = count("one", "points", Estimate(12.0, -math.inf, math.inf, 1, "t"))
    assert "12.0" in counting_tables([lonely], 80)[0]
    assert "±" not in counting_tables([lonely], 80)[0]
