"""The page of a policy: every parameter under its heading, what differs marked, lines that fit."""

from dataclasses import replace

import pytest

from rummysim.policies.call import Settings
from rummysim.policies.parameters import Parameter
from rummysim.policies.presets import load_settings, preset_names
from rummysim.policies.script_parameters import SCRIPT
from rummysim.reports.policies import policy_page

FIRST = SCRIPT[0]
OTHER = FIRST.text(FIRST.high if FIRST.default == FIRST.low else FIRST.low)
NAMES = [*preset_names(), f"steady({FIRST.name}={OTHER})"]
HEADINGS = [f"{group[0].upper()}{group[1:]}" for group in dict.fromkeys(p.group for p in SCRIPT)]


def below(settings: Settings) -> Settings | None:
    """What a preset or a change of one is compared with."""
    called = load_settings(settings.name)
    return called if called.values != settings.values else settings.base


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("name", NAMES)
def test_lines_fit_and_no_word_is_lost(name, width):
    page = policy_page(load_settings(name), width)
    assert max(map(len, page.splitlines())) <= width
    assert "\u00a0" not in page
    words = " ".join(page.split())
    values = dict(zip([p.name for p in SCRIPT], load_settings(name).values, strict=True))
    for parameter in SCRIPT:
        assert f" {parameter.name} " in words
        low, high = (
            int(end) if end == int(end) else end for end in (parameter.low, parameter.high)
        )
        allowed = ", ".join(parameter.choices) if parameter.choices else f"{low}"
        own = words.partition(f" {parameter.name} {parameter.text(values[parameter.name])} ")[2]
        told = own.partition(f"{' '.join(parameter.meaning.split())} (")[2].partition(")")[0]
        assert told.startswith(allowed)
        assert told.endswith(parameter.choices[-1:] or f"{high}")


@pytest.mark.parametrize("name", NAMES)
def test_groups_come_in_order_under_their_headings(name):
    lines = policy_page(load_settings(name), 80).splitlines()
    assert [line for line in lines if line in HEADINGS] == HEADINGS
    known = {parameter.name: parameter.group for parameter in SCRIPT}
    heading = ""
    for line in lines:
        heading = line if line in HEADINGS else heading
        words = line.removeprefix("  * ").split()
        if line.startswith(("    ", "  * ")) and not line.startswith(" " * 8) and heading:
            assert known[words[0]] == heading[0].lower() + heading[1:]


@pytest.mark.parametrize("name", NAMES)
def test_what_differs_is_marked_and_what_it_was_is_told(name):
    settings = load_settings(name)
    base = below(settings)
    page = policy_page(settings, 80)
    marked = [line.split()[1] for line in page.splitlines() if line.startswith("  * ")]
    if base is None:
        assert marked == []
        return
    pairs = list(zip(SCRIPT, settings.values, base.values, strict=True))
    assert marked == [p.name for p, value, before in pairs if value != before]
    for parameter, value, before in pairs:
        told = f"{base.text}: {parameter.text(before)}\n"
        assert (value == before) or told in page


@pytest.mark.parametrize(
    ("parameter", "told"),
    [
        (Parameter("turns", "how long", 1, 0, 20, True), "how long (0, 1 .. 20)"),
        (Parameter("once", "how often", 1, 0, 1, True), "how often (0, 1)"),
        (Parameter("share", "how much", 0.5, -1, 1), "how much (-1 to 1)"),
        (Parameter("wild", "which", 0, 0, 1, True, ("deuces", "aces")), "which (deuces, aces)"),
    ],
)
def test_what_is_allowed_stays_on_one_line(parameter, told):
    for letters in range(1, 60):
        longer = replace(parameter, meaning=f"{'x' * letters} {parameter.meaning}")
        values = (longer.default,)
        page = policy_page(Settings("mine", "", (longer,), values, values), 80)
        assert any(told.partition(" (")[2] in line for line in page.splitlines())
        assert told in " ".join(page.split())


def test_words_of_the_table_are_explained_where_they_are_used():
    used = Parameter("alpha", "worth of more outs", 1, 0, 5)
    other = Parameter("beta", "how much it shouts", 1, 0, 5)
    pages = [policy_page(Settings("mine", "", (p,), (1,), (1,)), 80) for p in (used, other)]
    assert ["Outs are the cards" in page for page in pages] == [True, False]


def test_a_policy_without_parameters_has_no_table():
    page = policy_page(Settings("mine", "plays. "), 80)
    assert page.splitlines()[0] == "# mine"
    assert "parameter" not in page


def test_a_preset_that_changes_nothing_says_so():
    greedy = load_settings("greedy")
    like = Settings("mine.toml", "", SCRIPT, greedy.values, greedy.values, greedy, own_file=True)
    page = policy_page(like, 80)
    assert "All values are those of greedy." in " ".join(page.split())
    assert "  * " not in page
