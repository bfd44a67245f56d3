"""Players: scripted policies, and how to write your own.

A policy is one function, compiled by numba::

    from rummysim.kernels.layout import CLAIM, DRAW, LAY_DOWN, PLAY
    from rummysim.policies import baselines

    def decide(view, table, rules, params):
        if view.phase == CLAIM:           # another is on turn: buy the discard?
            return 1 if table.top == 52 else 0   # only jokers
        return baselines.greedy(view, table, rules, params)

Save it as ``my_policy.py`` and play it with ``--policy my_policy.py:decide``.

``view.phase`` says which decision is asked:

========== =====================================================================
CLAIM      another player is on turn: 1 asks for the top discard, 0 does not
DRAW       0 draws from the stock, 1 takes the top discard. Where any discard
           may be taken (``rules.draw_any``) d takes the top d of them, up to
           ``table.pile_size``; with nothing left to draw 0 takes the top one
LAY_DOWN   1 lays the melds of ``view.plan`` down, 0 waits. The plan offered
           leaves the cheapest hand; a policy may overwrite it with any lawful
           plan
PLAY       asked again and again while something can be played: 0 is done, or
           one act from ``legal_play``, ``lay_off_act``, ``swap_act``,
           ``move_act`` (the card that a wild of a run stands for is laid in its
           place, and the wild goes to an end), ``new_meld_act``
DISCARD    the kind (0..52) to throw
========== =====================================================================

``view`` is the player's own record (``layout.VIEW``), ``table`` what everybody
sees (``layout.TABLE``), ``rules`` the rules (``layout.RULES``), ``params`` the
policy's parameters. A *kind* is a number: suit * 13 + rank, suits S H D C and
ranks A 2 ... K from 0, and 52 for the joker, so 7 is 8S and 22 is 10H.
Most used:

============================= ==================================================
view.hand.count[kind]         copies held of a kind; .size cards, .wilds wilds:
                              jokers, and the kinds of the mask .wild_kinds,
                              which are on no .board
view.drawn, drew_discard      kind drawn in this turn, the deepest one of
                              several; how many discards were taken, 0: none
view.buys_left, view.seat     buys left in this round; own seat, from 0
view.memory[0..15]            the policy's own words, zero when a round starts
view.plan                     what would be laid: .melds, .meld[i].card[j],
                              .penalty
table.top                     kind of the top discard, -1 when there is none
table.pile[i], pile_size      the discard pile, the bottom one first
table.size[s], table.down[s]  cards of seat s; 0, or the turn it laid down in
table.picked[s], thrown[s]    masks of the kinds that seat s took or bought,
                              and threw
table.meld[i], table.melds    the melds on the table, and how many; .wild[p] is
                              the kind of the wild at place p of a run
table.round, rules.value[k]   number of the round, from 0; points of a kind
============================= ==================================================

A policy may have *parameters*: numbers with a name, a range and a meaning.
``rummysim show steady`` tells those of a preset,
``--policy "steady(buy_below=2, watch=off)"`` sets some of them for one run (the
quotes are for the shell), and a file keeps values of your own::

    summary = "steady, but buys little"
    base = "steady"

    [parameters]
    buy_below = 2

Saved as ``my.toml`` it plays as ``--policy my.toml``. All presets are such
files, played by one script: a preset differs from another in its parameters and
in nothing else.

Your own function has the parameters that its module lists as ``PARAMETERS``;
``params.value`` holds their values in that order, the words of a choice as
0, 1, 2 ...::

    from rummysim.kernels.layout import CLAIM
    from rummysim.policies import baselines
    from rummysim.policies.parameters import Parameter, choice

    PARAMETERS = (
        Parameter("jokers", "buy jokers while holding fewer", 2,
                  low=0, high=4, whole=True),
        choice("others", "whether other cards are bought", "on", "off on"),
    )

    def decide(view, table, rules, params):
        if view.phase == CLAIM and table.top == 52:
            return 1 if view.hand.wilds < params.value[0] else 0
        if view.phase == CLAIM and params.value[1] == 0:
            return 0
        return baselines.greedy(view, table, rules, params)

``--policy "my_policy.py:decide(jokers=1, others=off)"`` sets them, and
``rummysim show my_policy.py:decide`` tells what they mean.

Whoever would rather fall back on a preset than on ``greedy`` takes over its
parameters, and may add his own behind them::

    from rummysim.kernels.layout import CLAIM
    from rummysim.policies.presets import parameters_of
    from rummysim.policies.scripted import scripted

    PARAMETERS = parameters_of("steady")

    def decide(view, table, rules, params):
        if view.phase == CLAIM and table.top != 52:
            return 0                  # buys only jokers, and plays on as steady
        return scripted(view, table, rules, params)

Nothing hidden is a field of these: naming one is refused when the policy is
loaded, an index out of bounds stops the run, and only ``view.memory`` and
``view.plan`` may be written. That is a fence for honest players and no prison:
a policy is code that you run yourself.

Helper kernels, all usable inside a policy::

    from rummysim.kernels.look import helps, look, noise, pick
    from rummysim.kernels.hand import holds, is_wild, kind_bit
    from rummysim.kernels.turn import may_discard
    from rummysim.kernels.table_melds import count_plays, legal_play
    from rummysim.kernels.acts import act_kind, act_meld, act_place, act_type
    from rummysim.policies.baselines import greedy, random
    from rummysim.policies.parts import dearest_play, fits_table
    from rummysim.policies.parts import shallowest

- ``look(view, table, rules)``: what the hand lacks, as a record: ``distance``;
  ``outs``, a mask of the naturals that bring it nearer, and ``joker_out``;
  ``core``, a mask of the naturals that cannot be spared, and ``joker_core``
- ``holds(mask, kind)``: 1 if a mask has a kind; ``kind_bit(kind)``: the mask of
  one kind; ``is_wild(rules.wild_kinds, kind)``: 1 if a card of it is wild
- ``noise(view, table, n)``, ``pick(view, table, n, choices)``: random words of
  this decision
- ``may_discard(view, rules, kind)``: 1 if a card may be thrown now
- ``count_plays(view, table, rules)``, ``legal_play(view, table, rules, i)``:
  the acts of PLAY
- ``act_kind``, ``act_meld``, ``act_place``, ``act_type``: what such an act does
- ``greedy``, ``random``: whole policies to fall back on;
  ``helps(known, kind)``, ``fits_table(view, table, rules, kind)``,
  ``dearest_play(view, table, rules)``: parts of greedy;
  ``shallowest(table, known, most)``: how many discards to take for the first
  that helps

The same view must always lead to the same answer: randomness comes from
``noise`` and memory from ``view.memory``.
"""

DEFAULT_POLICY = "steady"  # who plays where nobody is named
