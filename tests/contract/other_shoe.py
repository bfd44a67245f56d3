"""The same public game with other hidden cards: what a player sees must be the same, byte for byte.

One round is played and written down. Then cards that a player has not seen up to one of his
decisions change places in the shoe, and the engine plays the round once more, with everybody
doing what he did. All records are kept by the engine itself, from the deal on.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rummysim.kernels import layout
from rummysim.kernels.layout import LAY_DOWN, PLAY
from rummysim.kernels.shoe import open_shoe, shuffle_to
from rummysim.trace import codes
from tests.contract.bytes_of import TABLE, differing, seen_by
from tests.contract.decisions import EVERYWHERE, Broken
from tests.contract.game import Game, Refused

MAY_VARY = (LAY_DOWN, PLAY)  # others may be asked these or not, as their hidden cards allow


class Impossible(Exception):
    """What the others did tells that they did not hold these cards instead."""


class Reached(Exception):
    """The decision up to which the game was to be played."""


@dataclass(frozen=True)
class Asking:
    """One decision of the first game."""

    seat: int
    phase: int
    key: tuple[int, ...]  # seat, turn of the round, phase, number of the asking
    state: Any  # bytes of the STATE before the answer
    answer: int
    plan: Any  # bytes of the plan after the answer
    rows: int  # trace rows written before it


def _key(game: Game, seat: int) -> tuple[int, ...]:
    view = game.board.views[seat]
    return seat, int(game.board.table.turn), int(view.phase), int(view.asked)


class Original:
    """The first game, with all its decisions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.askings: list[Asking] = []
        game.trace[0]["on"] = 1
        game.play(self.answer)
        self.rows = game.trace[0]["row"].tolist()[: int(game.trace[0]["rows"])]
        self.shoe = [row[2] for row in self.rows if row[0] == codes.SHOE]

    def answer(self, seat: int) -> int:
        game = self.game
        before, rows = game.board.bytes.copy(), int(game.trace[0]["rows"])
        key = _key(game, seat)
        answer = game.board.ask(game.setup.policies[seat], seat)
        plan = game.board.views[seat].plan.tobytes()
        self.askings.append(Asking(seat, key[2], key, before, answer, plan, rows))
        return answer


class Rerun:
    """The game once more with another shoe, up to decision number ``last``.

    Raises Broken when the player who decides there has seen anything else on the way, and
    Impossible when the others cannot have held such cards.
    """

    def __init__(self, original: Original, shoe: list[int], last: int, game: Game) -> None:
        self.askings, self.last, self.game = original.askings, last, game
        self.observer = self.askings[last].seat
        self.at = 0
        deck = np.zeros(len(shoe), np.int8)
        deck[deck_places(game)] = shoe
        game.board.rules[0]["deck"][: len(shoe)] = deck
        try:
            game.play(self.answer)
        except Reached:
            return
        except Refused as error:
            if int(game.board.state.fault_seat) == self.observer:
                raise Broken(f"lawful until hidden cards changed: {error}") from error
            raise Impossible from error
        raise Impossible

    def answer(self, seat: int) -> int:
        key = _key(self.game, seat)
        while self.askings[self.at].key != key and self.may_skip(self.askings[self.at]):
            self.at += 1
        asking = self.askings[self.at]
        if asking.key == key:
            self.compare(asking)
            self.at += 1
            if self.at > self.last:
                raise Reached
            self.write_plan(asking)
            return asking.answer
        if seat == self.observer:
            raise Broken(f"the player was asked {key} instead of {asking.key}")
        if key[2] in MAY_VARY:
            return 0
        raise Impossible

    def may_skip(self, asking: Asking) -> bool:
        return asking.seat != self.observer and asking.phase in MAY_VARY and asking.answer == 0

    def write_plan(self, asking: Asking) -> None:
        if asking.seat != self.observer and asking.phase == LAY_DOWN:
            plan = np.frombuffer(asking.plan, layout.PLAN)
            self.game.board.state["views"][asking.seat]["plan"] = plan[0]

    def compare(self, asking: Asking) -> None:
        """Table and view as they were; and so is the answer."""
        board, seat = self.game.board, asking.seat
        mask = np.zeros_like(EVERYWHERE)
        mask[TABLE] = True
        if seat == self.observer:
            mask |= seen_by(seat)
        changed = differing(board.bytes, asking.state, mask)
        if changed:
            raise Broken(f"{asking.key}: hidden cards change {', '.join(changed)}")
        if seat == self.observer:
            answer = board.ask(self.game.setup.policies[seat], seat)
            if answer != asking.answer:
                raise Broken(f"{asking.key}: {asking.answer}, with other hidden cards {answer}")


def deck_places(game: Game) -> Any:
    """For each place of the shuffled shoe the place of its card in the deck, int64[cards]."""
    board, job = type(game.board)(), game.job()
    cards = int(game.board.rules[0]["deck_size"])
    board.rules[:] = game.board.rules
    board.rules[0]["deck"][:cards] = np.arange(cards).astype(np.uint8).view(np.int8)
    board.state.key, board.state.deal = job[0]["deal_key"], job[0]["first"]
    open_shoe(board.state, board.rules[0], game.setup.round)
    shuffle_to(board.state, cards)
    return np.array(board.state.shoe[:cards]).view(np.uint8).astype(np.int64)


class Whereabouts:
    """Whose hands the cards of the shoe are in at a decision; what was shown is in none.

    Cards are (kind, place in the shoe); the place is -1 for those that came back to the game
    from the table: everybody has seen them.
    """

    def __init__(self, original: Original, last: int) -> None:
        asking = original.askings[last]
        game = original.game
        self.observer = asking.seat
        self.told: set[int] = set()  # seats whose acts tell of cards they did not show
        self.hands: list[list[tuple[int, int]]] = [[] for _ in range(game.players)]
        self.pile: list[tuple[int, int]] = []
        self.stock = [(kind, place) for place, kind in enumerate(original.shoe)][::-1]
        cards = game.setup.rules.deal.cards[game.setup.round or 0]
        starter = original.rows[0][3]
        for step in range(game.players):
            hand = self.hands[(starter + step) % game.players]
            hand.extend(self.stock.pop() for _ in range(cards))
        self.pile.append(self.stock.pop())
        for row in original.rows[1 + len(original.shoe) : asking.rows]:
            self.follow(row)

    def follow(self, row: list[int]) -> None:
        code, seat, kind = row[:3]
        hand = self.hands[seat]
        if code in (codes.DRAW, codes.PENALTY):
            hand.append(self.stock.pop())
        elif code in (codes.TAKE, codes.BUY):
            self.pile.pop()
            hand.append((kind, -1))
        elif code == codes.RESTOCK:
            self.stock.clear()
            self.pile = self.pile[row[5] :]
        elif code == codes.STOCK:
            self.stock.insert(0, (kind, -1))
        elif code in (codes.DISCARD, codes.MELD_CARD, codes.LAY_OFF, codes.SWAP, codes.MOVE):
            hand.remove(next(card for card in hand if card[0] == kind))
            if code == codes.DISCARD:
                self.pile.append((kind, -1))
            if code == codes.SWAP:
                hand.append((row[5] - 1 if row[5] else layout.JOKER, -1))
        elif code in (codes.NEW_MELD, codes.PASS):
            self.told.add(seat)

    def hidden(self) -> list[int]:
        """The places in the shoe of all cards that the observer has not seen."""
        places = [place for _, place in self.stock]
        for seat, hand in enumerate(self.hands):
            if seat != self.observer and seat not in self.told:
                places += [place for _, place in hand]
        return [place for place in places if place >= 0]


def with_others_shuffled(original: Original, last: int, source: np.random.Generator) -> list[int]:
    """The shoe with all cards shuffled that the player at decision ``last`` has not seen."""
    places = Whereabouts(original, last).hidden()
    shoe = np.array(original.shoe)
    shoe[places] = source.permutation(shoe[places])
    return [int(kind) for kind in shoe]
