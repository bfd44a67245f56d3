"""Exact counts against full enumeration of small decks, against each other, and as stored."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from rummysim.rules.load import load_rules
from rummysim.rules.spec import Contract, Shape
from rummysim.stats.dealt_odds import known_odds
from rummysim.stats.exact import SHANGHAI_DEALT, dealt_odds, joker_law, wanted_melds
from rummysim.stats.exact_parts import count_by_parts
from rummysim.stats.exact_plans import Shoe, Wanted, count_by_plans
from tests.oracle import JOKER, KINDS, Goal, can_lay_down, distance

LOW, HIGH, ENDS = (0, 1, 2, 3), (0, 10, 11, 12), (0, 1, 2, 3, 10, 11, 12)


def oracle_goal(wanted: Wanted, shoe: Shoe) -> Goal:
    return Goal(
        sets=(wanted.set_size,) * wanted.sets,
        runs=(wanted.run_size,) * wanted.runs,
        packs=shoe.packs,
        jokers=shoe.jokers,
        ranks=shoe.ranks,
        suits=tuple(range(shoe.suits)),
    )


def all_hands(shoe: Shoe, cards: int) -> Iterator[tuple[list[int], int]]:
    """Every hand of that size as counts, with the number of choices of copies that give it."""
    kinds = [13 * suit + rank for suit in range(shoe.suits) for rank in shoe.ranks]
    for copies in product(range(shoe.packs + 1), repeat=len(kinds)):
        jokers = cards - sum(copies)
        if 0 <= jokers <= shoe.jokers:
            counts, ways = [0] * KINDS, comb(shoe.jokers, jokers)
            for kind, held in zip(kinds, copies, strict=True):
                counts[kind] = held
                ways *= comb(shoe.packs, held)
            counts[JOKER] = jokers
            yield counts, ways


SMALL_DECKS = [
    (Wanted(2, 0), Shoe(2, 2, 2, LOW), 7),
    (Wanted(3, 0), Shoe(2, 2, 2, LOW), 9),
    (Wanted(1, 1), Shoe(2, 1, 2, HIGH), 8),
    (Wanted(1, 1), Shoe(1, 2, 2, ENDS), 8),
    (Wanted(1, 1), Shoe(1, 1, 3, (0, 10, 11, 12)), 8),
    (Wanted(0, 2), Shoe(2, 2, 1, ENDS), 8),
    (Wanted(0, 2), Shoe(2, 1, 2, LOW), 9),
    (Wanted(0, 2), Shoe(1, 2, 2, ENDS), 9),
    (Wanted(0, 3), Shoe(2, 3, 1, ENDS), 12),
    (Wanted(0, 3), Shoe(3, 1, 1, (0, 1, 2, 3, 4)), 13),
    (Wanted(2, 1), Shoe(2, 2, 2, HIGH), 11),
    (Wanted(1, 2), Shoe(2, 2, 2, LOW), 12),
    (Wanted(1, 2), Shoe(2, 2, 1, (0, 1, 2, 3, 4, 5)), 12),
    (Wanted(1, 1, set_size=4, run_size=3), Shoe(2, 2, 2, (0, 10, 11, 12)), 9),
]


@pytest.mark.parametrize(("wanted", "shoe", "cards"), SMALL_DECKS, ids=str)
def test_counts_equal_every_hand_of_a_small_deck(wanted: Wanted, shoe: Shoe, cards: int) -> None:
    goal = oracle_goal(wanted, shoe)
    good = total = 0
    for counts, ways in all_hands(shoe, cards):
        total += ways
        good += ways * (distance(counts, goal) == 0)
    assert total == shoe.hands(cards)
    assert 0 < good < total
    assert count_by_plans(wanted, shoe, cards) == good
    if not (wanted.sets and wanted.runs):
        assert count_by_parts(wanted, shoe, cards) == good


def test_counts_equal_every_choice_of_single_cards() -> None:
    """The copies told apart, without any weights: 5 ranks of 2 suits, one joker, 7 of 21 cards."""
    shoe, wanted = Shoe(2, 1, 2, (0, 1, 2, 3, 4)), Wanted(1, 1)
    cards = [13 * suit + rank for suit in (0, 1) for rank in shoe.ranks] * 2 + [JOKER]
    goal, known = oracle_goal(wanted, shoe), {}
    good = 0
    for hand in combinations(sorted(cards), 7):
        if hand not in known:
            counts = [0] * KINDS
            for kind in hand:
                counts[kind] += 1
            known[hand] = can_lay_down(counts, goal)
        good += known[hand]
    assert count_by_plans(wanted, shoe, 7) == good


@pytest.mark.parametrize(
    ("wanted", "cards"), [(Wanted(2, 0), 7), (Wanted(3, 0), 10), (Wanted(0, 1), 6)], ids=str
)
def test_two_methods_agree_on_the_whole_shoe(wanted: Wanted, cards: int) -> None:
    assert count_by_plans(wanted, Shoe(), cards) == count_by_parts(wanted, Shoe(), cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wanted", "cards"),
    [(Wanted(2, 0), 11), (Wanted(3, 0), 12), (Wanted(0, 2), 11), (Wanted(0, 3), 12)],
    ids=str,
)
def test_two_methods_agree_on_shanghai(wanted: Wanted, cards: int) -> None:
    assert count_by_plans(wanted, Shoe(), cards) == count_by_parts(wanted, Shoe(), cards)


def contract_of(text: str) -> Contract:
    shapes = {"S": Shape("set", 3), "R4": Shape("run", 4)}
    return Contract(tuple(shapes[part] for part in text.split()))


DEAR = [key for key, dealt in SHANGHAI_DEALT.items() if dealt.method == "plans"] + [(7, 12)]
CHEAP = [key for key in SHANGHAI_DEALT if key not in DEAR]


@pytest.mark.parametrize("key", CHEAP, ids=str)
def test_stored_odds_are_recomputed(key: tuple[int, int]) -> None:
    dealt = SHANGHAI_DEALT[key]
    assert dealt_odds(contract_of(dealt.contract), cards=key[1]) == dealt.odds


@pytest.mark.slow
@pytest.mark.parametrize("key", DEAR, ids=str)
def test_dear_stored_odds_are_recomputed(key: tuple[int, int]) -> None:
    dealt = SHANGHAI_DEALT[key]
    assert dealt_odds(contract_of(dealt.contract), cards=key[1]) == dealt.odds


def test_stored_odds_cover_all_rounds_and_are_shares_of_all_hands() -> None:
    assert set(SHANGHAI_DEALT) == {(number, cards) for number in range(1, 8) for cards in (11, 12)}
    for (_, cards), dealt in SHANGHAI_DEALT.items():
        assert dealt.hands_in_all == comb(108, cards)
        assert dealt.odds == Fraction(dealt.hands, dealt.hands_in_all)
    assert all(
        SHANGHAI_DEALT[number, 11].odds < SHANGHAI_DEALT[number, 12].odds for number in range(1, 8)
    )


@pytest.mark.parametrize("number", range(1, 8))
def test_known_odds_of_the_preset_are_the_stored_ones(number: int) -> None:
    rules = load_rules("shanghai")
    contract = rules.opening.contracts[number - 1]
    dealt = SHANGHAI_DEALT[number, 11]
    assert str(contract) == dealt.contract
    assert known_odds(rules, contract, 4, 11) == dealt.odds


@pytest.mark.parametrize(
    "change",
    [
        'melds.wild_ranks=["2"]',
        "melds.wrap=true",
        "melds.distinct_run_suits=true",
        "melds.set_min_naturals=3",
    ],
)
def test_odds_of_other_melds_are_not_those_of_shanghai(change: str) -> None:
    rules = load_rules("shanghai", [change])
    assert known_odds(rules, rules.opening.contracts[1], 4, 11) is None


def test_sets_of_one_rank_by_hand() -> None:
    """One set from three cards of a 52-card pack: 13 ranks of 4 choices among 22,100."""
    contract = Contract((Shape("set", 3),))
    assert dealt_odds(contract, packs=1, jokers=0, cards=3) == Fraction(52, 22100)
    with_joker = 52 + 13 * comb(4, 2) * 2
    assert dealt_odds(contract, packs=1, jokers=2, cards=3) == Fraction(with_joker, comb(54, 3))


def test_runs_of_four_by_hand() -> None:
    """44 runs; with one joker in the hand 3 naturals of 4 places, each trio counted once."""
    contract = Contract((Shape("run", 4),))
    assert dealt_odds(contract, packs=1, jokers=0, cards=4) == Fraction(44, comb(52, 4))
    trios = {
        frozenset(place % 13 for place in range(first, first + 4) if place != gap)
        for first in range(11)
        for gap in range(first, first + 4)
    }
    expected = 44 + 4 * len(trios)
    assert dealt_odds(contract, packs=1, jokers=1, cards=4) == Fraction(expected, comb(53, 4))


def test_joker_law_of_the_shoe() -> None:
    law = joker_law(2, 4, 11)
    assert [round(float(odds), 6) for odds in law[:4]] == [0.646535, 0.302633, 0.047784, 0.002987]
    assert sum(law) == 1
    assert joker_law(1, 0, 5) == [1]


def test_contracts_of_unequal_melds_are_refused() -> None:
    with pytest.raises(ValueError, match="one size"):
        wanted_melds(Contract((Shape("run", 4), Shape("run", 5))))
    with pytest.raises(ValueError, match="by plans"):
        count_by_parts(Wanted(1, 1), Shoe(), 11)
