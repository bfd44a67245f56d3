"""The page about matches before the referee is made of what was played, faults included."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests import many_matches
from tests.many_matches import COUNTS, DRAWN, OWN, csv_of, judge_piece, main, page, pieces_of

KEPT = Path(__file__).parents[2] / "results" / "referee"


@pytest.mark.parametrize("game", many_matches.GAMES)
def test_a_piece_of_each_game_has_no_fault(game, monkeypatch):
    monkeypatch.setattr(many_matches, "BATCH", 8)
    for kind in (OWN, DRAWN):
        counts, faults = judge_piece((game, kind, 1))
        assert faults == []
        assert counts["matches"] >= 2
        assert counts["acts"] > counts["turns"] > counts["rounds"] > counts["matches"]


def test_a_fault_is_told_with_where_it_is(monkeypatch, tmp_path):
    honest = many_matches.judge

    def one_fault(events, rules, players):
        verdict = honest(events, rules, players)
        return replace(verdict, ok=False, fault="too dear") if players == 3 else verdict

    class Pool:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        map = staticmethod(map)

    monkeypatch.setattr(many_matches, "judge", one_fault)
    monkeypatch.setattr(many_matches, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(many_matches, "BATCH", 4)
    monkeypatch.setattr(many_matches, "GAMES", ("go",))
    assert main([str(tmp_path), "--matches", "4", "--houses", "0"]) == 1
    text = (tmp_path / "README.md").read_text()
    assert text.count("too dear") == 1  # tables of 3, 4, 5 and 6
    assert "- go, " in text


def test_the_kept_page_is_made_of_the_kept_counts():
    """After a change of its words or of the work: make referee."""
    with (KEPT / "matches.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name.replace(" ", "_") for name in COUNTS]
    sums = {
        (row["game"], row["rules"]): Counter(
            dict(zip(COUNTS, (int(row[n]) for n in names), strict=True))
        )
        for row in rows
    }
    assert csv_of(sums) == (KEPT / "matches.csv").read_text()
    assert page(sums, []) == (KEPT / "README.md").read_text()
    assert list(sums) == list(dict.fromkeys(piece[:2] for piece in pieces_of(1, 1)))
    assert sum(counts["matches"] for counts in sums.values()) >= 20_000
