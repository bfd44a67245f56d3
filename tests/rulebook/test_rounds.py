"""The last round, scores and the match (rules.md 1.5, 2.4, 2.5, 15; decisions on rounds)."""

import pytest

from rummysim.cards import parse_cards
from rummysim.errors import IllegalMove
from rummysim.referee.scoring import match_shares, round_points
from rummysim.referee.table import Table
from rummysim.rules import load_rules
from rummysim.trace.events import Died, Discarded, Drew, RoundBegan, Scored
from tests.rulebook.tables import Game, deck_of

RUNS = "3S 4S 5S 6S 7H 8H 9H 10H 2D 3D 4D"
DOWN_7 = "seat 1 lays down 3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D"


def _seven(*overrides: str, hand: str = RUNS, drawn: str = "5D", **more) -> Game:
    game = Game("shanghai", overrides, 4, 7, {1: hand}, f"KD {drawn} 6C 7C 8C 9C", **more)
    game.play(f"seat 1 draws {drawn}")
    return game


def test_round_7_ends_with_the_lay_down():
    game = _seven()
    game.play(DOWN_7)
    game.refuse("seat 1 throws 5D", "must go out")
    game.play("seat 1 is out")


def test_round_7_other_turns_end_with_a_discard():
    game = _seven()
    game.refuse("seat 1 throws nothing", "can be thrown")
    game.play("seat 1 throws 5D")


def test_round_7_after_a_real_buy():
    """11 dealt, 2 by a buy, 1 drawn: 14 cards go into three longer runs."""
    game = Game(round_number=7, hands={2: RUNS}, piles="7S 5D 6C 6D 9C")
    game.play("seat 2 claims 7S", "seat 2 buys 7S and draws 5D", "seat 1 draws 6C")
    game.play("seat 1 throws 6C", "seat 2 draws 6D")
    game.refuse(
        "seat 2 lays down 3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", "14 are held, 12 would be laid"
    )
    game.play(
        "seat 2 lays down 3S 4S 5S 6S 7S | 7H 8H 9H 10H | 2D 3D 4D 5D 6D",
        "seat 2 is out",
    )


def test_round_7_keep_playing():
    """The contract as usual; the very last card is laid off, not thrown."""
    game = Game(
        "shanghai", ["close.last_round=keep_playing"], 3, 7,
        {1: f"{RUNS} 6D"}, "KD 5D 6C 8C 7D 9C", dealt=12,
    )  # fmt: skip
    game.play("seat 1 draws 5D", DOWN_7)
    game.refuse("seat 1 adds 6D to meld 3 at 6", "lay_off.from")
    game.refuse("seat 1 throws 6D", "close.final_discard")
    game.play("seat 1 throws nothing", "seat 2 draws 6C", "seat 2 throws 6C")
    game.play("seat 3 draws 8C", "seat 3 throws 8C", "seat 1 draws 7D")
    game.allow("seat 1 throws 7D")
    game.play("seat 1 adds 6D to meld 3 at 6")
    game.refuse("seat 1 throws 7D", "close.final_discard")
    game.play("seat 1 adds 7D to meld 3 at 7", "seat 1 is out")


def test_keep_playing_concerns_the_last_round_only():
    game = Game(overrides=["close.last_round=keep_playing"], round_number=6)
    assert game.table.final_discard() == "optional"


def test_round_7_normal_goes_out_by_a_discard():
    game = _seven("close.last_round=normal", hand=f"{RUNS} KC", dealt=12)
    game.play(DOWN_7, "seat 1 throws KC", "seat 1 is out")


def test_round_7_fourth_joker_must_be_thrown():
    """Three runs hold three jokers at most; X X in one run is refused."""
    game = _seven(hand="3S 4S 5S X 7H 8H X X 3D 4D X")
    game.refuse("seat 1 lays down 3S 4S 5S X | 7H 8H X X | X 3D 4D 5D", "at most 1 joker")
    game.play("seat 1 throws X")


# --- scores (2.5)


@pytest.mark.parametrize(
    ("cards", "points"),
    [("X", 50), ("AS", 15), ("10H JH QH KH", 40), ("2C 3C 4C 5C 6C 7C 8C 9C", 40), ("", 0)],
)
def test_card_penalties(cards: str, points: int):
    rules = load_rules("shanghai")
    assert round_points([parse_cards(cards), parse_cards("X")], -1, rules) == (points, 50)


def test_who_is_out_scores_0_and_being_down_gives_no_relief():
    game = Game(
        players=3,
        hands={1: "5S 5H 5D QS QH", 2: "AS AH KC KD 2D", 3: "X 2H 3H 4H 6H"},
        piles="KD QD",
        dealt=5,
    )
    game.play("seat 1 draws QD", "seat 1 lays down 5S 5H 5D | QS QH QD", "seat 1 is out")
    game.refuse("points 0 55 65, totals 0 55 65", "the hands are worth 0 55 70")
    game.refuse("points 0 55 70, totals 0 55 75", "the totals are 0 55 70")
    game.play("points 0 55 70, totals 0 55 70")
    assert game.table.rounds_won == [1, 0, 0]


@pytest.mark.parametrize("switch", ["score_hands", "void"])
def test_dead_round(switch: str):
    game = Game(overrides=[f"scoring.dead_round={switch}", "match.turn_cap=1"], players=3)
    game.pass_round(1, 2, 3)
    game.table.play(Died("turn_cap"))
    rules = game.rules
    hands = [sum(rules.scoring.values[card] for card in hand) for hand in game.table.hands]
    points = tuple(hands) if switch == "score_hands" else (0, 0, 0)
    other = (0, 0, 0) if switch == "score_hands" else tuple(hands)
    assert not game.table.can(Scored(other, other))
    game.table.play(Scored(points, points))


# --- match (1.5)


def test_dealer_and_rounds_move_on():
    rules = load_rules("shanghai", ["match.turn_cap=1"])
    shoe = tuple(deck_of(rules, 3))
    table = Table(rules, 3)
    table.play(RoundBegan(0, 1, 2, shoe))
    with pytest.raises(IllegalMove, match="the round before is not over"):
        table.verify(RoundBegan(1, 2, 0, shoe))
    for seat in (2, 0, 1):
        table.play(Drew(seat, table.stock[-1]))
        table.play(Discarded(seat, table.legal_discards()[0]))
    table.play(Died("turn_cap"))
    points = round_points(table.hands, -1, rules)
    table.play(Scored(points, points))
    with pytest.raises(IllegalMove, match="round 2 is due"):
        table.verify(RoundBegan(2, 2, 0, shoe))
    with pytest.raises(IllegalMove, match="the deal moves on to seat 3, not to seat 2"):
        table.verify(RoundBegan(1, 1, 2, shoe))
    table.play(RoundBegan(1, 2, 0, shoe))


def test_enough_cards_for_the_deal():
    with pytest.raises(IllegalMove, match="not enough cards to deal"):
        Game(players=4, dealt=27)
    Game(players=4, dealt=26)


def test_lowest_total_wins_and_ties_are_shared():
    rules = load_rules("shanghai")
    assert match_shares([5, 10, 5, 5], [0, 7, 0, 0], rules) == pytest.approx(
        (1 / 3, 0, 1 / 3, 1 / 3)
    )
    assert match_shares([5, 10], [0, 7], rules) == (1.0, 0.0)


def test_ties_by_rounds_won():
    rules = load_rules("shanghai", ["match.tie=rounds_won"])
    assert match_shares([5, 5, 5, 9], [1, 2, 2, 3], rules) == (0.0, 0.5, 0.5, 0.0)
    assert match_shares([5, 5, 9], [1, 2, 4], rules) == (0.0, 1.0, 0.0)
