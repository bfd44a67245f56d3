"""What several players do the same way: which cards help, fit the table, or cost most."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import LAY_OFF, act_kind, act_type
from rummysim.kernels.bits import trailing_zeros
from rummysim.kernels.hand import KIND_AT, holds, kind_bit
from rummysim.kernels.layout import JOKER
from rummysim.kernels.table_melds import joker_room_for, kinds_for, legal_play
from rummysim.kernels.turn import may_discard

ONE = np.uint64(1)
NATURALS = np.uint64(0x1FFF_1FFF_1FFF_1FFF)  # places 0..12: the ace once, not twice


@kernel()
def helps(known, kind):
    """1 if one more card of ``kind`` brings a hand, of which ``known`` tells, nearer."""
    return known.joker_out if kind == JOKER else holds(known.outs, kind)


@kernel()
def fits_table(view, table, rules, kind):
    """1 if this player, once down, can add a card of ``kind`` to some meld on the table."""
    if kind == JOKER:
        return 1 if joker_room_for(table, rules, view.seat) > 0 else 0
    return holds(kinds_for(table, rules, view.seat), kind)


@kernel()
def dearest_play(view, table, rules):
    """The lay-off of the dearest card, else a joker swap, else the new meld."""
    best = 0
    best_value = -1
    index = 0
    act = legal_play(view, table, rules, index)
    while act > 0:
        value = rules.value[act_kind(act)] if act_type(act) == LAY_OFF else 0
        if value > best_value:
            best = act
            best_value = value
        index += 1
        act = legal_play(view, table, rules, index)
    return best


@kernel()
def dearest_kind(kinds, rules):
    """The first kind of most points in a mask of kinds (places 0..12); -1 if none."""
    best = -1
    best_value = -1
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        if rules.value[kind] > best_value:
            best = kind
            best_value = rules.value[kind]
    return best


@kernel()
def throwable(view, rules):
    """Mask of the natural kinds (places 0..12) that may be thrown."""
    kinds = view.hand.board[0] & NATURALS
    if rules.no_return and view.drew_discard and may_discard(view, rules, view.drawn) == 0:
        kinds &= ~kind_bit(view.drawn)
    return kinds
