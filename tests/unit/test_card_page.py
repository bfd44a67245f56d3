"""Strategy cards in the terminal, on cells that are made up."""

import dataclasses

from rummysim.reports.card_figures import follow_sentence
from rummysim.reports.card_page import card_tables, chart_rows
from tests.made_up import chart_run


def test_every_card_has_its_panels_its_rule_and_what_it_gains():
    run = chart_run()
    text = "\n".join(card_tables(run.cells, run.follows))
    views = run.experiment.chart.views
    assert all(view.name.capitalize()[:8] in text for view in views)
    decided = [cell for cell in run.cells if cell.act is not None and not cell.empty]
    assert all(f"{cell.act} " in text for cell in decided)
    assert "Playing by the card" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_undecided_cells_are_marked_and_empty_ones_say_nothing():
    run = chart_run()
    undecided = [dataclasses.replace(cell, act=None) for cell in run.cells]
    assert "~ " in "\n".join(card_tables(undecided, ()))
    empty = [dataclasses.replace(cell, empty=True) for cell in run.cells]
    assert "too few situations" in "\n".join(card_tables(empty, ()))


def test_programs_get_every_cell():
    run = chart_run()
    rows = chart_rows(run.cells)
    assert len(rows) == len(run.cells)
    assert sum(row["situations"] for row in rows) == sum(cell.situations for cell in run.cells)


def test_a_card_that_changes_nothing_says_so():
    follow = dataclasses.replace(chart_run().follows[0], changed=0.0)
    assert "plays just as" in follow_sentence(follow)
    assert "+" not in follow_sentence(follow)
