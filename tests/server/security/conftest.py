"""A server for this machine and one for others, and a match with a spectator."""

from collections.abc import Iterator

import pytest

from tests.helpers.server.running import RunningServer, serving
from tests.helpers.server.two_seats import Match, matched


@pytest.fixture(scope="package")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for this machine."""
    with serving(tmp_path_factory.mktemp("home") / "tables.db") as running:
        yield running
        assert running.errors() == ""


@pytest.fixture(scope="package")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for others."""
    with serving(tmp_path_factory.mktemp("abroad") / "tables.db", "--host", "0.0.0.0") as running:
        yield running
        assert running.errors() == ""


@pytest.fixture(scope="package", params=["home", "abroad"])
def server(request: pytest.FixtureRequest) -> RunningServer:
    """Both, one after the other."""
    running: RunningServer = request.getfixturevalue(request.param)
    return running


@pytest.fixture
def match(server: RunningServer) -> Iterator[Match]:
    with matched(server, ("e1-e3", "e9-e7")) as match:
        yield match
