"""Attacks on a hosted server from one address, and what others may notice of each.

`benchmarks/attacks.py` measures them, `make soak` checks the limits, and its other tests play while all
attacks run.
"""

import socket
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import cycle
from json import dumps, loads
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import WebSocketException

import gipfel
from gipfel.server.contract.client_messages import LARGEST
from tests.helpers.server.proxied import NAME, ProxiedClient
from tests.helpers.server.raw_connections import TEXT, connected, frame, upgrade
from tests.helpers.server.running import Server

ADDRESS = "203.0.113.66"
SMALL = 0.04
"""The size of attacks in `make test`."""
COMPRESSED = 4
STRONGEST = {"kind": "engine", "player": "level:10", "seconds": 10}
"""The seat of an engine that thinks for as long as is allowed."""
MESSAGES_A_SECOND = 18
"""Just below the limit of one connection."""
LONG_GAME = 2200
"""Decisions; as a record they are 32 kB."""
A_BREAK = 0.1
"""Seconds between two attacks."""
SLOW_PONG = 1.0
"""Seconds until a ping is answered."""
UNKNOWN_KEYS = b"{" + b",".join(b'"key %d": 1' % number for number in range(100_000)) + b"}"
"""1.7 MB."""
MANY_MEMBERS = b'{"game": "gipf", "seats": [' + b"1," * 149_000 + b"1]}"
"""As long as is allowed."""
Lost = (OSError, WebSocketException, httpx.TransportError)
"""The exceptions of a client that the server has cut off, or whose server no longer exists."""


class Attacker:
    """A client that attacks a server, always from the same address."""

    def __init__(self, server: Server, table_id: str, size: float = 1.0) -> None:
        """`table_id`: a table of others; `size`: 1 for the whole attack, less for a part of it."""
        self.server = server
        self.table_id = table_id
        self.answers: Counter[str] = Counter()
        """What the attacker was answered: what is refused at once costs the server nothing."""
        self._size = size
        self._own_tables: dict[str, str] = {}
        self._maker = self.client()

    def client(self) -> ProxiedClient:
        return ProxiedClient(self.server, ADDRESS)

    def part_of(self, number: float) -> int:
        """This number, or less if the attack is a small one."""
        return max(1, round(number * self._size))

    def ask(self, client: ProxiedClient, method: str, path: str, **rest: Any) -> httpx.Response | None:
        """Send a request and count how it was answered; None if it was not."""
        try:
            answer = client.ask(method, path, **rest)
        except httpx.TransportError:
            self.answers["cut off"] += 1  # the server does not read on
            return None
        self.answers[str(answer.status_code)] += 1
        return answer

    def own_table(self, **wanted: Any) -> str:
        """A table of the attacker, created at most once for each wish; empty if it is refused."""
        wish = dumps(wanted)
        if wish not in self._own_tables:
            answer = self.ask(self._maker, "POST", "/api/tables", json=wanted)
            if answer is None or not answer.is_success:
                return ""
            self._own_tables[wish] = answer.json()["id"]
        return self._own_tables[wish]

    def branch(self, table_id: str, at: int) -> str:
        """A table that continues from a position of another one; empty if it is refused."""
        answer = self.ask(self._maker, "POST", f"/api/tables/{table_id}/branch", json={"at": at})
        return answer.json()["id"] if answer is not None and answer.is_success else ""

    def page(self, table_id: str) -> Any:
        """A WebSocket to a table, with the seats of the attacker's own tables."""
        return self._maker.socket(table_id, close_timeout=0.2)

    def raw_page(self, stack: ExitStack) -> socket.socket:
        """A raw WebSocket to the table of others."""
        connection = stack.enter_context(connected(self.server.name))
        headers = {
            "Host": NAME,
            "X-Forwarded-For": ADDRESS,
            "Sec-WebSocket-Extensions": "permessage-deflate",
        }
        connection.sendall(upgrade(f"/api/tables/{self.table_id}/socket?v=1", headers, Random(1)))
        connection.recv(65536)
        return connection

    def in_threads(self, number: int, work: Callable[[], None]) -> None:
        """Do something several times at once."""

        def attempt() -> None:
            with suppress(*Lost):
                work()

        threads = [Thread(target=attempt) for _ in range(self.part_of(number))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def for_seconds(self, seconds: float) -> Iterator[None]:
        """Steps at the highest rate of messages that is allowed, for some seconds."""
        end = monotonic() + seconds * self._size
        while monotonic() < end:
            yield
            sleep(1 / MESSAGES_A_SECOND)  # the rate of the attack


Attack = Callable[[Attacker], None]


# --- Requests -------------------------------------------------------------------------------------------


def unknown_keys(attacker: Attacker) -> None:
    """100 requests of 1.7 MB each, ten at a time."""
    attacker.in_threads(10, lambda: _post(attacker, UNKNOWN_KEYS))


def many_members(attacker: Attacker) -> None:
    """100 requests that are as long as is allowed, ten at a time."""
    attacker.in_threads(10, lambda: _post(attacker, MANY_MEMBERS))


def _post(attacker: Attacker, body: bytes) -> None:
    client = attacker.client()
    for _ in range(10):
        attacker.ask(client, "POST", "/api/tables", content=body)


def pictures(attacker: Attacker) -> None:
    """80 pictures as PNG, 20 at a time."""

    def attack() -> None:
        client = attacker.client()
        for _ in range(4):
            attacker.ask(client, "GET", f"/api/tables/{attacker.table_id}/picture.png")

    attacker.in_threads(20, attack)


def long_records(attacker: Attacker) -> None:
    """A legal record of PÜNCT of 32 kB, and 20 branches from its end, each with a page."""
    length = attacker.part_of(LONG_GAME)
    with ExitStack() as stack, suppress(*Lost):
        table_id = attacker.own_table(record=long_record(length))
        for _ in range(attacker.part_of(20)):
            if branch := table_id and attacker.branch(table_id, length):
                stack.enter_context(attacker.page(branch)).recv(timeout=60)


@cache
def long_record(decisions: int) -> str:
    """The record of a game in which pieces are moved, and hardly any is placed, so that it does not end."""
    chance, play = Random(1), gipfel.Playthrough(gipfel.game("punct", "basic").start())
    for _ in range(decisions):
        play.play(_a_move(play.position, chance))
    return gipfel.write_record(play.record())


def _a_move(position: gipfel.Position, chance: Random) -> str:
    codes = position.codes
    texts = (position.text_of(chance.choice(codes[-200:])) for _ in range(50))
    return next((text for text in texts if "-" in text), position.text_of(chance.choice(codes)))


# --- Connections ----------------------------------------------------------------------------------------


@cache
def _bomb() -> bytes:
    """250 kB of frames that unpack to 250 MB."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(b" " * LARGEST) + packer.flush(zlib.Z_SYNC_FLUSH)
    return frame(TEXT, packed[:-4], odd=COMPRESSED) * 4000


def bombs(attacker: Attacker) -> None:
    """30 connections with 250 kB each that would unpack to 250 MB."""

    def attack() -> None:
        with ExitStack() as stack:
            connection = attacker.raw_page(stack)
            connection.sendall(_bomb())
            while connection.recv(65536):
                pass

    attacker.in_threads(30, attack)


def looking_back(attacker: Attacker) -> None:
    """20 pages that look back as fast as they are allowed to, for five seconds."""
    look = frame(TEXT, b'{"type": "view", "id": 1, "at": 0}')
    attacker.in_threads(20, lambda: _repeat(attacker, look))


def nonsense_messages(attacker: Attacker) -> None:
    """A page that sends messages of 60 kB without sense, as fast as it is allowed to, for five seconds."""
    targets = ",".join(['["spot","e5"]'] * 1000)
    message = f'{{"type": "point", "id": 1, "number": 0, "prefix": [{targets}], "{"x" * 40_000}": 1}}'
    attacker.in_threads(1, lambda: _repeat(attacker, frame(TEXT, message.encode())))


def _repeat(attacker: Attacker, message: bytes) -> None:
    with ExitStack() as stack:
        connection = attacker.raw_page(stack)
        for _ in attacker.for_seconds(5):
            connection.sendall(message)


def event_floods(attacker: Attacker) -> None:
    """Five pages that rename, undo and plan at a table of their own, for five seconds."""
    table_id = attacker.own_table(game="gipf", version="basic")
    if not table_id:
        return

    def attack() -> None:
        with attacker.page(table_id) as page:
            for number, _ in enumerate(attacker.for_seconds(5)):
                page.send(_event(number))

    attacker.in_threads(5, attack)


def _event(number: int) -> str:
    kinds: list[dict[str, Any]] = [
        {"type": "rename", "side": "white", "name": f"Eve {number}"},
        {"type": "decide", "number": 0, "decision": "a1-b2"},
        {"type": "undo"},
        {"type": "plan", "number": 0, "line": ["a1-b2", "i1-h2"], "always": True},
    ]
    return dumps({"id": number, **kinds[number % len(kinds)]})


def slow_readers(attacker: Attacker) -> None:
    """20 pages that look back for five seconds and read nothing."""
    look = frame(TEXT, b'{"type": "view", "id": 1, "at": 0}')

    def attack() -> None:
        with ExitStack() as stack:
            connection = attacker.raw_page(stack)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for _ in attacker.for_seconds(5):
                connection.sendall(look)

    attacker.in_threads(20, attack)


def slow_pongs(attacker: Attacker) -> None:
    """Ten pages at a table with a clock that answer each ping a second late, for five seconds."""
    clock = {"kind": "sudden-death", "minutes": 60}
    table_id = attacker.own_table(game="gipf", version="basic", clock=clock)
    if not table_id:
        return

    def attack() -> None:
        end = monotonic() + attacker.part_of(5)
        with attacker.page(table_id) as page, suppress(TimeoutError):
            while monotonic() < end:
                message = loads(page.recv(timeout=1))
                if message["type"] == "ping":
                    sleep(SLOW_PONG)  # a slow connection
                    page.send(dumps({"type": "pong", "n": message["n"]}))

    attacker.in_threads(10, attack)


def watched_engines(attacker: Attacker) -> None:
    """30 games between engines of level 10 that think for ten seconds, watched for 20 seconds."""
    seats = {"white": STRONGEST, "black": STRONGEST}
    with ExitStack() as stack, suppress(*Lost):
        for seed in range(attacker.part_of(30)):
            if table_id := attacker.own_table(game="gipf", version="basic", seats=seats, seed=seed):
                stack.enter_context(attacker.page(table_id))
        sleep(attacker.part_of(20))  # others are served meanwhile


# --- What others may notice -----------------------------------------------------------------------------


class Limit(NamedTuple):
    """How long others may wait at most, in seconds, and how much memory the attack may cost, in MB."""

    wait: float
    megabytes: float


LIMITS: dict[Attack, Limit] = {
    unknown_keys: Limit(0.3, 50),
    many_members: Limit(0.3, 50),
    pictures: Limit(0.3, 50),
    long_records: Limit(0.3, 150),
    bombs: Limit(0.5, 50),
    looking_back: Limit(0.3, 50),
    nonsense_messages: Limit(0.3, 50),
    event_floods: Limit(0.3, 50),
    slow_readers: Limit(0.3, 50),
    slow_pongs: Limit(0.3, 50),
}
EVERY_ATTACK: tuple[Attack, ...] = (*LIMITS, watched_engines)
ENGINE_DELAY = 2.0
"""Seconds by which a reply of an engine to somebody else may be late while engines are watched."""


# --- Attackers in a process of their own ----------------------------------------------------------------


class AttackerProcess:
    """A process that attacks a server, so that the attacks do not delay those who measure."""

    def __init__(self, server: Server, table_id: str, *attacks: Attack, size: float = 1.0) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        task = (server.name, table_id, attacks, size, theirs)
        self._process = context.Process(target=_follow_orders, args=task, daemon=True)
        self._process.start()
        theirs.close()
        self._line.recv()

    def attack(self) -> Counter[str]:
        """Make all attacks, one after the other; what the attacker was answered."""
        self._line.send("once")
        answers: Counter[str] = self._line.recv()
        return answers

    def begin(self) -> None:
        """Make all attacks again and again, until `end`."""
        self._line.send("always")

    def end(self) -> None:
        assert self._process.is_alive(), "the attacker has given up"
        self._process.terminate()
        self._process.join()


def _follow_orders(
    name: str, table_id: str, attacks: tuple[Attack, ...], size: float, line: Connection
) -> None:
    attacker = Attacker(Server(name), table_id, size)
    if long_records in attacks:
        long_record(attacker.part_of(LONG_GAME))  # prepared before anything is measured
    line.send("ready")
    again = line.recv() == "always"
    for attack in cycle(attacks) if again else attacks:
        attack(attacker)
        sleep(A_BREAK)  # while a server starts anew, all attacks fail at once
    line.send(attacker.answers)
    line.recv()


@contextmanager
def under_attack(server: Server, table_id: str, size: float = 1.0) -> Iterator[None]:
    """Attack a server in all ways, again and again, while the body of the `with` statement runs."""
    process = AttackerProcess(server, table_id, *EVERY_ATTACK, size=size)
    process.begin()
    try:
        yield
    finally:
        process.end()
