"""Finding, compiling and describing policies.

A policy is one function ``decide(view, table, rules, params)`` that answers the decision
named by ``view.phase``; ``rummysim.policies`` tells how to write one. Names are looked up
here without loading the compiler, so that completion and ``rummysim list`` stay quick.
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from rummysim.errors import PolicyError
from rummysim.policies.source import check_source

BUILT_IN = {
    "random": "chooses uniformly among the legal acts of every decision",
    "greedy": "fewest missing cards, throws the dearest useless card, buys what it needs",
}
ARGUMENTS = ("view", "table", "rules", "params")


@dataclass(frozen=True, slots=True)
class Policy:
    """A compiled policy, ready to be given to the engine."""

    name: str
    function: Any  # compiled with the policy signature
    values: tuple[float, ...] = ()  # its parameters


def policy_names() -> list[str]:
    """The names of the built-in policies.

    >>> policy_names()
    ['random', 'greedy']
    """
    return list(BUILT_IN)


def policy_summary(name: str) -> str:
    """One line about a built-in policy.

    >>> policy_summary("random")
    'chooses uniformly among the legal acts of every decision'
    """
    return BUILT_IN[name]


def load_policy(text: str) -> Policy:
    """The policy that ``text`` names: a built-in name, ``file.py:function`` or ``module:function``.

    >>> load_policy("greedy").name
    'greedy'

    Raises PolicyError when there is none, or when it does not compile.
    """
    if text in BUILT_IN:
        from rummysim.policies import baselines

        return Policy(text, getattr(baselines, text))
    place, colon, name = text.rpartition(":")
    if not colon or not place or not name:
        raise PolicyError(_unknown(text))
    module = _load_file(Path(place), text) if place.endswith(".py") else _load_module(place, text)
    function = getattr(module, name, None)
    if function is None:
        raise PolicyError(f"policy {text!r}: there is no function {name!r} in {place}")
    from rummysim.policies import baselines

    if any(function is getattr(baselines, known) for known in BUILT_IN):
        return Policy(text, function)  # compiled already
    return Policy(text, compile_policy(function, text))


def _unknown(text: str) -> str:
    near = get_close_matches(text, BUILT_IN, 1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    names = ", ".join(BUILT_IN)
    return f"unknown policy {text!r}{guess} (built in: {names}; your own: my_policy.py:decide)"


def _load_file(path: Path, text: str) -> ModuleType:
    if not path.is_file():
        raise PolicyError(f"policy {text!r}: there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"rummysim_policy_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise PolicyError(f"policy {text!r}: {path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PolicyError(f"policy {text!r}: {path} fails on import: {_brief(error)}") from error
    return module


def _load_module(place: str, text: str) -> ModuleType:
    try:
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
