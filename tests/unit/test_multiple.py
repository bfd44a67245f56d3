"""Adjusted p-values against their definitions, by brute force over all thresholds."""

from itertools import combinations

import numpy as np
import pytest

from rummysim.stats.multiple import benjamini_hochberg, holm


def p_values() -> list[list[float]]:
    """Lists of one to seven p-values with ties, zeros and ones among them."""
    chance = np.random.default_rng(8)
    values = [0.0, 1.0, 0.01, 0.02, *chance.random(30) ** 3]
    sizes = [n for n in range(1, 8) for _ in range(30)]
    return [[], *(chance.choice(values, size=n).tolist() for n in sizes)]


def closed_test(p: list[float], index: int) -> float:
    """The largest Bonferroni p of all sets of hypotheses that this one belongs to.

    The closure of Bonferroni's test is what Holm's procedure is (Marcus, Peritz, Gabriel 1976).
    """
    others = [i for i in range(len(p)) if i != index]
    sets = [(index, *more) for k in range(len(p)) for more in combinations(others, k)]
    return max(min(1.0, len(chosen) * min(p[i] for i in chosen)) for chosen in sets)


def step_up(p: list[float], index: int) -> float:
    """The smallest q at which Benjamini and Hochberg's procedure rejects this one.

    At q the k smallest are rejected, k the largest number with p_(k) <= k q / m.
    """
    m, ascending = len(p), sorted(p)
    levels = sorted(min(1.0, m * ascending[k - 1] / k) for k in range(1, m + 1))

    def rejects(q: float) -> bool:
        fitting = [k for k in range(1, m + 1) if m * ascending[k - 1] / k <= q]
        return bool(fitting) and p[index] <= ascending[max(fitting) - 1]

    return next((q for q in levels if rejects(q)), 1.0)


def test_holm_is_the_closed_bonferroni_test() -> None:
    for p in p_values():
        assert holm(p) == pytest.approx([closed_test(p, i) for i in range(len(p))])


def test_q_values_are_the_levels_of_the_step_up_procedure() -> None:
    for p in p_values():
        assert benjamini_hochberg(p) == pytest.approx([step_up(p, i) for i in range(len(p))])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_value_is_refused(adjust, bad: float) -> None:
    with pytest.raises(ValueError, match="is no p-value"):
        adjust([0.5, bad])
