"""Building an explorer: games are counted once, files are whole, and what cannot be used is explained."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import gipfel
from gipfel.explorer import CountedGame, Explorer, ExplorerProblem, build_explorer, counted_record
from gipfel.explorer.database import FORMAT
from tests.helpers.explorer_games import counted, random_games, record_of, turned
from tests.helpers.server.problems import is_one_sentence

START = gipfel.game("gipf").start()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.explorer"


def games(path: Path) -> int:
    with Explorer(path) as explorer:
        return explorer.games


def test_games_can_be_added_later(path: Path) -> None:
    first = build_explorer(path, [counted("b3"), counted("b4")])
    assert (first.added, first.repeated, first.games, first.turns) == (2, 0, 2, 40)
    second = build_explorer(path, [counted("b3", "b4"), counted("b4")])
    assert (second.added, second.repeated, second.games) == (1, 1, 3)
    with Explorer(path) as explorer:
        assert explorer.look_up(START).games == explorer.games == 3


def test_the_same_game_is_counted_once_whoever_played_it_and_however_the_board_lay(path: Path) -> None:
    record = next(random_games("gipf", 1))
    named = replace(record, headers={**record.headers, "white": "Ada", "event": "club"})
    symmetries = START.game.symmetries
    same = [record, named, turned(record, symmetries[2]), turned(record, symmetries[-1])]
    report = build_explorer(path, map(counted_record, same))
    assert (report.added, report.repeated) == (1, 3)
    other_end = replace(record, result="1-0", reason="resignation")
    assert build_explorer(path, [counted_record(other_end)]).added == 1


def test_a_position_that_a_game_repeats_counts_once(path: Path) -> None:
    game = gipfel.game("zertz")
    played = gipfel.replay(next(random_games("zertz", 1)))
    steps = counted_record(played.record()).steps
    once = counted_record(played.record())
    build_explorer(path, [replace(once, steps=(*steps, *steps))])
    with Explorer(path) as explorer:
        assert explorer.look_up(game.start()).decisions[0].games == 1


def test_only_the_first_turns_are_stored(path: Path) -> None:
    assert build_explorer(path, [counted("b3", "b4", "h4")], turns=2).turns == 2
    with Explorer(path) as explorer:
        assert explorer.turns == 2
        assert explorer.look_up(START.play("b3")).games == 1
        assert explorer.look_up(START.play("b3").play("b4")).games == 0
    assert build_explorer(path, [counted("b3")]).turns == 2
    with pytest.raises(ExplorerProblem, match="stores 2 turns of each game, not 3"):
        build_explorer(path, [counted("b4")], turns=3)
    assert games(path) == 2


@pytest.mark.parametrize("turns", [0, -1, 10**9])
def test_impossible_numbers_of_turns(path: Path, turns: int) -> None:
    with pytest.raises(ExplorerProblem, match="turns of each game"):
        build_explorer(path, [counted("b3")], turns=turns)
    assert not path.exists()


class Interrupted(ValueError):
    """Something goes wrong while games are read."""


def interrupted() -> Iterator[CountedGame]:
    yield counted("b4")
    raise Interrupted


def test_a_build_that_is_broken_off_changes_nothing(path: Path) -> None:
    with pytest.raises(Interrupted):
        build_explorer(path, interrupted())
    assert [*path.parent.iterdir()] == []
    build_explorer(path, [counted("b3")])
    before = path.read_bytes()
    with pytest.raises(Interrupted):
        build_explorer(path, interrupted())
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize("left", [b"", b"not a database " * 400])
def test_what_a_killed_build_has_left_is_no_harm(path: Path, left: bytes) -> None:
    path.with_name(path.name + ".building").write_bytes(left)
    build_explorer(path, [counted("b3")])
    assert games(path) == 1
    assert [*path.parent.iterdir()] == [path]


def test_readers_see_the_old_explorer_until_the_new_one_is_whole(path: Path) -> None:
    build_explorer(path, [counted("b3")])

    def more() -> Iterator[CountedGame]:
        yield counted("b4")
        assert games(path) == 1
        yield counted("b3", "b4")

    with Explorer(path) as before:
        build_explorer(path, more())
        assert before.look_up(START).games == 1
    assert games(path) == 3


def test_two_builds_of_one_explorer_at_the_same_time(path: Path) -> None:
    def meanwhile() -> Iterator[CountedGame]:
        yield counted("b4")
        with pytest.raises(ExplorerProblem, match="is being built by another program"):
            build_explorer(path, [counted("b3")])

    assert build_explorer(path, meanwhile()).added == 1
    assert games(path) == 1


def test_an_explorer_without_games_is_not_made(path: Path) -> None:
    with pytest.raises(ExplorerProblem, match="no game could be read"):
        build_explorer(path, [])
    assert not path.exists()


def test_progress_is_reported(path: Path) -> None:
    seen: list[int] = []
    build_explorer(path, [counted("b3"), counted("b3"), counted("b4")], progress=seen.append)
    assert seen == [1, 2, 3]


def test_names_are_not_stored(path: Path) -> None:
    build_explorer(path, [counted("b3", white="Grace Hopper", black="Ada", event="Secret Cup")])
    content = path.read_bytes()
    assert not any(name in content for name in (b"Grace", b"Ada", b"Secret"))


# --- Files that cannot be used ---------------------------------------------------------------------------


def changed(path: Path, *statements: str) -> None:
    """Change an explorer behind its back."""
    build_explorer(path, [counted("b3")])
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def problem_of(path: Path) -> str:
    """What both reading and building say."""
    with pytest.raises(ExplorerProblem) as reading:
        Explorer(path).look_up(START)
    with pytest.raises(ExplorerProblem) as building:
        build_explorer(path, [counted("b4")])
    assert str(reading.value) == str(building.value)
    assert is_one_sentence(str(reading.value))
    return str(reading.value)


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("Gipfel record 2\ngame: gipf\n" * 100)
    assert f"{path} is not an explorer" in problem_of(path)


def test_another_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE decisions (position)")
    connection.close()
    assert f"{path} is not an explorer" in problem_of(path)


def test_a_folder(path: Path) -> None:
    path.mkdir()
    assert f"{path} is a folder" in problem_of(path)


def test_no_such_folder(path: Path) -> None:
    with pytest.raises(ExplorerProblem, match="there is no folder"):
        build_explorer(path / "inside" / "games", [counted("b3")])


def test_no_such_file(path: Path) -> None:
    with pytest.raises(ExplorerProblem, match="there is no explorer"):
        Explorer(path)


def test_an_explorer_of_a_newer_gipfel(path: Path) -> None:
    changed(path, f"PRAGMA user_version = {FORMAT + 1}")
    assert "made by a newer Gipfel" in problem_of(path)


def test_keys_that_are_made_in_another_way(path: Path) -> None:
    changed(path, "UPDATE settings SET value = value + 1 WHERE name = 'keys'")
    assert "another version of Gipfel; build it again" in problem_of(path)


def test_keys_of_a_game_that_are_made_in_another_way(path: Path) -> None:
    changed(path, "UPDATE versions SET probe = probe + 1")
    assert "positions of gipf had other keys; build it again" in problem_of(path)


def test_a_setting_is_missing(path: Path) -> None:
    changed(path, "DELETE FROM settings")
    assert "damaged" in problem_of(path)


def test_a_damaged_file(path: Path) -> None:
    build_explorer(path, [counted("b3")])
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert "damaged" in problem_of(path)


def test_a_locked_file(path: Path) -> None:
    build_explorer(path, [counted("b3")])
    other = sqlite3.connect(path)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(ExplorerProblem, match="another program has locked"):
            Explorer(path, patience=0)
    finally:
        other.close()
    assert games(path) == 1


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(ExplorerProblem, match="there is no explorer"):
        Explorer("a\0b")
    with pytest.raises(ExplorerProblem, match="cannot be used"):
        build_explorer("a\0b", [counted("b3")])


def test_a_record_that_the_rules_forbid() -> None:
    record = record_of(["b3", "b4"])
    wrong = replace(record, turns=(record.turns[0], replace(record.turns[1], text="e5")))
    with pytest.raises(gipfel.RecordError, match="turn 2"):
        counted_record(wrong)
