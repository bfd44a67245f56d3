"""Which bytes of a STATE are whose: what a player sees, and what a policy may change."""

from functools import cache
from typing import Any

import numpy as np

from rummysim.kernels import layout

MAY_CHANGE = (
    "memory",
    "plan",
    "known",
    "known_valid",
    "choices",
    "floor",
    "trial",
    "others",
    "kept",
    "kept_for",
    "undone",
    "undone_for",
)  # fields of the own view


def _span(fields: tuple[str, ...], index: int | None = None) -> slice:
    """The bytes of a field of STATE; ``index`` chooses an element of ``fields[0]``."""
    dtype, start = layout.STATE.fields[fields[0]]
    if index is not None:
        dtype = dtype.base
        start += index * dtype.itemsize
    for name in fields[1:]:
        dtype, offset = dtype.fields[name]
        start += offset
    return slice(start, start + dtype.itemsize)


def _mask(*spans: slice) -> Any:
    mask = np.zeros(layout.STATE.itemsize, np.bool_)
    for span in spans:
        mask[span] = True
    return mask


@cache
def seen_by(seat: int) -> Any:
    """Mask of what a policy in ``seat`` is handed: its view, the table, its parameters."""
    return _mask(_span(("views",), seat), _span(("table",)), _span(("params",), seat))


@cache
def may_change(seat: int) -> Any:
    """Mask of what a policy in ``seat`` may write, and the notes of `look` and of trials."""
    return _mask(*(_span(("views", name), seat) for name in MAY_CHANGE))


@cache
def lasting(seat: int) -> Any:
    """Mask of what a policy in ``seat`` leaves behind for later: its memory and its plan."""
    return _mask(*(_span(("views", name), seat) for name in ("memory", "plan")))


@cache
def view_of(seat: int) -> slice:
    """The VIEW of ``seat``."""
    return _span(("views",), seat)


TABLE = _span(("table",))


def field_at(byte: int) -> str:
    """The name of the field that a byte of STATE belongs to."""
    dtype, text = layout.STATE, "state"
    while dtype.names:
        for name in dtype.names:
            field, start = dtype.fields[name][:2]
            if start <= byte < start + field.itemsize:
                break
        else:
            return f"{text}: padding"
        byte -= start
        text += f".{name}"
        if field.shape:
            field = field.base
            text += f"[{byte // field.itemsize}]"
            byte %= field.itemsize
        dtype = field
    return text


def differing(one: Any, other: Any, mask: Any) -> list[str]:
    """The fields within ``mask`` in which two STATEs, given as bytes, differ."""
    found = np.flatnonzero((one != other) & mask)
    return list(dict.fromkeys(field_at(int(byte)) for byte in found))
