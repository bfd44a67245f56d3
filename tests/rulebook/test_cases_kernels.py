"""Every case of the rulebook, judged by the compiled rules."""

import pytest

from rummysim.cards import cards_text, parse_card, parse_cards
from rummysim.errors import IllegalMove
from rummysim.kernels import layout
from rummysim.kernels.meld_changes import swap_in_meld
from rummysim.kernels.meld_room import fits_meld, move_fits, moved_to, swap_fits
from rummysim.kernels.pack import pack_goal, pack_rules
from rummysim.kernels.plan import best_new_meld
from rummysim.kernels.plan_check import PLAN_FINE, check_meld, check_plan
from rummysim.kernels.turn import has_discard, may_discard, offer_new_meld
from rummysim.referee.contracts import verify_lay_down
from rummysim.referee.melds import as_laid, verify_meld
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation import describe_hand
from rummysim.trace.events import LaidMeld
from rummysim.trace.sentences import PLACES, parse_meld
from tests.rulebook import cases, other_games
from tests.rulebook.case_types import AddCase, DiscardCase, LayDownCase, MeldCase, NewMeldCase
from tests.rulebook.records import hand_record, melds_of, plan_record, table_with

MELDS = cases.MELDS + other_games.MELDS
LAY_DOWNS = cases.LAY_DOWNS + other_games.LAY_DOWNS
ADDS = cases.ADDS + other_games.ADDS
NEW_MELDS = cases.NEW_MELDS + other_games.NEW_MELDS
DISCARDS = cases.DISCARDS + other_games.DISCARDS


def _names(table):
    return [case.name.replace(" ", "_") for case in table]


@pytest.mark.parametrize("case", MELDS, ids=_names(MELDS))
def test_meld(case: MeldCase):
    rules = load_rules(case.rules, case.switches)
    goal = pack_goal(rules, 0)[0]
    plan = plan_record(melds_of(case.meld), rules)
    assert (check_meld(goal, plan.meld[0]) == PLAN_FINE) == case.legal


@pytest.mark.parametrize("case", LAY_DOWNS, ids=_names(LAY_DOWNS))
def test_lay_down(case: LayDownCase):
    rules = load_rules(case.rules, case.switches)
    goal = pack_goal(rules, case.round - 1)[0]
    plan = plan_record(melds_of(case.melds), rules)
    hand = hand_record(case.hand, goal.wild_kinds)
    assert (check_plan(hand, goal, plan) == PLAN_FINE) == case.legal


@pytest.mark.parametrize("case", LAY_DOWNS, ids=_names(LAY_DOWNS))
def test_plan_found_for_the_hand(case: LayDownCase):
    """A hand that can be laid is found at distance 0, and the referee accepts the plan found."""
    rules = load_rules(case.rules, case.switches)
    kinds = parse_cards(case.hand)
    answer = describe_hand(rules, case.round, kinds)
    assert answer["can_lay_down"] or not case.legal
    if answer["can_lay_down"]:
        melds = [_placed(parse_cards(" ".join(meld)), rules) for meld in answer["plan"]]
        verify_lay_down(melds, rules, case.round - 1, len(kinds))


def _placed(kinds: list[int], rules: RuleSet) -> LaidMeld:
    """The meld that these cards are, in order; the referee refuses what it can be nothing of."""
    readings = [parse_meld(cards_text(kinds)), LaidMeld(False, tuple(kinds), -1)]
    readings += [LaidMeld(True, tuple(kinds), place) for place in range(len(PLACES))]
    return next((meld for meld in readings if _is_meld(meld, rules)), readings[0])


def _is_meld(meld: LaidMeld, rules: RuleSet) -> bool:
    try:
        verify_meld(as_laid(meld, rules), rules)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("case", NEW_MELDS, ids=_names(NEW_MELDS))
def test_new_meld(case: NewMeldCase):
    """A hand of nothing but the meld is offered all of it exactly when it is legal."""
    rules = pack_rules(load_rules(case.rules, case.switches), 4)[0]
    state = layout.new_records(layout.STATE, 1)[0]
    view, table = state.views[0], state.table
    (meld,) = melds_of(case.meld)
    view.hand = hand_record(cards_text(meld.cards), rules.wild_kinds)
    table.round = case.round - 1
    table.down[0], table.turns[0] = 1, 2
    nobody = nothing = 0
    offer_new_meld((state, rules, nothing, nobody, nothing, nothing, best_new_meld), 0)
    whole = view.plan.melds == 1 and view.plan.meld[0].size == len(meld.cards)
    assert whole == case.legal


@pytest.mark.parametrize("case", ADDS, ids=_names(ADDS))
def test_addition(case: AddCase):
    ruleset = load_rules(case.rules, case.switches)
    rules = pack_rules(ruleset, 4)[0]
    table = table_with(case.meld, ruleset)
    place = PLACES.index(case.place) if case.place else -1
    card = parse_card(case.card)
    fits = {"adds": fits_meld, "swaps": swap_fits, "moves": move_fits}[case.act]
    legal = fits(table.meld[0], rules, card, place) == 1
    if legal and case.act == "swaps":
        legal = swap_in_meld(table, rules, 0, card, place) == parse_card(case.wild)
    elif legal and case.act == "moves" and not case.legal:  # the engine prefers the high end
        legal = moved_to(table.meld[0], rules, place) == PLACES.index(case.to)
    assert legal == case.legal


@pytest.mark.parametrize("case", DISCARDS, ids=_names(DISCARDS))
def test_discard(case: DiscardCase):
    rules = pack_rules(load_rules(case.rules, case.switches), 4)[0]
    view = layout.new_records(layout.VIEW, 1)[0]
    table = layout.new_records(layout.TABLE, 1)[0]
    view.hand = hand_record(case.hand, rules.wild_kinds)
    view.drawn = parse_cards(case.hand)[-1]
    view.drew_discard = int(case.taken)
    refused = parse_cards(case.refused)
    for kind in range(layout.KINDS):
        legal = kind in parse_cards(case.hand) and kind not in refused
        assert may_discard(view, rules, kind) == int(legal)
    assert has_discard(view, table, rules) == int(set(parse_cards(case.hand)) != set(refused))


def test_ex_sh_0_one_more_queen_or_a_joker():
    """Three 5s and two queens: one card is missing, and the queens and the joker help."""
    hand = parse_cards("5S 5H 5D QS QH 2C 4C 6C 8C 10C KC")
    answer = describe_hand(load_rules("shanghai"), 1, hand)
    assert answer["distance"] == 1
    assert {"QS", "QH", "QD", "QC", "X"} <= set(answer["outs"])
    assert "5C" not in answer["outs"]


def test_ex_sh_1_lay_down():
    """The example's hand can lay down before it draws."""
    hand = parse_cards("8S 8H 8D 5H 6H 7H X KS KD QC 4C")
    answer = describe_hand(load_rules("shanghai"), 2, hand)
    assert answer["distance"] == 0
    assert sorted(len(meld) for meld in answer["plan"]) == [3, 4]
