"""Exact odds to hold a contract as dealt: counted once, kept here, counted anew for other decks.

Each entry is the number of hands that can lay the contract down and the number of all hands,
reduced, from ``rummysim.stats.exact.dealt_odds``. A slow test counts them again.
"""

from fractions import Fraction

from rummysim.rules.spec import Contract, RuleSet

# (contract, packs, jokers, cards dealt): (hands that can lay it down, all hands)
KNOWN = {
    ("S S", 2, 4, 11): (144306894997, 947761309845),
    ("S R4", 2, 4, 11): (363805273352, 9582919910655),
    ("R4 R4", 2, 4, 11): (162283671752, 86246279195895),
    ("S S S", 2, 4, 11): (2583697181, 442288611261),
    ("S S R4", 2, 4, 11): (20275398016, 28748759731965),
    ("S R4 R4", 2, 4, 11): (1262212096, 86246279195895),
}


def countable(rules: RuleSet, contract: Contract) -> bool:
    """Whether the counts fit these rules: one joker in a meld, equal sizes, no further limits."""
    sizes = {(shape.kind, shape.size) for shape in contract.shapes}
    kinds = {kind for kind, _ in sizes}
    melds = rules.melds
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
    hands = KNOWN.get((_in_order(contract), *shoe, cards))
    return None if hands is None else Fraction(*hands)


def counted_odds(rules: RuleSet, contract: Contract, players: int, cards: int) -> Fraction | None:
    """The exact odds, counted now if need be (up to minutes); None where they cannot be."""
    from rummysim.stats.exact import dealt_odds

    known = known_odds(rules, contract, players, cards)
    if known is not None or not countable(rules, contract):
        return known
    packs, jokers = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    return dealt_odds(contract, packs, jokers, cards)


def _in_order(contract: Contract) -> str:
    """The contract's text with its sets first."""
    shapes = sorted(contract.shapes, key=lambda shape: (shape.kind == "run", shape.size))
    return " ".join(str(shape) for shape in shapes)
