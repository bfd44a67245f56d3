"""Sets, runs and contracts judged card by card, one rule per function (rules.md 1.3, 2.1, 2.2).

Every ``verify_`` function returns nothing when the cards are legal and raises IllegalMove with
the reason otherwise; ``table`` puts the seat and the act before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rummysim.cards import JOKER, RANKS, SUIT_NAMES, card_text, cards_text, rank_of, suit_of
from rummysim.errors import IllegalMove
from rummysim.rules.spec import Contract, RuleSet, Shape
from rummysim.trace.events import LaidMeld
from rummysim.trace.sentences import PLACES

LAST_PLACE = 13  # the high ace
LONGEST_RUN = 14


@dataclass(slots=True)
class TableMeld:
    """A meld that lies on the table and may still grow."""

    owner: int  # seat that laid it
    is_run: bool
    cards: list[int] = field(default_factory=list)  # kinds; of a run in the order of the places
    first: int = -1  # place of the first card of a run


def naturals_of(cards: Sequence[int]) -> list[int]:
    """The cards that are no jokers.

    >>> naturals_of([7, 52])
    [7]
    """
    return [card for card in cards if card != JOKER]


def card_at(suit: int, place: int) -> int:
    """The kind whose natural place in a run of ``suit`` is ``place``.

    >>> card_at(0, 13) == card_at(0, 0) == 0
    True
    """
    return suit * 13 + place % 13


def verify_wilds(cards: Sequence[int], is_run: bool, rules: RuleSet) -> None:
    """No more jokers than the kind of meld may hold.

    >>> from rummysim.rules import load_rules
    >>> verify_wilds([7, 52], False, load_rules("shanghai"))
    """
    kind = "run" if is_run else "set"
    most = rules.melds.wild_max_run if is_run else rules.melds.wild_max_set
    if cards.count(JOKER) > most:
        jokers = "1 joker" if most == 1 else f"{most} jokers"
        raise IllegalMove(f"a {kind} may hold at most {jokers} (melds.wild_max_{kind})")


def verify_natural(cards: Sequence[int]) -> None:
    """At least one card that is no joker.

    >>> verify_natural([7, 52])
    """
    if not naturals_of(cards):
        raise IllegalMove("a meld needs at least one card that is no joker")


def verify_one_rank(cards: Sequence[int]) -> None:
    """All naturals have one rank; suits and copies do not matter.

    >>> verify_one_rank([7, 7, 20, 52])
    """
    ranks = {rank_of(card) for card in naturals_of(cards)}
    if len(ranks) > 1:
        raise IllegalMove(f"{cards_text(cards)} is no set: the ranks differ")


def verify_one_suit(cards: Sequence[int]) -> None:
    """All naturals have one suit.

    >>> verify_one_suit([7, 8, 52])
    """
    suits = {suit_of(card) for card in naturals_of(cards)}
    if len(suits) > 1:
        raise IllegalMove(f"{cards_text(cards)} is no run: the suits differ")


def verify_places(cards: Sequence[int], position: int) -> None:
    """Each natural lies in its own place on the line from low ace to high ace, without a wrap.

    >>> verify_places([17, 52, 19], 4)
    """
    if position < 0 or position + len(cards) - 1 > LAST_PLACE:
        raise IllegalMove(f"{cards_text(cards)} is no run: it would leave the line from A to A")
    for place, card in enumerate(cards, position):
        if card != JOKER and card != card_at(suit_of(card), place):
            raise IllegalMove(
                f"{cards_text(cards)} is no run: {card_text(card)} lies in the place of "
                f"{RANKS[place % 13]}"
            )


def verify_meld(meld: LaidMeld, rules: RuleSet) -> None:
    """The meld is a set or a run, whatever its size.

    >>> from rummysim.rules import load_rules
    >>> verify_meld(LaidMeld(True, (17, 18, 19, 52), 4), load_rules("shanghai"))
    """
    verify_natural(meld.cards)
    if meld.is_run:
        verify_one_suit(meld.cards)
        verify_places(meld.cards, meld.position)
    else:
        verify_one_rank(meld.cards)
        if meld.position != -1:
            raise IllegalMove("a set has no place")
    verify_wilds(meld.cards, meld.is_run, rules)


def verify_lay_down(
    melds: Sequence[LaidMeld], rules: RuleSet, round_index: int, cards_held: int
) -> None:
    """The melds are the whole contract of the round (rules.md 2.1, 2.2.2, 2.4).

    ``cards_held`` counts the hand before the lay-down: whole-hand rounds take every card.

    >>> from rummysim.rules import load_rules
    >>> sets = [LaidMeld(False, (4, 17, 30), -1), LaidMeld(False, (11, 24, 52), -1)]
    >>> verify_lay_down(sets, load_rules("shanghai"), 0, 12)
    """
    contract = rules.opening.contracts[round_index]
    for meld in melds:
        verify_meld(meld, rules)
    verify_shapes(melds, contract, may_be_longer=may_be_longer(rules, round_index))
    if takes_whole_hand(rules, round_index):
        verify_whole_hand(melds, cards_held)
    if rules.melds.adjacent_same_suit_runs == "gap_required":
        verify_gaps(melds)
    if rules.melds.distinct_ranks:
        verify_distinct_ranks(melds)


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
    modes = ("all_cards_long_runs", "exact_444")
    return is_last_round(rules, round_index) and rules.close.last_round in modes


def may_be_longer(rules: RuleSet, round_index: int) -> bool:
    """True when melds of the contract may be longer than stated.

    >>> from rummysim.rules import load_rules
    >>> may_be_longer(load_rules("shanghai"), 6)
    True
    """
    if is_last_round(rules, round_index):
        if rules.close.last_round == "all_cards_long_runs":
            return True
        if rules.close.last_round == "exact_444":
            return False
    return rules.opening.laydown == "min"


def verify_shapes(melds: Sequence[LaidMeld], contract: Contract, may_be_longer: bool) -> None:
    """As many sets and runs as the contract asks for, each of a fitting size.

    >>> from rummysim.rules import load_rules
    >>> contract = load_rules("shanghai").opening.contracts[0]
    >>> verify_shapes([LaidMeld(False, (4, 17, 30), -1)] * 2, contract, may_be_longer=False)
    """
    for kind in ("set", "run"):
        wanted = sorted(shape.size for shape in contract.shapes if shape.kind == kind)
        laid = sorted(len(meld.cards) for meld in melds if meld.is_run == (kind == "run"))
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


def verify_gaps(melds: Sequence[LaidMeld]) -> None:
    """Runs of one suit leave at least one place free between them.

    >>> verify_gaps([LaidMeld(True, (0, 1, 2), 0), LaidMeld(True, (4, 5, 6), 4)])
    """
    runs = sorted(
        (suit_of(naturals_of(meld.cards)[0]), meld.position, len(meld.cards))
        for meld in melds
        if meld.is_run
    )
    for at, (suit, first, _) in enumerate(runs):
        for other_suit, other_first, size in runs[:at]:
            if suit == other_suit and other_first + size >= first:
                raise IllegalMove(
                    f"the runs of {SUIT_NAMES[suit]} need a free place between them "
                    "(melds.adjacent_same_suit_runs)"
                )


def verify_distinct_ranks(melds: Sequence[LaidMeld]) -> None:
    """The sets differ in rank.

    >>> verify_distinct_ranks([LaidMeld(False, (0, 13), -1), LaidMeld(False, (1, 14), -1)])
    """
    ranks = [rank_of(naturals_of(meld.cards)[0]) for meld in melds if not meld.is_run]
    for rank in ranks:
        if ranks.count(rank) > 1:
            raise IllegalMove(f"two sets of rank {RANKS[rank]} (melds.distinct_ranks)")


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
        if kind not in [shape.kind for shape in shapes]:
            raise IllegalMove(f"this round's contract has no {kind} (lay_off.new_melds)")
    verify_meld(meld, rules)
    least = rules.melds.run_min if meld.is_run else rules.melds.set_min
    if len(meld.cards) < least:
        raise IllegalMove(f"a new {kind} has at least {least} cards (melds.{kind}_min)")


def verify_lay_off(meld: TableMeld, card: int, position: int, rules: RuleSet) -> None:
    """The card may be added to a meld on the table, at the place ``position`` (rules.md 2.2.3).

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 19, 52], 4)
    >>> verify_lay_off(run, 16, 3, load_rules("shanghai"))
    """
    if not meld.is_run:
        verify_one_rank([*meld.cards, card])
        if position != -1:
            raise IllegalMove("a set has no place")
    else:
        verify_run_end(meld, card, position)
    verify_wilds([*meld.cards, card], meld.is_run, rules)


def verify_run_end(meld: TableMeld, card: int, position: int) -> None:
    """The place is the next one at either end of the run, and the card belongs there.

    >>> verify_run_end(TableMeld(0, True, [17, 18, 19, 52], 4), 21, 8)
    """
    last = meld.first + len(meld.cards) - 1
    if position not in (meld.first - 1, last + 1):
        raise IllegalMove(
            f"{cards_text(meld.cards)} lies from {PLACES[meld.first]} to {PLACES[last]}; only the "
            "next place at either end is open"
        )
    if not 0 <= position <= LAST_PLACE:
        raise IllegalMove("a run ends at the ace: no wrap")
    due = card_at(run_suit(meld), position)
    if card not in (JOKER, due):
        raise IllegalMove(f"{card_text(due)} belongs there, not {card_text(card)}")


def verify_swap(meld: TableMeld, card: int, position: int, rules: RuleSet) -> None:
    """The card may take the place of a joker on the table (rules.md 2.6, joker swap).

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 19, 52], 4)
    >>> verify_swap(run, 20, 7, load_rules("shanghai-swap"))
    """
    if card == JOKER:
        raise IllegalMove("a joker is swapped for a natural card only")
    if JOKER not in meld.cards:
        raise IllegalMove(f"{cards_text(meld.cards)} holds no joker")
    if meld.is_run:
        at = position - meld.first
        if not 0 <= at < len(meld.cards) or meld.cards[at] != JOKER:
            raise IllegalMove("no joker lies in that place")
        due = card_at(run_suit(meld), position)
        if card != due:
            raise IllegalMove(f"the joker stands for {card_text(due)}, not {card_text(card)}")
        return
    if rules.swap.scope == "runs_only":
        raise IllegalMove("jokers are swapped in runs only (swap.scope)")
    if position != -1:
        raise IllegalMove("a set has no place")
    verify_one_rank([*meld.cards, card])


def run_suit(meld: TableMeld) -> int:
    """The suit of a run, told by its naturals.

    >>> run_suit(TableMeld(0, True, [52, 18], 4))
    1
    """
    return suit_of(naturals_of(meld.cards)[0])
