"""What an interval says about a tip, in one of four words.

``smallest`` is the smallest effect that matters to a player. The order of the questions decides
where two answers fit: an interval above 0 that ends below ``smallest`` is HELPS, though a little
only, and not NO MATERIAL EFFECT. Confirming also asks whether the effect stands among all
tips of the list (Holm); if it does not, neither HELPS nor HURTS is said. NO MATERIAL EFFECT rests
on the interval alone.
"""

from enum import StrEnum

from rummysim.stats.estimate import Estimate


class Verdict(StrEnum):
    """The four answers; ``words`` says them in a sentence: "the tip helps"."""

    HELPS = "HELPS"
    HURTS = "HURTS"
    NO_MATERIAL_EFFECT = "NO MATERIAL EFFECT"
    UNDECIDED = "UNDECIDED"

    @property
    def words(self) -> str:
        """The answer as the verb of a sentence.

        >>> f"The tip {Verdict.NO_MATERIAL_EFFECT.words}."
        'The tip makes no material difference.'
        """
        return WORDS[self]


WORDS = {
    Verdict.HELPS: "helps",
    Verdict.HURTS: "hurts",
    Verdict.NO_MATERIAL_EFFECT: "makes no material difference",
    Verdict.UNDECIDED: "is undecided",
}


def verdict(estimate: Estimate, smallest: float, *, significant: bool = True) -> Verdict:
    """What the interval of an effect says; more is better.

    ``significant`` is whether the effect stands among all that were asked about: its adjusted p
    is at most alpha. A confidence sequence at alpha / K says so by itself.

    >>> verdict(Estimate(0.3, 0.1, 0.5, 1000, "t"), 0.5)
    <Verdict.HELPS: 'HELPS'>
    >>> verdict(Estimate(0.3, 0.1, 0.5, 1000, "t"), 0.5, significant=False)
    <Verdict.NO_MATERIAL_EFFECT: 'NO MATERIAL EFFECT'>
    """
    if significant and estimate.low > 0:
        return Verdict.HELPS
    if significant and estimate.high < 0:
        return Verdict.HURTS
    if -smallest <= estimate.low and estimate.high <= smallest:
        return Verdict.NO_MATERIAL_EFFECT
    return Verdict.UNDECIDED


def clearly(estimate: Estimate, smallest: float) -> bool:
    """Whether the whole interval lies beyond the smallest effect that matters, on either side.

    >>> clearly(Estimate(0.9, 0.6, 1.2, 1000, "t"), 0.5)
    True
    >>> clearly(Estimate(0.3, 0.1, 0.5, 1000, "t"), 0.5)
    False
    """
    return estimate.low > smallest or estimate.high < -smallest


def in_words(answer: Verdict, estimate: Estimate, smallest: float) -> str:
    """The verdict with its degree: "clearly" beyond ``smallest``, "a little" surely within it.

    >>> in_words(Verdict.HELPS, Estimate(0.9, 0.6, 1.2, 1000, "t"), 0.5)
    'clearly helps'
    >>> in_words(Verdict.HURTS, Estimate(-0.3, -0.5, -0.1, 1000, "t"), 0.5)
    'hurts a little'
    """
    if answer not in (Verdict.HELPS, Verdict.HURTS):
        return answer.words
    if clearly(estimate, smallest):
        return f"clearly {answer.words}"
    within = -smallest <= estimate.low and estimate.high <= smallest
    return f"{answer.words} a little" if within else answer.words
