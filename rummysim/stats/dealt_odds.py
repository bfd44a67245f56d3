"""Exact odds to hold a contract as dealt under given rules: stored where counted, else counted."""

from fractions import Fraction

from rummysim.rules.spec import Contract, RuleSet
from rummysim.stats.exact import SHANGHAI_DEALT, dealt_odds

STORED_SHOE = (2, 4)  # packs and jokers of the stored values


def countable(rules: RuleSet, contract: Contract) -> bool:
    """Whether the counts fit these rules: one joker in a meld, equal sizes, no further limits."""
    sizes = {(shape.kind, shape.size) for shape in contract.shapes}
    kinds = {kind for kind, _ in sizes}
    melds = rules.melds
    if melds.wild_ranks or melds.wrap or melds.distinct_run_suits or melds.set_min_naturals > 2:
        return False  # other cards are wild, or other melds are lawful
    if melds.full_suit or contract.is_dirty:
        return False
    if any(kind == "run" and size >= 7 for kind, size in sizes) and melds.wild_max_run7 is not None:
        return False
    return (
        len(sizes) == len(kinds)
        and (melds.wild_max_set == 1 or "set" not in kinds)
        and (melds.wild_max_run == 1 or "run" not in kinds)
        and melds.adjacent_same_suit_runs == "allowed"
        and not melds.distinct_ranks
    )


def known_odds(rules: RuleSet, contract: Contract, players: int, cards: int) -> Fraction | None:
    """The exact odds where they are known without counting, else None.

    >>> from rummysim.rules.load import load_rules
    >>> rules = load_rules("shanghai")
    >>> known_odds(rules, rules.opening.contracts[6], 4, 11)
    Fraction(0, 1)
    """
    if contract.cards > cards:
        return Fraction(0)
    if not countable(rules, contract):
        return None
    shoe = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    text = _in_order(contract)
    for (_, size), stored in SHANGHAI_DEALT.items():
        if (shoe, size, stored.contract) == (STORED_SHOE, cards, text):
            return stored.odds
    return None


def counted_odds(rules: RuleSet, contract: Contract, players: int, cards: int) -> Fraction | None:
    """The exact odds, counted now if need be (up to minutes); None where they cannot be."""
    known = known_odds(rules, contract, players, cards)
    if known is not None or not countable(rules, contract):
        return known
    packs, jokers = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    return dealt_odds(contract, packs, jokers, cards)


def _in_order(contract: Contract) -> str:
    """The contract's text with its sets first."""
    shapes = sorted(contract.shapes, key=lambda shape: (shape.kind == "run", shape.size))
    return " ".join(str(shape) for shape in shapes)
