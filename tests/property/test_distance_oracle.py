"""The compiled distance equals brute force: random hands, near-complete hands, a whole small deck.

The oracle of ``tests/oracle.py`` shares nothing with the kernels. Everything is drawn with fixed
seeds, so a failure can be repeated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from rummysim.cards import cards_text
from rummysim.kernels.contract import distances
from tests.goals import ALL, CONTRACTS, SHOES, goal_record, hands_for, share
from tests.oracle import JOKER, KINDS, Goal, distance


def assert_equal(hands: list[list[int]], goal: Goal) -> list[int]:
    """Kernel and oracle agree on all hands; the distances."""
    found = np.zeros(len(hands), np.int64)
    distances(np.array(hands, np.int8), goal_record(goal)[0], found)
    for counts, kernel_distance in zip(hands, found.tolist(), strict=True):
        expected = distance(counts, goal)
        if kernel_distance != expected:
            text = cards_text(k for k in range(KINDS) for _ in range(counts[k]))
            pytest.fail(f"{text}: kernel {kernel_distance}, brute force {expected}, {goal}")
    return found.tolist()


@pytest.mark.parametrize("packs", [2, 3])
@pytest.mark.parametrize("name", ALL)
def test_distance_equals_brute_force(name: str, packs: int) -> None:
    goal = replace(ALL[name], packs=packs, jokers=SHOES[packs])
    found = assert_equal(hands_for(goal, packs, share(goal, 110), seed=packs), goal)
    assert len(set(found)) >= min(4, len(found) // 4)


@pytest.mark.slow
@pytest.mark.parametrize("packs", [2, 3])
@pytest.mark.parametrize("name", ALL)
def test_distance_equals_brute_force_on_many_hands(name: str, packs: int) -> None:
    goal = replace(ALL[name], packs=packs, jokers=SHOES[packs])
    assert_equal(hands_for(goal, packs, share(goal, 4000), seed=1000 + packs), goal)


def small_deck_hands(ranks: Sequence[int], suits: int, jokers: int) -> Iterator[list[int]]:
    """Every hand of a deck with two copies of a few cards."""
    kinds = [13 * suit + rank for suit in range(suits) for rank in ranks]
    for copies in product(range(3), repeat=len(kinds)):
        counts = [0] * KINDS
        for kind, held in zip(kinds, copies, strict=True):
            counts[kind] = held
        for wilds in range(jokers + 1):
            yield [*counts[:JOKER], wilds]


# up to 12 cards all ways to play round 7 have the same distance
@pytest.mark.parametrize(
    "name", [name for name in CONTRACTS if not name.startswith("r7 long")][:-1]
)
def test_every_hand_of_a_small_deck(name: str) -> None:
    assert_equal(list(small_deck_hands((0, 1, 3, 11, 12), 1, 1)), CONTRACTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("ranks", "suits"), [((0, 1, 2, 3, 5, 6), 1), ((0, 8, 9, 10, 11, 12), 1), ((0, 1, 2), 2)]
)
def test_every_hand_of_larger_decks(name: str, ranks: tuple[int, ...], suits: int) -> None:
    hands = list(small_deck_hands(ranks, suits, 2))
    assert_equal(hands[:: 20 if ALL[name].cards > 12 else 1], ALL[name])
