"""Parameters of plan and jokers: what is collected, and when a joker goes."""

import pytest

from rummysim.policies.script_discard import JOKERS
from tests.policies.positions import TURN, Position

# A set round: a run of pictures, a pair, and six low cards that join nothing.
RUN_IN_SETS = "JH QH KH 9S 9D 2C 4S 6D 7C 3H 8H 5D"
# Round 7: two pairs, three beginnings of runs, and a 6 that joins nothing.
PAIRS_IN_RUNS = "9S 9D KC KH 2C 3C 4C 7H 8H JD QD 6S"
# One joker that a set needs; one that two complete sets leave over.
NEEDED = "8S 8H X 5S 5H 2C 3H 4C 7C 9D KC QD"
SPARE = "8S 8H 8D 5S 5H 5D X 2C 3H 4C 7C KD"

STANCES = JOKERS.split()


def test_aim_contract_or_any_meld_when_throwing():
    assert Position(RUN_IN_SETS).throws(aim="contract") == "JH"
    assert Position(RUN_IN_SETS).throws(aim="any") == "4S"


@pytest.mark.parametrize("question", ["takes", "buys"])
def test_aim_contract_or_any_meld_when_drawing(question):
    def wanted(aim, top):
        return getattr(Position(RUN_IN_SETS[:-3]), question)(top, aim=aim)

    assert [wanted("contract", top) for top in ("10H", "9C")] == [False, True]
    assert [wanted("any", top) for top in ("10H", "AS")] == [True, False]


def test_aim_until_counts_own_turns():
    throws = [Position(RUN_IN_SETS).throws(aim="any", aim_until=turn) for turn in (2, 3, 4)]
    assert TURN == 3
    assert throws == ["JH", "4S", "4S"]
    assert Position(RUN_IN_SETS).throws(aim="contract", aim_until=99) == "JH"


@pytest.mark.parametrize(("round_number", "before"), [(7, "6S"), (3, "KH"), (1, "JD")])
def test_runs_from_counts_own_turns_where_three_runs_are_due(round_number, before):
    throws = [
        Position(PAIRS_IN_RUNS, round_number).throws(runs_from=turn) for turn in (1, 3, 4, 99)
    ]
    after = throws[0]
    assert throws == [after, after, before, before]
    assert (before == after) == (round_number < 7)


def test_runs_from_speaks_of_longer_contracts_too():
    contracts = 'opening.contracts=["R3 R3 R3 R3", "R4 S S S"]'
    four, mixed = (
        [
            Position(
                PAIRS_IN_RUNS, number, overrides=(contracts, "close.last_round=normal")
            ).throws(runs_from=turn)
            for turn in (1, 99)
        ]
        for number in (1, 2)
    )
    assert four[1] == "6S" != four[0]
    assert mixed[0] == mixed[1]


def test_runs_from_and_aim_until_count_a_claim_before_the_first_turn_to_it():
    def buys(turns, **parameters):
        position = Position(PAIRS_IN_RUNS[:-3], 7, overrides=("close.last_round=normal",))
        return position.seat(1, turns=turns).buys("KS", **parameters)

    assert [buys(turns, runs_from=1) for turns in (0, 1)] == [False, False]
    assert [buys(turns, runs_from=2) for turns in (0, 1, 2)] == [True, True, False]
    assert [buys(turns, aim="any", aim_until=0) for turns in (0, 1)] == [False, False]
    assert [buys(turns, aim="any", aim_until=1) for turns in (0, 1, 2)] == [True, True, False]


@pytest.mark.parametrize(
    ("down", "thrown"),
    [(False, {"needed": "QD", "never": "X"}), (True, {"never": "X", "until_down": "X"})],
)
def test_keep_jokers_while_one_is_needed(down, thrown):
    for stance in STANCES:
        position = Position(NEEDED)
        if down:
            position.seat(3, down=2)
        assert position.throws(keep_jokers=stance) == thrown.get(stance, "QD"), stance


def test_keep_jokers_while_none_is_needed():
    throws = [Position(SPARE).throws(keep_jokers=stance) for stance in STANCES]
    assert throws == ["X", "KD", "X", "KD", "KD"]


@pytest.mark.parametrize("weigh", [1, 20])
def test_keep_jokers_always_breaks_up_melds_rather_than_throw_one(weigh):
    hand = "8S 8H 8D 5S 5H 5D X X"
    assert Position(hand).throws(weigh=weigh) == "X"
    assert Position(hand).throws(weigh=weigh, keep_jokers="always") in hand.split()[:6]
    assert Position("X X").throws(weigh=weigh, keep_jokers="always") == "X"


@pytest.mark.parametrize("weigh", [1, 20])
@pytest.mark.parametrize("aim", ["contract", "any"])
def test_keep_jokers_never_throws_one_before_everything_else(weigh, aim):
    assert Position(NEEDED).throws(weigh=weigh, aim=aim, keep_jokers="never") == "X"
    down = Position("KD X 5H").seat(1, down=1).melds("8S 8H 8D")
    assert down.throws(weigh=weigh, aim=aim, keep_jokers="never") == "X"


def test_keep_jokers_never_where_they_may_not_be_thrown():
    barred = ("close.discard_joker=false",)
    assert Position(NEEDED, overrides=barred).throws(keep_jokers="never") == "QD"
    assert Position("X X", overrides=barred).throws(keep_jokers="never") == "X"
    back = Position(NEEDED, overrides=("draw.no_return=true",)).drawn("X", from_pile=True)
    assert back.throws(keep_jokers="never") == "QD"


def test_keep_jokers_never_wants_none_from_the_pile():
    hand = NEEDED.replace("X ", "")
    assert Position(hand).takes("X")
    assert Position(hand).buys("X")
    assert not Position(hand).takes("X", keep_jokers="never")
    assert not Position(hand).buys("X", keep_jokers="never", buy="always")


@pytest.mark.parametrize("question", ["takes", "buys"])
def test_keep_jokers_never_wants_none_from_the_pile_for_any_meld(question):
    position = Position(NEEDED.replace("X ", ""))
    assert not getattr(position, question)("X", keep_jokers="never", aim="any")


def test_joker_few_is_what_an_opponent_holds_down_or_not():
    def throws(few, **public):
        return Position(NEEDED).seat(4, **public).throws(keep_jokers="until_few", joker_few=few)

    assert [throws(3, size=size) for size in (2, 3, 4)] == ["X", "X", "QD"]
    assert [throws(few, size=4, down=2) for few in (3, 4, 5)] == ["QD", "X", "X"]
    assert Position("X 9C").throws(keep_jokers="until_few") == "9C"  # own cards do not count


@pytest.mark.parametrize("stance", ["needed", "always"])
def test_keep_jokers_when_down(stance):
    """What fits the table stays; a joker that fits nothing goes unless it is always kept."""
    fits = Position("X 9C 5H").melds("8S 8H 8D").seat(1, down=1)
    none = Position("X 9C 5H").melds("8S 8H X").seat(1, down=1)
    assert fits.throws(keep_jokers=stance) == "5H"
    assert none.throws(keep_jokers=stance) == ("X" if stance == "needed" else "5H")


def test_keep_jokers_always_when_down_and_watching():
    position = Position("X 9C 5H").melds("8S 8H X").seat(1, down=1)
    assert position.throws(keep_jokers="always", watch="on") != "X"


@pytest.mark.parametrize("value", [0, 5, 10, 50])
def test_a_spare_joker_goes_by_its_points(value):
    values = "{A=15,2=5,3=5,4=5,5=5,6=5,7=5,8=5,9=5,10=10,J=10,Q=10,K=10,X=" + f"{value}}}"
    rules = (f"scoring.values={values}",)
    high, low = (Position(SPARE, overrides=rules).throws(throw=throw) for throw in ("high", "low"))
    assert high == ("X" if value > 10 else "KD")
    assert (low == "X") == (value <= 5)


def test_swap_jokers_on_or_off():
    def plays(swap, game="shanghai-swap"):
        position = Position("KD 5H", game=game).melds("3H 4H X 6H").seat(1, down=1)
        return [position.plays(swap_jokers=swap, joker_last=last) for last in ("off", "on")]

    assert plays("on") == ["swap 5H on 1"] * 2
    assert plays("off") == ["done"] * 2
    assert plays("on", game="shanghai") == ["done"] * 2


NEW_MELD = {"game": "shanghai-swap", "overrides": ("lay_off.new_melds=on",)}


@pytest.mark.parametrize(
    "joker_last",
    [
        "on",
        "off",
    ],
)
def test_swap_jokers_off_still_lays_new_melds(joker_last):
    position = Position("KD KH KC 5H", **NEW_MELD).melds("3H 4H X 6H").seat(1, down=1)
    position.offered("KD KH KC")
    assert position.plays(swap_jokers="on", joker_last=joker_last) == "swap 5H on 1"
    assert position.plays(swap_jokers="off", joker_last=joker_last) == "new meld"
