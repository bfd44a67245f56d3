"""Goals and hands on which the compiled code is compared with the oracle."""

import random
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from rummysim.kernels import layout
from tests.oracle import JOKER, KINDS, Goal, Meld, all_melds

CONTRACTS = {
    "r1 S S": Goal(sets=(3, 3)),
    "r2 S R4": Goal(sets=(3,), runs=(4,)),
    "r3 R4 R4": Goal(runs=(4, 4)),
    "r4 S S S": Goal(sets=(3, 3, 3)),
    "r5 S S R4": Goal(sets=(3, 3), runs=(4,)),
    "r6 S R4 R4": Goal(sets=(3,), runs=(4, 4)),
    "r7 normal": Goal(runs=(4, 4, 4)),
    "r7 long runs": Goal(runs=(4, 4, 4), whole_hand=True, longer=True),
    "r7 long runs, no buying": Goal(runs=(4, 4, 4), whole_hand=True, longer=True, turn_step=0),
    "r7 exact": Goal(runs=(4, 4, 4), whole_hand=True),
}
HOUSE_RULES = {
    "S S distinct": Goal(sets=(3, 3), distinct_ranks=True),
    "S S S distinct": Goal(sets=(3, 3, 3), distinct_ranks=True),
    "R4 R4 gap": Goal(runs=(4, 4), gap=True),
    "S R4 R4 gap": Goal(sets=(3,), runs=(4, 4), gap=True),
    "r7 normal gap": Goal(runs=(4, 4, 4), gap=True),
    "r7 long runs gap": Goal(runs=(4, 4, 4), whole_hand=True, longer=True, gap=True),
    "S R4 two wilds": Goal(sets=(3,), runs=(4,), wild_max_set=2, wild_max_run=2),
    "R4 R4 three wilds": Goal(runs=(4, 4), wild_max_run=3),
    "S S no wilds": Goal(sets=(3, 3), wild_max_set=0),
    "R4 R4 no wilds": Goal(runs=(4, 4), wild_max_run=0),
    "S5 S4 R7": Goal(sets=(5, 4), runs=(7,), wild_max_run=2),
    "R5 R4": Goal(runs=(5, 4)),
    "r7 long runs, two wilds": Goal(runs=(4, 4, 4), whole_hand=True, longer=True, wild_max_run=2),
    "S R4 three penalty cards": Goal(sets=(3,), runs=(4,), turn_step=3),
}
GO = {"wild_ranks": (1,), "wild_max_run7": 2}
CARIOCA = {"wrap": True, "distinct_ranks": True}
KALUKI = {
    "wild_max_set": 12,
    "wild_max_run": 12,
    "wild_adjacent": False,
    "set_min_naturals": 2,
    "distinct_ranks": True,
    "distinct_suits": True,
    "longer": True,
}
FAMILY = {
    "go S S": Goal(sets=(3, 3), **GO),
    "go S R4": Goal(sets=(3,), runs=(4,), **GO),
    "go R4 R4": Goal(runs=(4, 4), **GO),
    "go S S S": Goal(sets=(3, 3, 3), **GO),
    "go S S R4": Goal(sets=(3, 3), runs=(4,), **GO),
    "go S R4 R4": Goal(sets=(3,), runs=(4, 4), **GO),
    "go S R7": Goal(sets=(3,), runs=(7,), **GO),
    "go S R4 natural": Goal(sets=(3,), runs=(4,), wild_natural=True, **GO),
    "go S R7 natural": Goal(sets=(3,), runs=(7,), wild_natural=True, keep_one=True, **GO),
    "go S R7 all cards": Goal(sets=(3,), runs=(7,), whole_hand=True, longer=True, **GO),
    "carioca R4 R4": Goal(runs=(4, 4), **CARIOCA),
    "carioca S S R4": Goal(sets=(3, 3), runs=(4,), **CARIOCA),
    "carioca S R4 R4": Goal(sets=(3,), runs=(4, 4), **CARIOCA),
    "carioca R4 R4 R4": Goal(runs=(4, 4, 4), **CARIOCA),
    "carioca S S S S": Goal(sets=(3, 3, 3, 3), **CARIOCA),
    "kaluki S S S": Goal(sets=(3, 3, 3), **KALUKI),
    "kaluki S S R4": Goal(sets=(3, 3), runs=(4,), **KALUKI),
    "kaluki S R4 R4": Goal(sets=(3,), runs=(4, 4), **KALUKI),
    "kaluki R4 R4 R4": Goal(runs=(4, 4, 4), **KALUKI),
    "kaluki S S S S": Goal(sets=(3, 3, 3, 3), **KALUKI),
}
MORE_RULES = {
    "R13 round the corner": Goal(runs=(13,), wrap=True),
    "R7 R4 wrap gap": Goal(runs=(7, 4), wrap=True, gap=True),
    "S R5 apart": Goal(sets=(3,), runs=(5,), wild_max_run=3, wild_adjacent=False),
    "R13 wrap apart": Goal(runs=(13,), wrap=True, wild_max_run=12, wild_adjacent=False),
    "R7 wild 2 3, apart": Goal(
        runs=(7,), wild_ranks=(1, 2), wild_max_run=3, wild_adjacent=False, wild_natural=True
    ),
    "R5 wild 2 4, apart": Goal(runs=(5,), wild_ranks=(1, 3), wild_max_run=3, wild_adjacent=False),
    "R4 wild 2 3": Goal(runs=(4,), wild_ranks=(1, 2), wild_max_run=1),
    "S4 three naturals": Goal(sets=(4, 3), wild_max_set=3, set_min_naturals=3),
    "R5 longer, two wilds in seven": Goal(runs=(5,), longer=True, wild_max_run7=2),
    "R4 S longer, one wild in seven": Goal(
        sets=(3,), runs=(4,), longer=True, wild_max_run=0, wild_max_run7=1, keep_one=True
    ),
    "R4 R4 whole hand wrap": Goal(
        runs=(4, 4), wrap=True, whole_hand=True, longer=True, turn_size=9
    ),
    "R4 R4 whole hand apart": Goal(
        runs=(4, 4), wild_max_run=3, wild_adjacent=False, whole_hand=True, longer=True, turn_size=9
    ),
}
ALL = CONTRACTS | HOUSE_RULES | FAMILY | MORE_RULES
# Brute force takes a second and more for a hand of these.
DEAR = (
    "carioca S S S S",
    "kaluki S R4 R4",
    "kaluki R4 R4 R4",
    "kaluki S S S S",
    "R13 wrap apart",
)
SHOES = {2: 4, 3: 6}  # packs -> jokers


def goal_record(goal: Goal) -> np.ndarray:
    """The GOAL record that says the same as the oracle's goal."""
    record = layout.new_records(layout.GOAL, 1)
    row = record[0]
    row["sets"], row["runs"], row["cards"] = len(goal.sets), len(goal.runs), goal.cards
    row["set_size"][: len(goal.sets)] = sorted(goal.sets, reverse=True)
    row["run_size"][: len(goal.runs)] = sorted(goal.runs, reverse=True)
    row["whole_hand"], row["longer"], row["keep_one"] = goal.whole_hand, goal.longer, goal.keep_one
    row["turn_size"], row["turn_step"] = goal.turn_size, goal.turn_step
    row["wild_max_set"], row["wild_max_run"] = goal.wild_max_set, goal.wild_max_run
    row["gap"], row["distinct_ranks"] = goal.gap, goal.distinct_ranks
    row["distinct_suits"], row["wrap"] = goal.distinct_suits, goal.wrap
    row["wild_adjacent"], row["set_min_naturals"] = goal.wild_adjacent, goal.set_min_naturals
    row["wild_natural"] = goal.wild_natural
    same = goal.wild_max_run7 is None
    row["wild_max_run7"] = goal.wild_max_run if same else goal.wild_max_run7
    row["wild_kinds"] = sum(1 << 16 * suit + rank for suit in range(4) for rank in goal.wild_ranks)
    return record


def random_hand(chance: random.Random, packs: int) -> list[int]:
    """6 to 18 cards of the shoe, each combination of the shoe's cards as likely as another."""
    shoe = [k for k in range(KINDS) for _ in range(SHOES[packs] if k == JOKER else packs)]
    return _count(chance.sample(shoe, chance.randint(6, 18)))


def near_hand(chance: random.Random, goal: Goal, packs: int) -> list[int]:
    """A lay-down of the goal with up to four cards changed and some cards added."""
    melds = _lay_down(chance, goal)
    if (
        chance.random() < 0.5 and not goal.distinct_suits
    ):  # crowd the melds into one suit, where they compete
        melds = [_moved(meld.cards, chance) for meld in melds]
    else:
        melds = [list(meld.cards) for meld in melds]
    cards = [card for meld in melds for card in meld]
    chance.shuffle(cards)
    cards = cards[chance.randint(0, 4) :]
    wanted = chance.randint(max(6, len(cards)), 18)
    cards += [chance.choice(_close_kinds(cards)) for _ in range(wanted - len(cards))]
    return _within_shoe(_count(cards), packs)


def _lay_down(chance: random.Random, goal: Goal) -> list[Meld]:
    """One meld of each shape; where they must differ in suit or rank, melds that do."""
    while True:
        melds = [chance.choice(all_melds(goal, False, size)) for size in goal.sets]
        melds += [chance.choice(all_melds(goal, True, size)) for size in goal.runs]
        if not goal.distinct_suits or not any(
            meld.conflicts(other, goal) for meld, other in combinations(melds, 2)
        ):
            return melds


def _moved(cards: Sequence[int], chance: random.Random) -> list[int]:
    suit = chance.choice((0, 0, 0, 1))
    return [card if card == JOKER else 13 * suit + card % 13 for card in cards]


def _close_kinds(cards: Sequence[int]) -> list[int]:
    naturals = [card for card in cards if card != JOKER] or [0]
    same_rank = [(card + 13 * turn) % 52 for card in naturals for turn in range(4)]
    next_rank = [13 * (card // 13) + (card + step) % 13 for card in naturals for step in (-1, 1)]
    return same_rank + next_rank + [JOKER, *range(0, 52, 5)]


def _within_shoe(counts: list[int], packs: int) -> list[int]:
    limits = [packs] * 52 + [min(4, SHOES[packs])]
    return [min(held, limit) for held, limit in zip(counts, limits, strict=True)]


def _count(cards: Sequence[int]) -> list[int]:
    counts = [0] * KINDS
    for card in cards:
        counts[card] += 1
    return counts


def hands_for(goal: Goal, packs: int, how_many: int, seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    return [
        random_hand(chance, packs) if number % 2 else near_hand(chance, goal, packs)
        for number in range(how_many)
    ]


def share(goal: Goal, hands: int) -> int:
    """Fewer hands where brute force takes long."""
    shapes, apart = len(goal.sets + goal.runs), not goal.wild_adjacent
    if shapes > 3 or (len(goal.runs) > 2 and apart):
        return max(2, hands // 45)
    dear = (goal.whole_hand and goal.longer) or (shapes > 2 and apart) or goal.cards > 12
    return max(1, hands // 9) if dear else hands
