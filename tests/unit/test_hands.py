"""Single hands: what is asked of them in Python and by the command line."""

import numpy as np
import pytest

import rummysim
from rummysim.cards import count_kinds, parse_cards
from rummysim.errors import CardsError, RulesError

RULES = rummysim.load_rules("shanghai")


def test_no_out_is_a_card_that_the_deck_no_longer_has():
    hand = parse_cards("KS KS QS QH QD 2C 5D 7H 9C 3S 4D")
    told = rummysim.describe_hand(RULES, 1, hand)
    assert told["distance"] == 1
    assert told["outs"] == ["KH", "KD", "KC", "X"]
    jokers = parse_cards("X X X X KS QS 2C 5D 7H 9C 3S")
    assert "X" not in rummysim.describe_hand(RULES, 1, jokers)["outs"]


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (np.zeros((2, 52), int), "shape"),
        (np.zeros((2, 53)), "integers"),
        (np.full((1, 53), -1), "0 to 3"),
        (np.full((1, 53), 4), "0 to 3"),
        (np.array([[0] * 52 + [13]]), "at most 12 jokers"),
        (np.zeros((1, 2, 53), int), "shape"),
        ("8S", "integers"),
    ],
)
def test_counts_that_are_no_hand_are_refused(hands, words):
    with pytest.raises(CardsError) as error:
        rummysim.distance(hands, RULES, 1)
    assert words in str(error.value)


@pytest.mark.parametrize("number", [0, 8, -1])
def test_round_must_exist(number):
    with pytest.raises(RulesError, match="rounds 1 to 7"):
        rummysim.distance(np.zeros((1, 53), int), RULES, number)


def test_distances_of_many_and_of_none():
    hand = count_kinds(parse_cards("8S 8H 8D 5H 6H 7H X 2S KD QC 4C"))
    assert rummysim.distance(hand, "shanghai", 2).tolist() == [0]
    assert rummysim.distance([hand, hand], RULES, 7).tolist() == [5, 5]  # 5H-8H, 8S X, KD
    assert rummysim.distance(np.zeros((0, 53), int), RULES, 1).shape == (0,)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"deals": 1.5}, "deals = 1.5"),
        ({"deals": True}, "deals = True"),
        ({"deals": 0}, "deals = 0"),
        ({"deals": "3"}, "deals = '3'"),
        ({"seed": -1}, "seed = -1"),
        ({"seed": "random"}, "seed = 'random'"),
        ({"first_deal": 1.5}, "first_deal = 1.5"),
        ({"round": 2.5}, "round = 2.5: a whole number from 1 to 7"),
        ({"round": 8}, "round = 8: a whole number from 1 to 7"),
        ({"shift": 4}, "shift = 4: a whole number from 0 to 3"),
        ({"workers": 0}, "workers = 0"),
        ({"chunk": 1.5}, "chunk = 1.5"),
        ({"players": 4.0}, "players = 4.0"),
    ],
)
def test_arguments_of_simulate_are_named(options, words):
    with pytest.raises(RulesError) as error:
        rummysim.simulate("shanghai", "greedy", **{"players": 4, "deals": 1, **options})
    assert words in str(error.value)


def test_a_result_is_shown_in_one_line():
    shown = repr(rummysim.simulate("shanghai", "greedy", players=4, deals=2, seed=5))
    assert shown == "<Result shanghai: deals 0-1, seed 5, greedy, greedy, greedy, greedy>"
