"""Ways to play compared in what was counted; curves of all hands together, and their words."""

import dataclasses

import pytest

from rummysim.experiments.findings import Count
from rummysim.reports.arm_answers import reference, whole_values
from rummysim.reports.blocks import Bullets, Fold, Text
from rummysim.reports.counting_answers import answers
from rummysim.reports.counting_figures import counting_pictures
from rummysim.reports.runs import Run
from rummysim.stats.estimate import Estimate
from tests.made_up import AT, arm, around, counting_run, experiment, manifest

TABLE = dataclasses.replace(AT, field="table")
CARDS = {
    "one": arm("one", "buying with one penalty card"),
    "none": arm("none", "buying without a penalty card", rules=["buy.penalty_cards=0"]),
    "two": arm("two", "buying with two penalty cards", rules=["buy.penalty_cards=2"]),
}
SHARE = "cluster-score"


def penalty_counts(points):
    """Points and shares of two rounds, by the arm."""
    of = experiment(
        "cards",
        design="counting",
        arms={name: CARDS[name] for name in ("none", "one", "two")},
        contrasts=(),
        measures=("points", "dead"),
        by=("round",),
    )
    found = []
    for name, value in points.items():
        for n in (1, 2):
            labels = {"round": n}
            one = around(value + n, 0.2)
            share = Estimate(0.01, 0.008, 0.013, 1000, SHARE)
            found.append(Count(of, TABLE, name, "points", labels, one, 4000))
            found.append(Count(of, TABLE, name, "dead", labels, share, 1000))
    return found


def test_rules_are_compared_with_the_usual_ones_in_words_and_in_a_table():
    blocks = list(answers(penalty_counts({"none": 34.0, "one": 32.0, "two": 31.9})))
    text, bullets, fold = blocks[:3]
    assert isinstance(text, Text)
    assert text.text == (
        "Among 4 steady players, in the mean of all rounds, against buying with one penalty card; "
        "intervals allow for all 4 comparisons:"
    )
    assert isinstance(bullets, Bullets)
    assert bullets.items == (
        "Buying without a penalty card: penalty points +2.0 ±0.4. Not surely different: rounds "
        "that nobody goes out of.",
        "Buying with two penalty cards: not surely different: penalty points; rounds that nobody "
        "goes out of.",
    )
    assert isinstance(fold, Fold)
    (table,) = fold.blocks
    assert [row[0] for row in table.rows] == [each.doing for each in CARDS.values()][1::-1] + [
        "buying with two penalty cards"
    ]
    assert table.rows[0][1] == "35.5 (+2.0 ±0.4)"
    assert table.rows[1][1:] == ("33.5", "1.0%")


def test_intervals_of_many_comparisons_are_wider_than_each_alone():
    """2 * 0.2 ** 2 under a root are 0.28; with room for four comparisons 0.36."""
    rows = list(answers(penalty_counts({"none": 32.3, "one": 32.0, "two": 31.0})))[1].items
    assert rows[0].startswith("Buying without a penalty card: not surely different: penalty")
    assert rows[1].startswith("Buying with two penalty cards: penalty points -1.0 ±0.4.")


def test_one_way_to_play_is_compared_with_nothing():
    of = experiment("one", design="counting", arms={"one": CARDS["one"]}, measures=("points",))
    found = [Count(of, TABLE, "one", "points", {"round": n}, around(9.0), 99) for n in (1, 2)]
    assert not any(isinstance(block, Bullets) for block in answers(found))


def test_the_usual_way_is_what_others_are_compared_with():
    assert reference(experiment(arms={name: CARDS[name] for name in ("none", "one")})) == "one"
    assert reference(experiment(arms={name: CARDS[name] for name in ("none", "two")})) == "none"


def hands(name, measure, values, **labels):
    """Counts by jokers dealt: 300, 90 and 10 hands."""
    of = counting_run().experiment
    return [
        Count(
            of,
            TABLE,
            name,
            measure,
            {"jokers_dealt": jokers, **labels},
            Estimate(value, value - 0.02, value + 0.02, 500, SHARE),
            number,
        )
        for jokers, (value, number) in enumerate(zip(values, (300, 90, 10), strict=True))
    ]


def test_all_hands_together_are_weighted_by_how_many_there_are():
    whole = whole_values(hands("choosy", "down", (0.2, 0.4, 0.6)), "choosy")["down"]
    assert whole.estimate == pytest.approx(0.255)
    assert (whole.low, whole.high) == pytest.approx((0.235, 0.275))


def test_curves_of_ways_to_play_are_of_all_hands_and_have_their_sentences():
    found = [
        count
        for name, shift in (("choosy", 0.0), ("never", 0.1))
        for turn in (1, 5, 10, 12)
        for count in hands(
            name, "down_by_turn", [turn / 25 + shift + 0.11 * j for j in range(3)], turn=turn
        )
    ]
    of = found[0].experiment
    made = {p.stem: p for p in counting_pictures(Run(of, manifest(of), counts=tuple(found)))}
    arms = made["rounds-down_by_turn-by-arm"]
    assert arms.told.heading.endswith("by way to play; all hands together")
    assert "All hands together" in arms.words.caption
    assert arms.told.sentence.splitlines() == [
        "Buying only what is missing: 23.0% by turn 5, 43.0% by turn 10 and 51.0% in the end.",
        "Never buying: 33.0% by turn 5, 53.0% by turn 10 and 61.0% in the end.",
        "In the end: a player is down most often: never buying (61.0%); least often: buying only "
        "what is missing (51.0%), 10.0 ±2.9 %-points less.",
    ]
    assert {row["jokers_dealt"] for row in made["rounds-down_by_turn-by-jokers_dealt"].rows} == {
        0,
        1,
        2,
    }
    by_jokers = made["rounds-down_by_turn-by-jokers_dealt"].told
    assert "all hands" not in by_jokers.heading
    assert by_jokers.sentence.splitlines()[1].startswith("1 joker dealt: 31.0% by turn 5")
