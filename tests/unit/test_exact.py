"""Exact counts against full enumeration of small decks, against each other, and as stored."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from rummysim.rules.load import load_rules
from rummysim.stats.dealt_odds import counted_odds, dealt_question, known_odds, why_not_counted
from rummysim.stats.exact import MIXED, count_hands, joker_law
from rummysim.stats.exact_melds import Question, Shoe, Wanted
from rummysim.stats.exact_parts import count_by_parts
from rummysim.stats.exact_states import HandCount, PlanStates, count_by_plans
from tests.oracle import JOKER, KINDS, Goal, can_lay_down, distance

LOW, HIGH, ENDS = (0, 1, 2, 3), (0, 10, 11, 12), (0, 1, 2, 3, 10, 11, 12)
KALUKI = {"run_wilds": 2, "apart": True, "distinct_ranks": True, "distinct_suits": True}


def oracle_goal(wanted: Wanted, shoe: Shoe) -> Goal:
    return Goal(
        sets=(wanted.set_size,) * wanted.sets,
        runs=(wanted.run_size,) * wanted.runs,
        wild_max_set=wanted.set_wilds,
        wild_max_run=wanted.run_wilds,
        wild_adjacent=not wanted.apart,
        wrap=wanted.wrap,
        distinct_ranks=wanted.distinct_ranks,
        distinct_suits=wanted.distinct_suits,
        packs=shoe.packs,
        jokers=shoe.wilds,
        ranks=shoe.ranks,
        suits=tuple(range(shoe.suits)),
    )


def all_hands(shoe: Shoe, cards: int) -> Iterator[tuple[list[int], int]]:
    """Every hand of that size as counts, with the number of choices of copies that give it."""
    kinds = [13 * suit + rank for suit in range(shoe.suits) for rank in shoe.ranks]
    for copies in product(range(shoe.packs + 1), repeat=len(kinds)):
        jokers = cards - sum(copies)
        if 0 <= jokers <= shoe.wilds:
            counts, ways = [0] * KINDS, comb(shoe.wilds, jokers)
            for kind, held in zip(kinds, copies, strict=True):
                counts[kind] = held
                ways *= comb(shoe.packs, held)
            counts[JOKER] = jokers
            yield counts, ways


SMALL_DECKS = [
    (Wanted(2, 0), Shoe(2, 2, 2, LOW), 7),
    (Wanted(3, 0), Shoe(2, 2, 2, LOW), 9),
    (Wanted(2, 0, distinct_ranks=True), Shoe(2, 2, 2, LOW), 7),
    (Wanted(2, 0, set_size=4, set_wilds=2), Shoe(2, 3, 2, LOW), 8),
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
    # wild twos: a run over their place has a wild there
    (Wanted(1, 1), Shoe(2, 4, 2, (0, 2, 3, 4)), 8),
    (Wanted(0, 2), Shoe(2, 4, 1, (0, 2, 3, 4, 5)), 9),
    # a run of seven with two wilds
    (Wanted(0, 1, run_size=7, run_wilds=2), Shoe(1, 3, 2, (0, 2, 3, 4, 5, 6)), 8),
    (Wanted(1, 1, 2, run_size=7, run_wilds=2), Shoe(2, 3, 1, (0, 2, 3, 4, 5, 6, 7)), 9),
    # round the corner
    (Wanted(0, 1, wrap=True), Shoe(1, 2, 2, ENDS), 6),
    (Wanted(0, 2, wrap=True), Shoe(2, 2, 1, ENDS), 8),
    (Wanted(0, 2, wrap=True, run_wilds=2, apart=True), Shoe(2, 3, 1, ENDS), 8),
    (Wanted(1, 1, wrap=True), Shoe(1, 2, 2, ENDS), 8),
    (Wanted(1, 1, run_wilds=2, wrap=True), Shoe(2, 3, 2, HIGH), 8),
    (Wanted(1, 1, set_size=2, wrap=True), Shoe(1, 3, 1), 7),
    (Wanted(2, 1, set_size=2, wrap=True, distinct_ranks=True), Shoe(1, 3, 1), 9),
    (Wanted(1, 2, set_size=2, wrap=True), Shoe(1, 3, 1), 11),
    # wilds apart, ranks and suits distinct
    (Wanted(2, 1, **KALUKI), Shoe(2, 2, 2, HIGH), 10),
    (Wanted(1, 2, **KALUKI), Shoe(2, 3, 2, LOW), 11),
    (Wanted(0, 2, **KALUKI), Shoe(2, 4, 2, LOW), 9),
    (Wanted(0, 1, run_size=6, run_wilds=3, apart=True), Shoe(1, 4, 2, LOW + (4, 5)), 7),
]


def is_large(deck: tuple[Wanted, Shoe, int]) -> bool:
    """Whether going through every hand takes many seconds."""
    wanted, shoe, cards = deck
    return (shoe.packs * shoe.suits > 2 and cards > 9) or (wanted.apart and wanted.runs > 0)


@pytest.mark.parametrize(
    ("wanted", "shoe", "cards"),
    [
        pytest.param(*deck, marks=[pytest.mark.slow] if is_large(deck) else [], id=str(deck))
        for deck in SMALL_DECKS
    ],
)
def test_counts_equal_every_hand_of_a_small_deck(wanted: Wanted, shoe: Shoe, cards: int) -> None:
    goal = oracle_goal(wanted, shoe)
    good = total = 0
    for counts, ways in all_hands(shoe, cards):
        total += ways
        good += ways * (distance(counts, goal) == 0)
    assert total == shoe.hands(cards)
    assert 0 < good < total
    if wanted.sets == 0 or wanted.runs == 0:
        assert count_by_parts(wanted, shoe, cards) == good
    if not (wanted.wrap and wanted.apart):
        assert count_by_plans(wanted, shoe, cards) == good


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
    ("wanted", "cards"),
    [
        (Wanted(2, 0), 7),
        (Wanted(3, 0), 10),
        (Wanted(3, 0, distinct_ranks=True), 10),
        (Wanted(0, 1), 6),
        (Wanted(0, 1, wrap=True), 6),
        (Wanted(0, 1, run_size=7, run_wilds=2), 8),
        (Wanted(0, 2, **KALUKI), 8),
    ],
    ids=str,
)
def test_two_methods_agree_on_the_whole_shoe(wanted: Wanted, cards: int) -> None:
    assert count_by_plans(wanted, Shoe(), cards) == count_by_parts(wanted, Shoe(), cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wanted", "cards"),
    [
        (Wanted(2, 0), 11),
        (Wanted(3, 0), 12),
        (Wanted(0, 2), 11),
        (Wanted(0, 3), 12),
        (Wanted(4, 0, distinct_ranks=True), 12),
        (Wanted(0, 2, wrap=True), 12),
        (Wanted(0, 3, wrap=True), 12),
        (Wanted(0, 3, **KALUKI), 12),
        (Wanted(0, 4, **KALUKI), 16),
    ],
    ids=str,
)
def test_two_methods_agree_on_the_contracts(wanted: Wanted, cards: int) -> None:
    assert count_by_plans(wanted, Shoe(), cards) == count_by_parts(wanted, Shoe(), cards)


def test_turned_hands_are_counted_as_they_lie() -> None:
    """One pack of two suits, runs round the corner: with and without turning an empty rank last."""
    wanted, shoe = Wanted(1, 1, wrap=True), Shoe(1, 2, 2)
    states = PlanStates(wanted, shoe)
    as_they_lie = sum(
        comb(2, wilds) * HandCount(states, 9 - wilds, wilds).by_empty_ranks().total()
        for wilds in range(3)
    )
    assert count_by_plans(wanted, shoe, 9) == as_they_lie > 0


GAMES = [("shanghai", 4), ("go", 4), ("go-connecticut", 4), ("carioca", 4)]
GAMES += [("kaluki", 4), ("kaluki", 5)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_odds_of_every_round_are_known(game: str, players: int) -> None:
    rules = load_rules(game)
    for index, contract in enumerate(rules.opening.contracts):
        odds = known_odds(rules, contract, players, rules.deal.cards[index])
        assert why_not_counted(rules, contract, rules.deal.cards[index]) is None
        if (game, index) == ("shanghai", 6):
            assert odds == 0
        else:
            assert 0 < odds < Fraction(1, 2)


def stored(slow: bool) -> list[Question]:
    return [question for question in MIXED if is_dear(question) == slow]


def is_dear(question: Question) -> bool:
    """Whether a count takes more than some seconds: no card over and one run only are quick."""
    wanted, shoe, cards = question
    spare = cards - wanted.sets * wanted.set_size - wanted.runs * wanted.run_size
    return bool(spare) or wanted.runs > 1 or shoe.packs > 2


@pytest.mark.parametrize("question", stored(slow=False), ids=str)
def test_stored_counts_are_recomputed(question: Question) -> None:
    assert count_hands(question) == MIXED[question]


@pytest.mark.slow
@pytest.mark.parametrize("question", stored(slow=True), ids=str)
def test_dear_stored_counts_are_recomputed(question: Question) -> None:
    assert count_hands(question) == MIXED[question]


def test_stored_counts_are_not_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_rules("carioca")
    contract = rules.opening.contracts[4]
    known = known_odds(rules, contract, 4, 12)
    monkeypatch.setattr("rummysim.stats.dealt_odds.count_hands", {}.get)
    assert counted_odds(rules, contract, 4, 12) == known > 0


def test_more_cards_and_more_wilds_hold_more() -> None:
    rules, go = load_rules("shanghai"), load_rules("go")
    for contract in rules.opening.contracts[:6]:
        odds = [known_odds(rules, contract, 4, cards) for cards in (11, 12)]
        assert odds[0] < odds[1]
        assert odds[0] < known_odds(go, contract, 4, 11)


def test_what_is_asked_of_the_other_games() -> None:
    go, carioca, kaluki = (load_rules(name) for name in ("go", "carioca", "kaluki"))
    run_of_seven = dealt_question(go, go.opening.contracts[6], 4, 11)
    assert run_of_seven.wanted == Wanted(1, 1, run_size=7, run_wilds=2)
    assert run_of_seven.shoe == Shoe(wilds=12, ranks=(0, *range(2, 13)))
    assert run_of_seven.shoe.hands(11) == comb(108, 11)
    asked = dealt_question(carioca, carioca.opening.contracts[4], 4, 12)
    assert asked == (Wanted(2, 1, wrap=True, distinct_ranks=True), Shoe(), 12)
    asked = dealt_question(kaluki, kaluki.opening.contracts[6], 6, 14)
    assert asked == (Wanted(2, 2, **KALUKI), Shoe(3, 8), 14)
    for rules in (go, load_rules("go-connecticut")):
        assert dealt_question(rules, go.opening.contracts[6], 4, 11) == run_of_seven


@pytest.mark.parametrize(
    "change",
    [
        'melds.wild_ranks=["2"]',
        "melds.wrap=true",
        "melds.set_min_naturals=3",
        "melds.wild_max_set=0",
        "melds.wild_max_run=2",
        "shoe.jokers=6",
    ],
)
def test_odds_of_other_melds_are_not_those_of_shanghai(change: str) -> None:
    contract = load_rules("shanghai").opening.contracts[1]
    questions = [
        dealt_question(load_rules("shanghai", changes), contract, 4, 11)
        for changes in ([], [change])
    ]
    assert questions[0] != questions[1]
    assert MIXED.get(questions[1]) != MIXED[questions[0]]


@pytest.mark.parametrize(
    ("game", "changes", "number", "why"),
    [
        ("go", ["melds.wild_natural=true"], 1, "stand for themselves"),
        ("shanghai", ["melds.adjacent_same_suit_runs=gap_required"], 3, "gap"),
        ("go", ['opening.contracts=["S S4"]'], 1, "differ in size"),
        ("shanghai", ["opening.laydown=min", "melds.wild_max_run7=2"], 2, "laid longer"),
        ("carioca", ["deal.cards=13"], 2, "round the corner"),
        ("carioca", ['melds.wild_ranks=["2"]'], 2, "round the corner"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_a_reason(
    game: str, changes: list[str], number: int, why: str
) -> None:
    rules = load_rules(game, changes)
    contract, cards = rules.opening.contracts[number - 1], rules.deal.cards[number - 1]
    assert why in why_not_counted(rules, contract, cards)
    assert known_odds(rules, contract, 4, cards) is None
    assert counted_odds(rules, contract, 4, cards) is None


def test_a_whole_hand_round_is_never_held_as_dealt() -> None:
    """The card that is drawn must lie in the runs, too; with 12 cards after the draw they may."""
    held = Fraction(3041933504, comb(108, 12))
    rules, more = load_rules("shanghai"), load_rules("shanghai", ["deal.cards=12"])
    contract = rules.opening.contracts[6]
    assert [known_odds(rules, contract, 4, cards) for cards in (11, 12)] == [0, held]
    assert known_odds(more, contract, 4, 12) == 0
    assert "every card" in why_not_counted(more, contract, 13)
    normal = load_rules("shanghai", ["deal.cards=12", "close.last_round=normal"])
    assert known_odds(normal, contract, 4, 12) == held


def test_sets_of_one_rank_by_hand() -> None:
    """One set from three cards of a 52-card pack: 13 ranks of 4 choices."""
    assert count_hands(Question(Wanted(1, 0), Shoe(1, 0), 3)) == 52
    assert count_hands(Question(Wanted(1, 0), Shoe(1, 2), 3)) == 52 + 13 * comb(4, 2) * 2


def test_runs_of_four_by_hand() -> None:
    """44 runs; with one joker in the hand 3 naturals of 4 places, each trio counted once."""
    assert count_hands(Question(Wanted(0, 1), Shoe(1, 0), 4)) == 44
    trios = {
        frozenset(place % 13 for place in range(first, first + 4) if place != gap)
        for first in range(11)
        for gap in range(first, first + 4)
    }
    assert count_hands(Question(Wanted(0, 1), Shoe(1, 1), 4)) == 44 + 4 * len(trios)


def test_runs_of_two_naturals_by_hand() -> None:
    """Two wilds apart: A 3, 2 4, ... Q A with one between, or 2 3, ... Q K with both outside."""
    one, two = Wanted(0, 1), Wanted(0, 1, run_wilds=2, apart=True)
    counts = [count_hands(Question(wanted, Shoe(1, 2), 4)) for wanted in (one, two)]
    assert counts[1] - counts[0] == 4 * (12 + 11)


def test_runs_round_the_corner_by_hand() -> None:
    """Thirteen runs of each suit instead of eleven."""
    assert count_hands(Question(Wanted(0, 1, wrap=True), Shoe(1, 0), 4)) == 52


def test_joker_law_of_the_shoe() -> None:
    law = joker_law(2, 4, 11)
    assert [round(float(odds), 6) for odds in law[:4]] == [0.646535, 0.302633, 0.047784, 0.002987]
    assert sum(law) == 1
    assert joker_law(1, 0, 5) == [1]


def test_methods_refuse_what_they_cannot_count() -> None:
    with pytest.raises(ValueError, match="by plans"):
        count_by_parts(Wanted(1, 1), Shoe(), 11)
    with pytest.raises(ValueError, match="apart"):
        count_by_plans(Wanted(1, 1, run_wilds=2, wrap=True, apart=True), Shoe(), 11)
