"""The entry kernel: plays a job of deals with one policy per seat."""

import numpy as np
from numba import from_dtype, types

from rummysim.kernels import fork_layout, layout
from rummysim.kernels._jit import kernel
from rummysim.kernels.ask import FAULTY
from rummysim.kernels.match import play_match
from rummysim.kernels.philox import STREAM_NOISE, address, philox
from rummysim.kernels.types import DECISION_TYPE, FORK_TYPE, POLICY_TYPE, RULES_TYPE, SOLVERS


def _array(dtype):  # type: ignore[no-untyped-def]
    return types.Array(dtype, 1, "C")


SIGNATURE = types.int64(
    _array(from_dtype(layout.STATE)),
    _array(RULES_TYPE),
    _array(from_dtype(layout.JOB)),
    _array(from_dtype(layout.TALLY)),
    _array(from_dtype(layout.RESULT)),
    _array(from_dtype(layout.TRACE)),
    _array(FORK_TYPE),
    _array(from_dtype(fork_layout.SITUATION)),
    *SOLVERS,
    DECISION_TYPE,
    *(POLICY_TYPE,) * layout.MAX_SEATS,
)


@kernel(SIGNATURE)
def play_deals(
    states, rules, jobs, tallies, rows, traces, forks, situations,
    solve, plan, extend, at_decision, p0, p1, p2, p3, p4, p5,
):  # fmt: skip
    """The number of deals played.

    Fewer than asked for when a policy's answer was refused, which the state then tells of, or
    when the situations of the next deal find no room.

    states : STATE[1], with the policies' parameters; after a fault it tells which answer of whom
    rules : RULES[1]
    jobs : JOB[1], which deals to play
    tallies : TALLY[1], sums that the deals are added to
    rows : RESULT[:], one row per deal, round and seat, or of length 0
    traces : TRACE[1], for a single deal; off for many
    forks : FORK[1], what is forked, if anything
    situations : SITUATION[:], room for what is forked
    solve, plan, extend, at_decision : `evaluate`, `plan_lay_down`, `best_new_meld`, `at_decision`
    p0..p5 : the policies by seat; those beyond the players are never asked
    """
    state = states[0]
    job = jobs[0]
    fork = forks[0]
    policies = (p0, p1, p2, p3, p4, p5)
    game = (state, rules[0], traces[0], policies, solve, plan, extend, at_decision, fork)
    players = rules[0].players
    state.table.players = players
    state.key = job.deal_key
    state.fault = 0
    state.decisions = 0
    for seat in range(players):
        state.views[seat].seat = seat
    rounds = rules[0].rounds if job.round < 0 else 1
    rows_per_deal = rounds * players if rows.shape[0] > 0 else 0
    fork.rows = 0
    fork.round_row = 0
    played = 0
    while played < job.count:
        kept = fork.rows
        state.deal = np.uint64(job.first + played)
        # The deal's own noise key: a policy learns neither the deal's number nor the job's key.
        noise_key = philox(job.noise_key, address(0, STREAM_NOISE), state.deal)[0]
        for seat in range(players):
            state.views[seat].noise_key = noise_key
        first_row = played * rows_per_deal
        deal_rows = rows[first_row : first_row + rows_per_deal]
        if play_match(game, job, tallies[0], deal_rows, situations) == FAULTY:
            break
        if fork.rows > situations.shape[0]:
            fork.rows = kept
            break
        played += 1
    tallies[0].decisions += state.decisions
    return played
