"""What is told of a situation, once more in plain Python at every decision of real games."""

import numpy as np
import pytest

from rummysim.cards import JOKER, KINDS
from rummysim.kernels import layout
from rummysim.kernels.features import DECISIONS, NAMES
from rummysim.policies.registry import load_policies
from rummysim.rules import load_rules
from rummysim.simulation.forks import fork_rows
from rummysim.simulation.hands import distance
from tests.contract.game import Game

POLICIES = ("steady", "random", "sharp", "greedy")
NATURALS = range(JOKER)


class Eyes:
    """What one player sees at one decision, as plain numbers."""

    def __init__(self, game, seat):
        board = game.board
        view, table = board.views[seat], board.table
        self.rules, self.seat, self.players = game.setup.rules, seat, game.players
        self.view, self.table = view, table
        self.hand = [int(n) for n in view.hand.count]
        self.down = int(table.down[seat]) > 0
        self.number = int(table.round) + 1
        self.values = self.rules.scoring.values

    def missing(self, hands):
        return distance(np.array(hands), self.rules, self.number).tolist()

    def changed(self, kind, by):
        hand = list(self.hand)
        hand[kind] += by
        return hand

    def outs(self, hand):
        """Cards not seen yet that bring a hand nearer."""
        shoe = self.rules.shoe
        packs, jokers = shoe.packs.at(self.players), shoe.jokers.at(self.players)
        more = [list(hand) for _ in range(KINDS)]
        for kind in range(KINDS):
            more[kind][kind] += 1
        now = self.missing([hand])[0]
        # a hand with as many copies as there are packs is no hand, and no copy is left of it
        possible = [kind for kind in NATURALS if more[kind][kind] <= layout.MAX_PACKS] + [JOKER]
        nearer = [
            kind
            for kind, far in zip(possible, self.missing([more[k] for k in possible]), strict=True)
            if far < now
        ]
        seen = [self.hand[kind] + int(self.table.open_count[kind]) for kind in range(KINDS)]
        return sum(max(0, (jokers if k == JOKER else packs) - seen[k]) for k in nearer)

    def may_throw(self, kind):
        if self.hand[kind] == 0:
            return False
        back = self.view.drew_discard and kind == self.view.drawn and self.rules.draw.no_return
        return not back or self.hand[kind] > 1

    def spare(self):
        """Naturals that may be thrown and whose loss costs no progress."""
        kinds = [kind for kind in NATURALS if self.may_throw(kind)]
        if not kinds:
            return []
        now = self.missing([self.hand])[0]
        after = self.missing([self.changed(kind, -1) for kind in kinds])
        return [kind for kind, far in zip(kinds, after, strict=True) if far == now]


def seen_by_all(eyes):
    """The features that are told in the same way for every decision."""
    table, others = eyes.table, [s for s in range(eyes.players) if s != eyes.seat]
    claims = int(eyes.view.phase) == layout.CLAIM
    return {
        "round": eyes.number,
        "turn": int(table.turns[eyes.seat]) + claims,
        "buys_left": eyes.rules.buy.limit - int(table.buys[eyes.seat]),
        "smallest_hand": min(int(table.size[s]) for s in others),
        "opponents_down": sum(int(table.down[s]) > 0 for s in others),
        "own_down": int(eyes.down),
        "hand_size": sum(eyes.hand),
        "jokers": eyes.hand[JOKER],
        "points": sum(n * value for n, value in zip(eyes.hand, eyes.values, strict=True)),
        "stock": int(table.stock_size),
        "before": (eyes.seat - int(table.on_turn)) % eyes.players if claims else 0,
        "behind": int(table.total[eyes.seat]) - min(int(table.total[s]) for s in others),
    }


def contract(eyes, first, second, after):
    """Distances and outs of the hands under the two acts, ``after`` says of which."""
    if eyes.down:
        return dict.fromkeys(("distance", "distance_after", "progress", "outs_a", "outs_b"), 0)
    before, then = eyes.missing([eyes.hand, (first, second)[after]])
    return {
        "distance": before,
        "distance_after": then,
        "progress": before - then,
        "outs_a": eyes.outs(first),
        "outs_b": eyes.outs(second),
    }


def card(eyes, answer):
    top = int(eyes.table.top)
    values = {"value_a": eyes.values[top], "value_b": 0}
    return (1, 0), values | contract(eyes, eyes.changed(top, 1), eyes.hand, 0)


def lay_down(eyes, answer):
    plan = eyes.view.plan
    laid = [int(k) for m in range(plan.melds) for k in plan.meld[m].card[: plan.meld[m].size]]
    points = sum(n * value for n, value in zip(eyes.hand, eyes.values, strict=True))
    kept = points - sum(eyes.values[kind] for kind in laid)
    none = dict.fromkeys(("distance", "distance_after", "progress", "outs_a", "outs_b"), 0)
    return (1, 0), {"value_a": kept, "value_b": points} | none


def joker(eyes, answer):
    if not eyes.may_throw(JOKER) or not any(eyes.may_throw(kind) for kind in NATURALS):
        return None
    if answer == JOKER:
        return (None, JOKER), {}  # which natural goes instead, only the policy knows
    values = {"value_a": eyes.values[answer], "value_b": eyes.values[JOKER]}
    without = eyes.changed(answer, -1), eyes.changed(JOKER, -1)
    return (answer, JOKER), values | contract(eyes, *without, 1)


def discard(eyes, answer):
    spare = eyes.spare()
    if len(spare) < 2:
        return None
    outs = {kind: eyes.outs(eyes.changed(kind, -1)) for kind in spare}
    dear = max(spare, key=lambda kind: (eyes.values[kind], outs[kind]))
    least = max(spare, key=lambda kind: (outs[kind], eyes.values[kind]))
    if dear == least:
        return None
    values = {"value_a": eyes.values[dear], "value_b": eyes.values[least]}
    return (dear, least), values | contract(eyes, *(eyes.changed(k, -1) for k in (dear, least)), 0)


PHASES = {
    layout.CLAIM: [("buy", card)],
    layout.DRAW: [("draw", card)],
    layout.LAY_DOWN: [("lay_down", lay_down)],
    layout.DISCARD: [("joker", joker), ("discard", discard)],
}


def told_in_plain_python(rules, policies, deal, number):
    """For each decision what `fork_rows` should tell: address, chosen act, answers, features."""
    game = Game(rules, policies, deal, number)
    found = {name: [] for name in DECISIONS}

    def answer(seat):
        given = game.board.ask(policies[seat], seat)
        eyes = Eyes(game, seat)
        for name, tell in PHASES.get(int(eyes.view.phase), []):
            if eyes.down and name != "joker":
                continue
            told = tell(eyes, given)
            if told is not None:
                acts, numbers = told
                address = int(eyes.table.turn), seat, int(eyes.view.asked)
                found[name].append((address, acts, given, seen_by_all(eyes) | numbers))
        return given

    game.play(answer)
    return found


@pytest.mark.parametrize(("preset", "number"), [("shanghai", 2), ("shanghai-swap", 5)])
def test_situations_are_told_as_the_player_sees_them(preset, number):
    rules, policies = load_rules(preset), load_policies(POLICIES)
    compared = dict.fromkeys(DECISIONS, 0)
    for deal in range(3):
        game = Game(rules, policies, deal, number)
        expected = told_in_plain_python(rules, policies, deal, number)
        for name in DECISIONS:
            rows = fork_rows(game.setup, name, 1.0, deal, 1)
            assert len(rows) == len(expected[name])
            for row, (address, acts, given, numbers) in zip(rows, expected[name], strict=True):
                assert (row["turn"], row["seat"], row["asked"]) == address
                told = dict(zip(NAMES, row["feature"].tolist(), strict=True))
                assert {key: told[key] for key in numbers} == numbers, name
                assert all(a in (None, b) for a, b in zip(acts, row["answer"], strict=True))
                assert row["chosen"] == (acts.index(given) if given in acts else -1)
                compared[name] += 1
    assert min(compared.values()) > 5, compared
