"""The command `replay`."""

import gipfel
from tests.helpers.command_line import RECORD


def test_replay_shows_the_end(run, tmp_path):
    file, svg = tmp_path / "game.txt", tmp_path / "end.svg"
    file.write_text(RECORD)
    done = run("replay", file, "--svg", svg)
    expected = gipfel.game("gipf", "standard").start().play("e1-e3").play("d8-f7")
    assert done.code == 0
    assert done.out.splitlines()[-3:] == [str(expected), "result: *", f"The picture is in {svg}."]
    assert svg.read_text(encoding="utf-8") == expected.svg()


def test_replay_does_not_overwrite_the_record(run, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    assert run("replay", file, "--svg", file).code == 2
    assert file.read_text() == RECORD
