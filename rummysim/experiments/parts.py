"""Parts of an experiment file that are tables of their own: arms, contrasts, variants, cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummysim.errors import ExperimentError, PolicyError
from rummysim.experiments.grid import USUAL
from rummysim.experiments.layers import Leaf, Tree, source_of
from rummysim.experiments.spec import (
    Arm,
    Chart,
    Contrast,
    Design,
    Value,
    Variant,
    View,
)
from rummysim.experiments.values import (
    checked_name,
    read_axis,
    read_bound,
    read_changes,
    read_items,
    read_list,
    read_real,
    read_text,
    table_leaves,
)
from rummysim.experiments.wording import PLAYING_AS_USUAL, doing_of, why_of
from rummysim.experiments.words import DECISIONS, FEATURES
from rummysim.policies.registry import policy_settings
from rummysim.rules.fields import near, read_choice, read_number, show

AS_USUAL = Arm(USUAL, PLAYING_AS_USUAL, None, {}, (), ())
MOST_FOLLOW = 1 << 40
ONE_BIN = {"feature": "round", "edges": []}  # what an axis is that a card has not


def read_policy(leaf: Leaf) -> str:
    """The policy that a value names, once it is known that it can be played.

    >>> read_policy(Leaf("steady(buy=never)", "arms.shy.policy", "my.toml"))
    'steady(buy=never)'

    Raises ExperimentError.
    """
    text = read_text(leaf, 1)
    try:
        return policy_settings(text).text
    except PolicyError as error:
        raise ExperimentError(f"{leaf.source}: {leaf.key}: {error}") from None


def read_arms(tables: Tree, file: str) -> dict[str, Arm]:
    """The arms by their names, in the order of the file.

    file : what the experiment is called, for what no value can be blamed for

    Raises ExperimentError.
    """
    return {name: _arm(name, table, file) for name, table in tables.items()}


def _arm(name: str, table: Tree, file: str) -> Arm:
    source = source_of(table, file)
    rules = read_changes(table["rules"]) if "rules" in table else ()
    seats = read_list(table["seats"], "policies", read_policy, 1) if "seats" in table else []
    different = [key for key in table if key != "doing"]
    if name == USUAL and different:
        raise ExperimentError(
            f"{source}: [arms.{USUAL}] has {different[0]}, but it is the baseline itself; "
            "give an arm that plays otherwise another name"
        )
    for key in ("policy", "parameters"):
        if seats and key in table:
            raise ExperimentError(
                f"{source}: [arms.{name}] has both seats and {key}; with seats every policy "
                'is named there, as in "steady(buy=never)"'
            )
    arm = Arm(
        name=checked_name(name, source, "arm"),
        doing=read_text(table["doing"]) if "doing" in table else "",
        policy=read_policy(table["policy"]) if "policy" in table else None,
        parameters={key: _value(leaf) for key, leaf in table.get("parameters", {}).items()},
        rules=rules,
        seats=tuple(seats),
    )
    return replace(arm, doing=doing_of(arm))


def _value(leaf: Leaf) -> Value:
    """The value of a parameter; its policy knows whether it may have it."""
    if isinstance(leaf.value, str | int | float):
        return leaf.value
    raise leaf.wrong("a number or a word")


def read_contrasts(
    tree: Tree, arms: dict[str, Arm], design: Design, file: str
) -> tuple[dict[str, Arm], tuple[Contrast, ...]]:
    """The arms, with the usual one where it is needed, and what is compared with what.

    Without contrasts each arm is compared with playing as usual.

    Raises ExperimentError when a contrast names no arm, or one with itself.
    """
    usual = {USUAL: arms.get(USUAL, AS_USUAL)}
    if design != "paired":
        return arms or usual, ()
    leaf = tree.get("contrasts")
    if leaf is None:
        others = {name: arm for name, arm in arms.items() if name != USUAL}
        if not others:
            raise ExperimentError(
                f"{file}: there is nothing to compare; give a table "
                "[arms.NAME] with a policy, parameters or rules that differ"
            )
        pairs = [Contrast(f"{name}-{USUAL}", name, USUAL) for name in others]
        return usual | others, tuple(pairs)
    known = tuple(usual | arms)
    if isinstance(leaf.value, Mapping):
        raise ExperimentError(
            f"{leaf.source}: [contrasts] is one table; write [[contrasts]] with two brackets above "
            "each contrast"
        )
    contrasts = read_list(leaf, "tables [[contrasts]]", lambda each: _contrast(each, known), 1)
    for number, contrast in enumerate(contrasts):
        if contrast.name in [earlier.name for earlier in contrasts[:number]]:
            raise ExperimentError(
                f"{leaf.source}: two contrasts are called {show(contrast.name)}; "
                "give one of them a name of its own"
            )
    named = {name for contrast in contrasts for name in (contrast.tip, contrast.other)}
    for name in [name for name in arms if name not in named and name != USUAL]:
        if source_of(tree["arms"][name], file) == leaf.source:  # a base may have arms for others
            raise ExperimentError(
                f"{leaf.source}: [arms.{name}] is in no contrast; name it as tip or other of one, "
                "or leave it out"
            )
    return (usual | arms if USUAL in named else arms), tuple(contrasts)


def _contrast(leaf: Leaf, arms: tuple[str, ...]) -> Contrast:
    parts = table_leaves(leaf, ("name", "tip", "other"), ("tip", "other"))
    tip, other = (_arm_name(parts[key], arms) for key in ("tip", "other"))
    if tip == other:
        raise parts["other"].wrong(f"another arm than tip, which is {show(tip)}, too")
    name = read_text(parts["name"], 1) if "name" in parts else f"{tip}-{other}"
    return Contrast(checked_name(name, leaf.source, "contrast"), tip, other)


def _arm_name(leaf: Leaf, arms: tuple[str, ...]) -> str:
    if isinstance(leaf.value, str) and leaf.value in arms:
        return leaf.value
    hint = near(leaf.value, arms) if isinstance(leaf.value, str) else ""
    raise leaf.wrong(f"the name of an arm: {', '.join(arms)}{hint}")


def read_variants(tables: Tree, file: str) -> tuple[Variant, ...]:
    """The house rules under which everything is asked once more.

    Raises ExperimentError.
    """
    return tuple(_variant(name, table, file) for name, table in tables.items())


def _variant(name: str, table: Tree, file: str) -> Variant:
    source = source_of(table, file)
    if "rules" not in table:
        raise ExperimentError(
            f'{source}: [variants.{name}] lacks rules, as in rules = ["buy.limit=1"]'
        )
    rules = read_changes(table["rules"], 1)
    why = read_text(table["why"]) if "why" in table else ""
    if name == USUAL:
        raise ExperimentError(f"{source}: a variant cannot be called {USUAL!r}, as the rules are")
    return Variant(checked_name(name, source, "variant"), rules, why or why_of(rules))


def read_chart(tree: Tree, file: str) -> Chart:
    """The decision that is forked and the cards that show it.

    Raises ExperimentError.
    """
    table = tree["chart"]
    for key in ("decision", "acts", "views"):
        if key not in table:
            raise ExperimentError(f"{file}: [chart] lacks {key}")
    acts = read_items(table["acts"], "two words", lambda leaf: read_text(leaf, 1))
    if len(acts) != 2:
        raise table["acts"].wrong('two words for what may be done, as in ["buy", "pass"]')
    views = read_list(table["views"], "tables [[chart.views]]", _view, 1)
    names = [view.name for view in views]
    for name in names:
        if names.count(name) > 1:
            raise ExperimentError(f"{table['views'].source}: two views are called {show(name)}")
    return Chart(
        decision=read_choice(table["decision"], tuple(DECISIONS)),
        acts=(acts[0], acts[1]),
        sample=read_real(table["sample"], 1e-6, 1.0),
        views=tuple(views),
        follow=read_number(table["follow"], (0, MOST_FOLLOW)),
    )


def _view(leaf: Leaf) -> View:
    features = tuple(FEATURES)
    parts = dict(
        table_leaves(leaf, ("name", "rows", "columns", "panels", "where"), ("name", "rows"))
    )
    columns = parts.get("columns") or Leaf(ONE_BIN, f"{leaf.key}.columns", leaf.source)
    where: Mapping[str, Any] = {}
    if "where" in parts:
        where = table_leaves(parts["where"], features)
    return View(
        name=read_text(parts["name"], 1),
        rows=read_axis(parts["rows"], features),
        columns=read_axis(columns, features),
        panels=read_axis(parts["panels"], features) if "panels" in parts else None,
        where=tuple(read_bound(feature, each, features) for feature, each in where.items()),
    )
