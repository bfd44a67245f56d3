"""Rules as plain data, as TOML text and as a fingerprint: the way back from `spec`."""

import hashlib
import json
from dataclasses import MISSING, fields

from rummysim.cards import JOKER, JOKER_TEXT, RANKS, card_text
from rummysim.rules.fields import FILE_KEYS, TABLES, later_keys
from rummysim.rules.spec import Contract, PerPlayers, RuleSet

LABELS = ("name", "title")  # what a game is called does not change how it is played


def dump(rules: RuleSet) -> dict[str, object]:
    """The complete rules as nested plain data, in the form of a rule file.

    ``load_dict(dump(rules)) == rules``; only dict, list, str, int and bool occur.

    >>> from rummysim.rules import load_rules
    >>> dump(load_rules("shanghai"))["swap"]
    {'allowed': False, 'scope': 'runs_and_sets', 'same_turn': False}
    """
    data: dict[str, object] = {label: getattr(rules, label) for label in LABELS}
    for table, record in TABLES.items():
        values = getattr(rules, table)
        data[table] = {
            FILE_KEYS.get((table, field.name), field.name): _plain(
                f"{table}.{field.name}", getattr(values, field.name), rules
            )
            for field in fields(record)
        }
    return data


def rules_text(rules: RuleSet) -> str:
    """The complete rules as the text of a rule file, without comments.

    >>> from rummysim.rules import load_rules
    >>> print(rules_text(load_rules("shanghai"))[:51])
    name = "shanghai"
    title = "Shanghai Rummy"
    <BLANKLINE>
    [table]
    """
    lines = []
    for key, value in dump(rules).items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]"]
            lines += [f"{inner} = {_toml(inner_value)}" for inner, inner_value in value.items()]
        else:
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def rules_id(rules: RuleSet) -> str:
    """64 hex digits, the same for rules under which the same people play the same game.

    Names, titles and the allowed and best numbers of players do not count, nor do switches with
    the default that rule files may leave out.

    >>> from rummysim.rules import load_rules
    >>> rules_id(load_rules("shanghai")) == rules_id(load_rules("shanghai", ["buy.limit=2"]))
    False
    """
    data: dict[str, object] = {
        table: {
            key: plain
            for (key, plain), value in zip(values.items(), _raw(rules, table), strict=True)
            if later_keys().get(f"{table}.{key}", MISSING) != value
        }
        for table, values in dump(rules).items()
        if isinstance(values, dict) and table != "table"
    }
    data["shoe"] = [_by_players(rules.shoe.packs), _by_players(rules.shoe.jokers)]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _raw(rules: RuleSet, table: str) -> list[object]:
    """The values of one table in the order of its fields."""
    return [getattr(getattr(rules, table), field.name) for field in fields(TABLES[table])]


def _plain(key: str, value: object, rules: RuleSet) -> object:
    """One field as a rule file writes it, in the shortest form."""
    if isinstance(value, PerPlayers):
        rows = value.rows
        if len(rows) == 1 and rows[0][:2] == rules.table.players:
            return rows[0][2]
        return {str(low) if low == high else f"{low}-{high}": n for low, high, n in rows}
    if key == "scoring.values":
        return _values(rules.scoring.values)
    if key == "deal.cards" and len(set(rules.deal.cards)) == 1:
        return rules.deal.cards[0]
    if key == "melds.wild_ranks":
        return [RANKS[rank] for rank in rules.melds.wild_ranks]
    if key == "melds.wild_max_run7" and value is None:
        return "same"
    if isinstance(value, tuple):
        return [str(item) if isinstance(item, Contract) else item for item in value]
    return "unlimited" if value is None else value


def _by_players(numbers: PerPlayers) -> object:
    """The number when it is the same for all, else the number for each count of players."""
    if len({number for _, _, number in numbers.rows}) == 1:
        return numbers.rows[0][2]
    return [[n, number] for low, high, number in numbers.rows for n in range(low, high + 1)]


def _values(values: tuple[int, ...]) -> dict[str, int]:
    """Points by rank where the four suits agree, else by card; the joker last."""
    table: dict[str, int] = {}
    for rank, name in enumerate(RANKS):
        kinds = range(rank, JOKER, len(RANKS))
        if len({values[kind] for kind in kinds}) == 1:
            table[name] = values[rank]
        else:
            table |= {card_text(kind): values[kind] for kind in kinds}
    return table | {JOKER_TEXT: values[JOKER]}


def _toml(value: object) -> str:
    """One value in TOML; strings hold printable characters only, so JSON's form is valid."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {_toml(item)}' for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
