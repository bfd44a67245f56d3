"""Experiment files: what they say, what they need not say, and how they are refused."""

import dataclasses
import inspect
import os
import re
from pathlib import Path

import pytest

from rummysim.cli.show import experiments_page
from rummysim.errors import ExperimentError
from rummysim.experiments import counting_measures, words
from rummysim.experiments.config import config_text
from rummysim.experiments.find import experiment_files, find, listed_experiments, question_of
from rummysim.experiments.grid import (
    arm_player,
    baseline_player,
    cases_of,
    others,
    rules_of,
    seated_players,
)
from rummysim.experiments.identity import identity_of
from rummysim.experiments.layers import KEYS, NAMED
from rummysim.experiments.payload import experiment_of, payload_of
from rummysim.experiments.policies import check_sources
from rummysim.experiments.read import full_tree, parse_experiment, read_experiment
from rummysim.experiments.spec import Axis, Bound, Case, Contrast

ROOT = Path(__file__).parents[2]
FILES = experiment_files(ROOT / "experiments")

SHY = '[arms.shy]\nparameters = { buy = "never" }\n'
EAGER = '[arms.eager]\npolicy = "greedy"\nparameters = { buy = "always" }\n'
BOTH = f'{SHY}{EAGER}[[contrasts]]\ntip = "shy"\nother = "eager"\n'
COUNT = '[count]\nmeasures = ["points"]\n'
CHART = """
[chart]
decision = "buy"
acts = ["buy", "pass"]
[[chart.views]]
name = "by distance"
rows = { feature = "distance", edges = [2, 3] }
where = { progress = [1, 20] }
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
@pytest.mark.parametrize("name", FILES)
def test_every_experiment_of_the_project_is_sound(name, quick):
    experiment = read_experiment(FILES[name], quick)
    assert experiment.question.endswith("?")
    assert experiment_of(payload_of(experiment)) == experiment
    again = parse_experiment(config_text(full_tree(FILES[name], quick)), name)
    assert again == experiment
    assert identity_of(again) == identity_of(experiment)
    keys = [case.key for case in cases_of(experiment)]
    assert len(set(keys)) == len(keys)


def test_files_have_seeds_of_their_own():
    """But for the tips, which are compared on the same deals."""
    seeds = {}
    for name, path in FILES.items():
        if "base" not in path.read_text():
            seeds.setdefault(read_experiment(path).seed, []).append(name)
    assert {seed: names for seed, names in seeds.items() if len(names) > 1} == {}


def test_words_are_those_of_the_designs():
    assert set(words.MEASURES) == set(counting_measures.MEASURES)
    labels = {label for level in counting_measures.LABELS.values() for label in level}
    assert set(words.LABELS) == labels


def test_an_own_question_is_a_few_lines():
    found = parse_experiment(SHY)
    assert found.rules.name == "shanghai"
    assert (found.players, found.baselines, found.fields) == ((4,), ("steady",), ("baseline",))
    assert found.contrasts == (Contrast("shy-usual", "shy", "usual"),)
    assert found.stop.alpha == 0.05
    assert (found.stop.confirm_min, found.stop.confirm_max) == (1000, 4000)
    single = parse_experiment(f"[game]\nround = 7\n{SHY}")
    assert single.round == 7
    assert single.stop.look > found.stop.look
    assert parse_experiment('[game]\nrules = "shanghai-2p"\n' + SHY).players == (2,)


def test_the_page_about_files_is_complete_and_its_example_works():
    page = experiments_page()
    assert max(map(len, page.splitlines())) <= 80
    told = set(re.findall(r"[a-z_]+", page))
    for place, keys in {**KEYS, **NAMED}.items():
        assert place in told
        assert {*keys} <= told
    rule = inspect.cleandoc(page.partition("``table``::")[2].partition("Policies are")[0])
    asked = parse_experiment(rule)
    assert (asked.fields, asked.arms["one-buy"].rules) == (("table",), ("buy.limit=1",))
    example = inspect.cleandoc(page.partition("::")[2].partition("Save it")[0])
    found = parse_experiment(example, "shy")
    assert found.question == "Does it pay to buy little?"
    assert found.contrasts == (Contrast("shy-usual", "shy", "usual"),)


def test_designs_are_told_by_their_tables():
    counting = parse_experiment(COUNT)
    assert (counting.design, counting.fields) == ("counting", ("table",))
    assert list(counting.arms) == ["usual"]
    assert counting.stop.confirm_min == 0
    assert list(parse_experiment(COUNT + SHY).arms) == ["shy"]
    chart = parse_experiment(CHART)
    assert chart.design == "chart"
    (view,) = chart.chart.views
    assert view.rows == Axis("distance", (2, 3))
    assert view.columns.edges == ()
    assert view.where == (Bound("progress", 1, 20),)


def test_an_arm_is_the_baseline_but_for_what_it_names():
    found = parse_experiment(
        f'{BOTH}[table]\nplayers = [3]\nfields = ["baseline", "followers", "mixed", "table"]\n'
        'mixed = ["novice", "sharp"]\nbaselines = ["steady(buy_below=2)"]\n'
    )
    by_field = {case.field: case for case in cases_of(found)}
    case = by_field["baseline"]
    steady, shy = "steady(buy_below=2)", "steady(buy_below=2, buy=never)"
    assert baseline_player(found, case) == steady
    assert arm_player(found, case, "shy") == shy
    assert arm_player(found, case, "eager") == "greedy(buy=always)"
    assert others(found, case, "shy") == (steady, steady)
    assert others(found, by_field["followers"], "shy") == (shy, shy)
    assert others(found, by_field["table"], "shy") == (shy, shy)
    assert others(found, by_field["mixed"], "shy") == ("novice", "sharp")


def test_rules_of_variants_and_arms_go_on_top_of_each_other():
    found = parse_experiment(
        '[game]\nset = ["buy.limit=2"]\n'
        '[arms.strict]\nrules = ["buy.penalty_cards=2"]\n'
        '[variants.one]\nrules = ["buy.limit=1"]\n'
        "[variants_at]\nplayers = [3]\n"
    )
    limits = [rules_of(found, *at).buy for at in [("", ""), ("one", ""), ("one", "strict")]]
    assert [(buy.limit, buy.penalty_cards) for buy in limits] == [(2, 1), (1, 1), (1, 2)]
    assert [(c.variant, c.players) for c in cases_of(found)] == [("", 4), ("one", 3)]


UNSAID = {
    'policy = "sharp"': "playing like sharp",
    'parameters = { keep_jokers = "never" }': "playing with keep_jokers = never",
    'rules = ["buy.limit=1"]': "playing under the rule buy.limit = 1",
    'doing = "  "\nrules = ["buy.limit = 1", "buy.when_down=off"]': (
        "playing under the rules buy.limit = 1 and buy.when_down = off"
    ),
    'doing = "being shy"\npolicy = "sharp"': "being shy",
}


@pytest.mark.parametrize("text", UNSAID)
def test_arms_that_do_not_say_what_they_do_are_described(text):
    """Reports compare what the arms do, and "instead of" needs something before and behind it."""
    found = parse_experiment(f"[arms.a]\n{text}\n")
    assert found.arms["a"].doing == UNSAID[text]
    assert found.arms["usual"].doing == "playing as usual"


def test_variants_that_do_not_say_why_are_described():
    found = parse_experiment(f'{SHY}[variants.v]\nrules = ["buy.limit=1"]\n')
    assert found.variants[0].why == "the rule is buy.limit = 1"


def test_seats_are_named_one_by_one():
    found = parse_experiment(
        f'{COUNT}[table]\nplayers = [2]\n[game]\nrules = "shanghai-2p"\n'
        '[arms.two]\nseats = ["sharp", "novice", "steady"]\n'
    )
    case = Case("", 2, "steady", "table")
    assert seated_players(found, case, "two") == ("sharp", "novice")


def test_a_base_holds_what_a_file_leaves_out(here):
    write(here / "common" / "_low.toml", "[stop]\nlook = 11\nalpha = 0.01\n[run]\nseed = 5\n")
    write(
        here / "_mid.toml",
        f'base = "common/_low.toml"\n{SHY}doing = "x"\n[stop]\nlook = 22\nplanned = 33\n',
    )
    own = write(here / "own.toml", 'base = "_mid.toml"\n[arms.shy]\npolicy = "sharp"\n'
                "[stop]\nplanned = 44\n[quick]\nlook = 55\n")  # fmt: skip
    found = read_experiment(own)
    assert (found.stop.look, found.stop.planned, found.stop.alpha) == (22, 44, 0.01)
    assert found.seed == 5
    assert (found.arms["shy"].policy, found.arms["shy"].doing) == ("sharp", "x")
    assert found.arms["shy"].parameters == {"buy": "never"}
    assert found.name == "own"
    arms = '[arms.b]\npolicy = "sharp"\n[[contrasts]]\ntip = "b"\nother = "usual"\n'
    write(here / "other.toml", f'base = "own.toml"\n{arms}')
    assert list(read_experiment(here / "other.toml").arms) == ["usual", "shy", "b"]
    assert read_experiment(own, quick=True).stop.look == 55
    with pytest.raises(ExperimentError, match=r"own\.toml: stop\.confirm_max is 4000; it must be"):
        read_experiment(own, options=["stop.confirm_min=9000"])
    assert read_experiment(own, quick=True, options=["stop.look=66"]).stop.look == 66


def test_rule_files_lie_beside_the_file_that_names_them(here):
    write(here / "deep" / "mine.toml", 'base = "shanghai"\n[buy]\nlimit = 1\n')
    write(here / "deep" / "_base.toml", '[game]\nrules = "mine.toml"\n')
    own = write(here / "own.toml", f'base = "deep/_base.toml"\n{SHY}')
    assert read_experiment(own).rules.buy.limit == 1
    text = config_text(full_tree(own))
    assert parse_experiment(text, "own") == read_experiment(own)


def test_quick_changes_the_grid_and_leaves_variants_out():
    text = (
        f'{SHY}[variants.one]\nrules = ["buy.limit=1"]\n[quick]\nplayers = [3]\nvariants = false\n'
    )
    assert len(cases_of(parse_experiment(text))) == 2
    import tomllib

    from rummysim.experiments.layers import Source, tree_of, with_quick
    from rummysim.experiments.read import build, with_defaults

    tree = tree_of(tomllib.loads(text), Source("own", Path()))
    found = build("own", with_defaults(with_quick(tree)))
    assert [(case.variant, case.players) for case in cases_of(found)] == [("", 3)]


REFUSED = {
    "[stopp]\nlook = 1": r"own: there is no table \[stopp\]; did you mean 'stop'\?",
    "[stop]\nlok = 1": r"own: \[stop\] has no key 'lok'; did you mean 'look'\?",
    "[stop]\nseed = 1": r"own: \[stop\] has no key 'seed'; it belongs below \[run\]",
    "players = [3]": r"own: there is no key 'players'; it belongs below \[table\]",
    "[stop]\nzzz = 1": r"own: \[stop\] has no key 'zzz'; its keys are alpha, smallest, look",
    "stop = 3": r"own: stop is 3; it must be a table \[stop\]",
    'design = "pared"': r"own: design is 'pared'; it must be .*did you mean 'paired'\?",
    "question = 3": "own: question is 3; it must be one line of 0 to 500 letters",
    "[stop]\nlook = 0": "own: stop.look is 0; it must be a whole number from 1",
    "[stop]\nlook = 1.5": r"own: stop.look is 1\.5; it must be a whole number",
    "[stop]\nlook = true": "own: stop.look is true; it must be a whole number",
    "[stop]\nalpha = 0.7": r"own: stop.alpha is 0\.7; it must be a number from 1e-09 to 0\.5",
    "[stop]\nalpha = nan": "own: stop.alpha is nan; it must be a number",
    "[stop]\npower = 0.2": "own: stop.power is 0.2; it must be a number from 0.5 to 0.999",
    "[stop]\nconfirm_min = 9000": "own: stop.confirm_max is 4000; .*confirm_min = 9000 or",
    "[run]\nchunk = 0": "own: run.chunk is 0; it must be a whole number from 1 to 1000000",
    "[run]\nseed = -1": "own: run.seed is -1; it must be a whole number from 0 to",
    "[table]\nplayers = 4": "own: table.players is 4; it must be a list of whole numbers",
    "[table]\nplayers = [9]": r"own: table.players\[1\] is 9; it must be a whole number from 2 to",
    "[table]\nplayers = []": r"own: table.players is \[\]; it must be a list",
    "[table]\nplayers = [3, 3]": "own: table.players names 3 twice",
    "[table]\nplayers = [2]": r"own: table.players: shanghai is for 3 to 6 players, not 2; use sh",
    '[table]\nbaselines = ["stedy"]': r"own: table.baselines\[1\]: .*did you mean 'steady'",
    '[table]\nbaselines = ["steady(bye=1)"]': r"own: table.baselines\[1\]: .*no parameter 'bye'",
    '[table]\nfields = ["basline"]': r"own: table.fields\[1\] is 'basline'.*mean 'baseline'",
    '[table]\nfields = ["mixed"]': (
        r"own: table.mixed is \[\]; it must be a list of 3 policies or more for the field 'mixed'"
    ),
    '[table]\nfields = ["mixed"]\nmixed = ["steady"]': "own: table.mixed is .*a list of 3 polici",
    '[table]\nmixed = ["nobody"]': r"own: table.mixed\[1\]: unknown policy 'nobody'",
    '[game]\nrules = "shangai"': "own: game.rules: no rules are called 'shangai'.*'shanghai'",
    '[game]\nrules = "none.toml"': "own: game.rules: cannot read none.toml",
    '[game]\nset = ["buy.limt=1"]': r"own: game.set: \[buy\] has no key 'limt'.*'limit'",
    "[game]\nround = 8": "own: game.round is 8; it must be a whole number from 1 to 7",
    '[arms.a]\npolicy = "stedy"': r"own: arms.a.policy: unknown policy 'stedy'; did you mean",
    '[arms.a]\npolice = "steady"': r"own: \[arms.a\] has no key 'police'; did you mean 'policy'",
    '[arms.a]\nparameters = { by = "never" }': r"own: \[arms.a.parameters\]: .*'by'; did you",
    '[arms.a]\nparameters = { buy = "nver" }': r"\[arms.a.parameters\]: .*did you mean 'never'",
    "[arms.a]\nparameters = { buy = [1] }": r"own: arms.a.parameters.buy is \[1\]; it must be a",
    "[arms.a]\nparameters = 3": r"own: arms.a.parameters is 3; it must be a table",
    '[arms.a]\nrules = ["buy.limt=1"]': r"own: arms.a.rules: \[buy\] has no key 'limt'",
    "[arms.a]\nrules = [\"opening.contracts=['R4 R4', 'R7']\"]": "arms.a.rules has 2 rounds",
    '[arms.a]\nseats = ["steady"]': "own: arms.a.seats is for counting only",
    '[arms.a]\nseats = ["steady"]\npolicy = "sharp"': r"own: \[arms.a\] has both seats and policy",
    "[arms]\na = 3": r"own: arms.a is 3; it must be a table \[arms.a\]",
    "[arms.'a|b']": r"own: no arm can be called 'a\|b'; take up to 60 letters",
    '[[contrasts]]\ntip = "sy"\nother = "usual"': r"own: contrasts\[1\].tip is 'sy'.*mean 'shy'\?",
    '[[contrasts]]\ntip = "shy"': r"own: \[contrasts\[1\]\] lacks other",
    '[[contrasts]]\ntip = "shy"\nother = "shy"': r"own: contrasts\[1\].other is 'shy'; .*another",
    '[[contrasts]]\ntipp = "shy"': r"own: \[contrasts\[1\]\] has no key 'tipp'; did you mean 'tip'",
    "[arms.b]\nrules = ['buy.limit=1']\n[[contrasts]]\ntip = 'shy'\nother = 'usual'": (
        r"own: \[arms.b\] is in no contrast; name it as tip or other of one, or leave it out"
    ),
    "contrasts = 3": r"own: contrasts is 3; it must be a list of tables \[\[contrasts\]\]",
    '[variants.v]\nwhy = "x"': r"own: \[variants.v\] lacks rules",
    '[variants.v]\nrules = ["buy.limt=1"]': r"own: variants.v.rules: .*no key 'limt'",
    "[variants.v]\nrules = []": r"own: variants.v.rules is \[\]; it must be a list of rule changes",
    '[variants.usual]\nrules = ["buy.limit=1"]': "own: a variant cannot be called 'usual'",
    '[variants.v]\nrules = ["buy.limit=1"]\n[variants_at]\nplayers = [2]': "variants_at.players",
    "[arms.usual]\nparameters = { buy = 'never' }": r"own: \[arms.usual\] has parameters, but",
    '[arms.usual]\ndoing = "x"\npolicy = "sharp"': r"own: \[arms.usual\] has policy, but it",
    "[arms.a]\nrules = { buy.limit = 5 }": r'a list of rule changes, as in \["buy.limit=1"\]',
    "[variants.v]\nrules = 'buy.limit=1'": r'a list of rule changes, as in \["buy.limit=1"\]',
    "base = 'shanghai'": "own: base is taken by files only, at their top",
    "[count]\nmeasures = ['points']\n[[contrasts]]\ntip = 'shy'\nother = 'usual'": (
        r"own: \[contrasts\] is of no use where design is 'counting'; leave it out"
    ),
    "[chart]\ndecision = 'buy'": r"own: \[arms\] is of no use where design is 'chart'",
    "design = 'paired'\n[count]\nmeasures = ['points']": r"own: \[count\] is of no use where",
    "[count]\nmeasures = ['points']\n[chart]\ndecision = 'buy'": r"own: \[chart\] is of no use",
    "question = '\u202egnp'": "own: question is '.u202egnp'; .* none of which is a control",
    "[arms.a]\nparameters = { 'a\u202eb' = [1] }": r"own: arms.a.parameters.'a.u202eb' is \[1\]",
    "['a\u202eb']\nx = 1": r"own: there is no table \['a.u202eb'\]",
    "[arms.'a\u202eb']\nx = 1": r"own: \[arms.'a.u202eb'\] has no key 'x'",
    "[arms.'a\u202eb']\npolicy = 'sharp'": r"own: no arm can be called 'a.u202eb'",
    "[quick]\nlok = 1": r"own: \[quick\] has no key 'lok'; did you mean 'look'",
}


@pytest.mark.parametrize("text", REFUSED)
def test_errors_name_file_table_and_key(text, here):
    top = "\n" + SHY if not text.startswith("[") else SHY
    whole = text + top if not text.startswith("[") else top + text
    with pytest.raises(ExperimentError, match=REFUSED[text]) as error:
        parse_experiment(whole)
    assert str(error.value).isprintable()


OTHER_DESIGNS = {
    COUNT.replace("points", "pints"): r"own: count.measures\[1\] is 'pints'.*mean 'points'\?",
    COUNT + 'by = ["rond"]': r"own: count.by\[1\] is 'rond'; .*did you mean 'round'\?",
    'design = "counting"': r"own: \[count\] lacks measures",
    COUNT + '[table]\nfields = ["mixed"]': r"own: table.fields is .* where design is 'counting'",
    COUNT + '[arms.a]\nseats = ["steady"]': "own: arms.a.seats is .*a list of 4 policies or more",
    "": "there is nothing to compare; give a table \\[arms.NAME\\]",
    CHART.replace("buy", "by", 1): "own: chart.decision is 'by'; .*did you mean 'buy'",
    CHART.replace('"pass"', '"pass", "wait"'): "own: chart.acts is .*two words",
    CHART.replace("distance", "distanse", 2): r"own: chart.views\[1\].rows.feature is 'distanse'",
    CHART.replace("[2, 3]", "[3, 2]"): r"own: chart.views\[1\].rows.edges is \[3, 2\].*smallest",
    CHART.replace("[1, 20]", "[20, 1]"): r"views\[1\].where.progress is .*the least and the most",
    CHART.replace("progress", "progres"): r"\[chart.views\[1\].where\] has no key 'progres'",
    CHART.replace("rows", "row"): r"own: \[chart.views\[1\]\] has no key 'row'; did you mean",
    CHART.replace('decision = "buy"\n', ""): r"own: \[chart\] lacks decision",
    CHART + "[[chart.views]]\n" + CHART.partition("[[chart.views]]\n")[2]: "two views are called",
    CHART.replace('acts = ', "sample = 0\nacts = "): "own: chart.sample is 0; it must be a number",
}  # fmt: skip


@pytest.mark.parametrize("text", OTHER_DESIGNS)
def test_errors_of_counting_and_charts(text):
    with pytest.raises(ExperimentError, match=OTHER_DESIGNS[text]):
        parse_experiment(text)


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("stop.look", "--set 'stop.look': write table.key=value"),
        ("stop.lok=3", r"--set: \[stop\] has no key 'lok'; did you mean 'look'\?"),
        ("look=3", r"--set: there is no key 'look'; it belongs below \[stop\]"),
        ("stop.look=x", "--set: stop.look is 'x'; it must be a whole number"),
        ("arms.shy.parameters.buy=nver", r"--set: \[arms.shy.parameters\]: .*did you mean 'never'"),
        (
            "quick.look=3",
            r"--set 'quick.look=3': options are on top of \[quick\]",
        ),
        ("base=x.toml", "--set: base is taken by files only"),
        ("buy.limit=1", r"--set: there is no table \[buy\]; rules are changed in \[game\]"),
    ],
)
def test_options_are_refused_by_their_key(here, option, wrong):
    own = write(here / "own.toml", SHY)
    with pytest.raises(ExperimentError, match=wrong):
        read_experiment(own, options=[option])


def test_bases_that_cannot_be_are_refused(here):
    own = write(here / "own.toml", f'base = "none.toml"\n{SHY}')
    with pytest.raises(ExperimentError, match=r"own.toml: base = 'none.toml': cannot read none"):
        read_experiment(own)
    write(here / "own.toml", f"base = 3\n{SHY}")
    with pytest.raises(ExperimentError, match=r"own.toml: base is 3; it must be the name of"):
        read_experiment(own)
    write(here / "a.toml", 'base = "b.toml"\n')
    write(here / "b.toml", 'base = "a.toml"\n')
    with pytest.raises(ExperimentError, match=r"round in a circle: a.toml -> b.toml -> a.toml"):
        read_experiment(here / "a.toml")
    write(here / "b.toml", "[stop]\nlok = 3\n")
    with pytest.raises(ExperimentError, match=r"^b.toml: \[stop\] has no key 'lok'"):
        read_experiment(here / "a.toml")
    with pytest.raises(ExperimentError, match="is a folder or a device, not a file of an exp"):
        read_experiment(here)
    for text, wrong in [("[stop", "is not valid TOML"), ("\udc80", "is not UTF-8")]:
        (here / "own.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises(ExperimentError, match=wrong):
            read_experiment(own)


def test_own_policies_are_part_of_the_experiment(here):
    write(here / "mine.toml", 'base = "steady"\n[parameters]\nbuy = "never"\n')
    code = "from rummysim.policies import baselines\n\n\ndef decide(view, table, rules, params):\n"
    write(here / "own.py", code + "    return baselines.greedy(view, table, rules, params)\n")
    text = f'{EAGER}[table]\nbaselines = ["mine.toml", "own.py:decide"]\n'
    found = parse_experiment(text.replace('policy = "greedy"\n', 'policy = "mine.toml"\n'))
    case = cases_of(found)[0]
    assert case.key == "usual/4/mine.toml/baseline"
    assert baseline_player(found, case) == "steady(buy=never)"
    assert arm_player(found, case, "eager") == "steady(buy=always)"
    before = identity_of(found)
    write(here / "mine.toml", 'base = "steady"\n[parameters]\nbuy = "always"\n')
    assert identity_of(found) == before  # the run has the old values
    assert identity_of(experiment_of(payload_of(found))) == before
    changed = identity_of(parse_experiment(text))
    assert changed != before
    check_sources(found)
    own = parse_experiment(f'{SHY}[table]\nbaselines = ["mine.toml(buy=never)"]\n')
    assert baseline_player(own, cases_of(own)[0]) == "steady(buy=never)"
    write(here / "own.py", code + "    return baselines.random(view, table, rules, params)\n")
    assert identity_of(parse_experiment(text)) != changed
    with pytest.raises(ExperimentError, match=r"policy 'own.py:decide' has changed since own was"):
        check_sources(found)
    os.unlink(here / "own.py")
    with pytest.raises(ExperimentError, match=r"the file of policy 'own\.py:decide'"):
        check_sources(found)


SAME = [
    'question = "Other words?"',
    'claim = "SH-T1"',
    'quote = "Words."',
    "[stop]\nmax_deals = 77",
    "[stop]\nconfirm_max = 7777",
    '[arms.shy]\ndoing = "never buying"',
    '[table]\nbaselines = ["steady()"]',
]
OTHER = [
    "[stop]\nalpha = 0.01",
    "[stop]\nlook = 77",
    "[stop]\nconfirm_min = 77",
    "[run]\nchunk = 77",
    "[run]\nseed = 77",
    "[game]\nround = 3",
    '[game]\nset = ["buy.limit=1"]',
    "[table]\nplayers = [3]",
    '[table]\nbaselines = ["sharp"]',
    '[table]\nfields = ["table"]',
    '[table]\nmixed = ["novice", "sharp", "steady"]',
    '[arms.shy]\npolicy = "sharp"',
    '[arms.shy]\nparameters = { buy_below = 2, buy = "always" }',
    '[variants.v]\nrules = ["buy.limit=1"]',
    '[[contrasts]]\ntip = "usual"\nother = "shy"',
]


@pytest.mark.parametrize("text", SAME + OTHER)
def test_identity_is_what_changes_numbers(here, text):
    base = write(here / "base.toml", SHY)
    own = write(here / "own.toml", f'base = "base.toml"\n{text}\n')
    same = identity_of(read_experiment(own)) == identity_of(read_experiment(base))
    assert same == (text in SAME)


def test_a_preset_that_changes_is_another_player(monkeypatch):
    from rummysim.policies import registry

    before = identity_of(parse_experiment(SHY))
    settings = registry.load_settings
    monkeypatch.setattr(
        registry, "load_settings", lambda text: settings(text).changed({"buy_below": 7})
    )
    assert identity_of(parse_experiment(SHY)) != before


def test_charts_count_their_explored_deals_as_what_they_are_made_of():
    more = CHART + "[stop]\nmax_deals = 77"
    assert identity_of(parse_experiment(CHART)) != identity_of(parse_experiment(more))


def test_the_name_of_an_experiment_is_no_part_of_it():
    found = parse_experiment(SHY, "one")
    assert identity_of(found) == identity_of(dataclasses.replace(found, name="two"))


def test_experiments_are_found_by_name_path_and_folder(here):
    write(here / "experiments" / "one.toml", f'question = "One?"\n{SHY}')
    write(here / "experiments" / "tips" / "two.toml", SHY)
    write(here / "experiments" / "tips" / "_base.toml", SHY)
    own = write(here / "own.toml", SHY)
    assert list(experiment_files()) == ["one", "two"]
    assert find(["two"]) == [Path("experiments/tips/two.toml")]
    assert find(["own.toml", str(own)]) == [Path("own.toml"), own]
    assert find(["tips", "two"]) == [Path("experiments/tips/two.toml")]
    assert len(find(["experiments"])) == 2
    assert question_of(Path("experiments/one.toml")) == "One?"
    assert question_of(Path("experiments/tips/two.toml")) == ""
    for name, wrong in [
        ("oen", "there is no experiment and no file 'oen'; did you mean 'one'"),
        ("xyz", "there is no experiment and no file 'xyz'; `rummysim list experiments` names"),
        ("", "there is no experiment and no file ''"),
        ("a\0b", "there is no experiment and no file"),
        ("x" * 999, "there is no experiment and no file"),
    ]:
        with pytest.raises(ExperimentError, match=wrong):
            find([name])
    write(here / "experiments" / "more" / "two.toml", SHY)
    with pytest.raises(ExperimentError, match=r"two.toml and .*two.toml have the same name"):
        find(["two"])
    assert find(["one"]) == [Path("experiments/one.toml")]


def test_files_that_cannot_be_run_are_listed_with_what_is_wrong(here):
    folder = here / "experiments"
    write(folder / "good.toml", f'question = "Good?"\n{SHY}')
    write(folder / "same.toml", SHY)
    write(folder / "more" / "same.toml", SHY)
    write(folder / "open.toml", "[stop")
    write(folder / "two words.toml", SHY)
    write(folder / "turned\u202e.toml", SHY)
    write(folder / "twisted.toml", 'question = "\u202ednim"\n')
    write(folder / "key.toml", "[stop]\nlok = 1\n")
    listed = {str(each.path.relative_to("experiments")): each for each in listed_experiments()}
    assert {name: each.question for name, each in listed.items() if not each.fault} == {
        "good.toml": "Good?"
    }
    for name, wrong in [
        ("same.toml", "have the same name; give one of them another"),
        ("more/same.toml", "have the same name; give one of them another"),
        ("open.toml", "experiments/open.toml is not valid TOML"),
        ("two words.toml", "no experiment can be called 'two words'"),
        ("turned\u202e.toml", r"no experiment can be called 'turned\u202e'"),
        ("twisted.toml", "question is "),
        ("key.toml", "[stop] has no key 'lok'; did you mean 'look'?"),
    ]:
        assert wrong in listed[name].fault
        assert (listed[name].name + listed[name].fault).isprintable()


def test_without_a_folder_of_experiments_that_is_said(here):
    with pytest.raises(ExperimentError, match="no folder `experiments` with any here"):
        find(["one"])
    (here / "empty").mkdir()
    with pytest.raises(ExperimentError, match="there is no experiment in the folder empty"):
        find(["empty"])


def test_the_hint_how_to_seat_more_is_one_that_works():
    asked = "[table]\nplayers = [2]\n[arms.shy]"
    with pytest.raises(ExperimentError, match=r"is for 3 to 6 players, not 2") as error:
        parse_experiment(asked)
    option = str(error.value).partition("--set '")[2].partition("'")[0]
    assert option == 'game.set=["table.players=[2,6]"]'
    assert parse_experiment(f"{asked}\n[game]\n{option}".replace("game.set", "set")).players == (2,)
