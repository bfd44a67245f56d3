"""Tables in plain text that fit a terminal, and numbers as people read them."""

import math
from collections.abc import Sequence

GAP = "  "
NOT_AVAILABLE = "-"


def text_table(titles: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows under their titles, columns lined up; the first ``left`` columns to the left.

    A title or a cell may hold line breaks.

    >>> print(text_table(["round", "odds"], [["1", "4.8%"], ["2", "10.1%"]]))
    round  odds
    ----- -----
    1      4.8%
    2     10.1%
    """
    heads = [title.split("\n") for title in titles]
    height = max(len(lines) for lines in heads)
    heads = [[""] * (height - len(lines)) + lines for lines in heads]
    rows = [line for row in rows for line in _lines_of(row)]
    columns = [[*lines, *(row[index] for row in rows)] for index, lines in enumerate(heads)]
    widths = [max(len(cell) for cell in column) for column in columns]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return " ".join(padded).rstrip()

    rule = " ".join("-" * width for width in widths)
    titles_lines = [line([lines[row] for lines in heads]) for row in range(height)]
    return "\n".join([*titles_lines, rule, *(line(row) for row in rows)])


def _lines_of(row: Sequence[str]) -> list[list[str]]:
    r"""A row as lines; cells with fewer of them end in empty ones.

    >>> _lines_of(["a\nb", "c"])
    [['a', 'c'], ['b', '']]
    """
    cells = [cell.split("\n") for cell in row]
    height = max(len(lines) for lines in cells)
    return [[lines[k] if k < len(lines) else "" for lines in cells] for k in range(height)]


def columns(pairs: Sequence[tuple[str, str]], width: int = 80, indent: int = 2) -> str:
    """Names and what they mean, the meanings wrapped beside the names.

    >>> print(columns([("greedy", "fewest missing cards"), ("random", "any legal act")], 40))
      greedy  fewest missing cards
      random  any legal act
    """
    import textwrap

    longest = max(len(name) for name, _ in pairs)
    hang = " " * (indent + longest + len(GAP))
    lines = []
    for name, meaning in pairs:
        first = " " * indent + name.ljust(longest) + GAP
        lines.append(
            textwrap.fill(meaning, width, initial_indent=first, subsequent_indent=hang).rstrip()
        )
    return "\n".join(lines)


def half_width(estimate: float, low: float, high: float) -> float:
    """The larger arm of an interval.

    >>> half_width(0.5, 0.4, 0.7)
    0.19999999999999996
    """
    return max(high - estimate, estimate - low)


def number(value: float | None, digits: int = 1) -> str:
    """A number with ``digits`` decimals and thousands separated; a dash when there is none.

    >>> number(12345.678), number(None), number(float("nan")), number(-0.04)
    ('12,345.7', '-', '-', '0.0')
    """
    if value is None or not math.isfinite(value):
        return NOT_AVAILABLE
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def with_error(estimate: float | None, low: float | None, high: float | None, most: int = 2) -> str:
    """An estimate and the half-width of its interval, rounded up, with ``most`` decimals.

    A single deal has no interval; its value stands alone.

    >>> with_error(23.456, 23.1, 23.8), with_error(1234.5, 1200.0, 1270.0)
    ('23.5 ±0.4', '1,234 ±36')
    >>> with_error(7.0, None, None), with_error(None, None, None)
    ('7.0', '-')
    """
    arm = _arm(estimate, low, high)
    if estimate is None or arm is None:
        return number(estimate)
    digits = _decimals(arm, most)
    return f"{number(estimate, digits)} ±{number(_up(arm, digits), digits)}"


def level(alpha: float) -> str:
    """The confidence of intervals.

    >>> level(0.05), level(0.07), level(1e-9)
    ('95%', '93%', '99.9999999%')
    """
    return f"{100 * (1 - alpha):.12g}%"


def percent(share: float | None, digits: int | None = None) -> str:
    """A probability in percent, with more digits when it is small.

    >>> percent(0.4567), percent(0.0123), percent(0.000047), percent(0), percent(1)
    ('45.7%', '1.2%', '0.0047%', '0%', '100%')
    """
    if share is None or not math.isfinite(share):
        return NOT_AVAILABLE
    if digits is None and share in (0, 1):
        return f"{share * 100:.0f}%"
    if digits is None:
        nearest = min(share, 1 - share) * 100
        digits = 1 if nearest >= 5 else 1 - math.floor(math.log10(nearest))
        digits = max(1, min(digits, 7))
    return f"{share * 100:.{digits}f}%"


def percent_with_error(
    estimate: float | None,
    low: float | None,
    high: float | None,
    most: int = 5,
    *,
    even: bool = False,
) -> str:
    """A share in percent and the larger arm of its interval in percentage points.

    Rounded as `with_error` does, with ``most`` decimals. Where the larger arm of a probability
    would reach beyond 0 or 100%, both arms are given, unless ``even`` asks for the larger one.

    >>> percent_with_error(0.4567, 0.4501, 0.4633), percent_with_error(0.0, 0.0, 0.0004)
    ('45.7% ±0.7', '0.00% +0.04')
    >>> percent_with_error(0.99, 0.93, 0.998)
    '99.0% +0.8/-6.0'
    """
    arm = _arm(estimate, low, high)
    if estimate is None or arm is None:
        return percent(estimate)
    arm *= 100
    digits = _decimals(arm, most)
    text = f"{estimate * 100:.{digits}f}%"
    within = arm <= 100 * min(estimate, 1 - estimate)
    if even or within or low is None or high is None or low < 0 or high > 1:
        return f"{text} ±{_up(arm, digits):.{digits}f}"
    arms = (("+", high - estimate), ("-", estimate - low))
    sides = [f"{sign}{_up(100 * each, digits):.{digits}f}" for sign, each in arms if each > 1e-12]
    return f"{text} {'/'.join(sides)}"


def _decimals(arm: float, most: int) -> int:
    """Decimals that show one figure of a half-width, two when it begins with a 1.

    Below ten at least one decimal is shown, never more than ``most``.
    """
    if arm <= 0 or not math.isfinite(arm):
        return 1
    exponent = math.floor(math.log10(arm))
    figures = 2 if arm / 10**exponent < 2 else 1
    return max(0 if arm >= 10 else 1, min(most, figures - 1 - exponent))


def _arm(estimate: float | None, low: float | None, high: float | None) -> float | None:
    """The half-width of an interval with two ends, else None."""
    if estimate is None or low is None or high is None:
        return None
    arm = half_width(estimate, low, high)
    return arm if math.isfinite(arm) else None


def _up(arm: float, digits: int) -> float:
    """A half-width rounded up, so that no interval looks narrower than it is."""
    unit = 10.0**digits
    return math.ceil(arm * unit - 1e-9) / unit
