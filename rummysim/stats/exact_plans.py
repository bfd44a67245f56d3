"""Exact number of hands that can lay down a contract of sets and runs, by partial plans.

The ranks are taken one after the other. A *plan* says how the cards seen so far are used: melds
still wanted, runs that are open, jokers left. A hand can lay down when *some* plan ends well,
so the state is the set of all plans that are not worse than another one (a determinised
automaton). Hands with the same state need not be told apart, nor states that differ only by the
names of the suits; their number is carried along as an integer, so the result is exact.

The aces come last: a run that begins with one owes it until then, and runs that end above the
king wait for it. A plan that wasted more cards than the hand has to spare is dropped.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import NamedTuple

LINE = 14  # places of a suit: ace, 2, ..., king, ace
RANKS = 13
ORDER = (*range(1, RANKS), 0)  # in which the ranks are taken

Column = tuple[int, ...]  # copies held of one rank, by suit
OpenRun = tuple[int, int, int]  # suit, cards so far, 1 when a joker is among them
OpenRuns = tuple[OpenRun, ...]


class Plan(NamedTuple):
    """One way to use the cards of the ranks seen so far."""

    sets: int  # sets still wanted
    runs: int  # runs not begun yet
    jokers: int  # jokers not used yet
    open_runs: OpenRuns
    owed: Column  # aces that begun runs still need below their first card, by suit


State = tuple[Plan, ...]
Layer = defaultdict[tuple[int, State], int]  # (cards seen, state) -> ways to get there


@dataclass(frozen=True)
class Shoe:
    """The cards that hands are dealt from; fewer suits or ranks make a small deck for checks."""

    packs: int = 2
    jokers: int = 4
    suits: int = 4
    ranks: tuple[int, ...] = tuple(range(RANKS))

    def copies(self, rank: int) -> int:
        """Copies of each card of a rank."""
        return self.packs if rank in self.ranks else 0

    def naturals(self, steps: int = 0) -> int:
        """Cards that are no jokers, without the first ``steps`` ranks of ``ORDER``."""
        return sum(self.copies(rank) for rank in ORDER[steps:]) * self.suits

    def hands(self, cards: int) -> int:
        """Number of hands of so many cards, all copies told apart."""
        return comb(self.naturals() + self.jokers, cards)


@dataclass(frozen=True)
class Wanted:
    """A contract of ``sets`` sets of one size and ``runs`` runs of one size."""

    sets: int
    runs: int
    set_size: int = 3
    run_size: int = 4

    @property
    def melds(self) -> int:
        """Melds of the contract, which is also the most jokers that it can take."""
        return self.sets + self.runs


def advance(
    open_runs: OpenRuns, column: Column, jokers: int, size: int
) -> Iterator[tuple[Column, int, OpenRuns]]:
    """Ways to lengthen every open run by the next place: (column left, jokers left, open runs).

    A run that reaches ``size`` is complete and no longer listed.

    >>> list(advance(((0, 3, 0),), (1, 0), 1, 4))
    [((0, 0), 1, ()), ((1, 0), 0, ())]
    """
    if not open_runs:
        yield column, jokers, ()
        return
    (suit, length, wild), others = open_runs[0], open_runs[1:]
    ways = []
    if column[suit]:
        ways.append((_without(column, suit), jokers, wild))
    if jokers and not wild:
        ways.append((column, jokers - 1, 1))
    for left, jokers_left, has_wild in ways:
        longer = () if length + 1 == size else ((suit, length + 1, has_wild),)
        for rest_left, rest_jokers, rest in advance(others, left, jokers_left, size):
            yield rest_left, rest_jokers, longer + rest


def begin(
    runs: int, column: Column, jokers: int, suit_from: int = 0
) -> Iterator[tuple[int, Column, int, OpenRuns]]:
    """Ways to begin runs at a place: (runs not begun, column left, jokers left, runs begun).

    >>> list(begin(1, (1, 0), 0))
    [(1, (1, 0), 0, ()), (0, (0, 0), 0, ((0, 1, 0),))]
    """
    yield runs, column, jokers, ()
    if not runs:
        return
    for suit in range(suit_from, len(column)):
        ways = []
        if column[suit]:
            ways.append((_without(column, suit), jokers, 0))
        if jokers:
            ways.append((column, jokers - 1, 1))
        for left, jokers_left, wild in ways:
            for more in begin(runs - 1, left, jokers_left, suit):
                yield (*more[:3], ((suit, 1, wild), *more[3]))


def _without(column: Column, suit: int) -> Column:
    return (*column[:suit], column[suit] - 1, *column[suit + 1 :])


def is_as_good(plan: Plan, other: Plan) -> bool:
    """Whether every hand that completes ``other`` surely completes ``plan``.

    An open run that is longer needs fewer of the cards that the shorter one needs.

    >>> ahead = Plan(0, 0, 1, ((2, 3, 0),), (0, 0, 0, 0))
    >>> is_as_good(ahead, ahead._replace(open_runs=((2, 1, 1),)))
    True
    """
    if plan.sets > other.sets or plan.runs > other.runs or plan.jokers < other.jokers:
        return False
    if any(mine > theirs for mine, theirs in zip(plan.owed, other.owed, strict=True)):
        return False
    for matched in combinations(other.open_runs, len(plan.open_runs)):
        pairs = zip(plan.open_runs, matched, strict=True)
        if all(a[0] == b[0] and a[1] >= b[1] and a[2] <= b[2] for a, b in pairs):
            return True
    return False


def best_plans(plans: Iterable[Plan]) -> list[Plan]:
    """The plans that are not worse than another one.

    >>> begun, better = Plan(1, 0, 0, (), (0,)), Plan(0, 0, 0, (), (0,))
    >>> best_plans([begun, better]) == [better]
    True
    """
    kept: list[Plan] = []
    for plan in sorted(set(plans), key=lambda p: (p.sets, p.runs, len(p.open_runs), -p.jokers)):
        if not any(is_as_good(other, plan) for other in kept):
            kept = [other for other in kept if not is_as_good(plan, other)]
            kept.append(plan)
    return kept


def rename_suits(plans: Iterable[Plan], suits: int) -> State:
    """The same plans with the suits renamed into one order, so that equal states meet.

    >>> spades = Plan(0, 0, 0, ((0, 2, 0),), (0, 0))
    >>> hearts = spades._replace(open_runs=((1, 2, 0),))
    >>> rename_suits([spades], 2) == rename_suits([hearts], 2)
    True
    """
    listed = list(plans)
    views: list[list[tuple[object, ...]]] = [[] for _ in range(suits)]
    for plan in listed:
        for suit, view in enumerate(views):
            own = tuple(run[1:] for run in plan.open_runs if run[0] == suit)
            view.append((*plan[:3], own, plan.owed[suit], len(plan.open_runs)))
    order = sorted(range(suits), key=lambda suit: sorted(views[suit]))
    name = {old: new for new, old in enumerate(order)}
    renamed = []
    for plan in listed:
        runs = tuple(sorted((name[run[0]], *run[1:]) for run in plan.open_runs))
        renamed.append(plan._replace(open_runs=runs, owed=tuple(plan.owed[s] for s in order)))
    return tuple(sorted(renamed))


@dataclass(frozen=True)
class PlanCount:
    """Counts the hands of ``naturals`` cards and ``jokers`` jokers that can lay down."""

    wanted: Wanted
    shoe: Shoe
    naturals: int
    jokers: int

    @cached_property
    def first_state(self) -> State:
        """Nothing seen: every choice of runs that begin with an ace or a joker below the 2."""
        usable = min(self.jokers, self.wanted.melds)
        to_owe = (self.shoe.copies(0),) * self.shoe.suits
        plans = []
        for runs, left, jokers, begun in begin(self.wanted.runs, to_owe, usable):
            owed = tuple(n - m for n, m in zip(to_owe, left, strict=True))
            plans.append(Plan(self.wanted.sets, runs, jokers, begun, owed))
        return rename_suits(best_plans(plans), self.shoe.suits)

    def count(self) -> int:
        """Choices of the naturals, all copies told apart, with which the hand can lay down."""
        good, layer = 0, Layer(int, {(0, self.first_state): 1})
        for step in range(RANKS):
            done, layer = self._take_rank(layer, step)
            good += done
        return good

    def _take_rank(self, layer: Layer, step: int) -> tuple[int, Layer]:
        """Hands that are sure to lay down after this rank, and the states of all others."""
        copies, later = self.shoe.copies(ORDER[step]), self.shoe.naturals(step + 1)
        columns = list(product(range(copies + 1), repeat=self.shoe.suits))
        good, after = 0, Layer(int)
        for (seen, state), ways in layer.items():
            for column in columns:
                to_come = self.naturals - seen - sum(column)
                if not 0 <= to_come <= later:
                    continue
                ways_here = ways
                for held in column:
                    ways_here *= comb(copies, held)
                following = self._follow(state, column, ORDER[step], to_come)
                if following is None:
                    good += ways_here * comb(later, to_come)
                elif following:
                    after[seen + sum(column), following] += ways_here
        return good, after

    @cached_property
    def _memo(self) -> dict[tuple[object, ...], State | None]:
        return {}

    def _follow(self, state: State, column: Column, rank: int, to_come: int) -> State | None:
        """The state after a column: None when some plan is complete, empty when none can be."""
        last_begin = LINE - self.wanted.run_size
        stage = "aces" if rank == 0 else max(-1, min(1, last_begin - rank))
        key = (state, column, to_come, stage)
        if key not in self._memo:
            self._memo[key] = self._follow_anew(state, column, rank, to_come)
        return self._memo[key]

    def _follow_anew(self, state: State, column: Column, rank: int, to_come: int) -> State | None:
        plans = []
        for plan in state:
            ways = self._use(plan, column, rank) if rank else self._use_aces(plan, column)
            for following in ways:
                if self._still_wants(following) == 0:
                    return None
                if self._still_wants(following) - following.jokers <= to_come:
                    plans.append(following)
        return rename_suits(best_plans(plans), self.shoe.suits)

    def _still_wants(self, plan: Plan) -> int:
        """Cards of the ranks to come, jokers among them, that complete the plan."""
        size = self.wanted.run_size
        open_places = sum(size - run[1] for run in plan.open_runs)
        return plan.sets * self.wanted.set_size + plan.runs * size + open_places + sum(plan.owed)

    def _use(self, plan: Plan, column: Column, rank: int) -> Iterator[Plan]:
        """Every plan that follows from ``plan`` with the cards of one rank but the ace."""
        size = self.wanted.run_size
        for left, jokers, runs in advance(plan.open_runs, column, plan.jokers, size):
            for wanted, left_now, jokers_now, begun in begin(plan.runs, left, jokers):
                if (begun and rank + size > LINE) or (wanted and rank + 1 + size > LINE):
                    continue
                after = plan._replace(
                    runs=wanted, jokers=jokers_now, open_runs=tuple(sorted(runs + begun))
                )
                yield from self._make_sets(after, sum(left_now))

    def _use_aces(self, plan: Plan, column: Column) -> Iterator[Plan]:
        """Every plan that follows when aces pay what is owed and end the runs above the king."""
        left = tuple(held - owed for held, owed in zip(column, plan.owed, strict=True))
        if min(left) < 0:
            return
        size = self.wanted.run_size
        paid = plan._replace(owed=(0,) * len(left))
        for left_now, jokers, runs in advance(plan.open_runs, left, plan.jokers, size):
            yield from self._make_sets(paid._replace(jokers=jokers, open_runs=runs), sum(left_now))

    def _make_sets(self, plan: Plan, left: int) -> Iterator[Plan]:
        """The plan with 0, 1, 2, ... sets made of the cards left of a rank."""
        for made in range(plan.sets + 1):
            for wilds in range(min(made, plan.jokers) + 1):
                if made * self.wanted.set_size - wilds <= left:
                    yield plan._replace(sets=plan.sets - made, jokers=plan.jokers - wilds)


def count_by_plans(wanted: Wanted, shoe: Shoe, cards: int) -> int:
    """Number of hands of ``cards`` cards, all copies told apart, that can lay down.

    Any contract of equal sets and equal runs; each meld takes at most one joker.

    >>> count_by_plans(Wanted(sets=1, runs=0), Shoe(packs=1, jokers=0), 3)
    52
    """
    return sum(
        comb(shoe.jokers, jokers) * PlanCount(wanted, shoe, cards - jokers, jokers).count()
        for jokers in range(min(shoe.jokers, cards) + 1)
    )
