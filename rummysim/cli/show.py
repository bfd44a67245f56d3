"""``rummysim show``: the page of a game, a policy or a contract."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rummysim.cli.complete import complete_pages
from rummysim.cli.console import say, width
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions
from rummysim.errors import RulesError
from rummysim.reports.tables import columns

if TYPE_CHECKING:
    from rummysim.rules.spec import Contract, RuleSet

CONTRACT_GAME = "shanghai"  # whose deck and cards dealt a contract without a game is shown for
POLICIES_PAGE = "policies"
EXPERIMENTS_PAGE = "experiments"
PAGES = (POLICIES_PAGE, EXPERIMENTS_PAGE)


def show(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...",
            help="A game (shanghai), a round's contract (shanghai:7, or S R4), a policy, or how "
            "to write your own (policies, experiments).",
            autocompletion=complete_pages,
        ),
    ],
    overrides: Annotated[
        list[str],
        typer.Option("--set", metavar="KEY=VALUE", help="Change one rule first (buy.limit=1)."),
    ] = [],  # noqa: B006 - typer reads the default and never changes it
    rules: Annotated[
        bool, typer.Option("--rules", help="Print the complete rules as a rule file.")
    ] = False,
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """Show the rules of a game, a policy, or a contract's odds.

    For example:  rummysim show shanghai:3
    """
    from rummysim.rules.load import load_rules

    name = " ".join(names)
    if not name.strip():
        raise typer.BadParameter("give a name; `rummysim list` has all of them", param_hint="NAME")
    contract = _contract_of(name, overrides)
    if contract is not None:
        _show_contract(*contract, output)
    elif rules or overrides:
        _show_rules(load_rules(name, overrides), output)
    else:
        _show_page(name, output)


def _contract_of(name: str, overrides: list[str]) -> "tuple[RuleSet, Contract] | None":
    """Rules and contract when the name is ``game:round`` or a contract such as ``S R4``."""
    from rummysim.cli.match import round_of
    from rummysim.rules.fields import read_shape
    from rummysim.rules.load import load_rules, preset_names
    from rummysim.rules.spec import Contract

    game, colon, number = name.rpartition(":")
    if colon and number.isdecimal() and (game in preset_names() or game.endswith(".toml")):
        rules = load_rules(game, overrides)
        return rules, rules.opening.contracts[round_of(rules, number)]
    words = name.removeprefix("contract ").split()
    try:
        shapes = tuple(read_shape(word) for word in words)
    except ValueError:
        return None
    return load_rules(CONTRACT_GAME, overrides), Contract(shapes)


def _show_contract(rules: "RuleSet", contract: "Contract", output: PlainOutputOptions) -> None:
    from rummysim.cli.match import usual_players
    from rummysim.reports.contracts import contract_facts, contract_page

    facts = contract_facts(rules, contract, usual_players(rules))
    if output.json:
        print_json("show", {"game": rules.name, "contract": str(contract)}, facts)
    else:
        say(contract_page(rules, facts))


def _show_rules(rules: "RuleSet", output: PlainOutputOptions) -> None:
    from rummysim.rules.write import dump, rules_id, rules_text

    if output.json:
        print_json(
            "show", {"game": rules.name, "rules_id": rules_id(rules)}, {"rules": dump(rules)}
        )
    else:
        say(rules_text(rules).rstrip("\n"))


def _show_page(name: str, output: PlainOutputOptions) -> None:
    import inspect

    from rummysim import policies
    from rummysim.experiments.layers import looks_like_experiment
    from rummysim.policies.presets import is_policy_file
    from rummysim.rules.load import load_rules, preset_names, preset_page

    if name in preset_names():
        _say_page(name, preset_page(name), output)
    elif name == POLICIES_PAGE:
        _say_page(name, inspect.cleandoc(policies.__doc__ or ""), output)
    elif name == EXPERIMENTS_PAGE:
        _say_page(name, experiments_page(), output)
    elif name.endswith(".toml") and looks_like_experiment(Path(name)):
        raise RulesError(
            f"{name} is an experiment; `rummysim run {name} --print-config` shows the whole of it"
        )
    elif name.endswith(".toml") and not is_policy_file(name):
        _show_rules(load_rules(name), output)
    else:
        _show_policy(name, output)


def experiments_page() -> str:
    """How experiment files are written, with all words that they may use.

    >>> experiments_page().splitlines()[0]
    'Experiments: questions in files, played deal by deal until they are answered.'
    """
    import inspect

    from rummysim import experiments
    from rummysim.experiments import words

    parts = [inspect.cleandoc(experiments.__doc__ or "")]
    for heading, known in [
        ("Measures", words.MEASURES),
        ("Labels", words.LABELS),
        ("Decisions", words.DECISIONS),
        ("Features", words.FEATURES),
    ]:
        parts.append(f"{heading}\n{columns(list(known.items()), width())}")
    return "\n\n".join(parts)


def _say_page(name: str, page: str, output: PlainOutputOptions) -> None:
    if output.json:
        print_json("show", {"name": name}, {"page": page})
    else:
        say(page.rstrip("\n"))


def _show_policy(name: str, output: PlainOutputOptions) -> None:
    """Nothing; the page of a policy is on stdout.

    Raises RulesError that knows games and policies when there is none of that name.
    """
    from rummysim.policies.call import read_call
    from rummysim.policies.presets import preset_names as script_names
    from rummysim.policies.registry import policy_names, policy_settings
    from rummysim.reports.policies import policy_facts, policy_page
    from rummysim.rules.fields import near
    from rummysim.rules.load import preset_names

    called = read_call(name)[0]
    known = [*preset_names(), *dict.fromkeys(policy_names() + script_names()), *PAGES]
    if called not in known and ":" not in called and not called.endswith(".toml"):
        hint = near(called, known) or "; `rummysim list` has all names"
        raise RulesError(f"no game, contract or policy is called {name!r}{hint}")
    settings = policy_settings(name)
    page = policy_page(settings, width())
    if output.json:
        print_json("show", {"name": name}, policy_facts(settings) | {"page": page})
    else:
        say(page)
