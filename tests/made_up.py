"""Findings that no game was played for: made up to test what is said about such numbers."""

import itertools
import math

from rummysim.experiments.findings import ChartCell, Count, Finding, Follow
from rummysim.experiments.grid import cases_of
from rummysim.experiments.spec import (
    Arm,
    Axis,
    Bound,
    Case,
    Chart,
    Contrast,
    Experiment,
    Stop,
    Variant,
    View,
)
from rummysim.reports.runs import Run
from rummysim.rules.load import load_rules
from rummysim.stats.estimate import Estimate
from rummysim.stats.verdict import clearly, verdict

STOP = Stop(0.05, 0.5, 200, 200, 1500, 1000, 1000, 3000, 0.9)
AT = Case("", 4, "steady", "baseline")
RULES = load_rules("shanghai")


def arm(name, doing, parameters=None, rules=()):
    return Arm(name, doing, None, parameters or {}, tuple(rules), ())


ARMS = {
    each.name: each
    for each in (
        arm("usual", "playing as usual"),
        arm("choosy", "buying only what is missing"),
        arm("eager", "buying <everything> & more"),
        arm("never", "never buying"),
    )
}


def experiment(name="t3_buying", **changes):
    fields = {
        "name": name,
        "question": "Does a choosy buyer do better?",
        "claim": "SH-T3",
        "quote": "Buy wisely.",
        "design": "paired",
        "rules": RULES,
        "round": None,
        "players": (3, 4, 5),
        "baselines": ("steady", "sharp"),
        "fields": ("baseline", "followers", "table"),
        "mixed": (),
        "arms": ARMS,
        "contrasts": (
            Contrast("choosy-eager", "choosy", "eager"),
            Contrast("choosy-never", "choosy", "never"),
        ),
        "variants": (
            Variant("strict", ("buy.when_down=false",), "who is down may not buy"),
            Variant("mild", ("lay_off.from=same_turn",), "cards may be laid off at once"),
        ),
        "variants_at": ((4,), ("steady",), ("baseline",)),
        "measures": (),
        "by": (),
        "chart": None,
        "stop": STOP,
        "chunk": 25,
        "seed": 7,
    }
    return Experiment(**(fields | changes))


def around(value, half=0.3, n=1000, kind="t"):
    return Estimate(value, value - half, value + half, n, kind)


def finding(points, case=AT, contrast=None, of=None, **changes):
    """A finding whose verdict follows from its points; a number is an estimate ±0.3."""
    of = of or experiment()
    points = around(points) if isinstance(points, int | float) else points
    rounds = 7 if of.round is None else 1
    fields = {
        "experiment": of,
        "case": case,
        "contrast": contrast or of.contrasts[0],
        "stage": "confirm",
        "deals": points.n,
        "games": points.n * (case.players + 1),
        "points": points,
        "points_by_round": tuple(around(points.estimate + n - 3, 1.5) for n in range(rounds)),
        "match": around(7 * points.estimate, 2.1),
        "ahead": around(points.estimate),
        "wins": around(points.estimate / 100, 0.005),
        "turns": around(-points.estimate),
        "p": 1e-9,
        "adjusted": 1e-8,
        "verdict": verdict(points, of.stop.smallest),
        "clearly": clearly(points, of.stop.smallest),
        "changed": 0.9,
        "luck": 34.0,
        "rounds_to_equal": (34 / points.estimate) ** 2 if points.estimate else math.inf,
        "variance_ratio": 5.0,
        "cost_ratio": 2.0,
        "stop": "clear",
        "wins_p": 1e-9,
    }
    return Finding(**(fields | changes))


def findings_of(of, points):
    """One finding for each contrast and case; ``points`` gives them from both."""
    return tuple(
        finding(points(contrast, case), case, contrast, of)
        for contrast, case in itertools.product(of.contrasts, cases_of(of))
    )


def manifest(of, **changes):
    return {
        "rummysim": "0.1.0",
        "engine": "1",
        "id": "0123456789abcdef",
        "state": "finished",
        "command": f"rummysim run {of.name}",
        "progress": {"usual/4/steady/baseline": {"games": 12_000, "groups": {}}},
        "wall_seconds": 90.0,
        "note": "</script><b>nothing ends here</b>",
    } | changes


def tip_run():
    """A tip that helps among steady players and is undecided among sharp ones."""
    of = experiment()

    def points(contrast, case):
        if case.variant == "strict":
            return -1.0
        value = 1.2 if case.baseline == "steady" else 0.3
        return value - 0.4 * (case.field == "table")

    return Run(of, manifest(of), findings_of(of, points))


def dose_run():
    """Keeping a joker is better up to three cards in an opponent's hand, and worse from six on."""
    amounts = (1, 3, 4, 6)
    arms = {"keep": arm("keep", "keeping jokers", {"keep_jokers": "always"})} | {
        f"few-{k}": arm(
            f"few-{k}", f"throwing jokers at {k} cards", {"keep_jokers": "few", "joker_few": k}
        )
        for k in amounts
    }
    of = experiment(
        "joker_few",
        question="When is a joker thrown?",
        claim="",
        quote="",
        arms=arms,
        contrasts=tuple(Contrast(f"keep-{k}", "keep", f"few-{k}") for k in amounts),
        variants=(),
        fields=("baseline",),
        players=(4,),
        baselines=("steady",),
    )
    gains = dict(zip(of.contrasts, (2.0, 1.0, 0.1, -1.0), strict=True))
    found = tuple(finding(gains[each], AT, each, of) for each in of.contrasts)
    return Run(of, manifest(of), found)


def counting_run():
    """Points by round for two arms, and a curve by jokers dealt."""
    arms = {name: ARMS[name] for name in ("choosy", "never")}
    of = experiment(
        "rounds",
        question="Which round costs most?",
        claim="",
        quote="",
        design="counting",
        arms=arms,
        contrasts=(),
        variants=(),
        fields=("table",),
        players=(4,),
        baselines=("steady",),
        measures=("points", "points_squared", "down", "down_by_turn"),
        by=("round",),
    )
    case = Case("", 4, "steady", "table")
    found = []
    for name, shift in (("choosy", 0), ("never", 10)):
        for number in range(1, 8):
            labels = {"round": number}
            value = around(10 * number + shift, 1.0, kind="cluster-t")
            share = Estimate(0.1 * number, 0.1 * number - 0.02, 0.1 * number + 0.02, 900, SHARE)
            found.append(Count(of, case, name, "points", labels, value, 4000))
            found.append(Count(of, case, name, "points_squared", labels, value, 4000))
            found.append(Count(of, case, name, "down", labels, share, 4000))
        for jokers, turn in itertools.product(range(4), range(1, 31)):
            done = 1 - 0.9 ** (turn * (jokers + 1))
            labels = {"jokers_dealt": jokers, "turn": turn}
            value = Estimate(done, max(0, done - 0.01), min(1, done + 0.01), 900, SHARE)
            found.append(Count(of, case, name, "down_by_turn", labels, value, 4000))
    return Run(of, manifest(of), counts=tuple(found))


SHARE = "cluster-score"
VIEW = View(
    "a card that is missing",
    Axis("distance", (2, 3)),
    Axis("smallest_hand", (4,)),
    Axis("round", (2, 3, 4, 5, 6, 7)),
    (Bound("progress", 1, 20),),
)


def cell(of, place, gain, *, empty=False, situations=400):
    """A cell whose better act follows from its gain."""
    panel, row, column = place
    view = of.chart.views[0].name
    sure = not empty and (gain.low > 0 or gain.high < 0)
    act = of.chart.acts[0 if gain.estimate > 0 else 1] if sure else None
    found = (situations, 300, empty, gain, 0.75)
    return ChartCell(of, AT, view, panel, row, column, act, gain, *found)


def chart_experiment(acts=("buy", "pass"), view=VIEW):
    return experiment(
        "chart_buy",
        question="Buy or pass?",
        claim="",
        quote="",
        design="chart",
        contrasts=(),
        variants=(),
        fields=("baseline",),
        players=(4,),
        baselines=("steady",),
        chart=Chart("buy", acts, 0.25, (view,), 2000),
    )


def chart_run():
    """Buy with two cards missing or fewer, pass with more; one cell undecided, one empty."""
    of = chart_experiment()
    cells = []
    for place in itertools.product(range(7), range(3), range(2)):
        value = around(4.0 - 3.0 * place[1], 1.5)
        if place == (0, 0, 1):
            value = around(0.2, 1.5)
        cells.append(cell(of, place, value, empty=place == (6, 2, 1)))
    follow = Follow(of, AT, VIEW.name, 2000, around(0.4), around(0.006, 0.01), 0.6, "HELPS")
    return Run(of, manifest(of), cells=tuple(cells), follows=(follow,))


GAME_ARMS = {
    "usual": arm("usual", "equal players"),
    "differing": Arm("differing", "two kinds", None, {}, (), ("sharp", "steady") * 2),
}
GAME_MEASURES = ("turns", "points", "points_squared", "down", "dead", "capped")
GAME_MATCH = ("match_points", "match_points_squared", "match_swing")
SPREAD = 100  # of the points of a match, for either kind of players


def game_run(preset, turns, dead=0.001, claim=""):
    """A game of rounds with so many turns; sharp players are 20 points ahead of steady ones."""
    rules = load_rules(preset)
    of = experiment(
        f"game_{preset.replace('-', '_')}",
        question=f"What do the rounds of {rules.title} cost?",
        claim=claim,
        quote="Go is for variety." if claim else "",
        design="counting",
        rules=rules,
        arms=GAME_ARMS,
        contrasts=(),
        variants=(),
        fields=("table",),
        players=(4,),
        baselines=("steady",),
        measures=(*GAME_MEASURES, *GAME_MATCH),
        by=("round", "policy"),
    )
    case = Case("", 4, "steady", "table")
    found = []
    for kind, who, points in (
        ("usual", "steady", 210),
        ("differing", "sharp", 200),
        ("differing", "steady", 220),
    ):
        match = {"match_points": points, "match_points_squared": points**2 + SPREAD**2}
        match["match_swing"] = 0 if kind == "usual" else 2525
        for name, value in match.items():
            half = 400.0 if name.endswith("squared") else 0.4
            value = around(value, half, kind="cluster-t")
            found.append(Count(of, case, kind, name, {"policy": who}, value, 4000))
    for number in range(1, rules.rounds + 1):
        one = {"round": number}
        share = dead * 2 * number / (rules.rounds + 1)
        per_round = {
            "turns": (turns, one),
            "points": (7 * number, one | {"policy": "steady"}),
            "points_squared": (100 * number**2, one | {"policy": "steady"}),
            "down": (1 - 0.1 * number, one | {"policy": "steady"}),
            "dead": (share, one),
            "capped": (share / 2, one),
        }
        for name, (value, labels) in per_round.items():
            is_share = name in ("down", "dead", "capped")
            half = min(0.01, value / 2) if is_share else 0.5
            value = around(value, half, kind=SHARE if is_share else "cluster-t")
            found.append(Count(of, case, "usual", name, labels, value, 4000))
    return Run(of, manifest(of), counts=tuple(found))


def game_runs():
    """Three games: short, long, and one that often ends with nobody out."""
    return [
        game_run("shanghai", 30, claim="SH-C4"),
        game_run("go", 50, claim="SH-C4"),
        game_run("carioca", 90, dead=0.04),
    ]


def all_runs():
    return [tip_run(), dose_run(), counting_run(), chart_run(), *game_runs()]
