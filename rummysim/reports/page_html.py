"""Blocks as one HTML page that needs nothing besides itself."""

import json
from collections.abc import Callable, Sequence
from importlib import resources
from string import Template
from typing import Any

from rummysim.experiments.findings import ChartCell, Finding
from rummysim.reports.blocks import (
    Block,
    Blocks,
    Bullets,
    Code,
    Data,
    Figures,
    Fold,
    Heading,
    StrategyCard,
    Table,
    Text,
    Verdicts,
)
from rummysim.reports.claim_words import quoted
from rummysim.reports.claims import Claim
from rummysim.reports.data import plain
from rummysim.reports.finding_words import SHORT, is_confirmed, sign
from rummysim.reports.frames import Picture
from rummysim.reports.inline_svg import inline_svg
from rummysim.reports.markup import Html, element, escaped, joined, marked
from rummysim.reports.strategy_chart import UNSURE, face, largest
from rummysim.reports.strategy_words import Card, axis_name
from rummysim.reports.tips_table import Tip, TipRow, amount_titles
from rummysim.stats.rounding import gain

CLASSES = {verdict: word.replace("no matter", "same") for verdict, word in SHORT.items()}
COLUMNS = ("Comparison", "Verdict by number of players", *amount_titles([]))
NOT_CONFIRMED = "°"


def html_page(title: str, head: Blocks, blocks: Blocks, footer: str) -> str:
    """The whole page.

    head : the title and what stands above the contents
    """
    folder = resources.files("rummysim.reports") / "templates"
    page = Template((folder / "report.html").read_text(encoding="utf-8"))
    parts = {
        "title": escaped(title),
        "style": Html((folder / "report.css").read_text(encoding="utf-8").strip()),
        "header": _rendered(head),
        "contents": _contents(blocks),
        "main": _sections(blocks),
        "footer": element("p", marked(footer)),
    }
    return page.substitute({name: joined(part) for name, part in parts.items()})


def _contents(blocks: Blocks) -> Html:
    items = [
        element("li", element("a", marked(block.text), href=f"#{block.anchor}"))
        for block in blocks
        if isinstance(block, Heading)
    ]
    return element("details", element("summary", "Contents"), element("ul", *items))


def _sections(blocks: Blocks) -> Html:
    """Everything from one heading of level 2 to the next in a section of its own."""
    groups: list[tuple[str, list[Html]]] = [("", [])]
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            groups.append((block.anchor, []))
        groups[-1][1].append(_block(block))
    return joined(*(_section(anchor, parts) for anchor, parts in groups), between="\n")


def _section(anchor: str, parts: Sequence[Html]) -> Html:
    inside = joined(*parts, between="\n")
    return element("section", inside, aria_labelledby=anchor) if anchor else inside


def _rendered(blocks: Blocks) -> Html:
    return joined(*map(_block, blocks), between="\n")


def _block(block: Block) -> Html:
    return RENDERERS[type(block)](block)


def _heading(block: Heading) -> Html:
    return element(f"h{block.level}", marked(block.text), id=block.anchor)


def _text(block: Text) -> Html:
    return element("p", marked(block.text), class_=block.kind)


def _bullets(block: Bullets) -> Html:
    return element("ul", *(element("li", marked(item)) for item in block.items))


def _code(block: Code) -> Html:
    return element("pre", element("code", block.text), tabindex="0")


def _table(block: Table) -> Html:
    left = ["left" if n in block.left else "" for n in range(len(block.titles))]
    titles = [
        element("th", marked(title), scope="col", class_=kind)
        for kind, title in zip(left, block.titles, strict=True)
    ]
    rows = [
        element(
            "tr",
            element("th", marked(row[0]), scope="row", class_=left[0]),
            *(element("td", marked(cell), class_=left[n]) for n, cell in enumerate(row) if n),
        )
        for row in block.rows
    ]
    table = element(
        "table",
        element("caption", element("span", marked(block.caption))),
        element("thead", element("tr", *titles)),
        element("tbody", *rows),
    )
    return _scrolled(block.caption, table)


def _figures(block: Figures) -> Html:
    return element("div", *map(_figure, block.pictures), class_="figures")


def _figure(picture: Picture) -> Html:
    """A chart with its title above and what is to know about it below."""
    told = picture.told
    said = [element("p", marked(line)) for line in told.sentence.splitlines()]
    return element(
        "figure",
        element("p", marked(told.heading), class_="chart-title"),
        inline_svg(picture),
        element("figcaption", *said, _small(picture)),
    )


def _small(picture: Picture) -> Html:
    """The caption and where the numbers are."""
    text = f"{picture.words.caption} Numbers: `figures/{picture.stem}.csv`."
    return element("p", marked(text), class_="soft")


def _strategy_card(block: StrategyCard) -> Html:
    card, picture = block.card, block.picture
    most = largest(card)
    panels = [_panel(card, index, title, most) for index, title in enumerate(card.panels())]
    return joined(
        element("p", marked(picture.told.heading), class_="chart-title"),
        element("p", marked(picture.told.sentence), class_="remember"),
        element("div", *panels, class_="cards"),
        _small(picture),
    )


def _panel(card: Card, index: int, title: str, most: float) -> Html:
    """One panel of a strategy card as a table."""
    columns = card.columns()
    heads = [element("th", label, scope="col") for label in columns]
    rows = [
        element(
            "tr",
            element("th", label, scope="row"),
            *(_cell(card, card.cells.get((index, row, n)), most) for n in range(len(columns))),
        )
        for row, label in enumerate(card.rows())
    ]
    across = marked(axis_name(card.view.columns))
    down = marked(axis_name(card.view.rows))
    top = element(
        "tr",
        element("th", down, class_="corner", rowspan="2"),
        element("th", across, scope="colgroup", colspan=str(len(columns))),
    )
    table = element(
        "table",
        element("caption", marked(title)),
        element("thead", top, element("tr", *heads)),
        element("tbody", *rows),
        class_="card",
    )
    return _scrolled(title or card.view.name, table)


def _scrolled(label: str, table: Html) -> Html:
    """A table in an area of its own that can be scrolled, by keys as well."""
    return element("div", table, class_="scroll", tabindex="0", role="region", aria_label=label)


def _cell(card: Card, cell: ChartCell | None, most: float) -> Html:
    colour, text, lines = face(card, cell, most)
    if not lines:
        return element("td", element("span", "too little data", class_="hidden"), class_="none")
    first, value, small = lines
    if first == UNSURE:
        sign_ = element("span", first, aria_hidden="true")
        undecided = element("span", "undecided", class_="hidden")
        numbers = (element("span", value), element("small", element("span", small)))
        return element("td", element("b", sign_, undecided), *numbers, class_="unsure")
    style = f"background:{colour};color:{text}"
    return element("td", element("b", first), value, element("small", small), style=style)


def _verdicts(block: Verdicts) -> Html:
    titles = [element("th", title, scope="col", role="columnheader") for title in COLUMNS]
    return element(
        "table",
        element("caption", "The verdicts", class_="hidden"),
        element("thead", element("tr", *titles, role="row"), role="rowgroup"),
        *map(_tip, block.tips),
        class_="verdicts",
        role="table",
    )


def _tip(tip: Tip) -> Html:
    quote = element(
        "p",
        element("span", tip.claim, class_="id"),
        element("span", marked(quoted(tip.claim, tip.quote)), class_="quote"),
    )
    said = [element("p", marked(tip.summary))] if tip.summary else []
    places = {"class_": "tip", "scope": "rowgroup", "role": "rowheader"}
    head = element("th", quote, *said, colspan=str(len(COLUMNS)), **places)
    counted = [] if tip.counted is None else [_counted(tip.counted)]
    rows = [element("tr", head, role="row"), *map(_tip_row, tip.rows), *counted]
    return element("tbody", *rows, role="rowgroup")


def _tip_row(row: TipRow) -> Html:
    text = (
        element("p", marked(row.text), class_="compared"),
        element("p", marked(row.where)),
        element("p", marked(row.sensitivity()), class_="soft"),
    )
    one = row.experiment.round  # the only one that was played
    of = ("", "") if one is None else (f"; round {one}", "; rounds")
    points = joined(*(_amount(each, gain(each.points), of[0]) for each in row.shown))
    wins = joined(*(_amount(each, gain(each.wins, 100), of[1]) for each in row.shown_wins))
    titles = (COLUMNS[1], *amount_titles([row.experiment]))
    cells = zip(titles, (_chips(row), points, wins), strict=True)
    return element(
        "tr",
        element("th", *text, scope="row", role="rowheader"),
        *(element("td", cell, role="cell", data_title=title) for title, cell in cells),
        role="row",
    )


def _chips(row: TipRow) -> Html:
    """The verdicts at a glance: one line for each baseline."""
    lines = []
    for baseline in dict.fromkeys(finding.case.baseline for finding in row.usual):
        own = [finding for finding in row.usual if finding.case.baseline == baseline]
        who = element("span", baseline, class_="who")
        lines.append(element("p", who, *map(_chip, own), class_="chips"))
    return joined(*lines)


def _chip(finding: Finding) -> Html:
    mark = "" if is_confirmed(finding) else NOT_CONFIRMED
    text = f"{finding.case.players} {sign(finding)}{mark}"
    return element("span", text, class_=f"v {CLASSES[finding.verdict]}")


def _amount(finding: Finding, text: str, of: str) -> Html:
    who = f"{finding.case.baseline}, {finding.case.players}{of}"
    return element(
        "p", element("b", text), " ", element("span", who, class_="soft"), class_="number"
    )


def _counted(claim: Claim) -> Html:
    """What counting says of a claim, in a row of its own."""
    items = [element("li", marked(sentence)) for sentence in claim.sentences]
    answer = element("span", marked(claim.answer.capitalize()), class_="v open")
    said = (element("p", answer, class_="chips"), element("ul", *items))
    cell = element("td", *said, role="cell", colspan=str(len(COLUMNS)), class_="counted")
    return element("tr", cell, role="row")


def _fold(block: Fold) -> Html:
    kind = "" if block.printed else "unprinted"
    inside = _rendered(block.blocks)
    return element("details", element("summary", marked(block.summary)), inside, class_=kind)


def _data(block: Data) -> Html:
    text = json.dumps(plain(block.document), ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c")  # so that no text within it ends the element
    return element("script", Html(safe), type="application/json", id=block.anchor)


RENDERERS: dict[type, Callable[[Any], Html]] = {
    Heading: _heading,
    Text: _text,
    Bullets: _bullets,
    Code: _code,
    Table: _table,
    Figures: _figures,
    StrategyCard: _strategy_card,
    Verdicts: _verdicts,
    Fold: _fold,
    Data: _data,
}
