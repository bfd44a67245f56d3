"""The records that compiled code works on: one field per line, with meaning and range.

A *board* is one 64-bit word with 16 bits per suit (S H D C from the low end). Bit
``16 * suit + place`` stands for the card at that place: 0 the ace, 1 the 2, ..., 12 the king,
and 13 the ace once more, above the king, so that runs of both kinds are windows of ones.
``HAND.board[c]`` has a bit where more than ``c`` copies are held. Masks of *kinds* (outs, core)
use places 0..12 only.

Capacities are limits of memory, not of rules; ``pack`` refuses rules that exceed them.
"""

from typing import Any

import numpy as np

from rummysim.trace import codes

KINDS, JOKER = 53, 52
MAX_SEATS = 6
MAX_PACKS = 3
MAX_JOKERS = 12
MAX_DECK = 168  # 3 packs and 12 jokers
MAX_ROUNDS = 16
MAX_SHAPES = 6  # melds of one contract
MAX_MELDS = 64  # melds on the table in one round
MAX_MELD_SIZE = 24  # cards of one meld: 12 copies of a rank and 12 jokers
LOG_SIZE = 1024  # the latest public acts that a player can look back on (a power of two)
MEMORY_SIZE = 16  # words that a policy may keep from decision to decision of one round

UNREACHABLE = 99  # distance of a hand that can never lay down (round 7 exact, after a buy)

# Decisions that a policy is asked for (`view.phase`) and what it may answer.
CLAIM = 1  # another player is on turn: 1 asks for the top discard, 0 does not
DRAW = 2  # 0 draws from the stock, d takes the top d discards (1, or as many as there are)
LAY_DOWN = 3  # 1 lays the melds of `view.plan` down, 0 waits
PLAY = 4  # 0 is done; else one lay-off, swap, move or new meld (`acts`), asked again after each
DISCARD = 5  # the kind to throw

# Codes of the rows of a trace: (code, seat, card, meld, position, extra); see `trace.codes`.
T_ROUND = codes.ROUND
T_SHOE = codes.SHOE
T_CLAIM = codes.CLAIM
T_TAKE = codes.TAKE
T_BUY = codes.BUY
T_PENALTY = codes.PENALTY
T_DRAW = codes.DRAW
T_RESTOCK = codes.RESTOCK
T_STOCK = codes.STOCK
T_LAY_DOWN = codes.LAY_DOWN
T_MELD_CARD = codes.MELD_CARD
T_NEW_MELD = codes.NEW_MELD
T_LAY_OFF = codes.LAY_OFF
T_SWAP = codes.SWAP
T_MOVE = codes.MOVE
T_DISCARD = codes.DISCARD
T_PASS = codes.PASS
T_OUT = codes.OUT
T_DEAD = codes.DEAD
T_SCORE = codes.SCORE
TRACE_WIDTH = codes.WIDTH
NO_CARDS, TURN_CAP = codes.NO_CARDS, codes.TURN_CAP

# Values of rule switches inside RULES.
EXACT, MINIMAL = 0, 1  # laydown
NORMAL, LONG_RUNS, EXACT_ALL, KEEP_PLAYING = 0, 1, 2, 3  # the last round
OPTIONAL, REQUIRED, FORBIDDEN = 0, 1, 2  # final discard
NEW_OFF, NEW_ON, NEW_RESTRICTED = 0, 1, 2  # new melds after the contract

HAND = np.dtype(
    [
        ("count", np.int8, (KINDS,)),  # copies held of each kind, jokers last
        ("board", np.uint64, (MAX_PACKS,)),  # naturals, one board per copy
        ("wilds", np.int64),  # jokers and other wild cards held
        ("wild_kinds", np.uint64),  # kinds (places 0..12) that are wild and on no board
        ("size", np.int64),  # cards held
    ],
    align=True,
)

GOAL = np.dtype(
    [
        ("sets", np.int64),  # sets wanted
        ("runs", np.int64),  # runs wanted
        ("set_size", np.int64, (MAX_SHAPES,)),  # of each set, largest first
        ("run_size", np.int64, (MAX_SHAPES,)),  # of each run, largest first
        ("cards", np.int64),  # cards of all these melds together
        ("whole_hand", np.int64),  # 1: the melds must use every card held (round 7)
        ("longer", np.int64),  # 1: melds may be longer than stated when laid down
        ("keep_one", np.int64),  # 1: a card must be left to throw after the lay-down
        ("turn_size", np.int64),  # cards held after the draw when nothing was bought
        ("turn_step", np.int64),  # cards that a hand may grow by at a time; 0: none
        ("wild_max_set", np.int64),  # wilds allowed in a set
        ("wild_max_run", np.int64),  # wilds allowed in a run
        ("gap", np.int64),  # 1: runs of one suit need a gap between them
        ("distinct_ranks", np.int64),  # 1: sets must differ in rank
        ("distinct_suits", np.int64),  # 1: runs must differ in suit
        ("wild_kinds", np.uint64),  # kinds (places 0..12) that are wild besides jokers
        ("wild_natural", np.int64),  # 1: such a kind may stand for itself, too
        ("wild_max_run7", np.int64),  # wilds allowed in a run of seven cards or more
        ("wild_adjacent", np.int64),  # 0: no two wilds beside each other in a run
        ("set_min_naturals", np.int64),  # naturals in a set, at least
        ("wrap", np.int64),  # 1: runs go round the corner, 13 cards at most
        ("full_suit", np.int64),  # 1: A to K of one suit may count as three runs of four
        ("full_runs", np.int64),  # runs wanted when it does, that one among them
        ("full_run_size", np.int64, (MAX_SHAPES,)),  # of each of them, largest first
        ("dirty", np.int64),  # 1: the one run may be of any suits, from ace to king
    ],
    align=True,
)

EVALUATION = np.dtype(
    [
        ("distance", np.int64),  # cards still to be drawn before the goal can be laid down
        ("outs", np.uint64),  # kinds (places 0..12) of which one more lowers the distance
        ("joker_out", np.int64),  # 1: one more joker lowers the distance
        ("core", np.uint64),  # kinds held of which one less raises the distance
        ("joker_core", np.int64),  # 1: one joker less raises the distance
    ],
    align=True,
)

# The best choices of places for a hand (`choices`): all of them, or none is known.
MOST_CHOICES = 24
CHOICES = np.dtype(
    [
        ("number", np.int64),  # 0 or more than MOST_CHOICES: not known
        ("at", np.int64, (MOST_CHOICES,)),
    ],
    align=True,
)

PLANNED_MELD = np.dtype(
    [
        ("is_run", np.int64),
        ("rank", np.int64),  # 0..12, of a set
        ("suit", np.int64),  # 0..3, of a run
        ("first", np.int64),  # place of the lowest card of a run, 0..13
        ("size", np.int64),
        ("card", np.int8, (MAX_MELD_SIZE,)),  # the kinds laid, in order; JOKER for a wild
    ],
    align=True,
)

PLAN = np.dtype(
    [
        ("melds", np.int64),  # how many of `meld` are in use
        ("meld", PLANNED_MELD, (MAX_SHAPES,)),
        ("penalty", np.int64),  # points of the cards left in hand
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("players", np.int64),
        ("packs", np.int64),
        ("jokers", np.int64),
        ("deck_size", np.int64),
        ("deck", np.int8, (MAX_DECK,)),  # the kinds of the shoe before the shuffle
        ("rounds", np.int64),
        ("deal_cards", np.int64, (MAX_ROUNDS,)),
        ("goal", GOAL, (MAX_ROUNDS,)),
        ("last_round", np.int64),  # NORMAL, LONG_RUNS, EXACT_ALL, KEEP_PLAYING
        ("wild_max_set", np.int64),
        ("wild_max_run", np.int64),
        ("wild_max_run7", np.int64),  # in a run of seven cards or more
        ("run7_any", np.int64),  # 1: also in runs that grew so long; 0: in contract runs only
        ("wild_kinds", np.uint64),  # kinds (places 0..12) that are wild besides jokers
        ("wild_natural", np.int64),  # 1: such a kind may stand for itself, too
        ("wild_adjacent", np.int64),  # 0: no two wilds beside each other in a run
        ("set_min_naturals", np.int64),
        ("wrap", np.int64),  # 1: runs go round the corner, 13 cards at most
        ("set_min", np.int64),  # size of a new meld after the contract
        ("run_min", np.int64),
        ("no_return", np.int64),
        ("down_may_take", np.int64),
        ("buy_limit", np.int64),  # 0 when buying is off
        ("buy_penalty_cards", np.int64),
        ("buy_when_down", np.int64),
        ("buy_in_last_round", np.int64),
        ("buy_upcard", np.int64),
        ("buy_discarder", np.int64),
        ("buy_random_priority", np.int64),
        ("buy_reopen", np.int64),
        ("claims_visible", np.int64),
        ("lay_off_same_turn", np.int64),
        ("lay_off_own_only", np.int64),
        ("new_melds", np.int64),  # NEW_OFF, NEW_ON, NEW_RESTRICTED
        ("swap", np.int64),
        ("swap_runs_only", np.int64),
        ("swap_same_turn", np.int64),
        ("final_discard", np.int64),  # OPTIONAL, REQUIRED, FORBIDDEN
        ("discard_joker", np.int64),
        ("value", np.int64, (KINDS,)),  # penalty points
        ("dead_round_void", np.int64),
        ("tie_rounds_won", np.int64),
        ("turn_cap", np.int64),
        ("max_recycles", np.int64),  # a very large number when unlimited
        ("restock_keep_top", np.int64),
        ("draw_any", np.int64),  # 1: any card of the discard pile with all above it
        ("second_joker", np.int64),  # 1: lay-offs beyond the wild limit, not beside a wild
        ("joker_move", np.int64),  # 1: the real card in, its wild to an open end of the run
        ("down_and_out", np.int64),  # factor on the others' points when out in the lay-down turn
        ("out_at_once", np.int64),  # points less for who is out in the turn of his lay-down
    ],
    align=True,
)

MELD = np.dtype(
    [
        ("owner", np.int64),  # seat that laid it
        ("is_run", np.int64),
        ("rank", np.int64),  # 0..12, of a set
        ("suit", np.int64),  # 0..3, of a run
        ("first", np.int64),  # place of the lowest card of a run, 0..13
        ("size", np.int64),
        ("wilds", np.int64),
        ("wild_places", np.int64),  # bit p set: a wild lies at place p of the run
        ("wild", np.int8, (MAX_MELD_SIZE,)),  # kinds of the wilds: of a run by place, else in turn
        ("contract7", np.int64),  # 1: a run laid for a contract with seven cards or more
    ],
    align=True,
)

# What everybody at the table sees.
TABLE = np.dtype(
    [
        ("players", np.int64),
        ("round", np.int64),  # from 0
        ("dealer", np.int64),
        ("on_turn", np.int64),  # seat whose turn it is
        ("turn", np.int64),  # turns begun in this round, by all players
        ("stock_size", np.int64),
        ("recycles", np.int64),  # times the discard pile became the stock
        ("pile_size", np.int64),
        ("top", np.int64),  # kind of the top discard, -1 when there is none
        ("pile", np.int8, (MAX_DECK,)),  # the discard pile, bottom first
        ("pile_by", np.int8, (MAX_DECK,)),  # seat that threw each card of it, -1 for the upcard
        ("claims", np.int64),  # bit s set: seat s asks for the top discard (0 while hidden)
        ("melds", np.int64),  # melds on the table
        ("meld", MELD, (MAX_MELDS,)),
        ("size", np.int64, (MAX_SEATS,)),  # cards in each hand
        ("buys", np.int64, (MAX_SEATS,)),  # bought in this round
        ("down", np.int64, (MAX_SEATS,)),  # 0, or the player's own turn (from 1) of his lay-down
        ("turns", np.int64, (MAX_SEATS,)),  # turns begun by each player in this round
        ("total", np.int64, (MAX_SEATS,)),  # points of the rounds before this one
        ("lay_off_kinds", np.uint64),  # kinds that fit a meld on the table (places 0..12)
        ("joker_room", np.int64),  # melds on the table that can take one more wild
        ("covered", np.uint64),  # kinds that wilds in runs on the table stand for (places 0..12)
        ("open_count", np.int8, (KINDS,)),  # copies lying face up (discard pile and melds)
        ("picked", np.uint64, (MAX_SEATS,)),  # kinds that each player took or bought (places 0..12)
        ("thrown", np.uint64, (MAX_SEATS,)),  # kinds that each player threw (places 0..12)
        ("log_size", np.int64),  # public acts so far; the latest LOG_SIZE are kept
        ("log", np.int32, (LOG_SIZE,)),  # act k at k % LOG_SIZE: code * 1024 + seat * 64 + kind
    ],
    align=True,
)

# What one player sees besides the table.
VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("phase", np.int64),  # CLAIM, DRAW, LAY_DOWN, PLAY, DISCARD
        ("asked", np.int64),  # how often this phase was asked before in this turn
        ("hand", HAND),
        ("drawn", np.int64),  # kind drawn in this turn, the deepest one taken; -1 before the draw
        ("drew_discard", np.int64),  # cards that were taken from the discard pile; 0: the stock
        ("buys_left", np.int64),
        ("memory", np.int64, (MEMORY_SIZE,)),  # the policy's own; zero when a round starts
        ("plan", PLAN),  # at LAY_DOWN and for new melds: what would be laid; may be changed
        ("known", EVALUATION),  # memo of `evaluate`, valid while `known_valid` is 1
        ("known_valid", np.int64),
        ("choices", CHOICES),  # of the hand as it is
        ("floor", np.int64),  # the distance is at least this
        ("trial", EVALUATION),  # room for what a policy tries out on its own hand
        ("others", CHOICES),  # and for its choices
        ("kept", EVALUATION),  # of the hand after the change `kept_for`, tried out already
        ("kept_for", np.int64),  # kind + 1 of a card gained, its negative for one lost; 0: none
        ("undone", EVALUATION),  # of the hand before its last change, so after that of `undone_for`
        ("undone_for", np.int64),  # the change back, as `kept_for`; 0 where nothing was known
        ("noise_key", np.uint64),  # of this deal's `noise`: says nothing about shoe or deal
    ],
    align=True,
)

# The parameters of one policy.
PARAMS = np.dtype([("value", np.float64, (64,))], align=True)

# The rows of a trace; nothing is written while `on` is 0, so the room is not even touched.
TRACE_ROWS = 1 << 17
TRACE = np.dtype(
    [
        ("on", np.int64),
        ("rows", np.int64),  # rows written; more than TRACE_ROWS when some found no room
        ("row", np.int32, (TRACE_ROWS, TRACE_WIDTH)),
    ],
    align=True,
)

# Everything: what no policy can reach is outside VIEW and TABLE.
STATE = np.dtype(
    [
        ("table", TABLE),
        ("views", VIEW, (MAX_SEATS,)),
        ("params", PARAMS, (MAX_SEATS,)),
        ("shoe", np.int8, (MAX_DECK,)),  # cards from `next` on are still to come
        ("next", np.int64),  # index of the next card of the stock
        ("end", np.int64),  # index behind the last card of the stock
        ("shuffled", np.int64),  # cards of the shoe that have their final place
        ("stream", np.uint64),  # which permutation is being drawn
        ("lane", np.uint64, (2,)),  # random words of the shuffle that are not used up yet
        ("key", np.uint64),  # of the deal's random words
        ("deal", np.uint64),
        ("winner", np.int64),  # seat that went out, -1 while nobody has
        ("dead", np.int64),  # 0, NO_CARDS or TURN_CAP
        ("dealt_ready", np.int64, (MAX_SEATS,)),  # 1: held the contract as dealt
        ("jokers_dealt", np.int64, (MAX_SEATS,)),  # in the hand as dealt
        ("laid_off_own", np.int64, (MAX_SEATS,)),  # cards laid off on melds of one's own
        ("laid_off_others", np.int64, (MAX_SEATS,)),  # and on those of others
        ("points", np.int64, (MAX_SEATS,)),  # of the round just scored
        ("rounds_won", np.int64, (MAX_SEATS,)),
        ("claimants", np.int64),  # bit s set: seat s asks for the top discard
        ("decisions", np.int64),  # answers asked of policies since the job began
        ("fault", np.int64),  # 0, or why a policy's answer was refused (FAULT_*)
        ("fault_seat", np.int64),
        ("fault_phase", np.int64),
        ("fault_answer", np.int64),
        ("fault_detail", np.int64),  # of FAULT_PLAN: what `check_plan` found
    ],
    align=True,
)

FAULT_YES_NO = 1  # the answer must be 0 or 1
FAULT_PLAN = 2  # the melds of `view.plan` may not be laid down
FAULT_PLAY = 3  # no such lay-off, swap or new meld
FAULT_DISCARD = 4  # that card may not be thrown
FAULT_DEPTH = 5  # not so many discards may be taken

# What one call of the batch kernel is asked to play.
JOB = np.dtype(
    [
        ("deal_key", np.uint64),
        ("noise_key", np.uint64),
        ("first", np.int64),  # number of the first deal
        ("count", np.int64),  # deals to play
        ("round", np.int64),  # the only round to play, -1 for whole matches
        ("shift", np.int64),  # seat s gets the hand and the place of seat (s + shift) % players
    ],
    align=True,
)

# How one player fared in one round of one deal.
RESULT = np.dtype(
    [
        ("deal", np.int64),
        ("round", np.int64),  # from 0
        ("seat", np.int64),  # from 0
        ("place", np.int64),  # 0 played first in this round, players - 1 dealt
        ("points", np.int64),
        ("went_out", np.int64),  # 1: he ended the round
        ("down_turn", np.int64),  # his own turn (from 1) of the lay-down, 0 if never
        ("buys", np.int64),
        ("jokers_left", np.int64),  # in hand at the end
        ("cards_left", np.int64),
        ("dealt_ready", np.int64),  # 1: he held the contract as dealt
        ("jokers_dealt", np.int64),  # in his hand as dealt
        ("laid_off_own", np.int64),  # cards that he laid off on melds of his own
        ("laid_off_others", np.int64),  # and on those of others
        ("turns", np.int64),  # of all players in this round
        ("dead", np.int64),  # 0, NO_CARDS or TURN_CAP
        ("recycles", np.int64),
        ("hand", np.int8, (KINDS,)),  # copies of each kind left in his hand, jokers last
    ],
    align=True,
)

HISTOGRAM = 152  # bins of lay-down turns: 0 never, 1..150, 151 later

SEAT_TALLY = np.dtype(
    [
        ("points", np.int64),
        ("points_squared", np.int64),
        ("went_out", np.int64),
        ("down", np.int64),
        ("down_turn", np.int64),  # summed over the rounds in which he laid down
        ("down_turn_squared", np.int64),
        ("buys", np.int64),
        ("buys_squared", np.int64),
        ("jokers_left", np.int64),
        ("jokers_left_squared", np.int64),
        ("histogram", np.int64, (HISTOGRAM,)),  # rounds by turn of the lay-down
    ],
    align=True,
)

ROUND_TALLY = np.dtype(
    [
        ("played", np.int64),
        ("turns", np.int64),
        ("turns_squared", np.int64),
        ("no_cards", np.int64),  # dead rounds
        ("capped", np.int64),  # rounds ended by the turn cap
        ("recycles", np.int64),
        ("dealt_ready", np.int64),  # players who held the contract as dealt
        ("dealt_ready_squared", np.int64),  # square of their number per deal, summed
        ("down_players", np.int64, (MAX_SEATS + 1,)),  # rounds by how many were down at the end
        ("points", np.int64),  # of all players together
        ("points_squared", np.int64),  # square of that sum per deal, summed
        ("seat", SEAT_TALLY, (MAX_SEATS,)),
    ],
    align=True,
)

MATCH_TALLY = np.dtype(
    [
        ("total", np.int64),
        ("total_squared", np.int64),
        ("wins", np.int64),  # in sixtieths: k players who tie get 60 / k each
        ("wins_squared", np.int64),
    ],
    align=True,
)

# Integer sums over deals: adding tallies in any order gives the same bytes.
TALLY = np.dtype(
    [
        ("deals", np.int64),
        ("turns", np.int64),  # all turns of all rounds
        ("decisions", np.int64),  # answers asked of policies
        ("round", ROUND_TALLY, (MAX_ROUNDS,)),
        ("match", MATCH_TALLY, (MAX_SEATS,)),
    ],
    align=True,
)


class Record(np.record):
    """A record whose fields win over NumPy's own attributes of the same name.

    ``np.record`` looks for ``size``, ``round`` or ``view`` among NumPy's methods first, so
    ``hand.size`` would be 1 whenever kernels run as plain Python (``NUMBA_DISABLE_JIT=1``).
    """

    def __getattribute__(self, name: str) -> Any:
        names = np.record.__getattribute__(self, "dtype").names
        if names is None or name not in names:
            return super().__getattribute__(name)
        field = self[name]
        if field.dtype.names is None:
            return field
        return field.view(np.dtype((Record, field.dtype)))


def new_records(dtype: np.dtype[Any], count: int) -> np.ndarray[Any, Any]:
    """``count`` records of zeros that work the same with numba's compiler on and off.

    >>> hands = new_records(HAND, 2)
    >>> hands[1].size += 3
    >>> int(hands[1].size)
    3
    """
    return np.zeros(count, np.dtype((Record, dtype)))
