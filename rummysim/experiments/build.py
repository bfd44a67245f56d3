"""A tree of tables to `Experiment`: every value read and within its range."""

from typing import Any, cast, get_args

from rummysim.errors import ExperimentError, RulesError
from rummysim.experiments.check import check, check_tables
from rummysim.experiments.layers import Tree, said_of_rules
from rummysim.experiments.parts import (
    read_arms,
    read_chart,
    read_contrasts,
    read_policy,
    read_variants,
)
from rummysim.experiments.policies import with_own_policies
from rummysim.experiments.spec import Design, Experiment, Field, Stop
from rummysim.experiments.values import (
    checked_name,
    read_changes,
    read_items,
    read_list,
    read_numbers,
    read_real,
    read_text,
    read_words,
)
from rummysim.experiments.words import LABELS, MEASURES
from rummysim.rules import RuleSet, load_rules
from rummysim.rules.fields import SEATS, read_choice, read_number

MOST_DEALS = 1 << 48
MOST_CHUNK = 1_000_000  # so that the sums of one chunk stay far below 2**63
MOST_SEED = (1 << 63) - 1
REALS = {"alpha": (1e-9, 0.5), "smallest": (0.0, 1000.0), "power": (0.5, 0.999)}
WHOLES = {
    "look": (1, MOST_DEALS),
    "burn_in": (0, MOST_DEALS),
    "planned": (1, MOST_DEALS),
    "max_deals": (1, MOST_DEALS),
    "confirm_min": (0, MOST_DEALS),
    "confirm_max": (0, MOST_DEALS),
}

Grid = tuple[tuple[int, ...], tuple[str, ...], tuple[Field, ...]]


def read_design(tree: Tree) -> Design:
    """How an experiment is made: what its ``design`` says, else what its tables show.

    >>> read_design({"count": {}}), read_design({})
    ('counting', 'paired')

    Raises ExperimentError when there is no such design.
    """
    if "design" in tree:
        return cast(Design, read_choice(tree["design"], get_args(Design)))
    return "counting" if "count" in tree else "chart" if "chart" in tree else "paired"


def read_rules(tree: Tree) -> RuleSet:
    """The rules of the table [game].

    Raises ExperimentError when they are unknown or cannot be played.
    """
    leaf, changes = tree["game"]["rules"], tree["game"]["set"]
    text = read_text(leaf, 1)
    named = str(leaf.folder / text) if text.endswith(".toml") else text
    options = read_changes(changes)
    at_fault = leaf
    try:
        rules = load_rules(named)
        at_fault = changes
        return load_rules(named, options) if options else rules
    except RulesError as error:
        raise ExperimentError(
            f"{at_fault.source}: {at_fault.key}: {said_of_rules(error)}"
        ) from None


def build(name: str, tree: Tree, file: str = "") -> Experiment:
    """The experiment that a tree describes in which nothing is left to defaults.

    file : how errors name it, if not as the experiment

    Raises ExperimentError.
    """
    file = file or name
    design = read_design(tree)
    check_tables(design, tree, file)
    table = tree["table"]
    grid = read_grid(table)
    arms, contrasts = read_contrasts(tree, read_arms(tree.get("arms", {}), file), design, file)
    measures, by = _counted(tree, file) if design == "counting" else ((), ())
    experiment = Experiment(
        name=checked_name(name, name, "experiment"),
        question=read_text(tree["question"]),
        claim=read_text(tree["claim"]),
        quote=read_text(tree["quote"]),
        design=design,
        rules=read_rules(tree),
        round=_round(tree),
        players=grid[0],
        baselines=grid[1],
        fields=grid[2],
        mixed=tuple(read_list(table["mixed"], "policies", read_policy)),
        arms=arms,
        contrasts=contrasts,
        variants=read_variants(tree.get("variants", {}), file),
        variants_at=read_grid(table | tree.get("variants_at", {})),
        measures=measures,
        by=by,
        chart=read_chart(tree, file) if design == "chart" else None,
        stop=read_stop(tree),
        chunk=read_number(tree["run"]["chunk"], (1, MOST_CHUNK)),
        seed=read_number(tree["run"]["seed"], (0, MOST_SEED)),
    )
    experiment = with_own_policies(experiment)
    check(experiment, tree)
    return experiment


def read_grid(table: Tree) -> Grid:
    """The players, baselines and fields of a table.

    Raises ExperimentError.
    """
    baselines = tuple(read_items(table["baselines"], "policies", read_policy))
    fields = read_words(table["fields"], get_args(Field))
    return read_numbers(table["players"], *SEATS), baselines, cast("tuple[Field, ...]", fields)


def read_stop(tree: Tree) -> Stop:
    """When enough has been played.

    Raises ExperimentError.
    """
    stop = tree["stop"]
    values: dict[str, Any] = {key: read_real(stop[key], *ends) for key, ends in REALS.items()}
    values |= {key: read_number(stop[key], ends) for key, ends in WHOLES.items()}
    if values["confirm_max"] < values["confirm_min"]:
        wanted = f"stop.confirm_min = {values['confirm_min']} or more"
        raise stop["confirm_max"].wrong(wanted)
    return Stop(**values)


def _round(tree: Tree) -> int | None:
    """The round that is played, from 1; None for whole matches."""
    if "round" not in tree["game"]:
        return None
    return read_number(tree["game"]["round"], (1, read_rules(tree).rounds))


def _counted(tree: Tree, file: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is counted, and by what it is broken down."""
    count = tree["count"]
    if "measures" not in count:
        raise ExperimentError(
            f"{file}: [count] lacks measures, for example "
            f'["points", "down"]; they are {", ".join(MEASURES)}'
        )
    measures = read_words(count["measures"], tuple(MEASURES))
    return measures, read_words(count["by"], tuple(LABELS), 0)
