"""What is told of a decision that can be forked: its name, and numbers that a player can see.

No import, because commands read these tables before anything is compiled. The order is that of
the columns of `fork_layout.SITUATION`.
"""

BUY, DRAW_CARD, THROW_JOKER, LAY, THROW = 1, 2, 3, 4, 5
DECISIONS = {
    "buy": BUY,
    "draw": DRAW_CARD,
    "joker": THROW_JOKER,
    "lay_down": LAY,
    "discard": THROW,
}

FEATURES = (
    ("round", "which round, from 1"),
    ("turn", "the player's own turn in the round, from 1; the coming one where it is a buy"),
    ("distance", "cards that the contract lacks before the act; 0 when the player is down"),
    (
        "distance_after",
        "cards that it lacks with the discard in hand (buy, draw), without the joker (joker), "
        "else as before",
    ),
    ("progress", "how much nearer that is: distance - distance_after"),
    ("buys_left", "cards that the player may still buy in the round"),
    ("smallest_hand", "cards in the smallest hand of an opponent"),
    ("opponents_down", "opponents who are down"),
    ("own_down", "1 when the player is down"),
    ("hand_size", "cards in the player's hand before the act"),
    ("jokers", "jokers among them"),
    ("points", "penalty points of all of them"),
    (
        "value_a",
        "points of the discard (buy, draw), of the card that the first act throws (joker, "
        "discard), or of what the hand keeps after the lay-down (lay_down)",
    ),
    (
        "value_b",
        "points of the card that the second act throws (joker, discard), or of the whole hand "
        "(lay_down); else 0",
    ),
    (
        "outs_a",
        "cards not seen yet of which one would bring the hand nearer after the first act; 0 for "
        "who is or lays down",
    ),
    ("outs_b", "the same after the second act; what is drawn blind is not counted"),
    ("stock", "cards in the stock"),
    ("before", "players who may have the discard before this one (buy); else 0"),
    ("behind", "points that the player has more than the best opponent; negative when ahead"),
)
NAMES = tuple(name for name, _ in FEATURES)


def feature(name: str) -> int:
    """The column of a feature.

    >>> feature("round"), FEATURES[feature("buys_left")][1]
    (0, 'cards that the player may still buy in the round')
    """
    return NAMES.index(name)
