"""The health of a server."""

import json
import resource
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

import gipfel
from gipfel.server.http import health
from gipfel.server.http.health import Health
from gipfel.server.security import disclosure
from gipfel.server.settings import Settings
from gipfel.table.storage import store as storage
from gipfel.table.storage.store import BrokenTable, DatabaseProblem, Store, UnknownTable, sqlite_url
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.postgres import database
from tests.helpers.server.in_process import served_here
from tests.helpers.server.outages import outage_of
from tests.helpers.server.proxied import PUBLIC_URL, ProxiedClient
from tests.helpers.server.running import RunningServer, Server, serving
from tests.helpers.stores import played

PATIENCE = 30
AWAY = "The database does not answer; try again soon."


def test_health(hosted: RunningServer) -> None:
    for answer in (hosted.client.get("/health"), ProxiedClient(hosted, "203.0.113.3").ask("GET", "/health")):
        assert answer.status_code == 200
        told = answer.json()
        assert told.pop("uptime") > 0
        assert told == {"status": "ok", "database": True, "version": gipfel.__version__}


def test_a_database_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    with database() as url:
        password = url.split(":")[2].split("@")[0]
        admin, name = url.rsplit("/", 1)
        with served_here(url) as served:
            running = Server(served)
            assert running.client.get("/health").status_code == 200
            with psycopg.connect(f"{admin}/postgres", autocommit=True) as connection:
                connection.execute(f"alter database {name} allow_connections false".encode())
                connection.execute(
                    b"select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name]
                )
                answer = until_status(running, 503)
                assert answer.json()["database"] is False
                assert running.client.get("/api/home").status_code == 503
                connection.execute(f"alter database {name} allow_connections true".encode())
                until_status(running, 200)
            assert caplog.text
            assert password not in caplog.text


def until_status(server: Server, status: int) -> httpx.Response:
    """Ask for the health of a server until it has a status."""
    end = time.monotonic() + PATIENCE
    while (answer := server.client.get("/health")).status_code != status:
        assert time.monotonic() < end
    return answer


def test_a_question_that_fails_in_any_way_is_no_good_sign() -> None:
    def fails() -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    async def asked() -> str:
        return await Health(fails).problem()

    assert run(asked()) == "the database cannot be checked"


def test_a_database_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    with database() as url, served_here(url) as served:
        running = Server(served)
        assert running.client.get("/health").status_code == 200
        admin, name = url.rsplit("/", 1)
        with psycopg.connect(f"{admin}/postgres", autocommit=True) as connection:
            set_read_only(connection, name, True)
            answer = until_status(running, 503).json()
            assert answer["database"] is False
            set_read_only(connection, name, False)
            until_status(running, 200)


def test_the_reason_is_told() -> None:
    with database() as url:
        Store(url).close()
        admin, name = url.rsplit("/", 1)
        with psycopg.connect(f"{admin}/postgres", autocommit=True) as connection:
            set_read_only(connection, name, True)
        with served_here(url) as served:
            answer = Server(served).client.get("/health")
    assert answer.status_code == 503
    assert "in a read-only transaction" in answer.json()["status"]


def test_only_this_machine_is_told_where_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(disclosure, "PAUSE", 0.0)
    with outage_of("stopped", tmp_path) as outage:
        store = Store(outage.url)
        table_id, _ = played(store)
        store.close()
        with served_here(outage.url, settings=Settings(public_url=PUBLIC_URL)) as served:
            running = Server(served)
            stranger = ProxiedClient(running, "203.0.113.3")
            outage.begin()
            assert "127.0.0.1" in until_status(running, 503).json()["status"]
            health_answer = stranger.ask("GET", "/health")
            assert (health_answer.status_code, health_answer.json()["status"]) == (503, AWAY)
            assert stranger.ask("GET", f"/api/tables/{table_id}").json() == {"problem": AWAY}
            with stranger.socket(table_id) as socket:
                assert json.loads(socket.recv(PATIENCE))["reason"] == AWAY
            outage.end()
    assert "a request failed: the database cannot be used: connection failed" in caplog.text


def set_read_only(connection: psycopg.Connection[Any], name: str, read_only: bool) -> None:
    """Make a database read-only, or writable again, for all its connections."""
    value = "on" if read_only else "off"
    connection.execute(f"alter database {name} set default_transaction_read_only = {value}".encode())
    connection.execute(b"select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name])


@only_in_check
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_full_disk(tmp_path: Path) -> None:
    """The server may not write to the end of its files, which fails like on a disk without space."""
    with serving(tmp_path / "tables.db") as server:
        assert server.client.get("/health").status_code == 200
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, before[1]))
        answer = until_status(server, 503).json()
        assert answer["database"] is False
        assert answer["status"].startswith("the database cannot be used: ")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        assert until_status(server, 200).json()["status"] == "ok"


# --- Damaged files --------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A SQLite file with some tables."""
    path = tmp_path / "tables.db"
    store = Store(sqlite_url(path))
    for _ in range(40):
        played(store, decisions=20)
    store.close()
    return path


def damage(path: Path) -> None:
    """Overwrite the middle of a SQLite file: a third of its pages, but not the schema."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 3)
        file.write(b"\x99" * (size // 3))


def test_a_file_that_is_damaged_while_the_server_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(storage, "CHECK_EVERY", 0.0)
    with served_here(path) as served:
        running = Server(served)
        assert running.client.get("/health").status_code == 200
        damage(path)
        answer = running.client.get("/health")
        assert answer.status_code == 503
        assert answer.json()["status"].startswith("the SQLite file is damaged: ")
        assert str(path) not in answer.text


def test_damage_that_a_request_has_met_is_remembered(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        ids = [row[0] for row in connection.execute("select id from tables")]
    store = Store(sqlite_url(path))
    store.healthy()
    damage(path)
    for table_id in ids:
        with suppress(DatabaseProblem, UnknownTable, BrokenTable):
            store.load(table_id)
    with pytest.raises(DatabaseProblem, match="the SQLite file is damaged"):
        store.healthy()
    store.close()


def test_a_server_does_not_start_with_a_damaged_file(path: Path) -> None:
    damage(path)
    command = [sys.executable, "-m", "gipfel", "serve", "--no-browser", "--port", "0"]
    done = subprocess.run(
        [*command, "--database-url", f"sqlite:///{path}"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode != 0
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert f"the SQLite file {path} is damaged (" in line
    assert "restore a backup with gipfel import, or name another database with --database-url" in line


def test_a_file_that_takes_long_is_checked_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "CHECK_EVERY", 0.0)
    monkeypatch.setattr(storage, "LONGEST_CHECK", 0.0)
    store = Store(sqlite_url(path), check=True)
    store.healthy()
    damage(path)
    store.healthy()
    store.close()


def test_a_check_of_the_file_does_not_delay_the_question_whether_the_database_answers(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(sqlite_url(path))
    with ThreadPoolExecutor(1) as threads:

        def check(*_: Any) -> None:
            threads.submit(store.probe).result(PATIENCE)

        monkeypatch.setattr(storage, "check_sqlite", check)
        store.healthy()
    store.close()


# --- Several processes ----------------------------------------------------------------------------------


def test_processes_do_not_disturb_each_other() -> None:
    with database() as url:
        stores = [Store(url) for _ in range(4)]
        with ThreadPoolExecutor(8) as threads:
            for done in [threads.submit(store.healthy) for store in stores * 20]:
                done.result()
        with stores[0].engine.connect() as connection:
            assert connection.exec_driver_sql("select count(*) from health").scalar() == 0
        for store in stores:
            store.close()
