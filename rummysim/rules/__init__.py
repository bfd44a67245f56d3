"""Rules as data: presets and files in TOML, read into the frozen records of `spec`.

>>> load_rules("shanghai").rounds
7
"""

from rummysim.rules.check import check
from rummysim.rules.load import for_players, load_dict, load_rules, preset_names, preset_page
from rummysim.rules.spec import RuleSet
from rummysim.rules.write import dump, rules_id, rules_text

__all__ = [
    "RuleSet",
    "check",
    "dump",
    "for_players",
    "load_dict",
    "load_rules",
    "preset_names",
    "preset_page",
    "rules_id",
    "rules_text",
]
