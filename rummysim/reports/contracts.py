"""Contracts in words, and the page of one contract."""

from typing import Any

from rummysim.reports.tables import exact_percent
from rummysim.rules.spec import Contract, RuleSet, Shape

MANY = 12  # wilds in a meld that stand for no limit at all
KIND_WORDS = {"set": "set", "run": "run", "dirty": "dirty run"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def contract_words(contract: Contract) -> str:
    """A contract as one says it at the table.

    >>> contract_words(Contract((Shape("set", 3), Shape("set", 3), Shape("run", 4))))
    'two sets of 3 and one run of 4'
    >>> contract_words(Contract((Shape("dirty", 13),)))
    'one dirty run of 13'
    """
    counts: dict[Shape, int] = {}
    for shape in contract.shapes:
        counts[shape] = counts.get(shape, 0) + 1
    parts = [
        f"{COUNTS[count]} {KIND_WORDS[shape.kind]}{'s' if count > 1 else ''} of {shape.size}"
        for shape, count in counts.items()
    ]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + " and " + parts[-1]


def contract_facts(rules: RuleSet, contract: Contract, players: int) -> dict[str, Any]:
    """What can be said of a contract without playing it.

    Keys: ``contract``, ``words``, ``cards``, ``dealt_cards``, ``left_after`` (cards held after
    the first turn's lay-down, None when the hand is too small), ``rounds`` (in which it is
    wanted, from 1), ``dealt_exact`` (odds to hold it as dealt, None where they are not counted)
    and ``not_counted`` (then why).
    """
    from rummysim.stats.dealt_odds import counted_odds, why_not_counted

    rounds = [n for n, each in enumerate(rules.opening.contracts, start=1) if each == contract]
    dealt = rules.deal.cards[rounds[0] - 1 if rounds else 0]
    odds = counted_odds(rules, contract, players, dealt)
    left = dealt + 1 - contract.cards
    return {
        "contract": str(contract),
        "words": contract_words(contract),
        "cards": contract.cards,
        "dealt_cards": dealt,
        "left_after": left if left >= 0 else None,
        "rounds": rounds,
        "players": players,
        "dealt_exact": None if odds is None else float(odds),
        "dealt_exact_hands": None if odds is None else f"{odds.numerator}/{odds.denominator}",
        "not_counted": why_not_counted(rules, contract, dealt) if odds is None else None,
    }


def contract_page(rules: RuleSet, facts: dict[str, Any]) -> str:
    """The facts of a contract as text."""
    packs, jokers = rules.shoe.packs.at(facts["players"]), rules.shoe.jokers.at(facts["players"])
    rounds = ", ".join(str(number) for number in facts["rounds"]) or "none"
    left = facts["left_after"]
    lines = [
        f"{facts['contract']}: {facts['words']}",
        "",
        f"Cards it takes        {facts['cards']}",
        f"Cards dealt           {facts['dealt_cards']}, from {packs} packs and {jokers} jokers",
        f"Left after lay-down   {'-' if left is None else left} of {facts['dealt_cards'] + 1}",
        f"Wanted in round       {rounds} of {rules.name}",
        f"{'Wilds' if rules.melds.wild_ranks else 'Jokers'} allowed".ljust(22)
        + _wilds(rules, facts),
        f"Held as dealt         {_odds(facts)}",
    ]
    if facts["rounds"]:
        lines += [
            "",
            f"How soon it is laid down: rummysim odds {rules.name} --round {facts['rounds'][0]}",
        ]
    return "\n".join(lines)


def _wilds(rules: RuleSet, facts: dict[str, Any]) -> str:
    """How many wilds a set and a run of the contract may hold."""
    melds = rules.melds
    parts = []
    if "set" in facts["words"]:
        natural = melds.set_min_naturals
        most = f"{melds.wild_max_set}" if melds.wild_max_set < MANY else "any number"
        beside = f" beside {natural} naturals" if natural > 1 else ""
        parts.append(f"{most} in a set{beside}")
    if "run" in facts["words"]:
        most = f"{melds.wild_max_run}" if melds.wild_max_run < MANY else "any number"
        apart = "" if melds.wild_adjacent or melds.wild_max_run < 2 else ", none beside another"
        parts.append(f"{most} in a run{apart}")
        if melds.wild_max_run7 not in (None, melds.wild_max_run):
            parts.append(f"{melds.wild_max_run7} in a run of seven or more")
    return ", ".join(parts)


def _odds(facts: dict[str, Any]) -> str:
    odds = facts["dealt_exact"]
    if odds is None:
        return f"not counted: {facts['not_counted']}"
    if odds == 0:
        return "never: it takes more cards than are dealt"
    return f"{exact_percent(odds, 5)}, once in {1 / odds:,.1f} deals (exact)"
