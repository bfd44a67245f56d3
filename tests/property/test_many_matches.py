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


def test_the_page_has_every_count():
    sums = {piece[:2]: Counter(dict.fromkeys(COUNTS, 4321)) for piece in pieces_of(1, 1)}
    text = page(sums, ["go, deal 7: too dear"])
    assert text.count("4,321") == 5 * len(sums)
    assert "34,568" in text
    assert "- go, deal 7: too dear" in text
    assert len(csv_of(sums).splitlines()) == len(sums) + 1


def test_the_kept_page_tells_what_the_kept_table_holds():
    rows = list(csv.DictReader((KEPT / "matches.csv").read_text().splitlines()))
    sums = {
        (row["game"], row["rules"]): Counter({n: int(row[n.replace(" ", "_")]) for n in COUNTS})
        for row in rows
    }
    assert (KEPT / "README.md").read_text() == page(sums, [])
    assert sum(counts["matches"] for counts in sums.values()) >= 20_000
    assert {game for game, _ in sums} == set(many_matches.GAMES)
    assert all(counts["faults"] == 0 for counts in sums.values())
