"""The quick ways of Go, Carioca, Kaluki and games of one's own say the same as the search."""

import random

import numpy as np
import pytest

from rummysim.kernels import layout
from rummysim.kernels.contract import SEARCHED, evaluate, way_of
from rummysim.kernels.hand import KIND_BITS, add_card, remove_card
from rummysim.kernels.search import search_evaluation
from tests.property.solver_hands import JOKER, goal_record, some_hand, told

DEUCES = 0x0002_0002_0002_0002
GO = {"wild_kinds": DEUCES, "wild_max_run7": 2}
CARIOCA = {"wrap": 1, "distinct_ranks": 1}
KALUKI = {
    "wild_max_set": 12,
    "wild_max_run": 12,
    "wild_adjacent": 0,
    "set_min_naturals": 2,
    "distinct_ranks": 1,
    "distinct_suits": 1,
    "longer": 1,
}
ALL_CARDS = {"whole_hand": 1, "longer": 1}
APART = {"wild_max_run": 3, "wild_adjacent": 0}
GAMES = {
    "go": (GO, ("S S", "S R4", "R4 R4", "S S S", "S S R4", "S R4 R4", "S R7")),
    "carioca": (CARIOCA, ("S R4", "R4 R4", "S S R4", "S R4 R4", "R4 R4 R4", "S S S S", "R13")),
    "carioca with gaps": (CARIOCA | {"gap": 1}, ("R4 R4", "S R4 R4", "R4 R4 R4")),
    "carioca, natural sets": (CARIOCA | {"wild_max_set": 0}, ("S R4 R4", "S S R4")),
    "kaluki": (KALUKI, ("S S S", "S S R4", "S R4 R4", "R4 R4 R4", "S S S S", "S S S R4")),
    "kaluki, 14 cards": (KALUKI, ("S S R4 R4", "S R4 R4 R4", "R4 R4 R4 R4")),
    "own": ({}, ("S R5", "R13", "S S R6", "S S R5")),
    "own with gaps": ({"gap": 1}, ("S R5 R4", "R5 R5")),
    "wilds apart": (APART, ("S S R5", "R5 R4", "S R7", "R13")),
    "wilds apart round the corner": (APART | {"wrap": 1}, ("R13",)),
    "a whole suit with wild ranks": (GO | {"wild_max_run7": 4} | CARIOCA, ("R13",)),
    "wilds apart, suits differ": (APART | {"distinct_suits": 1}, ("S R4 R4", "R4 R4 R4")),
    "go, all cards": (GO | ALL_CARDS, ("S R7", "S R10")),
    "all cards round the corner": (CARIOCA | ALL_CARDS, ("S R7",)),
    "two wilds": ({"wild_max_run": 2}, ("S R4 R4", "R6 R6", "R4")),
    "two wild ranks": ({"wild_kinds": 3 * DEUCES, "wild_max_run": 2}, ("S R4", "R5 R4")),
}
CASES = [(game, contract) for game, (_, contracts) in GAMES.items() for contract in contracts]
OF_PARTS = [case for case in CASES if "whole_hand" not in GAMES[case[0]][0]]
HANDS = {"R4 R4 R4 R4": 12, "S R4 R4 R4": 50}  # slow to search


def hand_of(cards, goal):
    hand = layout.new_records(layout.HAND, 1)[0]
    hand["wild_kinds"] = goal["wild_kinds"]
    for kind in cards:
        add_card(hand, kind)
    return hand


@pytest.mark.parametrize(("game", "contract"), CASES)
def test_quick_ways_equal_the_search(game, contract):
    goal = goal_record(contract, **GAMES[game][0])
    chance = random.Random(f"{game} {contract}")
    quick, slow = layout.new_records(layout.EVALUATION, 2)
    distances, quickly = set(), 0
    cards_wanted = int(goal["cards"])
    for _ in range(HANDS.get(contract, 120)):
        cards = some_hand(chance, (max(5, cards_wanted - 4), cards_wanted + 4))
        hand = hand_of(cards, goal)
        quickly += way_of(hand, goal) != SEARCHED
        evaluate(hand, goal, quick)
        for kind in range(52):  # a third copy of three packs is no out of either
            wild = goal["wild_kinds"] & KIND_BITS[kind]
            if hand["count"][kind] == layout.MAX_PACKS and not wild:
                quick["outs"] &= ~KIND_BITS[kind]
        search_evaluation(hand, goal, layout.UNREACHABLE, slow)
        assert told(quick) == told(slow), (game, contract, sorted(cards))
        distances.add(int(slow["distance"]))
    assert len(distances) > 2
    assert quickly > HANDS.get(contract, 120) // 2


@pytest.mark.parametrize(("game", "contract"), OF_PARTS)  # of a whole hand one less can be nearer
def test_a_card_that_can_be_spared_takes_outs_and_brings_none(game, contract):
    goal = goal_record(contract, **GAMES[game][0])
    chance = random.Random(f"spared {game} {contract}")
    known, left = layout.new_records(layout.EVALUATION, 2)
    spared = 0
    for _ in range(20):
        hand = hand_of(some_hand(chance, (6, int(goal["cards"]) + 4)), goal)
        evaluate(hand, goal, known)
        for kind in np.flatnonzero(hand["count"]):
            wild = kind == JOKER or goal["wild_kinds"] & KIND_BITS[kind]
            if known["joker_core"] if wild else known["core"] & KIND_BITS[kind]:
                continue
            remove_card(hand, int(kind))
            evaluate(hand, goal, left)
            add_card(hand, int(kind))
            assert left["distance"] == known["distance"]
            assert not left["outs"] & ~known["outs"]
            assert left["joker_out"] <= known["joker_out"]
            spared += 1
    assert spared > 20
