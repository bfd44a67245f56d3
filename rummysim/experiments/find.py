"""Where experiment files are: below ``experiments/`` of the current folder, or named by path."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rummysim.errors import ExperimentError
from rummysim.experiments.layers import layered, shown
from rummysim.experiments.values import checked_name, read_text
from rummysim.rules.fields import near, show

FOLDER = Path("experiments")
ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class Listed:
    """An experiment file as it is listed: with its question, or with what is wrong with it."""

    name: str
    path: Path
    question: str = ""
    fault: str = ""  # one sentence


def listed_experiments(folder: Path = FOLDER) -> list[Listed]:
    """Every file of a folder and below it, those that cannot be run included.

    >>> listed_experiments(Path("nowhere"))
    []
    """
    same: dict[str, list[Path]] = {}
    for path in _paths(folder):
        same.setdefault(path.stem, []).append(path)
    return [_listed(path, same[path.stem]) for path in _paths(folder)]


def _listed(path: Path, same: list[Path]) -> Listed:
    try:
        checked_name(path.stem, shown(str(path)), "experiment")
        if len(same) > 1:
            raise _same_name(same[0], same[1])
        return Listed(path.stem, path, question_of(path))
    except ExperimentError as error:
        return Listed(shown(path.stem), path, fault=str(error))


def experiment_files(folder: Path = FOLDER) -> dict[str, Path]:
    """The files of all experiments in a folder and below it, by name; bases (``_*``) are none.

    >>> experiment_files(Path("nowhere"))
    {}

    Raises ExperimentError when two of them have the same name.
    """
    found: dict[str, Path] = {}
    for path in _paths(folder):
        if path.stem in found:
            raise _same_name(found[path.stem], path)
        found[path.stem] = path
    return found


def _paths(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob(f"*{ENDING}")) if not path.name.startswith("_")]


def _same_name(first: Path, second: Path) -> ExperimentError:
    return ExperimentError(
        f"{shown(str(first))} and {shown(str(second))} have the same name; give one of them another"
    )


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
        if path.is_symlink() or path.exists():
            _refuse(path, name)
    except PermissionError as error:
        raise ExperimentError(f"{show(name)} cannot be read: permission denied") from error
    except (OSError, ValueError):  # names that are too long, or hold what no name may hold
        pass
    known = {path.stem for path in _paths(FOLDER)}
    same = [path for path in _paths(FOLDER) if path.stem == name]
    if len(same) > 1:
        raise _same_name(same[0], same[1])
    if same:
        return same
    if not known:
        raise ExperimentError(
            f"there is no experiment {show(name)}, for there is no folder `{FOLDER}` with any "
            "here; give the path of a file, or change to a folder that has it"
        )
    hint = near(name, known) or "; `rummysim list experiments` names them"
    raise ExperimentError(f"there is no experiment and no file {show(name)}{hint}")


def _refuse(path: Path, name: str) -> None:
    """Nothing; raises ExperimentError for what is there and is no file of an experiment."""
    if path.suffix != ENDING:
        if path.is_file() and path.stem not in {each.stem for each in _paths(FOLDER)}:
            raise ExperimentError(f"{show(name)} is no experiment; their files end in {ENDING}")
        return
    if not path.exists():
        raise ExperimentError(f"{show(name)} is a link that leads nowhere; give the file itself")
    raise ExperimentError(f"{show(name)} is no file but a device or a pipe; copy it to a file")


def _all_in(folder: Path) -> list[Path]:
    if not os.access(folder, os.R_OK | os.X_OK):
        raise ExperimentError(f"{shown(str(folder))} cannot be read: permission denied")
    files = list(experiment_files(folder).values())
    if not files:
        raise ExperimentError(f"there is no experiment in the folder {folder}")
    return files


def question_of(path: Path) -> str:
    """The question of an experiment file, which is not read beyond that.

    Raises ExperimentError when the file cannot be read.
    """
    leaf = layered(path).get("question")
    return read_text(leaf) if leaf is not None else ""
