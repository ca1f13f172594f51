"""Tables whose seats name code, on servers that must not run it: wherever the table came from."""

import gzip
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipfel.table.storage.backup import export_tables
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.check import only_in_check, some_of
from tests.helpers.command_line import shell
from tests.helpers.server.proxied import HOSTED, ProxiedClient
from tests.helpers.server.running import RunningServer, serving

SECRET = "hunter2x"


ENGINE, BOT = "engine", "python"
both_kinds = pytest.mark.parametrize("program", some_of([ENGINE, BOT], 1), indirect=True)


class Program:
    """Code that leaves a mark when it runs: a program, or a Python bot."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.mark = folder / "it-ran"
        code = f"open({str(self.mark)!r}, 'w')"
        where = shlex.join([sys.executable, "-c", code, SECRET])
        if kind == BOT:
            file = folder / f"{SECRET}.py"
            file.write_text(code)
            where = f"{file}:bot"
        self.seat = {"kind": "engine", "player": f"{kind}:{where}"}

    @property
    def ran(self) -> bool:
        return self.mark.exists()


@pytest.fixture
def program(tmp_path: Path, request: pytest.FixtureRequest) -> Program:
    return Program(tmp_path, getattr(request, "param", ENGINE))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def tables_from_home(database: Path, program: Program) -> tuple[str, str]:
    """Tables created at home and never opened there, of a game without and of one with time."""
    seats = {"white": program.seat, "black": {"kind": "person"}}
    both = {"white": program.seat, "black": program.seat}
    with serving(database) as home:
        return home.new(game="gipf", seats=seats), home.new(game="tamsk", version="level2", seats=both)


@pytest.fixture
def hosted_tables(database: Path, program: Program) -> Iterator[tuple[RunningServer, tuple[str, str]]]:
    """The same database on a server for everybody."""
    ids = tables_from_home(database, program)
    with serving(database, *HOSTED) as hosted:
        yield hosted, ids
        assert not program.ran
        assert hosted.errors() == ""


@both_kinds
def test_a_program_runs_at_home(database: Path, program: Program) -> None:
    """The other tests would pass if it never ran."""
    table_id, _ = tables_from_home(database, program)
    with serving(database) as home, home.page(table_id) as page:
        page.until_so(side=None)
    assert program.ran


@both_kinds
def test_whoever_opens_the_table_starts_nothing(
    hosted_tables: tuple[RunningServer, tuple[str, str]],
) -> None:
    hosted, ids = hosted_tables
    eve = ProxiedClient(hosted, "203.0.113.1")
    for table_id in ids:
        with eve.page(table_id) as page:
            while page.table["thinking"] is None:
                page.until("table")
            assert page.table["thinking"]["what"] == "not allowed"
            assert page.table["outcome"] is None
            assert SECRET not in str(page.table)


def test_nobody_sees_the_command(hosted_tables: tuple[RunningServer, tuple[str, str]]) -> None:
    hosted, (table_id, _) = hosted_tables
    eve = ProxiedClient(hosted, "203.0.113.1")
    for path in ("", "/record"):
        answer = eve.ask("GET", f"/api/tables/{table_id}{path}")
        assert answer.status_code == 200
        assert SECRET not in answer.text


@only_in_check
def test_a_branch_starts_nothing(hosted_tables: tuple[RunningServer, tuple[str, str]]) -> None:
    hosted, (table_id, _) = hosted_tables
    eve = ProxiedClient(hosted, "203.0.113.1")
    branch = eve.ask("POST", f"/api/tables/{table_id}/branch", json={"at": 0}).json()["id"]
    with eve.page(branch) as page:
        assert page.table["seats"]["white"]["kind"] == "person"
        page.decide("b3")


def test_import_refuses_programs_unless_told_otherwise(database: Path, program: Program) -> None:
    tables_from_home(database, program)
    file = database.with_name("tables.jsonl.gz")
    elsewhere = sqlite_url(database.with_name("other.db"))
    store = Store(sqlite_url(database))
    with gzip.open(file, "wb") as written:
        export_tables(store, written)
    store.close()
    address = f"sqlite:///{elsewhere.database}"
    command = ("import", str(file), "--database-url", address)
    refused = shell(*command)
    assert refused.returncode == 2
    assert "seats are programs that a server would start" in refused.stderr
    assert "--with-commands" in refused.stderr
    other = Store(elsewhere)
    assert other.summaries(False) == []
    other.close()
    done = shell(*command, "--with-commands")
    assert (done.returncode, done.stdout) == (0, "Imported 2 tables.\n")


def test_nobody_learns_which_files_exist(database: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.json"
    there.write_text("{}")
    with serving(database, *HOSTED) as hosted:
        eve = ProxiedClient(hosted, "203.0.113.1")
        answers = set()
        for file in (there, tmp_path / "missing.json"):
            seat = {"kind": "engine", "player": f"level:10,weights={file}"}
            answer = eve.ask("POST", "/api/tables", json={"game": "gipf", "seats": {"white": seat}})
            answers.add((answer.status_code, answer.text))
    assert len(answers) == 1
    assert min(answers)[0] == 422
