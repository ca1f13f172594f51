"""Nobody gets more than their share of a server for all, and nobody else notices who tries."""

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import Message
from websockets.exceptions import ConnectionClosed

from gipfel.server import guard, lines
from gipfel.server.guard import Guard, TooSlow
from gipfel.server.limits import (
    ADDRESSES,
    ASKER,
    CONNECTIONS,
    FORGIVEN_AFTER,
    HOUR,
    MESSAGES_AT_ONCE,
    MESSAGES_OF_ALL_A_SECOND,
    MESSAGES_OF_ALL_AT_ONCE,
    OPEN_TABLES,
    REQUESTS_AT_ONCE,
    TABLES_AN_HOUR,
    THINKING,
    WARNINGS_AT_ONCE,
    WORK,
    WRONG_KEYS,
    Bucket,
    Limits,
    TooMuch,
    address_of,
)
from gipfel.server.settings import Settings
from tests.asynchronous import run
from tests.hosting import HOSTED, NAME, Outside
from tests.serving import Page, RunningServer, serving

PATIENCE = 20


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(clock)


# --- Counting -------------------------------------------------------------------------------------------


def test_a_bucket_fills_again(clock: Clock) -> None:
    bucket = Bucket(3, 0.5, clock)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 2]
    clock.now += 1.5
    assert bucket.take() == 0.5
    clock.now += 0.5
    assert bucket.take() == 0
    bucket.give_back()
    assert bucket.take() == 0
    clock.now += 1e9
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 2]


def test_in_the_long_run_nobody_gets_more_than_the_rate(clock: Clock) -> None:
    chance = Random(1)
    bucket = Bucket(10, 2.0, clock)
    got = 0
    for _ in range(5000):
        clock.now += chance.random() / 5
        got += not bucket.take()
    assert got <= 10 + 2.0 * (clock.now - 1000)


def test_requests(limits: Limits, clock: Clock) -> None:
    for _ in range(REQUESTS_AT_ONCE):
        limits.request("192.0.2.1")
    with pytest.raises(TooMuch, match=r"Too many requests .*; try again in 1 second\.") as error:
        limits.request("192.0.2.1")
    assert error.value.seconds == 1
    limits.request("192.0.2.2")
    clock.now += 1
    limits.request("192.0.2.1")


def test_work_counts_more(limits: Limits) -> None:
    for _ in range(REQUESTS_AT_ONCE // WORK):
        limits.request("a", work=True)
    with pytest.raises(TooMuch):
        limits.request("a")


def test_many_connections_of_one_address_do_not_help(limits: Limits, clock: Clock) -> None:
    """In the long run they may say only a little more together than each alone."""
    paces = [limits.pace("a") for _ in range(50)]
    said, begin = 0, clock.now
    for _ in range(200):
        clock.now += 0.1
        for pace in paces:
            assert pace is not None
            with suppress(TooMuch):
                pace.check()
                said += 1
    most = MESSAGES_OF_ALL_AT_ONCE + MESSAGES_OF_ALL_A_SECOND * (clock.now - begin)
    assert most - 20 <= said <= most


def test_this_machine_is_not_limited(limits: Limits) -> None:
    for _ in range(2 * REQUESTS_AT_ONCE):
        limits.request("")
        limits.come("")
        limits.try_key("")
    assert limits.connections == 2 * REQUESTS_AT_ONCE


def test_wrong_keys(limits: Limits, clock: Clock) -> None:
    for _ in range(WRONG_KEYS):
        limits.try_key("a")
    with pytest.raises(TooMuch, match=r"wrong links .* 30 seconds"):
        limits.try_key("a")
    clock.now += FORGIVEN_AFTER
    for _ in range(5 * WRONG_KEYS):
        limits.try_key("a")
        limits.right_key("a")


def test_tables_and_open_tables(limits: Limits, clock: Clock) -> None:
    going_on: set[str] = set()

    async def unfinished(ids: Collection[str]) -> Collection[str]:
        return going_on & set(ids)

    async def make(number: int) -> None:
        ASKER.set("a")
        await limits.before_table(unfinished)
        going_on.add(f"t{number}")
        limits.table_made(f"t{number}")

    async def making() -> None:
        for number in range(TABLES_AN_HOUR):
            await make(number)
        with pytest.raises(TooMuch, match=r"Too many tables .* 60 seconds"):
            await make(TABLES_AN_HOUR)
        for number in range(TABLES_AN_HOUR, OPEN_TABLES):
            clock.now += HOUR / TABLES_AN_HOUR
            await make(number)
        clock.now += HOUR
        for _ in range(3):
            with pytest.raises(TooMuch, match="unfinished; finish or remove some"):
                await make(OPEN_TABLES)
        going_on.clear()
        await make(OPEN_TABLES)

    run(making())


def test_what_is_remembered_has_an_end(limits: Limits) -> None:
    for number in range(2 * ADDRESSES):
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        limits.request(address)
        limits.come(address)
        limits.go(address)
    assert len(limits._askers) == ADDRESSES
    assert limits.connections == len(limits._connections) == 0


@pytest.mark.parametrize(
    ("client", "headers", "address"),
    [
        ("127.0.0.1", {"host": "127.0.0.1:8765"}, ""),
        ("::1", {"host": "[::1]:8765"}, ""),
        ("::ffff:127.0.0.1", {"host": "localhost:8765"}, ""),
        ("127.0.0.1", {"host": "gipfel.example.org"}, "127.0.0.1"),
        ("127.0.0.1", {"host": "localhost", "x-forwarded-for": "127.0.0.1"}, "127.0.0.1"),
        ("127.0.0.1", {"host": "localhost", "via": "1.1 somebody"}, "127.0.0.1"),
        ("127.0.0.1", {"host": "["}, "127.0.0.1"),
        ("192.0.2.7", {"host": "localhost"}, "192.0.2.7"),
        ("::ffff:192.0.2.7", {"host": "x"}, "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", {"host": "x"}, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", {"host": "x"}, "fe80::/64"),
        ("nonsense" * 100, {"host": "x"}, ("nonsense" * 100)[:60]),
    ],
)
def test_whom_a_request_counts_for(client: str, headers: dict[str, str], address: str) -> None:
    raw = [(name.encode(), text.encode()) for name, text in headers.items()]
    assert address_of(HTTPConnection({"type": "http", "client": (client, 1), "headers": raw})) == address


# --- What does not come ---------------------------------------------------------------------------------


def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.05)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    parts: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Message:
        if not parts:
            await asyncio.Event().wait()
        return parts.pop()

    async def ask() -> None:
        scope = {"type": "http", "path": "/", "query_string": b"", "headers": [(b"host", b"127.0.0.1")]}
        with pytest.raises(TooSlow):
            await Guard(app, Settings())(scope, receive, lambda message: asyncio.sleep(0))

    run(asyncio.wait_for(ask(), PATIENCE))


@pytest.mark.parametrize("asks_first", [False, True])
@pytest.mark.parametrize("said", [b"", b"GET / HT"])
def test_a_line_that_says_nothing_is_cut(
    monkeypatch: pytest.MonkeyPatch, said: bytes, asks_first: bool
) -> None:
    monkeypatch.setattr(lines, "ASKED_WITHIN", 0.1)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def ask() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            app, http=lines.line_of(Settings()), lifespan="off", log_config=None, timeout_keep_alive=1
        )
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup([listening])
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        if asks_first:
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.write(said)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()
        await server.shutdown([listening])

    run(asyncio.wait_for(ask(), PATIENCE))


# --- A real server --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("limits") / "tables.db", *HOSTED) as running:
        yield running


@pytest.fixture(scope="module")
def table(server: RunningServer) -> str:
    id: str = Outside(server, "198.51.100.1").new(game="gipf")["id"]
    return id


def test_too_many_requests(server: RunningServer) -> None:
    greedy, other = Outside(server, "198.51.100.2"), Outside(server, "198.51.100.3")
    statuses = [greedy.ask("GET", "/favicon.ico").status_code for _ in range(REQUESTS_AT_ONCE)]
    assert statuses == [200] * REQUESTS_AT_ONCE
    begin = time.monotonic()
    while (answer := greedy.ask("GET", "/favicon.ico")).status_code == 200:
        assert time.monotonic() - begin < PATIENCE
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["problem"] == "Too many requests come from your address; try again in 1 second."
    assert other.ask("GET", "/favicon.ico").status_code == 200


def test_too_many_new_tables(server: RunningServer) -> None:
    greedy = Outside(server, "198.51.100.4")
    for _ in range(3):  # what cannot be made does not count
        assert greedy.ask("POST", "/api/tables", json={"game": "chess"}).status_code == 422
    guest = Outside(server, "198.51.100.5")
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
    """A worker that thinks for an hour would be missing to everybody else."""
    ada = Outside(server, "198.51.100.16")
    seat = {"kind": "engine", "player": "level:1", "seconds": THINKING}
    ada.new(game="gipf", seats={"black": seat})
    answer = ada.ask(
        "POST", "/api/tables", json={"game": "gipf", "seats": {"black": {**seat, "seconds": 60}}}
    )
    assert answer.status_code == 422
    assert answer.json()["problem"] == "Here an engine thinks for at most 10 seconds."


def test_too_many_wrong_keys(server: RunningServer, table: str) -> None:
    guesser = Outside(server, "198.51.100.6")
    for number in range(WRONG_KEYS):
        answer = guesser.ask("POST", f"/api/tables/{table}/sit", json={"key": f"{number:032}"})
        assert answer.status_code == 403, answer.text
    answer = guesser.ask("POST", f"/api/tables/{table}/sit", json={"key": "x" * 32})
    assert answer.status_code == 429
    assert "Too many wrong links were tried" in answer.json()["problem"]
    other = Outside(server, "198.51.100.7")
    assert other.ask("POST", f"/api/tables/{table}/sit", json={"key": "x" * 32}).status_code == 403


def test_the_right_key_is_no_wrong_one(server: RunningServer) -> None:
    host, guest = Outside(server, "198.51.100.8"), Outside(server, "198.51.100.9")
    made = host.new(game="gipf", invite={"side": "white"})
    for _ in range(2 * WRONG_KEYS):
        answer = guest.ask("POST", f"/api/tables/{made['id']}/sit", json={"key": made["key"]})
        assert answer.status_code == 200, answer.text


def test_too_many_messages(server: RunningServer, table: str) -> None:
    quiet, loud = Outside(server, "198.51.100.10"), Outside(server, "198.51.100.11")
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
    crowd, other = Outside(server, "198.51.100.12"), Outside(server, "198.51.100.13")

    async def crowding() -> None:
        from websockets.asyncio.client import connect

        host, port = server.name.split(":")
        address = f"ws://{NAME}/api/tables/{table}/socket?v=1"
        headers = {"x-forwarded-for": crowd.headers["x-forwarded-for"]}
        open_lines = [
            await connect(address, host=host, port=int(port), additional_headers=headers, proxy=None)
            for _ in range(CONNECTIONS)
        ]
        for line in open_lines:
            assert json.loads(await line.recv())["type"] == "table"
        async with connect(address, host=host, port=int(port), additional_headers=headers, proxy=None) as one:
            refusal = json.loads(await one.recv())
            assert refusal["type"] == "refused"
            assert "close some of them" in refusal["reason"]
            with pytest.raises(ConnectionClosed) as closed:
                await one.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        await asyncio.gather(*(line.close() for line in open_lines))
        async with connect(address, host=host, port=int(port), additional_headers=headers, proxy=None) as one:
            assert json.loads(await one.recv())["type"] == "table"

    run(asyncio.wait_for(crowding(), 3 * PATIENCE))
    with other.socket(table) as line:
        assert json.loads(line.recv(PATIENCE))["type"] == "table"


@pytest.mark.parametrize(
    ("frame", "code"),
    [(b"\xff\xfe{}", 1007), (b'{"type": "\xed\xa0\x80"}', 1007), (b"x" * 2_000_000, 1009)],
    ids=["no UTF-8", "half a character", "too large"],
)
@pytest.mark.parametrize("compression", [None, "deflate"])
def test_frames_that_end_a_connection(
    server: RunningServer, table: str, frame: bytes, code: int, compression: str | None
) -> None:
    with Outside(server, "198.51.100.14").socket(table, compression=compression) as line:
        line.recv(PATIENCE)
        with suppress(ConnectionClosed):
            line.send(frame, text=True)
            while True:
                line.recv(PATIENCE)
        assert line.close_code == code


def test_a_message_that_is_too_long_is_refused(server: RunningServer, table: str) -> None:
    with Outside(server, "198.51.100.15").socket(table) as line:
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


def test_a_local_server_has_no_limits(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as local:
        for _ in range(TABLES_AN_HOUR + 5):
            id = local.new(game="gipf")
        with local.page(id) as page:
            for _ in range(MESSAGES_AT_ONCE + WARNINGS_AT_ONCE + 50):
                assert page.ask("look", target=["spot", "e5"])["type"] == "contents"


def test_none_of_this_is_worth_a_line_in_the_log(server: RunningServer) -> None:
    assert server.errors() == ""
    refusals = {
        line.split('"')[1]
        for line in server.client.get("/metrics").text.splitlines()
        if line.startswith("gipfel_refusals_total{")
    }
    assert refusals >= {"requests", "tables", "keys", "messages", "flood", "connections"}
    assert refusals >= {"garbled message", "garbled request"}
