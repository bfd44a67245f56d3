"""Tables in plain text that fit a terminal, and numbers as people read them."""

import math
from collections.abc import Sequence

from rummysim.stats.rounding import (
    MOST_DECIMALS,
    NOT_AVAILABLE,
    arm_of,
    decimals,
    number,
    raised,
)

GAP = "  "
SMALL = 1e-5  # odds of which four decimals of a percent tell less than two figures


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


def exact_percent(share: float, digits: int) -> str:
    """Exact odds in percent with ``digits`` decimals; as many as it takes where they are tiny.

    >>> exact_percent(0.1522608, 4), exact_percent(0.000000046, 4), exact_percent(0.0, 4)
    ('15.2261%', '0.0000046%', '0.0000%')
    """
    return percent(share) if 0 < share < SMALL else percent(share, digits)


def percent_with_error(
    estimate: float | None,
    low: float | None,
    high: float | None,
    most: int = MOST_DECIMALS,
    *,
    even: bool = False,
) -> str:
    """A share in percent and the larger arm of its interval in percentage points.

    Rounded as `with_error` does, with ``most`` decimals. Where the larger arm of a probability
    would reach beyond 0 or 100%, both arms are given, unless ``even`` asks for the larger one.

    >>> percent_with_error(0.4567, 0.4501, 0.4633), percent_with_error(0.0, 0.0, 0.0004)
    ('45.7% ±0.7', '0.00% +0.04')
    >>> percent_with_error(0.99, 0.93, 0.998), percent_with_error(0.00014, 0.000001, 0.0012)
    ('99.0% +0.8/-6.0', '0.01% +0.11/-0.01')
    """
    arm = arm_of(estimate, low, high)
    if estimate is None or arm is None:
        return percent(estimate)
    arm *= 100
    digits = decimals(arm, most)
    text = f"{number(100 * estimate, digits)}%"
    within = arm <= 100 * min(estimate, 1 - estimate)
    if even or within or low is None or high is None or low < 0 or high > 1:
        return f"{text} ±{number(raised(arm, digits), digits)}"
    shown = round(100 * estimate, digits)
    arms = (("+", 100 * (high - estimate), 100 - shown), ("-", 100 * (estimate - low), shown))
    sides = [
        f"{sign}{number(min(raised(arm, digits), room), digits)}"
        for sign, arm, room in arms
        if arm > 1e-10 and room > 0
    ]
    return f"{text} {'/'.join(sides)}"
