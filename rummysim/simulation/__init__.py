"""Playing many deals and summing them up: what notebooks and the command line call.

Each name is loaded when it is first used, because most of them load the compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummysim.simulation.duplicate import lone, lones, versus
    from rummysim.simulation.hands import describe_hand, distance
    from rummysim.simulation.result import Result
    from rummysim.simulation.run import Stopped, simulate, trace_deal

_HOMES = {
    "Result": "result",
    "Stopped": "run",
    "describe_hand": "hands",
    "distance": "hands",
    "lone": "duplicate",
    "lones": "duplicate",
    "simulate": "run",
    "trace_deal": "run",
    "versus": "duplicate",
}

__all__ = [
    "Result",
    "Stopped",
    "describe_hand",
    "distance",
    "lone",
    "lones",
    "simulate",
    "trace_deal",
    "versus",
]


def __getattr__(name: str) -> Any:
    """The public object ``name``, imported from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rummysim.simulation' has no attribute {name!r}")
    value = getattr(import_module(f"rummysim.simulation.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
