"""RESULT rows: what they tell of a round is what an act-by-act account of the same game gives."""

from collections import Counter

import numpy as np
import pytest

from rummysim.cards import JOKER, KINDS
from rummysim.kernels import layout
from rummysim.simulation.job import play
from rummysim.simulation.run import prepare, trace_setup
from rummysim.trace import events as acts

TABLES = [
    ("shanghai", "steady,sharp,random,greedy"),
    ("shanghai-swap", "random,steady,greedy"),
    ("shanghai-2p", "greedy,random"),
]
FIRST, DEALS = 3, 6


class Account:
    """One round as a bookkeeper at the table notes it down."""

    def __init__(self, began: acts.RoundBegan, players: int, cards: int) -> None:
        self.hands = [Counter() for _ in range(players)]
        self.owner: list[int] = []
        self.laid_off = {"own": [0] * players, "others": [0] * players}
        self.place = [(seat - began.starter) % players for seat in range(players)]
        for seat in range(players):
            first = self.place[seat] * cards
            self.hands[seat].update(began.shoe[first : first + cards])
        self.jokers = [hand[JOKER] for hand in self.hands]

    def lay(self, seat: int, melds: tuple[acts.LaidMeld, ...]) -> None:
        for meld in melds:
            self.hands[seat].subtract(meld.cards)
            self.owner.append(seat)

    def note(self, act: object) -> None:
        if isinstance(act, acts.Took | acts.Drew | acts.Bought):
            self.hands[act.seat].update([act.card, *getattr(act, "penalty", ())])
        elif isinstance(act, acts.LaidDown):
            self.lay(act.seat, act.melds)
        elif isinstance(act, acts.NewMeld):
            self.lay(act.seat, (act.meld,))
        elif isinstance(act, acts.Discarded | acts.LaidOff | acts.Swapped | acts.Moved):
            self.hands[act.seat].subtract([act.card])
        if isinstance(act, acts.LaidOff | acts.Moved):
            whose = "own" if self.owner[act.meld] == act.seat else "others"
            self.laid_off[whose][act.seat] += 1
        if isinstance(act, acts.Swapped):
            self.hands[act.seat].update([act.wild])


def accounts(setup, deal):
    """One Account for each round of a deal."""
    found = []
    for act in trace_setup(setup, deal).events:
        if isinstance(act, acts.RoundBegan):
            cards = setup.rules.deal.cards[act.round]
            found.append(Account(act, setup.players, cards))
        else:
            found[-1].note(act)
    return found


@pytest.mark.parametrize(("preset", "policies"), TABLES)
def test_rows_tell_what_happened(preset, policies):
    setup = prepare(preset, policies, players=None, seed=11)
    rows = layout.new_records(layout.RESULT, DEALS * len(setup.rounds) * setup.players)
    play(setup, FIRST, DEALS, rows=rows)
    by_deal = rows.reshape(DEALS, len(setup.rounds), setup.players)
    off = Counter()
    for index in range(DEALS):
        for number, account in enumerate(accounts(setup, FIRST + index)):
            row = by_deal[index, number]
            assert row["place"].tolist() == account.place
            assert row["jokers_dealt"].tolist() == account.jokers
            assert row["laid_off_own"].tolist() == account.laid_off["own"]
            assert row["laid_off_others"].tolist() == account.laid_off["others"]
            left = [[hand[kind] for kind in range(KINDS)] for hand in account.hands]
            assert row["hand"].tolist() == left
            off += Counter({name: sum(cards) for name, cards in account.laid_off.items()})
    assert min(off["own"], off["others"], rows["jokers_dealt"].sum()) > 0
    points = rows["hand"].astype(np.int64) @ np.array(setup.rules.scoring.values)
    assert points.tolist() == rows["points"].tolist()
    assert (rows["hand"].sum(axis=1) == rows["cards_left"]).all()


def test_frames_hold_every_number_and_no_hands():
    from rummysim.simulation import simulate

    frame = simulate("shanghai", "greedy", players=3, deals=2, round=1).to_frame()
    names = set(layout.RESULT.names) - {"hand"} | {"policy"}
    assert set(frame.columns) == names
    assert sorted(frame["place"].unique()) == [1, 2, 3]
