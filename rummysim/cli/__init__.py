"""The command line ``rummysim``: one module per command, one place for errors and exit codes.

Exit codes: 0 done; 1 something outside your control failed (a bug, a full disk); 2 what was
typed or handed over cannot be used; 3 an experiment's budget ended undecided; 4 a self-check
or the referee found a difference; 5 a store belongs to another experiment; 130 stopped by
Ctrl-C; 141 whoever read the output went away; 143 stopped by SIGTERM.
"""

from rummysim.cli.app import main

__all__ = ["main"]
