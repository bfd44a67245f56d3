"""Choosing the card to throw: which cards can be spared, in which order, and what each costs."""

import math

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.hand import KIND_AT, holds, is_wild, kind_bit
from rummysim.kernels.layout import JOKER, MAX_DECK
from rummysim.kernels.look import pick
from rummysim.policies.parts import dearest_kind, has_taken_wild, throwable, wild_to_throw
from rummysim.policies.script_any import AIM, ANY
from rummysim.policies.script_parameters import JOKERS, TAKES, THROWS, place
from rummysim.policies.script_sight import (
    NOBODY_DOWN,
    NONE,
    TRY,
    count_outs,
    danger,
    fewest_cards,
    fewest_when_down,
)

KEEP_JOKERS = place("keep_jokers")
JOKER_FEW = place("joker_few")
TAKE = place("take")
THROW = place("throw")
WEIGH = place("weigh")
OUTS_POINTS = place("outs_points")
RETREAT_FEW = place("retreat_few")
STEP_POINTS = place("step_points")
POINT_WEIGHT = place("point_weight")
WHOLE_STEP = place("whole_step")
WHOLE_FROM = place("whole_from")
WHOLE_POWER = place("whole_power")
WHOLE_OUTS = place("whole_outs")
WHOLE_WEIGHT = place("whole_weight")

NEEDED, ALWAYS, NEVER, UNTIL_DOWN, UNTIL_FEW = range(len(JOKERS.split()))
HIGH, LOW, RANDOM = range(len(THROWS.split()))

TAKE_NEVER, TAKE_FIT, TAKE_PROGRESS = range(len(TAKES.split()))

LIKE_OTHERS, KEPT, GOES_FIRST = 0, 1, 2  # jokers and other wilds

# Logarithms of 1 + outs: two copies at most of each kind, and wilds.
LOGS = np.array([math.log(1.0 + outs) for outs in range(2 * JOKER + MAX_DECK + 1)])

JOKER_WORD = JOKER + 1  # number of the noise word that decides about a joker
ONE = np.uint64(1)


@kernel()
def joker_stance(view, table, params):
    """Whether a joker is thrown LIKE_OTHERS, KEPT while anything else may go, or GOES_FIRST."""
    rule = params.value[KEEP_JOKERS]
    if rule == NEEDED:
        return LIKE_OTHERS
    if rule == ALWAYS:
        return KEPT
    if rule == UNTIL_DOWN:
        return KEPT if fewest_when_down(view, table) == NOBODY_DOWN else GOES_FIRST
    if rule == UNTIL_FEW:
        return KEPT if fewest_cards(view, table) > params.value[JOKER_FEW] else GOES_FIRST
    return GOES_FIRST


@kernel()
def plays_for_points(table, rules, params):
    """1 in a whole-hand round that is played by the parameters of such rounds.

    At small tables going out first is likelier, and distance before points does better there.
    """
    if rules.goal[table.round].whole_hand == 0 or params.value[WHOLE_STEP] == 0:
        return 0
    return 1 if table.players >= params.value[WHOLE_FROM] else 0


@kernel()
def any_card_goes(view, table, rules, params):
    """1 where points are weighed against progress: cards that are needed may go, too."""
    if plays_for_points(table, rules, params):
        return 1
    return 1 if fewest_when_down(view, table) <= params.value[RETREAT_FEW] else 0


@kernel()
def cheapest_kind(kinds, rules):
    """The first kind of fewest points in a mask of kinds (places 0..12); -1 if none."""
    best = -1
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        if best < 0 or rules.value[kind] < rules.value[best]:
            best = kind
    return best


@kernel()
def random_kind(view, table, kinds):
    """One of a mask of kinds (places 0..12), uniform by a noise word; -1 if none."""
    if kinds == NONE:
        return -1
    count = popcount(kinds)
    for _ in range(pick(view, table, count, count)):
        kinds &= kinds - ONE
    return KIND_AT[trailing_zeros(kinds)]


@kernel()
def first_natural(view, table, rules, kinds, params):
    """Which of a mask of kinds (places 0..12) goes first, by ``throw``; -1 if none."""
    if params.value[THROW] == HIGH:
        return dearest_kind(kinds, rules)
    if params.value[THROW] == LOW:
        return cheapest_kind(kinds, rules)
    return random_kind(view, table, kinds)


@kernel()
def wild_before(view, table, rules, kind, others, params):
    """1 if a wild that may go goes before ``kind`` (-1: none), the first of ``others``."""
    if kind < 0:
        return 1
    if params.value[THROW] == RANDOM:
        return 1 if pick(view, table, JOKER_WORD, others + 1) == 0 else 0
    dearer = rules.value[wild_to_throw(view, rules)] > rules.value[kind]
    return 1 if dearer != (params.value[THROW] == LOW) else 0


@kernel()
def first_card(view, table, rules, kinds, joker, params):
    """Which goes first of a mask of kinds and, where ``joker`` is 1, a wild; -1 if none."""
    kind = first_natural(view, table, rules, kinds, params)
    if joker and wild_before(view, table, rules, kind, popcount(kinds), params):
        return wild_to_throw(view, rules)
    return kind


@kernel()
def joker_may_go(view, table, rules, joker_needed, params):
    """1 if a wild may be thrown and stands among the cards that can be spared.

    Not one that was just taken, unless nothing but wilds may go: it would go round the table.
    """
    if joker_needed or wild_to_throw(view, rules) < 0:
        return 0
    if has_taken_wild(view) and throwable(view, rules):
        return 0
    return 1 if joker_stance(view, table, params) == LIKE_OTHERS else 0


@kernel()
def joker_goes_first(view, table, rules, params):
    """1 if a wild is held, may be thrown and goes before everything else."""
    if wild_to_throw(view, rules) < 0:
        return 0
    return 1 if joker_stance(view, table, params) == GOES_FIRST else 0


@kernel()
def free_to_go(view, rules, params):
    """Mask of the naturals that may be thrown, what was just taken left out if others may.

    Else a card could be taken for progress, or for any meld, and thrown at once, turn by turn.
    """
    kinds = throwable(view, rules)
    plain = (
        params.value[WEIGH] <= 1
        and params.value[TAKE] != TAKE_PROGRESS
        and params.value[AIM] != ANY
    )
    if view.drew_discard == 0 or plain:  # a plain player takes only what is missing
        return kinds
    others = kinds & ~kind_bit(view.drawn)
    return others if others else kinds


@kernel()
def choose_by_need(view, table, rules, needed, joker_needed, params):
    """The first card, by ``throw``, that is not needed; else the first of all naturals.

    needed : mask of kinds (places 0..12)
    """
    kinds = free_to_go(view, rules, params)
    joker = joker_may_go(view, table, rules, joker_needed, params)
    card = first_card(view, table, rules, kinds & ~needed, joker, params)
    if card >= 0:
        return card
    card = first_natural(view, table, rules, kinds, params)
    return card if card >= 0 else wild_to_throw(view, rules)


@kernel()
def worth(distance, outs, for_points, params):
    """Points that a position is worth, the cards' own points apart.

    for_points : what `plays_for_points` says

    Twice as many outs help as much at 4 as at 16: final points regressed on the outs fall
    like their logarithm.
    """
    if for_points:
        complete = params.value[WHOLE_STEP] * (1.0 + distance) ** -params.value[WHOLE_POWER]
        return complete + params.value[WHOLE_OUTS] * LOGS[outs]
    return params.value[OUTS_POINTS] * LOGS[outs] - params.value[STEP_POINTS] * distance


@kernel()
def point_weight(for_points, params):
    """What a point of penalty less in hand counts for: less than nothing if low cards go first."""
    weight = params.value[WHOLE_WEIGHT] if for_points else params.value[POINT_WEIGHT]
    if params.value[THROW] == HIGH:
        return weight
    return -weight if params.value[THROW] == LOW else 0.0


@kernel()
def worth_of_hand(table, rules, known, unseen, params):
    """Points that a hand is worth of which ``known`` (EVALUATION) tells, its own points apart."""
    outs = count_outs(known, unseen)
    return worth(known.distance, outs, plays_for_points(table, rules, params), params)


@kernel()
def throw_gains(view, table, rules, card, params):
    """(points that a throw of ``card`` takes off the hand, points that it seems to give away)."""
    weight = point_weight(plays_for_points(table, rules, params), params)
    return weight * rules.value[card], danger(view, table, rules, card, params)


@kernel()
def only_spares(view, table, rules, known, card):
    """1 if the hand is as far from the contract without ``card``, and has no out that it has not.

    Where the whole hand must be laid a card less can be a card nearer.
    """
    if rules.goal[table.round].whole_hand:
        return 0
    if is_wild(view.hand.wild_kinds, card):
        return 1 - known.joker_core
    return 1 - holds(known.core, card)


@kernel()
def spare_cards(view, table, rules, known, params):
    """Mask of the naturals that may be weighed, and 1 if a wild may be; never nothing."""
    kinds = free_to_go(view, rules, params)
    if any_card_goes(view, table, rules, params):
        return kinds, joker_may_go(view, table, rules, 0, params)
    joker = joker_may_go(view, table, rules, known.joker_core, params)
    spare = kinds & ~known.core
    if joker == 0 and spare == NONE:
        return kinds, joker
    return spare, joker


@kernel()
def discard_now(view, table, rules, known, params):
    """The card to throw where nothing needs to be weighed, else TRY."""
    if joker_goes_first(view, table, rules, params):
        return wild_to_throw(view, rules)
    if params.value[WEIGH] > 1:
        return TRY
    return choose_by_need(view, table, rules, known.core, known.joker_core, params)
