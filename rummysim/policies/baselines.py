"""The first players: uniform over legal acts, and greedy for the contract."""

from rummysim.kernels._jit import kernel
from rummysim.kernels.acts import SWAP, act_kind, act_type
from rummysim.kernels.ask import POLICY_SIGNATURE
from rummysim.kernels.hand import holds
from rummysim.kernels.layout import CLAIM, DRAW, JOKER, KINDS, LAY_DOWN, PLAY
from rummysim.kernels.look import look, pick
from rummysim.kernels.table_melds import count_plays, legal_play
from rummysim.kernels.turn import may_discard


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
def helps(view, table, rules, kind):
    """1 if one more card of ``kind`` brings the hand nearer to the contract."""
    known = look(view, table, rules)
    return known.joker_out if kind == JOKER else holds(known.outs, kind)


@kernel()
def fits_table(table, kind):
    """1 if a card of ``kind`` can be added to some meld on the table."""
    if kind == JOKER:
        return 1 if table.joker_room > 0 else 0
    return holds(table.lay_off_kinds, kind)


@kernel()
def greedy_claim(view, table, rules):
    """Buys what brings the contract nearer, also after the penalty cards have come with it.

    When the whole hand must be melded a bought card brings at least as many cards to place
    as it places, so nothing is bought then; nor when already down.
    """
    if table.down[view.seat] or rules.goal[table.round].whole_hand:
        return 0
    return helps(view, table, rules, table.top)


@kernel()
def dearest_play(view, table, rules):
    """The lay-off, swap or new meld that comes first; a lay-off of the dearest card if any."""
    best = 0
    best_value = -1
    for index in range(count_plays(view, table, rules)):
        act = legal_play(view, table, rules, index)
        value = rules.value[act_kind(act)]
        if act_type(act) >= SWAP:
            value = 0
        if value > best_value:
            best = act
            best_value = value
    return best


@kernel()
def greedy_discard(view, table, rules):
    """The dearest card that no best way to the contract needs, else the dearest natural."""
    down = table.down[view.seat] > 0
    core = look(view, table, rules).core if not down else view.hand.board[0] & table.lay_off_kinds
    joker_core = (not down and view.known.joker_core == 1) or (down and table.joker_room > 0)
    best = -1
    best_value = -1
    for kind in range(KINDS):
        if may_discard(view, rules, kind) == 0:
            continue
        needed = joker_core if kind == JOKER else holds(core, kind) == 1
        value = rules.value[kind] + (0 if needed else 2000)
        if needed and kind == JOKER:
            value = 0
        if value > best_value:
            best = kind
            best_value = value
    return best
@kernel(POLICY_SIGNATURE)
def random(view, table, rules, params):
    """Chooses uniformly among the legal acts of every decision."""
    if view.phase == PLAY:
        choice = pick(view, table, 0, count_plays(view, table, rules) + 1)
        return 0 if choice == 0 else legal_play(view, table, rules, choice - 1)
    if view.phase in (CLAIM, DRAW, LAY_DOWN):
        return pick(view, table, 0, 2)
    return random_discard(view, table, rules)


@kernel(POLICY_SIGNATURE)
def greedy(view, table, rules, params):
    """Fewest missing cards, the dearest useless card thrown, what is needed bought."""
    if view.phase == CLAIM:
        return greedy_claim(view, table, rules)
    if view.phase == DRAW:
        if table.down[view.seat]:
            return fits_table(table, table.top)
        return helps(view, table, rules, table.top)
    if view.phase == LAY_DOWN:
        return 1
    if view.phase == PLAY:
        return dearest_play(view, table, rules)
    return greedy_discard(view, table, rules)
