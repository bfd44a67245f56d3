"""The table of the ways to take the cards of a set, against all ways to choose them."""

from itertools import combinations

import numpy as np
import pytest

from rummysim.kernels.layout import MAX_PACKS
from rummysim.kernels.picks import PICK_AT, PICKS, picked_kinds, row_of_picks, without_pick

RANK = 9


def boards_of(suits: tuple[int, ...]) -> tuple[np.uint64, ...]:
    """Kinds held at least once, twice, three times: one card of RANK for each of ``suits``."""
    boards = [0] * MAX_PACKS
    for suit in suits:
        copy = next(copy for copy in range(MAX_PACKS) if not boards[copy] >> 16 * suit & 1)
        boards[copy] |= 1 << 16 * suit
    return tuple(np.uint64(board << RANK) for board in boards)


@pytest.mark.parametrize("held", [(), (0,), (0, 0, 2), (1, 1, 1, 3), (0, 1, 2, 3), (0, 0, 3, 3, 3)])
@pytest.mark.parametrize("size", range(4))
def test_every_way_to_pick_stands_once_and_leaves_the_others(
    held: tuple[int, ...], size: int
) -> None:
    boards = boards_of(held)
    row = row_of_picks(boards, RANK, size)
    picks = [int(pick) for pick in PICKS[PICK_AT[row] : PICK_AT[row + 1]]]
    ways = sorted(set(combinations(held, size)))
    assert len(picks) == len(ways)
    left = []
    for pick in picks:
        taken = tuple(suit for suit in range(4) for _ in range(pick >> 2 * suit & 3))
        assert taken in ways
        assert int(picked_kinds(pick, RANK)) == sum(1 << 16 * s + RANK for s in set(taken))
        others = list(held)
        for suit in taken:
            others.remove(suit)
        left.append(tuple(without_pick(boards, pick, RANK)) == boards_of(tuple(others)))
    assert all(left)
