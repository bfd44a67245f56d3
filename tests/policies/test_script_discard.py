"""Parameters of the discard: which card goes first, and what is weighed before it goes."""

from collections import Counter
from math import log, sqrt

import pytest

from tests.policies.positions import Position

COMPLETE = "8S 8H 8D 5S 5H 5D AC KD 2C 3H 4C 6D"  # the last six are spare
# Three pairs, one more than two sets need; without one of the third pair there are 20 outs left
# of 28. The aces are dearer than the spare jack.
PAIRS = "8S 8H 5C 5D KD KH 2C 3D 4S 6C 9H JC"
ACES = PAIRS.replace("KD KH", "AD AH")
ASKED = 500  # times for one random card
PAIR_OF_OUTS = 15 * log(29 / 21)
# Three kings and a pair, of which none can be spared; the rest are single low cards.
NEEDED = "KS KH KD 5C 5H 2S 3D 4C 7H 9D 6S 8C"
# Round 7: pictures that are needed, and two low cards that are not.
RUNS = "JH QH KH 2S 3S 4S 5S 7C 8C 9C 3D 5C"


@pytest.mark.parametrize("weigh", [1, 2, 20])
def test_throw_high_or_low_first(weigh):
    assert Position(COMPLETE).throws(throw="high", weigh=weigh) == "AC"
    assert Position(COMPLETE).throws(throw="low", weigh=weigh) == "3H"
    assert Position(COMPLETE.replace("AC", "AS")).throws(throw="high", weigh=weigh) == "AS"


@pytest.mark.parametrize("weigh", [1, 2, 20])
@pytest.mark.parametrize("aim", ["contract", "any"])
def test_throw_random_first(weigh, aim):
    """Each of five spare cards about as often as another, by the noise of the decision."""
    spare = ["AD", "KH", "10C", "2C", "QS"]
    position = Position("8S 8H 8D 5S 5H 5D AD KH 10C 2C QS")
    thrown = Counter()
    for key in range(ASKED):
        position.view.noise_key = key
        thrown[position.throws(throw="random", weigh=weigh, aim=aim, outs_points=0)] += 1
    share = 1 / len(spare)
    error = sqrt(ASKED * share * (1 - share))
    assert set(thrown) == set(spare)
    assert max(abs(times - share * ASKED) for times in thrown.values()) < 5 * error


def test_throw_random_hangs_on_nothing_but_the_noise():
    first, second = Position(COMPLETE), Position(COMPLETE)
    first.view.noise_key = second.view.noise_key = 77
    assert first.throws(throw="random") == second.throws(throw="random")


def test_throw_random_is_so_for_jokers_too():
    thrown = set()
    position = Position("8S 8H 8D 5S 5H 5D X 2C 3H 4C 6D KD")
    for key in range(60):
        position.view.noise_key = key
        thrown.add(position.throws(throw="random"))
    assert "X" in thrown
    assert len(thrown) > 1


def test_throw_puts_needed_cards_last():
    for throw in ("high", "low", "random"):
        assert Position(NEEDED).throws(throw=throw) in NEEDED.split()[5:]
    for weigh in (1, 20):
        assert Position("8S 8H 8D KS KH KD").throws(throw="high", weigh=weigh) == "KS"
        assert Position("8S 8H 8D KS KH KD").throws(throw="low", weigh=weigh) == "8S"


def test_throw_the_ace_of_spades_like_any_card():
    """Its number is 0."""
    only_spare = "8S 8H 8D 5S 5H 5D AS"
    values = "scoring.values={A=15,2=5,3=5,4=5,5=5,6=5,7=5,8=5,9=5,10=10,J=10,Q=10,K=10,X=10}"
    for weigh in (1, 20):
        assert Position(only_spare).throws(throw="low", weigh=weigh) == "AS"
        assert Position("AS X").throws(keep_jokers="always", weigh=weigh) == "AS"
        spare_joker = Position(only_spare + " X", overrides=(values,))
        assert spare_joker.throws(weigh=weigh) == "AS"


def test_weigh_so_many_cards():
    """In order of their points the two kings come before the jack, which adds no outs."""
    assert [Position(PAIRS).throws(weigh=cards) for cards in (1, 2, 3, 4, 20)] == [
        "KH",
        "KH",
        "JC",
        "JC",
        "JC",
    ]


def test_outs_points_against_nothing():
    found = [Position(PAIRS).throws(weigh=20, outs_points=points) for points in (0, 0.1, 15, 100)]
    assert found == ["KH", "JC", "JC", "JC"]


def test_outs_points_are_the_worth_of_so_many_times_the_outs():
    """Five points more in hand against outs worth 0.323 times the parameter."""
    found = [
        Position(ACES).throws(weigh=20, outs_points=points, point_weight=1)
        for points in (0, 15, 15.4, 15.6, 100)
    ]
    assert found == ["AH", "AH", "AH", "JC", "JC"]


def test_point_weight_against_outs():
    edge = PAIR_OF_OUTS / 5
    found = [
        Position(ACES).throws(weigh=20, point_weight=weight)
        for weight in (0, edge - 0.01, edge + 0.01, 5)
    ]
    assert found == ["JC", "JC", "AH", "AH"]


def test_point_weight_for_who_throws_low_cards_first():
    """Cards of few points go even at the cost of outs."""
    hand = "8S 8H 5C 5D 4D 4H AC KD JC QS 10H"
    edge = PAIR_OF_OUTS / 5
    found = [
        Position(hand).throws(weigh=20, throw="low", point_weight=weight)
        for weight in (0, edge - 0.01, edge + 0.01, 5)
    ]
    assert found == ["QS", "QS", "8S", "8S"]


def test_point_weight_for_who_throws_at_random():
    """Points do not count: the aces are dear, and stay for their outs."""
    position = Position(ACES)
    for key in range(20):
        position.view.noise_key = key
        assert position.throws(weigh=20, throw="random", point_weight=5) not in ("AD", "AH")


def test_count_unseen_when_throwing():
    """With all other aces on the pile the pair has no outs, and goes for its points."""
    gone = "AS AS AC AC AH AD 7D"
    found = [Position(ACES).pile(gone).throws(weigh=20, count_unseen=on) for on in ("off", "on")]
    assert found == ["JC", "AH"]
    some = [Position(ACES).throws(weigh=20, count_unseen=on) for on in ("off", "on")]
    assert some == ["JC", "JC"]


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_count_unseen_counts_the_copies_of_the_shoe(packs):
    """A pair of aces has as many more in the shoe as there are packs for each open one."""
    rules = (f"shoe.packs={packs}", "table.players=[2, 3]", "table.best_players=[3, 3]")
    gone = "AS AC AH AD" if packs > 1 else "AS AC"
    position = Position(ACES, overrides=rules, players=3).pile(gone)
    thrown = position.throws(weigh=20, count_unseen="on")
    assert thrown == ("AH" if packs == 1 else "JC")


def opponent(size: int, is_down: bool = True) -> Position:
    """A hand whose kings are needed, with an opponent who holds so many cards."""
    return Position(NEEDED).seat(2, size=size, down=int(is_down))


POINTS = {"weigh": 20, "outs_points": 0, "point_weight": 1}


def test_retreat_few_cards_of_an_opponent_who_is_down():
    def throws(few, size=1, is_down=True):
        return opponent(size, is_down).throws(**POINTS, retreat_few=few, step_points=0)

    assert [throws(few) for few in (0, 1, 2, 98)] == ["2S", "KS", "KS", "KS"]
    assert [throws(2, size) for size in (1, 2, 3)] == ["KS", "KS", "2S"]
    assert [throws(few, is_down=False) for few in (1, 20, 98)] == ["2S"] * 3


def test_retreat_few_99_is_from_the_first_turn():
    """Whether somebody is down or not."""
    position = opponent(11, is_down=False)
    assert position.throws(**POINTS, retreat_few=99, step_points=0) == "KS"


def test_retreat_few_needs_two_cards_to_be_weighed():
    def throws(weigh):
        return opponent(1).throws(**(POINTS | {"weigh": weigh}), retreat_few=20, step_points=0)

    assert [throws(weigh) for weigh in (1, 2)] == ["2S", "KS"]


def test_step_points_against_points_in_hand():
    """A king is five points dearer than the cards that can be spared."""

    def throws(points, **changes):
        return opponent(1).throws(**(POINTS | {"retreat_few": 1, "step_points": points} | changes))

    assert [throws(points) for points in (0, 4.9, 5.1, 1000)] == ["KS", "KS", "2S", "2S"]
    assert [throws(points, point_weight=2) for points in (9.9, 10.1)] == ["KS", "2S"]
    assert [throws(points, retreat_few=0) for points in (0, 1000)] == ["2S", "2S"]


WHOLE = {"weigh": 20, "whole_outs": 0, "whole_weight": 1, "whole_power": 1}


def test_whole_step_is_the_worth_of_a_complete_hand():
    """Two cards are missing: from a third to a quarter of it is lost with a card needed."""

    def throws(step, round_number=7, *rules):
        position = Position(RUNS, round_number, overrides=rules)
        return position.throws(**WHOLE, outs_points=0, whole_step=step)

    assert [throws(step) for step in (0, 1, 59, 61, 5000)] == ["3D", "JH", "JH", "3D", "3D"]
    other = [throws(step, 7, "close.last_round=normal") for step in (0, 1, 5000)]
    assert len(set(other)) == 1


def test_whole_power_is_how_fast_that_falls():
    found = [
        Position(RUNS, 7).throws(**(WHOLE | {"whole_step": 61, "whole_power": power}))
        for power in (0, 1, 4)
    ]
    assert found == ["JH", "3D", "JH"]


def test_whole_weight_against_the_step():
    found = [
        Position(RUNS, 7).throws(**(WHOLE | {"whole_step": 60, "whole_weight": weight}))
        for weight in (0, 0.9, 1.1, 5)
    ]
    assert found == ["3D", "3D", "JH", "JH"]
    low = Position(RUNS, 7).throws(**(WHOLE | {"whole_step": 60, "whole_weight": 5}), throw="low")
    assert low not in ("JH", "QH", "KH")


def test_whole_outs_against_points():
    """A queen is one of two cards that a run needs, a king at its end is not: outs tell them."""
    found = [
        Position(RUNS, 7).throws(**(WHOLE | {"whole_step": 1, "whole_outs": outs}))
        for outs in (0, 5)
    ]
    assert found == ["JH", "KH"]


def test_weigh_one_card_is_the_first_that_can_be_spared_in_whole_hand_rounds():
    assert Position(RUNS, 7).throws(**(WHOLE | {"whole_step": 1})) == "JH"
    assert Position(RUNS, 7).throws(**(WHOLE | {"whole_step": 1, "weigh": 1})) == "3D"


@pytest.mark.parametrize("players", [3, 4])
def test_whole_from_when_throwing(players):
    parameters = WHOLE | {"outs_points": 0, "whole_step": 1}
    found = [
        Position(RUNS, 7, players=players).throws(**(parameters | {"whole_from": least}))
        for least in (3, 4, 5)
    ]
    assert found == ["JH" if players >= least else "3D" for least in (3, 4, 5)]
