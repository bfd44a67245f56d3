"""The rulebook as data: what is legal and what is not, for every implementation of the rules.

Each case names its rule, the cards, the switches that differ from the preset and the answer.
Melds are written as in traces: ``8S 8H 8D | 5H 6H 7H X``, with ``run`` or ``set`` before the
cards and ``at A`` behind them where the cards alone do not tell.
"""

from tests.rulebook.case_types import (
    AddCase,
    DiscardCase,
    LayDownCase,
    MeldCase,
    NewMeldCase,
)

MANY_JOKERS = ("melds.wild_max_set=2", "melds.wild_max_run=2")

MELDS = (
    # rules.md 10, generic meld vectors, column of the contract games
    MeldCase("both copies in a set", "set 5S 5S 5H", True),
    MeldCase("no wrap", "run QH KH AH 2H at Q", False, "leave the line"),
    MeldCase("ace high", "run JH QH KH AH at J", True),
    MeldCase("one joker in a run", "6H X 8H 9H", True),
    MeldCase("two jokers in a run", "6H X X 9H", False, "melds.wild_max_run", ()),
    MeldCase("two jokers in a set", "9S X X", False, "melds.wild_max_set"),
    # rules.md 1.3
    MeldCase("ace low", "AS 2S 3S 4S", True),
    MeldCase("ace low in the place of the high ace", "run AS 2S 3S 4S at high A", False, "line"),
    MeldCase("king under the low ace", "run KS AS 2S 3S at K", False, "leave the line"),
    MeldCase("joker for the low ace", "X 2S 3S 4S", True),
    MeldCase("joker for the high ace", "JS QS KS X", True),
    MeldCase("joker beyond the high ace", "QS KS AS X", False, "leave the line"),
    MeldCase("joker below the low ace", "X AS 2S 3S", False, "leave the line"),
    MeldCase("fourteen places", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", True),
    MeldCase("fifteen places", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC X", False, "line"),
    MeldCase("all suits in a set", "9S 9H 9D 9C", True),
    MeldCase("eight of a rank", "9S 9S 9H 9H 9D 9D 9C 9C", True),
    MeldCase("joker first in a set", "X 4S 4H", True),
    MeldCase("two ranks", "set 9S 9H 8D", False, "the ranks differ"),
    MeldCase("two suits", "run 5S 6S 7H 8S at 5", False, "the suits differ"),
    MeldCase("a hole", "run 5S 6S 8S 9S at 5", False, "lies in the place of 7"),
    MeldCase("a natural twice", "run 5S 5S 6S 7S at 5", False, "lies in the place of 6"),
    MeldCase("natural in a wrong place", "run 5S 6S 7S 8S at 4", False, "place of 4"),
    MeldCase("jokers only, set", "set X X X", False, "no joker", MANY_JOKERS),
    MeldCase("jokers only, run", "run X X X X at 4", False, "no joker", MANY_JOKERS),
    MeldCase("two jokers where allowed, run", "6H X X 9H", True, "", MANY_JOKERS),
    MeldCase("two jokers where allowed, set", "9S X X", True, "", MANY_JOKERS),
    MeldCase(
        "no joker where none is allowed", "9S 9H X", False, "0 jokers", ("melds.wild_max_set=0",)
    ),
    MeldCase("sets and runs have limits of their own", "6H X X 9H", True, "", MANY_JOKERS[1:]),
    MeldCase("the set keeps its own limit", "9S X X", False, "set may hold", MANY_JOKERS[1:]),
)

GAP = ("melds.adjacent_same_suit_runs=gap_required",)
DISTINCT = ("melds.distinct_ranks=true",)
MIN = ("opening.laydown=min",)
REQUIRED = ("close.final_discard=required",)
FORBIDDEN = ("close.final_discard=forbidden",)
EXACT_7 = ("close.last_round=exact_444",)
KEEP_7 = ("close.last_round=keep_playing",)
NORMAL_7 = ("close.last_round=normal",)

_SETS = "5S 5H 5D QS QH QD"
_RUNS_7 = "3S 4S 5S 6S 7H 8H 9H 10H 2D 3D 4D 5D"

LAY_DOWNS = (
    # EX-SH-0
    LayDownCase("EX-SH-0 natural", 1, f"{_SETS} 2C 4C 6C 8C 10C KC", "5S 5H 5D | QS QH QD", True),
    LayDownCase(
        "EX-SH-0 joker", 1, "5S 5H 5D QS QH X 2C 4C 6C 8C 10C KC", "5S 5H 5D | QS QH X", True
    ),
    LayDownCase(
        "EX-SH-0 short", 1, "5S 5H 5D QS QH 2C 4C 6C 8C 10C KC JC", "5S 5H 5D | QS QH", False,
        "exactly 3 cards",
    ),
    # EX-SH-1, first act
    LayDownCase(
        "EX-SH-1", 2, "8S 8H 8D 5H 6H 7H X KS KD QC 4C 2S", "8S 8H 8D | 5H 6H 7H X", True
    ),
    # rules.md 2.2.2: the whole contract at once
    LayDownCase("half a contract", 1, f"{_SETS} 2C 4C 6C 8C 10C KC", "5S 5H 5D", False, "2 sets"),
    LayDownCase(
        "one set too many", 1, f"{_SETS} 2C 2D 2H 8C 10C KC", "5S 5H 5D | QS QH QD | 2C 2D 2H",
        False, "2 sets, not 3",
    ),
    LayDownCase(
        "a run for a set", 1, "5S 5H 5D 6C 7C 8C 9C QS QH 2D 4D KC", "5S 5H 5D | 6C 7C 8C 9C",
        False, "takes 2 sets",
    ),
    LayDownCase(
        "run of three in a contract", 2, "5S 5H 5D 6H 7H 8H 2C 4C 10C QC KC JD",
        "5S 5H 5D | 6H 7H 8H", False, "run of exactly 4 cards, not 3",
    ),
    LayDownCase(
        "a card that is not held", 1, "5S 5H QS QH QD 2C 4C 6C 8C 10C KC JC", "5S 5H 5D | QS QH QD",
        False, "does not hold 5D",
    ),
    LayDownCase(
        "a copy that is not held", 1, f"{_SETS} 2C 4C 6C 8C 10C KC", "5S 5S 5D | QS QH QD",
        False, "holds only 1 of 5S",
    ),
    LayDownCase(
        "one joker twice", 1, "5S 5H QS QH X 2C 4C 6C 8C 10C KC JC", "5S 5H X | QS QH X", False,
        "holds only 1 of X",
    ),
    LayDownCase(
        "a joker in each meld", 1, "5S 5H QS QH X X 2C 4C 6C 8C 10C KC", "5S 5H X | QS QH X", True
    ),
    LayDownCase(
        "two jokers in one meld", 1, "5S 5H 5D QS X X 2C 4C 6C 8C 10C KC", "5S 5H 5D | QS X X",
        False, "a set may hold at most 1 joker (melds.wild_max_set)",
    ),
    LayDownCase(
        "a joker where a natural is held", 1, "5S 5H 5D QS QH X 2C 4C 6C 8C 10C KC",
        "5S 5H X | set QS QH 5D", False, "the ranks differ",
    ),
    LayDownCase(
        "a natural is never forced", 1, "5S 5H 5D QS QH QD X 4C 6C 8C 10C KC",
        "5S 5H X | QS QH QD", True,
    ),
    # C11: exact or minimal sizes
    LayDownCase(
        "exact refuses four", 1, "5S 5H 5D 5C QS QH QD 2C 4C 6C 8C KC", "5S 5H 5D 5C | QS QH QD",
        False, "opening.laydown",
    ),
    LayDownCase(
        "min takes four", 1, "5S 5H 5D 5C QS QH QD 2C 4C 6C 8C KC", "5S 5H 5D 5C | QS QH QD",
        True, "", MIN,
    ),
    LayDownCase(
        "min takes a run of five", 2, "5S 5H 5D 6H 7H 8H 9H 10H 2C 4C 8C KC",
        "5S 5H 5D | 6H 7H 8H 9H 10H", True, "", MIN,
    ),
    LayDownCase(
        "min still refuses two", 1, f"{_SETS} 2C 4C 6C 8C 10C KC", "5S 5H | QS QH QD", False,
        "at least 3", MIN,
    ),
    # two sets of one rank, two runs of one suit (rules.md 2.2, C38)
    LayDownCase(
        "two sets of one rank", 1, "5S 5S 5H 5H 5D 5D 2C 4C 6C 8C 10C KC",
        "5S 5H 5D | 5S 5H 5D", True,
    ),
    LayDownCase(
        "two sets of one rank where ranks must differ", 1, "5S 5S 5H 5H 5D 5D 2C 4C 6C 8C 10C KC",
        "5S 5H 5D | 5S 5H 5D", False, "melds.distinct_ranks", DISTINCT,
    ),
    LayDownCase(
        "two ranks where ranks must differ", 1, f"{_SETS} 2C 4C 6C 8C 10C KC",
        "5S 5H 5D | QS QH QD", True, "", DISTINCT,
    ),
    LayDownCase(
        "four naturals of a rank and two jokers are two sets", 1,
        "5S 5H 5D 5C X X 2C 4C 6C 8C 10C KC", "5S 5H X | 5D 5C X", True,
    ),
    LayDownCase(
        "overlapping runs", 3, "5H 6H 7H 8H 7H 8H 9H 10H 2C 4C 6C KC",
        "5H 6H 7H 8H | 7H 8H 9H 10H", True,
    ),
    LayDownCase(
        "adjacent runs", 3, "5H 6H 7H 8H 9H 10H JH QH 2C 4C 6C KC",
        "5H 6H 7H 8H | 9H 10H JH QH", True,
    ),
    LayDownCase(
        "adjacent runs where a gap is required", 3, "5H 6H 7H 8H 9H 10H JH QH 2C 4C 6C KC",
        "5H 6H 7H 8H | 9H 10H JH QH", False, "melds.adjacent_same_suit_runs", GAP,
    ),
    LayDownCase(
        "overlapping runs where a gap is required", 3, "5H 6H 7H 8H 7H 8H 9H 10H 2C 4C 6C KC",
        "7H 8H 9H 10H | 5H 6H 7H 8H", False, "melds.adjacent_same_suit_runs", GAP,
    ),
    LayDownCase(
        "equal runs where a gap is required", 3, "5H 6H 7H 8H 5H 6H 7H 8H 2C 4C 6C KC",
        "5H 6H 7H 8H | 5H 6H 7H 8H", False, "melds.adjacent_same_suit_runs", GAP,
    ),
    LayDownCase(
        "a gap of one place", 3, "5H 6H 7H 8H 10H JH QH KH 2C 4C 6C KC",
        "5H 6H 7H 8H | 10H JH QH KH", True, "", GAP,
    ),
    LayDownCase(
        "adjacent runs of two suits", 3, "5H 6H 7H 8H 9S 10S JS QS 2C 4C 6C KC",
        "5H 6H 7H 8H | 9S 10S JS QS", True, "", GAP,
    ),
    LayDownCase(
        "both ends of a suit are no neighbours", 3, "AH 2H 3H 4H JH QH KH AH 2C 4C 6C KC",
        "AH 2H 3H 4H | JH QH KH AH", True, "", GAP,
    ),
    LayDownCase(
        "a joker at the end of a run is part of it", 3, "5H 6H 7H X 9H 10H JH QH 2C 4C 6C KC",
        "5H 6H 7H X | 9H 10H JH QH", False, "melds.adjacent_same_suit_runs", GAP,
    ),
    # C12 and the final discard
    LayDownCase(
        "round 6 takes eleven of twelve", 6, "5S 5H 5D 6H 7H 8H 9H 2C 3C 4C 5C KC",
        "5S 5H 5D | 6H 7H 8H 9H | 2C 3C 4C 5C", True,
    ),
    LayDownCase(
        "a card is left to throw", 6, "5S 5H 5D 6H 7H 8H 9H 2C 3C 4C 5C KC",
        "5S 5H 5D | 6H 7H 8H 9H | 2C 3C 4C 5C", True, "", REQUIRED,
    ),
    LayDownCase(
        "no card would be left to throw", 6, "5S 5H 5D 6H 7H 8H 9H 10H 2C 3C 4C 5C",
        "5S 5H 5D | 6H 7H 8H 9H 10H | 2C 3C 4C 5C", False, "close.final_discard", MIN + REQUIRED,
    ),
    LayDownCase(
        "everything may be laid where the discard is optional", 6,
        "5S 5H 5D 6H 7H 8H 9H 10H 2C 3C 4C 5C", "5S 5H 5D | 6H 7H 8H 9H 10H | 2C 3C 4C 5C",
        True, "", MIN,
    ),
    # round 7 (rules.md 2.4, C3)
    LayDownCase("round 7, 12 cards", 7, _RUNS_7, "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", True),
    LayDownCase(
        "round 7, 12 cards, one left over", 7, "3S 4S 5S 6S 7H 8H 9H 10H 2D 3D 4D KC",
        "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D", False, "at least 4 cards, not 3",
    ),
    LayDownCase(
        "round 7, three jokers", 7, "3S 4S 5S X 7H X 9H 10H X 3D 4D 5D",
        "3S 4S 5S X | 7H X 9H 10H | X 3D 4D 5D", True,
    ),
    LayDownCase(
        "round 7, 5 + 4 + 3", 7, "3S 4S 5S 6S 7S 7H 8H 9H 10H 2D 3D 4D",
        "3S 4S 5S 6S 7S | 7H 8H 9H 10H | 2D 3D 4D", False, "at least 4",
    ),
    LayDownCase(
        "round 7, 14 cards", 7, f"{_RUNS_7} 7S 6D",
        "3S 4S 5S 6S 7S | 7H 8H 9H 10H | 2D 3D 4D 5D 6D", True,
    ),
    LayDownCase(
        "round 7, 14 cards, two kept", 7, f"{_RUNS_7} 7S 6D",
        "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", False, "must use every card",
    ),
    LayDownCase(
        "round 7, 16 cards", 7, f"{_RUNS_7} 7S 8S 9S 6D",
        "3S 4S 5S 6S 7S 8S 9S | 7H 8H 9H 10H | 2D 3D 4D 5D 6D", True,
    ),
    LayDownCase(
        "round 7, 18 cards", 7, f"{_RUNS_7} 7S 8S 9S 6D 7D AD",
        "3S 4S 5S 6S 7S 8S 9S | 7H 8H 9H 10H | AD 2D 3D 4D 5D 6D 7D", True,
    ),
    LayDownCase(
        "round 7 exact, 12 cards", 7, _RUNS_7, "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", True, "",
        EXACT_7,
    ),
    LayDownCase(
        "round 7 exact, after a buy, long", 7, f"{_RUNS_7} 7S 6D",
        "3S 4S 5S 6S 7S | 7H 8H 9H 10H | 2D 3D 4D 5D 6D", False, "exactly 4", EXACT_7,
    ),
    LayDownCase(
        "round 7 exact, after a buy, short", 7, f"{_RUNS_7} 7S 6D",
        "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", False, "must use every card", EXACT_7,
    ),
    LayDownCase(
        "round 7 keep playing", 7, f"{_RUNS_7} 7S 6D", "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D",
        True, "", KEEP_7,
    ),
    LayDownCase(
        "round 7 keep playing is exact", 7, f"{_RUNS_7} 7S 6D",
        "3S 4S 5S 6S 7S | 7H 8H 9H 10H | 2D 3D 4D 5D", False, "exactly 4", KEEP_7,
    ),
    LayDownCase(
        "round 7 normal", 7, f"{_RUNS_7} 7S 6D", "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", True,
        "", NORMAL_7,
    ),
    LayDownCase(
        "round 7 ignores that a last discard is required", 7, _RUNS_7,
        "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", True, "", REQUIRED,
    ),
    LayDownCase(
        "round 7 normal obeys that a last discard is required", 7, _RUNS_7,
        "3S 4S 5S 6S | 7H 8H 9H 10H | 2D 3D 4D 5D", False, "close.final_discard",
        REQUIRED + NORMAL_7,
    ),
    LayDownCase(
        "round 7 with a gap", 7, "3S 4S 5S 6S 7S 8S 9S 10S 2D 3D 4D 5D",
        "3S 4S 5S 6S | 7S 8S 9S 10S | 2D 3D 4D 5D", False, "adjacent_same_suit_runs", GAP,
    ),
)  # fmt: skip

RUN = "5H 6H 7H X"  # the run of EX-SH-1: X = 8H
RUNS_ONLY = ("swap.scope=runs_only",)

ADDS = (
    # EX-SH-1, third act
    AddCase("EX-SH-1 4H", "adds", RUN, "4H", "4", True),
    AddCase("EX-SH-1 9H", "adds", RUN, "9H", "9", True),
    AddCase("EX-SH-1 second joker above", "adds", RUN, "X", "9", False, "at most 1 joker"),
    AddCase("EX-SH-1 second joker below", "adds", RUN, "X", "4", False, "at most 1 joker"),
    AddCase("EX-SH-1 joker keeps its place", "adds", RUN, "8H", "8", False, "next place"),
    # rules.md 2.2.3
    AddCase("not next to the run", "adds", RUN, "3H", "3", False, "next place at either end"),
    AddCase("other suit", "adds", RUN, "9S", "9", False, "9H belongs there"),
    AddCase("card of the other end", "adds", RUN, "9H", "4", False, "4H belongs there"),
    AddCase("first joker to a run", "adds", "5H 6H 7H 8H", "X", "9", True),
    AddCase("first joker below a run", "adds", "5H 6H 7H 8H", "X", "4", True),
    AddCase("second joker where two are allowed", "adds", RUN, "X", "9", True, "", MANY_JOKERS),
    AddCase("high ace", "adds", "10S JS QS KS", "AS", "high A", True),
    AddCase("low ace", "adds", "2S 3S 4S 5S", "AS", "A", True),
    AddCase("nothing above the high ace", "adds", "JS QS KS AS", "2S", "2", False, "next place"),
    AddCase("king below the low ace", "adds", "AS 2S 3S 4S", "KS", "K", False, "next place"),
    AddCase("joker below the low ace", "adds", "AS 2S 3S 4S", "X", "", False, "no wrap"),
    AddCase("fourth of a set", "adds", "9S 9H 9D", "9C", "", True),
    AddCase("copy to a set", "adds", "9S 9H 9D", "9S", "", True),
    AddCase("generic vector 9S 9S 9H 9D", "adds", "9S 9S 9H", "9D", "", True),
    AddCase("fifth of a set", "adds", "9S 9H 9D 9C", "9C", "", True),
    AddCase("other rank to a set", "adds", "9S 9H 9D", "8C", "", False, "ranks differ"),
    AddCase("joker to a set without", "adds", "9S 9H 9D", "X", "", True),
    AddCase("joker to a set with one", "adds", "9S 9H X", "X", "", False, "at most 1 joker"),
    AddCase("natural to a set with a joker", "adds", "9S 9H X", "9D", "", True),
    AddCase("a set has no place", "adds", "9S 9H 9D", "9C", "9", False, "no place"),
    # rules.md 2.6, joker swap
    AddCase("swap in a run", "swaps", RUN, "8H", "8", True),
    AddCase("swap needs the suit", "swaps", RUN, "8S", "8", False, "stands for 8H"),
    AddCase("swap needs the rank", "swaps", RUN, "9H", "8", False, "stands for 8H"),
    AddCase("swap where a natural lies", "swaps", RUN, "7H", "7", False, "no joker lies"),
    AddCase("swap beyond the run", "swaps", RUN, "9H", "9", False, "no joker lies"),
    AddCase("swap of a joker for a joker", "swaps", RUN, "X", "8", False, "natural card only"),
    AddCase("swap where no joker is", "swaps", "5H 6H 7H 8H", "8H", "8", False, "holds no joker"),
    AddCase("swap of the high ace", "swaps", "JS QS KS X", "AS", "high A", True),
    AddCase("swap of the low ace", "swaps", "X 2S 3S 4S", "AS", "A", True),
    AddCase("swap in a set", "swaps", "9S 9H X", "9S", "", True),
    AddCase("swap in a set needs the rank", "swaps", "9S 9H X", "8S", "", False, "ranks differ"),
    AddCase("swap in a set, runs only", "swaps", "9S 9H X", "9S", "", False, "scope", RUNS_ONLY),
    AddCase("swap in a run, runs only", "swaps", RUN, "8H", "8", True, "", RUNS_ONLY),
)

NEW_ON = ("lay_off.new_melds=on",)
NEW_RUN_OF_3 = (*NEW_ON, "melds.run_min=3")
NEW_TYPE = ("lay_off.new_melds=type_restricted",)

NEW_MELDS = (
    NewMeldCase("off", 1, "9S 9H 9D", False, "lay_off.new_melds"),
    NewMeldCase("a set", 1, "9S 9H 9D", True, "", NEW_ON),
    NewMeldCase("a larger set", 1, "9S 9H 9D 9C", True, "", NEW_ON),
    NewMeldCase("a set with a joker", 1, "9S 9H X", True, "", NEW_ON),
    NewMeldCase("a set with two jokers", 1, "9S X X", False, "at most 1 joker", NEW_ON),
    NewMeldCase("a set of two", 1, "9S 9H", False, "melds.set_min", NEW_ON),
    NewMeldCase("a run", 1, "5H 6H 7H 8H 9H", True, "", NEW_ON),
    NewMeldCase("a run of three", 1, "5H 6H 7H", False, "melds.run_min", NEW_ON),
    NewMeldCase("a run of three where it suffices", 1, "5H 6H 7H", True, "", NEW_RUN_OF_3),
    NewMeldCase("a set in a round of sets", 1, "9S 9H 9D", True, "", NEW_TYPE),
    NewMeldCase("a run in a round of sets", 1, "5H 6H 7H 8H", False, "has no run", NEW_TYPE),
    NewMeldCase("a set in a round of runs", 3, "9S 9H 9D", False, "has no set", NEW_TYPE),
    NewMeldCase("a run in a round of runs", 3, "5H 6H 7H 8H", True, "", NEW_TYPE),
    NewMeldCase("a run in a mixed round", 2, "5H 6H 7H 8H", True, "", NEW_TYPE),
    NewMeldCase("a set in a mixed round", 2, "9S 9H 9D", True, "", NEW_TYPE),
)  # fmt: skip

NO_RETURN = ("draw.no_return=true",)
NO_JOKER = ("close.discard_joker=false",)
JOKERS_ONLY = ("deal.cards=2", 'opening.contracts=["S"]', "close.last_round=normal")
NOTHING_TO_THROW = (*NO_JOKER, *JOKERS_ONLY, *NO_RETURN)
ODD = "2S 4S 5S 6S 8S 10S QS AD 3D 7D 9C"  # eleven cards

DISCARDS = (
    DiscardCase("any card", f"{ODD} X", False, ""),
    DiscardCase("the card just taken", f"{ODD} 5D", True, ""),
    DiscardCase("no return", f"{ODD} 5D", True, "5D", NO_RETURN),
    DiscardCase("no return, second copy held", f"{ODD} 4S", True, "", NO_RETURN),
    DiscardCase("no return of a card from the stock", f"{ODD} 5D", False, "", NO_RETURN),
    DiscardCase("no joker", f"{ODD} X", False, "X", NO_JOKER),
    DiscardCase("no joker that was taken", f"{ODD} X", True, "X", NO_JOKER),
    DiscardCase("nothing but jokers", "X X X", False, "", (*NO_JOKER, *JOKERS_ONLY)),
    DiscardCase("jokers and a card", "X 5D X", False, "X", (*NO_JOKER, *JOKERS_ONLY)),
    DiscardCase("jokers and the card just taken", "X X 5D", True, "X 5D", NOTHING_TO_THROW),
)
