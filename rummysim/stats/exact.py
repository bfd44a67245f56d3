"""Exact odds of hands as dealt: to hold a contract, and to hold so many jokers.

Nothing here is sampled and nothing is shared with the compiled code, so these values judge it.
Contracts of sets only or runs only are counted part by part of the pack (``exact_parts``), mixed
ones by partial plans (``exact_plans``). Each meld takes at most one joker (rules.md 2.1).
"""

from fractions import Fraction
from math import comb

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

    Sets only: milliseconds. Runs only: seconds. Sets and runs: seconds to some minutes.

    >>> from rummysim.rules.spec import Shape
    >>> round(float(dealt_odds(Contract((Shape("set", 3), Shape("set", 3))))), 6)
    0.152261

    Raises ValueError when sets or runs of the contract differ in size.
    """
    wanted, shoe = wanted_melds(contract), Shoe(packs, jokers)
    mixed = wanted.sets and wanted.runs
    count = count_by_plans if mixed else count_by_parts
    return Fraction(count(wanted, shoe, cards), shoe.hands(cards))
