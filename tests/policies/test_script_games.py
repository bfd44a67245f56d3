"""What holds in every act of whole games, by the parameters of who plays it."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from rummysim.cards import count_kinds
from rummysim.policies.registry import policy_settings
from rummysim.policies.script_parameters import SCRIPT
from rummysim.simulation import distance, simulate
from rummysim.trace.events import Discarded, LaidDown, Took
from tests.contract.seats import drawn_script
from tests.policies.laws import alike, is_kept, moments, short

MATCHES = 4
FIRST_DRAWN = 90_000  # parameters of their own, not those of the other tests
TABLES = 24


def test_every_parameter_has_a_test_of_its_name():
    folder = Path(__file__).parent
    text = "".join(file.read_text(encoding="utf-8") for file in folder.glob("test_script_*.py"))
    named = [parameter.name for parameter in SCRIPT]
    assert [name for name in named if not re.search(rf"def test_{name}[_(]", text)] == []


@pytest.mark.parametrize(
    ("policy", "other"),
    [
        ("greedy(buy=never)", "greedy"),
        ("greedy(buy_below=2)", "greedy"),
        ("greedy(buy_hand=12)", "greedy"),
        ("greedy(buy_few=5)", "greedy"),
        ("greedy(buy=always, buy_whole=off)", "greedy(buy=always, buy_whole=on)"),
        ("greedy(aim=any, buy=always, buy_below=1)", "greedy(aim=any, buy=always)"),
        ("greedy(aim=any, buy_hand=11)", "greedy(aim=any)"),
        ("greedy(take=never)", "greedy"),
        ("greedy(aim=any, take=never)", "greedy(aim=any)"),
        ("greedy(keep_jokers=always)", "greedy"),
        ("greedy(keep_jokers=never)", "greedy"),
        ("greedy(keep_jokers=until_down)", "greedy"),
        ("greedy(keep_jokers=until_few, joker_few=5)", "greedy"),
        ("greedy(weigh=20, keep_jokers=never)", "greedy(weigh=20)"),
        ("greedy(aim=any, keep_jokers=until_down)", "greedy(aim=any)"),
        ("greedy(wait_cards=4)", "greedy"),
        ("greedy(swap_jokers=off)", "greedy"),
        ("greedy(swap_jokers=off, joker_last=on)", "greedy(joker_last=on)"),
    ],
)
def test_no_act_is_against_the_parameters(policy, other):
    """Players with other values do what these forbid."""
    game = "shanghai-swap" if "swap" in policy else "shanghai"
    values = policy_settings(policy).named
    assert all(is_kept(moment) for moment in alike(game, policy, MATCHES))
    assert not all(is_kept(moment, values) for moment in alike(game, other, MATCHES))


@pytest.mark.parametrize("game", ["shanghai", "shanghai-swap", "shanghai-nobuy"])
def test_no_act_of_drawn_players_is_against_their_parameters(game):
    for table in range(TABLES):
        first = FIRST_DRAWN + 4 * table
        policies = tuple(drawn_script(number) for number in range(first, first + 4))
        for moment in moments(short(game), policies, table):
            assert is_kept(moment), (table, moment.act, policies[moment.seat].name)


@pytest.mark.parametrize("wait", [0, 2])
@pytest.mark.parametrize("round_number", [2, 7])
def test_nobody_lays_down_before_he_waited(wait, round_number):
    """Not before so many own turns after the first with the contract complete, and then at once.

    In round 7 waiting breaks the hand up, so it must be complete once more.
    """
    turns = defaultdict(list)  # of a seat in a deal: turn, cards after the draw, whether laid
    for moment in alike("shanghai", f"greedy(wait_turns={wait})", 8):
        due = moment.table.round == round_number - 1 and not moment.is_down
        if due and isinstance(moment.act, Discarded | LaidDown):
            turn = moment.table.turns[moment.seat]
            key = (moment.table, moment.seat)
            turns[key].append((turn, list(moment.hand), isinstance(moment.act, LaidDown)))
    laid = 0
    for own in turns.values():
        missing = distance([count_kinds(hand) for _, hand, _ in own], "shanghai", round_number)
        first = None
        for (turn, _, lays), lacks in zip(own, missing, strict=True):
            first = turn if lacks == 0 and first is None else first
            assert lays == (lacks == 0 and turn - first >= wait), turn
            laid += lays
    assert laid > (8 if round_number == 2 else 2)


def test_buying_ends_at_the_limits_and_not_before():
    """Of four who always buy somebody does so as often as he may."""

    def most(limits):
        policy = f"greedy(buy=always, {limits})"
        return simulate("shanghai", policy, players=4, deals=20, seed=3).to_frame()["buys"].max()

    assert [most(f"buy_below={below}") for below in (0, 1, 2, 3)] == [0, 1, 2, 3]
    assert [most(f"buy_hand={cards}") for cards in (10, 11, 12, 13, 15)] == [0, 1, 1, 2, 3]


def test_take_never_takes_nothing_but_what_must_be_taken():
    for moment in alike("shanghai", "greedy(take=never)", 2):
        assert not isinstance(moment.act, Took) or moment.table.must_take


@pytest.mark.parametrize(
    "policy",
    [
        "greedy(take=progress)",
        "greedy(aim=any, keep_jokers=never)",
        "greedy(take=progress, weigh=5, whole_step=1900, whole_power=2.7, whole_weight=0.65)",
        "greedy(throw=low, weigh=20, whole_step=1900, whole_power=2.7, whole_weight=0.65)",
    ],
)
def test_hardly_a_card_is_taken_and_thrown_in_one_turn(policy):
    taken = thrown = 0
    for moment in alike("shanghai", policy, 6):
        taken += isinstance(moment.act, Took)
        if isinstance(moment.act, Discarded) and moment.table.taken == moment.act.card:
            thrown += moment.hand.count(moment.act.card) == 1
    assert thrown < taken / 20
