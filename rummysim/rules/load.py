"""Rule files to `RuleSet`: presets, a user's own files, ``base`` chains and ``--set`` options.

A file that names a base needs only the keys that differ. Everything that is wrong is refused
with a RulesError of one sentence that names the file, the key and what would be right.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rummysim.cards import RANKS
from rummysim.errors import RulesError
from rummysim.rules.check import check
from rummysim.rules.fields import SEATS, TABLES, Entry, build, file_keys, later_keys, near, show
from rummysim.rules.spec import RuleSet
from rummysim.rules.write import dump

PRESETS = Path(__file__).parent / "presets"
MAX_BYTES = 1_000_000
MAX_LABEL = 1000
TOP_KEYS = ("base", "name", "title")


@dataclass(frozen=True, slots=True)
class Layer:
    """One rule file as it was read: what people call it, where its base is looked up, its data."""

    source: str
    name: str
    path: Path
    data: dict[str, Any]


def load_rules(
    rules: str | os.PathLike[str] | RuleSet,
    overrides: Iterable[str] | Mapping[str, object] = (),
) -> RuleSet:
    """The checked rules of a preset or a ``.toml`` file, with ``overrides`` on top.

    rules : a preset's name, a file's path, or rules made in Python, which are checked alike
    overrides : options as the command line takes them (``"buy.limit=1"``,
        ``"close.last_round=normal"``), or a mapping of such keys to values

    >>> load_rules("shanghai", ["buy.limit=1"]).buy.limit
    1

    Raises RulesError when the rules are unknown, unreadable, contradictory or unplayable.
    """
    chain = [_layer_of(rules)] if isinstance(rules, RuleSet) else _chain(rules)
    entries: dict[str, Entry] = {}
    for layer in reversed(chain):
        _add_layer(entries, layer)
    changes = _changes(overrides)
    for key, value in changes.items():
        _add_tables(entries, _nested(key, value), "--set")
    first = chain[0]
    name = _label(first, "name", first.name)
    title = _label(first, "title", first.name)
    if changes:
        title = f"{title} with {_changes_text(changes)}"[:MAX_LABEL]
    ruleset = _complete(entries, name, title, first.source)
    if "buy.limit" in changes and ruleset.buy.limit > 0 and not ruleset.buy.allowed:
        raise RulesError(
            f"buy.limit = {ruleset.buy.limit} has no effect while buy.allowed = false; "
            "set buy.allowed=true too, or leave buy.limit out"
        )
    return ruleset


def load_dict(data: Mapping[str, object], source: str = "rules") -> RuleSet:
    """The rules that complete plain data describe, such as `dump` gives or a trace holds.

    >>> from rummysim.rules import dump
    >>> load_dict(dump(load_rules("shanghai"))) == load_rules("shanghai")
    True

    Raises RulesError, naming ``source``, when anything is missing, unknown or wrong.
    """
    if not isinstance(data, Mapping):
        raise RulesError(f"{source} must be a table of tables, not {show(data)}")
    layer = Layer(source, "", Path(), dict(data))
    if "base" in data:
        raise RulesError(f"{source} must be complete, and so takes no base")
    entries: dict[str, Entry] = {}
    _add_layer(entries, layer)
    return _complete(
        entries, _label(layer, "name", "rules"), _label(layer, "title", "rules"), source
    )


def preset_names() -> tuple[str, ...]:
    """Names of the rules that come with rummysim.

    >>> preset_names()[:2]
    ('carioca', 'go')
    """
    return tuple(sorted(file.stem for file in PRESETS.glob("*.toml")))


def preset_page(name: str) -> str:
    """The page of a preset in Markdown: its rules, where each comes from, its history.

    >>> preset_page("shanghai").splitlines()[0]
    '# Shanghai Rummy'

    Raises RulesError when no preset has this name.
    """
    if name not in preset_names():
        raise _unknown(name)
    return (PRESETS / f"{name}.md").read_text(encoding="utf-8")


def for_players(rules: RuleSet, players: int) -> None:
    """Nothing, when ``players`` people can play by these rules.

    >>> for_players(load_rules("shanghai"), 4)

    Raises RulesError with the presets or the setting that allow it.
    """
    fewest, most = rules.table.players
    if fewest <= players <= most:
        return
    if not SEATS[0] <= players <= SEATS[1]:
        noun = "player" if players == 1 else "players"
        raise RulesError(f"{show(players)} {noun} cannot play; {SEATS[0]} to {SEATS[1]} can")
    allowed = f"{fewest} to {most} players" if fewest < most else f"{fewest} players"
    family = rules.name.split("-")[0]
    others = [
        name
        for name in preset_names()
        if name.split("-")[0] == family and _seats(name)[0] <= players <= _seats(name)[1]
    ]
    hint = f"use {' or '.join(others)}, or " if others else ""
    raise RulesError(
        f"{rules.name} is for {allowed}, not {players}; {hint}"
        f"--set table.players=[{min(fewest, players)},{max(most, players)}]"
    )


def _seats(name: str) -> tuple[int, int]:
    return load_rules(name).table.players


def _unknown(name: object) -> RulesError:
    names = preset_names()
    hint = near(name, names) if isinstance(name, str) else ""
    return RulesError(
        f"no rules are called {show(name)}{hint or ';'} presets are {', '.join(names)}, "
        "and a file of your own ends in .toml"
    )


def _layer_of(rules: RuleSet) -> Layer:
    """Rules made in Python as if they came from a file."""
    return Layer(f"rules {rules.name}", rules.name, Path(), dump(rules))


def _chain(reference: str | os.PathLike[str]) -> list[Layer]:
    """The file asked for, its base, the base of that, and so on."""
    chain = [_open(reference, Path())]
    while "base" in chain[-1].data:
        layer = chain[-1]
        base = layer.data.pop("base")
        if not isinstance(base, str):
            raise RulesError(f"{layer.source}: base is {show(base)}; it must be a preset or a file")
        try:
            chain.append(_open(base, layer.path.parent))
        except RulesError as error:
            raise RulesError(f"{layer.source}: base = {show(base)}: {error}") from None
        if chain[-1].path in [earlier.path for earlier in chain[:-1]]:
            circle = " -> ".join(each.source for each in chain)
            raise RulesError(f"the bases of these rules go round in a circle: {circle}")
    return chain


def _open(reference: str | os.PathLike[str], folder: Path) -> Layer:
    """The preset called ``reference``, or the file of that name seen from ``folder``."""
    if isinstance(reference, str) and reference in preset_names():
        path = PRESETS / f"{reference}.toml"
        return Layer(
            f"preset {reference}", reference, path, read_tables(path, f"preset {reference}")
        )
    try:
        text = os.fspath(reference)
        path = folder / text
        is_file = text.endswith(".toml") or os.sep in text or path.exists()
        if not text or not is_file:
            raise _unknown(reference)
        source = text if text.isprintable() else repr(text)
        name = "".join(c for c in path.stem if c.isprintable()) or "rules"
        return Layer(source, name[:MAX_LABEL], path.resolve(), read_tables(path, source))
    except (ValueError, TypeError, RuntimeError):  # NUL in a name, no name at all, symlink loop
        raise _unknown(reference) from None
    except OSError as error:
        raise RulesError(f"cannot read {show(reference)}: {error.strerror}") from None


def read_tables(path: Path, source: str, kind: str = "rule file") -> dict[str, Any]:
    """The keys and tables of a TOML file.

    source : what people call the file; ``kind`` is what it should be

    Raises RulesError when it cannot be read.
    """
    try:
        if path.exists() and not path.is_file():
            raise RulesError(f"{source} is a folder or a device, not a {kind}")
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise RulesError(f"{source} is longer than {MAX_BYTES} bytes, too long for a {kind}")
        return tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        raise RulesError(f"cannot read {source}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RulesError(f"{source} is not UTF-8 text (byte {error.start})") from None
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, numbers of 5000 digits
        reason = " ".join(str(error).split())[:200]
        raise RulesError(f"{source} is not valid TOML: {reason}") from None


def _add_layer(entries: dict[str, Entry], layer: Layer) -> None:
    """Put one file's values on top of ``entries``."""
    tables = {}
    for key, value in layer.data.items():
        if key in TOP_KEYS:
            continue
        if key not in TABLES:
            raise RulesError(
                f"{layer.source}: there is no table [{_word(key)}]"
                + (near(key, [*TABLES, *TOP_KEYS]) or _meant(key) or _tables())
            )
        if not isinstance(value, Mapping):
            raise RulesError(f"{layer.source}: {key} is {show(value)}; it must be a table [{key}]")
        tables[key] = value
    _add_tables(entries, tables, layer.source)


def _add_tables(
    entries: dict[str, Entry], tables: Mapping[str, Mapping[str, object]], source: str
) -> None:
    for table, values in tables.items():
        known = file_keys(table)
        for key, value in values.items():
            if key not in known:
                raise RulesError(f"{source}: [{table}] has no key {show(key)}{_hint(table, key)}")
            full = f"{table}.{key}"
            if full == "scoring.values" and full in entries:
                value = _merged_values(entries[full].value, value)
            entries[full] = Entry(value, full, source)


def _merged_values(below: object, above: object) -> object:
    """Card values with ``above`` on top; a rank in ``above`` replaces single cards of it below."""
    if not isinstance(below, dict) or not isinstance(above, Mapping):
        return above
    replaced = {rank + suit for rank in RANKS if rank in above for suit in "SHDC"}
    return {key: value for key, value in below.items() if key not in replaced} | dict(above)


def _hint(table: str, key: str) -> str:
    """What an unknown key may have meant: a key of this table, of another, or a list of keys."""
    known = file_keys(table)
    return near(key, known) or _meant(key) or f"; its keys are {', '.join(known)}"


def _meant(key: str) -> str:
    """The full key that a bare one belongs to, as a question, or nothing."""
    full = [f"{table}.{key}" for table in TABLES if key in file_keys(table)]
    return f"; did you mean {full[0]!r}?" if full else ""


def _tables() -> str:
    return f"; tables are {', '.join(TABLES)}"


def _changes(overrides: Iterable[str] | Mapping[str, object]) -> dict[str, object]:
    """Keys and values of ``--set`` options; a later one of the same key wins."""
    if isinstance(overrides, Mapping):
        return dict(overrides)
    options = [overrides] if isinstance(overrides, str) else list(overrides)
    changes: dict[str, object] = {}
    for option in options:
        key, equals, text = option.partition("=")
        key = key.strip()
        if not equals:
            raise RulesError(f"--set {_word(option)}: write table.key=value, as in buy.limit=1")
        changes.pop(key, None)
        changes[key] = option_value(text.strip())
    return changes


def _changes_text(changes: Mapping[str, object]) -> str:
    """The overrides as people read them in a title."""
    text = ", ".join(
        f"{key}={value if isinstance(value, str) else show(value)}"
        for key, value in changes.items()
    )
    return "".join(letter for letter in text if letter.isprintable())


def option_value(text: str) -> object:
    """The value behind the ``=`` of an option: in TOML, or a bare word as it is.

    >>> option_value("[3, 4]"), option_value("off")
    ([3, 4], 'off')
    """
    try:
        parsed = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return parsed["value"] if parsed.keys() == {"value"} else text


def _nested(key: str, value: object) -> dict[str, dict[str, object]]:
    """``buy.limit`` and its value as a table in a table; ``scoring.values.A`` one deeper."""
    table, _, inner = key.partition(".")
    if not inner:
        keys = [f"{name}.{each}" for name in TABLES for each in file_keys(name)]
        hint = _meant(key) or near(key, keys)
        raise RulesError(f"--set {_word(key)}: a key has two parts, as in buy.limit{hint}")
    if table not in TABLES:
        hint = near(table, TABLES) or _tables()
        raise RulesError(f"--set {_word(key)}: there is no table {show(table)}{hint}")
    if table == "scoring" and inner.startswith("values."):
        return {table: {"values": {inner.removeprefix("values."): value}}}
    return {table: {inner: value}}


def _word(text: str) -> str:
    """A user's text inside a sentence, on one line and not too long."""
    return show(text)[1:-1]


def _label(layer: Layer, key: str, default: str) -> str:
    """The ``name`` or ``title`` of a file."""
    value = layer.data.get(key, default)
    if isinstance(value, str) and value.isprintable() and 0 < len(value) <= MAX_LABEL:
        return value
    raise Entry(value, key, layer.source).wrong(f"printable text of 1 to {MAX_LABEL} characters")


def _complete(entries: dict[str, Entry], name: str, title: str, source: str) -> RuleSet:
    """The checked rules, once every key of every table is there or may be left out."""
    later = later_keys()
    for table in TABLES:
        for key in file_keys(table):
            if f"{table}.{key}" not in entries and f"{table}.{key}" not in later:
                raise RulesError(
                    f"{source}: {table}.{key} is missing; build on a preset with "
                    'base = "shanghai" at the top, or give every key'
                )
    rules = build(entries, name, title)
    check(rules)
    return rules
