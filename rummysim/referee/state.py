"""Everything that lies on the table and in the hands, and the checks that hold at all times."""

from collections.abc import Sequence

from rummysim.cards import JOKER, KINDS, card_text
from rummysim.errors import IllegalMove
from rummysim.referee.contracts import is_last_round, takes_whole_hand
from rummysim.referee.melds import TableMeld, verify_still_a_meld
from rummysim.rules.spec import RuleSet

# What may come next.
BETWEEN = "between"  # a new round
DRAWING = "drawing"  # claims, then the draw of the player on turn (or the death of the round)
PLAYING = "playing"  # lay-downs, lay-offs, swaps, then the discard
EMPTY = "empty"  # the player on turn has no card left and goes out
SCORING = "scoring"  # the round is over and must be scored

UPCARD = -1  # stands for the thrower of the card that was turned up first


class State:
    """Hands, piles, melds and scores of a match, and where in the turn the game is."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        """An empty table before the first round."""
        self.rules = rules
        self.players = players
        self.deck = sorted(
            [*range(KINDS - 1)] * rules.shoe.packs.at(players)
            + [JOKER] * rules.shoe.jokers.at(players)
        )
        self.phase = BETWEEN
        self.rounds_played = 0
        self.totals = [0] * players
        self.rounds_won = [0] * players
        self.scores: list[tuple[int, ...]] = []
        self.turns_in_all = 0
        self.deaths: list[str] = []  # why rounds were dead
        self.clear(round_index=-1, dealer=-1)

    def clear(self, round_index: int, dealer: int) -> None:
        """Nothing is left on the table: the state before the cards of a round are dealt."""
        self.round = round_index
        self.dealer = dealer
        self.stock: list[int] = []  # top LAST
        self.pile: list[int] = []  # top last
        self.throwers: list[int] = []  # of each card of the pile, UPCARD for the first
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.melds: list[TableMeld] = []
        self.cards_in_melds = 0
        self.turns = [0] * self.players  # own turns begun
        self.down_since = [0] * self.players  # own turn of the lay-down, 0 before it
        self.buys = [0] * self.players
        self.passes = [0] * self.players
        self.deeper = [0] * self.players  # cards taken from below the top discard
        self.recycles = 0
        self.on_turn = -1
        self.turn = 0  # turns begun by all
        self.claims: list[int] = []
        self.bought = False  # in this turn
        self.restocked = False  # and the card that needed it has not been drawn yet
        self.taken = -1  # kind taken from the pile in this turn, of several the deepest
        self.taking = False  # the latest act was a take, more cards of the pile may follow
        self.died_of = ""  # why the round is dead
        self.must_take = False  # the stock gives nothing, the top discard must be taken
        self.out = -1  # seat that went out

    # --- questions about the rules of the moment

    def is_down(self, seat: int) -> bool:
        """True after the seat's lay-down in this round."""
        return self.down_since[seat] > 0

    def out_at_once(self) -> bool:
        """True when the round ended in the turn of the winner's lay-down."""
        return self.out >= 0 and self.down_since[self.out] == self.turns[self.out]

    def is_last_round(self) -> bool:
        """True in the last round of the match."""
        return is_last_round(self.rules, self.round)

    def final_discard(self) -> str:
        """``optional``, ``required`` or ``forbidden`` in this round (rules.md 2.4)."""
        close = self.rules.close
        if self.is_last_round() and close.last_round == "keep_playing":
            return "forbidden"
        if takes_whole_hand(self.rules, self.round):
            return "optional"
        return close.final_discard

    def buying_allowed(self) -> bool:
        """True when discards may be bought in this round."""
        buy = self.rules.buy
        return buy.allowed and (buy.in_last_round or not self.is_last_round())

    def may_take(self, seat: int) -> bool:
        """True unless the seat is down and must draw from the stock (``draw.down_may_take``)."""
        return self.rules.draw.down_may_take or not self.is_down(seat)

    def recyclable(self, buying: bool) -> int:
        """Cards of the discard pile that could become stock now (rules.md 1.4)."""
        most = self.rules.match.max_recycles
        if most is not None and self.recycles >= most:
            return 0
        kept = 1 if self.rules.match.restock_keep_top else 0
        return max(0, len(self.pile) - (1 if buying else 0) - kept)

    # --- moving on

    def start_turn(self, seat: int) -> None:
        """Give the turn to ``seat``, or find the round dead of the turn cap."""
        self.on_turn = seat
        self.phase = DRAWING
        self.claims = []
        self.bought = self.restocked = self.taking = False
        self.taken = -1
        if self.turns[seat] >= self.rules.match.turn_cap:
            self.died_of, self.must_take = "turn_cap", False
            return
        self.turns[seat] += 1
        self.turn += 1
        self.turns_in_all += 1
        self.see_what_can_be_drawn()
        self.check_seats()

    def see_what_can_be_drawn(self) -> None:
        """Note whether the player on turn must take the top discard, or the round is dead."""
        nothing = not self.stock and self.recyclable(buying=False) == 0
        takes = nothing and bool(self.pile) and self.may_take(self.on_turn)
        self.must_take = takes
        self.died_of = "no_cards" if nothing and not takes else ""

    def after_draw(self) -> None:
        """The player on turn has drawn and may play."""
        self.phase = PLAYING
        self.claims = []
        self.restocked = False

    def end_turn(self) -> None:
        """Pass the turn to the left."""
        self.start_turn((self.on_turn + 1) % self.players)

    def after_playing(self, seat: int) -> None:
        """The seat goes out when it has no card left."""
        if not self.hands[seat]:
            self.phase = EMPTY

    # --- checks

    def require_seat(self, seat: int) -> None:
        """The number is a seat of this table."""
        if not 0 <= seat < self.players:
            raise IllegalMove(f"there are only {self.players} seats")

    def require_held(self, seat: int, cards: Sequence[int]) -> None:
        """The seat holds all these cards, each copy once."""
        hand = self.hands[seat]
        for card in set(cards):
            held, wanted = hand.count(card), cards.count(card)
            if held < wanted:
                holds = "does not hold" if held == 0 else f"holds only {held} of"
                name = card_text(card) if 0 <= card < KINDS else f"card {card}"
                raise IllegalMove(f"the seat {holds} {name}")

    def check_card_count(self) -> None:
        """No card was lost or added (rules.md 15.1)."""
        cards = len(self.stock) + len(self.pile) + self.cards_in_melds
        cards += sum(map(len, self.hands))
        if cards != len(self.deck):
            raise IllegalMove(f"{cards} cards are in play, not the {len(self.deck)} of the deck")

    def check_every_card(self) -> None:
        """Each kind is there as often as in the deck (rules.md 15.1)."""
        cards = self.stock + self.pile
        for hand in self.hands:
            cards += hand
        for meld in self.melds:
            cards += meld.cards
        cards.sort()
        if cards != self.deck:
            raise IllegalMove("the cards on the table and in the hands are not those of the deck")

    def check_seats(self) -> None:
        """Hand sizes, buys and who is down are as they must be between turns (15.2, 15.4, 15.5)."""
        each = 1 + self.rules.buy.penalty_cards
        whole_hand = takes_whole_hand(self.rules, self.round)
        for seat, hand in enumerate(self.hands):
            if self.buys[seat] > self.rules.buy.limit:
                raise IllegalMove(f"seat {seat + 1} has bought {self.buys[seat]} times")
            if self.is_down(seat):
                if whole_hand:
                    raise IllegalMove(f"seat {seat + 1} is down before the last round ends")
                continue
            due = self.rules.deal.cards[self.round] + each * self.buys[seat]
            due += self.passes[seat] + self.deeper[seat]
            if len(hand) != due:
                raise IllegalMove(f"seat {seat + 1} holds {len(hand)} cards, not {due}")

    def check_melds(self) -> None:
        """Every meld is still a set or a run within its limit of wilds (15.3)."""
        for meld in self.melds:
            verify_still_a_meld(meld, self.rules)
