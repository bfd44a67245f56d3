"""Rules that cannot be read or played are refused in one sentence that says what would be right."""

import os
from pathlib import Path

import pytest

from rummysim.errors import RulesError
from rummysim.rules import dump, load_dict, load_rules

PRESETS = (
    "presets are carioca, go, go-connecticut, kaluki, shanghai, shanghai-2p, shanghai-nobuy, "
    "shanghai-swap"
)


def refusal(act) -> str:
    with pytest.raises(RulesError) as caught:
        act()
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def of_options(*options: str) -> str:
    return refusal(lambda: load_rules("shanghai", options))


def of_file(folder: Path, text: str | bytes, name: str = "mine.toml") -> str:
    file = folder / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    before = Path.cwd()
    os.chdir(folder)
    try:
        return refusal(lambda: load_rules(name))
    finally:
        os.chdir(before)


def test_unknown_name():
    assert refusal(lambda: load_rules("shangai")) == (
        f"no rules are called 'shangai'; did you mean 'shanghai'? {PRESETS}, "
        "and a file of your own ends in .toml"
    )
    assert refusal(lambda: load_rules("")).startswith(f"no rules are called ''; {PRESETS}")
    assert refusal(lambda: load_rules("a\0b.toml")).startswith("no rules are called 'a\\x00b.toml'")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (
            "buy.limit=three",
            "--set: buy.limit is 'three'; it must be a whole number from 0 to 50",
        ),
        ("buy.limit=-1", "--set: buy.limit is -1; it must be a whole number from 0 to 50"),
        ("buy.limit=51", "--set: buy.limit is 51; it must be a whole number from 0 to 50"),
        ("buy.limit=1.0", "--set: buy.limit is 1.0; it must be a whole number from 0 to 50"),
        ("buy.limit=nan", "--set: buy.limit is nan; it must be a whole number from 0 to 50"),
        ("buy.limit=true", "--set: buy.limit is true; it must be a whole number from 0 to 50"),
        ("buy.limit=", "--set: buy.limit is ''; it must be a whole number from 0 to 50"),
        ("buy.penalty_cards=6", "--set: buy.penalty_cards is 6; it must be a whole number from 0"),
        ("buy.allowed=1", "--set: buy.allowed is 1; it must be true or false"),
        ("buy.allowed=yes", "--set: buy.allowed is 'yes'; it must be true or false"),
        (
            "buy.priority=randm",
            "--set: buy.priority is 'randm'; it must be turn_order or random; "
            "did you mean 'random'?",
        ),
        (
            "lay_off.new_melds=true",
            "--set: lay_off.new_melds is true; it must be off, on or type_restricted",
        ),
        (
            "table.players=[6,3]",
            "--set: table.players is [6, 3]; it must be fewest and most players, as in [3, 6], "
            "from 2 to 6",
        ),
        ("table.players=[3,7]", "--set: table.players is [3, 7]; it must be fewest and most"),
        ("table.players=[true,3]", "--set: table.players is [True, 3]; it must be fewest and"),
        ("shoe.packs=4", "--set: shoe.packs is 4; it must be a whole number from 1 to 3"),
        ("shoe.jokers=13", "--set: shoe.jokers is 13; it must be a whole number from 0 to 12"),
        (
            "shoe.packs={ few = 2 }",
            "--set: shoe.packs is {'few': 2}; it must be a number or a table by players, "
            'as in { "3-4" = 2, "5-6" = 3 }',
        ),
        (
            "shoe.packs={ 3-4 = 2 }",
            "--set: shoe.packs is {'3-4': 2}; it must be given once for 5 players, not 0 times",
        ),
        (
            "shoe.packs={ 3-6 = 2, 4 = 3 }",
            "--set: shoe.packs is {'3-6': 2, '4': 3}; it must be given once for 4 players, "
            "not 2 times",
        ),
        (
            "shoe.packs={ 3-6 = 9 }",
            "--set: shoe.packs.3-6 is 9; it must be a whole number from 1 to 3",
        ),
        ("deal.cards=0", "--set: deal.cards is 0; it must be a whole number from 1 to 25"),
        (
            "deal.cards=[11,12]",
            "--set: deal.cards is [11, 12]; it must be one number or a list of 7, one for each of "
            "opening.contracts, not of 2",
        ),
        (
            "deal.cards=[11,11,11,99,11,11,11]",
            "--set: deal.cards[4] is 99; it must be a whole number from 1 to 25",
        ),
        (
            "opening.contracts=[]",
            "--set: opening.contracts is []; it must be a list of 1 to 16 contracts, "
            'as in ["S S", "S R4"]',
        ),
        (
            "opening.contracts=S S; S Q4",
            "--set: opening.contracts[2] is ' S Q4'; it must be 1 to 6 melds: S or S3 to S12 for "
            'sets, R3 to R14 for runs, as in "S R4"',
        ),
        ("opening.contracts=R", "--set: opening.contracts[1] is 'R'; it must be 1 to 6 melds"),
        ("opening.contracts=R15", "--set: opening.contracts[1] is 'R15'; it must be 1 to 6"),
        ("opening.contracts=D12", "--set: opening.contracts[1] is 'D12'; it must be 1 to 6 melds"),
        ("opening.contracts=D13 S", "--set: opening.contracts[1] is 'D13 S'; it must be 1 to 6"),
        ("opening.contracts=S13", "--set: opening.contracts[1] is 'S13'; it must be 1 to 6"),
        ("opening.contracts=S S S S S S S", "--set: opening.contracts[1] is 'S S S S S S S'; it"),
        ("scoring.values=5", "--set: scoring.values is 5; it must be points by rank and X"),
        (
            "scoring.values.A=1001",
            "--set: scoring.values.A is 1001; it must be a whole number from 0 to 1000",
        ),
        (
            "scoring.values.B=1",
            "--set: scoring.values has no key 'B'; it takes the ranks A 2 3 4 5 6 7 8 9 10 J Q K, "
            "X for the joker, and single cards as AH",
        ),
        (
            "match.max_recycles=never",
            "--set: match.max_recycles is 'never'; it must be unlimited or a whole number from 0 "
            "to 10000",
        ),
        ("match.turn_cap=0", "--set: match.turn_cap is 0; it must be a whole number from 1"),
        ("limit=1", "--set limit: a key has two parts, as in buy.limit; did you mean 'buy.limit'?"),
        ("buy.limit", "--set buy.limit: write table.key=value, as in buy.limit=1"),
        ("by.limit=1", "--set by.limit: there is no table 'by'; did you mean 'buy'?"),
        ("buy.limt=1", "--set: [buy] has no key 'limt'; did you mean 'limit'?"),
        ("buy.new_melds=on", "--set: [buy] has no key 'new_melds'; did you mean 'lay_off.new_me"),
        ("swap.zzz=on", "--set: [swap] has no key 'zzz'; its keys are allowed, scope, same_turn"),
    ],
)
def test_wrong_options(option, sentence):
    assert of_options(option).startswith(sentence)


def test_huge_values_are_not_repeated():
    assert of_options("buy.limit=" + "9" * 4000) == (
        f"--set: buy.limit is {'9' * 37}...; it must be a whole number from 0 to 50"
    )
    assert of_options("buy.limit=0x" + "f" * 5000) == (
        "--set: buy.limit is too large to show; it must be a whole number from 0 to 50"
    )
    assert len(of_options("buy.limit=" + "[" * 3000)) < 200


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ["table.players=[3,3]"],
            "table.best_players = [4, 5] lies outside table.players = [3, 3]; change "
            "table.best_players too",
        ),
        (
            ["deal.cards=18"],
            "6 players with 18 cards each, an upcard and a stock need 110 cards, and the shoe has "
            "108; deal fewer cards, raise shoe.packs or lower table.players",
        ),
        (
            ["shoe.packs=1"],
            "5 players with 11 cards each, an upcard and a stock need 57 cards, and the shoe has "
            "56; deal fewer cards, raise shoe.packs or lower table.players",
        ),
        (
            ["close.last_round=keep_playing", "close.final_discard=required"],
            "close.last_round = 'keep_playing' forbids the last discard that close.final_discard "
            "= 'required' demands; set close.final_discard=optional",
        ),
        (
            ["opening.contracts=S S; S S R4"],
            "close.last_round = 'all_cards_long_runs' needs a last contract of runs only, or of "
            "one set and one run, and it is S S R4; set close.last_round=normal",
        ),
        (
            ["opening.contracts=R4; S S", "close.last_round=exact_444"],
            "close.last_round = 'exact_444' needs a last contract of runs only, or of one set and "
            "one run, and it is S S; set close.last_round=normal",
        ),
        (
            [
                "opening.contracts=S R4",
                "deal.cards=24",
                "table.players=[3,4]",
                "table.best_players=[4,4]",
            ],
            "the contract of round 1, S R4, takes 7 cards and at most 23, and a hand has 25 to 31 "
            "after the draw; change deal.cards or set close.last_round=normal",
        ),
        (
            ["opening.contracts=D13; R4 R4 R4"],
            "the contract of round 1, D13, takes 13 cards, and no hand has exactly so many after "
            "the draw with deal.cards = 11; change deal.cards",
        ),
        (
            ["opening.contracts=D13; R4 R4 R4", "deal.cards=12", 'melds.wild_ranks=["2", "J"]'],
            "the contract of round 1, D13, has a place for every rank, and wilds in those of the "
            "wild ranks break its limits (melds.wild_max_run, melds.wild_adjacent); take ranks "
            "out of melds.wild_ranks",
        ),
        (
            ["opening.contracts=S10; R4 R4 R4"],
            "the contract of round 1, S10, asks for S10, and 3 players have 9 cards for a set; "
            "raise shoe.packs",
        ),
        (
            [
                "opening.contracts=R7 R7 R7 R7 R7",
                "deal.cards=16",
                "buy.limit=10",
                "melds.adjacent_same_suit_runs=gap_required",
            ],
            "the runs of round 1, R7 R7 R7 R7 R7, do not fit into the suits of 3 players' shoe; "
            "ask for shorter runs or set melds.adjacent_same_suit_runs=allowed",
        ),
        (
            [
                "table.players=[2,3]",
                "table.best_players=3",
                "shoe.packs=1",
                "shoe.jokers=0",
                "opening.contracts=R14",
                "deal.cards=14",
            ],
            "the runs of round 1, R14, do not fit into the suits of 2 players' shoe; "
            "ask for shorter runs",
        ),
        (
            ["buy.allowed=off", "deal.cards=10"],
            "the contract of round 7, R4 R4 R4, takes 12 cards and at most 42, and a hand has 11 "
            "to 11 after the draw; change deal.cards or set close.last_round=normal",
        ),
        (
            ["close.last_round=exact_444", "deal.cards=12"],
            "the contract of round 7, R4 R4 R4, takes 12 cards, and no hand has exactly so many "
            "after the draw with deal.cards = 12; change deal.cards or set "
            "close.last_round=normal",
        ),
        (
            ["buy.allowed=off", "close.last_round=normal", "close.final_discard=required"],
            "the contract of round 7, R4 R4 R4, takes 12 cards, one more must be left to throw "
            "(close.final_discard), and a hand has at most 12 after the draw; raise deal.cards or "
            "ask for fewer cards",
        ),
        (
            ["buy.limit=0", "deal.cards=9"],
            "the contract of round 6, S R4 R4, takes 11 cards, and a hand has at most 10 after "
            "the draw; raise deal.cards or ask for fewer cards",
        ),
        (
            ["melds.wild_max_run=2", "melds.wild_max_run7=1"],
            "melds.wild_max_run7 = 1 is less than melds.wild_max_run = 2, so that a run could not "
            "grow to seven cards; raise it, or set melds.wild_max_run7=same",
        ),
        (
            ["melds.set_min_naturals=4"],
            "the contract of round 1, S S, asks for S of exactly 3 cards, and "
            "melds.set_min_naturals = 4; lower it or set opening.laydown=min",
        ),
        (
            ["melds.set_min_naturals=9", "opening.laydown=min"],
            "melds.set_min_naturals = 9, and 3 players have 8 cards of one rank; lower it or "
            "raise shoe.packs",
        ),
        (
            ["opening.contracts=S S; R4 R4 R4 R4 R4", "melds.distinct_run_suits=on"]
            + ["deal.cards=16"],
            "the contract of round 2, R4 R4 R4 R4 R4, asks for 5 runs of different suits, and "
            "there are 4; set melds.distinct_run_suits=off",
        ),
        (
            [
                "melds.distinct_ranks=on",
                'melds.wild_ranks=["2","3","4","5","6","7","8","9","J","Q","K"]',
            ]
            + ["melds.wild_max_run=4", "melds.wild_max_set=2"],
            "the contract of round 4, S S S, asks for 3 sets of different ranks, and 2 are not "
            "wild; set melds.distinct_ranks=off or take ranks out of melds.wild_ranks",
        ),
        (
            ['melds.wild_ranks=["2","3","5","6","8","9","J","Q"]'],
            "the contract of round 2, S R4, asks for R4, and the wild ranks leave no place for it "
            "with at most 1 wilds; take ranks out of melds.wild_ranks",
        ),
        (
            ["opening.contracts=S; R14", "melds.wrap=on", "close.last_round=normal"]
            + ["deal.cards=14"],
            "the contract of round 2, R14, asks for R14, and a run round the corner ends after "
            "13 cards; ask for a shorter run or set melds.wrap=off",
        ),
        (
            ["opening.contracts=R7 R7 R7 R7 R7", "melds.wrap=on", "buy.limit=12"]
            + ["melds.adjacent_same_suit_runs=gap_required", "deal.cards=16"],
            "the runs of round 1, R7 R7 R7 R7 R7, do not fit into the suits of 3 players' shoe; "
            "ask for shorter runs or set melds.adjacent_same_suit_runs=allowed",
        ),
    ],
)
def test_games_that_cannot_be_played(options, sentence):
    assert of_options(*options) == sentence


def test_a_limit_for_buys_that_are_off_is_refused():
    assert of_options("buy.allowed=off", "buy.limit=3") == (
        "buy.limit = 3 has no effect while buy.allowed = false; "
        "set buy.allowed=true too, or leave buy.limit out"
    )


@pytest.mark.parametrize(
    "options",
    [
        ["close.last_round=exact_444"],  # a buyer can never go out, and that is a rule (C3)
        ["close.last_round=normal", "close.final_discard=required"],  # twelve cards after a buy
        ["deal.cards=9"],  # eleven cards after a buy
        ["buy.allowed=off"],  # the limit of the base stays and says nothing
        ["swap.allowed=off", "swap.scope=runs_only"],
        ["table.players=[2,6]"],
        ["shoe.packs=3", "shoe.jokers=6", "deal.cards=25"],
        ["opening.contracts=R14 R14 R14", "deal.cards=17", "buy.limit=12"],
        ["melds.wild_natural=on"],  # says nothing without wild ranks
        ['melds.wild_ranks=["2","3","5","6","8","9","J","Q"]', "melds.wild_natural=on"],
        ["melds.wild_max_run7=2"],  # round 7 of a buyer may have a run of seven
        ["opening.contracts=S; R13", "melds.wrap=on", "deal.cards=12"]
        + ["melds.adjacent_same_suit_runs=gap_required"],  # alone in its suit
        ["draw.depth=any", "buy.allowed=off", "deal.cards=5"],  # the pile fills the hand
    ],
)
def test_games_that_are_odd_and_can_be_played(options):
    rules = load_rules("shanghai", options)
    assert load_dict(dump(rules)) == rules


def test_two_players_cannot_buy_their_way(tmp_path):
    ten = ["deal.cards=8", "buy.limit=3"]
    load_rules("shanghai", ten)
    assert refusal(lambda: load_rules("shanghai-2p", ten)).startswith(
        "the contract of round 7, R4 R4 R4, takes 12 cards"
    )


def test_files_that_cannot_be_read(tmp_path):
    missing = tmp_path / "none.toml"
    assert refusal(lambda: load_rules(missing)) == (
        f"cannot read {missing}: No such file or directory"
    )
    assert refusal(lambda: load_rules(tmp_path)) == (
        f"{tmp_path} is a folder or a device, not a rule file"
    )
    assert refusal(lambda: load_rules(os.devnull)) == (
        f"{os.devnull} is a folder or a device, not a rule file"
    )
    assert of_file(tmp_path, b"\xff\xfe") == "mine.toml is not UTF-8 text (byte 0)"
    assert of_file(tmp_path, "buy.limit =\n") == (
        "mine.toml is not valid TOML: Invalid value (at line 1, column 12)"
    )
    assert of_file(tmp_path, "x = " + "9" * 5000).startswith("mine.toml is not valid TOML: Exceeds")
    assert of_file(tmp_path, "x = " + "[" * 5000).startswith("mine.toml is not valid TOML: ")
    assert of_file(tmp_path, "#" * 1_000_001) == (
        "mine.toml is longer than 1000000 bytes, too long for a rule file"
    )


def test_folder_without_permission(tmp_path, monkeypatch):
    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "mine.toml").write_text("")
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(lambda: load_rules(tmp_path / "mine.toml")) == (
        f"cannot read {tmp_path / 'mine.toml'}: Permission denied"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[byu]\nlimit = 1\n", "mine.toml: there is no table [byu]; did you mean 'buy'?"),
        ("limit = 1\n", "mine.toml: there is no table [limit]; did you mean 'buy.limit'?"),
        ("zzzzz = 1\n", "mine.toml: there is no table [zzzzz]; tables are table, shoe, deal, "),
        ("buy = 3\n", "mine.toml: buy is 3; it must be a table [buy]"),
        ("[buy]\nlimt = 1\n", "mine.toml: [buy] has no key 'limt'; did you mean 'limit'?"),
        ("[lay_off]\nstart = 1\n", "mine.toml: [lay_off] has no key 'start'; did you mean 'targ"),
        (
            'base = "shanghai"\n[buy]\nlimit = "3"\n',
            "mine.toml: buy.limit is '3'; it must be a whole number from 0 to 50",
        ),
        (
            'base = "shanghai"\n[buy]\nlimit = 2020-01-01\n',
            "mine.toml: buy.limit is 2020-01-01; it must be a whole number from 0 to 50",
        ),
        ("base = 3\n", "mine.toml: base is 3; it must be a preset or a file"),
        (
            'base = "shangai"\n',
            "mine.toml: base = 'shangai': no rules are called 'shangai'; did you mean 'shanghai'?",
        ),
        (
            'base = "none.toml"\n',
            "mine.toml: base = 'none.toml': cannot read none.toml: No such file or directory",
        ),
        ('title = ""\n', "mine.toml: title is ''; it must be printable text of 1 to 1000 char"),
        ('title = "a\\nb"\n', "mine.toml: title is 'a\\nb'; it must be printable text"),
        ("name = 3\n", "mine.toml: name is 3; it must be printable text"),
        (
            "[buy]\nlimit = 1\n",
            "mine.toml: table.players is missing; build on a preset with "
            'base = "shanghai" at the top, or give every key',
        ),
    ],
)
def test_wrong_files(tmp_path, text, sentence):
    assert of_file(tmp_path, text).startswith(sentence)


def test_circles_of_bases(tmp_path):
    assert of_file(tmp_path, 'base = "mine.toml"\n') == (
        "the bases of these rules go round in a circle: mine.toml -> mine.toml"
    )
    (tmp_path / "other.toml").write_text('base = "./mine.toml"\n')
    assert of_file(tmp_path, 'base = "other.toml"\n') == (
        "the bases of these rules go round in a circle: mine.toml -> other.toml -> ./mine.toml"
    )


def test_error_in_a_base_names_the_base(tmp_path):
    (tmp_path / "below.toml").write_text('base = "shanghai"\n[buy]\nlimit = 99\n')
    assert of_file(tmp_path, 'base = "below.toml"\n[buy]\nupcard = false\n') == (
        "below.toml: buy.limit is 99; it must be a whole number from 0 to 50"
    )


def test_plain_data_that_is_not_complete():
    data = dump(load_rules("shanghai"))
    assert refusal(lambda: load_dict([])) == "rules must be a table of tables, not []"
    assert refusal(lambda: load_dict({}, "trace.txt")).startswith("trace.txt: table.players is mi")
    assert refusal(lambda: load_dict(data | {"base": "shanghai"})) == (
        "rules must be complete, and so takes no base"
    )
    assert refusal(lambda: load_dict(data | {"extra": {}})).startswith(
        "rules: there is no table [extra]; "
    )
    assert refusal(lambda: load_dict(data | {"buy": None})) == (
        "rules: buy is None; it must be a table [buy]"
    )
    data["scoring"] = {"values": {"A": 1}, "dead_round": "void"}
    assert refusal(lambda: load_dict(data)) == "rules: scoring.values has no points for 2S"
