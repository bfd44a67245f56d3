"""From what was typed to a table: rules, players, policies by seat, the round asked for."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rummysim.cli.options import GameOptions, SeatOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rummysim.policies.registry import Policy
    from rummysim.rules.spec import RuleSet

USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Match:
    """Who plays which game."""

    rules: "RuleSet"
    players: int
    policies: tuple[str, ...]  # by seat

    def inputs(self) -> dict[str, object]:
        """What has to be given again to get the same match."""
        from rummysim.rules.write import rules_id

        return {
            "game": self.rules.name,
            "rules_id": rules_id(self.rules),
            "players": self.players,
            "policies": list(self.policies),
        }


def policy_inputs(policies: "Sequence[Policy]") -> dict[str, object]:
    """The policies by seat, and the value of each parameter of those that have some.

    >>> from rummysim.policies.registry import load_policy
    >>> policy_inputs([load_policy("random")] * 2)
    {'policies': ['random', 'random'], 'parameters': {}}
    """
    named = {policy.name: policy.settings.named for policy in policies if policy.settings}
    return {
        "policies": [policy.name for policy in policies],
        "parameters": {name: values for name, values in named.items() if values},
    }


def match_of(game: GameOptions, seats: SeatOptions) -> Match:
    """The table that the options describe.

    Raises RulesError or PolicyError for unknown names, typer.BadParameter when the number of
    policies does not fit the number of players.
    """
    from rummysim.policies.call import split_policies
    from rummysim.rules.load import for_players, load_rules

    rules = load_rules(game.game, game.overrides)
    names = split_policies(seats.policy)
    players = seats.players
    if players is None:
        players = len(names) if len(names) > 1 else usual_players(rules)
    for_players(rules, players)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise typer.BadParameter(
            f"{len(names)} policies for {players} players; give one for all seats, or "
            f"{players} with commas between them",
            param_hint="--policy",
        )
    known = {name: checked_policy(name) for name in names}
    return Match(rules, players, tuple(known[name] for name in names))


def checked_policy(text: str) -> str:
    """The policy as it is written in full, or as it was typed when only its file can tell.

    >>> checked_policy(" random()")
    'random'

    Raises PolicyError when it surely cannot be played, before anybody waits for a compiler.
    """
    from rummysim.policies.call import read_call
    from rummysim.policies.registry import is_quick, policy_settings

    if is_quick(text):
        return policy_settings(text).text
    place = Path(read_call(text)[0].rpartition(":")[0])
    if not place.name or (place.suffix == ".py" and not place.is_file()):
        policy_settings(text)
    return text


def usual_players(rules: "RuleSet") -> int:
    """Four where the rules allow four, else the number they call best.

    >>> from rummysim.rules.load import load_rules
    >>> usual_players(load_rules("shanghai")), usual_players(load_rules("shanghai-2p"))
    (4, 2)
    """
    fewest, most = rules.table.players
    return USUAL_PLAYERS if fewest <= USUAL_PLAYERS <= most else rules.table.best_players[0]


def round_of(rules: "RuleSet", text: str) -> int:
    """The round that was typed, counted from 0.

    >>> from rummysim.rules.load import load_rules
    >>> round_of(load_rules("shanghai"), "7")
    6

    Raises typer.BadParameter when the game has no such round.
    """
    if text.isdecimal() and len(text) < 10 and 1 <= int(text) <= rules.rounds:
        return int(text) - 1
    raise typer.BadParameter(
        f"{text!r} is no round of {rules.name}; it has rounds 1 to {rules.rounds}",
        param_hint="--round",
    )


def said_policies(policies: tuple[str, ...]) -> str:
    """Policies by seat in few words.

    >>> said_policies(("greedy", "greedy")), said_policies(("greedy", "random"))
    ('greedy in every seat', 'greedy, random')
    """
    short = [Path(name).name for name in policies]
    return f"{short[0]} in every seat" if len(set(short)) == 1 else ", ".join(short)


def pace(turns: int, seconds: float) -> str:
    """How long turns took, and how fast they were.

    >>> pace(2_340_000, 1.5), pace(468, 0.2)
    ('2,340,000 turns in 1.5 s (1.6 million/s)', '468 turns in 0.2 s (2,340/s)')
    """
    speed = turns / max(seconds, 1e-9)
    told = f"{speed / 1e6:.1f} million/s" if speed >= 1e5 else f"{speed:,.0f}/s"
    return f"{turns:,} turns in {seconds:.1f} s ({told})"


def game_words(game: GameOptions) -> list[str]:
    """The game as it is typed.

    >>> game_words(GameOptions(game="shanghai", overrides=["buy.limit=1"]))
    ['shanghai', '--set', 'buy.limit=1']
    """
    return [game.game, *(word for each in game.overrides for word in ("--set", each))]


def run_words(inputs: "Mapping[str, object]") -> list[str]:
    """How many play and which deals, as it is typed, from the inputs of a result.

    >>> run_words({"players": 4, "round": None, "deals": 9, "seed": 1, "first_deal": 0})
    ['--players', '4', '--deals', '9', '--seed', '1']
    """
    keys = ("players", "round", "deals", "seed") + ("first_deal",) * bool(inputs["first_deal"])
    pairs = [(f"--{key.replace('_', '-')}", inputs[key]) for key in keys]
    return [word for option, value in pairs if value is not None for word in (option, str(value))]


def with_overrides(game: GameOptions, *more: str) -> GameOptions:
    """The same game with further ``--set`` changes."""
    return dataclasses.replace(game, overrides=[*game.overrides, *more])
