"""The second half of a turn: lay-down, new melds, lay-offs, swaps, moves, and its end.

rules.md 2.2 to 2.4, 2.6 and 3 to 5. Each ``verify_`` raises IllegalMove with the reason; the
function of the same name without ``verify_`` changes the state and presumes a legal act.
"""

from rummysim.cards import card_text
from rummysim.errors import IllegalMove
from rummysim.referee.additions import (
    laid_off,
    moved,
    swapped,
    verify_lay_off,
    verify_move,
    verify_swap,
)
from rummysim.referee.contracts import verify_lay_down, verify_new_meld
from rummysim.referee.melds import TableMeld, as_laid, is_wild_kind
from rummysim.referee.state import EMPTY, PLAYING, SCORING, State
from rummysim.rules.spec import Contract
from rummysim.trace.events import (
    Discarded,
    LaidDown,
    LaidMeld,
    LaidOff,
    Moved,
    NewMeld,
    Passed,
    Swapped,
    WentOut,
)


def _require_playing(state: State, seat: int) -> None:
    """It is the seat's turn and it has drawn."""
    if seat != state.on_turn:
        raise IllegalMove(f"it is the turn of seat {state.on_turn + 1}")
    if state.phase != PLAYING:
        raise IllegalMove("the seat has not drawn yet")


def _require_down_for(state: State, seat: int, same_turn: bool, what: str, key: str) -> None:
    """The seat is down since an earlier turn, or at all where ``same_turn`` allows it."""
    if not state.is_down(seat):
        raise IllegalMove(f"only who is down may {what}")
    if state.down_since[seat] == state.turns[seat] and not same_turn:
        raise IllegalMove(f"nobody may {what} in the turn of his lay-down ({key})")


def _require_card_left(state: State, seat: int, cards_laid: int) -> None:
    """Where the last card must be thrown, one card stays in the hand."""
    if state.final_discard() == "required" and len(state.hands[seat]) - cards_laid < 1:
        raise IllegalMove("a card must be left to throw (close.final_discard)")


def verify_down(state: State, act: LaidDown) -> None:
    """The seat lays the whole contract of the round from its hand (rules.md 2.2.2)."""
    _require_playing(state, act.seat)
    if state.is_down(act.seat):
        raise IllegalMove("the seat is already down")
    cards = [card for meld in act.melds for card in meld.cards]
    state.require_held(act.seat, cards)
    verify_lay_down(act.melds, state.rules, state.round, len(state.hands[act.seat]))
    _require_card_left(state, act.seat, len(cards))


def down(state: State, act: LaidDown) -> None:
    """Move the contract from the hand to the table."""
    for meld in act.melds:
        _lay(state, act.seat, meld, state.rules.opening.contracts[state.round])
    state.down_since[act.seat] = state.turns[act.seat]
    state.after_playing(act.seat)


def _lay(state: State, seat: int, meld: LaidMeld, contract: Contract | None = None) -> None:
    for card in meld.cards:
        state.hands[seat].remove(card)
    state.melds.append(as_laid(meld, state.rules, seat, contract))
    state.cards_in_melds += len(meld.cards)


def verify_new(state: State, act: NewMeld) -> None:
    """The seat, being down, may lay one more meld."""
    _require_playing(state, act.seat)
    same_turn = state.rules.lay_off.start == "same_turn"
    _require_down_for(state, act.seat, same_turn, "lay new melds", "lay_off.from")
    state.require_held(act.seat, act.meld.cards)
    verify_new_meld(act.meld, state.rules, state.round)
    _require_card_left(state, act.seat, len(act.meld.cards))


def new(state: State, act: NewMeld) -> None:
    """Move the new meld from the hand to the table."""
    _lay(state, act.seat, act.meld)
    state.after_playing(act.seat)


def _meld_on_table(state: State, number: int) -> TableMeld:
    if not 0 <= number < len(state.melds):
        raise IllegalMove(f"there are {len(state.melds)} melds on the table")
    return state.melds[number]


def _require_may_add(state: State, seat: int, number: int) -> TableMeld:
    """The meld, when the seat may add cards of its hand to it."""
    same_turn = state.rules.lay_off.start == "same_turn"
    _require_down_for(state, seat, same_turn, "lay off", "lay_off.from")
    meld = _meld_on_table(state, number)
    if state.rules.lay_off.targets == "own" and meld.owner != seat:
        raise IllegalMove("cards go to own melds only (lay_off.targets)")
    return meld


def verify_off(state: State, act: LaidOff) -> None:
    """The seat, being down, may add the card to a meld on the table (rules.md 2.2.3)."""
    _require_playing(state, act.seat)
    meld = _require_may_add(state, act.seat, act.meld)
    state.require_held(act.seat, [act.card])
    verify_lay_off(meld, act.card, act.position, state.rules)
    _require_card_left(state, act.seat, 1)


def off(state: State, act: LaidOff) -> None:
    """Move the card from the hand to the meld."""
    meld = state.melds[act.meld]
    state.melds[act.meld], _ = laid_off(meld, act.card, act.position, state.rules)
    _from_hand_to_table(state, act.seat, act.card)


def _from_hand_to_table(state: State, seat: int, card: int) -> None:
    state.hands[seat].remove(card)
    state.cards_in_melds += 1
    state.after_playing(seat)


def verify_wild_move(state: State, act: Moved) -> None:
    """The seat, being down, may put a natural in the place of a wild that stays in its run.

    It counts as a lay-off (rules.md 5).
    """
    _require_playing(state, act.seat)
    if not state.rules.lay_off.joker_move:
        raise IllegalMove("wilds on the table stay in their place (lay_off.joker_move)")
    meld = _require_may_add(state, act.seat, act.meld)
    state.require_held(act.seat, [act.card])
    verify_move(meld, act.card, act.position, act.wild_to, state.rules)
    _require_card_left(state, act.seat, 1)


def wild_move(state: State, act: Moved) -> None:
    """Move the card from the hand to the place of the wild, and the wild to its end."""
    meld = state.melds[act.meld]
    state.melds[act.meld], _ = moved(meld, act.card, act.position, act.wild_to, state.rules)
    _from_hand_to_table(state, act.seat, act.card)


def verify_wild_swap(state: State, act: Swapped) -> None:
    """The seat, being down, may put a natural in the place of a wild (rules.md 2.6, 3.4)."""
    _require_playing(state, act.seat)
    if not state.rules.swap.allowed:
        raise IllegalMove("jokers on the table stay there (swap.allowed)")
    same_turn = state.rules.swap.same_turn
    _require_down_for(state, act.seat, same_turn, "swap a joker", "swap.same_turn")
    meld = _meld_on_table(state, act.meld)
    state.require_held(act.seat, [act.card])
    verify_swap(meld, act.card, act.position, act.wild, state.rules)


def wild_swap(state: State, act: Swapped) -> None:
    """Exchange the card of the hand and the wild of the meld."""
    meld = state.melds[act.meld]
    state.melds[act.meld] = swapped(meld, act.card, act.position, act.wild, state.rules)
    state.hands[act.seat].remove(act.card)
    state.hands[act.seat].append(act.wild)


def verify_may_throw(state: State, seat: int, card: int) -> None:
    """The card is held and no rule keeps it in the hand (rules.md 2.2.4, 2.4)."""
    hand = state.hands[seat]
    state.require_held(seat, [card])
    rules = state.rules
    if not rules.close.discard_joker and is_wild_kind(card, rules):
        if not all(is_wild_kind(other, rules) for other in hand):
            wilds = "wilds" if rules.melds.wild_ranks else "jokers"
            raise IllegalMove(
                f"{wilds} are not thrown while other cards are held (close.discard_joker)"
            )
    if card == state.taken and rules.draw.no_return and hand.count(card) < 2:
        raise IllegalMove("the card just taken may not be thrown (draw.no_return)")
    if len(hand) == 1 and state.final_discard() == "forbidden":
        raise IllegalMove("the last card may not be thrown (close.final_discard)")


def legal_discards(state: State, seat: int) -> list[int]:
    """The kinds that the seat may throw, in order."""
    return [card for card in sorted(set(state.hands[seat])) if _may_throw(state, seat, card)]


def _may_throw(state: State, seat: int, card: int) -> bool:
    try:
        verify_may_throw(state, seat, card)
    except IllegalMove:
        return False
    return True


def verify_discard(state: State, act: Discarded) -> None:
    """The player on turn ends his turn with a card that he may throw."""
    _require_playing(state, act.seat)
    verify_may_throw(state, act.seat, act.card)


def discard(state: State, act: Discarded) -> None:
    """Move the card to the discard pile and end the turn, or the round."""
    state.hands[act.seat].remove(act.card)
    state.pile.append(act.card)
    state.throwers.append(act.seat)
    state.after_playing(act.seat)
    if state.phase != EMPTY:
        state.end_turn()


def verify_pass(state: State, act: Passed) -> None:
    """The player on turn ends his turn without a discard because none is legal."""
    _require_playing(state, act.seat)
    legal = legal_discards(state, act.seat)
    if legal:
        raise IllegalMove(f"{card_text(legal[0])} can be thrown, so a card must be thrown")


def end_without_discard(state: State, act: Passed) -> None:
    """End the turn with the hand as it is."""
    state.passes[act.seat] += 1
    state.end_turn()


def verify_out(state: State, act: WentOut) -> None:
    """The player on turn has no card left."""
    if act.seat != state.on_turn:
        raise IllegalMove(f"it is the turn of seat {state.on_turn + 1}")
    if state.phase != EMPTY:
        raise IllegalMove(f"the seat still holds {len(state.hands[act.seat])} cards")


def out(state: State, act: WentOut) -> None:
    """End the round."""
    state.out = act.seat
    state.rounds_won[act.seat] += 1
    state.phase = SCORING
