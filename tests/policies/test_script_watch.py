"""Parameters of watching the others: what a discard seems to give them."""

import pytest

from tests.policies.positions import Position

# Two complete sets, and two spare cards of the same points. The 3 goes first unless it is the
# more harmful one; the next player sits in seat 2.
SETS = "8S 8H 8D 5S 5H 5D"
SPARE = SETS + " 3H 9C"
WEIGH = {"weigh": 20, "outs_points": 0, "watch": "on"}
ONLY_RANK = WEIGH | {"feed_near": 0, "feed_safe": 0}
ONLY_NEAR = WEIGH | {"feed_rank": 0, "feed_safe": 0}


def test_watch_off_or_on():
    def throws(watch, **changes):
        return Position(SPARE).picked(2, "3D 3C").throws(**(WEIGH | {"watch": watch} | changes))

    assert [throws(watch) for watch in ("off", "on")] == ["3H", "9C"]
    harmless = {"feed_rank": 0, "feed_near": 0, "feed_safe": 0, "feed_table": 0}
    assert throws("on", **harmless) == "3H"


def test_watch_needs_two_cards_to_be_weighed():
    position = Position(SPARE).picked(2, "3D 3C")
    assert [position.throws(**(WEIGH | {"weigh": weigh})) for weigh in (1, 2)] == ["3H", "9C"]


def test_watch_nobody_who_collects_any_melds():
    hand = "8S 8H 8D 5S 5H 5D KH 10C"
    for watch in ("off", "on"):
        position = Position(hand).picked(2, "KD KC KS")
        assert position.throws(**(WEIGH | {"watch": watch, "aim": "any"})) == "KH"
    assert Position(hand).picked(2, "KD KC KS").throws(**WEIGH) == "10C"


def test_watch_when_down():
    def throws(watch):
        position = Position("3H 9C").melds("8S 8C 8D", seat=1).picked(2, "3D 3C")
        return position.throws(watch=watch)

    assert [throws(watch) for watch in ("off", "on")] == ["3H", "9C"]


def test_feed_rank_for_each_card_of_the_rank():
    """Two threes against three nines, and points against harm."""
    even = Position(SPARE).picked(2, "3D 3C 9S 9H")
    more = Position(SPARE).picked(2, "3D 3C 9S")
    less = Position(SPARE).picked(2, "3D 9S 9H")
    thrown = [position.throws(**ONLY_RANK) for position in (even, more, less)]
    assert thrown == ["3H", "9C", "3H"]
    dear = [
        Position(SETS + " KH 9C")
        .picked(2, "KD KC")
        .throws(**(ONLY_RANK | {"point_weight": 1, "feed_rank": harm}))
        for harm in (0, 2.4, 2.6, 50)
    ]
    assert dear == ["KH", "KH", "9C", "9C"]


@pytest.mark.xfail(
    reason="a player is shown which kinds the others took, as a mask, and not how many copies"
)
def test_feed_rank_for_each_copy_of_a_card():
    harm = ONLY_RANK | {"point_weight": 1, "feed_rank": 3}
    two = Position(SETS + " KH 9C").picked(2, "KD KC").throws(**harm)
    copies = Position(SETS + " KH 9C").picked(2, "KD KD").throws(**harm)
    assert two == copies == "9C"


@pytest.mark.parametrize(
    ("taken", "thrown"),
    [
        ("AH", "9C"),
        ("2H", "9C"),
        ("3H", "9C"),
        ("4H", "9C"),
        ("5H", "9C"),
        ("6H", "3H"),
        ("KH", "3H"),
        ("QH", "3H"),
        ("2D", "3H"),
        ("2S", "3H"),
        ("KS", "3H"),
    ],
)
def test_feed_near_two_places_off_or_less(taken, thrown):
    assert Position(SPARE).picked(2, taken).throws(**ONLY_NEAR) == thrown


@pytest.mark.parametrize(
    ("spare", "taken"),
    [
        ("AH AC", "2H"),
        ("AH AC", "3H"),
        ("KH KC", "JH"),
        ("AH AC", "KH"),
        ("AH AC", "QH"),
        ("KH KC", "AH"),
        ("QH QC", "AH"),
    ],
)
def test_feed_near_at_both_ends_of_a_suit(spare, taken):
    first, second = spare.split()
    position = Position(f"{SETS} {spare}")
    assert position.throws(**ONLY_NEAR) == first
    assert position.picked(2, taken).throws(**ONLY_NEAR) == second


@pytest.mark.parametrize("harm", [0, 0.5, 50])
def test_feed_near_is_the_harm_of_one_card(harm):
    position = Position(SETS + " KH 9C").picked(2, "QH")
    thrown = position.throws(**(ONLY_NEAR | {"feed_near": harm, "point_weight": 0.2}))
    assert thrown == ("9C" if harm > 1 else "KH")


def test_feed_safe_where_he_threw_its_rank():
    def throws(safe, thrown="9S"):
        position = Position(SPARE).picked(2, "3D 9D").thrown(2, thrown)
        return position.throws(**(ONLY_RANK | {"feed_safe": safe}))

    assert [throws(safe) for safe in (0, 1)] == ["3H", "9C"]
    assert [throws(safe, "10C 8C") for safe in (0, 50)] == ["3H", "3H"]


def test_feed_safe_of_one_player_is_nothing_to_the_next():
    position = Position(SPARE).picked(2, "9D").thrown(3, "9S")
    safe = ONLY_RANK | {"feed_safe": 3}
    assert position.throws(**(safe | {"feed_far": 0.5})) == "3H"
    assert position.throws(**(safe | {"feed_far": 1})) == "9C"


@pytest.mark.parametrize("seat", [3, 4])
def test_feed_far_is_the_share_through_players_after_the_next(seat):
    def throws(share, seat=seat):
        position = Position(SPARE).picked(seat, "3D")
        return position.throws(**(ONLY_RANK | {"feed_far": share}))

    assert [throws(share) for share in (0, 0.5, 1)] == ["3H", "9C", "9C"]
    assert [throws(share, seat=2) for share in (0, 1)] == ["9C", "9C"]
    near = Position(SPARE).picked(seat, "3D 3C").picked(2, "9D")
    found = [near.throws(**(ONLY_RANK | {"feed_far": share})) for share in (0.4, 0.6)]
    assert found == ["3H", "9C"]


def test_feed_far_goes_round_the_table():
    """The last player's next neighbour is the first."""
    position = Position(SPARE).picked(1, "3D")
    position.view.seat = 3
    assert position.throws(**(ONLY_RANK | {"feed_far": 0})) == "9C"


def test_feed_table_by_the_cards_that_the_next_player_holds():
    """A king is five points dearer; with two cards the harm of its lay-off is half as large."""

    def throws(harm, size=1, seat=2):
        position = Position(SETS + " KH 9C").melds("KS KD KC", seat=seat).seat(seat, size=size)
        return position.throws(**(WEIGH | {"feed_table": harm, "point_weight": 1}))

    assert [throws(harm) for harm in (0, 4.9, 5.1, 200)] == ["KH", "KH", "9C", "9C"]
    assert [throws(harm, size=2) for harm in (9.9, 10.1)] == ["KH", "9C"]
    assert throws(200, seat=3) == "KH"  # he is not next, and who is down buys nothing


def test_feed_table_only_of_a_player_who_is_down():
    position = Position(SETS + " KH 9C").melds("KS KD KC", seat=3)
    assert position.throws(**(WEIGH | {"feed_table": 200})) == "KH"
    assert position.seat(2, down=1).throws(**(WEIGH | {"feed_table": 200})) == "9C"


def test_what_who_is_down_took_is_no_matter():
    position = Position(SPARE).picked(2, "3D 3C")
    assert position.throws(**WEIGH) == "9C"
    assert position.seat(2, down=1).throws(**WEIGH) == "3H"


def test_feed_table_only_of_what_may_be_laid_off():
    own = ("lay_off.targets=own",)
    position = Position(SETS + " KH 9C", overrides=own).melds("KS KD KC", seat=3).seat(2, down=1)
    assert position.throws(**(WEIGH | {"feed_table": 200})) == "KH"


def test_feed_table_only_of_who_may_take_it_when_down():
    for may, thrown in (("true", "9C"), ("false", "KH")):
        rules = (f"draw.down_may_take={may}",)
        position = Position(SETS + " KH 9C", overrides=rules).melds("KS KD KC", seat=2)
        assert position.throws(**(WEIGH | {"feed_table": 200})) == thrown


def test_watch_weighs_a_spare_joker_like_any_card():
    """It costs no more points than a 3, and is harmless where all others are not."""
    values = "scoring.values={A=15,2=5,3=5,4=5,5=5,6=5,7=5,8=5,9=5,10=10,J=10,Q=10,K=10,X=5}"
    position = Position(SPARE + " X", overrides=(values,)).picked(2, "3D 9D 8C 5C")
    assert position.throws(**ONLY_RANK) == "X"
    assert position.throws(**(ONLY_RANK | {"keep_jokers": "always"})) == "5S"
