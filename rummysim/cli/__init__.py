"""The command line ``rummysim``: one module per command, one place for errors and exit codes.

Exit codes: 0 done; 1 something outside your control failed (a bug, a full disk, a damaged
store, a lost cluster); 2 what was typed or handed over cannot be used (a folder without a run
among it); 3 an experiment's budget ended undecided; 4 a self-check
or the referee found a difference; 5 a store belongs to another experiment or
version; 130 stopped by
Ctrl-C; 141 whoever read the output went away; 143 stopped by SIGTERM.
"""

import sys

from rummysim.cli import streams

EXIT_STOPPED = 130


def main(arguments: list[str] | None = None) -> None:
    """Nothing: the process ends with the command's exit code.

    Signals are caught before all that takes time to load.
    """
    try:
        streams.catch_signals()
        from rummysim.cli.app import main as begin

        begin(arguments)
    except KeyboardInterrupt:  # while it is loaded, or on the way out
        streams.end_at_once()
        sys.exit(streams.EXIT_TERMINATED if streams.was_terminated() else EXIT_STOPPED)
    finally:  # what is left to do is nothing that an interruption could tell anybody
        streams.end_at_once()


__all__ = ["main"]
