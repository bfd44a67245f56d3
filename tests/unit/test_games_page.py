"""The games set side by side: what is computed, what the table holds and what is said."""

import dataclasses
import re

import pytest

from rummysim.experiments.spec import Case
from rummysim.reports.blocks import Bullets, Figures, Fold, Heading, Table
from rummysim.reports.claims import claims
from rummysim.reports.counted_numbers import mean_of_rounds, variance_of
from rummysim.reports.game_numbers import games_of, is_game, luck_of, shares
from rummysim.reports.games import MATCH_TITLES, ROUND_TITLES, game_blocks
from rummysim.reports.page import report_blocks
from tests.made_up import SPREAD, around, counting_run, game_run, game_runs, tip_run


@pytest.fixture(scope="module")
def blocks():
    return game_blocks(game_runs())


def of_kind(blocks, kind):
    return [block for block in blocks if isinstance(block, kind)]


def test_games_are_told_by_what_is_counted():
    assert all(map(is_game, game_runs()))
    assert not is_game(counting_run())
    assert not is_game(tip_run())
    run = game_run("go", 50)
    measures = tuple(name for name in run.experiment.measures if name != "match_swing")
    assert not is_game(dataclasses.replace(run, experiment=_changed(run, measures=measures)))


def _changed(run, **changes):
    return dataclasses.replace(run.experiment, **changes)


def test_luck_is_what_better_play_leaves_of_the_variance():
    """Means 20 apart: 100 of 10,100 is play; 2,525 of it changes with who sits where."""
    run = game_run("go", 50)
    luck = luck_of([count for count in run.counts if count.arm == "differing"])
    whole = SPREAD**2 + 10**2
    assert luck.kinds == ("sharp", "steady")
    assert luck.better.estimate == 20
    assert luck.luck.estimate == pytest.approx(1 - 100 / whole)
    assert luck.cards.estimate == pytest.approx(1 - 2525 / whole)
    assert luck.luck.low < luck.luck.estimate < luck.luck.high < 1
    assert luck.cards.low < luck.cards.estimate < luck.cards.high < 1


def test_the_shares_are_those_of_two_kinds_of_players_that_are_made():
    """Points of 300 deals in two places under two seatings, with no mean left to chance."""
    import numpy as np

    random = np.random.default_rng(5)
    cards = random.normal(0, 30, (300, 2, 1))
    moves = random.normal(0, 40, (300, 2, 2))
    points = 200 + cards + moves + np.array([0, 20])
    inside = [float(points[:, :, kind].var()) for kind in (0, 1)]
    means = [float(points[:, :, kind].mean()) for kind in (0, 1)]
    swing = float(points.var(axis=2).mean())
    found = shares(
        around(means[1] - means[0]), around(swing), around(sum(inside) / 2), ("one", "other")
    )
    assert found.cards.estimate == pytest.approx(points.mean(axis=2).var() / points.var())
    better = ((means[1] - means[0]) / 2) ** 2
    assert found.luck.estimate == pytest.approx(1 - better / points.var())


def test_who_is_not_surely_better_may_leave_all_to_luck():
    found = shares(around(1, 5), around(2500), around(9900), ("sharp", "steady"))
    assert found.luck.high == 1
    assert shares(around(-30), around(2500), around(9900), ("a", "b")).luck.high < 1


def test_a_table_without_two_kinds_of_players_has_no_luck():
    run = game_run("go", 50)
    own = [count for count in run.counts if count.labels.get("policy") != "sharp"]
    (game,) = games_of([dataclasses.replace(run, counts=tuple(own))])
    assert game.luck is None
    (_, table, *_) = of_kind(game_blocks([dataclasses.replace(run, counts=tuple(own))]), Table)
    assert table.rows[0][-3:] == ("", "", "")


def test_intervals_of_a_variance_cover_it():
    """Points with a long right tail: the interval holds the variance at least as often as told."""
    import numpy as np

    random = np.random.default_rng(3)
    hits = 0
    for _ in range(200):
        points = random.gamma(4, 50, 400)
        ends = [
            around(float(each.mean()), 1.96 * float(each.std()) / 20)
            for each in (points, points**2)
        ]
        found = variance_of(*ends)
        hits += found.low <= 4 * 50**2 <= found.high
    assert hits >= 185


def test_the_mean_of_rounds_is_that_of_independent_cards():
    found = mean_of_rounds([around(10, 3), around(20, 4)])
    assert (found.estimate, found.low, found.high) == (15, 12.5, 17.5)


def test_the_table_has_a_row_for_each_game_with_few_rounds_first(blocks):
    row = {}
    for titles in (ROUND_TITLES, MATCH_TITLES):
        (table,) = (table for table in of_kind(blocks, Table) if table.titles == titles)
        assert [each[0] for each in table.rows] == ["Shanghai Rummy", "Go", "Carioca"]
        row |= dict(zip(titles, table.rows[1], strict=True))
    assert row["rounds"] == "7"
    numbers = {
        "turns of a round": "50.0",
        "points of a match": "210.0",
        "their spread (SD)": "100.0",
        "lays down": "60.0%",
        "luck decides": "99.01%",
        "cards alone": "75.0%",
        "better play saves": "20.0",
    }
    for title, number in numbers.items():
        value, error = row[title].split()
        assert float(value.rstrip("%")) == float(number.rstrip("%")), title
        assert value.endswith("%") == number.endswith("%")
        assert error.startswith("±")


def test_dead_rounds_are_explained_where_they_are_not_rare(blocks):
    (bullets,) = of_kind(blocks, Bullets)
    (dead,) = [text for text in bullets.items if "end with nobody out" in text]
    assert dead.startswith("Carioca: 4.0% of the rounds end with nobody out, 2.0% because")
    assert "round 8, four sets of 3" in dead
    assert "lays down in 20.0%" in dead
    (rare,) = [text for text in bullets.items if "one in a hundred at most" in text]
    assert rare.endswith("in 2 games: Shanghai Rummy and Go.")
    assert any("Rounds are longest: in Carioca (90.00)" in text for text in bullets.items)


def test_charts_show_every_game_and_have_all_numbers(blocks):
    (figures,) = of_kind(blocks, Figures)
    rows = {picture.stem: picture.rows for picture in figures.pictures}
    assert set(rows) == {"games-points", "games-down", "games-luck"}
    assert len(rows["games-points"]) == 7 + 7 + 8
    assert {row["game"] for row in rows["games-luck"]} == {"shanghai", "go", "carioca"}
    assert all(picture.svg.startswith(b"<?xml") for picture in figures.pictures)


def test_what_decides_a_match_tells_whose_tables_it_is_of(blocks):
    """Luck is told from play at tables of two kinds of players, all else among equal ones."""
    captions = [table.caption for table in of_kind(blocks, Table)]
    assert captions[0].startswith("The rounds of each game at a table of 4 steady players;")
    assert captions[1] == (
        "The matches of each game at a table of 4 steady players; what decides them, at one of "
        "4 players, sharp and steady in turn"
    )
    (figures,) = of_kind(blocks, Figures)
    written = {
        picture.stem: re.sub(rb"(<[^>]*>|\s)+", b" ", picture.svg) for picture in figures.pictures
    }
    assert b"4 steady players" in written["games-down"]
    assert b"steady in turn" in written["games-luck"]
    assert b"4 steady players" not in written["games-luck"]


def test_each_game_has_its_rounds_and_numbers_below(blocks):
    headings = of_kind(blocks, Heading)
    assert [each.anchor for each in headings] == [
        "games",
        "run-game_shanghai",
        "run-game_go",
        "run-game_carioca",
    ]
    captions = [table.caption for table in of_kind(blocks, Table)]
    assert captions.count("What each round decides: 4 steady players") == 3
    assert len(of_kind(blocks, Fold)) == 3


def test_games_stand_in_a_section_of_their_own_also_when_they_answer_to_a_claim():
    title, _, body = report_blocks([*game_runs(), tip_run()])
    anchors = [block.anchor for block in of_kind(body, Heading)]
    assert anchors.count("run-game_go") == 1
    assert anchors.index("tips") < anchors.index("games") < anchors.index("run-game_go")
    assert title == "Shanghai Rummy, Go and Carioca: the tips put to the test"


def test_several_tables_of_a_game_are_told_apart():
    run = game_run("go", 50)
    more = [dataclasses.replace(count, case=Case("", 3, "steady", "table")) for count in run.counts]
    found = games_of([dataclasses.replace(run, counts=(*run.counts, *more))])
    assert [game.case.players for game in found] == [4, 3]
    blocks = game_blocks([dataclasses.replace(run, counts=(*run.counts, *more))])
    table = next(table for table in of_kind(blocks, Table) if table.titles == MATCH_TITLES)
    assert [row[0] for row in table.rows] == ["Go, 4 steady players", "Go, 3 steady players"]


def test_variety_puts_the_games_of_a_claim_together():
    counts = [count for run in game_runs()[:2] for count in run.counts]
    (claim,) = claims(counts)
    assert (claim.claim, claim.answer, len(claim.sentences)) == ("SH-C4", "COUNTED", 2)
    assert claim.sentences[1].startswith("Go, 4 steady players: 50.00 ±0.19 turns a round")
    assert "spread by 100.0 ±" in claim.sentences[1]
    alone = claims([count for count in counts if count.experiment.rules.name == "go"])
    assert "The numbers of game_go stand in the report" in alone[0].sentences[0]
