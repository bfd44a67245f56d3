"""The parameters of the scripted player; each is one side or the other of what players argue about.

The defaults play as the preset ``greedy``. Worths are in penalty points.
"""

from rummysim.policies.parameters import Parameter, choice

AIMS = "contract any"
JOKERS = "needed always never until_down until_few"
TAKES = "never fit progress"
BUYS = "never meld missing progress always"
THROWS = "high low random"
NEVER = 99  # of a limit: not reached

SCRIPT = (
    # plan
    choice(
        "aim",
        "what makes a card useful: this round's contract, or any meld",
        "contract",
        AIMS,
        "plan",
    ),
    Parameter(
        "runs_from",
        "in a round of three runs or more: own turn from which only runs count; before it any meld",
        1,
        1,
        NEVER,
        True,
        (),
        "plan",
    ),
    # jokers
    choice(
        "keep_jokers",
        "keep jokers while needed, always, never, until an opponent is down or has few cards",
        "needed",
        JOKERS,
        "jokers",
    ),
    Parameter(
        "joker_few",
        "until_few: an opponent holds at most this many cards",
        3,
        0,
        20,
        True,
        (),
        "jokers",
    ),
    choice(
        "swap_jokers",
        "swap jokers out of melds on the table, where the rules allow it",
        "on",
        "off on",
        "jokers",
    ),
    # draw
    choice(
        "take",
        "take the top discard never, if it is a card missing, or for any progress",
        "fit",
        TAKES,
        "draw",
    ),
    Parameter(
        "take_gain",
        "progress: worth of the outs gained from which a card is taken",
        4,
        0,
        50,
        False,
        (),
        "draw",
    ),
    # buy
    choice(
        "buy",
        "buy never, what completes a meld, what is missing, for any progress, always",
        "missing",
        BUYS,
        "buy",
    ),
    Parameter(
        "buy_gain",
        "progress: worth of the outs gained from which a card is bought",
        5,
        0,
        50,
        False,
        (),
        "buy",
    ),
    Parameter(
        "buy_from",
        "progress: only while at least this many cards are missing",
        1,
        1,
        20,
        True,
        (),
        "buy",
    ),
    Parameter(
        "buy_below",
        "buy only while fewer than this many were bought in the round",
        99,
        0,
        NEVER,
        True,
        (),
        "buy",
    ),
    Parameter(
        "buy_hand", "buy only while holding at most this many cards", 99, 0, NEVER, True, (), "buy"
    ),
    Parameter(
        "buy_few",
        "do not buy once an opponent who is down holds at most this many cards",
        0,
        0,
        20,
        True,
        (),
        "buy",
    ),
    choice(
        "buy_whole", "buy in rounds in which the whole hand must be melded", "off", "off on", "buy"
    ),
    # lay down
    Parameter(
        "wait_turns", "own turns to hold a complete contract back", 0, 0, 20, True, (), "lay down"
    ),
    Parameter(
        "wait_cards",
        "hold it back until at most this many cards would remain",
        99,
        0,
        NEVER,
        True,
        (),
        "lay down",
    ),
    # play
    choice(
        "joker_last",
        "lay off naturals first, and jokers where they open a place for one",
        "off",
        "off on",
        "play",
    ),
    # discard
    choice("throw", "which of equally useful cards goes first", "high", THROWS, "discard"),
    Parameter(
        "weigh",
        "how many cards are weighed before one is thrown; 1 takes the first",
        1,
        1,
        20,
        True,
        (),
        "discard",
    ),
    Parameter(
        "outs_points", "weighing: worth of e times as many outs", 15, 0, 100, False, (), "discard"
    ),
    Parameter(
        "point_weight",
        "weighing: worth of a point of penalty less in hand",
        0.2,
        0,
        5,
        False,
        (),
        "discard",
    ),
    choice(
        "count_unseen",
        "weighing: count outs by the copies not seen yet",
        "off",
        "off on",
        "discard",
    ),
    Parameter(
        "retreat_few",
        "give progress up for points once an opponent who is down holds at most this many cards",
        0,
        0,
        NEVER,
        True,
        (),
        "discard",
    ),
    Parameter(
        "step_points", "then: worth of being one card nearer", 15, 0, 1000, False, (), "discard"
    ),
    # whole hand
    Parameter(
        "whole_step",
        "worth of the contract complete; 0 puts distance before points",
        0,
        0,
        5000,
        False,
        (),
        "whole hand",
    ),
    Parameter(
        "whole_power",
        "how fast that worth falls with the distance d: (1 + d) ** -power",
        1,
        0,
        4,
        False,
        (),
        "whole hand",
    ),
    Parameter("whole_outs", "worth of e times as many outs", 5, 0, 100, False, (), "whole hand"),
    Parameter(
        "whole_weight", "worth of a point of penalty less in hand", 1, 0, 5, False, (), "whole hand"
    ),
    Parameter(
        "whole_gain",
        "least gain for which the top discard is taken",
        0,
        -20,
        50,
        False,
        (),
        "whole hand",
    ),
    # watch
    choice("watch", "keep from the others what they seem to collect", "off", "off on", "watch"),
    Parameter(
        "feed_table",
        "harm of a card that fits the table, before a player with one card",
        10,
        0,
        200,
        False,
        (),
        "watch",
    ),
    Parameter(
        "feed_rank",
        "harm for each card of its rank that the next player took",
        2,
        0,
        50,
        False,
        (),
        "watch",
    ),
    Parameter(
        "feed_near",
        "harm for each card of its suit within two places",
        1,
        0,
        50,
        False,
        (),
        "watch",
    ),
    Parameter(
        "feed_safe", "harm less when the next player threw its rank", 1, 0, 50, False, (), "watch"
    ),
    Parameter(
        "feed_far",
        "share of these that counts for the players after the next",
        0.5,
        0,
        1,
        False,
        (),
        "watch",
    ),
)


def place(name: str) -> int:
    """Where a parameter stands in ``params.value``.

    >>> place("aim")
    0

    Raises KeyError when there is none.
    """
    return PLACES[name]


PLACES = {parameter.name: index for index, parameter in enumerate(SCRIPT)}
