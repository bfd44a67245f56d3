"""Sets and runs judged card by card, one rule per function (rules.md 1.2, 1.3, 2 to 5).

Every ``verify_`` function returns nothing when the cards are legal and raises IllegalMove with
the reason otherwise; ``table`` puts the seat and the act before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rummysim.cards import JOKER, RANKS, card_text, cards_text, rank_of, suit_of
from rummysim.errors import IllegalMove
from rummysim.rules.spec import Contract, RuleSet
from rummysim.trace.events import LaidMeld

LAST_PLACE = 13  # the high ace, where runs do not go round the corner
CIRCLE = 13  # places where they do
LONG = 7  # cards of a run that may have a wild limit of its own
UNKNOWN = -1


@dataclass(slots=True)
class TableMeld:
    """A meld that lies on the table and may still grow."""

    owner: int  # seat that laid it
    is_run: bool
    cards: list[int] = field(default_factory=list)  # kinds; of a run in the order of the places
    first: int = -1  # place of the first card of a run
    of: int = UNKNOWN  # suit of a run, rank of a set, for as long as it lies there
    long: bool = False  # a run of seven cards or more when it was laid for a contract
    dirty: bool = False  # ace to king of any suits


def as_laid(
    meld: LaidMeld, rules: RuleSet, owner: int = -1, contract: Contract | None = None
) -> TableMeld:
    """The meld as it lies on the table from now on; ``contract`` is what it was laid for.

    >>> from rummysim.rules import load_rules
    >>> as_laid(LaidMeld(False, (7, 20, 52), -1), load_rules("shanghai")).of
    7
    """
    long = contract is not None and meld.is_run and len(meld.cards) >= LONG
    dirty = contract is not None and contract.is_dirty
    of = common_suit(meld, rules) if meld.is_run else common_rank(meld.cards, rules)
    return TableMeld(owner, meld.is_run, list(meld.cards), meld.position, of, long, dirty)


def is_wild_kind(card: int, rules: RuleSet) -> bool:
    """True for jokers and for every card of a wild rank (rules.md 1.2).

    >>> from rummysim.rules import load_rules
    >>> is_wild_kind(52, load_rules("go")), is_wild_kind(1, load_rules("go"))
    (True, True)
    """
    return card == JOKER or rank_of(card) in rules.melds.wild_ranks


def naturals_of(cards: Sequence[int], rules: RuleSet) -> list[int]:
    """The cards that are natural wherever they lie.

    >>> from rummysim.rules import load_rules
    >>> naturals_of([7, 1, 52], load_rules("go"))
    [7]
    """
    return [card for card in cards if not is_wild_kind(card, rules)]


def card_at(suit: int, place: int) -> int:
    """The kind whose natural place in a run of ``suit`` is ``place``.

    >>> card_at(0, 13) == card_at(0, 0) == 0
    True
    """
    return suit * 13 + place % 13


def common_suit(meld: LaidMeld, rules: RuleSet) -> int:
    """The suit of a run, UNKNOWN when none of its cards can be natural.

    Cards of wild ranks tell it only where all are wild: the suit in which most of them lie in
    their own place (``melds.wild_natural``), the first of equals.

    >>> from rummysim.rules import load_rules
    >>> common_suit(LaidMeld(True, (52, 18), 4), load_rules("shanghai"))
    1
    """
    naturals = naturals_of(meld.cards, rules)
    if naturals:
        return suit_of(naturals[0])
    if not rules.melds.wild_natural:
        return UNKNOWN
    own = [
        sum(card == card_at(suit, place) for place, card in enumerate(meld.cards, meld.position))
        for suit in range(4)
    ]
    return own.index(max(own)) if max(own) else UNKNOWN


def common_rank(cards: Sequence[int], rules: RuleSet) -> int:
    """The rank of a set, UNKNOWN when none of its cards can be natural.

    Where all are wild, the rank of most (``melds.wild_natural``), the lowest of equals.

    >>> from rummysim.rules import load_rules
    >>> common_rank([1, 52, 20], load_rules("go"))
    7
    """
    naturals = naturals_of(cards, rules)
    if naturals:
        return rank_of(naturals[0])
    ranks = sorted(rank_of(card) for card in cards if card != JOKER)
    if not ranks or not rules.melds.wild_natural:
        return UNKNOWN
    return max(ranks, key=ranks.count)


def is_wild(meld: TableMeld, at: int, rules: RuleSet) -> bool:
    """True when the card at index ``at`` of the meld stands for another one.

    A card of a wild rank is itself only under ``melds.wild_natural``: in the own place of the own
    suit, or in a set of its rank; there it always is.

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [0, 1, 2, 3], 0, of=0)
    >>> [is_wild(run, 1, load_rules("go", [f"melds.wild_natural={on}"])) for on in ("off", "on")]
    [True, False]
    """
    card = meld.cards[at]
    if not is_wild_kind(card, rules):
        return False
    if card == JOKER or not rules.melds.wild_natural or meld.of == UNKNOWN:
        return True
    if meld.is_run:
        suit = suit_of(card) if meld.dirty else meld.of
        return card != card_at(suit, meld.first + at)
    return rank_of(card) != meld.of


def wilds_of(meld: TableMeld, rules: RuleSet) -> list[int]:
    """Where in the meld wilds lie, as indices of its cards.

    >>> from rummysim.rules import load_rules
    >>> wilds_of(TableMeld(0, True, [17, 52, 19, 20], 4, of=1), load_rules("shanghai"))
    [1]
    """
    return [at for at in range(len(meld.cards)) if is_wild(meld, at, rules)]


def wild_limit(meld: TableMeld, rules: RuleSet) -> tuple[int, str]:
    """How many wilds the meld may hold, and the switch that says so (rules.md 2.6, 3).

    >>> from rummysim.rules import load_rules
    >>> wild_limit(TableMeld(0, True, [*range(17, 24)], 4, of=1), load_rules("go"))
    (2, 'melds.wild_max_run7')
    """
    melds = rules.melds
    if not meld.is_run:
        return melds.wild_max_set, "melds.wild_max_set"
    counts = melds.run7_limit == "any_run" or meld.long
    if melds.wild_max_run7 is not None and len(meld.cards) >= LONG and counts:
        return melds.wild_max_run7, "melds.wild_max_run7"
    return melds.wild_max_run, "melds.wild_max_run"


def verify_wilds(meld: TableMeld, rules: RuleSet) -> None:
    """No more wilds than the meld may hold.

    >>> from rummysim.rules import load_rules
    >>> verify_wilds(TableMeld(0, False, [7, 20, 52], of=7), load_rules("shanghai"))
    """
    most, key = wild_limit(meld, rules)
    if len(wilds_of(meld, rules)) > most:
        kind = "run" if meld.is_run else "set"
        wilds = "wild card" if rules.melds.wild_ranks else "joker"
        raise IllegalMove(
            f"a {kind} may hold at most {most} {wilds}{'' if most == 1 else 's'} ({key})"
        )


def verify_neighbours(meld: TableMeld, rules: RuleSet) -> None:
    """No two wilds lie beside each other in a run where that is forbidden (rules.md 5).

    >>> from rummysim.rules import load_rules
    >>> verify_neighbours(TableMeld(0, True, [52, 18, 52, 20], 4, of=1), load_rules("kaluki"))
    """
    if not meld.is_run or rules.melds.wild_adjacent:
        return
    for at in wilds_of(meld, rules):
        if beside_wild(meld, at, rules):
            raise IllegalMove(
                f"{cards_text(meld.cards)} has two wilds beside each other (melds.wild_adjacent)"
            )


def beside_wild(meld: TableMeld, at: int, rules: RuleSet) -> bool:
    """True when a wild lies beside the card at index ``at`` of a run.

    The ends of a run that fills the circle lie beside each other.

    >>> from rummysim.rules import load_rules
    >>> beside_wild(TableMeld(0, True, [17, 52, 19, 20], 4, of=1), 0, load_rules("shanghai"))
    True
    """
    size = len(meld.cards)
    closed = rules.melds.wrap and size == CIRCLE
    beside = {(at - 1) % size, (at + 1) % size} if closed else {at - 1, at + 1} & {*range(size)}
    return any(is_wild(meld, other, rules) for other in beside)


def verify_natural(meld: TableMeld, rules: RuleSet) -> None:
    """As many cards that stand for themselves as the kind of meld needs.

    >>> from rummysim.rules import load_rules
    >>> verify_natural(TableMeld(0, False, [7, 20, 52], of=7), load_rules("kaluki"))
    """
    naturals = len(meld.cards) - len(wilds_of(meld, rules))
    if naturals == 0:
        wild = "wild" if rules.melds.wild_ranks else "joker"
        raise IllegalMove(f"a meld needs at least one card that is no {wild}")
    least = rules.melds.set_min_naturals
    if not meld.is_run and naturals < least:
        raise IllegalMove(
            f"a set needs at least {least} naturals, not {naturals} (melds.set_min_naturals)"
        )


def verify_one_rank(meld: TableMeld, rules: RuleSet) -> None:
    """All naturals have one rank; suits and copies do not matter.

    >>> from rummysim.rules import load_rules
    >>> verify_one_rank(TableMeld(0, False, [7, 7, 20, 52], of=7), load_rules("shanghai"))
    """
    if any(rank_of(card) != meld.of for card in naturals_of(meld.cards, rules)):
        raise IllegalMove(f"{cards_text(meld.cards)} is no set: the ranks differ")


def verify_one_suit(meld: TableMeld, rules: RuleSet) -> None:
    """All naturals have one suit.

    >>> from rummysim.rules import load_rules
    >>> verify_one_suit(TableMeld(0, True, [7, 8, 52], 7, of=0), load_rules("shanghai"))
    """
    if any(suit_of(card) != meld.of for card in naturals_of(meld.cards, rules)):
        raise IllegalMove(f"{cards_text(meld.cards)} is no run: the suits differ")


def verify_ace_to_king(meld: TableMeld) -> None:
    """The dirty run has a place for each rank, the ace first (rules.md 4).

    >>> verify_ace_to_king(TableMeld(0, True, [*range(13)], 0, of=0, dirty=True))
    """
    if (meld.is_run, meld.first, len(meld.cards)) != (True, 0, len(RANKS)):
        raise IllegalMove(f"{cards_text(meld.cards)} is no dirty run: it goes from A to K")


def verify_places(meld: TableMeld, rules: RuleSet) -> None:
    """Each natural lies in its own place.

    The places go from the low ace to the high ace, or round a circle of 13 (``melds.wrap``).

    >>> from rummysim.rules import load_rules
    >>> verify_places(TableMeld(0, True, [17, 52, 19], 4, of=1), load_rules("shanghai"))
    """
    text = cards_text(meld.cards)
    if rules.melds.wrap:
        if len(meld.cards) > CIRCLE:
            raise IllegalMove(f"{text} is no run: round the corner it ends after {CIRCLE} cards")
        if not 0 <= meld.first < CIRCLE:
            raise IllegalMove(f"{text} is no run: its first place is one of A to K")
    elif meld.first < 0 or meld.first + len(meld.cards) - 1 > LAST_PLACE:
        raise IllegalMove(f"{text} is no run: it would leave the line from A to A")
    for place, card in enumerate(meld.cards, meld.first):
        if not is_wild_kind(card, rules) and card != card_at(suit_of(card), place):
            raise IllegalMove(
                f"{text} is no run: {card_text(card)} lies in the place of {RANKS[place % 13]}"
            )


def verify_meld(meld: TableMeld, rules: RuleSet) -> None:
    """The meld is a set or a run, whatever its size.

    >>> from rummysim.rules import load_rules
    >>> rules = load_rules("shanghai")
    >>> verify_meld(as_laid(LaidMeld(True, (17, 18, 19, 52), 4), rules), rules)
    """
    verify_natural(meld, rules)
    if meld.dirty:
        verify_ace_to_king(meld)
        verify_places(meld, rules)
    elif meld.is_run:
        verify_one_suit(meld, rules)
        verify_places(meld, rules)
    else:
        verify_one_rank(meld, rules)
        if meld.first != -1:
            raise IllegalMove("a set has no place")
    verify_wilds(meld, rules)
    verify_neighbours(meld, rules)


def verify_still_a_meld(meld: TableMeld, rules: RuleSet) -> None:
    """The meld on the table is still what it was laid as (rules.md 15.3).

    Wilds that were added beyond the limit of a run (``lay_off.second_joker``) may lie there.

    >>> from rummysim.rules import load_rules
    >>> verify_still_a_meld(TableMeld(0, False, [7, 20, 52], of=7), load_rules("shanghai"))
    """
    try:
        verify_meld(meld, rules)
    except IllegalMove:
        most, _ = wild_limit(meld, rules)
        beyond = len(wilds_of(meld, rules)) > most
        if not (beyond and meld.is_run and rules.lay_off.second_joker):
            raise
