"""Parameters of taking and buying the top discard."""

from math import log

import pytest

from rummysim.policies.script_parameters import BUYS, TAKES
from tests.policies.positions import Position

# Round 1, S S. One pair: an 8 completes a meld, a king makes a second pair, an ace is one more
# single card. Two pairs: a king makes a third pair, which brings nothing nearer, but adds outs.
ONE_PAIR = "8S 8H KD 2C 3D 4S 6C 7D 9H JC QS"
TWO_PAIRS = "8S 8H 5C 5D KD 2C 3D 4S 6C 9H JC"
THIRD_PAIR = 15 * log(29 / 21)  # outs_points * log of the outs, and one, after and before: 4.84
# Round 7, R4 R4 R4: three runs in the making and two cards beside them.
RUNS = "JH QH KH 2S 3S 4S 7C 8C 9C 3D 5C"
FOR_POINTS = {  # a player who weighs all cards of a whole-hand round against their points
    "take": "progress",
    "count_unseen": "on",
    "whole_step": 1900,
    "whole_power": 2.7,
    "whole_outs": 5,
    "whole_weight": 0.65,
    "whole_gain": 4.7,
}
COMPLETE = "8S 8H 8D 5S 5H 5D KD 2C 3D 4S 6C"


def test_take_never_what_is_missing_or_progress_too():
    for take, wanted in zip(TAKES.split(), ([0, 0, 0], [1, 1, 0], [1, 1, 0]), strict=True):
        found = [Position(ONE_PAIR).takes(top, take=take) for top in ("8D", "KH", "AS")]
        assert found == wanted, take
    assert [Position(TWO_PAIRS).takes("KH", take=take) for take in TAKES.split()] == [0, 0, 1]


def test_take_for_any_meld():
    """Two cards that it could be melded with are a fit; one is progress."""
    hand = "8S 8H KD 2C 4D 6C 10C AD JS 3H 7C"
    for take, wanted in zip(TAKES.split(), ([0, 0, 0], [1, 0, 0], [1, 1, 0]), strict=True):
        found = [Position(hand).takes(top, take=take, aim="any") for top in ("8D", "KH", "5S")]
        assert found == wanted, take


def test_take_a_joker_that_is_missing():
    assert [Position(ONE_PAIR).takes("X", take=take) for take in TAKES.split()] == [0, 1, 1]
    full = Position("8S 8H X 5S 5H X KD 2C 3D 4S 6C")  # two sets with the one joker they may hold
    assert not full.takes("X", take="progress")


def test_take_nothing_with_the_contract_complete():
    for take in TAKES.split():
        assert not Position(COMPLETE).takes("KH", take=take, take_gain=0)


def test_take_when_down_what_fits_the_table():
    position = Position("KD 5H").seat(1, down=1).melds("8S 8H 8D | 4C 5C 6C X")
    assert position.takes("8C")
    assert position.takes("3C")
    assert not position.takes("9C")


def test_take_never_when_down():
    position = Position("KD 5H").seat(1, down=1).melds("8S 8H 8D")
    assert not position.takes("8C", take="never")


def test_take_when_down_what_may_be_laid_off():
    own = ("lay_off.targets=own",)
    others = Position("KD 5H", overrides=own).melds("8S 8H 8D", seat=2).seat(1, down=1)
    assert others.plays() == "done"
    assert not others.takes("8C")


def test_take_progress_keeps_what_it_takes():
    """In this turn: with one card weighed a king is dear, and goes in the next."""
    assert Position(TWO_PAIRS).takes("KH", take="progress")
    hand = TWO_PAIRS + " KH"
    assert Position(hand).drawn("KH", from_pile=True).throws(take="progress") == "KD"
    assert Position(hand).drawn("KH").throws(take="progress") == "KH"


def test_take_and_buy_nothing_that_adds_nothing():
    """Whatever the least gain: an ace beside two pairs, a card for another of its points."""
    assert not Position(TWO_PAIRS).takes("AS", take="progress", take_gain=0)
    assert not Position(TWO_PAIRS).buys("AS", buy="progress", buy_gain=0)
    even = {"whole_step": 1900, "whole_outs": 0, "whole_gain": 0}
    assert not Position("JH QH 10H 5S 6S 7S 7C 8C 9C 5C 6D", 7).takes("4H", **even)


@pytest.mark.parametrize("points", [15, 30])
def test_take_gain_is_what_the_outs_that_a_card_adds_are_worth(points):
    gain = THIRD_PAIR * points / 15
    for least, taken in ((0, True), (gain - 0.01, True), (gain + 0.01, False)):
        found = Position(TWO_PAIRS).takes(
            "KH", take="progress", take_gain=least, outs_points=points
        )
        assert found is taken
    assert Position(ONE_PAIR).takes("8D", take="progress", take_gain=50)  # missing: no matter
    assert not Position(TWO_PAIRS).takes("KH", take="fit", take_gain=0)


def test_count_unseen_when_taking():
    """With all kings on the pile or in hand the third pair has no outs."""
    kings = "KS KS KC KC KH KD"
    found = [
        Position(TWO_PAIRS)
        .pile(kings)
        .takes("KH", take="progress", take_gain=0, count_unseen=count)
        for count in ("off", "on")
    ]
    assert found == [True, False]


def test_buy_never_a_meld_what_is_missing_progress_or_always():
    wanted = {
        "never": [0, 0, 0, 0],
        "meld": [1, 0, 0, 0],
        "missing": [1, 1, 0, 0],
        "progress": [1, 1, 0, 1],
        "always": [1, 1, 1, 1],
    }
    assert list(wanted) == BUYS.split()
    for buy, expected in wanted.items():
        found = [Position(ONE_PAIR).buys(top, buy=buy, buy_gain=4.8) for top in ("8D", "KH", "AS")]
        found.append(Position(TWO_PAIRS).buys("KH", buy=buy, buy_gain=4.8))
        assert found == expected, buy


def test_buy_for_any_meld():
    wanted = {
        "never": [0, 0, 0],
        "meld": [1, 0, 0],
        "missing": [1, 0, 0],
        "progress": [1, 1, 0],
        "always": [1, 1, 1],
    }
    hand = "8S 8H KD 2C 4D 6C 10C AD JS 3H 7C"
    for buy, expected in wanted.items():
        found = [Position(hand).buys(top, buy=buy, aim="any") for top in ("8D", "KH", "5S")]
        assert found == expected, buy


def test_buy_nothing_with_the_contract_complete_unless_always():
    found = [Position(COMPLETE).buys("KH", buy=buy, buy_gain=0) for buy in BUYS.split()]
    assert found == [0, 0, 0, 0, 1]


def test_buy_nothing_when_down():
    for buy in BUYS.split():
        position = Position("KD 5H").seat(1, down=1).melds("8S 8H 8D")
        assert not position.buys("8C", buy=buy)


def test_buy_a_meld_of_the_sizes_that_the_contract_asks_for():
    rules = ('opening.contracts=["S4 R5", "R3"]', "close.last_round=normal")
    sets = "8S 8H 2C 4D 6C 10C AH JS 3H KD QC"
    assert not Position(sets, overrides=rules).buys("8D", buy="meld")
    assert Position("8C " + sets, overrides=rules).buys("8D", buy="meld")
    runs = "8S 7S 6S 2C 4D 10C AH JD 3H KD QC"
    assert not Position(runs, overrides=rules).buys("9S", buy="meld")
    assert Position("X " + runs, overrides=rules).buys("9S", buy="meld")
    assert Position(runs, 2, overrides=rules).buys("9S", buy="meld") == 0  # complete already
    assert Position(runs.replace("6S", "6D"), 2, overrides=rules).buys("9S", buy="meld")


def test_buy_a_meld_is_asked_of_a_joker_too():
    singles = "8S 2C 4D 6H 10C QD AS KH 3S 7D 5C"
    assert not Position(singles).buys("X", buy="meld")


def test_buy_a_meld_without_a_joker_where_sets_may_hold_none():
    hand = "8S X 2C 4D 6H 10C QD AS KH 3S 7D"
    assert Position(hand).buys("8H", buy="meld")
    assert not Position(hand, overrides=("melds.wild_max_set=0",)).buys("8H", buy="meld")


def test_buy_gain_is_what_the_outs_that_a_card_adds_are_worth():
    for least, bought in ((0, True), (4.84, True), (4.85, False), (50, False)):
        found = Position(TWO_PAIRS).buys("KH", buy="progress", buy_gain=least, take_gain=50)
        assert found is bought
    assert Position(ONE_PAIR).buys("KH", buy="progress", buy_gain=50)  # missing: no matter


def test_buy_from_so_many_missing_cards_for_progress():
    """Two cards are missing for two sets out of two pairs."""
    found = [
        Position(TWO_PAIRS).buys("KH", buy="progress", buy_gain=0, buy_from=least)
        for least in (1, 2, 3, 20)
    ]
    assert found == [True, True, False, False]
    assert Position(TWO_PAIRS).buys("8D", buy="progress", buy_from=20)


@pytest.mark.parametrize("buy", ["missing", "always"])
@pytest.mark.parametrize("aim", ["contract", "any"])
def test_buy_below_so_many_in_this_round(buy, aim):
    for bought in range(4):
        position = Position(ONE_PAIR).seat(1, buys=bought).seat(2, buys=3)
        assert position.buys("8D", buy=buy, aim=aim, buy_below=2) == (bought < 2)


@pytest.mark.parametrize("buy", ["missing", "always"])
@pytest.mark.parametrize("aim", ["contract", "any"])
def test_buy_hand_at_most_so_many_cards(buy, aim):
    for most in (10, 11, 12):
        assert Position(ONE_PAIR).buys("8D", buy=buy, aim=aim, buy_hand=most) == (most >= 11)


@pytest.mark.parametrize("aim", ["contract", "any"])
def test_buy_few_cards_of_an_opponent_who_is_down(aim):
    def buys(few, **public):
        return Position(ONE_PAIR).seat(3, **public).buys("8D", buy_few=few, aim=aim)

    assert [buys(few, size=3, down=2) for few in (0, 2, 3, 20)] == [True, True, False, False]
    assert [buys(20, size=size) for size in (1, 3, 11)] == [True, True, True]  # nobody is down


def test_buy_whole_hand_rounds_on_or_off():
    def buys(whole, round_number, *rules):
        position = Position(RUNS, round_number, overrides=rules)
        return position.buys("10H", buy_whole=whole, buy="always")

    assert [buys(whole, 7) for whole in ("off", "on")] == [False, True]
    assert [buys(whole, 7, "close.last_round=normal") for whole in ("off", "on")] == [True, True]
    assert [buys(whole, 6) for whole in ("off", "on")] == [True, True]


def test_whole_gain_is_the_least_for_taking_a_card_in_whole_hand_rounds():
    """10H completes a run; an ace joins nothing."""

    def takes(top, gain, round_number=7, **changes):
        position = Position(RUNS, round_number)
        return position.takes(top, **(FOR_POINTS | {"whole_gain": gain} | changes))

    assert [takes("10H", gain) for gain in (-20, 4.7, 50)] == [True, True, False]
    assert [takes("AD", gain) for gain in (-20, 4.7, 50)] == [True, False, False]
    assert [takes("10H", gain, take="never") for gain in (-20, 4.7, 50)] == [False, False, False]
    assert [takes("AD", gain, whole_step=0) for gain in (-20, 50)] == [False, False]
    assert [takes("AD", gain, round_number=6) for gain in (-20, 50)] == [False, False]


PLAIN = {"take": "progress", "whole_step": 1, "whole_outs": 0}


def test_whole_weight_when_taking_a_card():
    """Nothing is gained by 5D for the king that it makes spare, but five points less in hand."""
    hand = "JH QH 10H 2S 3S 4S 7C 8C 9C KD 5C"
    found = [
        Position(hand, 7).takes(
            "4D", take="progress", whole_step=1, whole_outs=0, whole_weight=weight, whole_gain=3
        )
        for weight in (0, 0.5, 0.7, 5)
    ]
    assert found == [False, False, True, True]


def test_whole_gain_counts_the_dearest_card_that_becomes_spare():
    """An ace of spades, a joker that no run has room for, and a king, beside the same runs."""

    def takes(hand, gain):
        return Position(hand, 7).takes(
            "4D", take="progress", whole_step=1, whole_outs=0, whole_weight=1, whole_gain=gain
        )

    runs = "JH QH 10H 5S 6S 7S 7C 8C 9C 5C"
    for spare, saved in (("AS", 10), ("KD", 5), ("6D", 0)):
        found = [takes(f"{runs} {spare}", gain) for gain in (saved - 0.5, saved + 0.5)]
        assert found == [True, False], spare
    jokers = "JH QH 10H KD 3S 4S 7C X X X X"
    assert [takes(jokers, gain) for gain in (44, 46)] == [True, False]


def test_whole_step_is_nothing_to_other_rounds():
    """There the fit alone decides, however much the gain must be."""
    for take in ("fit", "progress"):
        parameters = {"take": take, "take_gain": 50, "whole_step": 5000, "whole_gain": 50}
        assert Position(ONE_PAIR).takes("8D", **parameters)
        assert Position(RUNS, 7).takes("10H", **(parameters | {"whole_step": 0}))
    assert not Position(TWO_PAIRS).takes("KH", take_gain=0, whole_step=5000, whole_gain=-20)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_from_so_many_players(players):
    """Two beside the opponents make the table: at smaller ones the fit alone decides."""
    rules = ("table.players=[2, 6]",)
    found = [
        Position(RUNS, 7, overrides=rules, players=players).takes(
            "AD",
            **(
                FOR_POINTS
                | {"whole_gain": -20, "take": "progress", "take_gain": 50, "whole_from": least}
            ),
        )
        for least in (2, 3, 4, 5)
    ]
    assert found == [players >= least for least in (2, 3, 4, 5)]


def test_take_fit_in_whole_hand_rounds():
    hand = "6D 6D 7S 8H 2H 9C 9S 10C 5H AH 9H"
    assert not Position(hand, 7).takes("2S", **(FOR_POINTS | {"take": "fit", "whole_step": 0}))
    assert not Position(hand, 7).takes("2S", **(FOR_POINTS | {"take": "fit"}))
