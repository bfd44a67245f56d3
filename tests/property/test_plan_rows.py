"""Which rows a plan is made of: the wilds of a run, the order of trial, the first of the best."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from rummysim.kernels import layout, plan, plan_order, plan_room
from rummysim.kernels.meld_list import next_wilds
from tests.property.solver_hands import JOKER, add_loose, goal_record, hand_record

VALUES = np.array([15, *range(2, 11), 10, 10, 10] * 4 + [50], np.int64)


def are_neighbours(places: int) -> bool:
    return bool(places & places >> 1)


@pytest.mark.parametrize("adjacent", [0, 1])
@pytest.mark.parametrize("extra", range(5))
def test_places_of_wilds_come_in_order_and_none_is_left_out(extra, adjacent):
    for natural in (0, 0b1, 0b1011, 0b11111, 0b1101101, 0b1111111):
        found = []
        wilds = int(next_wilds(natural, extra, 0, adjacent))
        while wilds >= 0:
            found.append(wilds)
            wilds = int(next_wilds(natural, extra, wilds, adjacent))
        assert found == [
            places
            for places in range(1, 1 << 7)
            if places & ~natural == 0
            and places.bit_count() <= extra
            and not (adjacent == 0 and are_neighbours(places))
        ]


def passed(ranks: list[int], step: int) -> list[int]:
    """Insertion over those that lie ``step`` apart, by the number above the lowest 24 bits."""
    ranks = list(ranks)
    for at in range(step, len(ranks)):
        to = at
        while to >= step and ranks[to - step] >> 24 < ranks[to] >> 24:
            ranks[to - step], ranks[to] = ranks[to], ranks[to - step]
            to -= step
    return ranks


def test_a_pass_of_the_sort_leaves_equal_ranks_where_they_lie():
    chance = random.Random(3)
    for _ in range(300):
        ranks = [chance.randrange(6) << 24 | number for number in range(chance.randint(1, 30))]
        step = chance.randint(1, len(ranks))
        order = np.array([-1, *ranks, 1 << 40], np.int64)
        plan_order.pass_over(order, 1, 1 + len(ranks), step)
        assert order.tolist() == [-1, *passed(ranks, step), 1 << 40]


def test_places_are_counted_by_their_fewest_wilds():
    chance = random.Random(4)
    for _ in range(100):
        fewest = [chance.choice((0, 1, 2, 3, 15)) for _ in range(13)]
        lean = -1 << 52 | sum(wilds << 4 * place for place, wilds in enumerate(fewest))
        for wilds in range(16):
            assert plan_order.places_with(lean, wilds) == fewest.count(wilds)


def nearly_ready(chance: random.Random, contract: str) -> list[int]:
    """The melds of a contract with a joker or two in them, and up to two cards more."""
    cards: list[int] = []
    suits, ranks = chance.sample(range(4), 4), chance.sample(range(13), 13)
    for shape in contract.split():
        if shape == "S":
            cards += [13 * suit + ranks[-1] for suit in chance.sample(range(4), 3)]
            ranks.pop()
        else:
            first = chance.randrange(11)
            cards += [13 * suits[-1] + (first + i) % 13 for i in range(int(shape[1:]))]
            suits.pop()
    cards = [card for i, card in enumerate(cards) if cards[:i].count(card) < 2]
    jokers, size = chance.choice((0, 1, 1, 2)), len(cards) + chance.randint(0, 2)
    cards = chance.sample(cards, len(cards) - jokers)
    return add_loose(chance, cards, size - jokers, 2) + [JOKER] * jokers


class Rows:
    """All melds of a hand, by shape in their order of trial: sorted as a whole, none left out."""

    def __init__(self, cards: list[int], goal: np.record):
        self.cards, self.goal = cards, goal
        self.shapes = int(goal.runs + goal.sets)
        hand = hand_record(cards)
        room = layout.new_records(plan_room.ROOM, 1)[0]
        plan_room.open_room(hand, goal.wild_kinds, VALUES, room)
        self.found = layout.new_records(plan_room.ROW, 1000)
        listed = plan.list_shapes(hand, goal, self.shapes, room, self.found)
        assert listed <= 1000
        self.of_shape = [
            self.in_order(range(room.first[shape], room.last[shape])) if listed > 0 else []
            for shape in range(self.shapes)
        ]

    def in_order(self, numbers: range) -> list[int]:
        ranks = [
            int(self.found[n].naturals * layout.MAX_MELD_SIZE + self.found[n].wild_cards) << 24 | n
            for n in numbers
        ]
        step = len(ranks) // 2
        while step > 0:
            ranks, step = passed(ranks, step), step // 2
        return [rank & 0xFFFFFF for rank in ranks]

    def meld(self, number: int) -> list[int]:
        row = self.found[number]
        if row.is_run:
            return [
                JOKER if row.wilds >> i & 1 else int(row.where * 13 + (row.first + i) % 13)
                for i in range(row.size)
            ]
        picked = [int(13 * s + row.where) for s in range(4) for _ in range(row.pick >> 2 * s & 3)]
        return picked + [JOKER] * int(row.wilds)

    def plans(self, chosen: tuple[int, ...] = ()) -> Iterator[list[list[int]]]:
        """Every choice of rows that may lie together, in the order of trial."""
        shape = len(chosen)
        if shape == self.shapes:
            yield [self.meld(number) for number in chosen]
            return
        rows = self.of_shape[shape]
        equal = plan_order.is_same_shape(self.goal, shape) == 1
        for number in rows[rows.index(chosen[-1]) :] if equal else rows:
            both = (*chosen, number)
            laid = [card for one in both for card in self.meld(one)]
            if all(laid.count(card) <= self.cards.count(card) for card in laid):
                places = [(self.found[n].is_run, self.found[n].where) for n in both]
                if len(set(places)) == len(places):
                    yield from self.plans(both)

    def first_of_the_best(self) -> list[list[int]] | None:
        best, most = None, -1
        for melds in self.plans():
            points = sum(int(VALUES[card]) for meld in melds for card in meld)
            if points > most:
                best, most = melds, points
        if best is None:
            return None
        return best[self.goal.runs :] + best[: self.goal.runs]


@pytest.mark.parametrize("contract", ["S S R4", "S R4 R4", "R4 R4 R4", "S S S", "S R5 R4"])
def test_the_first_of_the_best_plans_is_laid(contract):
    goal = goal_record(
        contract,
        longer=1,
        wild_max_set=12,
        wild_max_run=12,
        wild_adjacent=0,
        distinct_ranks=1,
        distinct_suits=1,
        set_min_naturals=2,
    )
    chance = random.Random(contract)
    record = layout.new_records(layout.PLAN, 1)[0]
    ready = 0
    for _ in range(40):
        cards = nearly_ready(chance, contract)
        expected = Rows(cards, goal).first_of_the_best()
        said = plan.best_plan(hand_record(cards), goal, VALUES, record)
        assert said == int(expected is not None), cards
        if expected is not None:
            melds = record["meld"][: record["melds"]]
            assert [meld["card"][: meld["size"]].tolist() for meld in melds] == expected, cards
            ready += 1
    assert ready > 25
