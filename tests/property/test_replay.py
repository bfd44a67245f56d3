"""Every simulated match, under whatever house rules, satisfies the independent referee."""

from pathlib import Path

import pytest

from rummysim.rules import load_rules
from tests.house_rules import POLICIES, House, draw_house
from tests.refereed import check_match

HOUSES = 60  # house rules in the always-run part
MATCHES = 2  # deals of each
SLOW_HOUSES = 2000
SLOW_MATCHES = 10
OWN = sorted((Path(__file__).parent.parent / "games").glob("*.toml"))  # games of one's own


def check_house(house: House, first: int, matches: int) -> None:
    """Replays some matches and compares the referee's scores with those of the fast run."""
    where = f"{house.preset} {house.overrides} {house.policies}"
    for deal in range(first, first + matches):
        check_match(house.rules, house.policies, deal, where)


@pytest.mark.parametrize("seed", range(HOUSES))
def test_referee_accepts_random_house_rules(seed: int) -> None:
    check_house(draw_house(seed), first=0, matches=MATCHES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(HOUSES, HOUSES + SLOW_HOUSES))
def test_referee_accepts_twenty_thousand_matches(seed: int) -> None:
    check_house(draw_house(seed), first=1000, matches=SLOW_MATCHES)


@pytest.mark.parametrize(
    "path",
    [
        # wild ranks that are natural as well go through the search: minutes for a match
        pytest.param(path, marks=[pytest.mark.slow] if path.stem == "odd" else [], id=path.stem)
        for path in OWN
    ],
)
def test_referee_accepts_games_of_one_s_own(path: Path) -> None:
    rules = load_rules(path)
    fewest, most = rules.table.players
    for players in range(fewest, most + 1):
        seated = [POLICIES[(players + seat) % len(POLICIES)] for seat in range(players)]
        check_match(rules, seated, deal=players, where=f"{path.stem} {seated}")
