"""Cards moving between stock, discard pile and hands, with everything that counts them."""

from rummysim.kernels._jit import kernel
from rummysim.kernels.hand import add_card, kind_bit, remove_card
from rummysim.kernels.layout import T_DISCARD, T_RESTOCK, T_STOCK
from rummysim.kernels.record import log_act, write_act, write_row
from rummysim.kernels.shoe import next_card, restock, shuffle_to


@kernel()
def hand_changed(view, change):
    """0; what is known of the hand after a ``change`` (`kept_for`) is what was known of it before.

    It was tried out (`kept`), or the change takes the last one back (`undone`).
    """
    view.choices.number = 0
    was_valid, goes_back = view.known_valid, view.undone_for == change
    view.known_valid = 0
    if view.kept_for == change:
        if was_valid:
            view.undone = view.known
        view.known = view.kept
        view.known_valid = 1
    elif goes_back:
        view.known = view.undone
        view.known_valid = 1
        was_valid = 0
    elif was_valid:
        view.undone = view.known
    view.undone_for = -change if was_valid else 0
    view.kept_for = 0
    return 0


@kernel()
def gain_card(state, seat, kind):
    """Puts a card into a hand."""
    view = state.views[seat]
    add_card(view.hand, kind)
    hand_changed(view, kind + 1)
    state.table.size[seat] += 1


@kernel()
def lose_card(state, seat, kind):
    """Takes a card out of a hand."""
    view = state.views[seat]
    remove_card(view.hand, kind)
    hand_changed(view, -kind - 1)
    state.table.size[seat] -= 1


@kernel()
def push_discard(state, seat, kind, trace):
    """Throws a card: from the hand of ``seat`` onto the discard pile."""
    table = state.table
    lose_card(state, seat, kind)
    put_on_pile(table, kind, seat)
    table.thrown[seat] |= kind_bit(kind)
    log_act(table, T_DISCARD, seat, kind)
    write_act(trace, T_DISCARD, seat, kind)


@kernel()
def put_on_pile(table, kind, seat):
    """Lays a card face up on the discard pile; ``seat`` is -1 for the upcard."""
    table.pile[table.pile_size] = kind
    table.pile_by[table.pile_size] = seat
    table.pile_size += 1
    table.top = kind
    table.open_count[kind] += 1


@kernel()
def pick_discard(state, seat, code, trace):
    """Moves the top discard to the hand of ``seat``; ``code`` says taken or bought."""
    table = state.table
    kind = table.top
    table.pile_size -= 1
    table.open_count[kind] -= 1
    table.top = table.pile[table.pile_size - 1] if table.pile_size > 0 else -1
    table.picked[seat] |= kind_bit(kind)
    gain_card(state, seat, kind)
    log_act(table, code, seat, kind)
    write_act(trace, code, seat, kind)
    return kind


@kernel()
def draw_card(state, rules, seat, code, trace):
    """The card that ``seat`` draws from the stock, which is made anew first if it is empty."""
    if state.table.stock_size == 0:
        restock(state, rules)
        if trace.on:
            shuffle_to(state, state.end)
            write_row(trace, T_RESTOCK, 0, 0, 0, 0, state.end)
            for index in range(state.end):
                write_act(trace, T_STOCK, 0, state.shoe[index])
    kind = next_card(state)
    gain_card(state, seat, kind)
    write_act(trace, code, seat, kind)
    return kind
