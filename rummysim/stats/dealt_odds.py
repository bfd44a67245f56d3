"""Exact odds to hold a contract as dealt under given rules: what is asked, and what cannot be."""

from collections.abc import Callable
from fractions import Fraction

from rummysim.rules.spec import Contract, RuleSet
from rummysim.stats.exact import count_hands, known_hands
from rummysim.stats.exact_melds import RANKS, Question, Shoe, Wanted

SUITS = 4
LONG = 7  # cards of a run that may have a wild limit of its own
WHOLE_HAND = ("all_cards_long_runs", "exact_444")  # last rounds that leave no card over
MOST_CARDS = 12  # of which mixed contracts round the corner are counted in minutes


def why_not_counted(rules: RuleSet, contract: Contract, cards: int) -> str | None:
    """What in these rules the counts do not fit, as half a sentence; None where they do.

    >>> from rummysim.rules.load import load_rules
    >>> rules = load_rules("go", ["melds.wild_natural=true"])
    >>> why_not_counted(rules, rules.opening.contracts[0], 11)
    'cards of a wild rank may stand for themselves as well'
    """
    melds, sets, runs = rules.melds, _sizes(contract, "set"), _sizes(contract, "run")
    if contract.is_dirty:
        return "a run in any suits is no run and no set"
    if melds.full_suit and len(runs) > 2:
        return "a whole suit may count as three runs"
    if len(set(sets)) > 1 or len(set(runs)) > 1:
        return "its sets or its runs differ in size"
    if melds.wild_ranks and melds.wild_natural:
        return "cards of a wild rank may stand for themselves as well"
    if len(runs) > 1 and melds.adjacent_same_suit_runs == "gap_required":
        return "there must be a gap between two runs of a suit"
    longer = rules.opening.laydown == "min" and bool(runs)
    if longer and _run_wilds(rules, LONG) > _run_wilds(rules, runs[0]):
        return "a run that is laid longer may hold more wilds"
    if _is_whole_hand(rules, contract) and (
        contract in rules.opening.contracts[:-1]
        or cards > max(contract.cards, rules.deal.cards[-1])
    ):
        return "the last round wants every card in its melds"
    if sets and runs and melds.wrap and (cards > MOST_CARDS or melds.wild_ranks):
        return "runs go round the corner, and the cards are too many or have wild ranks"
    return None


def _sizes(contract: Contract, kind: str) -> list[int]:
    return [shape.size for shape in contract.shapes if shape.kind == kind]


def _run_wilds(rules: RuleSet, size: int) -> int:
    """Wilds that a run of that size may hold at most."""
    long = rules.melds.wild_max_run7
    return rules.melds.wild_max_run if size < LONG or long is None else long


def _is_whole_hand(rules: RuleSet, contract: Contract) -> bool:
    """Whether the contract is that of a last round that leaves no card over."""
    return rules.close.last_round in WHOLE_HAND and contract == rules.opening.contracts[-1]


def _is_never_held(rules: RuleSet, contract: Contract, cards: int) -> bool:
    """Whether no hand of so many cards is enough."""
    if _is_whole_hand(rules, contract) and cards <= rules.deal.cards[-1]:
        return True  # the card that is drawn must lie in the melds, too
    return contract.cards > cards


def dealt_question(rules: RuleSet, contract: Contract, players: int, cards: int) -> Question:
    """What is counted, told in one way: limits that cannot matter are left out.

    >>> from rummysim.rules.load import load_rules
    >>> rules = load_rules("kaluki")
    >>> dealt_question(rules, rules.opening.contracts[0], 4, 9).wanted.distinct_suits
    False
    """
    packs, jokers = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    wilds = jokers + SUITS * packs * len(rules.melds.wild_ranks)
    ranks = tuple(rank for rank in range(RANKS) if rank not in rules.melds.wild_ranks)
    return Question(_wanted(rules, contract), Shoe(packs, wilds, SUITS, ranks), cards)


def _wanted(rules: RuleSet, contract: Contract) -> Wanted:
    melds, sets, runs = rules.melds, _sizes(contract, "set"), _sizes(contract, "run")
    set_size = max([melds.set_min_naturals, *sets]) if sets else 3
    run_size = runs[0] if runs else 4
    run_wilds = min(_run_wilds(rules, run_size), run_size - 1) if runs else 1
    apart = not melds.wild_adjacent and run_wilds > 1
    return Wanted(
        sets=len(sets),
        runs=len(runs),
        set_size=set_size,
        run_size=run_size,
        set_wilds=min(melds.wild_max_set, set_size - melds.set_min_naturals) if sets else 1,
        run_wilds=min(run_wilds, (run_size + 1) // 2) if apart else run_wilds,
        apart=apart,
        wrap=melds.wrap and bool(runs),
        distinct_ranks=melds.distinct_ranks and len(sets) > 1,
        distinct_suits=melds.distinct_run_suits and len(runs) > 1,
    )


def _odds(
    rules: RuleSet,
    contract: Contract,
    players: int,
    cards: int,
    count: Callable[[Question], int | None],
) -> Fraction | None:
    if _is_never_held(rules, contract, cards):
        return Fraction(0)
    if why_not_counted(rules, contract, cards) is not None:
        return None
    question = dealt_question(rules, contract, players, cards)
    hands = count(question)
    return None if hands is None else Fraction(hands, question.shoe.hands(cards))


def known_odds(rules: RuleSet, contract: Contract, players: int, cards: int) -> Fraction | None:
    """The exact odds where they are known within a second, else None.

    >>> from rummysim.rules.load import load_rules
    >>> rules = load_rules("shanghai")
    >>> known_odds(rules, rules.opening.contracts[6], 4, 11)
    Fraction(0, 1)
    """
    return _odds(rules, contract, players, cards, known_hands)


def counted_odds(rules: RuleSet, contract: Contract, players: int, cards: int) -> Fraction | None:
    """The exact odds, counted now if need be (up to minutes); None where they cannot be."""
    known = known_odds(rules, contract, players, cards)
    return _odds(rules, contract, players, cards, count_hands) if known is None else known
