"""Whether the melds of a contract exist among the cards of a shoe, under the limits of its rules.

Each check raises RulesError with one sentence: what does not fit, and what would.
"""

from itertools import pairwise

from rummysim.cards import RANKS
from rummysim.errors import RulesError
from rummysim.rules.spec import Contract, RuleSet, Shape

SUITS = 4
LINE = 14  # places of a run: A 2 ... K A
CIRCLE = 13  # places of a run that may go round the corner
LONG = 7  # cards of a run that may have a wild limit of its own


def check_contract(rules: RuleSet, index: int, contract: Contract) -> None:
    """Nothing, when the melds of round ``index`` (from 0) can be laid by players of every number.

    >>> from rummysim.rules import load_rules
    >>> rules = load_rules("kaluki")
    >>> check_contract(rules, 8, rules.opening.contracts[8])

    Raises RulesError for the first fact that does not hold.
    """
    where = f"the contract of round {index + 1}, {contract}"
    if contract.is_dirty:
        _check_dirty_places(rules, where)
        return
    sets = [shape for shape in contract.shapes if shape.kind == "set"]
    runs = [shape for shape in contract.shapes if shape.kind == "run"]
    for shape in sets:
        _check_naturals_of(rules, where, shape)
    if rules.melds.distinct_ranks and len(sets) > set_ranks(rules):
        raise RulesError(
            f"{where}, asks for {len(sets)} sets of different ranks, and {set_ranks(rules)} "
            "are not wild; set melds.distinct_ranks=off or take ranks out of melds.wild_ranks"
        )
    if rules.melds.distinct_run_suits and len(runs) > SUITS:
        raise RulesError(
            f"{where}, asks for {len(runs)} runs of different suits, and there are {SUITS}; "
            "set melds.distinct_run_suits=off"
        )
    for shape in runs:
        _check_places_of(rules, where, shape)
    for players in range(rules.table.players[0], rules.table.players[1] + 1):
        _check_sets_exist(rules, where, sets, players)
        _check_runs_fit(rules, index, contract, players)


def line_of(rules: RuleSet) -> int:
    """Cards that a run can have at most.

    >>> from rummysim.rules import load_rules
    >>> line_of(load_rules("shanghai")), line_of(load_rules("carioca"))
    (14, 13)
    """
    return CIRCLE if rules.melds.wrap else LINE


def longest_meld(rules: RuleSet, shape: Shape) -> int:
    """Cards that a meld of the kind of ``shape`` can have at most, with the fullest shoe.

    >>> from rummysim.rules import load_rules
    >>> rules = load_rules("go")
    >>> [longest_meld(rules, shape) for shape in rules.opening.contracts[6].shapes]
    [9, 14]
    """
    if shape.kind == "run":
        return line_of(rules)
    fewest, most = rules.table.players
    return max(longest_set(rules, players) for players in range(fewest, most + 1))


def longest_set(rules: RuleSet, players: int) -> int:
    """Cards that a set can have at most among ``players``.

    >>> from rummysim.rules import load_rules
    >>> longest_set(load_rules("shanghai"), 4)
    9
    """
    wilds = min(rules.melds.wild_max_set, wild_cards(rules, players))
    return SUITS * rules.shoe.packs.at(players) + wilds


def set_ranks(rules: RuleSet) -> int:
    """Ranks of which there can be a set.

    >>> from rummysim.rules import load_rules
    >>> set_ranks(load_rules("go"))
    12
    """
    return len(RANKS) - (0 if rules.melds.wild_natural else len(rules.melds.wild_ranks))


def run_limit(rules: RuleSet, size: int) -> int:
    """Wilds that a run of ``size`` cards may hold when it is laid.

    >>> from rummysim.rules import load_rules
    >>> run_limit(load_rules("go"), 6), run_limit(load_rules("go"), 7)
    (1, 2)
    """
    long = rules.melds.wild_max_run7
    return rules.melds.wild_max_run if size < LONG or long is None else long


def wild_cards(rules: RuleSet, players: int) -> int:
    """Jokers and cards of wild ranks in the shoe.

    >>> from rummysim.rules import load_rules
    >>> wild_cards(load_rules("go"), 4)
    12
    """
    ranks = len(rules.melds.wild_ranks)
    return rules.shoe.jokers.at(players) + SUITS * ranks * rules.shoe.packs.at(players)


def _check_naturals_of(rules: RuleSet, where: str, shape: Shape) -> None:
    """A set of exactly so many cards must have room for its naturals."""
    least = rules.melds.set_min_naturals
    if rules.opening.laydown == "exact" and shape.size < least:
        raise RulesError(
            f"{where}, asks for {shape} of exactly {shape.size} cards, and "
            f"melds.set_min_naturals = {least}; lower it or set opening.laydown=min"
        )


def _check_sets_exist(rules: RuleSet, where: str, sets: list[Shape], players: int) -> None:
    """Each set must be possible with the cards of the shoe."""
    naturals = SUITS * rules.shoe.packs.at(players)
    if sets and naturals < rules.melds.set_min_naturals:
        raise RulesError(
            f"melds.set_min_naturals = {rules.melds.set_min_naturals}, and {players} players have "
            f"{naturals} cards of one rank; lower it or raise shoe.packs"
        )
    longest = longest_set(rules, players)
    for shape in sets:
        if shape.size > longest:
            raise RulesError(
                f"{where}, asks for {shape}, and {players} players have {longest} cards for a "
                "set; raise shoe.packs"
            )


def _check_places_of(rules: RuleSet, where: str, shape: Shape) -> None:
    """Somewhere in a suit there must be places for a run whose wild ranks keep the limits."""
    if shape.size > line_of(rules):
        raise RulesError(
            f"{where}, asks for {shape}, and a run round the corner ends after {CIRCLE} cards; "
            "ask for a shorter run or set melds.wrap=off"
        )
    if rules.melds.wild_natural:
        return
    starts = range(CIRCLE if rules.melds.wrap else LINE - shape.size + 1)
    if not any(_may_lie(rules, [*range(start, start + shape.size)]) for start in starts):
        raise RulesError(
            f"{where}, asks for {shape}, and the wild ranks leave no place for it with at most "
            f"{run_limit(rules, shape.size)} wilds; take ranks out of melds.wild_ranks"
        )


def _check_dirty_places(rules: RuleSet, where: str) -> None:
    """The wild ranks must leave a dirty run within its limits."""
    if not rules.melds.wild_natural and not _may_lie(rules, [*range(CIRCLE)]):
        raise RulesError(
            f"{where}, has a place for every rank, and wilds in those of the wild ranks break its "
            "limits (melds.wild_max_run, melds.wild_adjacent); take ranks out of melds.wild_ranks"
        )


def _may_lie(rules: RuleSet, places: list[int]) -> bool:
    """Whether a run at ``places`` can keep its limits, with naturals wherever there are any."""
    wild = [place % CIRCLE in rules.melds.wild_ranks for place in places]
    if sum(wild) > min(run_limit(rules, len(places)), len(places) - 1):
        return False
    neighbours = list(pairwise(wild))
    if rules.melds.wrap and len(places) == CIRCLE:
        neighbours.append((wild[-1], wild[0]))
    return rules.melds.wild_adjacent or (True, True) not in neighbours


def _check_runs_fit(rules: RuleSet, index: int, contract: Contract, players: int) -> None:
    """The runs of a contract must fit side by side into the suits of the shoe."""
    packs = rules.shoe.packs.at(players)
    sizes = sorted((s.size for s in contract.shapes if s.kind == "run"), reverse=True)
    gap = rules.melds.adjacent_same_suit_runs == "gap_required"
    wilds = min(rules.melds.wild_max_run, wild_cards(rules, players))
    line = line_of(rules)
    if not rules.melds.wrap and packs == 1 and wilds == 0:
        line -= 1  # one ace for both ends
    lines = [line + (gap and not rules.melds.wrap)] * (SUITS if gap else SUITS * packs)
    fits = all(size <= line for size in sizes)
    if not rules.melds.distinct_run_suits:
        # A gap lies behind each run; on the circle a run alone in its suit needs none.
        fits &= _fit([min(size + gap, lines[0]) for size in sizes], lines)
    if not fits:
        raise RulesError(
            f"the runs of round {index + 1}, {contract}, do not fit into the suits of "
            f"{players} players' shoe; ask for shorter runs"
            + (" or set melds.adjacent_same_suit_runs=allowed" if gap else "")
        )


def _fit(sizes: list[int], lines: list[int]) -> bool:
    """Whether ``sizes``, largest first, can be cut out of ``lines``."""
    if not sizes:
        return True
    for room in sorted(set(lines)):
        if sizes[0] <= room:
            rest = lines.copy()
            rest.remove(room)
            if _fit(sizes[1:], [*rest, room - sizes[0]]):
                return True
    return False
