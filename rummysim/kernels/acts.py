"""The acts of the PLAY phase as one integer each: lay off, swap or move a wild, lay a new meld.

A policy answers 0 when it is done, or an act built here. Places count from 0 (low ace) to 13
(high ace) in runs, to 12 where runs go round the corner; sets have no places and use ``NO_PLACE``.
"""

from rummysim.kernels._jit import kernel
from rummysim.kernels.types import INT

LAY_OFF = 1
SWAP = 2
NEW_MELD = 3
MOVE = 4

NO_PLACE = -1

KIND_BITS = 8
MELD_BITS = 8
PLACE_BITS = 8


@kernel(INT(INT, INT, INT))
def lay_off_act(kind, meld, place):
    """The act that adds a card of ``kind`` to ``meld`` at ``place``."""
    return (((LAY_OFF << PLACE_BITS | (place + 1)) << MELD_BITS | meld) << KIND_BITS) | kind


@kernel(INT(INT, INT, INT))
def swap_act(kind, meld, place):
    """The act that gives a natural card of ``kind`` for the wild at ``place`` of ``meld``."""
    return (((SWAP << PLACE_BITS | (place + 1)) << MELD_BITS | meld) << KIND_BITS) | kind


@kernel(INT(INT, INT, INT))
def move_act(kind, meld, place):
    """The act that lays ``kind`` at ``place`` of a run, whose wild there goes to an open end."""
    return (((MOVE << PLACE_BITS | (place + 1)) << MELD_BITS | meld) << KIND_BITS) | kind


@kernel()
def new_meld_act():
    """The act that lays ``view.plan.meld[0]`` as a new meld."""
    return NEW_MELD << (PLACE_BITS + MELD_BITS + KIND_BITS)


@kernel()
def act_type(act):
    """LAY_OFF, SWAP, NEW_MELD or MOVE; 0 for an answer that is no act."""
    return act >> (PLACE_BITS + MELD_BITS + KIND_BITS)


@kernel()
def act_kind(act):
    """The kind of the card that the act plays."""
    return act & 255


@kernel()
def act_meld(act):
    """The number of the meld that the act plays to."""
    return (act >> KIND_BITS) & 255


@kernel()
def act_place(act):
    """The place in the run that the act plays to, NO_PLACE in a set."""
    return ((act >> (KIND_BITS + MELD_BITS)) & 255) - 1
