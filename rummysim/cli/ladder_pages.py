"""What ``rummysim ladder`` shows of a ladder, and of a comparison with one policy."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from rummysim.reports import comparison, comparison_charts, ladder, ladder_charts
from rummysim.reports.steps import Row
from rummysim.reports.summary import named
from rummysim.simulation.comparison import Comparison
from rummysim.simulation.ladders import Ladder
from rummysim.simulation.pairs import Pairs


class Pages(Protocol):
    """The forms in which a result is shown."""

    stem: str  # how its files begin

    @property
    def title(self) -> str:
        """What it is, for the heading."""

    def page(self, width: int, by_round: bool) -> str:
        """Tables for people."""

    def rows(self) -> list[Row]:
        """The table for ``--csv``."""

    def results(self) -> dict[str, Any]:
        """All tables, for ``--json``."""

    def tables(self, folder: Path) -> Mapping[Path, bytes]:
        """The tables as files."""

    def charts(self, played_by: str, folder: Path) -> dict[Path, bytes]:
        """The charts as files."""


class LadderPages:
    """Every policy against every other."""

    stem = "ladder"

    def __init__(self, found: Ladder) -> None:
        self.found = found

    @property
    def title(self) -> str:
        """What it is, for the heading."""
        return f"ladder of {len(self.found.policies)} policies"

    def page(self, width: int, by_round: bool) -> str:
        """Tables for people."""
        return ladder.ladder_page(self.found, width, by_round=by_round)

    def rows(self) -> list[Row]:
        """The matrix."""
        return ladder.matrix_rows(self.found)

    def results(self) -> dict[str, Any]:
        """All tables, for ``--json``."""
        return {
            "fair_win_rate": 1 / self.found.players,
            "ranking": ladder.ranking_rows(self.found),
            "steps": ladder.step_rows(self.found),
            "steps_by_round": ladder.round_rows(self.found),
            "matrix": ladder.matrix_rows(self.found),
        }

    def tables(self, folder: Path) -> Mapping[Path, bytes]:
        """The tables as files."""
        return ladder_charts.ladder_tables(self.found, folder)

    def charts(self, played_by: str, folder: Path) -> dict[Path, bytes]:
        """The charts as files."""
        return ladder_charts.ladder_charts(self.found, played_by, folder)


class ComparisonPages:
    """All against one."""

    stem = comparison_charts.STEM

    def __init__(self, found: Comparison) -> None:
        self.found = found

    @property
    def title(self) -> str:
        """What it is, for the heading."""
        others = len(self.found.policies) - 1
        return f"{others} {'policy' if others == 1 else 'policies'} against {self.found.reference}"

    def page(self, width: int, by_round: bool) -> str:
        """Tables for people."""
        return comparison.comparison_page(self.found, width, by_round=by_round)

    def rows(self) -> list[Row]:
        """What each policy is better."""
        return comparison.comparison_rows(self.found)

    def results(self) -> dict[str, Any]:
        """All tables, for ``--json``."""
        return {
            "reference": {"policy": self.found.reference}
            | named("points", self.found.base.points()),
            "steps": comparison.comparison_rows(self.found),
            "steps_by_round": comparison.comparison_round_rows(self.found),
        }

    def tables(self, folder: Path) -> Mapping[Path, bytes]:
        """The tables as files."""
        return comparison_charts.comparison_tables(self.found, folder)

    def charts(self, played_by: str, folder: Path) -> dict[Path, bytes]:
        """The charts as files."""
        return comparison_charts.comparison_charts(self.found, played_by, folder)


def pages_of(found: Pairs) -> Pages:
    """The pages of a ladder or of a comparison."""
    if isinstance(found, Ladder):
        return LadderPages(found)
    assert isinstance(found, Comparison)
    return ComparisonPages(found)
