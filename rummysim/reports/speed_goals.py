"""How fast the engine should be: the goals that ``rummysim bench`` sets beside what it measures.

Nanoseconds per turn of processor time on one thread. The presets of Shanghai have goals for whole
matches of each policy that was tuned for them. Every other game has one, that of `EACH_ROUND`;
it holds for each round by itself in all games, too, whatever its contract.
"""

from collections.abc import Mapping

EACH_ROUND: Mapping[str, float] = {"steady": 2000.0}
OF_SHANGHAI: Mapping[str, float] = {
    "greedy": 1000.0,
    "steady": 1200.0,
    "sharp": 5000.0,
    "random": 1000.0,
}
WHOLE_MATCHES: Mapping[str, Mapping[str, float]] = dict.fromkeys(
    ("shanghai", "shanghai-nobuy", "shanghai-swap", "shanghai-2p"), OF_SHANGHAI
)
HANDS_PER_SECOND = 1e6  # whose distance to a contract is told
TWO_THREADS = 1.8  # times as fast as one
COMPILE_SECONDS = 60.0  # from nothing


def match_goals(game: str) -> Mapping[str, float]:
    """Nanoseconds per turn of whole matches by policy; policies without a goal are left out.

    >>> match_goals("shanghai-nobuy")["steady"], dict(match_goals("kaluki"))
    (1200.0, {'steady': 2000.0})
    """
    return WHOLE_MATCHES.get(game, EACH_ROUND)
