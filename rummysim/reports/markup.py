"""Texts as HTML and as Markdown: whatever people wrote stays text.

HTML is made of elements. What stands in an element is escaped unless it is `Html` already, so
that nobody has to think of it.
"""

import html
import re

TYPED = re.compile(r"`([^`]+)`")
VOID = ("br",)
DRAWN = ("path", "rect", "use")  # of drawings: without an end where nothing is in them
# What Markdown would take for emphasis, a link, a formula, or the end of a cell.
SPECIAL = re.compile(r"[\\*\[\]|$~`]|(?<!\w)_|_(?!\w)")
# What it would take for the beginning of a list, a heading, a quotation or a line across.
FIRST = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=[+=#\-]+(?:\s|$))|(?=>))(.)")
KEPT = "\n\t\u200c\u200d"  # lines, and what joins or parts the letters of some scripts
TAG = re.compile(r"<(?=[A-Za-z/!?])")
ENTITY = re.compile(r"&(?=#?\w+;)")


class Html(str):
    """A text that is HTML."""

    __slots__ = ()


def joined(*parts: str, between: str = "") -> Html:
    """Parts one after the other, each escaped unless it is HTML.

    >>> joined("a < b", element("br"), "c")
    'a &lt; b<br>c'
    """
    return Html(between.join(part if isinstance(part, Html) else escaped(part) for part in parts))


def element(tag: str, /, *inside: str, **attributes: str) -> Html:
    """An element with what is in it; `class_` is its class, `_` in other names stands for `-`.

    >>> element("p", "a < b", class_="soft", data_title='"x"')
    '<p class="soft" data-title="&quot;x&quot;">a &lt; b</p>'
    """
    names = "".join(
        f' {name.strip("_").replace("_", "-")}="{html.escape(printable(value))}"'
        for name, value in attributes.items()
        if value
    )
    if tag in VOID or (tag in DRAWN and not inside):
        return Html(f"<{tag}{names}{'' if tag in VOID else '/'}>")
    return Html(f"<{tag}{names}>{joined(*inside)}</{tag}>")


def escaped(text: str) -> Html:
    """A text for HTML.

    >>> escaped("<b> & more")
    '&lt;b&gt; &amp; more'
    """
    return Html(html.escape(printable(text), quote=False))


def printable(text: str) -> str:
    r"""A text without characters that no page may hold.

    >>> printable("a\x00b\x1b[1m\nc")
    'ab[1m\nc'
    """
    return "".join(letter for letter in text if letter in KEPT or letter.isprintable())


def marked(text: str) -> Html:
    """A text for HTML, with what is to be typed between backticks.

    >>> marked("`a < b` & c")
    '<code>a &lt; b</code> &amp; c'
    """
    parts = TYPED.split(text)
    return joined(*(element("code", part) if n % 2 else part for n, part in enumerate(parts)))


def markdown(text: str) -> str:
    r"""A text for Markdown, in one line, with what is to be typed between backticks.

    >>> print(markdown("a * b | <i>c</i>"), markdown("`t1_task | x`"), markdown("- 1. x"))
    a \* b \| &lt;i>c&lt;/i> `t1_task \| x` \- 1. x
    """
    parts = TYPED.split(" ".join(printable(text).split()))
    said = "".join(
        "`{}`".format(part.replace("|", r"\|")) if n % 2 else _plain(part)
        for n, part in enumerate(parts)
    )
    return FIRST.sub(r"\1\\\2", said)


def _plain(text: str) -> str:
    return SPECIAL.sub(r"\\\g<0>", TAG.sub("&lt;", ENTITY.sub("&amp;", text)))
