"""Experiment files to `Experiment`: the file on its bases, options on top, defaults below.

Whatever is wrong is refused with an ExperimentError of one sentence that names the file, the
table and the key, and what would be right.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from rummysim.errors import ExperimentError
from rummysim.experiments.build import build, read_design, read_rules
from rummysim.experiments.defaults import default_layers
from rummysim.experiments.layers import (
    Leaf,
    Source,
    Tree,
    layered,
    merged,
    tree_of,
    with_options,
    with_quick,
)
from rummysim.experiments.spec import Experiment
from rummysim.rules import RuleSet

USUAL_PLAYERS = 4


def read_experiment(path: Path, quick: bool = False, options: Iterable[str] = ()) -> Experiment:
    r"""The experiment of a file, checked.

    quick : whether its table [quick] counts
    options : changes on top, as ``--set`` takes them: ``stop.max_deals=500``

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "mine.toml"
    >>> _ = path.write_text('[arms.shy]\nparameters = { buy = "never" }\n')
    >>> [contrast.name for contrast in read_experiment(path).contrasts]
    ['shy-usual']

    Raises ExperimentError.
    """
    return build(path.stem, full_tree(path, quick, options), str(path))


def parse_experiment(text: str, name: str = "own") -> Experiment:
    r"""The experiment that the text of a file describes, checked; a base it cannot have.

    >>> parse_experiment("[count]\nmeasures = ['points']").design
    'counting'

    Raises ExperimentError.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"{name} is not valid TOML: {error}") from None
    return build(name, with_defaults(tree_of(data, Source(name, Path())), name))


def full_tree(path: Path, quick: bool = False, options: Iterable[str] = ()) -> Tree:
    """Every table of an experiment, with its bases, options and defaults put together.

    Raises ExperimentError for tables and keys that there are not.
    """
    tree = layered(path)
    return with_defaults(with_options(with_quick(tree) if quick else tree, options), str(path))


def with_defaults(tree: Tree, name: str = "own") -> Tree:
    """The tree with the defaults below it, and without what only ``--quick`` changes.

    >>> with_defaults({})["table"]["players"].value
    [4]

    Raises ExperimentError when there is no such design, or the rules are unknown.
    """
    tree = {key: table for key, table in tree.items() if key != "quick"}
    for layer in default_layers(read_design(tree), "round" in tree.get("game", {}), name):
        tree = merged(tree, layer)
    if "players" not in tree["table"]:
        players = [usual_players(read_rules(tree))]
        tree["table"]["players"] = Leaf(players, "table.players", name)
    return tree


def usual_players(rules: RuleSet) -> int:
    """Four where the rules allow four, else the number they call best.

    >>> from rummysim.rules import load_rules
    >>> usual_players(load_rules("shanghai"))
    4
    """
    fewest, most = rules.table.players
    return USUAL_PLAYERS if fewest <= USUAL_PLAYERS <= most else rules.table.best_players[0]
