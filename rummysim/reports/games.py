"""The games set side by side: a table, charts and what can be read off them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rummysim.reports.blocks import Block, Bullets, Figures, Fold, Heading, Table, Text
from rummysim.reports.charts import Words
from rummysim.reports.contracts import contract_words
from rummysim.reports.counted_numbers import root
from rummysim.reports.counting_answers import round_blocks
from rummysim.reports.counting_words import amount, ends_said, noun_of, said
from rummysim.reports.finding_words import listed, plural
from rummysim.reports.frames import Picture, Told, picture
from rummysim.reports.game_numbers import SHARES, Game, Rounds, arms_of, games_of, is_game, whole
from rummysim.reports.level_chart import Scale, Series, level_chart
from rummysim.reports.runs import Run, deals_words, interval_words, unfinished_sentence
from rummysim.reports.sections import count_tables
from rummysim.reports.tables import level, percent_with_error
from rummysim.stats.estimate import Estimate

OFTEN = 0.01  # of the rounds: so many dead ones need an explanation
LUCK = (
    "How luck is found: at a table of {kinds} in turn, on the same deals in all places, V is the "
    "variance of one player's points in a match. Better play makes B of it, the square of half the "
    "distance between the means of the two; luck is the rest, (V - B) / V. By the cards alone: "
    "(V - W) / V, where W is the variance that is left in one place of one deal when the players "
    "change places and the cards stay; what lies between, W - B, is play and cards together, and "
    "cancels out in the long run. Intervals of these shares are rather too wide. Better play saves "
    "so many points of a match: {first} players against {second} ones."
)
# Two tables, because one with all of it is wider than a page.
ROUND_TITLES = (
    "game",
    "rounds",
    "turns of a round",
    "points of a round",
    "lays down",
    "nobody out",
    "broken off",
)
MATCH_TITLES = (
    "game",
    "points of a match",
    "their spread (SD)",
    "luck decides",
    "cards alone",
    "better play saves",
)


def game_blocks(runs: Sequence[Run]) -> list[Block]:
    """The whole section of all games, or nothing where there is none.

    >>> game_blocks([])
    []
    """
    found = games_of(runs)
    if not found:
        return []
    own = [run for run in runs if is_game(run)]
    blocks: list[Block] = [Heading(2, "The games compared", "games")]
    if left := unfinished_sentence(own):
        blocks.append(Text(left, "warning"))
    blocks.append(Bullets(tuple(_sentences(found))))
    blocks += _tables(found)
    blocks.append(Figures(tuple(_pictures(found))))
    kinds = next((game.luck.kinds for game in found if game.luck), None)
    if kinds:
        blocks.append(
            Text(LUCK.format(kinds=listed(kinds), first=kinds[0], second=kinds[1]), "soft")
        )
    return [*blocks, *(block for run in own for block in _one_game(run))]


def _one_game(run: Run) -> Iterator[Block]:
    """What one game's rounds cost, folded, and its numbers."""
    yield Heading(3, run.question, f"run-{run.name}")
    equal, _ = arms_of(run.experiment)
    for game in games_of([run]):
        own = [c for c in run.counts if c.case == game.case and c.arm == equal]
        yield from round_blocks(f"{game.case.players} {game.case.baseline} players", own)
    yield Fold("All numbers that were counted", tuple(count_tables(run)), False)
    yield Text(f"The same numbers again: `{run.command}`", "soft")


def _name(game: Game, found: Sequence[Game]) -> str:
    """A game, with its table where there are several."""
    tables = {(each.case.players, each.case.baseline) for each in found}
    table = f", {game.case.players} {game.case.baseline} players" if len(tables) > 1 else ""
    return f"{game.title}{table}"


def _equal(found: Sequence[Game]) -> str:
    """Who sits at the tables of players who are alike."""
    case = found[0].case
    return f"{case.players} {case.baseline} players"


def _mixed(found: Sequence[Game]) -> str:
    """Who sits at the tables that tell luck from play; "" where there are none."""
    kinds = next((game.luck.kinds for game in found if game.luck), ())
    return f"{found[0].case.players} players, {listed(kinds)} in turn" if kinds else ""


def _tables(found: Sequence[Game]) -> Iterator[Table]:
    who, mixed = _equal(found), _mixed(found)
    rounds, matches = (
        tuple(row(game, _name(game, found)) for game in found) for row in (_round_row, _match_row)
    )
    caption = f"The rounds of each game at a table of {who}; the mean of all rounds"
    yield Table(caption, ROUND_TITLES, rounds)
    caption = f"The matches of each game at a table of {who}"
    apart = f"; what decides them, at one of {mixed}" if mixed else ""
    yield Table(caption + apart, MATCH_TITLES, matches)


def _round_row(game: Game, name: str) -> tuple[str, ...]:
    return (
        name,
        str(len(game.points)),
        amount(whole(game.turns), False),
        amount(whole(game.points), False),
        _share(whole(game.down)),
        _share(whole(game.dead)),
        _share(whole(game.capped)),
    )


def _match_row(game: Game, name: str) -> tuple[str, ...]:
    luck = game.luck
    return (
        name,
        amount(game.match, False),
        amount(root(game.spread), False),
        _share(luck.luck) if luck else "",
        _share(luck.cards) if luck else "",
        amount(luck.better, False) if luck else "",
    )


def _share(value: Estimate) -> str:
    return percent_with_error(value.estimate, value.low, value.high)


def _sentences(found: Sequence[Game]) -> Iterator[str]:
    """Where each number is highest and lowest, and why rounds end with nobody out."""
    wanted: tuple[tuple[str, Callable[[Game], Estimate], bool], ...] = (
        ("turns", lambda game: whole(game.turns), False),
        ("points", lambda game: whole(game.points), False),
        ("down", lambda game: whole(game.down), True),
    )
    for measure, value, share in wanted:
        points = [(value(game), f"in {_name(game, found)}") for game in found]
        if text := ends_said(measure, points, share, _alpha(found)):
            yield f"{noun_of(measure).title}. {text}"
    known = [(game.luck.cards, _name(game, found)) for game in found if game.luck]
    if text := ends_said("cards_decide", known, True, _alpha(found)):
        yield f"What the cards alone decide of a match. {text}"
    yield from _dead_sentences(found)


def _dead_sentences(found: Sequence[Game]) -> Iterator[str]:
    """Which games have rounds that nobody goes out of, and in which rounds; a line for each."""
    rare = []
    for game in found:
        dead, capped = whole(game.dead), whole(game.capped)
        if dead.estimate <= OFTEN:
            rare.append(_name(game, found))
            continue
        worst = max(game.dead, key=lambda number: game.dead[number].estimate)
        contract = contract_words(game.rules.opening.contracts[worst - 1])
        yield (
            f"{_name(game, found)}: {said(dead, True)} of the rounds end with nobody out, "
            f"{said(capped, True)} because the most turns were played ("
            f"{game.rules.match.turn_cap} of each player). Most often it is round {worst}, "
            f"{contract}: {said(game.dead[worst], True)}; there a player lays down in "
            f"{said(game.down[worst], True)} of the rounds."
        )
    if rare:
        games = "this game" if len(found) == 1 else plural(len(rare), "game")
        yield (
            f"Rounds that nobody goes out of are one in a hundred at most in {games}: "
            f"{listed(rare)}."
        )


def _pictures(found: Sequence[Game]) -> Iterator[Picture]:
    """Points and lay-downs by round in each game, and what decides a match."""
    yield _by_round(found, "points", "Penalty points of a player by round", False)
    yield _by_round(found, "down", "Players who lay down, by round", True)
    known = [game for game in found if game.luck]
    if known:
        yield _luck_picture(known)


def _by_round(found: Sequence[Game], measure: str, title: str, share: bool) -> Picture:
    """One measure of all games by the number of the round."""
    values: list[tuple[str, Rounds]] = [
        (_name(game, found), getattr(game, measure)) for game in found
    ]
    most = max(number for _, rounds in values for number in rounds)
    series = [
        Series(name, {number - 1: value for number, value in rounds.items()})
        for name, rounds in values
    ]
    unit = "" if share else "points a round"
    words = Words(
        title,
        _caption(found, [v for _, rounds in values for v in rounds.values()], _equal(found)),
        unit,
    )
    levels = [str(number) for number in range(1, most + 1)]
    scale = Scale(share=share, levels="round; each game has contracts of its own")
    ax = level_chart(levels, series, words, scale)
    points = [(whole(rounds), f"in {name}") for name, rounds in values]
    told = Told(title, f"{title}, in each game.", ends_said(measure, points, share, _alpha(found)))
    rows = [
        {"game": game.rules.name, "title": name, "round": number, **_interval(value)}
        for game, (name, rounds) in zip(found, values, strict=True)
        for number, value in rounds.items()
    ]
    return picture(ax, f"games-{measure}", words, told, rows)


def _luck_picture(found: Sequence[Game]) -> Picture:
    """How much of a match is luck, and how much of it the cards alone."""
    kinds = [("luck", "luck"), ("cards", "the cards alone")]
    parts = [(name, [getattr(game.luck, part) for game in found]) for part, name in kinds]
    series = [Series(name, dict(enumerate(values))) for name, values in parts]
    title = "What decides a match"
    shown = [value for _, values in parts for value in values]
    words = Words(title, _caption(found, shown, _mixed(found)), "")
    levels = ["\n".join(_level(game, found)) for game in found]
    scale = Scale(share=True, levels="share of the variance of a player's points in a match")
    ax = level_chart(levels, series, words, scale)
    points = [(value, _name(game, found)) for game, value in zip(found, parts[1][1], strict=True)]
    ends = ends_said("cards_decide", points, True, _alpha(found))
    told = Told(title, f"{title}, in each game.", ends)
    rows = [
        {"game": game.rules.name, "title": _name(game, found), "share": name, **_interval(value)}
        for name, values in parts
        for game, value in zip(found, values, strict=True)
    ]
    return picture(ax, "games-luck", words, told, rows)


def _level(game: Game, found: Sequence[Game]) -> list[str]:
    """A game below an axis, in short lines."""
    case = game.case
    several = _name(game, found) != game.title
    table = [f"{case.players}", case.baseline] if several else []
    return [*Path(game.rules.name).stem.split("-"), *table]


def _interval(value: Estimate) -> dict[str, Any]:
    return {
        "estimate": value.estimate,
        "low": value.low,
        "high": value.high,
        "deals": value.n,
    }


def _alpha(found: Sequence[Game]) -> float:
    """One less the confidence of their intervals."""
    return found[0].run.experiment.stop.alpha


def _caption(found: Sequence[Game], values: Sequence[Estimate], who: str) -> str:
    """Intervals, deals and inputs of numbers from several runs; ``who`` sits at the table."""
    experiment = found[0].run.experiment
    deals = deals_words([value.n for value in values])
    seeds = listed(dict.fromkeys(str(game.run.experiment.seed) for game in found))
    version = found[0].run.manifest.get("rummysim", "")
    intervals = interval_words(experiment, values)
    if any(value.kind == SHARES for value in values):
        intervals = f"{level(experiment.stop.alpha)} intervals that are rather too wide."
    return f"{intervals} {who}. {deals[:1].upper()}{deals[1:]}. Seed {seeds}; rummysim {version}."
