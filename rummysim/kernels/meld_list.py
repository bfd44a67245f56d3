"""All melds that can be laid from a hand, one row of numbers each.

A row says where wilds lie and not which: all count as the dearest that is held, and are told
apart when the melds are spelled out (``give_wilds``). ``laws`` are the rules that rows follow:
(kinds that are wild besides jokers, whether they may stand for themselves, whether wilds may be
neighbours in a run, whether runs go round the corner).
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, KIND_BITS
from rummysim.kernels.layout import JOKER, KINDS, MAX_MELD_SIZE
from rummysim.kernels.wild_places import (
    CIRCLE,
    longest_run,
    runs_clash,
    starts_of_run,
    touching,
)

LOW_ACE, HIGH_ACE = 1, 1 << 13
SUIT_MASK = np.uint64(0x3FFF)
ZERO = np.uint64(0)

# Columns of a row.
VALUE = 0  # points of its cards
IS_RUN = 1
WHERE = 2  # suit of a run, rank of a set
FIRST = 3  # place of the lowest card of a run
SIZE = 4
WILDS = 5  # of a run: bit i set, card i is a wild; of a set: how many wilds
PICK = 6  # of a set: naturals of suit s, at bits 2s
WILD_CARDS = 7  # cards that are wilds
SELF = 8  # cards of wild ranks that stand for themselves
COLUMNS = 9


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
def laws_of(rules):
    """The laws of rows by a GOAL or RULES record."""
    return rules.wild_kinds, rules.wild_natural, rules.wild_adjacent, rules.wrap


@kernel()
def run_value(suit, first, size, wilds, value):
    """Points of the cards of a run with wilds at the places ``wilds`` (bit 0: its first card)."""
    points = 0
    for i in range(size):
        if wilds >> i & 1:
            points += value[JOKER]
        else:
            points += value[suit * 13 + (first + i) % 13]
    return points


@kernel()
def held_line(hand, suit, laws):
    """Mask of the places of a suit that the hand has a natural for, once more above the king.

    In games where runs do not go round the corner that is the ace alone.
    """
    held = np.int64((hand.board[0] >> np.uint64(16 * suit)) & SUIT_MASK)
    wild_kinds, natural, _, wrap = laws
    if natural == 1 and wild_kinds != ZERO:
        for rank in range(13):
            kind = suit * 13 + rank
            if hand.count[kind] > 0 and wild_kinds & KIND_BITS[kind] != ZERO:
                held |= 1 << rank | (HIGH_ACE if rank == 0 else 0)
    if wrap == 1:
        held &= HIGH_ACE - 1
        held |= held << CIRCLE
    return held


@kernel()
def count_self(suit, first, natural, laws):
    """How many naturals of a run (a mask, bit 0 its first card) are of wild ranks."""
    if laws[1] == 0 or laws[0] == ZERO:
        return 0
    ranks = np.int64((laws[0] >> np.uint64(16 * suit)) & SUIT_MASK) & (HIGH_ACE - 1)
    return popcount(np.uint64(((ranks | ranks << CIRCLE) >> first) & natural))


@kernel()
def wilds_may_lie(hand, where, wilds, laws):
    """1 if wilds may lie at some places of a run (a mask) and there are enough of them.

    A card that stands for itself is no wild any more; ``where`` is (suit, first place, size).
    """
    suit, first, size = where
    if laws[2] == 0 and touching(laws[3], wilds, size) == 1:
        return 0
    own = count_self(suit, first, ((1 << size) - 1) & ~wilds, laws)
    return 1 if own + popcount(np.uint64(wilds)) <= hand.wilds else 0


@kernel()
def write_run(found, at, where, wilds, value, laws):
    """0; row ``at`` of ``found`` is a run if there is room; ``where`` is (suit, first, size)."""
    if at >= found.shape[0]:
        return 0
    suit, first, size = where
    row = found[at]
    row[VALUE] = run_value(suit, first, size, wilds, value)
    row[IS_RUN] = 1
    row[WHERE] = suit
    row[FIRST] = first
    row[SIZE] = size
    row[WILDS] = wilds
    row[WILD_CARDS] = popcount(np.uint64(wilds))
    row[SELF] = count_self(suit, first, ((1 << size) - 1) & ~wilds, laws)
    return 0


@kernel()
def list_runs(hand, sizes, value, laws, found, at):
    """Index behind the last run; the runs are written to ``found[at:]``.

    ``sizes`` is (cards of each run, wilds that may lie in it). Rows beyond the end of ``found``
    are counted only.
    """
    size, limit = sizes
    if size > longest_run(laws[3]) or size < 1:
        return at
    limit = min(limit, hand.wilds, size - 1)
    window = (1 << size) - 1
    for suit in range(4):
        held = held_line(hand, suit, laws)
        both_aces = int(hand.count[13 * suit]) > 1
        for first in range(starts_of_run(laws[3], size)):
            natural = (held >> first) & window
            missing = window & ~natural
            extra = limit - popcount(np.uint64(missing))
            if extra < 0:
                continue
            more = 0
            while more >= 0:
                wilds = missing | more
                aces = (natural & ~more) << first & (LOW_ACE | HIGH_ACE)
                fits = aces != LOW_ACE | HIGH_ACE or both_aces
                if fits and wilds_may_lie(hand, (suit, first, size), wilds, laws) == 1:
                    write_run(found, at, (suit, first, size), wilds, value, laws)
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
                    found[at, WILD_CARDS] = row[WILDS]
                at += 1
    return at


@kernel()
def list_sets(hand, sizes, value, laws, found, at):
    """Index behind the last set; otherwise as `list_runs`."""
    size, limit = sizes
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
        own = laws[0] & KIND_BITS[rank] != ZERO
        if own and (laws[1] == 0 or size > hand.wilds):
            continue
        row[WHERE] = rank
        for wilds in range(limit + 1):
            if held + wilds >= size:
                row[WILDS] = wilds
                row[SELF] = size - wilds if own else 0
                at = list_picks(hand, row, value, found, at)
    return at


@kernel()
def take_row(left, row, sign):
    """1 if no count of ``left`` (int64[53]) is below zero afterwards, else 0.

    The cards of a meld are taken from it (``sign`` -1) or given back (1). ``left[JOKER]`` are all
    wilds; cards of a wild rank that stand for themselves are taken from there, too.
    """
    fine = 1
    wilds = row[WILD_CARDS] + row[SELF]
    left[JOKER] += sign * wilds
    if left[JOKER] < 0:
        fine = 0
    if row[IS_RUN] == 1:
        for i in range(row[SIZE]):
            if row[WILDS] >> i & 1:
                continue
            kind = row[WHERE] * 13 + (row[FIRST] + i) % 13
            left[kind] += sign
            if left[kind] < 0:
                fine = 0
        return fine
    for suit in range(4):
        kind = suit * 13 + row[WHERE]
        left[kind] += sign * (row[PICK] >> 2 * suit & 3)
        if left[kind] < 0:
            fine = 0
    return fine


@kernel()
def dearest_wild(left, wild_kinds, value):
    """The dearest wild in ``left`` (int64[53]), a joker among equals; -1 when there is none."""
    best = JOKER if left[JOKER] > 0 else -1
    kinds = wild_kinds
    while kinds != ZERO:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - np.uint64(1)
        if left[kind] > 0 and (best < 0 or value[kind] > value[best]):
            best = kind
    return best


@kernel()
def overpaid(left, wild_kinds, value, price, wilds):
    """Points by which ``wilds`` wilds of ``price`` each are more than the dearest in ``left``."""
    if wild_kinds == ZERO:
        return 0
    points = 0
    left = left.copy()
    for _ in range(wilds):
        kind = dearest_wild(left, wild_kinds, value)
        left[kind] -= 1
        points += price - value[kind]
    return points


@kernel()
def dear_wilds(hand, wild_kinds, value):
    """``value`` with every wild as dear as the dearest wild of the hand (int64[53])."""
    prices = np.empty(KINDS, dtype=np.int64)
    for kind in range(KINDS):
        prices[kind] = value[kind]
    if wild_kinds == ZERO:
        return prices
    dearest = dearest_wild(hand.count.astype(np.int64), wild_kinds, value)
    if dearest >= 0:
        prices[JOKER] = value[dearest]
    return prices


@kernel()
def write_meld(row, meld):
    """0; ``meld`` (PLANNED_MELD) is spelled out from a row, each wild as a joker."""
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
def give_wilds(hand, wild_kinds, value, plan):
    """0; the wilds of ``plan`` (PLAN) are the dearest of the hand, the dearest laid first."""
    if wild_kinds == ZERO:
        return 0
    left = hand.count.astype(np.int64)
    for index in range(plan.melds):
        meld = plan.meld[index]
        for i in range(meld.size):
            if meld.card[i] != JOKER:
                left[int(meld.card[i])] -= 1
    for index in range(plan.melds):
        meld = plan.meld[index]
        for i in range(meld.size):
            if meld.card[i] == JOKER:
                kind = dearest_wild(left, wild_kinds, value)
                left[kind] -= 1
                meld.card[i] = kind
    return 0


@kernel()
def is_refused(goal, found, chosen, shape):
    """1 if the meld chosen for ``shape`` may not lie beside one chosen before it."""
    row = found[chosen[shape]]
    for earlier in range(shape):
        other = found[chosen[earlier]]
        if other[IS_RUN] != row[IS_RUN]:
            continue
        if row[IS_RUN] == 1:
            if row[WHERE] != other[WHERE]:
                continue
            if goal.distinct_suits == 1:
                return 1
            if goal.gap == 1:
                places, sizes = (row[FIRST], other[FIRST]), (row[SIZE], other[SIZE])
                if runs_clash(goal.wrap, places, sizes) == 1:
                    return 1
        elif goal.distinct_ranks == 1 and row[WHERE] == other[WHERE]:
            return 1
    return 0
