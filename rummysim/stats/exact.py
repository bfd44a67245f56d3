"""Exact odds of hands as dealt: to hold a contract, and to hold so many jokers.

Nothing here is sampled and nothing is shared with the compiled code, so these values judge it.
Contracts of sets only or runs only are counted part by part of the pack (``exact_parts``), mixed
ones by partial plans (``exact_plans``). Each meld takes at most one joker (rules.md 2.1).
"""

from fractions import Fraction
from math import comb
from typing import NamedTuple

from rummysim.rules.spec import Contract
from rummysim.stats.exact_parts import count_by_parts
from rummysim.stats.exact_plans import Shoe, Wanted, count_by_plans


def joker_law(packs: int, jokers: int, cards: int) -> list[Fraction]:
    """The exact odds of 0, 1, 2, ... jokers among ``cards`` cards dealt from the shoe.

    >>> [round(float(odds), 6) for odds in joker_law(2, 4, 11)]
    [0.646535, 0.302633, 0.047784, 0.002987, 6.2e-05]
    """
    naturals = 52 * packs
    hands = comb(naturals + jokers, cards)
    return [
        Fraction(comb(jokers, held) * comb(naturals, cards - held), hands)
        for held in range(min(jokers, cards) + 1)
    ]


def wanted_melds(contract: Contract) -> Wanted:
    """The contract as numbers of equal sets and equal runs.

    >>> from rummysim.rules.spec import Shape
    >>> wanted_melds(Contract((Shape("set", 3), Shape("run", 4))))
    Wanted(sets=1, runs=1, set_size=3, run_size=4)

    Raises ValueError when sets or runs differ in size.
    """
    sets = [shape.size for shape in contract.shapes if shape.kind == "set"]
    runs = [shape.size for shape in contract.shapes if shape.kind == "run"]
    if len(set(sets)) > 1 or len(set(runs)) > 1:
        raise ValueError(f"exact odds need sets of one size and runs of one size, not {contract}")
    return Wanted(len(sets), len(runs), *(sets[:1] or [3]), *(runs[:1] or [4]))


def dealt_odds(contract: Contract, packs: int = 2, jokers: int = 4, cards: int = 11) -> Fraction:
    """The exact odds that ``cards`` cards dealt from the shoe can lay the contract down.

    Sets only: milliseconds. Runs only: seconds. Sets and runs: from seconds to two minutes.

    >>> from rummysim.rules.spec import Shape
    >>> round(float(dealt_odds(Contract((Shape("set", 3), Shape("set", 3))))), 6)
    0.152261

    Raises ValueError when sets or runs of the contract differ in size.
    """
    wanted, shoe = wanted_melds(contract), Shoe(packs, jokers)
    if contract.cards > cards:
        return Fraction(0)
    mixed = wanted.sets and wanted.runs
    count = count_by_plans if mixed else count_by_parts
    return Fraction(count(wanted, shoe, cards), shoe.hands(cards))


class Dealt(NamedTuple):
    """One stored exact value."""

    contract: str
    hands: int  # hands that can lay down, all copies told apart
    hands_in_all: int
    method: str  # ranks or suits (exact_parts), plans (exact_plans)

    @property
    def odds(self) -> Fraction:
        """Share of the hands that can lay down."""
        return Fraction(self.hands, self.hands_in_all)


_ELEVEN, _TWELVE = comb(108, 11), comb(108, 12)

# (round from 1, cards) -> exact odds, with 2 packs and 4 jokers. 11 cards are a hand as dealt, 12
# one with the first card drawn. Recomputed by tests/unit/test_exact.py; processor time on one
# core: ranks 0.01 s; suits 3 s, R4 R4 R4 15 s; plans 11 s (S R4 R4), 13 s (S S R4), 47 s (S R4)
# for 11 cards and 99 s, 71 s, 116 s for 12. The two other methods and the plans agree on the
# contracts of one sort.
SHANGHAI_DEALT: dict[tuple[int, int], Dealt] = {
    (1, 11): Dealt("S S", 52527709778908, _ELEVEN, "ranks"),
    (2, 11): Dealt("S R4", 13096989840672, _ELEVEN, "plans"),
    (3, 11): Dealt("R4 R4", 649134687008, _ELEVEN, "suits"),
    (4, 11): Dealt("S S S", 2015283801180, _ELEVEN, "ranks"),
    (5, 11): Dealt("S S R4", 243304776192, _ELEVEN, "plans"),
    (6, 11): Dealt("S R4 R4", 5048848384, _ELEVEN, "plans"),
    (7, 11): Dealt("R4 R4 R4", 0, _ELEVEN, "suits"),
    (1, 12): Dealt("S S", 644805123759069, _TWELVE, "ranks"),
    (2, 12): Dealt("S R4", 203183429246040, _TWELVE, "plans"),
    (3, 12): Dealt("R4 R4", 13542529985288, _TWELVE, "suits"),
    (4, 12): Dealt("S S S", 50095666085309, _TWELVE, "ranks"),
    (5, 12): Dealt("S S R4", 9497831560120, _TWELVE, "plans"),
    (6, 12): Dealt("S R4 R4", 405248682880, _TWELVE, "plans"),
    (7, 12): Dealt("R4 R4 R4", 3041933504, _TWELVE, "suits"),
}
