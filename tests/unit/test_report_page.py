"""The report as one page and as Markdown: sound, self-contained, complete, in its order."""

import dataclasses
import itertools
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rummysim.errors import StoreError
from rummysim.reports.markup import marked
from rummysim.reports.method import compared_words, method, reading
from rummysim.reports.page import head_blocks, report_files, write_report
from rummysim.reports.runs import Run
from rummysim.reports.strategy_words import better
from rummysim.stats.rounding import gain
from tests.made_up import all_runs, chart_run, counting_run, experiment, finding, manifest, tip_run

VOID = {"meta", "link", "br", "hr", "img", "input"}
LOADING = {"src", "srcset", "data", "poster", "action", "background", "cite", "ping"}


class Page(HTMLParser):
    """What a page is made of; it has to be balanced."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag):
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((data, tuple(self.open) or ("",)))

    def all(self, tag):
        return [attributes for name, attributes, _ in self.elements if name == tag]

    def text_in(self, tag):
        return [text for text, path in self.texts if tag in path]


@pytest.fixture(scope="module")
def files():
    return report_files(all_runs(), Path("report"))


@pytest.fixture(scope="module")
def page(files):
    return Page(files[Path("report/report.html")].decode())


@pytest.fixture(scope="module")
def markdown(files):
    return files[Path("report/report.md")].decode()


def test_the_page_refers_to_nothing_outside_itself(page, files):
    ids = {attributes["id"] for _, attributes, _ in page.elements if "id" in attributes}
    for tag, attributes, _ in page.elements:
        assert not LOADING & attributes.keys(), tag
        target = attributes.get("href", "#top")
        assert target.startswith("#") or target == "data:,", target
        if target.startswith("#"):
            assert target[1:] in ids, target
        for value in attributes.values():
            for name in re.findall(r"url\(([^)]*)\)", value or ""):
                assert name.lstrip("#") in ids, name
    style = "".join(page.text_in("style"))
    assert "url(" not in style
    assert "@import" not in style
    assert "http" not in files[Path("report/report.html")].decode()


def test_ids_are_unique_and_only_data_is_in_scripts(page):
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    scripts = page.all("script")
    assert [each["type"] for each in scripts] == ["application/json"]
    assert not [name for _, each, _ in page.elements for name in each if name.startswith("on")]


def test_the_manifests_are_embedded_whole(page):
    document = json.loads("".join(page.text_in("script")))
    assert document == {run.name: run.manifest for run in all_runs()}


def test_the_page_has_language_landmarks_and_a_heading_of_each_level(page):
    assert page.all("html")[0]["lang"] == "en"
    assert {"header", "nav", "main", "footer", "title"} <= {name for name, _, _ in page.elements}
    levels = [int(name[1]) for name, _, _ in page.elements if re.fullmatch(r"h[1-6]", name)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    names = {attributes["id"] for name, attributes, _ in page.elements if name == "h2"}
    assert {section["aria-labelledby"] for section in page.all("section")} == names


def test_every_drawing_says_what_it_shows(page):
    drawings = page.all("svg")
    assert len(drawings) >= 10
    titles = {each.get("id") for each in page.all("title")}
    for each in drawings:
        assert each["role"] == "img"
        assert each["aria-labelledby"] in titles
        _, _, width, height = map(float, each["viewbox"].split())
        assert width > 0
        assert height > 0


def test_every_table_has_headers_with_a_scope_and_a_caption(page):
    tables = [place for place, (name, _, _) in enumerate(page.elements) if name == "table"]
    assert len(tables) >= 10
    for place in tables:
        depth = len(page.elements[place][2])
        inside = []
        for name, attributes, path in page.elements[place + 1 :]:
            if len(path) <= depth:
                break
            inside.append((name, attributes))
        names = [name for name, _ in inside]
        assert "caption" in names
        assert "thead" in names
        heads = [attributes for name, attributes in inside if name == "th"]
        assert heads
        assert all("scope" in each or "corner" in each.get("class", "") for each in heads)
    regions = [each for each in page.all("div") if each.get("class") == "scroll"]
    assert all(each["tabindex"] == "0" and each["aria-label"] for each in regions)


def test_cells_of_a_table_are_as_many_as_its_titles(files):
    text = files[Path("report/report.html")].decode()
    for table in re.findall(r"<table><caption>.*?</table>", text):
        head, _, body = table.partition("</thead>")
        rows = body.split("<tr>")[1:]
        assert rows
        for row in rows:
            assert len(re.findall(r"<t[hd]", row)) == len(re.findall(r"<th ", head))


def test_what_people_wrote_cannot_become_markup(files):
    text = files[Path("report/report.html")].decode()
    assert "<everything>" not in text
    assert "buying &lt;everything&gt; &amp; more" in text
    assert "nothing ends here</b>" not in text


def test_the_short_answer_comes_first_and_the_inputs_last(page, markdown):
    wanted = [
        "The short answer",
        "How to read this",
        "The tips one by one",
        "The games compared",
        "Other questions",
        "Strategy cards",
        "Method",
        "Limits",
        "Inputs, and every number again",
    ]
    assert [text for text, path in page.texts if path[-1] == "h2"] == wanted
    assert re.findall(r"^## (.*)$", markdown, re.MULTILINE) == wanted


def test_verdicts_are_told_at_a_glance_and_in_words(page, markdown):
    chips = [text for text, path in page.texts if path[-1] == "span" and "helps" in text]
    assert "4 ▲ helps" in chips
    said = " ".join(text for text, _ in page.texts)
    for words in (
        "Buy wisely.",
        "In Shanghai Rummy it helps with three, four and five players among steady players; it is",
        "But it hurts with four steady players (-1.0 ±0.3) if who is down may not buy.",
        "+1.2 ±0.3",
        "Playing by the card",
    ):
        assert words in said
        assert words in markdown


def test_the_same_numbers_are_on_the_page_and_in_markdown(page, markdown):
    cells = {text for text, path in page.texts if path[-1] == "td"}
    assert len(cells) > 80
    missing = [cell for cell in cells if cell.replace("|", "\\|") not in markdown]
    known = {gain(better(each.experiment.chart, each)) for each in chart_run().cells}
    assert set(missing) <= known  # cells of strategy cards, which Markdown shows as pictures


def test_no_half_width_has_more_than_two_figures(page, markdown):
    shown = [markdown, *(text for text, _ in page.texts)]
    arms = [arm for text in shown for arm in re.findall(r"± ?(\d[\d,]*(?:\.\d+)?)", text)]
    assert len(arms) > 200
    for arm in arms:
        digits = arm.replace(",", "").replace(".", "").lstrip("0")
        assert len(digits if "." in arm else digits.rstrip("0")) <= 2, arm


def test_every_chart_is_there_as_svg_and_png_with_its_numbers(files, markdown):
    stems = set(re.findall(r"\]\(figures/(.*?)\.png\)", markdown))
    figures = {path.stem for path in files if path.parent.name == "figures"}
    assert stems == figures
    for stem in stems:
        folder = Path("report/figures")
        assert b"<svg" in files[folder / f"{stem}.svg"]
        assert files[folder / f"{stem}.png"].startswith(b"\x89PNG")
        rows = files[folder / f"{stem}.csv"].decode().splitlines()
        assert len(rows) > 1
    text = files[Path("report/report.html")].decode()
    assert all(f"figures/{stem}.csv" in text for stem in stems)


def test_the_page_stays_small(files):
    assert len(files[Path("report/report.html")]) < 400_000


def test_the_style_knows_phones_paper_and_darkness(page):
    style = "".join(page.text_in("style"))
    for words in ("prefers-color-scheme: dark", "@media print", "max-width: 700px"):
        assert words in style
    names = set(re.findall(r"var\((--\w+)\)", style))
    inline = {
        name
        for _, attributes, _ in page.elements
        for name in re.findall(r"var\((--\w+)\)", attributes.get("style") or "")
    }
    assert "--c0" in inline
    defined = set(re.findall(r"(--\w+):", style))
    assert names | inline <= defined


def test_how_to_get_every_number_again_is_told(page, markdown):
    codes = [text for text, path in page.texts if path[-1] == "code"]
    for run in all_runs():
        assert run.command in codes
        assert run.command in markdown


def warnings_of(runs):
    head = head_blocks("A title", runs)
    return [block.text for block in head if getattr(block, "kind", "") == "warning"]


def test_a_quick_look_is_called_so_on_top():
    assert warnings_of([tip_run(), counting_run()]) == []
    run = counting_run()
    quick = Run(run.experiment, {**run.manifest, "command": "rummysim run rounds --quick"})
    assert warnings_of([quick])[0].startswith("A quick look: rounds is on small samples")
    few = finding(tip_run().findings[0].points, deals=100)
    small = Run(few.experiment, manifest(few.experiment), (few,))
    assert warnings_of([small, counting_run()]) == []
    said = head_blocks("A title", [small, counting_run()])[-1].text
    assert said.startswith("Fewer than 10,000 paired rounds are behind a comparison of t3_buying:")
    assert warnings_of([quick, quick])[0].startswith("A quick look: all runs are on small samples")


def test_runs_without_results_or_that_have_not_ended_say_so():
    of = experiment()
    empty = Run(of, manifest(of, state="stopped", progress={}))
    text = report_files([empty], Path("r"))[Path("r/report.html")].decode()
    assert "Nothing has been played yet." in text
    assert "t3_buying has not ended: there is more to play" in text
    assert "<code>rummysim resume t3_buying</code>" in text
    assert "The short answer" not in text
    Page(text)


def test_without_runs_there_is_no_report(tmp_path):
    with pytest.raises(StoreError, match="there is no run to report on"):
        write_report([], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_text_is_escaped_and_commands_are_marked():
    assert marked("a < b & `rummysim run --set a<b`") == (
        "a &lt; b &amp; <code>rummysim run --set a&lt;b</code>"
    )


def test_a_report_takes_away_the_figures_of_the_one_before_and_nothing_else(tmp_path, monkeypatch):
    runs = [tip_run(), chart_run()]
    monkeypatch.setattr("rummysim.reports.page.read_runs", lambda _: runs)
    write_report([], tmp_path)
    own = tmp_path / "figures" / "own.png"
    own.write_bytes(b"mine")
    gone = tmp_path / "figures" / "chart_buy-1.svg"
    assert gone.exists()
    del runs[1]
    write_report([], tmp_path)
    assert own.read_bytes() == b"mine"
    assert not gone.exists()
    assert (tmp_path / "figures" / "t3_buying-verdicts.svg").exists()
    (tmp_path / "figures" / "files.txt").write_text("../report.md\nfiles.txt\n")
    write_report([], tmp_path)
    assert (tmp_path / "report.md").exists()


def test_the_method_tells_only_what_was_done():
    text = " ".join(map(str, method([counting_run()])))
    assert "Counted things" in text
    assert "Strategy cards" not in text
    assert "p-values" not in text
    of = experiment(fields=("baseline",))
    quick = Run(of, manifest(of), (finding(1.0, of=of),))
    text = " ".join(map(str, method([quick])))
    assert "One player does it, when the others play as usual." in text
    assert "all the others do it" not in text
    assert "large enough to find half of the explored effect;" in text
    capped = dataclasses.replace(quick.findings[0], capped=True)
    text = " ".join(map(str, method([Run(of, manifest(of), (capped,))])))
    assert "except for 1 of 1 where the most deals were reached" in text


def test_names_of_experiments_are_no_names_of_sections():
    run = counting_run()
    of = dataclasses.replace(run.experiment, name="answer")
    files = report_files([tip_run(), dataclasses.replace(run, experiment=of)], Path("r"))
    page = Page(files[Path("r/report.html")].decode())
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_questions_of_our_own_are_in_no_quotation_marks():
    tip = tip_run()
    asked = dataclasses.replace(tip.experiment, name="dig", claim="GO-Q1", quote="It pays.")
    findings = tuple(dataclasses.replace(each, experiment=asked) for each in tip.findings)
    own = dataclasses.replace(tip, experiment=asked, findings=findings)
    files = report_files([tip, own], Path("r"))
    for name in ("r/report.html", "r/report.md"):
        text = files[Path(name)].decode()
        assert f"“{tip.experiment.quote}”" in text
        assert "It pays. (a question of ours, not of the rules)" in text
        assert "“It pays.”" not in text


def test_only_what_fresh_deals_confirmed_is_counted_as_confirmed():
    fresh, early = finding(1.0), finding(1.0, stage="explore")
    same = finding(0.0, stage="explore", alike=True)
    assert compared_words([fresh, fresh]) == "2 comparisons, all of them confirmed on fresh deals"
    assert compared_words([fresh, same, early]) == (
        "3 comparisons, 1 confirmed on fresh deals, 1 only explored and 1 where the two play the "
        "same, so that nothing was to confirm"
    )
    assert compared_words([early, early]) == "2 comparisons, none confirmed on fresh deals"
    assert "confirmed" not in compared_words([same])


def test_matches_and_rounds_that_are_won_are_told_apart():
    def read(*of):
        runs = [Run(each, manifest(each), (finding(1.0, of=each),)) for each in of]
        return next(
            item for block in reading(runs) for item in getattr(block, "items", ()) if "Won" in item
        )

    match, one = experiment(), experiment("last", round=7)
    assert "more matches of a hundred" in read(match)
    assert "more rounds of a hundred" in read(one)
    assert "more matches (rounds in last, where one round was played alone" in read(match, one)
