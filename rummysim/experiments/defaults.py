"""What an experiment file need not say: the lowest layer, below every base."""

from pathlib import Path
from typing import Any

from rummysim.experiments.layers import Source, Tree, tree_of
from rummysim.policies import DEFAULT_POLICY

ALWAYS: dict[str, Any] = {
    "question": "",
    "claim": "",
    "quote": "",
    "game": {"rules": "shanghai", "set": []},
    "table": {"baselines": [DEFAULT_POLICY], "mixed": []},
    "stop": {
        "alpha": 0.05,
        "smallest": 0.5,
        "look": 200,
        "burn_in": 200,
        "planned": 1500,
        "max_deals": 2000,
        "confirm_min": 0,
        "confirm_max": 0,
        "power": 0.9,
    },
    "run": {"chunk": 25, "seed": 0},
}
PAIRED: dict[str, Any] = {
    "table": {"fields": ["baseline"]},
    "stop": {"confirm_min": 1000, "confirm_max": 4000},
}
PAIRED_ROUND: dict[str, Any] = {  # a single round costs less than a whole match and says less
    "stop": {
        "look": 1000,
        "burn_in": 1000,
        "planned": 8000,
        "max_deals": 10_000,
        "confirm_min": 5000,
        "confirm_max": 20_000,
    },
    "run": {"chunk": 125},
}
COUNTING: dict[str, Any] = {"table": {"fields": ["table"]}, "count": {"by": []}}
CHART: dict[str, Any] = {"table": {"fields": ["baseline"]}, "chart": {"sample": 1.0, "follow": 0}}


def default_layers(design: str, single_round: bool, name: str) -> list[Tree]:
    """The layers below an experiment's own, the upper one first.

    name : of the experiment, which is blamed where a default does not suit what it says

    >>> default_layers("paired", False, "own")[0]["stop"]["confirm_min"].value
    1000
    """
    layers = {"paired": PAIRED, "counting": COUNTING, "chart": CHART}
    above = [PAIRED_ROUND] if single_round and design == "paired" else []
    return [tree_of(data, Source(name, Path())) for data in (*above, layers[design], ALWAYS)]
