"""Distance, outs and core of one set of three beside two or three runs of four.

The set is tried at every rank with every choice of cards that can be part of a best way; the
cards are taken out of the hand and ``merge_runs`` finds the best runs of the rest.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import trailing_zeros
from rummysim.kernels.choices import SET_BITS, holds_set, keep_choice, set_code, set_of_code
from rummysim.kernels.linked import linked
from rummysim.kernels.many_runs import LOW_PLACES, SCARCE, best_runs, joker_case, kind_boards
from rummysim.kernels.merge_runs import LARGE
from rummysim.kernels.one_run import clear_evaluation, note_choice
from rummysim.kernels.picks import PICK_AT, PICKS, picked_kinds, row_of_picks, without_pick
from rummysim.kernels.rank_counts import count_ranks, in_all_suits
from rummysim.kernels.types import WITHIN_SIGNATURE

ZERO = np.uint64(0)
ONE = np.uint64(1)


@kernel()
def note_set(hand, goal, choice, set_jokers, out):
    """1 if ``out`` includes the choices with one set and the best other runs, 0 if they cost more.

    choice : (boards without the cards of the set, kinds in the set, cards it lacks, its outs)
    set_jokers : jokers that the set may have, -1 when they are SCARCE
    """
    boards, kinds, short, set_outs = choice
    scarce = set_jokers < 0
    usable = goal.runs * goal.wild_max_run
    set_share = max(set_jokers, 0)
    share = 0 if scarce else min(hand.wilds - set_share, usable)
    used = min(set_share, short)
    spent = min(hand.wilds, usable + goal.wild_max_set) if scarce else 0
    limit = out.distance - short + used + spent
    cost, outs, core, better, idle = best_runs(boards, goal, share, limit)
    if cost > limit:
        return 0
    total = cost + short - used - spent
    if short > used:
        outs |= set_outs
    needed = ZERO if set_share > used else kinds & (core | ~boards[0])
    helps = (short > 0 and set_share < goal.wild_max_set) or (share < usable and better == 1)
    if scarce:
        helps = helps or spent > 0
        tight = spent > 0
    else:
        tight = idle == 0 and set_share == used and hand.wilds == set_share + share
    jokers = (int(helps), int(tight))
    note_choice(out, total, outs, (core & ~kinds) | needed, jokers)
    return 1


@kernel()
def note_code(hand, goal, boards, code, out):
    """As `note_set`, for the cards and jokers of a code (`code_of`)."""
    rank, pick, size = set_of_code(code)
    rest = without_pick(boards, pick, rank)
    wanted = in_all_suits(ONE << np.uint64(rank)) if size > 0 else LOW_PLACES
    choice = (rest, picked_kinds(pick, rank), 3 - size, wanted)
    return note_set(hand, goal, choice, (code >> SET_BITS) - 1, out)


@kernel()
def note_and_keep(hand, goal, boards, code, choices, out):
    """0; as `note_code`, and ``choices`` include the code."""
    least = out.distance
    if note_code(hand, goal, boards, code, out) == 1:
        keep_choice(choices, out.distance < least, code)
    return 0


@kernel()
def code_of(set_, set_jokers):
    """A set (`choices.set_code`) with its jokers, as an integer; they are -1 when SCARCE."""
    return set_ | (set_jokers + 1) << SET_BITS


@kernel()
def note_splits(hand, goal, boards, set_, case, found):
    """0; ``found`` includes one choice of the set with every way to share out the jokers.

    case : (1 when they are SCARCE, what the runs lack at the least without jokers)
    found : (CHOICES, EVALUATION)
    """
    scarce, least = case
    choices, out = found
    if scarce:
        note_and_keep(hand, goal, boards, code_of(set_, -1), choices, out)
        return 0
    short = 3 - set_of_code(set_)[2]
    for set_jokers in range(2):
        if set_jokers > goal.wild_max_set:
            continue
        rest = hand.wilds - set_jokers
        if set_jokers == 0 and goal.wild_max_set == 1 and rest > goal.runs * goal.wild_max_run:
            continue  # the joker left over may as well go to the set
        saved = min(rest, goal.runs * goal.wild_max_run) + min(set_jokers, short)
        if least + short - saved > out.distance:
            continue
        note_and_keep(hand, goal, boards, code_of(set_, set_jokers), choices, out)
    return 0


@kernel()
def note_rank(hand, goal, boards, pick, case, found):
    """0; ``found`` (as in `note_splits`) includes all sets of a rank with so many naturals.

    ``pick`` is (rank, naturals, kinds of which a set may use none).
    """
    rank, size, barred = pick
    row = row_of_picks(boards, rank, size)
    for at in range(PICK_AT[row], PICK_AT[row + 1]):
        taken = np.int64(PICKS[at])
        if picked_kinds(taken, rank) & barred == ZERO:
            set_ = set_code(rank, taken, size)
            note_splits(hand, goal, boards, set_, case, found)
    return 0


@linked
@kernel(WITHIN_SIGNATURE)
def evaluate_set_and_runs(hand, goal, limit, choices, out):
    """0; ``out`` (EVALUATION) for one set of three and two or three runs of four.

    At most one joker in each. With SCARCE jokers all cards of a rank go to the set, unless they
    are three and more, when one of them may as well help a run and the set lacks a card.
    """
    clear_evaluation(limit, out)
    n0, n1, n2, n3 = count_ranks(hand)
    big = n2 | n3
    scarce = joker_case(hand, goal, int((n0 & n1) | big != ZERO)) == SCARCE
    boards = kind_boards(hand)
    usable = goal.runs * goal.wild_max_run
    least, _, core, _, _ = best_runs(boards, goal, 0, LARGE)
    case, found = (scarce, least), (choices, out)
    least -= min(hand.wilds, usable + goal.wild_max_set)
    groups = (n0 & ~n1 & ~big if scarce else n0 | n1 | big, n1 | big, (n0 & n1) | big)
    for short in range(3):
        ranks = groups[2 - short]
        while ranks != ZERO:
            if least + short > out.distance:
                return 0
            rank = trailing_zeros(ranks)
            ranks &= ranks - ONE
            barred = core if least + short + 1 > out.distance else ZERO
            note_rank(hand, goal, boards, (rank, 3 - short, barred), case, found)
    if least + 3 <= out.distance:
        note_splits(hand, goal, boards, set_code(0, 0, 0), case, found)
    return 0


@linked
@kernel(WITHIN_SIGNATURE)
def evaluate_set_and_runs_again(hand, goal, limit, choices, out):
    """0; as `evaluate_set_and_runs` with the ``choices`` of a card more (`evaluate_again`)."""
    clear_evaluation(limit, out)
    boards = kind_boards(hand)
    for index in range(choices.number):
        code = choices.at[index]
        if holds_set(boards, code) == 1:
            note_code(hand, goal, boards, code, out)
    return 0
