"""Names for completion: read from folders and light tables, so that TAB stays quick."""


def complete_games(incomplete: str) -> list[str]:
    """Games whose name begins with what was typed.

    >>> complete_games("shanghai-n")
    ['shanghai-nobuy']
    """
    from rummysim.rules.load import preset_names

    return [name for name in preset_names() if name.startswith(incomplete)]


def complete_policies(incomplete: str) -> list[str]:
    """Policies that may follow what was typed, also after a comma.

    >>> complete_policies("greedy,ran")
    ['greedy,random']
    """
    from rummysim.policies.registry import policy_names

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in policy_names() if name.startswith(last)]


def complete_pages(incomplete: str) -> list[str]:
    """Games and policies whose page can be shown."""
    return [*complete_games(incomplete), *complete_policies(incomplete)]
