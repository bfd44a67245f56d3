"""Players: scripted policies, and how to write your own.

A policy is one function, compiled by numba::

    from rummysim.kernels.layout import CLAIM, DRAW, LAY_DOWN, PLAY
    from rummysim.policies import baselines

    def decide(view, table, rules, params):
        if view.phase == CLAIM:                    # somebody else is on turn: buy the discard?
            return 1 if table.top == 52 else 0     # only jokers
        return baselines.greedy(view, table, rules, params)

Save it as ``my_policy.py`` and play it with ``--policy my_policy.py:decide``.

``view.phase`` says which decision is asked:

========== =============================================================================
CLAIM      another player is on turn: 1 asks for the top discard, 0 does not
DRAW       1 takes the top discard, 0 draws from the stock
LAY_DOWN   1 lays the melds of ``view.plan`` down, 0 waits. The plan offered leaves the
           cheapest hand; a policy may overwrite it with any lawful plan
PLAY       asked again and again while something can be played: 0 is done, or one act
           from ``legal_play``, ``lay_off_act``, ``swap_act``, ``new_meld_act``
DISCARD    the kind (0..52) to throw
========== =============================================================================

``view`` is the player's own record (``layout.VIEW``: hand, drawn card, buys left, memory,
plan), ``table`` what everybody sees (``layout.TABLE``: discard pile, melds, sizes of hands,
who bought, took and threw what), ``rules`` the rules (``layout.RULES``), ``params`` the
policy's parameters. Nothing else can be reached: reading a hidden field is refused when the
policy is loaded, and an index out of bounds stops the run.

Helper kernels, all usable inside a policy:

- ``look.look(view, table, rules)``: distance, outs and core of the hand (``layout.EVALUATION``)
- ``look.noise``, ``look.pick``: random words of this decision's own
- ``hand.holds(kinds, kind)``, ``hand.kind_bit(kind)``: membership in masks of kinds
- ``turn.may_discard(view, rules, kind)``: whether a card may be thrown
- ``table_melds.count_plays``, ``legal_play``: the lawful acts of the PLAY phase
- ``acts.act_type``, ``act_kind``, ``act_meld``, ``act_place``: what an act does
- ``baselines.greedy``, ``baselines.random``: whole policies to fall back on
- ``baselines.helps``, ``fits_table``, ``dearest_play``, ``greedy_discard``: parts of greedy

The same view must always lead to the same answer: randomness comes from ``noise`` and
memory from ``view.memory`` (16 words, zero when a round starts).
"""
