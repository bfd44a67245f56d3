"""Players who do everything they are offered: what the engine withholds shows in their games."""

from rummysim.kernels.layout import CLAIM, DISCARD, DRAW, JOKER, LAY_DOWN, PLAY
from rummysim.kernels.look import pick
from rummysim.kernels.table_melds import count_plays, legal_play
from rummysim.kernels.turn import may_discard


def eager_low(view, table, rules, params):
    """Claims, lays down, lays off; throws the first kind that may be thrown."""
    if view.phase == CLAIM or view.phase == LAY_DOWN:
        return 1
    if view.phase == DRAW:
        return pick(view, table, 0, 2)
    if view.phase == PLAY:
        return legal_play(view, table, rules, 0)
    kind = 0
    while view.phase == DISCARD and may_discard(view, rules, kind) == 0:
        kind += 1
    return kind


def eager_high(view, table, rules, params):
    """The same, but the last act offered first, and the last kind that may be thrown."""
    if view.phase == CLAIM or view.phase == LAY_DOWN:
        return 1
    if view.phase == DRAW:
        return pick(view, table, 0, 2)
    if view.phase == PLAY:
        return legal_play(view, table, rules, count_plays(view, table, rules) - 1)
    kind = JOKER
    while view.phase == DISCARD and may_discard(view, rules, kind) == 0:
        kind -= 1
    return kind
