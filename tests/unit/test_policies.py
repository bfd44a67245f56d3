"""The policy interface: what a player sees, what he may answer, what he is told when wrong."""

import pytest

from rummysim.errors import PolicyError
from rummysim.kernels import layout
from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, LAY_DOWN, PLAY
from rummysim.policies import baselines
from rummysim.policies.registry import Policy, compile_policy, load_policy
from rummysim.simulation import simulate

SOURCE = """
from rummysim.kernels.layout import CLAIM, DISCARD
from rummysim.policies import baselines

def decide(view, table, rules, params):
    if view.phase == CLAIM:
        return 0
    return baselines.greedy(view, table, rules, params)

def reads_stock(view, table, rules, params):
    return view.shoe[0]

def too_few(view, table):
    return 0

def not_compilable(view, table, rules, params):
    return {"a": view.phase}["b"].nothing

def writes(view, table, rules, params):
    table.total[0] += 5
    return 0

def strides(view, table, rules, params):
    return np.lib.stride_tricks.as_strided(table.pile, (9999,), (1,))[5000]

async def sleeps(view, table, rules, params):
    return 0

A_NUMBER = 3
"""


@pytest.fixture
def policy_file(tmp_path):
    path = tmp_path / "my_policy.py"
    path.write_text(SOURCE)
    return path


def test_user_policy_plays(policy_file):
    result = simulate("shanghai", f"{policy_file}:decide", players=4, deals=5)
    assert result.deals == 5
    assert all(row["buys"] == 0 for row in result.rounds)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("reads_stock", "reads 'shoe', which a player cannot see"),
        ("too_few", "takes (view, table); it must take (view, table, rules, params)"),
        ("not_compilable", "does not compile"),
        ("writes", "writes table.total; a policy may write only view.memory and view.plan"),
        ("strides", "uses as_strided, which reaches beyond what a player sees"),
        ("sleeps", "must be a function"),
        ("A_NUMBER", "must be a function, not int"),
        ("missing", "there is no function 'missing'"),
    ],
)
def test_wrong_policies_are_named(policy_file, name, words):
    with pytest.raises(PolicyError) as error:
        load_policy(f"{policy_file}:{name}")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gredy", "did you mean 'greedy'"),
        ("nowhere.py:decide", "there is no file nowhere.py"),
        ("no_such_module:decide", "cannot be imported"),
        ("", "unknown policy"),
        (":", "unknown policy"),
    ],
)
def test_unknown_policies_are_named(text, words):
    with pytest.raises(PolicyError) as error:
        load_policy(text)
    assert words in str(error.value)


@pytest.mark.parametrize("hidden", sorted({*layout.STATE.names} - {"table", "params"}))
def test_nothing_hidden_is_within_reach(hidden):
    """No field of the whole state but the table can be named from a view or the table."""
    if hidden in (layout.VIEW.names + layout.TABLE.names):
        pytest.fail(f"{hidden} is a field of VIEW or TABLE as well")
    for holder in ("view", "table"):
        scope: dict[str, object] = {}
        exec(f"def peek(view, table, rules, params):\n    return {holder}.{hidden}", scope)
        with pytest.raises(PolicyError, match="cannot see"):
            compile_policy(scope["peek"], "peek")


def test_a_file_that_leaves_python_is_told(tmp_path):
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(7)\n")
    with pytest.raises(PolicyError, match="fails on import: SystemExit: 7"):
        load_policy(f"{tmp_path / 'leaves.py'}:decide")


def answering(phase: int, answer: int):
    """A policy that is random but gives ``answer`` at one decision."""

    def decide(view, table, rules, params):
        if view.phase == phase:
            return answer
        return baselines.random(view, table, rules, params)

    return decide


@pytest.mark.parametrize(
    ("phase", "answer", "words"),
    [
        (CLAIM, 7, "asked whether to claim the top discard, answered 7; it must answer 0 or 1"),
        (DRAW, -1, "asked whether to take the top discard, answered -1"),
        (LAY_DOWN, 2, "asked whether to lay down, answered 2"),
        (PLAY, 12345, "asked what to lay off, swap or lay, answered 12345, which is no lawful act"),
        (PLAY, -5, "answered -5, which is no lawful act"),
        (DISCARD, 99, "asked which card to throw, answered 99, which is no card"),
        (DISCARD, 52, "answered X, which it may not throw now"),
    ],
)
def test_illegal_answers_name_the_decision(phase, answer, words):
    with pytest.raises(PolicyError) as error:
        simulate("shanghai", answering(phase, answer), players=4, deals=50)
    assert words in str(error.value)
    assert "deal " in str(error.value)
    assert "round " in str(error.value)


def test_illegal_answer_is_the_same_fault_whatever_the_workers():
    messages = set()
    policy = Policy("wrong", compile_policy(answering(PLAY, 9), "wrong"))
    for workers, chunk in ((1, None), (2, 1), (2, 7)):
        with pytest.raises(PolicyError) as error:
            simulate("shanghai", policy, players=4, deals=50, workers=workers, chunk=chunk)
        messages.add(str(error.value))
    assert len(messages) == 1


def test_index_out_of_bounds_stops_the_run():
    """What lies beside a player's own records cannot be reached by a large index."""

    def decide(view, table, rules, params):
        return table.log[view.phase + 100000]

    with pytest.raises(PolicyError, match="IndexError"):
        simulate("shanghai", decide, players=4, deals=2)


def test_own_plan_is_checked():
    def decide(view, table, rules, params):
        if view.phase == LAY_DOWN:
            view.plan.meld[0].card[0] = (view.plan.meld[0].card[0] + 1) % 52
            return 1
        return baselines.random(view, table, rules, params)

    with pytest.raises(PolicyError, match="wrote a plan that may not be laid down"):
        simulate("shanghai", decide, players=4, deals=10)
