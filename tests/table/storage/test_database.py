"""Addresses of databases: those that cannot be opened, and what is said about them."""

from pathlib import Path

import pytest

from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers import postgres

SECRET = "hunter2x"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("dragon://x", "SQLite or PostgreSQL, not in 'dragon'"),
        ("mysql://x/y", "SQLite or PostgreSQL"),
        ("nonsense", "the address of the database cannot be read"),
        ("sqlite:////no/such/folder/x.db", "unable to open database file"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite://folder/x.db", "three slashes"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:1/x", "refused"),
        (f"postgres://ada:{SECRET}@127.0.0.1:1/x", "refused"),
        (f"postgresql://127.0.0.1:1/x?user=ada&password={SECRET}", "refused"),
        (f"postgresql+asyncpg://ada:{SECRET}@127.0.0.1:1/x", "SQLite or PostgreSQL"),
        (f"postgresql://ada:half@{SECRET}@127.0.0.1/x", "%40"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:port/x", "the address of the database cannot be read"),
        (f"postgresql//ada:{SECRET}@127.0.0.1/x", "the address of the database cannot be read"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:1/x?colour=red", "colour"),
    ],
)
def test_databases_that_cannot_be_opened(url: str, said: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(DatabaseProblem, match=said) as problem:
        Store(url)
    assert SECRET not in str(problem.value) + caplog.text
    assert "\n" not in str(problem.value)


def test_a_wrong_password_is_not_repeated() -> None:
    with postgres.database() as url:
        user, _, place = url.rpartition("@")
        with pytest.raises(DatabaseProblem, match="password authentication failed") as problem:
            Store(f"{user.rpartition(':')[0]}:{SECRET}@{place}")
        assert SECRET not in str(problem.value)


def test_a_database_that_is_not_there_is_named() -> None:
    with postgres.database() as url, pytest.raises(DatabaseProblem, match=r'"nowhere" does not exist'):
        Store(url.rpartition("/")[0] + "/nowhere")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("This is a letter to my aunt. " * 100)
    with pytest.raises(DatabaseProblem, match=r"tables\.db"):
        Store(sqlite_url(path))


def test_only_its_owner_reads_a_new_database(path: Path) -> None:
    path.parent.mkdir()
    store = Store(sqlite_url(path))
    store.healthy()
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    store.close()


def test_strangers_do_not_read_an_older_database(path: Path) -> None:
    path.parent.mkdir()
    Store(sqlite_url(path)).close()
    path.chmod(0o664)
    Store(sqlite_url(path)).close()
    assert path.stat().st_mode & 0o777 == 0o660


def test_what_is_deleted_is_overwritten(sqlite: Store) -> None:
    """Some builds of SQLite leave it in the file until something else is written there."""
    with sqlite.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
