"""What the scripted player found when he tried a card out is what is true after it."""

import random
from typing import Any

import numpy as np
import pytest

from rummysim.cards import parse_cards
from rummysim.kernels import layout
from rummysim.kernels.cards_move import gain_card, lose_card
from rummysim.kernels.contract import evaluate
from tests.policies.positions import ME, Position

HAND = "8S 8H 8D 5H 6H 7H JS QD KD 2S 4C 9C"


def found(hand: Any, goal: Any) -> Any:
    """EVALUATION of a hand, computed anew."""
    known = layout.new_records(layout.EVALUATION, 1)[0]
    evaluate(hand, goal, known)
    return known


def in_state(at: Position) -> Any:
    """STATE in which the player sits as he does in the position."""
    state = layout.new_records(layout.STATE, 1)[0]
    state.views[ME] = at.view
    return state


@pytest.mark.parametrize("weigh", [2, 5])
@pytest.mark.parametrize("round_number", range(1, 8))
def test_the_hand_after_a_throw_is_known_and_right(round_number: int, weigh: int) -> None:
    at = Position(HAND, round_number)
    card = parse_cards(at.throws(weigh=weigh))[0]
    state = in_state(at)
    lose_card(state, ME, card)
    view = state.views[ME]
    assert view.known_valid == 1
    assert view.known == found(view.hand, at.rules.goal[round_number - 1])


def test_the_hand_after_a_take_is_known_and_right() -> None:
    at = Position("8S 8D KD 5H 6H JS QC 2S 4C 10C AC", 2)
    assert at.takes("KH", take="progress", take_gain=0)
    state = in_state(at)
    gain_card(state, ME, parse_cards("KH")[0])
    view = state.views[ME]
    assert view.known_valid == 1
    assert view.known == found(view.hand, at.rules.goal[1])


def test_nothing_is_known_after_another_card() -> None:
    at = Position(HAND, 2)
    card = parse_cards(at.throws(weigh=3))[0]
    others = [kind for kind in np.flatnonzero(at.view.hand.count) if kind != card]
    state = in_state(at)
    lose_card(state, ME, int(others[0]))
    gain_card(state, ME, int(others[0]))
    lose_card(state, ME, card)
    assert state.views[ME].known_valid == 0


def test_a_card_that_comes_and_goes_leaves_what_was_known() -> None:
    at = Position("8S 8D KD 5H 6H JS QC 2S 4C 10C AC", 2)
    goal = at.rules.goal[1]
    state = in_state(at)
    view = state.views[ME]
    evaluate(view.hand, goal, view.known)
    view.known_valid = 1
    card = parse_cards("8H")[0]
    gain_card(state, ME, card)
    assert view.known_valid == 0
    lose_card(state, ME, card)
    assert view.known_valid == 1
    assert view.known == found(view.hand, goal)


@pytest.mark.parametrize("round_number", range(1, 8))
def test_whatever_is_known_is_true(round_number: int) -> None:
    chance = random.Random(round_number)
    at = Position(HAND, round_number)
    state = in_state(at)
    goal, view, known = at.rules.goal[round_number - 1], state.views[ME], 0
    for _ in range(300):
        kind = chance.choice([0, 1, 13, 30, 44])
        if view.hand.count[kind] > 0 and chance.random() < 0.6:
            lose_card(state, ME, kind)
        elif view.hand.count[kind] < 2:
            gain_card(state, ME, kind)
        if view.known_valid:
            known += 1
            assert view.known == found(view.hand, goal)
        elif chance.random() < 0.7:
            evaluate(view.hand, goal, view.known)
            view.known_valid = 1
    assert known > 30
