"""Servers, and tournaments on them; `make check` tries everything on both databases."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.check import DATABASES
from tests.helpers.server.running import RunningServer, serving
from tests.helpers.server.tournaments import Club
from tests.helpers.stores import empty_database

NewClub = Callable[..., Club]

on_both_databases = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True, scope="module")
"""For tests of what happens at the same time, which `make test` tries on both, too."""


@pytest.fixture(scope="module", params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a database."""
    with empty_database(request.param, tmp_path_factory.mktemp("tournaments") / "tables.db") as found:
        yield found


@pytest.fixture(scope="module")
def club_server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server; no request may make it log an error."""
    folder: Path = tmp_path_factory.mktemp("club")
    with serving(folder / "server", "--database-url", url) as running:
        yield running
        assert running.errors() == ""


@pytest.fixture
def new_club(club_server: RunningServer) -> Iterator[NewClub]:
    """Makes tournaments: names of players, and parts of the request."""
    with ExitStack() as stack:

        def new(*names: str, **wanted: Any) -> Club:
            return Club(club_server, stack, *names, **wanted)

        yield new
