"""Rules as plain data, as TOML text and as a fingerprint: the way back from `spec`."""

import hashlib
import json
from dataclasses import fields

from rummysim.cards import JOKER, JOKER_TEXT, RANKS, card_text
from rummysim.rules.fields import FILE_KEYS, TABLES
from rummysim.rules.spec import Contract, PerPlayers, RuleSet

LABELS = ("name", "title")  # what a game is called does not change how it is played


def dump(rules: RuleSet) -> dict[str, object]:
    """The complete rules as nested plain data, in the form of a rule file.

    ``load_dict(dump(rules)) == rules``; only dict, list, str, int and bool occur.

    >>> from rummysim.rules import load_rules
    >>> dump(load_rules("shanghai"))["lay_off"]
    {'from': 'next_turn', 'targets': 'all', 'new_melds': 'off'}
    """
    data: dict[str, object] = {label: getattr(rules, label) for label in LABELS}
    for table, record in TABLES.items():
        values = getattr(rules, table)
        data[table] = {
            FILE_KEYS.get((table, field.name), field.name): _plain(
                f"{table}.{field.name}", getattr(values, field.name)
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
    """64 hex digits that are equal for rules that play alike.

    Names, titles and the allowed and best numbers of players do not count.

    >>> from rummysim.rules import load_rules
    >>> rules_id(load_rules("shanghai")) == rules_id(load_rules("shanghai", ["buy.limit=2"]))
    False
    """
    data = {key: value for key, value in dump(rules).items() if key not in (*LABELS, "table")}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(key: str, value: object) -> object:
    """One field as a rule file writes it."""
    if key == "scoring.values":
        assert isinstance(value, tuple)
        return _values(value)
    if isinstance(value, PerPlayers):
        return {
            str(low) if low == high else f"{low}-{high}": number for low, high, number in value.rows
        }
    if isinstance(value, tuple):
        return [str(item) if isinstance(item, Contract) else item for item in value]
    return "unlimited" if value is None else value


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
