"""Parameters of policies: ranges, text to value and back, files of values, users' modules."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummysim import policies
from rummysim.errors import PolicyError
from rummysim.policies.call import Settings, read_call, split_policies
from rummysim.policies.parameters import Parameter, check_parameters, choice, number_text
from rummysim.policies.presets import (
    FOLDER,
    is_policy_file,
    load_settings,
    parameters_of,
    preset_names,
)
from rummysim.policies.registry import (
    Policy,
    load_policies,
    parameter_room,
    policy_settings,
)
from rummysim.policies.script_parameters import SCRIPT
from rummysim.simulation import simulate, trace_deal

COUNT = Parameter("count", "how many", default=2, low=0, high=9, whole=True)
SHARE = Parameter("share", "how much", default=0.5, low=-1, high=1)
THROW = choice("throw", "which first", "high", "high low random")
WATCH = choice("watch", "look at others", "off", "off on")
MINE = Settings("mine", "", (COUNT, SHARE, THROW, WATCH), (2, 0.5, 0, 0), (2, 0.5, 0, 0))


def refused(*words):
    """A context in which a PolicyError of one line with all the words has to come."""
    lookahead = "".join(f"(?=.*{re.escape(word)})" for word in words)
    return pytest.raises(PolicyError, match=rf"^{lookahead}[^\n]*$")


@pytest.mark.parametrize(
    ("parameter", "value", "number"),
    [
        (COUNT, 3, 3.0),
        (COUNT, "3", 3.0),
        (COUNT, " 3.0 ", 3.0),
        (COUNT, 9, 9.0),
        (SHARE, "-1", -1.0),
        (SHARE, "2.5e-1", 0.25),
        (SHARE, 1, 1.0),
        (THROW, "random", 2.0),
        (THROW, "LOW", 1.0),
        (THROW, 1, 1.0),
        (THROW, "1", 1.0),
        (WATCH, "on", 1.0),
        (WATCH, True, 1.0),
        (WATCH, "false", 0.0),
        (WATCH, "yes", 1.0),
        (WATCH, 0, 0.0),
    ],
)
def test_values_are_read(parameter, value, number):
    assert parameter.parse(value, "mine") == number


@pytest.mark.parametrize(
    ("parameter", "value", "words"),
    [
        (COUNT, 10, "count is 10; it must be a whole number from 0 to 9"),
        (COUNT, "10", "count is 10; it must be a whole number from 0 to 9"),
        (COUNT, 2.5, "count is 2.5; it must be a whole number"),
        (COUNT, -1, "count is -1; it must be"),
        (COUNT, True, "count is true; it must be a whole number"),
        (COUNT, "many", "count is 'many'; it must be a whole number"),
        (COUNT, None, "count is None; it must be"),
        (COUNT, [2], "count is [2]; it must be"),
        (SHARE, "nan", "share is nan; it must be a number from -1 to 1"),
        (SHARE, float("inf"), "share is inf; it must be a number from -1 to 1"),
        (SHARE, "1.0001", "share is 1.0001; it must be a number from -1 to 1"),
        (SHARE, 10**400, "it must be a number from -1 to 1"),
        (THROW, "hihg", "throw is 'hihg'; it must be high, low or random; did you mean 'high'?"),
        (THROW, 3, "throw is 3; it must be high, low or random"),
        (THROW, 0.5, "throw is 0.5; it must be high, low or random"),
        (THROW, True, "throw is true; it must be high, low or random"),
        (WATCH, "onn", "watch is 'onn'; it must be off or on; did you mean 'on'?"),
    ],
)
def test_wrong_values_are_refused_with_what_is_allowed(parameter, value, words):
    with refused("policy 'mine': ", words):
        parameter.parse(value, "mine")


def test_no_negative_zero():
    assert str(SHARE.parse("-0", "mine")) == "0.0"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("Count", "", 1, 0, 9), "cannot be called 'Count'"),
        (("two words", "", 1, 0, 9), "cannot be called 'two words'"),
        (("", "", 1, 0, 9), "cannot be called ''"),
        ((3, "", 1, 0, 9), "cannot be called 3"),
        (("count", "", 10, 0, 9), "its default 10 must lie within 0 to 9"),
        (("count", "", 1, 9, 0), "must lie within"),
        (("count", "", 1, 0, float("inf")), "must be finite numbers, but high is inf"),
        (("count", "", 1, 0, 10**400), "must be finite numbers, but high is"),
        (("count", "", 1, True, 9), "must be finite numbers, but low is true"),
        (("count", 3, 1, 0, 9), "meaning must be text on one line, not 3"),
        (("count", "a\nb", 1, 0, 9), "meaning must be text on one line"),
        (("count", "", 1, 0, 9, "yes"), "whole must be True or False, not 'yes'"),
        (("count", "", 1, 0, 9, 1), "whole must be True or False, not 1"),
        (("count", "", 0, 0, 1, True, 7), "choices must be a tuple of words, not 7"),
        (("count", "", 0, 0, 1, True, "on"), "choices must be a tuple of words, not 'on'"),
        (("count", "", 1, 0, 9, False, (), None), "group must be text on one line, not None"),
        (("count", "", 1, 0, 9, False, (), "\x1b[1m"), "group must be text on one line"),
        (("count", "", "1", 0, 9), "must be finite numbers, but default is '1'"),
        (("count", "", 1, 0.5, 9, True), "a whole number needs a whole range"),
        (("count", "", 0, 0, 1, True, ("on", "on")), "choices must be different words"),
        (("count", "", 0, 0, 1, True, ("on", "2")), "choices must be different words"),
        (
            ("count", "", 0, 0, 2, True, ("off", "on")),
            "2 choices are the whole numbers",
        ),
        (("count", "", 0, 0, 1, False, ("off", "on")), "2 choices are the whole numbers"),
    ],
)
def test_parameters_that_cannot_be_are_refused(arguments, words):
    with refused(words):
        Parameter(*arguments)


def test_numbers_of_numpy_are_numbers():
    parameter = Parameter("count", "", np.int64(2), np.float32(0.5), np.float64(9))
    assert (parameter.default, parameter.low, parameter.high) == (2, 0.5, 9.0)
    assert [type(n) for n in (parameter.default, parameter.low, parameter.high)] == [
        int,
        float,
        float,
    ]
    assert COUNT.parse(np.int8(3), "mine") == COUNT.parse(np.float32(3), "mine") == 3.0
    with refused("count is 10; it must be"):
        COUNT.parse(np.int64(10), "mine")


@pytest.mark.parametrize("value", [1e16, -1e16, 1e300, 2.0**63, float(10**16 - 2), 0.1, -3.0])
def test_numbers_are_written_short_and_read_back(value):
    assert float(number_text(value)) == value
    assert len(number_text(value)) < 25


def test_large_whole_numbers_are_short_for_programs_too():
    large = Parameter("large", "", 1, 0, 1e300, True)
    assert repr(Settings("mine", "", (large,), (1.0,), (1e300,)).named) == "{'large': 1e+300}"
    assert repr(Settings("mine", "", (large,), (1.0,), (3.0,)).named) == "{'large': 3}"


def test_a_choice_needs_its_default_among_its_words():
    with refused("its default 'loud' must be one of off on"):
        choice("watch", "", "loud", "off on")


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("count", "PARAMETERS must be a tuple of Parameter, not 'count'"),
        ((COUNT, "count"), "PARAMETERS must be a tuple of Parameter"),
        (3, "PARAMETERS must be a tuple of Parameter, not 3"),
        ((COUNT, COUNT), "has two parameters called 'count'"),
        ((COUNT, SHARE, THROW), "has 3 parameters; 2 are the most"),
    ],
)
def test_lists_of_parameters_are_checked(declared, words):
    with refused("policy 'mine'", words):
        check_parameters(declared, "mine", room=2)


def test_the_script_fits_into_the_engine():
    assert check_parameters(SCRIPT, "script", parameter_room()) == SCRIPT


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("greedy", ["greedy"]),
        ("a,b", ["a", "b"]),
        ("a(x=1,y=2), b (z=3) ,c", ["a(x=1,y=2)", "b (z=3)", "c"]),
        ("a,,b", ["a", "", "b"]),
        ("a(1).toml(x=1,y=2),b", ["a(1).toml(x=1,y=2)", "b"]),
        ("my.toml(x=1),m.py:f(y=2)", ["my.toml(x=1)", "m.py:f(y=2)"]),
    ],
)
def test_lists_are_split_at_commas_outside_parentheses(text, parts):
    assert split_policies(text) == parts


def test_values_stand_in_the_last_parentheses():
    assert read_call("a(1).toml(x=2)") == ("a(1).toml", {"x": "2"})
    assert read_call("a(1).toml") == ("a(1).toml", {})
    assert read_call("a(x=f(1), y=2)") == ("a", {"x": "f(1)", "y": "2"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a(x=1", "a ')' is missing"),
        ("a,b(x=1", "a ')' is missing"),
        ("a)x=1(", "a '(' is missing"),
        ("a(x)", "'x' is no parameter with a value"),
        ("a(=1)", "'=1' is no parameter with a value"),
        ("a(x=)", "'x=' is no parameter with a value"),
        ("a(x=1,)", "'' is no parameter with a value"),
        ("a(x=1,x=2)", "sets x twice"),
    ],
)
def test_calls_that_cannot_be_read_are_refused(text, words):
    with refused(words):
        for part in split_policies(text):
            read_call(part)


def test_a_policy_is_written_with_what_differs_in_the_order_of_its_parameters():
    changed = MINE.changed({"watch": True, "share": "0.250", "count": 2})
    assert changed.text == "mine(share=0.25, watch=on)"
    assert changed.named == {"count": 2, "share": 0.25, "throw": "high", "watch": "on"}
    assert changed.changed({"watch": 0, "share": 0.5}).text == "mine"
    assert MINE.text == "mine"


def test_unknown_parameters_are_refused_with_the_one_that_was_meant():
    with refused("policy 'mine' has no parameter 'thow'; did you mean 'throw'?"):
        MINE.changed({"thow": 1})
    with refused("policy 'mine' has no parameter 'zzz'; `rummysim show mine` lists them"):
        MINE.changed({"zzz": 1})
    with refused("policy 'random' has no parameters; 'zzz' cannot be set"):
        policy_settings("random(zzz=1)")
    with refused("has 4 parameters, not 3"):
        MINE.with_values((1, 0, 0))


def values_of(parameter: Parameter):
    if parameter.whole:
        return st.integers(int(parameter.low), int(parameter.high)).map(float)
    return st.floats(parameter.low, parameter.high)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.tuples(*(values_of(parameter) for parameter in SCRIPT)))
def test_what_is_written_is_read_back_the_same(values):
    written = load_settings("greedy").with_values(values)
    assert split_policies(f"random,{written.text}") == ["random", written.text]
    assert load_settings(written.text).values == tuple(value + 0.0 for value in values)


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_read_and_tell_what_they_are(name):
    preset = load_settings(name)
    assert preset.text == preset.identity == name
    assert preset.summary
    assert preset.parameters == SCRIPT
    assert [p.default for p in parameters_of(name)] == list(load_settings(name).values)


def test_the_defaults_of_the_script_are_a_preset():
    assert load_settings("greedy").values == tuple(float(p.default) for p in SCRIPT)


def test_presets_come_by_strength():
    assert preset_names()[:4] == ["novice", "greedy", "steady", "sharp"]
    assert {f"{name}.toml" for name in preset_names()} == {file.name for file in FOLDER.iterdir()}


FIRST = SCRIPT[0]
OTHER = FIRST.text(FIRST.high if FIRST.default == FIRST.low else FIRST.low)


def test_a_file_of_ones_own_stands_on_its_base(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(f'base = "sharp"\n[parameters]\n{FIRST.name} = "{OTHER}"\n')
    (tmp_path / "more.toml").write_text('summary = "more"\nbase = "mine.toml"\n')
    (tmp_path / "bare.toml").write_text('summary = "as the defaults"\n')
    mine, more, bare = (policy_settings(f"{name}.toml") for name in ("mine", "more", "bare"))
    assert mine.values == more.values == load_settings(f"sharp({FIRST.name}={OTHER})").values
    assert bare.values == load_settings("greedy").values
    assert (mine.text, more.text, bare.text) == ("mine.toml", "more.toml", "bare.toml")
    expected = load_settings(f"sharp({FIRST.name}={OTHER})").text
    assert mine.identity == more.identity == expected
    assert bare.identity == "greedy"
    back = policy_settings(f"more.toml({FIRST.name}={load_settings('sharp').named[FIRST.name]})")
    assert back.identity == "sharp"
    assert back.text.startswith("more.toml(")
    assert is_policy_file("mine.toml")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# nothing\n", "mine.toml holds no parameters"),
        ("[paramters]\nx = 1", "mine.toml has no key 'paramters'; did you mean 'parameters'?"),
        ("base = ", "mine.toml is not valid TOML"),
        ('base = "sharpp"', "base = 'sharpp': there is no preset 'sharpp'; did you mean 'sharp'?"),
        ('base = "random"', "base = 'random': there is no preset 'random'"),
        ("base = 3", "base is 3; it must be a preset or a file"),
        ('base = "none.toml"', "base = 'none.toml': cannot read none.toml"),
        ('base = "mine.toml"', "go round in a circle: mine.toml -> mine.toml"),
        ("summry = 'x'", "mine.toml has no key 'summry'; did you mean 'summary'?"),
        ("deck = 3", "mine.toml has no key 'deck'; its keys are summary, base, parameters"),
        (f"{FIRST.name} = 0", "it belongs below [parameters]"),
        ("summary = 3", "summary must be one line"),
        ("parameters = 3", "parameters is 3; it must be a table [parameters]"),
        ("[parameters]\nzzz = 1", "has no parameter 'zzz'"),
        (f"[parameters]\n{FIRST.name} = 99", f"{FIRST.name} is 99; it must be {FIRST.allowed}"),
    ],
)
def test_files_that_hold_no_policy_are_refused(tmp_path, monkeypatch, text, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(text)
    with refused("mine.toml", words):
        policy_settings("mine.toml")


def test_rule_files_are_no_policies(tmp_path):
    file = tmp_path / "kitchen.toml"
    file.write_text('base = "shanghai"\n[buy]\nlimit = 1\n')
    assert not is_policy_file(str(file))


@pytest.mark.parametrize(
    ("text", "is_policy"),
    [
        ("", True),
        ("[paramters]\nx = 1\n", True),
        (f"{FIRST.name} = 1\n", True),
        ('base = "steady(watch"\n', False),
        ('base = "steady (watch=off)"\n', True),
        ('base = "below.toml"\n', True),
        ('base = "rules.toml"\n', False),
        ('base = "circle.toml"\n', False),
        ('base = "nowhere.toml"\n', False),
        ('base = "circle.toml"\n[parameters]\n', True),
        ('base = "shanghai"\nsumary = "x"\n', False),
        ("[byu]\nlimit = 1\n", False),
        ('titel = "x"\n', False),
    ],
)
def test_files_are_told_apart_by_what_they_stand_on(tmp_path, text, is_policy):
    (tmp_path / "in").mkdir()
    (tmp_path / "below.toml").write_text('base = "in/lowest.toml"\n')
    (tmp_path / "in" / "lowest.toml").write_text('base = "sharp"\n')
    (tmp_path / "rules.toml").write_text('base = "in/rules.toml"\n')
    (tmp_path / "in" / "rules.toml").write_text('base = "shanghai"\n')
    (tmp_path / "circle.toml").write_text('base = "circle.toml"\n')
    (tmp_path / "mine.toml").write_text(text)
    assert is_policy_file(str(tmp_path / "mine.toml")) is is_policy


def test_more_than_twenty_bases_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("0.toml").write_text('base = "sharp"\n')
    for number in range(1, 99):
        Path(f"{number}.toml").write_text(f'base = "{number - 1}.toml"\n')
    assert policy_settings("20.toml").values == policy_settings("sharp").values
    assert is_policy_file("20.toml")
    for name in ("21.toml", "98.toml"):
        with refused(f"{name} stands on more than 20 bases"):
            policy_settings(name)


def documented(words: str) -> str:
    """The example of the package text that holds these words."""
    text = inspect.cleandoc(policies.__doc__)
    blocks = re.findall(r"::\n\n((?:    .*\n|\n)+)", text)
    return inspect.cleandoc(next(block for block in blocks if words in block))


def test_policies_that_texts_show_can_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    file = next(b for b in re.findall(r"```toml\n(.*?)```", readme, re.DOTALL) if "summary" in b)
    (tmp_path / "readme.toml").write_text(file)
    (tmp_path / "package.toml").write_text(documented("[parameters]"))
    for name in ("readme.toml", "package.toml"):
        assert policy_settings(name).values != policy_settings("steady").values
    calls = re.findall(r'--policy "([^"]+)"', readme + policies.__doc__)
    shown = [part for call in calls for part in split_policies(call) if ".py" not in part]
    assert any("(" in part for part in shown)
    for part in shown:
        policy_settings(part)


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    file = tmp_path_factory.mktemp("policy") / "my_policy.py"
    file.write_text(documented("PARAMETERS = "))
    return f"{file}:decide"


@pytest.fixture(scope="module")
def loaded(module):
    """As it is, with other values, and one that is no user's."""
    return load_policies([module, f"{module}(jokers=0, others=off)", "greedy"])


def buys(policy: Policy) -> float:
    result = simulate("shanghai", [policy, "random", "random", "random"], deals=50, round=1)
    return result.rounds[0]["buys"]


def test_a_users_module_has_the_parameters_that_it_declares(module, loaded):
    policy, without, _ = loaded
    assert (policy.name, without.name) == (module, f"{module}(jokers=0, others=off)")
    assert (policy.values, without.values) == ((2.0, 1.0), (0.0, 0.0))
    assert [parameter.name for parameter in policy.parameters] == ["jokers", "others"]
    assert buys(policy) > 0
    assert buys(without) == 0
    with refused(f"policy '{module}': jokers is 5; it must be a whole number from 0 to 4"):
        policy_settings(f"{module}(jokers=5)")


def test_a_policy_of_ones_own_may_fall_back_on_a_preset(tmp_path):
    file = tmp_path / "jokers_only.py"
    text = documented("parameters_of")
    file.write_text(text)
    (tmp_path / "same.py").write_text(text.replace("table.top != 52", "table.top < 0"))
    seats = [f"{tmp_path / name}:decide" for name in ("same.py", "jokers_only.py")]
    same, jokers_only = load_policies(seats)
    assert same.values == jokers_only.values == load_settings("steady").values
    expected = simulate("shanghai", "steady", players=4, deals=20)
    assert simulate("shanghai", same, players=4, deals=20).digest == expected.digest
    assert 0 < buys(jokers_only) < buys(load_policies(["steady"])[0])


def test_policies_that_differ_in_parameters_only_are_compiled_once(module, loaded):
    one, other, known = loaded
    assert one.function is other.function is not known.function
    assert other.changed(jokers=2, others=True).name == module
    with refused("has no parameter 'joker'; did you mean 'jokers'?"):
        one.changed(joker=1)


def test_traces_and_results_name_the_parameters(module, loaded):
    seats = [*loaded, "random"]
    names = (module, f"{module}(jokers=0, others=off)", "greedy", "random")
    assert trace_deal("shanghai", seats, round=1).policies == names
    result = simulate("shanghai", seats, deals=2, round=1)
    assert result.policies == names
    assert [row["policy"] for row in result.rounds] == list(names)


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("PARAMETERS = 3", "PARAMETERS must be a tuple of Parameter, not 3"),
        (
            "from rummysim.policies.parameters import Parameter\n"
            "PARAMETERS = [Parameter(f'p{i}', '', 0, 0, 1) for i in range(99)]",
            "has 99 parameters",
        ),
        (
            "from rummysim.policies.parameters import Parameter\n"
            "PARAMETERS = [Parameter('p', '', 3, 0, 1)]",
            "fails on import: PolicyError: parameter p: its default 3 must lie within 0 to 1",
        ),
    ],
)
def test_modules_that_declare_no_parameters_are_refused(tmp_path, monkeypatch, declared, words):
    monkeypatch.chdir(tmp_path)
    text = f"{declared}\ndef decide(view, table, rules, params):\n    return 0\n"
    (tmp_path / "my_policy.py").write_text(text)
    with refused("policy 'my_policy.py:decide'", words):
        policy_settings("my_policy.py:decide")


def test_what_a_module_prints_while_it_is_loaded_is_no_result(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    text = "print('loading')\ndef decide(view, table, rules, params):\n    return 0\n"
    (tmp_path / "loud_policy.py").write_text(text)
    for name in ("loud_policy.py:decide", "loud_policy:decide"):
        policy_settings(name)
        assert capsys.readouterr() == ("", "loading\n")


def test_python_functions_have_the_parameters_of_their_module():
    scope: dict[str, object] = {"PARAMETERS": (COUNT, THROW)}
    exec("def decide(view, table, rules, params):\n    return 0", scope)
    policy = load_policies([scope["decide"]])[0]
    assert policy.changed(throw="low").name == "decide(throw=low)"
    assert policy.values == (2.0, 0.0)


def test_more_values_than_there_is_room_for_are_refused():
    room = parameter_room()
    assert Policy("mine", None, tuple(np.zeros(room))).values == (0.0,) * room
    with refused(f"policy 'mine' has {room + 1} parameters; {room} are the most"):
        Policy("mine", None, (0.0,) * (room + 1))


def test_modules_beside_the_policies_hold_nothing_compiled():
    """What is left out of the cache's name must not change what is compiled."""
    from rummysim.kernels import _jit

    compiled = set()
    for file in (_jit.PACKAGE / "policies").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        if re.search(r"^@kernel", text, re.MULTILINE):
            compiled.add(file)
            names = re.findall(r"^from rummysim\.policies\.?(\w*) import", text, re.MULTILINE)
            compiled |= {file.with_name(f"{name or '__init__'}.py") for name in names}
    assert compiled
    assert not compiled & set(_jit.NOT_COMPILED)
    assert all(file.is_file() for file in _jit.NOT_COMPILED)
