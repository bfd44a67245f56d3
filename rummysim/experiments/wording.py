"""What arms and variants are called in sentences when their files do not say."""

from collections.abc import Iterable

from rummysim.experiments.grid import USUAL, value_text
from rummysim.experiments.spec import Arm

PLAYING_AS_USUAL = "playing as usual"


def doing_of(arm: Arm) -> str:
    """What an arm does as a gerund: its own words, else what it changes.

    >>> doing_of(Arm("shy", "", "sharp", {"buy": "never"}, ("buy.limit=1",), ()))
    'playing like sharp with buy = never under the rule buy.limit = 1'
    >>> doing_of(Arm("two", "", None, {}, (), ("sharp", "novice")))
    'seating sharp and novice in turn'
    """
    if arm.doing:
        return arm.doing
    parts = [f"seating {listed(arm.seats)} in turn" if arm.seats else "playing"]
    if arm.policy:
        parts.append(f"like {arm.policy}")
    if arm.parameters:
        values = [f"{key} = {value_text(value)}" for key, value in arm.parameters.items()]
        parts.append(f"with {listed(values)}")
    if arm.rules:
        parts.append(f"under the {_rules(arm.rules)}")
    return " ".join(parts) if len(parts) > 1 or arm.seats else _as_usual(arm.name)


def _as_usual(name: str) -> str:
    """What an arm does that changes nothing; one with a name of its own is told apart by it."""
    return PLAYING_AS_USUAL if name == USUAL else f"{PLAYING_AS_USUAL} (as {name})"


def why_of(rules: tuple[str, ...]) -> str:
    """What is different under a variant that does not say it, as a clause.

    >>> why_of(("buy.limit=1",)), why_of(("buy.limit=1", "draw.discard=false"))
    ('the rule is buy.limit = 1', 'the rules are buy.limit = 1 and draw.discard = false')
    """
    noun, values = _rules(rules).split(" ", 1)
    return f"the {noun} {'is' if len(rules) == 1 else 'are'} {values}"


def listed(words: Iterable[str]) -> str:
    """The words as a sentence lists them.

    >>> listed(["one", "two", "three"])
    'one, two and three'
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _rules(changes: tuple[str, ...]) -> str:
    """Rule changes behind "rule" or "rules"."""
    texts = [" = ".join(part.strip() for part in text.split("=", 1)) for text in changes]
    return f"{'rule' if len(texts) == 1 else 'rules'} {listed(texts)}"
