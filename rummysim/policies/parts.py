"""What several players do the same way: which cards help, fit the table, or cost most.

Cards that are wild besides jokers are treated as jokers are: which of them goes first when one goes
is the only question that their points decide.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import LAY_OFF, MOVE, act_kind, act_type
from rummysim.kernels.bits import trailing_zeros
from rummysim.kernels.hand import KIND_AT, holds, is_wild, kind_bit
from rummysim.kernels.layout import JOKER
from rummysim.kernels.look import helps
from rummysim.kernels.meld_room import held_wild
from rummysim.kernels.table_melds import joker_room_for, kinds_for, legal_play
from rummysim.kernels.turn import may_discard

ONE = np.uint64(1)
PLACE_BITS, LAST_PLACE = 6, 63  # of a mask of kinds
NATURALS = np.uint64(0x1FFF_1FFF_1FFF_1FFF)  # places 0..12: the ace once, not twice


@kernel()
def fits_table(view, table, rules, kind):
    """1 if this player, once down, can add a card of ``kind`` to some meld on the table."""
    if is_wild(rules.wild_kinds, kind) and joker_room_for(table, rules, view.seat) > 0:
        return 1
    return 0 if kind == JOKER else holds(kinds_for(table, rules, view.seat), kind)


@kernel()
def dearest_play(view, table, rules):
    """The dearest card laid off or put in for a wild that moves, else a swap, else the new meld."""
    best = 0
    best_value = -1
    index = 0
    act = legal_play(view, table, rules, index)
    while act > 0:
        adds = act_type(act) == LAY_OFF or act_type(act) == MOVE
        value = rules.value[act_kind(act)] if adds else 0
        if value > best_value:
            best = act
            best_value = value
        index += 1
        act = legal_play(view, table, rules, index)
    return best


@kernel()
def dearest_kind(kinds, rules):
    """The first kind of most points in a mask of kinds (places 0..12); -1 if none."""
    best = np.int64(-1)
    while kinds:
        place = np.int64(trailing_zeros(kinds))
        kinds &= kinds - ONE
        # Without a branch: which card is the dearest so far cannot be foreseen.
        best = max(best, rules.value[KIND_AT[place]] << PLACE_BITS | LAST_PLACE - place)
    return KIND_AT[LAST_PLACE - (best & LAST_PLACE)] if best >= 0 else -1


@kernel()
def throwable(view, rules):
    """Mask of the kinds (places 0..12) that are not wild and may be thrown."""
    kinds = view.hand.board[0] & NATURALS
    if rules.no_return and view.drew_discard and may_discard(view, rules, view.drawn) == 0:
        kinds &= ~kind_bit(view.drawn)
    return kinds


@kernel()
def wild_to_throw(view, rules):
    """The dearest wild that may be thrown, of equals a joker; -1 if none."""
    best = -1
    number = 0
    kind = held_wild(view.hand, number)
    while kind >= 0:
        if best < 0 or rules.value[kind] > rules.value[best]:
            if may_discard(view, rules, kind):
                best = kind
        number += 1
        kind = held_wild(view.hand, number)
    return best


@kernel()
def has_taken_wild(view):
    """1 if the card drawn in this turn is a wild and was taken from the discard pile."""
    return 1 if view.drew_discard and is_wild(view.hand.wild_kinds, view.drawn) else 0


@kernel()
def shallowest(table, known, most):
    """How many discards to take for the first of the top ``most`` that helps; 0 if none does.

    known : EVALUATION of the hand
    """
    for depth in range(1, min(most, table.pile_size) + 1):
        if helps(known, np.int64(table.pile[table.pile_size - depth])):
            return depth
    return 0
