"""The typer application, and the one place where errors become sentences and exit codes."""

import contextlib
import os
import sys
import traceback
from typing import Annotated

import typer

from rummysim.cli import (
    bench,
    cache,
    catalogue,
    combine,
    compare,
    hand,
    ladder,
    odds,
    play,
    replay,
    report,
    selftest,
    show,
    simulate,
    streams,
    tips,
    tune,
    verify,
)
from rummysim.cli import run as experiments
from rummysim.cli.console import ReaderGone
from rummysim.cli.options import EXIT_STOPPED, grouped
from rummysim.errors import ClusterError, ForeignStore, RummysimError, StoreError

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_MISMATCH = 4
EXIT_FOREIGN = 5
EXIT_BROKEN_PIPE = 141

app = typer.Typer(
    name="rummysim",
    help="Questions about Shanghai Rummy and its kin, answered by playing: millions of whole "
    "games, by the rules.\n\nFor example:  rummysim odds shanghai --round 3",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("list")(grouped(catalogue.list_names))
app.command("show")(grouped(show.show))
app.command("hand")(grouped(hand.hand))
app.command("odds")(grouped(odds.odds))
app.command("simulate")(grouped(simulate.simulate))
app.command("ladder")(grouped(ladder.ladder))
app.command("run")(grouped(experiments.run))
app.command("resume")(grouped(experiments.resume))
app.command("combine")(grouped(combine.combine))
app.command("compare")(grouped(compare.compare))
app.command("tips")(grouped(tips.tips))
app.command("report")(grouped(report.report))
app.command("verify")(grouped(verify.verify))
app.command("play")(grouped(play.play))
app.command("replay")(grouped(replay.replay))
app.command("tune")(grouped(tune.tune))
app.command("bench")(grouped(bench.bench))
app.command("selftest")(grouped(selftest.selftest))
app.add_typer(cache.app, name="cache")


def _print_version(wanted: bool) -> None:
    if wanted:
        from rummysim.cli.envelope import version

        typer.echo(f"rummysim {version()}")
        raise typer.Exit


@app.callback()
def rummysim(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """The options before the command."""


def main(arguments: list[str] | None = None) -> None:
    """Nothing: the process ends with the command's exit code (listed in the package text)."""
    words = sys.argv[1:] if arguments is None else arguments
    if not streams.ready_streams():
        sys.stderr.write("Error: stdout is closed; there is nowhere to write the output.\n")
        sys.exit(EXIT_FAILED)
    code = run(words)
    stopped = code == EXIT_STOPPED and streams.was_terminated()
    sys.exit(streams.EXIT_TERMINATED if stopped else code)


def run(words: list[str]) -> int:
    """The exit code of one command line; everything it had to say has been written."""
    verbose = "-v" in words or "--verbose" in words
    try:
        code = app(words, prog_name="rummysim", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except KeyboardInterrupt:
        return _stop("Stopped.", EXIT_STOPPED)
    except (BrokenPipeError, ReaderGone):
        _drop_stdout()
        return EXIT_BROKEN_PIPE
    except typer.TyperException as error:
        _show_usage(error)
        return error.exit_code
    except ForeignStore as error:
        return _explain(error, verbose, EXIT_FOREIGN)
    except (StoreError, ClusterError) as error:
        return _explain(error, verbose, EXIT_FAILED)
    except RummysimError as error:
        return _explain(error, verbose, EXIT_USAGE)
    except OSError as error:
        _drop_stdout()
        return _explain(_system_error(error), verbose, EXIT_FAILED)
    except Exception as error:
        return _confess(error, verbose)


def _show_usage(error: typer.TyperException) -> None:
    """Nothing; the sentence of a wrong command line is on stderr, with where to read more."""
    message = error.format_message().strip()
    if message.startswith("Usage:"):  # a group without a command: its help is the answer
        sys.stderr.write(message + "\n")
        return
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "rummysim"
    sys.stderr.write(f"Error: {message}\nTry `{path} --help`.\n")


def _explain(error: BaseException, verbose: bool, code: int) -> int:
    if verbose:
        traceback.print_exception(error, file=sys.stderr)
    return _stop(f"Error: {error}", code)


def _system_error(error: OSError) -> StoreError:
    """What the system refused, in a sentence; without a file name it was the output stream."""
    reason = error.strerror or str(error)
    subject = error.filename or "the output"
    return StoreError(f"{subject} cannot be read or written: {reason}")


def _confess(error: Exception, verbose: bool) -> int:
    if verbose:
        traceback.print_exception(error, file=sys.stderr)
        hint = "please report it with the text above"
    else:
        hint = "run it again with -v and report what it prints"
    kind = type(error).__name__
    return _stop(f"Error: {kind}: {error}. This is a bug of rummysim; {hint}.", EXIT_FAILED)


def _stop(sentence: str, code: int) -> int:
    """The code, after the output so far and the sentence have been written."""
    try:
        sys.stdout.flush()
    except OSError:
        _drop_stdout()
    with contextlib.suppress(OSError):  # nobody can be told
        sys.stderr.write(sentence + "\n")
    return code


def _drop_stdout() -> None:
    """Nothing; what is still to be written goes nowhere, so that the exit is silent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
