"""How a turn begins: claims, first refusal, buy and draw (rules.md 1.6)."""

from rummysim.kernels import layout
from rummysim.kernels._jit import kernel
from rummysim.kernels.ask import DEAD, FAULTY, GOES_ON, ask, note_fault
from rummysim.kernels.buying import FAULT, NOBODY, buy, buying_is_open, choose_buyer, collect_claims
from rummysim.kernels.cards_move import draw_card, pick_discard
from rummysim.kernels.layout import DRAW, T_DRAW, T_TAKE
from rummysim.kernels.shoe import recyclable

NOTHING = -1  # no card was drawn


@kernel()
def draw_phase(game, seat):
    """Claims, first refusal, buy and draw (rules.md 1.6)."""
    state, rules, trace = game[:3]
    table = state.table
    view = state.views[seat]
    view.drawn = NOTHING
    view.drew_discard = 0
    may_take = table.down[seat] == 0 or rules.down_may_take
    has_stock = table.stock_size > 0 or recyclable(table, rules, table.pile_size) > 0
    state.claimants = 0
    table.claims = 0
    if has_stock and buying_is_open(table, rules):
        if collect_claims(game, seat) == FAULT:
            return FAULTY
    if may_take and table.top >= 0 and (has_stock or rules.draw_any):
        depth = ask_depth(game, seat, 0, 0 if has_stock else 1)
        if depth < 0:
            return FAULTY
        if depth > 0:
            return take_discards(state, seat, depth, trace)
        if state.claimants != 0:
            may_take = buy_phase(game, seat) == 1
            has_stock = table.stock_size > 0 or recyclable(table, rules, table.pile_size) > 0
            if may_take and table.top >= 0 and (has_stock or rules.draw_any):
                depth = ask_depth(game, seat, 1, 0 if has_stock else 1)
                if depth < 0:
                    return FAULTY
                if depth > 0:
                    return take_discards(state, seat, depth, trace)
    elif state.claimants != 0:
        buy_phase(game, seat)
        has_stock = table.stock_size > 0 or recyclable(table, rules, table.pile_size) > 0
    if has_stock:
        receive(view, draw_card(state, rules, seat, T_DRAW, trace))
        return GOES_ON
    # Nothing can be drawn: the top discard must be taken where that is allowed (rules.md 1.4).
    if table.top >= 0 and (table.down[seat] == 0 or rules.down_may_take):
        return take_discards(state, seat, 1, trace)
    return DEAD


@kernel()
def ask_depth(game, seat, asked, least):
    """How many discards the player on turn takes, 0 for none; -1, with the fault noted.

    Where he must take at least one (``least`` 1) an answer of 0 takes one.
    """
    state, rules = game[:2]
    most = state.table.pile_size if rules.draw_any else 1
    answer = ask(game, seat, DRAW, asked)
    if answer < 0 or answer > most:
        fault = layout.FAULT_DEPTH if rules.draw_any else layout.FAULT_YES_NO
        note_fault(state, fault, seat, answer)
        return -1
    return max(answer, least)


@kernel()
def buy_phase(game, seat):
    """Serves the claims that ``seat`` left open; 1 if he may take the card underneath."""
    state, rules, trace = game[:3]
    buyer = choose_buyer(state, rules, seat)
    if buyer != NOBODY:
        buy(state, rules, buyer, trace)
    state.claimants = 0
    state.table.claims = 0
    may_take = state.table.down[seat] == 0 or rules.down_may_take
    return 1 if rules.buy_reopen and may_take else 0


@kernel()
def take_discards(state, seat, depth, trace):
    """The player on turn takes the top ``depth`` discards, from the top down, as his draw."""
    view = state.views[seat]
    for _ in range(depth):
        view.drawn = pick_discard(state, seat, T_TAKE, trace)
        view.drew_discard += 1
        view.floor = max(0, view.floor - 1)
    return GOES_ON


@kernel()
def receive(view, kind):
    """Notes the card drawn from the stock in this turn."""
    view.drawn = kind
    view.floor = max(0, view.floor - 1)
