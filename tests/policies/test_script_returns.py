"""What was just taken from the pile is not thrown at once, or nobody draws from the stock."""

import pytest

from tests.policies.positions import Position

ROUND_7 = "10S JS KS 3H 4H 7H 8H 9H 9H 3D 2C"
FOR_POINTS = {  # a player who trades cards of a whole-hand round against their points
    "take": "progress",
    "count_unseen": "on",
    "point_weight": 0.202,
    "whole_step": 3423,
    "whole_power": 1.81,
    "whole_outs": 14.3,
    "whole_weight": 1.66,
    "whole_gain": 17.6,
}


@pytest.mark.parametrize("weigh", [1, 5, 20])
@pytest.mark.parametrize("top", ["2H", "KS"])
def test_a_natural_taken_stays(weigh, top):
    position = Position(f"{ROUND_7} {top}", 7).drawn(top, from_pile=True)
    assert position.throws(**FOR_POINTS, weigh=weigh) != top


@pytest.mark.parametrize("weigh", [1, 5, 20])
def test_a_joker_taken_stays(weigh):
    assert Position(ROUND_7, 7).takes("X", **FOR_POINTS, weigh=weigh)
    position = Position(f"{ROUND_7} X", 7).drawn("X", from_pile=True)
    assert position.throws(**FOR_POINTS, weigh=weigh) != "X"


def test_a_card_taken_goes_where_nothing_else_may():
    position = Position("KS", 1).drawn("KS", from_pile=True)
    assert position.throws(take="progress") == "KS"
