"""What is said about claims, on counts that are made up."""

from dataclasses import replace

import pytest

from rummysim.experiments.findings import Count
from rummysim.experiments.spec import Case
from rummysim.reports.claims import claims, difference, within
from tests.made_up import RULES, arm, around, experiment

OFF = ("laid_off_own", "laid_off_others")
MEANS = ("turns", "points")
TABLE = Case("", 4, "steady", "table")
TWO_KINDS = {name: arm(name, f"being {name}") for name in ("usual", "own", "all")} | {
    "differing": arm("differing", "sharp and greedy players in turn")
}


def counted(claim, arm, measure, value, half=0.3, **labels):
    """One count of an experiment about a claim."""
    own = experiment("made_up", claim=claim, design="counting", rules=RULES)
    return Count(own, TABLE, arm, measure, labels, around(value, half), 1000)


def answer_to(counts):
    """The word and all sentences of the only claim among the counts."""
    (claim,) = claims(counts)
    return claim.answer, " ".join(claim.sentences)


@pytest.mark.parametrize(
    ("turns", "word"), [(35, "HOLDS"), (8, "DOES NOT HOLD"), (45, "HOLDS IN PART")]
)
def test_the_length_of_a_round_is_compared_with_its_minutes(turns, word):
    rounds = [counted("SH-C2", "usual", "turns", turns, round=number) for number in (1, 2)]
    said, text = answer_to(rounds)
    assert said == word
    assert f"{turns}.0 ±0.3 turns a round" in text


def test_minutes_come_from_turns_and_seconds():
    """32 turns: 32 * 10 s and a minute are 6.3 minutes, 32 * 15 s and a minute are 9."""
    text = answer_to([counted("SH-C2", "usual", "turns", 32, half=0, round=1)])[1]
    assert "6.3 to 9.0 minutes a round, 44.3 to 63.0 a match" in text


def quiet_counts(spread):
    """With and without buying: the hands are smaller, the spread is as given."""
    values = {
        "buying": {"turns": 34, "cards_left": 5, "points": 30, "points_squared": 30**2 + 40**2},
        "no-buying": {
            "turns": 36,
            "cards_left": 4,
            "points": 40,
            "points_squared": 40**2 + spread**2,
        },
    }
    found = [
        counted("SH-C3", arm, measure, value)
        for arm, measures in values.items()
        for measure, value in measures.items()
    ]
    return [*found, counted("SH-C3", "buying", "buys", 0.9)]


def test_quieter_needs_smaller_hands_and_less_spread():
    assert answer_to(quiet_counts(spread=30))[0] == "HOLDS"
    said, text = answer_to(quiet_counts(spread=50))
    assert said == "HOLDS IN PART"
    assert "spread by 50.0 ±0.3 instead of 40.0 ±0.3" in text


def test_one_more_buy_is_compared_within_a_round():
    def lost(number, buys, value, seen=1000):
        count = counted("SH-M2", "eager", "points_lost", value, round=number, buys=buys)
        return Count(*(getattr(count, name) for name in count.__slots__[:-1]), seen)

    up = [lost(number, buys, 10 * buys) for number in (1, 2) for buys in (0, 1, 2)]
    assert answer_to(up)[0] == "HOLDS"
    assert "more points in 4 and clearly fewer in 0 of 4 comparisons" in answer_to(up)[1]
    assert answer_to([lost(1, 0, 30), lost(1, 1, 10)])[0] == "DOES NOT HOLD"
    rare = [lost(1, 0, 30), lost(1, 1, 10), lost(1, 2, 90, seen=3)]
    assert "of 1 comparison within" in answer_to(rare)[1]


def test_skill_is_the_variance_between_players():
    """Means 40 apart: 20^2 of 20^2 + 30^2 is 31 %."""
    counts = [
        counted("SH-C1", "usual", "dead", 0.001, 0.0005),
        counted("SH-C1", "usual", "recycles", 0.1, 0.01),
    ]
    for policy, mean in (("sharp", 200), ("greedy", 240)):
        counts.append(counted("SH-C1", "differing", "match_points", mean, 1, policy=policy))
        square = mean**2 + 30**2
        counts.append(
            counted("SH-C1", "differing", "match_points_squared", square, 0, policy=policy)
        )
    of = experiment(claim="SH-C1", design="counting", rules=RULES, arms=TWO_KINDS)
    said = answer_to([replace(count, experiment=of) for count in counts])[1]
    assert "4 players, sharp and greedy players in turn: the difference between the two " in said
    assert " makes 30.8% ±" in said


def test_a_difference_is_as_uncertain_as_both():
    found = difference(around(10, 3), around(4, 4))
    assert (found.estimate, found.low, found.high) == (6, 1, 11)


def test_a_range_that_crosses_a_limit_holds_in_part():
    assert [within(low, high, (5, 10)) for low, high in ((5, 10), (4, 5), (11, 12))] == [
        "HOLDS",
        "HOLDS IN PART",
        "DOES NOT HOLD",
    ]


def test_what_holds_in_part_says_which_part():
    rounds = [counted("SH-C2", "usual", "turns", 45, round=number) for number in (1, 2)]
    text = answer_to(rounds)[1]
    assert "that a round takes 5 to 10 minutes holds in part at 1 table (4 steady)." in text
    assert "that a match takes 45 to 75 minutes holds in part at 1 table (4 steady)." in text
    text = answer_to(quiet_counts(45))[1]
    assert "Quieter: fewer interruptions and fewer cards left. Not quieter: more luck." in text
    text = answer_to(quiet_counts(40.1))[1]
    assert "Quieter: fewer interruptions and fewer cards left. Not sure: luck." in text


def test_minutes_are_judged_as_they_are_shown():
    """At 36 turns a slow round takes exactly 10.0 minutes; a little more still reads as 10.0."""
    for turns, word in ((36.1, "holds at"), (36.3, "holds in part at")):
        text = answer_to([counted("SH-C2", "usual", "turns", turns, half=0, round=1)])[1]
        shown = "7.0 to 10.0" if turns < 36.2 else "7.0 to 10.1"
        assert f"{shown} minutes a round" in text
        assert f"that a round takes 5 to 10 minutes {word} 1 table (4 steady)." in text


def everything_counted():
    """Every claim about Shanghai at two tables, with whatever its sentences ask for."""
    needed = {
        "SH-C1": [("usual", "dead", 0.01, {}), ("usual", "recycles", 1.0, {})]
        + [
            ("differing", f"match_points{power}", value, {"policy": who})
            for who in ("sharp", "greedy")
            for power, value in (("", 200), ("_squared", 200**2 + 900))
        ],
        "SH-C2": [("usual", "turns", 30.0, {"round": 1})],
        "SH-C3": [
            (kind, measure, value, {})
            for kind in ("buying", "no-buying")
            for measure, value in (("turns", 30), ("cards_left", 4), ("points", 30), ("buys", 1))
        ]
        + [(kind, "points_squared", 1800, {}) for kind in ("buying", "no-buying")],
        "SH-C5": [("usual", name, 2.0, {}) for name in (*MEANS, "buys")],
        "SH-C6": [("all", name, 1.0, {"round": 1}) for name in OFF]
        + [
            (arm, name, 9.0, {"round": 1}) for arm in ("own", "all") for name in ("turns", "points")
        ],
        "SH-M1": [("usual", "one_short", 0.1, {"round": 1})],
        "SH-M2": [("usual", "points_lost", 9.0, {"round": 1, "buys": buys}) for buys in (0, 1)],
    }
    for claim, asked in needed.items():
        of = experiment(claim=claim, design="counting", rules=RULES, arms=TWO_KINDS)
        for baseline in ("steady", "sharp"):
            case = Case("", 4, baseline, "table")
            for kind, measure, value, labels in asked:
                yield Count(of, case, kind, measure, labels, around(value, 0.01), 1000)


def test_every_line_about_a_table_says_which_game_and_who_plays():
    for claim in claims(list(everything_counted())):
        assert len(claim.sentences) > 1, claim.claim
        numbers = [said for said in claim.sentences if " ±" in said or "clearly" in said]
        assert len(numbers) == len(set(numbers))
        for said in numbers:
            assert said.startswith("Shanghai Rummy, 4 "), said
            who = said.partition("players")[0].split()[-1]
            in_turn = "4 players, sharp and greedy players in turn" in said
            assert who in ("steady", "sharp") or in_turn, said


def test_an_own_experiment_may_count_other_things_about_a_claim():
    for claim in ("SH-C2", "MY-1"):
        found = [counted(claim, "usual", "down_turn", 5.0, round=1)]
        assert answer_to(found) == (
            "COUNTED",
            "The numbers of made_up stand in the report: down turn.",
        )


def test_own_melds_only_makes_rounds_longer():
    values = {"own": (30.0, 50.0), "all": (25.0, 40.0)}
    found = [counted("SH-C6", "all", name, 1.0, round=1) for name in OFF]
    for name, (points, turns) in values.items():
        found.append(counted("SH-C6", name, "points", points, round=1))
        found.append(counted("SH-C6", name, "turns", turns, round=1))
    text = answer_to(found)[1]
    assert "clearly dearer in 1 and clearly cheaper in 0 of 1 round." in text
    assert "A round then takes 10.0 ±0.5 turns more." in text


def test_a_round_is_called_the_longest_only_if_it_is():
    turns = [counted("SH-C2", "usual", "turns", 30 + number, round=number) for number in (1, 2, 3)]
    assert ", and 33.0 ±0.3 in round 3, the longest; " in answer_to(turns)[1]
    turns.append(counted("SH-C2", "usual", "turns", 33.06, round=4))
    assert (
        ", and 33.1 ±0.3 in round 4 and 33.0 ±0.3 in round 3, the longest, which cannot be told "
        "apart; " in answer_to(turns)[1]
    )


def test_one_meld_short_most_often_is_said_of_one_round_or_of_several():
    short = [counted("SH-M1", "usual", "one_short", n / 10, 0.01, round=n) for n in (1, 2, 3)]
    short += [counted("SH-M1", "usual", "one_short_points", 90.0, round=n) for n in (1, 2, 3, 4)]
    assert "most often in round 3 (30.0% ±1.0), with 90.0 ±0.3 points" in answer_to(short)[1]
    short.append(counted("SH-M1", "usual", "one_short", 0.305, 0.01, round=4))
    assert "most often in rounds 4 and 3, which cannot be told apart." in answer_to(short)[1]
