"""Whatever people write into an experiment stays text, on the page, in Markdown and in charts."""

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummysim.experiments.spec import Variant
from rummysim.reports.charts import Curve, Words, chart_files, curve_chart
from rummysim.reports.markup import element, escaped, markdown, marked
from rummysim.reports.page import report_files
from rummysim.reports.runs import Run
from rummysim.reports.tips_page import tips_page
from rummysim.reports.tips_table import tips
from tests.made_up import chart_run, counting_run, manifest, tip_run

NASTY = (
    "$5_$ and $x^$ \\frac{1 }}{{ % # ~",
    '"><script>alert(1)</script><img src=x onerror="a"> </details></title></table> | a | b | <!-- '
    "& &lt; &amp; * **b** [a](javascript:x) ![](x) `code` _i_ 1. - + > #",
    f"\U0001f0cf ♠ \u202eabc\u202c العربية \u200b \x07 \x1b[31m {'w' * 300}",
)


class Tags(HTMLParser):
    """Every element with its attributes, without their values."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.found, self.text = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, tuple(name for name, _ in attrs)))

    def handle_endtag(self, tag):
        self.found.append((tag, None))

    def handle_data(self, data):
        self.text.append(data)


def everywhere(run, text):
    """The run with a text in place of every text of its experiment."""
    of = run.experiment
    changes = {
        "question": text,
        "claim": text if of.claim else "",
        "quote": text if of.quote else "",
        "arms": {name: dataclasses.replace(arm, doing=text) for name, arm in of.arms.items()},
        "variants": tuple(Variant(each.name, each.rules, text) for each in of.variants),
    }
    rename = {}
    if of.chart is not None:
        views = tuple(
            dataclasses.replace(view, name=f"{text}{n}") for n, view in enumerate(of.chart.views)
        )
        changes["chart"] = dataclasses.replace(of.chart, acts=(f"{text}1", f"{text}2"), views=views)
        rename = dict(zip(of.chart.acts, changes["chart"].acts, strict=True)) | {
            old.name: new.name for old, new in zip(of.chart.views, views, strict=True)
        }
    new = dataclasses.replace(of, **changes)
    again = lambda each, **more: dataclasses.replace(each, experiment=new, **more)  # noqa: E731
    return Run(
        new,
        manifest(new, command=f"rummysim run {text}"),
        tuple(map(again, run.findings)),
        tuple(again(count) for count in run.counts),
        tuple(again(c, view=rename[c.view], act=rename.get(c.act)) for c in run.cells),
        tuple(again(each, view=rename[each.view]) for each in run.follows),
    )


def small_runs():
    """One run of each kind, with few numbers."""
    tip, counts = tip_run(), counting_run()
    few = tuple(c for c in counts.counts if c.measure in ("points", "down_by_turn"))
    return [
        dataclasses.replace(tip, findings=tip.findings[:60]),
        dataclasses.replace(counts, counts=few[:40]),
        chart_run(),
    ]


def page_of(runs):
    return report_files(runs, Path("r"))


def shape(text):
    """What a page is made of, but for what drawings and commands hold."""
    page = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    found = Tags(page).found
    return [each for each in found if each[0] != "code"]


@pytest.fixture(scope="module")
def plain_shape():
    files = page_of([everywhere(run, "harmless") for run in small_runs()])
    return shape(files[Path("r/report.html")].decode())


@pytest.mark.parametrize("text", NASTY)
def test_nothing_that_people_write_becomes_markup(text, plain_shape):
    files = page_of([everywhere(run, text) for run in small_runs()])
    page = files[Path("r/report.html")].decode()
    assert shape(page) == plain_shape
    for path, data in files.items():
        if path.suffix == ".svg":
            ElementTree.fromstring(data)
    outside = re.sub(r"(?<!\\)`[^`\n]*`", "", files[Path("r/report.md")].decode())
    tags = re.findall(r"<(/?[A-Za-z!][^>]*)>", outside)
    assert set(tags) <= {"details", "/details", "summary", "/summary", "br", "code", "/code"}


def test_charts_show_a_dollar_as_it_was_written():
    """Labels, titles, captions and curves: none of them is read as a formula."""
    text = "$5_$ $x^$"
    rows = [{"turn": n, "estimate": 0.1 * n, "low": 0.0, "high": 0.5} for n in (1, 2)]
    ax = curve_chart([Curve(text, rows)], Words(text, text, text))
    files = chart_files(ax, Path("a"), rows)
    assert files[Path("a.svg")].decode().count(text) >= 3


@given(st.text(), st.text())
def test_an_element_holds_its_text_and_nothing_else(text, value):
    page = Tags(element("p", text, title=value))
    assert [tag for tag, _ in page.found] == ["p", "p"]
    assert len(page.found[0][1]) <= 1
    assert Tags(escaped(text)).found == []
    assert {tag for tag, _ in Tags(marked(text)).found} <= {"code"}


@given(st.text())
def test_markdown_is_one_line_that_ends_no_cell(text):
    said = markdown(text)
    assert "\n" not in said
    assert not re.search(r"(?<!\\)\|", said)
    outside = re.sub(r"(?<!\\)`[^`]*`", "", said)
    assert not re.search(r"<[A-Za-z/!?]", outside)


def test_the_terminal_is_sent_no_commands():
    text = "red \x1b[31m \u202e"
    run = everywhere(tip_run(), text)
    assert "\x1b" not in tips_page(tips(run.findings))
