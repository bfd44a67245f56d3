"""The best choices of places that a solver found, so that it need not look for them again.

Without a card that is not needed a hand is as far from its contract as with it, and its best
choices are those that can do without that card: no new one comes up. A choice is what the solver
that found it makes of an integer; here it is the cards of a set and whatever else stands above.
"""

import numpy as np

from rummysim.kernels._jit import kernel
from rummysim.kernels.layout import CHOICES, MOST_CHOICES, Record
from rummysim.kernels.picks import holds_pick

CHOICES_RECORD = np.dtype((Record, CHOICES))
RANK, HELD, SET_BITS = 8, 12, 14  # a set: its pick, above it its rank and how many naturals it has


@kernel()
def keep_choice(choices, is_better, code):
    """0; ``choices`` (CHOICES) has one more choice, the only one if it is better than the others.

    Those beyond the room are counted, and nothing is known then (`are_known`).
    """
    number = 0 if is_better else choices.number
    if number < MOST_CHOICES:
        choices.at[number] = code
    choices.number = number + 1
    return 0


@kernel()
def are_known(choices):
    """1 if all best choices of a hand are in ``choices``."""
    return 1 if 0 < choices.number <= MOST_CHOICES else 0


@kernel()
def set_code(rank, pick, held):
    """A set with ``held`` naturals of a rank, those of ``pick`` (`picks`), as an integer."""
    return pick | rank << RANK | held << HELD


@kernel()
def set_of_code(code):
    """(rank, pick, held) of a `set_code`; what stands above it is not looked at."""
    return code >> RANK & 15, code & 255, code >> HELD & 3


@kernel()
def holds_set(boards, code):
    """1 if ``boards`` (`picks.take_kinds`) hold the cards of a `set_code`."""
    rank, pick, _ = set_of_code(code)
    return holds_pick(boards, pick, rank)
