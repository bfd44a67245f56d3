"""Distance, outs and core of one set and one run that must hold a whole hand between them.

The run may lie at every place in every length and the set has every rank; its size is what the
run leaves of the hand. Only cards of the set's rank can go to either, so each way to share them is
tried, and what is lacking can be counted. A choice that lacks ``missing`` cards, of which
``excess`` cannot be wilds, costs ``max(missing - wilds, excess)``.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.layout import MAX_MELD_SIZE, UNREACHABLE
from rummysim.kernels.linked import linked
from rummysim.kernels.one_run import LOW_PLACES, clear_evaluation, joker_effect, note_choice
from rummysim.kernels.rank_counts import is_below
from rummysim.kernels.types import WHOLE_SIGNATURE
from rummysim.kernels.ways import RANK_BITS, SUIT_RANKS
from rummysim.kernels.wild_places import (
    CIRCLE,
    LINE,
    longest_run,
    places_of_rank,
    starts_of_run,
    wilds_of_run,
    wilds_of_set,
)

ZERO = np.uint64(0)
HIGH_ACE = 1 << CIRCLE
ACES = 1 | HIGH_ACE
MOST_PLACES = 4 * CIRCLE * LINE
COST, SUIT, FIRST, SIZE = 0, 1, 2, 3


@kernel()
def fits_set_and_run(goal):
    """1 if this module knows the goal; how many cards it takes does not matter."""
    if goal.sets != 1 or goal.runs != 1 or goal.wild_adjacent == 0:
        return 0
    return 1 if goal.wild_kinds == ZERO or goal.wild_natural == 0 else 0


@kernel()
def held_line(hand, suit, size, wrap):
    """Mask of the places of a suit that naturals can fill in a run of ``size`` cards."""
    line = np.int64(hand.board[0] >> np.uint64(16 * suit)) & (ACES | SUIT_RANKS)
    if wrap == 1:
        line &= SUIT_RANKS
        return line | line << CIRCLE
    if size == LINE and np.int64(hand.board[1] >> np.uint64(16 * suit)) & 1 == 0:
        line &= ~HIGH_ACE  # one ace fills one end
    return line


@kernel()
def kinds_at(suit, places):
    """Mask of the kinds (uint64) at some places of a suit."""
    return np.uint64((places | places >> CIRCLE) & SUIT_RANKS) << np.uint64(16 * suit)


@kernel()
def lacks_of_pair(run, other, limits):
    """(missing, excess) of a run and a set that lack so many cards; ``limits`` are their wilds."""
    other = max(other, 0)
    return run + other, max(run - limits[0], 0) + max(other - limits[1], 0)


@kernel()
def note_pair(hand, suit, places, rank, sizes, out):
    """0; ``out`` includes the choice of a set of ``rank`` beside a run.

    places : (all places of the run, those that its naturals fill)
    sizes : (cards that the set lacks, wilds that run and set may hold)
    """
    run, other = popcount(np.uint64(places[0] ^ places[1])), sizes[0]
    spare, excess = lacks_of_pair(run, other, sizes[1])
    spare -= hand.wilds
    cost = max(spare, excess, 0)
    if cost > out.distance:
        return 0
    filled = kinds_at(suit, places[1])
    more = hand.board[1]  # kinds of which more is held than the run takes
    if places[1] & ACES == ACES:
        ace = kinds_at(suit, 1)
        more = (more & ~ace) | (hand.board[2] & ace)
    state, limit = (spare, excess, cost), (spare, excess, cost + 1)
    outs, core = ZERO, ZERO
    if is_below(-1, -int(run > sizes[1][0]), state) == 1:
        outs |= kinds_at(suit, places[0] ^ places[1])
    if other > 0 and is_below(-1, -int(other > sizes[1][1]), state) == 1:
        outs |= RANK_BITS[rank]
    if is_below(1, int(run >= sizes[1][0]), limit) == 0:
        core |= filled & ~more
    if other >= 0 and is_below(1, int(other >= sizes[1][1]), limit) == 0:
        core |= hand.board[0] & RANK_BITS[rank] & ~(filled & ~more)
    note_choice(out, cost, outs, core & LOW_PLACES, joker_effect(hand.wilds, state))
    return 0


@kernel()
def note_sets(hand, suit, places, counts, sizes, out):
    """0; ``out`` includes the sets of every rank beside a run.

    places : as in `note_pair`, with all naturals in the run that fit there
    counts : int64[13], naturals of each rank; -1 where there can be no set
    sizes : as in `note_pair`, with the size of the set in the first place
    """
    for rank in range(13):
        if counts[rank] < 0:
            continue
        either = places[1] & (1 << rank | 1 << (rank + CIRCLE))
        while True:
            lacks = sizes[0] - counts[rank] + popcount(np.uint64(either))
            filled = places[1] & ~(1 << rank | 1 << (rank + CIRCLE)) | either
            note_pair(hand, suit, (places[0], filled), rank, (lacks, sizes[1]), out)
            if either == 0:
                break
            either &= either - 1  # one of them goes to the set
    return 0


@kernel()
def count_for_sets(hand, goal, counts):
    """Most naturals of a rank; ``counts`` are those of each, -1 where there can be no set."""
    most = 0
    for rank in range(13):
        held = int(hand.count[rank]) + int(hand.count[rank + 13])
        held += int(hand.count[rank + 26]) + int(hand.count[rank + 39])
        counts[rank] = -1 if goal.wild_kinds & RANK_BITS[rank] != ZERO else held
        most = max(most, counts[rank])
    return most


@kernel()
def list_places(hand, goal, total, most, rows):
    """How many places a run has; row k of ``rows`` (int64[n, 4]) is (cost, suit, first, size).

    The cost is the least beside a set of ``most`` cards; the place of the least comes first.
    """
    wild_ranks = np.int64(goal.wild_kinds) & SUIT_RANKS
    count = 0
    for size in range(goal.run_size[0], min(total - goal.set_size[0], longest_run(goal.wrap)) + 1):
        rest = total - size
        if rest > MAX_MELD_SIZE:
            continue
        limits = (wilds_of_run(goal, size), wilds_of_set(goal, rest))
        window = (1 << size) - 1
        for suit in range(4):
            line = held_line(hand, suit, size, goal.wrap)
            for first in range(starts_of_run(goal.wrap, size)):
                if wild_ranks:
                    if popcount(np.uint64(places_of_rank(wild_ranks, first, size))) > limits[0]:
                        continue
                run = popcount(np.uint64(window & ~(line >> first)))
                missing, excess = lacks_of_pair(run, rest - most, limits)
                cost = max(missing - hand.wilds, excess)
                at = count
                if count > 0 and cost < rows[0, COST]:
                    rows[count] = rows[0]
                    at = 0
                rows[at, COST], rows[at, SUIT] = cost, suit
                rows[at, FIRST], rows[at, SIZE] = first, size
                count += 1
    return count


@linked
@kernel(WHOLE_SIGNATURE)
def evaluate_set_and_run(hand, goal, total, out):
    """0; ``out`` (EVALUATION) for a set and a run of ``total`` cards together."""
    clear_evaluation(UNREACHABLE, out)
    counts = np.empty(13, dtype=np.int64)
    rows = np.empty((MOST_PLACES, 4), dtype=np.int64)
    most = count_for_sets(hand, goal, counts)
    for k in range(list_places(hand, goal, total, most, rows)):
        if rows[k, COST] > out.distance:
            continue
        suit, first, size = rows[k, SUIT], rows[k, FIRST], rows[k, SIZE]
        window = ((1 << size) - 1) << first
        held = window & held_line(hand, suit, size, goal.wrap)
        limits = (wilds_of_run(goal, size), wilds_of_set(goal, total - size))
        note_sets(hand, suit, (window, held), counts, (total - size, limits), out)
    return 0
