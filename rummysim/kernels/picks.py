"""The ways to take the cards of a set out of a hand.

A *pick* says how many cards of a rank are taken from each suit, two bits for each, spades lowest.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import MAX_PACKS
from rummysim.kernels.rank_counts import ALL_SUITS

ZERO = np.uint64(0)
CODES = 256  # picks, and likewise what is held of a rank
MOST_PICKED = 3


def taken_of(pick: int) -> list[int]:
    """How many cards a pick takes from each suit.

    >>> taken_of(0b01_00_10_00)
    [0, 2, 0, 1]
    """
    return [pick >> 2 * suit & 3 for suit in range(4)]


def kinds_of_picks() -> np.ndarray:
    """uint64[768]: kinds (of the aces) that a pick takes once, twice and three times."""
    kinds = np.zeros(MAX_PACKS * CODES, dtype=np.uint64)
    for copy in range(MAX_PACKS):
        for pick in range(CODES):
            taken = taken_of(pick)
            kinds[copy * CODES + pick] = sum(1 << 16 * s for s in range(4) if taken[s] > copy)
    return kinds


def all_picks() -> tuple[np.ndarray, np.ndarray]:
    """(where the picks of each row begin, the picks): int64[1025] and uint8[].

    The row is ``CODES * cards that are picked + what is held of the rank``.
    """
    starts, found = [0], []
    for size in range(MOST_PICKED + 1):
        picks = [pick for pick in range(CODES) if sum(taken_of(pick)) == size]
        for held in range(CODES):
            have = taken_of(held)
            found += [
                p for p in picks if all(t <= h for t, h in zip(taken_of(p), have, strict=True))
            ]
            starts.append(len(found))
    return np.array(starts, dtype=np.int64), np.array(found, dtype=np.uint8)


KINDS_OF = kinds_of_picks()
PICK_AT, PICKS = all_picks()


@kernel()
def row_of_picks(boards, rank, size):
    """Row of `all_picks` for so many cards of a rank.

    boards : kinds held at least once, twice, three times
    """
    shift = np.uint64(rank)
    copies = (boards[0] >> shift) & ALL_SUITS
    copies += (boards[1] >> shift) & ALL_SUITS
    copies += (boards[2] >> shift) & ALL_SUITS
    packed = copies | copies >> np.uint64(14) | copies >> np.uint64(28) | copies >> np.uint64(42)
    return CODES * size + np.int64(packed & np.uint64(CODES - 1))


@kernel()
def picked_kinds(pick, rank):
    """Mask of the kinds of a rank that a pick takes."""
    return KINDS_OF[pick] << np.uint64(rank)


@kernel()
def holds_pick(boards, pick, rank):
    """1 if the boards hold the cards that a pick takes of a rank."""
    shift = np.uint64(rank)
    lacks = KINDS_OF[pick] << shift & ~boards[0]
    lacks |= KINDS_OF[CODES + pick] << shift & ~boards[1]
    lacks |= KINDS_OF[2 * CODES + pick] << shift & ~boards[2]
    return 1 if lacks == ZERO else 0


@kernel()
def take_kinds(boards, kinds):
    """Boards with one card less of each of ``kinds``."""
    once, twice, thrice = boards
    return (once & ~kinds) | (twice & kinds), (twice & ~kinds) | (thrice & kinds), thrice & ~kinds


@kernel()
def without_pick(boards, pick, rank):
    """Boards without the cards that a pick takes of a rank."""
    boards = take_kinds(boards, picked_kinds(pick, rank))
    if KINDS_OF[CODES + pick] != ZERO:
        boards = take_kinds(boards, KINDS_OF[CODES + pick] << np.uint64(rank))
        boards = take_kinds(boards, KINDS_OF[2 * CODES + pick] << np.uint64(rank))
    return boards
