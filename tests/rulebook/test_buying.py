"""Claims and buys, clause by clause (rules.md 1.6 and 2.3, decisions on buying)."""

import pytest

from rummysim.cards import card_text
from rummysim.errors import IllegalMove
from rummysim.trace.events import Bought, Restocked
from rummysim.trace.sentences import parse_act
from tests.rulebook.tables import Game


def _game(*overrides: str, **more) -> Game:
    """Seat 1 starts; the upcard is KD, the stock 4C 5C 6C 7C 8C 9C."""
    return Game(overrides=overrides, piles="KD 4C 5C 6C 7C 8C 9C 10C JC QC", **more)


def _thrown(*overrides: str, **more) -> Game:
    """Seat 1 has drawn 4C and thrown it; seat 2 is on turn."""
    game = _game(*overrides, **more)
    game.play("seat 1 draws 4C", "seat 1 throws 4C")
    return game


def test_buyer_draws_one_penalty_card():
    game = _thrown()
    before = len(game.hand(3))
    game.play("seat 3 claims 4C", "seat 3 buys 4C and draws 5C", "seat 2 draws 6C")
    assert len(game.hand(3)) == before + 2


@pytest.mark.parametrize(("count", "cards"), [(0, ""), (2, " and draws 5C 6C")])
def test_penalty_cards_switch(count: int, cards: str):
    game = _thrown(f"buy.penalty_cards={count}")
    game.play("seat 3 claims 4C")
    game.refuse("seat 3 buys 4C and draws 5C", f"{count} penalty cards, not 1")
    game.play(f"seat 3 buys 4C{cards}")


def test_penalty_cards_come_from_the_top_of_the_stock():
    game = _thrown()
    game.play("seat 3 claims 4C")
    game.refuse("seat 3 buys 4C and draws 6C", "the stock gives 5C")


def test_a_buyer_must_have_claimed():
    game = _thrown()
    game.refuse("seat 3 buys 4C and draws 5C", "did not claim")
    game.play("seat 3 claims 4C")
    game.refuse("seat 4 buys 4C and draws 5C", "did not claim")


def test_nearest_after_the_player_on_turn_buys():
    game = _thrown()
    game.play("seat 3 claims 4C", "seat 4 claims 4C")
    game.refuse("seat 4 buys 4C and draws 5C", "seat 3 claimed too and sits nearer")
    game.play("seat 3 buys 4C and draws 5C")


def test_random_priority_serves_any_claimant():
    game = _thrown("buy.priority=random")
    game.play("seat 3 claims 4C", "seat 4 claims 4C")
    game.allow("seat 3 buys 4C and draws 5C")
    game.play("seat 4 buys 4C and draws 5C")
    game.refuse("seat 3 claims 4C", "the top of the discard pile is KD")


def test_claims_are_asked_in_turn_order_once():
    game = _thrown()
    game.play("seat 4 claims 4C")
    game.refuse("seat 3 claims 4C", "in turn order")
    game.refuse("seat 4 claims 4C", "in turn order")


def test_the_player_on_turn_does_not_claim():
    _thrown().refuse("seat 2 claims 4C", "does not claim")


def test_only_the_top_card_is_claimed():
    _thrown().refuse("seat 3 claims KD", "the top of the discard pile is 4C")


def test_a_claim_is_binding():
    game = _thrown()
    game.play("seat 3 claims 4C")
    game.refuse("seat 2 draws 5C", "must get it first")


def test_the_player_on_turn_has_first_refusal():
    game = _thrown()
    game.play("seat 3 claims 4C", "seat 2 takes 4C")
    assert game.table.buys == [0, 0, 0, 0]


def test_no_take_after_a_buy():
    game = _thrown()
    game.play("seat 3 claims 4C", "seat 3 buys 4C and draws 5C")
    game.refuse("seat 2 takes KD", "buy.reopen")
    game.refuse("seat 3 claims KD", "one buy in a turn")


def test_reopen_lets_the_player_on_turn_take_the_card_below():
    game = _thrown("buy.reopen=true")
    game.play("seat 3 claims 4C", "seat 3 buys 4C and draws 5C")
    game.refuse("seat 4 claims KD", "one buy in a turn")
    game.allow("seat 2 draws 6C")
    game.play("seat 2 takes KD")


def test_nobody_buys_his_own_discard():
    game = _thrown()
    game.refuse("seat 1 claims 4C", "buy.discarder")
    game = _thrown("buy.discarder=true")
    game.play("seat 1 claims 4C", "seat 1 buys 4C and draws 5C")


def test_the_upcard_can_be_bought():
    game = _game()
    game.play("seat 4 claims KD", "seat 4 buys KD and draws 4C", "seat 1 draws 5C")
    _game("buy.upcard=false").refuse("seat 4 claims KD", "buy.upcard")
    _thrown("buy.upcard=false").allow("seat 3 claims 4C")


def test_buys_are_limited():
    game = _game("buy.limit=1")
    game.play("seat 3 claims KD", "seat 3 buys KD and draws 4C")
    game.play("seat 1 draws 5C", "seat 1 throws 5C")
    game.refuse("seat 3 claims 5C", "has bought 1 times (buy.limit)")
    game.allow("seat 4 claims 5C")


def test_three_buys_by_default():
    game = _game()
    for seat, card, penalty, drawn in (
        (1, "KD", "4C", "5C"),
        (2, "5C", "6C", "7C"),
        (3, "7C", "8C", "9C"),
    ):
        game.play(f"seat 4 claims {card}", f"seat 4 buys {card} and draws {penalty}")
        game.play(f"seat {seat} draws {drawn}", f"seat {seat} throws {drawn}")
    game.play("seat 4 draws 10C", "seat 4 throws 10C", "seat 1 draws JC", "seat 1 throws JC")
    game.refuse("seat 4 claims JC", "has bought 3 times")
    assert len(game.hand(4)) == 11 + 3 * 2


def test_a_player_who_is_down_may_buy():
    def down(*overrides: str) -> Game:
        game = _game(*overrides, hands={1: "5S 5H 5D QS QH QD"})
        game.play("seat 1 draws 4C", "seat 1 lays down 5S 5H 5D | QS QH QD", "seat 1 throws 4C")
        game.play("seat 2 draws 5C", "seat 2 throws 5C")
        return game

    down().allow("seat 1 claims 5C")
    down("buy.when_down=false").refuse("seat 1 claims 5C", "buy.when_down")
    down("buy.when_down=false").allow("seat 4 claims 5C")


def test_buying_in_the_last_round():
    _thrown(round_number=7).allow("seat 3 claims 4C")
    off = "buy.in_last_round=false"
    _thrown(off, round_number=7).refuse("seat 3 claims 4C", "buy.in_last_round")
    _thrown(off, round_number=6).allow("seat 3 claims 4C")


def test_no_buying():
    game = Game("shanghai-nobuy", piles="KD 4C")
    game.refuse("seat 3 claims KD", "buy.allowed")
    game.play("seat 1 takes KD")


def test_two_players_can_buy_only_the_upcard():
    game = Game("shanghai-2p", players=2, piles="KD 4C 5C 6C")
    game.allow("seat 2 claims KD")
    game.play("seat 1 draws 4C", "seat 1 throws 4C")
    game.refuse("seat 1 claims 4C", "buy.discarder")
    rebuy = Game("shanghai-2p", ["buy.discarder=true"], players=2, piles="KD 4C 5C 6C")
    rebuy.play("seat 1 draws 4C", "seat 1 throws 4C")
    rebuy.play("seat 1 claims 4C", "seat 1 buys 4C and draws 5C", "seat 2 draws 6C")


def _almost_out_of_stock(*overrides: str, left: int) -> Game:
    """Nobody buys until ``left`` cards are in the stock; the pile then holds the rest."""
    game = _game(*overrides)
    while len(game.table.stock) > left:
        game.pass_round(game.table.on_turn + 1)
    return game


def _claim(game: Game) -> str:
    """A claim by the seat after the one on turn."""
    seat = (game.table.on_turn + 1) % 4 + 1
    return f"seat {seat} claims {_top(game)}"


def _top(game: Game) -> str:
    return card_text(game.table.pile[-1])


def test_no_penalty_card_no_buy():
    """The stock is empty and nothing may be recycled: the buy is refused."""
    game = _almost_out_of_stock("match.max_recycles=0", left=1)
    game.allow(_claim(game))
    game = _almost_out_of_stock("match.max_recycles=0", left=0)
    game.refuse(_claim(game), "must take the discard")
    game = _almost_out_of_stock("match.max_recycles=0", "buy.penalty_cards=2", left=1)
    game.refuse(_claim(game), "no penalty card could be drawn")


def test_a_buy_may_need_a_new_stock():
    """With an empty stock the pile, without the bought and the kept card, is recycled first."""
    game = _almost_out_of_stock(left=0)
    pile = list(game.table.pile)
    top, seat = _top(game), (game.table.on_turn + 1) % 4 + 1
    claim = f"seat {seat} claims {top}"
    game.play(claim)
    with pytest.raises(IllegalMove, match="recycled first"):
        game.table.verify(Bought(seat - 1, pile[-1], (pile[0],)))
    for wrong in (pile, pile[:-1], pile[:-3], [*pile[:-3], pile[-1]]):
        assert not game.table.can(Restocked(tuple(wrong)))
    game.table.play(Restocked(tuple(pile[:-2])))
    assert not game.table.can(Restocked(tuple(pile[:-2])))
    assert not game.table.can(parse_act(f"seat {game.table.on_turn + 1} takes {top}"))
    game.table.play(Bought(seat - 1, pile[-1], (pile[0],)))
    assert game.table.pile == [pile[-2]]
    assert game.table.recycles == 1


def test_a_stock_that_runs_out_between_penalty_cards():
    """First what was left of the old stock, then the new one (trace.codec says the same)."""
    game = _almost_out_of_stock("buy.penalty_cards=3", left=1)
    last, pile = game.table.stock[0], list(game.table.pile)
    seat = (game.table.on_turn + 1) % 4
    game.play(_claim(game))
    new = tuple(pile[:-2])
    game.table.play(Restocked(new))
    assert not game.table.can(Bought(seat, pile[-1], new[:3]))
    assert not game.table.can(Bought(seat, pile[-1], (new[0], new[1], last)))
    game.table.play(Bought(seat, pile[-1], (last, new[0], new[1])))
    assert game.table.stock[-1] == new[2]


def test_no_restock_while_cards_are_left():
    game = _almost_out_of_stock(left=1)
    assert not game.table.can(Restocked(tuple(game.table.pile[:-1])))
    game.play(_claim(game))
    assert not game.table.can(Restocked(tuple(game.table.pile[:-2])))
