"""The report in a real browser: it fits a phone and a desk, loads nothing, knows darkness."""

import html
import json
import re
import shutil
import subprocess

import pytest

from rummysim.reports.page import report_files
from tests.made_up import all_runs

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--enable-logging=stderr",
)
WIDTHS = (390, 1280)
# Pages in frames of their own width, measured once they are laid out.
MEASURE = """
<!doctype html><title>-</title>
<iframe style="width:390px;height:800px;border:0" srcdoc="{page}"></iframe>
<iframe style="width:1280px;height:800px;border:0" srcdoc="{page}"></iframe>
<pre id="measured"></pre>
<script>
window.addEventListener("load", () => {{
  const found = Array.from(document.querySelectorAll("iframe"), (frame) => {{
    const inside = frame.contentWindow, page = frame.contentDocument;
    page.querySelectorAll("details").forEach((each) => {{ each.open = true; }});
    const letters = Array.from(page.querySelectorAll("figure svg"), (drawing) =>
      drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width);
    const areas = Array.from(page.querySelectorAll(".scroll"));
    const wide = areas.filter((each) => each.scrollWidth > each.clientWidth);
    const games = Array.from(page.querySelectorAll("#games ~ .scroll")).slice(0, 2);
    return {{
      width: inside.innerWidth,
      needed: page.documentElement.scrollWidth,
      loaded: inside.performance.getEntriesByType("resource").length,
      paper: inside.getComputedStyle(page.body).backgroundColor,
      line: inside.getComputedStyle(page.querySelector("figure svg text")).fill,
      smallest: Math.min(...letters),
      drawings: letters.length,
      stuck: wide.filter((each) => each.tabIndex !== 0 ||
        inside.getComputedStyle(each).overflowX !== "auto").length,
      games: games.length,
      wideGames: games.filter((each) => wide.includes(each)).length,
      moved: wide.length,
      lost: wide.filter((each) => {{
        each.scrollLeft = each.scrollWidth;
        const box = each.getBoundingClientRect();
        return Array.from(each.querySelectorAll("tbody th, caption span")).some((name) => {{
          const place = name.getBoundingClientRect();
          const most = name.tagName === "TH" ? box.width / 2 : box.width;
          return place.left < box.left - 1 || place.width > most;
        }});
      }}).length,
    }};
  }});
  document.getElementById("measured").textContent = JSON.stringify(found);
}});
</script>
"""


def browse(folder, *words):
    """What the browser writes to stdout and stderr."""
    run = subprocess.run(
        [BROWSER, *FLAGS, f"--user-data-dir={folder / 'profile'}", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout, run.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a report, and a page that measures it."""
    if BROWSER is None:
        pytest.skip(f"no browser is installed: none of {', '.join(BROWSERS)}")
    folder = tmp_path_factory.mktemp("report")
    for path, data in report_files(all_runs(), folder).items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    page = (folder / "report.html").read_text(encoding="utf-8")
    measure = MEASURE.format(page=html.escape(page))
    (folder / "measure.html").write_text(measure, encoding="utf-8")
    return folder


def measured(folder, *words):
    """What the measuring page found in each frame."""
    page = (folder / "measure.html").as_uri()
    text, log = browse(folder, "--window-size=1700,1000", "--dump-dom", *words, page)
    assert "CONSOLE" not in log
    return json.loads(html.unescape(re.search(r'<pre id="measured">(.*?)</pre>', text)[1]))


def test_the_report_fits_phone_and_desk_and_loads_nothing(folder):
    light = measured(folder)
    assert [each["width"] for each in light] == list(WIDTHS)
    for each in light:
        assert each["needed"] <= each["width"]
        assert each["loaded"] == 0
        assert each["drawings"] >= 10
        assert each["smallest"] >= 0.9  # letters of charts keep their size on a phone
        assert each["stuck"] == 0
        assert each["games"] == 2
        assert each["lost"] == 0  # what names a row stays in sight, and takes half of it at most
        assert each["paper"] == "rgb(255, 255, 255)"
    phone, desk = light
    assert phone["moved"] > 0
    assert desk["wideGames"] == 0  # the games compared can be seen at once
    dark = measured(folder, "--blink-settings=preferredColorScheme=0")
    for before, after in zip(light, dark, strict=True):
        assert after["paper"] == "rgb(22, 24, 28)"
        assert after["line"] != before["line"]


def test_the_report_can_be_printed(folder):
    file = folder / "report.pdf"
    page = (folder / "report.html").as_uri()
    _, log = browse(folder, "--no-pdf-header-footer", f"--print-to-pdf={file}", page)
    assert "CONSOLE" not in log
    assert file.read_bytes().startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", file.read_bytes())) < 40
