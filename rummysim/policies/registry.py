"""Finding, compiling and describing policies.

A policy is one function ``decide(view, table, rules, params)`` that answers the decision
named by ``view.phase``; ``rummysim.policies`` tells how to write one, and which parameters
policies have. Names are looked up here without loading the compiler, so that completion and
``rummysim list`` stay quick.
"""

import ast
import contextlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from rummysim.errors import PolicyError
from rummysim.policies.call import Settings, read_call
from rummysim.policies.parameters import Parameter, check_parameters
from rummysim.policies.presets import load_settings, preset_names
from rummysim.policies.script_parameters import SCRIPT
from rummysim.policies.source import check_source

RANDOM = "random"  # the one built-in policy that is no preset of the script: a kernel of its own
RANDOM_SUMMARY = "chooses uniformly among the legal acts of every decision"
COMPILED = {  # whole policies that are compiled once and cached; a user may name them, too
    "rummysim.policies.baselines": ("random", "greedy"),
    "rummysim.policies.scripted": ("scripted",),
}
ARGUMENTS = ("view", "table", "rules", "params")
DECLARED = "PARAMETERS"  # where the module of a policy lists its parameters


@dataclass(frozen=True, slots=True)
class Policy:
    """A compiled policy, ready to be given to the engine."""

    name: str  # as it is written, with the parameters that differ: steady(buy_below=2)
    function: Any  # compiled with the policy signature
    values: tuple[float, ...] = ()  # its parameters, in order
    settings: Settings | None = None  # what they are called and mean

    def __post_init__(self) -> None:
        """Refuses more values than the engine has room for."""
        if len(self.values) > parameter_room():
            raise PolicyError(
                f"policy {self.name!r} has {len(self.values)} parameters; "
                f"{parameter_room()} are the most"
            )

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What may be set; empty when the policy has no named parameters.

        >>> load_policy("random").parameters
        ()
        """
        return self.settings.parameters if self.settings else ()

    @property
    def identity(self) -> str:
        """The name that means the same everywhere, with the values of a user's file spelt out.

        >>> load_policy("random").identity
        'random'
        """
        return self.settings.identity if self.settings else self.name

    def changed(self, **changes: object) -> "Policy":
        """The same policy with other values, as ``policy.changed(buy_below=2, watch="off")``.

        Raises PolicyError naming the parameter, and what is allowed or was meant.
        """
        if not changes:
            return self
        settings = self.settings or Settings(self.name)
        return _policy(settings.changed(changes), self.function)


PolicyLike = str | Policy | Callable[..., int]


def parameter_room() -> int:
    """The most parameters that a policy can have.

    >>> parameter_room() >= 32
    True
    """
    from rummysim.kernels.layout import PARAMS

    return int(PARAMS["value"].shape[0])


def _policy(settings: Settings, function: Any) -> Policy:
    return Policy(settings.text, function, settings.values, settings)


def policy_names() -> list[str]:
    """The names of the built-in policies, the weakest first.

    >>> policy_names()[:3]
    ['random', 'novice', 'greedy']
    """
    return [RANDOM, *preset_names()]


def policy_summary(name: str) -> str:
    """One line about a built-in policy.

    >>> policy_summary("random")
    'chooses uniformly among the legal acts of every decision'
    """
    return policy_settings(name).summary


def is_quick(text: str) -> bool:
    """Whether a policy can be described without running a user's module.

    >>> is_quick("greedy"), is_quick("my_policy.py:decide")
    (True, False)
    """
    name = read_call(text)[0]
    return ":" not in name or name.endswith(".toml")


def policy_settings(text: str) -> Settings:
    """What a policy is called, its parameters and their values, without compiling it.

    >>> policy_settings("random").text
    'random'

    Raises PolicyError when there is none, or a parameter is unknown or out of range.
    """
    return _found(text)[0]


def load_policy(text: str) -> Policy:
    """The policy that ``text`` names, with the parameters in parentheses.

    text : a built-in name (``steady``), a file of parameters (``my.toml``),
        ``file.py:function`` or ``module:function``; each may be followed by values of
        parameters, as in ``steady(buy_below=2, watch=off)``

    >>> load_policy("greedy").name
    'greedy'

    Raises PolicyError when there is none, or when it does not compile.
    """
    return load_policies([text])[0]


def load_policies(items: Iterable[PolicyLike]) -> tuple[Policy, ...]:
    """One policy for each item: a text, a Python function, or a Policy, which stays as it is.

    No function is compiled twice. The parameters of a Python function are those that its
    module declares.

    >>> [policy.name for policy in load_policies(["greedy", "random", "greedy"])]
    ['greedy', 'random', 'greedy']

    Raises PolicyError as `load_policy` does.
    """
    compiled: dict[str | int, Policy] = {}
    policies = []
    for item in items:
        if isinstance(item, Policy):
            policies.append(item)
            continue
        name, changes = read_call(item) if isinstance(item, str) else (item, {})
        key = name if isinstance(name, str) else id(item)
        if key not in compiled:
            settings, function = _found(name) if isinstance(name, str) else _given(item)
            settings.changed(changes)  # what is refused is told before anything is compiled
            compiled[key] = _policy(settings, _compiled(settings, function))
        policies.append(compiled[key].changed(**changes))
    return tuple(policies)


def _given(function: Any) -> tuple[Settings, Any]:
    """Settings and function of a policy that was given as a Python function."""
    return _declared(function, getattr(function, "__name__", "policy")), function


def _found(text: str) -> tuple[Settings, Any]:
    """The settings of a policy, and its function; the name of one that is loaded when played."""
    name, changes = read_call(text)
    if name == RANDOM:
        return Settings(name, RANDOM_SUMMARY).changed(changes), "random"
    if name in preset_names() or name.endswith(".toml"):
        return load_settings(text), "scripted"
    place, colon, function_name = name.rpartition(":")
    if not colon or not place or not function_name:
        raise PolicyError(_unknown(name))
    if function_name in COMPILED.get(place, ()):
        return _own(place, function_name, name).changed(changes), function_name
    module = _load_file(Path(place), name) if place.endswith(".py") else _load_module(place, name)
    function = getattr(module, function_name, None)
    if function is None:
        raise PolicyError(f"policy {name!r}: there is no function {function_name!r} in {place}")
    return _declared(function, name).changed(changes), function


def _own(place: str, function: str, name: str) -> Settings:
    """The settings of one of `COMPILED`, from its source: importing it might compile it."""
    spec = importlib.util.find_spec(place)
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    node = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function)
    summary = (ast.get_docstring(node) or "").partition("\n")[0]
    parameters = SCRIPT if function == "scripted" else ()
    values = tuple(float(parameter.default) for parameter in parameters)
    return Settings(name, summary, parameters, values, values)


def _declared(function: Any, name: str) -> Settings:
    """The settings of a function: the parameters that its module declares, or the script's."""
    plain = getattr(function, "py_func", function)
    declared = getattr(plain, "__globals__", {}).get(DECLARED, ())
    if _compiled_name(function) == "scripted":
        declared = SCRIPT
    parameters = check_parameters(declared, name, parameter_room())
    values = tuple(float(parameter.default) for parameter in parameters)
    summary = (inspect.getdoc(plain) or "").partition("\n")[0] if inspect.isfunction(plain) else ""
    return Settings(name, summary, parameters, values, values)


def _compiled(settings: Settings, function: Any) -> Any:
    """The kernel of a policy: one of `COMPILED`, given by its name, or a user's function."""
    if isinstance(function, str):
        module = next(place for place, names in COMPILED.items() if function in names)
        return getattr(importlib.import_module(module), function)
    if _compiled_name(function):
        return function
    return compile_policy(function, settings.name)


def _compiled_name(function: Any) -> str:
    """The name of a kernel that is one of `COMPILED`, else an empty text; nothing is loaded."""
    for place, names in COMPILED.items():
        module = sys.modules.get(place)
        for name in names if module else ():
            if getattr(module, name, None) is function:
                return name
    return ""


def _unknown(text: str) -> str:
    names = policy_names()
    near = get_close_matches(text, names, 1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    known = ", ".join(names)
    return f"unknown policy {text!r}{guess} (built in: {known}; your own: my_policy.py:decide)"


def _load_file(path: Path, text: str) -> ModuleType:
    if not path.is_file():
        raise PolicyError(f"policy {text!r}: there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"rummysim_policy_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise PolicyError(f"policy {text!r}: {path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        with contextlib.redirect_stdout(sys.stderr):  # stdout is for results
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PolicyError(f"policy {text!r}: {path} fails on import: {_brief(error)}") from error
    return module


def _load_module(place: str, text: str) -> ModuleType:
    try:
        with contextlib.redirect_stdout(sys.stderr):  # stdout is for results
            return importlib.import_module(place)
    except ImportError as error:
        raise PolicyError(
            f"policy {text!r}: module {place!r} cannot be imported: {error}"
        ) from error
    except (Exception, SystemExit) as error:
        raise PolicyError(f"policy {text!r}: {place} fails on import: {_brief(error)}") from error


def compile_policy(function: Callable[..., int], name: str) -> Any:
    """``function`` compiled with the policy signature and with bounds of arrays checked.

    The bounds matter: what a player must not see lies beside what he may see, and no index
    may reach it.

    Raises PolicyError naming what is wrong: the arguments, a hidden field, or the first line
    of the compiler's complaint.
    """
    from rummysim.kernels._jit import compile_user_function
    from rummysim.kernels.types import POLICY_SIGNATURE

    plain = getattr(function, "py_func", function)
    if not inspect.isfunction(plain) or inspect.iscoroutinefunction(plain):
        raise PolicyError(f"policy {name!r} must be a function, not {type(plain).__name__}")
    arguments = list(inspect.signature(plain).parameters)
    if len(arguments) != len(ARGUMENTS):
        raise PolicyError(
            f"policy {name!r} takes ({', '.join(arguments)}); it must take ({', '.join(ARGUMENTS)})"
        )
    check_source(plain, name)
    try:
        return compile_user_function(POLICY_SIGNATURE, plain)
    except KeyError as error:
        raise PolicyError(_hidden_field(name, str(error.args[0]))) from error
    except Exception as error:
        field = _missing_field(str(error))
        if field:
            raise PolicyError(_hidden_field(name, field)) from error
        raise PolicyError(f"policy {name!r} does not compile: {_brief(error)}") from error


def _missing_field(message: str) -> str:
    """The field that numba's complaint says is missing, or an empty text."""
    for line in message.splitlines():
        if "KeyError" in line or ("Unknown attribute" in line and "Record" in line):
            parts = line.split("'")
            if len(parts) > 1:
                return parts[1]
    return ""


def _hidden_field(name: str, field: str) -> str:
    from rummysim.kernels import layout

    view = ", ".join(n for n in layout.VIEW.names or () if n != "noise_key")
    table = ", ".join(layout.TABLE.names or ())
    return (
        f"policy {name!r} reads {field!r}, which a player cannot see; "
        f"view has: {view}; table has: {table}"
    )


def _brief(error: BaseException) -> str:
    """The telling lines of an error, in one line."""
    lines = [line.strip() for line in _without_records(str(error)).splitlines() if line.strip()]
    noise = ("Failed in nopython", "This error may have been caused", "During:")
    telling = [line for line in lines if not line.startswith(noise)]
    where = [line.rstrip(":") for line in lines if line.startswith('File "')]
    place = f" ({where[-1]})" if where else ""
    return f"{type(error).__name__}: {' '.join(telling[:3])[:300]}{place}"


def _without_records(text: str) -> str:
    """``text`` with the layouts of records, which numba spells out at length, left out.

    >>> _without_records("bind (Record([('a', int64)], 8, True), int64)")
    'bind (Record, int64)'
    """
    start = text.find("Record(")
    while start >= 0:
        end, depth = start + len("Record("), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:start] + "Record" + text[end:]
        start = text.find("Record(", start)
    return text
