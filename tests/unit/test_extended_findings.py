"""What is found by a confirmation that was extended after it had been seen."""

import pytest

from rummysim.experiments.designs import Done
from rummysim.experiments.grid import cases_of
from rummysim.experiments.paired import status
from rummysim.experiments.paired_estimates import Measured
from rummysim.experiments.paired_findings import case_findings
from rummysim.experiments.paired_sums import NAMES
from rummysim.reports.paired_page import finding_rows, finding_tables, stage_words
from tests.unit.test_paired_looks import experiment, sums


def whole(deals, mean):
    """Made-up sums with games and turns, of points that deviate by 15."""
    numbers = sums(deals, mean, 15)
    for index, name in enumerate(NAMES):
        if name.endswith(("games", "turns")):
            numbers[index] = deals
    return numbers


def found(extended):
    asked = experiment()
    (case,) = cases_of(asked)
    done = {
        "explore": Done(200, {"shy-usual": whole(200, 8.0)}),
        "confirm": Done(300, {"shy-usual": whole(300, 3.0)}),
    }
    return case_findings(asked, case, "shy-usual", done, extended=extended)


def test_its_interval_and_p_allow_for_looking():
    (explored, plain), (same, extended) = found(False), found(True)
    assert explored == same
    assert plain.points.kind != extended.points.kind == explored.points.kind
    assert extended.points.estimate == plain.points.estimate
    assert extended.points.low < plain.points.low < plain.points.high < extended.points.high
    assert extended.p > plain.p
    assert extended.wins_p >= plain.wins_p
    assert (plain.extended, extended.extended) == (False, True)
    assert plain.stop == "as many deals as were planned"
    assert extended.stop == "extended after it had been seen"


def test_its_level_is_that_of_exploring():
    asked = experiment()
    (case,) = cases_of(asked)
    many = Measured(asked, case, "confirm", whole(300, 3.0), extended=True)
    assert many.points == Measured(asked, case, "explore", many.sums).points
    assert many.p == Measured(asked, case, "explore", many.sums).p


@pytest.mark.parametrize(("limit", "capped"), [(1050, True), (1051, False), (2000, False)])
def test_a_confirmation_smaller_than_its_power_asks_for_is_told(limit, capped):
    asked = experiment(confirm_max=limit)
    (case,) = cases_of(asked)
    done = {
        "explore": Done(200, {"shy-usual": whole(200, 3.0)}),  # asks for 1,051 deals
        "confirm": Done(300, {"shy-usual": whole(300, 3.0)}),
    }
    explored, confirmed = case_findings(asked, case, "shy-usual", done)
    assert not explored.capped
    assert confirmed.capped is capped


def test_the_terminal_says_so_and_does_not_call_it_fixed_beforehand():
    for extended in (False, True):
        page = " ".join("\n".join(finding_tables(found(extended), 80)).split())
        assert ("as many as were fixed beforehand" in page) is not extended
        assert ("Not ended as planned, extended after it had been seen" in page) is extended
        last = found(extended)[-1]
        assert stage_words(last).endswith(", extended after it had been seen") is extended
        assert finding_rows(found(extended))[-1]["extended"] is extended


def test_its_status_has_the_interval_for_looking():
    asked = experiment()
    (case,) = cases_of(asked)
    done = {"explore": Done(), "confirm": Done(300, {"shy-usual": whole(300, 3.0)})}
    plain, late = (
        status(asked, case, "shy-usual", done, extended=extended) for extended in (False, True)
    )
    assert late.endswith("(extended after it had been seen)")
    width = [float(words.partition("±")[2].partition(" ")[0]) for words in (plain, late)]
    assert width[0] < width[1]
