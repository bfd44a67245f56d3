"""Cards as text: with suit symbols and colour on a terminal, in letters everywhere else."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rummysim.cards import JOKER, RANKS, SUITS, rank_of, suit_of

SYMBOLS = "♠♥♦♣"
RED = "\x1b[31m"
BOLD = "\x1b[1m"
DIM = "\x1b[2m"
PLAIN = "\x1b[0m"
RED_SUITS = (1, 2)
RED_CARD = re.compile(r"\b(?:10|[2-9AJQK])[♥♦HD](?!\w)")


@dataclass(frozen=True)
class CardArt:
    r"""How cards are drawn.

    >>> art = CardArt()
    >>> art.text(22), art.text(52)
    ('10H', 'X')
    >>> print("\n".join(art.row([7, 20, 22, 52])))
    .--.--.---.--.
    |8S|8H|10H|X |
    '--'--'---'--'
    """

    symbols: bool = False
    colour: bool = False

    def text(self, kind: int) -> str:
        """One card as it stands in a sentence, with colour where allowed."""
        face = self.face(kind)
        return f"{RED}{face}{PLAIN}" if self.colour and self._red(kind) else face

    def face(self, kind: int) -> str:
        """The characters of one card, without colour."""
        if kind == JOKER:
            return "X"
        suits = SYMBOLS if self.symbols else SUITS
        return RANKS[rank_of(kind)] + suits[suit_of(kind)]

    def faces(self, kinds: Iterable[int]) -> str:
        """Several cards with blanks between them, without colour."""
        return " ".join(self.face(kind) for kind in kinds)

    def painted(self, text: str) -> str:
        """A text whose red cards have their colour where it is allowed."""
        return RED_CARD.sub(f"{RED}\\g<0>{PLAIN}", text) if self.colour else text

    def row(self, kinds: Sequence[int]) -> list[str]:
        """Three lines: the cards side by side, each covering the right edge of the one before."""
        top, bottom, end_top, end_bottom, bar, side = "╭╰╮╯─│" if self.symbols else ".'.'-|"
        lines = ["", "", ""]
        for kind in kinds:
            face = self.face(kind)
            wide = max(2, len(face))
            lines[0] += top + bar * wide
            lines[1] += side + self.text(kind) + " " * (wide - len(face))
            lines[2] += bottom + bar * wide
        return [lines[0] + end_top, lines[1] + side, lines[2] + end_bottom] if kinds else []

    def bold(self, text: str) -> str:
        """Text that stands out where colour is allowed."""
        return f"{BOLD}{text}{PLAIN}" if self.colour else text

    def dim(self, text: str) -> str:
        """Text that steps back where colour is allowed."""
        return f"{DIM}{text}{PLAIN}" if self.colour else text

    def _red(self, kind: int) -> bool:
        return kind != JOKER and suit_of(kind) in RED_SUITS


def in_hand_order(kinds: Iterable[int]) -> list[int]:
    """Cards as a player holds them: by suit, then by rank, jokers last.

    >>> in_hand_order([52, 14, 13, 3])
    [3, 13, 14, 52]
    """
    return sorted(kinds)
