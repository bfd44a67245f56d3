"""The parameters of the scripted player; each is one side or the other of what players argue about.

The defaults play as the preset ``greedy``.
"""

from rummysim.policies.parameters import Parameter, choice

AIMS = "contract any"
TAKES = "never fit progress"
JOKERS = "needed always never until_down until_few"
BUYS = "never meld missing progress always"
THROWS = "high low random"
SWITCH = "off on"

SCRIPT = (
    choice("aim", "collect for this round's contract, or for any meld", "contract", AIMS, "plan"),
    choice("keep_jokers", "when jokers are kept", "needed", JOKERS, "jokers"),
    Parameter("joker_few", "until_few: cards of an opponent", 3, 0, 20, True, (), "jokers"),
    choice("take", "what the top discard must do to be taken", "fit", TAKES, "draw"),
    choice("buy", "what a discard must do to be bought", "missing", BUYS, "buy"),
    Parameter("buy_below", "buy while fewer than this many were bought", 9, 0, 9, True, (), "buy"),
    choice("throw", "which of equally useful cards goes first", "high", THROWS, "discard"),
    Parameter("point_weight", "progress that a point is worth", 0, 0, 1, False, (), "discard"),
    choice("watch", "keep from others what they collect", "off", SWITCH, "discard"),
)
