"""What a parameter of a policy is: its name, meaning and range, and how its values are written."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral, Real

from rummysim.errors import PolicyError
from rummysim.rules.fields import near, show

SWITCH = ("off", "on")
TRUTHS = {"true": 1, "false": 0, "yes": 1, "no": 0}  # further words for a switch

SHORT_FROM = 1e16  # whole numbers from here on are written with an exponent

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One named number of a policy.

    >>> Parameter("patience", "turns to wait", default=2, low=0, high=9, whole=True).allowed
    'a whole number from 0 to 9'

    Raises PolicyError when the range is empty or does not hold the default.
    """

    name: str
    meaning: str  # one sentence for players
    default: float
    low: float
    high: float
    whole: bool = False  # only whole numbers
    choices: tuple[str, ...] = ()  # written as words: value i is choices[i]
    group: str = ""  # heading under which it is shown

    def __post_init__(self) -> None:
        """Refuses what no value could be checked against."""
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise PolicyError(
                f"a parameter cannot be called {show(self.name)}; "
                "take small letters, digits and _, as in buy_below"
            )
        self._check_types()
        numbers = (self.low, self.default, self.high)
        if not self.low <= self.default <= self.high:
            raise PolicyError(
                f"parameter {self.name}: its default {self.default:g} must lie within "
                f"{self.low:g} to {self.high:g}"
            )
        if self.whole and any(number != int(number) for number in numbers):
            raise PolicyError(f"parameter {self.name}: a whole number needs a whole range")
        if self.choices:
            self._check_words()

    def _check_types(self) -> None:
        """Refuses what is of another type; numbers become Python's own, choices a tuple."""
        for key in ("meaning", "group"):
            text = getattr(self, key)
            if not isinstance(text, str) or not text.isprintable():
                raise PolicyError(
                    f"parameter {self.name}: {key} must be text on one line, not {_shown(text)}"
                )
        if not isinstance(self.whole, bool):
            raise PolicyError(
                f"parameter {self.name}: whole must be True or False, not {_shown(self.whole)}"
            )
        if not isinstance(self.choices, tuple | list):
            raise PolicyError(
                f"parameter {self.name}: choices must be a tuple of words, "
                f"not {_shown(self.choices)}"
            )
        object.__setattr__(self, "choices", tuple(self.choices))
        for key in ("default", "low", "high"):
            number = _finite(getattr(self, key))
            if number is None:
                raise PolicyError(
                    f"parameter {self.name}: default, low and high must be finite numbers, "
                    f"but {key} is {_shown(getattr(self, key))}"
                )
            object.__setattr__(self, key, number)

    def _check_words(self) -> None:
        plain = all(isinstance(word, str) and _NAME.fullmatch(word) for word in self.choices)
        if not plain or len(set(self.choices)) < len(self.choices):
            raise PolicyError(
                f"parameter {self.name}: choices must be different words of small letters, "
                f"digits and _, not {show(list(self.choices))}"
            )
        if (self.low, self.high, self.whole) != (0, len(self.choices) - 1, True):
            raise PolicyError(
                f"parameter {self.name}: {len(self.choices)} choices are the whole numbers from "
                f"0 to {len(self.choices) - 1}"
            )

    @property
    def allowed(self) -> str:
        """What a value must be, in words.

        >>> Parameter("boldness", "share of the pot", 0.5, 0, 1).allowed
        'a number from 0 to 1'
        """
        if len(self.choices) > 1:
            return f"{', '.join(self.choices[:-1])} or {self.choices[-1]}"
        if self.choices:
            return self.choices[0]
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {number_text(self.low)} to {number_text(self.high)}"

    def parse(self, value: object, policy: str) -> float:
        """The value as the policy sees it, from a number, a word or their text.

        policy : whose parameter it is, for the sentence of an error

        >>> watch = choice("watch", "look at the others", "off", "off on", "discard")
        >>> watch.parse("on", "mine"), watch.parse("1", "mine"), watch.parse(False, "mine")
        (1.0, 1.0, 0.0)

        Raises PolicyError naming policy, parameter, value and what is allowed.
        """
        number = self._number(value)
        fits = number is not None and self.low <= number <= self.high
        if number is None or not fits or (self.whole and number != int(number)):
            known = isinstance(value, str) and self.choices
            hint = near(str(value), self.choices) if known else ""
            shown = value if isinstance(value, str) and number is not None else _shown(value)
            raise PolicyError(
                f"policy {policy!r}: {self.name} is {shown}; it must be {self.allowed}{hint}"
            )
        return number + 0.0  # no -0.0

    def _number(self, value: object) -> float | None:
        """The number that a value stands for, in range or not; None when it stands for none."""
        if isinstance(value, bool):
            return float(value) if self.choices == SWITCH else None
        if isinstance(value, str):
            word = value.strip().lower()
            if word in self.choices:
                return float(self.choices.index(word))
            if word in TRUTHS and self.choices == SWITCH:
                return float(TRUTHS[word])
            value = word
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            return None

    def text(self, value: float) -> str:
        """A value as `parse` reads it back and as people write it.

        >>> choice("throw", "what goes first", "high", "high low random", "discard").text(2.0)
        'random'
        >>> Parameter("boldness", "share of the pot", 0.5, 0, 1).text(0.25)
        '0.25'
        """
        return self.choices[int(value)] if self.choices else number_text(value)


def choice(name: str, meaning: str, default: str, choices: str, group: str = "") -> Parameter:
    """A parameter that is written as one of some words.

    >>> choice("throw", "which card goes first", "high", "high low random", "discard").default
    0

    Raises PolicyError when the default is none of the words.
    """
    words = tuple(choices.split())
    if default not in words:
        raise PolicyError(
            f"parameter {name}: its default {show(default)} must be one of {' '.join(words)}"
        )
    return Parameter(name, meaning, words.index(default), 0, len(words) - 1, True, words, group)


def number_text(value: float) -> str:
    """The shortest text that is read back as the same number; whole numbers without a point.

    >>> number_text(3.0), number_text(0.1)
    ('3', '0.1')
    >>> number_text(1e300)
    '1e+300'
    """
    short = abs(value) < SHORT_FROM and value == int(value)
    return str(int(value)) if short else repr(float(value))


def check_parameters(parameters: object, policy: str, room: int) -> tuple[Parameter, ...]:
    """The parameters that a policy declares, once they can be told apart and fit into ``room``.

    >>> check_parameters([Parameter("alpha", "how bold", 1, 0, 5)], "mine", 32)[0].name
    'alpha'

    Raises PolicyError otherwise.
    """
    listed = isinstance(parameters, Sequence) and not isinstance(parameters, str)
    given = list(parameters) if isinstance(parameters, Sequence) else []
    found = tuple(each for each in given if isinstance(each, Parameter))
    if not listed or len(found) < len(given):
        raise PolicyError(
            f"policy {policy!r}: PARAMETERS must be a tuple of Parameter, not {_shown(parameters)}"
        )
    names = [parameter.name for parameter in found]
    if len(names) > room:
        raise PolicyError(f"policy {policy!r} has {len(names)} parameters; {room} are the most")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PolicyError(f"policy {policy!r} has two parameters called {twice!r}")
    return found


def _finite(value: object) -> int | float | None:
    """The same number as one of Python's own; None when it is none, or not finite.

    >>> _finite(3), _finite(0.5), _finite(True), _finite("3"), _finite(10**400)
    (3, 0.5, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        if not math.isfinite(value):
            return None
    except OverflowError:
        return None
    return int(value) if isinstance(value, Integral) else float(value)


def _shown(value: object) -> str:
    """The value as a short text on one line; numbers of other libraries as plain ones."""
    plain = _finite(value)
    return " ".join(show(value if plain is None else plain).split())
