"""The records of forking: situations, what is noted of them, and a chart to play by."""

import numpy as np

from rummysim.kernels.features import FEATURES
from rummysim.kernels.layout import EVALUATION, MEMORY_SIZE, STATE

# Modes: what happens at the decisions of `FORK.phase`.
OFF = 0
WATCH = 1  # situations are noted; every act of theirs is played out after the turn
FORCE = 2  # at one decision `answer` counts, at all others the policy's
FOLLOW = 3  # one seat plays by the guide; where it says nothing the policy's answer counts

MOST_FOUND = 8  # situations of one turn: five claims, or two draws
AXES = 3  # of a guide: panels, rows, columns
MOST_EDGES = 31
MOST_BOUNDS = 8
MOST_CELLS = 1 << 15
SAMPLE_BITS = 53  # a sample of 1 is 2**53 in `FORK.sample`
NO_ACT = -1

# A decision with two acts, and what came of each by the end of the round.
SITUATION = np.dtype(
    [
        ("deal", np.int64),
        ("round", np.int64),  # from 0
        ("turn", np.int64),  # of all players together, from 1
        ("seat", np.int64),
        ("asked", np.int64),  # as `view.asked`: which question of this phase in the turn
        ("chosen", np.int64),  # the act that the policy chose, NO_ACT when neither
        ("answer", np.int64, (2,)),  # the answers that are the acts
        ("feature", np.int64, (len(FEATURES),)),
        ("played", np.int64),  # own points of the round as it was played
        ("played_others", np.int64),  # and those of all others together
        ("points", np.int64, (2,)),  # own points under each act
        ("others", np.int64, (2,)),  # points of all others together
    ],
    align=True,
)

AXIS = np.dtype(
    [
        ("feature", np.int64),
        ("edges", np.int64),  # how many of `edge` are in use
        ("edge", np.int64, (MOST_EDGES,)),  # bin k holds edge[k-1] <= value < edge[k]
    ],
    align=True,
)

BOUND = np.dtype(
    [("feature", np.int64), ("least", np.int64), ("most", np.int64)],
    align=True,
)

GUIDE = np.dtype(
    [
        ("axis", AXIS, (AXES,)),
        ("bounds", np.int64),  # how many of `bound` are in use
        ("bound", BOUND, (MOST_BOUNDS,)),
        ("act", np.int8, (MOST_CELLS,)),  # 0, 1 or NO_ACT by panel, row and column
    ],
    align=True,
)

# What is asked of the engine beyond plain play; all zero leaves it as it is.
FORK = np.dtype(
    [
        ("branching", np.int64),  # 1: turns with situations are played again, act by act
        ("every_act", np.int64),  # 1: the act that was chosen is played out, too
        ("mode", np.int64),  # OFF, WATCH, FORCE, FOLLOW
        ("decision", np.int64),  # BUY, DRAW_CARD, THROW_JOKER, LAY, THROW
        ("of_phase", np.int64),  # the phase of this decision
        ("phase", np.int64),  # the same while decisions are of interest, else 0
        ("key", np.uint64),  # of the sample
        ("sample", np.int64),  # share of the situations, in units of 2**-SAMPLE_BITS
        ("seat", np.int64),  # FORCE, FOLLOW: whose decision
        ("round", np.int64),  # FORCE: in which round, turn and question
        ("turn", np.int64),
        ("asked", np.int64),
        ("answer", np.int64),
        ("found", np.int64),  # situations of this turn
        ("situation", SITUATION, (MOST_FOUND,)),
        ("rows", np.int64),  # situations of the job so far, with room or without
        ("round_row", np.int64),  # the first row of this round
        ("turn_row", np.int64),  # the first row of this turn
        ("branch", np.int64),  # the branch of this turn that is played: 2 * situation + act
        ("on_turn", np.int64),  # the seat whose turn it was
        ("following", np.int64),  # the seat that played on, NOBODY when the round was over
        ("known", EVALUATION),
        ("after", EVALUATION, (2,)),  # of the hand under each act
        ("trial", EVALUATION),
        ("memory", np.int64, (MEMORY_SIZE,)),
        ("guide", GUIDE),
        ("start", STATE),  # as the turn began
        ("ahead", STATE),  # after the turn as it was played
    ],
    align=True,
)
