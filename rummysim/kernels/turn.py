"""One turn, phase by phase: claims and draw, lay-down, play to the table, discard."""

import numpy as np

from rummysim.kernels import layout
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
from rummysim.kernels.ask import FAULTY, GOES_ON, OUT, ask, ask_yes_no, note_fault
from rummysim.kernels.cards_move import gain_card, lose_card, push_discard
from rummysim.kernels.drawing import draw_phase
from rummysim.kernels.hand import is_wild
from rummysim.kernels.layout import (
    FORBIDDEN,
    LAY_DOWN,
    NEW_OFF,
    NEW_RESTRICTED,
    PLAY,
    T_LAY_DOWN,
    T_LAY_OFF,
    T_MOVE,
    T_NEW_MELD,
    T_OUT,
    T_PASS,
    T_SWAP,
)
from rummysim.kernels.linked import linked
from rummysim.kernels.look import look
from rummysim.kernels.meld_changes import (
    add_to_meld,
    move_in_meld,
    put_meld,
    swap_in_meld,
)
from rummysim.kernels.meld_room import LONG_RUN
from rummysim.kernels.plan_check import check_plan
from rummysim.kernels.record import log_act, write_act, write_row
from rummysim.kernels.table_melds import (
    can_spare,
    is_legal_play,
    legal_play,
    may_play,
    may_swap,
    refresh_table_masks,
)
from rummysim.kernels.types import TURN_SIGNATURE

ONE = np.uint64(1)
TWO = np.uint64(2)
HIGH_ACE = np.uint64(13)
LOW_ACES = np.uint64(0x0001_0001_0001_0001)
INNER_PLACES = np.uint64(0x1FFE_1FFE_1FFE_1FFE)  # 1..12: the 2 to the king


@kernel()
def has_stray(hand, goal):
    """1 if a card of a hand that must be melded whole in runs cannot be part of any run.

    A run with at most one joker holds no natural without another one within two places. Long
    hands far from the contract fail here for a few operations instead of a whole evaluation.
    """
    if goal.whole_hand == 0 or goal.sets > 0 or goal.wrap or goal.wild_natural or goal.dirty:
        return 0
    if goal.wild_max_run > 1 or goal.wild_max_run7 > 1:
        return 0
    held = hand.board[0]
    beside = held << ONE | held >> ONE | held << TWO | held >> TWO
    alone = held & ~beside
    if alone & INNER_PLACES:
        return 1
    return 1 if alone & (alone >> HIGH_ACE) & LOW_ACES else 0


@kernel()
def is_ready(game, seat):
    """1 if the hand can lay the contract down; evaluates only when it might."""
    state, rules = game[:2]
    view = state.views[seat]
    if view.floor > 0 or has_stray(view.hand, rules.goal[state.table.round]):
        return 0
    view.floor = look(view, state.table, rules).distance
    return 1 if view.floor == 0 else 0


@kernel()
def lay_down_phase(game, seat):
    """Offers the lay-down when the whole contract is in the hand."""
    state, rules, trace = game[:3]
    plan_lay_down = game[5]
    table = state.table
    view = state.views[seat]
    goal = rules.goal[table.round]
    if is_ready(game, seat) == 0:
        return GOES_ON
    if plan_lay_down(view.hand, goal, rules, view.plan) == 0:
        return GOES_ON
    answer = ask_yes_no(game, seat, LAY_DOWN, 0)
    if answer <= 0:
        return GOES_ON if answer == 0 else FAULTY
    problem = check_plan(view.hand, goal, view.plan)
    if problem != 0:
        note_fault(state, layout.FAULT_PLAN, seat, 1)
        state.fault_detail = problem
        return FAULTY
    for index in range(view.plan.melds):
        lay_meld(game, view.plan.meld[index], seat, T_LAY_DOWN)
    table.down[seat] = table.turns[seat]
    refresh_table_masks(table, rules)
    return go_out(state, seat, trace)


@kernel()
def lay_meld(game, planned, seat, code):
    """Moves the cards of one planned meld from the hand to the table."""
    state, rules, trace = game[:3]
    index = put_meld(state.table, rules, planned, seat)
    if code == T_LAY_DOWN and planned.is_run and planned.size >= LONG_RUN:
        state.table.meld[index].contract7 = 1
    place = planned.first if planned.is_run else -1
    write_row(trace, code, seat, planned.is_run, index, place, planned.size)
    log_act(state.table, code, seat, index)
    for slot in range(planned.size):
        card = np.int64(planned.card[slot])
        lose_card(state, seat, card)
        write_act(trace, layout.T_MELD_CARD, seat, card)


@kernel()
def go_out(state, seat, trace):
    """OUT if the hand is empty, else GOES_ON."""
    if state.views[seat].hand.size > 0:
        return GOES_ON
    write_act(trace, T_OUT, seat, 0)
    return OUT


@kernel()
def play_phase(game, seat):
    """Lay-offs, swaps and moves of wilds, new melds: one act at a time until the policy is done."""
    state, rules, trace = game[:3]
    table = state.table
    view = state.views[seat]
    asked = 0
    while may_play(view, table, rules) or may_swap(view, table, rules):
        offer_new_meld(game, seat)
        if has_play(view, table, rules) == 0:
            return GOES_ON
        act = ask(game, seat, PLAY, asked)
        if act == 0:
            return GOES_ON
        if perform(game, seat, act) == 0:
            note_fault(state, layout.FAULT_PLAY, seat, act)
            return FAULTY
        if go_out(state, seat, trace) == OUT:
            return OUT
        asked += 1
    return GOES_ON


@kernel()
def offer_new_meld(game, seat):
    """Puts the dearest new meld of the hand into ``view.plan``, or none."""
    state, rules = game[:2]
    best_new_meld = game[6]
    view = state.views[seat]
    table = state.table
    view.plan.melds = 0
    if rules.new_melds == NEW_OFF or may_play(view, table, rules) == 0:
        return
    goal = rules.goal[table.round]
    sets = rules.new_melds != NEW_RESTRICTED or goal.sets > 0
    runs = rules.new_melds != NEW_RESTRICTED or goal.runs > 0
    found = best_new_meld(view.hand, rules, 1 if sets else 0, 1 if runs else 0, view.plan)
    if found == 1 and can_spare(view, rules, view.plan.meld[0].size) == 0:
        view.plan.melds = 0


@kernel()
def has_play(view, table, rules):
    """1 if at least one act of the PLAY phase is lawful; masks answer in most cases."""
    kinds = table.lay_off_kinds
    if rules.swap or rules.joker_move:
        kinds |= table.covered
    fits = view.hand.board[0] & kinds
    if fits == np.uint64(0) and (view.hand.wilds == 0 or table.joker_room == 0):
        if rules.wild_natural == 0 and view.plan.melds == 0:
            return 0
    return 1 if legal_play(view, table, rules, 0) > 0 else 0


@kernel()
def perform(game, seat, act):
    """1 if the act was lawful and is done, else 0 and nothing has changed."""
    state, rules, trace = game[:3]
    table = state.table
    view = state.views[seat]
    if act == new_meld_act():
        return perform_new_meld(game, seat)
    if act < 0 or act_type(act) > MOVE or is_legal_play(view, table, rules, act) == 0:
        return 0
    kind = act_kind(act)
    index = act_meld(act)
    place = act_place(act)
    lose_card(state, seat, kind)
    if act_type(act) == SWAP:
        freed = swap_in_meld(table, rules, index, kind, place)
        gain_card(state, seat, freed)
        extra = 0 if freed == layout.JOKER else freed + 1
        write_row(trace, T_SWAP, seat, kind, index, place, extra)
        log_act(table, T_SWAP, seat, kind)
    else:
        add_card_to_table(game, seat, act)
    refresh_table_masks(table, rules)
    return 1


@kernel()
def add_card_to_table(game, seat, act):
    """0; a card that has left the hand lies in a meld, by a lay-off or the move of a wild."""
    state, rules, trace = game[:3]
    table = state.table
    kind = act_kind(act)
    index = act_meld(act)
    place = act_place(act)
    code = T_LAY_OFF
    extra = 0
    if act_type(act) == LAY_OFF:
        add_to_meld(table, rules, index, kind, place)
    else:
        code = T_MOVE
        extra = move_in_meld(table, rules, index, kind, place)
    if table.meld[index].owner == seat:
        state.laid_off_own[seat] += 1
    else:
        state.laid_off_others[seat] += 1
    write_row(trace, code, seat, kind, index, place, extra)
    log_act(table, code, seat, kind)
    return 0


@kernel()
def perform_new_meld(game, seat):
    """1 if there is a new meld to be laid and it is laid, else 0.

    The offer is made anew, so nothing that a policy wrote into ``view.plan`` is believed.
    """
    state, rules = game[:2]
    view = state.views[seat]
    offer_new_meld(game, seat)
    if view.plan.melds != 1:
        return 0
    lay_meld(game, view.plan.meld[0], seat, T_NEW_MELD)
    refresh_table_masks(state.table, rules)
    return 1


@kernel()
def may_discard(view, rules, kind):
    """1 if a card of ``kind`` may be thrown now, else 0 (rules.md 2.2, 13)."""
    if kind < 0 or kind > layout.JOKER or view.hand.count[kind] == 0:
        return 0
    if rules.discard_joker == 0 and view.hand.wilds < view.hand.size:
        if is_wild(view.hand.wild_kinds, kind):
            return 0
    if rules.no_return and view.drew_discard and kind == view.drawn:
        return 1 if view.hand.count[kind] > 1 else 0
    return 1


@kernel()
def final_discard_rule(rules, round_number):
    """OPTIONAL, REQUIRED or FORBIDDEN in this round; `keep_playing` forbids it in the last."""
    if rules.last_round == layout.KEEP_PLAYING and round_number == rules.rounds - 1:
        return FORBIDDEN
    return rules.final_discard


@kernel()
def has_discard(view, table, rules):
    """1 if at least one card of the hand may be thrown."""
    if view.hand.size == 1 and final_discard_rule(rules, table.round) == FORBIDDEN:
        return 0
    plain = rules.discard_joker and rules.no_return == 0
    if plain:
        return 1
    for kind in range(layout.KINDS):
        if may_discard(view, rules, kind):
            return 1
    return 0


@kernel()
def discard_phase(game, seat):
    """The card that ends the turn, or none where no card may be thrown."""
    state, rules, trace = game[:3]
    view = state.views[seat]
    if has_discard(view, state.table, rules) == 0:
        write_act(trace, T_PASS, seat, 0)
        log_act(state.table, T_PASS, seat, 0)
        return GOES_ON
    kind = ask(game, seat, layout.DISCARD, 0)
    if may_discard(view, rules, kind) == 0:
        note_fault(state, layout.FAULT_DISCARD, seat, kind)
        return FAULTY
    push_discard(state, seat, kind, trace)
    return go_out(state, seat, trace)


@linked
@kernel(TURN_SIGNATURE)
def take_turn(game, seat):
    """Plays one whole turn: GOES_ON, OUT, DEAD (no card to draw) or FAULTY."""
    state = game[0]
    table = state.table
    table.on_turn = seat
    table.turn += 1
    table.turns[seat] += 1
    outcome = draw_phase(game, seat)
    if outcome != GOES_ON:
        return outcome
    if table.down[seat] == 0:
        outcome = lay_down_phase(game, seat)
        if outcome != GOES_ON:
            return outcome
    if table.down[seat] > 0:
        outcome = play_phase(game, seat)
        if outcome != GOES_ON:
            return outcome
    return discard_phase(game, seat)
