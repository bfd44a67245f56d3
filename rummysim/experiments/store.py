"""Stores: the folder of a run, read without changing it.

A store holds ``manifest.json`` and ``chunks.jsonl``, one line of integer sums for each chunk of
deals. Full stores and compact ones (`compacting`) are read alike.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rummysim.errors import StoreError
from rummysim.experiments.designs import STAGES, Done, Ended, design_of
from rummysim.experiments.grid import cases_of
from rummysim.experiments.manifest import MANIFEST, Manifest, experiment_in, read_manifest
from rummysim.experiments.plans import planned_before
from rummysim.experiments.rows import Pieces, Row
from rummysim.experiments.soundness import rows_in
from rummysim.experiments.spec import Case, Experiment, Stage
from rummysim.simulation.journal import LARGEST, sentences

CHUNKS = "chunks.jsonl"
FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Store:
    """What a run has kept so far."""

    folder: Path
    manifest: Manifest
    experiment: Experiment
    rows: tuple[Row, ...]
    pieces: Pieces
    torn: int  # bytes of a last line that a killed run left; they do not count

    @property
    def identity(self) -> str:
        """The same for stores whose numbers may be added."""
        return str(self.manifest["id"])

    @property
    def finished(self) -> bool:
        """Whether the run had nothing left to play."""
        return bool(self.manifest["state"] == FINISHED)

    @property
    def cases(self) -> tuple[Case, ...]:
        """All cases of the experiment, those without deals included."""
        return cases_of(self.experiment)

    def groups(self, case: Case) -> tuple[str, ...]:
        """What stops on its own within a case."""
        return design_of(self.experiment).groups(self.experiment, case)

    def done(self, case: Case, group: str) -> Mapping[Stage, Done]:
        """Deals and sums of a group in both stages: those from 0 on that have no gap."""
        return {stage: self.pieces.done((case.key, group, stage)) for stage in STAGES}

    def parts(self) -> Iterator[tuple[Case, str, Mapping[Stage, Done]]]:
        """Every group of every case that has deals, with what it has."""
        for case in self.cases:
            for group in self.groups(case):
                done = self.done(case, group)
                if any(each.deals for each in done.values()):
                    yield case, group, done

    def games(self, case: Case | None = None, stage: Stage | None = None) -> int:
        """Games that were played, those that groups share counted once."""
        return sum(
            row.games
            for row in self.rows
            if (case is None or row.case == case.key) and stage in (None, row.stage)
        )

    def stop(self, case: Case, group: str) -> str:
        """Why no more is played, in a few words; empty while there is more to play."""
        goal = design_of(self.experiment).next_goal(
            self.experiment, case, group, self.done(case, group)
        )
        return goal.reason if isinstance(goal, Ended) else ""

    def planned(self, case: Case, group: str) -> int | None:
        """Deals of the confirmation as planned before the first one was played; None before."""
        return planned_before(self.experiment, case, group, self.done(case, group), self.manifest)

    def extended(self, case: Case, group: str) -> bool:
        """Whether a confirmation did not end where it was planned before it was seen.

        Its interval must then allow for looking. A run does that whose limits were changed once
        it had begun to confirm, and one that is combined with a run of other limits.
        """
        deals, planned = self.done(case, group)["confirm"].deals, self.planned(case, group)
        if not deals or planned is None or deals == planned:
            return False
        return deals > planned or bool(self.stop(case, group))


def open_store(folder: Path) -> Store:
    """The store in a folder; nothing in it is changed.

    Raises ForeignStore when another version wrote it, StoreError when there is none or it is
    damaged.
    """
    manifest = read_manifest(folder)
    data = _bytes(folder / CHUNKS)
    experiment = experiment_in(folder, manifest)
    check_digest(folder, manifest, data[: data.rfind(b"\n") + 1])
    rows, size = rows_in(data, folder / CHUNKS, experiment)
    return Store(folder, manifest, experiment, tuple(rows), Pieces(rows), len(data) - size)


def find_stores(folder: Path) -> list[Path]:
    """The folders of all stores at or below a folder, by name.

    >>> find_stores(Path("nowhere"))
    []
    """
    return sorted(path.parent for path in folder.rglob(MANIFEST))


def _bytes(path: Path) -> bytes:
    with sentences(path):
        if not path.exists():
            return b""
        if path.stat().st_size > LARGEST:
            raise StoreError(f"{path} is larger than a gigabyte, so it is no store")
        return path.read_bytes()


def check_digest(folder: Path, manifest: Manifest, data: bytes) -> None:
    """Nothing, when the lines that the manifest knows are those that were written.

    Behind them a run that was killed may have written more; a finished one has not.

    Raises StoreError otherwise.
    """
    known = manifest["chunks"]
    if not known and manifest["state"] != FINISHED:
        return
    size = 0
    for _ in range(known.get("lines", 0)):
        size = data.find(b"\n", size) + 1 or len(data) + 1
    whole = size == len(data) or (size < len(data) and manifest["state"] != FINISHED)
    if not whole or hashlib.sha256(data[:size]).hexdigest() != known.get("sha256"):
        raise StoreError(
            f"{folder / CHUNKS} is not what the run wrote (its SHA-256 differs from the one in "
            "the manifest); take the file from where it was copied from, or run it anew"
        )
