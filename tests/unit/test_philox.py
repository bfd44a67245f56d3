"""The generator against published answers, a plain reference, and uniformity of the shoe."""

import numpy as np
import pytest
from scipy import stats

from rummysim.kernels import layout
from rummysim.kernels.pack import pack_rules
from rummysim.kernels.philox import address, bounded, philox
from rummysim.kernels.shoe import open_shoe, shuffle_to
from rummysim.rules import load_rules

MASK = 0xFFFFFFFF

# Known answers of the Random123 library for philox4x32-10: key, counter, output.
KNOWN = [
    ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((MASK, MASK), (MASK,) * 4, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0xA4093822, 0x299F31D0),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def run_philox(key: tuple[int, ...], counter: tuple[int, ...]) -> tuple[int, ...]:
    low = np.uint64(counter[0] | counter[1] << 32)
    high = np.uint64(counter[2] | counter[3] << 32)
    first, second = philox(np.uint64(key[0] | key[1] << 32), low, high)
    first, second = int(first), int(second)
    return first & MASK, first >> 32, second & MASK, second >> 32


def reference(key: tuple[int, ...], counter: tuple[int, ...]) -> tuple[int, ...]:
    """The ten rounds of the paper in plain integers."""
    k0, k1 = key
    c0, c1, c2, c3 = counter
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & MASK, (p0 >> 32) ^ c3 ^ k1, p0 & MASK
        k0, k1 = (k0 + 0x9E3779B9) & MASK, (k1 + 0xBB67AE85) & MASK
    return c0, c1, c2, c3


@pytest.mark.parametrize(("key", "counter", "answer"), KNOWN)
def test_known_answers(key, counter, answer):
    assert run_philox(key, counter) == answer
    assert reference(key, counter) == answer


def test_equals_the_reference_at_random_addresses():
    words = np.random.default_rng(5).integers(0, 1 << 32, size=(200, 6)).tolist()
    for row in words:
        assert run_philox(row[:2], row[2:]) == reference(row[:2], row[2:])


def test_bounded_is_uniform():
    key = np.uint64(12345)
    counts = np.zeros(6, np.int64)
    for deal in range(6000):
        counts[bounded(key, np.uint64(deal), 77, 0, 6)] += 1
    assert stats.chisquare(counts).pvalue > 1e-4
    assert int(address(3, 5)) == 3 | 5 << 32


def shuffled(deals: int, size: int) -> np.ndarray:
    """The first ``size`` cards of many shoes of the 108-card deck, as places in the deck."""
    state = layout.new_records(layout.STATE, 1)
    rules = pack_rules(load_rules("shanghai"), 4)
    rules[0]["deck"][:108] = np.arange(108)
    state[0]["key"] = 99
    shoes = np.empty((deals, size), np.int64)
    for deal in range(deals):
        state[0]["deal"] = deal
        open_shoe(state[0], rules[0], 0)
        shuffle_to(state[0], size)
        shoes[deal] = state[0]["shoe"][:size]
    return shoes


def test_every_card_at_every_place():
    shoes = shuffled(4000, 108)
    assert (np.sort(shoes, axis=1) == np.arange(108)).all()
    for place in (0, 1, 43, 44, 106, 107):
        counts = np.bincount(shoes[:, place], minlength=108)
        assert stats.chisquare(counts).pvalue > 1e-5
    pairs = shoes[:, 0] // 27 * 4 + shoes[:, 1] // 27
    expected = np.full((4, 4), 27 * 27 / (108 * 107)) + np.eye(4) * (27 * 26 - 27 * 27) / 11556
    assert stats.chisquare(np.bincount(pairs, minlength=16), 4000 * expected.ravel()).pvalue > 1e-5


def test_order_does_not_depend_on_when_it_is_asked_for():
    whole = shuffled(20, 108)
    state = layout.new_records(layout.STATE, 1)
    rules = pack_rules(load_rules("shanghai"), 4)
    rules[0]["deck"][:108] = np.arange(108)
    state[0]["key"] = 99
    for deal in range(20):
        state[0]["deal"] = deal
        open_shoe(state[0], rules[0], 0)
        for count in (1, 2, 7, 45, 46, 61, 108):
            shuffle_to(state[0], count)
        assert state[0]["shoe"][:108].tolist() == whole[deal].tolist()
