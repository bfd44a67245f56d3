"""A whole experiment as the text of a file, with everything that defaults and bases gave."""

import json
from collections.abc import Iterator
from typing import Any

from rummysim.experiments.layers import Leaf, Tree


def config_text(tree: Tree) -> str:
    """The tables of an experiment as TOML, which reads back as the same experiment.

    >>> from rummysim.experiments.read import parse_experiment, with_defaults
    >>> text = config_text(with_defaults({}))
    >>> "look = 200" in text.splitlines()
    True
    """
    return "\n".join(_lines(tree, "")).lstrip("\n") + "\n"


def _lines(tree: Tree, place: str) -> Iterator[str]:
    """Values first, then the tables below this one under their headings."""
    for key, leaf in tree.items():
        if isinstance(leaf, Leaf) and not _is_tables(leaf.value):
            yield f"{_key(key)} = {_toml(_value(leaf))}"
    for key, below in tree.items():
        inner = f"{place}.{_key(key)}".lstrip(".")
        if isinstance(below, dict):
            if below:
                yield from ("", f"[{inner}]")
            yield from _lines(below, inner)
        elif isinstance(below, Leaf) and _is_tables(below.value):
            values: Any = below.value
            for value in values:
                yield from ("", f"[[{inner}]]")
                yield from (f"{_key(each)} = {_toml(part)}" for each, part in value.items())


def _is_tables(value: object) -> bool:
    """Whether it is a list of tables, such as [[contrasts]]."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _value(leaf: Leaf) -> object:
    """The value; a rule file as it is seen from the current folder."""
    if leaf.key == "game.rules" and str(leaf.value).endswith(".toml"):
        return str(leaf.folder / str(leaf.value))
    return leaf.value


def _key(key: str) -> str:
    plain = key.replace("-", "").replace("_", "")
    return key if plain.isalnum() and plain.isascii() else json.dumps(key, ensure_ascii=False)


def _toml(value: Any) -> str:
    """One value; JSON's texts, numbers and truth values are TOML's, too."""
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_toml(each)}" for key, each in value.items()) + " }"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)
