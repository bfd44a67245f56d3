"""Stores: read without a change, refused when they are not what they seem, combined, made small."""

import json
import shutil

import pytest

from rummysim.errors import ForeignStore, StoreError
from rummysim.experiments import identity, manifest
from rummysim.experiments.combining import combine, compact, heads, plays_alike
from rummysim.experiments.designs import Done
from rummysim.experiments.rows import Pieces, Row, line_of, row_of
from rummysim.experiments.store import find_stores, open_store
from tests.manifests import change_manifest
from tests.toy import coins, lines, played, toy

__all__ = ["coins"]
pytestmark = pytest.mark.usefixtures("coins")

ROW = Row("usual/3/steady/baseline", ("a", "b"), "explore", 0, 5, {"a": [1, 2], "b|x": [3]})
COINS = Row(
    "usual/3/steady/baseline",
    ("weak-usual",),
    "explore",
    0,
    5,
    {"weak-usual": [5, 2], "weak-usual|squares": [30], "#games": [10]},
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The folder of a finished run, which no test changes."""
    folder = tmp_path_factory.mktemp("runs") / "coins"
    with pytest.MonkeyPatch.context() as patch:
        from rummysim.experiments import designs

        patch.setitem(designs.MODULES, "paired", "tests.toy_design")
        played(folder)
    return folder


@pytest.fixture
def folder(kept, tmp_path):
    """A copy of the finished run."""
    return shutil.copytree(kept, tmp_path / "coins")


def change(folder, **values):
    """Nothing; the manifest has other values."""
    change_manifest(folder, **values)


def torn_open(folder):
    """Nothing; the manifest is as after a kill, and knows none of the lines."""
    change(folder, state="begun", chunks={})


def without(folder, number):
    """Nothing; the file lacks one of its lines, and the manifest does not know it is finished."""
    path = folder / "chunks.jsonl"
    all_lines = path.read_bytes().splitlines(keepends=True)
    del all_lines[number]
    path.write_bytes(b"".join(all_lines))
    torn_open(folder)


def everything(store):
    return {(case.key, group): done for case, group, done in store.parts()}


def test_a_row_is_read_back():
    assert row_of(line_of(ROW)) == ROW
    assert ROW.part("a") == {"a": [1, 2]}
    assert ROW.part("b") == {"b|x": [3]}
    assert ROW.games == 0


@pytest.mark.parametrize(
    "change",
    [
        {"case": 3},
        {"groups": []},
        {"groups": "a"},
        {"groups": [1]},
        {"stage": "later"},
        {"first": -1},
        {"first": 0.0},
        {"first": True},
        {"count": 0},
        {"sums": []},
        {"sums": {"a": 3}},
        {"sums": {"a": [0.5]}},
        {"sums": {"a": [None]}},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_no_row_is_not_read(change):
    data = json.loads(line_of(ROW))
    assert row_of(json.dumps(data).encode()) == ROW
    assert row_of(json.dumps(data | change).encode()) is None


def test_only_deals_without_a_gap_count():
    rows = [
        Row("c", ("a",), "explore", first, count, {"a": [value]})
        for first, count, value in [(10, 5, 100), (0, 4, 1), (4, 6, 10), (20, 5, 1000)]
    ]
    assert Pieces(rows).done(("c", "a", "explore")) == Done(15, {"a": [111]})
    assert Pieces(rows).done(("c", "a", "confirm")) == Done(0, {})


def test_reading_changes_nothing(folder):
    with (folder / "chunks.jsonl").open("ab") as file:
        file.write(b'{"case":"usual')
    torn_open(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    store = open_store(folder)
    assert store.torn == 14
    assert store.experiment == toy()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_store_in_use_can_be_read(tmp_path):
    from rummysim.experiments.writing import Writer

    with Writer(tmp_path / "run", toy()) as writer:
        writer.add(COINS)
        assert open_store(tmp_path / "run").rows == (COINS,)


def test_a_store_of_another_version_is_refused(folder, monkeypatch):
    monkeypatch.setattr(manifest, "ENGINE_VERSION", "2")
    for use in (open_store, played):
        with pytest.raises(ForeignStore) as error:
            use(folder)
        text = str(error.value)
        assert text.startswith(f"{folder} was written by another version: rummysim 0.1.0")
        assert "engine 1, random numbers rummysim-rng-v1; this is" in text
        assert text.endswith("use the old version, or run the experiment anew in another folder")


def test_the_engine_is_part_of_the_identity(monkeypatch):
    before = identity.identity_of(toy())
    monkeypatch.setattr(identity, "ENGINE_VERSION", "2")
    assert identity.identity_of(toy()) != before


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"id": "0" * 64}, "its parts do not fit together"),
        ({"identity": {}}, "its parts do not fit together"),
        ({"experiment": {}}, "its parts do not fit together"),
        (
            {"experiment": {}, "experiment_id": identity.digest({})},
            "the experiment that was kept with a run is damaged",
        ),
    ],
)
def test_a_damaged_manifest_is_refused(folder, values, wrong):
    change(folder, **values)
    with pytest.raises(StoreError, match=wrong):
        open_store(folder)


def test_what_is_no_manifest_is_refused(tmp_path):
    with pytest.raises(StoreError, match=r"holds no run: there is no manifest\.json in it"):
        open_store(tmp_path)
    for text in ("", "[]", "{}", "{" * 9000):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(StoreError, match="is no manifest of rummysim"):
            open_store(tmp_path)


def test_damaged_lines_are_refused(folder):
    path = folder / "chunks.jsonl"
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"count":10', b'"count":11', 1))
    with pytest.raises(StoreError, match="is not what the run wrote"):
        open_store(folder)
    torn_open(folder)
    path.write_bytes(data.replace(b'"count"', b'"cuont"', 1))
    for use in (open_store, played):
        with pytest.raises(StoreError, match="its line 1 is no line of a store"):
            use(folder)
    first = data[: data.index(b"\n") + 1]
    path.write_bytes(data + first)
    with pytest.raises(StoreError, match="has deals that an earlier line has"):
        open_store(folder)


def test_lines_without_a_manifest_are_refused(folder):
    (folder / "manifest.json").unlink()
    with pytest.raises(StoreError, match=r"is there without a manifest\.json"):
        played(folder)


def test_a_lost_line_is_played_again(folder, kept):
    without(folder, 3)
    gap = open_store(folder)
    assert any(done != everything(open_store(kept))[key] for key, done in everything(gap).items())
    found = played(folder)
    assert len(found.rows) == len(open_store(kept).rows)
    assert everything(found) == everything(open_store(kept))


def test_what_a_killed_run_left_of_a_manifest_goes_away(folder):
    (folder / ".rummysim-abc.part").write_text("{")
    (folder / "notes.part").write_text("mine")
    played(folder)
    assert {path.name for path in folder.iterdir()} == {
        "chunks.jsonl",
        "manifest.json",
        "notes.part",
    }


def test_times_add_up_and_stand_in_the_manifest_alone(folder):
    before = open_store(folder).manifest
    change(folder, wall_seconds=100.0, cpu_seconds=50.0)
    without(folder, -1)
    found = played(folder, command="rummysim run coins").manifest
    assert found["wall_seconds"] > 100
    assert found["cpu_seconds"] >= 50
    assert found["command"] == "rummysim run coins"
    assert before["backend"] == "2 threads"
    assert found["machine"]["numba"]
    assert found["chunks"]["lines"] == lines(folder).count(b"\n")
    assert b"seconds" not in lines(folder)


def test_parts_combine_to_the_whole(kept, tmp_path):
    one = played(tmp_path / "one", only="usual/3/*")
    two = played(tmp_path / "two", only="usual/4/steady/*")
    three = played(tmp_path / "three", only="usual/4/*")
    both = combine([one, two], tmp_path / "both")
    assert not both.finished
    found = combine([both, three], tmp_path / "all")
    assert found.finished
    whole = open_store(kept)
    assert everything(found) == everything(whole)
    assert found.games() == whole.games()
    assert found.manifest["progress"] == whole.manifest["progress"]
    assert found.manifest["combined"] == ["both", "three"]


def test_the_longer_part_is_taken(kept, folder, tmp_path):
    for number in (-1, -1, 2):
        without(folder, number)
    whole = open_store(kept)
    for order in ([open_store(folder), whole], [whole, open_store(folder)]):
        found = combine(order, tmp_path / f"all-{len(list(tmp_path.iterdir()))}")
        assert everything(found) == everything(whole)


def test_parts_that_do_not_fit_are_refused(kept, folder, tmp_path):
    other = played(tmp_path / "other", toy(seed=9))
    with pytest.raises(ForeignStore, match="of different experiments"):
        combine([open_store(kept), other], tmp_path / "all")
    torn_open(folder)
    path = folder / "chunks.jsonl"
    first = json.loads(lines(folder).splitlines()[0])
    first["sums"]["weak-usual"][1] += 1
    path.write_bytes(json.dumps(first).encode() + lines(folder)[lines(folder).index(b"\n") :])
    with pytest.raises(StoreError, match="have different sums over the first 10 deals of usual/3"):
        combine([open_store(kept), open_store(folder)], tmp_path / "all")
    with pytest.raises(StoreError, match="holds a run already"):
        combine([open_store(kept)], kept)
    assert not (tmp_path / "all").exists()


def test_a_compact_store_says_the_same(kept, tmp_path):
    whole = open_store(kept)
    small = compact(whole, tmp_path / "small")
    assert len(small.rows) < len(whole.rows) / 3
    assert everything(small) == everything(whole)
    assert small.games() == whole.games()
    assert small.finished
    assert small.manifest["compact"]
    assert small.manifest["chunks_played"] == whole.manifest["chunks"]
    assert small.manifest["progress"] == whole.manifest["progress"]
    again = compact(small, tmp_path / "again")
    assert again.rows == small.rows


def test_a_gap_stays_a_gap_when_a_store_is_made_small(folder, tmp_path):
    without(folder, 2)
    gap = open_store(folder)
    small = compact(gap, tmp_path / "small")
    assert everything(small) == everything(gap)
    played(small.folder)
    assert open_store(small.folder).finished


def test_the_heads_of_a_compact_store_can_be_played_again(kept, tmp_path):
    small = compact(open_store(kept), tmp_path / "small")
    first = heads(small)
    assert {(row.case, row.stage) for row in first} == {(r.case, r.stage) for r in small.rows}
    assert all(row in open_store(kept).rows for row in first)
    assert all(plays_alike(small, row) for row in first)
    first[0].sums["weak-usual"][1] += 1
    assert not plays_alike(small, first[0])


def test_a_compact_store_goes_on(kept, tmp_path):
    small = compact(open_store(kept), tmp_path / "small")
    before = lines(small.folder)
    played(small.folder)
    assert lines(small.folder) == before
    longer = played(small.folder, toy(max_deals=400))
    direct = played(tmp_path / "direct", toy(max_deals=400))
    assert everything(longer) == everything(direct)


def test_stores_are_found_below_a_folder(kept, tmp_path):
    shutil.copytree(kept, tmp_path / "a" / "deep")
    shutil.copytree(kept, tmp_path / "b")
    assert find_stores(tmp_path) == [tmp_path / "a" / "deep", tmp_path / "b"]
    assert find_stores(tmp_path / "b") == [tmp_path / "b"]
