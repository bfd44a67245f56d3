"""Acts <-> one short line of plain text each, in words that a player would use.

::

    seat 2 claims KD                    seat 1 lays down 8S 8H 8D | 5H 6H 7H X
    seat 2 takes KD                     seat 1 lays 9S 9D 9C            (one more meld)
    seat 3 buys KD and draws 4C         seat 1 adds 4H to meld 2 at 4
    seat 2 draws 8H                     seat 1 swaps 8H into meld 2 at 8
    restock 4C 5D 9S                    seat 1 swaps 8H into meld 2 at 8 for 2D
    seat 4 throws 9C                    seat 1 puts 8H into meld 2 at 8, its wild goes to 10
    the round is dead: turn_cap         seat 4 throws nothing
    points 35 0, totals 60 20           seat 4 is out

Seats and melds count from 1. A place in a run is named after its card, the high ace ``high A``;
sets have no places. A meld reads as a set when its naturals share one rank, else as a run whose
first natural tells the place; where that would be wrong the meld says ``set`` or ``run`` first,
and a run the place of its first card: ``run AS X X at A``.
"""

import re
from collections.abc import Callable

from rummysim.cards import JOKER, KINDS, RANKS, card_text, cards_text, parse_cards, rank_of
from rummysim.errors import CardsError, TraceError
from rummysim.trace.codes import REASONS
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
    Scored,
    Swapped,
    Took,
    WentOut,
)

PLACES = (*RANKS, "high A")
ACE_HIGH = 13


def act_text(event: Event) -> str:
    """The line for one act.

    >>> act_text(Bought(2, 51, (42,)))
    'seat 3 buys KC and draws 4C'

    Raises TraceError for values that no card, place or reason has, and for ``RoundBegan``,
    which is a heading of its own.
    """
    write = _WRITERS.get(type(event))
    if write is None:
        raise TraceError(f"{type(event).__name__} is no act of a round")
    return write(event)


def parse_act(line: str) -> Event:
    """The act that ``line`` tells of.

    >>> parse_act("seat 1 adds 4H to meld 2 at 4")
    LaidOff(seat=0, card=16, meld=1, position=3)

    Raises TraceError with what was expected.
    """
    for pattern, read in _READERS:
        match = pattern.fullmatch(line)
        if match is not None:
            try:
                return read(*match.groups())
            except CardsError as error:
                raise TraceError(str(error)) from None
    raise TraceError(
        "expected 'seat N' and claims, takes, buys, draws, lays down, lays, adds, swaps, puts, "
        "throws or is out; or 'restock', 'the round is dead' or 'points'"
    )


def meld_text(meld: LaidMeld) -> str:
    """The cards of a meld, with its kind and place only where the cards do not tell them.

    >>> meld_text(LaidMeld(True, (17, 18, 19, 52), 4))
    '5H 6H 7H X'
    >>> meld_text(LaidMeld(True, (0, 52, 52), 0))
    'run AS X X at A'
    """
    cards = _cards(meld.cards)
    if _guess(meld.cards) == meld:
        return cards
    if meld.is_run:
        return f"run {cards}{_place(meld.position, must_be=True)}"
    if meld.position != -1:
        raise TraceError(f"a set has no place {meld.position}")
    return f"set {cards}"


def parse_meld(text: str) -> LaidMeld:
    """The meld that ``text`` tells of.

    >>> parse_meld("JH QH KH AH").position, parse_meld("8S 8H X").is_run
    (10, False)
    """
    explicit = _EXPLICIT_MELD.fullmatch(text)
    if explicit is None:
        return _guess(tuple(parse_cards(text)))
    kind, cards, place = explicit.groups()
    if (kind == "run") != (place is not None):
        raise TraceError(f"{text!r}: a run needs 'at' and the place of its first card, a set none")
    return LaidMeld(kind == "run", tuple(parse_cards(cards)), _position(place))


def _guess(cards: tuple[int, ...]) -> LaidMeld:
    """How the cards read without explanation (see the module's text)."""
    naturals = [card for card in cards if card != JOKER]
    if len({rank_of(card) for card in naturals}) <= 1:
        return LaidMeld(False, cards, -1)
    index = next(at for at, card in enumerate(cards) if card != JOKER and rank_of(card) != 0)
    return LaidMeld(True, cards, max(-1, rank_of(cards[index]) - index))


def _card(kind: int) -> str:
    if not 0 <= kind < KINDS:
        raise TraceError(f"{kind} is no card; cards are 0 to {KINDS - 1}")
    return card_text(kind)


def _cards(kinds: tuple[int, ...]) -> str:
    if not kinds or not all(0 <= kind < KINDS for kind in kinds):
        raise TraceError(f"{kinds} is not a list of cards from 0 to {KINDS - 1}")
    return cards_text(kinds)


def _place(position: int, must_be: bool = False) -> str:
    """`` at 4`` for a place of a run, nothing for the -1 of sets."""
    if position == -1 and not must_be:
        return ""
    if not 0 <= position < len(PLACES):
        raise TraceError(f"{position} is no place in a run; places are 0 to {len(PLACES) - 1}")
    return f" at {PLACES[position]}"


def _position(place: str | None) -> int:
    return -1 if place is None else PLACES.index(place)


def _seat(seat: int) -> str:
    if seat < 0:
        raise TraceError(f"{seat} is no seat; seats count from 0")
    return f"seat {seat + 1}"


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(str(value) for value in values)


def _write_bought(event: Bought) -> str:
    drawn = f" and draws {_cards(event.penalty)}" if event.penalty else ""
    return f"{_seat(event.seat)} buys {_card(event.card)}{drawn}"


def _write_on_meld(verb: str, link: str, event: LaidOff | Swapped | Moved) -> str:
    if event.meld < 0:
        raise TraceError(f"{event.meld} is no meld; melds count from 0")
    head = f"{_seat(event.seat)} {verb} {_card(event.card)} {link} meld {event.meld + 1}"
    return head + _place(event.position)


def _write_swapped(event: Swapped) -> str:
    back = "" if event.wild == JOKER else f" for {_card(event.wild)}"
    return _write_on_meld("swaps", "into", event) + back


def _write_moved(event: Moved) -> str:
    end = _place(event.wild_to, must_be=True).removeprefix(" at ")
    return f"{_write_on_meld('puts', 'into', event)}, its wild goes to {end}"


def _write_died(event: Died) -> str:
    if event.reason not in REASONS.values():
        raise TraceError(f"{event.reason!r} is no reason for a dead round")
    return f"the round is dead: {event.reason}"


def _with_card(verb: str) -> Callable[..., str]:
    return lambda event: f"{_seat(event.seat)} {verb} {_card(event.card)}"


_WRITERS: dict[type, Callable[..., str]] = {
    Claimed: _with_card("claims"),
    Took: _with_card("takes"),
    Bought: _write_bought,
    Drew: _with_card("draws"),
    Restocked: lambda event: f"restock {_cards(event.stock)}",
    LaidDown: lambda event: (
        f"{_seat(event.seat)} lays down {' | '.join(meld_text(meld) for meld in event.melds)}"
    ),
    NewMeld: lambda event: f"{_seat(event.seat)} lays {meld_text(event.meld)}",
    LaidOff: lambda event: _write_on_meld("adds", "to", event),
    Swapped: _write_swapped,
    Moved: _write_moved,
    Discarded: _with_card("throws"),
    Passed: lambda event: f"{_seat(event.seat)} throws nothing",
    WentOut: lambda event: f"{_seat(event.seat)} is out",
    Died: _write_died,
    Scored: lambda event: f"points {_numbers(event.points)}, totals {_numbers(event.totals)}",
}


def _read_seat(text: str) -> int:
    return int(text) - 1


def _read_card(text: str) -> int:
    (card,) = parse_cards(text)
    return card


def _read_cards(text: str | None) -> tuple[int, ...]:
    return tuple(parse_cards(text)) if text else ()


def _read_down(seat: str, melds: str) -> LaidDown:
    return LaidDown(_read_seat(seat), tuple(parse_meld(meld) for meld in melds.split(" | ")))


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split())


def _read_laid_off(seat: str, card: str, meld: str, place: str | None) -> LaidOff:
    return LaidOff(_read_seat(seat), _read_card(card), int(meld) - 1, _position(place))


def _read_swapped(seat: str, card: str, meld: str, place: str | None, wild: str | None) -> Swapped:
    back = JOKER if wild is None else _read_card(wild)
    return Swapped(_read_seat(seat), _read_card(card), int(meld) - 1, _position(place), back)


def _read_moved(seat: str, card: str, meld: str, place: str | None, end: str) -> Moved:
    head = (_read_seat(seat), _read_card(card), int(meld) - 1)
    return Moved(*head, _position(place), PLACES.index(end))


def _of_card(make: Callable[[int, int], Event]) -> Callable[..., Event]:
    return lambda seat, card: make(_read_seat(seat), _read_card(card))


_CARD = "[0-9A-Z]{1,3}"
_CARDS = f"{_CARD}(?: {_CARD})*"
_SEAT = r"seat ([1-9]\d?)"
_PLACE = f"({'|'.join(PLACES)})"
_AT = f"(?: at {_PLACE})?"
_NUMBERS = r"(-?\d+(?: -?\d+)*)"
_EXPLICIT_MELD = re.compile(f"(set|run) ({_CARDS}){_AT}")

_READERS: tuple[tuple[re.Pattern[str], Callable[..., Event]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (f"{_SEAT} claims ({_CARD})", _of_card(Claimed)),
        (f"{_SEAT} takes ({_CARD})", _of_card(Took)),
        (
            f"{_SEAT} buys ({_CARD})(?: and draws ({_CARDS}))?",
            lambda seat, card, penalty: Bought(
                _read_seat(seat), _read_card(card), _read_cards(penalty)
            ),
        ),
        (f"{_SEAT} draws ({_CARD})", _of_card(Drew)),
        (f"restock ({_CARDS})", lambda cards: Restocked(_read_cards(cards))),
        (rf"{_SEAT} lays down ([^|]+(?: \| [^|]+)*)", _read_down),
        (f"{_SEAT} lays (.+)", lambda seat, meld: NewMeld(_read_seat(seat), parse_meld(meld))),
        (f"{_SEAT} adds ({_CARD}) to meld ([1-9]\\d*){_AT}", _read_laid_off),
        (f"{_SEAT} swaps ({_CARD}) into meld ([1-9]\\d*){_AT}(?: for ({_CARD}))?", _read_swapped),
        (
            f"{_SEAT} puts ({_CARD}) into meld ([1-9]\\d*){_AT}, its wild goes to {_PLACE}",
            _read_moved,
        ),
        (f"{_SEAT} throws nothing", lambda seat: Passed(_read_seat(seat))),
        (f"{_SEAT} throws ({_CARD})", _of_card(Discarded)),
        (f"{_SEAT} is out", lambda seat: WentOut(_read_seat(seat))),
        (f"the round is dead: ({'|'.join(REASONS.values())})", Died),
        (
            f"points {_NUMBERS}, totals {_NUMBERS}",
            lambda points, totals: Scored(_read_numbers(points), _read_numbers(totals)),
        ),
    )
)
