"""Values of experiment files: one reader per form, each with its range and its refusal."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rummysim.errors import ExperimentError
from rummysim.experiments.layers import Leaf, no_key
from rummysim.experiments.spec import Axis, Bound
from rummysim.rules.fields import read_choice, read_number, show

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")
LONGEST_NAME = 60
LONGEST_TEXT = 500
MOST_ITEMS = 200
MOST_BINS = 40
EDGE = 1_000_000

Item = TypeVar("Item")


def read_text(leaf: Leaf, least: int = 0) -> str:
    """One line of text with at least so many letters.

    >>> from pathlib import Path
    >>> read_text(Leaf("why?", "question", "my.toml"))
    'why?'

    Raises ExperimentError for anything else.
    """
    text = leaf.value
    if isinstance(text, str) and text.isprintable() and least <= len(text.strip()):
        if len(text) <= LONGEST_TEXT:
            return text.strip()
    plain = "" if str(text).isprintable() else ", none of which is a control character"
    raise leaf.wrong(f"one line of {least} to {LONGEST_TEXT} letters{plain}")


def read_real(leaf: Leaf, low: float, high: float) -> float:
    """A number from ``low`` to ``high``, both included.

    >>> read_real(Leaf(0.05, "stop.alpha", "my.toml"), 0.0001, 0.5)
    0.05

    Raises ExperimentError for anything else.
    """
    value = leaf.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        if math.isfinite(value) and low <= value <= high:
            return float(value)
    raise leaf.wrong(f"a number from {low:g} to {high:g}")


def read_items(leaf: Leaf, wanted: str, read: Callable[[Leaf], Item], least: int = 1) -> list[Item]:
    """A list of at least so many values that ``read`` takes, no two of them equal.

    wanted : what the list holds, for the sentence of an error

    >>> read_items(Leaf(["a", "b"], "count.by", "my.toml"), "words", read_text)
    ['a', 'b']

    Raises ExperimentError for anything else.
    """
    items = read_list(leaf, wanted, read, least)
    for number, item in enumerate(items):
        if item in items[:number]:
            raise ExperimentError(f"{leaf.source}: {leaf.key} names {show(item)} twice")
    return items


def read_list(leaf: Leaf, wanted: str, read: Callable[[Leaf], Item], least: int = 0) -> list[Item]:
    """A list of at least so many values that ``read`` takes; the same one may come again.

    >>> read_list(Leaf(["a", "a"], "table.mixed", "my.toml"), "policies", read_text)
    ['a', 'a']

    Raises ExperimentError for anything else.
    """
    values = leaf.value
    if not isinstance(values, list) or not least <= len(values) <= MOST_ITEMS:
        raise leaf.wrong(f"a list of {wanted}")
    return [
        read(Leaf(value, f"{leaf.key}[{number}]", leaf.source, folder=leaf.folder))
        for number, value in enumerate(values, start=1)
    ]


def read_words(leaf: Leaf, choices: tuple[str, ...], least: int = 1) -> tuple[str, ...]:
    """A list of different words out of ``choices``.

    >>> read_words(Leaf(["round"], "count.by", "my.toml"), ("round", "place"))
    ('round',)

    Raises ExperimentError naming the word that is none of them, and what it may mean.
    """
    wanted = f"words out of {', '.join(choices)}"
    return tuple(read_items(leaf, wanted, lambda item: read_choice(item, choices), least))


def read_numbers(leaf: Leaf, low: int, high: int, least: int = 1) -> tuple[int, ...]:
    """A list of different whole numbers within a range.

    >>> read_numbers(Leaf([3, 4], "table.players", "my.toml"), 2, 6)
    (3, 4)

    Raises ExperimentError for anything else.
    """
    wanted = f"whole numbers from {low} to {high}"
    return tuple(read_items(leaf, wanted, lambda item: read_number(item, (low, high)), least))


def read_texts(leaf: Leaf, wanted: str, least: int = 0) -> tuple[str, ...]:
    """A list of texts, each on one line and not empty.

    >>> read_texts(Leaf(["buy.limit=1"], "game.set", "my.toml"), "rule changes")
    ('buy.limit=1',)

    Raises ExperimentError for anything else.
    """
    return tuple(read_list(leaf, wanted, lambda item: read_text(item, 1), least))


def read_changes(leaf: Leaf, least: int = 0) -> tuple[str, ...]:
    """A list of rule changes.

    >>> read_changes(Leaf(["buy.limit=1"], "game.set", "my.toml"))
    ('buy.limit=1',)

    Raises ExperimentError for anything else.
    """
    return read_texts(leaf, 'rule changes, as in ["buy.limit=1"]', least)


def checked_name(name: str, source: str, what: str) -> str:
    """The name of an arm, a contrast or a variant.

    >>> checked_name("eager-1", "my.toml", "arm")
    'eager-1'

    Raises ExperimentError when it holds what the keys of a store could not.
    """
    if NAME.fullmatch(name) and len(name) <= LONGEST_NAME:
        return name
    raise ExperimentError(
        f"{source}: no {what} can be called {show(name)}; take up to {LONGEST_NAME} letters "
        "a-z, digits, - and _, as in eager-1"
    )


def read_axis(leaf: Leaf, features: tuple[str, ...]) -> Axis:
    """How one feature is cut into bins, from ``{ feature = "distance", edges = [2, 3] }``.

    >>> read_axis(Leaf({"feature": "turn", "edges": [3]}, "rows", "my.toml"), ("turn",))
    Axis(feature='turn', edges=(3,))

    Raises ExperimentError naming what is missing, unknown or out of order.
    """
    parts = table_leaves(leaf, ("feature", "edges"), ("feature", "edges"))
    feature = read_choice(parts["feature"], features)
    edges = read_numbers(parts["edges"], -EDGE, EDGE, 0)
    if list(edges) != sorted(edges) or len(edges) >= MOST_BINS:
        raise parts["edges"].wrong(f"up to {MOST_BINS - 1} whole numbers, the smallest first")
    return Axis(feature, edges)


def read_bound(feature: str, leaf: Leaf, features: tuple[str, ...]) -> Bound:
    """The situations that belong on a card, from ``where = { progress = [1, 20] }``.

    >>> read_bound("turn", Leaf([1, 3], "where.turn", "my.toml"), ("turn",))
    Bound(feature='turn', least=1, most=3)

    Raises ExperimentError naming what cannot be meant.
    """
    if feature not in features:
        place = leaf.key.rpartition(".")[0]
        raise ExperimentError(no_key(leaf.source, place, feature, features))
    ends = read_list(leaf, "two whole numbers", lambda item: read_number(item, (-EDGE, EDGE)))
    if len(ends) != 2 or ends[0] > ends[1]:
        raise leaf.wrong("the least and the most, as in [1, 3]")
    return Bound(feature, ends[0], ends[1])


def table_leaves(
    leaf: Leaf, known: tuple[str, ...], needed: Iterable[str] = ()
) -> Mapping[str, Leaf]:
    """The values of a table that stands where one value does, by key.

    >>> sorted(table_leaves(Leaf({"tip": "a"}, "contrasts[1]", "my.toml"), ("tip", "other")))
    ['tip']

    Raises ExperimentError when it is no table, or has a key too many or too few.
    """
    if not isinstance(leaf.value, Mapping):
        raise leaf.wrong(f"a table with {', '.join(known)}")
    for key in leaf.value:
        if key not in known:
            raise ExperimentError(no_key(leaf.source, leaf.key, key, known))
    for key in needed:
        if key not in leaf.value:
            raise ExperimentError(f"{leaf.source}: [{leaf.key}] lacks {key}")
    return {
        key: Leaf(value, f"{leaf.key}.{key}", leaf.source, folder=leaf.folder)
        for key, value in leaf.value.items()
    }
