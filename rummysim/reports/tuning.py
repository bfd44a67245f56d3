"""A tuning run for people: its page, the preset that it found, and a chart of its history."""

import json
import shlex
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummysim.policies.presets import MAX_SUMMARY
from rummysim.reports.charts import COLOURS, FAINT, INK, Words, chart_files, dress, new_axes
from rummysim.reports.files import write_together
from rummysim.reports.tables import percent_with_error, text_table
from rummysim.stats.estimate import Estimate
from rummysim.stats.rounding import number, with_error

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rummysim.policies.registry import Policy
    from rummysim.simulation.tuning import Generation, Tuned

Row = dict[str, Any]
WORTH = "points per round better than the others"
WORTH_BOTH_WAYS = "points per round better, mean of both ways"
UNCLEAR = "The gain in points is not clear: its interval holds 0."
LEGEND = (
    "± is half of a 95% interval. Points are penalty points per round, so better means fewer. "
    "The candidate was chosen on deals of its own, and what it gains was measured on further "
    "deals that neither the search nor the choice has seen."
)
BOTH_WAYS = (
    "Both ways: the mean of one such player among the others and, with its sign turned, one of "
    "the others among such players, on the same deals; shares of {won} are above a fair one. "
)
LEGEND_SHARE = 0.26  # of the chart's height, left free below all points for its legend
UNEVEN = 1.25  # how much longer the longer arm of an interval is when its ends are told


def generation_rows(generations: Sequence["Generation"]) -> list[Row]:
    """One entry per generation: its best candidate, and the average over all of them."""
    rows = []
    for generation in generations:
        best = generation.best
        row: Row = {"generation": generation.number, "first_deal": best["first_deal"]}
        row |= {"best": best["mean"], "best_low": best["low"], "best_high": best["high"]}
        row |= {"mean": generation.average("mean")}
        row |= {f"mean_{end}": generation.average(end) for end in ("low", "high")}
        rows.append(row | {f"value_{name}": value for name, value in best["values"].items()})
    return rows


def generation_line(generation: "Generation") -> str:
    """What one generation found, in a line."""
    best = generation.best
    values = ", ".join(f"{name}={value:g}" for name, value in best["values"].items())
    return (
        f"Generation {generation.number}: best "
        f"{with_error(best['mean'], best['low'], best['high'])} ({values}), all "
        f"{number(generation.average('mean'), 2)}"
    )


def results_of(tuned: "Tuned") -> Row:
    """The result as JSON shows it."""
    return {
        "values": tuned.named(tuned.best.values),
        "start": tuned.named(tuned.start),
        "chosen": tuned.best.source,
        "gains": [gain.entries() for gain in tuned.gains],
        "finalists": [
            {"source": each.source, "values": tuned.named(each.values)} | _named(each.worth)
            for each in tuned.finalists
        ],
        "generations": generation_rows(tuned.generations),
        "interval": "95%",
    }


def _named(found: Estimate) -> Row:
    return {"mean": found.estimate, "low": found.low, "high": found.high, "deals": found.n}


def tuning_page(inputs: Mapping[str, Any], tuned: "Tuned", best: str, width: int) -> str:
    """The values found, who was chosen, and what they gain.

    best : the policy with these values, as it is written
    """
    parts = [
        _wrapped(_heading(inputs, tuned), width),
        _values_table(tuned),
        _finalists_table(inputs, tuned),
        _gains_table(inputs, tuned),
    ]
    if inputs["both_ways"]:
        parts.append(_ways_table(tuned))
    if tuned.best.source == "start":
        found = f"Nothing that was tried is better than {inputs['policy']} as it was."
        parts.append(_wrapped(found, width))
    else:
        parts.append(f"Play it with --policy {shlex.quote(best)}")
    if tuned.best.source != "start" and tuned.gains[-1].points.low <= 0:
        parts.append(_wrapped(UNCLEAR, width))
    both_ways = BOTH_WAYS.format(won=_games(inputs))
    legend = both_ways + LEGEND if inputs["both_ways"] else LEGEND
    return "\n\n".join([*parts, textwrap.fill(legend, width)])


def _wrapped(text: str, width: int) -> str:
    """Each line broken at spaces where it is too long, what follows indented."""
    lines = [
        textwrap.fill(
            line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
        for line in text.splitlines()
    ]
    return "\n".join(lines)


def _games(inputs: Mapping[str, Any]) -> str:
    """What is won: whole matches, or the one round that is played."""
    return "rounds" if inputs["round"] else "matches"


def among(inputs: Mapping[str, Any]) -> str:
    """Among whom the policy was tuned, in words.

    >>> among({"fields": ["greedy", "random"], "both_ways": True})
    'both ways among greedy; random'
    """
    return ("both ways " if inputs["both_ways"] else "") + f"among {'; '.join(inputs['fields'])}"


def _heading(inputs: Mapping[str, Any], tuned: "Tuned") -> str:
    played = f"round {inputs['round']}" if inputs["round"] else "whole matches"
    return (
        f"{inputs['policy']} tuned {among(inputs)}: {inputs['game']}, "
        f"{inputs['players']} players, {played}\n"
        f"{len(tuned.generations)} generations of {inputs['population']} candidates, "
        f"{inputs['deals']:,} deals each; seed {inputs['seed']}, {inputs['optimiser']}, "
        f"rummysim {inputs['rummysim']}"
    )


def _values_table(tuned: "Tuned") -> str:
    rows = []
    for axis, value in zip(tuned.axes, tuned.best.values, strict=True):
        parameter = axis.parameter
        rows.append(
            [
                parameter.name,
                parameter.text(axis.start),
                parameter.text(value),
                parameter.allowed,
            ]
        )
    return text_table(["parameter", "start", "tuned", "searched"], rows)


def _finalists_table(inputs: Mapping[str, Any], tuned: "Tuned") -> str:
    deals = inputs["choose_deals"]
    titles = ["finalist", f"points better\n({deals:,} deals)", "chosen"]
    rows = [
        [each.source, _said(each.worth), "yes" if each is tuned.best else ""]
        for each in tuned.finalists
    ]
    return text_table(titles, rows)


def _gains_table(inputs: Mapping[str, Any], tuned: "Tuned") -> str:
    deals = inputs["check_deals"]
    both, won = inputs["both_ways"], _games(inputs)
    titles = [
        f"among\n({deals:,} deals)",
        "points gained\nover the start",
        f"{won} gained",
        "points better\nboth ways" if both else "points better\nthan the others",
        f"{won} above\na fair share" if both else f"{won} won",
    ]
    rows = [
        [gain.field, _said(gain.points), _share(gain.wins), _said(gain.ahead), _share(gain.won)]
        for gain in tuned.gains
    ]
    return text_table(titles, rows)


def _ways_table(tuned: "Tuned") -> str:
    titles = [
        "points better\nthan the others",
        "one such player\namong them",
        "one of them among\nsuch players",
    ]
    rows = [
        [gain.field, *(_said(way) for way in (gain.alone, gain.reverse) if way)]
        for gain in tuned.gains
    ]
    return text_table(titles, rows)


def _said(found: Estimate) -> str:
    return with_error(found.estimate, found.low, found.high)


def _share(found: Estimate) -> str:
    """A share in percent with half of its interval, or with both ends when it is uneven."""
    above, below = found.high - found.estimate, found.estimate - found.low
    if max(above, below) > UNEVEN * min(above, below):
        ends = f"{100 * found.low:.0f} to {100 * found.high:.0f}"
        return f"{100 * found.estimate:.0f}% ({ends})"
    return percent_with_error(found.estimate, found.low, found.high)


def preset_text(inputs: Mapping[str, Any], tuned: "Tuned", base: "Policy") -> str:
    """The values found as a file that ``--policy FILE.toml`` reads; comments say their origin.

    base : the policy that was tuned, with the values of the start
    """
    found = (
        f"Found by rummysim tune (rummysim {inputs['rummysim']}, engine {inputs['engine']}) with "
        f"{inputs['optimiser']}: {len(tuned.generations)} generations of "
        f"{inputs['population']} candidates, {inputs['deals']} deals each, seed "
        f"{inputs['seed']}. Every evaluation is in {inputs['history']}. "
        f"Game {inputs['game']}, {inputs['players']} players, "
        + (f"round {inputs['round']}, " if inputs["round"] else "")
        + f"{among(inputs)}. Chosen: {tuned.best.source}."
    )
    lines = _comment(found) + _comment(_outcome(inputs, tuned))
    summary = f"{base.name}, tuned {among(inputs)}"
    if len(summary) > MAX_SUMMARY:
        summary = summary[: MAX_SUMMARY - 4] + " ..."
    lines += [f"summary = {_quoted(summary)}", f"base = {_quoted(base.identity)}"]
    lines += ["", "[parameters]"]
    for axis, value in zip(tuned.axes, tuned.best.values, strict=True):
        parameter = axis.parameter
        text = _quoted(parameter.text(value)) if parameter.choices else parameter.text(value)
        origin = f"tuned from {parameter.text(axis.start)}; searched: {parameter.allowed}"
        lines.append(f"{parameter.name} = {text}  # {origin}")
    return "\n".join(lines) + "\n"


def _outcome(inputs: Mapping[str, Any], tuned: "Tuned") -> str:
    """What was gained; in plain words when it is nothing."""
    if tuned.best.source == "start":
        return "Nothing better was found: these are the values of the start."
    return checked(inputs, tuned)


def checked(inputs: Mapping[str, Any], tuned: "Tuned") -> str:
    """The strength on other deals, in a sentence or two."""
    gain = tuned.gains[-1]
    wins = gain.wins
    of_both = ", as means of both ways" if inputs["both_ways"] else ""
    said = (
        f"On {gain.deals:,} other deals (seed {inputs['seeds']['check']}) it is "
        f"{_ranged(gain.points)} further ahead of the others than the values it started "
        f"with, and wins {100 * wins.estimate:.1f} ({100 * wins.low:.1f} to "
        f"{100 * wins.high:.1f}) more {_games(inputs)} of a hundred{of_both}; 95% intervals."
    )
    if gain.alone and gain.reverse:
        said += (
            f" Alone among the others it is {_ranged(gain.alone)} better than they are, and one "
            f"of them alone among such players {_ranged(gain.reverse)}."
        )
    return said


def _ranged(found: Estimate) -> str:
    ends = f"{number(found.low, 2)} to {number(found.high, 2)}"
    return f"{number(found.estimate, 2)} points per round ({ends})"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(
        text, 99, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
    )


def _quoted(text: str) -> str:
    """A basic TOML string."""
    return json.dumps(text, ensure_ascii=False)


def history_chart(inputs: Mapping[str, Any], tuned: "Tuned", ax: "Axes | None" = None) -> "Axes":
    """Axes with the best and the average candidate of each generation, and their intervals."""
    from matplotlib.ticker import MaxNLocator

    rows = generation_rows(tuned.generations)
    ax = new_axes(ax, (8.6, 5.2))
    numbers = [row["generation"] for row in rows]
    below = [row["best"] - row["best_low"] for row in rows]
    above = [row["best_high"] - row["best"] for row in rows]
    lows, highs = ([row[f"mean_{end}"] for row in rows] for end in ("low", "high"))
    ax.fill_between(numbers, lows, highs, color=COLOURS[1], alpha=0.22, linewidth=0)
    means = [row["mean"] for row in rows]
    ax.plot(numbers, means, color=COLOURS[1], linewidth=1.8, label="average of the generation")
    ax.errorbar(
        numbers,
        [row["best"] for row in rows],
        yerr=[below, above],
        fmt="o",
        color=COLOURS[0],
        capsize=3,
        markersize=4,
        label="best of the generation: also the luckiest, so it looks too good",
    )
    start = tuned.finalists[-1].worth
    deals = f"start, on the {start.n:,} deals for choosing"
    ax.axhline(start.estimate, color=INK, linewidth=1, linestyle=":", label=deals)
    ax.grid(axis="y", color=FAINT, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("generation")
    low, high = ax.get_ylim()
    ax.set_ylim(low - LEGEND_SHARE * (high - low), high)
    ax.legend(fontsize=9, framealpha=0.9, edgecolor="none", loc="lower left")
    worth = WORTH_BOTH_WAYS if inputs["both_ways"] else WORTH
    return dress(ax, Words(f"Tuning {inputs['policy']}", _caption(inputs, tuned), worth))


def _caption(inputs: Mapping[str, Any], tuned: "Tuned") -> str:
    return (
        f"{_heading(inputs, tuned)}. ".replace("\n", "; ")
        + "Bars and band: 95% intervals over deals. "
        + _outcome(inputs, tuned)
    )


def write_results(
    inputs: Mapping[str, Any], tuned: "Tuned", stem: Path, preset: str | None
) -> list[Path]:
    """The files written: the chart as SVG, PNG and CSV, and the preset when there is one.

    Raises StoreError when one of them cannot be written; then none of them is.
    """
    chart = history_chart(inputs, tuned)
    contents = chart_files(chart, stem, generation_rows(tuned.generations))
    if preset is not None:
        contents = {stem.with_name(f"{stem.name}.toml"): preset.encode()} | contents
    return write_together(contents)
