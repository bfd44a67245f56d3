"""The parameters of the scripted player; each is one side or the other of what players argue about.

The defaults play as the preset ``greedy``. Worths and harms are in penalty points; their defaults
are round numbers from which `rummysim tune` began, and presets hold what it found.
"""

from rummysim.policies.parameters import SWITCH, Parameter, choice

AIMS = "contract any"
JOKERS = "needed always never until_down until_few"
TAKES = "never fit progress"
BUYS = "never meld missing progress always"
THROWS = "high low random"
OFF_ON = " ".join(SWITCH)
NEVER = 99  # of a limit: not reached in any game
DIG = 8  # discards from the top down that are looked at where any may be taken


def count(
    name: str, meaning: str, default: int, most: int, group: str, least: int = 0
) -> Parameter:
    """A parameter that is a whole number.

    >>> count("joker_few", "cards of an opponent", 3, 20, "jokers").allowed
    'a whole number from 0 to 20'
    """
    return Parameter(name, meaning, default, least, most, True, (), group)


def points(
    name: str, meaning: str, default: float, most: float, group: str, least: float = 0
) -> Parameter:
    """A parameter that is a number of points, or a weight of points.

    >>> points("take_gain", "least gain", 4, 50, "draw").allowed
    'a number from 0 to 50'
    """
    return Parameter(name, meaning, default, least, most, False, (), group)


PLAN = (
    choice(
        "aim",
        "collect, take and buy for this round's contract, or for any meld",
        "contract",
        AIMS,
        "plan",
    ),
    count(
        "aim_until",
        "with aim=any: up to this own turn any meld counts, then the contract; 99: always",
        NEVER,
        NEVER,
        "plan",
    ),
    count(
        "runs_from",
        "in rounds of three runs or more and no set: any meld counts before this own turn; "
        "1: never",
        1,
        NEVER,
        "plan",
        1,
    ),
)
JOKER = (
    choice(
        "keep_jokers",
        "needed: a joker that is not needed may go like any card; always: kept; never: thrown at "
        "once; until_down, until_few: kept until an opponent is down or has few cards, then "
        "thrown at once",
        "needed",
        JOKERS,
        "jokers",
    ),
    count(
        "joker_few", "with keep_jokers=until_few: this many cards or fewer are few", 3, 20, "jokers"
    ),
    choice("swap_jokers", "swap jokers out of melds where the rules allow", "on", OFF_ON, "jokers"),
)
DRAW = (
    choice(
        "take",
        "take the top discard: never; fit: if the contract lacks it; progress: and for enough gain",
        "fit",
        TAKES,
        "draw",
    ),
    points(
        "take_gain", "with take=progress: least worth of the outs that the card adds", 4, 50, "draw"
    ),
)
DEPTH = (
    count(
        "dig",
        "where any discard may be taken with all above it, with take=fit: the first that the "
        "contract lacks among so many from the top down",
        DIG,
        NEVER,
        "any discard",
        1,
    ),
    count(
        "dig_most",
        "with take=progress: try so many from the top down in the hand",
        20,
        NEVER,
        "any discard",
        1,
    ),
    points(
        "dig_step",
        "with take=progress: worth of one missing card fewer",
        20,
        200,
        "any discard",
    ),
    points(
        "dig_card", "with take=progress: harm of each card beyond the first", 2, 50, "any discard"
    ),
    points(
        "dig_points",
        "with take=progress: harm of each point of the cards beyond the first",
        0.2,
        5,
        "any discard",
    ),
)
BUY = (
    choice(
        "buy",
        "buy: never; meld: what completes a meld; missing: what the contract lacks; "
        "progress: and for enough gain; always",
        "missing",
        BUYS,
        "buy",
    ),
    points(
        "buy_gain", "with buy=progress: least worth of the outs that the card adds", 5, 50, "buy"
    ),
    count(
        "buy_from",
        "with buy=progress: for gain only while this many cards or more are missing",
        1,
        20,
        "buy",
        1,
    ),
    count(
        "buy_below",
        "buy only while fewer than this were bought in the round; 99: no limit",
        NEVER,
        NEVER,
        "buy",
    ),
    count(
        "buy_hand",
        "buy only while holding at most this many cards; 99: no limit",
        NEVER,
        NEVER,
        "buy",
    ),
    count(
        "buy_few",
        "stop once an opponent who is down holds at most this many cards; 0: never",
        0,
        20,
        "buy",
    ),
    choice("buy_whole", "buy in rounds that need the whole hand melded", "off", OFF_ON, "buy"),
)
LAY_DOWN = (
    count("wait_turns", "own turns to hold the complete contract back", 0, 20, "lay down"),
    count(
        "wait_cards",
        "lay down only if at most this many cards remain; 99: always",
        NEVER,
        NEVER,
        "lay down",
    ),
    choice(
        "joker_last",
        "lay off naturals first, and a joker where it makes room for one",
        "off",
        OFF_ON,
        "lay down",
    ),
)
DISCARD = (
    choice("throw", "which of equally useful cards goes first", "high", THROWS, "discard"),
    count(
        "weigh",
        "how many cards are compared before one is thrown; 1: no comparing",
        1,
        20,
        "discard",
        1,
    ),
    points("outs_points", "worth of 2.7 times as many outs (10 to 27, say)", 15, 100, "discard"),
    points("point_weight", "worth of one penalty point less in hand", 0.2, 5, "discard"),
    choice("count_unseen", "count outs by the copies not seen yet", "off", OFF_ON, "discard"),
    count(
        "retreat_few",
        "with weigh of 2 or more: give progress up for points once an opponent who is down "
        "holds at most this many cards; 0: never; 99: always",
        0,
        NEVER,
        "discard",
    ),
    points(
        "step_points",
        "when giving progress up: worth of one missing card fewer",
        15,
        1000,
        "discard",
    ),
)
WHOLE_HAND = (
    points(
        "whole_step",
        "worth of a complete hand; 0: distance before points, as in other rounds",
        0,
        5000,
        "whole hand",
    ),
    count(
        "whole_from",
        "these count only at tables of this many players or more",
        2,
        6,
        "whole hand",
        2,
    ),
    points(
        "whole_power",
        "how steeply that worth falls with d cards missing: divided by (1 + d) to this power",
        1,
        4,
        "whole hand",
    ),
    points("whole_outs", "worth of 2.7 times as many outs", 5, 100, "whole hand"),
    points("whole_weight", "worth of one penalty point less in hand", 1, 5, "whole hand"),
    points("whole_gain", "least gain for taking the top discard", 0, 50, "whole hand", -20),
)
WATCHING = (
    choice(
        "watch",
        "keep from the others what they seem to collect: with weigh of 2 or more, and when down",
        "off",
        OFF_ON,
        "watch",
    ),
    points(
        "feed_table",
        "harm of a card that the next player, one card left, can lay off; less if he holds more",
        10,
        200,
        "watch",
    ),
    points("feed_rank", "harm for each card of its rank that the next player took", 2, 50, "watch"),
    points(
        "feed_near",
        "harm for each card of its suit, two places off or less, that the next player took",
        1,
        50,
        "watch",
    ),
    points("feed_safe", "harm less where the next player threw its rank", 1, 50, "watch"),
    points(
        "feed_far", "share of this harm that counts for the players after the next", 0.5, 1, "watch"
    ),
)

NEW_MELDS = (
    choice(
        "meld_more",
        "with weigh of 2 or more, when down and where new melds may be laid: keep and take cards "
        "for them",
        "on",
        OFF_ON,
        "new melds",
    ),
)
DOUBLE = (
    count(
        "hold_cards",
        "where going out in the turn of the lay-down costs the others more: hold the contract back "
        "while that takes at most this many cards fewer; 0: never",
        0,
        20,
        "doubling",
    ),
    count("hold_turns", "and at most so many own turns", 1, 20, "doubling", 1),
    count(
        "hold_few",
        "and only while every opponent holds more than this many cards",
        8,
        NEVER,
        "doubling",
    ),
)

ADDED = (*DEPTH, *NEW_MELDS, *DOUBLE)
SCRIPT = (*PLAN, *JOKER, *DRAW, *BUY, *LAY_DOWN, *DISCARD, *WHOLE_HAND, *WATCHING, *ADDED)
# While these have the values here they are no part of what identifies a player in a kept run: they
# came later, and the games of those runs know nothing of what they are about.
LATER = {
    each.name: each.choices[int(each.default)] if each.choices else each.default for each in ADDED
}
PLACES = {parameter.name: index for index, parameter in enumerate(SCRIPT)}


def place(name: str) -> int:
    """Where a parameter stands in ``params.value``.

    >>> place("aim")
    0

    Raises KeyError when there is none.
    """
    return PLACES[name]
