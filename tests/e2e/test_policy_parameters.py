"""Policies with parameters as a user meets them: shown, set, refused, completed."""

import json

import pytest

from rummysim.policies.presets import preset_names
from rummysim.policies.registry import policy_names
from rummysim.policies.script_parameters import SCRIPT

USAGE = 2
FIRST = SCRIPT[0]
OTHER = FIRST.text(FIRST.high if FIRST.default == FIRST.low else FIRST.low)
MODULE = """
from rummysim.kernels.layout import CLAIM
from rummysim.policies import baselines
from rummysim.policies.parameters import Parameter, choice

PARAMETERS = (
    choice("buys", "whether anything is bought", "off", "off on", "buying"),
    Parameter("spare", "not used", 0.5, 0, 1),
)

def decide(view, table, rules, params):
    \"\"\"Buys when told to.\"\"\"
    if view.phase == CLAIM and params.value[0] == 0:
        return 0
    return baselines.greedy(view, table, rules, params)
"""


def shown(ended):
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    return ended.stdout


@pytest.mark.parametrize("name", preset_names())
def test_show_tells_every_parameter_of_a_preset(run, name):
    page = shown(run("show", f"{name}({FIRST.name}={OTHER})"))
    for parameter in SCRIPT:
        assert f" {parameter.name} " in page
    assert max(map(len, page.splitlines())) <= 80


def test_show_marks_what_differs(run):
    (changed,) = [
        line
        for line in shown(run("show", f"sharp({FIRST.name}={OTHER})")).splitlines()
        if line.startswith("  * ")
    ]
    assert changed.split()[1:3] == [FIRST.name, OTHER]


def test_show_json_has_values_ranges_and_meanings(run):
    found = json.loads(shown(run("show", f"greedy({FIRST.name}={OTHER})", "--json")))
    assert found["base"] == "greedy"
    assert found["policy"] == f"greedy({FIRST.name}={OTHER})"
    assert [row["name"] for row in found["parameters"]] == [p.name for p in SCRIPT]
    first = found["parameters"][0]
    assert (first["value"], first["base"]) == (OTHER, FIRST.text(FIRST.default))
    assert {"low", "high", "whole", "choices", "meaning", "group"} <= set(first)


def test_show_and_list_agree_on_what_policies_do(run):
    listed = json.loads(shown(run("list", "policies", "--json")))["policies"]
    assert [row["name"] for row in listed] == policy_names()
    for row in listed:
        assert json.loads(shown(run("show", row["name"], "--json")))["summary"] == row["title"]


def test_show_of_files(run, tmp_path):
    (tmp_path / "mine.toml").write_text(f'base = "sharp"\n[parameters]\n{FIRST.name} = "{OTHER}"\n')
    (tmp_path / "mine.py").write_text(MODULE)
    page = shown(run("show", "mine.toml"))
    assert page.startswith("# mine.toml\n")
    assert f"The same without this file: sharp({FIRST.name}={OTHER})" in page
    page = shown(run("show", "mine.py:decide(buys=on)"))
    assert "Buys when told to." in page
    assert "* buys   on   whether anything is bought (off, on); mine.py:decide: off" in page


def test_a_users_parameters_change_how_it_plays_and_are_named(run, tmp_path):
    (tmp_path / "mine.py").write_text(MODULE)
    seats = "mine.py:decide,mine.py:decide( buys = 1 ),random,random"
    words = ["simulate", "shanghai", "--deals", "30", "--round", "1", "-q", "--policy", seats]
    found = json.loads(shown(run(*words, "--json")))
    names = ["mine.py:decide", "mine.py:decide(buys=on)", "random", "random"]
    assert found["inputs"]["policies"] == names
    assert found["inputs"]["parameters"] == {
        "mine.py:decide": {"buys": "off", "spare": 0.5},
        "mine.py:decide(buys=on)": {"buys": "on", "spare": 0.5},
    }
    assert [seat["policy"] for seat in found["seats"]] == names
    assert found["seats"][0]["buys"] == 0 < found["seats"][1]["buys"]
    page = shown(run(*words))
    assert "mine.py:decide, mine.py:decide(buys=on), random, random" in " ".join(page.split())
    assert max(map(len, page.splitlines())) <= 80


def test_a_trace_names_the_parameters(run, tmp_path):
    (tmp_path / "mine.py").write_text(MODULE)
    words = ["play", "shanghai", "--round", "1", "-q", "--policy"]
    seats = "mine.py:decide(buys=on),random,random,random"
    told = shown(run(*words, seats, "--trace", "match.toml"))
    assert "mine.py:decide(buys=on)" in told
    found = json.loads(shown(run("replay", "match.toml", "--json")))
    assert found["inputs"]["policies"] == ["mine.py:decide(buys=on)", "random", "random", "random"]


WRONG = {
    "no such parameter": (f"greedy({FIRST.name}x=1)", f"did you mean '{FIRST.name}'?"),
    "value": (f"sharp({FIRST.name}=99)", f"{FIRST.name} is 99; it must be {FIRST.allowed}"),
    "bracket": (f"random,sharp({FIRST.name}={OTHER}", "a ')' is missing"),
    "form": (f"sharp({FIRST.name})", "write name=value"),
    "no parameters": (f"random({FIRST.name}=1)", "policy 'random' has no parameters"),
    "file": ("none.toml", "cannot read none.toml"),
    "user's value": ("mine.py:decide(buys=2)", "buys is 2; it must be off or on"),
    "user's name": ("mine.py:decide(buy=on)", "has no parameter 'buy'; did you mean 'buys'?"),
    "no file": ("no.py:decide(buys=on)", "there is no file no.py"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_parameters_are_one_sentence(run, tmp_path, case):
    (tmp_path / "mine.py").write_text(MODULE)
    policy, said = WRONG[case]
    ended = run("simulate", "shanghai", "-q", "-p", policy)
    assert ended.returncode == USAGE
    assert ended.stdout == ""
    assert said in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words", [["show"], ["play", "shanghai", "-p"], ["odds", "shanghai", "-p"]]
)
def test_wrong_parameters_are_told_by_other_commands(run, words):
    ended = run(*words, f"sharp({FIRST.name}=99)")
    assert (ended.returncode, ended.stdout) == (USAGE, "")
    assert f"it must be {FIRST.allowed}" in ended.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (f"greedy,sharp({FIRST.name[:-1]}", f"greedy,sharp({FIRST.name}="),
        (f"sharp({FIRST.name}={OTHER[:-1]}", f"sharp({FIRST.name}={OTHER}"),
        (f"sharp({FIRST.name}={OTHER}),gree", f"sharp({FIRST.name}={OTHER}),greedy"),
    ],
)
def test_completion_offers_parameters_and_words(run, typed, offered):
    words = {"COMP_WORDS": f"rummysim play shanghai --policy {typed}", "COMP_CWORD": "4"}
    assert offered in run(_RUMMYSIM_COMPLETE="complete_bash", **words).stdout.split()


def test_the_page_about_policies_fits_a_terminal(run):
    page = shown(run("show", "policies"))
    assert "PARAMETERS = (" in page
    assert max(map(len, page.splitlines())) <= 80


def test_files_are_shown_as_what_they_stand_on(run, tmp_path):
    (tmp_path / "steadier.toml").write_text('base = "steady"\n')
    (tmp_path / "mine.toml").write_text('base = "steadier.toml"\n')
    assert shown(run("show", "mine.toml")).startswith("# mine.toml\n")
    (tmp_path / "empty.toml").write_text("")
    ended = run("show", "empty.toml")
    assert ended.returncode == 2
    assert ended.stderr == "Error: policy file empty.toml holds no parameters: it is empty\n"


def test_what_a_policy_prints_while_it_is_loaded_does_not_spoil_json(run, tmp_path):
    text = "print('loading')\ndef decide(view, table, rules, params):\n    return 0\n"
    (tmp_path / "loud.py").write_text(text)
    ended = run("show", "loud.py:decide", "--json")
    assert json.loads(ended.stdout)["policy"] == "loud.py:decide"
    assert ended.stderr == "loading\n"
