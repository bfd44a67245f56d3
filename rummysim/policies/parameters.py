"""What a parameter of a policy is: its name, meaning and range."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """One named number of a policy."""

    name: str
    meaning: str  # one sentence for players
    default: float
    low: float
    high: float
    whole: bool = False  # only whole numbers
    choices: tuple[str, ...] = ()  # written as words: value i is choices[i]
    group: str = ""  # heading under which it is shown


def choice(name: str, meaning: str, default: str, choices: str, group: str) -> Parameter:
    """A parameter that is written as one of some words.

    >>> choice("throw", "which card goes first", "high", "high low random", "discard").default
    0
    """
    words = tuple(choices.split())
    return Parameter(name, meaning, words.index(default), 0, len(words) - 1, True, words, group)
