"""One call of the engine: what to play, and the sentence for an answer that was refused."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rummysim.cards import card_text
from rummysim.errors import PolicyError
from rummysim.kernels import fork_layout, layout
from rummysim.kernels.batch import play_deals
from rummysim.kernels.contract import evaluate
from rummysim.kernels.pack import pack_rules
from rummysim.kernels.plan import best_new_meld, plan_lay_down
from rummysim.kernels.situation import at_decision
from rummysim.policies.registry import Policy
from rummysim.rules import RuleSet
from rummysim.simulation.keys import play_keys

QUESTIONS = {
    layout.CLAIM: "whether to claim the top discard",
    layout.DRAW: "whether to take the top discard",
    layout.LAY_DOWN: "whether to lay down",
    layout.PLAY: "what to lay off, swap or lay",
    layout.DISCARD: "which card to throw",
}

TOOLS = (evaluate, plan_lay_down, best_new_meld, at_decision)

NO_TRACE = layout.new_records(layout.TRACE, 1)  # off: nobody writes to it, so all calls share it


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that stays the same while deals are played: rules, players, seed."""

    rules: RuleSet
    policies: tuple[Policy, ...]
    seed: int
    round: int | None = None  # from 0; None plays whole matches
    shift: int = 0
    domain: str = ""  # "confirm" plays fresh deals of the same seed

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.policies)

    @property
    def rounds(self) -> range:
        """The rounds that are played, from 0."""
        if self.round is None:
            return range(self.rules.rounds)
        return range(self.round, self.round + 1)


def no_rows() -> Any:
    """The RESULT array that asks for no rows."""
    return np.zeros(0, layout.RESULT)


def _no_fork() -> Any:
    return layout.new_records(fork_layout.FORK, 1)


def _no_situations() -> Any:
    return layout.new_records(fork_layout.SITUATION, 0)


@dataclass(slots=True)
class Extras:
    """What a run writes down besides its sums, and what it forks; nothing by default."""

    rows: Any = field(default_factory=no_rows)  # RESULT[:]
    trace: Any = field(default_factory=lambda: NO_TRACE)  # TRACE[1]
    fork: Any = field(default_factory=_no_fork)  # FORK[1]
    situations: Any = field(default_factory=_no_situations)  # SITUATION[:]


def play(setup: Setup, first: int, count: int, rows: Any = None, trace: Any = None) -> Any:
    """A TALLY array of length 1 over the deals ``first`` .. ``first + count - 1``.

    Raises PolicyError when a policy's answer is refused or a policy fails.
    """
    extras = Extras()
    if rows is not None:
        extras.rows = rows
    if trace is not None:
        extras.trace = trace
    return run(setup, first, count, extras)[1]


def run(setup: Setup, first: int, count: int, extras: Extras) -> tuple[int, Any]:
    """Deals played, as many as their situations found room, and a TALLY array of length 1.

    The sums also hold the deal that found no room.

    Raises PolicyError when a policy's answer is refused or a policy fails.
    """
    state = layout.new_records(layout.STATE, 1)
    tally = layout.new_records(layout.TALLY, 1)
    job = layout.new_records(layout.JOB, 1)
    for seat, policy in enumerate(setup.policies):
        state[0]["params"][seat]["value"][: len(policy.values)] = policy.values
    job[0]["deal_key"], job[0]["noise_key"] = play_keys(setup.seed, setup.domain)
    job[0]["first"], job[0]["count"] = first, count
    job[0]["round"] = -1 if setup.round is None else setup.round
    job[0]["shift"] = setup.shift
    functions = [policy.function for policy in setup.policies]
    functions += [functions[0]] * (layout.MAX_SEATS - len(functions))
    rules = pack_rules(setup.rules, setup.players)
    asked = (extras.rows, extras.trace, extras.fork, extras.situations)
    try:
        played = play_deals(state, rules, job, tally, *asked, *TOOLS, *functions)
    except Exception as error:
        raise PolicyError(_failure(setup, state[0], error)) from error
    if state[0]["fault"]:
        raise PolicyError(refusal(setup, state[0]))
    return int(played), tally


def _failure(setup: Setup, state: Any, error: Exception) -> str:
    table = state["table"]
    where = f"deal {int(state['deal'])}, round {int(table['round']) + 1}"
    names = ", ".join(sorted({policy.name for policy in setup.policies}))
    return f"a policy ({names}) failed in {where}: {type(error).__name__}: {error}"


def refusal(setup: Setup, state: Any) -> str:
    """The sentence for an answer that the engine refused."""
    seat = int(state["fault_seat"])
    phase = int(state["fault_phase"])
    answer = int(state["fault_answer"])
    table = state["table"]
    place = (
        f"in seat {seat + 1} (deal {int(state['deal'])}, round {int(table['round']) + 1}, "
        f"its turn {int(table['turns'][seat])})"
    )
    name = setup.policies[seat].name
    asked = f"policy {name!r} {place}, asked {QUESTIONS.get(phase, phase)},"
    return f"{asked} {_objection(state, answer)}"


def _objection(state: Any, answer: int) -> str:
    fault = int(state["fault"])
    if fault == layout.FAULT_YES_NO:
        return f"answered {answer}; it must answer 0 or 1"
    if fault == layout.FAULT_DEPTH:
        return f"answered {answer}; it must answer how many discards it takes, 0 to all of them"
    if fault == layout.FAULT_PLAN:
        return f"wrote a plan that may not be laid down (check {int(state['fault_detail'])})"
    if fault == layout.FAULT_PLAY:
        return f"answered {answer}, which is no lawful act now; take one from legal_play, or 0"
    if 0 <= answer < layout.KINDS:
        return f"answered {card_text(answer)}, which it may not throw now"
    return f"answered {answer}, which is no card; it must answer a kind it holds (0..52)"
