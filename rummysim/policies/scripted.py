"""The scripted player: one policy, whose parameters make it a beginner or a strong player."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.choices import are_known
from rummysim.kernels.contract import solve, solve_again
from rummysim.kernels.hand import add_card, is_wild, kind_bit, remove_card
from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, LAY_DOWN, PLAY
from rummysim.kernels.linked import linked
from rummysim.kernels.look import keep_trial, look, most_with, most_without
from rummysim.kernels.types import POLICY_SIGNATURE
from rummysim.policies.parts import wild_to_throw
from rummysim.policies.script_any import collects_any, loneliest
from rummysim.policies.script_discard import (
    choose_by_need,
    discard_now,
    first_card,
    free_to_go,
    joker_goes_first,
    only_spares,
    spare_cards,
    throw_gains,
    worth_of_hand,
)
from rummysim.policies.script_draw import (
    gain_of_tried,
    hold_discards,
    is_tried,
    leaves_it,
    most_tried,
    never_buys,
    return_discards,
    wants_any,
    wants_now,
)
from rummysim.policies.script_parameters import place
from rummysim.policies.script_sight import TRY, unseen_cards
from rummysim.policies.script_table import answer_when_down, lay_down_now, next_play

WEIGH = place("weigh")

OPEN = -2  # instead of an answer: it depends on the contract


@kernel()
def answer_for_any(view, table, rules, params):
    """The answer of a player who is not down and collects any melds."""
    if view.phase != DISCARD:
        return wants_any(view, table, params)
    if joker_goes_first(view, table, rules, params):
        return wild_to_throw(view, rules)
    lonely = loneliest(view.hand, free_to_go(view, rules, params))
    return choose_by_need(view, table, rules, ~lonely, 1, params)


@kernel()
def settled(view, table, rules, params):
    """The answer where the distance to the contract plays no part, else OPEN."""
    phase = view.phase
    if phase == LAY_DOWN:
        return lay_down_now(view, table, rules, params)
    if phase == PLAY:
        return next_play(view, table, rules, params)
    if table.down[view.seat] > 0:
        return answer_when_down(view, table, rules, params)
    if phase == CLAIM and never_buys(view, table, rules, params):
        return 0
    if collects_any(view, table, rules, params):
        return answer_for_any(view, table, rules, params)
    return OPEN


@kernel()
def tried_depth(view, table, rules, sight, params):
    """How many discards are taken after each number was tried in the hand; 0 for none.

    sight : EVALUATION of the hand, and what `unseen_cards` gave
    """
    goal = rules.goal[table.round]
    best, best_worth = 0, 0.0
    for depth in range(1, most_tried(view, table, rules, params) + 1):
        if is_tried(table, sight[0], depth):
            most = most_with(goal, sight[0], table.top)  # more cards than the top one do no harm
            hold_discards(view.hand, table, depth)
            solve(view.hand, goal, most, view.others, view.trial)
            return_discards(view.hand, table, depth)
            gain = gain_of_tried(view, table, rules, sight, depth, params)
            if gain > best_worth:
                best, best_worth = depth, gain
                keep_trial(view, table.top + 1 if depth == 1 else 0)
    return best


@kernel()
def try_without(view, goal, known, card):
    """0; ``view.trial`` tells of the hand without ``card``, as was known before it was drawn.

    known : EVALUATION of the hand with it, from whose best choices other cards are told, if known
    """
    if view.undone_for == -card - 1:
        view.trial = view.undone
        return 0
    most = most_without(goal, known, card)
    remove_card(view.hand, card)
    if 0 < most == known.distance and are_known(view.choices):
        solve_again(view.hand, goal, most, view.choices, view.trial)
    else:
        solve(view.hand, goal, most, view.others, view.trial)
    add_card(view.hand, card)
    return 0


@kernel()
def tried_card(view, table, rules, sight, params):
    """The card to throw after some were tried; ``sight`` as in `tried_depth`."""
    known, unseen = sight
    kinds, joker = spare_cards(view, table, rules, known, params)
    most = worth_of_hand(table, rules, known, unseen, params)
    best, best_worth = wild_to_throw(view, rules), -np.inf
    for _ in range(int(params.value[WEIGH])):
        card = first_card(view, table, rules, kinds, joker, params)
        if card < 0:
            break
        kinds &= ~kind_bit(card)  # nothing for a joker
        joker = 0 if is_wild(view.hand.wild_kinds, card) else joker
        points, harm = throw_gains(view, table, rules, card, params)
        if most + points - harm <= best_worth and only_spares(view, table, rules, known, card):
            continue  # no worse without it is not good enough
        try_without(view, rules.goal[table.round], known, card)
        worth = worth_of_hand(table, rules, view.trial, unseen, params) + points - harm
        if worth > best_worth:
            best, best_worth = card, worth
            keep_trial(view, -card - 1)
    return best


@linked
@kernel(POLICY_SIGNATURE)
def scripted(view, table, rules, params):
    """Plays by its parameters (`script_parameters`), from a beginner to a strong player."""
    if view.phase <= DRAW and leaves_it(view, table, rules, params):
        return 0
    answer = settled(view, table, rules, params)
    if answer != OPEN:
        return answer
    known = look(view, table, rules)
    throws = view.phase == DISCARD
    if throws:
        answer = discard_now(view, table, rules, known, params)
    else:
        answer = wants_now(view, table, rules, known, params)
    if answer != TRY:
        return answer
    sight = (known, unseen_cards(view, table, rules, params))
    if throws:
        return tried_card(view, table, rules, sight, params)
    return tried_depth(view, table, rules, sight, params)
