"""Presets, files, bases and options, as a user meets them (rules.md 2, 13 and 16.8)."""

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from rummysim.cards import RANKS, parse_card
from rummysim.errors import RulesError
from rummysim.rules import (
    dump,
    for_players,
    load_dict,
    load_rules,
    preset_names,
    preset_page,
    rules_id,
    rules_text,
)
from rummysim.rules.check import most_buys, most_cards
from rummysim.rules.fields import TABLES, file_keys, later_keys

SHANGHAI = {  # rules.md 16.8, in the keys of rule files
    "table": {"players": [3, 6], "best_players": [4, 5]},
    "shoe": {"packs": 2, "jokers": 4},
    "deal": {"cards": 11},
    "melds": {
        "set_min": 3,
        "run_min": 4,
        "wild_max_set": 1,
        "wild_max_run": 1,
        "adjacent_same_suit_runs": "allowed",
        "distinct_ranks": False,
        "distinct_run_suits": False,
        "wild_ranks": [],
        "wild_natural": False,
        "wild_max_run7": "same",
        "run7_limit": "any_run",
        "wild_adjacent": True,
        "set_min_naturals": 1,
        "wrap": False,
        "full_suit": False,
    },
    "draw": {"no_return": False, "down_may_take": True, "depth": "top"},
    "buy": {
        "allowed": True,
        "limit": 3,
        "penalty_cards": 1,
        "when_down": True,
        "in_last_round": True,
        "upcard": True,
        "discarder": False,
        "priority": "turn_order",
        "reopen": False,
        "claims_visible": True,
    },
    "opening": {
        "contracts": ["S S", "S R4", "R4 R4", "S S S", "S S R4", "S R4 R4", "R4 R4 R4"],
        "laydown": "exact",
    },
    "lay_off": {
        "from": "next_turn",
        "targets": "all",
        "new_melds": "off",
        "second_joker": False,
        "joker_move": False,
    },
    "swap": {"allowed": False, "scope": "runs_and_sets", "same_turn": False},
    "close": {
        "final_discard": "optional",
        "discard_joker": True,
        "last_round": "all_cards_long_runs",
        "down_and_out": 1,
        "out_at_once": 0,
    },
    "scoring": {
        "values": {
            "A": 15,
            **{str(rank): 5 for rank in range(2, 10)},
            **dict.fromkeys(("10", "J", "Q", "K"), 10),
            "X": 50,
        },
        "dead_round": "score_hands",
    },
    "match": {
        "tie": "shared",
        "turn_cap": 150,
        "max_recycles": "unlimited",
        "restock_keep_top": True,
    },
}
SIX_ROUNDS = ["S S", "S R4", "R4 R4", "S S S", "S S R4", "S R4 R4"]
FACE_VALUES = {str(number): number for number in range(2, 11)} | dict.fromkeys("JQK", 10)
GO = {
    "melds": {"wild_ranks": ["2"], "wild_max_run7": 2},
    "opening": {"contracts": [*SIX_ROUNDS, "S R7"]},
    "close": {"last_round": "normal"},
    "scoring": {"values": SHANGHAI["scoring"]["values"] | {"2": 20}},
}
DIFFERENCES = {
    "shanghai": {},
    "shanghai-nobuy": {"buy": {"allowed": False, "limit": 0}},
    "shanghai-swap": {"swap": {"allowed": True}},
    "shanghai-2p": {"table": {"players": [2, 2], "best_players": [2, 2]}},
    "go": GO,
    "go-connecticut": GO
    | {
        "table": {"best_players": [4, 4]},
        "draw": {"depth": "any"},
        "buy": {"allowed": False, "limit": 0},
        "lay_off": {"new_melds": "type_restricted"},
        "swap": {"allowed": True},
        "close": {"last_round": "normal", "final_discard": "required"},
    },
    "carioca": {
        "table": {"players": [2, 5], "best_players": [2, 4]},
        "deal": {"cards": 12},
        "melds": {"wrap": True, "distinct_ranks": True},
        "draw": {"down_may_take": False},
        "buy": {"allowed": False, "limit": 0},
        "opening": {"contracts": [*SIX_ROUNDS, "R4 R4 R4", "S S S S"]},
        "close": {"last_round": "normal", "discard_joker": False},
        "scoring": {"values": FACE_VALUES | {"A": 20, "X": 50}},
        "match": {"tie": "rounds_won"},
    },
    "kaluki": {
        "table": {"best_players": [4, 4]},
        "shoe": {"packs": {"3-4": 2, "5-6": 3}, "jokers": {"3-4": 4, "5-6": 8}},
        "deal": {"cards": [9, 10, 11, 12, 12, 13, 14, 15, 16]},
        "melds": {
            "wild_max_set": 12,
            "wild_max_run": 12,
            "wild_adjacent": False,
            "set_min_naturals": 2,
            "distinct_ranks": True,
            "distinct_run_suits": True,
        },
        "buy": {"when_down": False},
        "opening": {
            "contracts": [
                "S S S",
                "S S R4",
                "S R4 R4",
                "R4 R4 R4",
                "S S S S",
                "S S S R4",
                "S S R4 R4",
                "S R4 R4 R4",
                "R4 R4 R4 R4",
            ],
            "laydown": "min",
        },
        "lay_off": {"joker_move": True},
        "close": {"discard_joker": False, "last_round": "normal", "down_and_out": 2},
        "scoring": {"values": FACE_VALUES | {"X": 50, "AS": 15, "AC": 15, "AH": 1, "AD": 1}},
    },
}

# Games that were played before the rules of others came keep their name in results.
RULES_IDS = {
    "shanghai": "fbd373237c59df9c438316bcb816a359407a1048a3b79988610398255b7c33f3",
    "shanghai-2p": "fbd373237c59df9c438316bcb816a359407a1048a3b79988610398255b7c33f3",
    "shanghai-nobuy": "51e47df8bb02a3a5de062f63bb997bab3308eab2baa0715039e8fd46fa77e2c1",
    "shanghai-swap": "99c2b59d7d20ef49075ce19b1ebd7de14fbab9694b21945f863c295421d73824",
}

# Every switch with each of its values (rules.md 13).
SWITCHES = {
    "table.players": ["[3,6]", "[2,6]", "[4,5]"],
    "table.best_players": ["[4,5]", "[3,3]", "4"],
    "shoe.packs": ["2", "3", '{ "3-4" = 2, "5-6" = 3 }'],
    "shoe.jokers": ["0", "4", "12"],
    "deal.cards": ["11", "12", "[11,11,11,11,11,11,12]"],
    "melds.set_min": ["3", "4"],
    "melds.run_min": ["3", "4"],
    "melds.wild_max_set": ["0", "1", "2"],
    "melds.wild_max_run": ["0", "1", "3"],
    "melds.adjacent_same_suit_runs": ["allowed", "gap_required"],
    "melds.distinct_ranks": ["off", "on"],
    "melds.distinct_run_suits": ["off", "on"],
    "melds.wild_ranks": ["[]", '["2"]', "['2', 'K']"],
    "melds.wild_natural": ["off", "on"],
    "melds.wild_max_run7": ["same", "1", "2"],
    "melds.run7_limit": ["any_run", "contract_run"],
    "melds.wild_adjacent": ["on", "off"],
    "melds.set_min_naturals": ["1", "2", "3"],
    "melds.wrap": ["off", "on"],
    "melds.full_suit": ["on", "off"],
    "draw.no_return": ["off", "on"],
    "draw.down_may_take": ["on", "off"],
    "draw.depth": ["top", "any"],
    "buy.allowed": ["on", "off"],
    "buy.limit": ["0", "1", "2", "3", "50"],
    "buy.penalty_cards": ["0", "1", "2"],
    "buy.when_down": ["on", "off"],
    "buy.in_last_round": ["on", "off"],
    "buy.upcard": ["on", "off"],
    "buy.discarder": ["off", "on"],
    "buy.priority": ["turn_order", "random"],
    "buy.reopen": ["off", "on"],
    "buy.claims_visible": ["on", "off"],
    "opening.contracts": ['["R4 R4"]', "S S; R4 R4 R4", "S4 R5; R4 R4 R4"],
    "opening.laydown": ["exact", "min"],
    "lay_off.from": ["next_turn", "same_turn"],
    "lay_off.targets": ["all", "own"],
    "lay_off.new_melds": ["off", "on", "type_restricted"],
    "lay_off.second_joker": ["off", "on"],
    "lay_off.joker_move": ["off", "on"],
    "swap.allowed": ["off", "on"],
    "swap.scope": ["runs_and_sets", "runs_only"],
    "swap.same_turn": ["off", "on"],
    "close.final_discard": ["optional", "required", "forbidden"],
    "close.discard_joker": ["on", "off"],
    "close.last_round": ["all_cards_long_runs", "exact_444", "keep_playing", "normal"],
    "close.down_and_out": ["1", "2"],
    "close.out_at_once": ["0", "10"],
    "scoring.values": ["{ A = 20 }", "{ AH = 1, AD = 1 }"],
    "scoring.dead_round": ["score_hands", "void"],
    "match.tie": ["shared", "rounds_won"],
    "match.turn_cap": ["1", "150", "10000"],
    "match.max_recycles": ["unlimited", "0", "2"],
    "match.restock_keep_top": ["on", "off"],
}


def save(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_every_preset_is_expected():
    assert set(preset_names()) == set(DIFFERENCES)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_preset_says_what_the_specification_says(name):
    data = dump(load_rules(name))
    for table, values in SHANGHAI.items():
        assert data[table] == values | DIFFERENCES[name].get(table, {}), table
    assert data["name"] == name
    assert set(data) == {*SHANGHAI, "name", "title"}


@pytest.mark.parametrize("name", preset_names())
def test_page_names_source_and_history(name):
    page = preset_page(name)
    assert page.startswith("# ")
    assert "*Source*" in page
    assert "## History" in page


def test_page_of_shanghai_names_every_switch():
    page = preset_page("shanghai")
    spoken_of_in_prose = {"table.best_players", "melds.set_min", "melds.run_min", "swap.scope"}
    spoken_of_in_prose |= {"swap.same_turn"}
    for table in TABLES:
        for key in file_keys(table):
            if f"{table}.{key}" not in spoken_of_in_prose:
                assert f"`{table}.{key}" in page, f"{table}.{key}"


def test_every_switch_is_listed_here():
    keys = {f"{table}.{key}" for table in TABLES for key in file_keys(table)}
    assert set(SWITCHES) == keys


@pytest.mark.parametrize(("key", "text"), [(k, text) for k in SWITCHES for text in SWITCHES[k]])
def test_switch_can_be_set(key, text):
    rules = load_rules("shanghai", [f"{key}={text}"])
    assert load_dict(dump(rules)) == rules
    table, field = key.split(".")
    got = dump(rules)[table][field]
    if text in ("on", "off") and isinstance(got, bool):
        assert got == (text == "on")
    elif text.isdigit() and isinstance(got, int):
        assert got == int(text)
    elif text.replace("_", "").isalnum() and isinstance(got, str):
        assert got == text
    else:
        assert got or got == [], text


def test_values_that_are_no_plain_words():
    def value(option: str) -> object:
        table, key = option.partition("=")[0].split(".")[:2]
        return dump(load_rules("shanghai", [option]))[table][key]

    assert value("table.players=[2,6]") == [2, 6]
    assert value("table.best_players=4") == [4, 4]
    assert value("shoe.packs=3") == 3
    assert value('shoe.packs={ "5-6" = 3, "3-4" = 2 }') == {"3-4": 2, "5-6": 3}
    assert value("deal.cards=12") == 12
    assert value("deal.cards=[11,11,11,11,11,11,12]") == [11] * 6 + [12]
    assert value("shoe.jokers={ 3-6 = 2 }") == 2
    assert value("opening.contracts=s s3; R4 r4 R4") == ["S S", "R4 R4 R4"]
    assert value("scoring.values.A=20")["A"] == 20
    assert value("scoring.values={ A = 20 }") == SHANGHAI["scoring"]["values"] | {"A": 20}


def test_single_cards_may_differ_from_their_rank():
    rules = load_rules("shanghai", ["scoring.values={ AH = 1, AD = 1 }"])
    assert rules.scoring.values[parse_card("AH")] == 1
    assert rules.scoring.values[parse_card("AS")] == 15
    assert dump(rules)["scoring"]["values"]["AH"] == 1
    later = load_rules("shanghai", ["scoring.values.AH=1", "scoring.values.A=20"])
    assert later.scoring.values[parse_card("AH")] == 20


def test_later_option_wins():
    assert load_rules("shanghai", ["buy.limit=1", "buy.limit=2"]).buy.limit == 2
    assert load_rules("shanghai", "buy.limit=1").buy.limit == 1
    assert load_rules("shanghai", {"buy.limit": 2, "buy.upcard": False}).buy.limit == 2


def test_rules_made_in_python_are_checked_alike():
    rules = load_rules("shanghai", ["buy.limit=1"])
    assert load_rules(rules) == rules
    assert load_rules(rules, ["buy.upcard=off"]).buy == dataclasses.replace(rules.buy, upcard=False)
    wrong = dataclasses.replace(rules, match=dataclasses.replace(rules.match, turn_cap=0))
    with pytest.raises(RulesError) as caught:
        load_rules(wrong)
    assert str(caught.value) == (
        "rules shanghai: match.turn_cap is 0; it must be a whole number from 1 to 10000"
    )


def test_title_tells_of_options_and_name_stays():
    rules = load_rules("shanghai", ["buy.limit=1", "close.last_round=normal"])
    assert rules.name == "shanghai"
    assert rules.title == "Shanghai Rummy with buy.limit=1, close.last_round=normal"


def test_file_on_a_preset(tmp_path):
    path = save(tmp_path, "kitchen.toml", 'base = "shanghai"\n[buy]\nlimit = 1\n')
    rules = load_rules(path)
    assert (rules.name, rules.title, rules.buy.limit) == ("kitchen", "kitchen", 1)
    assert dataclasses.replace(rules.buy, limit=3) == load_rules("shanghai").buy


def test_file_on_a_file_beside_it(tmp_path):
    save(tmp_path, "one.toml", 'base = "shanghai-nobuy"\n[match]\nturn_cap = 9\n')
    (tmp_path / "deep").mkdir()
    path = save(tmp_path / "deep", "two.toml", 'base = "../one.toml"\ntitle = "Two"\n')
    rules = load_rules(Path(path))
    assert (rules.title, rules.match.turn_cap, rules.buy.allowed) == ("Two", 9, False)


def test_file_with_a_preset_s_name_may_build_on_it(tmp_path):
    path = save(tmp_path, "shanghai.toml", 'base = "shanghai"\n[shoe]\njokers = 2\n')
    assert load_rules(path).shoe.jokers.at(4) == 2


def test_windows_text_is_read(tmp_path):
    path = tmp_path / "w.toml"
    path.write_bytes(b'\xef\xbb\xbfbase = "shanghai"\r\n[buy]\r\nlimit = 1\r\n')
    assert load_rules(path).buy.limit == 1


@pytest.mark.parametrize("name", preset_names())
def test_text_is_a_complete_rule_file(name, tmp_path):
    rules = load_rules(name, ["scoring.values.AH=1", "match.max_recycles=2"])
    assert load_rules(save(tmp_path, "copy.toml", rules_text(rules))) == rules


def test_dump_survives_json():
    rules = load_rules("shanghai-2p")
    assert load_dict(json.loads(json.dumps(dump(rules)))) == rules


def test_id_follows_play_and_not_names(tmp_path):
    plain = load_rules("shanghai")
    path = save(tmp_path, "other.toml", 'base = "shanghai"\ntitle = "Other"\n')
    assert rules_id(load_rules(path)) == rules_id(plain)
    ids = {name: rules_id(load_rules(name)) for name in preset_names()}
    assert ids["shanghai-2p"] == ids["shanghai"]  # the same game with other people
    assert len(set(ids.values())) == len(ids) - 1
    assert (
        rules_id(load_rules("shanghai", ['shoe.packs={ "3-4" = 2, "5-6" = 2 }'])) == ids["shanghai"]
    )
    skipped = {"table.players", "table.best_players"}
    for key, texts in SWITCHES.items():
        ids = {rules_id(load_rules("shanghai", [f"{key}={text}"])) for text in texts}
        assert len(ids) == (1 if key in skipped else len(texts)), key


@pytest.mark.parametrize("name", RULES_IDS)
def test_ids_of_older_games_stay(name):
    assert rules_id(load_rules(name)) == RULES_IDS[name]


def test_switches_may_be_left_out_of_older_files():
    data = dump(load_rules("shanghai"))
    for key, default in later_keys().items():
        table, field = key.split(".")
        data[table].pop(field)
        assert dump(load_rules("shanghai"))[table][field] in (default, "same", [])
    assert load_dict(data) == load_rules("shanghai")


def test_players_that_a_preset_does_not_seat():
    for_players(load_rules("shanghai"), 3)
    for_players(load_rules("shanghai-2p"), 2)
    with pytest.raises(RulesError) as caught:
        for_players(load_rules("shanghai"), 2)
    assert str(caught.value) == (
        "shanghai is for 3 to 6 players, not 2; use shanghai-2p, or --set table.players=[2,6]"
    )
    with pytest.raises(RulesError, match=r"shanghai-2p is for 2 players, not 5; use shanghai or "):
        for_players(load_rules("shanghai-2p"), 5)
    with pytest.raises(RulesError, match="7 players cannot play; 2 to 6 can"):
        for_players(load_rules("shanghai"), 7)


def test_longest_hands():
    rules = load_rules("shanghai")
    assert [most_cards(rules, 6, n) for n in (3, 6)] == [18, 18]  # rules.md 2.4
    assert most_cards(load_rules("shanghai-nobuy"), 6, 4) == 12
    assert most_cards(load_rules("shanghai", ["buy.in_last_round=off"]), 6, 4) == 12
    assert most_buys(load_rules("shanghai-2p"), 0, 2) == 1  # the upcard, rules.md 2.6
    assert most_buys(load_rules("shanghai-2p", ["buy.upcard=off"]), 0, 2) == 0
    assert most_buys(load_rules("shanghai-2p", ["buy.discarder=on"]), 0, 2) == 3


house_rules = st.fixed_dictionaries(
    {}, optional={key: st.sampled_from(texts) for key, texts in SWITCHES.items()}
).map(lambda chosen: [f"{key}={value}" for key, value in chosen.items()])


@given(st.sampled_from(sorted(DIFFERENCES)), house_rules)
def test_random_house_rules_are_refused_or_whole(tmp_path_factory, name, options):
    try:
        rules = load_rules(name, options)
    except RulesError as error:
        event(f"refused: {str(error).split()[0]}")
        return
    event("whole")
    assert load_dict(json.loads(json.dumps(dump(rules)))) == rules
    path = tmp_path_factory.mktemp("house") / "h.toml"
    path.write_text(rules_text(rules), encoding="utf-8")
    assert load_rules(path) == rules
    for players in range(rules.table.players[0], rules.table.players[1] + 1):
        for index in range(rules.rounds):
            assert most_cards(rules, index, players) > rules.deal.cards[index]


text = st.text(max_size=30)
words = st.sampled_from([*SWITCHES, "buy", "base", "title", "name", "[buy]", "limit"])
pieces = st.one_of(text, words, st.sampled_from(["=", "1", "[", "]", "{", "\n", '"', "nan", "-1"]))
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


def refuses_in_one_line(act) -> None:
    sentence = ""
    try:
        act()
    except RulesError as error:
        sentence = str(error)
    assert "\n" not in sentence
    assert len(sentence) < 1000


@given(st.lists(pieces, max_size=8).map("".join))
def test_no_text_of_a_file_breaks_the_loader(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("fuzz") / "f.toml"
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    refuses_in_one_line(lambda: load_rules(path))


@given(words, st.one_of(text, plain.map(repr)))
def test_no_option_breaks_the_loader(key, value):
    refuses_in_one_line(lambda: load_rules("shanghai", [f"{key}={value}"]))


@given(text)
def test_no_name_breaks_the_loader(name):
    refuses_in_one_line(lambda: load_rules(name))


@given(st.sampled_from(sorted(SWITCHES)), plain)
def test_no_plain_data_breaks_the_loader(key, value):
    table, field = key.split(".")
    data = json.loads(json.dumps(dump(load_rules("shanghai"))))
    data[table][field] = value
    refuses_in_one_line(lambda: load_dict(data))
    refuses_in_one_line(lambda: load_dict(data | {table: value}))


@given(st.dictionaries(st.sampled_from([*RANKS, "X", "AH", "1", "ZZ"]), plain, max_size=4))
def test_no_card_values_break_the_loader(values):
    refuses_in_one_line(lambda: load_rules("shanghai", {"scoring.values": values}))
