"""Experiments: questions in files, played deal by deal until they are answered.

A file asks one question. This is a whole one::

    question = "Does it pay to buy little?"

    [arms.shy]
    doing = "never buying"
    parameters = { buy = "never" }

Save it as ``shy.toml``. ``rummysim run shy.toml`` plays ``shy`` and the usual
player on the same deals, in every place at the table, and prints how many
points it saves. Everything is kept in ``runs/shy`` while it is played: the same
command goes on where it was stopped, and more deals can be asked for with
``--max-deals``. Files below ``experiments/`` are called by their names, and
``rummysim list experiments`` lists them.

Everything else has a default; ``rummysim run shy.toml --print-config`` prints
the file with all of them, and ``--set stop.look=500`` changes one for one run.

Who plays what
    ``[game]``        ``rules``, a game or a rule file beside this one; ``set``,
                      changes of rules, as in ``["buy.limit=1"]``; ``round`` to
                      play that round only instead of matches
    ``[table]``       ``players``, ``baselines`` (who plays as usual) and
                      ``fields``: lists, and every combination is a table of its
                      own; ``mixed``, the others of the field ``mixed`` in order
    ``[arms.NAME]``   a way to play: ``parameters`` of the baseline that differ,
                      or another ``policy``, or ``rules`` that change, as in
                      ``["buy.limit=1"]``; ``doing`` says it in words, as in
                      "never buying". The arm ``usual`` is the baseline itself
    ``[[contrasts]]`` ``tip`` and ``other``, two arms that are compared, with a
                      ``name`` if you like; without any, every arm is compared
                      with ``usual``

An arm that changes a rule asks what a house rule does. Everybody plays by it in
the field ``table``::

    [table]
    fields = ["table"]

    [arms.one-buy]
    doing = "buying once a round at most"
    rules = ["buy.limit=1"]

Policies are those of ``rummysim list policies``, a file of parameters
(``my.toml``) or a function of your own (``my_policy.py:decide``), seen from the
current folder.

Fields say who the others at the table are:

============= ==================================================================
``baseline``  they play as usual
``followers`` they play the tip
``mixed``     they are the players of ``table.mixed``
``table``     everybody plays the tip, or everybody does not
============= ==================================================================

How much is played
    ``[stop]``  ``smallest``, the smallest effect of interest in points per
                round; ``alpha``, the risk of a wrong verdict, which exploring
                divides by the contrasts of the file; ``look``, deals
                between two looks; ``burn_in``, deals before the first one;
                ``planned``, the deals that intervals are narrowest at;
                ``max_deals``, after which exploring ends. What it found is
                confirmed on fresh deals: enough for ``power`` at half the
                effect, from ``confirm_min`` (0: none) to ``confirm_max``
    ``[run]``   ``chunk``, deals of a unit of work; ``seed``
    ``[quick]`` what ``--quick`` changes: values of ``[table]``, ``[stop]``,
                ``chunk``, ``follow``, ``sample``, and ``variants = false``

Other kinds of questions
    ``[variants.NAME]`` ``rules`` that change the house rules, and ``why``:
                        everything is asked once more under them, at the tables
                        of ``[variants_at]`` (``players``, ``baselines``,
                        ``fields``)
    ``[count]``         ``measures`` of whole tables instead of comparisons,
                        broken down ``by`` labels; ``seats`` of an arm names the
                        policy of each seat. Arms are counted one by one, and
                        ``usual`` only where ``[arms.usual]`` stands beside them
    ``[chart]``         a ``decision`` that is tried both ways, whose two
                        ``acts`` are named; ``sample``, the share of situations
                        that are; ``follow``, fresh deals that are played by the
                        card. Each of ``[[chart.views]]`` is a card with a
                        ``name``, ``rows``, ``columns`` and ``panels`` such as
                        ``{ feature = "distance", edges = [2, 3] }``, and
                        ``where`` with bounds, as in ``{ turn = [1, 9] }``

``base = "_common.toml"`` at the top takes all that a file does not say from
another one, and ``claim`` and ``quote`` keep the advice that is tested.
"""
