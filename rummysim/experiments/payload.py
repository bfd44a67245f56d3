"""A whole experiment as one line of JSON, and back without loss.

Workers get it, and the manifest of a run holds it, so that neither needs the experiment's file.
"""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from rummysim.errors import RummysimError, StoreError
from rummysim.experiments.shape import check_record
from rummysim.experiments.spec import (
    Arm,
    Axis,
    Bound,
    Chart,
    Contrast,
    Experiment,
    Stop,
    Variant,
    View,
)
from rummysim.rules import dump
from rummysim.rules.load import load_dict


def plain(experiment: Experiment) -> dict[str, Any]:
    r"""The experiment as nested dict, list, text and numbers, as JSON holds them.

    >>> from rummysim.experiments.read import parse_experiment
    >>> plain(parse_experiment("[arms.shy]\nparameters = { buy = 'never' }"))["contrasts"]
    [{'name': 'shy-usual', 'tip': 'shy', 'other': 'usual'}]
    """
    fields = {
        field.name: getattr(experiment, field.name) for field in dataclasses.fields(Experiment)
    }
    fields["rules"] = dump(experiment.rules)
    fields["arms"] = list(experiment.arms.values())  # a list keeps their order for certain
    return {name: _plain(value) for name, value in fields.items()}


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def payload_of(experiment: Experiment) -> str:
    r"""The experiment as one line of JSON.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> experiment_of(payload_of(own)) == own
    True
    """
    return json.dumps(plain(experiment), ensure_ascii=False, separators=(",", ":"))


def experiment_of(payload: str | Mapping[str, Any]) -> Experiment:
    """The experiment that `payload_of` wrote, or that a manifest holds.

    Raises StoreError when it is damaged.
    """
    try:
        data = dict(json.loads(payload) if isinstance(payload, str) else payload)
        return _experiment(data)
    except (KeyError, TypeError, ValueError, AttributeError, RummysimError) as error:
        raise StoreError(f"the experiment that was kept with a run is damaged: {error}") from None


def _experiment(data: dict[str, Any]) -> Experiment:
    players, baselines, fields = map(_items, data["variants_at"])
    tuples = ("players", "baselines", "fields", "mixed", "measures", "by")
    changed = {
        **{key: _items(data[key]) for key in tuples},
        "rules": load_dict(data["rules"]),
        "arms": {each["name"]: _arm(each) for each in data["arms"]},
        "contrasts": tuple(Contrast(**each) for each in data["contrasts"]),
        "variants": tuple(_variant(each) for each in data["variants"]),
        "variants_at": (players, baselines, fields),
        "chart": None if data["chart"] is None else _chart(data["chart"]),
        "stop": _stop(data["stop"]),
    }
    found = Experiment(**(data | changed))
    check_record(found)
    for contrast in found.contrasts:
        for arm in (contrast.tip, contrast.other):
            if arm not in found.arms:
                raise ValueError(f"its contrast {contrast.name} is about no arm of it")
    return found


def _stop(data: dict[str, Any]) -> Stop:
    """The limits; raises ValueError when one of them is no number that a file could give."""
    for key, value in data.items():
        whole = key not in ("alpha", "smallest", "power")
        sound = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        if not sound or value < 0 or (value == 0 and not key.startswith("confirm")):
            raise ValueError(f"its stop.{key} is {json.dumps(value)}")
    return Stop(**data)


def _arm(data: dict[str, Any]) -> Arm:
    return Arm(**(data | {key: _items(data[key]) for key in ("rules", "seats")}))


def _variant(data: dict[str, Any]) -> Variant:
    return Variant(data["name"], _items(data["rules"]), data["why"])


def _chart(data: dict[str, Any]) -> Chart:
    first, second = data["acts"]
    views = tuple(_view(each) for each in data["views"])
    return Chart(**(data | {"acts": (first, second), "views": views}))


def _view(data: dict[str, Any]) -> View:
    return View(
        data["name"],
        _axis(data["rows"]),
        _axis(data["columns"]),
        None if data["panels"] is None else _axis(data["panels"]),
        tuple(Bound(**each) for each in data["where"]),
    )


def _axis(data: dict[str, Any]) -> Axis:
    return Axis(data["feature"], _items(data["edges"]))


def _items(value: Any) -> tuple[Any, ...]:
    """The items of a list; raises TypeError for what tuple would take besides."""
    if not isinstance(value, list):
        raise TypeError(f"{json.dumps(value):.60} is no list")
    return tuple(value)
