"""Melds on the table: laying them, adding to them, swapping their jokers (rules.md 2.2, 2.6)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import (
    LAY_OFF,
    NO_PLACE,
    SWAP,
    act_kind,
    act_meld,
    act_place,
    act_type,
    lay_off_act,
    new_meld_act,
    swap_act,
)
from rummysim.kernels.bits import trailing_zeros
from rummysim.kernels.hand import kind_bit
from rummysim.kernels.layout import JOKER, NEW_OFF, REQUIRED

LAST_PLACE = 13  # the high ace
PLACE_MASK = np.uint64(0x3FFF)
ONE = np.uint64(1)
ZERO = np.uint64(0)
# All four suits of one rank, at place 0.
SAME_RANK = np.uint64(0x0001_0001_0001_0001)


@kernel()
def kind_at(suit, place):
    """The kind that belongs at a place of a suit; places 0 and 13 are the same ace."""
    return suit * 13 + (0 if place == LAST_PLACE else place)


@kernel()
def takes_joker(meld, rules):
    """1 if one more joker may be added to this meld, else 0."""
    if meld.is_run:
        room = meld.first > 0 or meld.first + meld.size <= LAST_PLACE
        return 1 if room and meld.wilds < rules.wild_max_run else 0
    return 1 if meld.wilds < rules.wild_max_set else 0


@kernel()
def kinds_that_fit(meld):
    """uint64 mask (places 0..12) of the naturals that may be added to this meld."""
    if not meld.is_run:
        return SAME_RANK << np.uint64(meld.rank)
    fit = ZERO
    if meld.first > 0:
        fit |= kind_bit(kind_at(meld.suit, meld.first - 1))
    if meld.first + meld.size <= LAST_PLACE:
        fit |= kind_bit(kind_at(meld.suit, meld.first + meld.size))
    return fit


@kernel()
def refresh_table_masks(table, rules):
    """Brings `lay_off_kinds` and `joker_room` of the table up to date."""
    fit = ZERO
    room = 0
    for index in range(table.melds):
        meld = table.meld[index]
        fit |= kinds_that_fit(meld)
        room += takes_joker(meld, rules)
    table.lay_off_kinds = fit
    table.joker_room = room


@kernel()
def kinds_for(table, rules, seat):
    """uint64 mask (places 0..12) of the naturals that ``seat`` may add to a meld once down."""
    if rules.lay_off_own_only == 0:
        return table.lay_off_kinds
    fit = ZERO
    for index in range(table.melds):
        if table.meld[index].owner == seat:
            fit |= kinds_that_fit(table.meld[index])
    return fit


@kernel()
def joker_room_for(table, rules, seat):
    """How many melds ``seat`` may add a joker to once down."""
    if rules.lay_off_own_only == 0:
        return table.joker_room
    room = 0
    for index in range(table.melds):
        if table.meld[index].owner == seat:
            room += takes_joker(table.meld[index], rules)
    return room


@kernel()
def may_play(view, table, rules):
    """1 if this seat may lay off now: down in an earlier turn, or in this one where allowed."""
    seat = view.seat
    if table.down[seat] == 0:
        return 0
    return 1 if rules.lay_off_same_turn or table.down[seat] < table.turns[seat] else 0


@kernel()
def may_swap(view, table, rules):
    """1 if this seat may swap jokers now."""
    seat = view.seat
    if rules.swap == 0 or table.down[seat] == 0:
        return 0
    return 1 if rules.swap_same_turn or table.down[seat] < table.turns[seat] else 0


@kernel()
def can_spare(view, rules, cards):
    """1 if the hand may give ``cards`` cards to the table and still end its turn lawfully."""
    kept = 1 if rules.final_discard == REQUIRED else 0
    return 1 if view.hand.size - cards >= kept else 0


@kernel()
def fits_meld(meld, rules, kind, place):
    """1 if a card of ``kind`` may be added to ``meld`` at ``place``, else 0."""
    if kind == JOKER and takes_joker(meld, rules) == 0:
        return 0
    if meld.is_run == 0:
        return 1 if place == NO_PLACE and (kind == JOKER or kind % 13 == meld.rank) else 0
    at_low_end = place == meld.first - 1 and place >= 0
    at_high_end = place == meld.first + meld.size and place <= LAST_PLACE
    if not (at_low_end or at_high_end):
        return 0
    return 1 if kind == JOKER or kind == kind_at(meld.suit, place) else 0


@kernel()
def swap_fits(meld, rules, kind, place):
    """1 if a natural ``kind`` may take the place of the joker at ``place`` of ``meld``."""
    if kind == JOKER or meld.wilds == 0:
        return 0
    if meld.is_run == 0:
        fits = place == NO_PLACE and kind % 13 == meld.rank
        return 1 if fits and rules.swap_runs_only == 0 else 0
    if place < 0 or place > LAST_PLACE or (meld.wild_places >> place) & 1 == 0:
        return 0
    return 1 if kind == kind_at(meld.suit, place) else 0


@kernel()
def _held_lay_off(view, table, rules, skip):
    """The ``skip``-th lawful lay-off of this hand (from 0), or minus the number there are."""
    found = 0
    for index in range(table.melds):
        meld = table.meld[index]
        if rules.lay_off_own_only and meld.owner != view.seat:
            continue
        wild = view.hand.wilds > 0 and takes_joker(meld, rules) == 1
        if meld.is_run == 0:
            for suit in range(4):
                kind = suit * 13 + meld.rank
                if view.hand.count[kind] > 0:
                    if found == skip:
                        return lay_off_act(kind, index, NO_PLACE)
                    found += 1
            if wild:
                if found == skip:
                    return lay_off_act(JOKER, index, NO_PLACE)
                found += 1
            continue
        for end in range(2):
            place = meld.first - 1 if end == 0 else meld.first + meld.size
            if place < 0 or place > LAST_PLACE:
                continue
            kind = kind_at(meld.suit, place)
            if view.hand.count[kind] > 0:
                if found == skip:
                    return lay_off_act(kind, index, place)
                found += 1
            if wild:
                if found == skip:
                    return lay_off_act(JOKER, index, place)
                found += 1
    return -found


@kernel()
def _held_swap(view, table, rules, skip):
    """The ``skip``-th lawful joker swap of this hand (from 0), or minus the number there are."""
    found = 0
    for index in range(table.melds):
        meld = table.meld[index]
        if meld.wilds == 0 or (meld.is_run == 0 and rules.swap_runs_only):
            continue
        if meld.is_run == 0:
            for suit in range(4):
                kind = suit * 13 + meld.rank
                if view.hand.count[kind] > 0:
                    if found == skip:
                        return swap_act(kind, index, NO_PLACE)
                    found += 1
            continue
        places = np.uint64(meld.wild_places)
        while places:
            place = trailing_zeros(places)
            places &= places - ONE
            kind = kind_at(meld.suit, place)
            if view.hand.count[kind] > 0:
                if found == skip:
                    return swap_act(kind, index, place)
                found += 1
    return -found


@kernel()
def legal_play(view, table, rules, index):
    """The ``index``-th lawful act of the PLAY phase, or minus the number of such acts.

    Lay-offs come first, meld by meld, then joker swaps, then the new meld of ``view.plan``.
    With an ``index`` that is too large (or -1) the answer counts: -3 says there are three.
    """
    found = 0
    if may_play(view, table, rules) == 1 and can_spare(view, rules, 1) == 1:
        act = _held_lay_off(view, table, rules, index)
        if act > 0:
            return act
        found -= act
    if may_swap(view, table, rules) == 1:
        act = _held_swap(view, table, rules, index - found)
        if act > 0:
            return act
        found -= act
    if rules.new_melds != NEW_OFF and view.plan.melds == 1:
        if index == found:
            return new_meld_act()
        found += 1
    return -found


@kernel()
def count_plays(view, table, rules):
    """The number of lawful acts of the PLAY phase."""
    return -legal_play(view, table, rules, -1)


@kernel()
def is_legal_play(view, table, rules, act):
    """1 if the lay-off or swap ``act`` is lawful for this hand now, else 0."""
    kind = act_kind(act)
    index = act_meld(act)
    if kind > JOKER or index >= table.melds or view.hand.count[kind] == 0:
        return 0
    meld = table.meld[index]
    if act_type(act) == SWAP:
        return may_swap(view, table, rules) & swap_fits(meld, rules, kind, act_place(act))
    if act_type(act) != LAY_OFF:
        return 0
    if rules.lay_off_own_only and meld.owner != view.seat:
        return 0
    allowed = may_play(view, table, rules) & can_spare(view, rules, 1)
    return allowed & fits_meld(meld, rules, kind, act_place(act))


@kernel()
def put_meld(table, planned, seat):
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
    for slot in range(planned.size):
        card = np.int64(planned.card[slot])
        table.open_count[card] += 1
        if card == JOKER:
            meld.wilds += 1
            if planned.is_run:
                meld.wild_places |= 1 << (planned.first + slot)
    table.melds = index + 1
    return index


@kernel()
def add_to_meld(table, index, kind, place):
    """Adds one card to a meld on the table."""
    meld = table.meld[index]
    meld.size += 1
    table.open_count[kind] += 1
    if meld.is_run and place < meld.first:
        meld.first = place
    if kind == JOKER:
        meld.wilds += 1
        if meld.is_run:
            meld.wild_places |= 1 << place


@kernel()
def swap_in_meld(table, index, kind, place):
    """Puts a natural card in the place of a joker of a meld on the table."""
    meld = table.meld[index]
    meld.wilds -= 1
    table.open_count[kind] += 1
    table.open_count[JOKER] -= 1
    if meld.is_run:
        meld.wild_places &= ~(1 << place)
