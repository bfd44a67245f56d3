"""Events <-> the integer rows that compiled code writes (codes in ``codes``).

Rows stand in the order in which things happen at the table. One event may need several:

- ``RoundBegan``: one ROUND row, then one SHOE row per card.
- ``Bought``: one BUY row, then one PENALTY row per card. When the stock runs out on the way,
  RESTOCK and its STOCK rows stand where it did, before the first or between two PENALTY rows;
  behind a BUY row they belong to the buy exactly when a PENALTY row follows them. The event
  ``Restocked`` stands before its ``Bought``, and ``Bought.penalty`` holds first what was left
  of the old stock, then cards of the new one.
- ``LaidDown``: per meld one LAY_DOWN row, then one MELD_CARD row per card.
- ``Scored``: one SCORE row per seat.

``encode`` writes a restock before the BUY row, so ``decode(encode(events)) == events`` always.
"""

from collections.abc import Callable, Iterable, Sequence

from rummysim.cards import JOKER
from rummysim.errors import TraceError
from rummysim.trace import codes
from rummysim.trace.events import (
    Bought,
    Claimed,
    Died,
    Discarded,
    Drew,
    Event,
    LaidDown,
    LaidMeld,
    LaidOff,
    Moved,
    NewMeld,
    Passed,
    Restocked,
    RoundBegan,
    Scored,
    Swapped,
    Took,
    WentOut,
)

Row = Sequence[int]
_UNUSED = -1
_REASON_CODES = {text: code for code, text in codes.REASONS.items()}


def decode(rows: Iterable[Row]) -> tuple[Event, ...]:
    """The events that ``rows`` tell of; rows are sequences of six ints, or an int array.

    >>> decode([(codes.DRAW, 2, 7, -1, -1, 0), (codes.DISCARD, 2, 8, -1, -1, 0)])
    (Drew(seat=2, card=7), Discarded(seat=2, card=8))

    Raises TraceError, with the number of the row, for a code or a row that is out of place.
    """
    plain = rows.tolist() if hasattr(rows, "tolist") else list(rows)
    events: list[Event] = []
    at = 0
    while at < len(plain):
        read = _READERS.get(plain[at][0])
        if read is None:
            raise TraceError(f"row {at + 1} of the trace has code {plain[at][0]}, out of place")
        at = read(plain, at, events)
    return tuple(events)


def _run_of(plain: list[Row], at: int, code: int, count: int) -> list[Row]:
    """The ``count`` rows from ``at`` on, which must all have ``code``."""
    part = plain[at : at + count]
    if len(part) < count or any(row[0] != code for row in part):
        raise TraceError(f"row {at + 1} of the trace: {count} rows of code {code} should follow")
    return part


def _round(plain: list[Row], at: int, events: list[Event]) -> int:
    _, dealer, number, starter, _, size = plain[at]
    shoe = tuple([row[2] for row in _run_of(plain, at + 1, codes.SHOE, size)])
    events.append(RoundBegan(number, dealer, starter, shoe))
    return at + 1 + size


def _restock(plain: list[Row], at: int, events: list[Event]) -> int:
    size = plain[at][5]
    stock = tuple([row[2] for row in _run_of(plain, at + 1, codes.STOCK, size)])
    events.append(Restocked(stock))
    return at + 1 + size


def _buy(plain: list[Row], at: int, events: list[Event]) -> int:
    _, seat, card, *_ = plain[at]
    penalty: list[int] = []
    at += 1
    while at < len(plain):
        code = plain[at][0]
        if code == codes.PENALTY:
            penalty.append(plain[at][2])
            at += 1
        elif code == codes.RESTOCK and _code_at(plain, at + 1 + plain[at][5]) == codes.PENALTY:
            at = _restock(plain, at, events)
        else:
            break
    events.append(Bought(seat, card, tuple(penalty)))
    return at


def _code_at(plain: list[Row], at: int) -> int:
    return plain[at][0] if at < len(plain) else 0


def _one_meld(plain: list[Row], at: int) -> tuple[LaidMeld, int]:
    _, _, is_run, _, position, size = plain[at]
    cards = tuple([row[2] for row in _run_of(plain, at + 1, codes.MELD_CARD, size)])
    return LaidMeld(is_run == 1, cards, position), at + 1 + size


def _lay_down(plain: list[Row], at: int, events: list[Event]) -> int:
    seat = plain[at][1]
    melds = []
    while at < len(plain) and plain[at][0] == codes.LAY_DOWN and plain[at][1] == seat:
        meld, at = _one_meld(plain, at)
        melds.append(meld)
    events.append(LaidDown(seat, tuple(melds)))
    return at


def _new_meld(plain: list[Row], at: int, events: list[Event]) -> int:
    seat = plain[at][1]
    meld, at = _one_meld(plain, at)
    events.append(NewMeld(seat, meld))
    return at


def _wild_of(extra: int) -> int:
    """The kind that a SWAP row says came back."""
    return JOKER if extra == 0 else extra - 1


def _wild_code(wild: int) -> int:
    """The ``extra`` of a SWAP row."""
    return 0 if wild == JOKER else wild + 1


def _dead(plain: list[Row], at: int, events: list[Event]) -> int:
    reason = codes.REASONS.get(plain[at][5])
    if reason is None:
        raise TraceError(f"row {at + 1} of the trace: {plain[at][5]} is no reason for a dead round")
    events.append(Died(reason))
    return at + 1


def _score(plain: list[Row], at: int, events: list[Event]) -> int:
    points: list[int] = []
    totals: list[int] = []
    while _code_at(plain, at) == codes.SCORE and plain[at][1] == len(points):
        points.append(plain[at][5])
        totals.append(plain[at][4])
        at += 1
    if not points:
        raise TraceError(f"row {at + 1} of the trace: scores begin with seat {plain[at][1] + 1}")
    events.append(Scored(tuple(points), tuple(totals)))
    return at


def _one_row(make: Callable[[Row], Event]) -> Callable[[list[Row], int, list[Event]], int]:
    """A reader of an event that takes one row."""

    def read(plain: list[Row], at: int, events: list[Event]) -> int:
        events.append(make(plain[at]))
        return at + 1

    return read


_READERS = {
    codes.ROUND: _round,
    codes.CLAIM: _one_row(lambda row: Claimed(row[1], row[2])),
    codes.TAKE: _one_row(lambda row: Took(row[1], row[2])),
    codes.BUY: _buy,
    codes.DRAW: _one_row(lambda row: Drew(row[1], row[2])),
    codes.RESTOCK: _restock,
    codes.LAY_DOWN: _lay_down,
    codes.NEW_MELD: _new_meld,
    codes.LAY_OFF: _one_row(lambda row: LaidOff(row[1], row[2], row[3], row[4])),
    codes.SWAP: _one_row(lambda row: Swapped(row[1], row[2], row[3], row[4], _wild_of(row[5]))),
    codes.MOVE: _one_row(lambda row: Moved(row[1], row[2], row[3], row[4], row[5])),
    codes.DISCARD: _one_row(lambda row: Discarded(row[1], row[2])),
    codes.PASS: _one_row(lambda row: Passed(row[1])),
    codes.OUT: _one_row(lambda row: WentOut(row[1])),
    codes.DEAD: _dead,
    codes.SCORE: _score,
}


def encode(events: Iterable[Event]) -> list[tuple[int, ...]]:
    """Rows that ``decode`` turns back into ``events``; unused fields are -1, ``extra`` 0.

    >>> encode([Claimed(1, 12), Bought(1, 12, (3,))])
    [(3, 1, 12, -1, -1, 0), (5, 1, 12, -1, -1, 0), (6, 1, 3, -1, -1, 0)]
    """
    rows: list[tuple[int, ...]] = []
    melds = 0
    for event in events:
        if isinstance(event, RoundBegan):
            melds = 0
        if isinstance(event, LaidDown | NewMeld):
            rows += _meld_rows(event, melds)
            melds += len(event.melds) if isinstance(event, LaidDown) else 1
        else:
            rows += _WRITERS[type(event)](event)
    return rows


def _row(code: int, seat: int = _UNUSED, card: int = _UNUSED, *rest: int) -> tuple[int, ...]:
    meld, position, extra = rest or (_UNUSED, _UNUSED, 0)
    return (code, seat, card, meld, position, extra)


def _meld_rows(event: LaidDown | NewMeld, first: int) -> list[tuple[int, ...]]:
    code = codes.LAY_DOWN if isinstance(event, LaidDown) else codes.NEW_MELD
    melds = event.melds if isinstance(event, LaidDown) else (event.meld,)
    rows = []
    for number, meld in enumerate(melds, first):
        head = (number, meld.position, len(meld.cards))
        rows.append(_row(code, event.seat, int(meld.is_run), *head))
        rows += [
            _row(codes.MELD_CARD, event.seat, card, number, place, 0)
            for place, card in enumerate(meld.cards)
        ]
    return rows


def _round_rows(event: RoundBegan) -> list[tuple[int, ...]]:
    size = len(event.shoe)
    head = _row(codes.ROUND, event.dealer, event.round, event.starter, _UNUSED, size)
    return [head, *(_row(codes.SHOE, _UNUSED, card) for card in event.shoe)]


def _restock_rows(event: Restocked) -> list[tuple[int, ...]]:
    head = _row(codes.RESTOCK, _UNUSED, _UNUSED, _UNUSED, _UNUSED, len(event.stock))
    return [head, *(_row(codes.STOCK, _UNUSED, card) for card in event.stock)]


def _buy_rows(event: Bought) -> list[tuple[int, ...]]:
    head = _row(codes.BUY, event.seat, event.card)
    return [head, *(_row(codes.PENALTY, event.seat, card) for card in event.penalty)]


def _score_rows(event: Scored) -> list[tuple[int, ...]]:
    return [
        _row(codes.SCORE, seat, _UNUSED, _UNUSED, total, points)
        for seat, (points, total) in enumerate(zip(event.points, event.totals, strict=True))
    ]


def _dead_rows(event: Died) -> list[tuple[int, ...]]:
    return [_row(codes.DEAD, _UNUSED, _UNUSED, _UNUSED, _UNUSED, _REASON_CODES[event.reason])]


_WRITERS: dict[type, Callable[..., list[tuple[int, ...]]]] = {
    RoundBegan: _round_rows,
    Claimed: lambda event: [_row(codes.CLAIM, event.seat, event.card)],
    Took: lambda event: [_row(codes.TAKE, event.seat, event.card)],
    Bought: _buy_rows,
    Drew: lambda event: [_row(codes.DRAW, event.seat, event.card)],
    Restocked: _restock_rows,
    LaidOff: lambda e: [_row(codes.LAY_OFF, e.seat, e.card, e.meld, e.position, 0)],
    Swapped: lambda e: [_row(codes.SWAP, e.seat, e.card, e.meld, e.position, _wild_code(e.wild))],
    Moved: lambda e: [_row(codes.MOVE, e.seat, e.card, e.meld, e.position, e.wild_to)],
    Discarded: lambda event: [_row(codes.DISCARD, event.seat, event.card)],
    Passed: lambda event: [_row(codes.PASS, event.seat)],
    WentOut: lambda event: [_row(codes.OUT, event.seat)],
    Died: _dead_rows,
    Scored: _score_rows,
}
