"""Exact number of hands that can lay down a contract of sets and runs, by states of plans.

A hand can lay down when *some* plan (``exact_plans``) ends well, so the state after some ranks is
the set of all plans that are not worse than another one: a determinised automaton. Hands with the
same state need not be told apart, nor states that differ only by the names of the suits; their
number is carried along as an integer, so the result is exact. A plan that wasted more cards than
the hand has to spare is dropped.

Where runs go round, a hand of few cards is turned until one of the ranks that it has none of comes
last: only runs with a wild in that place cross the corner then. Of the thirteen turns of a hand
with e empty ranks e are counted, so each counts 13/e times.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb, prod

from rummysim.stats.exact_melds import ORDER, RANKS, Shoe, Wanted
from rummysim.stats.exact_plans import (
    Column,
    Plan,
    first_plans,
    follow,
    is_as_good,
    rename,
    rename_suits,
    still_wants,
)

State = tuple[int, ...]  # numbers of plans
Layer = defaultdict[tuple[int, int, State], int]  # (cards seen, empty ranks, state) -> ways


class PlanStates:
    """The plans for a contract by number, and the states that they form.

    Everything that was found once is kept: few plans and states make up all hands.
    """

    def __init__(self, wanted: Wanted, shoe: Shoe):
        self.wanted, self.shoe = wanted, shoe
        self.plans: list[Plan] = []
        self.wants: list[int] = []  # cards that complete each plan
        self._number: dict[Plan, int] = {}
        self.following = cache(self._following)
        self.best = cache(self._best)
        self.reached = cache(self._reached)
        self.suits_alike = cache(self._suits_alike)

    def number(self, plan: Plan) -> int:
        """The number of a plan."""
        if plan not in self._number:
            self._number[plan] = len(self.plans)
            self.plans.append(plan)
            self.wants.append(still_wants(plan, self.wanted))
        return self._number[plan]

    def first(self, wilds: int, naturals: int) -> State:
        """The state before any card of a hand is seen."""
        plans = first_plans(self.wanted, self.shoe, wilds)
        return self.best(self.within(map(self.number, plans), naturals))

    def within(self, numbers: Iterable[int], to_come: int) -> frozenset[int]:
        """Those of the plans that so many naturals to come may complete."""
        return frozenset(n for n in numbers if self.wants[n] - self.plans[n].wilds <= to_come)

    def _following(self, number: int, column: Column, step: int) -> frozenset[int]:
        """The plans that follow from one with the cards of a rank."""
        plans = follow(self.plans[number], column, step, self.wanted)
        return frozenset(map(self.number, plans))

    def _reached(self, state: State, column: Column, step: int) -> frozenset[int] | None:
        """The plans that follow from a state; None when one of them is complete."""
        found = frozenset[int]().union(*(self.following(n, column, step) for n in state))
        return None if any(self.wants[n] == 0 for n in found) else found

    def _best(self, numbers: frozenset[int]) -> State:
        """The plans that are not worse than another one, with the suits renamed."""
        kept: list[Plan] = []
        plans = [self.plans[n] for n in numbers]
        for plan in sorted(plans, key=lambda p: (still_wants(p, self.wanted) - p.wilds, p)):
            if not any(is_as_good(other, plan) for other in kept):
                kept = [other for other in kept if not is_as_good(plan, other)]
                kept.append(plan)
        return tuple(map(self.number, rename_suits(kept, self.shoe.suits)))

    def step_like(self, step: int) -> int:
        """The first step at which plans follow each other as they do at this one."""
        last_begin = RANKS - self.wanted.run_size
        if step >= RANKS - self.wanted.crossing or step == last_begin:
            return step  # cards that are owed may be due, or the last run begins
        return 0 if step < last_begin else last_begin + 1

    def _suits_alike(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Groups of suits that may be exchanged without changing the state."""
        groups: list[list[int]] = []
        for suit in range(self.shoe.suits):
            for group in groups:
                names = list(range(self.shoe.suits))
                names[suit], names[group[0]] = group[0], suit
                if all(self.number(rename(self.plans[n], names)) in state for n in state):
                    group.append(suit)
                    break
            else:
                groups.append([suit])
        return tuple(map(tuple, groups))


@cache
def columns(alike: tuple[tuple[int, ...], ...], copies: int) -> list[tuple[Column, int, int]]:
    """Columns of a rank that differ when suits are alike: (column, its cards, choices of copies).

    >>> columns(((0, 1),), 1)
    [((0, 0), 0, 1), ((0, 1), 1, 2), ((1, 1), 2, 1)]
    """
    ways: Counter[Column] = Counter()
    for column in product(range(copies + 1), repeat=sum(map(len, alike))):
        ordered = list(column)
        for suits in alike:
            held = sorted(column[suit] for suit in suits)
            for suit, number in zip(suits, held, strict=True):
                ordered[suit] = number
        ways[tuple(ordered)] += prod(comb(copies, held) for held in column)
    return [(column, sum(column), number) for column, number in ways.items()]


class HandCount:
    """Counts the hands of ``naturals`` cards and ``wilds`` wilds that can lay down."""

    def __init__(self, states: PlanStates, naturals: int, wilds: int):
        self.states, self.naturals, self.wilds = states, naturals, wilds
        self.turned = states.wanted.wrap  # then ranks without cards are counted
        self._rest = cache(self._ways_to_fill)

    def by_empty_ranks(self) -> Counter[int]:
        """Choices of the naturals, all copies told apart, by the number of empty ranks.

        All are under 0 where runs keep to the line.
        """
        good: Counter[int] = Counter()
        first = self.states.first(self.wilds, self.naturals)
        layer = Layer(int, {(0, 0, first): 1})
        for step in range(RANKS):
            layer = self._take_rank(layer, step, good)
        return good

    def _take_rank(self, layer: Layer, step: int, good: Counter[int]) -> Layer:
        """The states after a rank; hands that are sure to lay down are added to ``good``."""
        states, shoe, like = self.states, self.states.shoe, self.states.step_like(step)
        copies, later, after = shoe.copies(ORDER[step]), shoe.naturals(step + 1), Layer(int)
        for (seen, empty, state), ways in layer.items():
            for column, held, choices in columns(states.suits_alike(state), copies):
                to_come = self.naturals - seen - held
                if not 0 <= to_come <= later:
                    continue
                plans = states.reached(state, column, like)
                now_empty = empty + (self.turned and held == 0)
                if plans is None:
                    for more, rest in self._rest(step + 1, to_come).items():
                        good[now_empty + more] += ways * choices * rest
                elif possible := states.within(plans, to_come):
                    after[seen + held, now_empty, states.best(possible)] += ways * choices
        return after

    def _ways_to_fill(self, step: int, cards: int) -> Counter[int]:
        """Choices of so many cards of the ranks from ``step`` on, by the ranks left empty."""
        if not self.turned:
            return Counter({0: comb(self.states.shoe.naturals(step), cards)})
        if step == RANKS:
            return Counter({0: int(cards == 0)})
        ways: Counter[int] = Counter()
        copies = self.states.shoe.copies(ORDER[step]) * self.states.shoe.suits
        for held in range(min(copies, cards) + 1):
            for empty, rest in self._rest(step + 1, cards - held).items():
                ways[empty + (held == 0)] += comb(copies, held) * rest
        return ways


def count_by_plans(wanted: Wanted, shoe: Shoe, cards: int) -> int:
    """Number of hands of ``cards`` cards, all copies told apart, that can lay down.

    Any contract of equal sets and equal runs, but wilds that must lie apart in runs that go round.

    >>> count_by_plans(Wanted(sets=1, runs=0), Shoe(packs=1, wilds=0), 3)
    52
    """
    if wanted.wrap and wanted.apart:
        raise ValueError("wilds that must lie apart in runs that go round are not counted by plans")
    states = cache(lambda shoe: PlanStates(wanted, shoe))
    total = 0
    for wilds in range(min(shoe.wilds, cards) + 1):
        naturals = cards - wilds
        if wanted.wrap and naturals < RANKS == len(shoe.ranks):
            open_shoe = replace(shoe, ranks=tuple(rank for rank in shoe.ranks if rank != ORDER[-1]))
            found = HandCount(states(open_shoe), naturals, wilds).by_empty_ranks()
            good = sum(ways * RANKS // empty for empty, ways in found.items())
        else:
            good = HandCount(states(shoe), naturals, wilds).by_empty_ranks().total()
        total += comb(shoe.wilds, wilds) * good
    return total
