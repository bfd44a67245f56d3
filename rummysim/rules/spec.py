"""The rules of one game as data: frozen dataclasses, one per phase of a turn.

Each field is a key of the rule files (``buy.limit`` is ``RuleSet.buy.limit``); the comment
names the switch of rules.md section 13. Checks across fields live in ``check``.

A field with a default came after the first rule files: it may be left out of them, and while it
has its default it is no part of `rules_id`, so that games written down before keep theirs.
"""

from dataclasses import dataclass
from typing import Literal

ShapeKind = Literal["set", "run", "dirty"]


@dataclass(frozen=True, slots=True)
class Shape:
    """One meld that a contract asks for: ``S`` a set of 3, ``S4`` a set of 4, ``R4`` a run of 4.

    ``D13`` is the dirty run, ace to king of any suits; it comes alone, and takes the whole hand.
    """

    kind: ShapeKind
    size: int

    def __str__(self) -> str:
        if self.kind != "set":
            return f"{self.kind[0].upper()}{self.size}"
        return "S" if self.size == 3 else f"S{self.size}"


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that must be laid at once in one round, for example ``S R4``."""

    shapes: tuple[Shape, ...]

    def __str__(self) -> str:
        return " ".join(str(shape) for shape in self.shapes)

    @property
    def cards(self) -> int:
        """Cards that the contract takes at least."""
        return sum(shape.size for shape in self.shapes)

    @property
    def is_dirty(self) -> bool:
        """True for the dirty run."""
        return self.shapes[0].kind == "dirty"


@dataclass(frozen=True, slots=True)
class PerPlayers:
    """A number that may depend on how many play: rows of (fewest, most, value)."""

    rows: tuple[tuple[int, int, int], ...]

    def at(self, players: int) -> int:
        """The value for ``players``; KeyError when no row covers it."""
        for fewest, most, value in self.rows:
            if fewest <= players <= most:
                return value
        raise KeyError(players)


@dataclass(frozen=True, slots=True)
class Table:
    players: tuple[int, int]  # fewest, most
    best_players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shoe:
    packs: PerPlayers  # decks_5_6: packs of 52 shuffled together, 1..3
    jokers: PerPlayers  # printed jokers in the whole shoe, 0..12


@dataclass(frozen=True, slots=True)
class Deal:
    cards: tuple[int, ...]  # cards dealt to each player, one number per round


@dataclass(frozen=True, slots=True)
class Melds:
    set_min: int  # cards of a new set laid after the contract, at least
    run_min: int  # cards of a new run laid after the contract, at least
    wild_max_set: int  # wild_max: wilds allowed in a set, also after lay-offs
    wild_max_run: int  # wild_max: wilds allowed in a run, also after lay-offs
    adjacent_same_suit_runs: Literal["allowed", "gap_required"]  # between one contract's runs
    distinct_ranks: bool  # distinct_meld_ranks: the sets of one contract differ in rank
    distinct_run_suits: bool = False  # the runs of one contract differ in suit
    wild_ranks: tuple[int, ...] = ()  # wild besides jokers: ranks 0 (ace) to 12 (king)
    wild_natural: bool = False  # deuce_natural: a card of a wild rank may stand for itself
    wild_max_run7: int | None = None  # wilds in a run of 7 cards or more; None = wild_max_run
    run7_limit: Literal["any_run", "contract_run"] = "any_run"  # run7_limit_applies_to
    wild_adjacent: bool = True  # two wilds may be neighbours in a run
    set_min_naturals: int = 1  # naturals in a set, at least
    wrap: bool = False  # runs go round the corner: K A 2; never more than 13 cards
    full_suit: bool = False  # kaluki_full_suit: A to K of one suit may count as three R4


@dataclass(frozen=True, slots=True)
class Draw:
    no_return: bool  # no_return_discard: the card just taken may not be thrown
    down_may_take: bool  # down_may_take_discard
    depth: Literal["top", "any"] = "top"  # discard_depth: any card with all above it


@dataclass(frozen=True, slots=True)
class Buy:
    allowed: bool  # buy
    limit: int  # buy_limit: buys per player and round
    penalty_cards: int  # buy_penalty_cards: stock cards that come with a bought card
    when_down: bool  # buy_when_down
    in_last_round: bool  # buy_in_r7
    upcard: bool  # buy_upcard: the first face-up card may be bought
    discarder: bool  # buyer_may_be_discarder (two_player_buy = discarder_may_rebuy)
    priority: Literal["turn_order", "random"]  # buy_priority
    reopen: bool  # reopen_discard_after_buy: T may take the card under a bought one
    claims_visible: bool  # claims_visible: T knows who claims before he decides


@dataclass(frozen=True, slots=True)
class Opening:
    contracts: tuple[Contract, ...]  # one per round
    laydown: Literal["exact", "min"]  # laydown: melds of exactly or at least the stated size


@dataclass(frozen=True, slots=True)
class LayOff:
    start: Literal["next_turn", "same_turn"]  # layoff_from; the key in files is lay_off.from
    targets: Literal["all", "own"]  # layoff_targets
    new_melds: Literal["off", "on", "type_restricted"]  # new_melds_after
    second_joker: bool = False  # carioca_layoff_joker: a wild beyond the limit, not beside another
    joker_move: bool = False  # kaluki_joker_move: the real card in, its wild to an open end


@dataclass(frozen=True, slots=True)
class Swap:
    allowed: bool  # joker_swap
    scope: Literal["runs_and_sets", "runs_only"]  # swap_scope
    same_turn: bool  # swap_same_turn: also in the turn of the own lay-down


@dataclass(frozen=True, slots=True)
class Close:
    final_discard: Literal["optional", "required", "forbidden"]  # final_discard
    discard_joker: bool  # discard_joker: off = only when nothing but jokers is held
    last_round: Literal["all_cards_long_runs", "exact_444", "keep_playing", "normal"]  # r7_mode
    down_and_out: int = 1  # down_and_out_factor: others' points when out in the lay-down turn
    out_at_once: int = 0  # carioca_bonus_out_in_one_turn: points less for who does that


@dataclass(frozen=True, slots=True)
class Scoring:
    values: tuple[int, ...]  # penalty points of each of the 53 kinds, joker last
    dead_round: Literal["score_hands", "void"]  # dead_round


@dataclass(frozen=True, slots=True)
class Match:
    tie: Literal["shared", "rounds_won"]  # tie
    turn_cap: int  # turn_cap: turns per player after which a round is dead
    max_recycles: int | None  # max_recycles; None = no limit ("unlimited" in files)
    restock_keep_top: bool  # restock_keep_top


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that the engine and the referee need to know about one game."""

    name: str  # the preset or file it came from
    title: str
    table: Table
    shoe: Shoe
    deal: Deal
    melds: Melds
    draw: Draw
    buy: Buy
    opening: Opening
    lay_off: LayOff
    swap: Swap
    close: Close
    scoring: Scoring
    match: Match

    @property
    def rounds(self) -> int:
        """Rounds of a whole match."""
        return len(self.opening.contracts)
