"""Decisions of the kind that is forked: whether there are two acts, what is seen, what is done.

Everything stands in the view of the player who is asked and on the table; nothing of either is
changed, so that a game that is watched goes on as if it were not.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.features import BUY, DRAW_CARD, LAY, THROW_JOKER
from rummysim.kernels.fork_acts import card_acts, discard_acts, joker_acts, lay_down_acts
from rummysim.kernels.fork_layout import (
    AXES,
    FOLLOW,
    FORCE,
    NO_ACT,
    SAMPLE_BITS,
    WATCH,
)
from rummysim.kernels.fork_sight import note_sight
from rummysim.kernels.layout import LAY_DOWN
from rummysim.kernels.philox import ROUND_SHIFT, address, philox
from rummysim.kernels.types import DECISION_SIGNATURE

DECISION_SHIFT = 28
SEAT_SHIFT = 25
UNUSED_BITS = np.uint64(64 - SAMPLE_BITS)


@kernel()
def has_two_acts(game, fork, seat, answer):
    """1 if the decision is one of those that are forked, else 0; the acts are noted in `fork`."""
    table = game[0].table
    decision = fork.decision
    if decision == THROW_JOKER:
        return joker_acts(game, fork, seat, answer)
    if table.down[seat] > 0:
        return 0
    if decision in (BUY, DRAW_CARD):
        return card_acts(game, fork, seat)
    if decision == LAY:
        return lay_down_acts(game, fork, seat)
    return discard_acts(game, fork, seat, answer)


@kernel()
def is_sampled(state, fork, seat):
    """1 for a ``sample`` share of all decisions, by their address."""
    table = state.table
    stream = (fork.decision << DECISION_SHIFT) + (seat << SEAT_SHIFT) + (table.round << ROUND_SHIFT)
    block = table.turn * 256 + min(state.views[seat].asked, 255)
    word = philox(fork.key, address(block, stream), state.deal)[0]
    return 1 if np.int64(word >> UNUSED_BITS) < fork.sample else 0


@kernel()
def forced(game, fork, seat, answer):
    """`fork.answer` at the one decision that is forced, at all others the policy's answer."""
    table = game[0].table
    if table.turn != fork.turn or table.round != fork.round or seat != fork.seat:
        return answer
    if game[0].views[seat].asked != fork.asked:
        return answer
    fork.phase = 0
    return made_ready(game, seat, answer, fork.answer)


@kernel()
def made_ready(game, seat, answer, instead):
    """``instead``; who lays down though his policy would not lays the plan that was offered."""
    state, rules = game[:2]
    plan_lay_down = game[5]
    view = state.views[seat]
    if view.phase == LAY_DOWN and instead == 1 and answer != 1:
        plan_lay_down(view.hand, rules.goal[state.table.round], rules, view.plan)
    return instead


@kernel()
def guided_act(guide, found):
    """The act that the guide says for a SITUATION, NO_ACT where it says nothing."""
    for index in range(guide.bounds):
        bound = guide.bound[index]
        value = found.feature[bound.feature]
        if value < bound.least or value > bound.most:
            return NO_ACT
    cell = 0
    for index in range(AXES):
        axis = guide.axis[index]
        place = 0
        while place < axis.edges and axis.edge[place] <= found.feature[axis.feature]:
            place += 1
        cell = cell * (axis.edges + 1) + place
    return np.int64(guide.act[cell])


@kernel(DECISION_SIGNATURE)
def at_decision(game, fork, seat, answer):
    """The answer that counts where the policy in ``seat`` gave ``answer``.

    game : (state, rules, trace, policies, evaluate, plan_lay_down, best_new_meld)
    fork : FORK, whose `mode` is WATCH, FORCE or FOLLOW
    """
    if fork.mode == FORCE:
        return forced(game, fork, seat, answer)
    if fork.mode == FOLLOW and seat != fork.seat:
        return answer
    if fork.mode == WATCH and is_sampled(game[0], fork, seat) == 0:
        return answer
    found = fork.situation[fork.found]
    if has_two_acts(game, fork, seat, answer) == 0:
        return answer
    found.seat = seat
    found.chosen = NO_ACT
    for act in range(2):
        if found.answer[act] == answer:
            found.chosen = act
    note_sight(game[0], game[1], fork, found)
    if fork.mode == WATCH:
        fork.found += 1
        return answer
    act = guided_act(fork.guide, found)
    if act == NO_ACT or act == found.chosen:
        return answer
    return made_ready(game, seat, answer, found.answer[act])
