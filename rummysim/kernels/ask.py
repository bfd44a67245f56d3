"""Asking a policy for a decision, and what an answer outside the rules leads to."""

import numpy as np
from numba import from_dtype, types

from rummysim.kernels import layout
from rummysim.kernels._jit import kernel

VIEW_TYPE = from_dtype(layout.VIEW)
TABLE_TYPE = from_dtype(layout.TABLE)
RULES_TYPE = from_dtype(layout.RULES)
PARAMS_TYPE = from_dtype(layout.PARAMS)

# decide(view, table, rules, params) -> answer
POLICY_SIGNATURE = types.int64(VIEW_TYPE, TABLE_TYPE, RULES_TYPE, PARAMS_TYPE)
POLICY_TYPE = types.FunctionType(POLICY_SIGNATURE)


@kernel()
def ask(game, seat, phase, asked):
    """The answer of the policy in ``seat`` to one decision of ``phase``.

    game : (state, rules, policies, trace), the tuple that all phases of a turn share
    """
    state, rules, policies, _ = game
    view = state.views[seat]
    view.phase = phase
    view.asked = asked
    state.decisions += 1
    return np.int64(policies[seat](view, state.table, rules, state.params[seat]))


@kernel()
def ask_yes_no(game, seat, phase, asked):
    """0 or 1 as the policy answers; -1, with the fault noted, for any other answer."""
    answer = ask(game, seat, phase, asked)
    if answer == 0 or answer == 1:
        return answer
    note_fault(game[0], layout.FAULT_YES_NO, seat, answer)
    return -1


@kernel()
def note_fault(state, fault, seat, answer):
    """Notes that an answer was refused: kernels do not raise, Python turns it into a sentence."""
    state.fault = fault
    state.fault_seat = seat
    state.fault_phase = state.views[seat].phase
    state.fault_answer = answer
