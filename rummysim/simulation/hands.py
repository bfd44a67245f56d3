"""Questions about single hands: how far from the contract, what helps, what to lay."""

from pathlib import Path
from typing import Any

import numpy as np

from rummysim.cards import JOKER, KINDS, card_text, count_kinds
from rummysim.errors import CardsError, RulesError
from rummysim.kernels import layout
from rummysim.kernels.contract import distances, evaluate
from rummysim.kernels.hand import hand_from_counts
from rummysim.kernels.pack import pack_goal, pack_rules
from rummysim.kernels.plan import plan_lay_down
from rummysim.rules import RuleSet, load_rules


def distance(hands: Any, rules: str | Path | RuleSet, round: int) -> np.ndarray[Any, Any]:
    """Cards that each hand still has to draw before it can lay the contract down, int64[n].

    hands : integer array of shape (n, 53) or (53,), copies held of each kind (suits S H D C,
        ranks A to K, jokers last)
    round : from 1

    In a round whose contract must use the whole hand (round 7 of Shanghai), a hand is taken
    as on its way to the next size that a player can hold after a draw: 12 cards, or 14, 16,
    ... after buys. 99 stands for a hand that can never lay down.

    >>> from rummysim.cards import count_kinds, parse_cards
    >>> hand = count_kinds(parse_cards("8S 8H 8D 5H 6H 7H X 2S KD QC 4C"))
    >>> distance([hand], "shanghai", 2)
    array([0])

    Raises CardsError for counts that are no hand, RulesError for the round.
    """
    ruleset = load_rules(rules)
    counts = np.atleast_2d(np.asarray(hands))
    if counts.ndim != 2 or counts.shape[1] != KINDS or not np.issubdtype(counts.dtype, np.integer):
        raise CardsError(
            f"hands must be integers of shape (n, {KINDS}), not {counts.dtype} {counts.shape}"
        )
    if counts.size and (counts.min() < 0 or counts[:, :JOKER].max() > layout.MAX_PACKS):
        raise CardsError(f"a hand holds 0 to {layout.MAX_PACKS} copies of each card")
    if counts.size and counts[:, JOKER].max() > layout.MAX_JOKERS:
        raise CardsError(f"a hand holds at most {layout.MAX_JOKERS} jokers")
    goal = pack_goal(ruleset, _round_index(ruleset, round))
    out = np.empty(len(counts), np.int64)
    distances(np.ascontiguousarray(counts, np.int8), goal[0], out)
    return out


def _round_index(rules: RuleSet, round: int) -> int:
    if not isinstance(round, int | np.integer) or not 1 <= round <= rules.rounds:
        raise RulesError(f"round {round}: {rules.name} has rounds 1 to {rules.rounds}")
    return round - 1


def describe_hand(
    rules: RuleSet, round: int, kinds: list[int], players: int | None = None
) -> dict[str, Any]:
    """What a hand can do in a round (from 1): the answer of ``rummysim hand``.

    Keys: ``can_lay_down`` (bool), ``distance``, ``outs`` (texts of the cards of which one more
    brings the contract nearer), ``plan`` (the melds to lay, as lists of texts; empty when it
    cannot lay down) and ``penalty`` (points of the cards left after the plan, or of the whole
    hand).

    >>> from rummysim.cards import parse_cards
    >>> hand = parse_cards("8S 8H 8D 5H 6H 7H X 2S KD QC 4C")
    >>> describe_hand(load_rules("shanghai"), 2, hand)["penalty"]
    30

    Raises CardsError when the deck does not hold these cards, RulesError for the round.
    """
    number = _round_index(rules, round)
    table = players or rules.table.best_players[0]
    _check_against_deck(rules, table, kinds)
    packed = pack_rules(rules, table)[0]
    goal = pack_goal(rules, number)[0]
    hand = layout.new_records(layout.HAND, 1)[0]
    hand.wild_kinds = goal.wild_kinds
    hand_from_counts(np.array(count_kinds(kinds), np.int8), hand)
    known = layout.new_records(layout.EVALUATION, 1)[0]
    evaluate(hand, goal, known)
    plan = layout.new_records(layout.PLAN, 1)[0]
    can = bool(known["distance"] == 0 and plan_lay_down(hand, goal, packed, plan))
    penalty = int(plan["penalty"]) if can else sum(rules.scoring.values[k] for k in kinds)
    return {
        "can_lay_down": can,
        "distance": int(known["distance"]),
        "outs": _outs(known, rules, table, kinds),
        "plan": _melds(plan) if can else [],
        "penalty": penalty,
    }


def _check_against_deck(rules: RuleSet, players: int, kinds: list[int]) -> None:
    packs, jokers = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    for kind, held in enumerate(count_kinds(kinds)):
        most = jokers if kind == JOKER else packs
        if held > most:
            raise CardsError(
                f"{held} cards {card_text(kind)}: the deck of {rules.name} holds {most}"
            )


def _outs(known: Any, rules: RuleSet, players: int, kinds: list[int]) -> list[str]:
    """The helpful cards of which the deck still has a copy outside the hand."""
    mask = int(known["outs"])
    helpful = [k for k in range(JOKER) if mask >> (k // 13 * 16 + k % 13) & 1]
    helpful += [JOKER] * int(known["joker_out"])
    packs, jokers = rules.shoe.packs.at(players), rules.shoe.jokers.at(players)
    held = count_kinds(kinds)
    return [card_text(k) for k in helpful if held[k] < (jokers if k == JOKER else packs)]


def _melds(plan: Any) -> list[list[str]]:
    melds = plan["meld"][: int(plan["melds"])]
    return [[card_text(int(k)) for k in meld["card"][: int(meld["size"])]] for meld in melds]
