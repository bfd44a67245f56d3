"""What one card more or less tells of a hand: a limit, or all of its evaluation."""

from dataclasses import replace

import numpy as np
import pytest

from rummysim.kernels import layout
from rummysim.kernels.choices import are_known, keep_choice
from rummysim.kernels.contract import evaluate, evaluate_again, evaluate_within
from rummysim.kernels.hand import add_card, is_wild, remove_card
from rummysim.kernels.look import most_with, most_without
from tests.goals import ALL, KALUKI, SHOES, goal_record, hands_for, share
from tests.oracle import JOKER, Goal
from tests.property.test_evaluation_oracle import hand_record

HANDS = 6
# Goals of which the choices are told.
TOLD = {
    **{name: ALL[name] for name in ALL if name.endswith(("S R4 R4", "S R4 R4 gap"))},
    **{name: ALL[name] for name in ("S R5 apart", "kaluki S S R4", "go S R7", "carioca S S R4")},
    "kaluki S S S R4": Goal(sets=(3, 3, 3), runs=(4,), **KALUKI),
    "S R4 R4 R4": Goal(sets=(3,), runs=(4, 4, 4)),
    "kaluki S S R4 R4": Goal(sets=(3, 3), runs=(4, 4), **KALUKI),
    "kaluki S R4 R4 R4": Goal(sets=(3,), runs=(4, 4, 4), **KALUKI),
}


class Hand:
    """A hand, a goal, and what is known of the two."""

    def __init__(self, counts: list[int], goal: Goal) -> None:
        self.goal = goal_record(goal)[0]
        self.hand = hand_record(counts, goal)[0]
        self.choices = layout.new_records(layout.CHOICES, 1)[0]
        self.known = self.within(layout.UNREACHABLE)

    def within(self, limit: int) -> np.void:
        """EVALUATION of the hand as it is, found within a limit."""
        out = layout.new_records(layout.EVALUATION, 1)[0]
        evaluate_within(self.hand, self.goal, limit, self.choices, out)
        return out

    def anew(self) -> np.void:
        """EVALUATION of the hand as it is."""
        out = layout.new_records(layout.EVALUATION, 1)[0]
        evaluate(self.hand, self.goal, out)
        return out

    def again(self) -> np.void:
        """EVALUATION of the hand as it is by its choices when it had a card more."""
        out = layout.new_records(layout.EVALUATION, 1)[0]
        evaluate_again(self.hand, self.goal, int(self.known["distance"]), self.choices, out)
        return out

    def can_gain(self) -> list[int]:
        """Some kinds of which a card can be gained, jokers among them."""
        kinds = [*range(0, JOKER, 5), JOKER]
        return [kind for kind in kinds if self.hand["count"][kind] < layout.MAX_PACKS]

    def can_lose(self) -> list[int]:
        """The kinds held; one card of each can be lost."""
        return [int(kind) for kind in np.flatnonzero(self.hand["count"])]

    def may_spare(self, kind: int) -> bool:
        """Whether `again` may be asked without a card of a kind."""
        if self.known["distance"] == 0 or is_wild(self.goal["wild_kinds"], kind):
            return False
        spared = most_without(self.goal, self.known, kind) == self.known["distance"]
        return bool(spared and are_known(self.choices))


def hands_of(goal: Goal, packs: int, count: int, seed: int) -> list[Hand]:
    shod = replace(goal, packs=packs, jokers=SHOES[packs])
    return [Hand(counts, shod) for counts in hands_for(shod, packs, count, seed=seed)]


def assert_limits(hands: list[Hand]) -> None:
    for at in hands:
        for more in (0, 1, 3):
            limit = min(int(at.known["distance"]) + more, layout.UNREACHABLE)
            assert at.within(limit) == at.known


def assert_changes(hands: list[Hand]) -> int:
    """Limits hold for a card more and less; how many of those less were told by choices."""
    told = 0
    for at in hands:
        for kind in at.can_gain():
            add_card(at.hand, kind)
            assert at.anew()["distance"] <= most_with(at.goal, at.known, kind), kind
            remove_card(at.hand, kind)
        for kind in at.can_lose():
            remove_card(at.hand, kind)
            anew = at.anew()
            assert anew["distance"] <= most_without(at.goal, at.known, kind), kind
            if at.may_spare(kind):
                told += 1
                assert at.again() == anew, kind
            add_card(at.hand, kind)
    return told


@pytest.mark.parametrize("name", ALL)
def test_a_limit_changes_nothing(name: str) -> None:
    assert_limits(hands_of(ALL[name], 2, share(ALL[name], HANDS), seed=71))


@pytest.mark.parametrize("name", ALL)
def test_a_card_more_or_less_tells_of_the_hand(name: str) -> None:
    assert_changes(hands_of(ALL[name], 2, share(ALL[name], HANDS), seed=72))


@pytest.mark.parametrize("packs", SHOES)
@pytest.mark.parametrize("name", TOLD)
def test_choices_tell_of_a_hand_without_a_card(name: str, packs: int) -> None:
    assert assert_changes(hands_of(TOLD[name], packs, 50, seed=73)) > 150


@pytest.mark.slow
@pytest.mark.parametrize("packs", SHOES)
@pytest.mark.parametrize("name", TOLD)
def test_choices_tell_of_many_hands_without_a_card(name: str, packs: int) -> None:
    assert assert_changes(hands_of(TOLD[name], packs, 5000, seed=730)) > 15_000


def test_too_many_choices_are_not_known() -> None:
    choices = layout.new_records(layout.CHOICES, 1)[0]
    assert are_known(choices) == 0
    for number in range(layout.MOST_CHOICES):
        keep_choice(choices, 0, number)
        assert are_known(choices) == 1
    keep_choice(choices, 0, 7)
    assert are_known(choices) == 0
    keep_choice(choices, 1, 9)
    assert are_known(choices) == 1
    assert choices["at"][0] == 9
