"""Games that people write down themselves: files of tests/games, played and judged."""

from pathlib import Path

import pytest

from rummysim.referee.replay import judge
from rummysim.rules import dump, load_dict, load_rules, preset_page, rules_id
from tests.rulebook.players import play_match

FOLDER = Path(__file__).parent.parent / "games"
GAMES = sorted(FOLDER.glob("*.toml"))
TABLES = [
    (path, players)
    for path in GAMES
    for players in sorted(set(load_rules(path).table.players))  # the fewest and the most
]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_file_is_a_whole_game(path: Path):
    rules = load_rules(path)
    assert load_dict(dump(rules)) == rules
    assert rules.name == path.stem
    assert rules_id(rules) != rules_id(load_rules("shanghai"))


@pytest.mark.parametrize(("path", "players"), TABLES, ids=lambda part: getattr(part, "stem", part))
def test_its_matches_end_and_are_judged_fair(path: Path, players: int):
    rules = load_rules(path)
    verdict = judge(play_match(rules, players, seed=players), rules, players)
    assert verdict.ok, verdict.fault
    assert verdict.rounds == rules.rounds
    assert verdict.dead_rounds < rules.rounds


def test_the_real_run_is_what_the_page_of_carioca_says():
    page = preset_page("carioca")
    example = page.split("```toml\n")[1].split("```")[0]
    contracts = load_rules(FOLDER / "real-carioca.toml").opening.contracts
    assert all(f'"{contract}"' in example for contract in contracts)
    assert 'last_round = "exact_444"' in example
