"""The best way to lay down and the dearest new meld (rules.md 2.2 and 3)."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.copying import copy_record
from rummysim.kernels.dirty_run import plan_dirty_run
from rummysim.kernels.full_suit import SECOND_PLAN, may_be_full, put_full_suit
from rummysim.kernels.hand import is_wild
from rummysim.kernels.lay_sets import choose_runs_and_sets, keep_melds
from rummysim.kernels.layout import JOKER, KINDS, MAX_MELD_SIZE, REQUIRED
from rummysim.kernels.many_runs import round_board
from rummysim.kernels.meld_list import (
    give_wilds,
    laws_of,
    list_runs,
    list_sets,
    overpaid,
    write_meld,
)
from rummysim.kernels.one_any_run import LANES, ROUND_RUN, count_hits, with_hits
from rummysim.kernels.plan_choice import begin_choice, choose_row, next_fit, open_shape
from rummysim.kernels.plan_order import bound_shapes, is_ordered, is_same_shape
from rummysim.kernels.plan_room import (
    ROOM_RECORD,
    ROW_RECORD,
    TRIED_RECORD,
    is_refused,
    leave_cards,
    open_room,
    take_row,
)
from rummysim.kernels.rank_counts import count_ranks
from rummysim.kernels.types import NEW_MELD_SIGNATURE, PLAN_SIGNATURE
from rummysim.kernels.wild_places import longest_run, starts_of_run, wilds_of_run, wilds_of_set

ZERO = np.uint64(0)
ONE = np.uint64(1)
ROWS = 128  # room for so many melds at first


@kernel()
def list_shape(hand, goal, shape, room, found, at):
    """Index behind the last meld that can serve as ``shape`` (runs count first) of the goal."""
    is_run = shape < goal.runs
    least = goal.run_size[shape] if is_run else goal.set_size[shape - goal.runs]
    longest = least
    if goal.longer == 1:
        spare = hand.size - goal.cards - goal.keep_one
        longest = min(least + spare, longest_run(goal.wrap) if is_run else MAX_MELD_SIZE)
    laws = laws_of(goal)
    for size in range(least, longest + 1):
        if is_run:
            at = list_runs(hand, (size, wilds_of_run(goal, size)), room, laws, found, at)
        else:
            at = list_sets(hand, (size, wilds_of_set(goal, size)), room, laws, found, at)
    return at


@kernel()
def list_shapes(hand, goal, shapes, room, found):
    """Number of melds; shape s < ``shapes`` can be those in ``found[room.first[s]:room.last[s]]``.

    -1 if one has none.
    """
    at = 0
    for shape in range(shapes):
        if is_same_shape(goal, shape) == 1:
            room.first[shape] = room.first[shape - 1]
        else:
            room.first[shape] = at
            at = list_shape(hand, goal, shape, room, found, at)
        room.last[shape] = at
        if room.first[shape] == at:
            return -1
    return at


@kernel()
def cards_fit(hand, goal, laid):
    """1 if as many cards as ``laid`` may leave the hand at the lay-down."""
    if goal.whole_hand == 1:
        return 1 if laid == hand.size else 0
    return 1 if laid + goal.keep_one <= hand.size else 0


@kernel()
def points_laid(hand, goal, room, points):
    """Points of the melds taken out of ``room.left``, whose wilds ``points`` count as dearest."""
    if goal.wild_kinds == ZERO:
        return points
    wilds = hand.wilds - room.left[JOKER]
    counts = room.left.copy()
    counts[JOKER] = hand.count[JOKER]
    for kind in range(JOKER):
        if is_wild(goal.wild_kinds, kind):
            wilds -= hand.count[kind] - room.left[kind]
    return points - overpaid(counts, goal.wild_kinds, room.value, room.price[JOKER], wilds)


@kernel()
def points_chosen(hand, goal, room, found, tried):
    """Points of the melds that are chosen for all shapes; they are ``room.row``."""
    shapes = goal.runs + goal.sets
    for shape in range(shapes):
        room.row[shape] = found[tried[room.chosen[shape]].row]
    if goal.wild_kinds == ZERO:
        return room.worth[shapes]
    leave_cards(hand, ZERO, room)
    for shape in range(shapes):
        take_row(room, room.row[shape], -1)
    return points_laid(hand, goal, room, room.worth[shapes])


@kernel()
def choose_melds(hand, goal, room, found, tried):
    """The most points that can be laid down, -1 if nothing can; ``room.best`` are the melds.

    Depth first; a branch is left when the dearest melds to come cannot beat what was found.
    Ways to lay the whole hand carry the same points, so the first will do.
    """
    shapes, ordered = goal.runs + goal.sets, is_ordered(goal)
    begin_choice(hand, room)
    open_shape(goal, room, tried, 0)
    most, shape = -1, 0
    while shape >= 0:
        at = next_fit(goal, room, tried, shape)
        if at < 0:
            shape -= 1
            continue
        room.chosen[shape] = at
        one = tried[at]
        if room.worth[shape] + one.value + room.most[shape + 1] <= most:
            continue
        if goal.gap == 1:
            room.row[shape] = found[one.row]
            if is_refused(goal, room, found[one.row], shape) == 1:
                continue
        choose_row(room, one, shape)
        if shape < shapes - 1:
            shape += 1
            open_shape(goal, room, tried, shape)
            continue
        if cards_fit(hand, goal, room.laid[shapes]) == 0:
            continue
        carried = points_chosen(hand, goal, room, found, tried)
        if carried > most:
            keep_melds(room, shapes)
        most = max(most, carried)
        room.bar = most if ordered == 1 else -1
        if goal.whole_hand == 1 and most >= 0:
            return most
    return most


@kernel()
def has_plain_sets(goal):
    """1 if the sets of the goal are there, of one size and to be laid exactly."""
    if goal.sets == 0 or goal.longer == 1:
        return 0
    if goal.wild_natural == 1 and goal.wild_kinds != ZERO:
        return 0
    return 1 if goal.set_size[0] == goal.set_size[goal.sets - 1] else 0


@kernel()
def best_plan(hand, goal, value, plan):
    """1 if ``hand`` (HAND) can lay ``goal`` (GOAL) down now, with the best way in ``plan``.

    ``value`` (int64[53]) are the points of each kind. Best is what leaves the fewest points in
    hand; of several the first in a fixed order. Sets come first. 0 if nothing can be laid.
    """
    plan.melds = 0
    if goal.longer == 0 and cards_fit(hand, goal, goal.cards) == 0:
        return 0
    shapes = goal.runs + goal.sets
    plain_sets = has_plain_sets(goal)
    listed = goal.runs if plain_sets == 1 else shapes
    rooms = np.empty(1, ROOM_RECORD)
    room = rooms[0]
    open_room(hand, goal.wild_kinds, value, room)
    found = np.empty(ROWS, ROW_RECORD)
    melds = list_shapes(hand, goal, listed, room, found)
    if melds < 0:
        return 0
    if melds > found.shape[0]:
        found = np.empty(melds, ROW_RECORD)
        list_shapes(hand, goal, listed, room, found)
    if plain_sets == 1:
        points = choose_runs_and_sets(hand, goal, room, found)
    else:
        order, tried = np.empty(melds, np.int64), np.empty(melds, TRIED_RECORD)
        points = -1
        if bound_shapes(hand, goal, room, found, order, tried) == 1:
            points = choose_melds(hand, goal, room, found, tried)
    if points < 0:
        return 0
    plan.melds = shapes
    for shape in range(shapes):
        at = shape + goal.sets if shape < goal.runs else shape - goal.runs
        write_meld(rooms[0].best[shape], plan.meld[at])
    give_wilds(hand, goal.wild_kinds, value, plan)
    plan.penalty = -points
    for kind in range(KINDS):
        plan.penalty += int(hand.count[kind]) * value[kind]
    return 1


@kernel()
def may_hold_set(hand, rules):
    """0 if no rank has cards enough for a set beside the contract, else 1."""
    n0, n1, n2, n3 = count_ranks(hand)
    least = rules.set_min - min(hand.wilds, wilds_of_set(rules, rules.set_min))
    ranks = n1 | n2 | n3 if least > 1 else n0 | n1 | n2 | n3
    if least > 2:
        ranks = (n0 & n1) | n2 | n3
    return 1 if ranks != ZERO else 0


@kernel()
def may_hold_run(hand, rules):
    """0 if no window has cards enough for a run beside the contract, else 1."""
    size = rules.run_min
    if rules.wrap == 1 and size > ROUND_RUN:
        return 1
    board = round_board(hand.board[0]) if rules.wrap == 1 else hand.board[0]
    planes = count_hits(board, size)
    starts = ((ONE << np.uint64(starts_of_run(rules.wrap, size))) - ONE) * LANES
    least = size - min(hand.wilds, max(rules.wild_max_run, rules.wild_max_run7))
    for hits in range(max(1, least), size + 1):
        if with_hits(planes, hits) & starts != ZERO:
            return 1
    return 0


@kernel()
def may_hold_meld(hand, rules, allowed):
    """0 if there is surely no meld to be laid beside the contract; ``allowed`` as below."""
    if rules.wild_natural == 1 and rules.wild_kinds != ZERO:
        return 1
    if allowed[0] == 1 and may_hold_set(hand, rules) == 1:
        return 1
    return 1 if allowed[1] == 1 and may_hold_run(hand, rules) == 1 else 0


@kernel()
def list_new_melds(hand, rules, allowed, room, found):
    """Number of melds that can be laid beside the contract; they are written to ``found``.

    ``allowed`` is (1 if sets are, 1 if runs are). A card is left to throw where one must be.
    """
    at = 0
    laws = laws_of(rules)
    most = hand.size - int(rules.final_discard == REQUIRED)
    if allowed[0] == 1:
        for size in range(rules.set_min, min(most, MAX_MELD_SIZE) + 1):
            at = list_sets(hand, (size, wilds_of_set(rules, size)), room, laws, found, at)
    if allowed[1] == 1:
        for size in range(rules.run_min, min(most, longest_run(rules.wrap)) + 1):
            limit = wilds_of_run(rules, size) if rules.run7_any == 1 else rules.wild_max_run
            at = list_runs(hand, (size, limit), room, laws, found, at)
    return at


@kernel()
def wilds_too_dear(hand, row, room, rules):
    """Points by which a new meld counts its wilds too dear."""
    if rules.wild_kinds == ZERO:
        return 0
    for kind in range(KINDS):
        room.left[kind] = hand.count[kind]
    take_row(room, row, -1)
    room.left[JOKER] = hand.count[JOKER]
    price = room.price[JOKER]
    return overpaid(room.left, rules.wild_kinds, rules.value, price, row.wild_cards)


@kernel(NEW_MELD_SIGNATURE)
def best_new_meld(hand, rules, allow_sets, allow_runs, plan):
    """1 and the dearest meld that can be laid beside the contract in ``plan.meld[0]``, or 0.

    Sizes and wild limits are those of ``rules`` (RULES) for melds after the contract; the two
    flags say which kinds of melds the round allows.
    """
    plan.melds = 0
    allowed = (allow_sets, allow_runs)
    if may_hold_meld(hand, rules, allowed) == 0:
        return 0
    rooms = np.empty(1, ROOM_RECORD)
    room = rooms[0]
    open_room(hand, rules.wild_kinds, rules.value, room)
    found = np.empty(ROWS, ROW_RECORD)
    melds = list_new_melds(hand, rules, allowed, room, found)
    if melds == 0:
        return 0
    if melds > found.shape[0]:
        found = np.empty(melds, ROW_RECORD)
        list_new_melds(hand, rules, allowed, room, found)
    best, most = -1, 0
    for index in range(melds):
        row = found[index]
        if best >= 0 and row.value <= most:
            continue
        points = row.value - wilds_too_dear(hand, row, rooms[0], rules)
        if best < 0 or points > most:
            best, most = index, points
    plan.melds = 1
    write_meld(found[best], plan.meld[0])
    give_wilds(hand, rules.wild_kinds, rules.value, plan)
    plan.penalty = -most
    for kind in range(KINDS):
        plan.penalty += int(hand.count[kind]) * rules.value[kind]
    return 1


@kernel(PLAN_SIGNATURE)
def plan_lay_down(hand, goal, rules, plan):
    """As `best_plan`, with the points of ``rules`` (RULES) and every way to lay the contract."""
    if goal.dirty == 1:
        return plan_dirty_run(hand, goal, rules.value, plan)
    found = best_plan(hand, goal, rules.value, plan)
    if may_be_full(hand, goal, 0) == 1:
        second = np.zeros(1, SECOND_PLAN)
        put_full_suit(goal, second[0].goal)
        full = plan_lay_down(hand, second[0].goal, rules, second[0].plan)
        if full == 1 and (found == 0 or second[0].plan.penalty < plan.penalty):
            copy_record(second[0].plan, plan)
            found = 1
    return found
