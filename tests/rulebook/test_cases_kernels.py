"""Every case of the rulebook, judged by the compiled rules."""

import pytest

from rummysim.cards import cards_text, parse_card, parse_cards
from rummysim.kernels import layout
from rummysim.kernels.meld_room import fits_meld, swap_fits
from rummysim.kernels.pack import pack_goal, pack_rules
from rummysim.kernels.plan import PLAN_FINE, best_new_meld, check_meld, check_plan
from rummysim.kernels.turn import has_discard, may_discard, offer_new_meld
from rummysim.referee.contracts import verify_lay_down
from rummysim.rules import load_rules
from rummysim.simulation import describe_hand
from rummysim.trace.events import LaidMeld
from rummysim.trace.sentences import PLACES, parse_meld
from tests.rulebook import cases
from tests.rulebook.case_types import AddCase, DiscardCase, LayDownCase, MeldCase, NewMeldCase
from tests.rulebook.records import hand_record, melds_of, plan_record, table_with


def _names(table):
    return [case.name.replace(" ", "_") for case in table]


@pytest.mark.parametrize("case", cases.MELDS, ids=_names(cases.MELDS))
def test_meld(case: MeldCase):
    goal = pack_goal(load_rules("shanghai", case.switches), 0)[0]
    plan = plan_record(melds_of(case.meld))
    assert (check_meld(goal, plan.meld[0]) == PLAN_FINE) == case.legal


@pytest.mark.parametrize("case", cases.LAY_DOWNS, ids=_names(cases.LAY_DOWNS))
def test_lay_down(case: LayDownCase):
    goal = pack_goal(load_rules("shanghai", case.switches), case.round - 1)[0]
    plan = plan_record(melds_of(case.melds))
    assert (check_plan(hand_record(case.hand), goal, plan) == PLAN_FINE) == case.legal


@pytest.mark.parametrize("case", cases.LAY_DOWNS, ids=_names(cases.LAY_DOWNS))
def test_plan_found_for_the_hand(case: LayDownCase):
    """A hand that can be laid is found at distance 0, and the referee accepts the plan found."""
    rules = load_rules("shanghai", case.switches)
    kinds = parse_cards(case.hand)
    answer = describe_hand(rules, case.round, kinds)
    assert answer["can_lay_down"] or not case.legal
    if answer["can_lay_down"]:
        melds = [_placed(parse_cards(" ".join(meld))) for meld in answer["plan"]]
        verify_lay_down(melds, rules, case.round - 1, len(kinds))


def _placed(kinds: list[int]) -> LaidMeld:
    """The meld that these cards are, in order."""
    return parse_meld(cards_text(kinds))


@pytest.mark.parametrize("case", cases.NEW_MELDS, ids=_names(cases.NEW_MELDS))
def test_new_meld(case: NewMeldCase):
    """A hand of nothing but the meld is offered it exactly when it is legal."""
    rules = pack_rules(load_rules("shanghai", case.switches), 4)[0]
    state = layout.new_records(layout.STATE, 1)[0]
    view, table = state.views[0], state.table
    view.hand = hand_record(case.meld)
    table.round = case.round - 1
    table.down[0], table.turns[0] = 1, 2
    nobody = nothing = 0
    offer_new_meld((state, rules, nothing, nobody, nothing, nothing, best_new_meld), 0)
    assert view.plan.melds == int(case.legal)


@pytest.mark.parametrize("case", cases.ADDS, ids=_names(cases.ADDS))
def test_addition(case: AddCase):
    rules = pack_rules(load_rules("shanghai-swap", case.switches), 4)[0]
    fits = {"adds": fits_meld, "swaps": swap_fits}[case.act]
    place = PLACES.index(case.place) if case.place else -1
    meld = table_with(case.meld, rules).meld[0]
    assert fits(meld, rules, parse_card(case.card), place) == int(case.legal)


@pytest.mark.parametrize("case", cases.DISCARDS, ids=_names(cases.DISCARDS))
def test_discard(case: DiscardCase):
    rules = pack_rules(load_rules("shanghai", case.switches), 4)[0]
    view = layout.new_records(layout.VIEW, 1)[0]
    table = layout.new_records(layout.TABLE, 1)[0]
    view.hand = hand_record(case.hand)
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
