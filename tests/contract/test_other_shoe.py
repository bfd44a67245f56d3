"""Nothing that a player sees depends on cards that he does not see, and so no answer does."""

import numpy as np
import pytest

from tests.contract.game import Game
from tests.contract.other_shoe import Impossible, Original, Rerun, with_others_shuffled
from tests.contract.seats import draw_seats

TABLES = 60
SLOW_TABLES = 300
STOPS = 6  # decisions of a round up to which it is played again, each with a shoe of its own
MOST_IMPOSSIBLE = 0.05  # of the reruns: acts may tell of cards that were not shown


def replay_tables(tables: range, with_slow: bool) -> None:
    reruns = impossible = moved = 0
    for table in tables:
        seats = draw_seats(table)
        if seats.is_slow and not with_slow:
            continue
        source = np.random.default_rng(table)
        original = Original(Game(seats.rules, seats.policies, table, seats.round))
        for stop in range(1, STOPS + 1):
            last = len(original.askings) * stop // STOPS - 1
            shoe = with_others_shuffled(original, last, source)
            moved += sum(a != b for a, b in zip(shoe, original.shoe, strict=True))
            reruns += 1
            try:
                Rerun(original, shoe, last, Game(seats.rules, seats.policies, table, seats.round))
            except Impossible:
                impossible += 1
    assert impossible <= MOST_IMPOSSIBLE * reruns
    assert moved >= 10 * reruns


def test_a_player_sees_the_same_whatever_the_hidden_cards():
    replay_tables(range(TABLES), with_slow=False)


@pytest.mark.slow
def test_a_player_sees_the_same_whatever_the_hidden_cards_in_many_games():
    replay_tables(range(TABLES, TABLES + SLOW_TABLES), with_slow=True)
