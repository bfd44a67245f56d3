"""Trace <-> TOML that people read and programs read back without loss.

A file has a heading (versions, players, policies, seed and deal), the complete rules, and per
round the shoe and the acts, each act one line of plain text (``sentences`` has the grammar)::

    [[rounds]]
    round = 1
    dealer = 4
    starter = 1
    shoe = "8H 4C ..."
    acts = [
      "seat 2 claims KD",
      "seat 1 draws 8H",
      ...
"""

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from rummysim.cards import KINDS, cards_text, parse_cards
from rummysim.errors import CardsError, StoreError, TraceError
from rummysim.trace import files
from rummysim.trace.events import Event, RoundBegan, Trace
from rummysim.trace.sentences import act_text, parse_act

SCHEMA_VERSION = 1
ENGINE_VERSION = "1"  # moves when the same seed, deal, rules and policies play another game

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = {"players": int, "policies": list, "seed": int, "deal": int, "rules": dict}
_ROUND = {"round": int, "dealer": int, "starter": int, "shoe": str, "acts": list}
_NAMES = {int: "a whole number", str: "a text", list: "a list", dict: "a table"}


def dumps(trace: Trace) -> str:
    """The trace as TOML; ``loads(dumps(trace)) == trace``.

    >>> print(dumps(Trace({"name": "tiny"}, 2, ("greedy", "random"), 7, 0, ())).splitlines()[3])
    players = 2

    Raises TraceError when the events do not begin with a round or hold values that are no cards.
    """
    lines = [
        f"schema_version = {SCHEMA_VERSION}",
        f"engine_version = {_value(ENGINE_VERSION)}",
        "# rummysim replay FILE judges this game",
        f"players = {trace.players}",
        f"policies = {_value(list(trace.policies))}",
        f"seed = {trace.seed}",
        f"deal = {trace.deal}",
    ]
    lines += _table_lines("rules", trace.rules)
    lines += _round_lines(trace.events)
    return "\n".join(lines) + "\n"


def loads(text: str) -> Trace:
    """The trace that ``text`` holds.

    >>> loads(dumps(Trace({"name": "tiny"}, 2, ("greedy", "random"), 7, 0, ()))).policies
    ('greedy', 'random')

    Raises TraceError, with the line or the act that is damaged and what was expected.
    """
    try:
        return _trace_of(tomllib.loads(text))
    except RecursionError:
        raise TraceError("the trace is not readable: its values are nested too deeply") from None
    except ValueError as error:  # also a number of thousands of digits
        raise TraceError(f"the trace is not readable as TOML: {error}") from None


def _trace_of(data: dict[str, Any]) -> Trace:
    """The trace that a file's values make; raises TraceError like ``loads``."""
    version = data.get("schema_version")
    if version != SCHEMA_VERSION:
        found = "has no schema_version" if version is None else f"has schema_version {version}"
        raise TraceError(f"the trace {found}; this rummysim reads version {SCHEMA_VERSION}")
    _require(data, _HEADER, "the trace")
    if not all(isinstance(policy, str) for policy in data["policies"]):
        raise TraceError("the trace: policies must be a list of texts")
    if len(data["policies"]) != data["players"]:
        raise TraceError(
            f"the trace names {len(data['policies'])} policies for {data['players']} players; "
            "expected one per seat"
        )
    rounds = data.get("rounds", [])
    if not isinstance(rounds, list) or not all(isinstance(part, dict) for part in rounds):
        raise TraceError("the trace: rounds must be [[rounds]] tables")
    events: list[Event] = []
    for number, part in enumerate(rounds, 1):
        events += _round_events(part, f"round table {number} of the trace")
    policies = tuple(data["policies"])
    return Trace(
        data["rules"], data["players"], policies, data["seed"], data["deal"], tuple(events)
    )


def save(trace: Trace, path: str | os.PathLike[str]) -> None:
    """Nothing; the file ``path`` then holds the whole trace, or is as it was before.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "game.toml"
    ...     save(Trace({}, 2, ("greedy", "random"), 7, 0, ()), file)
    ...     load(file).seed
    7

    Raises StoreError when it cannot be written.
    """
    text = dumps(trace)
    try:
        with files.whole_file(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise StoreError(f"cannot write the trace to {path}: {error.strerror or error}") from error


def load(path: str | os.PathLike[str]) -> Trace:
    """The trace in the file ``path``.

    >>> load("no-such-trace.toml")
    Traceback (most recent call last):
    rummysim.errors.TraceError: cannot read the trace no-such-trace.toml: No such file or directory

    Raises TraceError when it cannot be read or is damaged.
    """
    try:
        text = files.read_text(Path(path))
    except OSError as error:
        raise TraceError(f"cannot read the trace {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TraceError(f"{path} is no trace: it is not UTF-8 text ({error.reason})") from error
    try:
        return loads(text)
    except TraceError as error:
        raise TraceError(f"{path}: {error}") from None


def _round_lines(events: tuple[Event, ...]) -> list[str]:
    lines: list[str] = []
    if events and not isinstance(events[0], RoundBegan):
        raise TraceError(f"a trace begins with a round, not with {type(events[0]).__name__}")
    for event in events:
        if isinstance(event, RoundBegan):
            lines += ["]"] if lines else []
            lines += _heading(event)
        else:
            lines.append(f"  {_value(act_text(event))},")
    return lines + ["]"] if lines else lines


def _heading(event: RoundBegan) -> list[str]:
    if not all(0 <= kind < KINDS for kind in event.shoe):
        raise TraceError(f"the shoe of round {event.round + 1} holds numbers that are no cards")
    return [
        "",
        "[[rounds]]",
        f"round = {event.round + 1}",
        f"dealer = {event.dealer + 1}",
        f"starter = {event.starter + 1}",
        f'shoe = "{cards_text(event.shoe)}"',
        "acts = [",
    ]


def _round_events(part: dict[str, Any], where: str) -> list[Event]:
    _require(part, _ROUND, where)
    try:
        shoe = tuple(parse_cards(part["shoe"]))
    except CardsError as error:
        raise TraceError(f"{where}: shoe: {error}") from None
    heading = RoundBegan(part["round"] - 1, part["dealer"] - 1, part["starter"] - 1, shoe)
    events: list[Event] = [heading]
    for number, line in enumerate(part["acts"], 1):
        if not isinstance(line, str):
            raise TraceError(f"{where}: act {number} is {line!r}; expected a text")
        try:
            events.append(parse_act(line))
        except TraceError as error:
            raise TraceError(f"{where}: act {number}, {line!r}: {error}") from None
    return events


def _require(data: dict[str, Any], fields: dict[str, type], where: str) -> None:
    for name, kind in fields.items():
        if name not in data:
            raise TraceError(f"{where} has no {name!r}; expected {_NAMES[kind]}")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise TraceError(f"{where}: {name} is {data[name]!r}; expected {_NAMES[kind]}")


def _table_lines(name: str, table: dict[str, Any]) -> list[str]:
    """A table of TOML: its plain values first, then the tables inside it."""
    lines = ["", f"[{name}]"]
    inner = []
    for key, value in table.items():
        text = key if _BARE_KEY.fullmatch(key) else _value(key)
        if isinstance(value, dict):
            inner += _table_lines(f"{name}.{text}", value)
        else:
            lines.append(f"{text} = {_value(value)}")
    return lines + inner


def _value(value: object) -> str:
    """A value as TOML: text, number, truth, list, or a table written inside a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(_value(part) for part in value)}]"
    if isinstance(value, dict):
        pairs = (f"{_value(str(key))} = {_value(part)}" for key, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    raise TraceError(f"{value!r} in the rules cannot be written as TOML")
