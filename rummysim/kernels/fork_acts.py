"""The two acts of each kind of decision, and the hands that they lead to."""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.bits import popcount, trailing_zeros
from rummysim.kernels.features import feature
from rummysim.kernels.hand import KIND_AT, add_card, kind_bit, remove_card
from rummysim.kernels.layout import JOKER, MEMORY_SIZE
from rummysim.kernels.points import hand_points
from rummysim.kernels.turn import may_discard

VALUE_A, VALUE_B = feature("value_a"), feature("value_b")

ONE = np.uint64(1)
NATURALS = np.uint64(0x1FFF_1FFF_1FFF_1FFF)  # places 0..12: the ace once, not twice


@kernel()
def copy_evaluation(source, target):
    """0; ``target`` (EVALUATION) says what ``source`` says."""
    target.distance = source.distance
    target.outs = source.outs
    target.joker_out = source.joker_out
    target.core = source.core
    target.joker_core = source.joker_core
    return 0


@kernel()
def know_hand(game, fork, seat):
    """0; `fork.known` tells of the hand as it is, and `fork.after` as if no act changed it."""
    state, rules = game[:2]
    evaluate = game[4]
    view = state.views[seat]
    if view.known_valid:
        copy_evaluation(view.known, fork.known)
    else:
        evaluate(view.hand, rules.goal[state.table.round], fork.known)
    for act in range(2):
        copy_evaluation(fork.known, fork.after[act])
    return 0


@kernel()
def know_nothing(fork):
    """0; every EVALUATION of `fork` says that nothing is missing and nothing helps."""
    for act in range(2):
        known = fork.after[act]
        known.distance = 0
        known.outs = np.uint64(0)
        known.joker_out = 0
    copy_evaluation(fork.after[0], fork.known)
    return 0


@kernel()
def know_without(game, seat, kind, out):
    """0; ``out`` (EVALUATION) tells of the hand without one card of ``kind``."""
    state, rules = game[:2]
    evaluate = game[4]
    hand = state.views[seat].hand
    remove_card(hand, kind)
    evaluate(hand, rules.goal[state.table.round], out)
    add_card(hand, kind)
    return 0


@kernel()
def unseen_outs(state, rules, seat, known):
    """Cards that this player has not seen yet and that ``known`` (EVALUATION) is waiting for."""
    table = state.table
    hand = state.views[seat].hand
    count = 0
    outs = known.outs
    while outs:
        kind = KIND_AT[trailing_zeros(outs)]
        outs &= outs - ONE
        count += max(0, rules.packs - np.int64(table.open_count[kind]) - np.int64(hand.count[kind]))
    if known.joker_out:
        count += max(
            0, rules.jokers - np.int64(table.open_count[JOKER]) - np.int64(hand.count[JOKER])
        )
    return count


@kernel()
def card_acts(game, fork, seat):
    """1: the top discard can be had or left, as a buy or as the draw."""
    state, rules = game[:2]
    evaluate = game[4]
    table = state.table
    hand = state.views[seat].hand
    know_hand(game, fork, seat)
    add_card(hand, table.top)
    evaluate(hand, rules.goal[table.round], fork.after[0])
    remove_card(hand, table.top)
    found = fork.situation[fork.found]
    found.answer[0] = 1
    found.answer[1] = 0
    found.feature[VALUE_A] = rules.value[table.top]
    found.feature[VALUE_B] = 0
    return 1


@kernel()
def lay_down_acts(game, fork, seat):
    """1: the contract can be laid down now or held back."""
    state, rules = game[:2]
    view = state.views[seat]
    know_nothing(fork)
    found = fork.situation[fork.found]
    found.answer[0] = 1
    found.answer[1] = 0
    held = hand_points(view.hand, rules)
    kept = held
    for index in range(view.plan.melds):
        meld = view.plan.meld[index]
        for slot in range(meld.size):
            kept -= rules.value[meld.card[slot]]
    found.feature[VALUE_A] = kept
    found.feature[VALUE_B] = held
    return 1


@kernel()
def throwable_naturals(view, rules):
    """Mask of the natural kinds (places 0..12) that may be thrown."""
    kinds = view.hand.board[0] & NATURALS
    if rules.no_return and view.drew_discard and view.drawn != JOKER:
        if may_discard(view, rules, view.drawn) == 0:
            kinds &= ~kind_bit(view.drawn)
    return kinds


@kernel()
def joker_acts(game, fork, seat, answer):
    """1 if a joker may be thrown, or a natural in its place; else 0."""
    state, rules = game[:2]
    view = state.views[seat]
    if may_discard(view, rules, JOKER) == 0 or may_discard(view, rules, answer) == 0:
        return 0
    if throwable_naturals(view, rules) == np.uint64(0):
        return 0
    natural = answer if answer != JOKER else natural_instead(game, fork, seat)
    found = fork.situation[fork.found]
    found.answer[0] = natural
    found.answer[1] = JOKER
    found.feature[VALUE_A] = rules.value[natural]
    found.feature[VALUE_B] = rules.value[JOKER]
    if state.table.down[seat] > 0:
        know_nothing(fork)
        return 1
    know_hand(game, fork, seat)
    know_without(game, seat, natural, fork.after[0])
    know_without(game, seat, JOKER, fork.after[1])
    return 1


@kernel()
def natural_instead(game, fork, seat):
    """The natural that the policy throws when no joker may go: it is asked again under that rule.

    A policy that does not heed the rule throws its dearest natural.
    """
    state, rules = game[:2]
    policies = game[3]
    view = state.views[seat]
    allowed = rules.discard_joker
    for word in range(MEMORY_SIZE):
        fork.memory[word] = view.memory[word]
    rules.discard_joker = 0
    kind = np.int64(policies[seat](view, state.table, rules, state.params[seat]))
    rules.discard_joker = allowed
    for word in range(MEMORY_SIZE):
        view.memory[word] = fork.memory[word]
    if kind != JOKER and may_discard(view, rules, kind):
        return kind
    kinds = throwable_naturals(view, rules)
    best = KIND_AT[trailing_zeros(kinds)]
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        if rules.value[kind] > rules.value[best]:
            best = kind
    return best


@kernel()
def discard_acts(game, fork, seat, answer):
    """1 if the dearest card that can be spared is not the one that leaves most outs; else 0.

    Spared are naturals without which the contract lacks no more. Of equally dear ones the first
    act throws the one that leaves more outs; of equals in outs the second throws the dearer one.
    """
    state, rules = game[:2]
    view = state.views[seat]
    found = fork.situation[fork.found]
    if may_discard(view, rules, answer) == 0:
        return 0
    know_hand(game, fork, seat)
    kinds = throwable_naturals(view, rules) & ~fork.known.core
    if popcount(kinds) < 2:
        return 0
    values = (-1, -1)
    outs = (-1, -1)
    while kinds:
        kind = KIND_AT[trailing_zeros(kinds)]
        kinds &= kinds - ONE
        know_without(game, seat, kind, fork.trial)
        value = rules.value[kind]
        left = unseen_outs(state, rules, seat, fork.trial)
        dearer = value > values[0] or (value == values[0] and left > outs[0])
        fuller = left > outs[1] or (left == outs[1] and value > values[1])
        for act in range(2):
            if fuller if act else dearer:
                found.answer[act] = kind
                found.feature[VALUE_B if act else VALUE_A] = value
                copy_evaluation(fork.trial, fork.after[act])
        values = value if dearer else values[0], value if fuller else values[1]
        outs = left if dearer else outs[0], left if fuller else outs[1]
    return 0 if found.answer[0] == found.answer[1] else 1
