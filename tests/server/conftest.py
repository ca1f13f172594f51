"""Servers that the tests of several parts share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.server.proxied import HOSTED
from tests.helpers.server.running import Page, RunningServer, serving


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a database."""
    return tmp_path / "tables.db"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for this machine; no request may make it log an error."""
    with serving(tmp_path_factory.mktemp("server") / "tables.db") as running:
        yield running
        assert running.errors() == ""


@pytest.fixture
def page(server: RunningServer) -> Iterator[Page]:
    """A page at a new table of GIPF."""
    with server.page(server.new(game="gipf", version="standard")) as page:
        yield page


@pytest.fixture(scope="package")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a public URL, behind a proxy."""
    arguments = (*HOSTED, "--log-format", "json", "--metrics-for", "192.0.2.1")
    with serving(tmp_path_factory.mktemp("hosting") / "tables.db", *arguments) as running:
        yield running
