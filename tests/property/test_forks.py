"""Forking: the same act gives the same game, every branch is a lawful game, rows do not depend
on how the deals are cut, and a chart that says what a policy does changes nothing."""

import os
import subprocess
import sys

import numpy as np
import pytest

from rummysim.errors import PolicyError, RulesError
from rummysim.kernels import fork_layout, layout
from rummysim.kernels.features import DECISIONS, NAMES, feature
from rummysim.kernels.layout import DISCARD, JOKER, LAY_DOWN
from rummysim.kernels.situation import guided_act
from rummysim.kernels.turn import may_discard
from rummysim.referee.replay import judge
from rummysim.rules import load_rules
from rummysim.simulation import forks
from rummysim.simulation.forks import Axis, Bound, Guide, cells_of, follow, force, fork_rows
from rummysim.simulation.job import Extras, play
from rummysim.simulation.run import prepare
from rummysim.trace.codec import decode
from tests.house_rules import RARE, draw_house

REOPENED = load_rules("shanghai", ["buy.reopen=true", "buy.claims_visible=true"])
TABLES = [
    ("shanghai", "steady,sharp,greedy,novice"),
    (REOPENED, "random,greedy,random,steady"),
    ("shanghai-swap", "sharp,random,steady"),
    ("shanghai-2p", "greedy,random"),
]
MIXED = "steady,sharp,greedy,random"


@pytest.mark.parametrize(("preset", "policies"), TABLES, ids=["usual", "reopened", "swap", "two"])
def test_the_act_that_was_chosen_gives_the_game_as_it_was_played(preset, policies):
    setup = prepare(preset, policies, players=None, seed=5)
    whole = layout.new_records(layout.RESULT, 12 * len(setup.rounds) * setup.players)
    play(setup, 0, 12, rows=whole)
    points = whole["points"].reshape(12, len(setup.rounds), setup.players)
    compared = 0
    for decision in DECISIONS:
        rows = fork_rows(setup, decision, 1.0, 0, 12, every_act=True)
        table = points[rows["deal"], rows["round"]]
        own = points[rows["deal"], rows["round"], rows["seat"]]
        assert (rows["played"] == own).all()
        assert (rows["played_others"] == table.sum(axis=1) - own).all()
        rows = rows[rows["chosen"] >= 0]
        chosen = np.arange(len(rows)), rows["chosen"]
        assert (rows["points"][chosen] == rows["played"]).all()
        assert (rows["others"][chosen] == rows["played_others"]).all()
        compared += len(rows)
    assert compared > 1000


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_chosen_act_need_not_be_played_again(decision):
    setup = prepare("shanghai", MIXED, players=None, seed=6)
    once = fork_rows(setup, decision, 0.5, 3, 8)
    twice = fork_rows(setup, decision, 0.5, 3, 8, every_act=True)
    assert once.tobytes() == twice.tobytes()
    assert (once["points"][:, 0] != once["points"][:, 1]).any()


def counts_its_answers(view, table, rules, params):
    """Throws a joker at every other question, as its memory tells, else its first natural.

    It never lays down, and spoils the plan that it was offered.
    """
    view.memory[0] += 1
    if view.phase == LAY_DOWN:
        view.plan.melds = 0
    if view.phase != DISCARD:
        return 0
    if view.memory[0] % 2 == 1 and may_discard(view, rules, JOKER):
        return JOKER
    for kind in range(JOKER):
        if may_discard(view, rules, kind):
            return kind
    return JOKER


@pytest.fixture(scope="module")
def counting():
    """One player who counts his answers among two others."""
    return prepare("shanghai", ["greedy", counts_its_answers, "greedy"], players=None, seed=4)


def test_who_is_made_to_lay_down_lays_the_plan_that_was_offered(counting):
    rows = fork_rows(counting, "lay_down", 1.0, 0, 20)
    rows = rows[rows["seat"] == 1]
    assert set(rows["chosen"]) == {1}
    assert (rows["points"][:, 0] < rows["points"][:, 1]).any()


def test_a_policy_that_is_asked_again_remembers_nothing_of_it(counting):
    setup = counting
    rows = fork_rows(setup, "joker", 1.0, 0, 20, every_act=True)
    rows = rows[(rows["chosen"] == 1) & (rows["seat"] == 1)]
    assert len(rows) > 20
    assert (rows["points"][:, 1] == rows["played"]).all()
    whole = layout.new_records(layout.RESULT, 20 * 7 * 3)
    play(setup, 0, 20, rows=whole)
    points = whole["points"].reshape(20, 7, 3)
    assert (rows["played"] == points[rows["deal"], rows["round"], rows["seat"]]).all()


def check_branches(rules, policies, decision, most, sample=0.5):
    """How many situations there were; branches, played from the first card on, are lawful.

    The referee gives them the points that forking gave.
    """
    setup = prepare(rules, policies, players=None, seed=7)
    rows = fork_rows(setup, decision, sample, 0, 2)
    for situation in rows[:: max(1, len(rows) // most)]:
        for act in range(2):
            extras = Extras(trace=layout.new_records(layout.TRACE, 1))
            extras.trace[0]["on"] = 1
            force(setup, decision, situation, act, extras)
            events = decode(extras.trace[0]["row"][: int(extras.trace[0]["rows"])].tolist())
            verdict = judge(events, setup.rules, setup.players)
            where = f"{rules.name} {decision} {situation}"
            assert verdict.ok, f"{where}: {verdict.fault}"
            scores = verdict.scores[situation["round"]]
            own = situation["points"][act]
            assert scores[situation["seat"]] == own, where
            assert sum(scores) - own == situation["others"][act], where
    return len(rows)


@pytest.mark.parametrize("decision", DECISIONS)
def test_branches_are_lawful_games(decision):
    assert check_branches(load_rules("shanghai"), MIXED, decision, 12) > 12


def test_branches_are_lawful_under_house_rules():
    found = dict.fromkeys(DECISIONS, 0)
    houses = [draw_house(number) for number in range(24)]
    for house in houses:
        if any(change.startswith(RARE) for change in house.overrides):
            continue  # contracts that the solver is slow with
        for decision in DECISIONS:
            policies = list(house.policies)
            found[decision] += check_branches(house.rules, policies, decision, 1, 0.05)
    assert min(found.values()) > 10


@pytest.mark.parametrize("decision", ["buy", "joker"])
def test_rows_do_not_depend_on_chunks_or_room(decision, monkeypatch):
    setup = prepare("shanghai", MIXED, players=None, seed=8)
    whole = fork_rows(setup, decision, 0.3, 0, 7)
    monkeypatch.setattr(forks, "FIRST_ROOM", 3)
    parts = [fork_rows(setup, decision, 0.3, first, count) for first, count in ((0, 2), (2, 5))]
    assert np.concatenate(parts).tobytes() == whole.tobytes()
    every = fork_rows(setup, decision, 1.0, 0, 7)
    address = ["deal", "round", "turn", "seat", "asked"]
    inside = np.isin(every[address], whole[address])
    assert every[inside].tobytes() == whole.tobytes()
    assert len(whole) / len(every) == pytest.approx(0.3, abs=0.1)


def test_single_rounds_are_those_of_matches_without_the_totals():
    setup = prepare("shanghai", MIXED, players=None, seed=8)
    match = fork_rows(setup, "lay_down", 1.0, 0, 10)
    for number in (1, 5):
        one = prepare("shanghai", MIXED, players=None, seed=8, round=number)
        alone = fork_rows(one, "lay_down", 1.0, 0, 10)
        inside = match[match["round"] == number - 1]
        inside["feature"][:, feature("behind")] = 0
        assert alone.tobytes() == inside.tobytes()


def test_the_compiler_does_not_matter():
    program = (
        "import hashlib\n"
        "from rummysim.kernels.features import DECISIONS\n"
        "from rummysim.simulation.forks import fork_rows\n"
        "from rummysim.simulation.run import prepare\n"
        "digest = hashlib.sha256()\n"
        f"setup = prepare('shanghai', {MIXED!r}, players=None, seed=2, round=2)\n"
        "for decision in DECISIONS:\n"
        "    digest.update(fork_rows(setup, decision, 0.4, 0, 2).tobytes())\n"
        "print(digest.hexdigest())"
    )
    outputs = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        ran = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        outputs.append(ran.stdout)
    assert outputs[0] == outputs[1]


def always(decision, act):
    return Guide(decision, (Axis("round", ()),), (), (act,))


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_chart_without_acts_changes_nothing(decision):
    setup = prepare("shanghai", MIXED, players=None, seed=9)
    rows = layout.new_records(layout.RESULT, 10 * 7 * 4)
    play(setup, 4, 10, rows=rows)
    assert follow(setup, 1, always(decision, -1), 4, 10).tobytes() == rows.tobytes()
    assert follow(setup, 1, always(decision, 1), 4, 10).tobytes() != rows.tobytes()


@pytest.mark.parametrize(
    ("decision", "act", "player"),
    [("buy", 1, "steady(buy=never)"), ("joker", 0, "steady(keep_jokers=always)")],
)
def test_a_chart_of_one_act_plays_like_the_policy_that_always_does_it(decision, act, player):
    setup = prepare("shanghai", "greedy,steady,sharp", players=None, seed=9)
    other = prepare("shanghai", ["greedy", player, "sharp"], players=None, seed=9)
    rows = layout.new_records(layout.RESULT, 60 * 7 * 3)
    play(other, 0, 60, rows=rows)
    assert follow(setup, 1, always(decision, act), 0, 60).tobytes() == rows.tobytes()


def test_the_cell_of_a_chart_is_that_of_its_bins():
    setup = prepare("shanghai", MIXED, players=None, seed=10)
    rows = fork_rows(setup, "buy", 0.5, 0, 4)
    axes = (Axis("round", (2, 4, 7)), Axis("distance", (1, 3)), Axis("smallest_hand", (4, 6, 9)))
    where = (Bound("progress", 0, 1), Bound("hand_size", 10, 13))
    cells = cells_of(axes, where, rows)
    acts = [-1, 0, 1] * 16
    guide = layout.new_records(fork_layout.GUIDE, 1)
    forks._write_guide(guide[0], Guide("buy", axes, where, tuple(acts)))
    situations = layout.new_records(fork_layout.SITUATION, len(rows))
    situations[:] = rows
    for row, cell in zip(situations, cells, strict=True):
        assert guided_act(guide[0], row) == (acts[cell] if cell >= 0 else -1)
    assert {acts[cell] for cell in cells if cell >= 0} == {-1, 0, 1}
    assert (cells == -1).any()


def test_a_refused_answer_is_told_wherever_it_comes():
    def decide(view, table, rules, params):
        if view.phase == 2:
            return 1 if table.turns[view.seat] == 1 else 3
        if view.phase == 5:
            for kind in range(53):
                if view.hand.count[kind] > 0 and (view.drew_discard == 0 or kind != view.drawn):
                    return kind
        return 0

    setup = prepare("shanghai", ["greedy", decide, "greedy"], players=None, seed=1)
    with pytest.raises(PolicyError, match="asked whether to take the top discard, answered 3"):
        fork_rows(setup, "draw", 1.0, 0, 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda s: fork_rows(s, "sell", 1.0, 0, 1), "'sell': one of buy, draw"),
        (lambda s: fork_rows(s, "buy", 0.0, 0, 1), "a share above 0"),
        (lambda _: Guide("buy", (Axis("round", (2, 3)),), (), (1,)), "1 acts for 3 cells"),
        (lambda _: Guide("buy", (Axis("round", (3, 2)),), (), (1, 1, 1)), "larger than the one"),
        (lambda _: Guide("buy", (Axis("luck", ()),), (), (1,)), "'luck'"),
        (lambda _: Guide("buy", (Axis("round", ()),) * 4, (), (1,)), "4 axes"),
    ],
)
def test_what_cannot_be_forked_is_refused(make, words):
    setup = prepare("shanghai", "greedy", players=3, seed=0)
    with pytest.raises(RulesError, match=words):
        make(setup)


def test_features_have_one_column_each():
    assert len(set(NAMES)) == len(NAMES) == fork_layout.SITUATION["feature"].shape[0]
