"""The counts about one claim, to be asked for one number after the other."""

import math
from collections.abc import Iterable

from rummysim.experiments.findings import Count
from rummysim.stats.estimate import Estimate


class Counts:
    """The counts of one claim, to be asked by table, arm, measure and labels."""

    def __init__(self, counts: Iterable[Count]) -> None:
        self.counts = list(counts)

    @property
    def game(self) -> str:
        """The game that was counted."""
        return self.counts[0].experiment.rules.title

    def tables(self) -> list[tuple[int, str]]:
        """Players and baseline of each table under the usual rules, in the order of the file."""
        found = [(c.case.players, c.case.baseline) for c in self.counts if not c.case.variant]
        return list(dict.fromkeys(found))

    def arms(self) -> list[str]:
        """The arms, in the order of the file."""
        return list(dict.fromkeys(count.arm for count in self.counts))

    def doing(self, arm: str) -> str:
        """What the players of an arm do."""
        return self.counts[0].experiment.arms[arm].doing

    def place(self, table: tuple[int, str]) -> str:
        """The game and who sits at a table, as the beginning of a sentence."""
        return f"{self.game}, {table_words(table)}"

    def all(self, table: tuple[int, str], arm: str, measure: str) -> list[Count]:
        """Every count of one measure of one arm at one table."""
        return [
            count
            for count in self.counts
            if (count.case.players, count.case.baseline) == table
            and not count.case.variant
            and (count.arm, count.measure) == (arm, measure)
        ]

    def one(self, table: tuple[int, str], arm: str, measure: str, **labels: int | str) -> Estimate:
        """The count with just these labels.

        Raises KeyError when there is none.
        """
        for count in self.all(table, arm, measure):
            if dict(count.labels) == labels:
                return count.value
        raise KeyError((table, arm, measure, labels))


def table_words(table: tuple[int, str]) -> str:
    """Who sits at a table.

    >>> table_words((4, "steady"))
    '4 steady players'
    """
    return f"{table[0]} {table[1]} players"


def spread(mean: Estimate, square: Estimate) -> Estimate:
    """Standard deviation of numbers from their mean and that of their squares; rather too wide.

    >>> spread(Estimate(3, 3, 3, 9, "t"), Estimate(25, 25, 25, 9, "t")).estimate
    4.0
    """
    ends = (
        (square.estimate, mean.estimate),
        (square.low, mean.high),
        (square.high, mean.low),
    )
    roots = [math.sqrt(max(0.0, of_squares - of_points**2)) for of_squares, of_points in ends]
    return Estimate(roots[0], roots[1], roots[2], mean.n, "spread")
