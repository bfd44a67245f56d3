"""Numba's types of the records, and the signatures that cross a boundary.

A kernel that is called by name is compiled into each of its callers again, so what is large
and called from many places is handed in as a typed function instead: the solver, the planner
and the policies (numba documentation, "First-class function support").
"""

from numba import from_dtype, types

from rummysim.kernels import fork_layout, layout

HAND_TYPE = from_dtype(layout.HAND)
GOAL_TYPE = from_dtype(layout.GOAL)
EVALUATION_TYPE = from_dtype(layout.EVALUATION)
CHOICES_TYPE = from_dtype(layout.CHOICES)
PLAN_TYPE = from_dtype(layout.PLAN)
VIEW_TYPE = from_dtype(layout.VIEW)
TABLE_TYPE = from_dtype(layout.TABLE)
RULES_TYPE = from_dtype(layout.RULES)
PARAMS_TYPE = from_dtype(layout.PARAMS)
STATE_TYPE = from_dtype(layout.STATE)
TRACE_TYPE = from_dtype(layout.TRACE)
FORK_TYPE = from_dtype(fork_layout.FORK)
INT = types.int64
WORD = types.uint64

# decide(view, table, rules, params) -> answer
POLICY_SIGNATURE = INT(VIEW_TYPE, TABLE_TYPE, RULES_TYPE, PARAMS_TYPE)
# evaluate(hand, goal, out) -> distance
EVALUATE_SIGNATURE = INT(HAND_TYPE, GOAL_TYPE, EVALUATION_TYPE)
# search_evaluation(hand, goal, limit, out) -> distance
LIMIT_SIGNATURE = INT(HAND_TYPE, GOAL_TYPE, INT, EVALUATION_TYPE)
# evaluate_within(hand, goal, limit, choices, out) -> distance
WITHIN_SIGNATURE = INT(HAND_TYPE, GOAL_TYPE, INT, CHOICES_TYPE, EVALUATION_TYPE)
# search_distance(hand, goal, total, limit) -> distance
SEARCH_SIGNATURE = INT(HAND_TYPE, GOAL_TYPE, INT, INT)
# evaluate_long_runs(hand, goal, total, out) -> distance
WHOLE_SIGNATURE = INT(HAND_TYPE, GOAL_TYPE, INT, EVALUATION_TYPE)
# look(view, table, rules) -> EVALUATION
LOOK_SIGNATURE = EVALUATION_TYPE(VIEW_TYPE, TABLE_TYPE, RULES_TYPE)
# legal_play(view, table, rules, index) -> act
PLAY_SIGNATURE = INT(VIEW_TYPE, TABLE_TYPE, RULES_TYPE, INT)
# plan_lay_down(hand, goal, rules, plan) -> 1 if the hand can lay down
PLAN_SIGNATURE = INT(HAND_TYPE, GOAL_TYPE, RULES_TYPE, PLAN_TYPE)
# best_new_meld(hand, rules, allow_sets, allow_runs, plan) -> 1 if there is one
NEW_MELD_SIGNATURE = INT(HAND_TYPE, RULES_TYPE, INT, INT, PLAN_TYPE)

POLICY_TYPE = types.FunctionType(POLICY_SIGNATURE)
EVALUATE_TYPE = types.FunctionType(EVALUATE_SIGNATURE)
PLANNER_TYPE = types.FunctionType(PLAN_SIGNATURE)
NEW_MELD_TYPE = types.FunctionType(NEW_MELD_SIGNATURE)

POLICIES_TYPE = types.UniTuple(POLICY_TYPE, layout.MAX_SEATS)
SOLVERS = (EVALUATE_TYPE, PLANNER_TYPE, NEW_MELD_TYPE)
GAME_TYPE = types.Tuple((STATE_TYPE, RULES_TYPE, TRACE_TYPE, POLICIES_TYPE, *SOLVERS))
# at_decision(game, fork, seat, answer) -> the answer that counts
DECISION_SIGNATURE = INT(GAME_TYPE, FORK_TYPE, INT, INT)
DECISION_TYPE = types.FunctionType(DECISION_SIGNATURE)
# take_turn(game, seat) -> what it comes to
TURN_SIGNATURE = INT(types.Tuple((*GAME_TYPE, DECISION_TYPE, FORK_TYPE)), INT)
