"""Whether data that was read from a file has the form that it was written with.

A form is a type, a tuple of forms of which one fits, ``[form]`` for a list, ``{"key": form}`` for
a table with these keys, or ``{ANY: form}`` for a table with any keys.
"""

import dataclasses
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

ANY = "*"
WHOLE_DEALS = {ANY: {ANY: int}}  # by case and group
NUMBER = (int, float)
LIMITS = {"max_deals": int, "confirm_max": int}
LINES: Any = ({"lines": int, "sha256": str}, {})
STANDING = {"explore": int, "confirm": int, "stop": str}
MANIFEST_FORM: dict[str, Any] = {
    "schema": int,
    "rummysim": str,
    "engine": str,
    "rng": str,
    "sources": str,
    "id": str,
    "name": str,
    "seed": int,
    "state": str,
    "experiment": dict,
    "experiment_id": str,
    "identity": dict,
    "planned": WHOLE_DEALS,
    "extensions": [{"from": LIMITS, "to": LIMITS}],
    "progress": {ANY: {"games": int, "groups": {ANY: STANDING}}},
    "chunks": LINES,
    "chunks_played": LINES,
    "compact": bool,
    "combined": [str],
    "command": str,
    "backend": str,
    "machine": {ANY: (str, int, NoneType)},
    "wall_seconds": NUMBER,
    "cpu_seconds": NUMBER,
    "manifest_id": str,
}


def fits(value: object, form: Any) -> bool:
    """Whether a value of JSON has a form; whole numbers of counts are not negative.

    >>> fits({"a": [1, 2]}, {"a": [int]}), fits({"a": [1, "2"]}, {"a": [int]}), fits(True, int)
    (True, False, False)
    """
    if isinstance(form, tuple):
        return any(fits(value, each) for each in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(each, form[0]) for each in value)
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return False
        if ANY in form:
            return all(fits(each, form[ANY]) for each in value.values())
        return value.keys() == form.keys() and all(fits(value[key], form[key]) for key in form)
    if form in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, form) and not (form is int and value < 0)


def strange_parts(manifest: Mapping[str, Any]) -> list[str]:
    """The keys of a manifest whose values have another form than they are written with.

    >>> strange_parts({"progress": {"usual": 1}, "compact": True})
    ['progress']
    """
    return [
        key
        for key, value in manifest.items()
        if (key in MANIFEST_FORM and not fits(value, MANIFEST_FORM[key])) or not printable(value)
    ]


def printable(value: object) -> bool:
    r"""Whether every text in plain data can be printed, on one line.

    >>> printable({"a": ["café"]}), printable({"a": "\ud800"}), printable({"a\x1b": 1})
    (True, False, False)
    """
    if isinstance(value, str):
        return value.isprintable()
    if isinstance(value, Mapping):
        return all(printable(each) for pair in value.items() for each in pair)
    return not isinstance(value, list) or all(map(printable, value))


def check_record(record: Any) -> None:
    """Nothing, when all fields of a dataclass, and of those in it, have their declared types.

    >>> from rummysim.experiments.spec import Contrast
    >>> check_record(Contrast("a-b", "a", 7))
    Traceback (most recent call last):
    ValueError: its other is 7

    Raises ValueError naming the first one that has not.
    """
    hints = get_type_hints(type(record))
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if not _is_of(value, hints[field.name]):
            raise ValueError(f"its {field.name} is {value!r:.60}")


def _is_of(value: Any, hint: Any) -> bool:
    """Whether a value has the type that a field of a record declares."""
    kind, inner = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return any(_is_of(value, each) for each in inner)
    if kind is Literal:
        return isinstance(value, str) and value in inner
    if kind is tuple and inner[-1] is Ellipsis:
        return isinstance(value, tuple) and all(_is_of(each, inner[0]) for each in value)
    if kind is tuple:
        same = isinstance(value, tuple) and len(value) == len(inner)
        return same and all(map(_is_of, value, inner))
    if kind is not None:  # a mapping from text
        return isinstance(value, Mapping) and all(
            isinstance(key, str) and _is_of(each, inner[1]) for key, each in value.items()
        )
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        if isinstance(value, hint) and hint.__module__ == "rummysim.experiments.spec":
            check_record(value)
        return isinstance(value, hint)
    if hint is float:
        hint = (int, float)
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
