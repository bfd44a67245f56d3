"""What the text of a policy must not do: write to the game, or leave compiled code.

A fence for honest players and no prison: a policy is Python code that its user runs.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator

from rummysim.errors import PolicyError

WRITABLE = ("memory", "plan")  # fields of the view
FORBIDDEN = ("objmode", "as_strided", "carray", "farray")


def check_source(function: Callable[..., int], name: str) -> None:
    """Nothing, when the function writes only to ``view.memory`` and ``view.plan``.

    A function without readable source passes.

    Raises PolicyError naming what is written, or the tool that reaches beyond a player's view.
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return
    arguments = list(inspect.signature(function).parameters)
    for node in ast.walk(tree):
        tool = getattr(node, "attr", getattr(node, "id", None))
        if tool in FORBIDDEN:
            raise PolicyError(
                f"policy {name!r} uses {tool}, which reaches beyond what a player sees"
            )
        for target in _targets(node):
            path = _path(target)
            if len(path) > 1 and path[0] in arguments and not _may_write(path, arguments):
                raise PolicyError(
                    f"policy {name!r} writes {'.'.join(path)}; "
                    "a policy may write only view.memory and view.plan"
                )


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """The places that a statement writes to."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        yield node.target


def _path(target: ast.expr) -> list[str]:
    """The names of ``view.plan.meld[0].size`` without its indices; empty when it is no such."""
    names: list[str] = []
    while isinstance(target, ast.Attribute | ast.Subscript):
        if isinstance(target, ast.Attribute):
            names.insert(0, target.attr)
        target = target.value
    return [target.id, *names] if isinstance(target, ast.Name) else []


def _may_write(path: list[str], arguments: list[str]) -> bool:
    return path[0] == arguments[0] and path[1] in WRITABLE
