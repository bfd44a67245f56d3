"""What the commands print: the keys that programs rely on, and the same text on every run."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import time

import pytest

import rummysim
from rummysim.policies import DEFAULT_POLICY
from tests.e2e.program import PROGRAM, environment

HAND = "8S 8H 8D 5H 6H 7H X 2S KD QC 4C"
COMMANDS = ["list", "show", "hand", "play", "replay", "odds", "simulate", "ladder", "bench"]
COMMANDS += ["tune", "selftest"]


def answer(ended):
    """The JSON object of a run that went well and said nothing else on stdout."""
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["schema_version"] == 1
    assert found["version"] == rummysim.__version__
    return found


@pytest.mark.parametrize("command", [*COMMANDS, "cache", "cache warm"])
def test_help_tells_an_example_and_fits_80_columns(run, command):
    ended = run(*command.split(), "--help")
    assert ended.returncode == 0
    assert ended.stderr == ""
    if command != "cache":
        assert "For example:  rummysim" in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80


def test_no_command_shows_the_help_and_is_a_usage_error(run):
    ended = run()
    assert ended.returncode == 2
    assert all(command in ended.stderr for command in COMMANDS)
    assert ended.stdout == ""


def test_version(run):
    assert run("--version").stdout == f"rummysim {rummysim.__version__}\n"


def test_list_names_games_and_policies(run):
    found = answer(run("list", "--json"))
    assert {"shanghai", "shanghai-2p"} <= {game["name"] for game in found["games"]}
    assert {"greedy", "random"} <= {policy["name"] for policy in found["policies"]}
    assert "shanghai-nobuy" in run("list", "games").stdout


def test_completion_offers_names(run):
    words = {"COMP_WORDS": "rummysim show shanghai-n", "COMP_CWORD": "2"}
    ended = run(_RUMMYSIM_COMPLETE="complete_bash", **words)
    assert ended.stdout.split() == ["shanghai-nobuy"]


def test_rules_as_shown_can_be_played_by(run, tmp_path):
    shown = run("show", "shanghai", "--rules", "--set", "buy.limit=1")
    (tmp_path / "mine.toml").write_text(shown.stdout)
    again = run("show", "mine.toml", "--rules")
    assert again.stdout == shown.stdout
    assert "limit = 1" in again.stdout


def test_contract_page_tells_the_exact_odds(run):
    found = answer(run("show", "shanghai:1", "--json"))
    assert found["dealt_exact"] == pytest.approx(0.152261, abs=5e-7)
    assert (found["cards"], found["left_after"]) == (6, 6)
    assert answer(run("show", "S", "S", "--json"))["dealt_exact"] == found["dealt_exact"]
    assert "15.2" in run("show", "shanghai:1").stdout
    assert "once in 21,703,472.2 deals (exact)" in run("show", "kaluki:9").stdout
    refused = ["show", "go:1", "--set", "melds.wild_natural=true"]
    assert "not counted: cards of a wild rank may stand" in run(*refused).stdout
    assert "wild rank" in answer(run(*refused, "--json"))["not_counted"]


def test_hand_that_can_lay_down(run):
    found = answer(run("hand", "shanghai", "--round", "2", HAND, "--json"))
    assert found["can_lay_down"] is True
    assert found["distance"] == 0
    assert found["penalty"] == 30
    assert sorted(len(meld) for meld in found["plan"]) == [3, 4]


def test_hand_that_lacks_a_card(run):
    cards = "7S 7H 7D 4C 5C 6C QH KH 2D 9S JD"
    found = answer(run("hand", "shanghai", "--round", "2", cards, "--json"))
    assert (found["can_lay_down"], found["distance"]) == (False, 1)
    assert found["outs"] == ["3C", "7C", "X"]
    said = run("hand", "shanghai", "--round", "2", cards).stdout
    assert "1 card is missing" in said
    assert "3C 7C X" in said


@pytest.mark.parametrize("command", ["simulate", "odds", "play"])
def test_who_plays_where_nobody_is_named(run, command):
    deals = [] if command == "play" else ["--deals", "2"]
    found = answer(run(command, "shanghai", "--round", "1", "-n", "3", *deals, "--json", "-q"))
    assert found["inputs"]["policies"] == [DEFAULT_POLICY] * 3


def test_simulate_keys_and_that_they_do_not_depend_on_threads(run):
    words = ["simulate", "shanghai", "--deals", "40", "-p", "greedy,random,greedy,random", "--json"]
    first = answer(run(*words, "--workers", "1"))
    second = answer(run(*words, "--workers", "2"))
    assert [seat["policy"] for seat in first["seats"]] == ["greedy", "random"] * 2
    for key in ("points", "win_rate", "rounds_won", "lay_down_turn", "buys", "jokers_left"):
        for seat in first["seats"]:
            assert seat[f"{key}_low"] <= seat[key] <= seat[f"{key}_high"]
    assert len(first["rounds"]) == 7 * 4
    assert {"points", "points_low", "points_high", "win_rate"} <= set(first["rounds"][0])
    assert sum(seat["win_rate"] for seat in first["seats"]) == pytest.approx(1)
    for found in (first, second):
        del found["seconds"]
    assert first == second
    assert first["inputs"]["seed"] == 0
    assert first["inputs"]["policies"] == ["greedy", "random"] * 2


def test_simulate_csv_and_rows(run, tmp_path):
    words = ["simulate", "shanghai", "--round", "1", "--deals", "30", "-q"]
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv").stdout)))
    assert [row["seat"] for row in rows] == ["1", "2", "3", "4"]
    run(*words, "--rows", "deals.csv")
    deals = list(csv.DictReader(io.StringIO((tmp_path / "deals.csv").read_text())))
    assert len(deals) == 30 * 4
    mean = sum(int(row["points"]) for row in deals if row["seat"] == "1") / 30
    assert mean == pytest.approx(float(rows[0]["points"]))


def test_odds_of_one_round(run):
    found = answer(run("odds", "shanghai", "--round", "1", "--deals", "400", "--json"))
    assert {"estimate", "low", "high", "deals", "exact"} <= set(found["dealt"])
    assert found["dealt"]["low"] <= found["dealt"]["exact"] <= found["dealt"]["high"]
    shares = [row["estimate"] for row in found["by_turn"]]
    assert shares == sorted(shares)
    assert all(row["low"] <= row["estimate"] <= row["high"] for row in found["by_turn"])
    assert found["by_turn"][0]["deals"] == 400


def test_odds_of_all_rounds_and_charts_are_the_same_on_every_run(run, tmp_path):
    words = ["odds", "shanghai", "--deals", "30", "-q", "--csv", "--out"]
    first, second = run(*words, "one"), run(*words, "two")
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    names = {path.name for path in (tmp_path / "one").iterdir()}
    kinds = ("svg", "png", "csv")
    assert names == {f"{stem}.{kind}" for stem in ("odds", "points") for kind in kinds}
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert (tmp_path / "one" / "odds.csv").read_text() == first.stdout
    picture = (tmp_path / "one" / "odds.svg").read_text()
    assert "30 matches of 4 players" in picture
    assert "seed 0" in picture
    assert {row["round"] for row in csv.DictReader(io.StringIO(first.stdout))} == set("1234567")


def test_tables_fit_80_columns(run):
    for words in (["odds", "shanghai"], ["simulate", "shanghai", "-p", "random"]):
        ended = run(*words, "--deals", "20", "-q")
        assert max(map(len, ended.stdout.splitlines())) <= 80


def test_play_is_judged_and_hides_the_cards_of_others(run):
    ended = run("play", "shanghai", "--round", "2", "--seat", "0", "-q")
    assert ended.returncode == 0
    turns = ended.stdout.partition("End of round")[0]
    assert "draws," in turns
    assert "  holds " not in turns
    assert "The referee: No fault" in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80
    assert ended.stdout.isascii()
    assert ended.stdout == run("play", "shanghai", "--round", "2", "--seat", "0", "-q").stdout
    opened = run("play", "shanghai", "--round", "2", "--open", "-q").stdout
    assert opened.count("Hand of seat") == 4


def test_the_seed_comes_from_the_environment_and_random_seeds_are_told(run):
    words = ["simulate", "shanghai", "--round", "1", "--deals", "2", "--json", "-q"]
    assert answer(run(*words, RUMMYSIM_SEED="7"))["inputs"]["seed"] == 7
    assert answer(run(*words, "--seed", "8", RUMMYSIM_SEED="7"))["inputs"]["seed"] == 8
    drawn = run("simulate", "shanghai", "--round", "1", "--deals", "2", "--seed", "random")
    seed = drawn.stderr.partition("Seed ")[2].partition(".")[0]
    assert f"seed {seed}, " in drawn.stdout


def test_quiet_says_nothing_on_the_side(run):
    ended = run("simulate", "shanghai", "--round", "1", "--deals", "50", "--quiet")
    assert ended.returncode == 0
    assert ended.stderr == ""


def test_selftest_agrees(run):
    found = answer(run("selftest", "--matches", "5", "--hands", "5000", "--json"))
    assert found["ok"] is True
    assert {"random words", "referee", "same digest"} <= {c["name"] for c in found["checks"]}


def test_bench_prints_what_it_measured_and_with_what(run):
    found = answer(run("bench", "--seconds", "0.05", "--no-cold", "--json", "-q"))
    keys = {"game", "policy", "players", "ns_per_turn", "turns_per_second", "matches_per_second"}
    assert [row["policy"] for row in found["results"]] == ["greedy", "steady", "sharp", "random"]
    assert all(keys <= set(row) for row in found["results"])
    first = found["results"][0]["ns_per_turn"]
    for row in found["results"]:
        assert row["ratio_to_first"] == pytest.approx(row["ns_per_turn"] / first)
    assert found["floor_ns_per_turn"] > 0
    assert found["thread_speedup"] > 0
    assert found["cold_compile_seconds"] is None
    assert [row["round"] for row in found["distance"]] == list(range(1, 8))
    assert {"cpu", "numba", "seed", "players"} <= set(found["inputs"])


def test_cache_info_and_clear(run, tmp_path):
    folder = tmp_path / "cache"
    own, other = folder / "0123456789abcdef", folder / "keep"
    own.mkdir(parents=True)
    other.mkdir()
    (own / "kernel.nbi").write_bytes(b"x" * 10)
    info = answer(run("cache", "info", "--json", RUMMYSIM_CACHE_DIR=str(folder)))
    assert info["root"] == str(folder)
    cleared = answer(run("cache", "clear", "--json", RUMMYSIM_CACHE_DIR=str(folder)))
    assert cleared["removed_bytes"] == 10
    assert other.is_dir()
    assert not own.exists()


def test_ctrl_c_keeps_what_was_done(tmp_path):
    """The bar is drawn on a terminal; then Ctrl-C comes, and the table tells the deals done."""
    terminal, inside = pty.openpty()
    words = ["simulate", "shanghai", "--round", "1", "--deals", "2000000000"]
    with subprocess.Popen(
        [*PROGRAM, *words],
        cwd=tmp_path,
        env=environment(TERM="xterm"),
        stdout=subprocess.PIPE,
        stderr=inside,
        text=True,
        # A shell that starts jobs in the background has them ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        os.close(inside)
        seen = ""
        until = time.monotonic() + 300
        while "left" not in seen and time.monotonic() < until:
            seen += os.read(terminal, 4096).decode()
        process.send_signal(signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=120)
        finally:
            process.kill()
        assert process.returncode == 130
    assert "of 2,000,000,000 rounds" in seen
    assert "rounds of 4 players" in said
    assert "2,000,000,000" not in said
