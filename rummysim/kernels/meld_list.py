"""All melds that can be laid from a hand, one record each (``plan_room.ROW``).

A row says where wilds lie and not which: all count as the dearest that is held, and are told
apart when the melds are spelled out (``give_wilds``). ``laws`` are the rules that rows follow:
(kinds that are wild besides jokers, whether they may stand for themselves, whether wilds may be
neighbours in a run, whether runs go round the corner).
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, KIND_BITS
from rummysim.kernels.layout import JOKER, MAX_MELD_SIZE
from rummysim.kernels.picks import picked_kinds
from rummysim.kernels.rank_counts import RANKS, count_ranks
from rummysim.kernels.wild_places import (
    CIRCLE,
    beside,
    longest_run,
    starts_of_run,
    touching,
)

LOW_ACE, HIGH_ACE = 1, 1 << 13
SUIT_MASK = np.uint64(0x3FFF)
ZERO = np.uint64(0)
ONE = np.uint64(1)


@kernel()
def next_wilds(natural, extra, wilds, adjacent):
    """The next choice of up to ``extra`` places out of ``natural`` (a mask), -1 after the last.

    Begin with ``wilds`` 0, which is the first choice itself. No two are neighbours where
    ``adjacent`` is 0.
    """
    if extra == 0:
        return -1
    if extra == 1:
        left = natural & ~(2 * wilds - 1) if wilds > 0 else natural
        return left & -left if left else -1
    wilds = (wilds - natural) & natural
    while wilds:
        pairs = wilds & wilds >> 1 if adjacent == 0 else 0
        if popcount(np.uint64(wilds)) > extra:
            pairs = wilds
        if pairs == 0:
            return wilds
        wilds = ((wilds | ~natural) + (pairs & -pairs)) & natural  # the first without all of these
    return -1


@kernel()
def laws_of(rules):
    """The laws of rows by a GOAL or RULES record."""
    return rules.wild_kinds, rules.wild_natural, rules.wild_adjacent, rules.wrap


@kernel()
def run_value(room, suit, first, size, wilds):
    """Points of the cards of a run with wilds at the places ``wilds`` (bit 0: its first card)."""
    points = 0
    for i in range(size):
        place = first + i
        kind = suit * 13 + (place if place < 13 else place - 13)
        points += room.price[JOKER if wilds >> i & 1 else kind]
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
def write_run(row, where, wilds, room, laws):
    """0; ``row`` is a run; ``where`` is (suit, first, size)."""
    suit, first, size = where
    row.value = run_value(room, suit, first, size, wilds)
    row.is_run = 1
    row.where = suit
    row.first = first
    row.size = size
    row.wilds = wilds
    row.pick = 0
    row.wild_cards = popcount(np.uint64(wilds))
    row.naturals = row.value - room.price[JOKER] * row.wild_cards
    naturals = ((1 << size) - 1) & ~wilds
    row.own = count_self(suit, first, naturals, laws)
    places = naturals << first
    if laws[3] == 1:
        places = (places | places >> CIRCLE) & (HIGH_ACE - 1)
    row.board = np.uint64(places) << np.uint64(16 * suit)
    return 0


@kernel()
def starts_that_fit(held, size, limit, laws):
    """Mask of the places of a suit without most of those where a run lacks too many cards."""
    gaps, one, two = ~held, 0, 0
    if limit < 2:
        for i in range(size):
            two |= one & gaps >> i
            one |= gaps >> i
        bad = one if limit == 0 else two
    else:
        bad = 0
        if laws[2] == 0:
            pairs = gaps & gaps >> 1
            for i in range(size - 1):
                bad |= pairs >> i
    return ((1 << starts_of_run(laws[3], size)) - 1) & ~bad


@kernel()
def list_runs(hand, sizes, room, laws, found, at):
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
        starts = starts_that_fit(held, size, limit, laws)
        while starts:
            first = trailing_zeros(np.uint64(starts))
            starts &= starts - 1
            natural = (held >> first) & window
            missing = window & ~natural
            extra = limit - popcount(np.uint64(missing))
            if extra < 0:
                continue
            more, free = 0, natural
            if laws[2] == 0:
                free &= ~beside(laws[3], missing, size)
            while more >= 0:
                wilds = missing | more
                aces = (natural & ~more) << first & (LOW_ACE | HIGH_ACE)
                fits = aces != LOW_ACE | HIGH_ACE or both_aces
                if fits and wilds_may_lie(hand, (suit, first, size), wilds, laws) == 1:
                    if at < found.shape[0]:
                        write_run(found[at], (suit, first, size), wilds, room, laws)
                    at += 1
                more = next_wilds(free, extra, more, laws[2])
    return at


@kernel()
def write_set(row, sizes, rank, pick, room):
    """0; ``row`` is the set of a rank with the naturals ``pick``; ``sizes`` as in `list_picks`."""
    size, wilds, own = sizes
    price = room.price
    row.naturals = (
        (pick & 3) * price[rank]
        + (pick >> 2 & 3) * price[rank + 13]
        + (pick >> 4 & 3) * price[rank + 26]
        + (pick >> 6) * price[rank + 39]
    )
    row.value = row.naturals + wilds * price[JOKER]
    row.is_run = 0
    row.where = rank
    row.first = 0
    row.size = size
    row.wilds = wilds
    row.pick = pick
    row.wild_cards = wilds
    row.own = own
    row.board = picked_kinds(pick, rank)
    return 0


@kernel()
def list_picks(hand, sizes, rank, room, found, at):
    """Index behind the last set of a rank, one for each choice of its naturals.

    ``sizes`` is (cards of the set, how many of them are wilds, how many stand for themselves).
    """
    need = sizes[0] - sizes[1]
    s, h, d, c = rank_held(hand, rank)
    for spades in range(max(0, need - h - d - c), min(s, need) + 1):
        red = need - spades
        for hearts in range(max(0, red - d - c), min(h, red) + 1):
            rest = red - hearts
            for diamonds in range(max(0, rest - c), min(d, rest) + 1):
                if at < found.shape[0]:
                    pick = spades | hearts << 2 | diamonds << 4 | (rest - diamonds) << 6
                    write_set(found[at], sizes, rank, pick, room)
                at += 1
    return at


@kernel()
def rank_held(hand, rank):
    """How many spades, hearts, diamonds and clubs of a rank a hand holds."""
    held = hand.count
    return int(held[rank]), int(held[rank + 13]), int(held[rank + 26]), int(held[rank + 39])


@kernel()
def ranks_with(hand, least, wild_kinds):
    """Mask of the ranks of which a hand has ``least`` naturals, four at most, and of wild ranks."""
    n0, n1, n2, n3 = count_ranks(hand)
    ranks = n2 | n3
    if least < 4:
        ranks |= n1 & n0
    if least < 3:
        ranks |= n1
    if least < 2:
        ranks |= n0
    for suit in range(4):
        ranks |= wild_kinds >> np.uint64(16 * suit)
    return ranks & RANKS


@kernel()
def list_sets(hand, sizes, room, laws, found, at):
    """Index behind the last set; otherwise as `list_runs`."""
    size, limit = sizes
    if size > MAX_MELD_SIZE or size < 1:
        return at
    limit = min(limit, hand.wilds, size - 1)
    ranks = ranks_with(hand, size - limit, laws[0])
    while ranks != ZERO:
        rank = trailing_zeros(ranks)
        ranks &= ranks - ONE
        s, h, d, c = rank_held(hand, rank)
        held = s + h + d + c
        if held + limit < size or held == 0:
            continue
        own = laws[0] & KIND_BITS[rank] != ZERO
        if own and (laws[1] == 0 or size > hand.wilds):
            continue
        for wilds in range(max(0, size - held), limit + 1):
            themselves = size - wilds if own else 0
            at = list_picks(hand, (size, wilds, themselves), rank, room, found, at)
    return at


@kernel()
def dearest_wild(left, wild_kinds, value):
    """The dearest wild in ``left`` (int64[53]), a joker among equals; -1 when there is none."""
    best = JOKER if left[JOKER] > 0 else -1
    kinds = wild_kinds
    while kinds != ZERO:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
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
def write_meld(row, meld):
    """0; ``meld`` (PLANNED_MELD) is spelled out from a row, each wild as a joker."""
    is_run = row.is_run
    size = row.size
    meld.is_run = is_run
    meld.size = size
    meld.rank = 0 if is_run == 1 else row.where
    meld.suit = row.where if is_run == 1 else 0
    meld.first = row.first if is_run == 1 else 0
    if is_run == 1:
        for i in range(size):
            joker = row.wilds >> i & 1
            meld.card[i] = JOKER if joker else row.where * 13 + (row.first + i) % 13
        return 0
    at = 0
    for suit in range(4):
        for _ in range(row.pick >> 2 * suit & 3):
            meld.card[at] = suit * 13 + row.where
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
