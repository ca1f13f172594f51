"""What others notice of a client that attacks the server: their waiting time, beside that of an idle server.

    .venv/bin/python benchmarks/attacks.py

A hosted server runs in a process of its own. One address attacks it, another one asks for a position again
and again. The table shows how long the second one waits, and how the memory of the server has grown. In the
last rows one address watches games between engines, and another one plays against level 3: the table shows
how long the replies of level 3 take. `--engines` shows only these rows.
"""

import socket
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import perf_counter, sleep

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx
from rich.console import Console
from rich.table import Table
from tests.helpers.server.proxied import HOSTED, NAME, ProxiedClient
from tests.helpers.server.raw_connections import TEXT, connected, frame, upgrade
from tests.helpers.server.running import Page, RunningServer, serving

from gipfel.server.contract.client_messages import LARGEST

ATTACKER, VISITOR = "203.0.113.66", "203.0.113.7"
INTERVAL = 0.02
"""Seconds between two requests of the visitor."""
QUIET = 3.0
"""Seconds for which the idle server is measured."""
COMPRESSED = 4
WATCHED, WATCHED_FOR = 30, 20.0
"""The number of games between engines that are watched, and for how many seconds."""
STRONGEST = {"kind": "engine", "player": "level:10", "seconds": 10}
"""The seat of an engine that thinks for as long as is allowed."""
THOUGHT = 0.2
"""Seconds between two moves of the visitor."""
UNKNOWN_KEYS = b"{" + b",".join(b'"key %d": 1' % number for number in range(100_000)) + b"}"
"""1.7 MB."""

ANSWERS: Counter[str] = Counter()
"""The answers that the attacker has got: what is refused at once costs the server nothing."""

Attack = Callable[[RunningServer, str], None]


# --- Attacks --------------------------------------------------------------------------------------------


def nothing(server: RunningServer, table_id: str) -> None:
    """The control."""
    sleep(QUIET)  # the idle server is measured meanwhile


def unknown_keys(server: RunningServer, table_id: str) -> None:
    """100 requests of 1.7 MB each, ten at a time."""
    _in_threads(10, lambda: _post(server, "/api/tables", UNKNOWN_KEYS, 10))


def many_members(server: RunningServer, table_id: str) -> None:
    """100 requests that are as long as is allowed."""
    body = b'{"game": "gipf", "seats": [' + b"1," * 149_000 + b"1]}"
    _in_threads(10, lambda: _post(server, "/api/tables", body, 10))


def pictures(server: RunningServer, table_id: str) -> None:
    """80 pictures as PNG at once."""
    _in_threads(20, lambda: _get(server, f"/api/tables/{table_id}/picture.png", 4))


def bombs(server: RunningServer, table_id: str) -> None:
    """30 connections with 250 kB each that would unpack to 250 MB."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(b" " * LARGEST) + packer.flush(zlib.Z_SYNC_FLUSH)
    data = frame(TEXT, packed[:-4], odd=COMPRESSED) * 4000

    def attack() -> None:
        with ExitStack() as stack, suppress(OSError):
            connection = _upgraded(server, table_id, stack)
            connection.sendall(data)
            while connection.recv(65536):
                pass

    _in_threads(30, attack)


def pointing(server: RunningServer, table_id: str) -> None:
    """20 pages that look back as fast as they are allowed to, for five seconds."""
    look = frame(TEXT, b'{"type": "view", "id": 1, "at": 0}')

    def attack() -> None:
        with ExitStack() as stack, suppress(OSError):
            connection = _upgraded(server, table_id, stack)
            end = perf_counter() + 5
            while perf_counter() < end:
                connection.sendall(look)
                sleep(1 / 25)  # the rate of the attack

    _in_threads(20, attack)


ATTACKS: tuple[Attack, ...] = (nothing, unknown_keys, many_members, pictures, bombs, pointing)


def _in_threads(number: int, work: Callable[[], None]) -> None:
    threads = [Thread(target=work) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _post(server: RunningServer, path: str, body: bytes, times: int) -> None:
    client = ProxiedClient(server, ATTACKER)
    for _ in range(times):
        try:
            ANSWERS[str(client.ask("POST", path, content=body).status_code)] += 1
        except httpx.TransportError:
            ANSWERS["cut off"] += 1  # the server does not read on


def _get(server: RunningServer, path: str, times: int) -> None:
    client = ProxiedClient(server, ATTACKER)
    for _ in range(times):
        ANSWERS[str(client.ask("GET", path).status_code)] += 1


def _upgraded(server: RunningServer, table_id: str, stack: ExitStack) -> socket.socket:
    connection = stack.enter_context(connected(server.name))
    headers = {
        "Host": NAME,
        "X-Forwarded-For": ATTACKER,
        "Sec-WebSocket-Extensions": "permessage-deflate",
    }
    connection.sendall(upgrade(f"/api/tables/{table_id}/socket?v=1", headers, Random(1)))
    connection.recv(65536)
    return connection


# --- Games against an engine ----------------------------------------------------------------------------


EngineAttack = Callable[[RunningServer, Event], None]
"""Sets the event when it has begun."""


def no_other_engines(server: RunningServer, begun: Event) -> None:
    """The control."""
    begun.set()
    sleep(QUIET)  # the idle server is measured meanwhile


def watched_engines(server: RunningServer, begun: Event) -> None:
    """30 games between engines of level 10 that think for ten seconds, watched for 20 seconds."""
    client = ProxiedClient(server, ATTACKER)
    seats = {"white": STRONGEST, "black": STRONGEST}
    tables = [client.new(game="gipf", version="basic", seats=seats)["id"] for _ in range(WATCHED)]
    with ExitStack() as stack:
        for table_id in tables:
            stack.enter_context(client.socket(table_id))
        begun.set()
        sleep(WATCHED_FOR)  # the replies are measured meanwhile


ENGINE_ATTACKS: tuple[EngineAttack, ...] = (no_other_engines, watched_engines)


class Opponent:
    """A visitor who plays against level 3, game after game."""

    def __init__(self, server: RunningServer) -> None:
        self._client = ProxiedClient(server, VISITOR)
        self._chance = Random(1)
        self.times: list[float] = []

    def play(self, until: Callable[[], bool]) -> None:
        """Play and measure each reply of the engine, in seconds."""
        while not until():
            seats = {"white": {"kind": "person"}, "black": {"kind": "engine", "player": "level:3"}}
            with self._client.page(self._client.new(game="gipf", version="basic", seats=seats)["id"]) as page:
                while page.table["outcome"] is None and not until():
                    self._move(page)

    def _move(self, page: Page) -> None:
        found = page.point_at_random(self._chance)
        assert found is not None, page.table
        number, begin = page.table["number"], perf_counter()
        answer = page.ask("decide", number=number, decision=found["decision"], side=found["side"])
        assert answer["type"] == "done", answer
        while page.table["number"] == number or not (page.table["yours"] or page.table["outcome"]):
            with suppress(TimeoutError):  # a reply may take minutes
                page.receive()
        if page.table["number"] > number + 1:  # else the same side is to decide again
            self.times.append(perf_counter() - begin)
        sleep(THOUGHT)  # the rate of the moves, as messages are limited


# --- Measuring ------------------------------------------------------------------------------------------


@contextmanager
def waiting_times(server: RunningServer, table_id: str) -> Iterator[list[float]]:
    """The waiting times of a visitor, in seconds, while the body of the `with` statement runs."""
    times: list[float] = []
    over = Event()

    def visit() -> None:
        client = ProxiedClient(server, VISITOR)
        while not over.is_set():
            begin = perf_counter()
            answer = client.ask("GET", f"/api/tables/{table_id}/position")
            times.append(perf_counter() - begin)
            assert answer.status_code in (200, 429), answer.text
            over.wait(INTERVAL if answer.status_code == 200 else 1)

    thread = Thread(target=visit)
    thread.start()
    try:
        yield times
    finally:
        over.set()
        thread.join()


def memory(server: RunningServer) -> float:
    """The most memory that the server has used so far, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1000


def waiting_table() -> Table:
    table = Table(
        "attack",
        "visits",
        "median wait ms",
        "99 % ms",
        "longest ms",
        "memory + MB",
        "answers to the attacker",
    )
    for attack in ATTACKS:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db", *HOSTED) as server:
            table_id = ProxiedClient(server, VISITOR).new(game="gipf")["id"]
            before = memory(server)
            ANSWERS.clear()
            with waiting_times(server, table_id) as times:
                attack(server, table_id)
            answers = ", ".join(f"{number} × {answer}" for answer, number in sorted(ANSWERS.items()))
            grown = f"{memory(server) - before:.0f}"
            table.add_row(name_of(attack), str(len(times)), *summary(times), grown, answers)
    return table


def reply_table() -> Table:
    table = Table("engines", "replies", "median ms", "99 % ms", "longest ms")
    for attack in ENGINE_ATTACKS:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db", *HOSTED) as server:
            opponent, begun = Opponent(server), Event()
            opponent.play(lambda: len(opponent.times) >= 3)  # noqa: B023 (called here; the engine compiles)
            opponent.times.clear()
            thread = Thread(target=attack, args=(server, begun))
            thread.start()
            begun.wait()
            opponent.play(lambda: not thread.is_alive())  # noqa: B023 (called here)
            table.add_row(name_of(attack), str(len(opponent.times)), *summary(opponent.times))
    return table


def name_of(attack: Callable[..., None]) -> str:
    return attack.__name__.replace("_", " ")


def summary(times: list[float]) -> Iterator[str]:
    """The median, the time that 99 % are below, and the longest one, in milliseconds."""
    times = sorted(1000 * waited for waited in times)
    return (f"{time:.1f}" for time in (times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]))


def main() -> None:
    if "--engines" not in sys.argv[1:]:
        Console().print(waiting_table())
    Console().print(reply_table())


if __name__ == "__main__":
    main()
