"""Which cards count as still to come, to the last card."""

from math import log

import pytest

from rummysim.kernels.layout import DRAW
from tests.policies.positions import Position

# Two pairs, and a king that would make a third with the king on top: twelve kinds help in place
# of eight. Unless they are counted, each has two copies; jokers are always counted.
TWO_PAIRS = "8S 8H 5C 5D KD 2C 3D 4S 6C 9H JC"
EDGE = 0.01


def is_gain(position: Position, outs: int, with_card: int, count: str) -> bool:
    """Whether taking the king for progress gains what so many outs, and so many with it, say."""
    gain = 15 * log((1 + with_card) / (1 + outs))
    answers = []
    for least in (gain - EDGE, gain + EDGE):
        answers.append(
            position.ask(DRAW, take="progress", take_gain=least, outs_points=15, count_unseen=count)
        )
    return answers == [1, 0]


@pytest.mark.parametrize(
    ("open_cards", "counted", "not_counted"),
    [
        ("KH", (16, 22), (20, 28)),  # 6 eights, 6 fives, 4 jokers; 6 kings: one held, one on top
        ("KS KC KH", (16, 20), (20, 28)),
        ("KS KC KC KS KD KH KH", (16, 16), (20, 28)),  # then it gains nothing
        ("8D 8D 5S 5H X KH", (11, 17), (19, 27)),
        ("X X X X 8C KH", (11, 17), (16, 24)),
    ],
)
def test_count_unseen_card_by_card(open_cards, counted, not_counted):
    if counted[0] < counted[1]:
        assert is_gain(Position(TWO_PAIRS).pile(open_cards), *counted, "on")
    assert is_gain(Position(TWO_PAIRS).pile(open_cards), *not_counted, "off")


@pytest.mark.parametrize("packs", [2, 3])
def test_count_unseen_knows_the_shoe_and_no_third_copy(packs):
    """With three packs one king on top leaves two of its kind, and two of the one in hand."""
    kings = {2: 6, 3: 8}[packs]
    others = {2: 12, 3: 16}[packs]
    position = Position(TWO_PAIRS, overrides=(f"shoe.packs={packs}",)).pile("KH")
    assert is_gain(position, others + 4, others + kings + 4, "on")


def test_jokers_in_hand_are_seen():
    """One of two sets is complete with it; three jokers are left."""
    position = Position(TWO_PAIRS.replace("2C", "X")).pile("KH")
    assert is_gain(position, 16 + 3, 24 + 3, "off")


def test_a_joker_is_no_danger_at_all():
    values = "scoring.values={A=15,2=5,3=5,4=5,5=5,6=5,7=5,8=5,9=5,10=10,J=10,Q=10,K=10,X=5}"
    position = Position("8S 8H 8D 5S 5H 5D 3H 9C X", overrides=(values,))
    position.picked(2, "3D 9D 8C 5C")
    harm = {"watch": "on", "feed_rank": 0.1, "feed_near": 0, "feed_safe": 0}
    assert position.throws(weigh=20, outs_points=0, **harm) == "X"
