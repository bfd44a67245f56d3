"""Rows <-> events: the inverse holds for whole games, and rows in true order are gathered."""

import pytest

from rummysim.errors import TraceError
from rummysim.kernels import layout
from rummysim.trace import codes
from rummysim.trace.codec import decode, encode
from rummysim.trace.events import (
    Bought,
    Drew,
    LaidDown,
    LaidMeld,
    Moved,
    Passed,
    Restocked,
    RoundBegan,
    Scored,
    Swapped,
)
from tests.rulebook.games import played_game


@pytest.mark.parametrize("seed", range(6))
def test_decode_inverts_encode(seed: int):
    events = played_game(seed).events
    rows = encode(events)
    assert all(len(row) == codes.WIDTH for row in rows)
    assert decode(rows) == events


def test_layout_has_the_same_codes():
    for name, value in vars(codes).items():
        if name in ("WIDTH", "REASONS") or not name.isupper():
            continue
        mirrored = name if name in ("NO_CARDS", "TURN_CAP") else f"T_{name}"
        assert getattr(layout, mirrored) == value
    assert layout.TRACE_WIDTH == codes.WIDTH


def test_a_swap_says_which_wild_comes_back():
    joker, deuce = Swapped(1, 7, 0, 7), Swapped(1, 7, 0, 7, wild=14)
    assert [row[5] for row in encode([joker, deuce])] == [0, 15]
    assert decode(encode([joker, deuce])) == (joker, deuce)


def test_a_move_says_where_the_wild_goes():
    rows = [(codes.MOVE, 2, 19, 1, 6, 9)]
    assert decode(rows) == (Moved(seat=2, card=19, meld=1, position=6, wild_to=9),)
    assert encode(decode(rows)) == rows


def test_integer_arrays_give_plain_ints():
    import numpy as np

    rows = np.array([(codes.DRAW, 2, 7, 0, 0, 0)], dtype=np.int32)
    (event,) = decode(rows)
    assert event == Drew(2, 7)
    assert type(event.card) is int


def _restock(*cards: int) -> list[tuple[int, ...]]:
    return [
        (codes.RESTOCK, 0, 0, 0, 0, len(cards)),
        *((codes.STOCK, 0, card, 0, 0, 0) for card in cards),
    ]


BUY = (codes.BUY, 2, 50, 0, 0, 0)
DRAW = (codes.DRAW, 1, 9, 0, 0, 0)


def _penalty(card: int) -> tuple[int, ...]:
    return (codes.PENALTY, 2, card, 0, 0, 0)


@pytest.mark.parametrize(
    ("rows", "events"),
    [
        ([BUY, _penalty(1), _penalty(2)], [Bought(2, 50, (1, 2))]),
        ([BUY], [Bought(2, 50, ())]),
        (
            [BUY, _penalty(1), *_restock(2, 3), _penalty(2)],
            [Restocked((2, 3)), Bought(2, 50, (1, 2))],
        ),
        ([BUY, *_restock(2, 3), _penalty(2)], [Restocked((2, 3)), Bought(2, 50, (2,))]),
        ([*_restock(2, 3), BUY, _penalty(2)], [Restocked((2, 3)), Bought(2, 50, (2,))]),
        (
            [BUY, _penalty(1), *_restock(9, 3), DRAW],
            [Bought(2, 50, (1,)), Restocked((9, 3)), Drew(1, 9)],
        ),
        (
            [BUY, *_restock(2), _penalty(2), *_restock(9), DRAW],
            [Restocked((2,)), Bought(2, 50, (2,)), Restocked((9,)), Drew(1, 9)],
        ),
    ],
)
def test_a_restock_belongs_to_the_buy_when_a_penalty_card_follows(rows, events):
    assert list(decode(rows)) == events


def test_lay_downs_of_two_seats_stay_apart():
    melds = (LaidMeld(False, (1, 14, 27), -1), LaidMeld(True, (5, 6, 52, 8), 5))
    events = (LaidDown(0, melds), LaidDown(1, melds[:1]), Passed(0))
    assert decode(encode(events)) == events


def test_two_scores_in_a_row_stay_apart():
    events = (Scored((1, 2), (3, 4)), Scored((5, 6), (7, 8)))
    assert decode(encode(events)) == events


ROUND = encode([RoundBegan(0, 1, 2, (1, 2, 3))])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(99, 0, 0, 0, 0, 0)], "row 1 of the trace has code 99"),
        ([DRAW, _penalty(1)], "row 2 of the trace has code 6"),
        (ROUND[:-1], "3 rows of code 2 should follow"),
        ([ROUND[0], ROUND[1], DRAW, DRAW], "3 rows of code 2 should follow"),
        ([(codes.RESTOCK, 0, 0, 0, 0, 2), DRAW], "2 rows of code 9 should follow"),
        ([(codes.LAY_DOWN, 0, 0, 0, -1, 3), DRAW], "3 rows of code 11 should follow"),
        ([(codes.DEAD, 0, 0, 0, 0, 7)], "7 is no reason for a dead round"),
        ([(codes.SCORE, 1, 0, 0, 5, 5)], "scores begin with seat 2"),
    ],
)
def test_damaged_rows_are_named(rows, message):
    with pytest.raises(TraceError, match=message):
        decode(rows)
