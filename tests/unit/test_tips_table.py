"""The table of tips: rows, sentences, order, and all numbers for programs."""

import dataclasses

import pytest

from rummysim.experiments.spec import Case, Contrast
from rummysim.reports.blocks import Verdicts
from rummysim.reports.claims import Claim
from rummysim.reports.finding_words import OPEN
from rummysim.reports.page_html import html_page
from rummysim.reports.page_markdown import markdown_page
from rummysim.reports.runs import Run, adjusted_together, by_game
from rummysim.reports.tips_page import tip_rows, tips_page
from rummysim.reports.tips_table import Tip, amount_titles, claim_order, rows_of, tips
from rummysim.stats.estimate import Estimate
from tests.made_up import ARMS, AT, arm, around, experiment, finding, findings_of, tip_run


@pytest.fixture
def row():
    return rows_of(tip_run().findings)[0]


def test_a_row_tells_where_verdicts_differ(row):
    assert row.text == "Buying only what is missing, instead of buying <everything> & more"
    assert row.where == (
        "In Shanghai Rummy it helps with three, four and five players among steady players; it is "
        "undecided with three, four and five players among sharp players."
    )
    said = row.sentences()
    assert "With four steady players it saves 1.2 points a round (+0.9 to +1.5)" in said[1]
    assert "wins 1.2 matches more of a hundred (+0.7 to +1.7)" in said[1]
    assert said[2].startswith("With four sharp players it is between 0.0 and +0.6")
    assert "The verdict is the same when all the others do it as well." in said
    table = next(text for text in said if text.startswith("When everybody does it"))
    assert table.startswith("When everybody does it, it saves points with three, four and five")
    assert table.endswith("for the table.")
    assert said[-1] == (
        "House rules, tried with four steady players: it hurts (-1.0 ±0.3) if who is down may not "
        "buy; one more changes nothing here."
    )
    assert row.sensitivity() == (
        "But it hurts with four steady players (-1.0 ±0.3) if who is down may not buy. Not the "
        "same everywhere: other verdicts when everybody does it. One more changes nothing here."
    )


def test_a_row_that_is_the_same_everywhere_says_so():
    found = findings_of(experiment(), lambda _, case: 1.0 + len(case.variant + case.field) / 1000)
    row = rows_of(found)[0]
    assert row.where == (
        "In Shanghai Rummy it helps with three, four and five players, among steady and sharp "
        "players alike."
    )
    tried = "under two other house rules, tried with four steady players."
    assert row.sensitivity() == f"The same among other players and {tried}"
    assert f"The verdict is the same {tried}" in row.sentences()


def test_house_rules_under_which_no_game_is_another_one_are_not_counted():
    found = findings_of(experiment(), lambda _, case: 1.0 + (case.variant == "mild") / 10)
    row = rows_of(found)[0]  # followers play the same games as well
    assert row.sensitivity() == (
        "The same under one other house rule, tried with four steady players; one more changes "
        "nothing here."
    )
    assert row.sentences()[-1] == (
        "The verdict is the same under one other house rule, tried with four steady players; one "
        "more changes nothing here."
    )
    idle = rows_of(findings_of(experiment(), lambda *_: 1.0))[0]
    assert idle.sensitivity() == "Two that were tried change nothing here."


def test_a_verdict_that_turns_round_when_everybody_does_it_is_named():
    def points(_, case):
        return -2.0 - case.players / 10 if case.field == "table" else 1.0 + len(case.field) / 1000

    (tip,) = tips(findings_of(experiment(), points))
    collects = "everybody collects 2.3 to 2.5 points more a round at all six tables."
    said = tip.rows[0].sensitivity()
    assert said.startswith(f"But when everybody does it, {collects} The same among other players")
    assert "When everybody does it, this turns round at all of them." in tip.summary
    assert any(text.endswith(collects) for text in tip.rows[0].sentences())


def test_a_verdict_that_turns_round_at_some_tables_names_them():
    def points(_, case):
        return -1.0 if case.field == "table" and case.players == 3 else 1.0

    (tip,) = tips(findings_of(experiment(baselines=("steady",)), points))
    collects = "everybody collects 1.0 ±0.3 points more a round with three players."
    assert tip.rows[0].sensitivity().startswith(f"But when everybody does it, {collects}")
    assert "this turns round at 1 of them" in tip.summary


def test_wins_that_go_the_other_way_under_a_house_rule_are_told():
    def rounds_lost(each):
        there = each.case.variant == "mild"
        return dataclasses.replace(each, wins=around(-0.259, 0.01)) if there else each

    found = findings_of(experiment(round=7), lambda _, case: 1.0 if case.variant else -1.0)
    row = rows_of(map(rounds_lost, found))[0]
    said = row.sentences()[-1]
    assert "it helps (+1.0 ±0.3) if who is down may not buy" in said
    assert "it helps (+1.0 ±0.3, but 25.9 rounds fewer of a hundred are won) if cards" in said
    assert "fewer rounds are won with four steady players if cards may be" in row.sensitivity()


def test_other_verdicts_among_followers_are_told():
    found = findings_of(experiment(), lambda _, case: 1.0 - 2 * (case.field == "followers"))
    row = rows_of(found)[0]
    assert any(
        text.startswith("When all the others do it as well, it hurts with three, four and five")
        for text in row.sentences()
    )
    assert "when all the others do it as well" in row.sensitivity()


def test_what_an_interval_alone_would_say_is_no_verdict():
    row = rows_of([finding(1.0, verdict=OPEN)])[0]
    said = " ".join(row.sentences())
    assert "In Shanghai Rummy it is undecided with four players" in said
    assert "the interval alone does not hold zero" in said
    assert "saves" not in said


def test_points_and_wins_that_disagree_are_told():
    row = rows_of([finding(1.0, wins=around(-0.02, 0.01))])[0]
    assert "a round (+0.7 to +1.3) but wins 2.0 matches fewer of a hundred" in row.sentences()[1]
    assert row.sensitivity() == (
        "Points and wins disagree: points are saved, but fewer matches are won with four steady "
        "players."
    )
    assert rows_of([finding(1.0, wins=around(0.0, 0.01))])[0].sensitivity() == ""


def test_what_was_only_explored_is_told():
    found = [finding(1.0), finding(1.0, Case("", 3, "steady", "baseline"), stage="explore")]
    said = rows_of(found)[0].sentences()[-1]
    assert said.startswith("Not confirmed on fresh deals: 1 of these 2 verdicts")


def test_arms_that_play_alike_change_nothing():
    same = Estimate(0.0, 0.0, 0.0, 200, "exact")
    nothing = {"stage": "explore", "wins": same, "adjusted": None, "alike": True}
    row = rows_of([finding(same, **nothing)])[0]
    said = " ".join(row.sentences())
    assert row.where == (
        "In Shanghai Rummy it changes no deal at all with four players among steady players."
    )
    assert "With four steady players it changes no deal at all" in said
    assert "Not confirmed" not in said


def test_single_rounds_are_called_so():
    of = experiment(round=7)
    said = " ".join(rows_of([finding(1.0, of=of)])[0].sentences())
    assert "wins 1.0 rounds more of a hundred" in said


def test_tips_come_in_the_order_of_their_names_with_what_was_counted(monkeypatch):
    answer = Claim("SH-C2", "A round takes long.", "HOLDS", ("It takes long.",))
    monkeypatch.setattr("rummysim.reports.tips_table.claims", lambda _: [answer])
    found = tips(tip_run().findings)
    assert [tip.claim for tip in found] == ["SH-T3", "SH-C2"]
    assert found[1].counted == answer
    assert found[1].rows == ()
    names = ["X", "SH-C1", "SH-M2", "SH-T10", "SH-T2"]
    assert sorted(names[1:], key=claim_order) == ["SH-T2", "SH-T10", "SH-M2", "SH-C1"]
    page = tips_page(found, 80)
    assert "SH-C2  A round takes long." in page
    assert "HOLDS:\n- It takes long." in page
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({}, ""),
        ({4: 1.0}, "It helps at the one table that was tried."),
        ({3: 1.0, 4: 1.0}, "It helps at both tables."),
        (
            {3: 1.0, 4: 0.1, 5: -1.0},
            "It helps at 1, hurts at 1 and makes no difference that matters at 1 of three tables.",
        ),
    ],
)
def test_the_summary_counts_verdicts(points, said):
    found = [finding(value, dataclasses.replace(AT, players=n)) for n, value in points.items()]
    assert Tip("SH-T3", "Buy wisely.", tuple(rows_of(found)), None).summary == said


def test_the_summary_is_about_the_first_comparison_and_tells_the_others_apart():
    found = findings_of(experiment(), lambda contrast, _: 1.0 if contrast.other == "eager" else -1)
    (tip,) = tips(found)
    assert tip.summary == (
        "First comparison: helps at all six tables. One other: hurts at all six tables."
    )


def test_the_summary_tells_an_act_and_a_rule_apart():
    """What helps one player may cost all of them as a rule: the two are not counted together."""
    act = experiment("swap", claim="GO-Q2")
    arms = {**ARMS, "never": arm("never", "", rules=("buy.limit=1",))}
    pair = Contrast("never-usual", "never", "usual")
    rule = experiment("swap_rule", claim="GO-Q2", arms=arms, contrasts=(pair,))
    sharp = dataclasses.replace(AT, baseline="sharp")
    for some, more in ((act.contrasts[:1], ""), (act.contrasts, ", first comparison")):
        found = [finding(1.0, at, each, act) for each in some for at in (AT, sharp)]
        found += [finding(-1.0, at, pair, rule) for at in (AT, sharp)]
        (tip,) = tips(found)
        others = " One other: helps at both tables." if more else ""
        assert tip.summary == (
            f"What one player does{more}: helps at both tables.{others} "
            "A rule for the whole table: costs points at both tables."
        )


def test_rules_are_told_as_rules_of_the_whole_table():
    of = experiment(arms={**ARMS, "never": arm("never", "", rules=("buy.limit=1",))})
    contrast = Contrast("never-usual", "never", "usual")
    (row,) = rows_of([finding(1.0, of=of, contrast=contrast)])
    assert row.text.startswith("Playing under the rule buy.limit = 1, instead of playing as usual")
    assert row.where == (
        "In Shanghai Rummy it saves points with four players among steady players; it is a rule "
        "for the whole table."
    )
    assert "saves 1.0 points a round (+0.7 to +1.3) for each player." in row.sentences()[1]
    assert row.shown_wins == []


def test_others_than_the_usual_ones_are_named():
    found = [finding(1.0, dataclasses.replace(AT, field="followers"))]
    (row,) = rows_of(found)
    assert row.where.endswith("among steady players, when all the others do it as well.")
    whole = [finding(1.0, dataclasses.replace(AT, field="table"))]
    (row,) = rows_of(whole)
    assert row.where.endswith("among steady players, when everybody does it.")
    assert "+1.0 ±0.3" in tips_page(tips(whole))


def test_two_experiments_about_one_tip_are_both_told():
    first = findings_of(experiment(players=(3,), variants=()), lambda *_: 1.0)
    other = experiment("more", quote="Buy less.", players=(5,), variants=())
    (tip,) = tips([*first, *findings_of(other, lambda *_: -1.0)])
    assert tip.quote == "Buy wisely.” / “Buy less."
    page = markdown_page([Verdicts((tip,))])
    assert "| steady 3 | sharp 3 | steady 5 | sharp 5 |" in page
    assert page.count("▼ hurts") == 4


def test_what_is_special_about_verdicts_is_told():
    found = [
        finding(1.0, alike=True),
        finding(1.0, dataclasses.replace(AT, players=3), extended=True),
    ]
    said = " ".join(rows_of(found)[0].sentences())
    assert "No deal came out differently in 1 of 2 comparisons" in said
    assert "1 of 2 confirmations did not end where it was planned" in said


def test_wins_are_claimed_only_where_they_stand_among_all_questions():
    said = rows_of([finding(1.0, wins_p=0.2)])[0].sentences()[1]
    doubt = ", which is not sure among so many questions."
    assert said.endswith(f"; matches won of a hundred: +0.5 to +1.5{doubt}")


def test_rows_for_programs_hold_every_number():
    found = tips(tip_run().findings)
    rows = tip_rows(found)
    assert len(rows) == len(tip_run().findings)
    first = rows[0]
    assert (first["points"], first["points_low"], first["points_high"]) == (1.2, 1.2 - 0.3, 1.5)
    assert (first["verdict"], first["stage"], first["deals"]) == ("HELPS", "confirm", 1000)
    assert {row["house_rules"] for row in rows} == {"usual", "strict", "mild"}
    counted = Tip("SH-C2", "q", (), Claim("SH-C2", "q", "HOLDS", ()))
    last = tip_rows([*found, counted])[-1]
    assert (last["claim"], last["verdict"], last["points"]) == ("SH-C2", "HOLDS", None)
    assert list(last) == list(first)


def test_the_main_table_is_four_players_or_the_first():
    sizes = [3, 5]
    found = [finding(1.0, dataclasses.replace(AT, players=n)) for n in sizes]
    assert [each.case.players for each in rows_of(found)[0].shown] == [3]
    found.append(finding(around(1.0)))
    assert [each.case.players for each in rows_of(found)[0].shown] == [4]


def test_tips_are_one_list_for_each_game():
    names = ("SH-T1", "GO-Q1", "", "SH-T2")
    runs = [Run(experiment(name or "own", claim=name), {}) for name in names]
    found = by_game(runs)
    assert {game: [run.name for run in own] for game, own in found.items()} == {
        "SH": ["SH-T1", "SH-T2"],
        "GO": ["GO-Q1"],
    }


def test_the_tips_of_a_report_are_adjusted_as_one_list():
    """A p of 0.03 stands alone and not beside another tip's; explored findings stay."""
    one = {"players": (4,), "baselines": ("steady",), "fields": ("baseline",), "variants": ()}
    one["contrasts"] = experiment().contrasts[:1]
    first, second = (experiment(name, claim=name, **one) for name in ("SH-T1", "SH-T2"))
    doubtful = finding(around(1.0, 0.9), of=first, p=0.03)
    explored = finding(1.0, of=second, stage="explore", p=0.5)
    clear = finding(1.0, of=second, p=1e-9)
    alone = adjusted_together([Run(first, {}, (doubtful,))])
    assert [each.verdict for each in alone[0].findings] == ["HELPS"]
    dull = finding(around(0.1, 0.9), of=second, p=0.8)
    both = adjusted_together(
        [Run(first, {}, (doubtful,)), Run(second, {}, (explored, dull, clear))]
    )
    assert [each.verdict for each in both[0].findings] == ["UNDECIDED"]
    assert both[0].findings[0].adjusted == pytest.approx(0.06)
    assert both[1].findings[0] is explored
    assert both[1].findings[2].verdict == "HELPS"


def test_titles_say_what_points_and_wins_are_of():
    assert amount_titles([experiment(round=7)]) == ("Points saved in round 7", "Rounds won of 100")
    assert amount_titles([experiment(), experiment(round=7)])[1] == "Matches or rounds won of 100"
    found = [finding(1.0, of=experiment(round=7))]
    page = markdown_page([Verdicts(tuple(tips(found)))])
    assert "| points saved in round 7 | rounds won of 100 |" in page
    html = html_page("a", [], [Verdicts(tuple(tips(found)))], "b")
    assert 'data-title="Rounds won of 100"' in html
    assert "steady, 4; round 7" in html


def test_what_was_counted_is_a_list_in_markdown():
    counted = Tip("SH-C2", "It takes long.", (), Claim("SH-C2", "", "HOLDS", ("One.", "Two.")))
    assert markdown_page([Verdicts((counted,))]).endswith("**Holds:**\n\n- One.\n- Two.\n")
    page = html_page("a", [], [Verdicts((counted,))], "b")
    assert 'class="counted"' in page
    assert 'data-title="Counted"' not in page  # phones would say it twice
    assert "td.counted::before { content: none; }" in page
