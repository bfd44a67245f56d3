"""Tuning: which values of a policy's parameters play best, found by playing duplicate deals.

The worth of a candidate is what `lone` measures: points per round better than the others, in
every place of each deal; or, both ways, what a step of a ladder measures. All candidates of a
generation play the same deals, because the optimiser only asks which of them are better, and on
common deals that takes far fewer of them.

Each generation plays new deals unless told otherwise. On one fixed set the worth has no noise,
and the search then climbs what is peculiar to these deals as happily as what is true of all: it
ends at the best point *for them*. With new deals a candidate that was lucky once meets other
cards, and the mean of the search averages over all deals of all generations. A player of four
parameters that can at best play like ``greedy`` was tuned among ``greedy`` on 4 deals in 40
generations of 16 candidates, 16 times each way: on fixed deals the last generation seemed 2.2
points per round better than the best possible, and the mean of the search was 3.6 worse on other
deals; with new deals it was 1.9 worse (standard errors 0.5, 0.7 and 0.1). The price is that the
worth of two generations differs by luck; only a chart ever compares them.

The best of many measured values is too good by luck, so the numbers of the search are never
reported as strength. A few finalists meet on deals of their own ("choose"), and the one chosen
plays against the start on deals that nothing was chosen by ("check"). The three kinds of deals
have seeds derived from the seed of the run, so that they share no deal with each other nor
with other commands that are given the same number.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rummysim.errors import StoreError
from rummysim.simulation.keys import domain_key
from rummysim.simulation.tuning_axes import Axis, Point, named_values, plain_value
from rummysim.simulation.tuning_history import History
from rummysim.simulation.tuning_lines import Line
from rummysim.simulation.tuning_match import ALL_FIELDS, Contest, Gain
from rummysim.simulation.tuning_space import Optimiser, Start, optimiser_name
from rummysim.stats.estimate import Estimate
from rummysim.trace.text import ENGINE_VERSION

STAGES = ("search", "choose", "check")


def stage_seed(seed: int, stage: str) -> int:
    """The seed of the deals of one stage of a run, 63 bits.

    >>> stage_seed(0, "search") != stage_seed(0, "check")
    True
    """
    return domain_key(seed, f"tune {stage}") >> 1


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played. More generations may be added to a history later."""

    deals: int  # of each candidate
    generations: int
    choose_deals: int  # of each finalist
    check_deals: int
    finalists: int = 3  # best candidates that meet the search's mean and the start
    new_deals: bool = True  # for each generation

    def first_deal(self, generation: int) -> int:
        """The number of the first deal of a generation (from 1)."""
        return (generation - 1) * self.deals if self.new_deals else 0

    @property
    def budget(self) -> dict[str, int]:
        """What may differ when a run is resumed."""
        return {
            "generations": self.generations,
            "finalists": self.finalists,
            "choose_deals": self.choose_deals,
            "check_deals": self.check_deals,
        }


def header(contest: Contest, start: Start, plan: Plan, population: int) -> dict[str, Any]:
    """Everything that decides what a run finds, its budget apart."""
    return {
        "engine": ENGINE_VERSION,
        "optimiser": optimiser_name(),
        **contest.inputs(),
        "parameters": [axis.entries() for axis in start.axes],
        "deals": plan.deals,
        "new_deals": plan.new_deals,
        "population": population,
        "spread": start.spread,
        "seed": start.seed,
        "seeds": {stage: stage_seed(start.seed, stage) for stage in STAGES},
    }


@dataclass(frozen=True, slots=True)
class Finalist:
    """A point of the search that was measured again."""

    values: Point
    source: str
    worth: Estimate


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a finished run found."""

    axes: tuple[Axis, ...]
    generations: list["Generation"]
    finalists: list[Finalist]
    best: Finalist
    gains: list[Gain]  # over the start, by field; the last one over all fields

    @property
    def start(self) -> Point:
        """The values that the search began with."""
        return tuple(axis.start for axis in self.axes)

    def named(self, values: Point) -> dict[str, Any]:
        """Values by the names of their parameters, words as words."""
        pairs = zip(self.axes, values, strict=True)
        return {axis.parameter.name: plain_value(axis.parameter, value) for axis, value in pairs}


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of the search."""

    number: int  # from 1
    lines: list[Line]

    @property
    def best(self) -> Line:
        """The evaluation that looked best, the first of equals."""
        return max(self.lines, key=lambda line: float(line["mean"]))

    def average(self, key: str) -> float:
        """The mean of ``mean``, ``low`` or ``high``; the interval is never too narrow so."""
        return sum(float(line[key]) for line in self.lines) / len(self.lines)


def _nothing(*_: Any) -> None:
    """Nothing."""


@dataclass(slots=True)
class Watch:
    """Who is told how far a run is, counted in deals that are played at a table."""

    progress: Callable[[int, int], None] = _nothing
    generation: Callable[[Generation], None] = _nothing
    done: int = 0
    total: int = 0

    def plan(self, contest: Contest, plan: Plan, population: int) -> None:
        """Nothing; the total is known."""
        one = plan.generations * population * plan.deals
        one += (plan.finalists + 2) * plan.choose_deals + 2 * plan.check_deals
        self.total = one * contest.tables

    def part(self, tables: int) -> Callable[[int, int], None]:
        """A progress for deals that are played at several tables."""
        return lambda done, _: self.progress(self.done + done * tables, self.total)

    def add(self, deals: int) -> None:
        """Nothing; so many deals are behind us."""
        self.done += deals


@dataclass(slots=True)
class Run:
    """A tuning run over its history."""

    contest: Contest
    start: Start
    plan: Plan
    history: History
    watch: Watch = field(default_factory=Watch)

    @property
    def inputs(self) -> dict[str, Any]:
        """What the run was told: its history's first line, and its budget."""
        return self.history.header | self.plan.budget | {"history": self.history.path.name}

    def tune(self) -> Tuned:
        """The best values and what they gain; whatever the history has is not played again.

        Raises StoreError when the history does not fit, PolicyError when a policy fails;
        Ctrl-C leaves a history that can be resumed.
        """
        optimiser = Optimiser(self.start)
        self.watch.plan(self.contest, self.plan, optimiser.population)
        budgets = list(self.history.of("budget"))
        if not budgets or {"line": "budget"} | self.plan.budget != budgets[-1]:
            self.history.add("budget", self.plan.budget)
        generations = list(self.search(optimiser))
        finalists = [self.measured(*each) for each in self.candidates(optimiser, generations)]
        # The start is the last one, and of equals it stays.
        best = max(reversed(finalists), key=lambda finalist: finalist.worth.estimate)
        gains = self.check(best)
        return Tuned(self.start.axes, generations, finalists, best, gains)

    def search(self, optimiser: Optimiser) -> Iterator[Generation]:
        """The generations, each when it is complete; known evaluations are replayed."""
        known = list(self.history.of("search"))
        for number in range(1, self.plan.generations + 1):
            asked = optimiser.ask()
            lines: list[Line] = []
            for place, (values, _) in enumerate(asked, 1):
                index = (number - 1) * len(asked) + place - 1
                line = known[index] if index < len(known) else None
                if line is None:
                    line = self.evaluate(values, number, place, lines)
                else:
                    self.compare(line, values, number, place)
                self.watch.add(self.plan.deals * self.contest.tables)
                lines.append(line)
            optimiser.tell([point for _, point in asked], [line["mean"] for line in lines])
            generation = Generation(number, lines)
            self.watch.generation(generation)
            yield generation
            if optimiser.is_done():
                return

    def compare(self, line: Line, values: Point, generation: int, candidate: int) -> None:
        """Nothing; raises StoreError when the history has another candidate here."""
        expected = (generation, candidate, dict(named_values(self.start.axes, values)))
        if (line["generation"], line["candidate"], line["values"]) != expected:
            raise StoreError(
                f"{self.history.path} cannot be resumed: the optimiser asks for another "
                f"candidate {candidate} in generation {generation} than it did then; "
                "start again with another --out"
            )

    def evaluate(
        self, values: Point, generation: int, candidate: int, before: Sequence[Line]
    ) -> Line:
        """The new line of a candidate; equal candidates of a generation are played once."""
        named = dict(named_values(self.start.axes, values))
        first = self.plan.first_deal(generation)
        twin = next((line for line in before if line["values"] == named), None)
        if twin is None:
            worth = self.played(values, "search", (first, self.plan.deals))
            found = {"mean": worth.estimate, "low": worth.low, "high": worth.high}
        else:
            found = {key: twin[key] for key in ("mean", "low", "high")}
        place = {"generation": generation, "candidate": candidate, "first_deal": first}
        self.history.add("search", place | {"values": named} | found)
        return self.history.lines[-1]

    def played(self, values: Point, stage: str, deals: tuple[int, int]) -> Estimate:
        """What values are worth on deals of a stage: the first one, and how many."""
        report = self.watch.part(self.contest.tables)
        return self.contest.worth(values, stage_seed(self.start.seed, stage), deals, report)

    def candidates(
        self, optimiser: Optimiser, generations: Sequence[Generation]
    ) -> list[tuple[Point, str]]:
        """Who is measured again: the search's mean, the best candidates, the start."""
        names = [axis.parameter.name for axis in self.start.axes]
        found = [(optimiser.centre(), f"mean of the search after generation {len(generations)}")]
        lines = [line for generation in generations for line in generation.lines]
        for line in sorted(lines, key=lambda line: -float(line["mean"])):
            values = tuple(line["values"][name] for name in names)
            if len(found) > self.plan.finalists:
                break
            if values not in [known for known, _ in found]:
                text = f"candidate {line['candidate']} of generation {line['generation']}"
                found.append((values, text))
        start = tuple(axis.start for axis in self.start.axes)
        found = [each for each in found if each[0] != start]
        return [*found, (start, "start")]

    def measured(self, values: Point, source: str) -> Finalist:
        """A finalist, measured on the deals for choosing."""
        named = dict(named_values(self.start.axes, values))
        key = {"values": named, "deals": self.plan.choose_deals}
        line = self.known("choose", key)
        if line is None:
            worth = self.played(values, "choose", (0, self.plan.choose_deals))
            found = {"mean": worth.estimate, "low": worth.low, "high": worth.high}
            self.history.add("choose", {"source": source} | key | found)
            line = self.history.lines[-1]
        self.watch.add(self.plan.choose_deals * self.contest.tables)
        worth = Estimate(line["mean"], line["low"], line["high"], line["deals"], "t")
        return Finalist(values, source, worth)

    def known(self, kind: str, key: Line) -> Line | None:
        """The line that has these entries."""
        fits = (line for line in self.history.of(kind) if line | key == line)
        return next(fits, None)

    def check(self, best: Finalist) -> list[Gain]:
        """What the chosen values gain over the start, on deals that nothing was chosen by."""
        named = dict(named_values(self.start.axes, best.values))
        key = {"values": named, "deals": self.plan.check_deals}
        names = list(self.contest.field_names)
        if len(names) > 1:
            names.append(ALL_FIELDS)
        known = [self.known("check", key | {"field": name}) for name in names]
        if None in known:
            seed = stage_seed(self.start.seed, "check")
            report = self.watch.part(2 * self.contest.tables)
            gains = self.contest.gains(best.values, seed, self.plan.check_deals, report)
            for gain in gains:
                self.history.add("check", key | gain.entries())
        else:
            gains = [Gain.of(line) for line in known if line]
        self.watch.add(self.plan.check_deals * 2 * self.contest.tables)
        return gains
