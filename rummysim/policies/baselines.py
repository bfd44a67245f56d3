"""The first players: uniform over legal acts, and greedy for the contract."""

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, KINDS, LAY_DOWN, PLAY
from rummysim.kernels.linked import linked
from rummysim.kernels.look import helps, look, pick
from rummysim.kernels.table_melds import count_plays, joker_room_for, kinds_for, legal_play
from rummysim.kernels.turn import may_discard
from rummysim.kernels.types import POLICY_SIGNATURE
from rummysim.policies.parts import (
    dearest_kind,
    dearest_play,
    fits_table,
    has_taken_wild,
    shallowest,
    throwable,
    wild_to_throw,
)
from rummysim.policies.script_parameters import DIG

DEEPEST = 100  # noise words that a decision may use at most


@kernel()
def random_discard(view, table, rules):
    """A kind, uniform over those that may be thrown."""
    legal = 0
    for kind in range(KINDS):
        legal += may_discard(view, rules, kind)
    skip = pick(view, table, 0, legal)
    for kind in range(KINDS):
        if may_discard(view, rules, kind):
            if skip == 0:
                return kind
            skip -= 1
    return -1


@kernel()
def wants_to_buy(view, table, rules):
    """0 where a bought card cannot bring the contract nearer, whatever it is, else 1.

    When the whole hand must be melded, a buy brings at least as many cards to place as it
    places; and who is down has no contract to complete.
    """
    return 0 if table.down[view.seat] or rules.goal[table.round].whole_hand else 1


@kernel()
def greedy_discard(view, table, rules, known):
    """The dearest card that no best way to the contract needs, else the dearest natural.

    known : EVALUATION of the hand (`look`), not read when down: who is down keeps what fits
        the table, if he can
    """
    kinds = throwable(view, rules)
    if table.down[view.seat]:
        needed = kinds_for(table, rules, view.seat)
        joker_needed = joker_room_for(table, rules, view.seat) > 0
    else:
        needed = known.core
        joker_needed = known.joker_core == 1
    free = dearest_kind(kinds & ~needed, rules)
    # A wild that was just taken stays unless nothing else may go: it would go round the table.
    just_taken = 1 if has_taken_wild(view) and kinds else 0
    wild = wild_to_throw(view, rules)
    if not joker_needed and not just_taken and wild >= 0:
        if free < 0 or rules.value[wild] > rules.value[free]:
            return wild
    if free >= 0:
        return free
    kind = dearest_kind(kinds, rules)
    return kind if kind >= 0 else wild


@kernel()
def random_depth(view, table):
    """Discards to take: none as often as some, each further one with a chance of one half."""
    depth = pick(view, table, 0, 2)
    while depth > 0 and depth < min(table.pile_size, DEEPEST) and pick(view, table, depth, 2):
        depth += 1
    return depth


@linked
@kernel(POLICY_SIGNATURE)
def random(view, table, rules, params):
    """Chooses uniformly among the legal acts of every decision, but takes rather few discards.

    A uniform choice of any depth of the discard pile would bring half the shoe into each hand.
    """
    if view.phase == PLAY:
        choice = pick(view, table, 0, count_plays(view, table, rules) + 1)
        return 0 if choice == 0 else legal_play(view, table, rules, choice - 1)
    if view.phase == DRAW and rules.draw_any:
        return random_depth(view, table)
    if view.phase in (CLAIM, DRAW, LAY_DOWN):
        return pick(view, table, 0, 2)
    return random_discard(view, table, rules)


@linked
@kernel(POLICY_SIGNATURE)
def greedy(view, table, rules, params):
    """Fewest missing cards, the dearest useless card thrown, what is needed bought."""
    if view.phase == LAY_DOWN:
        return 1
    if view.phase == PLAY:
        return dearest_play(view, table, rules)
    down = table.down[view.seat] > 0
    if view.phase == DRAW and down:
        return fits_table(view, table, rules, table.top)
    if view.phase == CLAIM and wants_to_buy(view, table, rules) == 0:
        return 0
    known = view.known if down else look(view, table, rules)
    if view.phase == DISCARD:
        return greedy_discard(view, table, rules, known)
    if view.phase == DRAW and rules.draw_any:
        return shallowest(table, known, DIG)
    return helps(known, table.top)
