"""House rules drawn at random: any mixture of switches that the checks let through."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from rummysim.errors import RulesError
from rummysim.rules import RuleSet, for_players, load_rules

PRESETS = (
    "shanghai",
    "shanghai-nobuy",
    "shanghai-swap",
    "shanghai-2p",
    "go",
    "go-connecticut",
    "carioca",
    "kaluki",
)

# Switch -> values; each is drawn with probability CHANGE, else the preset's value stays.
SWITCHES: dict[str, tuple[str, ...]] = {
    "shoe.packs": ("2", "3"),
    "shoe.jokers": ("0", "1", "2", "4", "6", "8", "12"),
    "deal.cards": ("10", "11", "12", "13"),
    "melds.wild_max_set": ("0", "1", "2"),
    "melds.wild_max_run": ("0", "1", "2", "3"),
    "melds.adjacent_same_suit_runs": ("allowed", "gap_required"),
    "melds.distinct_ranks": ("true", "false"),
    "melds.run_min": ("3", "4"),
    "melds.distinct_run_suits": ("true", "false"),
    "melds.wild_ranks": ("[]", '["2"]', '["2", "J"]', '["A"]'),
    "melds.wild_natural": ("true", "false"),
    "melds.wild_max_run7": ("same", "1", "2", "3"),
    "melds.run7_limit": ("any_run", "contract_run"),
    "melds.wild_adjacent": ("true", "false"),
    "melds.set_min_naturals": ("1", "2"),
    "melds.wrap": ("true", "false"),
    "draw.depth": ("top", "any"),
    "draw.no_return": ("true", "false"),
    "draw.down_may_take": ("true", "false"),
    "buy.allowed": ("true", "false"),
    "buy.limit": ("0", "1", "2", "3", "5", "9"),
    "buy.penalty_cards": ("0", "1", "2", "3"),
    "buy.when_down": ("true", "false"),
    "buy.in_last_round": ("true", "false"),
    "buy.upcard": ("true", "false"),
    "buy.discarder": ("true", "false"),
    "buy.priority": ("turn_order", "random"),
    "buy.reopen": ("true", "false"),
    "buy.claims_visible": ("true", "false"),
    "opening.laydown": ("exact", "min"),
    "lay_off.from": ("next_turn", "same_turn"),
    "lay_off.targets": ("all", "own"),
    "lay_off.new_melds": ("off", "on", "type_restricted"),
    "lay_off.second_joker": ("true", "false"),
    "lay_off.joker_move": ("true", "false"),
    "swap.allowed": ("true", "false"),
    "swap.scope": ("runs_and_sets", "runs_only"),
    "swap.same_turn": ("true", "false"),
    "close.final_discard": ("optional", "required", "forbidden"),
    "close.discard_joker": ("true", "false"),
    "close.last_round": ("all_cards_long_runs", "exact_444", "keep_playing", "normal"),
    "close.down_and_out": ("1", "2", "3"),
    "close.out_at_once": ("0", "10"),
    "scoring.dead_round": ("score_hands", "void"),
    "match.tie": ("shared", "rounds_won"),
    "match.turn_cap": ("3", "12", "40", "150"),
    "match.max_recycles": ("0", "1", "2", "unlimited"),
    "match.restock_keep_top": ("true", "false"),
    "opening.contracts": (
        '["S S", "S R4", "R4 R4", "S S S", "S S R4", "S R4 R4", "R4 R4 R4"]',
        '["R5", "S4 R3", "S S S S", "R7 S", "R4 R4", "S", "R4 R4 R4"]',
    ),
}
CHANGE = 0.3
# These leave the solver's quick ways: exact all the same, but a hundred times slower.
RARE = (
    "melds.wild_max_set",
    "melds.wild_max_run",
    "melds.distinct_run_suits",
    "melds.wild_ranks",
    "melds.wild_natural",
    "melds.wild_max_run7",
    "melds.wild_adjacent",
    "melds.set_min_naturals",
    "melds.wrap",
    "opening.contracts",
)
CHANGE_RARE = 0.05
# Four runs of any length with any number of jokers that use every card: minutes for one hand.
TOO_SLOW = {("kaluki", "close.last_round")}
POLICIES = ("random", "novice", "greedy", "steady", "sharp")


@dataclass(frozen=True)
class House:
    """Rules and a table, with the overrides that made them for the failure message."""

    preset: str
    overrides: tuple[str, ...]
    rules: RuleSet
    players: int
    policies: tuple[str, ...]


def draw_house(seed: int, presets: Sequence[str] = PRESETS) -> House:
    """The house rules number ``seed``; draws again until the checks accept them."""
    source = random.Random(seed)
    while True:
        preset = source.choice(presets)
        players = 2 if preset == "shanghai-2p" else source.randint(2, 6)
        overrides = [
            f"{key}={source.choice(values)}"
            for key, values in SWITCHES.items()
            if source.random() < (CHANGE_RARE if key in RARE else CHANGE)
            and (preset, key) not in TOO_SLOW
        ]
        if source.random() < 0.25:
            overrides = []
        if players == 2 and preset != "shanghai-2p":
            overrides.append("table.players=[2, 6]")
        try:
            rules = load_rules(preset, overrides)
            for_players(rules, players)
        except RulesError:
            continue
        policies = tuple(source.choice(POLICIES) for _ in range(players))
        return House(preset, tuple(overrides), rules, players, policies)
