"""An application in the process of the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gipfel.server.app import create_app
from gipfel.server.settings import Settings


@pytest.fixture(scope="package")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of an application with an empty database."""
    path: Path = tmp_path_factory.mktemp("library") / "tables.sqlite"
    app = create_app(Settings(database_url=f"sqlite:///{path}"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client
