"""``rummysim run``: an own question and its answer, kills, Ctrl-C, and a cluster that loses one."""

import json
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.e2e.program import PROGRAM, ROOT, environment, run_afresh, run_program
from tests.manifests import change_manifest
from tests.toy import ENTRY, TEXT

OWN = """
question = "Should one buy in the first round?"
[game]
round = 1
[arms.shy]
doing = "never buying"
parameters = { buy = "never" }
[stop]
look = 200
burn_in = 200
max_deals = 600
confirm_min = 1000
confirm_max = 1500
[run]
chunk = 50
[quick]
max_deals = 200
confirm_min = 0
"""
COINS = [sys.executable, "-c", ENTRY]
PATIENCE = 120  # seconds that a test waits for something that takes one


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with an own question, and its finished run."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "own.toml").write_text(OWN)
    (folder / "deep").mkdir()
    (folder / "deep" / "own.toml").write_text(OWN)
    ran = program(folder, "run", "own.toml")
    assert ran.returncode == 0, ran.stderr
    (folder / "own.txt").write_text(ran.stdout)
    return folder


def program(folder, *words, entry=PROGRAM, **changes):
    if entry is PROGRAM:
        return run_program(folder, *words, **changes)
    return run_afresh(folder, [*entry, *words], **changes)


def begun(folder, *words, entry=PROGRAM, **changes):
    """The program while it runs; Ctrl-C reaches it even where background jobs are deaf to it."""
    return subprocess.Popen(
        [*entry, *words],
        cwd=folder,
        env=environment(**changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def chunks(folder):
    path = folder / "chunks.jsonl"
    return path.read_bytes() if path.exists() else b""


def wait_for(condition, process):
    """Nothing; the condition holds, and the process was still there shortly before."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.01)


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def test_an_own_question_is_answered(folder):
    text = (folder / "own.txt").read_text()
    assert text.startswith("Should one buy in the first round?\n")
    assert "shy-usual" in text
    found = manifest(folder / "runs" / "own")
    assert found["state"] == "finished"
    assert found["command"] == "rummysim run own.toml"
    (group,) = found["progress"]["usual/4/steady/baseline"]["groups"].values()
    assert group["explore"] in (200, 400, 600)
    assert group["stop"]


def test_what_is_there_is_not_played_again(folder):
    before = {path.name: path.read_bytes() for path in (folder / "runs" / "own").iterdir()}
    again = program(folder, "run", "own.toml", "--json")
    assert again.returncode == 0
    assert {p.name: p.read_bytes() for p in (folder / "runs" / "own").iterdir()} == before
    document = json.loads(again.stdout)
    assert document["schema_version"] == 1
    (run,) = document["runs"]
    assert (run["name"], run["finished"]) == ("own", True)
    assert run["results"][-1]["contrast"] == "shy-usual"
    assert run["id"] == manifest(folder / "runs" / "own")["id"]
    resumed = program(folder, "resume", "runs")
    assert resumed.stdout == (folder / "own.txt").read_text()


def test_a_quick_run_has_a_folder_of_its_own(folder):
    ran = program(folder, "run", "own.toml", "--quick", "--quiet", "--require-verdict")
    assert ran.stderr == ""
    found = manifest(folder / "runs" / "quick" / "own")
    assert found["state"] == "finished"
    (group,) = found["progress"]["usual/4/steady/baseline"]["groups"].values()
    assert (group["explore"], group["confirm"]) == (200, 0)
    assert ran.returncode == (3 if group["stop"] == "most deals played" else 0)


def test_without_a_verdict_the_exit_code_is_three(folder):
    words = ["run", "own.toml", "--set", "stop.confirm_min=0", "--set", "stop.burn_in=4"]
    words += ["--set", "stop.look=4", "--max-deals", "4", "--out", "few"]
    ran = program(folder, *words, "--require-verdict")
    assert ran.returncode == 3
    assert "shy-usual" in ran.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("run own.toml --seed 9", 5, "belongs to another experiment: own that was begun there"),
        ("run own.toml --set stop.lok=3", 2, "--set: [stop] has no key 'lok'; did you mean 'look'"),
        ("run nothing", 2, "there is no experiment 'nothing'"),
        ("run own.toml --only x*", 2, "no case of own matches 'x*'"),
        ("run own.toml deep", 2, "two files are called own"),
        ("run", 2, "Missing argument 'FILE...'"),
        ("resume nowhere", 2, "nowhere holds no run"),
        ("combine runs/own --out runs/own", 1, "runs/own holds a run already"),
    ],
)
def test_errors_are_sentences_with_exit_codes(folder, words, code, said):
    ran = program(folder, *words.split())
    assert ran.returncode == code
    assert said in ran.stderr
    assert ran.stdout == ""


COMMANDS = (
    "run own.toml",
    "resume runs/own",
    "report runs --out page",
    "tips --from runs",
    "compare runs/own runs/own",
    "combine runs/own --out all",
    "verify runs",
)


@pytest.mark.parametrize(
    ("changes", "there"),
    [
        ({"engine": "0", "rummysim": "0.0.1"}, "rummysim 0.0.1,"),
        ({"rummysim": "99"}, "rummysim 99,"),
        ({"rng": "v0"}, "rummysim "),
        ({"sources": "v0"}, "sources v0;"),
    ],
)
def test_a_store_of_another_version_is_refused_by_every_command(
    folder, tmp_path, monkeypatch, capsys, changes, there
):
    from rummysim.cli import app as application

    old = shutil.copytree(folder, tmp_path / "old")
    path = old / "runs" / "own" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    monkeypatch.chdir(old)
    said = f"Error: runs/own was written by another version: {there}"
    for words in COMMANDS:
        assert (words, application.run(words.split())) == (words, 5)
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(said)


def test_the_config_that_is_printed_is_the_same_experiment(folder, tmp_path):
    ran = program(folder, "run", "own.toml", "--print-config")
    (tmp_path / "own.toml").write_text(ran.stdout)
    again = program(tmp_path, "run", "own.toml", "--print-config")
    assert again.stdout == ran.stdout
    assert "look = 200" in ran.stdout.splitlines()
    assert program(tmp_path, "run", "own.toml", "-q", "--out", str(folder / "runs")).returncode == 0


def test_experiments_are_listed_and_completed(tmp_path):
    inside = tmp_path / "experiments" / "deep"
    inside.mkdir(parents=True)
    (inside / "first_buy.toml").write_text(OWN)
    (inside / "_base.toml").write_text(OWN)
    listed = program(tmp_path, "list", "experiments").stdout
    assert "first_buy  Should one buy in the first round?" in listed
    assert "_base" not in listed
    assert "first_buy" in program(tmp_path, "list").stdout
    words = {"COMP_WORDS": "rummysim run fi", "COMP_CWORD": "2"}
    completed = program(tmp_path, **words, _RUMMYSIM_COMPLETE="complete_bash")
    assert completed.stdout.split() == ["first_buy"]
    assert "no folder" in program(inside, "list", "experiments").stdout
    (inside / "torn.toml").write_text("[stop")
    listed = program(tmp_path, "list", "experiments").stdout
    assert "first_buy  Should one buy in the first round?" in listed
    assert "torn       broken: experiments/deep/torn.toml is not valid TOML" in listed


@pytest.fixture(scope="module")
def coins(tmp_path_factory):
    """A folder with the coins, and the bytes of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("coins")
    (folder / "coins.toml").write_text(TEXT)
    ran = program(folder, "run", "coins.toml", "--out", "whole", entry=COINS)
    assert ran.returncode == 0, ran.stderr
    return folder, chunks(folder / "whole" / "coins")


def test_killed_and_run_again_it_has_the_same_bytes(coins):
    folder, whole = coins
    run = folder / "killed" / "coins"
    words = ("run", "coins.toml", "--out", "killed")
    for least in (7, 50):
        process = begun(folder, *words, entry=COINS, TOY_SECONDS="0.02")
        wait_for(lambda least=least: chunks(run).count(b"\n") >= least, process)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert whole.startswith(chunks(run))
        assert len(chunks(run)) < len(whole)
        assert manifest(run)["state"] == "begun"
    with (run / "chunks.jsonl").open("ab") as file:
        file.write(whole[len(chunks(run)) :][:40])  # as if the kill had come in the middle
    ran = program(folder, *words, entry=COINS)
    assert ran.returncode == 0
    assert "40 bytes were cut off, and its deals are played again." in ran.stderr
    assert chunks(run) == whole
    assert manifest(run)["state"] == "finished"


def test_stopped_it_says_the_command_that_goes_on(coins):
    folder, whole = coins
    run = folder / "stopped" / "coins"
    words = ("run", "coins.toml", "--max-deals", "170", "--out", "stopped", "--workers", "2")
    process = begun(folder, *words, entry=COINS, TOY_SECONDS="0.02")
    wait_for(lambda: chunks(run).count(b"\n") >= 7, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out == ""
    assert manifest(run)["state"] == "stopped"
    *_, said = err.strip().splitlines()
    assert said.startswith("Stopped: stopped/coins keeps ")
    again = said.partition("To go on:  rummysim ")[2]
    assert again == " ".join(words)
    assert program(folder, *again.split(), entry=COINS).returncode == 0
    assert chunks(run) == whole


def test_parts_are_combined_and_made_small(coins, tmp_path):
    folder, whole = coins
    for players in (3, 4):
        words = ["--only", f"usual/{players}/*", "--out", str(tmp_path / f"part{players}")]
        ran = program(folder, "run", "coins.toml", *words, entry=COINS)
        assert ran.stdout == "Which coins are fair?\n"
        assert f"which is not finished. To go on:  rummysim resume {tmp_path}/part" in ran.stderr
    small = tmp_path / "all" / "coins"
    words = ["combine", "part3", "part4/coins", "--out", str(small), "--compact"]
    ran = program(tmp_path, *words, entry=COINS)
    assert ran.returncode == 0, ran.stderr
    assert manifest(small)["state"] == "finished"
    assert len(chunks(small)) < len(whole) / 3
    before = chunks(small)
    words = ["run", "coins.toml", "--out", str(tmp_path / "all"), "--json"]
    found = json.loads(program(folder, *words, entry=COINS).stdout)["runs"][0]
    words = ["run", "coins.toml", "--out", "whole", "--json"]
    direct = json.loads(program(folder, *words, entry=COINS).stdout)["runs"][0]
    assert found["groups"] == direct["groups"]
    assert found["games"] == direct["games"]
    assert chunks(small) == before


@pytest.fixture
def scheduler(tmp_path):
    """The address of a Dask scheduler on this machine, and its two workers."""
    file = tmp_path / "scheduler.json"
    place = {"cwd": tmp_path, "env": environment(PYTHONPATH=str(ROOT))}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    begin = [sys.executable, "-m"]
    options = ["--scheduler-file", str(file), "--no-dashboard"]
    processes = [
        subprocess.Popen(
            [*begin, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
            + options,
            **place,
            **quiet,
        )
    ]
    worker = ["distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--memory-limit", "0"]
    try:
        processes += [subprocess.Popen([*begin, *worker, *options], **place, **quiet) for _ in "ab"]
        wait_for(lambda: file.exists() and file.read_text().strip(), processes[0])
        yield json.loads(file.read_text())["address"], processes[1:]
    finally:
        for process in processes[::-1]:
            process.kill()
            process.wait()


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(folder, scheduler, tmp_path):
    address, workers = scheduler
    run = tmp_path / "own"
    words = ("run", str(folder / "own.toml"), "--out", str(tmp_path), "--scheduler", address)
    process = begun(folder, *words)
    wait_for(lambda: b"\n" in chunks(run), process)
    workers[0].send_signal(signal.SIGKILL)
    seen = len(chunks(run))
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    whole = chunks(folder / "runs" / "own")
    assert seen < len(whole)
    assert chunks(run) == whole
    assert manifest(run)["backend"].startswith("Dask")
    assert workers[0].wait() == -signal.SIGKILL


def test_a_second_ctrl_c_ends_what_does_not_end(coins):
    folder, _ = coins
    run = folder / "endless" / "coins"
    words = ("run", "coins.toml", "--out", "endless", "--workers", "1")
    playing = run.parent / "playing"
    settings = {"TOY_SECONDS": "1000", "TOY_PLAYING": str(playing)}
    process = begun(folder, *words, entry=COINS, **settings)
    wait_for(playing.exists, process)
    process.send_signal(signal.SIGINT)
    said = []
    while not said or "To go on:" not in said[-1]:
        said.append(process.stderr.readline())
        assert said[-1], (process.wait(PATIENCE), said)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGINT
    assert manifest(run)["state"] == "stopped"


def test_sigterm_stops_a_run_from_its_first_moment_on(coins):
    folder, _ = coins
    for wait in (0.0, 0.3, 0.6):
        out = f"term{wait}"
        words = ("run", "coins.toml", "--out", out, "--workers", "1")
        process = begun(folder, *words, entry=COINS, TOY_SECONDS="0.05")
        time.sleep(wait)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (143, -signal.SIGTERM)


def test_what_is_finished_is_not_shown_again_among_several(folder, tmp_path):
    shutil.copytree(folder / "runs" / "own", tmp_path / "own")
    other = ["--out", str(tmp_path), "--set", "stop.confirm_min=0", "--max-deals", "200"]
    (tmp_path / "more.toml").write_text(OWN.replace("in the first round", "early"))
    assert program(tmp_path, "run", "more.toml", "-q", *other).returncode == 0
    found = program(tmp_path, "resume", ".")
    assert (found.returncode, found.stdout) == (0, "")
    assert "2 runs are finished already and not shown again." in found.stderr
    longer = program(tmp_path, "resume", ".", "--max-deals", "600")
    assert longer.returncode == 0
    assert "Should one buy in the first round?" not in longer.stdout
    command = manifest(tmp_path / "more")["command"]
    assert command.endswith(" && rummysim resume more --max-deals 600")
    assert manifest(tmp_path / "more")["extensions"][0]["to"]["max_deals"] == 600
    again = program(tmp_path, "resume", "more", "--max-deals", "700")
    assert again.returncode == 0, again.stderr
    assert "more: nothing is left to play with --max-deals 700, for all of it has ended: " in (
        again.stderr
    )
    assert "nothing is left" not in longer.stderr


def test_a_chart_keeps_its_deals(folder, tmp_path):
    text = """[game]
    round = 1
    [chart]
    decision = "buy"
    acts = ["buy", "pass"]
    sample = 0.1
    follow = 0
    [[chart.views]]
    name = "buys"
    rows = { feature = "progress", edges = [3] }
    columns = { feature = "progress", edges = [5] }
    [stop]
    max_deals = 20
    """
    (tmp_path / "card.toml").write_text(text)
    first = program(tmp_path, "run", "card.toml", "-q")
    assert first.returncode == 0, first.stderr
    ran = program(tmp_path, "resume", "runs", "--max-deals", "40")
    assert ran.returncode == 2
    assert "runs/card is a chart, whose cards are made from a number of deals that " in ran.stderr
    assert "here 20; for another number run card anew with --max-deals 40" in ran.stderr


def test_verify_tells_what_it_played(folder, tmp_path):
    found = program(folder, "verify", "runs/own")
    assert found.returncode == 0
    assert "came out bit for bit" in found.stdout
    shutil.copytree(folder / "runs" / "own", tmp_path / "own")
    change_manifest(tmp_path / "own", state="begun", chunks={})
    (tmp_path / "own" / "chunks.jsonl").write_text("")
    empty = program(tmp_path, "verify", "own")
    assert (empty.returncode, empty.stdout) == (1, "")
    assert "own: no deal was played yet, so none can be again" in empty.stderr
