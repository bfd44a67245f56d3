"""Results for programs: one JSON object, or a table as CSV, with what reproduces them."""

import json
import shlex
from collections.abc import Mapping, Sequence

import typer

from rummysim.cli.console import say
from rummysim.cli.streams import speaks_unicode
from rummysim.reports.data import csv_text, plain

SCHEMA_VERSION = 1
LARGEST_SEED = 2**63 - 1


def version() -> str:
    """The version of rummysim."""
    from rummysim import __version__

    return __version__


def print_json(command: str, inputs: Mapping[str, object], results: Mapping[str, object]) -> None:
    """Nothing; one JSON object is on stdout: what was asked first, then the results."""
    ascii_only = not speaks_unicode()  # escapes lose nothing
    say(_json_text(_envelope(command, inputs) | dict(results), ascii_only))


def inputs_file(command: str, inputs: Mapping[str, object], words: Sequence[object]) -> bytes:
    """What lies beside the tables of a command, as JSON: its inputs, and what gives them again.

    words : behind ``rummysim COMMAND``
    """
    from rummysim.trace.text import ENGINE_VERSION

    again = shlex.join(["rummysim", command, *map(str, words)])
    document = _envelope(command, inputs) | {"engine": ENGINE_VERSION, "again": again}
    return (_json_text(document) + "\n").encode()


def _envelope(command: str, inputs: Mapping[str, object]) -> dict[str, object]:
    return {
        "schema_version": SCHEMA_VERSION,
        "command": command,
        "version": version(),
        "inputs": dict(inputs),
    }


def _json_text(document: Mapping[str, object], ascii_only: bool = False) -> str:
    return json.dumps(plain(document), indent=2, ensure_ascii=ascii_only, allow_nan=False)


def print_csv(rows: Sequence[Mapping[str, object]]) -> None:
    """Nothing; the rows are on stdout, under the keys of the first one."""
    say(csv_text(rows).rstrip("\n"))


def parse_seed(text: str) -> int:
    """The seed that was typed; ``random`` draws one of 63 bits.

    >>> parse_seed("12"), parse_seed("random") >= 0
    (12, True)

    Raises typer.BadParameter when it is no whole number from 0 to 2**63 - 1.
    """
    if text.strip().lower() == "random":
        import secrets

        return secrets.randbits(63)
    if text.strip().isdecimal() and len(text) < 30 and int(text) <= LARGEST_SEED:
        return int(text)
    raise typer.BadParameter(
        f"{text!r} is no seed; give a whole number from 0 to {LARGEST_SEED}, or the word random",
        param_hint="--seed",
    )
