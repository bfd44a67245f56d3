"""Every draw and every split of the cards: slow, but beyond doubt on small decks."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

from tests.oracle import JOKER, KINDS, LINE, UNREACHABLE, Goal, Meld, whole_hand_size


def literal_runs(cards: Sequence[int], goal: Goal) -> list[tuple[int, int]]:
    """(suit, first place) of each way to read the cards as one run (rules.md 1.3)."""
    naturals = [kind for kind in cards if kind != JOKER]
    wilds = len(cards) - len(naturals)
    if not naturals or wilds > goal.wild_max_run or len({kind // 13 for kind in naturals}) != 1:
        return []
    ways = []
    for first in range(LINE - len(cards) + 1):
        free = [place % 13 for place in range(first, first + len(cards))]
        for kind in naturals:
            if kind % 13 in free:
                free.remove(kind % 13)
            else:
                break
        else:
            ways.append((naturals[0] // 13, first))
    return ways


def literal_set(cards: Sequence[int], goal: Goal) -> int:
    """The rank of the set that the cards form, -1 when they are none."""
    ranks = {kind % 13 for kind in cards if kind != JOKER}
    if len(ranks) != 1 or list(cards).count(JOKER) > goal.wild_max_set:
        return -1
    return ranks.pop()


def literal_lay_down(cards: Sequence[int], goal: Goal, laid: tuple[Meld, ...] = ()) -> bool:
    """Whether some split of the cards into melds and a rest is a lay-down."""
    if not goal.sets and not goal.runs:
        return not (goal.whole_hand and cards) and not (goal.keep_one and not cards)
    is_run = not goal.sets
    least = goal.runs[0] if is_run else goal.sets[0]
    rest = replace(goal, runs=goal.runs[1:]) if is_run else replace(goal, sets=goal.sets[1:])
    for size in range(least, (len(cards) if goal.longer else least) + 1):
        for picked in combinations(range(len(cards)), size):
            meld_cards = tuple(cards[i] for i in picked)
            others = [cards[i] for i in range(len(cards)) if i not in picked]
            for meld in _readings(meld_cards, goal, is_run):
                if not any(meld.conflicts(other, goal) for other in laid) and literal_lay_down(
                    others, rest, (*laid, meld)
                ):
                    return True
    return False


def _readings(cards: tuple[int, ...], goal: Goal, is_run: bool) -> list[Meld]:
    if is_run:
        return [Meld(cards, suit=suit, first=first) for suit, first in literal_runs(cards, goal)]
    rank = literal_set(cards, goal)
    return [Meld(cards, rank=rank)] if rank >= 0 else []


def literal_distance(counts: Sequence[int], goal: Goal, most: int) -> int:
    """The distance by drawing every possible set of up to ``most`` cards; 99 when none will do.

    In a whole-hand round the hand must end with exactly T cards, so for k drawn cards every
    choice of T - k cards of the hand is tried.
    """
    hand = [kind for kind in range(KINDS) for _ in range(counts[kind])]
    if goal.whole_hand and not goal.longer and len(hand) > goal.cards:
        return UNREACHABLE
    kinds = [kind for kind in range(KINDS) if goal.supply(kind) > counts[kind]]
    total = whole_hand_size(len(hand), goal) if goal.longer else goal.cards
    for drawn in range(most + 1):
        keep = total - drawn if goal.whole_hand else len(hand)
        kept_hands = set(combinations(hand, keep)) if keep <= len(hand) else set()
        for cards in combinations_with_replacement(kinds, drawn):
            if all(counts[kind] + cards.count(kind) <= goal.supply(kind) for kind in cards):
                for kept in kept_hands:
                    if literal_lay_down((*kept, *cards), goal):
                        return drawn
    return UNREACHABLE
