"""Parameters of laying down and off, and what a player does who is down."""

import pytest

from tests.policies.positions import TURN, Position

SETS = "8S 8H 8D 5S 5H 5D KD 2C 3D 4S 6C JC"  # two sets and six cards more
# Round 7 with one buy: two runs of five and one of four, or three of four and two cards more.
LONG_RUNS = "2S 3S 4S 5S 6S 2H 3H 4H 5H 6H 9C 10C JC QC"
ON_TABLE = "8S 8C 8D | 4H 5H 6H 7H"


@pytest.mark.parametrize("wait", [0, 1, 2, 20])
def test_wait_turns_from_the_first_complete_contract(wait):
    position = Position(SETS)
    laid = []
    for turn in range(TURN, TURN + 23):
        position.seat(1, turns=turn)
        laid.append(position.lays_down(wait_turns=wait))
    assert laid == [False] * wait + [True] * (23 - wait)


def test_wait_turns_when_the_contract_is_complete_in_the_first_turn():
    position = Position(SETS).seat(1, turns=1)
    assert not position.lays_down(wait_turns=1)
    assert position.seat(1, turns=2).lays_down(wait_turns=1)


@pytest.mark.parametrize(("round_number", "remain"), [(1, 6), (4, 3)])
def test_wait_cards_that_would_remain(round_number, remain):
    hand = SETS.replace("KD 2C 3D", "KD KH KS")
    found = [
        Position(hand, round_number).lays_down(wait_cards=most)
        for most in (0, remain - 1, remain, 99)
    ]
    assert found == [False, False, True, True]


def test_wait_cards_and_wait_turns_hold_back_together():
    position = Position(SETS).seat(1, turns=1)
    assert not position.lays_down(wait_turns=1, wait_cards=6)
    position.seat(1, turns=2)
    assert not position.lays_down(wait_turns=1, wait_cards=5)
    assert position.lays_down(wait_turns=1, wait_cards=6)


def test_wait_cards_where_nothing_remains():
    hand = LONG_RUNS.replace("6S ", "").replace("6H ", "")
    assert Position(hand, 7).lays_down(wait_cards=0)


def test_wait_cards_counts_what_the_melds_really_hold():
    position = Position(LONG_RUNS, 7).seat(1, buys=1)
    position.offered("2S 3S 4S 5S 6S | 2H 3H 4H 5H 6H | 9C 10C JC QC")
    assert position.lays_down(wait_cards=2)
    assert position.lays_down(wait_cards=0)


def test_joker_last_lays_naturals_off_first():
    def plays(last, hand="X 8H KD"):
        position = Position(hand).melds(ON_TABLE).seat(1, down=1)
        return position.plays(joker_last=last)

    assert [plays(last) for last in ("off", "on")] == ["X on 1", "8H on 1"]
    assert [plays(last, "X KD") for last in ("off", "on")] == ["X on 1"] * 2
    assert [plays(last, "2D KD") for last in ("off", "on")] == ["done"] * 2


@pytest.mark.parametrize(
    ("hand", "table", "act"),
    [
        ("X 9H", "8S 8C 8D | 4H 5H 6H 7H", "X as 8H on 2"),
        ("X 2H", "8S 8C 8D | 4H 5H 6H 7H", "X as 3H on 2"),
        ("X AC", "8S 8C 8D | 3C 4C 5C 6C", "X as 2C on 2"),
        ("X AC", "8S 8C 8D | 9C 10C JC QC", "X as KC on 2"),
        ("X 9S", "8S 8C 8D | 4H 5H 6H 7H", "X on 1"),
        ("X KS", "8S 8C 8D | 2H 3H 4H 5H", "X on 1"),  # nothing lies below the ace
        ("X 2H", "8S 8C 8D | 10S JS QS KS", "X on 1"),  # and nothing above it
        ("X AC", "2C 3C 4C 5C | 8S 8C 8D", "AC on 1"),
        ("X QS", "AS 2S 3S 4S | 7S 8S 9S 10S", "X as JS on 2"),
        ("X AH", "10H JH QH KH | 4H 5H 6H 7H", "AH on 1"),
    ],
)
def test_joker_last_goes_where_it_makes_room_for_a_natural(hand, table, act):
    position = Position(f"{hand} 2D").melds(table).seat(1, down=1)
    assert position.plays(joker_last="on") == act


def test_joker_last_with_a_joker_that_is_worth_less():
    values = "scoring.values={A=15,2=5,3=5,4=5,5=5,6=5,7=5,8=5,9=5,10=10,J=10,Q=10,K=10,X=0}"
    for last in ("off", "on"):
        position = Position("X 8H KD", overrides=(values,)).melds(ON_TABLE).seat(1, down=1)
        assert position.plays(joker_last=last) == "8H on 1"


def test_the_dearest_natural_is_laid_off_first():
    for last in ("off", "on"):
        position = Position("8H 3H KD KC").melds("8S 8C 8D | 4H 5H 6H 7H | KS KH KS")
        assert position.seat(1, down=1).plays(joker_last=last) == "KD on 3"


@pytest.mark.parametrize("joker_last", ["off", "on"])
def test_the_last_card_stays_where_it_must_be_thrown(joker_last):
    required = ("close.final_discard=required",)
    one = Position("8H", overrides=required).melds(ON_TABLE).seat(1, down=1)
    two = Position("8H 3H", overrides=required).melds(ON_TABLE).seat(1, down=1)
    assert one.plays(joker_last=joker_last) == "done"
    assert two.plays(joker_last=joker_last) != "done"


@pytest.mark.parametrize("joker_last", ["off", "on"])
def test_new_melds_come_behind_lay_offs(joker_last):
    rules = ("lay_off.new_melds=on",)
    first = Position("8H KD KH KC", overrides=rules).melds(ON_TABLE).seat(1, down=1)
    second = Position("KD KH KC", overrides=rules).melds(ON_TABLE).seat(1, down=1)
    assert first.offered("KD KH KC").plays(joker_last=joker_last) == "8H on 1"
    assert second.offered("KD KH KC").plays(joker_last=joker_last) == "new meld"


def down(hand: str, *rules: str) -> Position:
    """A player who laid down two sets, which stand on the table beside a run of another."""
    return Position(hand, overrides=rules).melds("4H 5H 6H 7H").melds("8S 8C 8D | KS KC X", seat=1)


@pytest.mark.parametrize("watch", ["off", "on"])
def test_what_fits_the_table_is_thrown_last_by_who_is_down(watch):
    assert down("8H AD 2C").throws(watch=watch) == "AD"
    assert down("8H KD 3H 2C").throws(watch=watch) == "2C"
    assert down("8H KD 3H").throws(watch=watch) == "KD"


@pytest.mark.parametrize(
    "watch",
    [
        "off",
        "on",
    ],
)
def test_a_joker_that_fits_the_table_stays_before_naturals_that_fit(watch):
    assert down("8H KD 3H X").throws(watch=watch) == "KD"


@pytest.mark.parametrize("watch", ["off", "on"])
def test_who_is_down_throws_only_what_he_may(watch):
    no_return = "draw.no_return=true"
    assert down("AD 2C", no_return).drawn("AD", from_pile=True).throws(watch=watch) == "2C"
    assert down("AD 2C", no_return).drawn("AD").throws(watch=watch) == "AD"
    assert down("AD AD 2C", no_return).drawn("AD", from_pile=True).throws(watch=watch) == "AD"
    full = Position("X 2C", overrides=("close.discard_joker=false",))
    assert full.melds("8S 8C X").seat(1, down=1).throws(watch=watch) == "2C"


@pytest.mark.parametrize(
    "watch",
    [
        "off",
        "on",
    ],
)
def test_throw_holds_for_who_is_down(watch):
    assert down("AD JD 2C").throws(watch=watch, throw="high") == "AD"
    assert down("AD JD 2C").throws(watch=watch, throw="low") == "2C"


def test_what_may_not_be_laid_off_is_not_kept():
    position = Position("KD 2C", overrides=("lay_off.targets=own",)).melds("KS KH KC", seat=2)
    assert position.seat(1, down=1).throws() == "KD"
