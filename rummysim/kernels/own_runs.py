"""Runs of four in different suits: what they lack, and which cards help and are missed.

No two wilds may be neighbours in a run. A run then lacks one of five pairs, (missing cards, those
of them that cannot be wilds): (1, 0) (2, 0) (2, 1) (3, 1) (4, 2). Both grow along the chain, so the
best run of a suit is the first of the chain whatever the rest of the hand is like, and the best
runs are those of the suits that are first. ``OWN`` has, for each suit as a mask of ranks, the
*class* of its best run (its place in the chain) and the ranks of which one more or one less
changes it, by one place or by two: no run has to be looked at.

What is lacking is one integer, missing cards in its low half and excess in its high one, so that
both are added up and compared at once. What helps and what is missed depends on how much more of
each could be lacking at the same cost (`case_of`).
"""

import numpy as np

from rummysim.kernels._jit import kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
SUIT_RANKS = np.uint64(0x1FFF)
NO_RUN = 6  # class of a suit that need not be looked at
EXCESS = 32  # where the excess of what is lacking begins
MISSING = (1 << EXCESS) - 1
BORROWS = 1 << (EXCESS - 1) | 1 << (2 * EXCESS - 2)  # bits above both halves
# What a run of each class lacks, and more than a hand can lack.
LACKS = np.array(
    [m | e << EXCESS for m, e in ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 2), (64, 64))],
    dtype=np.int64,
)
# Class of a run by the places that are held (bit 0 the lowest).
CLASS_OF = np.array([5, 4, 4, 3, 4, 2, 2, 1, 4, 3, 2, 1, 3, 1, 1, 0], dtype=np.uint64)
CASES = 9
# Fields of an entry, 13 bits each above the class: ranks of which one more lowers the class by one
# and by two, of which one less raises it by one and by two.
LOWER, CORE = 3, 29
FIELD = 13


def entries_of_suits() -> np.ndarray:
    """uint64[8192]: the entries of all suits, by the ranks that are held."""
    masks = np.arange(1 << 13, dtype=np.uint64)
    line = masks | (masks & ONE) << np.uint64(13)
    starts = [CLASS_OF[(line >> np.uint64(first)) & np.uint64(15)] for first in range(11)]
    classes = np.min(starts, axis=0)
    entries = classes.copy()
    for rank in range(13):
        bit = np.uint64(1 << rank)
        lower = classes - classes[masks | bit]
        raised = classes[masks & ~bit] - classes
        for steps in (1, 2):
            shift = np.uint64(LOWER + FIELD * (steps - 1) + rank)
            entries |= (lower == steps).astype(np.uint64) << shift
            shift = np.uint64(CORE + FIELD * (steps - 1) + rank)
            entries |= (raised == steps).astype(np.uint64) << shift
    return entries


def halves(lacks: np.ndarray) -> np.ndarray:
    """int64[..., 2]: missing cards and excess of what is lacking."""
    return np.stack([lacks & MISSING, lacks >> EXCESS], axis=-1)


def spare_of_cases() -> np.ndarray:
    """int64[CASES, 2]: what may be lacking more in each case of `case_of`, missing and excess."""
    return np.array([divmod(case, 3) for case in range(CASES)])


def lowers(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """uint8[CASES, ...]: 1 where the cost falls when what is lacking becomes ``after``.

    The half that makes the cost has to fall, which has nothing to spare.
    """
    fall = halves(before) - halves(after)
    spare = spare_of_cases().reshape(CASES, *(1,) * before.ndim, 2)
    return np.all((spare > 0) | (fall > 0), axis=-1).astype(np.uint8)


def raises(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """uint8[CASES, ...]: 1 where the cost rises when what is lacking becomes ``after``."""
    rise = halves(after) - halves(before)
    spare = spare_of_cases().reshape(CASES, *(1,) * before.ndim, 2)
    return np.any(rise > spare, axis=-1).astype(np.uint8)


def outs_of_classes() -> np.ndarray:
    """uint8[CASES, 7, 7]: by the class of the last run and of the suit, what lowers the cost.

    Bit 0: a card that lowers the class of the suit by one; bit 1: by two.
    """
    last, own = np.arange(NO_RUN + 1)[:, None], np.arange(NO_RUN + 1)
    now = LACKS[np.minimum(own, last)]
    by = [LACKS[np.minimum(np.maximum(own - step, 0), last)] for step in (1, 2)]
    return lowers(now, by[0]) | lowers(now, by[1]) << 1


def core_of_classes() -> np.ndarray:
    """uint8[CASES, 7, 7]: by the class of the next suit and of the suit, what raises the cost.

    Bit 0: the loss of a card that raises the class of the suit by one; bit 1: by two.
    """
    following, own = np.arange(NO_RUN + 1)[:, None], np.arange(NO_RUN + 1)
    now = np.broadcast_to(LACKS[own], (NO_RUN + 1, NO_RUN + 1))
    by = [LACKS[np.minimum(own + step, following)] for step in (1, 2)]
    return raises(now, by[0]) | raises(now, by[1]) << 1


OWN = entries_of_suits()
OUTS, NEEDED = outs_of_classes(), core_of_classes()


@kernel()
def entry_of(board, suit):
    """The entry (uint64) of a suit."""
    return OWN[np.int64((board >> np.uint64(16 * suit)) & SUIT_RANKS)]


@kernel()
def entries_of(board):
    """The entries of the four suits."""
    return entry_of(board, 0), entry_of(board, 1), entry_of(board, 2), entry_of(board, 3)


@kernel()
def class_of(entry):
    """The class of an entry."""
    return np.int64(entry & np.uint64(7))


@kernel()
def pick_suits(entries, runs):
    """(what the best runs lack, class of the last of them, class of the next suit)."""
    a, b = class_of(entries[0]), class_of(entries[1])
    c, d = class_of(entries[2]), class_of(entries[3])
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    first, last = min(a, c), max(b, d)
    a, b = max(a, c), min(b, d)
    second, third = min(a, b), max(a, b)
    two = LACKS[first] + LACKS[second]
    if runs == 2:
        return two, second, third
    if runs == 3:
        return two + LACKS[third], third, last
    return two + LACKS[third] + LACKS[last], last, NO_RUN


@kernel()
def cost_of_lacks(lacks, wilds):
    """What a goal costs that lacks so much."""
    return max((lacks & MISSING) - wilds, lacks >> EXCESS, 0)


@kernel()
def most_lacks(cost, wilds):
    """The most that a goal of a cost, 0 or more, may lack of each half."""
    return (cost + wilds) | cost << EXCESS


@kernel()
def is_within(lacks, most):
    """True if neither half of ``lacks`` is more than that of ``most``."""
    return ((most | BORROWS) - lacks) & BORROWS == BORROWS


@kernel()
def case_of(lacks, most):
    """How much more than ``lacks`` may be lacking (`most_lacks` of its cost): 3 * missing + excess.

    Two of either half stand for any more.
    """
    spare = most - lacks
    return 3 * min(spare & MISSING, 2) + min(spare >> EXCESS, 2)


@kernel()
def field_of(entry, at):
    """Mask of ranks (uint64) of the field of an entry that begins at a bit."""
    return (entry >> np.uint64(at)) & SUIT_RANKS


@kernel()
def chosen(entry, at, choice):
    """Ranks of the two fields from a bit of an entry on; ``choice`` says of which (bits 0, 1)."""
    one = field_of(entry, at) & (ZERO - np.uint64(choice & 1))
    return one | field_of(entry, at + FIELD) & (ZERO - np.uint64(choice >> 1))


@kernel()
def suit_outs(entry, last, case):
    """Ranks of a suit of which one more lowers the cost; ``last`` is of `pick_suits`."""
    return chosen(entry, LOWER, OUTS[case, last, class_of(entry)])


@kernel()
def suit_core(entry, last, following, case):
    """Ranks of a suit of which one less raises the cost; else as `suit_outs`."""
    own = class_of(entry)
    return ZERO if own > last else chosen(entry, CORE, NEEDED[case, following, own])


@kernel()
def of_suits(spades, hearts, diamonds, clubs):
    """Mask of kinds (uint64) out of the ranks of each suit."""
    return spades | hearts << np.uint64(16) | diamonds << np.uint64(32) | clubs << np.uint64(48)


@kernel()
def runs_outs(entries, last, case):
    """Kinds of which one more helps the runs, as `suit_outs`."""
    a, b, c, d = entries
    return of_suits(
        suit_outs(a, last, case),
        suit_outs(b, last, case),
        suit_outs(c, last, case),
        suit_outs(d, last, case),
    )


@kernel()
def runs_core(entries, last, following, case):
    """Kinds of which one less is missed in the runs, as `suit_core`."""
    a, b, c, d = entries
    return of_suits(
        suit_core(a, last, following, case),
        suit_core(b, last, following, case),
        suit_core(c, last, following, case),
        suit_core(d, last, following, case),
    )


@kernel()
def joker_effects(case, cost, wilds):
    """(one more wild lowers the cost, one less raises it)."""
    bound = case < 3  # by the cards missing
    return int(bound and case > 0 and cost > 0), int(bound and wilds > 0)
