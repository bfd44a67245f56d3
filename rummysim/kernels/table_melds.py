"""Melds on the table: what a hand may add to them, swap or move in them (rules.md 2.2, 2.6, 5)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import (
    LAY_OFF,
    MOVE,
    NO_PLACE,
    SWAP,
    act_kind,
    act_meld,
    act_place,
    act_type,
    lay_off_act,
    move_act,
    new_meld_act,
    swap_act,
)
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, kind_bit
from rummysim.kernels.layout import JOKER, NEW_OFF, REQUIRED
from rummysim.kernels.linked import linked
from rummysim.kernels.meld_room import (
    LAST_PLACE,
    SAME_RANK,
    end_of,
    fits_meld,
    held_wild,
    kind_at,
    kinds_that_fit,
    move_fits,
    moved_to,
    swap_fits,
    takes_wild,
    wild_fits,
)
from rummysim.kernels.types import PLAY_SIGNATURE

ONE = np.uint64(1)
ZERO = np.uint64(0)
NATURALS = np.uint64(0x1FFF_1FFF_1FFF_1FFF)  # places 0..12
RANKS = np.uint64(0x1FFF)
MOST_KINDS = 53  # of wilds


@kernel()
def refresh_table_masks(table, rules):
    """Brings `lay_off_kinds`, `joker_room` and `covered` of the table up to date."""
    fit = ZERO
    covered = ZERO
    room = 0
    for index in range(table.melds):
        meld = table.meld[index]
        fit |= kinds_that_fit(meld, rules)
        room += takes_wild(meld, rules)
        if meld.is_run:
            places = np.uint64(meld.wild_places)
            ranks = (places | places >> np.uint64(LAST_PLACE)) & RANKS
            covered |= ranks << np.uint64(16 * meld.suit)
    table.covered = covered
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
            fit |= kinds_that_fit(table.meld[index], rules)
    return fit


@kernel()
def joker_room_for(table, rules, seat):
    """How many melds ``seat`` may add a wild to once down."""
    if rules.lay_off_own_only == 0:
        return table.joker_room
    room = 0
    for index in range(table.melds):
        if table.meld[index].owner == seat:
            room += takes_wild(table.meld[index], rules)
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
    """1 if this seat may swap wilds now."""
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
def _cards_to_lay(hand, rules):
    """(mask of the kinds held that may lie as themselves, places 0..12; kinds of wilds held)."""
    naturals = hand.board[0] & NATURALS
    wilds = 0
    if hand.wilds > 0:
        wilds = -1 - held_wild(hand, MOST_KINDS)
        kinds = rules.wild_kinds if rules.wild_natural else ZERO
        while kinds:
            kind = KIND_AT[trailing_zeros(kinds)]
            naturals |= kind_bit(kind) if hand.count[kind] > 0 else ZERO
            kinds &= kinds - ONE
    return naturals, wilds


@kernel()
def _kinds_at(meld, place):
    """Mask of the kinds that a place of a run, or a set, is made for."""
    if meld.is_run:
        return kind_bit(kind_at(meld.suit, place))
    return SAME_RANK << np.uint64(meld.rank)


@kernel()
def _number_of(kinds, number):
    """The ``number``-th kind (from 0) of a mask."""
    for _ in range(number):
        kinds &= kinds - ONE
    return KIND_AT[trailing_zeros(kinds)]


@kernel()
def _card_for(hand, meld, rules, place, skip, cards):
    """The ``skip``-th kind held that fits ``meld`` at ``place``, or minus one minus their number.

    Naturals come first, then the wilds, a joker before others. ``cards`` as `_cards_to_lay`.
    """
    kinds = cards[0] & _kinds_at(meld, place)
    found = popcount(kinds)
    if 0 <= skip < found:
        return _number_of(kinds, skip)
    if cards[1] == 0 or wild_fits(meld, rules, place) == 0:
        return -1 - found
    if rules.wild_natural == 0:
        found += cards[1]
        return held_wild(hand, skip - found + cards[1]) if 0 <= skip < found else -1 - found
    for number in range(cards[1]):
        wild = held_wild(hand, number)
        if _is_listed(meld, wild, place) == 0:
            if found == skip:
                return wild
            found += 1
    return -1 - found


@kernel()
def _is_listed(meld, kind, place):
    """1 if a card of a wild rank lies as itself at ``place``, and so was listed as a natural."""
    if kind == JOKER:
        return 0
    if meld.is_run:
        return 1 if kind == kind_at(meld.suit, place) else 0
    return 1 if kind % 13 == meld.rank else 0


@kernel()
def _held_lay_off(view, table, rules, skip, cards):
    """The ``skip``-th lawful lay-off of this hand (from 0), or minus the number there are."""
    found = 0
    for index in range(table.melds):
        meld = table.meld[index]
        if rules.lay_off_own_only and meld.owner != view.seat:
            continue
        for end in range(1 + meld.is_run):
            place = end_of(meld, rules, end) if meld.is_run else NO_PLACE
            if meld.is_run and place == NO_PLACE:
                continue
            kind = _card_for(view.hand, meld, rules, place, skip - found, cards)
            if kind >= 0:
                return lay_off_act(kind, index, place)
            found += -1 - kind
    return -found


@kernel()
def _held_swap(table, rules, skip, naturals):
    """The ``skip``-th lawful swap of a wild by this hand (from 0), or minus their number."""
    found = 0
    for index in range(table.melds):
        meld = table.meld[index]
        if meld.wilds == 0 or (meld.is_run == 0 and rules.swap_runs_only):
            continue
        if meld.is_run == 0:
            kinds = naturals & _kinds_at(meld, NO_PLACE)
            more = popcount(kinds)
            if found <= skip < found + more:
                return swap_act(_number_of(kinds, skip - found), index, NO_PLACE)
            found += more
            continue
        places = np.uint64(meld.wild_places)
        while places:
            place = trailing_zeros(places)
            places &= places - ONE
            if naturals & _kinds_at(meld, place):
                if found == skip:
                    return swap_act(kind_at(meld.suit, place), index, place)
                found += 1
    return -found


@kernel()
def _held_move(view, table, rules, skip, naturals):
    """The ``skip``-th lawful move of a wild by this hand (from 0), or minus their number."""
    found = 0
    for index in range(table.melds):
        meld = table.meld[index]
        if meld.is_run == 0 or (rules.lay_off_own_only and meld.owner != view.seat):
            continue
        places = np.uint64(meld.wild_places)
        while places:
            place = trailing_zeros(places)
            places &= places - ONE
            if naturals & _kinds_at(meld, place) == ZERO:
                continue
            if moved_to(meld, rules, place) != NO_PLACE:
                if found == skip:
                    return move_act(kind_at(meld.suit, place), index, place)
                found += 1
    return -found


@linked
@kernel(PLAY_SIGNATURE)
def legal_play(view, table, rules, index):
    """The ``index``-th lawful act of the PLAY phase, or minus the number of such acts.

    Lay-offs come first, meld by meld, then swaps of wilds, then moves of wilds, then the new meld
    of ``view.plan``. With an ``index`` that is too large (or -1) the answer counts: -3 says there
    are three.
    """
    found = 0
    cards = _cards_to_lay(view.hand, rules)
    may_add = may_play(view, table, rules) == 1 and can_spare(view, rules, 1) == 1
    if may_add:
        act = _held_lay_off(view, table, rules, index, cards)
        if act > 0:
            return act
        found -= act
    if may_swap(view, table, rules) == 1:
        act = _held_swap(table, rules, index - found, cards[0])
        if act > 0:
            return act
        found -= act
    if may_add and rules.joker_move:
        act = _held_move(view, table, rules, index - found, cards[0])
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
    """1 if the lay-off, swap or move ``act`` is lawful for this hand now, else 0."""
    kind = act_kind(act)
    index = act_meld(act)
    if kind > JOKER or index >= table.melds or view.hand.count[kind] == 0:
        return 0
    meld = table.meld[index]
    if act_type(act) == SWAP:
        return may_swap(view, table, rules) & swap_fits(meld, rules, kind, act_place(act))
    if rules.lay_off_own_only and meld.owner != view.seat:
        return 0
    allowed = may_play(view, table, rules) & can_spare(view, rules, 1)
    if act_type(act) == MOVE:
        return allowed & move_fits(meld, rules, kind, act_place(act))
    if act_type(act) != LAY_OFF:
        return 0
    return allowed & fits_meld(meld, rules, kind, act_place(act))
