"""Running commands in the process of the tests."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gipfel.cli import main
from tests.helpers.command_line import CommandResult
from tests.helpers.menus import FILES


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the language of the person who runs the tests is."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "C")


@pytest.fixture(autouse=True)
def of_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """No terminal has a width; processes of pytest-xdist inherit one that Readline has invented."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)


@pytest.fixture
def run(capsys, monkeypatch) -> Callable[..., CommandResult]:
    """Run a command, with lines typed on the keyboard."""

    def run(*argv, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main([str(arg) for arg in argv])
        return CommandResult(code, *capsys.readouterr())

    return run


@pytest.fixture
def menu_files(tmp_path: Path, monkeypatch) -> None:
    """The current folder has some files with menus."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
