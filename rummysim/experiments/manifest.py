"""The manifest of a run: what was asked, by which program, and how far it is.

Everything that depends on a machine or a moment stands here and nowhere else in a store.
"""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rummysim import __version__
from rummysim.backends.sources import source_digest
from rummysim.errors import ForeignStore, StoreError
from rummysim.experiments.identity import SCHEMA, digest, identity_parts, stated_parts
from rummysim.experiments.payload import experiment_of, plain
from rummysim.experiments.shape import strange_parts
from rummysim.experiments.spec import Experiment
from rummysim.rules.fields import show
from rummysim.simulation.journal import sentences
from rummysim.simulation.keys import SCHEME
from rummysim.trace.files import whole_file
from rummysim.trace.text import ENGINE_VERSION

MANIFEST = "manifest.json"
LARGEST = 64 << 20  # bytes
KEYS = ("schema", "engine", "id", "identity", "experiment", "state", "progress", "chunks")
OF_A_MOMENT = ("machine", "backend", "wall_seconds", "cpu_seconds", "manifest_id")
PACKAGES = ("numpy", "numba", "llvmlite")
VERSIONS = {"rummysim": "rummysim", "schema": "stores", "engine": "engine", "rng": "random numbers"}
LONGEST = 40  # letters of a version that is named as it is
DO_NOT_MIX = (
    "Numbers of two versions do not mix: use the old version, or run the experiment anew in "
    "another folder"
)

Manifest = dict[str, Any]


def new_manifest(experiment: Experiment) -> Manifest:
    """The manifest of a run that has not begun."""
    parts = identity_parts(experiment)
    return {
        "schema": SCHEMA,
        "rummysim": __version__,
        "engine": ENGINE_VERSION,
        "rng": SCHEME,
        "sources": source_digest(),
        "id": digest(parts),
        "name": experiment.name,
        "seed": experiment.seed,
        "state": "begun",
        **kept_experiment(experiment),
        "identity": parts,
        "planned": {},
        "extensions": [],
        "progress": {},
        "chunks": {},
        "compact": False,
        "command": "",
        "machine": machine(),
        "wall_seconds": 0.0,
        "cpu_seconds": 0.0,
    }


def kept_experiment(experiment: Experiment) -> Manifest:
    r"""The experiment as a manifest holds it, with its digest so that no edit goes unnoticed.

    >>> from rummysim.experiments.read import parse_experiment
    >>> sorted(kept_experiment(parse_experiment("[arms.shy]")))
    ['experiment', 'experiment_id']
    """
    whole = plain(experiment)
    return {"experiment": whole, "experiment_id": digest(whole)}


def machine() -> dict[str, Any]:
    """The computer and the programs that numbers do not depend on, and speed does.

    >>> machine()["python"] == platform.python_version()
    True
    """
    return {
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
        "system": platform.platform(),
        "cpu": _cpu(),
        "cpus": os.cpu_count(),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def _cpu() -> str:
    """What the processor calls itself."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a folder, written by this version of the program, its stores and its engine.

    Raises ForeignStore when another version wrote it, StoreError when there is none or it is
    damaged.
    """
    path = folder / MANIFEST
    with sentences(path):
        if not path.is_file():
            raise StoreError(f"{folder} holds no run: there is no {MANIFEST} in it")
        if path.stat().st_size > LARGEST:
            raise StoreError(f"{path} is larger than 64 MB, so it is no manifest")
        data = path.read_bytes()
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not {"schema", "engine"} <= found.keys():
        raise StoreError(f"{path} is no manifest of rummysim, or it is damaged")
    _refuse_other_versions(folder, found)
    strange = strange_parts(found)
    if not strange and _fits_together(found):
        return found
    _refuse_other_sources(folder, found)
    if strange:
        raise StoreError(f"{path} is damaged: its part {show(strange[0])} is not as it is written")
    raise StoreError(f"{path} is damaged: its parts do not fit together")


def _fits_together(found: Manifest) -> bool:
    """Whether all parts are there and none was changed by itself."""
    if not {*KEYS, "wall_seconds", "cpu_seconds"} <= found.keys():
        return False
    whole = digest(found["experiment"])
    return (
        digest(found["identity"]) == found["id"]
        and found.get("experiment_id", whole) == whole
        and ("manifest_id" not in found or found["manifest_id"] == manifest_id(found))
    )


def manifest_id(manifest: Mapping[str, Any]) -> str:
    """The digest of all in a manifest that no machine and no moment decides.

    >>> manifest_id({"planned": {}}) == manifest_id({"planned": {}, "wall_seconds": 3.5})
    True
    """
    return digest({key: each for key, each in manifest.items() if key not in OF_A_MOMENT})


def experiment_in(folder: Path, manifest: Manifest) -> Experiment:
    """The experiment that a manifest holds.

    Raises StoreError when it is damaged, or not the one that the run was begun with.
    """
    try:
        experiment = experiment_of(manifest["experiment"])
    except StoreError as error:
        raise StoreError(f"{folder / MANIFEST}: {error}") from None
    stated = stated_parts(experiment)
    changed = [key for key in stated if manifest["identity"].get(key) != stated[key]]
    if changed:
        raise StoreError(
            f"{folder / MANIFEST} is damaged: its experiment was changed after the run had begun "
            f"({', '.join(changed)})"
        )
    return experiment


def _refuse_other_versions(folder: Path, found: Mapping[str, Any]) -> None:
    """Nothing; raises ForeignStore when its numbers mean something else than ours would.

    One rule for all that read a store, whether they only print it, go on with it or play it again.
    """
    there = [found.get(key) for key in VERSIONS]
    here = [__version__, SCHEMA, ENGINE_VERSION, SCHEME]
    if there != here:
        raise ForeignStore(
            f"{folder} was written by another version: {_version_words(there)}; this is "
            f"{_version_words(here)}. {DO_NOT_MIX}"
        )


def _refuse_other_sources(folder: Path, found: Mapping[str, Any]) -> None:
    """Nothing; raises ForeignStore when a manifest that is not as ours is not of these sources.

    Other sources of the same version may give the same numbers, and what they wrote is read as
    long as it is sound. Where it is not, nobody can tell whether they wrote it otherwise.
    """
    there, here = found.get("sources"), source_digest()
    if there != here:
        raise ForeignStore(
            f"{folder} was written by another version: sources {_plain_words(there)}; these are "
            f"sources {here}, which would not write its {MANIFEST} like that, unless somebody has "
            f"changed it. {DO_NOT_MIX}"
        )


def _version_words(versions: Sequence[object]) -> str:
    """All that makes a version, as a sentence says it.

    >>> _version_words(["0.1.0", 1, "1", None])
    'rummysim 0.1.0, stores 1, engine 1, random numbers unknown'
    """
    named = zip(VERSIONS.values(), versions, strict=True)
    return ", ".join(f"{name} {_plain_words(version)}" for name, version in named)


def _plain_words(value: object) -> str:
    """A value from a file for a sentence, whatever it is."""
    if value in (None, ""):
        return "unknown"
    is_short = isinstance(value, str) and value.isprintable() and len(value) <= LONGEST
    return str(value) if is_short else show(value)


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Nothing; the manifest is in the folder, whole, with the digest that tells edits.

    Raises StoreError when it cannot be written.
    """
    whole = {**manifest, "manifest_id": manifest_id(manifest)}
    text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    with sentences(folder / MANIFEST), whole_file(folder / MANIFEST) as file:
        file.write(text.encode())
