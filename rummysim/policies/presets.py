"""Named values of the scripted player: the presets, and files of one's own.

A file holds a ``summary``, a ``base`` (a preset or another file; without one the defaults of
the script) and a table ``[parameters]`` with the values that differ from the base.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rummysim.errors import PolicyError, RulesError
from rummysim.policies.call import Settings, read_call
from rummysim.policies.parameters import Parameter
from rummysim.policies.script_parameters import SCRIPT
from rummysim.rules.fields import TABLES, near, show
from rummysim.rules.load import TOP_KEYS, read_tables
from rummysim.rules.load import preset_names as game_names

FOLDER = Path(__file__).parent / "presets"
BY_STRENGTH = ("novice", "greedy", "steady", "sharp")  # the weakest first; others follow
DEFAULTS = "greedy"  # the preset that the defaults of the script play as
KEYS = ("summary", "base", "parameters")
MAX_SUMMARY = 200
MAX_BASES = 20  # files below one another


class _EndlessBases(PolicyError):
    """Files whose bases have no end; told once, and not by each of them."""


def preset_names() -> list[str]:
    """The names of the presets, the weakest player first.

    >>> preset_names()[:2]
    ['novice', 'greedy']
    """
    names = [file.stem for file in FOLDER.glob("*.toml")]
    rank = {name: number for number, name in enumerate(BY_STRENGTH)}
    return sorted(names, key=lambda name: (rank.get(name, len(rank)), name))


def load_settings(text: str, folder: Path = Path()) -> Settings:
    """The settings of a preset or of a ``.toml`` file, with the values in parentheses on top.

    folder : where a file is looked for

    >>> load_settings("greedy").text
    'greedy'

    Raises PolicyError when there is no such file, or it holds what no parameter can be.
    """
    return _settings(text, folder, ())


def parameters_of(name: str) -> tuple[Parameter, ...]:
    """The parameters of the script with the values of a preset as their defaults.

    A policy of one's own that hands decisions on to the script declares them first::

        PARAMETERS = (*parameters_of("steady"), Parameter("alpha", "how bold", 1, 0, 5))

    >>> [parameter.name for parameter in parameters_of("greedy")] == [p.name for p in SCRIPT]
    True

    Raises PolicyError when there is no such preset.
    """
    values = load_settings(name).values
    pairs = zip(SCRIPT, values, strict=True)
    return tuple(replace(parameter, default=value) for parameter, value in pairs)


def is_policy_file(name: str) -> bool:
    """Whether a ``.toml`` file holds a policy and not the rules of a game.

    >>> is_policy_file("nowhere.toml")
    False
    """
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        return False
    for _ in range(MAX_BASES + 1):
        try:
            data = read_tables(path, name)
        except RulesError:
            return False
        base = data.get("base")
        based_on = _name_of(base) if isinstance(base, str) else ""
        if not based_on.endswith(".toml") or _is_told(data):
            return based_on in preset_names() or (
                based_on not in game_names() and _seems_policy(data)
            )
        path = path.parent / based_on
    return _seems_policy(data)


def _is_told(data: Mapping[str, Any]) -> bool:
    """Whether keys alone tell what a file holds."""
    return any(key in (*TABLES, "summary", "parameters") for key in data)


def _seems_policy(data: Mapping[str, Any]) -> bool:
    """Whether the keys of a file, or what they were meant to be, are those of a policy.

    >>> _seems_policy({"paramters": {}}), _seems_policy({"buy": {}}), _seems_policy({"byu": {}})
    (True, False, False)
    """
    if _is_told(data):
        return "parameters" in data or "summary" in data
    names = [parameter.name for parameter in SCRIPT]
    games = (*TABLES, *TOP_KEYS)
    meant = [near(key, ("parameters", "summary")) and not near(key, games) for key in data]
    return not data or any(meant) or any(key in names for key in data)


def _name_of(text: str) -> str:
    """The name before the values of a base, or the text itself where it cannot be read."""
    try:
        return read_call(text)[0]
    except PolicyError:
        return text


def _settings(text: str, folder: Path, above: tuple[Path, ...]) -> Settings:
    """Like `load_settings`; ``above`` are the files whose base this is."""
    name, changes = read_call(text)
    if name in preset_names():
        path = FOLDER / f"{name}.toml"
    elif name.endswith(".toml"):
        path = (folder / name).resolve()
    else:
        names = preset_names()
        hint = near(name, names) or f"; presets are {', '.join(names)}"
        raise PolicyError(f"there is no preset {show(name)}{hint}")
    if path in above:
        circle = " -> ".join(each.name for each in (*above, path))
        raise _EndlessBases(f"the bases of these policies go round in a circle: {circle}")
    if path.parent != FOLDER and len(above) > MAX_BASES:
        raise _EndlessBases(f"{above[0].name} stands on more than {MAX_BASES} bases")
    return _from_file(path, name, above).changed(changes)


def _from_file(path: Path, name: str, above: tuple[Path, ...]) -> Settings:
    data = _checked(path, name)
    own = path.parent != FOLDER
    base = _base(data, name, path, above)
    start = base.values if base else tuple(float(each.default) for each in SCRIPT)
    blank = Settings(name, data.get("summary", ""), SCRIPT, start, start, base, own)
    filled = blank.changed(data.get("parameters", {}))
    if own and not filled.summary and base is not None:
        filled = replace(filled, summary=f"{base.text} with changes")
    return replace(filled, start=filled.values)


def _base(data: dict[str, Any], name: str, path: Path, above: tuple[Path, ...]) -> Settings | None:
    """The settings below those of a file; a user's file without a base stands on the defaults."""
    base = data.get("base")
    if base is None:
        return load_settings(DEFAULTS) if path.parent != FOLDER else None
    if not isinstance(base, str):
        raise PolicyError(f"{name}: base is {show(base)}; it must be a preset or a file")
    try:
        return _settings(base, path.parent, (*above, path))
    except _EndlessBases:
        raise
    except PolicyError as error:
        raise PolicyError(f"{name}: base = {show(base)}: {error}") from None


def _checked(path: Path, name: str) -> dict[str, Any]:
    """The keys of a policy file, each of them known and of its type."""
    try:
        data = read_tables(path, name, "policy file")
    except RulesError as error:
        raise PolicyError(str(error)) from None
    if not data:
        raise PolicyError(f"policy file {name} holds no parameters: it is empty")
    for key in data:
        if key not in KEYS:
            names = [parameter.name for parameter in SCRIPT]
            wanted = f"; its keys are {', '.join(KEYS)}"
            hint = "; it belongs below [parameters]" if key in names else near(key, KEYS) or wanted
            raise PolicyError(f"policy file {name} has no key {show(key)}{hint}")
    summary = data.get("summary", "")
    if not isinstance(summary, str) or not summary.isprintable() or len(summary) > MAX_SUMMARY:
        raise PolicyError(
            f"{name}: summary must be one line of at most {MAX_SUMMARY} letters, "
            f"not {show(summary)}"
        )
    if not isinstance(data.get("parameters", {}), Mapping):
        raise PolicyError(
            f"{name}: parameters is {show(data['parameters'])}; it must be a table [parameters]"
        )
    return data
