"""Taking and buying the top discard."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.layout import CLAIM, JOKER
from rummysim.kernels.turn import may_discard
from rummysim.policies.parts import dearest_kind, helps, throwable
from rummysim.policies.script_any import joins
from rummysim.policies.script_discard import (
    GOES_FIRST,
    TAKE,
    TAKE_FIT,
    TAKE_NEVER,
    TAKE_PROGRESS,
    joker_stance,
    plays_for_points,
    point_weight,
    worth,
)
from rummysim.policies.script_parameters import BUYS, place
from rummysim.policies.script_sight import (
    SAME_RANK,
    TRY,
    count_outs,
    fewest_when_down,
    unseen_cards,
)

BUY = place("buy")
BUY_FROM = place("buy_from")
BUY_BELOW = place("buy_below")
BUY_HAND = place("buy_hand")
BUY_FEW = place("buy_few")
BUY_WHOLE = place("buy_whole")
BUY_GAIN = place("buy_gain")
TAKE_GAIN = place("take_gain")
WHOLE_GAIN = place("whole_gain")

BUY_NEVER, BUY_MELD, BUY_MISSING, BUY_PROGRESS, BUY_ALWAYS = range(len(BUYS.split()))

NO = 0
YES = 1


@kernel()
def never_buys(view, table, rules, values):
    """1 where no card is bought, whatever it is."""
    if values[BUY] == BUY_NEVER or table.down[view.seat] > 0:
        return 1
    if table.buys[view.seat] >= values[BUY_BELOW] or view.hand.size > values[BUY_HAND]:
        return 1
    if rules.goal[table.round].whole_hand and values[BUY_WHOLE] == 0:
        return 1
    return 1 if fewest_when_down(view, table) <= values[BUY_FEW] else 0


@kernel()
def completes_meld(hand, goal, kind):
    """1 if a card of ``kind`` completes a meld of the contract's shapes, with one joker at most."""
    if kind == JOKER:
        return completes_with_joker(hand, goal)
    rank = SAME_RANK << np.uint64(kind % 13)
    copies = 0
    for board in range(hand.board.shape[0]):
        copies += popcount(hand.board[board] & rank)
    wild = min(hand.wilds, goal.wild_max_set, 1)
    if goal.sets > 0 and copies + wild + 1 >= goal.set_size[goal.sets - 1]:
        return 1
    if goal.runs == 0:
        return 0
    wild = min(hand.wilds, goal.wild_max_run, 1)
    size = goal.run_size[goal.runs - 1]
    row = np.int64(hand.board[0] >> np.uint64(16 * (kind // 13))) & 0x3FFF
    high = kind % 13 if kind % 13 > 0 else 13
    return max(fills_run(row, kind % 13, size, wild), fills_run(row, high, size, wild))


@kernel()
def completes_with_joker(hand, goal):
    """1 if one more joker completes a meld of naturals of the contract's shapes."""
    for suit in range(4):
        row = np.int64(hand.board[0] >> np.uint64(16 * suit)) & 0x3FFF
        for at in range(14):
            if goal.runs > 0 and goal.wild_max_run > 0 and (row >> at) & 1:
                if fills_run(row, at, goal.run_size[goal.runs - 1], 1):
                    return 1
    for rank in range(13):
        copies = 0
        for board in range(hand.board.shape[0]):
            copies += popcount(hand.board[board] & SAME_RANK << np.uint64(rank))
        if goal.sets > 0 and goal.wild_max_set > 0 and copies + 1 >= goal.set_size[goal.sets - 1]:
            return 1
    return 0


@kernel()
def fills_run(row, at, size, wild):
    """1 if a card at place ``at`` makes ``size`` in a row with ``row``, ``wild`` gaps filled."""
    for first in range(max(0, at - size + 1), min(at, 14 - size) + 1):
        window = ((1 << size) - 1) << first
        held = popcount(np.uint64((row | 1 << at) & window))
        if held + wild >= size:
            return 1
    return 0


@kernel()
def wants_any(view, table, values):
    """1 if the top discard is wanted by a player who collects any melds."""
    if table.top == JOKER and joker_stance(view, table, values) == GOES_FIRST:
        return 0
    found = joins(view.hand, table.top)
    if view.phase == CLAIM:
        if values[BUY] == BUY_ALWAYS:
            return 1
        return 1 if found >= (1 if values[BUY] == BUY_PROGRESS else 2) else 0
    if values[TAKE] == TAKE_NEVER:
        return 0
    return 1 if found >= (1 if values[TAKE] == TAKE_PROGRESS else 2) else 0


@kernel()
def wants_to_buy_now(view, table, rules, known, values):
    """YES or NO to buying the top discard where its fit alone decides, else TRY."""
    if values[BUY] == BUY_ALWAYS:
        return YES
    if known.distance == 0:
        return NO
    fits = helps(known, table.top)
    if fits and values[BUY] == BUY_MELD:
        return completes_meld(view.hand, rules.goal[table.round], table.top)
    if fits or values[BUY] != BUY_PROGRESS or known.distance < values[BUY_FROM]:
        return fits
    return TRY


@kernel()
def wants_now(view, table, rules, known, values):
    """YES or NO to the top discard where its fit alone decides, else TRY."""
    if table.top == JOKER and joker_stance(view, table, values) == GOES_FIRST:
        return NO
    if view.phase == CLAIM:
        return wants_to_buy_now(view, table, rules, known, values)
    if values[TAKE] == TAKE_NEVER:
        return NO
    fits = helps(known, table.top)
    if plays_for_points(table, rules, values) and (fits or values[TAKE] == TAKE_PROGRESS):
        return TRY
    return fits if fits or values[TAKE] == TAKE_FIT else TRY


@kernel()
def dearest_spare(view, rules, tried):
    """Points of the dearest card that may be thrown and that `tried` (EVALUATION) does not need."""
    kind = dearest_kind(throwable(view, rules) & ~tried.core, rules)
    dearest = rules.value[kind] if kind >= 0 else 0
    if tried.joker_core == 0 and may_discard(view, rules, JOKER):
        dearest = max(dearest, rules.value[JOKER])
    return dearest


@kernel()
def wants_tried(view, table, rules, known, values):
    """1 if the hand with the top discard, as ``view.trial`` tells, is enough better."""
    unseen = unseen_cards(view, table, rules, values)
    outs = count_outs(known, unseen)
    outs_with = count_outs(view.trial, unseen)
    for_points = plays_for_points(table, rules, values)
    gain = worth(view.trial.distance, outs_with, for_points, values)
    gain -= worth(known.distance, outs, for_points, values)
    if view.phase == CLAIM:
        return 1 if gain > values[BUY_GAIN] else 0
    if for_points:
        saved = dearest_spare(view, rules, view.trial) - rules.value[table.top]
        return 1 if gain + point_weight(for_points, values) * saved > values[WHOLE_GAIN] else 0
    return 1 if gain > values[TAKE_GAIN] else 0
