"""Real servers with running clocks that are killed, or whose machine's clock is set.

`make test` tries one direction each, `make check` all; tests of the heartbeat always try both.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from tests.helpers.check import CHECK, only_in_check
from tests.helpers.faketime import WallClock
from tests.helpers.server.running import Page, RunningServer
from tests.helpers.waiting import wait_until

HOUR = 3600
CLOCK = {"kind": "sudden-death", "minutes": 20}
TIME = 20 * 60_000
LEAST = TIME // 2
"""Milliseconds; no test takes so long that less than this is left."""
PEOPLE = {side: {"kind": "person"} for side in ("white", "black")}


@contextmanager
def served(path: Path, clock: WallClock, ends_by: int = signal.SIGINT) -> Iterator[RunningServer]:
    server = RunningServer(path, environment=clock.environment)
    try:
        yield server
    finally:
        errors = server.stop(ends_by)
    assert errors == ""


def begun(server: RunningServer) -> str:
    """A table at which White's clock runs."""
    table_id = server.new(game="dvonn", seats=PEOPLE, clock=CLOCK)
    with server.page(table_id) as page:
        decide(page)
        decide(page)
        assert page.table["clock"]["running"] == "white"
    return table_id


def decide(page: Page) -> None:
    """The first decision that can be pointed at."""
    number = page.table["number"]
    prefix = [page.table["targets"][0]["target"]]
    found = page.ask("point", number=number, prefix=prefix)
    page.decide(found["decision"])
    page.until_number(number + 1)


def left(server: RunningServer, table_id: str) -> int:
    """The milliseconds that White has left."""
    with server.page(table_id) as page:
        assert page.table["outcome"] is None
        shown: int = page.table["clock"]["left"]["white"]
        return shown


def sees(server: RunningServer, seconds: int) -> bool:
    """Does the server's wall clock differ from ours by about this number of seconds?"""
    date = parsedate_to_datetime(server.client.get("/health").headers["date"])
    return abs((date - datetime.now(UTC)).total_seconds() - seconds) < HOUR / 10


@pytest.fixture
def clock(tmp_path: Path) -> WallClock:
    return WallClock(tmp_path / "clock")


@pytest.mark.parametrize("jump", [-HOUR, HOUR] if CHECK else [-HOUR])
def test_the_clock_of_the_machine_is_set_while_a_server_runs(path: Path, clock: WallClock, jump: int) -> None:
    with served(path, clock) as server:
        table_id = begun(server)
        clock.set(jump)
        wait_until(lambda: sees(server, jump))
        at_first = left(server, table_id)
        assert at_first > LEAST
        wait_until(lambda: left(server, table_id) < at_first - 100)
        with server.page(table_id) as page:
            decide(page)
            assert page.table["clock"]["left"]["white"] > LEAST


@only_in_check
@pytest.mark.parametrize("jump", [-HOUR, 0, HOUR] if CHECK else [HOUR])
def test_a_server_with_running_clocks_is_killed(path: Path, clock: WallClock, jump: int) -> None:
    """It was off for a moment, or for an hour, or the clock of the machine was set back."""
    with served(path, clock, signal.SIGKILL) as server:
        table_id = begun(server)
        wait_until(lambda: left(server, table_id) < TIME)
    clock.set(jump)
    with served(path, clock) as server:
        assert sees(server, jump)
        at_first = left(server, table_id)
        assert at_first > LEAST
        wait_until(lambda: left(server, table_id) < at_first - 100)
        with server.page(table_id) as page:
            decide(page)
            assert page.table["clock"]["left"]["white"] > LEAST
