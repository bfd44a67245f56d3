"""Exact number of hands for contracts of sets only or of runs only, part by part of the pack.

Sets live in one rank and runs in one suit, so the pack falls into parts that cannot disturb each
other. For each part one counts the holdings by their number of cards and their *profile*: the
fewest wilds with which they give 0, 1, 2, ... melds. Parts are combined by adding wilds; a hand
can lay down when the profile asks for no more wilds than it holds.

The profiles of a suit are found for all its holdings at once: an array has one axis for each rank,
along which the copies held grow. What a choice of runs needs is one cell of it, and every holding
that has no fewer copies of any rank can lay the same runs.
"""

from collections import defaultdict
from functools import reduce
from itertools import combinations, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from rummysim.stats.exact_melds import LINE, RANKS, Shoe, Wanted

NEVER = 99  # more wilds than any contract takes
Profile = tuple[int, ...]  # fewest wilds for 0, 1, 2, ... melds
Part = dict[tuple[int, Profile], int]  # (cards, profile) -> holdings, all copies told apart
Needs = tuple[tuple[int, ...], int]  # copies of each rank that a run needs, and its wilds


def _both(left: Profile, right: Profile) -> Profile:
    """The profile of two parts together."""
    return tuple(
        min(NEVER, min(left[i] + right[melds - i] for i in range(melds + 1)))
        for melds in range(len(left))
    )


def _combine(left: Part, right: Part, most_cards: int) -> Part:
    """The holdings of two parts together, up to ``most_cards`` cards."""
    together: Part = defaultdict(int)
    for (cards, profile), ways in left.items():
        for (more_cards, more), more_ways in right.items():
            if cards + more_cards <= most_cards:
                together[cards + more_cards, _both(profile, more)] += ways * more_ways
    return dict(together)


def sets_of_a_rank(held: int, wanted: Wanted) -> Profile:
    """The fewest wilds that turn ``held`` cards of one rank into 0, 1, 2, ... sets.

    >>> sets_of_a_rank(5, Wanted(sets=3, runs=0))
    (0, 0, 1, 99)
    """
    most = min(1, wanted.sets) if wanted.distinct_ranks else wanted.sets
    wilds = [max(0, sets * wanted.set_size - held) for sets in range(wanted.sets + 1)]
    return tuple(
        n if sets <= most and n <= sets * wanted.set_wilds else NEVER
        for sets, n in enumerate(wilds)
    )


def _rank_part(shoe: Shoe, rank: int, wanted: Wanted) -> Part:
    copies = shoe.copies(rank) * shoe.suits
    return {(held, sets_of_a_rank(held, wanted)): comb(copies, held) for held in range(copies + 1)}


def runs_of_a_suit(shoe: Shoe, wanted: Wanted) -> list[Needs]:
    """What each run of a suit needs that wilds cannot be, wherever the wilds lie.

    >>> len(runs_of_a_suit(Shoe(), Wanted(sets=0, runs=1)))
    55
    """
    size, found = wanted.run_size, []
    for first in range(RANKS if wanted.wrap else LINE - size + 1):
        for wilds in range(wanted.run_wilds + 1):
            for wild in combinations(range(size), wilds):
                if wanted.apart and _touch(wild, wanted):
                    continue
                needs = [0] * RANKS
                for place in set(range(size)) - set(wild):
                    needs[(first + place) % RANKS] += 1
                if all(n <= shoe.copies(rank) for rank, n in enumerate(needs)):
                    found.append((tuple(needs), wilds))
    return found


def _touch(wild: tuple[int, ...], wanted: Wanted) -> bool:
    """Whether two of these places of a run are neighbours, as the ends of a whole circle are."""
    closed = wanted.wrap and wanted.run_size == RANKS
    ends = {0, RANKS - 1} <= set(wild)
    return any(b - a == 1 for a, b in pairwise(wild)) or (closed and ends)


def _fewest_wilds(shoe: Shoe, wanted: Wanted, runs: int, most: int) -> list[NDArray[np.int8]]:
    """The fewest wilds for 0, 1, ... ``runs`` runs, by the copies held of each rank.

    More than ``most`` copies of a rank are of no use, so that is where each axis ends.
    """
    kinds = runs_of_a_suit(shoe, wanted)
    shape = [min(shoe.copies(rank), most) + 1 for rank in range(RANKS)]
    fewest = [np.zeros(shape, np.int8)]
    for _ in range(runs):
        held = np.full(shape, NEVER, np.int8)
        for needs, wilds in kinds:
            with_run = held[tuple(slice(n, None) for n in needs)]
            without = tuple(slice(axis - n) for axis, n in zip(shape, needs, strict=True))
            np.minimum(with_run, fewest[-1][without] + np.int8(wilds), out=with_run)
        fewest.append(held)
    return fewest


def _suit_part(shoe: Shoe, wanted: Wanted, most_cards: int) -> Part:
    runs = min(1, wanted.runs) if wanted.distinct_suits else wanted.runs
    most = min(shoe.packs, runs * (2 if wanted.run_size == LINE else 1))
    fewest = _fewest_wilds(shoe, wanted, runs, most)
    more = (NEVER,) * (wanted.runs - runs)
    part: Part = defaultdict(int)
    for (profile, levels), holdings in _grouped(fewest, most).items():
        for cards, ways in _choices(shoe.packs, levels).items():
            if cards <= most_cards:
                part[cards, profile + more] += holdings * ways
    return dict(part)


def _grouped(
    fewest: list[NDArray[np.int8]], most: int
) -> dict[tuple[Profile, tuple[int, ...]], int]:
    """Holdings by profile and by the number of ranks held once, twice, ... or ``most`` times."""
    level = np.array([0, *(LINE**level for level in range(most))])
    found: dict[tuple[Profile, tuple[int, ...]], int] = defaultdict(int)
    for first in range(fewest[0].shape[0]):  # in slices, which keeps the memory small
        codes: NDArray[np.int64] = np.full(fewest[0].shape[1:], level[first])
        for axis, length in enumerate(codes.shape):
            codes += level[:length].reshape([-1 if i == axis else 1 for i in range(codes.ndim)])
        for runs, wilds in enumerate(fewest[1:]):
            codes += LINE**most * (NEVER + 1) ** runs * wilds[first].astype(np.int64)
        for code, holdings in zip(*np.unique(codes, return_counts=True), strict=True):
            profile, levels = divmod(int(code), LINE**most)
            wilds_wanted = _digits(profile, NEVER + 1, len(fewest) - 1)
            found[(0, *wilds_wanted), _digits(levels, LINE, most)] += int(holdings)
    return found


def _digits(number: int, base: int, length: int) -> tuple[int, ...]:
    return tuple(number // base**place % base for place in range(length))


def _choices(packs: int, levels: tuple[int, ...]) -> dict[int, int]:
    """Choices of the copies by their number, if so many ranks are held once, twice, ...

    The last level stands for that many copies or more.
    """
    ways = {0: 1}
    for level, ranks in enumerate(levels, start=1):
        copies = range(level, (packs if level == len(levels) else level) + 1)
        for _ in range(ranks):
            more: dict[int, int] = defaultdict(int)
            for cards, so_far in ways.items():
                for held in copies:
                    more[cards + held] += so_far * comb(packs, held)
            ways = more
    return ways


def count_by_parts(wanted: Wanted, shoe: Shoe, cards: int) -> int:
    """Number of hands of ``cards`` cards, all copies told apart, that can lay down.

    >>> count_by_parts(Wanted(sets=0, runs=1), Shoe(packs=1, wilds=0), 4)
    44

    Raises ValueError for contracts that mix sets and runs.
    """
    if wanted.sets and wanted.runs:
        raise ValueError("sets and runs share cards; count mixed contracts by plans")
    if wanted.sets:
        parts = [_rank_part(shoe, rank, wanted) for rank in shoe.ranks]
    else:
        parts = [_suit_part(shoe, wanted, cards)] * shoe.suits
    whole = reduce(lambda left, right: _combine(left, right, cards), parts)
    return sum(
        ways * comb(shoe.wilds, cards - naturals)
        for (naturals, profile), ways in whole.items()
        if profile[-1] <= cards - naturals
    )
