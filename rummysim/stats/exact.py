"""Exact odds of hands as dealt: to hold a contract, and to hold so many jokers.

Nothing here is sampled and nothing is shared with the compiled code, so these values judge it.
Contracts of sets only or runs only are counted part by part of the pack (``exact_parts``), in less
than a second; mixed ones by partial plans (``exact_states``), in seconds to minutes, so that the
counts for the built-in games are kept here.
"""

from fractions import Fraction
from math import comb

from rummysim.stats.exact_melds import ORDER, Question, Shoe, Wanted


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


def count_hands(question: Question) -> int:
    """The number of hands that can lay down, all copies told apart, counted anew.

    >>> count_hands(Question(Wanted(sets=2, runs=0), Shoe(), 11))
    52527709778908
    """
    wanted, shoe, cards = question
    if wanted.sets * wanted.set_size + wanted.runs * wanted.run_size > cards:
        return 0
    if question.is_mixed:
        from rummysim.stats.exact_states import count_by_plans

        return count_by_plans(wanted, shoe, cards)
    from rummysim.stats.exact_parts import count_by_parts

    return count_by_parts(wanted, shoe, cards)


def known_hands(question: Question) -> int | None:
    """As `count_hands` where that takes less than a second or is stored, else None.

    >>> known_hands(Question(Wanted(sets=1, runs=1), Shoe(), 11))
    13096989840672
    """
    if question in MIXED:
        return MIXED[question]
    return None if question.is_mixed else count_hands(question)


_DECK, _THREE_DECKS = Shoe(), Shoe(packs=3, wilds=8)
_WILD_TWOS = Shoe(wilds=12, ranks=tuple(rank for rank in sorted(ORDER) if rank != 1))


def _shanghai(sets: int, runs: int) -> Wanted:
    return Wanted(sets, runs)


def _carioca(sets: int, runs: int) -> Wanted:
    return Wanted(sets, runs, wrap=True, distinct_ranks=sets > 1)


def _kaluki(sets: int, runs: int) -> Wanted:
    limits = {"distinct_ranks": sets > 1, "distinct_suits": runs > 1}
    return Wanted(sets, runs, run_wilds=2, apart=True, **limits)


# Recomputed by tests/unit/test_exact.py. Processor time on one core, in the order of the lines:
# 14, 5, 6 s with 11 cards; Go 11, 4, 4, 2 s; Carioca 79, 45, 63 s; Kaluki 1, 5, 4, 42, 68 s from
# two packs and 3, 15, 10, 152 s from three.
MIXED: dict[Question, int] = {
    Question(_shanghai(1, 1), _DECK, 11): 13096989840672,
    Question(_shanghai(2, 1), _DECK, 11): 243304776192,
    Question(_shanghai(1, 2), _DECK, 11): 5048848384,
    Question(_shanghai(1, 1), _DECK, 12): 203183429246040,
    Question(_shanghai(2, 1), _DECK, 12): 9497831560120,
    Question(_shanghai(1, 2), _DECK, 12): 405248682880,
    Question(_shanghai(1, 1), _WILD_TWOS, 11): 41334402570624,
    Question(_shanghai(2, 1), _WILD_TWOS, 11): 1668205803552,
    Question(_shanghai(1, 2), _WILD_TWOS, 11): 45005213168,
    Question(Wanted(1, 1, run_size=7, run_wilds=2), _WILD_TWOS, 11): 110436291840,
    Question(_carioca(1, 1), _DECK, 12): 227494487283492,
    Question(_carioca(2, 1), _DECK, 12): 10805928315312,
    Question(_carioca(1, 2), _DECK, 12): 538248860968,
    Question(_kaluki(2, 1), _DECK, 10): 3543962988,
    Question(_kaluki(1, 2), _DECK, 11): 5724198336,
    Question(_kaluki(3, 1), _DECK, 13): 911993345584,
    Question(_kaluki(2, 2), _DECK, 14): 1886009670312,
    Question(_kaluki(1, 3), _DECK, 15): 1385047203328,
    Question(_kaluki(2, 1), _THREE_DECKS, 10): 551324927612,
    Question(_kaluki(1, 2), _THREE_DECKS, 11): 1486583585208,
    Question(_kaluki(3, 1), _THREE_DECKS, 13): 634039807120472,
    Question(_kaluki(2, 2), _THREE_DECKS, 14): 2221531149576276,
    Question(_kaluki(1, 3), _THREE_DECKS, 15): 2602198466039016,
}
