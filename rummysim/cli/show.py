"""``rummysim show``: the page of a game, a policy or a contract."""

from typing import TYPE_CHECKING, Annotated

import typer

from rummysim.cli.complete import complete_pages
from rummysim.cli.console import say
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions
from rummysim.errors import RulesError

if TYPE_CHECKING:
    from rummysim.rules.spec import Contract, RuleSet

CONTRACT_GAME = "shanghai"  # whose deck and cards dealt a contract without a game is shown for
POLICIES_PAGE = "policies"


def show(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...",
            help="A game (shanghai), a round's contract (shanghai:7, or S R4), or a policy.",
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
    from rummysim.rules.load import load_rules, preset_names, preset_page

    if name in preset_names():
        page = preset_page(name)
    elif name.endswith(".toml"):
        _show_rules(load_rules(name), output)
        return
    else:
        page = _policy_page(name)
    if output.json:
        print_json("show", {"name": name}, {"page": page})
    else:
        say(page.rstrip("\n"))


def _policy_page(name: str) -> str:
    """The page of a policy; RulesError that knows games and policies when there is none."""
    import difflib
    import inspect

    from rummysim import policies
    from rummysim.policies.registry import policy_names, policy_summary
    from rummysim.rules.load import preset_names

    if name == POLICIES_PAGE:
        return inspect.cleandoc(policies.__doc__ or "")
    if name in policy_names():
        hint = f"`rummysim show {POLICIES_PAGE}` tells how to write your own player."
        return f"# {name}\n\n{policy_summary(name)}\n\n{hint}"
    known = [*preset_names(), *policy_names(), POLICIES_PAGE]
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else "`rummysim list` has all names"
    raise RulesError(f"no game, contract or policy is called {name!r}; {hint}")
