"""Distance, outs and core of runs of four in different suits, beside at most two sets of three.

No two wilds may be neighbours in a run. A run then lacks one of five pairs, (missing cards, those
of them that cannot be wilds): (1, 0) (2, 0) (2, 1) (3, 1) (4, 2). Both grow along the chain, so the
best run of a suit is the first of the chain whatever the rest of the hand is like, and the best
runs are those of the suits that are first. ``OWN`` has, for each suit as a mask of ranks, the
*class* of its best run (its place in the chain) and the ranks of which one more or one less
changes it, by one place or by two: no run has to be looked at.

Sets are tried at every rank with every choice of cards that can be part of a best way, and the
runs are made of the rest.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.many_runs import kind_boards
from rummysim.kernels.one_run import clear_evaluation, note_choice
from rummysim.kernels.rank_counts import count_ranks
from rummysim.kernels.set_beside_runs import take_kinds
from rummysim.kernels.wild_places import set_jokers, wilds_of_run

ZERO = np.uint64(0)
ONE = np.uint64(1)
LOW_PLACES = np.uint64(0x1FFF1FFF1FFF1FFF)
SUIT_RANKS = np.uint64(0x1FFF)
NO_RUN = 6  # class of a suit that need not be looked at
# (missing, excess) of each class, packed as missing + 256 * excess; more than a hand can lack.
LACKS = np.array([0, 1, 2, 2 + 256, 3 + 256, 4 + 512, 64 + (64 << 8)], dtype=np.int64)
# What a set of three lacks by the naturals in it, packed likewise: it may hold one wild.
SET_LACKS = np.array([3 + 512, 2 + 256, 1, 0], dtype=np.int64)
# Columns of a choice: naturals of the set, kinds that it wants, kinds it has once, twice, thrice.
HELD, WANTED, ONCE = 0, 1, 2
ALL_KINDS = 0x1FFF1FFF1FFF1FFF
NO_SET = 0  # the first row: no set at all
MOST_CHOICES = 13 * (20 + 10 + 4) + 2  # with all ways to take three, two, one and no card
# Class of a run by the places that are held (bit 0 the lowest).
CLASS_OF = np.array([5, 4, 4, 3, 4, 2, 2, 1, 4, 3, 2, 1, 3, 1, 1, 0], dtype=np.uint64)
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


OWN = own_suits()


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
    """What a goal costs that lacks so much (packed as LACKS)."""
    return max((lacks & 255) - wilds, lacks >> 8, 0)


@kernel()
def field_of(entry, at):
    """Mask of ranks (uint64) of the field of an entry that begins at a bit."""
    return (entry >> np.uint64(at)) & SUIT_RANKS


@kernel()
def suit_effect(entry, picked, limits):
    """Ranks of a suit of which one more lowers the cost, and of which one less raises it.

    picked : as `pick_suits`, with what the sets lack added
    limits : (the cost, wilds)
    """
    lacks, last, following = picked
    cost, wilds = limits
    own = class_of(entry)
    outs, core = ZERO, ZERO
    before = min(own, last)
    for steps in range(1, 3):
        ranks = field_of(entry, LOWER + FIELD * (steps - 1))
        if ranks != ZERO:
            changed = lacks - LACKS[before] + LACKS[min(before, own - steps)]
            if cost_of_lacks(changed, wilds) < cost:
                outs |= ranks
        ranks = field_of(entry, CORE + FIELD * (steps - 1))
        if ranks != ZERO and own <= last:
            changed = lacks - LACKS[own] + LACKS[min(following, own + steps)]
            if cost_of_lacks(changed, wilds) > cost:
                core |= ranks
    return outs, core


@kernel()
def joker_effects(lacks, wilds, cost):
    """(one more wild lowers the cost, one less raises it)."""
    more = int(cost_of_lacks(lacks, wilds + 1) < cost)
    return more, int(wilds > 0 and cost_of_lacks(lacks, wilds - 1) > cost)


@kernel()
def set_effect(choice, lacks, limits):
    """Kinds of which one more helps a set, and kinds in it of which one less costs more.

    choice : row of `list_choices`
    lacks, limits : as in `suit_effect`
    """
    held = choice[HELD]
    outs, core = ZERO, ZERO
    cost, wilds = limits
    if held < 3:
        changed = lacks - SET_LACKS[held] + SET_LACKS[held + 1]
        if cost_of_lacks(changed, wilds) < cost:
            outs = np.uint64(choice[WANTED])
    if held > 0:
        changed = lacks - SET_LACKS[held] + SET_LACKS[held - 1]
        if cost_of_lacks(changed, wilds) > cost:
            core = np.uint64(choice[ONCE])
    return outs, core


@kernel()
def note_runs_of(hand, goal, boards, choices, rows, out):
    """0; ``out`` includes the choices with the best runs of ``boards`` beside some sets.

    boards : kinds held at least once, twice, three times without the cards of the sets
    rows : two rows of ``choices``; NO_SET where there is one set or none
    """
    first, second = choices[rows[0]], choices[rows[1]]
    entries = entries_of(boards[0])
    lacks, last, following = pick_suits(entries, goal.runs)
    lacks += SET_LACKS[first[HELD]] + SET_LACKS[second[HELD]]
    cost = cost_of_lacks(lacks, hand.wilds)
    if cost > out.distance:
        return 0
    picked, limits = (lacks, last, following), (cost, hand.wilds)
    outs, core = ZERO, ZERO
    for suit in range(4):
        helps, needed = suit_effect(entries[suit], picked, limits)
        outs |= helps << np.uint64(16 * suit)
        core |= needed << np.uint64(16 * suit)
    core &= ~boards[1]
    tight, kinds = ZERO, ZERO
    taken = ZERO  # ranks of the first set are none for the second
    for row in rows:
        choice = choices[row]
        helps, needed = set_effect(choice, lacks, limits)
        outs |= helps & ~taken
        tight |= needed
        kinds |= np.uint64(choice[ONCE])
        taken = np.uint64(choice[WANTED]) if choice[HELD] > 0 else ZERO
    core = (core & (~kinds | tight)) | (tight & ~boards[0])
    note_choice(out, cost, outs, core & LOW_PLACES, joker_effects(lacks, hand.wilds, cost))
    return 0


@kernel()
def list_rank(hand, rank, held, choices, at):
    """Index behind the last choice of ``held`` cards of a rank; they are written to ``choices``."""
    count = hand.count
    for spades in range(min(int(count[rank]), held) + 1):
        for hearts in range(min(int(count[rank + 13]), held - spades) + 1):
            for diamonds in range(min(int(count[rank + 26]), held - spades - hearts) + 1):
                clubs = held - spades - hearts - diamonds
                if clubs > int(count[rank + 39]):
                    continue
                choices[at, HELD] = held
                choices[at, WANTED] = 0x0001000100010001 << rank
                for copy in range(3):
                    kinds = (
                        int(spades > copy)
                        | int(hearts > copy) << 16
                        | int(diamonds > copy) << 32
                        | int(clubs > copy) << 48
                    )
                    choices[at, ONCE + copy] = kinds << rank
                at += 1
    return at


@kernel()
def list_choices(hand, planes, rich, choices):
    """Index behind the last choice of the cards of a set, those with most cards first.

    Without ``rich`` wilds (`is_rich`) a rank with two cards or less gives them all.
    """
    n0, n1, n2, n3 = planes
    big = n2 | n3
    groups = ((n0 & n1) | big, n1 | big, n0 | n1 | big if rich == 1 else n0 & ~n1 & ~big)
    at = NO_SET + 1
    for short in range(3):
        ranks = groups[short]
        while ranks != ZERO:
            at = list_rank(hand, trailing_zeros(ranks), 3 - short, choices, at)
            ranks &= ranks - ONE
    write_choice(choices[at], 0, ALL_KINDS)
    return at + 1


@kernel()
def write_choice(row, held, wanted):
    """0; ``row`` is a choice without cards of its own."""
    row[HELD] = held
    row[WANTED] = wanted
    for copy in range(3):
        row[ONCE + copy] = 0
    return 0


@kernel()
def without_set(boards, choice):
    """Boards without the cards of a set (row of `list_choices`)."""
    for copy in range(3):
        if choice[ONCE + copy] == 0:
            break
        boards = take_kinds(boards, np.uint64(choice[ONCE + copy]))
    return boards


@kernel()
def wilds_are_rich(hand, goal, planes, entries):
    """1 if some best choice may have all the wilds that it can use (`any_runs.is_rich`)."""
    complete = 0
    for suit in range(4):
        complete += int(class_of(entries[suit]) == 0)
    n0, n1, n2, n3 = planes
    sets = min(goal.sets, popcount((n0 & n1) | n2 | n3))
    return 1 if hand.wilds >= goal.runs + goal.sets - min(complete, goal.runs) - sets else 0


@kernel()
def evaluate_own_suits(hand, goal, out):
    """0; ``out`` (EVALUATION) for two to four runs of four, beside none, one or two sets."""
    clear_evaluation(out)
    boards = kind_boards(hand)
    entries = entries_of(boards[0])
    least = pick_suits(entries, goal.runs)[0]
    choices = np.empty((MOST_CHOICES if goal.sets > 0 else 1, 5), dtype=np.int64)
    write_choice(choices[NO_SET], 3, 0)
    count = 1
    if goal.sets > 0:
        planes = count_ranks(hand)
        rich = wilds_are_rich(hand, goal, planes, entries)
        count = list_choices(hand, planes, rich, choices)
    for first in range(min(goal.sets, 1), count):
        with_one = least + SET_LACKS[choices[first, HELD]]
        rest = without_set(boards, choices[first])
        # one set: the row without cards alone; two: every pair once, none of them twice at most
        begin = NO_SET if goal.sets < 2 else min(first + 1, count - 1)
        for second in range(begin, NO_SET + 1 if goal.sets < 2 else count):
            bound = with_one + SET_LACKS[choices[second, HELD]]
            if cost_of_lacks(bound, hand.wilds) > out.distance:
                if second == begin:
                    return 0
                break
            if choices[first, WANTED] == choices[second, WANTED] and first < second:
                continue
            left = without_set(rest, choices[second])
            note_runs_of(hand, goal, left, choices, (first, second), out)
    return 0
