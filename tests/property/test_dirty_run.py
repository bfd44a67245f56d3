"""The dirty run: distance, outs and core against every choice of places for wilds."""

import random
from itertools import combinations

import pytest

from rummysim.kernels import layout
from rummysim.kernels.contract import DIRTY_RUN, evaluate, way_of
from rummysim.kernels.hand import KIND_BITS, add_card, remove_card
from rummysim.kernels.pack import pack_goal, pack_rules
from rummysim.kernels.plan import plan_lay_down
from rummysim.kernels.plan_check import PLAN_FINE, check_plan
from rummysim.rules import RuleSet, load_rules

JOKER = layout.JOKER
APART = ("melds.wild_adjacent=false", "melds.wild_max_run=5")
GAMES = {
    "carioca": (),
    "three wilds": ("melds.wild_max_run=3",),
    "apart on the circle": APART,
    "apart on the line": (*APART, "melds.wrap=false"),
    "deuces wild": ('melds.wild_ranks=["2"]', "melds.wild_max_run=2"),
    "deuces wild and natural": ('melds.wild_ranks=["2"]', "melds.wild_natural=on"),
    "both apart": (*APART, 'melds.wild_ranks=["2", "K"]', "melds.wild_natural=on"),
}


def _fewest(rules: RuleSet, cards: list[int]) -> int:
    """Cards to draw: the least over all places that wilds may take."""
    melds = rules.melds
    wild = [card for card in cards if card == JOKER or card % 13 in melds.wild_ranks]
    held = {card % 13 for card in cards if card not in wild}
    best = 99
    limit = melds.wild_max_run if melds.wild_max_run7 is None else melds.wild_max_run7
    for count in range(min(limit, 12) + 1):
        for places in combinations(range(13), count):
            if not melds.wild_adjacent and any(
                (place + 1) % 13 in places for place in places if place < 12 or melds.wrap
            ):
                continue
            lacks, left = 0, list(wild)
            for rank in set(range(13)) - set(places):
                own = next((card for card in left if card != JOKER and card % 13 == rank), None)
                if rank not in melds.wild_ranks:
                    lacks += rank not in held
                elif not melds.wild_natural:
                    lacks += 99
                elif own is None:
                    lacks += 1
                else:
                    left.remove(own)
            best = min(best, lacks + max(0, count - len(left)))
    return best


def _record(rules: RuleSet, cards: list[int]):
    hand = layout.new_records(layout.HAND, 1)[0]
    hand["wild_kinds"] = pack_goal(rules, 0)[0]["wild_kinds"]
    for card in cards:
        add_card(hand, card)
    return hand


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_places(game):
    rules = load_rules("carioca", (*GAMES[game], "opening.contracts=D13"))
    goal = pack_goal(rules, 0)[0]
    packed = pack_rules(rules, 4)[0]
    chance = random.Random(game)
    known = layout.new_records(layout.EVALUATION, 1)[0]
    plan = layout.new_records(layout.PLAN, 1)[0]
    laid = 0
    for _ in range(25):
        missing = chance.choice((0, 0, 1, 2, 3, 5))
        cards = [rank + 13 * chance.randrange(4) for rank in chance.sample(range(13), 13 - missing)]
        cards += [chance.choice((JOKER, JOKER, 1, 14, chance.randrange(52)))
                  for _ in range(missing - chance.randint(0, 1))]  # fmt: skip
        hand = _record(rules, cards)
        assert way_of(hand, goal) == DIRTY_RUN
        here = evaluate(hand, goal, known)
        assert here == _fewest(rules, cards)
        for kind in (JOKER, 1, 14, *chance.sample(range(52), 10)):
            out = known["outs"] & KIND_BITS[kind] if kind < JOKER else known["joker_out"]
            assert bool(out) == (_fewest(rules, [*cards, kind]) < here), kind
            if kind in cards:
                fewer = list(cards)
                fewer.remove(kind)
                needed = known["core"] & KIND_BITS[kind] if kind < JOKER else known["joker_core"]
                assert bool(needed) == (_fewest(rules, fewer) > here), kind
        can = plan_lay_down(hand, goal, packed, plan)
        assert can == (here == 0 and len(cards) == 13)
        if can:
            assert check_plan(hand, goal, plan) == PLAN_FINE
            laid += 1
    assert laid > 1


def test_fourteen_cards_are_too_many():
    rules = load_rules("carioca", ["opening.contracts=D13"])
    hand = _record(rules, [*range(13), 0])
    known = layout.new_records(layout.EVALUATION, 1)[0]
    assert evaluate(hand, pack_goal(rules, 0)[0], known) == layout.UNREACHABLE
    remove_card(hand, 0)
    assert evaluate(hand, pack_goal(rules, 0)[0], known) == 0
