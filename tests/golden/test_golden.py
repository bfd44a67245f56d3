"""One stored playthrough per preset: a change of behaviour shows as a change of these files."""

from pathlib import Path

import pytest

from rummysim.referee.replay import replay
from rummysim.rules import load_rules, preset_names
from rummysim.simulation import trace_deal
from rummysim.trace.text import dumps, load, save

FOLDER = Path(__file__).parent
SEED = 2026


def play_golden(preset: str):
    rules = load_rules(preset)
    players = rules.table.best_players[0]
    policies = ("sharp", "steady", "novice", "greedy")[:players]
    return trace_deal(rules, policies, players=players, seed=SEED)


@pytest.mark.parametrize("preset", preset_names())
def test_playthrough(preset, rewrite_golden):
    path = FOLDER / f"{preset}.toml"
    trace = play_golden(preset)
    if rewrite_golden:
        save(trace, path)
    assert path.exists(), f"{preset} has no playthrough: run make golden"
    assert path.read_text(encoding="utf-8") == dumps(trace)
    verdict = replay(load(path))
    assert verdict.ok, verdict.fault


def test_no_playthrough_without_a_preset():
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(preset_names())
