"""``rummysim cache``: the compiled engine on disk."""

import typer

from rummysim.cli.console import duration, remark, say
from rummysim.cli.envelope import print_json
from rummysim.cli.options import PlainOutputOptions, grouped

app = typer.Typer(
    help="The compiled engine on disk: make it, look at it, remove it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def warm(output: PlainOutputOptions = PlainOutputOptions()) -> None:
    """Compile the whole engine now, so that later commands start at once.

    For example:  rummysim cache warm
    """
    from rummysim.cli.engine import compile_everything

    seconds = compile_everything(output)
    if output.json:
        print_json("cache warm", {}, {"seconds": seconds})
    else:
        remark(f"The engine is compiled ({duration(seconds)}).", output)


def info(output: PlainOutputOptions = PlainOutputOptions()) -> None:
    """Show where the compiled engine lies, how large it is and whether it is current.

    For example:  rummysim cache info
    """
    from rummysim.cli.engine import cache_state

    state = cache_state()
    if output.json:
        print_json("cache info", {}, state)
        return
    say(f"Folder    {state['folder']}")
    if state["temporary"]:
        say(f"          (temporary: {state['root']} cannot be written)")
    say(f"Current   {'yes' if state['compiled'] else 'no: `rummysim cache warm` compiles it'}")
    say(f"Versions  {state['versions']} (folders of earlier sources are removed by `clear`)")
    say(f"Size      {state['bytes'] / 1e6:.1f} MB in {state['files']} files")


def clear(output: PlainOutputOptions = PlainOutputOptions()) -> None:
    """Remove everything that was compiled; it is made again when it is needed.

    For example:  rummysim cache clear
    """
    from rummysim.cli.engine import clear_cache

    removed = clear_cache()
    if output.json:
        print_json("cache clear", {}, {"removed_bytes": removed})
    else:
        say(f"Removed {removed / 1e6:.1f} MB.")


for _command in (warm, info, clear):
    app.command(_command.__name__)(grouped(_command))
