"""The databases on which what a host deploys is tried."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    with postgres.database() as found:
        yield found
