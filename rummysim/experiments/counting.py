"""The counting design: whole tables of one arm after the other, and what happens at them.

Every arm plays the same deals. An arm with a policy for each seat plays each deal with the
policies turned through all places. What is kept of each measure, broken down by its labels, are
the sums of a mean over situations that come in deals (`stats.ratio`).

Keys of the sums are "|arm|measure|label=code,..." in the order of the experiment's labels; a curve
has the three numbers of situations once and then three sums for each turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from rummysim.experiments.counting_measures import (
    LABELS,
    LAST_TURN,
    MEASURES,
    Measure,
    Seen,
    Values,
    label_codes,
    label_values,
)
from rummysim.experiments.designs import GAMES, Done, Ended, Goal, Sums
from rummysim.experiments.grid import arm_player, seated_players
from rummysim.experiments.seating import Games, seated
from rummysim.experiments.spec import Case, Experiment, Stage
from rummysim.simulation.duplicate import games_per_deal, turned
from rummysim.simulation.job import Setup
from rummysim.stats.rounding import MOST_DECIMALS, with_error

SAFE = 1 << 62  # products of sums below this stay within int64


def groups(experiment: Experiment, case: Case) -> tuple[str, ...]:  # noqa: ARG001 - as all designs
    """One group: a case stops as a whole.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment('count = { measures = ["won"] }')
    >>> groups(own, Case("", 4, "steady", "table"))
    ('',)
    """
    return ("",)


def play(
    experiment: Experiment,
    case: Case,
    groups: tuple[str, ...],  # noqa: ARG001 - as all designs
    stage: Stage,
    first: int,
    count: int,
    *,
    extra: str = "",  # noqa: ARG001 - as all designs
) -> Sums:
    """The sums of every arm, measure and combination of labels over some deals.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment('count = { measures = ["won"] }')
    >>> play(own, Case("", 4, "steady", "table"), ("",), "explore", 0, 10)["|usual|won|"][:2]
    [10, 280]

    Raises RulesError or PolicyError.
    """
    games = Games(first, count)
    sums: Sums = {}
    for arm in experiment.arms:
        seen = _seen(games, arm_setup(experiment, case, arm, stage), experiment, case, arm)
        for name in experiment.measures:
            measure = MEASURES[name]
            labels = [label for label in experiment.by if label in LABELS[measure.level]]
            for label, cell in _cells(seen, measure, labels):
                sums[f"|{arm}|{name}|{label}"] = cell
    sums[GAMES] = [games.played]
    return sums


def sound(experiment: Experiment, key: str, numbers: list[int], count: int) -> bool:
    r"""Whether numbers can be the sums of a measure over so many deals.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment('count = { measures = ["won"], by = ["round"] }')
    >>> [sound(own, "|usual|won|round=0", [deals, 4, 4, 1, 1, 1], 5) for deals in (4, 6)]
    [True, False]
    """
    _, arm, measure, labels = [*key.split("|"), "", "", ""][:4]
    known = arm in experiment.arms and measure in experiment.measures
    pairs = [label.partition("=") for label in labels.split(",") if label]
    labelled = all(name in experiment.by and code.isdecimal() for name, _, code in pairs)
    sums = LAST_TURN if known and MEASURES[measure].curve else 1
    return known and labelled and len(numbers) == 3 + 3 * sums and 0 < numbers[0] <= count


def next_goal(
    experiment: Experiment,
    case: Case,  # noqa: ARG001 - as all designs
    group: str,  # noqa: ARG001
    done: Mapping[Stage, Done],
) -> Goal | Ended:
    r"""All deals of the experiment; nothing is decided on the way.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment('count = { measures = ["won"] }\nstop = { max_deals = 50 }')
    >>> next_goal(own, Case("", 4, "steady", "table"), "", {"explore": Done()})
    Goal(stage='explore', deals=50)
    """
    most = experiment.stop.max_deals
    return Goal("explore", most) if done["explore"].deals < most else Ended("all deals played")


def status(
    experiment: Experiment,
    case: Case,
    group: str,  # noqa: ARG001
    done: Mapping[Stage, Done],
    *,
    extended: bool = False,  # noqa: ARG001 - its deals are fixed from the start
) -> str:
    """What the first measure has come to so far."""
    from rummysim.experiments.counting_estimates import counted

    for arm, measure, labels, value, _ in counted(experiment, case, done["explore"].sums):
        named = ", ".join(f"{label} {code}" for label, code in labels.items())
        place = f" ({named})" if named else ""
        said = with_error(value.estimate, value.low, value.high, MOST_DECIMALS)
        return f"{arm}: {measure}{place} {said}"
    return "nothing played yet"


def arm_setup(experiment: Experiment, case: Case, arm: str, stage: Stage) -> Setup:
    """A table of an arm's players: all the same, or its policies by seat.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment('count = { measures = ["won"] }')
    >>> setup = arm_setup(own, Case("", 3, "greedy", "table"), "usual", "explore")
    >>> [policy.name for policy in setup.policies]
    ['greedy', 'greedy', 'greedy']

    Raises RulesError or PolicyError.
    """
    if experiment.arms[arm].seats:
        seats = seated_players(experiment, case, arm)
    else:
        seats = (arm_player(experiment, case, arm),) * case.players
    return seated(experiment, case, arm, seats, stage)


def policies_of(experiment: Experiment, case: Case, arm: str) -> list[str]:
    r"""The different policies of an arm as people call them, in the order of their seats.

    >>> from rummysim.experiments.read import parse_experiment
    >>> seats = 'seats = ["greedy", "random", "greedy", "random"]'
    >>> own = parse_experiment(f'count = {{ measures = ["won"] }}\narms.two = {{ {seats} }}')
    >>> policies_of(own, Case("", 4, "steady", "table"), "two")
    ['greedy', 'random']
    """
    seats = experiment.arms[arm].seats[: case.players] or (arm_player(experiment, case, arm),)
    return list(dict.fromkeys(seats))


def _seen(games: Games, setup: Setup, experiment: Experiment, case: Case, arm: str) -> Seen:
    """The rows of an arm's games over the deals of ``games``."""
    shape = (games.count, len(setup.rounds), setup.players)
    policies = policies_of(experiment, case, arm)
    names = experiment.arms[arm].seats[: setup.players] or policies * setup.players
    turns = range(games_per_deal(setup))
    rows = [games.rows_of(turned(setup, turn)).reshape(shape).copy() for turn in turns]
    players = [
        policies.index(names[(seat - turn) % setup.players])
        for turn in turns
        for seat in range(setup.players)
    ]
    return Seen(setup, rows, policies, np.array(players, np.int64))


def _cells(seen: Seen, measure: Measure, labels: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """The sums of one measure for each combination of labels that was seen."""
    values = measure.read(seen)
    known = (seen.setup.rounds, seen.setup.players, seen.policies)
    sizes = [len(label_values(label, *known)) for label in labels]
    codes: Any = np.zeros(values.numbers.shape, np.int64)
    for label, size in zip(labels, sizes, strict=True):
        codes = codes * size + label_codes(seen, label)
    sums = cell_sums(values, codes, int(np.prod(sizes)), LAST_TURN if measure.curve else 0)
    for cell, combination in zip(sums, product(*map(range, sizes)), strict=True):
        if cell[1]:
            pairs = zip(labels, combination, strict=True)
            yield ",".join(f"{label}={code}" for label, code in pairs), cell


def cell_sums(values: Values, codes: Any, size: int, turns: int = 0) -> list[list[int]]:
    """For each of ``size`` codes: deals, situations, their squares, then what was summed up.

    codes : int64, the cell of each number
    turns : 0 sums the numbers; else the situations whose number is from 1 to t, for each t up
        to ``turns``, and each of them counts among the situations

    >>> numbers = np.array([[[2, 0]], [[4, 6]]])
    >>> cell_sums(Values(numbers), np.array([[[0, 1]], [[0, 0]]]), 2)
    [[2, 3, 5, 12, 104, 22], [1, 1, 1, 0, 0, 0]]
    """
    deals = len(values.numbers)
    index = (np.arange(deals)[:, None, None] * size + codes).ravel()
    numbers = values.numbers.ravel()
    if values.among is not None and not turns:
        index, numbers = index[values.among.ravel()], numbers[values.among.ravel()]
    seen = np.bincount(index, minlength=deals * size).reshape(deals, size)
    if turns:
        steps = index * (turns + 2) + np.minimum(numbers, turns + 1)
        by_turn = np.bincount(steps, minlength=deals * size * (turns + 2))
        by_turn = by_turn.reshape(deals, size, turns + 2)[:, :, 1 : turns + 1]
        totals = [by_turn[:, :, : turn + 1].sum(axis=2) for turn in range(turns)]
    else:
        added = np.bincount(index, weights=numbers, minlength=deals * size)
        totals = [np.rint(added).astype(np.int64).reshape(deals, size)]
    columns = [(seen > 0).sum(axis=0), seen.sum(axis=0), _products(seen, seen)]
    for total in totals:
        columns += [total.sum(axis=0), _products(total, total), _products(total, seen)]
    return [[int(number) for number in row] for row in zip(*columns, strict=True)]


def _products(a: Any, b: Any) -> Any:
    """The products added up over the deals, exactly also where they leave int64."""
    largest = int(a.max(initial=0)) * int(b.max(initial=0)) * max(1, len(a))
    if largest < SAFE:
        return (a * b).sum(axis=0)
    return (a.astype(object) * b.astype(object)).sum(axis=0)
