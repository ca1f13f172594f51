"""The command `check-course`."""

from pathlib import Path

from tests.helpers.course_files import COURSE_OF_ONE_STEP


def test_a_sound_course_is_summed_up(run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(COURSE_OF_ONE_STEP, encoding="utf-8")
    done = run("check-course", path, "--game", "gipf")
    assert done.code == 0
    assert done.lines[0] == "GIPF, basic (gipf basic): 1 step, no mistakes"
    assert done.lines[1].startswith("  1. push: 30 legal decisions, 30 right, 0 wrong, ")
    assert done.lines[1].endswith(" kB")


def test_mistakes_are_printed(run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(COURSE_OF_ONE_STEP.replace("any", "win").replace("summary", "sumary"), encoding="utf-8")
    done = run("check-course", path, "--game", "gipf")
    assert (done.code, len(done.lines), done.err) == (1, 3, "")


def test_bad_input_is_one_line(run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert run("check-course", path, "--game", "gipf").lines == [
        f"{path}: it cannot be read: No such file or directory"
    ]
    elsewhere = run("check-course", path)
    assert (elsewhere.code, elsewhere.out) == (2, "")
    assert "is not in the folder of a game; name the game" in elsewhere.err
    assert "there is no game 'chess'" in run("check-course", path, "--game", "chess").err
