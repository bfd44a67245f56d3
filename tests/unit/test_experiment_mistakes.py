"""What is no experiment, and what cannot be meant in one: a sentence that names the file and it."""

import os

import pytest

from rummysim.errors import ExperimentError
from rummysim.experiments.find import find
from rummysim.experiments.identity import identical_contrasts
from rummysim.experiments.layers import looks_like_experiment
from rummysim.experiments.read import read_experiment
from rummysim.experiments.runner import Told
from tests.toy import coins, played, toy

__all__ = ["coins"]
SHY = "[arms.shy]\nparameters = { buy = 'never' }\n"
HUGE = "9" * 6000


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def written(text, name="own.toml"):
        (tmp_path / name).write_text(text)
        return tmp_path.joinpath(name).relative_to(tmp_path)

    return written


WRONG = [
    ("[chart]\ndecision = 'buy'", r"own\.toml: \[chart\] lacks acts"),
    ("[count]", r"own\.toml: \[count\] lacks measures"),
    ("[arms.usual]", r"own\.toml: there is nothing to compare"),
    (SHY + "rules = ['buy.limit=99']", r"own\.toml: arms\.shy\.rules: buy\.limit is 99;"),
    (SHY + "[game]\nset = ['buy.limit=99']", r"own\.toml: game\.set: buy\.limit is 99;"),
    (SHY + "[variants.v]\nrules = ['buy.lmit=9']", r"variants\.v\.rules: \[buy\] has no key"),
    ("[arms.a]\nparameters = { wait_turns = true }", r"wait_turns is true; it must be a whole"),
    (f"[stop]\nlook = {HUGE}", r"own\.toml holds a number of thousands of digits"),
    (SHY + "[contrasts]\ntip = 'shy'", r"\[contrasts\] is one table; write \[\[contrasts\]\]"),
    ("base = 'shanghai'\n[buy]\nlimit = 1", r"own\.toml is a rule file and no experiment"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=range(len(WRONG)))
def test_the_file_and_what_is_wrong_are_named(write, text, said):
    with pytest.raises(ExperimentError, match=said) as error:
        read_experiment(write(text))
    assert "--set" not in str(error.value)


def test_what_is_no_file_is_called_what_it_is(write, tmp_path):
    write(SHY)
    os.mkfifo("pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "device.toml").symlink_to("/dev/null")
    (tmp_path / "notes.txt").write_text("")
    for name, said in [
        ("pipe.toml", "is no file but a device or a pipe"),
        ("device.toml", "is no file but a device or a pipe"),
        ("loop.toml", "is a link that leads nowhere"),
        ("notes.txt", r"is no experiment; their files end in \.toml"),
    ]:
        with pytest.raises(ExperimentError, match=said):
            find([name])
    assert [path.name for path in find(["own.toml"])] == ["own.toml"]


def test_a_folder_that_may_not_be_read_is_told(write, tmp_path, monkeypatch):
    write(SHY)
    monkeypatch.setattr(os, "access", lambda *_: False)  # as for anybody but root
    with pytest.raises(ExperimentError, match="permission denied"):
        find([str(tmp_path)])


def test_experiments_are_told_from_rules(write):
    assert looks_like_experiment(write(SHY))
    assert not looks_like_experiment(write("base = 'shanghai'\n[buy]\nlimit = 1"))


def test_arms_that_are_the_same_player_are_found_before_playing(write):
    same = SHY + "[arms.same]\n[arms.again]\nparameters = { buy = 'never' }\n"
    more = "".join(
        f"[[contrasts]]\ntip = '{tip}'\nother = '{other}'\n"
        for tip, other in [("shy", "usual"), ("same", "usual"), ("again", "shy")]
    )
    found = read_experiment(write(same + more))
    assert identical_contrasts(found) == ["same-usual", "again-shy"]
    assert found.arms["same"].doing != found.arms["usual"].doing


@pytest.mark.usefixtures("coins")
def test_another_limit_is_told_what_it_does(tmp_path):
    said = []
    played(tmp_path / "run", toy(max_deals=200), told=Told(remark=said.append))
    assert said == []
    played(tmp_path / "run", toy(max_deals=100), told=Told(remark=said.append))
    played(tmp_path / "run", toy(max_deals=300), told=Told(remark=said.append))
    less, more = (text.partition(": ")[2] for text in said)
    assert less == "--max-deals is 100 and was 200; what was played beyond it stays and counts."
    assert more.startswith("exploring goes on where it has no verdict, to 300 deals. Verdicts that")
