"""The command `animate`."""

import pytest

from tests.helpers.command_line import RECORD
from tests.helpers.foreign_games import exported

PIL = pytest.importorskip("PIL.Image")
pytest.importorskip("resvg_py")


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return str(path)


def frames(path):
    """The frames of a picture in pixels, and how long each is shown in milliseconds."""
    with PIL.open(path) as picture:
        found = []
        for number in range(picture.n_frames):
            picture.seek(number)
            found.append((picture.convert("RGB").tobytes(), picture.info["duration"]))
        return picture.size, found


@pytest.mark.parametrize("name", ["game.gif", "game.png"])
def test_a_picture_moves(run, record, tmp_path, name):
    """The start and the position after each turn, the last one longer."""
    out = tmp_path / name
    done = run("animate", record, str(out), "--width", "200", "--seconds", "0.5")
    assert done.out == f"The picture is in {out}.\n", done.err
    (width, _), shown = frames(out)
    turns = sum(line[:1].isdigit() for line in RECORD.splitlines())
    assert width == 200
    assert len({pixels for pixels, _ in shown}) == turns + 1
    assert [duration for _, duration in shown] == [500] * turns + [1500]


def test_some_turns(run, record, tmp_path):
    """Turns are chosen; the first picture is the position before them."""
    whole, part, one = (tmp_path / name for name in ("whole.gif", "part.gif", "one.gif"))
    run("animate", record, str(whole), "--width", "150")
    run("animate", record, str(part), "--width", "150", "--turns", "2-")
    run("animate", record, str(one), "--width", "150", "--turns", "1")
    assert len(frames(part)[1]) == len(frames(whole)[1]) - 1
    assert len(frames(one)[1]) == 2


def test_a_board_that_shrinks_stays_in_its_place(run, tmp_path):
    """All frames have one size, though rings leave the board."""
    games = tmp_path / "games.sgf"
    games.write_text(exported("zertz", "basic", 1)[1])
    run("animate", str(games), str(tmp_path / "z.gif"), "--width", "120", "--turns", "1-6", "--dark")
    size, shown = frames(tmp_path / "z.gif")
    assert all(len(pixels) == 3 * size[0] * size[1] for pixels, _ in shown)
    assert len(shown) == 7


def test_problems(run, record, tmp_path):
    for arguments, message in {
        (record, "x.svg"): "an animated picture is a .gif or a .png file",
        ("none.txt", "x.gif"): "cannot read none.txt",
        (record, "x.gif", "--game", "3"): "there is no game 3",
        (record, "x.gif", "--turns", "2-99"): "there are no turns 2 to 99",
        (record, "x.gif", "--turns", "two"): "write 5-12, 5- or 12",
        (record, "x.gif", "--width", "9"): "120",
        (record, str(tmp_path / "no" / "x.gif"), "--width", "120"): "cannot write",
    }.items():
        done = run("animate", *arguments)
        assert done.code, arguments
        assert message in done.err, (arguments, done.err)
        assert "Traceback" not in done.err
