"""Every case of the rulebook, judged by the referee's own functions and at its table."""

from dataclasses import asdict

import pytest

from rummysim.cards import cards_text, parse_card, parse_cards
from rummysim.errors import IllegalMove
from rummysim.referee.additions import verify_lay_off, verify_move, verify_swap
from rummysim.referee.contracts import verify_new_meld
from rummysim.referee.melds import as_laid, verify_meld
from rummysim.rules import load_rules
from rummysim.trace.sentences import PLACES, parse_meld
from tests.rulebook import cases, other_games
from tests.rulebook.case_types import AddCase, DiscardCase, LayDownCase, MeldCase, NewMeldCase
from tests.rulebook.tables import Game

MELDS = cases.MELDS + other_games.MELDS
LAY_DOWNS = cases.LAY_DOWNS + other_games.LAY_DOWNS
ADDS = cases.ADDS + other_games.ADDS
NEW_MELDS = cases.NEW_MELDS + other_games.NEW_MELDS
DISCARDS = cases.DISCARDS + other_games.DISCARDS


def _names(table):
    return [case.name.replace(" ", "_") for case in table]


def _judge(case, verify):
    """The verdict must be the case's, and a refusal must give its reason."""
    if case.legal:
        verify()
        return
    with pytest.raises(IllegalMove) as caught:
        verify()
    assert case.because
    assert case.because in str(caught.value), asdict(case)


@pytest.mark.parametrize("case", MELDS, ids=_names(MELDS))
def test_meld(case: MeldCase):
    rules = load_rules(case.rules, case.switches)
    _judge(case, lambda: verify_meld(as_laid(parse_meld(case.meld), rules), rules))


@pytest.mark.parametrize("case", LAY_DOWNS, ids=_names(LAY_DOWNS))
def test_lay_down(case: LayDownCase):
    *dealt, drawn = parse_cards(case.hand)
    game = Game(
        case.rules,
        overrides=case.switches,
        dealt=len(dealt),
        players=3,
        round_number=case.round,
        hands={1: cards_text(dealt)},
        piles=f"JC {cards_text([drawn])}",
    )
    game.play(f"seat 1 draws {cards_text([drawn])}")
    line = f"seat 1 lays down {case.melds}"
    if case.legal:
        game.play(line)
        assert game.table.melds[0].owner == 0
    else:
        game.refuse(line, case.because)


@pytest.mark.parametrize("case", ADDS, ids=_names(ADDS))
def test_addition(case: AddCase):
    rules = load_rules(case.rules, case.switches)
    place = PLACES.index(case.place) if case.place else -1
    meld = as_laid(parse_meld(case.meld), rules, contract=rules.opening.contracts[0])
    card = parse_card(case.card)
    if case.act == "adds":
        _judge(case, lambda: verify_lay_off(meld, card, place, rules))
    elif case.act == "swaps":
        _judge(case, lambda: verify_swap(meld, card, place, parse_card(case.wild), rules))
    else:
        to = PLACES.index(case.to)
        _judge(case, lambda: verify_move(meld, card, place, to, rules))


@pytest.mark.parametrize("case", NEW_MELDS, ids=_names(NEW_MELDS))
def test_new_meld(case: NewMeldCase):
    rules = load_rules(case.rules, case.switches)
    _judge(case, lambda: verify_new_meld(parse_meld(case.meld), rules, case.round - 1))


@pytest.mark.parametrize("case", DISCARDS, ids=_names(DISCARDS))
def test_discard(case: DiscardCase):
    *dealt, last = case.hand.split()
    game = Game(
        case.rules,
        overrides=case.switches,
        players=3,
        hands={1: " ".join(dealt)},
        piles=last if case.taken else f"JC {last}",
    )
    game.play(f"seat 1 {'takes' if case.taken else 'draws'} {last}")
    refused = parse_cards(case.refused)
    legal = sorted(set(parse_cards(case.hand)) - set(refused))
    assert game.table.legal_discards() == legal
    for card in legal:
        game.allow(f"seat 1 throws {cards_text([card])}")
    if legal:
        game.refuse("seat 1 throws nothing", "a card must be thrown")
    else:
        game.play("seat 1 throws nothing")
        assert game.table.on_turn == 1
