"""What cards have to do with each other, spelled out in plain Python from the rules alone.

A hand is a list of kinds. Places of a suit count from 0 (ace low) to 13 (ace high).
"""

from collections.abc import Sequence

from tests.oracle import JOKER, LINE


def places(kind: int) -> set[int]:
    """Where a natural can lie in a run of its suit."""
    return {0, LINE - 1} if kind % 13 == 0 else {kind % 13}


def are_near(one: int, other: int) -> bool:
    """Whether two different naturals of one suit lie two places off or less."""
    if one // 13 != other // 13 or one == other:
        return False
    return any(abs(a - b) <= 2 for a in places(one) for b in places(other))


def companions(hand: Sequence[int], kind: int) -> int:
    """Naturals that one meld could join with a card of ``kind``, which the hand may hold.

    All of its rank but one of itself, and each near kind of its suit once: a run has no room
    for two copies.
    """
    rank = sum(card != JOKER and card % 13 == kind % 13 for card in hand) - (kind in hand)
    near = {card for card in hand if card != JOKER and are_near(card, kind)}
    return rank + len(near)


def loneliest(hand: Sequence[int], kinds: Sequence[int]) -> set[int]:
    """Those of ``kinds`` that have the fewest companions."""
    found = {kind: companions(hand, kind) for kind in kinds}
    return {kind for kind in kinds if found[kind] == min(found.values())}


def completes_set(hand: Sequence[int], kind: int, size: int, wilds: int) -> bool:
    """Whether a card of ``kind`` is the last of a set, with at most ``wilds`` of the jokers."""
    like = sum(card != JOKER and card % 13 == kind % 13 for card in hand)
    return like + 1 + min(wilds, hand.count(JOKER)) >= size


def completes_run(hand: Sequence[int], kind: int, size: int, wilds: int) -> bool:
    """Whether a card of ``kind`` is the last of a run, with at most ``wilds`` of the jokers."""
    for first in range(LINE - size + 1):
        run = [13 * (kind // 13) + place % 13 for place in range(first, first + size)]
        for at, card in enumerate(run):
            rest = run[:at] + run[at + 1 :]
            left = list(hand)
            missing = 0
            for other in rest:
                if other in left:
                    left.remove(other)
                else:
                    missing += 1
            if card == kind and missing <= min(wilds, left.count(JOKER)):
                return True
    return False
