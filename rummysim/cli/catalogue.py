"""``rummysim list``: the names of games, policies and experiments."""

from typing import Annotated, Literal

import typer

from rummysim.cli.console import say, width
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions
from rummysim.reports.tables import columns


def list_names(
    what: Annotated[
        Literal["all", "games", "policies", "experiments"],
        typer.Argument(help="games, policies, experiments (of this folder) or all."),
    ] = "all",
    output: PlainOutputOptions = PlainOutputOptions(),
) -> None:
    """List the games, the computer players and the experiments by name.

    For example:  rummysim list games
    """
    sections = {}
    if what in ("all", "games"):
        sections["games"] = _games()
    if what in ("all", "policies"):
        sections["policies"] = _policies()
    if what in ("all", "experiments"):
        experiments = _experiments()
        if experiments or what == "experiments":
            sections["experiments"] = experiments
    if output.json:
        print_json("list", {"what": what}, sections)
        return
    say("\n\n".join(_section(name, rows) for name, rows in sections.items()))


def _games() -> list[dict[str, str]]:
    """Name, title and players of each preset."""
    from rummysim.rules.load import load_rules, preset_names

    rows = []
    for name in preset_names():
        rules = load_rules(name)
        fewest, most = rules.table.players
        players = f"{fewest}-{most}" if fewest != most else str(fewest)
        rows.append({"name": name, "title": rules.title, "players": players})
    return rows


def _policies() -> list[dict[str, str]]:
    """Name and summary of each built-in policy."""
    from rummysim.policies.registry import policy_names, policy_summary

    return [{"name": name, "title": policy_summary(name)} for name in policy_names()]


def _experiments() -> list[dict[str, str]]:
    """Name and question of each experiment below the current folder, or why it cannot be run."""
    from rummysim.experiments.find import listed_experiments

    rows = []
    for found in listed_experiments():
        row = {"name": found.name, "title": found.question}
        if found.fault:
            row = {"name": found.name, "title": f"broken: {found.fault}", "fault": found.fault}
        rows.append(row)
    return rows


def _section(name: str, rows: list[dict[str, str]]) -> str:
    if not rows:
        return (
            "Experiments: there is no folder `experiments` with any here; "
            "your own: rummysim show experiments"
        )
    pairs = [
        (
            row["name"],
            row["title"] + (f", {row['players']} players" if "players" in row else ""),
        )
        for row in rows
    ]
    hint = {
        "games": "rummysim show GAME",
        "policies": "rummysim show POLICY; your own: rummysim show policies",
        "experiments": "rummysim run NAME --print-config; your own: rummysim show experiments",
    }[name]
    return f"{name.capitalize()} (more: {hint})\n{columns(pairs, width())}"
