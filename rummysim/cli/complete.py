"""Names for completion: read from folders and light tables, so that TAB stays quick."""

from pathlib import Path

RUNS = Path("runs")


def complete_games(incomplete: str) -> list[str]:
    """Games whose name begins with what was typed.

    >>> complete_games("shanghai-n")
    ['shanghai-nobuy']
    """
    from rummysim.rules.load import preset_names

    return [name for name in preset_names() if name.startswith(incomplete)]


def complete_policies(incomplete: str) -> list[str]:
    """What may follow in a list of policies: their names, parameters, and words as values.

    >>> complete_policies("greedy,ran")
    ['greedy,random']
    """
    from rummysim.policies.registry import policy_names

    before, last = _open_part(incomplete)
    name, bracket, inside = last.partition("(")
    if not bracket:
        return [before + each for each in policy_names() if each.startswith(last)]
    return [f"{before}{name}({each}" for each in _complete_parameters(name, inside)]


def _open_part(text: str) -> tuple[str, str]:
    """What stands before and behind the last comma outside parentheses."""
    depth = cut = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            cut = place + 1
    return text[:cut], text[cut:]


def _complete_parameters(name: str, inside: str) -> list[str]:
    """What may follow within the parentheses behind a policy's name."""
    from rummysim.errors import PolicyError
    from rummysim.policies.registry import is_quick, policy_settings

    try:
        parameters = policy_settings(name).parameters if is_quick(name) else ()
    except PolicyError:
        return []
    before, comma, piece = inside.rpartition(",")
    set_already = {each.partition("=")[0].strip() for each in before.split(",")}
    key, equals, value = piece.strip().partition("=")
    if equals:
        words = [word for p in parameters if p.name == key for word in p.choices]
        return [f"{before}{comma}{key}={word}" for word in words if word.startswith(value)]
    names = [p.name for p in parameters if p.name.startswith(key) and p.name not in set_already]
    return [f"{before}{comma}{each}=" for each in names]


def complete_pages(incomplete: str) -> list[str]:
    """Games, policies and other pages that can be shown.

    >>> complete_pages("polic")
    ['policies']
    """
    pages = [*complete_games(incomplete), *complete_policies(incomplete)]
    return pages + [name for name in ("policies", "experiments") if name.startswith(incomplete)]


def complete_experiments(incomplete: str) -> list[str]:
    """Experiments of the current folder whose name begins with what was typed.

    >>> complete_experiments("no_such_experiment")
    []
    """
    from rummysim.experiments.find import listed_experiments

    return [
        each.name
        for each in listed_experiments()
        if not each.fault and each.name.startswith(incomplete)
    ]


def complete_runs(incomplete: str) -> list[str]:
    """Folders of runs below ``runs`` whose path begins with what was typed.

    >>> complete_runs("no_such_run")
    []
    """
    from rummysim.experiments.store import find_stores

    return [str(path) for path in find_stores(RUNS) if str(path).startswith(incomplete)]
