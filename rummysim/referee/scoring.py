"""Points of hands and rounds, totals, and who wins a match (rules.md 1.4, 1.5, 2.5, 4, 5)."""

from collections.abc import Sequence

from rummysim.rules.spec import RuleSet

NOBODY = -1


def hand_points(hand: Sequence[int], rules: RuleSet) -> int:
    """Penalty points of the cards in a hand.

    >>> from rummysim.cards import parse_cards
    >>> from rummysim.rules import load_rules
    >>> hand_points(parse_cards("X AS KD 2C"), load_rules("shanghai"))
    80
    """
    return sum(rules.scoring.values[card] for card in hand)


def round_points(
    hands: Sequence[Sequence[int]], out: int, rules: RuleSet, at_once: bool = False
) -> tuple[int, ...]:
    """Points of each seat for one round; ``out`` is the seat that went out, NOBODY if dead.

    ``at_once``: it went out in the very turn of its lay-down, which may cost the others more
    (``close.down_and_out``) and give points back to it (``close.out_at_once``).

    >>> from rummysim.rules import load_rules
    >>> round_points([[52], []], 1, load_rules("shanghai"))
    (50, 0)
    """
    if out == NOBODY and rules.scoring.dead_round == "void":
        return (0,) * len(hands)
    factor = rules.close.down_and_out if at_once else 1
    for_out = -rules.close.out_at_once if at_once else 0
    return tuple(
        for_out if seat == out else factor * hand_points(hand, rules)
        for seat, hand in enumerate(hands)
    )


def match_shares(
    totals: Sequence[int], rounds_won: Sequence[int], rules: RuleSet
) -> tuple[float, ...]:
    """Each seat's share of the win: 1 for the lowest total, 1/k for each of k tied seats.

    With ``match.tie = "rounds_won"`` the tied seats with most rounds won share.

    >>> from rummysim.rules import load_rules
    >>> match_shares([20, 20, 35], [4, 3, 0], load_rules("shanghai"))
    (0.5, 0.5, 0.0)
    """
    best = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if rules.match.tie == "rounds_won":
        most = max(rounds_won[seat] for seat in best)
        best = [seat for seat in best if rounds_won[seat] == most]
    return tuple(1 / len(best) if seat in best else 0.0 for seat in range(len(totals)))
