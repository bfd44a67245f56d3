"""Turns of Go, Carioca and Kaluki by the rules specification, sections 2.6, 3, 4, 5 and 10."""

import pytest

from rummysim.cards import parse_cards
from rummysim.referee.scoring import match_shares, round_points
from rummysim.rules import load_rules
from tests.rulebook.tables import Game

SETS = "5S 5H 5D QS QH QD"
DOWN = "seat 1 lays down 5S 5H 5D | QS QH QD"


def _pile(*overrides: str, game: str = "go-connecticut", **more) -> Game:
    """Seat 1 is to draw and the discard pile is KC 4S 9H 2D, bottom first (EX-GO)."""
    hands = {2: "4S", 3: "9H", 4: "2D"}
    table = Game(game, overrides, hands=hands, piles="KC 3C 6C 7C 8C 10C JC", **more)
    table.play("seat 1 draws 3C", "seat 1 throws 3C")
    table.table.pile.pop()  # seat 1 threw nothing that matters here
    table.table.throwers.pop()
    table.table.stock.insert(0, parse_cards("3C")[0])
    table.play("seat 2 draws 6C", "seat 2 throws 4S", "seat 3 draws 7C", "seat 3 throws 9H")
    table.play("seat 4 draws 8C", "seat 4 throws 2D")
    return table


# --- draw.depth (3, turn 1)


def test_ex_go_any_card_with_all_above_it():
    game = _pile()
    before = len(game.hand(1))
    game.play("seat 1 takes 2D", "seat 1 takes 9H", "seat 1 takes 4S")
    assert len(game.hand(1)) == before + 3
    assert game.table.pile == parse_cards("KC")
    game.play("seat 1 throws 2D")  # no duty to lay anything, and any card may be thrown
    assert game.table.on_turn == 1


def test_cards_of_the_pile_come_from_the_top_down():
    game = _pile()
    game.refuse("seat 1 takes 4S", "the top of the discard pile is 2D")
    game.play("seat 1 takes 2D")
    game.refuse("seat 1 takes 4S", "the top of the discard pile is 9H")
    game.refuse("seat 2 takes 9H", "")


def test_the_top_alone_is_the_depth_of_one():
    game = _pile()
    game.play("seat 1 takes 2D", "seat 1 throws 2D", "seat 2 draws 10C")


def test_nothing_is_taken_after_another_act():
    game = _pile()
    game.play("seat 1 draws 10C")
    game.refuse("seat 1 takes 2D", "already drawn")
    game = _pile("lay_off.from=same_turn", "swap.same_turn=true")
    game.table.hands[0] = parse_cards(f"{SETS} 3C 7D 8D 9D 5C")
    game.table.check_card_count()
    game.play("seat 1 takes 2D", DOWN)
    game.refuse("seat 1 takes 9H", "already drawn")


def test_the_whole_pile():
    game = _pile()
    game.play(*(f"seat 1 takes {card}" for card in ("2D", "9H", "4S", "KC")))
    game.refuse("seat 1 takes KC", "the discard pile is empty")
    game.play("seat 1 throws KC", "seat 2 takes KC")


def test_only_the_top_where_nothing_else_is_said():
    game = _pile(game="go")
    game.play("seat 1 takes 2D")
    game.refuse("seat 1 takes 9H", "draw.depth")


def test_a_stock_card_and_the_pile_do_not_go_together():
    game = _pile()
    game.play("seat 1 takes 2D")
    game.refuse("seat 1 draws 10C", "already drawn")


def test_the_deepest_card_may_not_return():
    game = _pile("draw.no_return=true")
    game.play("seat 1 takes 2D", "seat 1 takes 9H")
    game.refuse("seat 1 throws 9H", "draw.no_return")
    game.allow("seat 1 throws 2D")


def test_hands_grow_by_what_was_taken():
    """rules.md 15.2: dealt cards and the surplus of deep takes."""
    game = _pile()
    game.play("seat 1 takes 2D", "seat 1 takes 9H", "seat 1 takes 4S", "seat 1 throws 2D")
    assert len(game.hand(1)) == 11 + 2
    game.play("seat 2 takes 2D", "seat 2 throws 2D")
    game.table.hands[0].pop()
    game.table.deck.pop()
    game.refuse("seat 4 draws 8C", "turn of seat 3")


def test_a_buyer_comes_before_and_not_between():
    game = _pile("buy.allowed=true", "buy.limit=3")
    game.play("seat 2 claims 2D", "seat 1 takes 2D")
    game.refuse("seat 2 claims 9H", "already drawn")
    game.play("seat 1 takes 9H", "seat 1 throws 9H")


def test_who_is_down_takes_nothing_from_any_depth():
    game = _pile("draw.down_may_take=false")
    game.table.down_since[0] = 1
    game.refuse("seat 1 takes 2D", "draw.down_may_take")
    game.play("seat 1 draws 10C")


# --- Go (Connecticut): turns 2 to 5


def _connecticut(*overrides: str, extra: str, piles: str) -> Game:
    """Seat 1 has laid two sets in round 1 and holds ``extra``; the others threw the stock."""
    game = Game("go-connecticut", overrides, hands={1: f"{SETS} {extra}"}, piles=piles)
    first, *rest = piles.split()[1:]
    game.play(f"seat 1 draws {first}", DOWN, f"seat 1 throws {first}")
    for seat, card in enumerate(rest[:3], 2):
        game.play(f"seat {seat} draws {card}", f"seat {seat} throws {card}")
    return game


def test_nothing_but_the_contract_in_its_turn():
    game = Game("go-connecticut", hands={1: f"{SETS} 9S 9H 9D 5C"}, piles="KD 4C 6C")
    game.play("seat 1 draws 4C", DOWN)
    game.refuse("seat 1 adds 5C to meld 1", "lay_off.from")
    game.refuse("seat 1 lays 9S 9H 9D", "lay_off.from")


def test_new_sets_in_a_round_of_sets():
    game = _connecticut(extra="9S 9H 9D 3C 3S", piles="KD 4C 6C 7C 8C 10C")
    game.play("seat 1 draws 10C")
    game.refuse("seat 1 lays 7H 8H 9H 10H", "")
    game.play("seat 1 lays 9S 9H 9D")
    assert game.table.melds[2].owner == 0


def test_a_card_is_kept_to_throw():
    game = _connecticut(extra="5C QC 9S 9H 9D", piles="KD 4C 6C 7C 8C 5C")
    game.play("seat 1 draws 5C", "seat 1 adds 5C to meld 1", "seat 1 adds QC to meld 2")
    game.play("seat 1 adds 5C to meld 1")
    game.refuse("seat 1 lays 9S 9H 9D", "close.final_discard")
    game.play("seat 1 throws 9D")


def _left_with(game: Game, cards: str) -> Game:
    """The same with only these cards in the hand of seat 1; the others lie under the stock."""
    kept = parse_cards(cards)
    for card in kept:
        game.table.hands[0].remove(card)
    game.table.stock = [*game.table.hands[0], *game.table.stock]
    game.table.hands[0] = kept
    return game


def test_one_playable_card_is_laid_and_the_other_thrown():
    """C18: who holds one card must draw, may lay off one and throws the other."""
    game = _left_with(_connecticut(extra="5C QC 5S KH", piles="KD 4C 6C 7C 8C 10C"), "5C")
    game.play("seat 1 draws 10C", "seat 1 adds 5C to meld 1")
    game.refuse("seat 1 throws nothing", "must be thrown")
    game.play("seat 1 throws 10C", "seat 1 is out")
    assert game.table.out == 0


def test_the_only_card_may_not_be_laid_off():
    game = _left_with(_connecticut(extra="9H QC 5S KH", piles="KD 4C 6C 7C 8C 5C"), "")
    game.play("seat 1 draws 5C")
    game.refuse("seat 1 adds 5C to meld 1", "close.final_discard")
    game.play("seat 1 throws 5C", "seat 1 is out")


DEUCES = "5S 5H 2D QS QH 2C"
DEUCES_DOWN = "seat 1 lays down set 5S 5H 2D | set QS QH 2C"


def _deuces(*overrides: str) -> Game:
    """Seat 1 has laid two sets with a deuce each and holds naturals for both."""
    table = Game(
        "go-connecticut", overrides, hands={1: f"{DEUCES} 5D QC"}, piles="KD 4C 6C 7C 8C 10C"
    )
    table.play("seat 1 draws 4C", DEUCES_DOWN)
    return table


def _next_turn(game: Game) -> Game:
    """Seat 1 throws 4C, the others draw and throw, and it draws 10C."""
    game.play("seat 1 throws 4C")
    for seat, card in enumerate(("6C", "7C", "8C"), 2):
        game.play(f"seat {seat} draws {card}", f"seat {seat} throws {card}")
    game.play("seat 1 draws 10C")
    return game


def test_wilds_are_replaced_from_the_next_turn_on():
    game = _deuces()
    game.refuse("seat 1 swaps 5D into meld 1 for 2D", "swap.same_turn")
    _next_turn(game)
    game.refuse("seat 1 swaps 5D into meld 1", "no wild X")
    game.play("seat 1 swaps 5D into meld 1 for 2D")
    assert parse_cards("2D")[0] in game.table.hands[0]
    game.play("seat 1 adds 2D to meld 1")  # used at once, where a wild was
    game.play("seat 1 swaps QC into meld 2 for 2C", "seat 1 throws 10C")  # or kept
    assert parse_cards("2C")[0] in game.table.hands[0]


def test_wilds_are_replaced_in_the_same_turn_where_allowed():
    _deuces("swap.same_turn=true").play("seat 1 swaps 5D into meld 1 for 2D")


def test_who_is_not_down_replaces_nothing():
    game = _deuces()
    game.play("seat 1 throws 4C", "seat 2 draws 6C")
    game.table.hands[1][0] = parse_cards("5C")[0]
    game.refuse("seat 2 swaps 5C into meld 1 for 2D", "only who is down")


def test_wilds_of_others_are_replaced():
    game = _deuces()
    game.play("seat 1 throws 4C", "seat 2 draws 6C")
    game.table.hands[1][0] = parse_cards("5C")[0]
    game.table.down_since[1], game.table.turns[1] = 1, 2
    game.play("seat 2 swaps 5C into meld 1 for 2D")


def test_nobody_buys_in_connecticut():
    game = Game("go-connecticut", piles="KD 4C")
    game.refuse("seat 2 claims KD", "buy.allowed")


def test_go_buys():
    game = Game("go", piles="KD 4C 5C")
    game.play("seat 2 claims KD", "seat 2 buys KD and draws 4C", "seat 1 draws 5C")


# --- Carioca


def test_carioca_who_is_down_draws_from_the_stock():
    game = Game("carioca", hands={1: SETS}, piles="KD 4C 6C 7C 8C 10C")
    game.play("seat 1 draws 4C", DOWN, "seat 1 throws 4C")
    for seat, card in enumerate(("6C", "7C", "8C"), 2):
        game.play(f"seat {seat} draws {card}", f"seat {seat} throws {card}")
    game.refuse("seat 1 takes 8C", "draw.down_may_take")
    game.play("seat 1 draws 10C")
    game.refuse("seat 1 lays 9S 9H 9D", "")


def test_carioca_has_two_to_five_players():
    assert Game("carioca", players=2).table.players == 2
    assert len(Game("carioca", players=5).hand(1)) == 12


def test_carioca_ties_go_to_rounds_won():
    """rules.md 4: more rounds won, then shared."""
    rules = load_rules("carioca")
    assert match_shares([20, 20, 35], [4, 3, 5], rules) == (1.0, 0.0, 0.0)
    assert match_shares([20, 20, 35], [3, 3, 5], rules) == (0.5, 0.5, 0.0)


def test_carioca_points():
    hands = [parse_cards("X AS KD 2C 9H 10S"), []]
    assert round_points(hands, 1, load_rules("carioca")) == (50 + 20 + 10 + 2 + 9 + 10, 0)


def test_go_points():
    hands = [parse_cards("X AS KD 2C 9H 10S"), []]
    for name in ("go", "go-connecticut"):
        assert round_points(hands, 1, load_rules(name)) == (50 + 15 + 10 + 20 + 5 + 10, 0)


# --- Kaluki


def test_kaluki_points():
    """rules.md 5: black aces 15, red aces 1."""
    hands = [parse_cards("X AS AC AH AD KD 2C 9H 10S"), []]
    assert round_points(hands, 1, load_rules("kaluki")) == (50 + 30 + 2 + 10 + 2 + 9 + 10, 0)


@pytest.mark.parametrize(("players", "deck"), [(3, 108), (4, 108), (5, 164), (6, 164)])
def test_kaluki_packs(players: int, deck: int):
    for number, cards in enumerate([9, 10, 11, 12, 12, 13, 14, 15, 16], 1):
        game = Game("kaluki", players=players, round_number=number)
        assert len(game.table.deck) == deck
        assert [len(hand) for hand in game.table.hands] == [cards] * players


NINE = "5S 5H 5D QS QH QD 7C 7D 7H"
NINE_DOWN = "seat 1 lays down 5S 5H 5D | QS QH QD | 7C 7D 7H"


def _out_at_once(*overrides: str) -> Game:
    game = Game("kaluki", overrides, hands={1: NINE}, piles="KD 4C")
    game.play("seat 1 draws 4C", NINE_DOWN, "seat 1 throws 4C", "seat 1 is out")
    return game


def _points(game: Game) -> list[int]:
    return [sum(game.rules.scoring.values[card] for card in hand) for hand in game.table.hands]


def test_down_and_out_doubles():
    game = _out_at_once()
    points = [2 * points for points in _points(game)]
    assert all(value % 2 == 0 for value in points)  # rules.md 15.7
    game.refuse(_score_line([value // 2 for value in points]), "the hands are worth")
    game.play(_score_line(points))


def _score_line(points: list[int]) -> str:
    text = " ".join(map(str, points))
    return f"points {text}, totals {text}"


def test_down_and_out_counts_once_where_it_is_off():
    game = _out_at_once("close.down_and_out=1")
    game.play(_score_line(_points(game)))


def test_out_at_once_gives_points_back():
    game = _out_at_once("close.down_and_out=1", "close.out_at_once=10")
    game.play(_score_line([-10, *_points(game)[1:]]))


def test_out_in_a_later_turn_counts_once():
    game = Game("kaluki", hands={1: NINE}, piles="KD 4C 6C 8C 9C 5C")
    game.play("seat 1 draws 4C", "seat 1 lays down 5S 5H 5D | QS QH QD | 7C 7D 7H")
    game.table.hands[0].append(parse_cards("4C")[0])  # a second card is left
    game.table.deck = sorted([*game.table.deck, parse_cards("4C")[0]])
    game.play("seat 1 throws 4C")
    for seat, card in enumerate(("6C", "8C", "9C"), 2):
        game.play(f"seat {seat} draws {card}", f"seat {seat} throws {card}")
    game.play("seat 1 draws 5C", "seat 1 adds 5C to meld 1", "seat 1 throws 4C", "seat 1 is out")
    game.play(_score_line(_points(game)))


def test_who_lays_everything_is_down_and_out():
    hand = "5S 5H 5D QS QH QD 7C 7D 7H"
    game = Game("kaluki", hands={1: hand}, piles="KD 5C")
    game.play("seat 1 draws 5C", "seat 1 lays down 5S 5H 5D 5C | QS QH QD | 7C 7D 7H")
    game.play("seat 1 is out", _score_line([2 * points for points in _points(game)]))


def test_whoever_is_down_calls_no_more():
    game = Game("kaluki", hands={1: f"{NINE[:-2]} X"}, piles="KD 4C 6C 8C 9C 5C", dealt=11)
    game.play("seat 1 draws 4C", "seat 1 lays down 5S 5H 5D | QS QH QD | 7C 7D X")
    game.play("seat 1 throws 4C", "seat 2 draws 6C", "seat 2 throws 6C")
    game.refuse("seat 1 claims 6C", "buy.when_down")
    game.play("seat 4 claims 6C", "seat 4 buys 6C and draws 8C", "seat 3 draws 9C")


def test_a_joker_never_leaves_its_meld():
    game = Game("kaluki", hands={1: "5S 5H X QS QH QD 7C 7D 7H"}, piles="KD 4C", dealt=12)
    game.play("seat 1 draws 4C", "seat 1 lays down 5S 5H X | QS QH QD | 7C 7D 7H")
    game.table.down_since[0], game.table.turns[0] = 1, 2
    game.table.hands[0][0] = parse_cards("5C")[0]
    game.refuse("seat 1 swaps 5C into meld 1", "swap.allowed")


def _four(*overrides: str, extra: str) -> Game:
    """Seat 1 is down with 5S 5H 5D, 6H X 8H 9H and 2C 3C 4C 5C, and it is its next turn."""
    hand = f"5S 5H 5D 6H X 8H 9H 2C 3C 4C 5C {extra}"
    game = Game("kaluki", overrides, 4, 3, {1: hand}, "KD KC 8C 9C 10C JC", dealt=13)
    game.play("seat 1 draws KC", "seat 1 lays down 5S 5H 5D | 6H X 8H 9H | 2C 3C 4C 5C")
    game.refuse("seat 1 puts 7H into meld 2 at 7, its wild goes to 10", "lay_off.from")
    game.play("seat 1 throws KC")
    for seat, card in enumerate(("8C", "9C", "10C"), 2):
        game.play(f"seat {seat} draws {card}", f"seat {seat} throws {card}")
    game.play("seat 1 draws JC")
    return game


def test_the_real_card_goes_in_and_the_joker_moves_to_an_end():
    game = _four(extra="7H 10H")
    assert len(game.hand(1)) == 3
    game.play("seat 1 puts 7H into meld 2 at 7, its wild goes to 10")
    assert game.table.melds[1].cards == parse_cards("6H 7H 8H 9H X")
    game.play("seat 1 puts 10H into meld 2 at 10, its wild goes to 5")
    assert game.table.melds[1].cards == parse_cards("X 6H 7H 8H 9H 10H")
    assert game.table.melds[1].first == 4
    game.play("seat 1 throws JC", "seat 1 is out")


def test_moves_are_off_where_a_table_wants_it():
    game = _four("lay_off.joker_move=true", extra="7H 10H")
    game.table.rules = load_rules("kaluki", ["lay_off.joker_move=false"])
    game.refuse("seat 1 puts 7H into meld 2 at 7, its wild goes to 10", "lay_off.joker_move")


def test_a_move_counts_as_a_lay_off():
    game = _four("lay_off.targets=own", "close.final_discard=required", extra="7H 10H")
    game.table.melds[1].owner = 2
    game.refuse("seat 1 puts 7H into meld 2 at 7, its wild goes to 10", "lay_off.targets")
    game.table.melds[1].owner = 0
    game.play("seat 1 adds 10H to meld 2 at 10")
    game.table.hands[0] = parse_cards("7H")
    game.refuse("seat 1 puts 7H into meld 2 at 7, its wild goes to J", "close.final_discard")
