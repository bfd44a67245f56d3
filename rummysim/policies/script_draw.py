"""Taking and buying the top discard."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount
from rummysim.kernels.hand import add_card, is_wild, remove_card
from rummysim.kernels.layout import CLAIM
from rummysim.kernels.look import helps
from rummysim.policies.parts import dearest_kind, shallowest, throwable, wild_to_throw
from rummysim.policies.script_any import AIM, ANY, RUNS_FROM, joins
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

DIG = place("dig")
DIG_MOST = place("dig_most")
DIG_STEP = place("dig_step")
DIG_CARD = place("dig_card")
DIG_POINTS = place("dig_points")

NO = 0
YES = 1


@kernel()
def never_buys(view, table, rules, params):
    """1 where no card is bought, whatever it is."""
    if params.value[BUY] == BUY_NEVER or table.down[view.seat] > 0:
        return 1
    if table.buys[view.seat] >= params.value[BUY_BELOW] or view.hand.size > params.value[BUY_HAND]:
        return 1
    if rules.goal[table.round].whole_hand and params.value[BUY_WHOLE] == 0:
        return 1
    return 1 if fewest_when_down(view, table) <= params.value[BUY_FEW] else 0


@kernel()
def leaves_it(view, table, rules, params):
    """1 if the top discard is surely not wanted: it helps nothing, and only what helps is taken.

    It needs nothing but what is known of the hand already; 0 is no answer.
    """
    if view.known_valid == 0 or helps(view.known, table.top):
        return 0
    if params.value[AIM] == ANY or params.value[RUNS_FROM] > 1:  # `collects_any`
        return 0
    if view.phase == CLAIM:
        return 1 if params.value[BUY] < BUY_PROGRESS else 0
    if rules.draw_any or table.down[view.seat] > 0:
        return 0
    return 1 if params.value[TAKE] < TAKE_PROGRESS else 0


@kernel()
def completes_meld(hand, goal, kind):
    """1 if a card of ``kind`` completes a meld of the contract's shapes, with one wild at most."""
    if is_wild(hand.wild_kinds, kind):
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
    """1 if one more wild completes a meld of naturals of the contract's shapes."""
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
def wants_any(view, table, params):
    """1 if the top discard is wanted by a player who collects any melds."""
    if is_wild(view.hand.wild_kinds, table.top) and joker_stance(view, table, params) == GOES_FIRST:
        return 0
    found = joins(view.hand, table.top)
    if view.phase == CLAIM:
        if params.value[BUY] == BUY_ALWAYS:
            return 1
        return 1 if found >= (1 if params.value[BUY] == BUY_PROGRESS else 2) else 0
    if params.value[TAKE] == TAKE_NEVER:
        return 0
    return 1 if found >= (1 if params.value[TAKE] == TAKE_PROGRESS else 2) else 0


@kernel()
def wants_to_buy_now(view, table, rules, known, params):
    """YES or NO to buying the top discard where its fit alone decides, else TRY."""
    if params.value[BUY] == BUY_ALWAYS:
        return YES
    if known.distance == 0:
        return NO
    fits = helps(known, table.top)
    if fits and params.value[BUY] == BUY_MELD:
        return completes_meld(view.hand, rules.goal[table.round], table.top)
    if fits or params.value[BUY] != BUY_PROGRESS or known.distance < params.value[BUY_FROM]:
        return fits
    return TRY


@kernel()
def wants_now(view, table, rules, known, params):
    """YES or NO to the top discard where its fit alone decides, else TRY."""
    if is_wild(view.hand.wild_kinds, table.top) and joker_stance(view, table, params) == GOES_FIRST:
        return NO
    if view.phase == CLAIM:
        return wants_to_buy_now(view, table, rules, known, params)
    if params.value[TAKE] == TAKE_NEVER:
        return NO
    if rules.draw_any and not plays_for_points(table, rules, params):
        return (
            TRY
            if params.value[TAKE] == TAKE_PROGRESS
            else shallowest(table, known, int(params.value[DIG]))
        )
    fits = helps(known, table.top)
    if plays_for_points(table, rules, params) and (fits or params.value[TAKE] == TAKE_PROGRESS):
        return TRY
    return fits if fits or params.value[TAKE] == TAKE_FIT else TRY


@kernel()
def dearest_spare(view, rules, tried):
    """Points of the dearest card that may be thrown and that `tried` (EVALUATION) does not need."""
    kind = dearest_kind(throwable(view, rules) & ~tried.core, rules)
    dearest = rules.value[kind] if kind >= 0 else 0
    wild = wild_to_throw(view, rules) if tried.joker_core == 0 else -1
    return max(dearest, rules.value[wild]) if wild >= 0 else dearest


@kernel()
def most_tried(view, table, rules, params):
    """How many discards from the top down are tried in the hand, the next one only after them."""
    if view.phase == CLAIM or rules.draw_any == 0 or plays_for_points(table, rules, params):
        return 1
    return min(table.pile_size, int(params.value[DIG_MOST]))


@kernel()
def discard_at(table, depth):
    """The kind of the discard that lies at ``depth``, 1 for the top one."""
    return np.int64(table.pile[table.pile_size - depth])


@kernel()
def hold_discards(hand, table, depth):
    """0; the hand holds the top ``depth`` discards, too, until `return_discards`."""
    for at in range(1, depth + 1):
        add_card(hand, discard_at(table, at))
    return 0


@kernel()
def return_discards(hand, table, depth):
    """0; the hand is as it was before `hold_discards`."""
    for at in range(1, depth + 1):
        remove_card(hand, discard_at(table, at))
    return 0


@kernel()
def is_tried(table, known, depth):
    """1 if taking ``depth`` discards may be worth more than taking fewer."""
    return 1 if depth == 1 or helps(known, discard_at(table, depth)) else 0


@kernel()
def gain_of_tried(view, table, rules, sight, depth, params):
    """How much better than needed the hand with the top ``depth`` discards is.

    sight : EVALUATION of the hand without them, and what `unseen_cards` gave; ``view.trial``
        tells of the hand with them
    """
    known, unseen = sight
    for_points = plays_for_points(table, rules, params)
    nearer = known.distance - view.trial.distance
    if view.phase != CLAIM and rules.draw_any and not for_points and nearer > 0:
        return params.value[DIG_STEP] * nearer - harm_of_depth(table, rules, depth, params)
    gain = worth(view.trial.distance, count_outs(view.trial, unseen), for_points, params)
    gain -= worth(known.distance, count_outs(known, unseen), for_points, params)
    if view.phase == CLAIM:
        return gain - params.value[BUY_GAIN]
    if for_points:
        saved = dearest_spare(view, rules, view.trial) - rules.value[table.top]
        return gain + point_weight(for_points, params) * saved - params.value[WHOLE_GAIN]
    return gain - params.value[TAKE_GAIN] - harm_of_depth(table, rules, depth, params)


@kernel()
def harm_of_depth(table, rules, depth, params):
    """Points that the cards beyond the first cost of ``depth`` discards taken."""
    harm = params.value[DIG_CARD] * (depth - 1)
    for at in range(1, depth):
        harm += params.value[DIG_POINTS] * rules.value[discard_at(table, at)]
    return harm
