"""A hand of cards, kept as counts and as boards at the same time (``layout.HAND``).

``hand.wild_kinds`` says which kinds are wild besides jokers. It belongs to the game and not to the
cards: whoever makes a hand sets it, and no kernel here changes it.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import JOKER, KINDS, MAX_PACKS

ZERO = np.uint64(0)

# Bit of each kind at places 0..12, and the same with the ace also at place 13; 0 for the joker.
KIND_BITS = np.array([1 << (k // 13 * 16 + k % 13) for k in range(52)] + [0], dtype=np.uint64)
BOARD_BITS = np.array(
    [(1 if k % 13 else 1 + (1 << 13)) << (k // 13 * 16 + k % 13) for k in range(52)] + [0],
    dtype=np.uint64,
)
# The other way round: the kind at bit ``16 * suit + place``.
KIND_AT = np.array([b // 16 * 13 + b % 16 % 13 for b in range(64)], dtype=np.int64)


@kernel()
def kind_bit(kind):
    """The uint64 with the bit of ``kind`` at place 0..12 of its suit; 0 for the joker."""
    return KIND_BITS[kind]


@kernel()
def holds(kinds, kind):
    """1 if the mask ``kinds`` (uint64, places 0..12) has the bit of ``kind``, else 0."""
    return 1 if kinds & KIND_BITS[kind] else 0


@kernel()
def is_wild(wild_kinds, kind):
    """1 for a joker and for a kind of the mask ``wild_kinds`` (uint64, places 0..12), else 0."""
    return 1 if kind == JOKER or wild_kinds & KIND_BITS[kind] else 0


@kernel()
def clear_hand(hand):
    """0; ``hand`` (HAND) is empty afterwards."""
    for kind in range(KINDS):
        hand.count[kind] = 0
    for copy in range(MAX_PACKS):
        hand.board[copy] = ZERO
    hand.wilds = 0
    hand.size = 0
    return 0


@kernel()
def add_card(hand, kind):
    """0; ``hand`` (HAND) holds one more card of ``kind`` (0..52) afterwards."""
    held = int(hand.count[kind])
    hand.count[kind] = held + 1
    hand.size += 1
    if is_wild(hand.wild_kinds, kind):
        hand.wilds += 1
    else:
        hand.board[held] |= BOARD_BITS[kind]
    return 0


@kernel()
def remove_card(hand, kind):
    """0; ``hand`` (HAND) holds one card less of ``kind`` (0..52), which it must hold."""
    left = int(hand.count[kind]) - 1
    hand.count[kind] = left
    hand.size -= 1
    if is_wild(hand.wild_kinds, kind):
        hand.wilds -= 1
    else:
        hand.board[left] &= ~BOARD_BITS[kind]
    return 0


@kernel()
def hand_from_counts(counts, hand):
    """0; ``hand`` (HAND) holds ``counts`` (int8[53], copies of each kind) afterwards."""
    clear_hand(hand)
    for kind in range(JOKER):
        held = int(counts[kind])
        hand.count[kind] = held
        hand.size += held
        if is_wild(hand.wild_kinds, kind):
            hand.wilds += held
            continue
        for copy in range(held):
            hand.board[copy] |= BOARD_BITS[kind]
    jokers = int(counts[JOKER])
    hand.count[JOKER] = jokers
    hand.wilds += jokers
    hand.size += jokers
    return 0
