"""Hands and goals for the solver's own tests, and what it says about them."""

import random

import numpy as np

from rummysim.kernels import layout
from rummysim.kernels.hand import add_card

JOKER = 52
CONTRACTS = ("S S", "S R4", "R4 R4", "S S S", "S S R4", "S R4 R4", "R4 R4 R4")


def goal_record(contract: str, **switches: int) -> np.record:
    """A GOAL for a contract as text; one joker in each meld unless said otherwise."""
    goal = layout.new_records(layout.GOAL, 1)[0]
    shapes = contract.split()
    sets = [int(shape[1:] or 3) for shape in shapes if shape[0] == "S"]
    runs = [int(shape[1:]) for shape in shapes if shape[0] == "R"]
    goal["sets"], goal["runs"], goal["cards"] = len(sets), len(runs), sum(sets) + sum(runs)
    goal["set_size"][: len(sets)] = sets
    goal["run_size"][: len(runs)] = runs
    goal["wild_max_set"] = goal["wild_max_run"] = 1
    goal["turn_size"], goal["turn_step"] = 12, 2
    goal["wild_adjacent"] = goal["set_min_naturals"] = 1
    for name, value in switches.items():
        goal[name] = value
    if "wild_max_run7" not in switches:
        goal["wild_max_run7"] = goal["wild_max_run"]
    return goal


def hand_record(cards: list[int]) -> np.record:
    hand = layout.new_records(layout.HAND, 1)[0]
    for kind in cards:
        add_card(hand, kind)
    return hand


def crowded_hand(chance: random.Random, size: int, packs: int) -> list[int]:
    """Pieces of runs and sets that lie over each other, up to four jokers, and loose cards."""
    jokers = chance.choice((0, 0, 1, 1, 2, 3, 4))
    cards: list[int] = []
    while len(cards) < size - jokers - 2:
        if chance.random() < 0.5:
            suit, first = chance.randrange(4), chance.randrange(11)
            places = range(first, min(14, first + chance.randint(3, 6)))
            cards += [13 * suit + place % 13 for place in places]
        else:
            rank = chance.randrange(13)
            cards += [13 * chance.randrange(4) + rank for _ in range(3)]
    cards = [c for i, c in enumerate(cards) if cards[:i].count(c) < packs][: size - jokers]
    return add_loose(chance, cards, size - jokers, packs) + [JOKER] * jokers


def add_loose(chance: random.Random, cards: list[int], size: int, packs: int) -> list[int]:
    while len(cards) < size:
        kind = chance.randrange(52)
        if cards.count(kind) < packs:
            cards = [*cards, kind]
    return cards


def some_hand(chance: random.Random, sizes: tuple[int, int]) -> list[int]:
    """A crowded hand, or now and then one as dealt."""
    packs, size = chance.choice((2, 2, 3)), chance.randint(*sizes)
    if chance.random() < 0.7:
        return crowded_hand(chance, size, packs)
    jokers = chance.choice((0, 0, 1, 2))
    return add_loose(chance, [], size - jokers, packs) + [JOKER] * jokers


def told(out: np.record) -> tuple[int, ...]:
    """What an EVALUATION says, as integers."""
    return tuple(int(out[name]) for name in layout.EVALUATION.names)
