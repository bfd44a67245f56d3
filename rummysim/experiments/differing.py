"""What two experiments differ in, in the words of their files."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rummysim.experiments.identity import EXTENDS

TABLES = {  # of a file, by the parts of an experiment that stand in them
    "rules": "game.rules",
    "round": "game.round",
    "players": "table.players",
    "baselines": "table.baselines",
    "fields": "table.fields",
    "mixed": "table.mixed",
    "measures": "count.measures",
    "by": "count.by",
    "chunk": "run.chunk",
    "seed": "run.seed",
    "meanings": "the values in",
    "sources": "the code in",
}
WORDS = ("name", "question", "claim", "quote", "doing", "why", "title", "summary")  # no numbers
SHOWN = 3  # differences that a sentence can hold
LONGEST = 40  # letters of a value in it
NOTHING = object()


def foreign(folder: Path, here: Mapping[str, Any], there: Mapping[str, Any]) -> str:
    """The sentence for a folder that belongs to another experiment, from both manifests."""
    found = list(differing(here["experiment"], there["experiment"]))
    if not found:
        found = ["what its policies and rules stand for in this version of the program"]
    shown = ", ".join(found[:SHOWN])
    if len(found) > SHOWN:
        shown += f" and {len(found) - SHOWN} more"
    other = f" from {here['name']}" if here["name"] != there["name"] else ""
    return (
        f"{folder} belongs to another experiment: {there['name']} that was begun there differs"
        f"{other} in {shown}; give another --out, or remove that folder"
    )


def differing(here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[str]:
    """Each key of the file whose value differs, with both values.

    here, there : experiments as plain data

    >>> list(differing({"seed": 4, "stop": {"look": 9}}, {"seed": 3, "stop": {"look": 9}}))
    ['run.seed (3 there, 4 here)']
    """
    one, other = _leaves(here), _leaves(there)
    for key in {**one, **other}:
        before, now = other.get(key, NOTHING), one.get(key, NOTHING)
        if before == now:
            continue
        if key.startswith(TABLES["sources"]):
            yield key
        else:
            yield f"{key} ({_shown(before)} there, {_shown(now)} here)"


def _leaves(experiment: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that changes numbers, by its key in a file."""
    found: dict[str, Any] = {}
    extends = EXTENDS if experiment.get("design") != "chart" else EXTENDS[1:]
    for part, value in experiment.items():
        if part in WORDS:
            continue
        place = TABLES.get(part, part)
        named = part in ("meanings", "sources")
        for key, leaf in _within(value):
            if (part, key) not in [("stop", each) for each in extends]:
                found[f"{place} {key}" if named else f"{place}.{key}".rstrip(".")] = leaf
    return found


def _within(value: Any) -> Iterator[tuple[str, Any]]:
    """The leaves of a value; lists of tables by the names of these."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(x, dict) and "name" in x for x in value)
    ):
        value = {each["name"] or "usual": each for each in value}
    if not isinstance(value, Mapping):
        yield "", value
        return
    for key, inner in value.items():
        if key not in WORDS:
            yield from ((f"{key}.{deep}".rstrip("."), leaf) for deep, leaf in _within(inner))


def _shown(value: object) -> str:
    """A value as a file has it, cut short."""
    if value is NOTHING or value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
