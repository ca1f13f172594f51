"""All tables to one file and back: nothing gets lost, and no file that is damaged changes anything."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from shutil import copy

import pytest
from sqlalchemy import text

from gipfel.cli import main
from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import TimeLimit
from gipfel.table.events import Event, Undone
from gipfel.table.keys import hashed
from gipfel.table.setup import TableSetup, new_setup
from gipfel.table.storage.backup import export_tables
from gipfel.table.storage.store import Store
from gipfel.table.table import Table
from tests.helpers import postgres
from tests.helpers.random_games import VERSIONS
from tests.helpers.stores import NOON, PEOPLE
from tests.helpers.tables import play_at_random

SECOND = 1000
ADA, BEN = hashed("ada"), hashed("ben")
NewUrl = Callable[[str], str]


@pytest.fixture
def new_url(tmp_path: Path) -> Iterator[NewUrl]:
    """Makes empty databases of a kind."""
    numbers = count()
    with ExitStack() as stack:

        def new(kind: str) -> str:
            if kind == "postgresql":
                return stack.enter_context(postgres.database())
            return f"sqlite:///{tmp_path / f'{next(numbers)}.db'}"

        yield new


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with some tables, to be copied."""
    path = tmp_path_factory.mktemp("backup") / "filled.db"
    fill(f"sqlite:///{path}")
    return path


@pytest.fixture
def filled(template: Path, tmp_path: Path) -> str:
    """A SQLite database with some tables."""
    return f"sqlite:///{copy(template, tmp_path)}"


def fill(url: str) -> None:
    """A table of each version, one with a clock and keys, one whose game is over."""
    store = Store(url)
    for number, (name, version) in enumerate(VERSIONS):
        setup = new_setup(name, version, {}, PEOPLE, seed=1)
        table_id, table = store.create(setup, decided(setup), at=NOON + number)
        assert table.event_count
    clock = TimeLimit("increment", minutes=3, seconds=2)
    keys = [(Side.WHITE, ADA), (Side.BLACK, BEN)]
    setup = new_setup("gipf", "standard", {}, PEOPLE, title='Ada’s "evening"', clock=clock)
    table_id, table = store.create(setup, keys=keys, at=NOON)
    for event in play_at_random(table.copy(), Random(2), 5):
        number, at = table.event_count, max(NOON, table.at) + 7 * SECOND + 89
        table.apply(event, at)
        store.add(table_id, number, [event], table, at)
    number = table.event_count
    resigned = table.resignation(Side.BLACK)
    table.apply(resigned, table.at + 1)
    store.add(table_id, number, [resigned], table, table.at)
    store.close()


def decided(setup: TableSetup) -> list[Event]:
    """Some decisions of a random game."""
    return play_at_random(Table(setup), Random(1), 6)


def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database, in a form that does not depend on its kind."""
    store = Store(url)
    found = {}
    with store.engine.connect() as connection:
        for name, order in (
            ("tables", "id"),
            ("happenings", '"table", number'),
            ("keys", '"table", side, hash'),
            ("summaries", '"table"'),
        ):
            rows = connection.execute(text(f"select * from {name} order by {order}")).mappings()
            found[name] = [tuple((key, plainly(value)) for key, value in row.items()) for row in rows]
    store.close()
    return found


def plainly(value: object) -> object:
    """JSON and instants alike in both databases."""
    if hasattr(value, "strftime"):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(value, str) and value.startswith("{"):
        return json.loads(value)
    return int(value) if isinstance(value, bool) else value


def run(*arguments: str) -> int:
    return main([*arguments])


def exported(url: str, file: Path) -> list[dict[str, object]]:
    assert run("export", str(file), "--database-url", url) == 0
    data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("sqlite", "sqlite", "tables.jsonl"),
        ("sqlite", "postgresql", "tables.jsonl.gz"),
        ("postgresql", "sqlite", "tables.jsonl"),
    ],
)
def test_there_and_back(
    new_url: NewUrl, tmp_path: Path, old: str, new: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = new_url(old), new_url(new)
    fill(source)
    lines = exported(source, tmp_path / name)
    number = len(VERSIONS) + 1
    assert lines[0]["tables"] == lines[-1]["end"] == number
    assert run("import", str(tmp_path / name), "--database-url", target) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Exported {number} tables.",
        f"Imported {number} tables.",
    ]
    assert everything(target) == everything(source)
    store = Store(target)
    assert store.check() == {}
    store.close()
    again = tmp_path / f"again-{name}"
    exported(target, again)
    assert again.read_bytes() == (tmp_path / name).read_bytes()


def test_keys_and_clocks_come_along(filled: str, new_url: NewUrl, tmp_path: Path) -> None:
    file, target = tmp_path / "tables.jsonl", new_url("sqlite")
    exported(filled, file)
    run("import", str(file), "--database-url", target)
    store = Store(target)
    [summary] = store.summaries(True, visitor=ADA, open_ones=False)
    assert (summary.mine, summary.setup.title) == (frozenset([Side.WHITE]), 'Ada’s "evening"')
    assert summary.clock == store.load(summary.id).clock
    assert store.keys(summary.id).keys() == {ADA, BEN}


def test_what_is_there_already_is_left_alone(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.jsonl"
    exported(filled, file)
    before = everything(filled)
    store = Store(filled)
    store.remove(store.summaries(False)[0].id)
    store.close()
    assert run("import", str(file), "--database-url", filled) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"Imported 1 table; {len(VERSIONS)} tables were there already."
    )
    assert everything(filled) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("happened", "has 7 events here and 6 in the file"),
        ("keys", "has different keys"),
        ("title", "has a different setup"),
        ("what", "has different events"),
    ],
)
def test_what_differs_is_refused(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, said: str
) -> None:
    file = tmp_path / "tables.jsonl"
    exported(filled, file)
    store = Store(filled)
    table_id = next(s.id for s in store.summaries(False) if s.setup.game == "dvonn")
    if change == "happened":
        table = store.load(table_id)
        number = table.event_count
        table.apply(Undone(0), NOON)
        store.add(table_id, number, [Undone(0)], table, NOON)
    elif change == "keys":
        store.add_key(table_id, Side.WHITE, ADA)
    else:
        column, where = ("title", "tables") if change == "title" else ("at", "happenings")
        changed = "'x'" if change == "title" else "'2026-01-01 00:00:00.000000'"
        key = "id" if change == "title" else '"table"'
        with store.engine.begin() as connection:
            connection.execute(
                text(f"update {where} set {column} = {changed} where {key} = :id"), {"id": table_id}
            )
    other = store.summaries(False)[0].id
    if other != table_id:
        store.remove(other)
    store.close()
    before = everything(filled)
    assert run("import", str(file), "--database-url", filled) == 2
    message = capsys.readouterr().err
    assert f"table {table_id} {said}" in message
    assert "nothing was imported" in message
    assert message.count("\n") == 1
    assert everything(filled) == before


# --- Files that are not what they should be -----------------------------------------------------------


def summed(lines: list[bytes]) -> bytes:
    """A file whose last line fits to the others."""
    data = b"".join(lines[:-1])
    end = {"end": len(lines) - 2, "sha256": sha256(data).hexdigest()}
    return data + json.dumps(end).encode() + b"\n"


def changed(lines: list[bytes], number: int, **values: object) -> bytes:
    plain = json.loads(lines[number])
    plain.update(values)
    return summed([*lines[:number], json.dumps(plain).encode() + b"\n", *lines[number + 1 :]])


Damage = Callable[[list[bytes]], bytes]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "empty": (lambda _: b"", "line 1: this file was not written by"),
    "letter": (lambda _: b"Dear aunt,\nall is well.\n", "line 1: this file was not written by"),
    "binary": (lambda _: bytes(range(256)) * 100, "line 1: this file was not written by"),
    "other json": (lambda _: b'{"a": 1}\n{}\n', "line 1: this file was not written by"),
    "deep json": (lambda _: b"[" * 100_000 + b"\n", "line 1: this file was not written by"),
    "newer": (
        lambda lines: changed(lines, 0, format=3),
        "line 1: it was written by another Gipfel",
    ),
    "uncounted": (lambda lines: changed(lines, 0, tables="x"), "line 1: it is damaged"),
    "first line only": (lambda lines: lines[0], "line 2: the file is cut off here; 0 of"),
    "cut at a line": (lambda lines: b"".join(lines[:4]), "line 5: the file is cut off here; 3 of"),
    "cut in a line": (lambda lines: b"".join(lines[:4])[:-9], "line 4: the file is cut off here; 2 of"),
    "no last line": (lambda lines: b"".join(lines[:-1]), "the file is cut off here"),
    "more": (lambda lines: b"".join(lines) + lines[1], "there is more after its last line"),
    "another name": (lambda lines: b"".join(lines).replace(b"sa", b"ba", 1), "its checksum is wrong"),
    "not json": (lambda lines: summed([*lines[:2], b"{x}\n", *lines[3:]]), "line 3: it is damaged"),
    "no table": (lambda lines: summed([*lines[:2], b"[]\n", *lines[3:]]), "line 3: it is damaged"),
    "not UTF-8": (
        lambda lines: summed([*lines[:2], b'{"a": "\xff"}\n', *lines[3:]]),
        "line 3: it is damaged",
    ),
    "twice": (lambda lines: summed([*lines[:3], lines[2], *lines[3:]]), "line 4: table "),
    "one less": (lambda lines: b"".join([*lines[:2], *lines[3:]]), "the file is damaged: "),
    "id": (lambda lines: changed(lines, 2, id="../x"), "line 3: it is damaged: a table has an id"),
    "created": (lambda lines: changed(lines, 2, created="soon"), "it does not say when it was made"),
    "game": (lambda lines: changed(lines, 2, game="chess"), "line 3: table "),
    "game number": (lambda lines: changed(lines, 2, game=7), "its game is not a text"),
    "options": (lambda lines: changed(lines, 2, options={"nonsense": 1}), "nonsense"),
    "options list": (lambda lines: changed(lines, 2, options=[]), "its options must be names"),
    "seats": (lambda lines: changed(lines, 2, seats={"red": {}}), "there is no side 'red'"),
    "seed": (lambda lines: changed(lines, 2, seed=2**70), "its seed is not a whole number"),
    "clock": (lambda lines: changed(lines, 2, clock={"kind": "cuckoo"}), "the kind of a clock"),
    "title": (lambda lines: changed(lines, 2, title="a\0b"), "its title contains characters"),
    "halves": (lambda lines: changed(lines, 2, title="\ud800"), "its title contains characters"),
    "happened": (lambda lines: changed(lines, 2, happened=[[NOON, "x"]]), "cannot be played beyond number 0"),
    "happened how": (lambda lines: changed(lines, 2, happened=["x"]), "its happened must be a list of pairs"),
    "happened when": (lambda lines: changed(lines, 2, happened=[[-1, "x"]]), "'-1' is not an instant"),
    "happened late": (lambda lines: changed(lines, 2, happened=[[10**18, "x"]]), "is not an instant"),
    "keys": (lambda lines: changed(lines, 2, keys=[["white", "x"]]), "a key has a side and a hash"),
    "keys of red": (lambda lines: changed(lines, 2, keys=[["red", ADA]]), "a key has a side and a hash"),
    "cut off gzip": (lambda lines: gzip.compress(b"".join(lines))[:-30], "damaged or cut off"),
    "damaged gzip": (lambda lines: gzip.compress(b"".join(lines))[:50] + b"\xff" * 500, "damaged or cut off"),
    "gzip of a letter": (lambda _: gzip.compress(b"Dear aunt,\n"), "line 1: this file was not written by"),
}


@pytest.fixture(scope="module")
def good_lines(template: Path) -> list[bytes]:
    file = template.with_name("tables.jsonl")
    exported(f"sqlite:///{template}", file)
    return file.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_bad_file_changes_nothing(
    good_lines: list[bytes], new_url: NewUrl, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    spoil, said = DAMAGES[damage]
    file, target = tmp_path / "tables.jsonl", new_url("sqlite")
    file.write_bytes(spoil(good_lines))
    assert run("import", str(file), "--database-url", target) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"gipfel: {file}: line ")
    assert said in message
    assert message.count("\n") == 1
    assert everything(target)["tables"] == []


def test_any_flipped_byte_is_found(good_lines: list[bytes], new_url: NewUrl, tmp_path: Path) -> None:
    file, target = tmp_path / "tables.jsonl", new_url("sqlite")
    data, chance = b"".join(good_lines), Random(3)
    for _ in range(10):
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(spoilt)
        assert run("import", str(file), "--database-url", target) == 2
    assert everything(target)["tables"] == []


def test_a_file_that_is_not_there(
    new_url: NewUrl, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = new_url("sqlite")
    assert run("import", str(tmp_path / "nowhere"), "--database-url", target) == 2
    assert "cannot read" in capsys.readouterr().err
    assert run("import", str(tmp_path), "--database-url", target) == 2
    assert "Is a directory" in capsys.readouterr().err


# --- Writing ------------------------------------------------------------------------------------------


def test_a_broken_table_is_left_out_and_named(
    filled: str, tmp_path: Path, new_url: NewUrl, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(filled)
    bad, worse = (summary.id for summary in store.summaries(False)[:2])
    with store.engine.begin() as connection:
        connection.execute(text("update happenings set what = 'x' where \"table\" = :id"), {"id": bad})
        connection.execute(text("update tables set options = 'x' where id = :id"), {"id": worse})
    store.close()
    file, target = tmp_path / "tables.jsonl", new_url("sqlite")
    assert run("export", str(file), "--database-url", filled) == 1
    errors = capsys.readouterr().err
    assert f"not exported: table {bad} cannot be played" in errors
    assert f"not exported: table {worse} cannot be read" in errors
    assert run("import", str(file), "--database-url", target) == 0
    assert len(everything(target)["tables"]) == len(VERSIONS) - 1


def test_other_files_are_not_overwritten(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt,\n")
    assert run("export", str(letter), "--database-url", filled) == 2
    assert "choose another name" in capsys.readouterr().err
    assert letter.read_text() == "Dear aunt,\n"
    file = tmp_path / "tables.jsonl.gz"
    for _ in range(2):
        exported(filled, file)
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_finished_leaves_nothing(
    filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    file = folder / "tables.jsonl"
    exported(filled, file)
    before = file.read_bytes()

    def interrupt(_: object, tables: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gipfel.table.storage.backup_file.BackupWriter.end", interrupt)
    assert run("export", str(file), "--database-url", filled) == 130
    assert [*folder.iterdir()] == [file]
    assert file.read_bytes() == before


def test_nowhere_to_write_and_nothing_to_read(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", str(tmp_path / "no" / "folder"), "--database-url", filled) == 2
    assert "cannot write" in capsys.readouterr().err
    missing = tmp_path / "missing.db"
    assert run("export", str(tmp_path / "x"), "--database-url", f"sqlite:///{missing}") == 2
    assert "there is no database" in capsys.readouterr().err
    assert not missing.exists()


def test_through_a_pipe(filled: str, new_url: NewUrl) -> None:
    target = new_url("postgresql")
    gipfel = [sys.executable, "-m", "gipfel"]
    out = subprocess.run([*gipfel, "export", "-", "--database-url", filled], capture_output=True, check=True)
    assert out.stderr.decode() == f"Exported {len(VERSIONS) + 1} tables.\n"
    command = [*gipfel, "import", "-", "--database-url", target]
    done = subprocess.run(command, input=out.stdout, capture_output=True, check=True)
    assert done.stdout.decode() == f"Imported {len(VERSIONS) + 1} tables.\n"
    assert everything(target) == everything(filled)


def test_a_server_goes_on_while_tables_are_exported(filled: str, tmp_path: Path) -> None:
    """The file holds what was there when the export began, and nothing that came later."""
    store, other = Store(filled), Store(filled)
    made: list[str] = []

    def note(done: int, _: int) -> None:
        if done == 2:
            made.append(other.create(new_setup("gipf", None, {}, PEOPLE))[0])
            other.remove(other.summaries(True, visitor=ADA)[0].id)

    with (tmp_path / "tables.jsonl").open("wb") as file:
        done = export_tables(store, file, note)
    assert done.tables == len(VERSIONS) + 1
    assert made
    assert made[0] not in (tmp_path / "tables.jsonl").read_text()
    store.close()
    other.close()
