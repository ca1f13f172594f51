"""The commands `explorer build` and `explorer show`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import gipfel
from gipfel.table.continuations import setup_from_record
from gipfel.table.seats import read_seats
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.command_line import CommandResult
from tests.helpers.explorer_games import random_games, record_of

Run = Callable[..., CommandResult]


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    """Files with one game each."""
    files = []
    played = [(["b3", "b4"], "1-0"), (["b3", "h4"], "0-1"), (["a1-c3"], "*")]
    for number, (turns, result) in enumerate(played):
        files.append(tmp_path / f"game{number}.txt")
        record = record_of(turns, result, white_rating="1500", black="level:4")
        files[-1].write_text(gipfel.write_record(record), encoding="utf-8")
    return files


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.explorer"


def test_build_and_show(run: Run, db: Path, records: list[Path]) -> None:
    done = run("explorer", "build", db, *records)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"3 games added. {db} has 3 games, 40 turns of each.\n"
    shown = run("explorer", "show", db, "gipf").out.splitlines()
    assert shown[0].startswith("gipf basic, White to act: b2w/")
    assert shown[1].split() == ["decision", "games", "share", "won", "drawn", "lost", "score", "rating"]
    assert shown[2].split() == [
        *("b3", "(+5)", "2", "66.7", "%", "50.0", "%", "0.0", "%", "50.0", "%", "50.0", "%", "1500"),
    ]
    assert shown[-1].split()[0] == "all"
    assert max(map(len, shown[1:])) <= 80


def test_turns_positions_and_json(run: Run, db: Path, records: list[Path]) -> None:
    run("explorer", "build", db, *records)
    after = gipfel.game("gipf").start().play("b3")
    by_turns = run("explorer", "show", db, "gipf", "--turns", "b3", "--json").out
    by_text = run("explorer", "show", db, "gipf", "--position", str(after), "--json").out
    assert by_turns == by_text
    answer = json.loads(by_turns)
    assert [one["decision"] for one in answer["decisions"]] == ["b4", "h4"]
    assert answer["decisions"][0]["level"] == 4
    assert answer["side"] == "black"


@pytest.mark.parametrize("name", gipfel.game_names())
def test_turns_are_read_as_records_have_them(run: Run, db: Path, tmp_path: Path, name: str) -> None:
    """Also in notations with spaces."""
    record = next(random_games(name, 1))
    file = tmp_path / "game.txt"
    file.write_text(gipfel.write_record(record), encoding="utf-8")
    run("explorer", "build", db, file)
    turns = [f"{number}. {turn.text}" for number, turn in enumerate(record.turns[:-2], 1)]
    start = ("--seed", record.headers["seed"]) if "seed" in record.headers else ()
    answer = json.loads(run("explorer", "show", db, name, *start, "--turns", " ".join(turns), "--json").out)
    assert answer["total"]["games"] == 1


def test_what_an_explorer_contains(run: Run, db: Path, records: list[Path]) -> None:
    run("explorer", "build", db, *records, "--turns", 7)
    assert run("explorer", "show", db).out.split() == [
        "3",
        "games,",
        "7",
        "turns",
        "of",
        "each",
        "3",
        "gipf",
        "basic",
    ]
    assert json.loads(run("explorer", "show", db, "--json").out)["games"][0]["games"] == 3


def test_nothing_was_played_here(run: Run, db: Path, records: list[Path]) -> None:
    run("explorer", "build", db, *records)
    shown = run("explorer", "show", db, "dvonn")
    assert (shown.code, shown.out.splitlines()[-1]) == (
        0,
        "No game in the explorer has a decision in this position.",
    )


def test_only_some_decisions_are_shown(run: Run, db: Path, records: list[Path]) -> None:
    run("explorer", "build", db, *records)
    assert run("explorer", "show", db, "gipf", "--most", 1).out.splitlines()[-1].startswith("1 more decision")


def test_games_that_cannot_be_read_are_named_and_left_out(
    run: Run, db: Path, records: list[Path], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(records[0].read_text(encoding="utf-8").replace("b4", "e5"), encoding="utf-8")
    done = run("explorer", "build", db, records[0], broken, tmp_path / "none.txt", records[0])
    assert done.code == 1
    assert done.out.startswith("1 game added, 1 was in it already.")
    first, second = done.err.splitlines()
    assert first.startswith(f"gipfel: left out: {broken}")
    assert "turn 2: e5" in first
    assert "none.txt" in second


def test_only_the_first_of_many_bad_games_are_named(
    run: Run, db: Path, tmp_path: Path, records: list[Path]
) -> None:
    bad = [tmp_path / f"bad{number}.txt" for number in range(30)]
    done = run("explorer", "build", db, records[0], *bad)
    assert done.code == 1
    assert len(done.err.splitlines()) == 21
    assert done.err.splitlines()[-1] == "gipfel: 30 games were left out, 20 of them are named"


def test_games_of_tables(run: Run, db: Path, tmp_path: Path) -> None:
    """Only finished ones, and no names."""
    url = sqlite_url(tmp_path / "tables.db")
    store = Store(url)
    unfinished = next(random_games("gipf", 1))
    for record in (record_of(["b3", "b4"], "1-0", white="Grace Hopper", black="Ada"), unfinished):
        setup, events = setup_from_record(record, gipfel.replay(record), read_seats(None))
        store.create(setup, events)
    store.close()
    done = run("explorer", "build", db, "--tables", "--database-url", url)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("1 game added.")
    assert b"Grace" not in db.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("build", "DB"), "name files with records"),
        (("build", "DB", "nowhere.txt"), "no game could be read"),
        (
            ("build", "DB", "--tables", "--database-url", "sqlite:////nowhere/tables.db"),
            "there is no database",
        ),
        (("build", "DB", "x.txt", "--turns", "0"), "it must be greater than or equal to 1"),
        (("show", "DB", "gipf"), "there is no explorer"),
        (("show", "DB", "--version", "basic"), "there is no explorer"),
    ],
)
def test_bad_arguments(run: Run, db: Path, arguments: tuple[str, ...], told: str) -> None:
    done = run("explorer", *(str(db) if one == "DB" else one for one in arguments))
    assert done.code == 2
    assert told in done.err.splitlines()[-1]
    assert not db.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chess",), "there is no game 'chess'"),
        (("gipf", "--turns", "b3 nonsense"), "'nonsense' is no decision"),
        (("gipf", "--position", "nonsense"), "position"),
        (("--turns", "b3"), "say which game it is"),
        (("zertz", "--position", "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s"), "position"),
    ],
)
def test_bad_questions(
    run: Run, db: Path, records: list[Path], arguments: tuple[str, ...], told: str
) -> None:
    run("explorer", "build", db, *records)
    done = run("explorer", "show", db, *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1
