"""How far a hand is from the contract of a round (rules.md 2.1 and 2.4)."""

import numpy as np
from numba import from_dtype, types

from rummysim.kernels._jit import kernel
from rummysim.kernels.any_runs import evaluate_any_runs, has_closed_sets, has_free_runs
from rummysim.kernels.choices import CHOICES_RECORD
from rummysim.kernels.dirty_run import evaluate_dirty_run, evaluate_whole_suit, is_whole_suit
from rummysim.kernels.full_suit import SECOND, may_be_full, put_full_suit
from rummysim.kernels.hand import hand_from_counts
from rummysim.kernels.layout import EVALUATION, GOAL, HAND, UNREACHABLE, Record
from rummysim.kernels.linked import linked
from rummysim.kernels.long_runs import covers_runs, evaluate_long_runs
from rummysim.kernels.many_runs import evaluate_runs
from rummysim.kernels.one_any_run import (
    evaluate_one_any_run,
    evaluate_one_any_run_again,
    fits_one_run,
)
from rummysim.kernels.one_run import (
    evaluate_one_run,
    evaluate_sets,
    evaluate_three_sets,
    note_choice,
)
from rummysim.kernels.own_suits import (
    evaluate_own_suits,
    evaluate_own_suits_again,
    has_own_suits,
)
from rummysim.kernels.rank_counts import RANKS, count_ranks, is_in_chain
from rummysim.kernels.search import search_evaluation, tell_wild_ranks, whole_size
from rummysim.kernels.set_beside_runs import evaluate_set_and_runs, evaluate_set_and_runs_again
from rummysim.kernels.types import EVALUATE_SIGNATURE, WITHIN_SIGNATURE
from rummysim.kernels.whole_set_and_run import evaluate_set_and_run, fits_set_and_run

ZERO = np.uint64(0)
ONE = np.uint64(1)
# Ways to evaluate a hand, quickest first; the last is right for every goal.
FEW_SETS, THREE_SETS, PLAIN_RUN, PLAIN_RUNS, SET_AND_RUNS, LONG_RUNS = 0, 1, 2, 3, 4, 5
OWN_SUITS, ONE_RUN, ANY_RUNS, WHOLE_SET_AND_RUN, DIRTY_RUN, WHOLE_SUIT = 6, 7, 8, 9, 10, 11
SEARCHED = 12
EVALUATION_RECORD = np.dtype((Record, EVALUATION))
HAND_RECORD = np.dtype((Record, HAND))


@kernel()
def is_plain(goal):
    """1 for sets of three and up to three runs of four, at most one wild in each; else 0."""
    if goal.runs > 3 or goal.wild_max_set > 1 or goal.wild_max_run > 1:
        return 0
    if goal.distinct_suits == 1 or goal.set_min_naturals > 2 or goal.wrap & goal.gap:
        return 0
    if goal.wild_kinds != ZERO:
        ranks = goal.wild_kinds & RANKS
        if goal.wild_natural == 1 or goal.wild_max_run == 0 or ranks & (ranks - ONE) != ZERO:
            return 0
    if goal.sets > 0 and (goal.set_size[0] != 3 or goal.set_size[goal.sets - 1] != 3):
        return 0
    if goal.runs > 0 and (goal.run_size[0] != 4 or goal.run_size[goal.runs - 1] != 4):
        return 0
    return 1


@kernel()
def grows(goal):
    """1 if runs may be laid longer than stated in order to hold more wilds."""
    return 1 if goal.longer == 1 and goal.wild_max_run7 > goal.wild_max_run else 0


@kernel()
def fits_long_runs(hand, goal, total):
    """1 if ``total`` cards, more than the goal states, lie in runs that `long_runs` knows."""
    if total == UNREACHABLE or goal.sets > 0 or goal.runs < 2 or grows(goal) == 1:
        return 0
    if is_plain(goal) == 0 or goal.wild_kinds != ZERO or goal.wrap == 1:
        return 0
    return covers_runs(hand, total - goal.cards)


@kernel()
def way_of(hand, goal):
    """How the goal is evaluated for this hand: SEARCHED, LONG_RUNS, ..."""
    plain = is_plain(goal)
    if goal.whole_hand == 1:
        total = whole_size(hand, goal)
        if total != goal.cards:
            if fits_set_and_run(goal) == 1:
                return WHOLE_SET_AND_RUN
            return LONG_RUNS if fits_long_runs(hand, goal, total) == 1 else SEARCHED
        if goal.dirty == 1:
            return DIRTY_RUN
    elif goal.runs > 0 and grows(goal) == 1:
        return SEARCHED
    if goal.sets > 0 and goal.distinct_ranks == 0:
        if is_in_chain(count_ranks(hand), goal.sets) == 0:
            return THREE_SETS if plain == 1 and goal.runs == 0 and goal.sets == 3 else SEARCHED
    if plain == 1:
        if goal.runs == 0:
            return FEW_SETS
        if goal.runs == 1:
            return PLAIN_RUN if goal.wrap == 0 else ONE_RUN
        if goal.sets < 2:
            return PLAIN_RUNS if goal.sets == 0 else SET_AND_RUNS
    if has_own_suits(goal) == 1:
        return OWN_SUITS
    if is_whole_suit(goal) == 1:
        return WHOLE_SUIT
    if has_closed_sets(goal) == 0 or has_free_runs(goal) == 0:
        return SEARCHED
    if goal.runs == 0:
        return FEW_SETS
    return ONE_RUN if fits_one_run(goal) == 1 else ANY_RUNS


@kernel(WITHIN_SIGNATURE)
def evaluate_within(hand, goal, limit, choices, out):
    """As `evaluate`, for a hand whose distance is known to be no more than ``limit``.

    Nothing that costs more is looked at. ``choices`` (CHOICES) are the best ones afterwards, where
    `evaluate_again` knows what to make of them.
    """
    choices.number = 0
    way = way_of(hand, goal)
    if way == SEARCHED:
        search_evaluation(hand, goal, limit, out)
    elif way == LONG_RUNS:
        evaluate_long_runs(hand, goal, whole_size(hand, goal), out)
    elif way == WHOLE_SET_AND_RUN:
        evaluate_set_and_run(hand, goal, whole_size(hand, goal), out)
    elif way == DIRTY_RUN:
        evaluate_dirty_run(hand, goal, out)
    elif way == WHOLE_SUIT:
        evaluate_whole_suit(hand, goal, out)
    elif way == FEW_SETS:
        evaluate_sets(hand, goal, out)
    elif way == THREE_SETS:
        evaluate_three_sets(hand, goal, out)
    elif way == PLAIN_RUN:
        evaluate_one_run(hand, goal, limit, out)
    elif way == PLAIN_RUNS:
        evaluate_runs(hand, goal, out)
    elif way == SET_AND_RUNS:
        evaluate_set_and_runs(hand, goal, limit, choices, out)
    elif way == OWN_SUITS:
        evaluate_own_suits(hand, goal, limit, choices, out)
    elif way == ONE_RUN:
        evaluate_one_any_run(hand, goal, limit, choices, out)
    else:
        evaluate_any_runs(hand, goal, limit, out)
    tell_wild_ranks(hand, goal, out)
    if may_be_full(hand, goal, out.distance) == 1:
        second = np.zeros(1, SECOND)
        put_full_suit(goal, second[0].goal)
        other = second[0]
        evaluate_within(hand, other.goal, out.distance, other.choices, other.known)
        choices.number = 0
        full = second[0].known
        jokers = (full.joker_out, full.joker_core)
        note_choice(out, full.distance, full.outs, full.core, jokers)
        return min(out.distance, second[0].known.distance)
    return out.distance


solve = linked(evaluate_within)


@kernel(EVALUATE_SIGNATURE)
def evaluate(hand, goal, out):
    """The distance of ``hand`` (HAND) to ``goal`` (GOAL); ``out`` (EVALUATION) is filled.

    The distance is the number of cards still to be drawn before the goal can be laid down when
    any cards may be thrown on the way; UNREACHABLE when it never can. Copies left in the shoe
    are not looked at.

    7S 7H 7D | 4C 5C 6C | QH, goal S R4: distance 1, outs 3C 7C and a joker.
    """
    choices = np.empty(1, CHOICES_RECORD)
    return solve(hand, goal, UNREACHABLE, choices[0], out)


@kernel(WITHIN_SIGNATURE)
def evaluate_again(hand, goal, limit, choices, out):
    """The distance; as `evaluate_within`, for a hand that lost a natural which it did not need.

    limit : the distance, as before, and more than 0
    choices : CHOICES of the hand as it was, all of them (`choices.are_known`)

    More naturals in a meld never cost more. So a choice that costs as little without the card did
    so with it and was found then, perhaps with the card in its run. It cannot have left the card
    out of a set that is better with it: the hand would have been nearer then.
    """
    if goal.runs == 1:
        evaluate_one_any_run_again(hand, goal, limit, choices, out)
    elif has_own_suits(goal) == 1:
        evaluate_own_suits_again(hand, goal, limit, choices, out)
    else:
        evaluate_set_and_runs_again(hand, goal, limit, choices, out)
    return tell_wild_ranks(hand, goal, out)


solve_again = linked(evaluate_again)


@kernel()
def distance_to(hand, goal):
    """The distance of ``hand`` (HAND) to ``goal`` (GOAL), as `evaluate` counts it."""
    known = np.zeros(1, EVALUATION_RECORD)
    choices = np.empty(1, CHOICES_RECORD)
    solve(hand, goal, UNREACHABLE, choices[0], known[0])
    return known[0].distance  # the record lives no longer than its array is in use


@kernel(types.int64(types.int8[:, ::1], from_dtype(GOAL), types.int64[::1]))
def fill_distances(counts, goal, out):
    """0; as `distances`."""
    hand = np.zeros(1, HAND_RECORD)
    known = np.zeros(1, EVALUATION_RECORD)
    choices = np.empty(1, CHOICES_RECORD)
    for row in range(counts.shape[0]):
        hand[0].wild_kinds = goal.wild_kinds
        hand_from_counts(counts[row], hand[0])
        out[row] = solve(hand[0], goal, UNREACHABLE, choices[0], known[0])
    return 0


def distances(counts: np.ndarray, goal: np.record, out: np.ndarray) -> None:
    """``out`` (int64[n]) are the distances of n hands to ``goal`` (GOAL).

    counts : int8[n, 53]   copies held of each kind, jokers last
    """
    fill_distances(counts, goal, out)
