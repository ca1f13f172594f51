"""The commands of engines: options behind them, and command lines of other systems."""

import subprocess

import pytest

import gipfel
from gipfel.engine.protocol import command_line
from gipfel.engine.protocol.command_line import EngineCommand, words_of


@pytest.mark.parametrize(
    ("text", "program", "options", "ponder"),
    [
        ("gipfel engine", "gipfel engine", (), False),
        ("gipfel engine,option.Level=3", "gipfel engine", (("Level", "3"),), False),
        (
            "x --book a,b, option.Hash = 64 ,option.Style=wild",
            "x --book a,b",
            (("Hash", "64"), ("Style", "wild")),
            False,
        ),
        ('x,option.Style="wild, but fair"', "x", (("Style", "wild, but fair"),), False),
        ('"my,option.engine" y,ponder=1', '"my,option.engine" y', (), True),
        ("'a,option.b=1'", "'a,option.b=1'", (), False),
        ("x,option.Book=,ponder=0", "x", (("Book", ""),), False),
        ("x options,optional", "x options,optional", (), False),
    ],
)
def test_options_follow_the_command(
    text: str, program: str, options: tuple[tuple[str, str], ...], ponder: bool
) -> None:
    assert EngineCommand.read(text) == EngineCommand(program, options, ponder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,option.Hash", "cannot be read; write engine:COMMAND,option.Hash=64"),
        ("x,option.=3", "cannot be read"),
        ("x,option.Hash=1,deep", "cannot be read"),
        ("x,option.Hash=1,option.Hash=2", "Hash is set twice"),
        ("x,ponder=1,ponder=0", "ponder is set twice"),
        ("x,ponder=yes", "ponder=yes is not possible; it is 0 or 1"),
        ("x" * 20_000, "longer than 10000 characters"),
    ],
)
def test_bad_options_are_explained(text: str, message: str) -> None:
    with pytest.raises(gipfel.OptionError, match=message):
        EngineCommand.read(text)


@pytest.mark.parametrize(
    "words",
    [
        ["C:\\Program Files\\fast.exe", "-x"],
        ["C:\\engines\\fast.exe", "it's", "C:\\data\\"],
        ["a", 'say "hi"', "back\\slash", 'both\\"', ""],
        ["a b\\", "c\\\\", 'd\\\\"e'],
    ],
)
def test_windows_command_lines_are_read_as_windows_writes_them(words: list[str]) -> None:
    assert words_of(subprocess.list2cmdline(words), windows=True) == words


def test_windows_paths_are_not_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "WINDOWS", True)
    command = EngineCommand.read(r"C:\new\test.exe --it's,option.Hash=2")
    assert command.program == r"C:\new\test.exe --it's"
    assert words_of(command.program, windows=True) == [r"C:\new\test.exe", "--it's"]
    assert command_line.program_name(r"C:\new\test.EXE") == "test"


@pytest.mark.parametrize(("command", "windows"), [('"open', True), ("'open", False)])
def test_an_open_quotation_is_an_error(command: str, windows: bool) -> None:
    with pytest.raises(gipfel.OptionError, match="cannot be read: no closing quotation"):
        words_of(command, windows)
