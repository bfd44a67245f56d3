"""What a counted chart says in a sentence: where the number is largest, and where smallest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummysim.reports.extremes import Point, extremes
from rummysim.reports.finding_words import NUMBERS, listed, upper
from rummysim.stats.estimate import Estimate
from rummysim.stats.rounding import with_error

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
LAST = 3  # the number of jokers dealt and of buys that stands for more, too

NAMED = 3  # places of an extreme that are named one by one


@dataclass(frozen=True)
class Noun:
    """How a measure is called, and what its ends are called."""

    title: str
    most: str
    least: str
    unit: str = ""  # on the axis


def _amount(title: str, noun: str, unit: str) -> Noun:
    return Noun(title, f"Most {noun}", "fewest", unit)


def _share(title: str, event: str) -> Noun:
    return Noun(title, f"{event} most often", "least often")


NOUNS: Mapping[str, Noun] = {
    "points": _amount("Penalty points of a player in a round", "points a round", "points a round"),
    "points_lost": _amount(
        "Penalty points of those who did not go out", "points a round", "points a round"
    ),
    "match_points": _amount(
        "Penalty points of a player in a match", "points a match", "points a match"
    ),
    "match_swing": _amount(
        "Variance of a match in one place of a deal over who sits where",
        "variance",
        "points squared",
    ),
    "match_won": _share("Matches won", "A match is won"),
    "won": _share("Rounds in which a player goes out", "A player goes out"),
    "down": _share("Rounds in which a player lays down", "A player lays down"),
    "down_turn": Noun("Turn of the lay-down", "The lay-down is latest", "earliest", "own turn"),
    "down_by_turn": _share("Down by each turn", "A player is down"),
    "turns": Noun("Turns of all players in a round", "Rounds are longest", "shortest", "turns"),
    "dead": _share("Rounds that nobody goes out of", "Nobody goes out"),
    "capped": _share("Rounds broken off after the most turns", "Rounds are broken off"),
    "recycles": Noun(
        "Times that the discard pile becomes the stock, in a round",
        "The discard pile becomes the stock most often",
        "least often",
        "times a round",
    ),
    "buys": _amount("Cards bought by a player in a round", "cards are bought", "cards a round"),
    "cards_left": _amount("Cards in hand at the end of a round", "cards are left", "cards"),
    "jokers_left": _amount("Jokers in hand at the end of a round", "jokers are left", "jokers"),
    "dealt_ready": _share("Contracts that are complete as dealt", "The contract is dealt"),
    "laid_off_own": _amount("Cards added to one's own melds", "cards are added", "cards a round"),
    "laid_off_others": _amount(
        "Cards added to the melds of others", "cards are added", "cards a round"
    ),
    "one_short": _share("Rounds that end with one meld missing", "One meld is missing"),
    "one_short_points": _amount(
        "Penalty points of those with one meld missing", "points a round", "points a round"
    ),
}


def noun_of(measure: str) -> Noun:
    """How a measure is called.

    >>> noun_of("dead").most
    'Nobody goes out most often'
    """
    usual = upper(measure.replace("_", " "))
    return NOUNS.get(measure, Noun(usual, "Highest", "lowest"))


def spoken_level(name: str, value: object) -> str:
    """What was varied, set to one value, as a sentence names it.

    >>> spoken_level("place", 4), spoken_level("jokers_dealt", 3), spoken_level("players", 4)
    ('who plays fourth', 'with 3 jokers or more dealt', 'with 4 players')
    """
    more = " or more" if value == LAST else ""
    some = "" if value == 1 else "s"
    if name == "place" and isinstance(value, int) and value <= len(ORDINALS):
        return f"who plays {ORDINALS[value - 1]}"
    texts = {
        "round": f"round {value}",
        "jokers_dealt": f"with {value} joker{some}{more} dealt",
        "buys": f"with {value} buy{some}{more}",
        "players": f"with {value} players",
        "baseline": f"{value} players",
        "variant": f"under the house rules {value}" if value else "under the usual rules",
    }
    return texts.get(name, str(value).replace("-", " "))


def ends_said(
    measure: str, points: Sequence[Point], share: bool, alpha: float, *, shared_out: bool = False
) -> str:
    """Where a measure is largest and smallest, as far as all pairs compared at once carry it.

    points : each value, and the words for where it was found
    shared_out : whether they are of players of the same rounds

    >>> ends_said("dead", [], True, 0.05)
    ''
    """
    found = extremes(points, alpha, shared_out=shared_out)
    if found is None:
        return ""
    if not found.differ:
        return "The highest and the lowest value are not surely different."
    apart = amount(found.apart, share) + (" %-points" if share else "")
    if not found.clear:
        ends = [_group(each[:1], share) for each in (found.top, found.bottom)]
        return (
            f"Surely apart are {listed(ends)}, by {apart}; which value is the highest and which "
            "the lowest is not sure."
        )
    noun = noun_of(measure)
    less = f", {apart} less" if len(found.top) == len(found.bottom) == 1 else ""
    return (
        f"{noun.most}: {_group(found.top, share)}; {noun.least}: "
        f"{_group(found.bottom, share)}{less}."
    )


def _group(points: Sequence[Point], share: bool) -> str:
    """Where an extreme was found: one place, or those that cannot be told apart."""
    if len(points) <= NAMED:
        text = listed(f"{words} ({said(value, share)})" for value, words in points)
        return f"{text}, which cannot be told apart" if len(points) > 1 else text
    low, high = (key((value for value, _ in points), key=_middle) for key in (min, max))
    ends = f"{said(low, share)} to {said(high, share)}"
    number = NUMBERS[len(points)] if len(points) < len(NUMBERS) else len(points)
    return f"one of {number} that cannot be told apart ({ends})"


def _middle(value: Estimate) -> float:
    return value.estimate


def said(value: Estimate, share: bool) -> str:
    """A number in a sentence, with as many digits as its interval carries.

    >>> said(Estimate(0.256, 0.25, 0.262, 9, "t"), True)
    '25.6%'
    >>> said(Estimate(23.44, 23.0, 23.9, 9, "t"), False)
    '23.4'
    """
    return f"{amount(value, share).partition(' ')[0]}{'%' if share else ''}"


def amount(value: Estimate, share: bool) -> str:
    """A number with half of its interval; shares in points of a hundred.

    >>> amount(Estimate(0.256, 0.25, 0.262, 9, "t"), True)
    '25.6 ±0.6'
    """
    times = 100 if share else 1
    return with_error(times * value.estimate, times * value.low, times * value.high)


def fixed_words(parts: Sequence[str]) -> str:
    """What was kept the same in a chart.

    >>> fixed_words(["4 players", "usual rules"])
    'Here: 4 players and usual rules. '
    """
    return f"Here: {listed(parts)}. " if parts else ""
