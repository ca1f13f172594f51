"""The commands `games`, `moves` and `show`."""

import os
import subprocess
import sys

import pytest

import gipfel
from gipfel.draw.theme import BoardTheme, Theme
from tests.helpers.own_games import OWN

STANDARD = "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"


def test_games_lists_versions_and_options(run):
    done = run("games")
    assert "versions: basic (default), standard, tournament" in done.out
    assert "  option extra_white=0 | 1 | 2 | 3\n    extra discs in White's reserve" in done.out


def test_games_verbose_says_that_nothing_is_missing(run):
    done = run("games", "--verbose")
    assert done.out.count("  nothing is missing: it has every optional part") == len(OWN)
    assert "nothing is missing" not in run("games").out


def test_moves_prints_nothing_but_decisions(run):
    done = run("moves", "gipf")
    assert done.out.split("\n")[:-1] == [d.text for d in gipfel.game("gipf").start().decisions()]
    assert len(run("moves", "gipf", "--version", "tournament").out.split()) == 18


def test_moves_of_a_position_needs_no_version(run):
    assert len(run("moves", "gipf", "--position", STANDARD).out.split()) == 30


def test_moves_of_a_finished_game_are_none(run):
    over = "b2w/1w1w1/2bb2/w5b/2b3/b4/bw1w b 6/0 3/8 B s"
    assert run("moves", "gipf", "--position", over).out == ""


def test_show_prints_picture_and_position_text(run):
    done = run("show", "gipf", "--version", "basic", "--option", "extra_black=2")
    *picture, position = done.out.splitlines()
    assert position == "b2w/5/6/w5b/6/5/b2w w 12/14 0/0 B s"
    assert any("White: point at a dot" in line for line in picture)
    assert "\033" not in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_show_has_colours_on_a_terminal_unless_unwelcome(more, coloured):
    import pty

    quiet = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gipfel", "show", "gipf"]
    subprocess.run(command, stdout=theirs, env={**quiet, "TERM": "xterm", **more}, check=True)
    os.close(theirs)
    assert (b"\033[" in os.read(ours, 10_000)) == coloured
    os.close(ours)


def test_show_writes_svg_and_replaces_only_pictures(run, tmp_path):
    svg = tmp_path / "board.svg"
    done = run("show", "gipf", "--svg", svg)
    assert f"The picture is in {svg}." in done.out
    light = svg.read_text(encoding="utf-8")
    assert run("show", "gipf", "--svg", svg, "--dark").code == 0
    assert light.startswith("<svg")
    assert svg.read_text(encoding="utf-8") != light
    assert run("show", "gipf", "--svg", svg, "--board", "wood").code == 0
    assert Theme.LIGHT.tokens_of(BoardTheme.WOOD).board in svg.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_letters_are_in_a_picture_only_if_wanted(run, tmp_path):
    svg = tmp_path / "board.svg"
    for options, visibility in (
        ([], "hidden"),
        (["--letters"], "visible"),
        (["--board", "contrast"], "visible"),
    ):
        assert run("show", "zertz", "--svg", svg, *options).code == 0
        assert f'visibility="{visibility}"' in svg.read_text(encoding="utf-8")


def test_an_unknown_board_is_named(run):
    done = run("show", "gipf", "--board", "paper")
    assert done.code == 2
    assert "paper" in done.err


def test_show_leaves_other_files_alone(run, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    assert run("show", "gipf", "--svg", notes).code == 2
    assert notes.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links as in Unix")
def test_a_replaced_file_keeps_its_mode_and_its_links(run, tmp_path):
    svg, link = tmp_path / "board.svg", tmp_path / "link.svg"
    svg.touch(0o640)
    link.symlink_to(svg)
    assert run("show", "gipf", "--svg", link).code == 0
    assert link.is_symlink()
    assert svg.stat().st_mode & 0o777 == 0o640
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_a_contradicting_version_is_an_error(run):
    done = run("show", "gipf", "--version", "basic", "--position", STANDARD)
    assert (done.code, done.err) == (2, "gipfel: the position is one of gipf standard, not of basic\n")


def test_case_and_accents_of_a_game_do_not_matter(run):
    assert run("moves", "GIPF").out == run("moves", "gipf").out
    assert run("show", "ZÈRTZ").out == run("show", "zertz").out
    assert "there is no game 'Gïpfel'" in run("show", "Gïpfel").err
