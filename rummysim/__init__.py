"""Contract rummy simulated fast and exactly; each public name is loaded when first used.

>>> import rummysim
>>> rummysim.load_rules("shanghai").rounds
7
"""

from importlib import import_module

TYPE_CHECKING = (
    False  # typing takes longer to load than all else that comes before Ctrl-C is caught
)
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Result": "rummysim.simulation",
    "RuleSet": "rummysim.rules",
    "RummysimError": "rummysim.errors",
    "describe_hand": "rummysim.simulation",
    "distance": "rummysim.simulation",
    "load_rules": "rummysim.rules",
    "lone": "rummysim.simulation",
    "preset_names": "rummysim.rules",
    "simulate": "rummysim.simulation",
    "trace_deal": "rummysim.simulation",
    "versus": "rummysim.simulation",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> "Any":
    """The public object ``name``, imported from where it lives."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rummysim' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Names that tab completion offers."""
    return sorted({*globals(), *_HOMES})
