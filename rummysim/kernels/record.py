"""What is written down while a game is played: trace rows and the public log."""

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import LOG_SIZE, TRACE_ROWS
from rummysim.kernels.types import INT, TABLE_TYPE, TRACE_TYPE


@kernel((TRACE_TYPE, INT, INT, INT, INT, INT, INT))
def write_row(trace, code, seat, card, meld, position, extra):
    """Appends one row (code, seat, card, meld, position, extra) to a TRACE that is on.

    Rows that find no room are counted all the same, so that the caller notices.
    """
    if trace.on == 0:
        return
    number = trace.rows
    trace.rows = number + 1
    if number >= TRACE_ROWS:
        return
    trace.row[number, 0] = code
    trace.row[number, 1] = seat
    trace.row[number, 2] = card
    trace.row[number, 3] = meld
    trace.row[number, 4] = position
    trace.row[number, 5] = extra


@kernel((TRACE_TYPE, INT, INT, INT))
def write_act(trace, code, seat, card):
    """Appends the row of an act that needs no more than a seat and a card."""
    write_row(trace, code, seat, card, 0, 0, 0)


@kernel((TABLE_TYPE, INT, INT, INT))
def log_act(table, code, seat, kind):
    """Adds one public act to the table's log, which every player can look back on."""
    table.log[table.log_size & (LOG_SIZE - 1)] = (code << 10) | (seat << 6) | kind
    table.log_size += 1
