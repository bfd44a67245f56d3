"""Brute force for hands and contracts: obvious rather than fast, written from the rules alone.

A *meld* is spelled out card by card, a *lay-down* is one meld per shape, and the distance of a
hand is the fewest cards of any lay-down that the hand does not hold. Nothing here is shared with
the package but the numbering of the cards (rules.md 1.3, 2.1, 2.2, 2.4).

Two levels that check each other (``tests/unit/test_oracle.py``):

- ``distance``, ``outs``, ``core``, ``least_penalty`` go through all melds that the shoe can form,
  and leave out only lay-downs that provably cannot be better than one already found;
- ``tests/literal.py`` draws every possible set of cards and tries every way to split the hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product

JOKER = 52
KINDS = 53
UNREACHABLE = 99
LINE = 14  # places of a suit: ace low .. king, ace high


@dataclass(frozen=True)
class Goal:
    """What must be laid down, under which rules, from which shoe."""

    sets: tuple[int, ...] = ()  # size of each set
    runs: tuple[int, ...] = ()  # size of each run
    wild_max_set: int = 1
    wild_max_run: int = 1
    gap: bool = False  # two runs of one suit need a free place between them
    distinct_ranks: bool = False  # the sets differ in rank
    distinct_suits: bool = False  # the runs differ in suit
    wild_ranks: tuple[int, ...] = ()  # ranks that are wild besides jokers
    wild_natural: bool = False  # a card of a wild rank may stand for itself, too
    wild_max_run7: int | None = None  # wilds in a run of seven or more; None = wild_max_run
    wild_adjacent: bool = True  # two wilds may be neighbours in a run
    set_min_naturals: int = 1
    wrap: bool = False  # runs go round the corner, 13 cards at most
    longer: bool = False  # melds may be longer than stated when they are laid
    keep_one: bool = False  # a card must be left to throw
    whole_hand: bool = False  # every card held must lie in the melds
    turn_size: int = 12  # cards after the draw when nothing was bought
    turn_step: int = 2  # cards that one buy adds, 0 when nothing can be bought
    packs: int = 2
    jokers: int = 4
    ranks: tuple[int, ...] = tuple(range(13))  # ranks of the pack; fewer for a small deck
    suits: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def cards(self) -> int:
        return sum(self.sets) + sum(self.runs)

    def supply(self, kind: int) -> int:
        """Copies of a kind in the whole shoe."""
        if kind == JOKER:
            return self.jokers
        return self.packs * (kind % 13 in self.ranks and kind // 13 in self.suits)

    def is_wild(self, kind: int) -> bool:
        return kind == JOKER or kind % 13 in self.wild_ranks

    def natural(self, rank: int) -> bool:
        """Whether a card of the rank can stand for itself."""
        return self.wild_natural or rank not in self.wild_ranks

    @property
    def wild_slots(self) -> int:
        """Wilds in the whole shoe."""
        return self.jokers + sum(
            self.supply(kind) for kind in range(52) if kind % 13 in self.wild_ranks
        )

    @property
    def line(self) -> int:
        """The most cards of a run."""
        return 13 if self.wrap else LINE

    def run_wilds(self, size: int) -> int:
        limit = self.wild_max_run
        if size >= 7 and self.wild_max_run7 is not None:
            limit = self.wild_max_run7
        return min(limit, size - 1, self.wild_slots)

    def set_wilds(self, size: int) -> int:
        return max(0, min(self.wild_max_set, size - self.set_min_naturals, self.wild_slots))


@dataclass(frozen=True)
class Meld:
    cards: tuple[int, ...]  # kinds, in the order of the places for a run
    rank: int = -1  # of a set
    suit: int = -1  # of a run
    first: int = -1  # place of the first card of a run

    @property
    def last(self) -> int:
        return self.first + len(self.cards) - 1

    def touches(self, other: "Meld", goal: Goal) -> bool:
        """Whether there is no free place between two runs of a suit."""
        if not goal.wrap:
            return not (self.last + 1 < other.first or other.last + 1 < self.first)
        mine = {place % 13 for place in range(self.first - 1, self.last + 2)}
        return any(place % 13 in mine for place in range(other.first, other.last + 1))

    def conflicts(self, other: "Meld", goal: Goal) -> bool:
        """Whether the two may not be part of one lay-down."""
        if self.suit >= 0 and self.suit == other.suit:
            return goal.distinct_suits or (goal.gap and self.touches(other, goal))
        return self.rank >= 0 and self.rank == other.rank and goal.distinct_ranks


# --- all melds of a size ---------------------------------------------------------------------


def _sets(goal: Goal, size: int) -> Iterator[Meld]:
    for rank in goal.ranks:
        for wilds in range(goal.set_wilds(size) + 1 if goal.natural(rank) else 0):
            for suits in combinations_with_replacement(goal.suits, size - wilds):
                if all(suits.count(suit) <= goal.packs for suit in suits):
                    kinds = tuple(13 * suit + rank for suit in suits)
                    yield Meld(kinds + (JOKER,) * wilds, rank=rank)


def _runs(goal: Goal, size: int) -> Iterator[Meld]:
    firsts = range(13) if goal.wrap else range(LINE - size + 1)
    for suit in goal.suits if size <= goal.line else ():
        for first in firsts:
            places = range(first, first + size)
            for wilds in range(goal.run_wilds(size) + 1):
                for wild_places in combinations(places, wilds):
                    cards = tuple(
                        JOKER if place in wild_places else 13 * suit + place % 13
                        for place in places
                    )
                    if _may_lie(cards, goal):
                        yield Meld(cards, suit=suit, first=first)


def _may_lie(cards: Sequence[int], goal: Goal) -> bool:
    """Whether the shoe has the cards of a run and no two wilds lie where they may not."""
    for kind in cards:
        if kind != JOKER and (cards.count(kind) > goal.supply(kind) or not goal.natural(kind % 13)):
            return False
    neighbours = list(pairwise(cards))
    if goal.wrap and len(cards) == 13:
        neighbours.append((cards[-1], cards[0]))
    return goal.wild_adjacent or (JOKER, JOKER) not in neighbours


@cache
def all_melds(goal: Goal, is_run: bool, size: int) -> tuple[Meld, ...]:
    """Every meld of that kind and size that the shoe of ``goal`` can form."""
    return tuple(_runs(goal, size) if is_run else _sets(goal, size))


# --- distance: the lay-down that lacks the fewest cards -----------------------------------------


Option = tuple[int, int, Meld]  # (cards that no natural left covers, number, meld)


class _Search:
    """Depth-first search through all lay-downs of the shapes ``(is_run, size)``.

    A branch is left when it cannot end below ``best``: every meld to come lacks at least the
    cards that no natural left covers, less the jokers left. Equal shapes are taken in one order.
    """

    def __init__(self, counts: Sequence[int], goal: Goal, shapes: list[tuple[bool, int]]):
        self.counts, self.goal, self.shapes = counts, goal, shapes
        self.supply = [goal.supply(kind) for kind in range(JOKER)] + [goal.wild_slots]
        self.used = [0] * KINDS
        self.chosen: list[Meld] = []

    def below(self, best: int) -> int:
        """The fewest missing cards of any lay-down, or ``best`` when none lacks fewer."""
        self.best = best
        options = []
        for is_run, size in self.shapes:
            melds = all_melds(self.goal, is_run, size)
            options.append(self._count([(0, i, meld) for i, meld in enumerate(melds)], best + 13))
        self._extend(options, 0)
        return self.best

    def _jokers_left(self) -> int:
        return max(0, self.counts[JOKER] - self.used[JOKER])

    def _uncovered(self, meld: Meld) -> int:
        """Cards of the meld that no natural left in the hand covers (jokers among them)."""
        cards, used, counts = meld.cards, self.used, self.counts
        return sum(
            kind == JOKER or used[kind] + cards[:i].count(kind) >= counts[kind]
            for i, kind in enumerate(cards)
        )

    def _count(self, options: list[Option], limit: int, least: int = 0) -> list[Option]:
        """The options from number ``least`` on that leave fewer than ``limit`` cards uncovered."""
        counted = []
        for before, number, meld in options:
            if before >= limit:
                break
            if number >= least and not any(meld.conflicts(m, self.goal) for m in self.chosen):
                uncovered = self._uncovered(meld)
                if uncovered < limit:
                    counted.append((uncovered, number, meld))
        return sorted(counted, key=lambda option: option[:2])

    def _extend(self, options: list[list[Option]], missing: int) -> None:
        if not options:
            self.best = min(self.best, missing)
            return
        if not all(options):
            return
        later = sum(listed[0][0] for listed in options[1:])
        for uncovered, number, meld in options[0]:
            if missing + max(0, uncovered + later - self._jokers_left()) >= self.best:
                return
            lacking = 0
            for kind in meld.cards:
                lacking += self.used[kind] >= self.counts[kind]
                self.used[kind] += 1
            if all(self.used[kind] <= self.supply[kind] for kind in meld.cards):
                self.chosen.append(meld)
                self._extend(
                    self._still_good(options, number, missing + lacking), missing + lacking
                )
                self.chosen.pop()
            for kind in meld.cards:
                self.used[kind] -= 1

    def _still_good(
        self, options: list[list[Option]], number: int, missing: int
    ) -> list[list[Option]]:
        """What can still follow after meld ``number`` of the first list."""
        shapes = self.shapes[len(self.shapes) - len(options) :]
        total = sum(listed[0][0] for listed in options[1:])
        room = self.best - missing + self._jokers_left()
        return [
            self._count(listed, room - (total - listed[0][0]), number if shape == shapes[0] else 0)
            for shape, listed in zip(shapes[1:], options[1:], strict=True)
        ]


def whole_hand_size(held: int, goal: Goal) -> int:
    """T of a whole-hand round: the smallest hand after a draw that holds what is held now."""
    least = max(held, goal.cards)
    size = goal.turn_size
    while size < least:
        size = size + goal.turn_step if goal.turn_step else least
    return size


def _size_choices(least: Sequence[int], total: int, longest: int) -> Iterator[tuple[int, ...]]:
    """Sizes of melds, each at least as stated and at most ``longest``, that sum to ``total``."""
    if not least:
        if total == 0:
            yield ()
        return
    for size in range(least[0], min(longest, total) + 1):
        for rest in _size_choices(least[1:], total - size, longest):
            yield (size, *rest)


def _long_melds_distance(counts: Sequence[int], goal: Goal, total: int) -> int:
    best = UNREACHABLE
    kinds = [True] * len(goal.runs) + [False] * len(goal.sets)
    choices = {
        tuple(sorted(zip(kinds, sizes, strict=True)))
        for sizes in _size_choices((*goal.runs, *goal.sets), total, goal.line)
    }
    for shapes in sorted(choices):
        if all(all_melds(goal, is_run, size) for is_run, size in shapes):
            best = _Search(counts, goal, list(shapes)).below(best)
    return best


def _uses(counts: Sequence[int], goal: Goal) -> Iterator[list[int]]:
    """The hand with its wilds counted as jokers, for every choice of wild ranks as themselves."""
    wild = [kind for kind in range(52) if goal.is_wild(kind) and counts[kind]]
    choices = [range(counts[kind] + 1 if goal.wild_natural else 1) for kind in wild]
    for naturals in product(*choices):
        used = list(counts)
        for kind, natural in zip(wild, naturals, strict=True):
            used[kind] = natural
            used[JOKER] += counts[kind] - natural
        yield used


def distance(counts: Sequence[int], goal: Goal, total: int | None = None) -> int:
    """Fewest cards that must still be drawn before the goal can be laid down, 99 when none will do.

    ``total`` fixes the size of the hand in a whole-hand round; by default it follows from the
    cards held.
    """
    return min(_wild_distance(used, goal, total) for used in _uses(counts, goal))


def _wild_distance(counts: Sequence[int], goal: Goal, total: int | None) -> int:
    """The distance of a hand whose wilds are all jokers."""
    held = sum(counts)
    if goal.whole_hand and goal.longer:
        return _long_melds_distance(counts, goal, total or whole_hand_size(held, goal))
    if goal.whole_hand and (total or held) > goal.cards:
        return UNREACHABLE
    best = UNREACHABLE
    sets = [(False, size) for size in sorted(goal.sets)]
    for sizes in product(*(_run_sizes(size, goal) for size in sorted(goal.runs))):
        shapes = sets + [(True, size) for size in sizes]
        best = _Search(counts, goal, shapes).below(best)
    return best


def _run_sizes(stated: int, goal: Goal) -> range:
    """How long a run may be laid; one that needs more cards than another serves no purpose."""
    longer = goal.longer and goal.run_wilds(9) > goal.run_wilds(stated)
    return range(stated, 9 if longer else stated + 1)


def _changed(counts: Sequence[int], kind: int, by: int) -> list[int]:
    changed = list(counts)
    changed[kind] += by
    return changed


def _fixed_total(counts: Sequence[int], goal: Goal) -> int | None:
    if not goal.whole_hand:
        return None
    return whole_hand_size(sum(counts), goal) if goal.longer else sum(counts)


def outs(counts: Sequence[int], goal: Goal) -> set[int]:
    """Kinds not all held of which one more card lowers the distance."""
    total = _fixed_total(counts, goal)
    now = distance(counts, goal, total)
    return {
        kind
        for kind in range(KINDS)
        if counts[kind] < goal.supply(kind)
        and distance(_changed(counts, kind, 1), goal, total) < now
    }


def core(counts: Sequence[int], goal: Goal) -> set[int]:
    """Kinds held of which one card less raises the distance."""
    total = _fixed_total(counts, goal)
    now = distance(counts, goal, total)
    return {
        kind
        for kind in range(KINDS)
        if counts[kind] and distance(_changed(counts, kind, -1), goal, total) > now
    }


# --- the cheapest lay-down of what is held ------------------------------------------------------


def _held_melds(counts: Sequence[int], goal: Goal, is_run: bool, least: int) -> list[Meld]:
    longest = (goal.line if is_run else sum(counts)) if goal.longer else least
    return [
        meld
        for size in range(least, min(longest, sum(counts)) + 1)
        for meld in all_melds(goal, is_run, size)
        if all(meld.cards.count(kind) <= counts[kind] for kind in meld.cards)
    ]


def least_penalty(counts: Sequence[int], goal: Goal, values: Sequence[int]) -> int | None:
    """Points left in hand after the best lay-down, None when the hand cannot lay down."""
    shapes = [(False, size) for size in goal.sets] + [(True, size) for size in goal.runs]
    found = []
    for used in _uses(counts, goal):
        wilds = []  # points of the wilds, dearest first
        for kind in range(KINDS):
            if goal.is_wild(kind):
                wilds += [values[kind]] * (counts[kind] - (used[kind] if kind != JOKER else 0))
        wilds.sort(reverse=True)
        options = [
            [
                (sum(max(wilds) if kind == JOKER else values[kind] for kind in meld.cards), meld)
                for meld in _held_melds(used, goal, is_run, size)
            ]
            for is_run, size in shapes
        ]
        choices = [sorted(listed, key=lambda pair: -pair[0]) for listed in options]
        most = _most_laid(used, goal, choices, [], wilds)
        if most is not None:
            found.append(most)
    in_hand = sum(n * value for n, value in zip(counts, values, strict=True))
    return in_hand - max(found) if found else None


def _most_laid(
    left: list[int],
    goal: Goal,
    choices: list[list[tuple[int, Meld]]],
    chosen: list[Meld],
    wilds: list[int],
) -> int | None:
    """The most points that one meld of each list can carry together.

    The lists count each wild as the dearest; of ``wilds`` the dearest are laid.
    """
    if not choices:
        cards_left = sum(left)
        refused = (goal.whole_hand and cards_left) or (goal.keep_one and not cards_left)
        laid = len(wilds) - left[JOKER]
        return None if refused else sum(wilds[:laid]) - sum(wilds[:1]) * laid
    best = None
    most_later = sum(options[0][0] for options in choices[1:] if options)
    for worth, meld in choices[0]:
        if best is not None and worth + most_later <= best:
            break
        is_last_of_all = goal.whole_hand and len(choices) == 1
        if is_last_of_all and len(meld.cards) != sum(left):
            continue
        if any(meld.conflicts(other, goal) for other in chosen):
            continue
        for kind in meld.cards:
            left[kind] -= 1
        if all(left[kind] >= 0 for kind in meld.cards):
            later = _most_laid(left, goal, choices[1:], [*chosen, meld], wilds)
            if later is not None and (best is None or worth + later > best):
                best = worth + later
        for kind in meld.cards:
            left[kind] += 1
    return best


def can_lay_down(counts: Sequence[int], goal: Goal) -> bool:
    """Whether the hand, as it is, can be laid down."""
    return least_penalty(counts, goal, [1] * KINDS) is not None
