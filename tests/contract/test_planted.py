"""The contract tests can fail: whoever peeks, remembers, writes or cheats is caught."""

from dataclasses import replace

import numba
import numpy as np
import pytest

from rummysim.errors import PolicyError
from rummysim.kernels import layout
from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, LAY_DOWN, PLAY
from rummysim.kernels.types import POLICY_SIGNATURE
from rummysim.policies import baselines
from rummysim.policies.registry import Policy, compile_policy, load_policy
from rummysim.rules import load_rules
from rummysim.simulation import simulate
from tests.contract.decisions import Broken, Watch
from tests.contract.game import Game, Refused
from tests.contract.other_shoe import Original, Rerun, with_others_shuffled
from tests.contract.seats import draw_seats
from tests.contract.test_legal import check_seats

NEXT_VIEW = layout.VIEW.itemsize
STATE, TABLE = layout.STATE.fields, layout.TABLE.fields
SHOE = STATE["shoe"][1] - STATE["table"][1] - TABLE["pile"][1]
PARAMS = STATE["params"][1] - STATE["views"][1]


def unguarded(function):
    """Compiled as the built-in policies are: an index out of bounds reads what lies there."""
    return Policy(function.__name__, numba.njit(POLICY_SIGNATURE)(function))


def peeks_at_next_hand(view, table, rules, params):
    if view.phase == DRAW:
        return 1 if view.hand.count[NEXT_VIEW + table.top] > 0 else 0
    return baselines.random(view, table, rules, params)


def peeks_at_stock(view, table, rules, params):
    if view.phase == DRAW:
        return 1 if table.pile[SHOE + rules.deck_size - 1] < 26 else 0
    return baselines.random(view, table, rules, params)


def remembers_what_it_peeks(view, table, rules, params):
    view.memory[0] = view.hand.count[NEXT_VIEW + 52]
    return baselines.random(view, table, rules, params)


class Counter:
    """Plain Python policies that break the contract one way each."""

    calls = 0

    def changes_its_mind(self, view, table, rules, params):
        self.calls += 1
        if view.phase == DRAW:
            return self.calls % 2
        return baselines.random(view, table, rules, params)

    def counts_in_memory(self, view, table, rules, params):
        self.calls += 1
        view.memory[3] = self.calls
        return baselines.random(view, table, rules, params)


def writes_table(view, table, rules, params):
    table.total[0] += 5
    return baselines.random(view, table, rules, params)


def writes_own_hand(view, table, rules, params):
    view.hand.wilds += 1
    return baselines.random(view, table, rules, params)


def writes_rules(view, table, rules, params):
    rules.value[0] = 0
    return baselines.random(view, table, rules, params)


def writes_parameters(view, table, rules, params):
    params.value[0] += 1.0
    return baselines.random(view, table, rules, params)


def trusts_a_stale_memo(view, table, rules, params):
    if view.phase == DRAW:
        return baselines.helps(view.known, table.top)
    return baselines.random(view, table, rules, params)


def remembers_the_memo(view, table, rules, params):
    view.memory[0] = view.known_valid
    return baselines.random(view, table, rules, params)


def watch(policy, rules="shanghai"):
    """Some rounds of four players, all checked."""
    policy = policy if isinstance(policy, Policy) else Policy(policy.__name__, policy)
    for deal in range(3):
        Watch(Game(load_rules(rules), [policy] * 4, deal, 1 + deal))


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (peeks_at_next_hand, "peeks_at_next_hand .*DRAW: hidden cards decide: [01], or [01]"),
        (peeks_at_stock, "peeks_at_stock .*DRAW: hidden cards decide: [01], or [01]"),
        (remembers_what_it_peeks, r"hidden cards decide: .* state\.views\[.\]\.memory\[0\]"),
    ],
)
def test_whoever_peeks_is_caught(policy, words):
    with pytest.raises(Broken, match=words):
        watch(unguarded(policy))


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (Counter().changes_its_mind, "DRAW: answered [01], and [01] to the same view"),
        (Counter().counts_in_memory, r"the second time: .*\.memory\[3\]"),
        (writes_table, r"changed state\.table\.total\[0\]"),
        (writes_own_hand, r"changed state\.views\[.\]\.hand\.wilds"),
        (writes_rules, "changed the rules"),
        (writes_parameters, r"changed state\.params\[.\]\.value\[0\]"),
        (trusts_a_stale_memo, "DRAW: the memo of `look` decides"),
        (remembers_the_memo, r"the memo of `look` decides: .*\.memory\[0\]"),
    ],
)
def test_whoever_is_not_pure_is_caught(policy, words):
    with pytest.raises(Broken, match=words):
        watch(policy)


def answering(phase, answer):
    """Random, but with this answer to one decision."""

    def decide(view, table, rules, params):
        if view.phase == phase:
            return answer
        return baselines.random(view, table, rules, params)

    return decide


@pytest.mark.parametrize(
    ("phase", "answer"), [(CLAIM, 7), (DRAW, -1), (LAY_DOWN, 2), (PLAY, 12345), (DISCARD, 99)]
)
def test_whoever_answers_outside_the_rules_is_caught(phase, answer):
    with pytest.raises(Refused, match=f"answered {answer}"):
        watch(answering(phase, answer))


def throws_jokers(view, table, rules, params):
    if view.phase == DISCARD and view.hand.wilds > 0:
        return layout.JOKER
    return baselines.greedy(view, table, rules, params)


def play_everywhere(policy):
    for table in range(20):
        seats = draw_seats(table)
        check_seats(replace(seats, policies=(policy,) * seats.players), refereed=0, deals=5)


def test_house_rules_catch_what_the_presets_allow():
    """Whoever throws jokers plays lawfully until a house forbids it."""
    policy = Policy("throws_jokers", compile_policy(throws_jokers, "throws_jokers"))
    assert simulate("shanghai", policy, deals=50).deals == 50
    with pytest.raises(PolicyError, match="answered X, which it may not throw now"):
        play_everywhere(policy)


class LeakyGame(Game):
    """A game whose table tells how many jokers the first player holds."""

    def play(self, answer):
        def leak(seat):
            self.board.table.total[5] = self.board.views[0].hand.wilds
            return answer(seat)

        super().play(leak)


def rerun(kind, policy):
    """Rounds of four players, and the same once more with other hidden cards."""
    rules = load_rules("shanghai")
    source = np.random.default_rng(1)
    for deal in range(10):
        original = Original(kind(rules, [policy] * 4, deal, 3))
        last = len(original.askings) // 2
        shoe = with_others_shuffled(original, last, source)
        Rerun(original, shoe, last, kind(rules, [policy] * 4, deal, 3))


def test_a_table_that_tells_of_hidden_cards_is_caught():
    rerun(Game, load_policy("random"))
    with pytest.raises(Broken, match=r"hidden cards change state\.table\.total\[5\]"):
        rerun(LeakyGame, load_policy("random"))


def test_whoever_peeks_is_caught_with_another_shoe():
    with pytest.raises(Broken, match="with other hidden cards"):
        rerun(Game, unguarded(peeks_at_next_hand))
