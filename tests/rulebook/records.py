"""The rulebook's cases as the records that compiled code works on."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rummysim.cards import JOKER, count_kinds, parse_cards, rank_of, suit_of
from rummysim.kernels import layout
from rummysim.kernels.hand import hand_from_counts
from rummysim.kernels.meld_changes import put_meld
from rummysim.trace.events import LaidMeld
from rummysim.trace.sentences import parse_meld


def hand_record(text: str, wild_kinds: int = 0) -> Any:
    """HAND of these cards; ``wild_kinds`` is a mask of the kinds that are wild besides jokers."""
    hand = layout.new_records(layout.HAND, 1)[0]
    hand.wild_kinds = wild_kinds
    hand_from_counts(np.array(count_kinds(parse_cards(text)), np.int8), hand)
    return hand


def plan_record(melds: Sequence[LaidMeld]) -> Any:
    """PLAN of these melds; rank and suit are told by the first natural, 0 without one."""
    plan = layout.new_records(layout.PLAN, 1)[0]
    plan.melds = len(melds)
    for row, meld in zip(plan.meld, melds, strict=False):
        told = next((card for card in meld.cards if card != JOKER), 0)
        row.is_run = int(meld.is_run)
        row.rank, row.suit = rank_of(told), suit_of(told)
        row.first, row.size = meld.position, len(meld.cards)
        row.card[: len(meld.cards)] = meld.cards
    return plan


def melds_of(text: str) -> list[LaidMeld]:
    """The melds of a line such as ``8S 8H 8D | 5H 6H 7H X``."""
    return [parse_meld(part) for part in text.split(" | ")]


def table_with(text: str, rules: Any) -> Any:
    """TABLE with one meld, laid by seat 0 under these RULES."""
    table = layout.new_records(layout.TABLE, 1)[0]
    put_meld(table, rules, plan_record(melds_of(text)).meld[0], 0)
    return table
