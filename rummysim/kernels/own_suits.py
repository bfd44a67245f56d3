"""Distance, outs and core of runs of four in different suits, beside at most two sets of three.

No two wilds may be neighbours in a run. A run then lacks one of five pairs, (missing cards, those
of them that cannot be wilds): (1, 0) (2, 0) (2, 1) (3, 1) (4, 2). Both grow along the chain, so the
best run of a suit is the first of the chain whatever the rest of the hand is like, and the best
runs are those of the suits that are first. ``OWN`` has, for each suit as a mask of ranks, the
*class* of its best run (its place in the chain) and the ranks of which one more or one less
changes it, by one place or by two: no run has to be looked at.

Sets are tried at every rank with every choice of cards that can be part of a best way (``picks``),
and the runs are made of the rest. What is lacking is one integer, missing cards in its low half and
excess in its high one, so that both are added up and compared at once.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.choices import SET_BITS, holds_set, keep_choice, set_code, set_of_code
from rummysim.kernels.layout import Record
from rummysim.kernels.linked import linked
from rummysim.kernels.many_runs import kind_boards
from rummysim.kernels.one_run import clear_evaluation, note_choice
from rummysim.kernels.picks import PICK_AT, PICKS, picked_kinds, row_of_picks, without_pick
from rummysim.kernels.rank_counts import ALL_SUITS, count_ranks
from rummysim.kernels.types import WITHIN_SIGNATURE
from rummysim.kernels.wild_places import set_jokers, wilds_of_run

ZERO = np.uint64(0)
ONE = np.uint64(1)
LOW_PLACES = np.uint64(0x1FFF1FFF1FFF1FFF)
SUIT_RANKS = np.uint64(0x1FFF)
NO_RUN = 6  # class of a suit that need not be looked at
EXCESS = 32  # where the excess of what is lacking begins
MISSING = (1 << EXCESS) - 1
BORROWS = 1 << (EXCESS - 1) | 1 << (2 * EXCESS - 2)  # bits above both halves
# What a run of each class lacks, and more than a hand can lack.
LACKS = np.array(
    [m | e << EXCESS for m, e in ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 2), (64, 64))],
    dtype=np.int64,
)
# What a set of three lacks by the naturals in it: it may hold one wild.
SET_LACKS = np.array([3 | 2 << EXCESS, 2 | 1 << EXCESS, 1, 0], dtype=np.int64)
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
# Class of a run by the places that are held (bit 0 the lowest).
CLASS_OF = np.array([5, 4, 4, 3, 4, 2, 2, 1, 4, 3, 2, 1, 3, 1, 1, 0], dtype=np.uint64)
CASES = 9
# Fields of an entry, 13 bits each above the class: ranks of which one more lowers the class by one
# and by two, of which one less raises it by one and by two.
LOWER, CORE = 3, 29
FIELD = 13


def own_suits() -> np.ndarray:
    """uint64[8192]: the entries of all suits, by the ranks that are held."""
    masks = np.arange(1 << 13, dtype=np.uint64)
    line = masks | (masks & ONE) << np.uint64(13)
    starts = [CLASS_OF[(line >> np.uint64(first)) & np.uint64(15)] for first in range(11)]
    classes = np.min(starts, axis=0)
    entries = classes.copy()
    for rank in range(13):
        bit = np.uint64(1 << rank)
        lower = classes - classes[masks | bit]
        raised = classes[masks & ~bit] - classes
        for steps in (1, 2):
            shift = np.uint64(LOWER + FIELD * (steps - 1) + rank)
            entries |= (lower == steps).astype(np.uint64) << shift
            shift = np.uint64(CORE + FIELD * (steps - 1) + rank)
            entries |= (raised == steps).astype(np.uint64) << shift
    return entries


def halves(lacks: np.ndarray) -> np.ndarray:
    """int64[..., 2]: missing cards and excess of what is lacking."""
    return np.stack([lacks & MISSING, lacks >> EXCESS], axis=-1)


def spare_of_cases() -> np.ndarray:
    """int64[CASES, 2]: what may be lacking more in each case of `case_of`, missing and excess."""
    return np.array([divmod(case, 3) for case in range(CASES)])


def lowers(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """uint8[CASES, ...]: 1 where the cost falls when what is lacking becomes ``after``.

    The half that makes the cost has to fall, which has nothing to spare.
    """
    fall = halves(before) - halves(after)
    spare = spare_of_cases().reshape(CASES, *(1,) * before.ndim, 2)
    return np.all((spare > 0) | (fall > 0), axis=-1).astype(np.uint8)


def raises(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """uint8[CASES, ...]: 1 where the cost rises when what is lacking becomes ``after``."""
    rise = halves(after) - halves(before)
    spare = spare_of_cases().reshape(CASES, *(1,) * before.ndim, 2)
    return np.any(rise > spare, axis=-1).astype(np.uint8)


def outs_of_classes() -> np.ndarray:
    """uint8[CASES, 7, 7]: by the class of the last run and of the suit, what lowers the cost.

    Bit 0: a card that lowers the class of the suit by one; bit 1: by two.
    """
    last, own = np.arange(NO_RUN + 1)[:, None], np.arange(NO_RUN + 1)
    now = LACKS[np.minimum(own, last)]
    by = [LACKS[np.minimum(np.maximum(own - step, 0), last)] for step in (1, 2)]
    return lowers(now, by[0]) | lowers(now, by[1]) << 1


def core_of_classes() -> np.ndarray:
    """uint8[CASES, 7, 7]: by the class of the next suit and of the suit, what raises the cost.

    Bit 0: the loss of a card that raises the class of the suit by one; bit 1: by two.
    """
    following, own = np.arange(NO_RUN + 1)[:, None], np.arange(NO_RUN + 1)
    now = np.broadcast_to(LACKS[own], (NO_RUN + 1, NO_RUN + 1))
    by = [LACKS[np.minimum(own + step, following)] for step in (1, 2)]
    return raises(now, by[0]) | raises(now, by[1]) << 1


OWN = own_suits()
OUTS, NEEDED = outs_of_classes(), core_of_classes()
# The same for one natural more and one less in a set of three.
SET_OUTS = lowers(SET_LACKS, SET_LACKS[[1, 2, 3, 3]])
SET_NEEDED = raises(SET_LACKS, SET_LACKS[[0, 0, 1, 2]])


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
def entry_of(board, suit):
    """The entry (uint64) of a suit."""
    return OWN[np.int64((board >> np.uint64(16 * suit)) & SUIT_RANKS)]


@kernel()
def entries_of(board):
    """The entries of the four suits."""
    return entry_of(board, 0), entry_of(board, 1), entry_of(board, 2), entry_of(board, 3)


@kernel()
def class_of(entry):
    """The class of an entry."""
    return np.int64(entry & np.uint64(7))


@kernel()
def pick_suits(entries, runs):
    """(what the best runs lack, class of the last of them, class of the next suit)."""
    a, b = class_of(entries[0]), class_of(entries[1])
    c, d = class_of(entries[2]), class_of(entries[3])
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    first, last = min(a, c), max(b, d)
    a, b = max(a, c), min(b, d)
    second, third = min(a, b), max(a, b)
    two = LACKS[first] + LACKS[second]
    if runs == 2:
        return two, second, third
    if runs == 3:
        return two + LACKS[third], third, last
    return two + LACKS[third] + LACKS[last], last, NO_RUN


@kernel()
def cost_of_lacks(lacks, wilds):
    """What a goal costs that lacks so much."""
    return max((lacks & MISSING) - wilds, lacks >> EXCESS, 0)


@kernel()
def most_lacks(cost, wilds):
    """The most that a goal of a cost, 0 or more, may lack of each half."""
    return (cost + wilds) | cost << EXCESS


@kernel()
def is_within(lacks, most):
    """True if neither half of ``lacks`` is more than that of ``most``."""
    return ((most | BORROWS) - lacks) & BORROWS == BORROWS


@kernel()
def case_of(lacks, most):
    """How much more than ``lacks`` may be lacking (`most_lacks` of its cost): 3 * missing + excess.

    Two of either half stand for any more.
    """
    spare = most - lacks
    return 3 * min(spare & MISSING, 2) + min(spare >> EXCESS, 2)


@kernel()
def field_of(entry, at):
    """Mask of ranks (uint64) of the field of an entry that begins at a bit."""
    return (entry >> np.uint64(at)) & SUIT_RANKS


@kernel()
def chosen(entry, at, choice):
    """Ranks of the two fields from a bit of an entry on; ``choice`` says of which (bits 0, 1)."""
    one = field_of(entry, at) & (ZERO - np.uint64(choice & 1))
    return one | field_of(entry, at + FIELD) & (ZERO - np.uint64(choice >> 1))


@kernel()
def suit_outs(entry, last, case):
    """Ranks of a suit of which one more lowers the cost; ``last`` is of `pick_suits`."""
    return chosen(entry, LOWER, OUTS[case, last, class_of(entry)])


@kernel()
def suit_core(entry, last, following, case):
    """Ranks of a suit of which one less raises the cost; else as `suit_outs`."""
    own = class_of(entry)
    return ZERO if own > last else chosen(entry, CORE, NEEDED[case, following, own])


@kernel()
def of_suits(spades, hearts, diamonds, clubs):
    """Mask of kinds (uint64) out of the ranks of each suit."""
    return spades | hearts << np.uint64(16) | diamonds << np.uint64(32) | clubs << np.uint64(48)


@kernel()
def runs_outs(entries, last, case):
    """Kinds of which one more helps the runs, as `suit_outs`."""
    a, b, c, d = entries
    return of_suits(
        suit_outs(a, last, case),
        suit_outs(b, last, case),
        suit_outs(c, last, case),
        suit_outs(d, last, case),
    )


@kernel()
def runs_core(entries, last, following, case):
    """Kinds of which one less is missed in the runs, as `suit_core`."""
    a, b, c, d = entries
    return of_suits(
        suit_core(a, last, following, case),
        suit_core(b, last, following, case),
        suit_core(c, last, following, case),
        suit_core(d, last, following, case),
    )


@kernel()
def set_outs(choice, case):
    """Kinds of which one more helps a set (`note_runs_of`), as `suit_outs`."""
    return choice[1] & (ZERO - np.uint64(SET_OUTS[case, choice[0]]))


@kernel()
def set_core(choice, case):
    """Kinds of a set (`note_runs_of`) of which one less is missed, as `suit_core`."""
    return choice[2] & (ZERO - np.uint64(SET_NEEDED[case, choice[0]]))


@kernel()
def joker_effects(case, cost, wilds):
    """(one more wild lowers the cost, one less raises it)."""
    bound = case < 3  # by the cards missing
    return int(bound and case > 0 and cost > 0), int(bound and wilds > 0)


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
def note_pairs(hand, goal, boards, listed, second, held, choices, out):
    """0; ``out`` and ``choices`` include the sets ``second`` and each that is listed before it."""
    rank, code = listed.rank[second], listed.code[second] << SET_BITS
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
            note_pairs(hand, goal, boards, lists[0], second, held, choices, out)
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
