"""The first half of a turn: claims, the draw, buying, restocking, and dead rounds.

rules.md 1.4, 1.6, 2.2.1 and 2.3. Each ``verify_`` raises IllegalMove with the reason; the
function of the same name without ``verify_`` changes the state and presumes a legal act.
"""

from rummysim.cards import card_text, cards_text
from rummysim.errors import IllegalMove
from rummysim.referee.state import DRAWING, SCORING, UPCARD, State
from rummysim.trace.events import Bought, Claimed, Died, Drew, Restocked, Took


def _require_drawing(state: State) -> None:
    """The player on turn has still to draw and the round is not dead."""
    if state.phase != DRAWING:
        raise IllegalMove("the player on turn has already drawn")
    if state.died_of:
        raise IllegalMove(f"the round is dead ({state.died_of})")


def _require_own_draw(state: State, seat: int) -> None:
    _require_drawing(state)
    if seat != state.on_turn:
        raise IllegalMove(f"it is the turn of seat {state.on_turn + 1}")


def _require_top(state: State, card: int) -> None:
    if not state.pile:
        raise IllegalMove("the discard pile is empty")
    if state.pile[-1] != card:
        raise IllegalMove(f"the top of the discard pile is {card_text(state.pile[-1])}")


def verify_claim(state: State, act: Claimed) -> None:
    """The seat may ask for the top discard before the player on turn draws."""
    _require_drawing(state)
    _require_top(state, act.card)
    if act.seat == state.on_turn:
        raise IllegalMove("the player on turn does not claim, he takes")
    if state.bought or state.restocked:
        raise IllegalMove("claims come before anything is drawn, one buy in a turn")
    if state.must_take:
        raise IllegalMove("nothing is left to draw, the player on turn must take the discard")
    verify_may_buy(state, act.seat)
    if state.claims and _after_turn(state, act.seat) <= _after_turn(state, state.claims[-1]):
        raise IllegalMove("claims are asked in turn order, each seat once")


def verify_may_buy(state: State, seat: int) -> None:
    """The seat may buy the top discard, were it granted (rules.md 1.6, 2.3)."""
    buy = state.rules.buy
    thrower = state.throwers[-1]
    if not state.buying_allowed():
        key = "buy.in_last_round" if buy.allowed else "buy.allowed"
        raise IllegalMove(f"buying is off in this round ({key})")
    if state.buys[seat] >= buy.limit:
        raise IllegalMove(f"the seat has bought {state.buys[seat]} times (buy.limit)")
    if thrower == seat and not buy.discarder:
        raise IllegalMove("nobody buys back his own discard (buy.discarder)")
    if thrower == UPCARD and not buy.upcard:
        raise IllegalMove("the upcard is not for sale (buy.upcard)")
    if state.is_down(seat) and not buy.when_down:
        raise IllegalMove("a player who is down may not buy (buy.when_down)")
    if len(state.stock) + state.recyclable(buying=True) < buy.penalty_cards:
        raise IllegalMove("no penalty card could be drawn, so nothing can be bought")


def _after_turn(state: State, seat: int) -> int:
    """How far the seat sits to the left of the player on turn."""
    return (seat - state.on_turn) % state.players


def claim(state: State, act: Claimed) -> None:
    """Note the claim."""
    state.claims.append(act.seat)


def verify_take(state: State, act: Took) -> None:
    """The player on turn may take the top discard as his draw, or the next one below it."""
    if state.taking and act.seat == state.on_turn:
        if state.rules.draw.depth == "top":
            raise IllegalMove("only the top discard may be taken (draw.depth)")
        _require_top(state, act.card)
        return
    _require_own_draw(state, act.seat)
    _require_top(state, act.card)
    if state.restocked:
        raise IllegalMove("a new stock was made, so a card of it must be drawn")
    if not state.may_take(act.seat):
        raise IllegalMove("a player who is down draws from the stock only (draw.down_may_take)")
    if state.bought and not state.rules.buy.reopen and not state.must_take:
        raise IllegalMove("after a buy the draw comes from the stock (buy.reopen)")


def take(state: State, act: Took) -> None:
    """Move the top discard to the hand of the player on turn."""
    state.hands[act.seat].append(_off_the_pile(state))
    state.deeper[act.seat] += int(state.taking)
    state.taken, state.taking = act.card, True
    state.after_draw()


def _off_the_pile(state: State) -> int:
    state.throwers.pop()
    return state.pile.pop()


def verify_restock(state: State, act: Restocked) -> None:
    """A card is needed that the stock does not have, and these are the recycled cards."""
    _require_drawing(state)
    if state.restocked:
        raise IllegalMove("a new stock was just made")
    needed = state.rules.buy.penalty_cards if state.claims else 1
    if len(state.stock) >= needed:
        raise IllegalMove(f"the stock still has {len(state.stock)} cards")
    if state.recyclable(buying=bool(state.claims)) == 0:
        raise IllegalMove("no card of the discard pile may be recycled")
    bought = 1 if state.claims else 0
    kept = 1 if state.rules.match.restock_keep_top else 0
    recycled = state.pile[: len(state.pile) - bought - kept]
    if sorted(act.stock) != sorted(recycled):
        raise IllegalMove(f"the recycled cards are {cards_text(sorted(recycled))} in some order")


def restock(state: State, act: Restocked) -> None:
    """Put the recycled cards under what is left of the stock."""
    count = len(act.stock)
    state.stock = [*reversed(act.stock), *state.stock]
    del state.pile[:count], state.throwers[:count]
    state.recycles += 1
    state.restocked = True


def verify_buy(state: State, act: Bought) -> None:
    """The claimant whose turn it is to be served gets the discard and his penalty cards."""
    _require_drawing(state)
    _require_top(state, act.card)
    buy = state.rules.buy
    if act.seat not in state.claims:
        raise IllegalMove("the seat did not claim the discard")
    if buy.priority == "turn_order" and act.seat != state.claims[0]:
        raise IllegalMove(f"seat {state.claims[0] + 1} claimed too and sits nearer (buy.priority)")
    if len(act.penalty) != buy.penalty_cards:
        raise IllegalMove(
            f"a buyer draws {buy.penalty_cards} penalty cards, not {len(act.penalty)} "
            "(buy.penalty_cards)"
        )
    if len(state.stock) < buy.penalty_cards:
        raise IllegalMove("the stock is too small; the discard pile must be recycled first")
    due = state.stock[len(state.stock) - buy.penalty_cards :][::-1]
    if list(act.penalty) != due:
        raise IllegalMove(f"the stock gives {cards_text(due)}")


def buy(state: State, act: Bought) -> None:
    """Move the discard and the penalty cards to the buyer's hand."""
    hand = state.hands[act.seat]
    hand.append(_off_the_pile(state))
    hand += [state.stock.pop() for _ in act.penalty]
    state.buys[act.seat] += 1
    state.claims = []
    state.bought, state.restocked = True, False
    state.see_what_can_be_drawn()


def verify_draw(state: State, act: Drew) -> None:
    """The player on turn draws the top card of the stock."""
    _require_own_draw(state, act.seat)
    if state.claims:
        raise IllegalMove(f"seat {state.claims[0] + 1} claims the discard and must get it first")
    if not state.stock:
        if state.must_take:
            raise IllegalMove("nothing is left to draw, the top discard must be taken")
        raise IllegalMove("the stock is empty; the discard pile must be recycled first")
    if state.stock[-1] != act.card:
        raise IllegalMove(f"the stock gives {card_text(state.stock[-1])}")


def draw(state: State, act: Drew) -> None:
    """Move the top card of the stock to the hand of the player on turn."""
    state.hands[act.seat].append(state.stock.pop())
    state.after_draw()


def verify_death(state: State, act: Died) -> None:
    """The round is dead, of the reason stated."""
    if state.phase != DRAWING or not state.died_of:
        raise IllegalMove("the round is not dead")
    if act.reason != state.died_of:
        raise IllegalMove(f"the round is dead of {state.died_of}")


def death(state: State, act: Died) -> None:
    """End the round with nobody out."""
    state.deaths.append(act.reason)
    state.phase = SCORING
