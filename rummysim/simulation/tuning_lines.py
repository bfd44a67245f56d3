"""What the lines of a tuning history hold, and whether a line that was read holds it."""

import json
import sys
from collections.abc import Callable
from typing import Any

Line = dict[str, Any]

WAYS = ("alone", "reverse")  # estimates of a check that was played both ways
ESTIMATE = ("low", "mean", "high")


def _number(value: object) -> bool:
    """Whether it is a finite number, and no truth value."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return plain and abs(value) <= sys.float_info.max  # type: ignore[arg-type]


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _text(value: object) -> bool:
    return isinstance(value, str)


def _values(value: object) -> bool:
    """Whether these are values by the names of their parameters."""
    return isinstance(value, dict) and bool(value) and all(map(_number, value.values()))


def _estimate(value: object) -> bool:
    """Whether a mean lies between two ends."""
    if not isinstance(value, dict) or not all(_number(value.get(key)) for key in ESTIMATE):
        return False
    return bool(value["low"] <= value["mean"] <= value["high"])


Entries = dict[str, Callable[[object], bool]]


def _all(keys: tuple[str, ...], good: Callable[[object], bool]) -> Entries:
    return dict.fromkeys(keys, good)


KINDS: dict[str, Entries] = {  # what each line after the first must hold
    "budget": _all(("generations", "finalists", "choose_deals", "check_deals"), _count),
    "search": {"generation": _count, "candidate": _count, "first_deal": _count, "values": _values},
    "choose": {"source": _text, "values": _values, "deals": _count},
    "check": {"field": _text, "values": _values, "deals": _count}
    | _all(("points", "wins", "ahead", "won"), _estimate),
}


def read_line(text: bytes) -> Line | None:
    """A line of a history, whatever its kind; None when it is none.

    >>> read_line(b'{"line": "budget"}'), read_line(b'{"line": 1}'), read_line(b"[NaN]")
    ({'line': 'budget'}, None, None)
    """
    try:
        line = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) and isinstance(line.get("line"), str) else None


def _refused(name: str) -> None:
    """Nothing; NaN and Infinity are no numbers of a history."""
    raise ValueError(name)


def is_sound(line: Line, both_ways: bool = False) -> bool:
    """Whether a line after the first is of a known kind and holds all that its kind must.

    >>> found = {"line": "choose", "source": "start", "values": {"calm": 1.0}, "deals": 40}
    >>> is_sound(found | {"low": 1, "mean": 2, "high": 3})
    True
    >>> is_sound(found | {"low": 1, "mean": 4, "high": 3}), is_sound({"line": "tune"})
    (False, False)
    """
    kind = line["line"]
    if kind not in KINDS or not all(good(line.get(key)) for key, good in KINDS[kind].items()):
        return False
    if kind in ("search", "choose"):
        return _estimate(line)
    if kind != "check" or not (both_ways or any(way in line for way in WAYS)):
        return True
    return all(_estimate(line.get(way)) for way in WAYS)
