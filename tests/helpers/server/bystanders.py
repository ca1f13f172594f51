"""Clients that measure what others notice while a server is attacked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import perf_counter, sleep

from tests.helpers.server.proxied import ProxiedClient
from tests.helpers.server.running import Page, RunningServer

ADDRESS = "203.0.113.7"
INTERVAL = 0.02
"""Seconds between two requests."""
UNNOTICED = 0.15
"""Seconds in which 99 % of the decisions of others are made while a server is attacked."""
THOUGHT = 0.2
"""Seconds between two moves."""


@contextmanager
def waiting_times(server: RunningServer, table_id: str) -> Iterator[list[float]]:
    """The waiting times of a visitor, in seconds, while the body of the `with` statement runs."""
    times: list[float] = []
    over = Event()

    def visit() -> None:
        client = ProxiedClient(server, ADDRESS)
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


def peak_memory(server: RunningServer) -> float:
    """The most memory that the server has used so far, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1000


def slow(times: list[float]) -> float:
    """The time that 99 % of some times are below."""
    return sorted(times)[int(len(times) * 0.99)]


class Opponent:
    """A visitor who plays against level 3, game after game."""

    def __init__(self, server: RunningServer) -> None:
        self._client = ProxiedClient(server, ADDRESS)
        self._chance = Random(1)
        self.times: list[float] = []

    def play(self, until: Callable[[], bool]) -> None:
        """Play and measure each reply of the engine, in seconds."""
        while not until():
            seats = {"white": {"kind": "person"}, "black": {"kind": "engine", "player": "level:3"}}
            with self._client.page(self._client.new(game="gipf", version="basic", seats=seats)["id"]) as page:
                while page.table["outcome"] is None and not until():
                    self._move(page)

    def play_while(self, work: Callable[[], object]) -> list[float]:
        """Play until some work is done; the times of the replies meanwhile, in seconds."""
        self.play(lambda: len(self.times) >= 3)  # the engine is compiled
        self.times.clear()
        thread = Thread(target=work)
        thread.start()
        self.play(lambda: not thread.is_alive())
        return self.times

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
