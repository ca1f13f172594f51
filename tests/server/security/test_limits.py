"""Limits: no address gets more than its share of a server."""

import asyncio
import socket
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, thread_time
from typing import Any

import pytest
import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import Message
from websockets.asyncio.client import connect

from gipfel import GipfelError
from gipfel.server.contract.requests import BadRequest, NewTableRequest
from gipfel.server.engines.service import EngineService
from gipfel.server.security import connection_limits, origin
from gipfel.server.security.limits import (
    ADDRESSES,
    CLIENT_ADDRESS,
    EXPENSIVE,
    FORGIVEN_AFTER,
    HOUR,
    LONGEST_GAME,
    MESSAGES_OF_ALL_A_SECOND,
    MESSAGES_OF_ALL_AT_ONCE,
    OPEN_TABLES,
    REQUESTS_AT_ONCE,
    TABLES_AN_HOUR,
    WRONG_KEYS,
    AddressLimits,
    LimitExceeded,
    TokenBucket,
    address_of,
)
from gipfel.server.security.origin import BodyTooSlow, OriginCheck
from gipfel.server.settings import Settings
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.asynchronous import run
from tests.helpers.server.players import ADA

PATIENCE = 20


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> AddressLimits:
    return AddressLimits(clock)


# --- Counting -------------------------------------------------------------------------------------------


def test_a_bucket_fills_again(clock: Clock) -> None:
    bucket = TokenBucket(3, 0.5, clock)
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
    bucket = TokenBucket(10, 2.0, clock)
    got = 0
    for _ in range(5000):
        clock.now += chance.random() / 5
        got += not bucket.take()
    assert got <= 10 + 2.0 * (clock.now - 1000)


def test_requests(limits: AddressLimits, clock: Clock) -> None:
    for _ in range(REQUESTS_AT_ONCE):
        limits.request("192.0.2.1")
    with pytest.raises(LimitExceeded, match=r"Too many requests .*; try again in 1 second\.") as error:
        limits.request("192.0.2.1")
    assert error.value.seconds == 1
    limits.request("192.0.2.2")
    clock.now += 1
    limits.request("192.0.2.1")


def test_work_counts_more(limits: AddressLimits) -> None:
    for _ in range(REQUESTS_AT_ONCE // EXPENSIVE):
        limits.request("a", expensive=True)
    with pytest.raises(LimitExceeded):
        limits.request("a")


def test_many_connections_of_one_address_do_not_help(limits: AddressLimits, clock: Clock) -> None:
    """In the long run all connections together may send little more than a single one."""
    paces = [limits.message_rate("a") for _ in range(50)]
    said, begin = 0, clock.now
    for _ in range(200):
        clock.now += 0.1
        for pace in paces:
            assert pace is not None
            with suppress(LimitExceeded):
                pace.check()
                said += 1
    most = MESSAGES_OF_ALL_AT_ONCE + MESSAGES_OF_ALL_A_SECOND * (clock.now - begin)
    assert most - 20 <= said <= most


def test_this_machine_is_not_limited(limits: AddressLimits) -> None:
    for _ in range(2 * REQUESTS_AT_ONCE):
        limits.request("")
        limits.connect("")
        limits.try_key("")
    assert limits.connections == 2 * REQUESTS_AT_ONCE


def test_wrong_keys(limits: AddressLimits, clock: Clock) -> None:
    for _ in range(WRONG_KEYS):
        limits.try_key("a")
    with pytest.raises(LimitExceeded, match=r"wrong links .* 30 seconds"):
        limits.try_key("a")
    clock.now += FORGIVEN_AFTER
    for _ in range(5 * WRONG_KEYS):
        limits.try_key("a")
        limits.right_key("a")


def test_tables_and_open_tables(limits: AddressLimits, clock: Clock) -> None:
    going_on: set[str] = set()

    async def unfinished(ids: Collection[str]) -> Collection[str]:
        return going_on & set(ids)

    async def make(number: int) -> None:
        CLIENT_ADDRESS.set("a")
        await limits.check_new_table(unfinished)
        going_on.add(f"t{number}")
        limits.table_created(f"t{number}")

    async def making() -> None:
        for number in range(TABLES_AN_HOUR):
            await make(number)
        with pytest.raises(LimitExceeded, match=r"Too many tables .* 60 seconds"):
            await make(TABLES_AN_HOUR)
        for number in range(TABLES_AN_HOUR, OPEN_TABLES):
            clock.now += HOUR / TABLES_AN_HOUR
            await make(number)
        clock.now += HOUR
        for _ in range(3):
            with pytest.raises(LimitExceeded, match="unfinished; finish or delete some"):
                await make(OPEN_TABLES)
        going_on.clear()
        await make(OPEN_TABLES)

    run(making())


def test_what_is_remembered_has_an_end(limits: AddressLimits) -> None:
    for number in range(2 * ADDRESSES):
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        limits.request(address)
        limits.connect(address)
        limits.disconnect(address)
    assert limits.addresses == ADDRESSES
    assert limits.connections == 0


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
    monkeypatch.setattr(origin, "BODY_WITHIN", 0.05)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    parts: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Message:
        if not parts:
            await asyncio.Event().wait()
        return parts.pop()

    async def send(message: Message) -> None:
        """Nobody reads the answer."""

    async def ask() -> None:
        scope = {"type": "http", "path": "/", "query_string": b"", "headers": [(b"host", b"127.0.0.1")]}
        with pytest.raises(BodyTooSlow):
            await OriginCheck(app, Settings())(scope, receive, send)

    run(asyncio.wait_for(ask(), PATIENCE))


@pytest.mark.parametrize("asks_first", [False, True])
@pytest.mark.parametrize("said", [b"", b"GET / HT"])
def test_a_line_that_says_nothing_is_cut(
    monkeypatch: pytest.MonkeyPatch, said: bytes, asks_first: bool
) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_TIMEOUT", 0.1)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def ask() -> None:
        async with answering(app) as address:
            reader, writer = await asyncio.open_connection(*address)
            if asks_first:
                writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
                assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            writer.write(said)
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()

    run(asyncio.wait_for(ask(), PATIENCE))


def test_a_page_at_a_table_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_TIMEOUT", 0.05)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        await asyncio.sleep(4 * connection_limits.HEAD_TIMEOUT)  # the silence is what is tested
        await send({"type": "websocket.send", "text": "still here"})
        await receive()

    async def ask() -> None:
        async with answering(app) as (host, port), connect(f"ws://{host}:{port}/", proxy=None) as page:
            await page.send("hello")
            assert await page.recv() == "still here"

    run(asyncio.wait_for(ask(), PATIENCE))


@asynccontextmanager
async def answering(app: Any) -> AsyncIterator[tuple[str, int]]:
    """An application behind the connection limits, and its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        http=connection_limits.http_protocol(Settings()),
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=1,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup([listening])
    try:
        yield listening.getsockname()
    finally:
        await server.shutdown([listening])


# --- Work for others ------------------------------------------------------------------------------------


def test_work_that_comes_to_nothing_counts(path: Path) -> None:
    """Records that cannot be replayed keep a server busy, too."""

    async def asked() -> None:
        settings = Settings(public_url="https://gipfel.example.org")
        tables = TableDirectory(
            Store(sqlite_url(path)), EngineService(1), settings, limits=AddressLimits(lambda: 0.0)
        )
        nonsense = NewTableRequest(record="nonsense")
        CLIENT_ADDRESS.set("192.0.2.7")
        for _ in range(TABLES_AN_HOUR):
            with pytest.raises(GipfelError, match="record"):
                await tables.create(nonsense, ADA)
        with pytest.raises(LimitExceeded):
            await tables.create(nonsense, ADA)
        with pytest.raises(BadRequest, match="at most"):
            await tables.create(NewTableRequest(record="x" * (LONGEST_GAME + 1)), ADA)
        await tables.close()

    run(asked())


def test_a_crowd_of_one_address_takes_turns_with_everybody_else() -> None:
    limits, done = AddressLimits(lambda: 0.0), []

    async def asks(address: str, number: int) -> None:
        for _ in range(number):
            async with limits.one_at_a_time(address):
                done.append(address)

    async def all_at_once() -> None:
        await asyncio.gather(*(asks("crowd", 1) for _ in range(50)), asks("other", 10), asks("", 10))

    run(all_at_once())
    assert done.count("crowd") == 50
    assert done[:12].count("") == 10  # this machine waits for nobody
    assert "other" in done[11:16]
    assert len(done) - 1 - done[::-1].index("other") < 50


def test_who_has_taken_much_time_of_the_event_loop_waits(clock: Clock) -> None:
    bucket = TokenBucket(1.0, 0.2, clock)
    bucket.spend(0.9)
    assert bucket.debt() == 0
    bucket.spend(0.5)
    assert bucket.debt() == pytest.approx(2.0)
    clock.now += 2
    assert bucket.debt() == pytest.approx(0)
    clock.now += 1000
    bucket.spend(1.2)
    assert bucket.debt() == pytest.approx(1.0)  # no more than the full amount has come back


def test_messages_that_take_long_are_slowed_down_and_those_of_others_are_not(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work of one address is charged to it alone."""
    monkeypatch.setattr("gipfel.server.security.limits.WORK_AT_ONCE", 0.1)
    limits = AddressLimits(clock)

    async def wait_after_work(address: str) -> float:
        """Work for 60 ms; the seconds that the next message has to wait."""
        async with limits.one_at_a_time(address):
            begin = thread_time()
            while thread_time() - begin < 0.06:
                pass
        arrived = monotonic()
        async with limits.one_at_a_time(address):
            return monotonic() - arrived

    async def both() -> None:
        assert await wait_after_work("greedy") < 0.05
        assert await wait_after_work("greedy") > 0.1  # 20 ms too much, at 0.2 s a second
        assert await wait_after_work("other") < 0.05

    run(both())


def test_slow_work_of_one_address_does_not_delay_others() -> None:
    """As many pictures as one likes: somebody else waits for one of them, not for all."""
    limits = AddressLimits()
    done: list[str] = []

    async def draws(address: str) -> None:
        async with limits.slow_work(address):
            await asyncio.sleep(0)  # the others come in between
            done.append(address)

    async def all_at_once() -> None:
        await asyncio.gather(*(draws("crowd") for _ in range(80)), draws("other"))

    run(all_at_once())
    assert done.index("other") < 3
