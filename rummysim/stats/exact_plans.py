"""Partial plans: how the cards of some ranks may be used for a contract of sets and runs.

The ranks are taken one after the other, the 2 first and the ace last. A *plan* says what the cards
seen so far have been used for: melds still wanted, runs that are open, wilds left. A run that goes
past the corner between ace and 2 (A 2 3 4, and K A 2 3 where runs go round) is open from the start,
and its first cards are *owed*: they have to come when the ranks end.

How hands are counted by plans is told in ``exact_states``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeVar

from rummysim.stats.exact_melds import RANKS, Shoe, Wanted

Column = tuple[int, ...]  # copies held of one rank, by suit


class OpenRun(NamedTuple):
    """A run that has begun and wants further cards."""

    suit: int
    to_come: int  # places that are not filled yet
    wilds: int  # of which wilds may fill so many
    barred: int = 0  # 1 when its next place must be natural


class Owed(NamedTuple):
    """The first part of a run past the corner, which comes with the last ranks."""

    suit: int
    step: int  # at which it begins
    places: int
    wilds: int  # of which wilds may fill so many


class Plan(NamedTuple):
    """One way to use the cards of the ranks seen so far."""

    sets: int  # sets still wanted
    runs: int  # runs not begun yet
    wilds: int  # wilds not used yet
    open_runs: tuple[OpenRun, ...]
    owed: tuple[Owed, ...]
    closed: Column  # 1 for each suit in which no further run may begin


Part = TypeVar("Part", OpenRun, Owed)


def in_order(plan: Plan) -> Plan:
    """The plan told in one way, without what cannot matter.

    >>> in_order(Plan(0, 0, 0, (OpenRun(1, 2, 1), OpenRun(0, 2, 1)), (), (0, 0))).open_runs
    (OpenRun(suit=0, to_come=2, wilds=0, barred=0), OpenRun(suit=1, to_come=2, wilds=0, barred=0))
    """
    open_runs, owed = [], []
    for suit, to_come, wilds, barred in plan.open_runs:
        may = min(wilds, to_come, plan.wilds)
        open_runs.append(OpenRun(suit, to_come, may, barred if may else 0))
    for part in plan.owed:
        owed.append(part._replace(wilds=min(part.wilds, plan.wilds)))
    return plan._replace(open_runs=tuple(sorted(open_runs)), owed=tuple(sorted(owed)))


def still_wants(plan: Plan, wanted: Wanted) -> int:
    """Cards, wilds among them, that complete the plan.

    >>> still_wants(Plan(1, 1, 0, (OpenRun(0, 2, 0),), (), (0,)), Wanted(sets=1, runs=2))
    9
    """
    places = sum(run.to_come for run in plan.open_runs) + sum(part.places for part in plan.owed)
    return plan.sets * wanted.set_size + plan.runs * wanted.run_size + places


# --- from rank to rank --------------------------------------------------------------------------


def first_plans(wanted: Wanted, shoe: Shoe, wilds: int) -> list[Plan]:
    """Nothing seen: every choice of runs past the corner.

    >>> len(first_plans(Wanted(sets=0, runs=1), Shoe(), wilds=1))
    9
    """
    options = [run for suit in range(shoe.suits) for run in corner_runs(suit, shoe, wanted)]
    plans = []
    for number in range(wanted.runs + 1):
        for chosen in combinations_with_replacement(options, number):
            suits = [run.suit for run, _, _ in chosen]
            left = min(wilds, wanted.wilds) - sum(paid for _, _, paid in chosen)
            if left < 0 or (wanted.distinct_suits and len(set(suits)) < number):
                continue
            begun = tuple(run for run, _, _ in chosen)
            owed = tuple(part for _, part, _ in chosen if part)
            closed = _closed((0,) * shoe.suits, suits, wanted)
            plans.append(
                in_order(Plan(wanted.sets, wanted.runs - number, left, begun, owed, closed))
            )
    return plans


def corner_runs(
    suit: int, shoe: Shoe, wanted: Wanted
) -> Iterator[tuple[OpenRun, Owed | None, int]]:
    """Runs of a suit past the corner: what is open, what is owed, wilds in the ace's place.

    >>> for run in corner_runs(0, Shoe(), Wanted(sets=0, runs=1)):
    ...     print(*run)
    OpenRun(suit=0, to_come=3, wilds=1, barred=0) Owed(suit=0, step=12, places=1, wilds=0) 0
    OpenRun(suit=0, to_come=3, wilds=0, barred=0) None 1
    """
    most = wanted.run_wilds
    for places in range(1, wanted.crossing + 1):
        to_come, step = wanted.run_size - places, RANKS - places
        for wilds in range(min(most, places - 1) + 1 if shoe.copies(0) else 0):
            yield OpenRun(suit, to_come, most - wilds), Owed(suit, step, places, wilds), 0
        for wilds in range(min(most, places)):
            owed = Owed(suit, step, places - 1, wilds) if places > 1 else None
            yield OpenRun(suit, to_come, most - 1 - wilds, int(wanted.apart)), owed, 1


def _closed(closed: Column, suits: Sequence[int], wanted: Wanted) -> Column:
    """``closed`` after runs have begun in ``suits``."""
    if not wanted.distinct_suits:
        return closed
    return tuple(int(shut or suit in suits) for suit, shut in enumerate(closed))


def follow(plan: Plan, column: Column, step: int, wanted: Wanted) -> Iterator[Plan]:
    """Every plan that follows from ``plan`` with the cards of the rank of a step."""
    due = tuple(OpenRun(p.suit, p.places, p.wilds) for p in plan.owed if p.step == step)
    owed = tuple(part for part in plan.owed if part.step != step)
    now = plan._replace(open_runs=plan.open_runs + due, owed=owed)
    last = RANKS - wanted.run_size  # the last step at which a run may begin
    for begun in runs_to_begin(now, column, wanted) if step <= last else [()]:
        runs = plan.runs - len(begun)
        if runs and step >= last:
            continue
        closed = _closed(plan.closed, [run.suit for run in begun], wanted)
        ways = advance(now.open_runs + begun, column, plan.wilds, wanted.apart)
        for left, wilds, open_runs in ways:
            after = Plan(plan.sets, runs, wilds, open_runs, owed, closed)
            for following in _make_sets(after, sum(left), wanted):
                yield in_order(following)


def runs_to_begin(plan: Plan, column: Column, wanted: Wanted) -> Iterator[tuple[OpenRun, ...]]:
    """The choices of runs that may begin at a place, none of whose places is filled yet.

    >>> nothing = Plan(sets=0, runs=1, wilds=0, open_runs=(), owed=(), closed=(0, 0))
    >>> [[run.suit for run in runs] for runs in runs_to_begin(nothing, (0, 2), Wanted(0, 1))]
    [[], [1]]
    """
    choose = combinations if wanted.distinct_suits else combinations_with_replacement
    suits = [
        suit for suit, held in enumerate(column) if not plan.closed[suit] and (held or plan.wilds)
    ]
    for number in range(plan.runs + 1):
        for chosen in choose(suits, number):
            yield tuple(OpenRun(suit, wanted.run_size, wanted.run_wilds) for suit in chosen)


def advance(
    open_runs: tuple[OpenRun, ...], column: Column, wilds: int, apart: bool
) -> Iterator[tuple[Column, int, tuple[OpenRun, ...]]]:
    """Ways to lengthen every open run by the next place: (column left, wilds left, open runs).

    A run whose last place is filled is complete and no longer listed. With ``apart`` no wild may
    follow a wild.

    >>> list(advance((OpenRun(0, 1, 1),), (1, 0), 1, False))
    [((0, 0), 1, ()), ((1, 0), 0, ())]
    """
    if not open_runs:
        yield column, wilds, ()
        return
    (suit, to_come, may, barred), others = open_runs[0], open_runs[1:]
    ways = []
    if column[suit]:
        left = (*column[:suit], column[suit] - 1, *column[suit + 1 :])
        ways.append((left, wilds, OpenRun(suit, to_come - 1, may)))
    if wilds and may and not barred:
        ways.append((column, wilds - 1, OpenRun(suit, to_come - 1, may - 1, int(apart))))
    for left, wilds_left, run in ways:
        longer = (run,) if run.to_come else ()
        for rest_left, rest_wilds, rest in advance(others, left, wilds_left, apart):
            yield rest_left, rest_wilds, longer + rest


def _make_sets(plan: Plan, left: int, wanted: Wanted) -> Iterator[Plan]:
    """The plan with 0, 1, 2, ... sets made of the cards left of a rank."""
    for made in range((min(1, plan.sets) if wanted.distinct_ranks else plan.sets) + 1):
        for wilds in range(min(made * wanted.set_wilds, plan.wilds) + 1):
            if made * wanted.set_size - wilds <= left:
                yield plan._replace(sets=plan.sets - made, wilds=plan.wilds - wilds)


# --- which plans matter -------------------------------------------------------------------------


def is_as_good(plan: Plan, other: Plan) -> bool:
    """Whether every hand that completes ``other`` surely completes ``plan``.

    An open run with fewer places to come needs fewer of the cards that the other one needs. With
    runs of different suits, a plan that has begun runs in the suits of the other one and in more
    has fewer to begin, and as many suits left for them.

    >>> ahead = Plan(0, 0, 1, (OpenRun(2, 1, 1),), (), (0, 0, 0, 0))
    >>> is_as_good(ahead, ahead._replace(open_runs=(OpenRun(2, 3, 0),)))
    True
    """
    if plan.sets > other.sets or plan.runs > other.runs or plan.wilds < other.wilds:
        return False
    if any(mine < theirs for mine, theirs in zip(plan.closed, other.closed, strict=True)):
        return False
    return _match(plan.owed, other.owed, _owes_less) and _match(
        plan.open_runs, other.open_runs, _wants_less
    )


def _match(
    mine: tuple[Part, ...], theirs: tuple[Part, ...], is_less: Callable[[Part, Part], bool]
) -> bool:
    """Whether each of ``mine`` asks for less than another one of ``theirs``, both in order."""
    return not mine or any(
        all(is_less(a, b) for a, b in zip(mine, chosen, strict=True))
        for chosen in combinations(theirs, len(mine))
    )


def _wants_less(run: OpenRun, other: OpenRun) -> bool:
    return (
        run.suit == other.suit
        and run.to_come <= other.to_come
        and run.wilds >= min(other.wilds, run.to_come)
        and run.barred <= other.barred
    )


def _owes_less(part: Owed, other: Owed) -> bool:
    return (
        part.suit == other.suit
        and part.step >= other.step
        and part.step + part.places <= other.step + other.places
        and part.wilds >= min(other.wilds, part.places)
    )


def rename(plan: Plan, names: Sequence[int]) -> Plan:
    """The plan with suit ``s`` called ``names[s]``.

    >>> rename(Plan(0, 0, 0, (OpenRun(0, 2, 0),), (), (1, 0)), (1, 0))[3:]
    ((OpenRun(suit=1, to_come=2, wilds=0, barred=0),), (), (0, 1))
    """
    closed = list(plan.closed)
    for suit, name in enumerate(names):
        closed[name] = plan.closed[suit]
    return plan._replace(
        open_runs=tuple(sorted(run._replace(suit=names[run.suit]) for run in plan.open_runs)),
        owed=tuple(sorted(part._replace(suit=names[part.suit]) for part in plan.owed)),
        closed=tuple(closed),
    )


def rename_suits(plans: Iterable[Plan], suits: int) -> tuple[Plan, ...]:
    """The same plans with the suits renamed into one order, so that equal ones meet.

    >>> spades = Plan(0, 0, 0, (OpenRun(0, 2, 0),), (), (0, 0))
    >>> rename_suits([spades], 2) == rename_suits([rename(spades, (1, 0))], 2)
    True
    """
    listed = list(plans)
    views: list[list[tuple[object, ...]]] = [[] for _ in range(suits)]
    for plan in listed:
        for suit, view in enumerate(views):
            own = tuple(run[1:] for run in plan.open_runs if run.suit == suit)
            owed = tuple(part[1:] for part in plan.owed if part.suit == suit)
            view.append((*plan[:3], own, owed, plan.closed[suit], len(plan.open_runs)))
    order = sorted(range(suits), key=lambda suit: sorted(views[suit]))
    names = [order.index(suit) for suit in range(suits)]
    return tuple(sorted(rename(plan, names) for plan in listed))
