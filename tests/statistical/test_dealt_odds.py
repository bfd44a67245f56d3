"""Random hands through the compiled distance against the exact odds of dealt contracts.

z-limit at the quantile 1 - 1e-4 / (2M) for the M comparisons of this file; odds too rare for the
normal law by the exact binomial tail. Each comparison also asserts its power: the smallest true
difference that the sample finds with 95 % must be below a stated share of the odds. What is too
rare for that is asked once more of hands from a shoe of few ranks, where it is not.
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest

from rummysim.cards import JOKER, KINDS
from rummysim.kernels.contract import distances
from rummysim.kernels.pack import pack_goal
from rummysim.rules.load import load_rules
from rummysim.rules.spec import RuleSet
from rummysim.stats.agreement import compare_with_exact
from rummysim.stats.dealt_odds import dealt_question, known_odds
from rummysim.stats.exact import count_hands, joker_law
from rummysim.stats.exact_melds import Question, Shoe

SEED = 20_250
HANDS = 1_000_000
BLOCK = 50_000
# game, players, cards more than are dealt
TABLES = [("shanghai", 4, 0), ("shanghai", 4, 1), ("go", 4, 0), ("go-connecticut", 4, 0)]
TABLES += [("carioca", 4, 0), ("kaluki", 4, 0), ("kaluki", 5, 0)]
CASES = [
    (game, players, number, more)
    for game, players, more in TABLES
    for number in range(1, load_rules(game).rounds + 1)
]


def quick_or_slow(case: tuple[str, int, int, int]) -> object:
    """The case; slow where another asks the same of other rules or one pack more."""
    game, players, _, _ = case
    slow = game == "go-connecticut" or (game, players) == ("kaluki", 5)
    return pytest.param(*case, marks=[pytest.mark.slow] if slow else [])


# Contracts that are rare as dealt, and the ranks of a shoe in which they are not.
NARROW = (0, 1, 2, 3)
RARE = [
    ("shanghai", 4, 6, 1, NARROW),
    ("shanghai", 4, 7, 1, NARROW),
    ("go", 4, 6, 0, (0, 2, 3, 4)),
    ("go", 4, 7, 0, (0, 2, 3, 4, 5, 6, 7)),
    ("carioca", 4, 6, 0, NARROW),
    ("carioca", 4, 7, 0, NARROW),
    ("carioca", 4, 8, 0, NARROW),
    *[("kaluki", 4, number, 0, NARROW) for number in range(1, 10)],
    ("kaluki", 5, 9, 0, NARROW),
]
CHECKS = len(CASES) + len(RARE) + 5  # and the numbers of jokers

# (odds at least, largest gap as a share of them that must be found with 95 %)
POWER = ((0.1, 0.02), (0.01, 0.06), (1e-3, 0.3), (1e-4, 0.7), (1e-5, 2.5))


def draw(deck: list[int], cards: int, seed: tuple[int, ...]) -> np.ndarray:
    """Counts of HANDS uniform hands of a deck, int8[HANDS, 53], drawn in blocks to save memory."""
    chance, kinds = np.random.default_rng(seed), np.array(deck)
    counts = np.zeros((HANDS, KINDS), np.int8)
    for start in range(0, HANDS, BLOCK):
        order = chance.random((BLOCK, len(deck)), np.float32)
        picked = kinds[np.argpartition(order, cards, axis=1)[:, :cards]]
        np.add.at(counts[start : start + BLOCK], (np.arange(BLOCK)[:, None], picked), 1)
    return counts


@lru_cache(maxsize=2)
def random_hands(packs: int, jokers: int, cards: int) -> np.ndarray:
    """Counts of HANDS uniform hands of a whole shoe."""
    shoe = [kind for kind in range(KINDS) for _ in range(jokers if kind == JOKER else packs)]
    return draw(shoe, cards, (SEED, packs, jokers, cards))


def able_to_lay_down(hands: np.ndarray, rules: RuleSet, number: int) -> int:
    """How many of the hands are at distance 0 to the contract of a round (from 1)."""
    found = np.empty(len(hands), np.int64)
    distances(hands, pack_goal(rules, number - 1)[0], found)
    return int((found == 0).sum())


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("game", "players", "number", "more"), [quick_or_slow(case) for case in CASES]
)
def test_share_of_hands_that_can_lay_down_is_the_exact_one(
    game: str, players: int, number: int, more: int
) -> None:
    rules = load_rules(game)
    cards = rules.deal.cards[number - 1] + more
    odds = known_odds(rules, rules.opening.contracts[number - 1], players, cards)
    hands = random_hands(rules.shoe.packs.at(players), rules.shoe.jokers.at(players), cards)
    verdict = compare_with_exact(able_to_lay_down(hands, rules, number), HANDS, odds, checks=CHECKS)
    assert verdict.agrees, verdict
    shares = [share for least, share in POWER if odds >= least]
    if shares:
        assert verdict.gap <= shares[0] * odds
    else:
        assert verdict.gap < 4e-5


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("game", "players", "number", "more", "ranks"),
    [
        pytest.param(*case, marks=[] if case[0] == "shanghai" else [pytest.mark.slow])
        for case in RARE
    ],
)
def test_rare_contracts_among_hands_of_few_ranks(
    game: str, players: int, number: int, more: int, ranks: tuple[int, ...]
) -> None:
    """The exact odds of the small shoe are counted anew."""
    rules = load_rules(game)
    contract, cards = rules.opening.contracts[number - 1], rules.deal.cards[number - 1] + more
    wanted, whole, _ = dealt_question(rules, contract, players, cards)
    shoe = Shoe(whole.packs, whole.wilds, ranks=ranks)
    odds = Fraction(count_hands(Question(wanted, shoe, cards)), shoe.hands(cards))
    kinds = [13 * suit + rank for suit in range(4) for rank in ranks for _ in range(shoe.packs)]
    hands = draw(kinds + [JOKER] * shoe.wilds, cards, (SEED, number, *map(ord, game), players))
    verdict = compare_with_exact(able_to_lay_down(hands, rules, number), HANDS, odds, checks=CHECKS)
    assert verdict.agrees, verdict
    assert verdict.gap <= odds / 3


@pytest.mark.statistical
@pytest.mark.parametrize("jokers", range(5))
def test_jokers_in_a_hand_follow_the_exact_law(jokers: int) -> None:
    odds = joker_law(2, 4, 11)[jokers]
    held = int((random_hands(2, 4, 11)[:, JOKER] == jokers).sum())
    verdict = compare_with_exact(held, HANDS, odds, checks=CHECKS)
    assert verdict.agrees, verdict
    assert verdict.gap <= (Fraction(1, 2), Fraction(2))[jokers == 4] * odds
