"""Asking a policy for a decision, and what an answer outside the rules leads to."""

import numpy as np

from rummysim.kernels import layout
from rummysim.kernels._jit import kernel
from rummysim.kernels.types import INT, STATE_TYPE

# What a turn, or a part of one, comes to.
GOES_ON = 0
OUT = 1  # the hand is empty
DEAD = 2  # no card to draw
FAULTY = 3  # an answer was refused


@kernel()
def ask(game, seat, phase, asked):
    """The answer of the policy in ``seat`` to one decision of ``phase``.

    game : (state, rules, trace, policies, evaluate, plan_lay_down, best_new_meld, at_decision,
        fork), the tuple that all phases of a turn share
    """
    state, rules = game[:2]
    policies = game[3]
    fork = game[8]
    view = state.views[seat]
    view.phase = phase
    view.asked = asked
    state.decisions += 1
    answer = np.int64(policies[seat](view, state.table, rules, state.params[seat]))
    if fork.phase != phase:
        return answer
    at_decision = game[7]
    return at_decision(game[:7], fork, seat, answer)


@kernel()
def ask_yes_no(game, seat, phase, asked):
    """0 or 1 as the policy answers; -1, with the fault noted, for any other answer."""
    answer = ask(game, seat, phase, asked)
    if answer == 0 or answer == 1:
        return answer
    note_fault(game[0], layout.FAULT_YES_NO, seat, answer)
    return -1


@kernel((STATE_TYPE, INT, INT, INT))
def note_fault(state, fault, seat, answer):
    """Notes that an answer was refused: kernels do not raise, Python turns it into a sentence."""
    state.fault = fault
    state.fault_seat = seat
    state.fault_phase = state.views[seat].phase
    state.fault_answer = answer
