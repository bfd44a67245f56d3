"""Games of the real engine whose every decision passes through plain Python.

The engine calls a policy by the address of its machine code. `Asked` gives it the address of a
C function that calls back into Python, so the whole STATE can be read, copied and compared at
each decision of a real game, and nothing is compiled for it.
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.core.types import WrapperAddressProtocol

from rummysim.kernels import layout
from rummysim.kernels.batch import play_deals
from rummysim.kernels.pack import pack_rules
from rummysim.kernels.types import POLICY_SIGNATURE
from rummysim.policies.registry import Policy
from rummysim.rules import RuleSet
from rummysim.simulation.job import TOOLS, Extras, Setup, refusal
from rummysim.simulation.keys import domain_key

SEED = 7
STOP = -9  # no lawful answer to anything: the engine ends the run
C_POLICY = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_void_p,) * 4)


class Refused(AssertionError):
    """The engine refused an answer."""


class Asked(WrapperAddressProtocol):
    """What the engine takes for a compiled policy; each decision calls ``answer()``."""

    def __init__(self, answer: Callable[[], int]) -> None:
        self.function = C_POLICY(lambda *_: answer())

    def __wrapper_address__(self) -> int:
        return ctypes.cast(self.function, ctypes.c_void_p).value or 0

    def signature(self) -> Any:
        return POLICY_SIGNATURE


class Board:
    """A STATE and its RULES, as records and as bytes."""

    def __init__(self) -> None:
        states, rules = layout.new_records(layout.STATE, 1), layout.new_records(layout.RULES, 1)
        self.states, self.rules = states, rules
        self.state = states[0]
        self.bytes = states.view(np.ndarray).view(np.uint8)
        self.rule_bytes = rules.view(np.ndarray).view(np.uint8)
        self.views = [self.state.views[seat] for seat in range(layout.MAX_SEATS)]
        self.table = self.state.table
        self.arguments = [
            (self.views[seat], self.table, rules[0], self.state.params[seat])
            for seat in range(layout.MAX_SEATS)
        ]

    def load(self, state: Any, rules: Any) -> None:
        """Takes over the bytes of another board."""
        self.bytes[:] = state
        self.rule_bytes[:] = rules

    def ask(self, policy: Policy, seat: int) -> int:
        """The answer of a policy, compiled or plain, to the decision that ``seat`` stands at."""
        return int(policy.function(*self.arguments[seat]))


class Game:
    """One round, or one whole match, at one table, before it is played.

    round_number : from 1; None for a whole match
    """

    def __init__(
        self, rules: RuleSet, policies: Sequence[Policy], deal: int, round_number: int | None
    ) -> None:
        self.setup = Setup(rules, tuple(policies), SEED, _from_zero(round_number))
        self.deal = deal
        self.board = Board()
        self.board.rules[:] = pack_rules(rules, len(policies))
        self.trace = layout.new_records(layout.TRACE, 1)
        for seat, policy in enumerate(policies):
            self.board.state["params"][seat]["value"][: len(policy.values)] = policy.values

    @property
    def players(self) -> int:
        """How many play."""
        return self.setup.players

    def job(self) -> Any:
        """JOB[1] of this deal."""
        job = layout.new_records(layout.JOB, 1)
        job[0]["deal_key"] = domain_key(SEED, "deal")
        job[0]["noise_key"] = domain_key(SEED, "policy")
        job[0]["first"], job[0]["count"] = self.deal, 1
        job[0]["round"] = -1 if self.setup.round is None else self.setup.round
        return job

    def play(self, answer: Callable[[int], int]) -> None:
        """Plays to the end; ``answer(seat)`` is asked at every decision.

        What it raises ends the game and is raised here. Raises Refused after an answer outside
        the rules.
        """
        raised: list[BaseException] = []

        def safely(seat: int) -> int:
            try:
                return answer(seat)
            except BaseException as error:
                raised.append(error)
                return STOP

        asked = [Asked(lambda seat=seat: safely(seat)) for seat in range(self.players)]
        asked += asked[:1] * (layout.MAX_SEATS - self.players)
        tally = layout.new_records(layout.TALLY, 1)
        board = self.board
        none = Extras()
        arrays = (none.rows, self.trace, none.fork, none.situations)
        played = play_deals(board.states, board.rules, self.job(), tally, *arrays, *TOOLS, *asked)
        if raised:
            raise raised[0]
        if played < 1:
            raise Refused(refusal(self.setup, board.state))


def _from_zero(round_number: int | None) -> int | None:
    return None if round_number is None else round_number - 1
