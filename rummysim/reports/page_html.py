"""Blocks as one HTML page that needs nothing besides itself."""

import html
import json
import re
from collections.abc import Callable
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
from rummysim.reports.data import plain
from rummysim.reports.finding_words import SHORT, gain, is_confirmed, sign
from rummysim.reports.frames import Picture
from rummysim.reports.inline_svg import inline_svg
from rummysim.reports.strategy_chart import UNSURE, face, largest
from rummysim.reports.strategy_words import Card, axis_name
from rummysim.reports.tips_table import Tip, TipRow

TYPED = re.compile(r"`([^`]+)`")
CLASSES = {verdict: word.replace("no matter", "same") for verdict, word in SHORT.items()}
COLUMNS = ("Comparison", "Verdict by number of players", "Points saved per round", "Wins of 100")
NOT_CONFIRMED = "°"


def html_page(title: str, head: Blocks, blocks: Blocks, footer: str) -> str:
    """The whole page.

    head : the title and what stands above the contents
    """
    folder = resources.files("rummysim.reports") / "templates"
    page = Template((folder / "report.html").read_text(encoding="utf-8"))
    return page.substitute(
        title=html.escape(title),
        style=(folder / "report.css").read_text(encoding="utf-8").strip(),
        header=_rendered(head),
        contents=_contents(blocks),
        main=_sections(blocks),
        footer=f"<p>{marked(footer)}</p>",
    )


def marked(text: str) -> str:
    """A text for HTML, with what is to be typed between backticks.

    >>> marked("`a < b` & c")
    '<code>a &lt; b</code> &amp; c'
    """
    return TYPED.sub(r"<code>\1</code>", html.escape(text, quote=False))


def _contents(blocks: Blocks) -> str:
    items = [
        f'<li><a href="#{block.anchor}">{marked(block.text)}</a></li>'
        for block in blocks
        if isinstance(block, Heading)
    ]
    return f"<details><summary>Contents</summary><ul>{''.join(items)}</ul></details>"


def _sections(blocks: Blocks) -> str:
    """Everything from one heading of level 2 to the next in a section of its own."""
    parts, is_open = [], False
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            parts.append("</section>" * is_open + f'<section aria-labelledby="{block.anchor}">')
            is_open = True
        parts.append(_block(block))
    return "\n".join([*parts, "</section>" * is_open])


def _rendered(blocks: Blocks) -> str:
    return "\n".join(_block(block) for block in blocks)


def _block(block: Block) -> str:
    return RENDERERS[type(block)](block)


def _heading(block: Heading) -> str:
    return f'<h{block.level} id="{block.anchor}">{marked(block.text)}</h{block.level}>'


def _text(block: Text) -> str:
    kind = f' class="{block.kind}"' if block.kind else ""
    return f"<p{kind}>{marked(block.text)}</p>"


def _bullets(block: Bullets) -> str:
    return f"<ul>{''.join(f'<li>{marked(item)}</li>' for item in block.items)}</ul>"


def _code(block: Code) -> str:
    return f'<pre tabindex="0"><code>{html.escape(block.text, quote=False)}</code></pre>'


def _table(block: Table) -> str:
    left = [' class="left"' if n in block.left else "" for n in range(len(block.titles))]
    titles = "".join(
        f'<th scope="col"{kind}>{marked(title)}</th>'
        for kind, title in zip(left, block.titles, strict=True)
    )
    rows = "".join(
        f'<tr><th scope="row"{left[0]}>{marked(row[0])}</th>'
        + "".join(f"<td{left[n]}>{marked(cell)}</td>" for n, cell in enumerate(row) if n)
        + "</tr>"
        for row in block.rows
    )
    return _scrolled(
        block.caption,
        f"<table><caption>{marked(block.caption)}</caption><thead><tr>{titles}</tr></thead>"
        f"<tbody>{rows}</tbody></table>",
    )


def _figures(block: Figures) -> str:
    return f'<div class="figures">{"".join(map(_figure, block.pictures))}</div>'


def _figure(picture: Picture) -> str:
    """A chart with its title above and what is to know about it below."""
    told = picture.told
    said = "".join(f"<p>{marked(line)}</p>" for line in told.sentence.splitlines())
    return (
        f'<figure><p class="chart-title">{marked(told.heading)}</p>{inline_svg(picture)}'
        f"<figcaption>{said}{_small(picture)}</figcaption></figure>"
    )


def _small(picture: Picture) -> str:
    """The caption and where the numbers are."""
    text = f"{picture.words.caption} Numbers: `figures/{picture.stem}.csv`."
    return f'<p class="soft">{marked(text)}</p>'


def _strategy_card(block: StrategyCard) -> str:
    card, picture = block.card, block.picture
    most = largest(card)
    panels = "".join(_panel(card, index, title, most) for index, title in enumerate(card.panels()))
    return (
        f'<p class="chart-title">{marked(picture.told.heading)}</p>'
        f'<p class="remember">{marked(picture.told.sentence)}</p>'
        f'<div class="cards">{panels}</div>{_small(picture)}'
    )


def _panel(card: Card, index: int, title: str, most: float) -> str:
    """One panel of a strategy card as a table."""
    columns = card.columns()
    heads = "".join(f'<th scope="col">{label}</th>' for label in columns)
    rows = "".join(
        f'<tr><th scope="row">{label}</th>'
        + "".join(_cell(card, card.cells.get((index, row, n)), most) for n in range(len(columns)))
        + "</tr>"
        for row, label in enumerate(card.rows())
    )
    across = f'<th scope="colgroup" colspan="{len(columns)}">{marked(axis_name(card.view.columns))}'
    return _scrolled(
        title or card.view.name,
        f'<table class="card"><caption>{marked(title)}</caption><thead>'
        f'<tr><th class="corner" rowspan="2">{marked(axis_name(card.view.rows))}</th>{across}</th>'
        f"</tr><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>",
    )


def _scrolled(label: str, table: str) -> str:
    """A table in an area of its own that can be scrolled, by keys as well."""
    name = html.escape(label)
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">{table}</div>'


def _cell(card: Card, cell: ChartCell | None, most: float) -> str:
    colour, text, lines = face(card, cell, most)
    if not lines:
        return '<td class="none"><span class="hidden">too little data</span></td>'
    first, value, small = lines
    if first == UNSURE:
        sign_ = f'<span aria-hidden="true">{first}</span><span class="hidden">undecided</span>'
        numbers = f"<span>{value}</span><small><span>{small}</span></small>"
        return f'<td class="unsure"><b>{sign_}</b>{numbers}</td>'
    return (
        f'<td style="background:{colour};color:{text}"><b>{html.escape(first)}</b>{value}'
        f"<small>{small}</small></td>"
    )


def _verdicts(block: Verdicts) -> str:
    titles = "".join(f'<th scope="col" role="columnheader">{title}</th>' for title in COLUMNS)
    bodies = "".join(_tip(tip) for tip in block.tips)
    return (
        '<table class="verdicts" role="table"><caption class="hidden">The verdicts</caption>'
        f'<thead role="rowgroup"><tr role="row">{titles}</tr></thead>{bodies}</table>'
    )


def _tip(tip: Tip) -> str:
    said = f"<p>{marked(tip.summary)}</p>" if tip.summary else ""
    quote = f'<span class="id">{tip.claim}</span><span class="quote">“{marked(tip.quote)}”</span>'
    head = (
        f'<tr role="row"><th class="tip" scope="rowgroup" colspan="{len(COLUMNS)}" '
        f'role="rowheader"><p>{quote}</p>{said}</th></tr>'
    )
    rows = "".join(_tip_row(row) for row in tip.rows)
    return f'<tbody role="rowgroup">{head}{rows}{_counted(tip)}</tbody>'


def _tip_row(row: TipRow) -> str:
    text = (
        f'<p class="compared">{marked(row.text)}</p><p>{marked(row.where)}</p>'
        f'<p class="soft">{marked(row.sensitivity())}</p>'
    )
    points = "".join(_amount(finding, gain(finding.points)) for finding in row.shown)
    wins = "".join(_amount(finding, gain(finding.wins, 100)) for finding in row.shown)
    cells = zip(COLUMNS[1:], (_chips(row), points, wins), strict=True)
    return (
        f'<tr role="row"><th scope="row" role="rowheader">{text}</th>'
        + "".join(f'<td role="cell" data-title="{title}">{cell}</td>' for title, cell in cells)
        + "</tr>"
    )


def _chips(row: TipRow) -> str:
    """The verdicts at a glance: one line for each baseline."""
    lines = []
    for baseline in dict.fromkeys(finding.case.baseline for finding in row.usual):
        own = [finding for finding in row.usual if finding.case.baseline == baseline]
        chips = "".join(map(_chip, own))
        who = f'<span class="who">{html.escape(baseline)}</span>'
        lines.append(f'<p class="chips">{who}{chips}</p>')
    return "".join(lines)


def _chip(finding: Finding) -> str:
    mark = "" if is_confirmed(finding) else NOT_CONFIRMED
    text = f"{finding.case.players} {sign(finding)}{mark}"
    return f'<span class="v {CLASSES[finding.verdict]}">{text}</span>'


def _amount(finding: Finding, text: str) -> str:
    who = f"{finding.case.baseline}, {finding.case.players}"
    return f'<p class="number"><b>{text}</b> <span class="soft">{html.escape(who)}</span></p>'


def _counted(tip: Tip) -> str:
    """What counting says of a claim, in a row of its own."""
    if tip.counted is None:
        return ""
    items = "".join(f"<li>{marked(sentence)}</li>" for sentence in tip.counted.sentences)
    answer = f'<span class="v open">{marked(tip.counted.answer.capitalize())}</span>'
    return (
        f'<tr role="row"><td role="cell" colspan="{len(COLUMNS)}" data-title="Counted">'
        f'<p class="chips">{answer}</p><ul>{items}</ul></td></tr>'
    )


def _fold(block: Fold) -> str:
    inside = _rendered(block.blocks)
    kind = "" if block.printed else ' class="unprinted"'
    return f"<details{kind}><summary>{marked(block.summary)}</summary>{inside}</details>"


def _data(block: Data) -> str:
    text = json.dumps(plain(block.document), ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c")  # so that no text within it ends the element
    return f'<script type="application/json" id="{block.anchor}">{safe}</script>'


RENDERERS: dict[type, Callable[[Any], str]] = {
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
