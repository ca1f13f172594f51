"""The databases on which what a host deploys is tried."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.stores import empty_database


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    with empty_database(request.param, tmp_path / "tables.db") as found:
        yield found
