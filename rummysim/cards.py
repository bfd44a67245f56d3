"""Card kinds and their text.

A *kind* is an integer: ``suit * 13 + rank`` for the 52 cards of a pack, with suits in the
order S H D C and ranks A 2 3 4 5 6 7 8 9 10 J Q K, and 52 for the printed joker, written
``X``. Copies of a kind from different packs are interchangeable (rules.md 1.1).
"""

from collections.abc import Iterable

from rummysim.errors import CardsError

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
JOKER = 52
KINDS = 53
JOKER_TEXT = "X"

_TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS) + (JOKER_TEXT,)
_KIND = {text: kind for kind, text in enumerate(_TEXT)}
_KIND |= {"T" + suit: _KIND["10" + suit] for suit in SUITS}


def card_text(kind: int) -> str:
    """The text of a kind.

    >>> card_text(0), card_text(22), card_text(52)
    ('AS', '10H', 'X')
    """
    return _TEXT[kind]


def cards_text(kinds: Iterable[int]) -> str:
    """The texts of several kinds, separated by blanks.

    >>> cards_text([7, 20, 52])
    '8S 8H X'
    """
    return " ".join(_TEXT[kind] for kind in kinds)


def parse_card(text: str) -> int:
    """The kind that ``text`` names; case and ``T`` for 10 do not matter.

    >>> parse_card("10h"), parse_card("TH"), parse_card("x")
    (22, 22, 52)

    Raises CardsError when the text is no card.
    """
    kind = _KIND.get(text.strip().upper())
    if kind is None:
        raise CardsError(
            f"{text!r} is no card; write a rank (A 2 3 4 5 6 7 8 9 10 J Q K) and a suit "
            "(S H D C), as in 10H, or X for a joker"
        )
    return kind


def parse_cards(text: str) -> list[int]:
    """The kinds named in ``text``, separated by blanks or commas.

    >>> parse_cards("8S 8H, X")
    [7, 20, 52]

    Raises CardsError when a part is no card.
    """
    return [parse_card(part) for part in text.replace(",", " ").split()]


def count_kinds(kinds: Iterable[int]) -> list[int]:
    """Copies held of each of the 53 kinds, jokers last.

    >>> count_kinds([7, 7, 52])[7], count_kinds([7, 7, 52])[52]
    (2, 1)
    """
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def suit_of(kind: int) -> int:
    """0..3 for S H D C; the joker has no suit (4)."""
    return kind // 13


def rank_of(kind: int) -> int:
    """0..12 for A..K; meaningless for the joker."""
    return kind % 13
