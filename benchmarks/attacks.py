"""What others notice of a client that attacks the server: their waiting time, beside that of an idle server.

    .venv/bin/python benchmarks/attacks.py

A hosted server runs in a process of its own. One address attacks it, another one asks for a position again
and again. The table shows how long the second one waits, and how the memory of the server has grown.
"""

import socket
import sys
import tempfile
import zlib
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
from tests.helpers.server.running import RunningServer, serving

from gipfel.server.contract.client_messages import LARGEST

ATTACKER, VISITOR = "203.0.113.66", "203.0.113.7"
INTERVAL = 0.02
"""Seconds between two requests of the visitor."""
QUIET = 3.0
"""Seconds for which the idle server is measured."""
COMPRESSED = 4
UNKNOWN_KEYS = b"{" + b",".join(b'"key %d": 1' % number for number in range(100_000)) + b"}"
"""1.7 MB."""

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
        with suppress(httpx.TransportError):  # the server does not read on
            client.ask("POST", path, content=body)


def _get(server: RunningServer, path: str, times: int) -> None:
    client = ProxiedClient(server, ATTACKER)
    for _ in range(times):
        client.ask("GET", path)


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
    """The memory of the server in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1000


def main() -> None:
    table = Table("attack", "median wait ms", "99 % ms", "longest ms", "memory + MB")
    for attack in ATTACKS:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db", *HOSTED) as server:
            table_id = ProxiedClient(server, VISITOR).new(game="gipf")["id"]
            before = memory(server)
            with waiting_times(server, table_id) as times:
                attack(server, table_id)
            times = sorted(1000 * waited for waited in times)
            shown = (times[len(times) // 2], times[int(len(times) * 0.99)], times[-1])
            name = attack.__name__.replace("_", " ")
            table.add_row(name, *(f"{time:.1f}" for time in shown), f"{memory(server) - before:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
