"""The command `sheet`."""

import pytest

from tests.helpers.command_line import RECORD
from tests.helpers.foreign_games import exported


@pytest.fixture
def games(tmp_path):
    """Two games of another program in one file."""
    path = tmp_path / "games.sgf"
    path.write_text(exported("zertz", "basic", 1)[1] + exported("zertz", "basic", 2)[1])
    return path


def test_a_record_is_drawn(run, tmp_path):
    (tmp_path / "game.txt").write_text(RECORD)
    out = tmp_path / "game.svg"
    done = run("sheet", str(tmp_path / "game.txt"), str(out))
    assert done.out == f"The picture is in {out}.\n"
    assert "2.\N{NO-BREAK SPACE}d8-f7" in out.read_text()


def test_a_game_of_another_program_is_chosen_and_drawn_on_several_pages(run, games, tmp_path):
    done = run("sheet", str(games), str(tmp_path / "z.svg"), "--game", "2", "--every", "3", "--columns", "4")
    pages = len([*tmp_path.glob("z-*.svg")])
    assert pages > 1
    assert done.out == f"The picture is in {tmp_path / 'z-1.svg'} to z-{pages}.svg.\n"


def test_a_png(run, tmp_path):
    (tmp_path / "game.txt").write_text(RECORD)
    run("sheet", str(tmp_path / "game.txt"), str(tmp_path / "game.png"))
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


def test_problems(run, games, tmp_path):
    (tmp_path / "other.svg").write_text("not a picture")
    for arguments, message in {
        (str(games), "x.gif"): "a picture is an .svg or a .png file",
        ("none.txt", "x.svg"): "cannot read none.txt",
        (str(games), "x.svg", "--game", "3"): "has 2 games; there is no game 3",
        (str(games), str(tmp_path / "other.svg")): "is not an SVG picture",
        (str(games), str(tmp_path / "no" / "x.svg")): "cannot write",
    }.items():
        done = run("sheet", *arguments)
        assert done.code, arguments
        assert message in done.err, arguments
