"""One frozen dataclass per act of a game, in the order in which they happen at the table.

Seats count from 0 here; people see them from 1 (``codec`` converts). ``meld`` numbers the
melds of a round in the order in which they were laid, from 0. ``position`` is the place in
a run: 0 for the low ace, 1 for the 2, ..., 12 for the king, 13 for the high ace; -1 in sets.
Where runs go round the corner (``melds.wrap``) there is one ace, at 0, and no place 13.
"""

from dataclasses import dataclass

from rummysim.cards import JOKER


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round starts: dealer, starter and the whole shoe in the order in which it is dealt.

    The first ``deal`` cards go to the starter, the next to his left neighbour, and so on
    round the table; the card after the hands is the upcard, the rest is the stock.
    """

    round: int  # from 0
    dealer: int
    starter: int
    shoe: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player out of turn asks for the top discard before the player on turn draws."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Took:
    """The player on turn takes the top discard as his draw.

    Where he may take any card with all above it (``draw.depth``), each is an event of its own,
    from the top downwards.
    """

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Bought:
    """A claimant gets the discard and draws his penalty cards from the stock."""

    seat: int
    card: int
    penalty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """The player on turn draws the top card of the stock."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Restocked:
    """The discard pile was shuffled into a new stock; ``stock`` is its order, top first."""

    stock: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """One meld as it is laid: the cards in order and, for a run, the place of the first."""

    is_run: bool
    cards: tuple[int, ...]  # jokers are 52
    position: int  # of the first card of a run; -1 for a set


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A player lays the whole contract."""

    seat: int
    melds: tuple[LaidMeld, ...]


@dataclass(frozen=True, slots=True)
class NewMeld:
    """A player who is down lays one more meld (``lay_off.new_melds``)."""

    seat: int
    meld: LaidMeld


@dataclass(frozen=True, slots=True)
class LaidOff:
    """One card is added to a meld on the table."""

    seat: int
    card: int
    meld: int
    position: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """A natural card takes the place of a wild on the table; the wild goes to the hand."""

    seat: int
    card: int
    meld: int
    position: int
    wild: int = JOKER  # kind that comes back


@dataclass(frozen=True, slots=True)
class Moved:
    """A natural card takes the place of a wild in a run; the wild goes to an end of that run."""

    seat: int
    card: int
    meld: int
    position: int  # of the natural
    wild_to: int  # place of the wild from now on


@dataclass(frozen=True, slots=True)
class Discarded:
    """The turn ends with a card thrown on the discard pile."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Passed:
    """The turn ends without a discard because every card held may not be thrown."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """The player has no card left: the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Died:
    """The round ends with nobody out: ``no_cards`` to draw, or the ``turn_cap`` reached."""

    reason: str


@dataclass(frozen=True, slots=True)
class Scored:
    """Points of this round and totals so far, by seat."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


Event = (
    RoundBegan | Claimed | Took | Bought | Drew | Restocked | LaidDown | NewMeld
    | LaidOff | Swapped | Moved | Discarded | Passed | WentOut | Died | Scored
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole match (or a single round) as it was played, with everything to replay it."""

    rules: dict[str, object]  # the complete rule file as nested plain data (rules.load.dump)
    players: int
    policies: tuple[str, ...]  # by seat
    seed: int
    deal: int
    events: tuple[Event, ...]
