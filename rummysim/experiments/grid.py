"""The tables of an experiment: its cases, the rules at each, and who sits where."""

import functools
from collections.abc import Mapping

from rummysim.experiments.spec import Case, Experiment, Value
from rummysim.policies.call import read_call
from rummysim.rules import RuleSet, load_rules

USUAL = "usual"  # the arm that plays as the baseline does


def cases_of(experiment: Experiment) -> tuple[Case, ...]:
    """All cases in the order in which they are played: the usual rules, then the variants."""
    usual = (experiment.players, experiment.baselines, experiment.fields)
    grids = [("", usual)] + [(each.name, experiment.variants_at) for each in experiment.variants]
    return tuple(
        Case(variant, players, baseline, field)
        for variant, (counts, baselines, fields) in grids
        for players in counts
        for baseline in baselines
        for field in fields
    )


def rules_of(experiment: Experiment, variant: str = "", arm: str = "") -> RuleSet:
    """The rules of a variant as an arm plays them; both may be left out.

    Raises RulesError when the changes do not go together.
    """
    changes: tuple[str, ...] = ()
    for each in experiment.variants:
        if each.name == variant:
            changes += each.rules
    if arm:
        changes += experiment.arms[arm].rules
    return _changed(experiment.rules, changes)


@functools.lru_cache(maxsize=64)
def _changed(rules: RuleSet, changes: tuple[str, ...]) -> RuleSet:
    return load_rules(rules, changes) if changes else rules


def baseline_player(experiment: Experiment, case: Case) -> str:
    """The policy of the baseline as `load_policies` takes it."""
    return player(experiment, case.baseline)


def arm_player(experiment: Experiment, case: Case, arm: str) -> str:
    """The policy of an arm as `load_policies` takes it: the baseline, but for what it names."""
    found = experiment.arms[arm]
    return player(experiment, found.policy or case.baseline, found.parameters)


def seated_players(experiment: Experiment, case: Case, arm: str) -> tuple[str, ...]:
    """Who sits in each seat when an arm names a policy for each."""
    return tuple(player(experiment, name) for name in experiment.arms[arm].seats[: case.players])


def others(experiment: Experiment, case: Case, tip: str) -> tuple[str, ...]:
    """The n - 1 policies around the one that is measured, in seat order.

    tip : the arm that "followers" follow, and that everybody plays in the field "table"
    """
    seats = case.players - 1
    if case.field == "mixed":
        return tuple(player(experiment, name) for name in experiment.mixed[:seats])
    if case.field == "baseline":
        return (baseline_player(experiment, case),) * seats
    return (arm_player(experiment, case, tip),) * seats


def player(experiment: Experiment, name: str, parameters: Mapping[str, Value] | None = None) -> str:
    """A policy of the experiment as `load_policies` takes it, with values of parameters on top."""
    own, values = read_call(name)
    if own in experiment.meanings:
        own, meant = read_call(experiment.meanings[own])
        values = meant | values
    values |= {key: value_text(value) for key, value in (parameters or {}).items()}
    inside = ", ".join(f"{key}={text}" for key, text in values.items())
    return f"{own}({inside})" if inside else own


def value_text(value: Value) -> str:
    """A value of a parameter as it is written behind a policy's name.

    >>> value_text(True), value_text(0.5), value_text("never")
    ('on', '0.5', 'never')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
