"""Drawings within a page: the SVG of a chart made small, with names of its own, for two themes."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from rummysim.reports.charts import COLOURS, FAINT, INK
from rummysim.reports.frames import CAPTION, TITLE, Picture
from rummysim.reports.markup import Html, element, joined

# What the style sheet of the page calls the colours of the charts, so that it can change them.
VARIABLES: Mapping[str, str] = {
    **{colour.lower(): f"--c{number}" for number, colour in enumerate(COLOURS[:6])},
    "#000000": "--ink",
    INK: "--ink",
    "#888888": "--axis",
    "#555555": "--soft",
    FAINT: "--grid",
    "#ffffff": "--paper",
}
NOTHING = Html()
LEFT_OUT = ("metadata", "title", "desc", "style")  # the page has its own
NAMED = re.compile(r"url\(#([^)]+)\)")
LONG_NUMBER = re.compile(r"(-?\d+\.\d{2})\d+")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")


def inline_svg(picture: Picture) -> Html:
    """The drawing between title and caption as an ``svg`` element; its ids begin with its name."""
    prefix = f"chart-{picture.stem}"
    root = ElementTree.fromstring(picture.svg)
    inside = joined(*(_element(child, prefix) for child in root))
    box = " ".join(f"{value:g}" for value in picture.box)
    name = f"{prefix}-title"
    title = element("title", picture.told.alt, id=name)
    return element("svg", title, inside, role="img", aria_labelledby=name, viewBox=box)


def _element(node: ElementTree.Element, prefix: str) -> Html:
    """An element and all in it, without namespaces; nothing when pages do not need it."""
    tag = _local(node.tag)
    if tag in LEFT_OUT or node.get("id") in (TITLE, CAPTION):
        return NOTHING
    attributes = {
        _local(key): _value(_local(key), value, prefix)
        for key, value in node.attrib.items()
        if _local(key) != "id" or _is_referred_to(tag)
    }
    text = node.text if node.text and node.text.strip() else ""
    inside = joined(text, *(_element(child, prefix) for child in node))
    if tag in ("g", "defs") and not inside:
        return NOTHING
    if tag == "g" and not attributes:
        return inside
    return element(tag, *filter(None, [inside]), **attributes)


def _is_referred_to(tag: str) -> bool:
    """Whether drawings name elements of this kind: markers, clips and patterns."""
    return tag in ("path", "clipPath", "pattern")


def _local(name: str) -> str:
    """A name without its namespace.

    >>> _local("{http://www.w3.org/1999/xlink}href")
    'href'
    """
    return name.rpartition("}")[2]


def _value(key: str, value: str, prefix: str) -> str:
    """The value of an attribute: short numbers, ids of this drawing, colours by name."""
    if key == "id":
        return f"{prefix}-{value}"
    if key == "href" and value.startswith("#"):
        return f"#{prefix}-{value[1:]}"
    value = NAMED.sub(lambda found: f"url(#{prefix}-{found[1]})", value)
    value = LONG_NUMBER.sub(r"\1", " ".join(value.split()))
    if key == "style":
        return COLOUR.sub(lambda found: _variable(found[0]), value)
    return value


def _variable(colour: str) -> str:
    """A colour by its name in the style sheet, or as it is.

    >>> _variable("#222222"), _variable("#123456")
    ('var(--ink)', '#123456')
    """
    name = VARIABLES.get(colour.lower())
    return f"var({name})" if name is not None else colour
