"""Playing many deals and summing them up: what notebooks and the command line call."""

from rummysim.simulation.duplicate import lone, lones, versus
from rummysim.simulation.hands import describe_hand, distance
from rummysim.simulation.result import Result
from rummysim.simulation.run import Stopped, simulate, trace_deal

__all__ = [
    "Result",
    "Stopped",
    "describe_hand",
    "distance",
    "lone",
    "lones",
    "simulate",
    "trace_deal",
    "versus",
]
