"""Databases for the tests of the storage."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.stores import empty_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "with space" / "tables.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    path.parent.mkdir()
    with empty_database(request.param, path) as url:
        yield url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def sqlite(path: Path) -> Iterator[Store]:
    """A store in a SQLite file."""
    path.parent.mkdir()
    store = Store(sqlite_url(path))
    yield store
    store.close()
