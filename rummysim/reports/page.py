"""The report of many runs: one HTML page, the same as Markdown, and every chart as files."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rummysim.errors import StoreError
from rummysim.reports.blocks import (
    Block,
    Blocks,
    Figures,
    Fold,
    Heading,
    StrategyCard,
    Text,
    Verdicts,
)
from rummysim.reports.files import ready_folder, remove, write_together
from rummysim.reports.finding_words import IN_SENTENCES, SIGNS, counted, listed, upper
from rummysim.reports.frames import Picture
from rummysim.reports.game_numbers import is_game
from rummysim.reports.games import game_blocks
from rummysim.reports.method import inputs, method, played_sentence, reading
from rummysim.reports.page_html import html_page
from rummysim.reports.page_markdown import markdown_page
from rummysim.reports.runs import ENOUGH, Run, read_runs, unfinished_sentence
from rummysim.reports.sections import experiment_blocks
from rummysim.reports.tips_table import Tip, tips

PAGE, MARKDOWN, FIGURES = "report.html", "report.md", "figures"
LIST = "files.txt"  # what the report has put there, so that the next one can remove it
DRAWN = (".svg", ".png", ".csv")
QUICK = (
    "A quick look: {names} on small samples, and perhaps at few tables. The intervals are as wide "
    "as that makes them; some questions need the long form to be decided."
)
SMALL = (
    "Fewer than {enough:,} paired rounds are behind a comparison of {names}: the intervals there "
    "are as wide as that makes them."
)
SIGNS_MEAN = "The number before a sign is how many play at the table; beside it, who plays:"
FEW = 3  # games that the title names
FOOTER = "Made by `rummysim report` from the runs named above; no number is typed by hand."


def write_report(folders: Iterable[Path], folder: Path) -> list[Path]:
    """The files of a report about the runs in ``folders``, all of them or none.

    Raises StoreError when there is no run, or something cannot be read or written.
    """
    runs = read_runs(folders)
    if not runs:
        raise StoreError("there is no run to report on: `rummysim run` makes some")
    ready_folder(folder)
    files = report_files(runs, folder)
    figures = folder / FIGURES
    old = drawn_before(figures)
    names = {path.name for path in files if path.parent == figures}
    files[figures / LIST] = "".join(f"{name}\n" for name in sorted(names)).encode()
    written = write_together(files)
    for name in old - names:
        remove(figures / name)
    return written


def drawn_before(figures: Path) -> set[str]:
    """The files that the last report has put into a folder of figures.

    >>> drawn_before(Path("nowhere"))
    set()
    """
    try:
        names = (figures / LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    return {name for name in names if Path(name).name == name and Path(name).suffix in DRAWN}


def report_files(runs: Sequence[Run], folder: Path) -> dict[Path, bytes]:
    """The page, the Markdown and the figures of a report, by file."""
    title, head, blocks = report_blocks(runs)
    files = {
        folder / PAGE: html_page(title, head, blocks, FOOTER).encode(),
        folder / MARKDOWN: markdown_page([*head, *blocks]).encode(),
    }
    for picture in pictures_in(blocks):
        files |= picture.files(folder / FIGURES)
    return files


def pictures_in(blocks: Blocks) -> list[Picture]:
    """Every chart of a report."""
    found: list[Picture] = []
    for block in blocks:
        if isinstance(block, Figures):
            found += block.pictures
        elif isinstance(block, StrategyCard):
            found.append(block.picture)
        elif isinstance(block, Fold):
            found += pictures_in(block.blocks)
    return found


def report_blocks(runs: Sequence[Run]) -> tuple[str, list[Block], list[Block]]:
    """Title, head and body of a report."""
    found = tips(
        [finding for run in runs for finding in run.findings],
        [count for run in runs for count in run.counts],
    )
    games = games_words([run.experiment.rules.title for run in runs])
    title = f"{games}: the tips put to the test" if found else f"{games}: what was found"
    body = [*_answer(found), *reading(runs), *_experiments(runs), *method(runs), *inputs(runs)]
    return title, head_blocks(title, runs), body


def games_words(titles: Sequence[str]) -> str:
    """The games of a report for its title: by their names while they are few.

    >>> games_words(["Go", "Go"]), games_words(["A", "B", "C", "D"])
    ('Go', 'Four rummy games')
    """
    games = list(dict.fromkeys(titles))
    return listed(games) if len(games) <= FEW else f"{upper(counted(len(games), 'rummy game'))}"


def head_blocks(title: str, runs: Sequence[Run]) -> list[Block]:
    """The title, how much was played, and a warning where that is little."""
    head: list[Block] = [Heading(1, title, "top"), Text(played_sentence(runs), "lead")]
    quick = [run.name for run in runs if run.quick]
    small = [run.name for run in runs if run.small and not run.quick]
    if quick:
        every = len(quick) == len(runs)
        verb = "is" if len(quick) == 1 else "are"
        names = "all runs are" if every and len(runs) > 1 else f"{listed(quick)} {verb}"
        head.append(Text(QUICK.format(names=names), "warning"))
    if small:
        head.append(Text(SMALL.format(enough=ENOUGH, names=listed(small)), "soft"))
    if left := unfinished_sentence(runs):
        head.append(Text(left, "warning"))
    return head


def _answer(found: Sequence[Tip]) -> list[Block]:
    """The short answer: every tip with its verdicts."""
    if not found:
        return []
    signs = "; ".join(f"{SIGNS[word]} {IN_SENTENCES[word]}" for word in SIGNS)
    return [
        Heading(2, "The short answer", "answer"),
        Text(f"{SIGNS_MEAN} {signs}."),
        Verdicts(tuple(found)),
    ]


def _experiments(runs: Sequence[Run]) -> list[Block]:
    """The sections of all experiments: tips, games, other questions, strategy cards."""
    others = [run for run in runs if not is_game(run)]
    claimed = [run for run in others if run.experiment.claim]
    cards = [run for run in others if run.experiment.design == "chart"]
    return [
        *_section("The tips one by one", "tips", claimed),
        *game_blocks(runs),
        *_section("Other questions", "questions", [run for run in others if _is_other(run)]),
        *_section("Strategy cards", "cards", cards),
    ]


def _section(title: str, anchor: str, runs: Sequence[Run]) -> list[Block]:
    """Experiments under a heading, or nothing."""
    found = [block for run in runs for block in experiment_blocks(run)]
    return [Heading(2, title, anchor), *found] if runs else []


def _is_other(run: Run) -> bool:
    return not run.experiment.claim and run.experiment.design != "chart"
