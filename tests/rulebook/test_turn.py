"""The acts of a turn and their order, clause by clause (rules.md 1.4, 1.5, 2, 2.2, 2.4, 2.6)."""

import pytest

from rummysim.cards import card_text
from rummysim.errors import IllegalMove
from rummysim.referee.table import Table
from rummysim.rules import load_rules
from rummysim.trace.events import Died, Drew, Restocked, RoundBegan, Took
from tests.rulebook.tables import Game, deck_of

SETS = "5S 5H 5D QS QH QD"
DOWN = "seat 1 lays down 5S 5H 5D | QS QH QD"


def _down(*overrides: str, game: str = "shanghai", extra: str = "5C QC 9S 9H 2C", **more) -> Game:
    """Seat 1 has just laid two sets and still holds ``extra`` and 4C."""
    table = Game(game, overrides, hands={1: f"{SETS} {extra}"}, piles="KD 4C 6C 7C 8C 9C", **more)
    table.play("seat 1 draws 4C", DOWN)
    return table


def _next_turn(game: Game, throws: str = "4C") -> Game:
    """Seat 1 throws a card, the others pass by, seat 1 has drawn again."""
    game.play(f"seat 1 throws {throws}")
    game.pass_round(*range(2, game.table.players + 1))
    game.table.play(Drew(0, game.table.stock[-1]))
    return game


# --- deal (rules.md 2, 1.5)


def test_blocks_go_round_from_the_starter():
    rules = load_rules("shanghai")
    shoe = tuple(deck_of(rules, 4))
    table = Table(rules, 4)
    table.play(RoundBegan(0, 1, 2, shoe))
    assert table.hands[2] == list(shoe[:11])
    assert table.hands[3] == list(shoe[11:22])
    assert table.hands[0] == list(shoe[22:33])
    assert table.hands[1] == list(shoe[33:44])
    assert table.pile == [shoe[44]]
    assert table.can(Drew(2, shoe[45]))


def test_the_player_left_of_the_dealer_starts():
    rules = load_rules("shanghai")
    shoe = tuple(deck_of(rules, 4))
    with pytest.raises(IllegalMove, match=r"round 1 begins: seat 1, left of the dealer, starts"):
        Table(rules, 4).play(RoundBegan(0, 3, 1, shoe))


@pytest.mark.parametrize("change", [lambda shoe: shoe[1:], lambda shoe: (shoe[-1], *shoe[1:])])
def test_the_shoe_is_the_whole_deck(change):
    rules = load_rules("shanghai")
    shoe = change(tuple(deck_of(rules, 4)))
    with pytest.raises(IllegalMove, match="the shoe does not hold the 108 cards"):
        Table(rules, 4).play(RoundBegan(0, 3, 0, shoe))


def test_three_packs_for_five_and_six():
    rules = load_rules("shanghai", ["shoe.packs=3", "shoe.jokers=6"])
    Table(rules, 6).play(RoundBegan(0, 5, 0, tuple([*range(52)] * 3 + [52] * 6)))


# --- draw (2.2.1)


def test_one_draw_in_a_turn():
    game = Game(piles="KD 4C 5C")
    game.refuse("seat 1 throws KD", "has not drawn yet")
    game.refuse("seat 2 draws 4C", "it is the turn of seat 1")
    game.refuse("seat 1 draws 5C", "the stock gives 4C")
    game.play("seat 1 draws 4C")
    game.refuse("seat 1 draws 5C", "already drawn")
    game.refuse("seat 1 takes KD", "already drawn")
    game.play("seat 1 throws 4C")
    game.refuse("seat 1 draws 5C", "it is the turn of seat 2")


def test_only_the_top_discard_is_taken():
    game = Game(piles="KD 4C 5C")
    game.play("seat 1 draws 4C", "seat 1 throws 4C")
    game.refuse("seat 2 takes KD", "the top of the discard pile is 4C")
    game.play("seat 2 takes 4C")
    game.refuse("seat 3 takes KD", "already drawn")


def test_a_discarded_joker_may_be_taken_and_bought():
    game = Game(hands={1: "X"}, piles="KD 4C 5C")
    game.play("seat 1 draws 4C", "seat 1 throws X")
    game.allow("seat 3 claims X")
    game.play("seat 2 takes X")


def test_down_may_take_switch():
    game = _down()
    game.play("seat 1 throws 4C")
    game.pass_round(2, 3, 4)
    assert game.table.can(Took(0, game.table.pile[-1]))
    game = _down("draw.down_may_take=false")
    game.play("seat 1 throws 4C")
    assert game.table.can(Took(1, game.table.pile[-1]))
    game.pass_round(2, 3, 4)
    with pytest.raises(IllegalMove, match=r"draw\.down_may_take"):
        game.table.verify(Took(0, game.table.pile[-1]))


# --- lay-down (2.2.2)


def test_laying_down_in_the_first_turn_once():
    game = _down()
    game.refuse("seat 1 lays down 9S 9H 5C | QC 2C 4C", "already down")


def test_no_duty_to_lay_down():
    game = Game(hands={1: SETS}, piles="KD 4C")
    game.play("seat 1 draws 4C", "seat 1 throws 4C")
    assert not game.table.is_down(0)


def test_only_on_the_own_turn():
    game = Game(hands={2: SETS}, piles="KD 4C")
    game.play("seat 1 draws 4C")
    game.refuse("seat 2 lays down 5S 5H 5D | QS QH QD", "it is the turn of seat 1")


# --- lay-off (2.2.3)


def test_no_lay_off_in_the_turn_of_the_lay_down():
    game = _down()
    game.refuse("seat 1 adds 5C to meld 1", "lay_off.from")
    _next_turn(game)
    game.play("seat 1 adds 5C to meld 1", "seat 1 adds QC to meld 2")


def test_lay_off_in_the_same_turn_where_allowed():
    _down("lay_off.from=same_turn").play("seat 1 adds 5C to meld 1", "seat 1 adds QC to meld 2")


def test_no_lay_off_before_the_own_lay_down():
    game = _down(extra="")
    game.play("seat 1 throws 4C", "seat 2 draws 6C")
    hand = game.table.hands[1]
    hand.remove(min(hand))
    hand.append(4 + 39)  # 5C, to ask what would be legal
    game.refuse("seat 2 adds 5C to meld 1", "only who is down may lay off")


@pytest.mark.parametrize("targets", ["all", "own"])
def test_lay_off_on_melds_of_others(targets: str):
    game = Game(
        overrides=[f"lay_off.targets={targets}"],
        hands={1: SETS, 2: "7S 7H 7D JS JH JD 5C JC"},
        piles="KD 4C 6C 8C 9C 10C 2D",
    )
    game.play("seat 1 draws 4C", DOWN, "seat 1 throws 4C")
    game.play("seat 2 draws 6C", "seat 2 lays down 7S 7H 7D | JS JH JD", "seat 2 throws 6C")
    game.play("seat 3 draws 8C", "seat 3 throws 8C", "seat 4 draws 9C", "seat 4 throws 9C")
    game.play("seat 1 draws 10C", "seat 1 throws 10C", "seat 2 draws 2D")
    game.allow("seat 2 adds JC to meld 4")
    if targets == "all":
        game.play("seat 2 adds 5C to meld 1")
    else:
        game.refuse("seat 2 adds 5C to meld 1", "lay_off.targets")


def test_lay_off_needs_the_card_and_the_meld():
    game = _next_turn(_down())
    game.refuse("seat 1 adds KH to meld 1", "does not hold KH")
    game.refuse("seat 1 adds 5C to meld 3", "there are 2 melds")


# --- new melds (2.2, new_melds_after)


def test_new_melds_switch():
    line = "seat 1 lays 9S 9H 9D"
    _next_turn(_down(extra="9S 9H 9D 2C 3C")).refuse(line, "lay_off.new_melds")
    game = _down("lay_off.new_melds=on", extra="9S 9H 9D 2C 3C")
    game.refuse(line, "lay_off.from")
    _next_turn(game).play(line, "seat 1 throws 2C")
    assert [meld.owner for meld in game.table.melds] == [0, 0, 0]
    same = _down("lay_off.new_melds=on", "lay_off.from=same_turn", extra="9S 9H 9D 2C 3C")
    same.play(line)


# --- joker swap (2.6)


def _joker_down(*overrides: str, game: str = "shanghai-swap") -> Game:
    """Seat 1 has just laid 5S 5H X and QS QH X and holds naturals for both jokers."""
    table = Game(game, overrides, hands={1: "5S 5H X QS QH X 5D QC 2C"}, piles="KD 4C 6C 7C 8C")
    table.play("seat 1 draws 4C", "seat 1 lays down 5S 5H X | QS QH X")
    return table


def test_swap_from_the_next_turn_on():
    game = _joker_down()
    game.refuse("seat 1 swaps 5D into meld 1", "swap.same_turn")
    _next_turn(game)
    before = len(game.hand(1))
    game.play("seat 1 swaps 5D into meld 1", "seat 1 swaps QC into meld 2")
    assert len(game.hand(1)) == before
    assert game.hand(1).count(52) == 2
    game.play("seat 1 adds X to meld 1")
    game.refuse("seat 1 adds X to meld 1", "at most 1 joker")
    game.play("seat 1 throws X")


def test_swap_in_the_same_turn_where_allowed():
    _joker_down("swap.same_turn=true").play("seat 1 swaps 5D into meld 1")


def test_swap_off_in_the_base_game():
    game = _next_turn(_joker_down(game="shanghai"))
    game.refuse("seat 1 swaps 5D into meld 1", "swap.allowed")


def test_swap_needs_a_lay_down():
    game = _joker_down()
    game.play("seat 1 throws 4C", "seat 2 draws 6C")
    game.table.hands[1][0] = 4 + 39  # 5C, to ask what would be legal
    game.refuse("seat 2 swaps 5C into meld 1", "only who is down may swap a joker")


# --- end of the turn (2.2.4) and going out (2.4)


def test_a_discard_is_compulsory():
    game = Game(piles="KD 4C 5C")
    game.play("seat 1 draws 4C")
    game.refuse("seat 1 throws nothing", "can be thrown")
    game.refuse("seat 1 throws 5C", "does not hold 5C")
    game.refuse("seat 2 draws 5C", "already drawn")


def test_the_card_just_taken_may_be_thrown_again():
    game = Game(piles="KD 4C")
    game.play("seat 1 takes KD", "seat 1 throws KD")


def _last_cards(*overrides: str, extra: str, **more) -> Game:
    """Six cards are dealt, so that after the lay-down only ``extra`` (one card) is left."""
    game = Game("shanghai", overrides, hands={1: SETS}, piles=f"KD {extra}", dealt=6, **more)
    game.play(f"seat 1 draws {extra}", DOWN)
    return game


def test_out_by_throwing_the_last_card():
    game = _last_cards(extra="4C")
    game.refuse("seat 1 is out", "still holds 1 cards")
    game.play("seat 1 throws 4C")
    game.refuse("seat 2 takes 4C", "must go out")
    game.play("seat 1 is out")
    game.refuse("seat 2 takes 4C", "must be scored")


def test_out_by_laying_off_the_last_card():
    game = _last_cards("lay_off.from=same_turn", extra="5C")
    game.play("seat 1 adds 5C to meld 1")
    game.refuse("seat 1 throws nothing", "must go out")
    game.play("seat 1 is out")


def test_out_by_the_lay_down_itself():
    game = Game(hands={1: "5S 5H 5D QS QH"}, piles="KD QD", dealt=5)
    game.play("seat 1 draws QD", DOWN, "seat 1 is out")


def test_final_discard_required():
    game = _last_cards("lay_off.from=same_turn", "close.final_discard=required", extra="5C")
    game.refuse("seat 1 adds 5C to meld 1", "close.final_discard")
    game.play("seat 1 throws 5C", "seat 1 is out")


def test_final_discard_required_for_a_new_meld():
    overrides = (
        "lay_off.new_melds=on", "lay_off.from=same_turn", "close.final_discard=required",
    )  # fmt: skip
    game = Game("shanghai", overrides, hands={1: f"{SETS} 9S 9H"}, piles="KD 9D", dealt=8)
    game.play("seat 1 draws 9D", DOWN)
    game.refuse("seat 1 lays 9S 9H 9D", "close.final_discard")


def test_final_discard_forbidden():
    game = _last_cards("close.final_discard=forbidden", extra="4C")
    game.refuse("seat 1 throws 4C", "close.final_discard")
    game.play("seat 1 throws nothing")
    assert game.table.on_turn == 1
    assert len(game.hand(1)) == 1


def test_final_discard_forbidden_lets_two_cards_go():
    game = _down("close.final_discard=forbidden", extra="5C QC 9S 9H 2C")
    game.play("seat 1 throws 2C")


# --- stock exhaustion and dead rounds (1.4, C6)


def _run_dry(*overrides: str) -> Game:
    """Everybody draws and throws until the stock is empty."""
    game = Game(overrides=overrides)
    while game.table.stock:
        game.pass_round(game.table.on_turn + 1)
    return game


def test_restock_keeps_the_top_discard():
    game = _run_dry()
    seat, pile = game.table.on_turn, list(game.table.pile)
    with pytest.raises(IllegalMove, match="recycled first"):
        game.table.verify(Drew(seat, pile[0]))
    assert not game.table.can(Restocked(tuple(pile)))
    game.table.play(Restocked(tuple(pile[:-1])))
    assert game.table.pile == pile[-1:]
    assert not game.table.can(Took(seat, pile[-1]))
    game.table.play(Drew(seat, pile[0]))


def test_restock_with_the_top_discard():
    game = _run_dry("match.restock_keep_top=false")
    pile = list(game.table.pile)
    assert not game.table.can(Restocked(tuple(pile[:-1])))
    game.table.play(Restocked(tuple(reversed(pile))))
    assert game.table.pile == []
    game.table.play(Drew(game.table.on_turn, pile[-1]))


def test_an_empty_stock_does_not_forbid_taking():
    game = _run_dry()
    game.table.play(Took(game.table.on_turn, game.table.pile[-1]))


def test_recycling_has_a_limit():
    game = _run_dry("match.max_recycles=0")
    seat, pile = game.table.on_turn, list(game.table.pile)
    with pytest.raises(IllegalMove, match="no card of the discard pile may be recycled"):
        game.table.verify(Restocked(tuple(pile[:-1])))
    with pytest.raises(IllegalMove, match="top discard must be taken"):
        game.table.verify(Drew(seat, pile[0]))
    assert not game.table.can(Died("no_cards"))
    game.table.play(Took(seat, pile[-1]))


def test_dead_when_the_discard_may_not_be_taken():
    game = Game(
        overrides=["match.max_recycles=0", "draw.down_may_take=false"],
        players=3,
        hands={1: SETS},
        piles="KD 4C",
    )
    game.play("seat 1 draws 4C", DOWN)
    assert not game.table.can(Died("no_cards"))
    game.play("seat 1 throws 4C")
    game.pass_round(2, 3)
    while game.table.stock:
        game.pass_round(game.table.on_turn + 1)
    while game.table.on_turn != 0:
        seat, top = game.table.on_turn, game.table.pile[-1]
        game.table.play(Took(seat, top))
        game.play(f"seat {seat + 1} throws {card_text(top)}")
    assert not game.table.can(Took(0, game.table.pile[-1]))
    assert not game.table.can(Died("turn_cap"))
    game.play("the round is dead: no_cards")
    assert game.table.deaths == ["no_cards"]


def test_turn_cap():
    game = Game(overrides=["match.turn_cap=2"])
    game.refuse("the round is dead: turn_cap", "is not dead")
    game.pass_round(1, 2, 3, 4, 1, 2, 3, 4)
    assert not game.table.can(Drew(0, game.table.stock[-1]))
    assert not game.table.can(Took(0, game.table.pile[-1]))
    game.refuse("the round is dead: no_cards", "dead of turn_cap")
    game.play("the round is dead: turn_cap")
