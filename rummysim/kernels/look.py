"""What policies ask of their own view: distance, outs, and random words of their own."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.contract import solve
from rummysim.kernels.hand import holds, is_wild
from rummysim.kernels.layout import JOKER, UNREACHABLE
from rummysim.kernels.linked import linked
from rummysim.kernels.philox import ROUND_SHIFT, address, philox
from rummysim.kernels.types import LOOK_SIGNATURE

PHASE_SHIFT = 28
SEAT_SHIFT = 25
WORDS_PER_ASK = 64
HALF = np.uint64(32)
ONE_DEAL = np.uint64(0)  # the key is of one deal already


@kernel()
def helps(known, kind):
    """1 if one more card of ``kind`` brings a hand, of which ``known`` tells, nearer."""
    return known.joker_out if kind == JOKER else holds(known.outs, kind)


@kernel()
def most_with(goal, known, kind):
    """No less than the distance of a hand, of which ``known`` tells, with a card of ``kind`` more.

    UNREACHABLE where the whole hand must be laid: a card more can be a card farther there.
    """
    return UNREACHABLE if goal.whole_hand == 1 else known.distance - helps(known, kind)


@kernel()
def most_without(goal, known, kind):
    """As `most_with`, for a card of ``kind`` less."""
    if goal.whole_hand == 1:
        return UNREACHABLE
    needed = 1 if is_wild(goal.wild_kinds, kind) else holds(known.core, kind)
    return min(known.distance + needed, UNREACHABLE)


@kernel()
def most_now(view, goal):
    """No less than the distance of the hand, by what was known of it before its last change."""
    change = -view.undone_for  # as `kept_for`
    if change == 0:
        return UNREACHABLE
    if change > 0:
        return most_with(goal, view.undone, change - 1)
    return most_without(goal, view.undone, -change - 1)


@linked
@kernel(LOOK_SIGNATURE)
def look(view, table, rules):
    """The EVALUATION of the hand for this round's contract, computed once per hand."""
    if view.known_valid == 0:
        goal = rules.goal[table.round]
        solve(view.hand, goal, most_now(view, goal), view.choices, view.known)
        view.known_valid = 1
        view.floor = view.known.distance
    return view.known


@kernel()
def keep_trial(view, change):
    """0; `view.trial` need not be found again if the hand changes like that (`kept_for`)."""
    view.kept = view.trial
    view.kept_for = change
    return 0


@kernel()
def noise(view, table, number):
    """A 32-bit random word, as int64, of this decision's own; ``number`` 0..127 gives more.

    Addressed by deal, round, turn, seat and phase: the same decision gets the same word,
    whatever was asked before it (statistics.md 1). It tells nothing about the cards.
    """
    stream = (view.phase << PHASE_SHIFT) + (view.seat << SEAT_SHIFT) + (table.round << ROUND_SHIFT)
    block = ((table.turn * 256 + min(view.asked, 255)) * WORDS_PER_ASK) + (number >> 1)
    word = philox(view.noise_key, address(block, stream), ONE_DEAL)[0]
    return np.int64(word & np.uint64(0xFFFFFFFF)) if number & 1 == 0 else np.int64(word >> HALF)


@kernel()
def pick(view, table, number, choices):
    """A uniform choice 0..choices-1 from one noise word.

    Multiply and shift; the bias is below choices / 2**32 and choices are few.
    """
    return (noise(view, table, number) * choices) >> 32
