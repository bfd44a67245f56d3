"""Laying down, laying off, and what to draw and throw when down."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import (
    LAY_OFF,
    MOVE,
    SWAP,
    act_kind,
    act_meld,
    act_place,
    act_type,
    new_meld_act,
)
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, is_wild
from rummysim.kernels.layout import CLAIM, DRAW, NEW_OFF
from rummysim.kernels.look import pick
from rummysim.kernels.meld_room import CIRCLE, LAST_PLACE, kind_at, low_end
from rummysim.kernels.table_melds import joker_room_for, kinds_for, legal_play
from rummysim.policies.parts import dearest_play, fits_table, throwable, wild_to_throw
from rummysim.policies.script_any import loneliest
from rummysim.policies.script_discard import (
    HIGH,
    RANDOM,
    TAKE,
    TAKE_NEVER,
    THROW,
    WEIGH,
    choose_by_need,
    joker_goes_first,
    joker_may_go,
    wild_before,
)
from rummysim.policies.script_draw import DIG_MOST, completes_meld, discard_at
from rummysim.policies.script_parameters import place
from rummysim.policies.script_sight import danger, fewest_cards

SWAP_JOKERS = place("swap_jokers")
MELD_MORE = place("meld_more")
WAIT_TURNS = place("wait_turns")
WAIT_CARDS = place("wait_cards")
HOLD_CARDS = place("hold_cards")
HOLD_TURNS = place("hold_turns")
HOLD_FEW = place("hold_few")
JOKER_LAST = place("joker_last")
WATCH = place("watch")

READY_SINCE = 0  # word of the memory: own turn in which the contract was first complete
NOT_NOW = -1.0e9
RANDOM_STEPS = 1 << 20
ONE = np.uint64(1)


@kernel()
def lay_down_now(view, table, rules, params):
    """1 if the complete contract is laid down now, 0 if it is held back."""
    if view.memory[READY_SINCE] == 0:
        view.memory[READY_SINCE] = table.turns[view.seat]
    if table.turns[view.seat] - view.memory[READY_SINCE] < params.value[WAIT_TURNS]:
        return 0
    remain = view.hand.size
    for index in range(view.plan.melds):
        remain -= view.plan.meld[index].size
    if rules.down_and_out > 1 and holds_back(view, table, remain, params):
        return 0
    return 1 if remain <= params.value[WAIT_CARDS] else 0


@kernel()
def holds_back(view, table, remain, params):
    """1 if the contract waits for a turn in which the whole hand goes out with it.

    remain : cards that the hand would keep; one of them can be thrown
    """
    if remain <= 1 or remain - 1 > params.value[HOLD_CARDS]:
        return 0
    if table.turns[view.seat] - view.memory[READY_SINCE] >= params.value[HOLD_TURNS]:
        return 0
    return 1 if fewest_cards(view, table) > params.value[HOLD_FEW] else 0


@kernel()
def opens_place(view, table, rules, act):
    """1 if a wild laid off by ``act`` makes a place for a natural of the hand."""
    meld = table.meld[act_meld(act)]
    if meld.is_run == 0:
        return 0
    at = act_place(act)
    beyond = at - 1 if at == low_end(meld, rules) else at + 1
    if rules.wrap:
        beyond = (beyond + CIRCLE) % CIRCLE
    if beyond < 0 or beyond > LAST_PLACE:
        return 0
    return 1 if view.hand.count[kind_at(meld.suit, beyond)] > 0 else 0


@kernel()
def best_play(view, table, rules, params):
    """The next act: naturals first, then a wild, best where it makes a place for a natural.

    A card is laid off rather than put in for a wild that moves, which takes a place at an end.
    """
    best = 0
    best_order = NOT_NOW
    index = 0
    act = legal_play(view, table, rules, index)
    while act > 0:
        order = 0.0  # a new meld
        if act_type(act) == LAY_OFF:
            order = 5000.0 + rules.value[act_kind(act)]
            if is_wild(rules.wild_kinds, act_kind(act)):
                order = 2.0 + opens_place(view, table, rules, act)
                order += rules.value[act_kind(act)] / 2000.0  # the dearest wild first
        elif act_type(act) == MOVE:
            order = 2000.0 + rules.value[act_kind(act)]
        elif act_type(act) == SWAP:
            order = 1.0 if params.value[SWAP_JOKERS] else NOT_NOW
        if order > best_order:
            best = act
            best_order = order
        index += 1
        act = legal_play(view, table, rules, index)
    return best


@kernel()
def next_play(view, table, rules, params):
    """The next act of the PLAY phase; 0 when there is none left that is wanted."""
    if params.value[JOKER_LAST]:
        return best_play(view, table, rules, params)
    act = dearest_play(view, table, rules)
    if act_type(act) == SWAP and params.value[SWAP_JOKERS] == 0:
        return new_meld_act() if view.plan.melds == 1 and rules.new_melds != NEW_OFF else 0
    return act


@kernel()
def harmless_kind(view, table, rules, kinds, params):
    """Of a mask of kinds (places 0..12) the one to throw by ``throw`` and by danger; -1 if none."""
    best = -1
    best_order = 0.0
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        order = -danger(view, table, rules, kind, params)
        if params.value[THROW] == RANDOM:
            order += pick(view, table, kind, RANDOM_STEPS) / RANDOM_STEPS
        else:
            order += rules.value[kind] if params.value[THROW] == HIGH else -rules.value[kind]
        if best < 0 or order > best_order:
            best = kind
            best_order = order
    return best


@kernel()
def discard_when_down(view, table, rules, params):
    """The card to throw when down: of no use on the table, and harmless to throw."""
    if joker_goes_first(view, table, rules, params):
        return wild_to_throw(view, rules)
    room = 1 if joker_room_for(table, rules, view.seat) > 0 else 0
    useful = kinds_for(table, rules, view.seat)
    if params.value[WATCH] == 0:
        return choose_by_need(view, table, rules, useful, room, params)
    kinds = throwable(view, rules)
    spare = kinds & ~useful
    if lays_more(view, rules, params):
        spare = loneliest(view.hand, spare)
    kind = harmless_kind(view, table, rules, spare, params)
    if joker_may_go(view, table, rules, room, params):
        if wild_before(view, table, rules, kind, popcount(spare), params):
            return wild_to_throw(view, rules)
    if kind < 0:
        kind = harmless_kind(view, table, rules, kinds, params)
    return kind if kind >= 0 else wild_to_throw(view, rules)


@kernel()
def lays_more(view, rules, params):
    """1 if the player thinks of new melds: they may be laid, and he holds enough cards."""
    if params.value[MELD_MORE] == 0 or params.value[WEIGH] <= 1 or rules.new_melds == NEW_OFF:
        return 0
    return 1 if view.hand.size >= rules.set_min else 0


@kernel()
def depth_when_down(view, table, rules, params):
    """How many discards a player takes who is down.

    Counted in cards that leave the hand: a lay-off takes its own card away again, a card that
    completes a meld two more; any other stays. A card of the stock mostly stays.
    """
    if params.value[TAKE] == TAKE_NEVER:
        return 0
    fits = fits_table(view, table, rules, table.top)
    if rules.draw_any == 0 or lays_more(view, rules, params) == 0:
        return fits
    best = fits
    most = 0 if fits else -1
    left = 0
    for depth in range(1, min(table.pile_size, int(params.value[DIG_MOST])) + 1):
        kind = discard_at(table, depth)
        if completes_meld(view.hand, rules.goal[table.round], kind):
            if left + 2 > most:
                best = depth
                most = left + 2
        elif fits_table(view, table, rules, kind) == 0:
            left -= 1
    return best


@kernel()
def answer_when_down(view, table, rules, params):
    """The answer of a player who is down to CLAIM, DRAW or DISCARD."""
    if view.phase == CLAIM:
        return 0
    if view.phase == DRAW:
        return depth_when_down(view, table, rules, params)
    return discard_when_down(view, table, rules, params)
