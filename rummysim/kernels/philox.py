"""Random words by address: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011).

A word is a pure function of (key, counter), so a deal is the same whoever plays it, in any
order, on any worker. The counter is (block, stream, low and high half of the deal number).
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.types import INT, WORD

MASK32 = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)

# The top four bits of a stream say what it is for; the round and a number follow.
STREAM_SHUFFLE = 1 << 28
STREAM_DEALER = 2 << 28
STREAM_PRIORITY = 3 << 28
STREAM_NOISE = 4 << 28  # the noise key of a deal, drawn under the key of policies
ROUND_SHIFT = 20  # room for about a million numbers in each round


@kernel()
def philox(key, low, high):
    """Two 64-bit words at the counter ``low | high << 64`` under ``key``, all uint64.

    The four 32-bit outputs of the paper are the low and high halves of the two words.
    """
    c0 = low & MASK32
    c1 = low >> HALF
    c2 = high & MASK32
    c3 = high >> HALF
    k0 = key & MASK32
    k1 = key >> HALF
    for _ in range(10):
        p0 = MULTIPLIER_0 * c0
        p1 = MULTIPLIER_1 * c2
        c0 = (p1 >> HALF) ^ c1 ^ k0
        c2 = (p0 >> HALF) ^ c3 ^ k1
        c1 = p1 & MASK32
        c3 = p0 & MASK32
        k0 = (k0 + WEYL_0) & MASK32
        k1 = (k1 + WEYL_1) & MASK32
    return c0 | (c1 << HALF), c2 | (c3 << HALF)


@kernel(WORD(INT, WORD))
def address(block, stream):
    """The low half of a counter: uint64 of a block number and a stream number."""
    return np.uint64(block) | (np.uint64(stream) << HALF)


@kernel(INT(WORD, WORD, WORD, INT, INT))
def bounded(key, deal, stream, block, bound):
    """A uniform integer in 0..bound-1 from 32-bit words of a stream, from ``block`` on.

    Multiply and reject: Lemire, "Fast random integer generation in an interval" (2019).
    """
    limit = np.uint64(bound)
    threshold = (np.uint64(1) << HALF) % limit
    while True:
        word = philox(key, address(block, stream), deal)[0]
        product = (word & MASK32) * limit
        if (product & MASK32) >= threshold:
            return np.int64(product >> HALF)
        block += 1
