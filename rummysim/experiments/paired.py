"""The paired design: two arms on the same deals, in every place, until it is clear who gains.

Exploring looks at the sums after every few deals and ends with a verdict or with the most deals.
A confirmation on fresh deals follows, once, with a number of deals that the exploring fixed.
"""

from collections.abc import Mapping

from rummysim.experiments.designs import GAMES, Done, Ended, Goal, Sums
from rummysim.experiments.paired_estimates import Measured, exploring_level
from rummysim.experiments.paired_sums import are_sums, contrast_sums
from rummysim.experiments.seating import Games, setup_of
from rummysim.experiments.spec import Case, Contrast, Experiment, Stage
from rummysim.stats.planning import confirm_deals
from rummysim.stats.rounding import gain
from rummysim.stats.verdict import Verdict

ALIKE = "the two arms play alike"
MOST = "most deals played"
UNFINISHED = "not finished"
EXTENDED = "extended after it had been seen"  # or cut short
UNLIMITED = 1 << 48  # deals
SETTLED = {
    Verdict.HELPS: "clear",
    Verdict.HURTS: "clear",
    Verdict.NO_MATERIAL_EFFECT: "no material effect",
}


def groups(experiment: Experiment, case: Case) -> tuple[str, ...]:  # noqa: ARG001 - as all designs
    r"""The names of the contrasts, each of which stops on its own.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> groups(own, Case("", 4, "steady", "baseline"))
    ('shy-usual',)
    """
    return tuple(contrast.name for contrast in experiment.contrasts)


def contrast_of(experiment: Experiment, group: str) -> Contrast:
    r"""The contrast that a group is about.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> contrast_of(own, "shy-usual").other
    'usual'
    """
    return next(each for each in experiment.contrasts if each.name == group)


def play(
    experiment: Experiment,
    case: Case,
    groups: tuple[str, ...],
    stage: Stage,
    first: int,
    count: int,
    *,
    extra: str = "",  # noqa: ARG001 - as all designs
) -> Sums:
    r"""The sums of each contrast over some deals; all share the games that they have in common.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> case = Case("", 4, "steady", "baseline")
    >>> play(own, case, ("shy-usual",), "explore", 0, 10)[GAMES]  # each deal 4 times, and once
    [50]

    Raises RulesError or PolicyError.
    """
    games = Games(first, count)
    sums: Sums = {}
    for group in groups:
        contrast = contrast_of(experiment, group)
        tip, other = (
            games.in_places(setup_of(experiment, case, arm, contrast.tip, stage))
            for arm in (contrast.tip, contrast.other)
        )
        sums[group] = contrast_sums(tip, other)
    sums[GAMES] = [games.played]
    return sums


def sound(experiment: Experiment, key: str, numbers: list[int], count: int) -> bool:
    r"""Whether numbers can be the sums of a contrast over so many deals.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> sound(own, "shy-usual", [25, 0], 25)
    False
    """
    rounds = 1 if experiment.round is not None else experiment.rules.rounds
    return "|" not in key and are_sums(numbers, rounds, count)


def next_goal(
    experiment: Experiment, case: Case, group: str, done: Mapping[Stage, Done]
) -> Goal | Ended:
    r"""The next look of exploring, or the confirmation, or the reason why it is over.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> case = Case("", 4, "steady", "baseline")
    >>> next_goal(own, case, "shy-usual", {"explore": Done(), "confirm": Done()})
    Goal(stage='explore', deals=200)
    """
    reason = explored(experiment, case, group, done["explore"])
    if reason is None:
        return Goal("explore", next_look(experiment, done["explore"].deals))
    if reason == ALIKE or not experiment.stop.confirm_min:
        return Ended(reason)
    wanted = confirmation(experiment, case, group, done["explore"])
    if done["confirm"].deals < wanted:
        return Goal("confirm", wanted)
    deals = done["confirm"].deals
    return Ended(f"{reason}; confirmed on {deals:,} fresh deal{'s' * (deals != 1)}")


def next_look(experiment: Experiment, deals: int) -> int:
    r"""How many deals exploring has at the first look after ``deals``.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\n[stop]\nburn_in = 200\nlook = 100\nmax_deals = 350")
    >>> [next_look(own, deals) for deals in (0, 199, 200, 250, 300)]
    [200, 200, 300, 300, 350]
    """
    stop = experiment.stop
    looks = 0 if deals < stop.burn_in else (deals - stop.burn_in) // stop.look + 1
    return min(stop.burn_in + looks * stop.look, stop.max_deals)


def explored(experiment: Experiment, case: Case, group: str, done: Done) -> str | None:
    r"""Why exploring is over, in words; None while it is not.

    It is judged at the looks and at the end alone, so that a run that was cut off between them
    goes on as if nothing had happened.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> explored(own, Case("", 4, "steady", "baseline"), "shy-usual", Done()) is None
    True
    """
    stop = experiment.stop
    ended = done.deals >= stop.max_deals
    look = done.deals >= stop.burn_in and (done.deals - stop.burn_in) % stop.look == 0
    if not done.deals or not (ended or look):
        return None
    found = Measured(experiment, case, "explore", done.sums[group])
    if found.alike:
        return ALIKE
    return SETTLED.get(found.verdict(), MOST if ended else None)


def confirmation(experiment: Experiment, case: Case, group: str, done: Done) -> int:
    """Deals of the confirmation, from what exploring found; whole chunks where there is room."""
    wanted = wanted_deals(experiment, case, group, done, experiment.stop.confirm_max)
    chunks = -(-wanted // experiment.chunk)
    return min(chunks * experiment.chunk, experiment.stop.confirm_max)


def is_capped(experiment: Experiment, case: Case, group: str, done: Done) -> bool:
    """Whether a confirmation has fewer deals than its power asks for, by its limit."""
    return wanted_deals(experiment, case, group, done, UNLIMITED) > experiment.stop.confirm_max


def wanted_deals(experiment: Experiment, case: Case, group: str, done: Done, most: int) -> int:
    """Deals that the power of the confirmation asks for, from what exploring found."""
    stop = experiment.stop
    found = Measured(experiment, case, "explore", done.sums[group])
    clear = found.verdict() in (Verdict.HELPS, Verdict.HURTS)
    total = found.total
    return confirm_deals(
        (total["deals"], total["saved"], total["saved_squared"]),
        scale=case.players * found.rounds,
        smallest=None if clear else stop.smallest,
        alpha=exploring_level(experiment),
        power=stop.power,
        limits=(stop.confirm_min, most),
    )


def stop_words(
    experiment: Experiment, case: Case, group: str, stage: Stage, done: Mapping[Stage, Done]
) -> str:
    """Why a stage has no more deals than it has."""
    reason = explored(experiment, case, group, done["explore"])
    if reason is None:
        return UNFINISHED
    if stage == "explore":
        return reason
    wanted = confirmation(experiment, case, group, done["explore"])
    if done["confirm"].deals < wanted:
        return UNFINISHED
    return MOST if wanted == experiment.stop.confirm_max else "as many deals as were planned"


def status(
    experiment: Experiment,
    case: Case,
    group: str,
    done: Mapping[Stage, Done],
    *,
    extended: bool = False,
) -> str:
    r"""Points saved so far with their interval, and the verdict.

    >>> from rummysim.experiments.read import parse_experiment
    >>> own = parse_experiment("[arms.shy]\nparameters = { buy = 'never' }")
    >>> case = Case("", 4, "steady", "baseline")
    >>> status(own, case, "shy-usual", {"explore": Done(), "confirm": Done()})
    'nothing played yet'
    """
    stage: Stage = "confirm" if done["confirm"].deals else "explore"
    if not done[stage].deals:
        return "nothing played yet"
    extended = extended and stage == "confirm"
    found = Measured(experiment, case, stage, done[stage].sums[group], extended=extended)
    word = str(found.verdict()).lower()
    return f"{gain(found.points)} points per round, {word}" + f" ({EXTENDED})" * extended
