"""Strategy cards: what the cells say, and what a player is told to remember."""

import dataclasses

import pytest

from rummysim.experiments.spec import Axis, View
from rummysim.reports.card_figures import follow_sentence, strategy_cards
from rummysim.reports.charts import Words
from rummysim.reports.matrix_chart import brightness
from rummysim.reports.strategy_chart import EMPTY, UNSURE, face, largest, strategy_chart
from rummysim.reports.strategy_words import (
    Card,
    _exceptions,
    bins,
    card_rows,
    cards_of,
    place_words,
    remembered,
)
from tests.made_up import AT, around, cell, chart_experiment, chart_run, finding

PLAIN = View("plain", Axis("distance", (2, 3, 4)), Axis("turn", (3,)), None)


def card(gains, acts=("buy", "pass")):
    """A card of four rows and two columns with these gains; None: too little data."""
    of = chart_experiment(acts, PLAIN)
    cells = {}
    for (row, column), gain in gains.items():
        value = around(gain or 0.0, 1.0)
        cells[0, row, column] = cell(of, (0, row, column), value, empty=gain is None)
    return Card(of, of.chart, PLAIN, cells)


@pytest.mark.parametrize(
    ("axis", "labels"),
    [
        (Axis("distance", (2, 3)), ["0-1", "2", "3+"]),
        (Axis("distance", (1,)), ["0", "1+"]),
        (Axis("round", (2, 3, 7)), ["1", "2", "3-6", "7"]),
        (Axis("smallest_hand", (2, 5)), ["1", "2-4", "5+"]),
        (Axis("unknown_thing", (5,)), ["0-4", "5+"]),
        (Axis("turn", ()), ["all"]),
    ],
)
def test_bins_are_called_by_the_numbers_that_they_hold(axis, labels):
    assert bins(axis) == labels


def test_nothing_is_remembered_of_what_is_undecided_or_empty():
    assert "too few situations" in remembered(card({(0, 0): None, (1, 0): None}))
    said = remembered(card({(0, 0): 0.5, (1, 0): -0.9, (2, 0): None}))
    assert said == "Nothing is decided: the intervals of all 2 cells hold zero."


def test_one_act_everywhere():
    said = remembered(card({(0, 0): 2.0, (1, 0): 3.0, (2, 0): -0.5}))
    assert said.startswith("Buy: so say all cells that are decided (2 of 3 cells).")
    assert "In one other cell neither act is better for sure." in said


def test_little_that_is_decided_is_called_so():
    said = remembered(card({(0, 0): 2.0, (1, 0): 0.2, (2, 0): -0.5}))
    assert said.startswith("Where anything is decided, it is “buy” (1 of 3 cells).")


def test_a_single_cell_makes_no_line():
    gains = {(row, column): 5.0 for row in range(4) for column in range(2)} | {(3, 1): -5.0}
    said = remembered(card(gains | {(3, 0): 0.1}))
    assert said.startswith(
        "Mostly buy: it is better in 6 of seven decided cells, pass in the other 1, among them the "
        "one decided cell with 4 or more missing. "
    )


def test_a_line_between_the_acts():
    gains = {(row, column): 5.0 - 3.0 * row for row in range(4) for column in range(2)}
    said = remembered(card(gains))
    assert said.startswith(
        "Buy with 2 or fewer missing, pass with 3 or more missing: so say all six decided cells."
    )
    assert (
        "Much is at stake with 0 to 1 missing, in turn 1 to 2: buy saves 5.0 points there (+3.6 to "
        "+6.4; all 8 cells judged together)." in said
    )
    gains[3, 1] = 8.0
    said = remembered(card(gains))
    assert said.startswith("Mostly buy: it is better in 5 of six decided cells, pass in the other")
    assert "Most is at stake with 4 or more missing, in turn 3 or more: buy saves 8.0" in said


def test_what_stands_out_of_many_cells_is_judged_with_all_of_them():
    gains = {(row, column): 1.2 for row in range(4) for column in range(2)}
    said = remembered(card(gains))
    assert "No cell stands by itself when all 8 are judged together." in said
    assert "at stake" not in said


def test_a_line_between_turns_and_the_other_way_round():
    gains = {(row, column): 5.0 * (2 * column - 1) for row in range(4) for column in range(2)}
    said = remembered(card(gains))
    assert said.startswith("Pass in turn 2 or before, buy in turn 3 or later: so say all eight")


def test_where_one_cell_in_five_disagrees_there_is_no_rule():
    gains = {(0, 0): 5.0, (1, 0): 5.0, (2, 0): -5.0, (3, 0): 5.0, (3, 1): 5.0}
    said = remembered(card(gains))
    assert said.startswith(
        "Mostly buy: it is better in 4 of five decided cells, pass in the other 1, among them the "
        "one decided cell with 3 missing. "
    )


def test_where_each_act_has_half_of_the_cells_the_stronghold_of_one_is_named():
    gains = {(0, 0): 5.0, (0, 1): 5.0, (1, 0): -5.0, (1, 1): -5.0, (2, 0): 5.0, (3, 0): -5.0}
    said = remembered(card(gains | {(3, 1): 5.0}))
    assert said.startswith(
        "No simple rule: buy is better in 4 of seven decided cells, pass in the other 3, among "
        "them all two decided cells with 2 missing. "
    )


def test_the_second_act_is_told_by_what_it_saves():
    said = remembered(card({(0, 0): -4.0}))
    assert "pass saves 4.0 points there (+3.0 to +5.0)" in said


def test_faces_of_cells():
    shown = card({(0, 0): 4.0, (1, 0): -2.0, (2, 0): 0.5, (3, 0): None})
    most = largest(shown)
    assert most == 4.0
    faces = [face(shown, shown.cells[0, row, 0], most) for row in range(4)]
    assert faces[0][2] == ("buy", "+4.0 ±1.0", "n 400")
    assert faces[1][2] == ("pass", "+2.0 ±1.0", "n 400")
    assert faces[2][2] == (UNSURE, "+0.5 ±1.0", "n 400")
    assert faces[3] == (EMPTY, faces[3][1], ())
    assert face(shown, None, most)[2] == ()
    blue, orange = faces[0][0], faces[1][0]
    assert int(blue[5:], 16) > int(blue[1:3], 16)
    assert int(orange[5:], 16) < int(orange[1:3], 16)
    for colour, text, lines in faces:
        if lines:
            assert abs(brightness(colour) - brightness(text)) > 0.3


def test_long_acts_are_shown_by_their_first_letters():
    shown = card({(0, 0): 4.0, (1, 0): -4.0}, ("lay it down", "wait a turn"))
    assert [face(shown, shown.cells[0, row, 0], 4.0)[2][0] for row in (0, 1)] == ["L", "W"]


def test_the_chart_draws_every_cell_and_hatches_the_undecided():
    shown = next(cards_of(chart_run().cells))
    ax = strategy_chart(shown, Words("Buy or pass?", "A caption"))
    patches = ax.patches
    assert len([patch for patch in patches if not patch.get_hatch()]) == 42
    assert len([patch for patch in patches if patch.get_hatch()]) == 1 + len(
        [each for each in shown.filled if each.act is None and each.gain.estimate != 0.2]
    )
    texts = [text.get_text() for text in ax.texts]
    assert texts.count("buy") == len([each for each in shown.decided if each.act == "buy"])
    assert texts.count(UNSURE) == len(shown.filled) - len(shown.decided)
    assert "round 7: R4 R4 R4" in texts
    assert strategy_chart(shown, Words("Again", "A caption"), ax) is ax


def test_the_csv_holds_every_cell():
    shown = next(cards_of(chart_run().cells))
    rows = card_rows(shown)
    assert len(rows) == 42
    assert rows[0] == {
        "view": "a card that is missing",
        "panel": "round 1: S S",
        "cards that the contract lacks": "0-1",
        "cards in the smallest other hand": "1-3",
        "better": "buy",
        "gain_of_buy": 4.0,
        "low": 2.5,
        "high": 5.5,
        "ahead_by_buy": 4.0,
        "ahead_low": 2.5,
        "ahead_high": 5.5,
        "usual_share_of_buy": 0.75,
        "situations": 400,
        "deals": 300,
    }
    assert {row["better"] for row in rows} == {"buy", "pass", "undecided", "too little data"}


def test_places_are_told_by_all_axes():
    shown = next(cards_of(chart_run().cells))
    place = place_words(shown, shown.cells[6, 2, 0])
    assert place == "in round 7, with 3 or more missing, with 1 to 3 in the smallest other hand"


def test_every_view_becomes_a_card_with_its_caption():
    made = list(strategy_cards(chart_run()))
    assert [each.picture.stem for each in made] == ["chart_buy-1"]
    caption = made[0].picture.words.caption
    for words in ("seed 7", "rummysim 0.1.0", "4 steady players", "95%", "16,800 situations"):
        assert words in caption
    assert made[0].picture.told.sentence == remembered(made[0].card)


def test_what_playing_by_a_card_gains_is_told_with_its_verdict():
    found = chart_run().follows[0]
    said = follow_sentence(found)
    assert "saves 0.4 points a round (+0.1 to +0.7) on 2,000 fresh matches" in said
    assert "The verdict: it helps." in said
    assert "not shown" not in said
    doubt = type(found)(
        found.experiment,
        AT,
        found.view,
        2000,
        around(0.1),
        finding(0.1).wins,
        0.6,
        finding(0.4).verdict,
    )
    worse = dataclasses.replace(found, wins=around(-0.02, 0.01))
    assert follow_sentence(worse).endswith("it helps. But matches won go the other way.")
    said = follow_sentence(doubt)
    assert "gains -0.2 to +0.4 points a round on 2,000" in said
    assert "is not shown to be better" in said


def test_nothing_is_said_as_one_says_it():
    view = View("by card", Axis("progress", (1,)), Axis("turn", (3,)), None)
    of = chart_experiment(("take", "stock"), view)
    cells = {
        (0, row, column): cell(of, (0, row, column), around(4.0 * (2 * row - 1), 1.0))
        for row in range(2)
        for column in range(2)
    }
    said = remembered(Card(of, of.chart, view, cells))
    assert said.startswith(
        "Stock with a card that fills 0 gaps, take with a card that fills 1 or more gaps: so say "
        "all four decided cells."
    )


def test_a_rule_for_all_panels_does_not_rest_on_one_of_them():
    """In chart_run's rounds: passing from distance 2 on in the last round alone is no rule."""
    run = chart_run()
    one = [
        dataclasses.replace(each, act="pass" if each.panel == 6 and each.row == 2 else "buy")
        for each in run.cells
        if not each.empty
    ]
    (made,) = cards_of(one)
    said = remembered(made)
    assert said.startswith("Buy, as a rule")
    assert "; not so in round 7, with 3 or more missing, with 1 to 3 in the smallest" in said


def test_many_exceptions_to_a_rule_are_told_by_what_they_share():
    run = chart_run()
    of = run.cells[0].experiment
    (made,) = cards_of([each for each in run.cells if not each.empty])
    wrong = [cell(of, (6, row, column), around(-4.0, 1.0)) for row in (1, 2) for column in (0, 1)]
    assert _exceptions(made, wrong) == "; not so in four cells, all of them in round 7"
    assert _exceptions(made, wrong[:1]) == (
        "; not so in round 7, with 2 missing, with 1 to 3 in the smallest other hand"
    )
