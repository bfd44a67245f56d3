"""What has to hold between the tables of an experiment."""

from collections.abc import Iterator

from rummysim.errors import ExperimentError, PolicyError, RulesError
from rummysim.experiments.grid import arm_player, cases_of, rules_of, value_text
from rummysim.experiments.layers import Leaf, Tree, said_of_rules, source_of
from rummysim.experiments.spec import Design, Experiment, Field
from rummysim.policies.registry import policy_settings
from rummysim.rules import for_players

MIXED = ("greedy", "sharp", "steady", "novice", "random")  # an example
FIELDS: dict[Design, tuple[Field, ...]] = {
    "paired": ("baseline", "followers", "mixed", "table"),
    "counting": ("table",),
    "chart": ("baseline",),
}
UNUSED: dict[Design, tuple[str, ...]] = {  # tables that an experiment of a design has no use for
    "paired": ("count", "chart"),
    "counting": ("contrasts", "chart"),
    "chart": ("arms", "contrasts", "count"),
}


def check_tables(design: Design, tree: Tree, name: str) -> None:
    """Nothing, when the design has a use for every table.

    Raises ExperimentError for one that would not count.
    """
    for table in UNUSED[design]:
        if table in tree:
            source = source_of({table: tree[table]}, name)
            raise ExperimentError(
                f"{source}: [{table}] is of no use where design is {design!r}; "
                "leave it out, or ask that question in a file of its own"
            )


def check(experiment: Experiment, tree: Tree) -> None:
    """Nothing, when all tables of the experiment can be played.

    tree : what it was read from, so that errors can name their place

    Raises ExperimentError.
    """
    _check_fields(experiment, tree)
    _check_mixed(experiment, tree)
    _check_seats(experiment, tree)
    _check_rules(experiment, tree)
    _check_arms(experiment, tree)


def _grids(experiment: Experiment, tree: Tree) -> Iterator[tuple[Tree, tuple[Field, ...], int]]:
    """The tables that say who plays, with their fields and the most players."""
    table = tree["table"]
    yield table, experiment.fields, max(experiment.players)
    if experiment.variants:
        players, _, fields = experiment.variants_at
        yield table | tree.get("variants_at", {}), fields, max(players)


def _check_fields(experiment: Experiment, tree: Tree) -> None:
    allowed = FIELDS[experiment.design]
    for table, fields, _ in _grids(experiment, tree):
        for field in fields:
            if field not in allowed:
                raise table["fields"].wrong(
                    f"{list(allowed)} where design is {experiment.design!r}"
                )


def _check_mixed(experiment: Experiment, tree: Tree) -> None:
    for _, fields, most in _grids(experiment, tree):
        if "mixed" in fields and len(experiment.mixed) < most - 1:
            raise tree["table"]["mixed"].wrong(
                f"a list of {most - 1} policies or more for the field 'mixed', who are the "
                f"others at a table of {most}, as in {list(MIXED[: most - 1])}"
            )


def _check_seats(experiment: Experiment, tree: Tree) -> None:
    most = max(most for _, _, most in _grids(experiment, tree))
    for name, arm in experiment.arms.items():
        if not arm.seats:
            continue
        leaf = tree["arms"][name]["seats"]
        if experiment.design != "counting":
            raise ExperimentError(
                f"{leaf.source}: {leaf.key} is for counting only; here an arm has one policy"
            )
        if len(arm.seats) < most:
            raise leaf.wrong(f"a list of {most} policies or more, one for each seat")


def _check_rules(experiment: Experiment, tree: Tree) -> None:
    """Every variant and arm has rules that can be played, with as many rounds as all others."""
    rounds = experiment.rules.rounds
    for variant in ("", *(each.name for each in experiment.variants)):
        for arm in ("", *experiment.arms):
            leaf = _rules_leaf(tree, variant, arm)
            try:
                found = rules_of(experiment, variant, arm)
            except RulesError as error:
                raise ExperimentError(
                    f"{leaf.source}: {leaf.key}: {said_of_rules(error)}"
                ) from None
            if found.rounds != rounds:
                raise ExperimentError(
                    f"{leaf.source}: {leaf.key} has {found.rounds} rounds and the experiment "
                    f"{rounds}; they are compared round by round and need as many"
                )
    for case in cases_of(experiment):
        at = tree["table"] if not case.variant else tree["table"] | tree.get("variants_at", {})
        for arm in experiment.arms:
            try:
                for_players(rules_of(experiment, case.variant, arm), case.players)
            except RulesError as error:
                place: Leaf = at["players"]
                words = _of_a_file(str(error))
                raise ExperimentError(f"{place.source}: {place.key}: {words}") from None


def _of_a_file(hint: str) -> str:
    """A hint how to allow more players, as the options of an experiment have it.

    There ``--set table.players`` says who plays, and rules are changed by ``game.set``.
    """
    text, found, seats = hint.partition("--set table.players=")
    if not found:
        return hint
    return f"{text}--set 'game.set=[\"table.players={seats}\"]' (with what game.set has already)"


def _rules_leaf(tree: Tree, variant: str, arm: str) -> Leaf:
    """Where the changes stand that an arm makes, or a variant where it makes none."""
    table = tree.get("arms", {}).get(arm, {})
    if "rules" in table:
        leaf: Leaf = table["rules"]
        return leaf
    leaf = tree["variants"][variant]["rules"] if variant else tree["game"]["rules"]
    return leaf


def _check_arms(experiment: Experiment, tree: Tree) -> None:
    """Every arm's parameters fit the policy that it changes."""
    for case in cases_of(experiment):
        for name, arm in experiment.arms.items():
            try:
                policy_settings(arm_player(experiment, case, name))
            except PolicyError as error:
                table = tree["arms"][name]
                part = "parameters" if arm.parameters else "policy"
                leaf, said = table[part], str(error)
                if isinstance(leaf, dict):
                    key = next((key for key in leaf if f" {key} " in said), next(iter(leaf)))
                    leaf = leaf[key]
                    if isinstance(leaf.value, bool):  # as it stands in the file
                        said = said.replace(
                            f"{key} is {value_text(leaf.value)!r}", f"{key} is {leaf.value}".lower()
                        )
                raise ExperimentError(f"{leaf.source}: [arms.{name}.{part}]: {said}") from None
