"""What exact counts are made of: the melds that are wanted, and the shoe that hands come from."""

from dataclasses import dataclass
from math import comb
from typing import NamedTuple

RANKS = 13
LINE = 14  # places of a suit: ace, 2, ..., king, ace
ORDER = (*range(1, RANKS), 0)  # in which the ranks are taken


@dataclass(frozen=True)
class Shoe:
    """The cards that hands are dealt from; fewer suits or ranks make a small deck for checks.

    A rank whose cards are always wild is none of ``ranks``; its cards are among ``wilds``.
    """

    packs: int = 2
    wilds: int = 4
    suits: int = 4
    ranks: tuple[int, ...] = tuple(range(RANKS))

    def copies(self, rank: int) -> int:
        """Copies of each card of a rank."""
        return self.packs if rank in self.ranks else 0

    def naturals(self, steps: int = 0) -> int:
        """Cards that are not wild, without the first ``steps`` ranks of ``ORDER``."""
        return sum(self.copies(rank) for rank in ORDER[steps:]) * self.suits

    def hands(self, cards: int) -> int:
        """Number of hands of so many cards, all copies told apart."""
        return comb(self.naturals() + self.wilds, cards)


@dataclass(frozen=True)
class Wanted:
    """A contract of ``sets`` sets of one size and ``runs`` runs of one size, with its limits."""

    sets: int
    runs: int
    set_size: int = 3
    run_size: int = 4
    set_wilds: int = 1  # wilds in each set, at most
    run_wilds: int = 1  # wilds in each run, at most; fewer than its cards
    apart: bool = False  # no two wilds of a run may be neighbours
    wrap: bool = False  # runs go round the corner
    distinct_ranks: bool = False  # the sets differ in rank
    distinct_suits: bool = False  # the runs differ in suit

    @property
    def wilds(self) -> int:
        """Wilds that the contract can take at most."""
        return self.sets * self.set_wilds + self.runs * self.run_wilds

    @property
    def crossing(self) -> int:
        """Most cards of a run before the corner between ace and 2: the ace alone, or any."""
        return self.run_size - 1 if self.wrap else 1


class Question(NamedTuple):
    """How many hands of so many cards can lay down what is wanted."""

    wanted: Wanted
    shoe: Shoe
    cards: int

    @property
    def is_mixed(self) -> bool:
        """Whether sets and runs may want the same cards."""
        return bool(self.wanted.sets and self.wanted.runs)
