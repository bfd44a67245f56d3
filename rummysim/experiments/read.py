"""Experiment files to `Experiment`: the file on its bases, options on top, defaults below.

Whatever is wrong is refused with an ExperimentError of one sentence that names the file, the
table and the key, and what would be right.
"""

from collections.abc import Iterable
from pathlib import Path

from rummysim.experiments.build import build, read_design, read_rules
from rummysim.experiments.defaults import default_layers
from rummysim.experiments.layers import Leaf, Tree, layered, merged, with_options, with_quick
from rummysim.experiments.spec import Experiment
from rummysim.rules import RuleSet, load_rules  # noqa: F401

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
    return build(path.stem, full_tree(path, quick, options))


def full_tree(path: Path, quick: bool = False, options: Iterable[str] = ()) -> Tree:
    """Every table of an experiment, with its bases, options and defaults put together.

    Raises ExperimentError for tables and keys that there are not.
    """
    tree = layered(path)
    tree = with_options(with_quick(tree) if quick else tree, options)
    tree.pop("quick", None)
    for layer in default_layers(read_design(tree), "round" in tree.get("game", {})):
        tree = merged(tree, layer)
    if "players" not in tree["table"]:
        players = [usual_players(read_rules(tree))]
        tree["table"]["players"] = Leaf(players, "table.players", "defaults")
    return tree


def usual_players(rules: RuleSet) -> int:
    """Four where the rules allow four, else the number they call best.

    >>> usual_players(load_rules("shanghai"))
    4
    """
    fewest, most = rules.table.players
    return USUAL_PLAYERS if fewest <= USUAL_PLAYERS <= most else rules.table.best_players[0]
