"""What must never happen in a game of the scripted player, act by act, at the referee's table."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rummysim.cards import JOKER
from rummysim.policies.registry import Policy, load_policy
from rummysim.referee.contracts import takes_whole_hand
from rummysim.referee.table import Table
from rummysim.rules import RuleSet, load_rules
from rummysim.simulation.job import Setup
from rummysim.simulation.run import trace_setup
from rummysim.trace.events import Claimed, Discarded, Event, LaidDown, Swapped, Took

Values = Mapping[str, Any]
SEED = 7
TURNS = 25  # own turns after which a round is over


@dataclass(frozen=True)
class Moment:
    """One act of a player, before it is played."""

    table: Table
    act: Event
    values: Values  # all parameters of the player, by name

    @property
    def seat(self) -> int:
        return self.act.seat  # type: ignore[union-attr]

    @property
    def hand(self) -> list[int]:
        return self.table.hands[self.seat]

    @property
    def is_down(self) -> bool:
        return self.table.is_down(self.seat)

    def fewest(self, only_down: bool) -> int:
        """Cards of the opponent who holds fewest; a large number where there is none."""
        others = [seat for seat in range(self.table.players) if seat != self.seat]
        seats = [seat for seat in others if self.table.is_down(seat) or not only_down]
        return min((len(self.table.hands[seat]) for seat in seats), default=1000)

    def joker_stance(self) -> str:
        """``kept``, ``first``, or an empty text where a joker is a card like others."""
        rule = self.values["keep_jokers"]
        if rule in ("until_down", "until_few"):
            few = self.values["joker_few"] if rule == "until_few" else 999
            return "first" if self.fewest(only_down=rule == "until_down") <= few else "kept"
        return {"always": "kept", "never": "first", "needed": ""}[rule]


def moments(rules: RuleSet, policies: tuple[Policy, ...], deal: int) -> Iterator[Moment]:
    """Every act of a whole match of these players, each before it is played."""
    table = Table(rules, len(policies))
    values = [policy.settings.named if policy.settings else {} for policy in policies]
    for act in trace_setup(Setup(rules, policies, SEED), deal).events:
        if hasattr(act, "seat"):
            yield Moment(table, act, values[act.seat])
        table.play(act)


def alike(game: str, policy: str, deals: int) -> Iterator[Moment]:
    """The same of ``deals`` matches in which four play alike, with rounds cut short."""
    for deal in range(deals):
        yield from moments(short(game), (load_policy(policy),) * 4, deal)


@cache
def short(game: str) -> RuleSet:
    """The rules of a game with so few turns that no round lasts long."""
    rules = load_rules(game)
    return replace(rules, match=replace(rules.match, turn_cap=TURNS))


def buys_within_limits(moment: Moment) -> bool:
    """A claim of a player who buys, has bought few, holds few cards, and is not too late."""
    table, values = moment.table, moment.values
    whole = takes_whole_hand(table.rules, table.round)
    return (
        values["buy"] != "never"
        and not moment.is_down
        and table.buys[moment.seat] < values["buy_below"]
        and len(moment.hand) <= values["buy_hand"]
        and moment.fewest(only_down=True) > values["buy_few"]
        and (not whole or values["buy_whole"] == "on")
    )


def takes_of_his_own_will(moment: Moment) -> bool:
    """The top discard of who takes, or who must."""
    return moment.values["take"] != "never" or moment.table.must_take


def throws_jokers_in_time(moment: Moment) -> bool:
    """A joker before everything else where it goes first, behind everything where it is kept."""
    legal = moment.table.legal_discards()
    is_joker = moment.act.card == JOKER  # type: ignore[union-attr]
    stance = moment.joker_stance()
    if stance == "first":
        return is_joker or JOKER not in legal
    if stance == "kept" and is_joker:
        return set(legal) == {JOKER}
    return True


def leaves_few_cards(moment: Moment) -> bool:
    laid = sum(len(meld.cards) for meld in moment.act.melds)  # type: ignore[union-attr]
    return len(moment.hand) - laid <= moment.values["wait_cards"]


def swaps_if_at_all(moment: Moment) -> bool:
    return moment.values["swap_jokers"] == "on"


LAWS: dict[type, Callable[[Moment], bool]] = {
    Claimed: buys_within_limits,
    Took: takes_of_his_own_will,
    Discarded: throws_jokers_in_time,
    LaidDown: leaves_few_cards,
    Swapped: swaps_if_at_all,
}


def is_kept(moment: Moment, values: Values | None = None) -> bool:
    """Whether the law about this kind of act, if there is one, is kept.

    values : parameters by which to judge, other than those of the player
    """
    law = LAWS.get(type(moment.act))
    return law is None or law(replace(moment, values=values or moment.values))
