"""Results as plain data: what JSON and CSV can hold."""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def plain(value: Any) -> Any:
    """The same value made of what JSON knows; NaN and infinities become None.

    >>> plain({"seats": (1, 2), "mean": float("nan"), "file": Path("a.toml")})
    {'seats': [1, 2], 'mean': None, 'file': 'a.toml'}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "tolist"):  # numpy scalars and arrays, without importing numpy
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    r"""Rows as CSV, with the keys of the first as titles; missing numbers stay empty.

    >>> csv_text([{"turn": 1, "estimate": 0.5}, {"turn": 2, "estimate": float("nan")}])
    'turn,estimate\n1,0.5\n2,\n'
    """
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: plain(value) for key, value in row.items()})
    return buffer.getvalue()
