"""The shoe: a lazy shuffle of the deal's cards, drawing from the stock, restocking.

Fisher-Yates from the front: place i is final after step i, so only cards that are really
dealt cost random words, and the order does not depend on when they are asked for.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.philox import (
    ROUND_SHIFT,
    STREAM_SHUFFLE,
    address,
    bounded,
    philox,
)

LANES = 8  # 16-bit numbers in one Philox block
FIRST_REJECTED_BLOCK = 1 << 16
BLOCKS_PER_REJECTED = 1 << 10
LANE_MASK = np.uint64(0xFFFF)


@kernel()
def open_shoe(state, rules, round_number):
    """Puts all cards of the deck, unshuffled, into the shoe of one round."""
    for index in range(rules.deck_size):
        state.shoe[index] = rules.deck[index]
    start_shuffle(state, rules.deck_size, round_number, 0)


@kernel()
def start_shuffle(state, size, round_number, number):
    """Starts permutation ``number`` of this round over the first ``size`` cards."""
    state.next = 0
    state.end = size
    state.shuffled = 0
    state.stream = np.uint64(STREAM_SHUFFLE + (round_number << ROUND_SHIFT) + number)


@kernel()
def shuffle_to(state, count):
    """Brings the first ``count`` cards of the shoe to their final places."""
    first = state.lane[0]
    second = state.lane[1]
    for index in range(state.shuffled, count):
        lane = index & (LANES - 1)
        if lane == 0:
            first, second = philox(state.key, address(index // LANES, state.stream), state.deal)
        word = first if lane < 4 else second
        number = (word >> np.uint64(16 * (lane & 3))) & LANE_MASK
        left = np.uint64(state.end - index)
        product = number * left
        step = np.int64(product >> np.uint64(16))
        low = product & LANE_MASK
        if low < left and low < np.uint64(65536) % left:
            step = _rejected(state, index)
        card = state.shoe[index + step]
        state.shoe[index + step] = state.shoe[index]
        state.shoe[index] = card
    state.lane[0] = first
    state.lane[1] = second
    state.shuffled = max(state.shuffled, count)


@kernel()
def _rejected(state, index):
    """The step at ``index`` when its 16-bit lane would favour low numbers: whole words instead.

    They come from blocks of the same stream that the lanes never reach.
    """
    block = FIRST_REJECTED_BLOCK + BLOCKS_PER_REJECTED * index
    return bounded(state.key, state.deal, state.stream, block, state.end - index)


@kernel()
def next_card(state):
    """The top card of the stock, which must not be empty."""
    if state.next >= state.shuffled:
        shuffle_to(state, state.next + 1)
    card = np.int64(state.shoe[state.next])
    state.next += 1
    state.table.stock_size -= 1
    return card


@kernel()
def recyclable(table, rules, pile_size):
    """Cards of a discard pile of that size that could become a new stock (rules.md 1.4)."""
    if table.recycles >= rules.max_recycles:
        return 0
    return max(0, pile_size - rules.restock_keep_top)


@kernel()
def restock(state, rules):
    """Shuffles the discard pile, without its top card, into the empty stock."""
    table = state.table
    size = recyclable(table, rules, table.pile_size)
    for index in range(size):
        card = np.int64(table.pile[index])
        state.shoe[index] = card
        table.open_count[card] -= 1
    if size < table.pile_size:
        table.pile[0] = table.pile[size]
        table.pile_by[0] = table.pile_by[size]
        table.pile_size = 1
    else:
        table.pile_size = 0
        table.top = -1
    table.recycles += 1
    table.stock_size = size
    start_shuffle(state, size, table.round, table.recycles)
