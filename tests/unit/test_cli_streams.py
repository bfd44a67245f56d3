"""What is written where an encoding lacks our signs, and limits that are named twice."""

import io

from rummysim.cli import options, streams
from rummysim.simulation.run import MAX_DEALS


def test_signs_become_plain_letters():
    streams.ready_streams()
    file = io.BytesIO()
    with io.TextIOWrapper(file, encoding="ascii", errors="plain", write_through=True) as text:
        text.write("2.5 ±0.3, 10♥ K♦ 3♠ A♣ ╭─╮│ ü\udc80")
        assert file.getvalue() == b"2.5 +-0.3, 10H KD 3S AC +-+| ??"


def test_the_options_allow_as_many_deals_as_the_engine():
    assert options.MOST_DEALS == MAX_DEALS
