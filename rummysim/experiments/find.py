"""Where experiment files are: below ``experiments/`` of the current folder, or named by path."""

from collections.abc import Iterable
from pathlib import Path

from rummysim.errors import ExperimentError
from rummysim.experiments.layers import layered
from rummysim.rules.fields import near, show

FOLDER = Path("experiments")
ENDING = ".toml"


def experiment_files(folder: Path = FOLDER) -> dict[str, Path]:
    """The files of all experiments in a folder and below it, by name; bases (``_*``) are none.

    >>> experiment_files(Path("nowhere"))
    {}

    Raises ExperimentError when two of them have the same name.
    """
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob(f"*{ENDING}")):
        if path.name.startswith("_"):
            continue
        if path.stem in found:
            raise ExperimentError(
                f"{found[path.stem]} and {path} have the same name; give one of them another"
            )
        found[path.stem] = path
    return found


def find(names: Iterable[str]) -> list[Path]:
    """The files that names or paths mean, each once; a folder means all experiments below it.

    Raises ExperimentError for what is neither, with what may be meant.
    """
    return list(dict.fromkeys(path for name in names for path in _meant(name)))


def _meant(name: str) -> list[Path]:
    path = Path(name)
    try:
        if path.is_file() and path.suffix == ENDING:
            return [path]
        for folder in (path, FOLDER / name):
            if name.strip() and folder.is_dir():
                return _all_in(folder)
    except (OSError, ValueError):  # names that are too long, or hold what no name may hold
        pass
    known = experiment_files()
    if name in known:
        return [known[name]]
    if not known:
        raise ExperimentError(
            f"there is no experiment {show(name)}, for there is no folder `{FOLDER}` with any "
            "here; give the path of a file, or change to a folder that has it"
        )
    hint = near(name, known) or "; `rummysim list experiments` names them"
    raise ExperimentError(f"there is no experiment and no file {show(name)}{hint}")


def _all_in(folder: Path) -> list[Path]:
    files = list(experiment_files(folder).values())
    if not files:
        raise ExperimentError(f"there is no experiment in the folder {folder}")
    return files


def question_of(path: Path) -> str:
    """The question of an experiment file, which is not read beyond that.

    Raises ExperimentError when the file cannot be read.
    """
    leaf = layered(path).get("question")
    return str(leaf.value) if leaf is not None else ""
