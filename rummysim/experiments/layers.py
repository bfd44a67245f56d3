"""Experiment files as layers: a file on its base, ``--set`` on top, and defaults below.

A layer is a tree of tables whose leaves remember the file that they come from, so that whatever
is wrong can be told by file, table and key. What the keys mean is read in `read`.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rummysim.errors import ExperimentError, RulesError, RummysimError
from rummysim.experiments.spec import Stop
from rummysim.rules.fields import TABLES as GAME_TABLES
from rummysim.rules.fields import Entry, near, show
from rummysim.rules.load import option_value, read_tables

OPTION = "--set"  # where a leaf comes from that no file gave
WORDS = ("question", "claim", "quote", "design")  # keys above all tables, with "base"
STOP = tuple(field.name for field in dataclasses.fields(Stop))
GRID = ("players", "baselines", "fields")
KEYS: dict[str, tuple[str, ...]] = {
    "game": ("rules", "set", "round"),
    "table": (*GRID, "mixed"),
    "variants_at": GRID,
    "count": ("measures", "by"),
    "chart": ("decision", "acts", "sample", "follow", "views"),
    "stop": STOP,
    "run": ("chunk", "seed"),
    "quick": (*GRID, "variants", *STOP, "follow", "sample", "chunk"),
}
NAMED: dict[str, tuple[str, ...]] = {  # tables of tables that the file names
    "arms": ("doing", "policy", "parameters", "rules", "seats"),
    "variants": ("rules", "why"),
}
LISTS = ("contrasts",)  # lists of tables
TABLES = (*KEYS, *NAMED, *LISTS)
QUICK_HOME = (
    dict.fromkeys(GRID, "table")
    | dict.fromkeys(STOP, "stop")
    | {"follow": "chart", "sample": "chart", "chunk": "run"}
)
MOST_BASES = 20


@dataclass(frozen=True, slots=True)
class Leaf(Entry):
    """One value with its full key, the file that gave it, and where that file lies."""

    error: type[RummysimError] = ExperimentError
    folder: Path = Path()


Tree: TypeAlias = dict[str, Any]  # of Leaf or Tree


@dataclass(frozen=True, slots=True)
class Source:
    """Where a layer comes from."""

    name: str  # what people call it
    folder: Path

    def leaf(self, value: object, key: str) -> Leaf:
        """A value of this layer."""
        return Leaf(value, key, self.name, ExperimentError, self.folder)


def layered(path: Path) -> Tree:
    """The tables of an experiment file on those of its base, of the base of that, and so on.

    Raises ExperimentError naming file, table and key of what cannot be meant.
    """
    tree: Tree = {}
    above: list[Path] = []
    following: Leaf | None = None
    while True:
        name = str(path) if following is None else str(following.value)
        layer, base = _file(path, name, following)
        tree = merged(tree, layer)
        above.append(path.resolve())
        if base is None:
            return tree
        following, path = base, base.folder / _text(base)
        if path.resolve() in above:
            circle = " -> ".join(each.name for each in [*above, path])
            raise ExperimentError(f"the bases of these files go round in a circle: {circle}")
        if len(above) > MOST_BASES:
            raise ExperimentError(f"{above[0].name} stands on more than {MOST_BASES} bases")


def _file(path: Path, name: str, asked: Leaf | None) -> tuple[Tree, Leaf | None]:
    """The tables of one file, and the leaf that names its base."""
    try:
        data = read_tables(path, name, "file of an experiment")
    except RulesError as error:
        if asked is not None:
            raise ExperimentError(f"{asked.source}: base = {show(asked.value)}: {error}") from None
        raise ExperimentError(_unread(name, str(error))) from None
    if data and _are_rules(data):
        raise ExperimentError(
            f"{name} is a rule file and no experiment; an experiment names it in its table [game], "
            f'as in rules = "{shown(path.name)}"'
        )
    source = Source(name, path.parent)
    base = data.pop("base", None)
    leaf = None if base is None else source.leaf(base, "base")
    return tree_of(data, source), leaf


def _unread(name: str, said: str) -> str:
    """Why a file could not be read; Python has other words for numbers without end."""
    if "integer string conversion" in said:
        return f"{name} holds a number of thousands of digits, which no value can be"
    return said


def _are_rules(data: Mapping[str, Any]) -> bool:
    """Whether a file changes rules and asks nothing."""
    ours = data.keys() & {*TABLES, *WORDS} - GAME_TABLES.keys()
    return not ours and any(
        isinstance(data.get(key), Mapping) for key in GAME_TABLES.keys() - {"table"}
    )


def looks_like_experiment(path: Path) -> bool:
    """Whether a file that is no rule file has a table that only experiments have.

    >>> looks_like_experiment(Path("nowhere.toml"))
    False
    """
    try:
        data = read_tables(path, str(path))
    except RulesError:
        return False
    return bool(data.keys() & {"arms", "contrasts", "variants", "count", "chart", "stop", "quick"})


def _text(leaf: Leaf) -> str:
    if isinstance(leaf.value, str) and leaf.value and leaf.value.isprintable():
        return leaf.value
    raise leaf.wrong("the name of another experiment file")


def tree_of(data: Mapping[str, Any], source: Source) -> Tree:
    """Plain data as a layer, once all its tables and keys are known.

    >>> tree_of({"stop": {"look": 9}}, Source("mine.toml", Path()))["stop"]["look"].key
    'stop.look'

    Raises ExperimentError for a table or key that there is not, with what may be meant.
    """
    tree: Tree = {}
    for key, value in data.items():
        if key == "base":
            raise ExperimentError(
                f"{source.name}: base is taken by files only, at their top; "
                "give its tables here instead"
            )
        if key in WORDS or key in LISTS:
            tree[key] = source.leaf(value, key)
        elif key not in TABLES:
            raise ExperimentError(_no_table(key, value, source.name))
        elif not isinstance(value, Mapping):
            raise source.leaf(value, key).wrong(f"a table [{key}]")
        elif key in NAMED:
            tree[key] = {name: _named(key, name, each, source) for name, each in value.items()}
        else:
            tree[key] = _table(key, value, KEYS[key], source)
    return tree


def _named(table: str, name: str, value: object, source: Source) -> Tree:
    """One of the tables that a file names: an arm or a variant."""
    place = f"{table}.{shown(name)}"
    if not isinstance(value, Mapping):
        raise source.leaf(value, place).wrong(f"a table [{place}]")
    found = _table(place, value, NAMED[table], source)
    if "parameters" in found:
        leaf = found["parameters"]
        if not isinstance(leaf.value, Mapping):
            raise leaf.wrong(f"a table [{place}.parameters]")
        found["parameters"] = {
            key: source.leaf(each, f"{leaf.key}.{shown(key)}") for key, each in leaf.value.items()
        }
    return found


def _table(
    place: str, values: Mapping[str, object], known: tuple[str, ...], source: Source
) -> Tree:
    for key in values:
        if key not in known:
            raise ExperimentError(no_key(source.name, place, key, known))
    return {key: source.leaf(value, f"{place}.{key}") for key, value in values.items()}


def no_key(source: str, place: str, key: str, known: tuple[str, ...]) -> str:
    """The sentence for a key that a table has not.

    >>> no_key("my.toml", "stop", "lok", ("look", "alpha"))
    "my.toml: [stop] has no key 'lok'; did you mean 'look'?"
    """
    hint = near(key, known) or _elsewhere(key) or f"; its keys are {', '.join(known)}"
    return f"{source}: [{place}] has no key {show(key)}{hint}"


def _no_table(key: str, value: object, source: str) -> str:
    """The sentence for a key above all tables that there is not."""
    hint = near(key, (*TABLES, *WORDS, "base")) or _elsewhere(key)
    if isinstance(value, Mapping):
        if key in GAME_TABLES:
            hint = "; rules are changed in [game], as in set = ['buy.limit=1']"
        known = hint or f"; tables are {', '.join(TABLES)}"
        return f"{source}: there is no table [{shown(key)}]{known}"
    wanted = hint or f"; keys above all tables are {', '.join(('base', *WORDS))}"
    return f"{source}: there is no key {show(key)}{wanted}"


def _elsewhere(key: str) -> str:
    """The tables that have such a key, as a question, or nothing."""
    homes = [table for table, keys in KEYS.items() if key in keys and table != "quick"]
    if key in NAMED["arms"]:
        homes.append("arms.NAME")
    if not homes:
        return ""
    return f"; it belongs below [{homes[0]}]"


def said_of_rules(error: RulesError) -> str:
    """What is wrong with changes of rules in a file, where nobody gave ``--set``.

    >>> said_of_rules(RulesError("--set: buy.limit is 99"))
    'buy.limit is 99'
    """
    return str(error).removeprefix("--set").lstrip(": ")


def shown(name: str) -> str:
    r"""A name on one line, whatever it holds.

    >>> shown("t1_task"), shown("a\nb")
    ('t1_task', "'a\\nb'")
    """
    return name if name.isprintable() else show(name)


def source_of(tree: Tree, otherwise: str) -> str:
    """The file that gave the first value of a table, or what is said where it has none.

    >>> source_of(tree_of({"stop": {"look": 9}}, Source("my.toml", Path())), "own")
    'my.toml'
    """
    for leaf in tree.values():
        return source_of(leaf, otherwise) if isinstance(leaf, dict) else str(leaf.source)
    return otherwise


def merged(above: Tree, below: Tree) -> Tree:
    """The first tree with what only the second has; tables of both are merged alike.

    >>> merged({"a": {"x": 1}}, {"a": {"x": 2, "y": 3}, "b": {}})
    {'a': {'x': 1, 'y': 3}, 'b': {}}
    """
    both = dict(below)
    for key, value in above.items():
        under = both.get(key)
        if isinstance(value, dict) and isinstance(under, dict):
            both[key] = merged(value, under)
        else:
            both[key] = value
    return both


def with_quick(tree: Tree) -> Tree:
    """The tree with its table [quick] in the places of what it changes.

    >>> leaf = Source("my.toml", Path()).leaf(9, "quick.look")
    >>> list(with_quick({"quick": {"look": leaf}})["stop"])
    ['look']

    Raises ExperimentError when ``quick.variants`` is neither true nor false.
    """
    rest = {key: value for key, value in tree.items() if key != "quick"}
    changes: Tree = {}
    for key, leaf in tree.get("quick", {}).items():
        if key == "variants":
            if not isinstance(leaf.value, bool):
                raise leaf.wrong("true or false")
            if not leaf.value:
                rest.pop("variants", None)
        else:
            changes.setdefault(QUICK_HOME[key], {})[key] = leaf
    return merged(changes, rest)


def with_options(tree: Tree, options: Iterable[str]) -> Tree:
    """The tree with ``--set`` options on top, as in ``stop.max_deals=500``.

    >>> with_options({}, ["table.players=[4]"])["table"]["players"].value
    [4]

    Raises ExperimentError for a key that there is not.
    """
    for option in options:
        key, equals, text = option.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if not equals or not all(parts):
            raise ExperimentError(
                f"{OPTION} {show(option)}: write table.key=value, as in stop.max_deals=500"
            )
        if parts[0] == "quick":
            raise ExperimentError(
                f"{OPTION} {show(option)}: options are on top of [quick]; give the value in its "
                "own table, as in stop.max_deals=500"
            )
        nested: Any = option_value(text.strip())
        for part in reversed(parts):
            nested = {part: nested}
        tree = merged(tree_of(nested, Source(OPTION, Path())), tree)
    return tree
