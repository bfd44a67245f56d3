"""How a policy is written with its parameters: ``steady(buy_below=2, watch=off)``.

Text is taken apart here and put together again; `Settings` holds the values in between.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rummysim.errors import PolicyError
from rummysim.policies.parameters import SHORT_FROM, Parameter
from rummysim.rules.fields import near, show


@dataclass(frozen=True, slots=True)
class Settings:
    """A policy's name, its parameters, and the value of each.

    >>> alpha = Parameter("alpha", "how bold", default=1, low=0, high=5)
    >>> bold = Settings("mine", "plays boldly", (alpha,), (1.0,), (1.0,))
    >>> bold.changed({"alpha": "2"}).text
    'mine(alpha=2)'
    """

    name: str
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()
    start: tuple[float, ...] = ()  # the values that the name alone stands for
    values: tuple[float, ...] = ()
    base: "Settings | None" = None  # what these were made from; None when from the defaults
    own_file: bool = False  # read from a user's file, which may change

    @property
    def text(self) -> str:
        """The policy as it is written: only what differs from what the name alone stands for.

        >>> Settings("random").text
        'random'
        """
        different = [
            f"{parameter.name}={parameter.text(value)}"
            for parameter, start, value in zip(
                self.parameters, self.start, self.values, strict=True
            )
            if value != start
        ]
        return f"{self.name}({', '.join(different)})" if different else self.name

    @property
    def identity(self) -> str:
        """The text that means the same on every machine, without a user's file of parameters.

        >>> alpha = Parameter("alpha", "how bold", default=1, low=0, high=5)
        >>> known = Settings("known", "", (alpha,), (1.0,), (1.0,))
        >>> Settings("my.toml", "", (alpha,), (3.0,), (3.0,), known, own_file=True).identity
        'known(alpha=3)'
        """
        if not self.own_file or self.base is None:
            return self.text
        return replace(self.base, values=self.values).identity

    @property
    def named(self) -> dict[str, str | int | float]:
        """Every value by the name of its parameter, words as words.

        >>> alpha = Parameter("alpha", "how bold", default=1, low=0, high=5)
        >>> Settings("mine", "", (alpha,), (1.0,), (2.5,)).named
        {'alpha': 2.5}
        """
        return {
            parameter.name: _plain(parameter, value)
            for parameter, value in zip(self.parameters, self.values, strict=True)
        }

    def changed(self, changes: Mapping[str, object]) -> "Settings":
        """These settings with other values, given as numbers, words or their text.

        Raises PolicyError naming the parameter, and what is allowed or was meant.
        """
        values = list(self.values)
        for name, value in changes.items():
            index = self._index(name)
            values[index] = self.parameters[index].parse(value, self.name)
        return replace(self, values=tuple(values))

    def with_values(self, values: Sequence[float]) -> "Settings":
        """These settings with one value for each parameter, in their order.

        Raises PolicyError when there are more or fewer, or one is out of range.
        """
        if len(values) != len(self.parameters):
            raise PolicyError(
                f"policy {self.name!r} has {len(self.parameters)} parameters, not {len(values)}"
            )
        pairs = zip(self.parameters, values, strict=True)
        return self.changed({parameter.name: value for parameter, value in pairs})

    def _index(self, name: str) -> int:
        names = [parameter.name for parameter in self.parameters]
        if name in names:
            return names.index(name)
        if not names:
            raise PolicyError(f"policy {self.name!r} has no parameters; {show(name)} cannot be set")
        hint = near(name, names) or f"; `rummysim show {self.name}` lists them"
        raise PolicyError(f"policy {self.name!r} has no parameter {show(name)}{hint}")


def _plain(parameter: Parameter, value: float) -> str | int | float:
    """A value for programs: the word of a choice, else the number."""
    if parameter.choices:
        return parameter.text(value)
    return int(value) if parameter.whole and abs(value) < SHORT_FROM else value


def split_policies(text: str) -> list[str]:
    """The policies of a list; commas within parentheses belong to one of them.

    >>> split_policies("steady(buy_below=2, watch=off), greedy")
    ['steady(buy_below=2, watch=off)', 'greedy']

    Raises PolicyError when a parenthesis has no partner.
    """
    return list(_parts(text, text))


def read_call(text: str) -> tuple[str, dict[str, str]]:
    """The name of a policy, and the values that follow it in parentheses.

    >>> read_call("steady( buy_below = 2,watch=off )")
    ('steady', {'buy_below': '2', 'watch': 'off'})
    >>> read_call("my_policy.py:decide")
    ('my_policy.py:decide', {})
    >>> read_call("mine (1).toml(watch=off)")
    ('mine (1).toml', {'watch': 'off'})

    Raises PolicyError when what stands in parentheses is no list of name=value.
    """
    _check_partners(text, text)
    text = text.strip()
    if not text.endswith(")"):
        return text, {}
    bracket = _opening_of_last(text)
    name, inside = text[:bracket], text[bracket + 1 : -1]
    changes: dict[str, str] = {}
    for part in _parts(inside, text) if inside.strip() else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals or not value:
            raise PolicyError(
                f"policy {show(text)}: {show(part)} is no parameter with a value; "
                "write name=value, with commas between"
            )
        if key in changes:
            raise PolicyError(f"policy {show(text)} sets {key} twice")
        changes[key] = value
    return name.strip(), changes


def _parts(text: str, whole: str) -> Iterator[str]:
    """What stands between the commas outside parentheses."""
    _check_partners(text, whole)
    begin = depth = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            yield text[begin:place].strip()
            begin = place + 1
    yield text[begin:].strip()


def _opening_of_last(text: str) -> int:
    """Where the partner of the parenthesis stands that ends the text.

    >>> _opening_of_last("a(1).toml(x=2)")
    9
    """
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return 0


def _check_partners(text: str, whole: str) -> None:
    depth = 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth < 0:
            break
    if depth != 0:
        missing = ")" if depth > 0 else "("
        raise PolicyError(f"policy {show(whole)}: a {missing!r} is missing")
