"""What makes two runs one experiment: everything that changes numbers, and nothing else.

Names, questions and captions do not count, nor how much is played at most, so that a run can be
extended. Policies count with the value of every parameter: a preset that changes is another
player.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from rummysim.experiments.grid import (
    arm_player,
    baseline_player,
    cases_of,
    player,
    rules_of,
    seated_players,
)
from rummysim.experiments.payload import plain
from rummysim.experiments.policies import is_own_code
from rummysim.experiments.spec import Case, Experiment
from rummysim.policies.call import read_call
from rummysim.policies.registry import policy_settings
from rummysim.policies.script_parameters import LATER
from rummysim.rules.write import rules_id
from rummysim.simulation.keys import SCHEME
from rummysim.trace.text import ENGINE_VERSION

SCHEMA = 1  # of the stores: moves when a row or a sum means something else
EXTENDS = ("max_deals", "confirm_max")  # how much is played at most


def identity_of(experiment: Experiment) -> str:
    r"""64 hex digits, the same for experiments whose numbers are the same.

    >>> from rummysim.experiments.read import parse_experiment
    >>> shy = "[arms.shy]\nparameters = { buy = 'never' }\n"
    >>> more = parse_experiment(f"question = 'Why?'\n{shy}[stop]\nmax_deals = 9")
    >>> identity_of(parse_experiment(shy)) == identity_of(more)
    True
    """
    return digest(identity_parts(experiment))


def digest(parts: Mapping[str, Any]) -> str:
    """64 hex digits of plain data, whatever the order of its keys.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def identity_parts(experiment: Experiment) -> dict[str, Any]:
    r"""Everything that changes numbers, as plain data.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }\n")
    >>> identity_parts(own)["contrasts"]
    [['shy-usual', 'shy', 'usual']]
    """
    return {
        "schema": SCHEMA,
        "engine": ENGINE_VERSION,
        "rng": SCHEME,
        **stated_parts(experiment),
        "mixed": [_player(experiment, player(experiment, name)) for name in experiment.mixed],
        "rules": _rules(experiment),
        "arms": _arms(experiment),
    }


def stated_parts(experiment: Experiment) -> dict[str, Any]:
    r"""What changes numbers and stands in the experiment itself, whatever the policies are.

    >>> from rummysim.experiments.read import parse_experiment
    >>> found = stated_parts(parse_experiment("[arms.shy]\n[stop]\nmax_deals = 9"))
    >>> "max_deals" in found["stop"]
    False
    """
    whole = plain(experiment)
    same = ("design", "round", "players", "fields", "variants_at", "measures", "by", "chart")
    stop = {key: value for key, value in whole["stop"].items() if key not in EXTENDS}
    if experiment.chart is not None:  # the explored deals are what the cards are made of
        stop["max_deals"] = experiment.stop.max_deals
    return {
        **{key: whole[key] for key in (*same, "chunk", "seed")},
        "stop": stop,
        "baselines": list(experiment.baselines),
        "contrasts": [[each.name, each.tip, each.other] for each in experiment.contrasts],
    }


def identical_contrasts(experiment: Experiment) -> list[str]:
    r"""The contrasts whose two arms are the same player under the same rules at every table.

    >>> from rummysim.experiments.read import parse_experiment
    >>> identical_contrasts(parse_experiment("[arms.same]\n[arms.shy]\npolicy = 'random'"))
    ['same-usual']
    """
    parts = identity_parts(experiment)
    tables = [*parts["arms"].values(), *parts["rules"].values()]
    return [
        each.name
        for each in experiment.contrasts
        if all(table[each.tip] == table[each.other] for table in tables)
    ]


def _rules(experiment: Experiment) -> dict[str, dict[str, str]]:
    """The digest of the rules by variant and arm."""
    variants = ("", *(variant.name for variant in experiment.variants))
    return {
        variant: {
            arm: rules_id(rules_of(experiment, variant, arm)) for arm in ("", *experiment.arms)
        }
        for variant in variants
    }


def _arms(experiment: Experiment) -> dict[str, dict[str, Any]]:
    """Who plays, by baseline and arm; the baseline itself has no name."""
    found: dict[str, dict[str, Any]] = {}
    most = max(experiment.players)
    for case in cases_of(experiment):
        if case.baseline in found:
            continue
        players: dict[str, Any] = {"": _player(experiment, baseline_player(experiment, case))}
        for name, arm in experiment.arms.items():
            wide = Case(case.variant, most, case.baseline, case.field)
            seats = seated_players(experiment, wide, name) if arm.seats else ()
            players[name] = (
                [_player(experiment, seat) for seat in seats]
                if seats
                else _player(experiment, arm_player(experiment, case, name))
            )
        found[case.baseline] = players
    return found


def _player(experiment: Experiment, text: str) -> dict[str, Any]:
    """What decides how a policy plays: the values of its parameters, and whose they are.

    Parameters that the script got later do not count while they have their default.
    """
    name = read_call(text)[0]
    values = {k: v for k, v in policy_settings(text).named.items() if LATER.get(k) != v}
    if is_own_code(name):
        return {
            "source": experiment.sources.get(name, ""),
            "function": name.rpartition(":")[2],
            "values": values,
        }
    return {"script": values} if values else {"policy": name}
