"""The rulebook's cases as the records that compiled code works on."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rummysim.cards import count_kinds, parse_cards
from rummysim.kernels import layout
from rummysim.kernels.hand import hand_from_counts
from rummysim.kernels.meld_changes import put_meld
from rummysim.kernels.pack import pack_rules
from rummysim.referee.melds import LONG, as_laid
from rummysim.rules import RuleSet, load_rules
from rummysim.trace.events import LaidMeld
from rummysim.trace.sentences import parse_meld

JOKERS_WILD = load_rules("shanghai")


def hand_record(text: str, wild_kinds: int = 0) -> Any:
    """HAND of these cards; ``wild_kinds`` is a mask of the kinds that are wild besides jokers."""
    hand = layout.new_records(layout.HAND, 1)[0]
    hand.wild_kinds = wild_kinds
    hand_from_counts(np.array(count_kinds(parse_cards(text)), np.int8), hand)
    return hand


def plan_record(melds: Sequence[LaidMeld], rules: RuleSet = JOKERS_WILD) -> Any:
    """PLAN of these melds under ``rules``; rank and suit are 0 where no card can tell them."""
    plan = layout.new_records(layout.PLAN, 1)[0]
    plan.melds = len(melds)
    for row, meld in zip(plan.meld, melds, strict=False):
        of = max(0, as_laid(meld, rules).of)
        row.is_run = int(meld.is_run)
        row.rank, row.suit = (0, of) if meld.is_run else (of, 0)
        row.first, row.size = meld.position, len(meld.cards)
        row.card[: len(meld.cards)] = meld.cards
    return plan


def melds_of(text: str) -> list[LaidMeld]:
    """The melds of a line such as ``8S 8H 8D | 5H 6H 7H X``."""
    return [parse_meld(part) for part in text.split(" | ")]


def table_with(text: str, rules: RuleSet = JOKERS_WILD) -> Any:
    """TABLE with one meld, laid by seat 0 for a contract."""
    table = layout.new_records(layout.TABLE, 1)[0]
    plan = plan_record(melds_of(text), rules)
    meld = table.meld[put_meld(table, pack_rules(rules, 4)[0], plan.meld[0], 0)]
    meld.contract7 = int(meld.size >= LONG)
    return table
