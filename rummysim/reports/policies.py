"""The page of a policy: its parameters with value, range and meaning."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rummysim.policies.call import Settings
from rummysim.policies.parameters import Parameter, number_text
from rummysim.reports.tables import columns

MARK = "*"
NO_BREAK = "\u00a0"  # stands for the spaces of words that stay on one line until all is wrapped
TERMS = {  # words of the card table that meanings use, told where one of them does
    "outs": "Outs are the cards that would bring the hand nearer to the contract. "
    "Worth, gain and harm are penalty points."
}
WRITE_YOUR_OWN = "`rummysim show policies` tells how to write your own player."


def policy_facts(settings: Settings) -> dict[str, Any]:
    """What a policy is, as plain data.

    >>> policy_facts(Settings("random", "any legal act"))
    {'policy': 'random', 'summary': 'any legal act', 'base': None, 'parameters': []}
    """
    below = _below(settings)
    return {
        "policy": settings.text,
        "summary": settings.summary,
        "base": None if below is None else below.text,
        "parameters": [
            {
                "name": parameter.name,
                "value": settings.named[parameter.name],
                "base": None if below is None else below.named[parameter.name],
                "meaning": parameter.meaning,
                "group": parameter.group,
                "low": parameter.low,
                "high": parameter.high,
                "whole": parameter.whole,
                "choices": list(parameter.choices),
            }
            for parameter in settings.parameters
        ],
    }


def policy_page(settings: Settings, width: int) -> str:
    """A policy in one page: what it does, and each parameter under the heading of its group.

    >>> alpha = Parameter("alpha", "how bold", default=1, low=0, high=5, group="buying")
    >>> mine = Settings("mine", "plays boldly", (alpha,), (1.0,), (2.0,))
    >>> print(policy_page(mine, 80))
    # mine(alpha=2)
    <BLANKLINE>
    Plays boldly.
    <BLANKLINE>
    Each line: parameter, value, meaning (what is allowed). A * marks what differs
    from mine, whose value follows.
    <BLANKLINE>
    Buying
      * alpha  2  how bold (0 to 5); mine: 1
    <BLANKLINE>
    Change one for a run with --policy "mine(alpha=5)", or keep your values in a
    file: `rummysim show policies` tells how, and how to write your own player.
    """
    import textwrap

    parts = [f"# {settings.text}", textwrap.fill(_said(settings), width)]
    if settings.parameters:
        legend = f"{_legend(settings)} {_terms(settings)}".rstrip()
        parts += [textwrap.fill(legend, width), *_tables(settings, width)]
    if settings.own_file:
        whole = f"The same without this file: {settings.identity}"
        parts.append(textwrap.fill(whole, width, break_on_hyphens=False))
    parts.append(textwrap.fill(_hint(settings), width, break_on_hyphens=False))
    return "\n\n".join(parts)


def _below(settings: Settings) -> Settings | None:
    """What the values are compared with: what the name alone stands for, else its base."""
    if settings.values != settings.start:
        return replace(settings, values=settings.start)
    return settings.base


def _names(settings: Settings) -> list[str]:
    return [parameter.name for parameter in settings.parameters]


def _said(settings: Settings) -> str:
    summary = settings.summary or "a player"
    return f"{summary[0].upper()}{summary[1:]}".removesuffix(".") + "."


def _legend(settings: Settings) -> str:
    """How the lines are read."""
    said = "Each line: parameter, value, meaning (what is allowed)."
    below = _below(settings)
    if below is None:
        return said
    if below.values == settings.values:
        return f"{said} All values are those of {below.text}."
    return f"{said} A {MARK} marks what differs from {below.text}, whose value follows."


def _terms(settings: Settings) -> str:
    """What words mean that the meanings of its parameters use."""
    used = {word for p in settings.parameters for word in re.findall(r"\w+", p.meaning)}
    return " ".join(said for term, said in TERMS.items() if term in used)


def _tables(settings: Settings, width: int) -> Iterator[str]:
    """One block per group, all with the same columns."""
    groups = dict.fromkeys(parameter.group for parameter in settings.parameters)
    named = [len(name) for name in _names(settings)]
    texts = [p.text(value) for p, value in zip(settings.parameters, settings.values, strict=True)]
    name_width, value_width = max(named), max(len(text) for text in texts)
    below = _below(settings)
    for group in groups:
        rows = []
        for index, (parameter, text) in enumerate(zip(settings.parameters, texts, strict=True)):
            if parameter.group != group:
                continue
            before = parameter.text(below.values[index]) if below else text
            mark = MARK if before != text else " "
            left = f"{mark} {parameter.name.ljust(name_width)}  {text.ljust(value_width)}"
            room = width - len(f"  {left}  ")
            told = [parameter.meaning, _together(f"({_range(parameter)})", room - 1)]
            if below and before != text:
                told = [*told[:-1], f"{told[-1]};", _together(f"{below.text}: {before}", room)]
            rows.append((left, " ".join(told)))
        heading = f"{group[0].upper()}{group[1:]}\n" if group else ""
        yield (heading + columns(rows, width)).replace(NO_BREAK, " ")


def _together(words: str, room: int) -> str:
    """The words, not to be parted at the end of a line unless they are longer than one."""
    return words.replace(" ", NO_BREAK) if len(words) <= room else words


def _range(parameter: Parameter) -> str:
    """What is allowed, in few words.

    >>> _range(Parameter("turns", "", 0, 0, 20, True)), _range(Parameter("share", "", 0.5, 0, 1))
    ('0, 1 .. 20', '0 to 1')
    """
    if parameter.choices:
        return ", ".join(parameter.choices)
    low, high = number_text(parameter.low), number_text(parameter.high)
    if not parameter.whole:
        return f"{low} to {high}"
    last = parameter.high - parameter.low
    return f"{low}, {number_text(parameter.low + 1)} .. {high}" if last > 1 else f"{low}, {high}"


def _hint(settings: Settings) -> str:
    if not settings.parameters:
        return WRITE_YOUR_OWN
    first = settings.parameters[0]
    other = first.low if settings.values[0] == first.high else first.high
    example = f"{settings.name}({first.name}={first.text(other)})"
    if ":" in settings.name:  # a function of one's own; files hold values of the script
        return f'Change one for a run with --policy "{example}". {WRITE_YOUR_OWN}'
    return (
        f'Change one for a run with --policy "{example}", or keep your values in a file: '
        "`rummysim show policies` tells how, and how to write your own player."
    )
