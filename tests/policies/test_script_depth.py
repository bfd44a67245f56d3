"""Parameters for rules that Shanghai Rummy does not have: any discard, new melds, doubling."""

import pytest

from rummysim.kernels.layout import DISCARD, DRAW
from rummysim.policies.script_parameters import DIG
from tests.policies.positions import TURN, Position

ANY_DEPTH = ("draw.depth=any",)
# Round 1, S S. One pair and nine single cards: the third 8 is missing.
ONE_PAIR = "8S 8H KD 3D 4S 6C 7D 9H JC QS AH"


def depth(pile: str, hand: str = ONE_PAIR, **parameters: object) -> int:
    """How many cards of this pile, the top one last, are taken."""
    position = Position(hand, overrides=ANY_DEPTH)
    return position.pile(pile).ask(DRAW, **parameters)


def test_dig_is_how_deep_a_missing_card_is_looked_for():
    pile = "8D 10C 2D 10S"  # the 8 lies below three cards of no use
    assert [depth(pile, dig=most) for most in (1, 3, 4, 99)] == [0, 0, 4, 4]
    assert depth("8D " + "10C " * DIG) == 0
    assert depth("8D " + "10C " * (DIG - 1)) == DIG


def test_dig_takes_the_first_that_is_missing():
    assert depth("8C 10D 8D 10S") == 2
    assert depth("8D", take="never") == 0


def test_dig_where_only_the_top_may_be_taken():
    position = Position(ONE_PAIR).pile("8D 10C")
    assert position.ask(DRAW, dig=99) == 0


def test_dig_most_is_how_deep_cards_are_tried():
    weights = {"take": "progress", "take_gain": 50}
    assert [depth("8D 10C 2D", dig_most=most, **weights) for most in (1, 2, 3)] == [0, 0, 3]


def test_dig_step_weighs_against_the_cards_above():
    found = [
        depth("8D 10C 2D", take="progress", dig_step=step, dig_card=5, dig_points=0, take_gain=50)
        for step in (0, 10, 11)
    ]
    assert found == [0, 0, 3]


def test_dig_card_counts_each_card_beyond_the_first():
    weights = {"take": "progress", "dig_step": 20, "dig_points": 0, "take_gain": 50}
    assert [depth("8D 10C 2D", dig_card=harm, **weights) for harm in (0, 9, 10)] == [3, 3, 0]


def test_dig_points_counts_what_those_cards_cost():
    weights = {"take": "progress", "dig_step": 20, "dig_card": 0, "take_gain": 50}
    found = [depth("8D 10C 2D", dig_points=harm, **weights) for harm in (0, 1.3, 1.4)]
    assert found == [3, 3, 0]  # 15 points lie above the 8
    assert [depth("8D 5C 2D", dig_points=harm, **weights) for harm in (1.9, 2)] == [3, 0]


NEW_MELDS = (*ANY_DEPTH, "lay_off.new_melds=type_restricted")


def down(hand: str, *overrides: str, round_number: int = 1) -> Position:
    """A player who is down, with these cards, beside a set of queens."""
    position = Position(hand, round_number, overrides=overrides or NEW_MELDS)
    return position.seat(1, down=1).melds("QS QH QD")


def test_meld_more_takes_what_completes_a_meld():
    answers = [
        down("KS KH 5C 7D").pile(pile).ask(DRAW, weigh=weigh, meld_more=more)
        for pile, weigh, more in (
            ("KD 4S", 2, "on"),
            ("KD 4S", 1, "on"),
            ("KD 4S", 2, "off"),
            ("KD 4S 3S 6S", 2, "on"),
            ("4S KD", 2, "on"),
        )
    ]
    assert answers == [2, 0, 0, 0, 1]


def test_meld_more_prefers_a_meld_to_a_lay_off():
    assert down("KS KH 5C 7D").pile("KD QC").ask(DRAW, weigh=2) == 2
    assert down("KS 5C 7D").pile("KD QC").ask(DRAW, weigh=2) == 1


def test_meld_more_asks_which_melds_the_round_allows():
    assert down("4S 5S 6S 9D").pile("7S 2D").ask(DRAW, weigh=2) == 0
    assert down("4S 5S 6S 9D", round_number=3).pile("7S 2D").ask(DRAW, weigh=2) == 2


def test_meld_more_keeps_pairs():
    kept = {"weigh": 2, "watch": "on"}
    assert down("KS KH 5C 7D").ask(DISCARD, **kept) == down("7D").ask(DISCARD)
    assert down("KS KH 5C 7D").throws(meld_more="off", **kept) in ("KS", "KH")
    assert down("KS KH 5C 7D", "buy.limit=0").throws(**kept) in ("KS", "KH")
    assert down("KS KH 5C 7D", "lay_off.new_melds=on").throws(**kept) == "7D"


DOUBLED = ("close.down_and_out=2",)
SETS = "8S 8H 8D 5S 5H 5D KD 4S 6C"  # two sets and three cards more


def lays(hand: str = SETS, overrides: tuple[str, ...] = DOUBLED, **parameters: object) -> bool:
    """Whether the contract is laid at once, everybody else holding eleven cards."""
    return Position(hand, overrides=overrides).lays_down(**parameters)


def test_hold_cards_is_how_many_too_many_are_waited_for():
    assert [lays(hold_cards=cards) for cards in (0, 1, 2, 3)] == [True, True, False, False]
    assert lays("8S 8H 8D 5S 5H 5D KD", hold_cards=5)
    assert lays(hold_cards=5, overrides=())


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_hold_turns_is_how_long_the_contract_waits(turns):
    position = Position(SETS, overrides=DOUBLED)
    laid = []
    for turn in range(TURN, TURN + 7):
        position.seat(1, turns=turn)
        laid.append(position.lays_down(hold_cards=5, hold_turns=turns))
    assert laid == [False] * turns + [True] * (7 - turns)


def test_hold_few_is_when_an_opponent_is_too_near_the_end():
    position = Position(SETS, overrides=DOUBLED)
    assert position.lays_down(hold_cards=5, hold_few=11)
    assert not position.lays_down(hold_cards=5, hold_few=10)
    position.seat(3, size=4)
    assert position.lays_down(hold_cards=5, hold_few=4)
