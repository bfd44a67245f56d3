"""Cards added to melds on the table judged: lay-offs, swaps, moves (rules.md 2.2.3, 2.6, 3 to 5).

Every ``verify_`` function returns nothing when the addition is legal and raises IllegalMove with
the reason otherwise. The functions without ``verify_`` give the meld as it is afterwards.
"""

from dataclasses import replace

from rummysim.cards import JOKER, card_text, cards_text, rank_of
from rummysim.errors import IllegalMove
from rummysim.referee.melds import (
    CIRCLE,
    LAST_PLACE,
    TableMeld,
    beside_wild,
    card_at,
    is_wild,
    is_wild_kind,
    verify_neighbours,
    verify_wilds,
    wild_limit,
    wilds_of,
)
from rummysim.rules.spec import RuleSet
from rummysim.trace.sentences import PLACES

NO_PLACE = -1  # of sets


def verify_lay_off(meld: TableMeld, card: int, position: int, rules: RuleSet) -> None:
    """The card may be added to a meld on the table, at the place ``position`` (rules.md 2.2.3).

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 19, 52], 4, of=1)
    >>> verify_lay_off(run, 16, 3, load_rules("shanghai"))
    """
    if meld.is_run:
        verify_open_end(meld, position, rules)
        due = card_at(meld.of, position)
        if card != due and not is_wild_kind(card, rules):
            raise IllegalMove(f"{card_text(due)} belongs there, not {card_text(card)}")
    else:
        if not is_wild_kind(card, rules):
            _require_rank(meld, card)
        if position != NO_PLACE:
            raise IllegalMove("a set has no place")
    verify_added(*laid_off(meld, card, position, rules), rules)


def _require_rank(meld: TableMeld, card: int) -> None:
    if rank_of(card) != meld.of:
        raise IllegalMove(f"{cards_text([*meld.cards, card])} is no set: the ranks differ")


def verify_open_end(meld: TableMeld, position: int, rules: RuleSet) -> None:
    """The place is the next one at either end of the run.

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 19, 52], 4, of=1)
    >>> verify_open_end(run, 8, load_rules("shanghai"))
    """
    ends = [meld.first - 1, meld.first + len(meld.cards)]
    if rules.melds.wrap:
        if len(meld.cards) == CIRCLE:
            raise IllegalMove(f"{cards_text(meld.cards)} is closed, no place is left")
        ends = [place % CIRCLE for place in ends]
    if position not in ends:
        last = PLACES[ends[1] - 1 if ends[1] else CIRCLE - 1]
        raise IllegalMove(
            f"{cards_text(meld.cards)} lies from {PLACES[meld.first]} to {last}; only the "
            "next place at either end is open"
        )
    if not 0 <= position <= LAST_PLACE:
        raise IllegalMove("a run ends at the ace: no wrap")


def laid_off(meld: TableMeld, card: int, position: int, rules: RuleSet) -> tuple[TableMeld, int]:
    """The meld with the card at the end ``position`` (of a set: behind the others), and its index.

    >>> from rummysim.rules import load_rules
    >>> laid_off(TableMeld(0, True, [17, 18, 19], 4, of=1), 16, 3, load_rules("shanghai"))[0].first
    3
    """
    behind = meld.first + len(meld.cards)
    at_high_end = position in (behind, behind - CIRCLE if rules.melds.wrap else behind)
    if meld.is_run and not at_high_end:
        return replace(meld, cards=[card, *meld.cards], first=position), 0
    return replace(meld, cards=[*meld.cards, card]), len(meld.cards)


def verify_added(after: TableMeld, at: int, rules: RuleSet) -> None:
    """The card at index ``at`` of the meld, just added, breaks no limit of wilds.

    Beyond the limit of a run a wild may be added where it lies beside no other
    (``lay_off.second_joker``, rules.md 4).

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [52, 18, 19, 20, 52], 4, of=1)
    >>> verify_added(run, 4, load_rules("carioca", ["lay_off.second_joker=on"]))
    """
    if not is_wild(after, at, rules):
        return
    if after.is_run and rules.lay_off.second_joker:
        if len(wilds_of(after, rules)) > wild_limit(after, rules)[0] and beside_wild(
            after, at, rules
        ):
            raise IllegalMove(
                "a wild beyond the limit may lie beside no other (lay_off.second_joker)"
            )
    else:
        verify_wilds(after, rules)
    verify_neighbours(after, rules)


def verify_swap(meld: TableMeld, card: int, position: int, wild: int, rules: RuleSet) -> None:
    """The card may take the place of a wild on the table, and ``wild`` is what comes back.

    rules.md 2.6 (joker swap) and 3.4 (wild replacement).

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 19, 52], 4, of=1)
    >>> verify_swap(run, 20, 7, 52, load_rules("shanghai-swap"))
    """
    word = _require_real_card(card, rules)
    wilds = wilds_of(meld, rules)
    if not wilds:
        raise IllegalMove(f"{cards_text(meld.cards)} holds no {word}")
    if meld.is_run:
        at = _require_stands_for(meld, card, position, rules)
        if meld.cards[at] != wild:
            raise IllegalMove(f"{card_text(meld.cards[at])} lies there, not {card_text(wild)}")
        return
    if rules.swap.scope == "runs_only":
        raise IllegalMove(f"{word}s are swapped in runs only (swap.scope)")
    if position != NO_PLACE:
        raise IllegalMove("a set has no place")
    _require_rank(meld, card)
    kinds = [meld.cards[at] for at in wilds]
    if wild not in kinds:
        raise IllegalMove(f"{cards_text(meld.cards)} holds no wild {card_text(wild)}")
    dearest = max(kinds, key=lambda kind: rules.scoring.values[kind])
    if rules.scoring.values[wild] < rules.scoring.values[dearest]:
        raise IllegalMove(f"the dearest wild of a set comes back, {card_text(dearest)}")


def _wild_word(rules: RuleSet) -> str:
    return "wild" if rules.melds.wild_ranks else "joker"


def _require_real_card(card: int, rules: RuleSet) -> str:
    """What a wild is called, when the card can stand for itself."""
    word = _wild_word(rules)
    if is_wild_kind(card, rules) and (card == JOKER or not rules.melds.wild_natural):
        raise IllegalMove(f"a {word} is swapped for a natural card only")
    return word


def _require_stands_for(meld: TableMeld, card: int, position: int, rules: RuleSet) -> int:
    """The index of the wild that stands for the card at that place of a run."""
    at = position - meld.first
    if rules.melds.wrap:
        at %= CIRCLE
    if not 0 <= at < len(meld.cards) or not is_wild(meld, at, rules):
        raise IllegalMove(f"no {_wild_word(rules)} lies in that place")
    due = card_at(meld.of, position)
    if card != due:
        word = _wild_word(rules)
        raise IllegalMove(f"the {word} stands for {card_text(due)}, not {card_text(card)}")
    return at


def swapped(meld: TableMeld, card: int, position: int, wild: int, rules: RuleSet) -> TableMeld:
    """The meld with the card in the place of a wild.

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 19, 52], 4, of=1)
    >>> swapped(run, 20, 7, 52, load_rules("shanghai-swap")).cards
    [17, 18, 19, 20]
    """
    if meld.is_run:
        at = _require_stands_for(meld, card, position, rules)
    else:
        at = next(at for at in wilds_of(meld, rules) if meld.cards[at] == wild)
    return replace(meld, cards=[*meld.cards[:at], card, *meld.cards[at + 1 :]])


def verify_move(meld: TableMeld, card: int, position: int, wild_to: int, rules: RuleSet) -> None:
    """The card may take the place of a wild in a run whose wild goes to the end ``wild_to``.

    rules.md 5 (joker move).

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 52, 20], 4, of=1)
    >>> verify_move(run, 19, 6, 8, load_rules("kaluki"))
    """
    word = _require_real_card(card, rules)
    if not meld.is_run:
        raise IllegalMove(f"{word}s are moved in runs only (lay_off.joker_move)")
    _require_stands_for(meld, card, position, rules)
    verify_open_end(meld, wild_to, rules)
    verify_added(*moved(meld, card, position, wild_to, rules), rules)


def moved(
    meld: TableMeld, card: int, position: int, wild_to: int, rules: RuleSet
) -> tuple[TableMeld, int]:
    """The run with the card in the place of a wild and the wild at an end, and its index.

    >>> from rummysim.rules import load_rules
    >>> run = TableMeld(0, True, [17, 18, 52, 20], 4, of=1)
    >>> moved(run, 19, 6, 8, load_rules("kaluki"))[0].cards
    [17, 18, 19, 20, 52]
    """
    at = _require_stands_for(meld, card, position, rules)
    wild = meld.cards[at]
    return laid_off(swapped(meld, card, position, wild, rules), wild, wild_to, rules)
