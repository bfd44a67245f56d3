"""What is written down while a game is played: trace rows and the public log."""

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import LOG_SIZE


@kernel()
def write_row(trace, code, seat, card, meld, position, extra):
    """Appends one row to the trace; ``trace[0, 0]`` is the number of rows in use.

    trace : int32[:, 6], of length 0 when nothing is to be written. Rows that find no room
    are counted all the same, so that the caller can come back with more of it.
    """
    if trace.shape[0] == 0:
        return
    row = trace[0, 0] + 1
    trace[0, 0] = row
    if row >= trace.shape[0]:
        return
    trace[row, 0] = code
    trace[row, 1] = seat
    trace[row, 2] = card
    trace[row, 3] = meld
    trace[row, 4] = position
    trace[row, 5] = extra


@kernel()
def write_act(trace, code, seat, card):
    """Appends the row of an act that needs no more than a seat and a card."""
    write_row(trace, code, seat, card, 0, 0, 0)


@kernel()
def log_act(table, code, seat, kind):
    """Adds one public act to the table's log, which every player can look back on."""
    table.log[table.log_size & (LOG_SIZE - 1)] = (code << 10) | (seat << 6) | kind
    table.log_size += 1
