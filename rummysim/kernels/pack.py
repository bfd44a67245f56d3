"""RuleSet -> RULES: the same rules as numbers that compiled code reads."""

from typing import Any

import numpy as np

from rummysim.cards import JOKER, KINDS
from rummysim.kernels import layout
from rummysim.rules.spec import Contract, RuleSet

UNLIMITED = 1 << 40
FOUR, FULL_SUIT = 4, 13  # cards of the runs that a full suit may stand for, three of them

LAST_ROUND = {
    "normal": layout.NORMAL,
    "all_cards_long_runs": layout.LONG_RUNS,
    "exact_444": layout.EXACT_ALL,
    "keep_playing": layout.KEEP_PLAYING,
}
FINAL_DISCARD = {
    "optional": layout.OPTIONAL,
    "required": layout.REQUIRED,
    "forbidden": layout.FORBIDDEN,
}
NEW_MELDS = {
    "off": layout.NEW_OFF,
    "on": layout.NEW_ON,
    "type_restricted": layout.NEW_RESTRICTED,
}


def pack_rules(rules: RuleSet, players: int) -> np.ndarray[Any, Any]:
    """A RULES array of length 1 for a table of ``players``.

    The rules must have passed `rules.check`, which keeps them within the capacities.

    >>> from rummysim.rules.load import load_rules
    >>> int(pack_rules(load_rules("shanghai"), 4)[0]["deck_size"])
    108
    """
    packed = layout.new_records(layout.RULES, 1)
    row = packed[0]
    packs, jokers = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    deck = [kind for kind in range(JOKER) for _ in range(packs)] + [JOKER] * jokers
    row["players"], row["packs"], row["jokers"] = players, packs, jokers
    row["deck_size"] = len(deck)
    row["deck"][: len(deck)] = deck
    row["rounds"] = rules.rounds
    row["deal_cards"][: rules.rounds] = rules.deal.cards
    for number in range(rules.rounds):
        fill_goal(row["goal"][number], rules, number)
    _pack_switches(row, rules)
    _pack_buying(row, rules)
    row["value"][:KINDS] = rules.scoring.values
    return packed


def pack_goal(rules: RuleSet, round_number: int) -> np.ndarray[Any, Any]:
    """A GOAL array of length 1: the contract of one round (from 0)."""
    goal = layout.new_records(layout.GOAL, 1)
    fill_goal(goal[0], rules, round_number)
    return goal


def fill_goal(goal: Any, rules: RuleSet, number: int) -> None:
    """Writes the contract of round ``number`` (from 0) into a GOAL record."""
    contract = rules.opening.contracts[number]
    is_last = number == rules.rounds - 1
    mode = rules.close.last_round if is_last else "normal"
    if contract.is_dirty:
        mode = "exact_444"
    whole_hand = mode in ("all_cards_long_runs", "exact_444")
    _fill_shapes(goal, contract, rules.melds.full_suit)
    goal["whole_hand"] = whole_hand
    if whole_hand:
        goal["longer"] = mode == "all_cards_long_runs"
    else:
        goal["longer"] = rules.opening.laydown == "min"
    goal["keep_one"] = rules.close.final_discard == "required" and not whole_hand
    goal["turn_size"] = rules.deal.cards[number] + 1
    may_buy = rules.buy.allowed and rules.buy.limit > 0
    if may_buy and (rules.buy.in_last_round or not is_last):
        goal["turn_step"] = 1 + rules.buy.penalty_cards
    if rules.draw.depth == "any":
        goal["turn_step"] = 1
    goal["wild_max_set"] = rules.melds.wild_max_set
    goal["wild_max_run"] = rules.melds.wild_max_run
    goal["gap"] = rules.melds.adjacent_same_suit_runs == "gap_required"
    goal["distinct_ranks"] = rules.melds.distinct_ranks
    goal["distinct_suits"] = rules.melds.distinct_run_suits
    _pack_wilds(goal, rules)


def _pack_wilds(record: Any, rules: RuleSet) -> None:
    """What GOAL and RULES both say of wilds."""
    melds = rules.melds
    kinds = [suit * 16 + rank for suit in range(4) for rank in melds.wild_ranks]
    record["wild_kinds"] = sum(1 << bit for bit in kinds)
    record["wild_natural"] = melds.wild_natural
    same = melds.wild_max_run7 is None
    record["wild_max_run7"] = melds.wild_max_run if same else melds.wild_max_run7
    record["wild_adjacent"] = melds.wild_adjacent
    record["set_min_naturals"] = melds.set_min_naturals
    record["wrap"] = melds.wrap


def _fill_shapes(goal: Any, contract: Contract, full_suit: bool) -> None:
    sets = sorted((s.size for s in contract.shapes if s.kind == "set"), reverse=True)
    runs = sorted((s.size for s in contract.shapes if s.kind != "set"), reverse=True)
    goal["sets"], goal["runs"] = len(sets), len(runs)
    goal["set_size"][: len(sets)] = sets
    goal["run_size"][: len(runs)] = runs
    goal["cards"] = contract.cards
    goal["dirty"] = contract.is_dirty
    if full_suit and runs.count(FOUR) >= 3:
        other = sorted([FULL_SUIT, *runs[: runs.index(FOUR)], *runs[runs.index(FOUR) + 3 :]])
        goal["full_suit"], goal["full_runs"] = 1, len(other)
        goal["full_run_size"][: len(other)] = other[::-1]


def _pack_switches(row: Any, rules: RuleSet) -> None:
    row["last_round"] = LAST_ROUND[rules.close.last_round]
    row["wild_max_set"] = rules.melds.wild_max_set
    row["wild_max_run"] = rules.melds.wild_max_run
    _pack_wilds(row, rules)
    row["run7_any"] = rules.melds.run7_limit == "any_run"
    row["draw_any"] = rules.draw.depth == "any"
    row["second_joker"] = rules.lay_off.second_joker
    row["joker_move"] = rules.lay_off.joker_move
    row["down_and_out"] = rules.close.down_and_out
    row["out_at_once"] = rules.close.out_at_once
    row["set_min"] = rules.melds.set_min
    row["run_min"] = rules.melds.run_min
    row["no_return"] = rules.draw.no_return
    row["down_may_take"] = rules.draw.down_may_take
    row["lay_off_same_turn"] = rules.lay_off.start == "same_turn"
    row["lay_off_own_only"] = rules.lay_off.targets == "own"
    row["new_melds"] = NEW_MELDS[rules.lay_off.new_melds]
    row["swap"] = rules.swap.allowed
    row["swap_runs_only"] = rules.swap.scope == "runs_only"
    row["swap_same_turn"] = rules.swap.same_turn
    row["final_discard"] = FINAL_DISCARD[rules.close.final_discard]
    row["discard_joker"] = rules.close.discard_joker
    row["dead_round_void"] = rules.scoring.dead_round == "void"
    row["tie_rounds_won"] = rules.match.tie == "rounds_won"
    row["turn_cap"] = rules.match.turn_cap
    unlimited = rules.match.max_recycles is None
    row["max_recycles"] = UNLIMITED if unlimited else rules.match.max_recycles
    row["restock_keep_top"] = rules.match.restock_keep_top


def _pack_buying(row: Any, rules: RuleSet) -> None:
    buy = rules.buy
    row["buy_limit"] = buy.limit if buy.allowed else 0
    row["buy_penalty_cards"] = buy.penalty_cards
    row["buy_when_down"] = buy.when_down
    row["buy_in_last_round"] = buy.in_last_round
    row["buy_upcard"] = buy.upcard
    row["buy_discarder"] = buy.discarder
    row["buy_random_priority"] = buy.priority == "random"
    row["buy_reopen"] = buy.reopen
    row["claims_visible"] = buy.claims_visible
