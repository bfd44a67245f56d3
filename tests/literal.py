"""Every draw and every split of the cards: slow, but beyond doubt on small decks."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

from tests.oracle import JOKER, KINDS, LINE, UNREACHABLE, Goal, Meld, whole_hand_size


def literal_runs(cards: Sequence[int], goal: Goal) -> list[tuple[int, int]]:
    """(suit, first place) of each way to read cards in any order as one run (rules.md 1.3)."""
    suits = {kind // 13 for kind in cards if not goal.is_wild(kind)}
    if len(suits) > 1 or len(cards) > goal.line:
        return []
    return [
        (suit, first)
        for suit in suits or range(4)
        for first in range(13 if goal.wrap else LINE - len(cards) + 1)
        if _fills(cards, suit, first, goal)
    ]


def _fills(cards: Sequence[int], suit: int, first: int, goal: Goal) -> bool:
    """Whether some order of the cards is a run from a place of a suit on."""
    size = len(cards)
    wilds = [kind for kind in cards if goal.is_wild(kind)]
    naturals = [kind for kind in cards if not goal.is_wild(kind)]
    for own in range(len(wilds) + 1 if goal.wild_natural else 1):
        for selves in combinations(wilds, own):
            places = {place: 13 * suit + place % 13 for place in range(first, first + size)}
            taken = []
            for kind in [*naturals, *selves]:
                fits = [p for p, wanted in places.items() if wanted == kind and p not in taken]
                taken += fits[:1]
            if len(taken) < len(naturals) + own or not taken:
                continue
            free = sorted(set(places) - set(taken))
            if goal.run_wilds(size) < len(free):
                continue
            if goal.wild_adjacent or not _has_neighbours(free, goal.wrap and size == 13):
                return True
    return False


def _has_neighbours(places: list[int], closed: bool) -> bool:
    near = [(place + 1) % 13 if closed else place + 1 for place in places]
    return any(place in ([p % 13 for p in places] if closed else places) for place in near)


def literal_set(cards: Sequence[int], goal: Goal) -> int:
    """The rank of the set that the cards form, -1 when they are none."""
    ranks = {kind % 13 for kind in cards if not goal.is_wild(kind)}
    for rank in (ranks or range(13)) if len(ranks) < 2 else ():
        own = [kind for kind in cards if kind != JOKER and kind % 13 == rank]
        own = own if goal.natural(rank) else []
        wilds = len(cards) - len(own)
        others = [kind for kind in cards if kind not in own]
        fits = all(goal.is_wild(kind) for kind in others)
        if own and fits and wilds <= goal.set_wilds(len(cards)):
            return rank
    return -1


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
