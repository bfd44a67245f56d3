"""Stores while they are written: one writer, whole lines, and a manifest that is always valid."""

import hashlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rummysim.errors import ForeignStore, StoreError
from rummysim.experiments.designs import design_of
from rummysim.experiments.differing import foreign
from rummysim.experiments.grid import cases_of
from rummysim.experiments.identity import EXTENDS
from rummysim.experiments.manifest import (
    MANIFEST,
    Manifest,
    experiment_in,
    kept_experiment,
    machine,
    new_manifest,
    read_manifest,
    write_manifest,
)
from rummysim.experiments.plans import Plans, planned_before
from rummysim.experiments.rows import Pieces, Row, line_of
from rummysim.experiments.soundness import rows_in
from rummysim.experiments.spec import Experiment
from rummysim.experiments.store import CHUNKS, FINISHED, check_digest
from rummysim.simulation.journal import Journal, sentences
from rummysim.trace.files import Closing

UNFINISHED = ".rummysim-*.part"
BEGUN, STOPPED = "begun", "stopped"


class Writer(Closing):
    """The store of an experiment, open for more rows; a context manager that holds its folder.

    folder : of this run; it is made, or holds an earlier part of the same run
    facts : what the manifest is to tell besides: the command, the backend

    Raises ForeignStore when the folder belongs to another experiment or version, StoreError when it
    is in use, damaged or cannot be written.
    """

    def __init__(
        self, folder: Path, experiment: Experiment, facts: Mapping[str, Any] | None = None
    ) -> None:
        self.folder = folder
        self.experiment = experiment
        self.rows: list[Row] = []  # that were there when it was opened
        self.torn = 0  # bytes of a line that a killed run left, which were cut off
        self.manifest: Manifest = new_manifest(experiment)
        self._facts = {key: _printable(each) for key, each in (facts or {}).items()}
        self.limits: tuple[int, int] | None = None  # most deals to explore, before and now
        self._journal = Journal(folder / CHUNKS)
        self._written = (0, hashlib.sha256())  # lines and their digest, which change together
        self._began = time.monotonic()
        self._seconds = (0.0, 0.0)  # of earlier parts of the run: wall, processor
        self._cpu = 0.0

    def __enter__(self) -> "Writer":
        """The store, locked, read and checked."""
        with sentences(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        self._journal.__enter__()
        try:
            self._open()
        except BaseException:
            self._journal.close()
            raise
        return self

    def close(self) -> None:
        """Nothing; the store is free for others, and every row is on the disk already."""
        self._journal.close()

    def _open(self) -> None:
        data = self._journal.read()
        for part in self.folder.glob(UNFINISHED):  # of manifests that a killed run was writing
            part.unlink(missing_ok=True)
        if (self.folder / MANIFEST).exists():
            self._continue(data)
        elif data:
            raise StoreError(
                f"{self.folder / CHUNKS} is there without a {MANIFEST}; give another folder"
            )
        else:
            self.note(BEGUN, {})

    def _continue(self, data: bytes) -> None:
        """Nothing; the run goes on where its rows end."""
        found = read_manifest(self.folder)
        if found["id"] != self.manifest["id"]:
            if not data and not found["chunks"].get("lines"):  # nothing was ever played
                self.note(BEGUN, {})
                return
            raise ForeignStore(foreign(self.folder, self.manifest, found))
        before = experiment_in(self.folder, found)
        check_digest(self.folder, found, data[: data.rfind(b"\n") + 1])
        self.rows, size = rows_in(data, self.folder / CHUNKS, self.experiment)
        if size < len(data):
            self.torn = len(data) - size
            self._journal.cut(size)
        self._written = (len(self.rows), hashlib.sha256(data[:size]))
        self._seconds = (float(found["wall_seconds"]), float(found["cpu_seconds"]))
        self.manifest = found | self._history(before, found)

    def _history(self, before: Experiment, found: Manifest) -> Manifest:
        """What was planned when the run had other limits, and how these have changed."""
        pieces = Pieces(self.rows)
        plans: Plans = {}
        for case in cases_of(before) if self.rows else ():
            for group in design_of(before).groups(before, case):
                done = pieces.both((case.key, group))
                planned = planned_before(before, case, group, done, found)
                if planned is not None:
                    plans.setdefault(case.key, {})[group] = planned
        extensions = list(found.get("extensions", []))
        old, new = (
            {key: getattr(each.stop, key) for key in EXTENDS} for each in (before, self.experiment)
        )
        if self.rows and old != new:
            extensions.append({"from": old, "to": new})
            if old["max_deals"] != new["max_deals"]:
                self.limits = (old["max_deals"], new["max_deals"])
            self._facts["command"] = _after(found.get("command", ""), self._facts.get("command"))
        return {"planned": plans, "extensions": extensions}

    def plan(self, goals: Mapping[tuple[str, str], int], progress: Mapping[str, Any]) -> None:
        """Nothing; the manifest says how many deals each confirmation is to have.

        goals : by case and group, of confirmations that go on; those that have begun keep theirs
        """
        plans = {case: dict(groups) for case, groups in self.manifest["planned"].items()}
        for (case, group), deals in goals.items():
            plans.setdefault(case, {}).setdefault(group, deals)
        if plans != self.manifest["planned"]:
            self.manifest["planned"] = plans
            self.note(BEGUN, progress)

    @property
    def finished(self) -> bool:
        """Whether the manifest says that nothing is left to play."""
        return bool(self.manifest["state"] == FINISHED)

    def add(self, row: Row, cpu_seconds: float = 0.0) -> None:
        """Nothing; the row is on the disk.

        cpu_seconds : processor time that it took, for the manifest
        """
        if self.finished:  # first of all: lines that the manifest does not know are no damage
            self.note(BEGUN, self.manifest["progress"])
        line = line_of(row)
        digest = self._written[1].copy()
        digest.update(line + b"\n")
        self._journal.add(line)
        self._written = (self._written[0] + 1, digest)  # at once, whenever Ctrl-C comes
        self._cpu += cpu_seconds

    def note(self, state: str, progress: Mapping[str, Any]) -> None:
        """Nothing; the manifest says how far the run is.

        state : begun, stopped or finished
        progress : by case and group, as plain data
        """
        wall = time.monotonic() - self._began
        lines, digest = self._written
        self.manifest = self.manifest | {
            "state": state,
            "name": self.experiment.name,
            **kept_experiment(self.experiment),  # with the most deals that were asked for last
            "progress": dict(progress),
            "chunks": {"lines": lines, "sha256": digest.hexdigest()},
            "machine": machine(),
            "wall_seconds": round(self._seconds[0] + wall, 3),
            "cpu_seconds": round(self._seconds[1] + self._cpu, 3),
            **self._facts,
        }
        write_manifest(self.folder, self.manifest)


def _printable(fact: Any) -> Any:
    """A fact whose texts a manifest can hold, whatever the names of files in them."""
    if isinstance(fact, str):
        return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in fact)
    return [_printable(each) for each in fact] if isinstance(fact, list) else fact


def _after(command: str, extension: str | None) -> str:
    """The commands that played a run, one after the other."""
    if not extension or extension in command.split(" && "):
        return command
    return f"{command} && {extension}" if command else extension
