"""Exact number of hands for contracts of sets only or of runs only, part by part of the pack.

Sets live in one rank and runs in one suit, so the pack falls into parts that cannot disturb each
other. For each part one counts the holdings by their number of cards and their *profile*: the
fewest jokers with which they give 0, 1, 2, ... melds. Parts are combined by adding jokers; a hand
can lay down when the profile asks for no more jokers than it holds. Each meld takes at most one
joker.
"""

from collections import defaultdict
from functools import reduce
from itertools import product
from math import comb

from rummysim.stats.exact_plans import LINE, ORDER, Shoe, Wanted

NEVER = 99  # more jokers than any contract takes
Profile = tuple[int, ...]  # fewest jokers for 0, 1, 2, ... melds
Part = dict[tuple[int, Profile], int]  # (cards, profile) -> holdings, all copies told apart


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
    """The fewest jokers that turn ``held`` cards of one rank into 0, 1, 2, ... sets.

    >>> sets_of_a_rank(5, Wanted(sets=3, runs=0))
    (0, 0, 1, 99)
    """
    jokers = [max(0, sets * wanted.set_size - held) for sets in range(wanted.sets + 1)]
    return tuple(n if n <= sets else NEVER for sets, n in enumerate(jokers))


def _rank_part(shoe: Shoe, rank: int, wanted: Wanted) -> Part:
    copies = shoe.copies(rank) * shoe.suits
    return {(held, sets_of_a_rank(held, wanted)): comb(copies, held) for held in range(copies + 1)}


# --- runs: one suit, rank by rank ----------------------------------------------------------------

OpenRun = tuple[int, bool]  # cards so far, whether a joker is among them
Use = tuple[int, tuple[OpenRun, ...], int]  # runs complete, runs open, aces owed by their start
Uses = tuple[tuple[Use, int], ...]  # each way to use the cards seen, with its fewest jokers


def _begin(use: Use, free: int, runs: int) -> list[tuple[Use, int, int]]:
    """Ways to begin runs with at most ``free`` cards: (use, cards used, jokers used)."""
    complete, open_runs, owed = use
    spare = runs - complete - len(open_runs)
    ways = []
    for cards in range(min(free, spare) + 1):
        for jokers in range(spare - cards + 1):
            begun = ((1, False),) * cards + ((1, True),) * jokers
            ways.append(((complete, tuple(sorted(open_runs + begun)), owed), cards, jokers))
    return ways


def _lengthen(use: Use, held: int, size: int) -> list[tuple[Use, int, int]]:
    """Ways to give every open run its next card or its joker: (use, cards left, jokers used)."""
    complete, open_runs, owed = use
    ways = []
    for wilds in product((False, True), repeat=len(open_runs)):
        left = held - wilds.count(False)
        if left < 0 or any(wild and run[1] for wild, run in zip(wilds, open_runs, strict=True)):
            continue
        longer = [(n + 1, w or wild) for wild, (n, w) in zip(wilds, open_runs, strict=True)]
        still_open = tuple(sorted(run for run in longer if run[0] < size))
        done = complete + len(longer) - len(still_open)
        ways.append(((done, still_open, owed), left, wilds.count(True)))
    return ways


def _take_rank(uses: Uses, held: int, rank: int, wanted: Wanted) -> Uses:
    """All ways to use the cards seen, once ``held`` more of the next rank are seen."""
    runs, size = wanted.runs, wanted.run_size
    fewest: dict[Use, int] = {}
    for use, jokers in uses:
        if not rank and held < use[2]:
            continue
        free = held if rank else held - use[2]
        for longer, left, wilds in _lengthen(use, free, size):
            may_begin = rank and rank + size <= LINE
            more = _begin(longer, left, runs) if may_begin else [(longer, 0, 0)]
            for after, _, new_wilds in more:
                total = jokers + wilds + new_wilds
                if total <= runs:
                    fewest[after] = min(total, fewest.get(after, NEVER))
    return tuple(sorted(fewest.items()))


def _suit_part(shoe: Shoe, wanted: Wanted, most_cards: int) -> Part:
    aces = shoe.copies(0)
    nothing: Use = (0, (), 0)
    first = tuple(
        sorted(
            ((done, runs, owed), wilds)
            for (done, runs, _), owed, wilds in _begin(nothing, aces, wanted.runs)
        )
    )
    layer: dict[tuple[int, Uses], int] = {(0, first): 1}
    for rank in ORDER:
        after: dict[tuple[int, Uses], int] = defaultdict(int)
        for (cards, uses), ways in layer.items():
            for held in range(min(shoe.copies(rank), most_cards - cards) + 1):
                following = _take_rank(uses, held, rank, wanted)
                after[cards + held, following] += ways * comb(shoe.copies(rank), held)
        layer = after
    part: Part = defaultdict(int)
    for (cards, uses), ways in layer.items():
        profile = [
            min((jokers for use, jokers in uses if use[0] >= runs), default=NEVER)
            for runs in range(wanted.runs + 1)
        ]
        part[cards, tuple(profile)] += ways
    return dict(part)


def count_by_parts(wanted: Wanted, shoe: Shoe, cards: int) -> int:
    """Number of hands of ``cards`` cards, all copies told apart, that can lay down.

    >>> count_by_parts(Wanted(sets=0, runs=1), Shoe(packs=1, jokers=0), 4)
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
        ways * comb(shoe.jokers, cards - naturals)
        for (naturals, profile), ways in whole.items()
        if profile[wanted.melds] <= cards - naturals
    )
