"""The worked examples of the sources, played at the referee's table (rules.md 10)."""

from rummysim.cards import parse_cards
from tests.rulebook.tables import Game


def test_ex_sh_0_starting_example():
    """Three 5s and two queens: one more queen, or a joker, completes round 1."""
    for drawn in ("QD", "QS", "X"):
        game = Game(hands={1: "5S 5H 5D QS QH 2C 4C 6C 8C 10C KC"}, piles=f"JH {drawn}")
        game.play(f"seat 1 draws {drawn}", f"seat 1 lays down 5S 5H 5D | QS QH {drawn}")
    game = Game(hands={1: "5S 5H 5D QS QH 2C 4C 6C 8C 10C KC"}, piles="JH QD")
    game.refuse("seat 1 lays down 5S 5H 5D | QS QH", "has not drawn yet")
    game.play("seat 1 draws QD")
    game.refuse("seat 1 lays down 5S 5H 5D | QS QH", "exactly 3 cards")


def _ex_sh_1() -> Game:
    """The example's round 2 up to the moment in which player 3 has thrown 4H."""
    game = Game(
        round_number=2,
        hands={1: "8S 8H 8D 5H 6H 7H X KS KD QC 4C", 3: "4H"},
        piles="JC 2S 10C 9D AD 3C 2D",
    )
    game.play(
        "seat 1 draws 2S",
        "seat 1 lays down 8S 8H 8D | 5H 6H 7H X",
        "seat 1 throws KS",
    )
    assert len(game.hand(1)) == 4
    game.play("seat 2 draws 10C", "seat 2 throws 10C", "seat 3 draws 9D", "seat 3 throws 4H")
    return game


def test_ex_sh_1_lay_down():
    """Set of eights and a run with the joker as 8H; 12 - 7 - 1 = 4 cards are left."""
    game = _ex_sh_1()
    run = game.table.melds[1]
    assert run.is_run
    assert (run.first, run.cards) == (4, parse_cards("5H 6H 7H X"))


def test_ex_sh_1_buying_when_down():
    """Player 1 claims, player 4 leaves the card, player 1 gets it and one penalty card."""
    game = _ex_sh_1()
    game.play("seat 1 claims 4H")
    game.refuse("seat 4 draws AD", "seat 1 claims the discard and must get it first")
    game.play("seat 1 buys 4H and draws AD")
    assert len(game.hand(1)) == 6
    game.refuse("seat 1 throws AD", "it is the turn of seat 4")
    game.play("seat 4 draws 3C", "seat 4 throws 3C")


def test_ex_sh_1_first_refusal():
    """Player 4 may take the card although player 1 claims it."""
    game = _ex_sh_1()
    game.play("seat 1 claims 4H", "seat 4 takes 4H")
    game.refuse("seat 1 buys 4H and draws AD", "already drawn")


def test_ex_sh_1_lay_off():
    """4H goes below the run; then 3H and 9H fit, a second joker does not."""
    game = _ex_sh_1()
    game.play("seat 1 claims 4H", "seat 1 buys 4H and draws AD")
    game.play("seat 4 draws 3C", "seat 4 throws 3C", "seat 1 draws 2D")
    game.play("seat 1 adds 4H to meld 2 at 4")
    run = game.table.melds[1]
    assert (run.first, run.cards) == (3, parse_cards("4H 5H 6H 7H X"))
    hand = game.table.hands[0]
    hand += parse_cards("3H 9H X")  # to ask what would be legal
    game.allow("seat 1 adds 3H to meld 2 at 3")
    game.allow("seat 1 adds 9H to meld 2 at 9")
    game.refuse("seat 1 adds X to meld 2 at 3", "at most 1 joker")
    game.refuse("seat 1 adds X to meld 2 at 9", "at most 1 joker")
    game.refuse("seat 1 adds 9H to meld 2 at 8", "next place at either end")
