"""Values of rule files: one reader per form, each with its range and its one-sentence refusal.

A reader takes an `Entry` (a raw TOML value and the place where it stands) and gives the value
of a field of `spec`. The forms that plain types do not tell (contracts, card values, numbers
that depend on the players) are here too; facts across fields are in `check`.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rummysim.cards import JOKER_TEXT, KINDS, RANKS, card_text, parse_card, rank_of
from rummysim.errors import CardsError, RulesError, RummysimError
from rummysim.rules import spec
from rummysim.rules.spec import Contract, PerPlayers, RuleSet, Shape, ShapeKind

TABLES: dict[str, type] = {
    "table": spec.Table,
    "shoe": spec.Shoe,
    "deal": spec.Deal,
    "melds": spec.Melds,
    "draw": spec.Draw,
    "buy": spec.Buy,
    "opening": spec.Opening,
    "lay_off": spec.LayOff,
    "swap": spec.Swap,
    "close": spec.Close,
    "scoring": spec.Scoring,
    "match": spec.Match,
}

FILE_KEYS = {("lay_off", "start"): "from"}  # "from" is no name for a Python field

SEATS = (2, 6)
ROUNDS = 16
SHAPES = 6
SET_SIZES = (3, 12)
RUN_SIZES = (3, 14)
# Letters of the contract notation: kind of meld, fewest and most cards.
_KINDS: dict[str, tuple[ShapeKind, tuple[int, int]]] = {
    "S": ("set", SET_SIZES),
    "R": ("run", RUN_SIZES),
    "D": ("dirty", (13, 13)),
}
RANGES = {
    "shoe.packs": (1, 3),
    "shoe.jokers": (0, 12),
    "deal.cards": (1, 25),
    "melds.set_min": SET_SIZES,
    "melds.run_min": RUN_SIZES,
    "melds.wild_max_set": (0, 12),
    "melds.wild_max_run": (0, 12),
    "melds.wild_max_run7": (0, 12),
    "melds.set_min_naturals": (1, 12),
    "close.down_and_out": (1, 10),
    "close.out_at_once": (0, 1000),
    "buy.limit": (0, 50),
    "buy.penalty_cards": (0, 5),
    "scoring.values": (0, 1000),
    "match.turn_cap": (1, 10_000),
    "match.max_recycles": (0, 10_000),
}

_SHAPE = re.compile(r"([SRD])(\d{0,2})")
_PLAYERS = re.compile(r"([2-6])(?:-([2-6]))?")


@dataclass(frozen=True, slots=True)
class Entry:
    """One raw value with its key (``buy.limit``) and the file or option that gives it."""

    value: object
    key: str
    source: str
    error: type[RummysimError] = RulesError  # what refuses it

    def wrong(self, wanted: str, part: str = "") -> RummysimError:
        """The sentence that refuses this value; ``part`` names an element of it."""
        return self.error(
            f"{self.source}: {self.key}{part} is {show(self.value)}; it must be {wanted}"
        )


def show(value: object) -> str:
    """The value as a short text on one line, whatever it is.

    >>> show("three"), show(True), show([1] * 99)
    ("'three'", 'true', '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ...')
    """
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value) if isinstance(value, str | int | float | list | dict) else str(value)
    except (ValueError, RecursionError):
        return "too large to show"
    return text if len(text) <= 60 else text[:37] + "..."


def near(word: str, known: Iterable[str]) -> str:
    """A known word that ``word`` may have meant as ``; did you mean 'x'?``, or nothing.

    >>> near("limt", ["limit", "allowed"])
    "; did you mean 'limit'?"
    """
    close = difflib.get_close_matches(word[:80].lower(), list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def file_keys(table: str) -> dict[str, str]:
    """Keys of one table as files write them, each with the name of its field.

    >>> file_keys("lay_off")["from"]
    'start'
    """
    return {FILE_KEYS.get((table, f.name), f.name): f.name for f in fields(TABLES[table])}


def later_keys() -> dict[str, object]:
    """Keys that a rule file may leave out, each with the value that changes nothing.

    >>> later_keys()["draw.depth"]
    'top'
    """
    return {
        f"{table}.{FILE_KEYS.get((table, field.name), field.name)}": field.default
        for table, record in TABLES.items()
        for field in fields(record)
        if field.default is not MISSING
    }


def read_bool(entry: Entry) -> bool:
    """True or false; ``on`` and ``off`` may be written as well.

    >>> read_bool(Entry("off", "buy.allowed", "x.toml"))
    False
    """
    if isinstance(entry.value, bool):
        return entry.value
    words = {"on": True, "off": False}
    if isinstance(entry.value, str) and entry.value.lower() in words:
        return words[entry.value.lower()]
    raise entry.wrong("true or false")


def read_number(entry: Entry, limits: tuple[int, int]) -> int:
    """A whole number within ``limits``, both included; true and 3.0 are no numbers here.

    >>> read_number(Entry(3, "buy.limit", "x.toml"), (0, 50))
    3
    """
    low, high = limits
    if isinstance(entry.value, int) and not isinstance(entry.value, bool):
        if low <= entry.value <= high:
            return entry.value
    raise entry.wrong(f"a whole number from {low} to {high}")


def read_choice(entry: Entry, choices: tuple[str, ...]) -> str:
    """One of the words ``choices``.

    >>> read_choice(Entry("own", "lay_off.targets", "x.toml"), ("all", "own"))
    'own'
    """
    if isinstance(entry.value, str) and entry.value in choices:
        return entry.value
    hint = near(entry.value, choices) if isinstance(entry.value, str) else ""
    raise entry.wrong(f"{', '.join(choices[:-1])} or {choices[-1]}{hint}")


def read_players(entry: Entry) -> tuple[int, int]:
    """Fewest and most players from ``[3, 6]``, or one number for both.

    >>> read_players(Entry([3, 6], "table.players", "x.toml"))
    (3, 6)
    """
    pair: list[Any] = entry.value if isinstance(entry.value, list) else [entry.value] * 2
    wanted = "fewest and most players, as in [3, 6], from 2 to 6"
    if len(pair) != 2 or not all(type(n) is int and SEATS[0] <= n <= SEATS[1] for n in pair):
        raise entry.wrong(wanted)
    fewest, most = pair
    if fewest > most:
        raise entry.wrong(wanted)
    return fewest, most


def read_per_players(entry: Entry, players: tuple[int, int]) -> PerPlayers:
    """A number for all of ``players`` or one by number of players, as in ``{"3-4" = 2}``.

    >>> read_per_players(Entry({"3-4": 2, "5": 3}, "shoe.packs", "x.toml"), (3, 5)).rows
    ((3, 4, 2), (5, 5, 3))
    """
    limits = RANGES[entry.key]
    if not isinstance(entry.value, dict):
        return PerPlayers(((*players, read_number(entry, limits)),))
    rows = []
    for text, value in entry.value.items():
        span = _PLAYERS.fullmatch(text)
        if span is None:
            raise entry.wrong('a number or a table by players, as in { "3-4" = 2, "5-6" = 3 }')
        number = read_number(Entry(value, f"{entry.key}.{text}", entry.source), limits)
        rows.append((int(span[1]), int(span[2] or span[1]), number))
    for count in range(players[0], players[1] + 1):
        covering = sum(fewest <= count <= most for fewest, most, _ in rows)
        if covering != 1:
            raise entry.wrong(f"given once for {count} players, not {covering} times")
    return PerPlayers(tuple(sorted(rows)))


def read_cards(entry: Entry, rounds: int) -> tuple[int, ...]:
    """Cards dealt in each round: one number for all rounds, or a list with one per round.

    >>> read_cards(Entry(11, "deal.cards", "x.toml"), 3)
    (11, 11, 11)
    """
    limits = RANGES[entry.key]
    if not isinstance(entry.value, list):
        return (read_number(entry, limits),) * rounds
    if len(entry.value) != rounds:
        raise entry.wrong(
            f"one number or a list of {rounds}, one for each of opening.contracts, "
            f"not of {len(entry.value)}"
        )
    return tuple(
        read_number(Entry(value, f"{entry.key}[{index}]", entry.source), limits)
        for index, value in enumerate(entry.value, start=1)
    )


def read_shape(word: str) -> Shape:
    """The meld that ``S``, ``S4``, ``R4`` or ``D13`` asks for; ValueError when it asks for none.

    >>> read_shape("S"), read_shape("r4")
    (Shape(kind='set', size=3), Shape(kind='run', size=4))
    """
    match = _SHAPE.fullmatch(word.upper())
    if match is None:
        raise ValueError(word)
    kind, (low, high) = _KINDS[match[1]]
    size = int(match[2] or (3 if kind == "set" else 0))
    if not low <= size <= high:
        raise ValueError(word)
    return Shape(kind, size)


def read_contracts(entry: Entry) -> tuple[Contract, ...]:
    """One contract per round from ``["S S", "S R4"]`` or from ``"S S; S R4"``.

    >>> [str(c) for c in read_contracts(Entry("S S; S3 R4", "opening.contracts", "x.toml"))]
    ['S S', 'S R4']
    """
    texts = entry.value.split(";") if isinstance(entry.value, str) else entry.value
    if not isinstance(texts, list) or not 1 <= len(texts) <= ROUNDS:
        raise entry.wrong(f'a list of 1 to {ROUNDS} contracts, as in ["S S", "S R4"]')
    contracts = []
    for index, text in enumerate(texts, start=1):
        words = text.split() if isinstance(text, str) else []
        try:
            shapes = tuple(read_shape(word) for word in words)
        except ValueError:
            shapes = ()
        lone = len(shapes) == 1 or all(shape.kind != "dirty" for shape in shapes)
        if not (1 <= len(shapes) <= SHAPES and lone):
            raise Entry(text, f"{entry.key}[{index}]", entry.source).wrong(
                f'1 to {SHAPES} melds: S or S3 to S12 for sets, R3 to R14 for runs, as in "S R4", '
                "or D13 alone for the dirty run"
            )
        contracts.append(Contract(shapes))
    return tuple(contracts)


def read_values(entry: Entry) -> tuple[int, ...]:
    """Points of the 53 kinds from ranks and single cards, as in ``{ A = 15, AH = 1 }``.

    >>> table = {rank: 5 for rank in RANKS} | {"X": 50, "AH": 1}
    >>> values = read_values(Entry(table, "scoring.values", "x.toml"))
    >>> values[0], values[13], values[52]
    (5, 1, 50)
    """
    wanted = "points by rank and X, as in { A = 15, 10 = 10, X = 50 }"
    if not isinstance(entry.value, dict):
        raise entry.wrong(wanted)
    by_rank: dict[str, int] = {}
    by_kind: dict[int, int] = {}
    for text, value in entry.value.items():
        points = read_number(
            Entry(value, f"{entry.key}.{text}", entry.source), RANGES["scoring.values"]
        )
        if text in RANKS or text == JOKER_TEXT:
            by_rank[text] = points
        else:
            by_kind[_kind_of(text, entry)] = points
    names = [RANKS[rank_of(kind)] for kind in range(KINDS - 1)] + [JOKER_TEXT]
    for kind, name in enumerate(names):
        if kind not in by_kind and name not in by_rank:
            raise RulesError(f"{entry.source}: {entry.key} has no points for {card_text(kind)}")
    return tuple(by_kind.get(kind, by_rank.get(name, 0)) for kind, name in enumerate(names))


def _kind_of(text: str, entry: Entry) -> int:
    try:
        return parse_card(text)
    except CardsError:
        raise RulesError(
            f"{entry.source}: {entry.key} has no key {show(text)}; it takes the ranks "
            f"{' '.join(RANKS)}, X for the joker, and single cards as AH"
        ) from None


def read_recycles(entry: Entry) -> int | None:
    """How often the discard pile may become the stock; None for ``unlimited``.

    >>> read_recycles(Entry("unlimited", "match.max_recycles", "x.toml"))
    """
    if entry.value == "unlimited":
        return None
    low, high = RANGES[entry.key]
    if isinstance(entry.value, str):
        raise entry.wrong(f"unlimited or a whole number from {low} to {high}")
    return read_number(entry, (low, high))


def read_ranks(entry: Entry) -> tuple[int, ...]:
    """Ranks (0 the ace, 12 the king) from texts, as in ``["2"]``, smallest first.

    >>> read_ranks(Entry(["2"], "melds.wild_ranks", "x.toml"))
    (1,)
    """
    texts = entry.value if isinstance(entry.value, list) else [entry.value]
    if not all(str(text) in RANKS for text in texts) or len(texts) >= len(RANKS):
        raise entry.wrong(f'a list of ranks, as in ["2"], out of {" ".join(RANKS)}')
    return tuple(sorted({RANKS.index(str(text)) for text in texts}))


def read_run7(entry: Entry) -> int | None:
    """Wilds allowed in a run of seven or more; None for ``same``, as many as in any run.

    >>> read_run7(Entry("same", "melds.wild_max_run7", "x.toml"))
    """
    if entry.value == "same":
        return None
    low, high = RANGES[entry.key]
    if isinstance(entry.value, str):
        raise entry.wrong(f"same or a whole number from {low} to {high}")
    return read_number(entry, (low, high))


def build(entries: Mapping[str, Entry], name: str, title: str) -> RuleSet:
    """The rules that complete ``entries`` (by key, as ``buy.limit``) describe.

    Keys of `later_keys` may be missing.

    Raises RulesError in one sentence for the first value that cannot be read.
    """
    players = read_players(entries["table.players"])
    contracts = read_contracts(entries["opening.contracts"])
    special: dict[str, Callable[[Entry], object]] = {
        "table.players": read_players,
        "table.best_players": read_players,
        "shoe.packs": lambda entry: read_per_players(entry, players),
        "shoe.jokers": lambda entry: read_per_players(entry, players),
        "deal.cards": lambda entry: read_cards(entry, len(contracts)),
        "opening.contracts": read_contracts,
        "scoring.values": read_values,
        "match.max_recycles": read_recycles,
        "melds.wild_ranks": read_ranks,
        "melds.wild_max_run7": read_run7,
    }
    tables: dict[str, Any] = {}
    for table, record in TABLES.items():
        hints = get_type_hints(record)
        tables[table] = record(
            **{
                field: special.get(f"{table}.{key}", _plain_reader(hints[field]))(
                    entries[f"{table}.{key}"]
                )
                for key, field in file_keys(table).items()
                if f"{table}.{key}" in entries
            }
        )
    return RuleSet(name=name, title=title, **tables)


def _plain_reader(hint: Any) -> Callable[[Entry], object]:
    """The reader for a field of type bool, int or Literal."""
    if hint is bool:
        return read_bool
    if get_origin(hint) is Literal:
        return lambda entry: read_choice(entry, get_args(hint))
    return lambda entry: read_number(entry, RANGES[entry.key])
