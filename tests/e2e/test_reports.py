"""Texts and charts: what a story shows must be what happened; pictures must not change."""

import itertools
import math
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from rummysim.errors import StoreError
from rummysim.reports.cards import CardArt
from rummysim.reports.charts import Curve, Words, curve_chart, dot_chart, save_chart
from rummysim.reports.files import whole_file, write_together
from rummysim.reports.playthrough import Playthrough
from rummysim.reports.tables import percent_with_error, text_table
from rummysim.rules.load import load_rules
from rummysim.simulation import trace_deal
from rummysim.stats.rounding import with_error
from rummysim.trace import events as act


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("shanghai", []),
        ("shanghai-swap", ["lay_off.new_melds=on", "swap.same_turn=true"]),
        ("shanghai-nobuy", ["opening.laydown=min", "lay_off.from=same_turn"]),
        ("shanghai-2p", ["match.turn_cap=4"]),
    ],
)
def test_the_story_ends_every_round_with_the_hands_that_were_scored(game, changes):
    rules = load_rules(game, changes)
    told = set()
    for deal in range(3):
        trace = trace_deal(rules, "random", seed=5, deal=deal)
        story = Playthrough(trace, rules, CardArt(), frozenset())
        for event in trace.events:
            text = "\n".join(story._tell(event))
            told.add(type(event))
            if isinstance(event, act.Scored):
                hands = story.scene.hands
                assert event.points == tuple(sum(rules.scoring.values[k] for k in h) for h in hands)
                assert f"End of round {story.round + 1}." in text
    assert {act.RoundBegan, act.Drew, act.Discarded, act.Scored} <= told


def test_a_story_fits_its_width_and_hides_what_is_hidden():
    rules = load_rules("shanghai")
    trace = trace_deal(rules, "random", seed=1, round=1)
    for width in (60, 80, 100):
        for watch in (frozenset(), frozenset({0}), frozenset(range(4))):
            blocks = Playthrough(trace, rules, CardArt(), watch, width).blocks()
            lines = [line for block in blocks for line in block.split("\n")]
            assert max(map(len, lines)) <= width
    hidden = list(Playthrough(trace, rules, CardArt(), frozenset()).blocks())
    drew = next(event for event in trace.events if isinstance(event, act.Drew))
    assert not any("draws " in block for block in hidden)
    watched = list(Playthrough(trace, rules, CardArt(), frozenset({drew.seat})).blocks())
    assert any("draws " in block for block in watched)


def test_colour_does_not_change_the_words():
    plain, painted = CardArt(symbols=True), CardArt(symbols=True, colour=True)
    text = "draws 10♥, throws K♦ and 3♠"
    assert plain.painted(text) == text
    assert painted.painted(text).replace("\x1b[31m", "").replace("\x1b[0m", "") == text
    assert painted.painted(text).count("\x1b[31m") == 2


def rows(height):
    return [
        {"turn": t, "estimate": height * t / 3, "low": height * t / 4, "high": height * t / 3}
        for t in range(4)
    ]


def test_charts_are_the_same_bytes_every_time(tmp_path):
    for folder in ("one", "two"):
        words = Words("A title", "A caption with seed 0", "share")
        chart = curve_chart([Curve("a", rows(0.5)), Curve("b", rows(0.51))], words)
        save_chart(chart, tmp_path / folder / "curves", rows(0.5))
        points = [{"estimate": 2.0, "low": 1.0, "high": 4.0}]
        save_chart(dot_chart(["a"], points, words), tmp_path / folder / "dots", points)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == [f"{s}.{k}" for s in ("curves", "dots") for k in ("csv", "png", "svg")]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert "A caption with seed 0" in (tmp_path / "one" / "dots.svg").read_text()


def test_charts_draw_into_given_axes():
    from matplotlib.figure import Figure

    left, right = Figure().subplots(1, 2)
    words = Words("t", "c")
    assert curve_chart([Curve("a", rows(1.0))], words, ax=left) is left
    assert dot_chart(["a"], [{"estimate": 2, "low": 1, "high": 3}], words, ax=right) is right


def test_labels_at_the_right_edge_keep_apart():
    chart = curve_chart([Curve(str(n), rows(0.5)) for n in range(7)], Words("t", "c"))
    heights = sorted(a.xyann[1] for a in chart.texts if a.get_text().isdigit())
    assert min(b - a for a, b in itertools.pairwise(heights)) > 0.04


def fill_the_disk(file):
    with whole_file(file) as out:
        out.write(b"half")
        raise OSError(28, "No space left on device")


def test_a_file_that_fails_leaves_the_old_one(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("old")
    with pytest.raises(StoreError, match=r"a\.csv could not be written: no space"):
        fill_the_disk(file)
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (9.0, 11.0, "10.0 ±1.0"),
        (9.98, 10.019, "10.00 ±0.02"),
        (9.99999, 10.00001, "10.00 ±0.01"),
        (-40.0, 60.0, "10 ±50"),
        (-math.inf, math.inf, "10.0"),
        (None, None, "10.0"),
    ],
)
def test_half_widths_are_rounded_up(low, high, text):
    assert with_error(10.0, low, high) == text


def test_percentages_say_how_sure_they_are():
    assert percent_with_error(0.0, 0.0, 0.00071) == "0.00% +0.08"
    assert percent_with_error(0.25, 0.24, 0.262) == "25.0% ±1.2"


def test_a_table_lines_up():
    table = text_table(["a", "long\nname"], [["x", "1"], ["yy", "22"]])
    assert table.split("\n") == ["   long", "a  name", "-- ----", "x     1", "yy   22"]


def test_of_several_files_none_is_written_when_one_fails(tmp_path):
    (tmp_path / "b.csv").mkdir()
    with pytest.raises(StoreError, match=r"b\.csv could not be written: is a directory"):
        write_together({tmp_path / "a.svg": b"chart", tmp_path / "b.csv": b"numbers"})
    assert [path.name for path in tmp_path.iterdir()] == ["b.csv"]


def test_a_pipe_is_written_into_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        with whole_file(pipe) as out:
            out.write(b"rows")
        assert read.result(10) == b"rows"
    assert pipe.is_fifo()
