"""Cards that come to the table: new melds, lay-offs, swaps and moves of wilds."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import MAX_MELD_SIZE
from rummysim.kernels.meld_room import (
    CIRCLE,
    lies_wild,
    low_end,
    moved_to,
    wild_back,
)

NO_WILD = -1


@kernel()
def put_meld(table, rules, planned, seat):
    """The number of a new meld on the table, laid by ``seat`` as ``planned``."""
    index = table.melds
    meld = table.meld[index]
    meld.owner = seat
    meld.is_run = planned.is_run
    meld.rank = planned.rank
    meld.suit = planned.suit
    meld.first = planned.first
    meld.size = planned.size
    meld.wilds = 0
    meld.wild_places = 0
    meld.contract7 = 0
    for slot in range(MAX_MELD_SIZE):
        meld.wild[slot] = NO_WILD
    for slot in range(planned.size):
        card = np.int64(planned.card[slot])
        place = planned.first + slot
        if rules.wrap and place >= CIRCLE:
            place -= CIRCLE
        table.open_count[card] += 1
        if lies_wild(meld, rules, card, place):
            note_wild(meld, card, place)
    table.melds = index + 1
    return index


@kernel()
def note_wild(meld, kind, place):
    """0; a wild of ``kind`` lies at ``place`` of a run, or in a set."""
    if meld.is_run:
        meld.wild_places |= 1 << place
        meld.wild[place] = kind
    else:
        meld.wild[meld.wilds] = kind
    meld.wilds += 1
    return 0


@kernel()
def take_wild(meld, at):
    """The kind of the wild at ``at`` of ``meld.wild``, which is a wild of the meld no longer."""
    kind = np.int64(meld.wild[at])
    meld.wilds -= 1
    if meld.is_run:
        meld.wild_places &= ~(1 << at)
        meld.wild[at] = NO_WILD
    else:
        meld.wild[at] = meld.wild[meld.wilds]
        meld.wild[meld.wilds] = NO_WILD
    return kind


@kernel()
def add_to_meld(table, rules, index, kind, place):
    """0; one card more lies in a meld on the table."""
    meld = table.meld[index]
    if meld.is_run and place == low_end(meld, rules):
        meld.first = place
    meld.size += 1
    table.open_count[kind] += 1
    if lies_wild(meld, rules, kind, place):
        note_wild(meld, kind, place)
    return 0


@kernel()
def swap_in_meld(table, rules, index, kind, place):
    """The kind of the wild whose place in a meld on the table a natural card takes."""
    meld = table.meld[index]
    freed = take_wild(meld, wild_back(meld, rules, place))
    table.open_count[kind] += 1
    table.open_count[freed] -= 1
    return freed


@kernel()
def move_in_meld(table, rules, index, kind, place):
    """The new place of the wild of a run that makes room for the card it stood for."""
    meld = table.meld[index]
    at = moved_to(meld, rules, place)
    moved = take_wild(meld, place)
    if at == low_end(meld, rules):
        meld.first = at
    meld.size += 1
    if lies_wild(meld, rules, moved, at):
        note_wild(meld, moved, at)
    table.open_count[kind] += 1
    return at
