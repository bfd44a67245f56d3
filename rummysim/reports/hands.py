"""What a hand is worth, as a card player reads it."""

import textwrap
from collections.abc import Sequence
from typing import Any

from rummysim.cards import parse_card
from rummysim.reports.cards import CardArt, in_hand_order
from rummysim.reports.contracts import contract_words
from rummysim.rules.spec import RuleSet

UNREACHABLE = 99  # distance of a hand that can never lay down


def hand_page(
    rules: RuleSet,
    index: int,
    kinds: Sequence[int],
    judged: dict[str, Any],
    art: CardArt,
    width: int,
) -> str:
    """The judgement of ``simulate.describe_hand`` as text.

    index : the round, from 0
    """
    contract = rules.opening.contracts[index]
    lines = [
        art.bold(f"{rules.title}, round {index + 1}: {contract} ({contract_words(contract)})"),
        f"Your {len(kinds)} cards:",
        *("  " + line for line in art.row(in_hand_order(kinds))),
        verdict(judged),
    ]
    outs = [parse_card(text) for text in judged["outs"]]
    if outs:
        lines += _outs(outs, art, width)
    if judged["plan"]:
        lines.append("Lay down:" if judged["can_lay_down"] else "Best plan so far:")
        for meld in judged["plan"]:
            lines.append("  " + art.painted(art.faces(parse_card(text) for text in meld)))
        lines.append(f"Left in hand after that: {judged['penalty']} points.")
    return "\n".join(lines)


def verdict(judged: dict[str, Any]) -> str:
    """The sentence on how far the hand is.

    >>> verdict({"can_lay_down": False, "distance": 2})
    'Not yet: 2 cards are missing.'
    """
    missing = judged["distance"]
    if judged["can_lay_down"]:
        return "It can lay down now."
    if missing >= UNREACHABLE:
        return "It can never lay down in this round: too many cards are held."
    if missing == 0:
        return "The melds are there, but the hand cannot lay down with this number of cards."
    return f"Not yet: {missing} card{'s are' if missing > 1 else ' is'} missing."


def _outs(outs: Sequence[int], art: CardArt, width: int) -> list[str]:
    """The cards that help, as wrapped lines."""
    count = len(outs)
    head = f"{count} card{'s' if count > 1 else ''} would help: "
    words = textwrap.wrap(art.faces(outs), width - 2)
    first = head + words[0] if len(head + words[0]) <= width else head.rstrip()
    lines = [first, *("  " + word for word in (words[1:] if first != head.rstrip() else words))]
    return [art.painted(line) for line in lines]
