"""What the scripted player sees: opponents' hands, cards that are still out, dangerous discards."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.hand import holds, kind_bit
from rummysim.kernels.layout import JOKER
from rummysim.kernels.table_melds import kinds_for
from rummysim.policies.script_parameters import place

COUNT_UNSEEN = place("count_unseen")
WATCH = place("watch")
FEED_TABLE = place("feed_table")
FEED_RANK = place("feed_rank")
FEED_NEAR = place("feed_near")
FEED_SAFE = place("feed_safe")
FEED_FAR = place("feed_far")

TRY = -1  # instead of an answer: cards must be tried in the hand first
NOBODY_DOWN = 99  # cards of the opponent who is down and holds fewest, while there is none
NONE = np.uint64(0)
ALL = ~NONE
SAME_RANK = np.uint64(0x0001_0001_0001_0001)  # all four suits of one rank, at place 0


@kernel()
def fewest_when_down(view, table):
    """Cards of the opponent who is down and holds fewest; NOBODY_DOWN while none is."""
    fewest = NOBODY_DOWN
    for seat in range(table.players):
        if seat != view.seat and table.down[seat] > 0:
            fewest = min(fewest, table.size[seat])
    return fewest


@kernel()
def fewest_cards(view, table):
    """Cards of the opponent who holds fewest."""
    fewest = NOBODY_DOWN
    for seat in range(table.players):
        if seat != view.seat:
            fewest = min(fewest, table.size[seat])
    return fewest


@kernel()
def unseen_cards(view, table, rules, params):
    """What lies neither open nor in this hand: naturals with one copy, with two, and jokers.

    Two masks (uint64) and a number; without ``count_unseen`` the masks hold every kind.
    """
    jokers = rules.jokers - int(table.open_count[JOKER]) - int(view.hand.count[JOKER])
    if params.value[COUNT_UNSEEN] == 0:
        return ALL, ALL, jokers
    one = NONE
    two = NONE
    for kind in range(JOKER):
        left = rules.packs - int(table.open_count[kind]) - int(view.hand.count[kind])
        if left > 0:
            one |= kind_bit(kind)
        if left > 1:
            two |= kind_bit(kind)
    return one, two, jokers


@kernel()
def count_outs(known, unseen):
    """Cards not seen yet that would bring a hand nearer; a third copy of a kind not counted.

    known : EVALUATION of the hand
    unseen : what `unseen_cards` gave
    """
    one, two, jokers = unseen
    naturals = popcount(known.outs & one) + popcount(known.outs & two)
    return naturals + jokers if known.joker_out else naturals


def kinds_near(kind: int) -> int:
    """Mask of the kinds of the same suit up to two places away, itself included.

    The ace is near to the 2 and 3, and to the king and queen.

    >>> [place for place in range(13) if kinds_near(11) >> place & 1]
    [0, 9, 10, 11, 12]
    """
    rank = kind % 13
    ranks = {rank + away for away in range(-2, 3) if 0 <= rank + away <= 13}
    if rank == 0:
        ranks |= {11, 12}
    return sum(1 << (kind // 13 * 16 + place) for place in {rank % 13 for rank in ranks})


NEAR = np.array([kinds_near(kind) for kind in range(JOKER)], dtype=np.uint64)


@kernel()
def harm_through(table, seat, kind, params):
    """Points that ``seat``, who is not down, seems to gain from a discard of ``kind``."""
    rank = SAME_RANK << np.uint64(kind % 13)
    taken = table.picked[seat]
    harm = params.value[FEED_RANK] * popcount(taken & rank)
    harm += params.value[FEED_NEAR] * popcount(taken & NEAR[kind])
    return harm - params.value[FEED_SAFE] * int(table.thrown[seat] & rank != NONE)


@kernel()
def danger(view, table, rules, kind, params):
    """Points that throwing ``kind`` seems to give to the others; 0 without ``watch``.

    The next player may take it, when he is down only if the rules let him; those after him only
    buy it, and count by ``feed_far``.
    """
    if params.value[WATCH] == 0 or kind == JOKER:
        return 0.0
    harm = 0.0
    share = 1.0
    for step in range(1, table.players):
        seat = view.seat + step
        if seat >= table.players:
            seat -= table.players
        if table.down[seat] == 0:
            harm += share * harm_through(table, seat, kind, params)
        elif step == 1 and rules.down_may_take and holds(kinds_for(table, rules, seat), kind):
            harm += params.value[FEED_TABLE] / max(1, table.size[seat])
        share = params.value[FEED_FAR]
    return harm
