"""One experiment as data: a question, who plays what against whom, and when to stop.

These records say everything that changes numbers (`identity` hashes it) and the words that people
read. `read` makes them from TOML files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rummysim.rules import RuleSet

Design = Literal["paired", "counting", "chart"]
Field = Literal["baseline", "followers", "mixed", "table"]
Stage = Literal["explore", "confirm"]
Value: TypeAlias = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to play, or one set of house rules; what it does not name is as in the baseline."""

    name: str
    doing: str  # a gerund for sentences: "buying only what the contract lacks"
    policy: str | None  # a policy in place of the baseline
    parameters: Mapping[str, Value]  # of the baseline or of `policy`, that differ
    rules: tuple[str, ...]  # rule changes, as in --set: "buy.limit=1"
    seats: tuple[str, ...]  # counting only: a policy for each seat, which rotate; else ()


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two arms: what ``tip`` gains over ``other`` is the effect."""

    name: str
    tip: str
    other: str


@dataclass(frozen=True, slots=True)
class Variant:
    """House rules under which everything is asked once more."""

    name: str  # "" for the rules of the experiment
    rules: tuple[str, ...]
    why: str  # one line


@dataclass(frozen=True, slots=True)
class Stop:
    """When enough has been played; deals are matches, or single rounds."""

    alpha: float  # of all intervals and verdicts
    smallest: float  # effect of interest: points per round
    look: int  # deals between two looks of exploring
    burn_in: int  # deals before the first look
    planned: int  # deals that the width of the sequence is best at (t* of its formula)
    max_deals: int  # of exploring
    confirm_min: int  # deals of the confirmation, 0: none
    confirm_max: int
    power: float  # of the confirmation at half the explored effect


@dataclass(frozen=True, slots=True)
class Axis:
    """One feature of a situation, cut into bins: below edges[0], then up to each next edge."""

    feature: str
    edges: tuple[int, ...]  # bin k holds edges[k-1] <= value < edges[k]; the last is open


@dataclass(frozen=True, slots=True)
class Bound:
    """Only situations with least <= feature <= most."""

    feature: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class View:
    """One strategy card: panels of rows by columns, of the situations within all bounds."""

    name: str
    rows: Axis
    columns: Axis
    panels: Axis | None
    where: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A decision that is forked, and how its situations are laid out on cards."""

    decision: str  # buy, draw, joker, lay_down, discard
    acts: tuple[str, str]  # what people call the two acts: ("buy", "pass")
    sample: float  # share of the situations that are forked, 0 < sample <= 1
    views: tuple[View, ...]  # the first one is what "playing by the chart" follows
    follow: int  # fresh deals on which the chart plays against the player it was made from


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything about one question."""

    name: str
    question: str
    claim: str  # "SH-T3" of the rules specification, or ""
    quote: str  # the tip or claim in words, or ""
    design: Design
    rules: RuleSet
    round: int | None  # from 1; None: whole matches
    players: tuple[int, ...]
    baselines: tuple[str, ...]  # policies
    fields: tuple[Field, ...]
    mixed: tuple[str, ...]  # policies of the field "mixed", the first n - 1 in seat order
    arms: Mapping[str, Arm]
    contrasts: tuple[Contrast, ...]  # paired only
    variants: tuple[Variant, ...]  # beyond the rules of the experiment
    variants_at: "tuple[tuple[int, ...], tuple[str, ...], tuple[Field, ...]]"  # their grid
    measures: tuple[str, ...]  # counting only
    by: tuple[str, ...]  # counting only: what the measures are broken down by
    chart: Chart | None  # chart only
    stop: Stop
    chunk: int  # deals of one unit of work
    seed: int
    meanings: Mapping[str, str] = field(default_factory=dict)  # what users' policy files stand for
    sources: Mapping[str, str] = field(default_factory=dict)  # digests of users' policies in Python


@dataclass(frozen=True, slots=True)
class Case:
    """One table of an experiment: rules, players, who is the baseline, who sits around."""

    variant: str  # "" for the rules of the experiment
    players: int
    baseline: str
    field: Field

    @property
    def key(self) -> str:
        """How stores name it.

        >>> Case("", 4, "steady", "baseline").key
        'usual/4/steady/baseline'
        """
        return f"{self.variant or 'usual'}/{self.players}/{self.baseline}/{self.field}"
