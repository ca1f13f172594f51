"""Bots that a player spec names by file or module."""

import sys
from pathlib import Path

import pytest

import gipfel
from gipfel.engine.players.bot_files import load_bot
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits

BOT = """
from dataclasses import dataclass

@dataclass
class First:
    number: int = 0

    def choose(self, position):
        return position.codes[self.number]

second = First(1)

def last(position):
    return position.codes[-1]

NOT_A_BOT = 5
"""
START = gipfel.game("gipf").start()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(BOT)
    return path


@pytest.mark.parametrize(("name", "index"), [("First", 0), ("second", 1), ("last", -1), ("second.choose", 1)])
def test_classes_objects_and_functions(file: Path, name: str, index: int) -> None:
    player = PlayerSpec.read(f"python:{file}:{name}").make_player()
    player.begin(START.game)
    assert player.choose(START, SearchLimits()).code == START.codes[index]


def test_a_module_that_can_be_imported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.rename(file.with_name("bot_of_a_package.py"))
    monkeypatch.chdir(file.parent)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert load_bot("bot_of_a_package:second") is sys.modules["bot_of_a_package"].second


def test_reading_a_spec_runs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(f"open({str(tmp_path / 'it-ran')!r}, 'w')")
    spec = PlayerSpec.read(f"python:{file}:Bot")
    assert spec.external
    assert spec.name == spec.public_text == "Bot"
    assert not (tmp_path / "it-ran").exists()


def test_a_changed_file_is_loaded_again(file: Path) -> None:
    load_bot(f"{file}:last")
    file.write_text(BOT.replace("-1", "2"))
    player = PlayerSpec.read(f"python:{file}:last").make_player()
    assert player.choose(START, SearchLimits()).code == START.codes[2]


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (BOT, "Missing", r"has no 'Missing'; it has python:.*my_bot\.py:First, python:.*my_bot\.py:second"),
        ("", "Bot", r"has no 'Bot'; a bot is a class with a method choose\(position\)"),
        (BOT, "NOT_A_BOT", "5 cannot play: a bot is"),
        (
            "x = 1\ny = z\n",
            "Bot",
            r"my_bot\.py cannot be loaded: NameError: name 'z' is not defined \(line 2\)",
        ),
        ("def x(:\n", "Bot", "cannot be loaded: SyntaxError: .*line 1"),
        ("import no_such_module_x", "Bot", "cannot be loaded: ModuleNotFoundError: No module named 'no_such"),
        ("raise SystemExit", "Bot", "cannot be loaded: SystemExit"),
    ],
)
def test_what_cannot_be_loaded(file: Path, content: str, name: str, message: str) -> None:
    file.write_text(content)
    with pytest.raises(gipfel.OptionError, match=message):
        load_bot(f"{file}:{name}")


def test_a_missing_file_or_module(tmp_path: Path) -> None:
    with pytest.raises(gipfel.OptionError, match=r"nobody\.py cannot be read: No such file or directory"):
        load_bot(f"{tmp_path}/nobody.py:Bot")
    with pytest.raises(gipfel.OptionError, match="no_such_package cannot be loaded: ModuleNotFoundError"):
        load_bot("no_such_package:Bot")
