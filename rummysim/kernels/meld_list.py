"""All melds that can be laid from a hand, one row of numbers each."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.layout import JOKER, MAX_MELD_SIZE

RUN_LINE = 14  # places of a suit, ace low to ace high
LOW_ACE, HIGH_ACE = 1, 1 << 13
SUIT_MASK = np.uint64(0x3FFF)

# Columns of a row.
VALUE = 0  # points of its cards
IS_RUN = 1
WHERE = 2  # suit of a run, rank of a set
FIRST = 3  # place of the lowest card of a run
SIZE = 4
WILDS = 5  # of a run: bit i set, card i is a joker; of a set: how many jokers
PICK = 6  # of a set: naturals of suit s, at bits 2s
COLUMNS = 7


@kernel()
def next_wilds(natural, extra, wilds):
    """The next choice of up to ``extra`` places out of ``natural`` (a mask), -1 after the last.

    Begin with ``wilds`` 0, which is the first choice itself.
    """
    if extra == 0:
        return -1
    if extra == 1:
        left = natural & ~(2 * wilds - 1) if wilds > 0 else natural
        return left & -left if left else -1
    while True:
        wilds = (wilds - natural) & natural
        if wilds == 0:
            return -1
        if popcount(np.uint64(wilds)) <= extra:
            return wilds


@kernel()
def run_value(suit, first, size, wilds, value):
    """Points of the cards of a run with jokers at the places ``wilds`` (bit 0: its first card)."""
    points = 0
    for i in range(size):
        if wilds >> i & 1:
            points += value[JOKER]
        else:
            points += value[suit * 13 + (first + i) % 13]
    return points


@kernel()
def list_runs(hand, size, limit, value, found, at):
    """Index behind the last run of ``size`` cards; the runs are written to ``found[at:]``.

    At most ``limit`` jokers lie in a run. Rows beyond the end of ``found`` are counted only.
    """
    if size > RUN_LINE or size < 1:
        return at
    limit = min(limit, hand.wilds, size - 1)
    window = (1 << size) - 1
    for suit in range(4):
        held = np.int64((hand.board[0] >> np.uint64(16 * suit)) & SUIT_MASK)
        both_aces = int(hand.count[13 * suit]) > 1
        for first in range(RUN_LINE + 1 - size):
            natural = (held >> first) & window
            missing = window & ~natural
            extra = limit - popcount(np.uint64(missing))
            if extra < 0:
                continue
            more = 0
            while more >= 0:
                wilds = missing | more
                aces = (natural & ~more) << first & (LOW_ACE | HIGH_ACE)
                if aces != LOW_ACE | HIGH_ACE or both_aces:
                    if at < found.shape[0]:
                        found[at, VALUE] = run_value(suit, first, size, wilds, value)
                        found[at, IS_RUN] = 1
                        found[at, WHERE] = suit
                        found[at, FIRST] = first
                        found[at, SIZE] = size
                        found[at, WILDS] = wilds
                    at += 1
                more = next_wilds(natural, extra, more)
    return at


@kernel()
def list_picks(hand, row, value, found, at):
    """Index behind the last set like ``row``, one for each choice of its naturals.

    ``row`` gives the rank, the size and the number of jokers.
    """
    rank = row[WHERE]
    need = row[SIZE] - row[WILDS]
    held = hand.count
    for spades in range(min(int(held[rank]), need) + 1):
        for hearts in range(min(int(held[rank + 13]), need - spades) + 1):
            for diamonds in range(min(int(held[rank + 26]), need - spades - hearts) + 1):
                clubs = need - spades - hearts - diamonds
                if clubs > int(held[rank + 39]):
                    continue
                if at < found.shape[0]:
                    found[at] = row
                    found[at, VALUE] = (
                        row[WILDS] * value[JOKER]
                        + spades * value[rank]
                        + hearts * value[rank + 13]
                        + diamonds * value[rank + 26]
                        + clubs * value[rank + 39]
                    )
                    found[at, PICK] = spades | hearts << 2 | diamonds << 4 | clubs << 6
                at += 1
    return at


@kernel()
def list_sets(hand, size, limit, value, found, at):
    """Index behind the last set of ``size`` cards; otherwise as `list_runs`."""
    if size > MAX_MELD_SIZE or size < 1:
        return at
    row = np.zeros(COLUMNS, dtype=np.int64)
    row[SIZE] = size
    limit = min(limit, hand.wilds, size - 1)
    for rank in range(13):
        held = 0
        for suit in range(4):
            held += int(hand.count[rank + 13 * suit])
        if held + limit < size or held == 0:
            continue
        row[WHERE] = rank
        for wilds in range(limit + 1):
            if held + wilds >= size:
                row[WILDS] = wilds
                at = list_picks(hand, row, value, found, at)
    return at


@kernel()
def take_row(left, row, sign):
    """1 if no count of ``left`` (int64[53]) is below zero afterwards, else 0.

    The cards of a meld are taken from it (``sign`` -1) or given back (1).
    """
    fine = 1
    if row[IS_RUN] == 1:
        for i in range(row[SIZE]):
            kind = row[WHERE] * 13 + (row[FIRST] + i) % 13
            if row[WILDS] >> i & 1:
                kind = JOKER
            left[kind] += sign
            if left[kind] < 0:
                fine = 0
        return fine
    left[JOKER] += sign * row[WILDS]
    if left[JOKER] < 0:
        fine = 0
    for suit in range(4):
        kind = suit * 13 + row[WHERE]
        left[kind] += sign * (row[PICK] >> 2 * suit & 3)
        if left[kind] < 0:
            fine = 0
    return fine


@kernel()
def write_meld(row, meld):
    """0; ``meld`` (PLANNED_MELD) is spelled out from a row."""
    is_run = row[IS_RUN]
    size = row[SIZE]
    meld.is_run = is_run
    meld.size = size
    meld.rank = 0 if is_run == 1 else row[WHERE]
    meld.suit = row[WHERE] if is_run == 1 else 0
    meld.first = row[FIRST] if is_run == 1 else 0
    if is_run == 1:
        for i in range(size):
            joker = row[WILDS] >> i & 1
            meld.card[i] = JOKER if joker else row[WHERE] * 13 + (row[FIRST] + i) % 13
        return 0
    at = 0
    for suit in range(4):
        for _ in range(row[PICK] >> 2 * suit & 3):
            meld.card[at] = suit * 13 + row[WHERE]
            at += 1
    for i in range(at, size):
        meld.card[i] = JOKER
    return 0


@kernel()
def touches(row, other):
    """1 if two runs of one suit (rows of `list_runs`) have no free place between them."""
    if row[WHERE] != other[WHERE]:
        return 0
    apart = row[FIRST] + row[SIZE] < other[FIRST] or other[FIRST] + other[SIZE] < row[FIRST]
    return 0 if apart else 1


@kernel()
def is_refused(goal, found, chosen, shape):
    """1 if the meld chosen for ``shape`` may not lie beside one chosen before it."""
    row = found[chosen[shape]]
    for earlier in range(shape):
        other = found[chosen[earlier]]
        if other[IS_RUN] != row[IS_RUN]:
            continue
        if row[IS_RUN] == 1:
            if goal.gap == 1 and touches(row, other) == 1:
                return 1
        elif goal.distinct_ranks == 1 and row[WHERE] == other[WHERE]:
            return 1
    return 0
