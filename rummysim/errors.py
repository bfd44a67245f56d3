"""Every error that rummysim raises on purpose.

::

    RummysimError
    ├── CardsError        text that is not a card, a hand that the deck cannot hold
    ├── RulesError        a preset, a rule file or a ``--set`` that cannot be played
    ├── PolicyError       a policy that is unknown, does not compile or breaks its contract
    ├── IllegalMove       an act that the rules forbid (named by the referee or by a run)
    ├── TraceError        a trace file that cannot be read
    ├── ExperimentError   an experiment file that is unknown or asks for what cannot be played
    ├── ClusterError      machines that cannot be reached, differ, or were lost while playing
    └── StoreError        a file that cannot be written or read back
        └── ForeignStore  a store of another experiment or another version

The text of each is one sentence that a person can act on.
"""


class RummysimError(Exception):
    """Base of all errors that tell the user what was wrong and what would be right."""


class CardsError(RummysimError):
    """Text that names no card, or more copies of a card than the deck holds."""


class RulesError(RummysimError):
    """Rules that are unknown, unreadable, contradictory or impossible to play."""


class PolicyError(RummysimError):
    """A policy that is unknown, does not compile or answers outside its contract."""


class IllegalMove(RummysimError):
    """An act that the rules forbid, with the seat, the act and the rule in one sentence."""


class TraceError(RummysimError):
    """A trace file that is damaged or written by another version."""


class ExperimentError(RummysimError):
    """An experiment that is unknown, unreadable, contradictory or impossible to play."""


class ClusterError(RummysimError):
    """Machines that cannot be reached, hold another rummysim, or were lost while they played."""


class StoreError(RummysimError):
    """A result that cannot be written or read back."""


class ForeignStore(StoreError):
    """A store of another experiment, or one that another version wrote."""
