"""How a report came about: its method, its limits, its inputs, and how to get each number again."""

from collections.abc import Iterator, Sequence

from rummysim.experiments.findings import Finding
from rummysim.reports.blocks import Block, Bullets, Code, Data, Heading, Table, Text
from rummysim.reports.contracts import contract_words
from rummysim.reports.finding_words import (
    FIELDS,
    MEANINGS,
    SHORT,
    SIGNS,
    is_confirmed,
    is_rule,
    listed,
    plural,
)
from rummysim.reports.runs import Run
from rummysim.reports.tables import level
from rummysim.rules.spec import Contract

READ = (
    "Points are penalty points of one player in one round: fewer are better. A comparison of two "
    "ways to play gives the points per round that the first one saves; below zero it costs them.",
    "±, and numbers in parentheses, are an interval that holds the true value with the stated "
    "confidence ({level}). The true value may be anywhere in it; only what the whole interval says "
    "is said in words.",
    "Won of 100: how many more {deals} of a hundred are won by the one player who does it.",
    "The names of players are policies of this program: {players}.",
    "Contracts are written by their melds: {melds}.",
    "Nothing is a rule for life: every number is about these players, this game and these house "
    "rules. Where verdicts differ between tables, players or house rules, the sentences say so.",
)
PAIRED = (
    "Both ways of a comparison play the same deals, in every seat: the deal, not the game, is one "
    "observation. Luck of the cards that both have in common cancels out; the tables give how many "
    "unpaired deals one such deal is worth, and what it costs.",
    "{who}",
    "Exploring looks again and again while it plays and stops when the verdict is clear. Its "
    "intervals are confidence sequences, which stay valid however often one looks, at alpha over "
    "the number of comparisons of the experiment.",
    "A confirmation follows on fresh deals that exploring never saw. Their number is fixed before"
    "{enough}; the interval is Student's. Numbers and verdicts here are from confirmations; what "
    "only was explored is marked °, also where the two play the same and nothing was to confirm.",
    "p-values are adjusted by Holm's method: for all tips of a game together, with every reading, "
    "table and house rule, and for each other experiment with all of its comparisons; those that "
    "are not played yet count as well. A confirmed comparison helps or hurts only if it stands "
    "after that. Matches won are judged in the same way, as a list of their own.",
    "The verdicts, with so many points per round as the smallest effect that matters: {verdicts}.",
)
COUNTED = ("Counted things are means over the situations of many deals, with the deal as cluster.",)
CARDS = (
    "Strategy cards: play stops at a decision, the state is copied and played out once for each "
    "act with the same cards to come. A cell is the mean difference over situations, with the deal "
    "as cluster. Playing by a card is then tried on fresh deals.",
)
LIMITS = (
    "Players are programs. They follow their rules without error or mood, and none of them is "
    "perfect; a tip may be worth more or less to other players.",
    "A tip is a sentence, and every comparison is one reading of it. Where there are several, they "
    "need not agree.",
    "Verdicts are about averages: a tip that helps on average costs points in many single deals.",
    "Each interval is for itself. Among many of them, some miss: about one in twenty at 95%. "
    "Rounds, cells of cards and counted numbers are not adjusted for their number; what is called "
    "most or least, and ways to play that were counted and compared, is judged among all of them.",
    "Wins and points may disagree: who plays for fewer points does not always win more matches.",
)


def reading(runs: Sequence[Run]) -> list[Block]:
    """How to read the report."""
    alphas = {run.experiment.stop.alpha for run in runs}
    fills = {
        "level": listed(map(level, sorted(alphas))),
        "deals": _deals(runs),
        "players": _players(runs),
        "melds": _melds(runs),
    }
    signs = [f"{SIGNS[word]} {SHORT[word]}: {MEANINGS[word]}." for word in SIGNS]
    return [
        Heading(2, "How to read this", "reading"),
        Bullets(tuple(text.format(**fills) for text in READ)),
        Text("The signs of the verdicts:"),
        Bullets((*signs, "°: found while exploring, not confirmed on fresh deals.")),
    ]


def _deals(runs: Sequence[Run]) -> str:
    """What is won: matches, or rounds where single ones were played."""
    compared = [run for run in runs if run.experiment.contrasts]
    single = [run for run in compared if run.experiment.round is not None]
    if not single:
        return "matches"
    if len(single) == len(compared):
        return "rounds"
    return (
        f"matches (rounds in {listed(run.name for run in single)}, where one round was played "
        "alone and points are those of that round)"
    )


def _players(runs: Sequence[Run]) -> str:
    """The baselines and what they are."""
    from rummysim.policies.presets import load_settings, preset_names

    names = dict.fromkeys(name for run in runs for name in run.experiment.baselines)
    known = set(preset_names())
    return "; ".join(
        f"{name} ({load_settings(name).summary})" if name in known else name for name in names
    )


def _melds(runs: Sequence[Run]) -> str:
    """What the melds of the contracts are."""
    contracts = [c for run in runs for c in run.experiment.rules.opening.contracts]
    shapes = dict.fromkeys(shape for contract in contracts for shape in contract.shapes)
    names = {str(Contract((shape,))): contract_words(Contract((shape,))) for shape in shapes}
    return ", ".join(f"{name} is {words}" for name, words in names.items())


def method(runs: Sequence[Run]) -> list[Block]:
    """Method and limits, of what was done in these runs."""
    designs = {run.experiment.design for run in runs}
    texts = [
        text
        for design, own in (("paired", PAIRED), ("counting", COUNTED), ("chart", CARDS))
        if design in designs
        for text in own
    ]
    sizes = sorted({run.experiment.stop.smallest for run in runs if run.experiment.contrasts})
    verdicts = "; ".join(f"{word.capitalize()}, if {MEANINGS[word]}" for word in MEANINGS)
    fills = {
        "who": _who(runs),
        "enough": _enough(runs),
        "verdicts": f"{listed(f'{size:g}' for size in sizes)}. {verdicts}",
    }
    return [
        Heading(2, "Method", "method"),
        Bullets(tuple(text.format(**fills) for text in texts)),
        Heading(2, "Limits", "limits"),
        Bullets(LIMITS),
    ]


def _who(runs: Sequence[Run]) -> str:
    """Who does it and who sits around, of what was asked."""
    fields = {field for run in runs if run.experiment.contrasts for field in run.experiment.fields}
    one = [f"when {FIELDS[field]}" for field in FIELDS if field in fields and field != "table"]
    parts = [f"One player does it, {listed(one)}"] if one else []
    if "table" in fields:
        whole = "the table as a whole is asked, too," if one else "Asked is the table as a whole,"
        parts.append(f"{whole} when {FIELDS['table']}")
    rules = any(is_rule(run.experiment, each) for run in runs for each in run.experiment.contrasts)
    said = f"{'; '.join(parts)}."
    return f"{said} Where rules are compared, all at the table play by them." if rules else said


def _enough(runs: Sequence[Run]) -> str:
    """How many deals a confirmation had, when they were as many as it takes."""
    confirmed = [f for run in runs for f in run.findings if f.stage == "confirm"]
    capped = sum(finding.capped for finding in confirmed)
    extended = sum(finding.extended for finding in confirmed)
    text = ", large enough to find half of the explored effect"
    if capped:
        text += f", except for {capped:,} of {len(confirmed):,} where the most deals were reached"
    if extended:
        text += (
            f"; {extended:,} did not end where that was, and have intervals that may be read at "
            "any time instead"
        )
    return text


def inputs(runs: Sequence[Run]) -> Iterator[Block]:
    """What was played, how to get it again, and the manifests for programs."""
    yield Heading(2, "Inputs, and every number again", "again")
    yield Text(
        "Each experiment is a file; the same file, seed and version give the same numbers to the "
        "last digit, whatever the computer and however often it was interrupted."
    )
    titles = ("experiment", "command", "seed", "rummysim", "games", "minutes", "state", "identity")
    yield Table("The runs", titles, tuple(map(_inputs_row, runs)), (0, 1, 6, 7))
    yield Text("This report, from the folder that holds the runs:")
    yield Code("rummysim report --out report")
    yield Text("The verdicts as a table for other programs:")
    yield Code("rummysim tips --csv")
    yield Data("manifests", {run.name: run.manifest for run in runs})


def _inputs_row(run: Run) -> tuple[str, ...]:
    manifest = run.manifest
    progress = manifest.get("progress", {})
    games = sum(int(case.get("games", 0)) for case in progress.values())
    return (
        run.name,
        f"`{run.command}`",
        str(run.experiment.seed),
        str(manifest.get("rummysim", "")),
        f"{games:,}",
        f"{float(manifest.get('wall_seconds', 0)) / 60:.1f}",
        str(manifest.get("state", "")),
        str(manifest.get("id", ""))[:12],
    )


def played_sentence(runs: Sequence[Run]) -> str:
    """How much was played, of what, by which version."""
    games = sum(
        int(case.get("games", 0))
        for run in runs
        for case in run.manifest.get("progress", {}).values()
    )
    versions = listed(dict.fromkeys(str(run.manifest.get("rummysim", "")) for run in runs))
    titles = listed(dict.fromkeys(run.experiment.rules.title for run in runs))
    text = f"{games:,} games of {titles}, played by rummysim {versions}"
    found = [finding for run in runs for finding in run.findings]
    return f"{text}: {compared_words(found)}." if found else f"{text}."


def compared_words(found: Sequence[Finding]) -> str:
    """How many comparisons there are, and how many of them fresh deals confirmed.

    >>> compared_words([])
    'no comparison'
    """
    if not found:
        return "no comparison"
    confirmed = sum(map(is_confirmed, found))
    alike = sum(each.alike and not is_confirmed(each) for each in found)
    left = len(found) - alike - confirmed
    if len(found) == 1:
        if alike:
            return "one comparison, in which the two play the same on all deals that were explored"
        return f"one comparison, {'' if confirmed else 'not '}confirmed on fresh deals"
    parts = []
    if confirmed or left:
        share = (
            "all of them" if confirmed == len(found) else f"{confirmed:,}" if confirmed else "none"
        )
        parts.append(f"{share} confirmed on fresh deals")
    if left and confirmed:
        parts.append(f"{left:,} only explored")
    if alike:
        parts.append(f"{alike:,} where the two play the same, so that nothing was to confirm")
    return f"{plural(len(found), 'comparison')}, {listed(parts)}"
