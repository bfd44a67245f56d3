"""Stores that were damaged or edited: a sentence with the file and the line, whatever it is."""

import json
import shutil

import pytest

from rummysim import __version__
from rummysim.errors import ForeignStore, StoreError
from rummysim.experiments.identity import digest
from rummysim.experiments.runner import RunStopped, Told
from rummysim.experiments.shape import printable
from rummysim.experiments.store import open_store
from rummysim.experiments.writing import Writer
from tests import toy_design
from tests.manifests import change_manifest
from tests.toy import Stops, coins, played, toy

__all__ = ["coins"]
LIMITS = {"max_deals": 1, "confirm_max": 1}
pytestmark = pytest.mark.usefixtures("coins")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The folder of a stopped run, which no test changes."""
    folder = tmp_path_factory.mktemp("runs") / "coins"
    with pytest.MonkeyPatch.context() as patch:
        from rummysim.experiments import designs

        patch.setitem(designs.MODULES, "paired", "tests.toy_design")
        with pytest.raises(RunStopped):
            played(folder, told=Told(Stops(9)))
    return folder


@pytest.fixture
def folder(kept, tmp_path):
    return shutil.copytree(kept, tmp_path / "coins")


def edit(folder, change, **values):
    """Nothing; the third line was changed, and the manifest has other values."""
    path = folder / "chunks.jsonl"
    rows = path.read_bytes().splitlines()
    row = json.loads(rows[2])
    change(row)
    rows[2] = json.dumps(row).encode()
    path.write_bytes(b"\n".join(rows) + b"\n")
    known(folder, **values)


def known(folder, **values):
    change_manifest(folder, **values)


def retype(folder, **values):
    """Nothing; somebody typed other values into the manifest."""
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def test_one_changed_number_of_a_stopped_run_is_found(folder):
    edit(folder, lambda row: row["sums"]["weak-usual"].__setitem__(1, 1))
    for use in (open_store, played):
        with pytest.raises(StoreError, match=r"coins/chunks.jsonl is not what the run wrote"):
            use(folder)


def test_lines_that_the_manifest_does_not_know_yet_are_no_damage(folder):
    data = (folder / "chunks.jsonl").read_bytes()
    with pytest.raises(RunStopped):
        played(folder, told=Told(Stops(4)))
    longer = (folder / "chunks.jsonl").read_bytes()
    assert longer.startswith(data)
    assert len(longer) > len(data)
    chunks = {"lines": 9, "sha256": open_store(folder).manifest["chunks"]["sha256"]}
    known(folder, chunks=chunks)
    with pytest.raises(StoreError, match="is not what the run wrote"):
        open_store(folder)
    (folder / "chunks.jsonl").write_bytes(data[: data.rfind(b"\n", 0, -1) + 1])
    with pytest.raises(StoreError, match="is not what the run wrote"):
        open_store(folder)


WRONG = [
    (lambda row: row["sums"]["weak-usual"].pop(), "has numbers for 'weak-usual' that 10 deals"),
    (lambda row: row.update(case="usual/9/steady/baseline"), "is about 'usual/9/steady/baseline'"),
    (lambda row: row["groups"].append("other-usual"), "is about 'other-usual', which is no compar"),
    (lambda row: row["groups"].append("weak-usual"), "is about 'weak-usual'"),
    (lambda row: row["sums"].update({"x": [10, 0]}), "has numbers for 'x' that 10 deals cannot"),
    (lambda row: row["sums"].pop("#games"), "does not say how many games were played"),
    (lambda row: row.update(count=10**30), "is no line of a store"),
    (lambda row: row["sums"]["weak-usual"].__setitem__(1, 10**300), "is no line of a store"),
    (lambda row: row.update(count=None), "is no line of a store"),
    (lambda row: row.update(count=11), "has numbers for"),
    (lambda row: row.update(first=15), "has deals that an earlier line has"),
    (lambda row: row.update(first=5), "has deals that an earlier line has"),
    (
        lambda row: (row["sums"].pop("weak-usual"), row["sums"].pop("weak-usual|squares")),
        "has no numbers for 'weak-usual'",
    ),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_a_damaged_line_is_named(folder, change, said):
    edit(folder, change, chunks={}, state="begun")
    for use in (open_store, played):
        with pytest.raises(
            StoreError, match=r"coins/chunks.jsonl is damaged: its line 3 "
        ) as error:
            use(folder)
        assert said in str(error.value)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("smallest", 0.1, r"experiment was changed after the run had begun \(stop\)"),
        ("alpha", 0.5, r"experiment was changed after the run had begun \(stop\)"),
        ("max_deals", -5, "its stop.max_deals is -5"),
        ("max_deals", None, "its stop.max_deals is null"),
        ("confirm_max", 2.5, "its stop.confirm_max is 2.5"),
    ],
)
def test_an_edited_experiment_is_found(folder, key, value, said):
    found = open_store(folder).manifest["experiment"]
    found["stop"][key] = value
    known(folder, experiment=found)
    with pytest.raises(StoreError, match=r"manifest\.json is damaged: its parts do not fit"):
        open_store(folder)
    older = json.loads((folder / "manifest.json").read_text())
    del older["experiment_id"]  # stores of before had no digest
    (folder / "manifest.json").write_text(json.dumps(older))
    for use in (open_store, played):
        with pytest.raises(StoreError, match=rf"coins/manifest.json.* {said}"):
            use(folder)


@pytest.mark.parametrize(
    "values",
    [
        {"wall_seconds": None},
        {"progress": []},
        {"chunks": None},
        {"state": 3},
        {"planned": 7},
        {"progress": {"usual/4/steady/baseline": 1}},
        {"planned": {"usual/4/steady/baseline": {"weak-usual": -3}}},
        {"extensions": [{"from": 1}]},
        {"name": "coins\ud800"},
        {"command": "rummysim \x1b[2J"},
        {"machine": {"cpu\udfff": "fast"}},
    ],
    ids=ascii,
)
def test_a_manifest_with_parts_of_another_kind_is_refused(folder, values):
    known(folder, **values)
    for use in (open_store, played):
        with pytest.raises(StoreError, match=r"manifest\.json is damaged: its part "):
            use(folder)


ARMS = [
    {"parameters": 7},
    {"parameters": {"buy": None}},
    {"policy": 7},
    {"name": 7},
    {"rules": "buy.limit=1"},
    {"rules": [7]},
    {"seats": {}},
    {"doing": "as\ud800"},
]


@pytest.mark.parametrize(
    "wrong",
    [*ARMS, {"claim": 7}, {"seed": "1"}, {"contrasts": [{}]}, {"players": "4"}, {"arms": [7]}],
    ids=ascii,
)
def test_a_part_of_the_experiment_of_another_kind_is_refused(folder, wrong):
    found = open_store(folder).manifest["experiment"]
    (found["arms"][0] if wrong in ARMS else found).update(wrong)
    if printable(wrong):
        change_manifest(folder, experiment_id=digest(found))
    change_manifest(folder, experiment=found)
    for use in (open_store, played):
        with pytest.raises(StoreError, match=r"coins/manifest\.json"):
            use(folder)


@pytest.mark.parametrize(
    "values",
    [
        {"planned": {"usual/4/steady/baseline": {"weak-usual": 9999}}},
        {"extensions": [{"from": LIMITS, "to": LIMITS}]},
        {"command": "rummysim run other.toml"},
        {"seed": 5},
    ],
    ids=str,
)
def test_an_edit_anywhere_in_a_manifest_is_found(folder, values):
    retype(folder, **values)
    for use in (open_store, played):
        with pytest.raises(StoreError, match=r"manifest\.json is damaged: its parts do not fit"):
            use(folder)


def test_what_a_machine_decides_may_be_taken_out(folder):
    retype(folder, machine={}, wall_seconds=1)
    assert open_store(folder).manifest["wall_seconds"] == 1
    assert played(folder).finished


def test_a_command_with_strange_letters_is_kept_in_plain_ones(tmp_path):
    with Writer(tmp_path, toy(), {"command": "rummysim run a\udcffb\n.toml"}):
        pass
    assert open_store(tmp_path).manifest["command"] == r"rummysim run a\udcffb\n.toml"


def test_another_version_is_neither_read_nor_gone_on_with(folder):
    known(folder, rummysim="0.0.9")
    said = f"was written by another version: rummysim 0.0.9.*; this is rummysim {__version__}"
    for use in (open_store, played):
        with pytest.raises(ForeignStore, match=said):
            use(folder)


@pytest.mark.parametrize("value", ["rummysim-rng-v0", {"name": "v2"}, None], ids=str)
def test_other_random_numbers_are_another_version(folder, value):
    """Whether somebody typed them into the manifest or a whole program wrote them."""
    edited = json.loads((folder / "manifest.json").read_text()) | {"rng": value}
    written = {key: each for key, each in edited.items() if key != "manifest_id"}
    written["identity"] = edited["identity"] | {"rng": value}
    written["id"] = digest(written["identity"])
    for found in (edited, written):
        (folder / "manifest.json").write_text(json.dumps(found))
        for use in (open_store, played):
            with pytest.raises(ForeignStore, match=r"another version: .*; this is .*-rng-v1\. "):
                use(folder)


def test_what_other_sources_wrote_is_read_while_it_is_sound(folder):
    known(folder, sources="0123456789abcdef")
    assert open_store(folder).manifest["sources"] == "0123456789abcdef"


@pytest.mark.parametrize(
    "values",
    [
        {"sources": "0123456789abcdef"},
        {"sources": ["kernels", "rules"]},
        {"sources": "0123456789abcdef", "planned": [1, 2]},
    ],
    ids=str,
)
def test_what_other_sources_wrote_in_another_form_is_another_version(folder, values):
    retype(folder, **values)
    for use in (open_store, played):
        with pytest.raises(ForeignStore, match=r"another version: sources .*; these are sources "):
            use(folder)


def test_a_folder_in_which_nothing_was_played_blocks_nobody(tmp_path, monkeypatch):
    def failing(*_, **__):
        raise RuntimeError

    play = toy_design.play
    monkeypatch.setattr(toy_design, "play", failing)
    with pytest.raises(RuntimeError):
        played(tmp_path / "run", toy(seed=4))
    monkeypatch.setattr(toy_design, "play", play)
    assert played(tmp_path / "run").finished
    (tmp_path / "run" / "chunks.jsonl").unlink()  # a lost file is no empty run
    with pytest.raises(StoreError):
        played(tmp_path / "run", toy(seed=4))
