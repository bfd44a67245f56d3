"""Several stores of one experiment made one, and a store made small enough to be kept for good."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rummysim.errors import ForeignStore, StoreError
from rummysim.experiments.designs import STAGES, Done, Ended, Sums, add_sums, design_of
from rummysim.experiments.manifest import MANIFEST
from rummysim.experiments.payload import payload_of
from rummysim.experiments.rows import Place, Row
from rummysim.experiments.spec import Case, Stage
from rummysim.experiments.store import FINISHED, Store, open_store
from rummysim.experiments.unit import play_unit
from rummysim.experiments.waves import Chunk
from rummysim.experiments.writing import STOPPED, Writer


def combine(stores: Sequence[Store], out: Path) -> Store:
    """One store in the new folder ``out`` with the deals of all these.

    Where several have deals of the same group, these must agree, and the longest part is taken.

    Raises ForeignStore when they are of different experiments, StoreError when their deals do not
    agree or the folder is in use.
    """
    first = stores[0]
    for store in stores[1:]:
        if store.identity != first.identity:
            raise ForeignStore(
                f"{store.folder} and {first.folder} are of different experiments; "
                "their numbers do not mix"
            )
    owners = _owners(stores)
    rows = [
        _restricted(row, groups)
        for number, store in enumerate(stores)
        for row in store.rows
        if (groups := [g for g in row.groups if owners[row.case, g, row.stage] == number])
    ]
    most = max(stores, key=lambda store: store.experiment.stop.max_deals)
    times = {
        key: round(sum(float(store.manifest[key]) for store in stores), 3)
        for key in ("wall_seconds", "cpu_seconds")
    }
    facts = times | {"combined": [store.folder.name for store in stores]}
    return _written(most, in_order(most.cases, rows), out, facts)


def _owners(stores: Sequence[Store]) -> dict[Place, int]:
    """Which store has most deals of each group; raises StoreError when two do not agree."""
    owners: dict[Place, int] = {}
    deals: dict[Place, int] = {}
    known: dict[Place, dict[int, tuple[str, int]]] = {}
    for number, store in enumerate(stores):
        places = {(row.case, group, row.stage) for row in store.rows for group in row.groups}
        for place in sorted(places):
            seen = known.setdefault(place, {})
            done = 0
            for done, text in _milestones(store, place):
                before = seen.setdefault(done, (text, number))
                if before[0] != text:
                    raise StoreError(
                        f"{stores[before[1]].folder} and {store.folder} have different sums over "
                        f"the first {done:,} deals of {place[0]}, so one of them is wrong"
                    )
            if done > deals.get(place, -1):
                deals[place], owners[place] = done, number
    return owners


def _milestones(store: Store, place: Place) -> Iterator[tuple[int, str]]:
    """Every number of deals that a store knows sums of, with a digest of them."""
    total = Sums()
    for first, piece in store.pieces.prefix(place):
        add_sums(total, piece.sums)
        text = json.dumps(total, sort_keys=True)
        yield first + piece.count, hashlib.sha256(text.encode()).hexdigest()


def _restricted(row: Row, groups: Sequence[str]) -> Row:
    """The row with some of its groups alone; its games stay."""
    if len(groups) == len(row.groups):
        return row
    left = [group for group in row.groups if group not in groups]
    lost = {key for group in left for key in row.part(group)}
    sums = {key: numbers for key, numbers in row.sums.items() if key not in lost}
    return replace(row, groups=tuple(groups), sums=sums)


def in_order(cases: Iterable[Case], rows: Iterable[Row]) -> list[Row]:
    """The rows case by case, each in the order of its deals."""
    order = {case.key: number for number, case in enumerate(cases)}
    return sorted(rows, key=lambda row: (order[row.case], STAGES.index(row.stage), row.first))


def compact(store: Store, out: Path) -> Store:
    """The same sums in the new folder ``out``, in few rows.

    The first chunk of each case stays as it is, so that it can be played again and compared; the
    others become one row for as long as the same groups went on.

    Raises StoreError when the folder is in use.
    """
    rows: list[Row] = []
    for row in in_order(store.cases, store.rows):
        last = rows[-1] if rows else None
        if last is not None and last.first and _follows(last, row):
            sums = {key: list(numbers) for key, numbers in last.sums.items()}
            add_sums(sums, row.sums)
            rows[-1] = replace(last, count=last.count + row.count, sums=sums)
        else:
            rows.append(row)
    keys = ("rummysim", "sources", "machine", "command", "backend", "wall_seconds", "cpu_seconds")
    facts = {key: store.manifest[key] for key in keys if key in store.manifest}
    facts |= {"compact": True, "chunks_played": store.manifest["chunks"]}
    return _written(store, rows, out, facts)


def _follows(last: Row, row: Row) -> bool:
    """Whether a row goes on where another ends."""
    same = (last.case, last.groups, last.stage) == (row.case, row.groups, row.stage)
    return same and last.end == row.first


def _written(store: Store, rows: Iterable[Row], out: Path, facts: dict[str, Any]) -> Store:
    """A new store with these rows."""
    if (out / MANIFEST).exists():
        raise StoreError(f"{out} holds a run already; give another folder")
    with Writer(out, store.experiment, facts) as writer:
        for row in rows:
            writer.add(row)
        writer.note(STOPPED, {})
    found = open_store(out)
    with Writer(out, store.experiment, facts) as writer:
        writer.note(*_progress(found))
    return open_store(out)


def _progress(store: Store) -> tuple[str, dict[str, Any]]:
    """The state of a store, and its progress as its manifest tells it."""
    design = design_of(store.experiment)
    progress: dict[str, Any] = {}
    state = FINISHED
    for case in store.cases:
        groups = {}
        for group in store.groups(case):
            done = store.done(case, group)
            goal = design.next_goal(store.experiment, case, group, done)
            reason = goal.reason if isinstance(goal, Ended) else ""
            state = state if reason else STOPPED
            groups[group] = {stage: done[stage].deals for stage in STAGES} | {"stop": reason}
        progress[case.key] = {"games": store.games(case), "groups": groups}
    return state, progress


def heads(store: Store) -> list[Row]:
    """The first chunk of each case and stage, which can be played again."""
    return [row for row in store.rows if row.first == 0]


def plays_alike(store: Store, row: Row) -> bool:
    """Whether a row of a store comes out bit for bit when it is played again."""
    payload = payload_of(store.experiment)
    deals = (row.stage, row.first, row.count)
    chunk = Chunk(row.case, row.groups, *deals, _extra(store, row))
    return play_unit(payload, chunk) == row.sums


def _extra(store: Store, row: Row) -> str:
    """What the goal said that a row was played for."""
    if row.stage == "explore":
        return ""
    case = next(each for each in store.cases if each.key == row.case)
    group = row.groups[0]
    done: dict[Stage, Done] = {"explore": store.done(case, group)["explore"], "confirm": Done()}
    goal = design_of(store.experiment).next_goal(store.experiment, case, group, done)
    return "" if isinstance(goal, Ended) else goal.extra
