"""What a meld on the table takes: its ends, and where a card or a wild may lie (rules.md 2, 4, 5).

Places of a run count on the line from the low ace (0) to the high one (13); where runs go round
the corner they lie on a circle of the thirteen places 0..12.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import NO_PLACE
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, is_wild, kind_bit
from rummysim.kernels.layout import JOKER

LAST_PLACE = 13  # the high ace
CIRCLE = 13  # places of a run that goes round the corner
LONG_RUN = 7  # cards from which a run may have a wild limit of its own
ONE = np.uint64(1)
ZERO = np.uint64(0)
# All four suits of one rank, at place 0.
SAME_RANK = np.uint64(0x0001_0001_0001_0001)


@kernel()
def kind_at(suit, place):
    """The kind that belongs at a place of a suit; places 0 and 13 are the same ace."""
    return suit * 13 + (0 if place == LAST_PLACE else place)


@kernel()
def low_end(meld, rules):
    """The place before the first card of a run, NO_PLACE where nothing can be added there."""
    if rules.wrap == 0:
        return meld.first - 1
    if meld.size >= CIRCLE:
        return NO_PLACE
    return meld.first - 1 if meld.first > 0 else CIRCLE - 1


@kernel()
def high_end(meld, rules):
    """The place behind the last card of a run, NO_PLACE where nothing can be added there."""
    place = meld.first + meld.size
    if rules.wrap == 0:
        return place if place <= LAST_PLACE else NO_PLACE
    if meld.size >= CIRCLE:
        return NO_PLACE
    return place if place < CIRCLE else place - CIRCLE


@kernel()
def end_of(meld, rules, end):
    """The place of the low end (``end`` 0) or high end (1) of a run, each open place once."""
    low = low_end(meld, rules)
    if end == 0:
        return low
    high = high_end(meld, rules)
    return high if high != low else NO_PLACE


@kernel()
def may_stand(rules, kind):
    """1 if a card of ``kind`` may lie as itself: no joker, and of a wild rank where allowed."""
    if is_wild(rules.wild_kinds, kind) == 0:
        return 1
    return 1 if rules.wild_natural and kind != JOKER else 0


@kernel()
def lies_wild(meld, rules, kind, place):
    """1 if a card of ``kind`` at ``place`` of a run, or in a set, is a wild there, else 0."""
    if is_wild(rules.wild_kinds, kind) == 0:
        return 0
    if rules.wild_natural == 0 or kind == JOKER:
        return 1
    if meld.is_run:
        return 0 if kind == kind_at(meld.suit, place) else 1
    return 0 if kind % 13 == meld.rank else 1


@kernel()
def wild_limit(meld, rules, size):
    """Wilds that a meld on the table may hold once it has ``size`` cards."""
    if meld.is_run == 0:
        return min(rules.wild_max_set, size - rules.set_min_naturals)
    if size >= LONG_RUN and (rules.run7_any or meld.contract7):
        return rules.wild_max_run7
    return rules.wild_max_run


@kernel()
def beside_wild(places, rules, place):
    """1 if a neighbour of ``place`` is among the wild ``places`` (bits) of a run, else 0."""
    before = place - 1
    behind = place + 1
    if rules.wrap:
        before = before if before >= 0 else CIRCLE - 1
        behind = behind if behind < CIRCLE else 0
    if before >= 0 and (places >> before) & 1:
        return 1
    return (places >> behind) & 1


@kernel()
def wild_may_lie(meld, rules, places, place):
    """1 if a wild may be added at ``place`` of a run whose wilds lie at ``places`` (bits).

    The run has one card more then. Its limit may be passed where ``second_joker`` says so, but
    not beside another wild.
    """
    within = popcount(np.uint64(places)) < wild_limit(meld, rules, meld.size + 1)
    if within and rules.wild_adjacent:
        return 1
    if not within and rules.second_joker == 0:
        return 0
    return 1 - beside_wild(places, rules, place)


@kernel()
def wild_fits(meld, rules, place):
    """1 if a wild may be added to a set (``place`` NO_PLACE), or at an end ``place`` of a run."""
    if meld.is_run == 0:
        return 1 if meld.wilds < wild_limit(meld, rules, meld.size + 1) else 0
    if place == NO_PLACE:
        return 0
    return wild_may_lie(meld, rules, meld.wild_places, place)


@kernel()
def takes_wild(meld, rules):
    """1 if one more wild may be added to this meld, else 0."""
    if meld.is_run == 0:
        return wild_fits(meld, rules, NO_PLACE)
    if wild_fits(meld, rules, low_end(meld, rules)):
        return 1
    return wild_fits(meld, rules, high_end(meld, rules))


@kernel()
def kinds_that_fit(meld, rules):
    """uint64 mask (places 0..12) of the naturals that may be added to this meld."""
    if not meld.is_run:
        fit = SAME_RANK << np.uint64(meld.rank)
    else:
        fit = ZERO
        for end in range(2):
            place = end_of(meld, rules, end)
            if place != NO_PLACE:
                fit |= kind_bit(kind_at(meld.suit, place))
    return fit if rules.wild_natural else fit & ~rules.wild_kinds


@kernel()
def fits_meld(meld, rules, kind, place):
    """1 if a card of ``kind`` may be added to ``meld`` at ``place``, else 0."""
    if meld.is_run == 0:
        if place != NO_PLACE:
            return 0
        if kind != JOKER and kind % 13 == meld.rank and may_stand(rules, kind):
            return 1
    else:
        if place == NO_PLACE:
            return 0
        if place != low_end(meld, rules) and place != high_end(meld, rules):
            return 0
        if kind == kind_at(meld.suit, place) and may_stand(rules, kind):
            return 1
    return is_wild(rules.wild_kinds, kind) & wild_fits(meld, rules, place)


@kernel()
def swap_fits(meld, rules, kind, place):
    """1 if a natural ``kind`` may take the place of the wild at ``place`` of ``meld``."""
    if meld.wilds == 0 or may_stand(rules, kind) == 0:
        return 0
    if meld.is_run == 0:
        fits = place == NO_PLACE and kind % 13 == meld.rank
        return 1 if fits and rules.swap_runs_only == 0 else 0
    return is_card_of_wild(meld, kind, place)


@kernel()
def is_card_of_wild(meld, kind, place):
    """1 if a wild lies at ``place`` of a run and ``kind`` is the card that it stands for."""
    if place < 0 or place > LAST_PLACE or (meld.wild_places >> place) & 1 == 0:
        return 0
    return 1 if kind == kind_at(meld.suit, place) else 0


@kernel()
def moved_to(meld, rules, place):
    """Where the wild at ``place`` of a run goes when its card is put in; NO_PLACE: nowhere.

    To the high end where it may lie there, else to the low end (rules.md 5).
    """
    others = meld.wild_places & ~(1 << place)
    wild = np.int64(meld.wild[place])
    for at in (high_end(meld, rules), low_end(meld, rules)):
        if at == NO_PLACE:
            continue
        if lies_wild(meld, rules, wild, at) == 0 or wild_may_lie(meld, rules, others, at):
            return at
    return NO_PLACE


@kernel()
def move_fits(meld, rules, kind, place):
    """1 if ``kind`` may be laid at ``place`` of ``meld`` and the wild there go to an end."""
    if meld.is_run == 0 or rules.joker_move == 0 or may_stand(rules, kind) == 0:
        return 0
    if is_card_of_wild(meld, kind, place) == 0:
        return 0
    return 1 if moved_to(meld, rules, place) != NO_PLACE else 0


@kernel()
def wild_back(meld, rules, place):
    """Where in ``meld.wild`` the wild stands that a swap at ``place`` of a run, or in a set, frees.

    In a set with several wilds it is the dearest; of equals a joker, then the lowest kind.
    """
    if meld.is_run:
        return place
    best = 0
    for slot in range(1, meld.wilds):
        kind = np.int64(meld.wild[slot])
        freed = np.int64(meld.wild[best])
        gain = rules.value[kind] - rules.value[freed]
        before = freed != JOKER and (kind == JOKER or kind < freed)
        if gain > 0 or (gain == 0 and before):
            best = slot
    return best


@kernel()
def held_wild(hand, skip):
    """The ``skip``-th kind of wild held (a joker first), or minus one minus their number."""
    found = 0
    if hand.count[JOKER] > 0:
        if skip == 0:
            return JOKER
        found = 1
    kinds = hand.wild_kinds
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        if hand.count[kind] > 0:
            if found == skip:
                return kind
            found += 1
    return -1 - found
