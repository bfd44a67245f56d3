"""The shape of the package: layers, sizes, what starts quickly, what kernels may not know."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import rummysim

PACKAGE = Path(rummysim.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = {"numba", "llvmlite", "numpy", "pandas", "matplotlib", "scipy", "cmaes", "distributed"}
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 40
MAX_ARGUMENTS = 6

# Larger on purpose, and how large at most; these lists may only shrink.
LONG_MODULES = {"kernels/layout.py": 462}  # one line for each field of the records
LONG_FUNCTIONS: dict[str, int] = {}
MANY_ARGUMENTS = {
    "kernels/batch.py:play_deals": 18,  # numba types functions one by one: six seats, four tools
    "kernels/record.py:write_row": 7,  # the six numbers of a row, and where it goes
}


def functions(module: Path):
    """Name within the package and node of every function of a module."""
    place = module.relative_to(PACKAGE).as_posix()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{place}:{node.name}", node


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body behind its signature and docstring."""
    first = node.body[0]
    before = first.end_lineno if ast.get_docstring(node) is not None else first.lineno - 1
    return node.end_lineno - before


def arguments(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    named = [*node.args.posonlyargs, *node.args.args]
    return len([a for a in named if a.arg not in ("self", "cls")])


def assert_small(sizes: dict[str, int], most: int, exceptions: dict[str, int]) -> None:
    too_large = {name: n for name, n in sizes.items() if n > exceptions.get(name, most)}
    assert not too_large
    no_longer_needed = {name for name in exceptions if sizes.get(name, 0) <= most}
    assert not no_longer_needed


def test_modules_are_short():
    lines = {
        m.relative_to(PACKAGE).as_posix(): len(m.read_text(encoding="utf-8").splitlines())
        for m in MODULES
    }
    assert_small(lines, MAX_MODULE_LINES, LONG_MODULES)


def test_functions_are_short():
    lines = {name: code_lines(node) for m in MODULES for name, node in functions(m)}
    assert_small(lines, MAX_FUNCTION_LINES, LONG_FUNCTIONS)


def test_functions_have_few_arguments():
    """Commands apart: theirs are the options that people type."""
    modules = [m for m in MODULES if m.parent.name != "cli"]
    counts = {name: arguments(node) for m in modules for name, node in functions(m)}
    assert_small(counts, MAX_ARGUMENTS, MANY_ARGUMENTS)


def test_layers():
    run = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def code_text(module: Path) -> str:
    """The code of a module without comments and docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_kernels_know_no_game_by_name():
    names = re.compile("|".join(["shanghai", "rami", "carioca", "kaluki", "indian"]), re.IGNORECASE)
    for folder in ("kernels", "policies"):
        for module in (PACKAGE / folder).glob("*.py"):
            assert not names.search(code_text(module)), module.name


def test_only_kernels_and_policies_import_numba():
    for module in MODULES:
        folder = module.relative_to(PACKAGE).parts[0]
        text = module.read_text(encoding="utf-8")
        if folder not in ("kernels", "policies"):
            assert not re.search(r"^\s*(import numba|from numba)", text, re.MULTILINE), module
        if module.name != "_jit.py":
            assert not re.search(r"\bnjit\b|\bjitclass\b|parallel=True|fastmath", text), module


@pytest.mark.parametrize("words", [["-c", "import rummysim"], ["-m", "rummysim", "--help"]])
def test_start_loads_nothing_heavy(words):
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *words], capture_output=True, text=True, check=True
    )
    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert "rummysim" in loaded
    assert not loaded & HEAVY


def test_types_are_checked_wherever_nothing_is_compiled():
    import tomllib

    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    ignored = [o["module"] for o in project["tool"]["mypy"]["overrides"] if "ignore_errors" in o]
    compiled = [
        f"rummysim.policies.{module.stem}"
        for module in sorted((PACKAGE / "policies").glob("*.py"))
        if re.search(r"^@kernel", module.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert ignored == [["rummysim.kernels.*", *compiled]]


def test_public_names_exist_and_are_offered():
    for name in rummysim.__all__:
        assert getattr(rummysim, name) is not None
        assert name in dir(rummysim)
    with pytest.raises(AttributeError, match="no attribute 'simulte'"):
        _ = rummysim.simulte


def test_version_is_told_once_and_the_same():
    import tomllib

    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == rummysim.__version__


def test_card_constants_agree():
    layout = import_module("rummysim.kernels.layout")
    cards = import_module("rummysim.cards")
    fields = import_module("rummysim.rules.fields")
    assert (layout.KINDS, layout.JOKER) == (cards.KINDS, cards.JOKER)
    assert (fields.SEATS[1], fields.ROUNDS) == (layout.MAX_SEATS, layout.MAX_ROUNDS)
    assert (fields.SHAPES, fields.RANGES["shoe.packs"][1]) == (layout.MAX_SHAPES, layout.MAX_PACKS)
    assert 52 * layout.MAX_PACKS + fields.RANGES["shoe.jokers"][1] == layout.MAX_DECK


def test_documented_parameters_exist():
    """A parameter that a docstring describes (``name : meaning``) is one of the function's."""
    pattern = re.compile(r"^\s*(\w+(?:, \w+)*) : \S", re.MULTILINE)
    for module in MODULES:
        for name, node in functions(module):
            text = inspect.cleandoc(ast.get_docstring(node, clean=False) or "")
            own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
            described = {word for m in pattern.finditer(text) for word in m[1].split(", ")}
            assert described <= own | {"returns"}, f"{name}: {described - own}"
