"""Contracts and new melds judged, one rule per function (rules.md 2.1, 2.2.2, 2.4, 3 to 5).

Every ``verify_`` function returns nothing when the melds are legal and raises IllegalMove with
the reason otherwise; ``table`` puts the seat and the act before it.
"""

from collections.abc import Sequence

from rummysim.cards import RANKS, SUIT_NAMES
from rummysim.errors import IllegalMove
from rummysim.referee.melds import CIRCLE, as_laid, verify_meld
from rummysim.rules.spec import Contract, RuleSet, Shape
from rummysim.trace.events import LaidMeld

FOUR, FULL_SUIT = Shape("run", 4), Shape("run", 13)


def verify_lay_down(
    melds: Sequence[LaidMeld], rules: RuleSet, round_index: int, cards_held: int
) -> None:
    """The melds are the whole contract of the round (rules.md 2.1, 2.2.2, 2.4).

    ``cards_held`` counts the hand before the lay-down: whole-hand rounds take every card.

    >>> from rummysim.rules import load_rules
    >>> sets = [LaidMeld(False, (4, 17, 30), -1), LaidMeld(False, (11, 24, 52), -1)]
    >>> verify_lay_down(sets, load_rules("shanghai"), 0, 12)
    """
    contract = contract_laid(melds, rules, round_index)
    for meld in melds:
        verify_meld(as_laid(meld, rules, contract=contract), rules)
    verify_shapes(melds, contract, may_be_longer=may_be_longer(rules, round_index))
    if takes_whole_hand(rules, round_index):
        verify_whole_hand(melds, cards_held)
    if rules.melds.adjacent_same_suit_runs == "gap_required":
        verify_gaps(melds, rules)
    if rules.melds.distinct_ranks:
        verify_distinct_ranks(melds, rules)
    if rules.melds.distinct_run_suits:
        verify_distinct_suits(melds, rules)


def is_last_round(rules: RuleSet, round_index: int) -> bool:
    """True for the last round of a match, which may have rules of its own.

    >>> from rummysim.rules import load_rules
    >>> is_last_round(load_rules("shanghai"), 6)
    True
    """
    return round_index == rules.rounds - 1


def takes_whole_hand(rules: RuleSet, round_index: int) -> bool:
    """True when the lay-down must use every card held.

    >>> from rummysim.rules import load_rules
    >>> takes_whole_hand(load_rules("shanghai"), 5)
    False
    """
    if rules.opening.contracts[round_index].is_dirty:
        return True
    modes = ("all_cards_long_runs", "exact_444")
    return is_last_round(rules, round_index) and rules.close.last_round in modes


def may_be_longer(rules: RuleSet, round_index: int) -> bool:
    """True when melds of the contract may be longer than stated.

    >>> from rummysim.rules import load_rules
    >>> may_be_longer(load_rules("shanghai"), 6)
    True
    """
    if rules.opening.contracts[round_index].is_dirty:
        return False
    if is_last_round(rules, round_index):
        if rules.close.last_round == "all_cards_long_runs":
            return True
        if rules.close.last_round == "exact_444":
            return False
    return rules.opening.laydown == "min"


def contract_laid(melds: Sequence[LaidMeld], rules: RuleSet, round_index: int) -> Contract:
    """What the melds are to be judged by: the contract, or the one with a full suit in it.

    A full suit is a run of thirteen in place of three runs of four (``melds.full_suit``), so two
    melds fewer are laid (rules.md 5).

    >>> from rummysim.rules import load_rules
    >>> rules = load_rules("kaluki", ["melds.full_suit=on"])
    >>> str(contract_laid([LaidMeld(True, (*range(13),), 0)], rules, 3))
    'R13'
    """
    contract = rules.opening.contracts[round_index]
    rest = list(contract.shapes)
    if rules.melds.full_suit and rest.count(FOUR) >= 3 and len(melds) == len(rest) - 2:
        for _ in range(3):
            rest.remove(FOUR)
        return Contract((*rest, FULL_SUIT))
    return contract


def verify_shapes(melds: Sequence[LaidMeld], contract: Contract, may_be_longer: bool) -> None:
    """As many sets and runs as the contract asks for, each of a fitting size.

    >>> from rummysim.rules import load_rules
    >>> contract = load_rules("shanghai").opening.contracts[0]
    >>> verify_shapes([LaidMeld(False, (4, 17, 30), -1)] * 2, contract, may_be_longer=False)
    """
    for kind in ("set", "run"):
        is_run = kind == "run"
        wanted = sorted(s.size for s in contract.shapes if (s.kind != "set") == is_run)
        laid = sorted(len(meld.cards) for meld in melds if meld.is_run == is_run)
        if len(wanted) != len(laid):
            raise IllegalMove(
                f"the contract {contract} takes {_count(len(wanted), kind)}, not {len(laid)}"
            )
        for size, has in zip(wanted, laid, strict=True):
            if has < size or (has > size and not may_be_longer):
                least = "at least " if may_be_longer else "exactly "
                raise IllegalMove(
                    f"the contract {contract} takes a {kind} of {least}{size} cards, not {has}"
                    f"{'' if may_be_longer or has < size else ' (opening.laydown)'}"
                )


def _count(number: int, kind: str) -> str:
    return f"{number} {kind}{'' if number == 1 else 's'}"


def verify_whole_hand(melds: Sequence[LaidMeld], cards_held: int) -> None:
    """Every card held lies in the melds.

    >>> verify_whole_hand([LaidMeld(False, (4, 17, 30), -1)], 3)
    """
    laid = sum(len(meld.cards) for meld in melds)
    if laid != cards_held:
        raise IllegalMove(
            f"this round's melds must use every card: {cards_held} are held, {laid} would be "
            "laid (close.last_round)"
        )


def verify_gaps(melds: Sequence[LaidMeld], rules: RuleSet) -> None:
    """Runs of one suit leave at least one place free between them, on the circle on both sides.

    >>> from rummysim.rules import load_rules
    >>> runs = [LaidMeld(True, (0, 1, 2), 0), LaidMeld(True, (4, 5, 6), 4)]
    >>> verify_gaps(runs, load_rules("shanghai"))
    """
    runs = [
        (as_laid(meld, rules).of, _with_neighbours(meld, rules)) for meld in melds if meld.is_run
    ]
    for at, (suit, places) in enumerate(runs):
        for other_suit, other in runs[:at]:
            # The neighbours of one run must be none of the cards of the other.
            if suit == other_suit and places[0] & other[1]:
                raise IllegalMove(
                    f"the runs of {SUIT_NAMES[suit]} need a free place between them "
                    "(melds.adjacent_same_suit_runs)"
                )


def _with_neighbours(meld: LaidMeld, rules: RuleSet) -> tuple[set[int], set[int]]:
    """The places of a run with those beside it, and without them."""
    first, behind = meld.position, meld.position + len(meld.cards)
    if rules.melds.wrap:
        return (
            {place % CIRCLE for place in range(first - 1, behind + 1)},
            {place % CIRCLE for place in range(first, behind)},
        )
    return {*range(first - 1, behind + 1)}, {*range(first, behind)}


def verify_distinct_ranks(melds: Sequence[LaidMeld], rules: RuleSet) -> None:
    """The sets differ in rank.

    >>> from rummysim.rules import load_rules
    >>> sets = [LaidMeld(False, (0, 13), -1), LaidMeld(False, (1, 14), -1)]
    >>> verify_distinct_ranks(sets, load_rules("carioca"))
    """
    ranks = [as_laid(meld, rules).of for meld in melds if not meld.is_run]
    for rank in ranks:
        if ranks.count(rank) > 1:
            raise IllegalMove(f"two sets of rank {RANKS[rank]} (melds.distinct_ranks)")


def verify_distinct_suits(melds: Sequence[LaidMeld], rules: RuleSet) -> None:
    """The runs differ in suit.

    >>> from rummysim.rules import load_rules
    >>> runs = [LaidMeld(True, (0, 1, 2, 3), 0), LaidMeld(True, (17, 18, 19, 20), 4)]
    >>> verify_distinct_suits(runs, load_rules("kaluki"))
    """
    suits = [as_laid(meld, rules).of for meld in melds if meld.is_run]
    for suit in suits:
        if suits.count(suit) > 1:
            raise IllegalMove(f"two runs of {SUIT_NAMES[suit]} (melds.distinct_run_suits)")


def verify_new_meld(meld: LaidMeld, rules: RuleSet, round_index: int) -> None:
    """The meld may be laid after the contract (``lay_off.new_melds``).

    >>> from rummysim.rules import load_rules
    >>> rules = load_rules("shanghai", ["lay_off.new_melds=on"])
    >>> verify_new_meld(LaidMeld(False, (4, 17, 30), -1), rules, 0)
    """
    kind = "run" if meld.is_run else "set"
    if rules.lay_off.new_melds == "off":
        raise IllegalMove("no new melds after the contract (lay_off.new_melds)")
    if rules.lay_off.new_melds == "type_restricted":
        shapes: tuple[Shape, ...] = rules.opening.contracts[round_index].shapes
        if meld.is_run not in [shape.kind != "set" for shape in shapes]:
            raise IllegalMove(f"this round's contract has no {kind} (lay_off.new_melds)")
    verify_meld(as_laid(meld, rules), rules)
    least = rules.melds.run_min if meld.is_run else rules.melds.set_min
    if len(meld.cards) < least:
        raise IllegalMove(f"a new {kind} has at least {least} cards (melds.{kind}_min)")
