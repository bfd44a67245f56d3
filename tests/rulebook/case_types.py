"""The forms of the rulebook cases; `cases` holds them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MeldCase:
    """One meld: is it a set or a run at all?"""

    name: str
    meld: str
    legal: bool
    because: str = ""
    switches: tuple[str, ...] = ()
    rules: str = "shanghai"


@dataclass(frozen=True)
class LayDownCase:
    """A hand after the draw and the melds that its player lays down in a round."""

    name: str
    round: int
    hand: str
    melds: str
    legal: bool
    because: str = ""
    switches: tuple[str, ...] = ()
    rules: str = "shanghai"


@dataclass(frozen=True)
class AddCase:
    """A card added to a meld on the table, or put in the place of a wild that leaves or moves.

    The meld was laid for a contract.
    """

    name: str
    act: str  # "adds", "swaps" or "moves"
    meld: str
    card: str
    place: str  # as in traces; empty for sets
    legal: bool
    because: str = ""
    switches: tuple[str, ...] = ()
    rules: str = "shanghai-swap"
    wild: str = "X"  # what a swap brings back
    to: str = ""  # where a move puts the wild


@dataclass(frozen=True)
class NewMeldCase:
    """A meld laid after the contract of a round."""

    name: str
    round: int
    meld: str
    legal: bool
    because: str = ""
    switches: tuple[str, ...] = ()
    rules: str = "shanghai"


@dataclass(frozen=True)
class DiscardCase:
    """A hand after the draw, whose last card was ``taken`` or not, and what may not be thrown."""

    name: str
    hand: str
    taken: bool
    refused: str
    switches: tuple[str, ...] = ()
    rules: str = "shanghai"
