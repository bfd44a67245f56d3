"""The policy interface: what a player sees, what he may answer, what he is told when wrong."""

import subprocess
import sys

import pytest

from rummysim.errors import PolicyError
from rummysim.kernels import layout
from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, LAY_DOWN, PLAY
from rummysim.policies import DEFAULT_POLICY, baselines
from rummysim.policies.presets import load_settings, preset_names
from rummysim.policies.registry import (
    Policy,
    compile_policy,
    load_policies,
    load_policy,
    policy_names,
    policy_settings,
)
from rummysim.policies.script_parameters import SCRIPT
from rummysim.policies.scripted import scripted
from rummysim.simulation import simulate, trace_deal

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


def test_the_built_in_policies_are_random_and_the_presets():
    assert policy_names() == ["random", *preset_names()]
    assert load_policy("random").function is baselines.random
    presets = load_policies(preset_names())
    assert {policy.function for policy in presets} == {scripted}
    assert [policy.values for policy in presets] == [
        load_settings(n).values for n in preset_names()
    ]


def test_the_script_named_directly_has_its_parameters():
    name = "rummysim.policies.scripted:scripted"
    policy = load_policy(name)
    assert policy.function is scripted
    assert policy.parameters == SCRIPT
    assert policy.values == load_policies([scripted])[0].values == load_settings("greedy").values
    other = load_settings("sharp").named
    changed = policy.changed(**other)
    assert changed.values == load_settings("sharp").values
    assert policy_settings(changed.name).values == changed.values
    with pytest.raises(PolicyError, match=r"scripted' has no parameter 'zzz'"):
        load_policy(f"{name}(zzz=1)")


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_kernels_to_fall_back_on_are_not_compiled_again(name):
    policy = load_policy(f"rummysim.policies.baselines:{name}")
    assert policy.function is getattr(baselines, name)
    assert policy.parameters == ()
    assert load_policies([policy.function])[0].function is policy.function


def test_who_plays_where_nobody_is_named():
    assert DEFAULT_POLICY in policy_names()
    assert simulate("shanghai", players=3, deals=1, round=1).policies == (DEFAULT_POLICY,) * 3
    assert trace_deal("shanghai", players=3, round=1).policies == (DEFAULT_POLICY,) * 3


@pytest.mark.parametrize(
    ("program", "loaded"),
    [
        ("policy_names(), policy_settings('sharp')", set()),
        ("policy_settings('rummysim.policies.scripted:scripted(watch=on)')", set()),
        ("policy_settings('rummysim.policies.baselines:greedy')", set()),
        ("load_policy('random')", {"baselines"}),
        ("load_policy('steady')", {"scripted"}),
    ],
)
def test_only_what_is_played_is_loaded(program, loaded):
    words = f"""
import sys
from rummysim.policies.registry import load_policy, policy_names, policy_settings
{program}
compiled = {{"baselines", "scripted"}}
print(*sorted(name for name in compiled if f"rummysim.policies.{{name}}" in sys.modules))
print("numba" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    names, compiler = ran.stdout.splitlines()
    assert set(names.split()) == loaded
    assert compiler == str(bool(loaded))


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


def test_a_division_by_zero_stops_the_run():
    def decide(view, table, rules, params):
        return table.top // (view.phase - view.phase)

    with pytest.raises(PolicyError, match="ZeroDivisionError"):
        simulate("shanghai", decide, players=4, deals=2)


def test_own_plan_is_checked():
    def decide(view, table, rules, params):
        if view.phase == LAY_DOWN:
            view.plan.meld[0].card[0] = (view.plan.meld[0].card[0] + 1) % 52
            return 1
        return baselines.random(view, table, rules, params)

    with pytest.raises(PolicyError, match="wrote a plan that may not be laid down"):
        simulate("shanghai", decide, players=4, deals=10)
