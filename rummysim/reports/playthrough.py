"""A match told turn by turn, with the cards as they lie on the table."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

from rummysim.cards import JOKER
from rummysim.referee.additions import laid_off, moved, swapped
from rummysim.referee.melds import TableMeld, as_laid
from rummysim.reports.cards import CardArt, in_hand_order
from rummysim.reports.contracts import contract_words
from rummysim.reports.results import NAME_WIDTH, short_name
from rummysim.reports.tables import text_table
from rummysim.rules.spec import RuleSet
from rummysim.trace import events as act

DIED = {
    "no_cards": "Nobody can draw any more: the round is dead.",
    "turn_cap": "The turn limit is reached: the round is dead.",
}


HOLDS = "holds "


@dataclass
class Scene:
    """What lies where while a trace is told."""

    rules: RuleSet
    hands: list[list[int]] = field(default_factory=list)
    melds: list[TableMeld] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)

    def deal(self, event: act.RoundBegan, players: int, cards: int) -> int:
        """The upcard, after the hands were dealt from the starter on."""
        self.hands = [[] for _ in range(players)]
        self.melds = []
        for place in range(players):
            seat = (event.starter + place) % players
            self.hands[seat] = list(event.shoe[place * cards : (place + 1) * cards])
        return event.shoe[players * cards]

    def lay(self, seat: int, laid: act.LaidMeld) -> None:
        """Nothing; the meld has left the hand for the table."""
        for card in laid.cards:
            self.hands[seat].remove(card)
        self.melds.append(as_laid(laid, self.rules, seat))

    def lay_off(self, event: act.LaidOff) -> None:
        """Nothing; the card lies at its end of the meld."""
        self.hands[event.seat].remove(event.card)
        meld = self.melds[event.meld]
        self.melds[event.meld], _ = laid_off(meld, event.card, event.position, self.rules)

    def swap(self, event: act.Swapped) -> None:
        """Nothing; the wild is in the hand and the card in its place."""
        meld = self.melds[event.meld]
        self.melds[event.meld] = swapped(meld, event.card, event.position, event.wild, self.rules)
        self.hands[event.seat].remove(event.card)
        self.hands[event.seat].append(event.wild)

    def move(self, event: act.Moved) -> None:
        """Nothing; the card lies in the place of the wild, which lies at an end of the run."""
        self.hands[event.seat].remove(event.card)
        places = (event.position, event.wild_to)
        meld = self.melds[event.meld]
        self.melds[event.meld], _ = moved(meld, event.card, *places, self.rules)


class Playthrough:
    """The story of one trace, block by block: a round's start, each turn, each round's end.

    ``watch`` are the seats whose cards are shown, counted from 0; the cards that others draw
    and hold stay hidden until the round is over.
    """

    def __init__(
        self, trace: act.Trace, rules: RuleSet, art: CardArt, watch: frozenset[int], width: int = 80
    ) -> None:
        self.trace = trace
        self.rules = rules
        self.art = art
        self.watch = watch
        self.width = width
        self.scene = Scene(rules)
        self.label = max(len(self.name(seat)) for seat in range(trace.players))
        self.turn = 1  # of the round, all players' turns counted
        self.round = 0
        self.said: list[str] = []  # the acts of this turn that no line has told yet
        self.said_before = False  # whether a line has told the turn's beginning
        self.asking: list[int] = []

    def name(self, seat: int) -> str:
        """A player as people see him: seat from 1, and who plays there."""
        return f"{seat + 1} {short_name(self.trace.policies[seat], NAME_WIDTH)}"

    def blocks(self) -> Iterator[str]:
        """Texts of one or more lines, in order."""
        for event in self.trace.events:
            yield from self._tell(event)

    def _tell(self, event: object) -> Iterator[str]:
        match event:
            case act.RoundBegan():
                yield self._begin(event)
            case act.LaidDown():
                yield from self._lay_down(event)
            case act.Discarded(seat, card):
                self.scene.hands[seat].remove(card)
                self.said.append(f"throws {self.art.face(card)}")
                if self.scene.hands[seat]:
                    yield self._line(seat)
            case act.Passed(seat):
                self.said.append("throws nothing")
                yield self._line(seat)
            case act.WentOut(seat):
                self.said.append("and is OUT")
                yield self._line(seat)
            case act.Died(reason):
                yield DIED.get(reason, f"The round is dead ({reason}).")
            case act.Scored():
                yield self._score(event)
            case act.Restocked(stock):
                yield f"{'':4} (the discard pile is shuffled into a new stock of {len(stock)})"
            case _:
                self._note(event)

    def _note(self, event: object) -> None:
        """Nothing; an act inside a turn is remembered for the line of that turn."""
        art, scene = self.art, self.scene
        match event:
            case act.Claimed(seat, _):
                self.asking.append(seat)
            case act.Took(seat, card):
                scene.hands[seat].append(card)
                self.said.append(f"takes {art.face(card)}{self._asked()}")
            case act.Drew(seat, card):
                scene.hands[seat].append(card)
                shown = f" {art.face(card)}" if seat in self.watch else ""
                self.said.append(f"draws{shown}")
            case act.Bought():
                self._buy(event)
            case act.NewMeld(seat, meld):
                scene.lay(seat, meld)
                self.said.append(f"lays {art.faces(meld.cards)} as meld {len(scene.melds)}")
            case act.LaidOff(_, card, meld, _):
                scene.lay_off(event)
                self.said.append(f"adds {art.face(card)} to meld {meld + 1}")
            case act.Swapped(_, card, meld, _, wild):
                scene.swap(event)
                freed = "the joker" if wild == JOKER else art.face(wild)
                self.said.append(f"swaps {art.face(card)} for {freed} of meld {meld + 1}")
            case act.Moved(_, card, meld, _, _):
                scene.move(event)
                self.said.append(f"adds {art.face(card)} to meld {meld + 1}, moving its wild")

    def _buy(self, event: act.Bought) -> None:
        seat = event.seat
        self.scene.hands[seat] += [event.card, *event.penalty]
        known = f" ({self.art.faces(event.penalty)})" if seat in self.watch else ""
        count = len(event.penalty)
        cards = f"{count} card{'s' if count != 1 else ''}"
        self.said.append(
            f"leaves {self.art.face(event.card)}, which seat {seat + 1} buys "
            f"with {cards} from the stock{known}"
        )
        self.asking = []

    def _asked(self) -> str:
        """Who asked in vain for the card that was taken."""
        seats = ", ".join(str(seat + 1) for seat in self.asking)
        self.asking = []
        return f" (wanted by seat {seats})" if seats else ""

    def _begin(self, event: act.RoundBegan) -> str:
        self.round, self.turn, self.said_before = event.round, 1, False
        self.asking, self.said = [], []
        dealt = self.rules.deal.cards[event.round]
        upcard = self.scene.deal(event, self.trace.players, dealt)
        contract = self.rules.opening.contracts[event.round]
        title = f"ROUND {event.round + 1}: {contract}  ({contract_words(contract)})"
        lines = [
            self.art.bold(title),
            f"Seat {event.dealer + 1} deals, seat {event.starter + 1} begins. "
            f"First card face up: {self.art.painted(self.art.face(upcard))}",
        ]
        for seat in sorted(self.watch):
            lines += ["", f"Hand of seat {self.name(seat)}:", *self._drawn(self.scene.hands[seat])]
        return "\n".join(["", *lines, ""])

    def _lay_down(self, event: act.LaidDown) -> Iterator[str]:
        for meld in event.melds:
            self.scene.lay(event.seat, meld)
        self.said.append("LAYS DOWN")
        first = len(self.scene.melds) - len(event.melds)
        indent = " " * (self.label + 5)
        line = self._line(event.seat, turn_goes_on=True)
        yield "\n".join([line, *(indent + row for row in self._melds(first))])

    def _line(self, seat: int, turn_goes_on: bool = False) -> str:
        """The line of a turn, or of a part of it, with the hand where it may be seen."""
        hand = self.scene.hands[seat]
        hang = " " * (self.label + 7)
        head = hang if self.said_before else f"{self.turn:4} {self.name(seat):{self.label}}  "
        story = ", ".join(self.said).replace(", and is", " and is") + f"  [{len(hand)}]"
        self.said, self.said_before = [], turn_goes_on
        self.turn += not turn_goes_on
        lines = self._wrapped(story, len(head))
        if seat in self.watch and hand and not turn_goes_on:
            holds = self._wrapped(self.art.faces(in_hand_order(hand)), len(head) + len(HOLDS))
            lines.append(self.art.dim(HOLDS) + holds[0])
            lines += [" " * len(HOLDS) + line for line in holds[1:]]
        return "\n".join([head + lines[0], *(hang + line for line in lines[1:])])

    def _wrapped(self, text: str, indent: int) -> list[str]:
        """The text in lines that fit beside an indent, its red cards painted."""
        lines = textwrap.wrap(text, self.width - indent, break_long_words=False)
        return [self.art.painted(line) for line in lines]

    def _drawn(self, cards: list[int]) -> list[str]:
        """A hand drawn as cards, in as many rows as fit the width."""
        ordered = in_hand_order(cards)
        room = max(1, (self.width - 4) // 4)
        rows = [ordered[start : start + room] for start in range(0, len(ordered), room)]
        return ["  " + line for row in rows for line in self.art.row(row)]

    def _melds(self, first: int = 0) -> list[str]:
        """The melds on the table from number ``first`` on, drawn side by side."""
        lines: list[str] = []
        row: list[str] = ["", "", "", ""]
        used = 0
        for index, meld in enumerate(self.scene.melds[first:], start=first):
            picture = self.art.row(meld.cards)
            wide = 1 + sum(1 + max(2, len(self.art.face(card))) for card in meld.cards)
            title = f"{index + 1}. seat {meld.owner + 1}".ljust(wide)
            wide = max(wide, len(title))
            if used and used + wide + 2 > self.width - 2:
                lines += row
                row, used = ["", "", "", ""], 0
            gap = "  " if used else ""
            fill = " " * (wide - 1 - sum(1 + max(2, len(self.art.face(c))) for c in meld.cards))
            row = [
                row[0] + gap + title,
                *(old + gap + new + fill for old, new in zip(row[1:], picture, strict=True)),
            ]
            used += wide + len(gap)
        return ["  " + line.rstrip() for line in [*lines, *(row if used else [])]]

    def _score(self, event: act.Scored) -> str:
        self.scene.totals = list(event.totals)
        lines = ["", f"End of round {self.round + 1}."]
        if self.scene.melds:
            lines += ["On the table:", *self._melds()]
        rows = []
        for seat, (points, total) in enumerate(zip(event.points, event.totals, strict=True)):
            hand = self.scene.hands[seat]
            left = self.art.painted(self.art.faces(in_hand_order(hand))) or "out"
            rows.append([self.name(seat), str(points), str(total), left])
        table = _hand_table(rows)
        return "\n".join([*lines, *table])


def _hand_table(rows: list[list[str]]) -> list[str]:
    """Points and totals of a round, with what is left in each hand, on narrow lines."""
    numbers = text_table(["seat", "points", "total"], [row[:3] for row in rows]).split("\n")
    notes = ["left in hand", "-" * 12, *(row[3] for row in rows)]
    return [f"{line}  {note}" for line, note in zip(numbers, notes, strict=True)]
