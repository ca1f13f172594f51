"""Limits of a real server: a client that sends too much is refused, and nobody else notices."""

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gipfel.server.security import limits
from gipfel.server.security.limits import (
    CONNECTIONS,
    ENGINE_SECONDS,
    EXPENSIVE,
    MESSAGES_AT_ONCE,
    REQUESTS_AT_ONCE,
    TABLES_AN_HOUR,
    WARNINGS_AT_ONCE,
    WATCHED_TABLES,
    WRONG_KEYS,
)
from tests.helpers.asynchronous import run
from tests.helpers.server.in_process import served_here
from tests.helpers.server.proxied import HOSTED, NAME, ProxiedClient
from tests.helpers.server.running import Page, RunningServer, Server, serving

PATIENCE = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("limits") / "tables.db", *HOSTED) as running:
        yield running


@pytest.fixture(scope="module")
def table(server: RunningServer) -> str:
    table_id: str = ProxiedClient(server, "198.51.100.1").new(game="gipf")["id"]
    return table_id


def test_too_many_requests(server: RunningServer) -> None:
    greedy, other = ProxiedClient(server, "198.51.100.2"), ProxiedClient(server, "198.51.100.3")
    drawn = "/api/tables/none/picture.svg"  # counts for several others
    statuses = [greedy.ask("GET", drawn).status_code for _ in range(REQUESTS_AT_ONCE // EXPENSIVE)]
    assert statuses == [404] * (REQUESTS_AT_ONCE // EXPENSIVE)
    begin = time.monotonic()
    while (answer := greedy.ask("GET", "/favicon.ico")).status_code == 200:
        assert time.monotonic() - begin < PATIENCE
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["problem"] == "Too many requests come from your address; try again in 1 second."
    assert other.ask("GET", "/favicon.ico").status_code == 200


def test_too_many_new_tables(server: RunningServer) -> None:
    greedy = ProxiedClient(server, "198.51.100.4")
    for _ in range(3):  # what cannot be made does not count
        assert greedy.ask("POST", "/api/tables", json={"game": "chess"}).status_code == 422
    guest = ProxiedClient(server, "198.51.100.5")
    made = greedy.new(game="dvonn", invite={"side": "white"})
    first = made["id"]
    assert guest.ask("POST", f"/api/tables/{first}/sit", json={"key": made["key"]}).status_code == 200
    for _ in range(TABLES_AN_HOUR - 1):
        greedy.new(game="dvonn")
    for path, body in (("/api/tables", {"game": "dvonn"}), (f"/api/tables/{first}/branch", {"at": 0})):
        answer = greedy.ask("POST", path, json=body)
        assert answer.status_code == 429, answer.text
        assert answer.json()["problem"].startswith("Too many tables were made from your address; try again")
        assert 1 <= int(answer.headers["retry-after"]) <= 60
    guest.new(game="dvonn")
    with greedy.socket(first) as one, guest.socket(first) as other:
        mine, page = Page(one), Page(other)
        mine.do("resign")
        assert page.ask("offer", what="rematch")["type"] == "done"
        answer = mine.ask("accept", what="rematch")
        assert answer["type"] == "refused"
        assert "Too many tables" in answer["reason"]
        page.do("accept", what="rematch")  # that is agreed, and they have made only one
        assert page.table["rematch"]


def test_engines_think_only_for_a_while(server: RunningServer) -> None:
    """A worker that thinks for an hour could not be used by others."""
    ada = ProxiedClient(server, "198.51.100.16")
    seat = {"kind": "engine", "player": "level:1", "seconds": ENGINE_SECONDS}
    ada.new(game="gipf", seats={"black": seat})
    answer = ada.ask(
        "POST", "/api/tables", json={"game": "gipf", "seats": {"black": {**seat, "seconds": 60}}}
    )
    assert answer.status_code == 422
    assert answer.json()["problem"] == "Here an engine thinks for at most 10 seconds."


def test_too_many_wrong_keys(server: RunningServer, table: str) -> None:
    guesser = ProxiedClient(server, "198.51.100.6")
    for number in range(WRONG_KEYS):
        answer = guesser.ask("POST", f"/api/tables/{table}/sit", json={"key": f"{number:032}"})
        assert answer.status_code == 403, answer.text
    answer = guesser.ask("POST", f"/api/tables/{table}/sit", json={"key": "x" * 32})
    assert answer.status_code == 429
    assert "Too many wrong links were tried" in answer.json()["problem"]
    other = ProxiedClient(server, "198.51.100.7")
    assert other.ask("POST", f"/api/tables/{table}/sit", json={"key": "x" * 32}).status_code == 403


def test_the_right_key_is_no_wrong_one(server: RunningServer) -> None:
    host, guest = ProxiedClient(server, "198.51.100.8"), ProxiedClient(server, "198.51.100.9")
    made = host.new(game="gipf", invite={"side": "white"})
    for _ in range(2 * WRONG_KEYS):
        answer = guest.ask("POST", f"/api/tables/{made['id']}/sit", json={"key": made["key"]})
        assert answer.status_code == 200, answer.text


def test_too_many_messages(server: RunningServer, table: str) -> None:
    quiet, loud = ProxiedClient(server, "198.51.100.10"), ProxiedClient(server, "198.51.100.11")
    with quiet.socket(table) as calm, loud.socket(table) as line:
        page = Page(calm)
        kinds: Counter[str] = Counter()
        closed = None
        while closed is None and kinds.total() < 10_000:
            try:
                line.send(json.dumps({"type": "look", "id": "?", "target": ["spot", "e5"]}))
                while (message := json.loads(line.recv(PATIENCE))).get("id") != "?":
                    pass
                kinds[message["type"]] += 1
            except ConnectionClosed as error:
                closed = error.rcvd
        assert closed is not None
        assert closed.code == 1008
        assert closed.reason.startswith("Too many messages")
        assert kinds["contents"] >= MESSAGES_AT_ONCE
        assert kinds["refused"] >= WARNINGS_AT_ONCE
        assert page.ask("look", target=["spot", "e5"])["type"] == "contents"


def test_too_many_connections(server: RunningServer, table: str) -> None:
    crowd, other = ProxiedClient(server, "198.51.100.12"), ProxiedClient(server, "198.51.100.13")

    async def crowding() -> None:
        from websockets.asyncio.client import connect

        host, port = server.name.split(":")
        address = f"ws://{NAME}/api/tables/{table}/socket?v=1"
        headers = {"x-forwarded-for": crowd.headers["x-forwarded-for"]}
        plainly: Any = {"host": host, "port": int(port), "additional_headers": headers, "proxy": None}
        plainly["compression"] = None
        open_lines = [await connect(address, **plainly) for _ in range(CONNECTIONS)]
        for line in open_lines:
            assert json.loads(await line.recv())["type"] == "table"
        async with connect(address, **plainly) as one:
            refusal = json.loads(await one.recv())
            assert refusal["type"] == "refused"
            assert "close some of them" in refusal["reason"]
            with pytest.raises(ConnectionClosed) as closed:
                await one.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        await asyncio.gather(*(line.close() for line in open_lines))
        async with connect(address, **plainly) as one:
            assert json.loads(await one.recv())["type"] == "table"

    run(asyncio.wait_for(crowding(), 3 * PATIENCE))
    with other.socket(table) as line:
        assert json.loads(line.recv(PATIENCE))["type"] == "table"


@pytest.mark.parametrize(
    ("frame", "codes"),
    [(b"\xff\xfe{}", {1007}), (b'{"type": "\xed\xa0\x80"}', {1007}), (b"x" * 2_000_000, {1009, 1006})],
    ids=["no UTF-8", "half a character", "too large"],
)
@pytest.mark.parametrize("compression", [None, "deflate"])
def test_frames_that_end_a_connection(
    server: RunningServer, table: str, frame: bytes, codes: set[int], compression: str | None
) -> None:
    """A client that is disconnected while it sends may not get the reason (1006)."""
    with ProxiedClient(server, "198.51.100.14").socket(table, compression=compression) as line:
        line.recv(PATIENCE)
        with suppress(ConnectionClosed):
            line.send(frame, text=True)
            while True:
                line.recv(PATIENCE)
        assert line.close_code in codes


def test_a_message_that_is_too_long_is_refused(server: RunningServer, table: str) -> None:
    with ProxiedClient(server, "198.51.100.15").socket(table) as line:
        page = Page(line)
        line.send('{"type": "stop", "id": "' + "x" * 70_000 + '"}')
        assert "at most 64000 bytes" in page.until("refused")["reason"]


GARBAGE = [
    b"GET / HTTP/1.1\r\n",
    b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\n",
    b"GET /api/tables/%ff/socket HTTP/1.1\r\nhost: gipfel.example.org\r\n",
    b"POST /api/positions HTTP/1.1\r\nhost: gipfel.example.org\r\n",
    b"content-length: 10\r\n",
    b"content-length: -1\r\n",
    b"transfer-encoding: chunked\r\n",
    b"connection: upgrade\r\nupgrade: websocket\r\n",
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n",
    b"connection: upgrade\r\nupgrade: h2c\r\n",
    b"expect: 100-continue\r\n",
    b"cookie: \xff\r\n",
    b"origin: \xff\r\n",
    b"\r\n",
    b"\r\n5\r\nhello\r\n",
    b"ZZ\r\n",
    b"\x16\x03\x01\x02\x00\x01",
    b"A" * 99_999,
]


def test_garbage_instead_of_http(server: RunningServer) -> None:
    host, port = server.name.split(":")
    chance = Random(1)
    for number in range(300):
        first = [GARBAGE[chance.randrange(4)]] if chance.random() < 0.8 else []
        rest = chance.choices(GARBAGE, k=chance.randrange(1, 7))
        with suppress(OSError), socket.create_connection((host, int(port)), PATIENCE) as line:
            line.sendall(b"".join(first + rest))
            if number % 2:  # else it leaves without waiting for an answer
                line.shutdown(socket.SHUT_WR)
                assert line.recv(5) in (b"", b"HTTP/")
    assert server.client.get("/health").status_code == 200


def test_a_local_server_has_no_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUESTS_AT_ONCE", "TABLES_AN_HOUR", "MESSAGES_AT_ONCE", "WARNINGS_AT_ONCE"):
        monkeypatch.setattr(limits, name, 1)
    with served_here(tmp_path / "tables.db") as name:
        local = Server(name)
        for _ in range(5):
            table_id = local.new(game="gipf")
        with local.page(table_id) as page:
            for _ in range(50):
                assert page.ask("look", target=["spot", "e5"])["type"] == "contents"


def test_none_of_this_is_worth_a_line_in_the_log(server: RunningServer, table: str) -> None:
    """Refusals are counted by their kinds, and nothing else is said about them."""
    greedy = ProxiedClient(server, "198.51.100.30")
    while greedy.ask("GET", "/favicon.ico").status_code == 200:
        pass
    with ProxiedClient(server, "198.51.100.31").socket(table) as line, suppress(ConnectionClosed):
        line.send(b"\xff", text=True)
        while True:
            line.recv(PATIENCE)
    assert server.errors() == ""
    refusals = {
        line.split('"')[1]
        for line in server.client.get("/metrics").text.splitlines()
        if line.startswith("gipfel_refusals_total{")
    }
    assert refusals >= {"requests", "garbled message"}


def test_too_many_games_between_engines(server: RunningServer) -> None:
    greedy, other = ProxiedClient(server, "198.51.100.60"), ProxiedClient(server, "198.51.100.61")
    engine = {"kind": "engine", "player": "random"}
    watched = {"game": "gipf", "version": "basic", "seats": {"white": engine, "black": engine}}
    with ExitStack() as stack:
        first = stack.enter_context(ExitStack())
        first.enter_context(greedy.page(greedy.new(**watched)["id"]))
        for _ in range(WATCHED_TABLES - 1):
            stack.enter_context(greedy.page(greedy.new(**watched)["id"]))
        one_more = stack.enter_context(greedy.page(greedy.new(**watched)["id"]))
        assert one_more.table["thinking"]["what"] == "waits"
        assert one_more.table["thinking"]["text"].endswith("from the same address ends or is paused.")
        stack.enter_context(other.page(other.new(**watched)["id"])).until_number(1)
        assert one_more.table["number"] == 0
        assert "gipfel_tables_waiting 1.0" in server.client.get("/metrics").text
        first.close()  # as a page does that pauses the game
        one_more.until_number(1)
