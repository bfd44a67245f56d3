"""Contracts in words."""

from rummysim.rules.spec import Contract, Shape

COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def contract_words(contract: Contract) -> str:
    """A contract as one says it at the table.

    >>> contract_words(Contract((Shape("set", 3), Shape("set", 3), Shape("run", 4))))
    'two sets of 3 and one run of 4'
    """
    counts: dict[Shape, int] = {}
    for shape in contract.shapes:
        counts[shape] = counts.get(shape, 0) + 1
    parts = [
        f"{COUNTS[count]} {shape.kind}{'s' if count > 1 else ''} of {shape.size}"
        for shape, count in counts.items()
    ]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + " and " + parts[-1]
