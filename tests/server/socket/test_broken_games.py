"""Tables of games that fail while they are played: the page is told once, and the log is not flooded."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.helpers.check import only_in_check
from tests.helpers.declared_games import distribution, python_path
from tests.helpers.server.running import OWNER, PATIENCE, RunningServer, serving

PROBLEM = "fragile: its picture cannot be drawn: ValueError: boom"
CANNOT_BE_SHOWN = 4500


@pytest.fixture
def broken_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningServer]:
    games = {name: f"tests.helpers.games.{name}" for name in ("fragile", "uncompiled")}
    packages = distribution(tmp_path / "packages", games)
    monkeypatch.setenv("PYTHONPATH", python_path(packages))
    with serving(tmp_path / "tables.db") as running:
        yield running


def received(server: RunningServer, table_id: str, *decisions: str) -> tuple[list[str], int]:
    """The reasons that a page at a table gets, and the code with which its connection is closed."""
    reasons: list[str] = []
    address = f"ws://{server.name}/api/tables/{table_id}/socket?v=1"
    with connect(address, max_size=None, proxy=None, additional_headers={"Cookie": OWNER}) as socket:
        for number, decision in enumerate(decisions):
            socket.send(json.dumps({"type": "decide", "id": number, "number": number, "decision": decision}))
        while True:
            try:
                message = json.loads(socket.recv(timeout=PATIENCE))
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                return reasons, closed.rcvd.code
            reasons += [message["reason"]] if message["type"] == "refused" else []


def test_a_picture_that_fails_in_mid_game_is_told_once(broken_server: RunningServer) -> None:
    table_id = broken_server.new(game="fragile", version="standard")
    assert received(broken_server, table_id, "a1", "b2") == ([PROBLEM], CANNOT_BE_SHOWN)
    for _ in range(3):
        assert received(broken_server, table_id) == ([PROBLEM], CANNOT_BE_SHOWN)
    log = broken_server.errors()
    assert log.count("fragile cannot be shown") == 1, log
    assert log.count("Traceback") == 2  # the error and its cause, once


def test_a_table_that_cannot_be_shown_does_not_hide_the_others(broken_server: RunningServer) -> None:
    broken = broken_server.new(game="fragile", version="standard")
    other = broken_server.new(game="gipf", version="basic")
    received(broken_server, broken, "a1", "b2")
    with broken_server.page(other) as page:
        page.decide("e1-e3")
    tables = broken_server.client.get("/api/tables").json()["tables"]
    shown = {table["id"]: table for table in tables}
    assert shown[broken]["problem"] == PROBLEM
    assert "problem" not in shown[other]
    with broken_server.page(other) as page:
        assert page.table["number"] == 1


@only_in_check
def test_an_engine_that_cannot_be_compiled_is_logged_in_one_line(broken_server: RunningServer) -> None:
    seats = {"white": {"kind": "engine", "player": "level:4"}, "black": {"kind": "person"}}
    table_id = broken_server.new(game="uncompiled", version="standard", seats=seats)
    address = f"ws://{broken_server.name}/api/tables/{table_id}/socket?v=1"
    with connect(address, max_size=None, proxy=None, additional_headers={"Cookie": OWNER}) as socket:
        message = json.loads(socket.recv(timeout=PATIENCE))
        while message["type"] != "table" or message["thinking"]["what"] != "failed":
            message = json.loads(socket.recv(timeout=PATIENCE))
    assert message["outcome"] is None
    errors = broken_server.errors()
    # When it was compiled in the background, and when the engine was to decide.
    assert errors.count("uncompiled: play cannot be compiled: Unknown attribute 'denominator'") == 2
    assert "Traceback" not in errors
