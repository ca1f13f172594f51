"""The help of every command, at every width: no word is broken or cut, and nothing leads nowhere."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from gipfel.cli.app import command
from gipfel.cli.help import wrapped
from tests.helpers.command_line import HUMANS
from tests.helpers.paths import ROOT

WIDTHS = (40, 60, 80, 200)
WIDEST = 100
ADDRESS = r"https://github\.com/gipfel/gipfel/(?:blob|tree)/main/"


def commands(of: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All commands, also those inside others."""
    of = command() if of is None else of
    yield path
    for name, inner in getattr(of, "commands", {}).items():
        yield from commands(inner, (*path, name))


ALL = [*commands()]


@pytest.fixture
def help_of(run, monkeypatch):
    def help_of(path, width):
        monkeypatch.setenv("COLUMNS", str(width))
        done = run(*path, "--help")
        assert (done.code, done.err) == (0, "")
        return done.out

    return help_of


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_no_word_is_broken_or_cut_at_any_width(help_of, path):
    texts = {width: help_of(path, width) for width in WIDTHS}
    words = {width: text.split() for width, text in texts.items()}
    assert all(words[width] == words[WIDTHS[-1]] for width in WIDTHS)
    for width, text in texts.items():
        for line in text.splitlines():
            assert len(line) <= min(width, WIDEST) or len(line.split()) == 1, line


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_names_only_files_that_an_installed_user_has(help_of, path):
    text = help_of(path, 80)
    assert not re.search(
        r"\b(docs|examples|scripts|src|tests|benchmarks)/", re.sub(ADDRESS + r"\S*", "", text)
    )
    for file in re.findall(ADDRESS + r"(\S+)", text):
        assert (ROOT / file).exists()


def test_there_is_no_colour_where_nobody_looks(help_of):
    assert "\x1b" not in help_of(("moves",), 80)


def test_options_are_explained_with_their_defaults_and_limits(help_of):
    text = help_of(("bench",), 80)
    assert "--threads N  Threads of the engine. [default: 1; 1 to 64]" in text
    assert "Usage: gipfel bench [OPTIONS] [GAME[:VERSION]]..." in text
    assert "--seed N" in help_of(("moves",), 80)
    assert "9223372036854775807" not in help_of(("moves",), 80)


def test_narrow_terminals_have_explanations_below(help_of):
    assert "  --seed N\n      Makes everything random\n      reproducible.\n" in help_of(("moves",), 40)


def test_a_word_that_is_too_long_stays_whole(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert wrapped("see https://example.org/a-long-address for-more", "  ") == [
        *("  see", "  https://example.org/a-long-address", "  for-more")
    ]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_lists_of_games_fit(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    narrow, words = run("games", "--verbose").lines, run("games", "--verbose").out.split()
    assert max(map(len, narrow)) <= width
    monkeypatch.setenv("COLUMNS", "100")
    assert run("games", "--verbose").out.split() == words


def test_a_table_that_does_not_fit_becomes_a_list(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("bench", "gipf", "--seconds", 0.01).lines
    assert lines[0] == "game gipf"
    assert "  per second of CPU time: playouts" in lines
    assert max(map(len, lines)) <= 40


@pytest.mark.parametrize("width", [40, 60, 80])
def test_explanations_fit(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = run("menu").lines
    assert all(len(line) <= width or len(line.split()) <= 3 for line in narrow)
    monkeypatch.setenv("COLUMNS", "100")
    assert run("menu").out.split() == " ".join(narrow).split()


def test_help_during_a_game_fits(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("terminal", "gipf", *HUMANS, typed=["help", "quit"]).lines
    first = next(i for i, line in enumerate(lines) if line.startswith("  analyse [N]"))
    assert lines[first : first + 4] == [
        "  analyse [N]   the engine shows the",
        "                best lines, for N",
        "                seconds or until you",
        "                press Enter",
    ]
