"""Distance, outs and core of runs of four in different suits, beside at most two sets of three.

Sets are tried at every rank with every choice of cards that can be part of a best way (``picks``),
and the runs (``own_runs``) are made of the rest.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.choices import SET_BITS, holds_set, keep_choice, set_code, set_of_code
from rummysim.kernels.layout import Record
from rummysim.kernels.linked import linked
from rummysim.kernels.many_runs import kind_boards
from rummysim.kernels.one_run import LOW_PLACES, clear_evaluation, note_choice
from rummysim.kernels.own_runs import (
    EXCESS,
    case_of,
    class_of,
    cost_of_lacks,
    entries_of,
    is_within,
    joker_effects,
    lowers,
    most_lacks,
    pick_suits,
    raises,
    runs_core,
    runs_outs,
)
from rummysim.kernels.picks import PICK_AT, PICKS, picked_kinds, row_of_picks, without_pick
from rummysim.kernels.rank_counts import ALL_SUITS, count_ranks
from rummysim.kernels.types import WITHIN_SIGNATURE
from rummysim.kernels.wild_places import set_jokers, wilds_of_run

ZERO = np.uint64(0)
ONE = np.uint64(1)
# What a set of three lacks by the naturals in it: it may hold one wild.
SET_LACKS = np.array([3 | 2 << EXCESS, 2 | 1 << EXCESS, 1, 0], dtype=np.int64)
# 1 where one natural more lowers the cost and one less raises it, by `case_of` and those in it.
SET_OUTS = lowers(SET_LACKS, SET_LACKS[[1, 2, 3, 3]])
SET_NEEDED = raises(SET_LACKS, SET_LACKS[[0, 0, 1, 2]])
NO_SET = (3, ZERO, ZERO)  # naturals in a set, kinds that it wants, kinds in it: nothing is wanted
MOST_SETS = 13 * (20 + 10 + 4) + 1  # with all ways to take three, two, one and no card
# Sets that are tried, in one record because arrays that kernels hand on are counted at each call:
# rank, `set_code`, what the set and the runs lack at the least; and where the sets with so many
# naturals end.
LISTED = np.dtype(
    [(n, np.int64, (MOST_SETS,)) for n in ("rank", "code", "together")]
    + [("behind", np.int64, (4,))]
)
LISTED_RECORD = np.dtype((Record, LISTED))


@kernel()
def has_own_suits(goal):
    """1 if this module knows the goal."""
    if goal.distinct_suits == 0 or goal.wild_adjacent == 1 or goal.wrap == 1 or goal.runs > 4:
        return 0
    if goal.wild_kinds != ZERO or wilds_of_run(goal, 4) < 2 or goal.sets > 2:
        return 0
    if goal.runs < 2 or goal.run_size[0] != 4 or goal.run_size[goal.runs - 1] != 4:
        return 0
    if goal.sets == 0:
        return 1
    return 1 if set_jokers(goal) == 1 and (goal.sets == 1 or goal.distinct_ranks == 1) else 0


@kernel()
def set_outs(choice, case):
    """Kinds of which one more helps a set (`note_runs_of`), as `suit_outs`."""
    return choice[1] & (ZERO - np.uint64(SET_OUTS[case, choice[0]]))


@kernel()
def set_core(choice, case):
    """Kinds of a set (`note_runs_of`) of which one less is missed, as `suit_core`."""
    return choice[2] & (ZERO - np.uint64(SET_NEEDED[case, choice[0]]))


@kernel()
def note_runs_of(hand, goal, boards, sets, out):
    """1 if ``out`` includes the choices with the best runs of ``boards`` beside some sets.

    0 if they cost too much.

    boards : kinds held at least once, twice, three times without the cards of the sets
    sets : two of (naturals in it, kinds that it wants, kinds in it); NO_SET where there is none
    """
    entries = entries_of(boards[0])
    lacks, last, following = pick_suits(entries, goal.runs)
    first, second = sets
    lacks += SET_LACKS[first[0]] + SET_LACKS[second[0]]
    cost = cost_of_lacks(lacks, hand.wilds)
    if cost > out.distance:
        return 0
    case = case_of(lacks, most_lacks(cost, hand.wilds))
    outs = ZERO
    if cost > 0:
        taken = first[1] if first[0] > 0 else ZERO  # ranks of the first set are none for the second
        outs = set_outs(first, case) | (set_outs(second, case) & ~taken)
        outs |= runs_outs(entries, last, case)
    tight = set_core(first, case) | set_core(second, case)
    kinds = first[2] | second[2]
    core = runs_core(entries, last, following, case) & ~boards[1] & (~kinds | tight)
    core |= tight & ~boards[0]
    note_choice(out, cost, outs, core & LOW_PLACES, joker_effects(case, cost, hand.wilds))
    return 1


@kernel()
def set_of(rank, pick, held):
    """A set as `note_runs_of` wants it."""
    wanted = ALL_SUITS << np.uint64(rank) if held > 0 else LOW_PLACES
    return held, wanted, picked_kinds(pick, rank)


@kernel()
def note_sets(hand, goal, boards, code, out):
    """As `note_runs_of`, for the sets of a code and the best runs of what they leave.

    code : one `choices.set_code`, or two of them
    """
    rank, pick, held = set_of_code(code)
    rest = without_pick(boards, pick, rank)
    one, other = set_of(rank, pick, held), NO_SET
    if goal.sets == 2:
        rank, pick, held = set_of_code(code >> SET_BITS)
        rest = without_pick(rest, pick, rank)
        other = set_of(rank, pick, held)
    return note_runs_of(hand, goal, rest, (one, other), out)


@kernel()
def note_and_keep(hand, goal, boards, code, choices, out):
    """0; as `note_sets`, and ``choices`` include the sets."""
    least = out.distance
    if note_sets(hand, goal, boards, code, out) == 1:
        keep_choice(choices, out.distance < least, code)
    return 0


@kernel()
def wilds_are_rich(hand, goal, planes, entries):
    """1 if some best choice may have all the wilds that it can use (`any_runs.is_rich`)."""
    complete = (
        int(class_of(entries[0]) == 0)
        + int(class_of(entries[1]) == 0)
        + int(class_of(entries[2]) == 0)
        + int(class_of(entries[3]) == 0)
    )
    n0, n1, n2, n3 = planes
    sets = min(goal.sets, popcount((n0 & n1) | n2 | n3))
    return 1 if hand.wilds >= goal.runs + goal.sets - min(complete, goal.runs) - sets else 0


@kernel()
def ranks_for(planes, held, rich):
    """Ranks of which sets with so many naturals are tried; rank 0 stands for a set without any.

    Without ``rich`` wilds (`wilds_are_rich`) a rank with two cards or less gives them all.
    """
    n0, n1, n2, n3 = planes
    big = n2 | n3
    if held == 3:
        return (n0 & n1) | big
    if held == 2:
        return n1 | big
    if held == 0:
        return ONE
    return n0 | n1 | big if rich == 1 else n0 & ~n1 & ~big


@kernel()
def evaluate_beside_set(hand, goal, boards, known, choices, out):
    """0; ``out`` (EVALUATION) and ``choices`` for runs beside one set.

    known : (`count_ranks`, `wilds_are_rich`, what the runs lack when all cards are theirs)
    """
    planes, rich, least = known
    for held in range(3, -1, -1):
        if cost_of_lacks(least + SET_LACKS[held], hand.wilds) > out.distance:
            return 0
        ranks = ranks_for(planes, held, rich)
        while ranks != ZERO:
            rank = trailing_zeros(ranks)
            ranks &= ranks - ONE
            row = row_of_picks(boards, rank, held)
            for at in range(PICK_AT[row], PICK_AT[row + 1]):
                code = set_code(rank, np.int64(PICKS[at]), held)
                note_and_keep(hand, goal, boards, code, choices, out)
    return 0


@kernel()
def list_sets(goal, boards, ranks, held, listed, count):
    """Row behind the last set with so many naturals; they are written to ``listed``."""
    while ranks != ZERO:
        rank = trailing_zeros(ranks)
        ranks &= ranks - ONE
        row = row_of_picks(boards, rank, held)
        for at in range(PICK_AT[row], PICK_AT[row + 1]):
            pick = np.int64(PICKS[at])
            rest = without_pick(boards, pick, rank)
            lacks = pick_suits(entries_of(rest[0]), goal.runs)[0]
            listed.rank[count], listed.code[count] = rank, set_code(rank, pick, held)
            listed.together[count] = lacks + SET_LACKS[held]
            count += 1
    return count


@kernel()
def end_of_partners(listed, second, held, most):
    """Row behind the last one that may lie beside the set ``second``, which has ``held`` naturals.

    Those before it have as many naturals or more; ``most`` is what may be lacking (`most_lacks`).
    """
    together = listed.together[second]
    behind = second + int(held == 0)  # without cards both may be the same
    if is_within(together + SET_LACKS[held], most):
        return behind
    for other in range(held + 1, 4):
        if is_within(together + SET_LACKS[other], most):
            return listed.behind[other]
    return 0


@kernel()
def note_pairs(hand, goal, boards, listed, second, found):
    """0; ``found`` includes the sets ``second`` and each that is listed before it.

    found : (CHOICES, EVALUATION)
    """
    choices, out = found
    rank, code = listed.rank[second], listed.code[second] << SET_BITS
    held = set_of_code(listed.code[second])[2]
    most = most_lacks(out.distance, hand.wilds)
    behind = end_of_partners(listed, second, held, most)
    own = SET_LACKS[held]
    for first in range(behind):
        if not is_within(listed.together[first] + own, most):
            continue
        if held > 0 and listed.rank[first] == rank:
            continue
        note_and_keep(hand, goal, boards, code | listed.code[first], choices, out)
        most = most_lacks(out.distance, hand.wilds)
    return 0


@kernel()
def evaluate_beside_two(hand, goal, boards, known, choices, out):
    """0; ``out`` (EVALUATION) for runs beside two sets of different ranks; else as for one."""
    planes, rich, least = known
    lists = np.empty(1, LISTED_RECORD)
    listed = lists[0]
    count, most = 0, 3
    for held in range(3, -1, -1):
        if cost_of_lacks(least + SET_LACKS[held] + SET_LACKS[most], hand.wilds) > out.distance:
            return 0
        begin = count
        count = list_sets(goal, boards, ranks_for(planes, held, rich), held, listed, begin)
        listed.behind[held] = count
        if begin == 0 and count > 0:
            most = held
        for second in range(begin, count):
            note_pairs(hand, goal, boards, lists[0], second, (choices, out))
    return 0


@linked
@kernel(WITHIN_SIGNATURE)
def evaluate_own_suits(hand, goal, limit, choices, out):
    """0; ``out`` (EVALUATION) for two to four runs of four, beside none, one or two sets.

    ``choices`` are the sets of the best choices; of runs alone they are not told.
    """
    clear_evaluation(limit, out)
    boards = kind_boards(hand)
    if goal.sets == 0:
        note_runs_of(hand, goal, boards, (NO_SET, NO_SET), out)
        return 0
    entries = entries_of(boards[0])
    planes = count_ranks(hand)
    rich = wilds_are_rich(hand, goal, planes, entries)
    known = (planes, rich, pick_suits(entries, goal.runs)[0])
    if goal.sets == 1:
        return evaluate_beside_set(hand, goal, boards, known, choices, out)
    return evaluate_beside_two(hand, goal, boards, known, choices, out)


@linked
@kernel(WITHIN_SIGNATURE)
def evaluate_own_suits_again(hand, goal, limit, choices, out):
    """0; as `evaluate_own_suits` by the ``choices`` of a card more (`contract.evaluate_again`)."""
    clear_evaluation(limit, out)
    boards = kind_boards(hand)
    for index in range(choices.number):
        code = choices.at[index]
        if holds_set(boards, code) == 0:
            continue
        if goal.sets == 1 or holds_set(boards, code >> SET_BITS) == 1:
            note_sets(hand, goal, boards, code, out)
    return 0
