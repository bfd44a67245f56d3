"""Some legal games under drawn house rules, played by `players`: made once, used by many tests."""

from dataclasses import dataclass, replace
from functools import cache

from rummysim.rules import RuleSet, dump, load_rules
from rummysim.trace.events import Event, Trace
from tests.house_rules import draw_house
from tests.rulebook.players import play_match

TURN_CAP = 14  # keeps the games of these unguided players short

# Preset, players and switches of the first games: together they hold every kind of act.
HOUSES = (
    ("shanghai", 4, ()),
    ("shanghai-2p", 2, ("buy.discarder=true", "buy.reopen=true", "match.max_recycles=1")),
    ("shanghai-swap", 3, ("lay_off.from=same_turn", "swap.same_turn=true", "shoe.jokers=12")),
    (
        "shanghai-swap",
        4,
        (
            "lay_off.new_melds=on",
            "lay_off.from=same_turn",
            "melds.run_min=3",
            "close.final_discard=forbidden",
            "shoe.jokers=10",
            "deal.cards=13",
        ),
    ),
    (
        "shanghai",
        6,
        (
            "lay_off.new_melds=type_restricted",
            "draw.no_return=true",
            "close.discard_joker=false",
            "close.final_discard=required",
            "buy.penalty_cards=3",
            "buy.priority=random",
            "deal.cards=13",
        ),
    ),
    ("shanghai", 5, ("close.last_round=keep_playing", "match.restock_keep_top=false")),
    ("go-connecticut", 4, ("melds.wild_natural=true", "melds.wild_max_set=2")),
    ("kaluki", 5, ("lay_off.from=same_turn", "shoe.jokers=12")),
    ("carioca", 3, ("lay_off.second_joker=true", "lay_off.joker_move=true", "swap.allowed=true")),
    ("go", 4, ("melds.run7_limit=contract_run", "opening.laydown=min", "draw.depth=any")),
)


@dataclass(frozen=True)
class PlayedGame:
    """A legal match: rules, players, events."""

    rules: RuleSet
    players: int
    events: tuple[Event, ...]

    def trace(self) -> Trace:
        """The same as a trace."""
        names = ("python",) * self.players
        return Trace(dump(self.rules), self.players, names, 1, 0, self.events)


@cache
def played_game(number: int) -> PlayedGame:
    """Game ``number``, always the same: one of HOUSES, behind them houses drawn at random."""
    if number < len(HOUSES):
        preset, players, switches = HOUSES[number]
        rules = load_rules(preset, switches)
    else:
        house = draw_house(number)
        rules, players = house.rules, house.players
    cap = min(TURN_CAP, rules.match.turn_cap)
    rules = replace(rules, match=replace(rules.match, turn_cap=cap))
    return PlayedGame(rules, players, play_match(rules, players, number))
