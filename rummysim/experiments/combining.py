"""Several stores of one experiment made one, and a store made small enough to be kept for good."""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rummysim.backends.base import Backend
from rummysim.backends.order import answers
from rummysim.errors import ForeignStore, StoreError
from rummysim.experiments.designs import STAGES, Done, Ended, Sums, add_sums, design_of
from rummysim.experiments.manifest import MANIFEST
from rummysim.experiments.payload import payload_of
from rummysim.experiments.plans import Plans, smallest_plans
from rummysim.experiments.rows import Pieces, Place, Row, line_of
from rummysim.experiments.spec import Case, Stage
from rummysim.experiments.store import FINISHED, Store, open_store
from rummysim.experiments.unit import play_unit
from rummysim.experiments.waves import Chunk
from rummysim.experiments.writing import STOPPED, Writer


def combine(stores: Sequence[Store], out: Path) -> Store:
    """One store in the new folder ``out`` with the deals of all these, in whatever order.

    Where several have deals of the same table, these must agree, and the store that has explored
    most of them gives all its rows: games that comparisons share stay together.

    Raises ForeignStore when they are of different experiments, StoreError when their deals do not
    agree or the folder is in use.
    """
    first = stores[0]
    for store in stores:
        if store.identity != first.identity:
            raise ForeignStore(
                f"{store.folder} and {first.folder} are of different experiments; "
                "their numbers do not mix"
            )
    _refuse_contradictions(stores)
    rows = [
        row
        for case in first.cases
        for row in max((_rows_of(store, case) for store in stores), key=_how_far(case))
    ]
    most = max(stores, key=_limits)
    times = {
        key: round(math.fsum(float(store.manifest[key]) for store in stores), 3)
        for key in ("wall_seconds", "cpu_seconds")
    }
    facts = times | {"combined": sorted(store.folder.name for store in stores)} | _history(stores)
    return _written(most, in_order(most.cases, rows), out, facts)


def _rows_of(store: Store, case: Case) -> list[Row]:
    return [row for row in store.rows if row.case == case.key]


def _how_far(case: Case) -> Callable[[list[Row]], tuple[int, int, int, list[bytes]]]:
    """What says which rows of a case are the most: explored, confirmed, in small pieces."""

    def measure(rows: list[Row]) -> tuple[int, int, int, list[bytes]]:
        groups = {group for row in rows for group in row.groups}
        pieces = Pieces(rows)
        explore, confirm = (
            sum(pieces.done((case.key, group, stage)).deals for group in groups) for stage in STAGES
        )
        return explore, confirm, len(rows), sorted(map(line_of, rows))

    return measure


def _limits(store: Store) -> tuple[int, int, str]:
    """Which store's experiment goes on in the whole: the one that may be played longest."""
    stop = store.experiment.stop
    return stop.max_deals, stop.confirm_max, payload_of(store.experiment)


def _history(stores: Sequence[Store]) -> dict[str, Any]:
    """What each confirmation was planned with before any was seen, and how limits changed."""
    extensions = [
        json.dumps(each) for store in stores for each in store.manifest.get("extensions", [])
    ]
    return {
        "planned": smallest_plans(_plans(store) for store in stores),
        "extensions": [json.loads(each) for each in sorted(set(extensions))],
    }


def _plans(store: Store) -> Plans:
    """The plans of all confirmations that a store has begun."""
    found: Plans = {}
    for case, group, _ in store.parts():
        planned = store.planned(case, group)
        if planned is not None:
            found.setdefault(case.key, {})[group] = planned
    return found


def _refuse_contradictions(stores: Sequence[Store]) -> None:
    """Nothing; raises StoreError when two stores have other sums of the same deals."""
    known: dict[Place, dict[int, tuple[str, int]]] = {}
    for number, store in enumerate(stores):
        places = {(row.case, group, row.stage) for row in store.rows for group in row.groups}
        for place in sorted(places):
            seen = known.setdefault(place, {})
            for done, text in _milestones(store, place):
                before = seen.setdefault(done, (text, number))
                if before[0] != text:
                    raise StoreError(
                        f"{stores[before[1]].folder} and {store.folder} have different sums over "
                        f"the first {done:,} {'deal' if done == 1 else 'deals'} of {place[0]}, so "
                        "one of them is wrong"
                    )


def _milestones(store: Store, place: Place) -> Iterator[tuple[int, str]]:
    """Every number of deals that a store knows sums of, with a digest of them."""
    total = Sums()
    for first, piece in store.pieces.prefix(place):
        add_sums(total, piece.sums)
        text = json.dumps(total, sort_keys=True)
        yield first + piece.count, hashlib.sha256(text.encode()).hexdigest()


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
    facts |= {"compact": True, "chunks_played": store.manifest["chunks"]} | _history([store])
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


def replayed(backend: Backend, chunks: Sequence[tuple[Store, Row]]) -> Iterator[bool]:
    """Whether each of these rows comes out bit for bit, in their order, played on all workers."""
    return answers(backend, plays_alike, chunks)


def _extra(store: Store, row: Row) -> str:
    """What the goal said that a row was played for."""
    if row.stage == "explore":
        return ""
    case = next(each for each in store.cases if each.key == row.case)
    group = row.groups[0]
    done: dict[Stage, Done] = {"explore": store.done(case, group)["explore"], "confirm": Done()}
    goal = design_of(store.experiment).next_goal(store.experiment, case, group, done)
    return "" if isinstance(goal, Ended) else goal.extra
